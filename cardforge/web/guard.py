"""Protect the server from requests by other web pages, and set security headers.

Wraps the application. Any web page can make a browser send requests to this machine, so: the Host must be ours (against
DNS rebinding), requests that change anything must come from our own page, and our responses may not run, load or be
framed by anything else. Sizes and waiting times are limited too.

With a key, other computers are served only if their browser has opened the address that contains it. The key then moves
into a cookie, so that it does not stay in the address bar.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import secrets
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardforge.core.limits import PICTURE_BYTES

MOST_BODY = 1_000_000  # bytes; a deck of 200 packs takes a hundredth of it
MOST_QUERY = 4_000
_UPLOAD = re.compile("/api/pictures/[^/]+/file")  # the only address that takes a file as it is
MOST_SECONDS = 30.0  # between two parts of a body
COOKIE = "cardforge-key"

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",  # a bug cannot turn text into markup
    )
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_OUR_NAMES = ("127.0.0.1", "localhost", "[::1]")
_EVERYWHERE = ("0.0.0.0", "::", "[::]")  # noqa: S104 - compared with, not bound to


class TooLarge(Exception):
    """The body of a request exceeds the limit for its address."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class TooSlow(Exception):
    """The body of a request took too long to come in."""


class Guard:
    """ASGI middleware that rejects requests from other pages and, without the key, from other computers."""

    def __init__(self, app: ASGIApp, host: str, port: int, key: str = "") -> None:
        self._app, self._key = app, key
        names = [*_OUR_NAMES, f"[{host}]" if ":" in host else host]
        self._hosts = frozenset(f"{name}:{port}" for name in names) | (set(names) if port == 80 else set())
        # A server that listens on all interfaces cannot know its addresses. Any IP address is safe, because DNS
        # rebinding needs a name.
        self._numbers = host in _EVERYWHERE
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return  # no websockets
        refusal = self._refusal(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if refusal:
            await PlainTextResponse(refusal[1], refusal[0])(scope, receive, guarded)
        elif self._brings_key(scope):
            answer = RedirectResponse(scope["path"], 303)
            answer.set_cookie(COOKIE, self._key, httponly=True, samesite="strict")
            await answer(scope, receive, guarded)
        else:
            await self._app(scope, _limited(receive, _most_body(scope)), guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return 421, "Wrong host name. Open the address that cardforge printed when it started."
        if len(scope["query_string"]) > MOST_QUERY:
            return 414, "This address is too long."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > _most_body(scope):
            return 413, f"The request is too large: the limit is {_most_body(scope):,} bytes."
        if not self._is_from_us(scope, headers):
            return 403, "This request came from another site, not from the cardforge page."
        if self._key and not _is_this_computer(scope) and not self._brings_key(scope) and not self._has_key(headers):
            return 403, "Open the whole address that cardforge printed when it started; it ends with a key."
        return None

    def _brings_key(self, scope: Scope) -> bool:
        """Whether the address contains the key."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0]
        return bool(self._key) and secrets.compare_digest(given.encode(), self._key.encode())

    def _has_key(self, headers: Headers) -> bool:
        """Whether the browser has opened the address with the key before."""
        given = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        return secrets.compare_digest(given.encode(), self._key.encode())

    def _is_ours(self, host: str) -> bool:
        if host.lower() in self._hosts:
            return True
        name, _, port = host.rpartition(":")
        if not self._numbers or port != str(self._port):
            return False
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _is_from_us(self, scope: Scope, headers: Headers) -> bool:
        site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "")
        if scope["method"] in ("GET", "HEAD"):
            # Other sites may link to our pages, but not load our pictures or data.
            return site in ("none", "same-origin") or mode == "navigate"
        origin = headers.get("origin")
        # A form of another site can send neither of these types, and a script of another site must ask first.
        wanted = "application/octet-stream" if _is_upload(scope) else "application/json"
        is_wanted = headers.get("content-type", "").partition(";")[0].strip() == wanted
        return (
            is_wanted and site in ("none", "same-origin") and (origin is None or origin == f"http://{headers['host']}")
        )


def _is_this_computer(scope: Scope) -> bool:
    address = (scope.get("client") or ("",))[0]
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _is_upload(scope: Scope) -> bool:
    return scope["method"] == "POST" and bool(_UPLOAD.fullmatch(scope["path"]))


def _most_body(scope: Scope) -> int:
    return PICTURE_BYTES.most if _is_upload(scope) else MOST_BODY


def _limited(receive: Receive, most: int) -> Receive:
    """Limit the body by the bytes received, because Content-Length may lie or be missing, and by the time it takes."""
    taken, is_whole = 0, False

    async def limited() -> Message:
        nonlocal taken, is_whole
        try:  # after the body, an answer waits here for the page to go away
            message = await asyncio.wait_for(receive(), None if is_whole else MOST_SECONDS)
        except TimeoutError:
            raise TooSlow from None
        is_whole = not message.get("more_body", False)
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge(most)
        return message

    return limited
