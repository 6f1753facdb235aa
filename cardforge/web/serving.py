"""Run the HTTP server with its workers and file watcher.

Takes host and port; runs until stopped.
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

_AT_ONCE = 512  # connections; further ones get 503
_KEPT_OPEN = 60  # seconds; a short keep-alive may close a connection just as the next request is sent, which is lost


def application(host: str, port: int, workers: Pool, live: Live) -> Guard:
    """The ASGI application for the page at this address."""

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
    """Closes open streams and jobs before shutdown; otherwise uvicorn would wait for each and log it as an error."""

    def __init__(self, config: uvicorn.Config, workers: Pool, live: Live) -> None:
        super().__init__(config)
        self._workers, self._live = workers, live

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._live.stop()
        self._workers.close()
        await super().shutdown(sockets)


def serve(host: str, port: int, opens: bool, say: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; `say` receives its address."""
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    shown = "127.0.0.1" if host in ("", "0.0.0.0", "::") else f"[{host}]" if ":" in host else host  # noqa: S104
    address = f"http://{shown}:{port}/"
    say(f"cardforge is running at {address}")
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
        timeout_graceful_shutdown=5,  # seconds; a client that takes longer has lost its connection
    )
    if opens:
        # In a thread, because with some browsers the call blocks until they are closed; the socket already listens.
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    _Server(config, workers, live).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Explicitly TCP, because asyncio sets TCP_NODELAY only on sockets with this protocol.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_AT_ONCE)
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        raise SurroundingsError(
            f"cannot listen on {host}:{port}: {reason}", "choose another port with --port, or 0 for any free one"
        ) from error
    return listening
