"""The routes of the page that makes sheets of pictures.

Takes pictures as they are dropped; workers look at them and draw them. The server itself only stores their bytes and
sends the finished file.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from cardforge.core.limits import PICTURE_BYTES, UPLOAD_BYTES, UPLOAD_FILES
from cardforge.web import answers, asked
from cardforge.web.answers import Data
from cardforge.web.live import Live
from cardforge.web.pool import Pool
from cardforge.web.store import Store
from cardforge.web.uploads import UploadFolder, Uploads, upload_name


class PictureSite:
    """The routes and their handlers."""

    def __init__(self, pool: Pool, live: Live, store: Store, uploads: Uploads) -> None:
        self._pool, self._live, self._store, self._uploads = pool, live, store, uploads

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/pictures", self.begin, methods=["POST"]),
            Route("/api/pictures/choices", self.choices),
            Route("/api/pictures/{id}/file", self.receive, methods=["POST"]),
            Route("/api/pictures/{id}/remove", self.remove, methods=["POST"]),
            Route("/api/pictures/{id}/cards", self.cards, methods=["POST"]),
            Route("/api/pictures/{id}/picture", self.picture),
            Route("/api/pictures/{id}/sheets", self.sheets, methods=["POST"]),
            Route("/api/pictures/{id}/sheets/{number:int}", self.file),
            Route("/api/pictures/{id}/close", self.close, methods=["POST"]),
        ]

    def _folder(self, request: Request) -> UploadFolder:
        return self._uploads.of(str(request.path_params["id"]))

    async def choices(self, request: Request) -> Response:
        """What can be chosen, and the limits."""
        found = await self._kept("picture_choices")
        limits = {"file": PICTURE_BYTES.most, "bytes": UPLOAD_BYTES.most, "files": UPLOAD_FILES.most}
        return Data(found | {"limits": limits})

    async def begin(self, request: Request) -> Response:
        """Begin the uploads of a page."""
        return Data({"id": self._uploads.begin().id})

    async def receive(self, request: Request) -> Response:
        """Take one picture, and say what is wrong with it."""
        folder = self._folder(request)
        upload = await folder.receive(upload_name(request.query_params.get("name", "")), request.stream())
        problems = await self._pool.ask("upload_faults", upload, revision=self._live.revision)
        return Data({"name": upload.name, "problems": problems})

    async def remove(self, request: Request) -> Response:
        """Delete some pictures."""
        names = (await asked.body(request)).get("names")
        self._folder(request).remove(str(name) for name in (names if isinstance(names, list) else []))
        return Data({})

    async def cards(self, request: Request) -> Response:
        """The cards that the pictures make."""
        settings = asked.picture_settings(await asked.body(request))
        return Data(await self._kept("upload_cards", self._folder(request).uploads, settings))

    async def picture(self, request: Request) -> Response:
        """One picture as a side of a card."""
        given = request.query_params
        upload = self._folder(request).upload(given.get("name", ""))
        png = await self._kept("upload_picture", upload, asked.picture_settings(given), "exact" in given)
        return answers.picture(png) if png else answers.refusal(404, "this picture cannot be drawn")

    async def sheets(self, request: Request) -> Response:
        """Make the sheets."""
        settings = asked.picture_settings(await asked.body(request))
        folder = self._folder(request)
        number, path = folder.folder_to_fill()
        given = folder.uploads, settings, str(path)
        found = await self._pool.ask_much("upload_sheets", *given, revision=self._live.revision)
        return Data(found | {"number": number})

    async def file(self, request: Request) -> Response:
        """Sheets that were made."""
        path = self._folder(request).made(request.path_params["number"])
        headers = answers.headers_of(path.stem, path.suffix[1:], "inline" in request.query_params)
        return FileResponse(path, media_type=answers.type_of(path.suffix[1:]), headers=headers)

    async def close(self, request: Request) -> Response:
        """Delete the uploads of a page that is closed."""
        self._uploads.close(str(request.path_params["id"]))
        return Data({})

    async def _kept(self, name: str, *given: Any) -> Any:
        """An answer, cached: it does not depend on the files of the project."""
        make = partial(self._pool.ask, name, *given, revision=self._live.revision)
        return await self._store.get((name, given), make)
