"""Documents to one collection."""

from cardforge.link.linking import LinkedGame, link

__all__ = ["LinkedGame", "link"]
