"""What a request holds: anything but data that a deck could have is refused in words, and is no bug."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message

from cardforge.web import asked
from cardforge.web.answers import REFUSED, Data, refused


async def _echo(request: Request) -> Response:
    return Data(await asked.body(request))


def _answered(messages: list[Message]) -> tuple[int, dict[str, Any]]:
    """What the page says to a request that comes in these pieces."""
    app = Starlette(routes=[Route("/", _echo, methods=["POST"])], exception_handlers=dict.fromkeys(REFUSED, refused))
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    coming, sent = iter(messages), list[Message]()

    async def receive() -> Message:
        return next(coming)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], json.loads(sent[1]["body"])


def _sent(body: bytes) -> list[Message]:
    return [{"type": "http.request", "body": body, "more_body": False}]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"text": "\\ud800"}',
        b'{"document": {"name": "\\udfff"}}',
        b'{"document": {"power": NaN}}',
        b'{"document": {"power": 1e400}}',
        b'{"document": ' + b'{"a": ' * 500 + b"1" + b"}" * 500 + b"}",
    ],
    ids=lambda body: body[:24].decode("latin-1"),
)
def test_what_no_file_could_hold_is_refused(body: bytes) -> None:
    status, told = _answered(_sent(body))

    assert (status, told["message"]) == (400, "the request body is not a valid JSON object")


def test_what_a_file_can_hold_is_taken() -> None:
    document = {"name": "\U0001f680 Ж \u202e", "cast": {"1": [["x", 1.5, None, True]]}}

    assert _answered(_sent(json.dumps({"document": document}).encode())) == (200, {"document": document})


def test_whoever_leaves_while_sending_is_no_bug() -> None:
    pieces: list[Message] = [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]

    assert _answered(pieces)[0] == 400


def test_a_file_whose_name_is_no_text_hides_no_other() -> None:
    """Such a name comes from the disk as half characters, which cannot be written as they are."""
    told = json.loads(bytes(Data({"packs": ["bad\udcff.yaml", "Ж.yaml"]}).body))

    assert told == {"packs": ["bad\udcff.yaml", "Ж.yaml"]}
