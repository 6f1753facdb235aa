"""Report pictures that do not have the proportions of their card, with what happens to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardforge.core.choices import Fit
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.units import DPI, MM_PER_INCH
from cardforge.layout.picture_face import PictureCard, misfit
from cardforge.load.picture import Picture


def misfits(pictures: Iterable[Picture], card: PictureCard) -> Iterator[Problem]:
    """One problem for all pictures of the same size."""
    sizes: dict[tuple[int, int], list[str]] = {}
    for picture in pictures:
        sizes.setdefault((picture.width, picture.height), []).append(picture.path)
    for (width, height), paths in sizes.items():
        if misfit(width, height, card).is_visible:
            size = f"{width:,} × {height:,} pixels"
            who = f"{len(paths):,} pictures have {size}" if len(paths) > 1 else f"this picture has {size}"
            area = f"{card.box.width:g} × {card.box.height:g} mm" + (" with bleed" if card.own_bleed else "")
            message = f"{who}, the card is {area}: {_consequence(width, height, card)}"
            if len(paths) > 1:
                message += f" ({listed(paths, most=3)})"
            yield Problem("CF521", Severity.WARNING, Location(paths[0]), message, _hint(width, height, card))


def _consequence(width: int, height: int, card: PictureCard) -> str:
    across, down = misfit(width, height, card)
    sides = "left and right" if across > down else "at the top and at the bottom"
    each = max(across, down) / 2
    if card.fit is Fit.COVER:
        return f"{each:.1f} mm are cut off {sides}"
    if card.fit is Fit.CONTAIN:
        return f"{each:.1f} mm stay empty {sides}"
    wider = card.box.width / width / (card.box.height / height)
    return f"it is stretched, {wider - 1:.0%} wider" if wider > 1 else f"it is stretched, {1 / wider - 1:.0%} taller"


def _hint(width: int, height: int, card: PictureCard) -> str:
    box = card.box
    if (width - height) * (box.width - box.height) < 0:
        return f"it lies on its side: turn it, or make cards of `--size {card.height:g}x{card.width:g}`"
    right = " × ".join(f"{side / MM_PER_INCH * DPI:,.0f}" for side in (box.width, box.height))
    others = " or ".join(f"`--fit {each}`" for each in Fit if each is not card.fit)
    return f"{right} pixels would fit; or try {others}"
