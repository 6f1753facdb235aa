"""How a document is shown and printed, apart from the contents of its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.core.choices import Backs

# Values of /Duplex for printers that can turn the paper over.
DUPLEX = {Backs.LONG_EDGE: "DuplexFlipLongEdge", Backs.SHORT_EDGE: "DuplexFlipShortEdge"}


class PdfOptions(NamedTuple):
    """How a document is shown and printed."""

    duplex: str = ""  # DuplexFlipLongEdge, DuplexFlipShortEdge or Simplex; "" leaves the choice to the viewer
    labels: Sequence[str] = ()  # one label per page
    bookmarks: Sequence[tuple[str, int]] = ()  # title and 0-based page number
