"""Print services: find one by name, know its demands, and make the file to upload to it."""

from __future__ import annotations

from pathlib import Path

from cardforge.core.errors import UsageError
from cardforge.core.phrases import counted
from cardforge.load.game import VENDOR_KIND
from cardforge.load.project import project_at_hand
from cardforge.load.vendor import VENDOR_FOLDER, Vendor, vendor_of
from cardforge.preflight.demands import Demands, demands_of
from cardforge.products.named_files import load_named
from cardforge.products.output_files import OutputFiles
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import refuse_folder


def service(name: str) -> Vendor:
    """A print service by its name."""
    return vendor_of(load_named(project_at_hand(), VENDOR_FOLDER, VENDOR_KIND).named(name, "print service"))


def service_demands(vendor: Vendor) -> Demands:
    """The demands of a print service on a PDF."""
    values = {"standard": vendor.standard, "bleed": vendor.bleed, "safe": vendor.safe, "ink": vendor.ink}
    return demands_of({**values, "dpi": vendor.dpi})


def make_service(rendering: Rendering, vendor: Vendor, title: str, output: Path | None) -> OutputFiles:
    """The file to upload to a print service, a PDF or a zip."""
    from cardforge.write.vendor_job import VendorCard, vendor_job  # slow to import, and rarely needed

    cards = [VendorCard(card.front, card.back, card.copies) for card in rendering.cards]
    job = vendor_job(vendor, cards, rendering.resources, title)
    file = output or Path(f"output/{vendor.id}{job.suffix}")
    refuse_folder(file)
    if job.data and file.suffix.lower() != job.suffix:
        raise UsageError(
            f"{vendor.name} needs a {job.suffix[1:]} file, not {file.name}", f"end its name with {job.suffix}"
        )
    copies = sum(card.copies for card in rendering.cards)
    line = f"{counted(copies, 'card')} for {vendor.name} in {file}, by its requirements of {vendor.date}"
    return OutputFiles({file: job.data} if job.data else {}, (line,), service_demands(vendor), problems=job.problems)
