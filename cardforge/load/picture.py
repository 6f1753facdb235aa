"""Read picture files and check their headers.

Takes a path; returns a Picture, or the problem that prevents drawing it. The header is checked when the file is read;
a truncated file is found when its pixels are decoded, which is before anything is written.
"""

from __future__ import annotations

import hashlib
import io
import os
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from PIL import Image, UnidentifiedImageError

from cardforge.core.limits import PICTURE_BYTES, PICTURE_PIXELS, Limit
from cardforge.core.problems import Problem
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.load.picture_names import ENDINGS, UNREADABLE
from cardforge.load.picture_pixels import COLOURS, TORN, Encoded, PicturePart, encoded_parts, foreign_profile
from cardforge.load.source import problem_at

_SAME = {"MPO": "JPEG"}  # a JPEG followed by a second picture, as many cameras write
_EXPORT = f"export it as one of {', '.join(ENDINGS)}"
_PATH = "give a path relative to the project folder"

_SIDEWAYS = (5, 6, 7, 8)  # EXIF orientations that swap width and height


class Picture(NamedTuple):
    """A picture with a valid header; width and height are those after applying the EXIF orientation."""

    path: str  # as shown in reports
    content: bytes
    width: int
    height: int
    format: str
    is_plain: bool  # neither its orientation nor its colours need a change
    digest: str  # of the content
    is_animated: bool = False  # or has several pages; only the first is drawn

    @property
    def without_content(self) -> Picture:
        """The same, to be kept in memory after its parts are encoded."""
        return self._replace(content=b"")

    def encoded(self, parts: Sequence[PicturePart]) -> list[Encoded] | Problem:
        """Crop and scale parts of the picture."""
        try:
            with _silent_library() if self.format == "TIFF" else nullcontext():
                return encoded_parts(self.content, self.format, (self.width, self.height), self.is_plain, parts)
        except TORN as error:
            return _torn(self.path, error)


def read_picture(file: Path, shown: str, root: Path | None, hint: str = _PATH) -> Picture | Problem:
    """Read one picture, which must not leave the folder `root`, and check its header."""
    try:
        content = read_regular(file, PICTURE_BYTES, (root,) if root else ())
    except RefusedFile as refused:
        if refused.is_too_large:
            return _too_large(shown, refused.reason, PICTURE_BYTES)
        return problem_at(shown, "CF414", f"this picture cannot be read: {refused.reason}", hint)
    return picture_of(content, shown)


def lost_picture(file: Path, shown: str) -> Problem | None:
    """Return the problem if there is no regular file of this name; reading a pipe might never end."""
    if os.path.isfile(file):
        return None
    if "://" in shown:
        return problem_at(shown, "CF414", "pictures are not downloaded", "save it in the project folder")
    what = "this is not a regular file" if os.path.lexists(file) else "there is no such picture"
    return problem_at(shown, "CF414", what, _PATH)


def picture_of(content: bytes, shown: str) -> Picture | Problem:
    """Check the header of a picture."""
    ending = Path(shown).suffix.lower()
    if ending in UNREADABLE:
        return problem_at(shown, "CF415", f"pictures that end with {ending} are not supported", _EXPORT)
    try:
        with quiet(), Image.open(io.BytesIO(content)) as image:
            if image.width * image.height > PICTURE_PIXELS.most:
                return _too_large(shown, f"{image.width:,} × {image.height:,} pixels", PICTURE_PIXELS)
            format = _SAME.get(str(image.format), str(image.format))
            told = image.getexif()
            turn = told.get(0x0112, 1)
            plain = image.mode in COLOURS and turn == 1 and not foreign_profile(image)
            # Newer versions of Pillow report the size of a TIFF after rotation, of all other formats as stored.
            stored = (int(told[0x0100]), int(told[0x0101])) if format == "TIFF" else image.size
            is_animated = format != "JPEG" and getattr(image, "is_animated", False)
            width, height = stored[::-1] if turn in _SIDEWAYS else stored
    except UnidentifiedImageError:
        hint = "export it again as PNG or JPEG"
        return problem_at(shown, "CF415", "this file is not a picture, despite its name", hint)
    except Image.DecompressionBombError:
        return _too_large(shown, "far more pixels than a card can show", PICTURE_PIXELS)
    except TORN as error:
        return _torn(shown, error)
    digest = hashlib.blake2b(content, digest_size=12).hexdigest()
    return _wrong_format(format, shown) or Picture(shown, content, width, height, format, plain, digest, is_animated)


def _torn(shown: str, error: Exception) -> Problem:
    return problem_at(shown, "CF415", f"this picture is damaged: {str(error)[:100]}", "export it again")


@contextmanager
def quiet() -> Iterator[None]:
    """Silence Pillow's warnings: large sizes are checked here, and notes on metadata are of no use to the user.

    Warnings are switched off for the whole process, so use it in one thread, or around all of them.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


_SILENCE = threading.Lock()


@contextmanager
def _silent_library() -> Iterator[None]:
    """Keep libtiff, which writes what is wrong with a file to the standard error by itself, away from the terminal."""
    with _SILENCE:  # pictures are decoded in threads, and there is one standard error
        try:
            kept = os.dup(2)
        except OSError:  # the process has no standard error
            yield
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _wrong_format(format: str, shown: str) -> Problem | None:
    if format not in ENDINGS:
        return problem_at(shown, "CF415", f"{format} pictures are not supported", _EXPORT)
    if not shown.lower().endswith(ENDINGS[format]):
        what = f"this file is a {format} picture, despite its name"
        return problem_at(shown, "CF415", what, f"rename it to {Path(shown).stem}{ENDINGS[format][0]}")
    return None


def _too_large(shown: str, size: str, limit: Limit) -> Problem:
    hint = limit.hint("scale it down to the size it is printed at")
    return problem_at(shown, "CF415", f"this picture is too large: {size}", hint)
