"""Select the cards that pictures make: pair fronts with backs by their names, and count copies.

Takes targets as typed; returns the cards in order, and the problems of names that do not fit together.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cardforge.core.limits import COPIES
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, Severity
from cardforge.load.picture_names import BACK, PictureName, read_name
from cardforge.load.picture_targets import PictureFile, PictureTargets, find_pictures
from cardforge.load.project import shown
from cardforge.load.source import Source
from cardforge.load.targets import existing


class ChosenCard(NamedTuple):
    """A card made of pictures."""

    id: str  # folder/name
    name: str
    front: PictureFile
    back: PictureFile | None
    copies: int

    @property
    def pack(self) -> str:
        return Path(self.id).parent.name or "pictures"


@dataclass(frozen=True)
class ChosenPictures:
    """The cards to make, and the problems found while choosing them."""

    cards: tuple[ChosenCard, ...]
    problems: tuple[Problem, ...]
    sources: dict[str, Source]


class _Named(NamedTuple):
    file: PictureFile
    parts: PictureName


def choose_pictures(targets: Iterable[str], back: str = "", outputs: Iterable[Path] = ()) -> ChosenPictures:
    """The cards of some targets; `back` is the picture for all cards that have no back of their own.

    What an earlier run has written to `outputs` is not taken for pictures of a folder around it.
    """
    return cards_of(find_pictures(targets, outputs), _common_back(back) if back else None)


def cards_of(found: PictureTargets, common: PictureFile | None = None) -> ChosenPictures:
    """The cards of some pictures; `common` is the back of all that have no back of their own."""
    files = [file for file in found.files if not (common and _is_same(file, common))]
    sides: dict[tuple[Path, str], tuple[list[_Named], list[_Named]]] = {}
    for file in files:
        parts = read_name(file.named.stem)
        fronts, backs = sides.setdefault((file.named.parent, parts.name), ([], []))
        (backs if parts.side == BACK else fronts).append(_Named(file, parts))
    problems = [*found.problems, *_odd_sides(sides.values()), *_odd_copies(sides.values())]
    base = _base([file.named for file in files])
    cards = []
    for (folder, name), (fronts, backs) in sides.items():
        if fronts:
            own = backs[0].file if backs else common
            id = (folder / name).relative_to(base).as_posix()
            cards.append(ChosenCard(id, name, fronts[0].file, own, _copies([*fronts[:1], *backs[:1]])))
    problems += _too_many(cards)
    return ChosenPictures(tuple(cards), tuple(problems), found.sources)


def _common_back(back: str) -> PictureFile:
    path = existing(back)
    return PictureFile(path, shown(path), None, None, Location(shown(path)))


def _is_same(one: PictureFile, other: PictureFile) -> bool:
    return os.path.realpath(one.path) == os.path.realpath(other.path)


def _base(paths: list[Path]) -> Path:
    """The folder that ids start below: this one, or for pictures elsewhere the one that holds all their folders."""
    here = Path.cwd()
    folders = [path.parent for path in paths]
    if not paths or all(path.is_relative_to(here) for path in paths):
        return here
    common = Path(os.path.commonpath(folders))
    return common.parent if common in folders else common


def _copies(sides: list[_Named]) -> int:
    """As asked for, else as the name of a side says, else 1."""
    asked = [side.file.copies for side in sides if side.file.copies is not None]
    told = [side.parts.copies for side in sides if side.parts.copies is not None]
    return next(iter([*asked, *told]), 1)


def _odd_sides(sides: Iterable[tuple[list[_Named], list[_Named]]]) -> Iterator[Problem]:
    for fronts, backs in sides:
        if not fronts:
            file = backs[0].file
            missing = f"there is no picture `{backs[0].parts.name}` or `{backs[0].parts.name}-front` among these"
            message = f"this is the back of a card without a front: {missing}"
            if not backs[0].parts.name:
                message = "this is a back, but it does not say of which card"
            hint = f"add the front, rename it, or give it to all cards with `--back {file.shown}`"
            yield Problem("CF522", Severity.ERROR, file.where, message, hint)
        for same, side in ((fronts, "front"), (backs, "back")):
            if len(same) > 1:
                files = listed([each.file.shown for each in same], most=3)
                message = f"{len(same)} pictures for the {side} of one card: {files}"
                yield Problem("CF523", Severity.ERROR, same[1].file.where, message, "rename or remove all but one")


def _odd_copies(sides: Iterable[tuple[list[_Named], list[_Named]]]) -> Iterator[Problem]:
    for fronts, backs in sides:
        if not fronts or not backs or fronts[0].file.copies is not None:
            continue
        front, back = fronts[0].parts.copies, backs[0].parts.copies
        if front is not None and back is not None and front != back:
            message = f"this back says {back} copies, its front {fronts[0].file.shown} says {front}"
            yield Problem("CF525", Severity.ERROR, backs[0].file.where, message, "give both the same number")


def _too_many(cards: list[ChosenCard]) -> Iterator[Problem]:
    total = sum(card.copies for card in cards)
    if total > COPIES.most:
        most = max(cards, key=lambda card: card.copies)
        message = f"`{most.id}` has {most.copies:,} of {total:,} copies; the limit for all cards is {COPIES.most:,}"
        yield Problem("CF509", Severity.ERROR, most.front.where, message, COPIES.hint("print fewer"))
