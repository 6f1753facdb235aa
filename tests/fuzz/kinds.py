"""The kinds of input: which files of which project are damaged, and which commands then read them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import httpx
import typer

from cardforge.cli.main import app_for
from cardforge.core.budget import one_budget
from cardforge.web.jobs import Jobs
from cardforge.web.live import Live
from cardforge.web.pool import Pool
from cardforge.web.serving import application
from tests.fuzz.mutations import VALUES, WORDS, in_other_scripts, mutated, some_text
from tests.fuzz.projects import CAMPAIGN, PACK, SCENARIO
from tests.support.grey_coast import DECK

Change = Callable[[bytes, str, Random], bytes]
_DECK = "packs/post/deck/first-deck.yaml"
_CHECKS = (
    "validate",
    "validate --format json",
    "validate --format sarif",
    "validate --format github",
    "validate --strict",
)
_FACES = (
    "validate --faces",
    "render packs -o a.pdf",
    "render packs --as png --dpi 60 -o faces",
    "render packs --as sheets --backs long-edge -o a.pdf",
)


class Kind(NamedTuple):
    """A kind of input."""

    project: str
    files: tuple[str, ...]  # patterns; one file is damaged in each run
    commands: tuple[str, ...]  # one is run in each run
    change: Change = mutated
    reads_only: bool = True  # the damaged file must be the same afterwards


def _scripts(data: bytes, ending: str, chance: Random) -> bytes:
    return in_other_scripts(data, chance)


KINDS: dict[str, Kind] = {
    "packs": Kind("post", (PACK,), (*_CHECKS, *_FACES, "render packs --as tabletop -o table", "render packs --as contact -o a.png")),
    "decks": Kind("post", (_DECK,), (f"check {_DECK}", f"check {_DECK} --format json", f"render {_DECK} -o a.pdf", "validate")),
    "scenarios": Kind("coast", (SCENARIO,), (f"check {SCENARIO}", f"check {SCENARIO} --format json", f"validate {SCENARIO}")),
    "campaigns": Kind(
        "coast", (CAMPAIGN,),
        (f"campaign status {CAMPAIGN}", f"campaign status {CAMPAIGN} --format json", f"campaign step {CAMPAIGN}", f"campaign step {CAMPAIGN} visit gc-quay",
         f"campaign undo {CAMPAIGN}", f"campaign scenarios {CAMPAIGN}", f"campaign sheet {CAMPAIGN} -o a.pdf", f"check {DECK}.yaml --campaign {CAMPAIGN}"),
        reads_only=False,
    ),
    "game files": Kind(
        "post", ("packs/post/game.yaml",),
        ("validate", "render post --all -o box", "rules", "icons post -o a.pdf", "generate set --seed 1", "schema set", f"check {_DECK}", "render packs -o a.pdf", "explain PO101"),
    ),
    "faces": Kind("post", ("templates/post/faces/*.yaml",), _FACES),
    "schemas": Kind("post", ("schemas/post/*.json",), (*_CHECKS, "schema set", "schema deck", f"check {_DECK}", "generate set --seed 1")),
    "rules": Kind("post", ("schemas/post/rules/*.star",), ("validate", f"check {_DECK}", f"check {_DECK} --format json", "rules", "rules --test", "explain PO101")),
    "rule examples": Kind("post", ("tests/rules/*/*/*",), ("rules --test",)),
    "steps": Kind("coast", ("schemas/nebula/steps.star",), (f"campaign status {CAMPAIGN}", f"campaign step {CAMPAIGN}", f"campaign step {CAMPAIGN} visit gc-quay")),
    "recipes": Kind("post", ("templates/post/recipes/*.star", "templates/post/recipes/words/*"), ("generate set --seed 1", "generate set --seed 2 --count 3 -o many", "generate set --seed 1 --report --render", "generate set --seed 1 --count 2 --render -o many")),
    "art": Kind("post", ("templates/post/art/*.star",), _FACES[:2]),
    "icons": Kind("post", ("templates/post/icons/*.svg",), ("icons post -o a.pdf", "icons post -o a.png", "render packs -o a.pdf")),
    "fonts": Kind("post", ("templates/fonts/*",), _FACES[:3]),
    "pictures": Kind("post", ("art/*",), _FACES),
    "printers": Kind("post", (".settings/cardforge/printers/*",), ("printer list", "render packs --printer den --backs long-edge -o a.pdf", "printer forget den"), reads_only=False),
    "vendors": Kind("post", ("templates/print/*.yaml", "templates/print/profiles/*"), ("render packs --for press -o a.pdf", "render packs --for makeplayingcards -o a.zip", "preflight x4.pdf --for press")),
    "manifests": Kind("post", ("built.json",), ("render packs --as sheets --changed-since built.json -o a.pdf", "render packs --changed-since built.json --manifest built.json -o b.pdf"), reads_only=False),
    "PDFs": Kind("post", ("*.pdf",), ("preflight *.pdf", "preflight *.pdf --format json", "preflight *.pdf --for press --format sarif")),
    "caches": Kind("post", (".cache/cardforge/*",), ("render packs --as sheets --manifest new.json -o again.pdf",), reads_only=False),
    "languages": Kind("post", (PACK,), (*_FACES, "validate --format github"), _scripts),
    "spreadsheets": Kind("stall", ("packs/market/*.csv", "packs/market/*.tsv", "packs/market/*.xlsx", "packs/market/*.ods"), (*_CHECKS, "validate --faces", "render packs -o a.pdf", "check packs/market/deck.yaml", "render packs --as sheets --manifest new.json -o a.pdf")),
    "picture cards": Kind("album", ("album/*", "list.txt"), ("render album -o a.pdf", "render list.txt -o a.pdf", "render album --back album/1.png --backs long-edge -o a.pdf", "render album/0.jpg album/3.tif --fit contain --edge stretch -o a.pdf", "render album --as png --dpi 60 -o faces", "render album --as tabletop -o table")),
    "command lines": Kind("post", (), ()),
    "requests": Kind("post", (), ()),
}  # fmt: skip


def command_line(chance: Random) -> list[str]:
    """A command with options it has and values it may not have; those that never end are left out."""
    command: Any = _all_commands()
    words: list[str] = []
    while commands := getattr(command, "commands", None):
        words.append(chance.choice(sorted(set(commands) - {"serve", "demo"})))
        command = commands[words[-1]]
    options = [each for each in command.params if each.param_type_name == "option" and chance.random() < 0.3]
    options = [each for each in options if "--scheduler" not in each.opts]  # another machine
    for each in command.params:
        if each.param_type_name == "argument" and chance.random() < 0.9:
            words += [_value(chance) for _ in range(chance.choice((1, 1, 2)))]
    for each in options:
        words.append(chance.choice(each.opts))
        if not each.is_flag:
            words.append(_value(chance))
    return words


@cache
def _all_commands() -> Any:
    return typer.main.get_command(app_for())  # a click command, of typer's own copy of click


def _value(chance: Random) -> str:
    known = (
        PACK,
        _DECK,
        "packs",
        ".",
        "post",
        "post:set",
        "set",
        "PO101",
        "CF101",
        "a.pdf",
        "x4.pdf",
        "a.png",
        "1",
        "3",
        "0.5",
        "a4",
        "210x297",
        "den",
        "press",
        "name=x",
        "output",
        "built.json",
        "sheets",
        "png",
        "json",
        "long-edge",
        "full",
        "none",
    )
    odd = [*WORDS, *(each for each in VALUES if isinstance(each, str)), *map(str, VALUES[:16]), some_text(chance)]
    odd = [each for each in odd if not each.startswith("/")]  # the rest of the machine is not ours to read
    # No argument of a program has a NUL, nor bytes that are no text of the locale.
    value = chance.choice(known) if chance.random() < 0.6 else chance.choice(odd)
    return (
        value.replace("\0", "")
        .encode("utf-8", "surrogateescape" if value.isprintable() else "replace")
        .decode("utf-8", "surrogateescape")[:2_000]
    )


class _Here:
    """Runs jobs in this process, as a worker does in its own."""

    def __init__(self) -> None:
        self._jobs = Jobs()

    async def ask(self, name: str, *given: Any, revision: int) -> Any:
        with one_budget():
            return getattr(self._jobs, name)(*given)

    ask_much = ask


def requests(chance: Random, folder: Path) -> list[str]:
    """Ask the page some things; gives those that it answered with an error of its own."""
    site = application("127.0.0.1", 80, cast(Pool, _Here()), Live(folder))
    return asyncio.run(_asked(site, chance, folder))


_PATHS = (
    "about",
    "printing",
    "seed",
    "generate",
    "sheets",
    "generate/pictures",
    "generate/files",
    "generate/save",
    "picture",
    "packs",
    "drawn",
    "forms",
    "check",
    "check/sheets",
    "check/save",
)
_QUERY = {
    "game": "post",
    "type": "set",
    "seed": "x",
    "card": "1",
    "side": "back",
    "path": PACK,
    "paper": "a4",
    "backs": "none",
    "exact": "",
    "inline": "",
    "set.colour": "sky",
}


async def _asked(site: Any, chance: Random, folder: Path) -> list[str]:
    wrong = []
    transport = httpx.ASGITransport(site, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        for _ in range(5):
            path = "/api/" + chance.choice(_PATHS) + chance.choice(("", "", "", "", "/", "/..", "%00"))
            query = {key: value for key, value in _QUERY.items() if chance.random() < 0.7}
            for key in chance.sample(sorted(query), min(len(query), chance.choice((0, 1, 1, 2)))):
                query[key] = _value(chance)
            body = json.dumps(
                query
                | {"name": "deck.yaml", "text": (folder / _DECK).read_text("utf-8"), "options": {}, "document": None}
            ).encode()
            asked = client.build_request(
                chance.choice(("GET", "GET", "POST")), path, params={key: value.encode("utf-8", "replace") for key, value in query.items()},
                content=mutated(body, ".json", chance), headers={"origin": "http://127.0.0.1", "content-type": "application/json"},
            )  # fmt: skip
            with suppress(httpx.DecodingError):
                answer = await client.send(asked)
                if answer.status_code >= 500:
                    wrong.append(f"{asked.method} {asked.url}: {answer.status_code} {answer.text[:300]}")
    return wrong
