"""Start the page: the application with its workers and its watcher, and the server that speaks HTTP.

Takes where to listen; runs until it is stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable

import uvicorn
from starlette.applications import Starlette

from cardforge.core.errors import SurroundingsError
from cardforge.session.places import root
from cardforge.web.answers import REFUSED, refused
from cardforge.web.guard import Guard
from cardforge.web.live import Live
from cardforge.web.pool import Pool
from cardforge.web.routes import Site

_AT_ONCE = 512  # connections; more are told that it is busy
_KEPT_OPEN = 60  # seconds; a line that is cut while somebody begins to speak loses what they say


def application(host: str, port: int, workers: Pool, live: Live) -> Guard:
    """The application for a page at this address, in the project in this folder."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await workers.open()
        watching = asyncio.ensure_future(live.watch())
        try:
            yield
        finally:
            live.stop()
            await watching
            workers.close()

    site = Site(workers, live)
    handlers = dict.fromkeys([*REFUSED, Exception], refused)
    app = Starlette(routes=site.routes, exception_handlers=handlers, lifespan=lifespan)
    return Guard(app, host, port)


class _Server(uvicorn.Server):
    """Lets go of whoever waits before it ends, or it would wait for them and then tell of each as an error."""

    def __init__(self, config: uvicorn.Config, workers: Pool, live: Live) -> None:
        super().__init__(config)
        self._workers, self._live = workers, live

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._live.stop()
        self._workers.close()
        await super().shutdown(sockets)


def serve(host: str, port: int, opens: bool, say: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; `say` is told where it is."""
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    shown = "127.0.0.1" if host in ("", "0.0.0.0", "::") else f"[{host}]" if ":" in host else host  # noqa: S104
    address = f"http://{shown}:{port}/"
    say(f"cardforge is at {address}")
    workers, live = Pool(), Live(root())
    app = application(host, port, workers, live)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        limit_concurrency=_AT_ONCE,
        timeout_keep_alive=_KEPT_OPEN,
        timeout_graceful_shutdown=5,  # seconds; whoever takes longer to hear the end has lost the line
    )
    if opens:
        # In a thread, because some browsers only come back when they are closed; the page waits for them already.
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    _Server(config, workers, live).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, because asyncio sends small answers without delay only where a socket says that it is TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_AT_ONCE)
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        raise SurroundingsError(
            f"the page cannot be opened at {host}:{port}: {reason}", "choose another with --port, or 0 for any"
        ) from error
    return listening
