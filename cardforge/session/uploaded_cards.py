"""Make cards and sheets of uploaded pictures: what `cardforge render PICTURES` does, on files that have no folder.

Takes uploads and settings; returns plain data, pictures for the screen, and the sheets as a file beside the uploads.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import TypeVar

from cardforge.app.render import lay_out_pictures, render_anew
from cardforge.app.render_request import RenderRequest
from cardforge.core.choices import Backs, Bleed, Fit, Marks, Product
from cardforge.core.errors import UsageError
from cardforge.core.json_data import JsonObject
from cardforge.core.limits import PDF_BYTES
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, in_order
from cardforge.core.progress import unwatched
from cardforge.core.regular_file import read_regular
from cardforge.core.units import CARD_SIZES, DPI
from cardforge.load.picture import Picture, read_picture
from cardforge.load.picture_names import ENDINGS, UNREADABLE
from cardforge.load.picture_targets import PictureFile, PictureTargets, by_numbers
from cardforge.products.sheet_options import SheetOptions
from cardforge.render.picture_options import LARGEST_BLEED, PictureOptions
from cardforge.render.picture_rendering import picture_findings, picture_outline
from cardforge.render.picture_selection import ChosenCard, ChosenPictures, cards_of
from cardforge.report.formats import as_data
from cardforge.session.cuts import points_of
from cardforge.session.uploads import PictureSettings, Upload
from cardforge.write.atomic import write_whole
from cardforge.write.bundle import bundle
from cardforge.write.cache import Memory
from cardforge.write.png import page_pictures, screen_pictures

_Choice = TypeVar("_Choice", bound=StrEnum)
_SHEETS = "sheets.pdf"
_AGAIN = "send it again"
_MISFIT = "CF521"  # the code of a picture that does not have the proportions of its card
LEAST_DPI, MOST_DPI = 36, 1_200


class UploadedCards:
    """Makes cards of uploads; remembers the headers of the latest."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._headers: dict[Upload, Picture | Problem] = {}

    def faults(self, upload: Upload) -> list[JsonObject]:
        """What is wrong with a picture itself, whatever it is used for: it is decoded once."""
        rendering = lay_out_pictures(_alone(upload), _request(PictureSettings(dpi=LEAST_DPI)))
        return [as_data(problem) for problem in rendering.problems if problem.code != _MISFIT]

    def cards(self, uploads: Sequence[Upload], settings: PictureSettings) -> JsonObject:
        """The cards that the uploads make, and every problem that can be found without decoding them."""
        request, chosen = _request(settings), _chosen(uploads, settings)
        # Fronts first: problems that several pictures share name them in this order.
        sides = [*(card.front for card in chosen.cards), *(card.back for card in chosen.cards if card.back)]
        named = [Upload(str(side.path), side.shown) for side in sides]
        self._headers = {upload: self._header(upload) for upload in named}
        pictures = [each for each in self._headers.values() if isinstance(each, Picture)]
        options = request.pictures or PictureOptions()
        outline = picture_outline(options)
        problems = [*chosen.problems, *picture_findings(pictures, options)]
        return {
            "cards": [
                {
                    "name": card.name,
                    "folder": str(PurePosixPath(card.id).parent) if "/" in card.id else "",
                    "front": card.front.shown,
                    "back": card.back.shown if card.back else None,
                    "copies": card.copies,
                    "width": outline.width,
                    "height": outline.height,
                    "cut": points_of(outline),
                }
                for card in chosen.cards
            ],
            "problems": [as_data(problem) for problem in in_order(problems)],
        }

    def picture(self, upload: Upload, settings: PictureSettings, dpi: int, exact: bool) -> bytes:
        """A picture as a side of a card, as PNG; empty if it cannot be drawn."""
        rendering = lay_out_pictures(_alone(upload), _request(replace(settings, dpi=dpi)))
        faces = [card.front for card in rendering.cards]
        if exact:
            return next((png for _, png in page_pictures(faces, rendering.resources, dpi, self._memory)), b"")
        return next(screen_pictures(faces, rendering.resources, dpi, self._memory), b"")

    def sheets(self, uploads: Sequence[Upload], settings: PictureSettings, folder: str) -> JsonObject:
        """Write the sheets into a folder; return the lines and problems that the command would print."""
        chosen = _chosen(uploads, settings)
        if not chosen.cards and not chosen.problems:
            raise UsageError("there are no pictures to print", "drop some first")
        outcome, files = render_anew(_request(settings, Path(folder) / _SHEETS, _name(uploads)), chosen, unwatched)
        file = _SHEETS if outcome.is_written else ""
        if file and files and len(files.files) > 1:
            file = "sheets.zip"
            sides = {path.name: read_regular(path, PDF_BYTES) for path in files.files}
            write_whole(Path(folder, file), bundle(sides))
        return {
            "file": file,
            "lines": [_without(folder, line) for line in outcome.lines],
            "problems": [
                {name: _without(folder, value) for name, value in as_data(problem).items()}
                for problem in outcome.problems
            ],
        }

    def _header(self, upload: Upload) -> Picture | Problem:
        if upload in self._headers:
            return self._headers[upload]
        file = Path(upload.path)
        picture = read_picture(file, upload.name, file.parent, _AGAIN)
        return picture.without_content if isinstance(picture, Picture) else picture


def picture_choices() -> JsonObject:
    """What a user can choose for cards made of pictures."""
    return {
        "sizes": [{"name": name, "measure": f"{wide:g} × {high:g} mm"} for name, (wide, high) in CARD_SIZES.items()],
        "fits": list(Fit),
        "bleeds": list(Bleed),
        "marks": list(Marks),
        "most_bleed": LARGEST_BLEED,
        "dpi": DPI,
        "endings": [*(ending for endings in ENDINGS.values() for ending in endings), *UNREADABLE],
    }


def _file(upload: Upload, copies: int | None = None) -> PictureFile:
    path = Path(upload.path)
    return PictureFile(path, upload.name, path.parent, copies, Location(upload.name))


def _alone(upload: Upload) -> ChosenPictures:
    return ChosenPictures((ChosenCard(upload.name, upload.name, _file(upload), None, 1),), (), {})


def _chosen(uploads: Sequence[Upload], settings: PictureSettings) -> ChosenPictures:
    copies = dict(settings.copies)
    files = [_file(upload, copies.get(upload.name)) for upload in uploads]
    files.sort(key=lambda file: by_numbers(file.named))
    common = next((file for file in files if file.shown == settings.back), None)
    if settings.back and common is None:
        raise UsageError(f"there is no picture `{settings.back[:100]}`", "choose the back again")
    return cards_of(PictureTargets(files), common)


def _request(settings: PictureSettings, output: Path | None = None, name: str = "") -> RenderRequest:
    if not LEAST_DPI <= settings.dpi <= MOST_DPI:
        raise UsageError(f"pictures cannot have {settings.dpi} dpi", f"use {LEAST_DPI} to {MOST_DPI}")
    pictures = PictureOptions(settings.size, "", _one_of(Fit, settings.fit, "fit"), settings.with_bleed, settings.edge)
    sheets = SheetOptions(
        paper=settings.paper,
        backs=_one_of(Backs, settings.backs, "backs"),
        bleed=_one_of(Bleed, settings.bleed, "bleed"),
        marks=_one_of(Marks, settings.marks, "marks"),
    )
    return RenderRequest((), Product.SHEETS, output, name, dpi=settings.dpi, sheets=sheets, pictures=pictures)


def _one_of(choices: type[_Choice], given: str, what: str) -> _Choice:
    if given not in tuple(choices):
        raise UsageError(f"{what} cannot be `{given[:60]}`", f"choose {listed(list(choices))}")
    return choices(given)


def _name(uploads: Sequence[Upload]) -> str:
    """The name printed on the sheets: the folder that all pictures are in."""
    folders = {upload.name.partition("/")[0] for upload in uploads if "/" in upload.name}
    is_one = len(folders) == 1 and all("/" in upload.name for upload in uploads)
    return re.sub(r"[-_]+", " ", folders.pop()) if is_one else "pictures"


def _without(folder: str, value: object) -> object:
    """A text as the user may see it: the folder is ours and of no use to them."""
    return value.replace(f"{folder}/", "") if isinstance(value, str) else value
