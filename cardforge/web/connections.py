"""Close connections that say nothing: a few hundred of them would keep everybody else out.

uvicorn limits how long a connection waits between two requests, but not before the first one, and not how slowly a
request may come in.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENT = 30.0  # seconds from the first byte, or from connecting, to the end of the headers


class ImpatientProtocol(H11Protocol):
    """HTTP with a time limit for the headers of each request."""

    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start waiting for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Start or stop waiting, depending on whether the headers are complete."""
        super().data_received(data)
        if self._is_between_requests():
            self._wait()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        if self._alarm is None:
            self._alarm = self.loop.call_later(SILENT, self._give_up)

    def _stop_waiting(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _give_up(self) -> None:
        self._alarm = None
        if self._is_between_requests():
            self.transport.close()
