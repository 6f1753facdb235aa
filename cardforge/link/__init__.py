"""Link documents into one collection."""

from cardforge.link.linking import LinkedGame, link

__all__ = ["LinkedGame", "link"]
