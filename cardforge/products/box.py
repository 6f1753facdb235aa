"""Lay out the whole box of a game: everything it prints, sorted into files in one folder, with a cutting list.

Takes a game's name; returns its files as bytes. `box` in `game.yaml` says what goes into which file; a game without it
gets one file per kind. A printed card that is in no file is a problem: it would be missing from the table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardforge.core.choices import Backs, Bleed, Marks
from cardforge.core.errors import UsageError
from cardforge.core.phrases import counted, listed
from cardforge.core.problems import Problem, Severity, any_error
from cardforge.core.suggestions import did_you_mean
from cardforge.link.opening import OpenGames
from cardforge.load.document import Fields
from cardforge.load.game import Game
from cardforge.products.booklet import Pages, lay_pages
from cardforge.products.output_files import OutputFiles, PdfFile
from cardforge.products.proof import Proof, lay_proof
from cardforge.products.sheet_options import SheetOptions
from cardforge.products.sheets import LaidOutSheets, lay_sheets, pdf_files
from cardforge.render.captions import CaptionPainter
from cardforge.render.rendering import RenderedCard, Rendering
from cardforge.report.cutting_list import Folded, Listed, Shown, cutting_list

LIST = "cutting-list.txt"
PROOF = "proof"
_HOW: Mapping[str, tuple[Callable[[Any], Any], Any]] = {
    "backs": (Backs, Backs.LONG_EDGE),
    "bleed": (Bleed, Bleed.NONE),
    "marks": (Marks, Marks.EDGE),
    "margin": (float, SheetOptions.margin),
    "nest": (bool, SheetOptions.nest),
}  # sheet options that a file of the box may set, with their defaults


@dataclass(frozen=True)
class BoxFile:
    """One file of a box."""

    name: str  # without extension
    title: str
    prints: tuple[str, ...]  # kinds, or `kind/group`
    how: Fields  # sheet options
    form: str = ""  # empty for sheets, else a booklet to fold or a proof to look at
    stock: str = ""
    note: str = ""
    look: str = ""  # which of several faces its cards have

    def names(self, card: RenderedCard) -> bool:
        """Whether it prints this card's kind, or its kind and group."""
        return card.kind in self.prints or f"{card.kind}/{card.group}" in self.prints


@dataclass(frozen=True)
class GameBox:
    """A game and the files of its box."""

    game: Game
    files: tuple[BoxFile, ...]
    edition: str = ""

    @property
    def name(self) -> str:
        """The name printed on its sheets. It is short: a header may have no more than 62 mm between two marks."""
        if not self.edition:
            return self.game.name
        return f"{self.game.name}, {'edition ' if self.edition.isdigit() else ''}{self.edition}"

    def takers(self, card: RenderedCard) -> list[BoxFile]:
        """The files that print a card: exactly one in a correct box. Naming its group beats naming its kind."""
        naming = [file for file in self.files if file.form != PROOF and file.names(card)]
        nearer = [file for file in naming if f"{card.kind}/{card.group}" in file.prints]
        return nearer or naming

    def cards_of(self, file: BoxFile, cards: Iterable[RenderedCard]) -> tuple[RenderedCard, ...]:
        """The cards of a file; a proof repeats cards of other files, named as those files name them."""
        if file.form != PROOF:
            return tuple(card for card in cards if file in self.takers(card))
        named = {what for other in self.files if other.form != PROOF for what in other.prints}
        nearest = [(card, f"{card.kind}/{card.group}") for card in cards]
        return tuple(card for card, near in nearest if (near if near in named else card.kind) in file.prints)

    @property
    def looks(self) -> dict[str, str]:
        """The looks that its files ask for, by kind, or kind and group."""
        return {what: file.look for file in self.files if file.look for what in file.prints}

    @property
    def targets(self) -> list[str]:
        """Every printed kind, as a target for `render`."""
        return [f"{self.game.system}:{kind}" for kind in self.game.kinds if self.game.prints(kind)]


def box_of(opened: OpenGames, system: str, edition: str = "") -> GameBox:
    """The box of a game."""
    if system not in opened.games.names and (Path(system).exists() or ":" in system):
        message = f"--all is for a whole game, but {system} is only a part of one"
        raise UsageError(message, f"name a game: {listed(opened.games.names)}")
    game = opened.game(system)
    given = game.document.data.get("box")
    entries = given or [
        {"file": kind.name, "title": kind.title.capitalize(), "prints": [kind.name]}
        for kind in game.kinds.values()
        if kind.is_printed
    ]
    return GameBox(game, tuple(_file(number, entry) for number, entry in enumerate(entries, 1)), edition)


def _file(number: int, entry: Fields) -> BoxFile:
    return BoxFile(
        f"{number:02}-{entry['file']}",
        entry["title"],
        tuple(entry["prints"]),
        {name: choice(entry[name]) if name in entry else default for name, (choice, default) in _HOW.items()},
        entry.get("as", ""),
        entry.get("stock", ""),
        entry.get("note", ""),
        entry.get("look", ""),
    )


class PackedBox:
    """The files of a box, laid out, and their problems."""

    def __init__(self, box: GameBox, rendering: Rendering, options: SheetOptions, typed: Collection[str]) -> None:
        self._box, self._resources = box, rendering.resources
        self.files: list[tuple[BoxFile, LaidOutSheets | Pages | Proof]] = []
        self.problems: list[Problem] = [*_misplaced(box, rendering)]
        for file in box.files:
            cards = box.cards_of(file, rendering.cards)
            if cards:
                own = replace(rendering, cards=cards)
                name = f"{box.name} · {file.title}"
                if file.form:
                    lay = lay_proof if file.form == PROOF else lay_pages
                    self.files.append((file, lay(own, options.paper, name)))
                    continue
                laid = lay_sheets(own, _options(file, cards, options, typed), name)
                self.files.append((file, laid))
                self.problems += laid.problems

    def files_in(self, folder: Path) -> OutputFiles:
        """The files for a folder, including the cutting list."""
        problems = tuple(self.problems)
        if any_error(problems):
            return OutputFiles({}, problems=problems)
        captions = CaptionPainter(self._resources)
        files: dict[Path, bytes | PdfFile] = {}
        rows: list[Listed | Folded | Shown] = []
        pieces = sheets = 0
        for file, laid in self.files:
            output = folder / f"{file.name}.pdf"
            if isinstance(laid, Proof):
                files[output] = laid.pdf(captions)
                rows.append(Shown(output.name, file.title, len(laid.pages), file.note))
                sheets += len(laid.pages)
                continue
            if isinstance(laid, Pages):
                files[output] = laid.pdf(captions)
                rows.append(Folded(output.name, file.title, laid.booklet.sheets, laid.length, file.stock, file.note))
                pieces, sheets = pieces + 1, sheets + laid.booklet.sheets
                continue
            own = pdf_files(laid, output, captions)
            files |= own
            rows.append(Listed([path.name for path in own], file.title, laid.job, laid.sheets, file.stock, file.note))
            pieces, sheets = pieces + laid.pieces, sheets + laid.papers
        files[folder / LIST] = cutting_list(self._box.name, rows).encode()
        line = f"{counted(len(rows), 'file')} with {counted(pieces, 'piece')} on {counted(sheets, 'sheet')} in {folder}"
        lines = (line, f"{folder / LIST} says how to print and cut them")
        return OutputFiles(files, lines, folder=folder, problems=problems)


def _options(
    file: BoxFile, cards: tuple[RenderedCard, ...], options: SheetOptions, typed: Collection[str]
) -> SheetOptions:
    """The sheet options of a file: those typed on the command line, then those of the box.

    A file without any backs is printed on one side.
    """
    own = {name: value for name, value in file.how.items() if name not in typed}
    if not any(card.back for card in cards):
        own["backs"] = Backs.NONE
    return replace(options, **own)


def _misplaced(box: GameBox, rendering: Rendering) -> Iterator[Problem]:
    """Entries of the box that the game does not print, and printed cards that are in no file or in several."""
    document = box.game.document
    kinds = box.game.kinds
    for at, file in enumerate(box.files):
        for number, what in enumerate(file.prints):
            kind = what.partition("/")[0]
            if kind not in kinds or not box.game.prints(kind):
                known = [each for each in kinds if box.game.prints(each)]
                message = f"{box.game.system} prints no `{kind}`"
                place = document.locate(("box", at, "prints", number))
                yield Problem("CF508", Severity.ERROR, place, message, did_you_mean(kind, known) or listed(known))
    for card in rendering.cards:
        takers = [file.name for file in box.takers(card)]
        if len(takers) != 1:
            how = "in no file of the box" if not takers else f"in {listed(takers)}"
            message = f"`{card.front.id}` ({card.kind}, {card.group or 'no group'}) is {how}"
            yield Problem("CF508", Severity.ERROR, document.locate(("box",)), message, "list it in exactly one file")
            return  # one card is enough to find the mistake
