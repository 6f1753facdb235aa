"""Find a project's files and read them as documents that know the position of every value."""

from cardforge.load.document import Document, load_document
from cardforge.load.project import Project

__all__ = ["Document", "Project", "load_document"]
