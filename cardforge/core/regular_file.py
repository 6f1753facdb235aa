"""Read a file that a stranger may have put there: a regular file, in its folder, of a bounded size.

Takes a path, the limit for its size and the folders that it must not leave; gives its bytes, or raises a RefusedFile
with the reason. Everything that reads a file of a project or a file that the user names goes through here: a pipe would
block for ever, a device would never end, and a file that grows while it is read would fill the memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from cardforge.core.limits import Limit

# Opening a pipe must not wait for its other end, and a terminal must not become ours. Windows has neither flag.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


class RefusedFile(Exception):
    """Why a file was not read, as the end of a sentence."""

    def __init__(self, reason: str, hint: str = "", is_too_large: bool = False, is_outside: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.hint = reason, hint
        self.is_too_large, self.is_outside = is_too_large, is_outside


def read_regular(file: Path, limit: Limit, roots: tuple[Path, ...] = ()) -> bytes:
    """All bytes of a regular file that is inside one of the folders after following symlinks; no folders: anywhere."""
    if roots and not any(inside(file, root) for root in roots):
        raise RefusedFile("its symlink points outside the project", "replace it with the file itself", is_outside=True)
    try:
        with open(os.open(file, _FLAGS), "rb") as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise RefusedFile("this is not a regular file")
            if status.st_size > limit.most:
                raise _too_large(status.st_size, limit)
            data = stream.read(limit.most + 1)
    except OSError as error:
        if os.path.isdir(file):
            raise RefusedFile("this is not a regular file") from error
        raise RefusedFile((error.strerror or str(error)).lower()) from error
    except ValueError as error:  # a zero byte in the path
        raise RefusedFile(str(error)) from error
    if len(data) > limit.most:  # it grew meanwhile, or its size is unknown as in /proc
        raise _too_large(len(data), limit)
    for seen in _watching:
        seen[os.path.abspath(file)] = digest_of(data)
    return data


# Who wants to know what is read. A list of the process and not of the caller: pictures are read in threads.
_watching: list[dict[str, str]] = []


@contextlib.contextmanager
def files_read() -> Iterator[dict[str, str]]:
    """The digest of every file that is read meanwhile, by its path."""
    seen: dict[str, str] = {}
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching[:] = [each for each in _watching if each is not seen]  # `remove` takes an equal one


def take_files_read(files: Mapping[str, str]) -> None:
    """Count files as read here that another process has read for this one."""
    for seen in _watching:
        seen.update(files)


def digest_of(data: bytes) -> str:
    """A digest of the content of a file."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def inside(file: Path, root: Path) -> bool:
    """Whether a file is inside a folder after following symlinks."""
    if _is_below(os.fspath(file), os.fspath(root)):
        return True
    # realpath, not resolve(): a symlink to itself must not raise here; it is reported when the file is read.
    return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(root))


def _is_below(file: str, root: str) -> bool:
    """Whether a file is below a folder by its name, with no symlink on the way; most are.

    That takes a tenth of the system calls of comparing the real paths of both.
    """
    rest = file[len(root) + 1 :].split(os.sep)
    if not file.startswith(root + os.sep) or not {"", ".", ".."}.isdisjoint(rest):
        return False
    at = root
    for name in rest:
        at = f"{at}{os.sep}{name}"
        if os.path.islink(at):
            return False
    return True


def _too_large(size: int, limit: Limit) -> RefusedFile:
    return RefusedFile(f"it has {size:,} bytes; the limit is {limit.most:,}", limit.hint("make it smaller"), True)
