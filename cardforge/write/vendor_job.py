"""Build the file to upload to a print service: a PDF or a zip.

Takes a vendor, cards with their copies, fonts and pictures; returns the file, or problems. The order of fronts and
backs is decided only here. In a PDF every copy has its own pages, because the file is the deck; a zip has each picture
once, and `cards.csv` lists the copies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, Severity, in_order
from cardforge.core.units import Mm
from cardforge.load.vendor import Canvas, Vendor
from cardforge.write.bundle import bundle
from cardforge.write.canvas import canvas_pictures
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import PdfResources, cards_pdf
from cardforge.write.pdfx import press_pdf
from cardforge.write.vendor_notes import CardRow, cards_csv, read_me

STRETCHED: Mm = 0.5  # missing bleed up to this can be filled by stretching the edge unnoticed


class VendorCard(NamedTuple):
    """A card to be printed."""

    front: Drawn
    back: Drawn | None = None
    copies: int = 1
    where: Location = Location("")


class VendorFile(NamedTuple):
    """A file for a service; `data` is empty if there are errors."""

    data: bytes
    suffix: str  # .pdf or .zip
    problems: tuple[Problem, ...]


def vendor_job(vendor: Vendor, cards: Sequence[VendorCard], resources: PdfResources, title: str) -> VendorFile:
    """Build everything a service needs to print the cards."""
    cards = [card for card in cards if card.copies > 0]
    problems = in_order([*_unmakeable(vendor, cards), *_backless(vendor, cards), *_unbled(vendor, cards)])
    if any(problem.severity == Severity.ERROR for problem in problems):
        return VendorFile(b"", "", tuple(problems))
    make = _picture_files if vendor.output == "png" else _pdf_files
    files = make(vendor, cards, resources, title)
    if len(files) == 1:
        (data,) = files.values()
        return VendorFile(data, f".{vendor.output}", tuple(problems))
    return VendorFile(bundle(files), ".zip", tuple(problems))


def page_order(cards: Sequence[VendorCard], order: str) -> dict[str, list[Drawn]]:
    """The sides of all cards in page order, by file name."""
    copies = [card for card in cards for _ in range(card.copies)]
    fronts = [card.front for card in copies]
    backs = [card.back for card in copies if card.back]
    if order == "two-files":
        return {"fronts": fronts, "backs": backs} if backs else {"fronts": fronts}
    if order == "fronts-then-back":
        return {"cards": [*fronts, *_distinct(backs)]}
    sides = [(card.back, card.front) if order == "back-first" else (card.front, card.back) for card in copies]
    return {"cards": [side for pair in sides for side in pair if side]}


def _pdf_files(vendor: Vendor, cards: Sequence[VendorCard], resources: PdfResources, title: str) -> dict[str, bytes]:
    files = {}
    groups = _by_canvas(vendor, cards)
    for canvas, group in groups.items():
        for name, faces in page_order(group, vendor.order).items():
            file = f"{canvas.name}-{name}.pdf" if len(groups) > 1 else f"{name}.pdf"
            plain = cards_pdf(faces, resources, title)
            files[file] = press_pdf(plain, vendor.standard, vendor.ink, title, vendor.bleed, vendor.marks)
    return files


def _picture_files(
    vendor: Vendor, cards: Sequence[VendorCard], resources: PdfResources, title: str
) -> dict[str, bytes]:
    groups = _by_canvas(vendor, cards)
    faces: dict[str, tuple[Drawn, tuple[int, int]]] = {}
    rows = []
    for canvas, group in groups.items():
        folder = f"{canvas.name}/" if len(groups) > 1 else ""
        for card, names in zip(group, picture_names(group, vendor.order), strict=True):
            front, back = (folder + name if name else "" for name in names)
            rows.append(CardRow(card.front.id, card.copies, front, back))
            faces[front] = card.front, canvas.pixels
            if card.back:
                faces.setdefault(back, (card.back, canvas.pixels))
    files = sorted(faces)
    pictures = canvas_pictures([faces[file] for file in files], resources, vendor.dpi)
    notes = {"README.txt": read_me(vendor, title, list(groups), rows), "cards.csv": cards_csv(rows)}
    return {name: text.encode() for name, text in notes.items()} | dict(zip(files, pictures, strict=True))


def picture_names(cards: Sequence[VendorCard], order: str) -> Iterator[tuple[str, str]]:
    """File names for the front and back of every card ("" without a back); sorted by name, they are in order.

    Unless fronts and backs alternate, cards that share a back share its picture.
    """
    digits = max(3, len(str(2 * len(cards))))
    backs: dict[tuple[object, ...], int] = {}
    for number, card in enumerate(cards, start=1):
        stem = f"{number:0{digits}}-{card.front.id.replace('/', '_')}"
        shared = backs.setdefault(_key(card.back), len(backs) + 1) if card.back else 0
        if order == "two-files":
            front, back = f"fronts/{stem}.png", f"backs/back-{shared:0{digits}}.png"
        elif order == "fronts-then-back":
            front, back = f"{stem}.png", f"{len(cards) + shared:0{digits}}-back.png"
        elif order == "back-first":
            front, back = f"{stem}-2-front.png", f"{stem}-1-back.png"
        else:
            front, back = f"{stem}-1-front.png", f"{stem}-2-back.png"
        yield front, back if card.back else ""


def _by_canvas(vendor: Vendor, cards: Sequence[VendorCard]) -> dict[Canvas, list[VendorCard]]:
    """Group cards by size, because services print one size per order."""
    groups: dict[Canvas, list[VendorCard]] = {}
    for card in cards:
        canvas = vendor.canvas(card.front.width, card.front.height)
        if canvas:
            groups.setdefault(canvas, []).append(card)
    return groups


def _unmakeable(vendor: Vendor, cards: Sequence[VendorCard]) -> Iterator[Problem]:
    if not cards:
        message = f"nothing to print for {vendor.name}: no card has any copies"
        yield Problem("CF504", Severity.ERROR, vendor.where, message, "give at least one card a copy")
    lost: dict[tuple[Mm, Mm], list[VendorCard]] = {}
    for card in cards:
        size = (card.front.width, card.front.height)
        if not vendor.canvas(*size):
            lost.setdefault(size, []).append(card)
        if card.back and (card.back.width, card.back.height) != size:
            back = f"{card.back.width:g} × {card.back.height:g}"
            message = f"the front of `{card.front.id}` is {size[0]:g} × {size[1]:g} mm, but its back is {back} mm"
            yield Problem("CF515", Severity.ERROR, _place(vendor, card), message, "give both sides the same size")
    for (width, height), same in lost.items():
        message = f"{vendor.name} does not print cards of {width:g} × {height:g} mm: {_named(same)}"
        hint = f"choose one of its sizes in mm: {', '.join(map(str, vendor.canvases))}"
        yield Problem("CF512", Severity.ERROR, _place(vendor, same[0]), message, hint)


def _backless(vendor: Vendor, cards: Sequence[VendorCard]) -> Iterator[Problem]:
    """Report cards without a back, which would shift every later page; pictures are matched by name instead."""
    bare = [card for card in cards if not card.back]
    counts = vendor.output == "pdf" and vendor.order != "fronts-then-back"
    if bare and counts and (vendor.order == "back-first" or len(bare) < len(cards)):
        message = f"{vendor.name} needs a back for every card; these have none: {_named(bare)}"
        hint = "give its face a `back`"
        yield Problem("CF513", Severity.ERROR, _place(vendor, bare[0]), message, hint)


def _unbled(vendor: Vendor, cards: Sequence[VendorCard]) -> Iterator[Problem]:
    sides = [(card, side) for card in cards for side in (card.front, card.back) if side]
    short = [(card, side) for card, side in sides if side.bleed < vendor.bleed - STRETCHED]
    if short:
        card, side = short[0]
        message = f"{vendor.name} requires {vendor.bleed:g} mm of bleed; {_named([card])} has {side.bleed:g} mm"
        if len(short) > 1:
            message += f" (and {len(short) - 1} more sides)"
        hint = f"set `bleed: {vendor.bleed:g}` in its face, and extend the background that far"
        yield Problem("CF514", Severity.WARNING, _place(vendor, card), message, hint)


def _place(vendor: Vendor, card: VendorCard) -> Location:
    return card.where if card.where.path else vendor.where


def _named(cards: Sequence[VendorCard]) -> str:
    return listed([card.front.id for card in cards], most=3)


def _distinct(faces: Sequence[Drawn]) -> list[Drawn]:
    return list({_key(face): face for face in reversed(faces)}.values())[::-1]


def _key(face: Drawn) -> tuple[object, ...]:
    """A key that is equal for sides that look the same."""
    return face.width, face.height, face.bleed, face.code
