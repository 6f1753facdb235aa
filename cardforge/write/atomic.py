"""Write a file whole or not at all: a temporary file beside it, then a rename; and the folder it goes into."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from cardforge.errors import SurroundingsError


def write_whole(path: Path, data: bytes, waits: bool = True) -> None:
    """Replace a file's contents; when anything fails the old file is untouched.

    It waits until the disk has the data, so that a crash of the machine leaves the old file or the new one.
    """
    path = path.resolve()  # write through a link, not over it
    temporary = None
    try:
        if path.exists() and not path.is_file():
            raise SurroundingsError(
                f"{path.name} is not an ordinary file, so it is not replaced", "choose another name"
            )
        mode = path.stat().st_mode & 0o777 if path.exists() else _mode_of_new_files()
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            if waits:
                os.fsync(stream.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except OSError as error:
        raise SurroundingsError(
            f"{path.name} cannot be written: {(error.strerror or str(error)).lower()}",
            "the old file, if any, is unchanged",
        ) from error
    finally:
        if temporary:
            with contextlib.suppress(FileNotFoundError):  # the rename has taken it away
                Path(temporary).unlink()


def need_folder(folder: Path) -> None:
    """A folder is needed, and made where there is none."""
    if folder.exists() and not folder.is_dir():
        raise SurroundingsError(f"{folder} is a file, a folder is needed", "choose another name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SurroundingsError(f"{folder} cannot be made: {(error.strerror or '').lower()}") from error


def _mode_of_new_files() -> int:
    """The permissions a new file gets here; a temporary file has stricter ones."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
