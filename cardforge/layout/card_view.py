"""A card as templates read it: the fields that its author wrote, and data about the card.

    {name}, {traits.first}        the author's own fields
    {pack.…}, {lead.…}            fields of its pack, and of the first card of the pack
    {card.number}, {card.total}   its position in the pack; `card.kind`, and `card.origin` for a generated card
    {game.name}, {game.version}   its game
    {plain.…}                     texts for the built-in face, for any schema

Only this module builds the mapping; the engine itself reads the attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cardforge.layout.markup import literal
from cardforge.layout.plain import called, plain_words
from cardforge.load.document import Fields

_SHORT_SEED = 24  # characters


class _PlainTexts(Mapping[str, str]):
    """The texts of the built-in face, made when a template asks for one: most games have faces of their own."""

    def __init__(self, view: CardView) -> None:
        self._view = view

    def __getitem__(self, key: str) -> str:
        return self._view.plain[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._view.plain)

    def __len__(self) -> int:
        return len(self._view.plain)


@dataclass(frozen=True)
class CardView:
    """A card of a pack, with everything its face may show."""

    fields: Fields = field(default_factory=dict)
    kind: str = ""
    game: str = ""  # its name
    version: str = ""  # of the game
    pack: Fields = field(default_factory=dict)  # without its cards
    lead: Fields | None = None  # the first card of the pack; log sheets have none
    number: int = 1
    total: int = 1
    names: Mapping[str, str] = field(default_factory=dict)  # names of the ids in its fields, for `{field:name}`
    hidden: frozenset[str] = frozenset()  # fields that the plain face does not show
    footer: str = ""  # of the plain face; built from the rest if empty
    page: Mapping[str, str] | None = None  # texts of the plain face instead of the usual ones, which do not fit

    @property
    def name(self) -> str:
        """The name of the card."""
        return called(self.fields)

    @property
    def group(self) -> str:
        return str(self.fields.get("group", ""))

    @property
    def words(self) -> str:
        """Its longer texts, with markup."""
        return self.plain["words"]

    @cached_property
    def plain(self) -> dict[str, str]:
        """The texts of the built-in face."""
        shown = {key: value for key, value in self.fields.items() if key not in self.hidden}
        return {**plain_words(shown, self.kind, self.foot), **(self.page or {})}

    @property
    def foot(self) -> str:
        """The footer of the plain face."""
        return self.footer or self._footer

    @property
    def data(self) -> Fields:
        """The fields that a template can use; not kept, because they take 1.3 KB for a card."""
        about = {
            "number": self.number,
            "total": self.total,
            "kind": self.kind,
            "origin": literal(self._origin),
            "names": self.names,
        }
        lead = {} if self.lead is None else {"lead": self.lead}
        given = {
            "pack": self.pack,
            **lead,
            "card": about,
            "game": {"name": self.game, "version": self.version},
            "plain": _PlainTexts(self),
            "own": self.fields,  # also what the names above hide
        }
        return {**self.fields, **given}

    @property
    def seed(self) -> Fields | None:
        """How its pack was generated; None for a hand-written pack."""
        seed = self.pack.get("seed")
        return seed if isinstance(seed, Mapping) else None

    @property
    def _origin(self) -> str:
        """Where a generated card came from, short enough for its footer."""
        seed = self.seed
        if seed is None or not {"text", "version"} <= seed.keys():
            return ""
        text = str(seed["text"])
        if len(text) > _SHORT_SEED:
            # Keep both ends: the word that was typed, and the number within a series.
            text = f"{text[: _SHORT_SEED // 2]}…{text[1 - _SHORT_SEED // 2 :]}"
        return f"seed {text} v{seed['version']}"

    @property
    def _footer(self) -> str:
        place = f"{self.pack.get('name', '')} · {self.number}/{self.total} · {self.game} {self.version}"
        return f"{place} · {self._origin}" if self._origin else place
