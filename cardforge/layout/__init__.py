"""Cards and templates to faces."""

from cardforge.layout.face import CardSource, Layout
from cardforge.layout.template import Templates

__all__ = ["CardSource", "Layout", "Templates"]
