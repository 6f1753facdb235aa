"""Keep large data in a temporary file until it is written, so that memory does not grow with pictures and cards.

The file has no name and vanishes with the process. Data is put in by several threads and read by one.
"""

from __future__ import annotations

import tempfile
import threading
import weakref
from typing import BinaryIO, NamedTuple

from cardforge.core.errors import SurroundingsError


class SpooledBytes(NamedTuple):
    """Bytes in a spool."""

    spool: Spool
    start: int
    length: int

    def read(self) -> bytes:
        """The bytes."""
        return self.spool.read(self.start, self.length)


class Spool:
    """A temporary file of data; it is created with the first data."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file: BinaryIO | None = None
        self._end = 0

    def put(self, data: bytes) -> SpooledBytes:
        """Keep some bytes."""
        with self._lock:
            try:
                if self._file is None:
                    self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the spool
                    weakref.finalize(self, self._file.close)
                self._file.seek(self._end)
                self._file.write(data)
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                message = f"cannot keep what is drawn in the folder for temporary files: {reason}"
                raise SurroundingsError(message, "make room there, or set TMPDIR to another folder") from error
            start = self._end
            self._end += len(data)
        return SpooledBytes(self, start, len(data))

    def read(self, start: int, length: int) -> bytes:
        """Some bytes that were put in."""
        with self._lock:
            if self._file is None:
                raise LookupError("nothing was put into this spool")
            self._file.seek(start)
            return self._file.read(length)
