"""Describe the installed cardforge, so that two machines can find out whether they would draw the same bytes."""

from __future__ import annotations

import hashlib
import re
import sys
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from cardforge import __version__
from cardforge.load.project import builtin_root, files_below

_ANY = re.compile("")
_PACKAGE = re.compile(r"[A-Za-z0-9._-]+")
_PROGRAM = Path(__file__).resolve().parent.parent


@cache
def installation() -> Mapping[str, str]:
    """By name: the versions of cardforge and of all that it draws with, and a digest of its own files."""
    packages = [_PACKAGE.match(each) for each in requires("cardforge") or () if "extra ==" not in each]
    found = {each.group(): _version(each.group()) for each in packages if each}
    # Python's version decides how Unicode is cut, zlib's how many bytes a page has.
    python = ".".join(map(str, sys.version_info[:2]))
    return {"cardforge": __version__, "Python": python, "zlib": zlib.ZLIB_RUNTIME_VERSION} | found | {"files": _files()}


def difference(other: Mapping[str, str]) -> str:
    """What is installed here and what there, for the first thing that differs; "" if nothing does."""
    mine = installation()
    for name in (*mine, *other):
        if mine.get(name) != other.get(name):
            if name == "files":
                return f"cardforge {__version__} with other files"
            return f"{name} {mine.get(name, '(none)')} instead of {other.get(name, '(none)')}"
    return ""


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # needed on another system only
        return ""


def _files() -> str:
    """A digest of the program and of the built-in games."""
    found = hashlib.blake2b(digest_size=16)
    folders = [builtin_root() / name for name in ("schemas", "packs", "templates")]
    files = [*sorted(_PROGRAM.rglob("*.py")), *(file for folder in folders for file in files_below(folder, _ANY))]
    for file in files:
        root = _PROGRAM if file.suffix == ".py" else builtin_root()
        found.update(f"{file.relative_to(root).as_posix()}\0".encode())
        found.update(hashlib.blake2b(file.read_bytes()).digest())
    return found.hexdigest()
