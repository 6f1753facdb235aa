"""Write a PDF object by object into a stream, so that a document of large pictures is never in memory as a whole."""

from __future__ import annotations

from typing import Any, BinaryIO

from reportlab.pdfbase import pdfdoc


class StreamedDocument(pdfdoc.PDFDocument):
    """A document that is written into a stream while its objects are formatted."""

    def write(self, stream: BinaryIO) -> None:
        """Write the whole file."""
        self._stream = stream
        self.GetPDFData(None)  # prepares the catalog, then calls `format`

    def format(self) -> bytes:
        """As reportlab's own, without keeping what is written."""
        self.encrypt.prepare(self)
        catalog, info = self.Reference(self.Catalog), self.Reference(self.info)
        file = _StreamedFile(self._pdfVersion, self._stream)
        ids: list[Any] = []
        while (number := len(ids) + 1) in self.numberToId:  # formatting an object may add others
            id = self.numberToId[number]
            self.idToOffset[id] = file.add(pdfdoc.PDFIndirectObject(id, self.idToObject[id]).format(self))
            ids.append(id)
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, ids)
        start = file.add(table.format(self))
        trailer = pdfdoc.PDFTrailer(startxref=start, Size=len(ids) + 1, Root=catalog, Info=info, ID=self.ID())
        file.add(trailer.format(self))
        return b""


class _StreamedFile(pdfdoc.PDFFile):
    """Counts the bytes that go into a stream."""

    def __init__(self, version: tuple[int, int], stream: BinaryIO) -> None:
        super().__init__(version)
        for head in self.strings:
            stream.write(head)
        self.write = stream.write
