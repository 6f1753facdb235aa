"""Documents from a few lines of YAML."""

from __future__ import annotations

from cardforge.load.document import Document, load_document
from cardforge.load.source import Source


def document_of(text: str, path: str = "face.yaml") -> Document:
    """The document of a text that can be read."""
    found = load_document(Source(path, text))
    assert isinstance(found, Document), found
    return found
