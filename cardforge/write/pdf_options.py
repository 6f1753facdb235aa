"""How a document is shown and printed, apart from what stands on its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardforge.core.choices import Backs

# What a printer that turns the paper over is asked to do.
DUPLEX = {Backs.LONG_EDGE: "DuplexFlipLongEdge", Backs.SHORT_EDGE: "DuplexFlipShortEdge"}


class PdfOptions(NamedTuple):
    """How a document is shown and printed."""

    duplex: str = ""  # DuplexFlipLongEdge, DuplexFlipShortEdge or Simplex; the reader's own choice when empty
    labels: Sequence[str] = ()  # what each page is called
    bookmarks: Sequence[tuple[str, int]] = ()  # a name and the number of the page it leads to, from 0
