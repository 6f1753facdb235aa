"""Build responses for the page: data, files, and errors with the same wording as on the command line."""

from __future__ import annotations

import json
import logging
import re
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cardforge.core.errors import CardforgeError, OccupiedError, ProblemsError, UsageError
from cardforge.session.places import placed
from cardforge.web.guard import TooLarge, TooSlow
from cardforge.web.pool import Busy
from cardforge.web.uploads import Gone
from cardforge.web.worker import Bug, Died, TooLong

_TYPES = {"pdf": "application/pdf", "zip": "application/zip", "yaml": "application/yaml", "png": "image/png"}
_COMMAND = re.compile(r"--\w|`cardforge ")  # hints that only help on the command line
_SIMPLE: dict[type[Exception], tuple[int, str, str]] = {
    TooSlow: (408, "the request took too long to come in", "try again"),
    Gone: (410, "these pictures are no longer here", "drop them again"),
    TooLong: (503, "this took too long and was stopped", "try fewer cards at once"),
    Died: (503, "this needed too much memory and was stopped", "try fewer cards at once"),
}
_log = logging.getLogger("cardforge.web")


class Data(JSONResponse):
    """JSON in ASCII with escapes, so that a file name with invalid UTF-8 does not break the whole response."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":"), allow_nan=False).encode()


def file(name: str, ending: str, data: bytes, inline: bool = False) -> Response:
    """A file to download, or to show inline."""
    return Response(data, media_type=type_of(ending), headers=headers_of(name, ending, inline))


def type_of(ending: str) -> str:
    """The media type of a file."""
    return _TYPES[ending]


def headers_of(name: str, ending: str, inline: bool) -> dict[str, str]:
    """The headers of a file to download, or to show inline."""
    whole = f"{name}.{ending}"
    how = "inline" if inline else "attachment"
    plain = re.sub(r"[^A-Za-z0-9. -]", "_", whole)
    headers = {"content-disposition": f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(whole, safe='')}"}
    if ending == "pdf":
        # The browser's PDF viewer loads its own resources, which our policy for pages would block.
        headers["content-security-policy"] = "frame-ancestors 'none'"
    return headers


def picture(data: bytes) -> Response:
    """The picture of a card."""
    return Response(data, media_type="image/png")


def refusal(status: int, message: str, hint: str = "", **more: object) -> Data:
    """An error response: what went wrong, and a hint."""
    return Data({"message": message, "hint": "" if _COMMAND.search(hint) else hint, **more}, status)


async def refused(request: Request, error: Exception) -> Response:
    """Turn an exception into an error response."""
    if isinstance(error, ProblemsError):
        problems = [placed(problem) for problem in error.problems]
        return refusal(422, error.message, error.hint, problems=problems)
    if isinstance(error, CardforgeError):
        status = 409 if isinstance(error, OccupiedError) else 400 if isinstance(error, UsageError) else 500
        return refusal(status, error.message, error.hint)
    if isinstance(error, TooLarge):
        return refusal(413, f"the request is too large: the limit is {error.most:,} bytes")
    if type(error) in _SIMPLE:
        return refusal(*_SIMPLE[type(error)])
    if isinstance(error, Busy):
        answer = refusal(503, "the server is busy", "wait a moment, then try again")
        answer.headers["retry-after"] = "2"
        return answer
    _log.error("%s", error if isinstance(error, Bug) else repr(error))
    return refusal(500, "this is a bug in cardforge, not in your files", "see the terminal where you started it")


REFUSED = (CardforgeError, TooLarge, TooSlow, Gone, Busy, TooLong, Died, Bug)
