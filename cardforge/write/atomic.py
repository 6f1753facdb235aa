"""Write files atomically (a temporary file in the same folder, then a rename), and check or create output folders."""

from __future__ import annotations

import codecs
import contextlib
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

from cardforge.core.errors import SurroundingsError
from cardforge.core.limits import TEXT_BYTES
from cardforge.core.regular_file import RefusedFile, read_regular

Content = bytes | Callable[[BinaryIO], None]  # of a file: its bytes, or a function that writes them


def write_whole(path: Path, data: bytes, waits: bool = True) -> None:
    """Replace a file's contents; on any failure the old file is untouched.

    With `waits`, the data is synced to disk first, so that a crash leaves either the old file or the new one.
    """
    write_together({path: data}, waits)


def write_changed(path: Path, before: str, after: str) -> None:
    """Replace a text that was read as `before`, keeping a byte order mark; raise if it has changed since.

    Call it under the file's lock, which keeps other processes of cardforge away; this check is for editors.
    """
    try:
        there = read_regular(path, TEXT_BYTES)
    except RefusedFile as refused:
        raise SurroundingsError(f"{path.name} cannot be read again: {refused.reason}", refused.hint) from refused
    mark = codecs.BOM_UTF8 if there.startswith(codecs.BOM_UTF8) else b""
    if there != mark + before.encode("utf-8"):
        raise SurroundingsError(f"{path.name} was changed by another program just now", "try again")
    write_whole(path, mark + after.encode("utf-8"))


def write_together(files: Mapping[Path, Content], waits: bool = True) -> None:
    """Replace the contents of several files; none is touched before the data of all is on disk."""
    written: list[tuple[Path, Path]] = []
    path = Path()
    try:
        for path, data in files.items():
            written.append((_write_temporary(path, data, waits), _real(path)))
        for temporary, path in written:
            temporary.replace(path)
    except OSError as error:
        raise SurroundingsError(
            f"cannot write {path.name}: {(error.strerror or str(error)).lower()}",
            "the old file, if any, is unchanged",
        ) from error
    finally:
        for temporary, _ in written:
            with contextlib.suppress(FileNotFoundError):  # already renamed
                temporary.unlink()


def _write_temporary(path: Path, data: Content, waits: bool) -> Path:
    """Write the data to a temporary file in the target's folder, with the target's permissions."""
    path = _real(path)
    if path.exists() and not path.is_file():
        raise SurroundingsError(f"{path.name} is not a regular file and was not replaced", "choose another name")
    mode = path.stat().st_mode & 0o777 if path.exists() else _mode_of_new_files()
    # Cut, because a name of 255 bytes, the most that a file system allows, leaves no room for more.
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            if callable(data):
                data(stream)
            else:
                stream.write(data)
            stream.flush()
            if waits:
                os.fsync(stream.fileno())
        Path(temporary).chmod(mode)
    except BaseException:
        Path(temporary).unlink()
        raise
    return Path(temporary)


def _real(path: Path) -> Path:
    """The file that a path leads to: writing goes through a symlink and does not replace it."""
    found = Path(os.path.realpath(path))
    if found.is_symlink():  # else realpath would have followed it
        raise SurroundingsError(f"{path} is a symlink that leads to itself", "delete it, or choose another name")
    return found


def has_content(file: Path, data: bytes) -> bool:
    """Whether a file exists with this content; False if it cannot be read, which whoever writes it reports."""
    try:
        return file.is_file() and file.stat().st_size == len(data) and file.read_bytes() == data
    except OSError:
        return False


def need_folder(folder: Path) -> None:
    """Create a folder if it does not exist."""
    refuse_file(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SurroundingsError(f"cannot create {folder}: {(error.strerror or '').lower()}") from error


def refuse_file(folder: Path) -> None:
    """Raise if a file has the name of a folder that is needed."""
    if folder.exists() and not folder.is_dir():
        raise SurroundingsError(f"{folder} is a file, not a folder", "choose another name")


def refuse_folder(output: Path) -> None:
    """Raise unless `output` can be written as a file in an existing folder."""
    if output.parent == Path("output"):
        output.parent.mkdir(exist_ok=True)  # the default output folder
    if output.is_dir():
        raise SurroundingsError(f"{output} is a folder, not a file", f"name a file, for example {output / 'cards.pdf'}")
    if output.parent.exists() and not output.parent.is_dir():
        raise SurroundingsError(f"{output.parent} is a file, not a folder", "choose another name")
    if not output.parent.is_dir():
        raise SurroundingsError(f"the folder {output.parent} does not exist", "create it, or choose another")


def _mode_of_new_files() -> int:
    """The permissions that new files get by default; a temporary file has stricter ones."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
