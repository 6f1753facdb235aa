"""Fetch a published spreadsheet: the only module that reads from a network, and only when `cardforge sheet pull` runs.

Takes a web address; gives its bytes. Nothing but HTTP is spoken, whatever the address or a redirect says, and an answer
that is too large, too slow, or a web page is refused.
"""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.core.limits import SPREADSHEET_BYTES

_SECONDS = 30  # of silence
_MOST_SECONDS = 120  # in all
_CHUNK = 65_536
_PUBLISH = "publish the sheet as CSV (in Google Sheets: File, Share, Publish to web), and use that address"


def fetch(address: str) -> bytes:
    """What is at an address."""
    if not address.lower().startswith(("https://", "http://")):
        raise UsageError(f"`{address[:60]}` is not a web address", "it begins with https://")
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPRedirectHandler(),
    ):
        opener.add_handler(handler)
    try:
        with opener.open(address, timeout=_SECONDS) as answer:
            kind = str(answer.headers.get("Content-Type", "")).lower()
            data = _read(answer)
    except urllib.error.HTTPError as error:
        error.close()
        raise _refused(f"the server answered {error.code} {error.reason}") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise _refused(str(reason) or type(error).__name__) from error
    if "html" in kind or data.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
        raise SurroundingsError("this address has a web page, not a spreadsheet", _PUBLISH)
    return data


def _read(answer: http.client.HTTPResponse) -> bytes:
    end = time.monotonic() + _MOST_SECONDS
    data = b""
    while chunk := answer.read(_CHUNK):
        data += chunk
        if len(data) > SPREADSHEET_BYTES.most:
            message = f"the spreadsheet has more than {SPREADSHEET_BYTES.most:,} bytes"
            raise SurroundingsError(message, SPREADSHEET_BYTES.hint("publish only the tab with the cards"))
        if time.monotonic() > end:
            raise SurroundingsError(f"the server took more than {_MOST_SECONDS} seconds", "try again later")
    return data


def _refused(reason: str) -> SurroundingsError:
    return SurroundingsError(f"the spreadsheet cannot be fetched: {reason}", "check the address and the connection")
