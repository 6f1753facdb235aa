"""Documents to one collection."""

from cardforge.link.collection import Collection, Entry, collect
from cardforge.link.references import Links, links_of

__all__ = ["Collection", "Entry", "Links", "collect", "links_of"]
