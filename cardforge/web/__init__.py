"""The web page: a local way in for people who will not learn a command line."""

from cardforge.web.serving import serve

__all__ = ["serve"]
