"""Join documents into one collection and resolve every reference between them."""

from cardforge.link.linking import LinkedGame, link

__all__ = ["LinkedGame", "link"]
