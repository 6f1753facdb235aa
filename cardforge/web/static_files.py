"""Serve the page's own files, read once at startup, so that no URL is ever used as a path."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

_FOLDER = Path(__file__).resolve().parent / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
PAGES = {"/": "generate.html", "/check": "check.html", "/browse": "browse.html", "/pictures": "pictures.html"}


class StaticFiles:
    """The static files by name, and their routes."""

    def __init__(self) -> None:
        self.files = {
            file.name: (_TYPES[file.suffix], file.read_bytes())
            for file in sorted(_FOLDER.iterdir())
            if file.suffix in _TYPES
        }

    @property
    def routes(self) -> list[Route]:
        pages = [Route(path, self._page) for path in PAGES]
        return [*pages, Route("/static/{name}", self._file)]

    async def _page(self, request: Request) -> Response:
        return self._answer(PAGES[request.url.path])

    async def _file(self, request: Request) -> Response:
        return self._answer(str(request.path_params["name"]))

    def _answer(self, name: str) -> Response:
        if name not in self.files:
            return PlainTextResponse("Page not found.", 404)
        type, data = self.files[name]
        return Response(data, media_type=type)
