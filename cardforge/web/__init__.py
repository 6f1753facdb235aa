"""The web page: a local interface for people who prefer not to use a command line."""

from cardforge.web.serving import serve

__all__ = ["serve"]
