"""Unpack the parts of a workbook, which is a zip of XML, within a limit.

A zip of a few kilobytes can unpack to gigabytes, and the sizes that it declares can lie, so the bytes that come out are
counted while they are unpacked.
"""

from __future__ import annotations

import io
import zipfile
import zlib

from cardforge.core.limits import SPREADSHEET_PARTS, SPREADSHEET_UNPACKED
from cardforge.load.refusal import Refusal

_TORN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, KeyError)
_SAVE_AGAIN = "open it in a spreadsheet program and save it again"


class PackedParts:
    """The parts of a workbook by name, each unpacked when it is asked for."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _TORN as error:
            raise damaged() from error
        self._left = SPREADSHEET_UNPACKED.most
        infos = self._zip.infolist()
        if len(infos) > SPREADSHEET_PARTS.most:
            message = f"this workbook has {len(infos):,} parts; the limit is {SPREADSHEET_PARTS.most:,}"
            raise Refusal("CF005", message, SPREADSHEET_PARTS.hint("keep only the cards in it"))
        self.names = tuple(info.filename for info in infos)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def read(self, name: str) -> bytes:
        """One part as it is packed, in UTF-8."""
        try:
            info = self._zip.getinfo(name)
            if info.flag_bits & 1:
                raise Refusal("CF010", "this workbook has a password", "remove the password, and save it again")
            with self._zip.open(info) as stream:
                part = stream.read(self._left + 1)
        except _TORN as error:
            raise damaged() from error
        if len(part) > self._left:
            most = SPREADSHEET_UNPACKED.most
            message = f"this workbook unpacks to more than {most:,} bytes"
            raise Refusal("CF005", message, SPREADSHEET_UNPACKED.hint("keep only the cards in it"))
        self._left -= len(part)
        if part[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in part:
            raise Refusal("CF010", "this workbook is written in UTF-16, which no spreadsheet program does", _SAVE_AGAIN)
        return part


def damaged() -> Refusal:
    """The refusal of a workbook whose parts are torn, or do not fit together."""
    return Refusal("CF010", "this workbook is damaged", _SAVE_AGAIN)
