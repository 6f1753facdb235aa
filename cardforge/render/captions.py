"""Draw captions for the margins of sheets, with the fonts of the cards."""

from __future__ import annotations

from cardforge.core.units import Mm
from cardforge.layout.caption import Captions
from cardforge.write.compose import Composer
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import PdfResources


class CaptionPainter:
    """Draws captions, and keeps track of the glyphs they use."""

    def __init__(self, resources: PdfResources) -> None:
        self._cards = resources
        self._captions = Captions(resources.fonts)
        self._composer = Composer()

    def draw(self, words: str, width: Mm, height: Mm) -> Drawn:
        """Draw one line of text in a box."""
        return self._composer.drawn(self._captions.face(words, width, height))

    @property
    def resources(self) -> PdfResources:
        """The resources of a document that shows the cards and the captions drawn so far."""
        return self._cards.with_texts(self._composer.texts)
