"""The routes of the page.

Takes requests; asks the pool and caches its answers. The server process opens no file of the project: static files are
read once at startup, and the workers look up whatever a request names among what they have loaded.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cardforge.session.wanted_cards import PackCards, SeededCards
from cardforge.web import answers, asked
from cardforge.web.answers import Data
from cardforge.web.live import MOST_PAGES, Live
from cardforge.web.picture_routes import PictureSite
from cardforge.web.pool import Busy, Pool
from cardforge.web.static_files import StaticFiles
from cardforge.web.store import Store
from cardforge.web.uploads import Uploads

SHARE = 4  # cards per drawing job: few, so that the first ones appear soon


class Site:
    """The routes and their handlers."""

    def __init__(self, pool: Pool, live: Live, uploads: Uploads) -> None:
        self._pool, self._live = pool, live
        self._store = Store()
        self._static = StaticFiles()
        self._pictures = PictureSite(pool, live, self._store, uploads)

    @property
    def routes(self) -> list[Route]:
        return [
            *self._static.routes,
            *self._pictures.routes,
            Route("/api/about", self.about),
            Route("/api/printing", self.printing),
            Route("/api/seed", self.seed),
            Route("/api/generate", self.generate),
            Route("/api/sheets", self.sheets),
            Route("/api/generate/pictures", self.seed_pictures),
            Route("/api/generate/files", self.seed_files),
            Route("/api/generate/save", self.seed_save, methods=["POST"]),
            Route("/api/picture", self.picture),
            Route("/api/packs", self.packs),
            Route("/api/drawn", self.drawn),
            Route("/api/forms", self.forms),
            Route("/api/check", self.check, methods=["POST"]),
            Route("/api/check/picture", self.check_picture, methods=["POST"]),
            Route("/api/check/sheets", self.check_sheets, methods=["POST"]),
            Route("/api/check/save", self.check_save, methods=["POST"]),
            Route("/api/live", self.live),
        ]

    async def _kept(self, name: str, *given: Any) -> Any:
        """An answer, cached until files change."""
        revision = self._live.revision
        make = partial(self._pool.ask, name, *given, revision=revision)
        return await self._store.get((name, given, revision), make)

    async def about(self, request: Request) -> Response:
        """Games, recipes, and problems of the project."""
        revision = self._live.revision  # before anything is read, so that a save meanwhile counts as a change
        return Data(await self._kept("about") | {"revision": revision})

    async def printing(self, request: Request) -> Response:
        """Papers, and ways to print backs."""
        return Data(await self._kept("printing"))

    async def seed(self, request: Request) -> Response:
        """A random seed."""
        return Data({"seed": await self._pool.ask("seed", revision=self._live.revision)})

    async def generate(self, request: Request) -> Response:
        """The cards of a seed, without pictures; the page requests those next."""
        wanted = asked.seeded(request.query_params)
        return Data(await self._kept("generate", wanted))

    async def sheets(self, request: Request) -> Response:
        """Sheets to print."""
        given = request.query_params
        wanted = asked.wanted(given)
        paper, backs = given.get("paper", "a4"), given.get("backs", "none")
        ending, data = await self._much("sheets", wanted, _title(wanted), paper, backs)
        return answers.file(_title(wanted), ending, data, inline="inline" in given)

    async def seed_pictures(self, request: Request) -> Response:
        """All faces as PNG."""
        wanted = asked.seeded(request.query_params)
        ending, data = await self._much("bundle", wanted)
        return answers.file(f"{_title(wanted)} pictures", ending, data)

    async def seed_files(self, request: Request) -> Response:
        """The YAML of a seed."""
        wanted = asked.seeded(request.query_params)
        ending, data = await self._pool.ask("documents", wanted, revision=self._live.revision)
        return answers.file(_title(wanted), ending, data)

    async def seed_save(self, request: Request) -> Response:
        """Save the files of a seed to the project."""
        given = await asked.body(request)
        wanted, replace = asked.seeded_body(given), given.get("replace") is True
        paths = await self._pool.ask("save_seed", wanted, replace, revision=self._live.revision)
        return Data({"paths": paths})

    async def picture(self, request: Request) -> Response:
        """One side of one card."""
        given = request.query_params
        wanted, number = asked.wanted(given), asked.card(given)
        side = "back" if given.get("side") == "back" else "front"
        if "exact" in given:
            [*found] = await self._kept("pictures", wanted, number, 1, side, True)
            at = 0
        else:
            found = await self._share(wanted, number // SHARE, side)
            at = number % SHARE
        png = found[at][0] if at < len(found) else b""
        return answers.picture(png) if png else answers.refusal(404, "this card does not exist")

    async def _share(self, wanted: SeededCards | PackCards, share: int, side: str) -> Any:
        return await self._kept("pictures", wanted, share * SHARE, SHARE, side, False)

    async def packs(self, request: Request) -> Response:
        """The gallery, or some of its packs."""
        only = request.query_params.getlist("path")[:100]
        return Data({"revision": self._live.revision, "packs": await self._kept("packs", tuple(only))})

    async def drawn(self, request: Request) -> Response:
        """The faces of a pack, with the problems found when drawing them."""
        wanted = asked.wanted(request.query_params)
        cards: list[Any] = []
        share = 0
        while found := await self._share(wanted, share, "front"):
            cards += [problems for _, problems in found]
            share += 1
        wrong, faces = await self._kept("wrong", wanted), await self._kept("faces", wanted)
        return Data({"cards": cards, "faces": faces, "problems": wrong})

    async def forms(self, request: Request) -> Response:
        """The forms for building documents, and the choices they offer."""
        return Data(await self._kept("forms"))

    async def check(self, request: Request) -> Response:
        """Check a file or document against the rules."""
        given = await asked.body(request)
        document = given.get("document")
        file = asked.written(given)
        data = document if isinstance(document, dict) else None
        return Data(await self._pool.ask("check", file.name, file.text, data, revision=self._live.revision))

    async def check_picture(self, request: Request) -> Response:
        """The first piece that a file outside the project prints: a document before the packs it names."""
        file = asked.written(await asked.body(request))
        found = await self._kept("pictures", file, 0, 1, "front", False)
        return answers.picture(found[0][0]) if found else answers.refusal(404, "this file prints nothing")

    async def check_sheets(self, request: Request) -> Response:
        """The sheets of a deck that is not in the project."""
        given = await asked.body(request)
        file = asked.written(given)
        name = file.name.rpartition(".")[0] or file.name
        paper, backs = asked.text(given, "paper") or "a4", asked.text(given, "backs") or "none"
        ending, data = await self._much("sheets", file, name, paper, backs)
        return answers.file(name, ending, data)

    async def check_save(self, request: Request) -> Response:
        """Save a deck or scenario to the project."""
        given = await asked.body(request)
        file, replace = asked.written(given), given.get("replace") is True
        paths = await self._pool.ask("save_text", file, replace, revision=self._live.revision)
        return Data({"paths": paths})

    async def live(self, request: Request) -> Response:
        """Server-sent events about changed files."""
        if self._live.pages >= MOST_PAGES:
            raise Busy
        return StreamingResponse(self._live.news(), media_type="text/event-stream")

    async def _much(self, name: str, *given: Any) -> Any:
        """The answer of a heavy job, cached because sheets are often opened first and then downloaded."""
        revision = self._live.revision
        make = partial(self._pool.ask_much, name, *given, revision=revision)
        return await self._store.get((name, given, revision), make)


def _title(wanted: SeededCards | PackCards) -> str:
    """The name of downloaded files, without extension."""
    if isinstance(wanted, PackCards):
        return wanted.path.rpartition("/")[2].rpartition(".")[0][:80] or "pack"
    return f"{wanted.kind} {wanted.seed}"[:80]
