"""Read the rules booklet of a game: its pages with everything quoted filled in, and the cards that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import yaml

from cardforge.render.selection import Selection, select
from tests.conftest import REPOSITORY

_SUM = re.compile(r"(\d+(?:\s[+−]\s\d+)+)\s=\s(\d+)")


def texts(value: Any) -> Iterator[str]:
    """Every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


class Booklet:
    """The rules booklet of one game, and the packs of that game as they are written."""

    def __init__(self, game: str) -> None:
        self.packs_folder = REPOSITORY / "packs" / game
        self.file = self.packs_folder / "booklet/rules.yaml"
        self.game: dict[str, Any] = yaml.safe_load((self.packs_folder / "game.yaml").read_text("utf-8"))

    @cached_property
    def selection(self) -> Selection:
        """The booklet as it is chosen for printing, with its problems."""
        return select([str(self.file)])

    @cached_property
    def pages(self) -> dict[str, dict[str, Any]]:
        """The pages by id, with everything quoted filled in."""
        return {job.card.id.partition("/")[2]: dict(job.card.data) for job in self.selection.jobs}

    @cached_property
    def packs(self) -> dict[str, dict[str, Any]]:
        """Every pack of the game by its id."""
        read = [yaml.safe_load(file.read_text("utf-8")) for file in sorted(self.packs_folder.glob("*/*.yaml"))]
        return {pack["id"]: pack for pack in read if "id" in pack and "cards" in pack}

    def card(self, id: str) -> dict[str, Any]:
        """One card, by its pack and its own id."""
        pack, _, own = id.partition("/")
        found: dict[str, Any] = next(each for each in self.packs[pack]["cards"] if each["id"] == own)
        return found

    def blocks(self, page: str, form: str) -> list[Any]:
        """What a page has of one form of block, such as `table`."""
        return [block[form] for block in self.pages[page]["blocks"] if form in block]

    def words(self, page: str) -> str:
        """All words of a page, with single spaces; a no-break space stays one."""
        return re.sub(r"[ \n]+", " ", " ".join(texts(self.pages[page]["blocks"])))

    def titles(self) -> dict[str, str]:
        """The title of each page by its number."""
        return {str(number): page["name"] for number, page in enumerate(self.pages.values(), 1)}

    def unfilled(self) -> list[str]:
        """Texts and keys of tables in which a quotation was left as it is written."""
        keys = [key for page in self.pages.values() for block in page["blocks"] for key in block.get("table", {})]
        return [text for text in (*texts([page["blocks"] for page in self.pages.values()]), *keys) if "{" in text]

    def sums(self) -> list[tuple[str, int, int]]:
        """Every sum that a page prints: its terms, what they come to, and what is printed behind the equals sign."""
        found = [sum_ for page in self.pages for sum_ in _SUM.findall(self.words(page))]
        return [(terms, _total(terms), int(printed)) for terms, printed in found]


def _total(terms: str) -> int:
    first, *rest = re.split(r"\s([+−])\s", terms)
    signed = zip(rest[::2], rest[1::2], strict=True)
    return int(first) + sum(int(number) if sign == "+" else -int(number) for sign, number in signed)
