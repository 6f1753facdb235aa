"""Connections that say nothing are closed; those that do are served."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from uvicorn.server import ServerState

from cardforge.web import connections
from cardforge.web.connections import ImpatientProtocol
from cardforge.web.serving import addresses_elsewhere

ASKED = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"


async def _hello(request: Any) -> PlainTextResponse:
    return PlainTextResponse("hello")


async def answered(*sent: bytes) -> bytes:
    """What comes back, up to the end of the connection, for bytes that are sent before it is left silent."""
    config = uvicorn.Config(Starlette(routes=[Route("/", _hello)]), log_level="error", ws="none", timeout_keep_alive=60)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: ImpatientProtocol(config, state, {}), "127.0.0.1", 0)
    async with server, asyncio.timeout(60):
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        found = b""
        for data in sent:
            writer.write(data)
            if data == ASKED:
                found += await reader.readuntil(b"hello")
        found += await reader.read()
        writer.close()
        return found


@pytest.mark.parametrize("sent", [[], [b"GET / HT"], [b"GET / HTTP/1.1\r\nhost: x\r\na: "]])
def test_a_connection_without_a_whole_request_is_closed(sent: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SILENT", 0.05)

    assert asyncio.run(answered(*sent)) == b""


def test_the_next_request_must_not_be_slow_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SILENT", 1.0)
    found = asyncio.run(answered(ASKED, b"GET /"))

    assert found.count(b"hello") == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_this_computer_alone_needs_no_key(host: str) -> None:
    assert addresses_elsewhere(host) == []


def test_an_address_for_others_is_shown() -> None:
    assert addresses_elsewhere("192.168.0.7") == ["192.168.0.7"]
    assert addresses_elsewhere("fd00::7") == ["[fd00::7]"]
    assert addresses_elsewhere("::")
