"""Write a file whole or not at all: a temporary file beside it, then a rename; and the folder it goes into."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from cardforge.core.errors import SurroundingsError


def write_whole(path: Path, data: bytes, waits: bool = True) -> None:
    """Replace a file's contents; when anything fails the old file is untouched.

    It waits until the disk has the data, so that a crash of the machine leaves the old file or the new one.
    """
    write_together({path: data}, waits)


def write_together(files: Mapping[Path, bytes], waits: bool = True) -> None:
    """Replace the contents of several files; none is touched before the disk has the data of all."""
    written: list[tuple[Path, Path]] = []
    path = Path()
    try:
        for path, data in files.items():
            written.append((_beside(path, data, waits), path.resolve()))
        for temporary, path in written:
            temporary.replace(path)
    except OSError as error:
        raise SurroundingsError(
            f"{path.name} cannot be written: {(error.strerror or str(error)).lower()}",
            "the old file, if any, is unchanged",
        ) from error
    finally:
        for temporary, _ in written:
            with contextlib.suppress(FileNotFoundError):  # the rename has taken it away
                temporary.unlink()


def _beside(path: Path, data: bytes, waits: bool) -> Path:
    """A temporary file beside another, with its permissions, and the data that it will have."""
    path = path.resolve()  # write through a link, not over it
    if path.exists() and not path.is_file():
        raise SurroundingsError(f"{path.name} is not an ordinary file, so it is not replaced", "choose another name")
    mode = path.stat().st_mode & 0o777 if path.exists() else _mode_of_new_files()
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            if waits:
                os.fsync(stream.fileno())
        Path(temporary).chmod(mode)
    except BaseException:
        Path(temporary).unlink()
        raise
    return Path(temporary)


def need_folder(folder: Path) -> None:
    """A folder is needed, and made where there is none."""
    refuse_file(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SurroundingsError(f"{folder} cannot be made: {(error.strerror or '').lower()}") from error


def refuse_file(folder: Path) -> None:
    """A folder is needed, and it may still have to be made."""
    if folder.exists() and not folder.is_dir():
        raise SurroundingsError(f"{folder} is a file, a folder is needed", "choose another name")


def refuse_folder(output: Path) -> None:
    """A file is needed, in a folder that is there."""
    if output.parent == Path("output"):
        output.parent.mkdir(exist_ok=True)  # where results land when nobody says otherwise
    if output.is_dir():
        raise SurroundingsError(f"{output} is a folder, a file is needed", f"for example {output / 'cards.pdf'}")
    if output.parent.exists() and not output.parent.is_dir():
        raise SurroundingsError(f"{output.parent} is a file, a folder is needed", "choose another name")
    if not output.parent.is_dir():
        raise SurroundingsError(f"there is no folder {output.parent}", "make it first, or choose another")


def _mode_of_new_files() -> int:
    """The permissions a new file gets here; a temporary file has stricter ones."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
