"""Keep the pictures that users send to the page, in temporary folders of this process.

Takes the bytes of requests; gives their files to the workers. A file is stored under a number: the name that a request
gives it is only shown and compared, never used as a path. A folder is deleted when its page is closed, when too many
newer pages have one, and when the server ends.
"""

from __future__ import annotations

import contextlib
import itertools
import secrets
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from starlette.requests import ClientDisconnect

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.core.limits import PICTURE_BYTES, UPLOAD_BYTES, UPLOAD_FILES
from cardforge.core.printable import clean
from cardforge.session.uploads import Upload

MOST_PAGES = 8  # with uploads; the one that was used longest ago loses them to a new one
MOST_NAME = 300  # characters of a name, with its folders
_MOST_MADE = 3  # files made of the uploads: those of earlier requests may still be open in a tab
_PREFIX = "cardforge-page-"


class Gone(Exception):
    """The uploads of a page have been deleted."""


class UploadFolder:
    """The pictures of one open page, and the files made of them."""

    def __init__(self) -> None:
        self.id = secrets.token_urlsafe(12)
        # Deleted at the end of the process too, if nothing else has done it before.
        self._temporary = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
        self._folder = Path(self._temporary.name)
        self._numbers = itertools.count(1)
        self._uploads: dict[str, Upload] = {}
        self._sizes: dict[str, int] = {}
        self._made: list[Path] = []
        self._is_deleted = False

    @property
    def uploads(self) -> tuple[Upload, ...]:
        """The pictures, in the order in which they came."""
        return tuple(self._uploads.values())

    def upload(self, name: str) -> Upload:
        """The picture of this name."""
        if name not in self._uploads:
            raise UsageError(f"there is no picture `{name[:100]}`", "reload the page")
        return self._uploads[name]

    async def receive(self, name: str, parts: AsyncIterator[bytes]) -> Upload:
        """Store a picture; one of the same name is replaced. Whatever is not whole is deleted again."""
        if name not in self._uploads and len(self._uploads) >= UPLOAD_FILES.most:
            message = f"these are more than {UPLOAD_FILES.most:,} pictures"
            raise UsageError(message, UPLOAD_FILES.hint("print them in several rounds"))
        path = self._folder / str(next(self._numbers))
        try:
            await self._store(name, path, parts)
        except BaseException:
            self._sizes.pop(str(path), None)
            path.unlink(missing_ok=True)
            raise
        if self._is_deleted:
            raise Gone
        self.remove([name])
        self._uploads[name] = Upload(str(path), name)
        return self._uploads[name]

    async def _store(self, name: str, path: Path, parts: AsyncIterator[bytes]) -> None:
        size = 0
        try:
            with open(path, "xb") as file:
                async for part in parts:
                    size += len(part)
                    self._sizes[str(path)] = size
                    self._refuse(name, size)
                    file.write(part)
        except ClientDisconnect:
            raise UsageError("the request was cut off") from None
        except OSError as error:
            if self._is_deleted:
                raise Gone from error
            reason = (error.strerror or str(error)).lower()
            raise SurroundingsError(f"{name} cannot be kept while it is printed: {reason}") from error

    def _refuse(self, name: str, size: int) -> None:
        if size > PICTURE_BYTES.most:
            message = f"{name} is too large: the limit is {PICTURE_BYTES.most:,} bytes"
            raise UsageError(message, PICTURE_BYTES.hint("scale it down to the size it is printed at"))
        if sum(self._sizes.values()) > UPLOAD_BYTES.most:
            message = f"these pictures have more than {UPLOAD_BYTES.most:,} bytes together"
            raise UsageError(message, UPLOAD_BYTES.hint("print them in several rounds"))

    def remove(self, names: Iterable[str]) -> None:
        """Delete pictures; names that are unknown were deleted before."""
        for name in names:
            upload = self._uploads.pop(name, None)
            if upload:
                self._sizes.pop(upload.path, None)
                Path(upload.path).unlink(missing_ok=True)

    def folder_to_fill(self) -> tuple[int, Path]:
        """A new folder for files made of the pictures, and its number; old ones are deleted."""
        number = next(self._numbers)
        folder = self._folder / f"made-{number}"
        folder.mkdir()
        self._made.append(folder)
        for old in self._made[:-_MOST_MADE]:
            shutil.rmtree(old, ignore_errors=True)
        del self._made[:-_MOST_MADE]
        return number, folder

    def made(self, number: int) -> Path:
        """The file that was made in the folder of this number: the last one, if a zip was made of several."""
        for folder in self._made:
            if folder.name == f"made-{number}":
                found = sorted(folder.iterdir(), key=lambda file: (file.suffix == ".zip", file.name))
                if found:
                    return found[-1]
        raise Gone

    def delete(self) -> None:
        """Delete everything."""
        self._is_deleted = True
        self._temporary.cleanup()


class Uploads:
    """The uploads of all open pages."""

    def __init__(self) -> None:
        self._folders: OrderedDict[str, UploadFolder] = OrderedDict()

    def begin(self) -> UploadFolder:
        """Begin the uploads of a page."""
        while len(self._folders) >= MOST_PAGES:
            self._folders.popitem(last=False)[1].delete()
        try:
            folder = UploadFolder()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SurroundingsError(f"cannot make a folder for temporary files: {reason}") from error
        self._folders[folder.id] = folder
        return folder

    def of(self, id: str) -> UploadFolder:
        """The uploads of a page."""
        if id not in self._folders:
            raise Gone
        self._folders.move_to_end(id)
        return self._folders[id]

    def close(self, id: str) -> None:
        """Delete the uploads of a page, if they are still there."""
        with contextlib.suppress(Gone):
            self.of(id).delete()
            del self._folders[id]

    def close_all(self) -> None:
        """Delete the uploads of all pages."""
        for id in list(self._folders):
            self.close(id)


def upload_name(given: str) -> str:
    """The name of an upload as it is shown: without steps to other folders and without control characters."""
    parts = [clean(part).strip() for part in given.replace("\\", "/").split("/")]
    name = "/".join(part for part in parts if part.strip("."))
    if not name or len(name) > MOST_NAME:
        raise UsageError(f"a picture cannot have the name `{clean(given)[:60]}`", "rename it")
    return name
