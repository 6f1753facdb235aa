"""Write the products of `render` that consist of pictures: files, one picture of all, decks for a virtual table."""

from __future__ import annotations

from pathlib import Path

from cardforge.app.render_request import RenderRequest
from cardforge.core.choices import Product
from cardforge.core.progress import Progress
from cardforge.render.rendering import Rendering

CONTACT_DPI = 150  # enough for one picture of all cards


def write_pictured(rendering: Rendering, request: RenderRequest, progress: Progress) -> tuple[str, ...]:
    """Write the product; return the lines that say what was written."""
    from cardforge.core.phrases import counted
    from cardforge.products.pictures import write_contact, write_pictures

    if request.product is Product.PNG:
        folder = request.output or Path("output/cards")
        files = write_pictures(rendering, folder, request.dpi, progress)
        return (f"{counted(len(files), 'picture')} in {folder}",)
    if request.product is Product.CONTACT:
        file = request.output or Path("output/contact.png")
        write_contact(rendering, file, min(request.dpi, CONTACT_DPI))
        return (f"{counted(len(rendering.faces), 'face')} on one sheet in {file}",)
    from cardforge.products.tabletop import write_tabletop

    folder = request.output or Path("output/tabletop")
    *pictures, saved = write_tabletop(rendering, folder, request.base_url, progress)
    plain = sum(card.back is None for card in rendering.cards)
    sharing = "the pictures work on this computer only; to share, upload them and pass their address with --base-url"
    return (
        f"{counted(len(pictures), 'picture')} and {saved.name} in {folder}",
        *([f"{counted(plain, 'card')} without a back got a plain one"] if plain else []),
        f"to play, copy {saved.name} into Tabletop Simulator's folder `Saves/Saved Objects`",
        *([] if request.base_url else [sharing]),
    )
