"""The appearance of cards: the palette and the look of their faces, as the user asks for them.

A look is one of several faces for a kind, such as bridge and tarot side by side. A box may ask for another look for
some kinds, which counts unless the command names one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.measures import measure
from cardforge.core.phrases import listed
from cardforge.core.suggestions import did_you_mean
from cardforge.core.units import CARD_SIZES, Mm


class FaceChoice(NamedTuple):
    """What the faces of a game let a user choose."""

    palettes: set[str]
    looks: set[str]
    sizes: set[tuple[Mm, Mm]]


@dataclass(frozen=True)
class Appearance:
    """A palette and a look; empty ones are the usual ones."""

    palette: str = ""
    look: str = ""  # the name of a look, or a size
    looks: Mapping[str, str] = field(default_factory=dict)  # by kind, or kind and group: what a box asks for
    is_draft: bool = False  # whether cards with problems are drawn, with marks

    def look_of(self, kind: str, group: str) -> str:
        """The look of the cards of a group."""
        return self.look or self.looks.get(f"{kind}/{group}") or self.looks.get(kind, "")

    def refuse_unknown(self, choices: Mapping[str, FaceChoice]) -> None:
        """Stop the command if the faces of a game have no such palette or look."""
        for system, choice in choices.items():
            if self.palette:
                _refuse(f"palette `{self.palette}`", system, self.palette, choice.palettes, "palettes")
            for look in filter(None, (self.look, *self.looks.values())):
                size = CARD_SIZES.get(look) or measure(look)
                if size not in choice.sizes:
                    _refuse(f"look `{look}`", system, look, choice.looks, "looks")


def _refuse(what: str, system: str, name: str, known: Iterable[str], names: str) -> None:
    if name not in known:
        hint = did_you_mean(name, known) or f"{names}: {listed(sorted(known)) or 'none'}"
        raise UsageError(f"the faces of {system} have no {what}", hint)


USUAL = Appearance()
