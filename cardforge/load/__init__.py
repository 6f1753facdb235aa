"""Read files into documents."""

from cardforge.load.document import Document, load_document
from cardforge.load.project import Project

__all__ = ["Document", "Project", "load_document"]
