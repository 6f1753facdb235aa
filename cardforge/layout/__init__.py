"""Lay out cards with templates, as faces in mm."""

from cardforge.layout.face import Layout
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.template import Templates

__all__ = ["CardSource", "Layout", "Templates"]
