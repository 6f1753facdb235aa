"""Who may ask: the Host, the page that asks, and how much at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from cardforge.web.answers import REFUSED, refused
from cardforge.web.guard import MOST_BODY, MOST_QUERY, POLICY, Guard

OURS = "127.0.0.1:8460"
JSON = {"content-type": "application/json"}


async def _echo(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


class _Client:
    """Asks the guard of an application that counts what it is sent."""

    def __init__(self, host: str = "127.0.0.1", key: str = "", client: str = "127.0.0.1") -> None:
        routes = [Route("/", _echo, methods=["GET", "POST"])]
        app = Starlette(routes=routes, exception_handlers=dict.fromkeys(REFUSED, refused))
        self._transport = httpx.ASGITransport(Guard(app, host, 8460, key), client=(client, 50_000))

    def get(self, path: str, **given: Any) -> httpx.Response:
        return asyncio.run(self._ask("GET", path, given))

    def post(self, path: str, **given: Any) -> httpx.Response:
        return asyncio.run(self._ask("POST", path, given))

    async def _ask(self, method: str, path: str, given: dict[str, Any]) -> httpx.Response:
        async with httpx.AsyncClient(transport=self._transport, base_url=f"http://{OURS}") as client:
            return await client.request(method, path, **given)


@pytest.mark.parametrize("host", [OURS, "localhost:8460", "LOCALHOST:8460", "[::1]:8460"])
def test_our_own_names_are_served(host: str) -> None:
    assert _Client().get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8460",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1.evil.example:8460",
        "127.0.0.1:8460@evil.example",
        "127.0.0.1:8460, evil.example",
        "192.168.0.9:8460",
        "",
    ],
)
def test_any_other_host_is_refused(host: str) -> None:
    """A stranger's name that points here would make a stranger's page our own."""
    assert _Client().get("/", headers={"host": host}).status_code == 421


def test_who_listens_everywhere_is_reached_by_numbers_and_by_no_name() -> None:
    client = _Client("0.0.0.0")  # noqa: S104 - what somebody may ask for

    assert client.get("/", headers={"host": "192.168.0.9:8460"}).status_code == 200
    assert client.get("/", headers={"host": "evil.example:8460"}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
    ],
)
def test_what_changes_anything_must_come_from_our_own_page(headers: dict[str, str]) -> None:
    assert _Client().post("/", content="{}", headers=JSON | headers).status_code == 403


def test_our_own_page_may_send() -> None:
    headers = {"origin": f"http://{OURS}", "sec-fetch-site": "same-origin"}

    assert _Client().post("/", content="{}", headers=JSON | headers).text == "2"


def test_a_stranger_may_link_to_a_page_and_load_nothing_of_it() -> None:
    client = _Client()

    assert client.get("/", headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}).status_code == 200
    assert client.get("/", headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}).status_code == 403


def test_nobody_sends_more_than_is_needed() -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(MOST_BODY // 1_000 + 1):
            yield b"x" * 1_000

    client = _Client()

    assert client.post("/", content=b"x" * MOST_BODY, headers=JSON).text == str(MOST_BODY)
    assert client.post("/", content=b"x" * (MOST_BODY + 1), headers=JSON).status_code == 413
    assert client.post("/", content=endless(), headers=JSON).status_code == 413
    assert client.get("/", params={"q": "x" * MOST_QUERY}).status_code == 414


def test_browsers_are_told_what_to_forbid_even_with_a_refusal() -> None:
    for answer in (_Client().get("/"), _Client().get("/", headers={"host": "evil.example"})):
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY


def test_other_computers_need_the_key_of_the_address() -> None:
    client = _Client("::", "s3cret", "192.168.0.9")
    own = _Client("::", "s3cret")

    assert own.post("/", content=b"{}", headers=JSON).status_code == 200
    for path in ("/", "/?key=", "/?key=wrong"):
        assert client.get(path).status_code == 403
        assert client.post(path, content=b"{}", headers=JSON).status_code == 403
    opened = client.get("/?key=s3cret")
    assert (opened.status_code, opened.headers["location"]) == (303, "/")
    cookie = opened.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    with_key = {"cookie": cookie.partition(";")[0]}
    assert client.get("/", headers=with_key).status_code == 200
    assert client.post("/", content=b"{}", headers=JSON | with_key).status_code == 200
    assert client.get("/", headers={"cookie": "cardforge-key=wrong"}).status_code == 403


def test_a_body_that_does_not_arrive_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.web.guard.MOST_SECONDS", 0.05)

    async def ask() -> int:
        async with asyncio.timeout(60):
            sent: list[Any] = []
            first = [{"type": "http.request", "body": b"{", "more_body": True}]

            async def receive() -> Any:
                return first.pop() if first else await asyncio.Event().wait()

            async def send(message: Any) -> None:
                sent.append(message)

            headers = [(b"host", OURS.encode()), (b"content-type", b"application/json")]
            scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers}
            await _Client()._transport.app(scope, receive, send)
            return int(sent[0]["status"])

    assert asyncio.run(ask()) == 408
