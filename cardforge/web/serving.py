"""Run the HTTP server with its workers and file watcher.

Takes host and port; runs until stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable

import uvicorn
from starlette.applications import Starlette

from cardforge.core.errors import SurroundingsError
from cardforge.session.places import root
from cardforge.web.answers import REFUSED, refused
from cardforge.web.connections import ImpatientProtocol
from cardforge.web.guard import Guard
from cardforge.web.live import Live
from cardforge.web.pool import Pool
from cardforge.web.routes import Site
from cardforge.web.uploads import Uploads

_AT_ONCE = 512  # connections; further ones get 503
_CREATED = 50_000  # objects between garbage collections: a server runs for days, unlike other commands
_KEPT_OPEN = 60  # seconds; a short keep-alive may close a connection just as the next request is sent, which is lost


def application(host: str, port: int, workers: Pool, live: Live, key: str = "") -> Guard:
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
            uploads.close_all()

    uploads = Uploads()
    site = Site(workers, live, uploads)
    handlers = dict.fromkeys([*REFUSED, Exception], refused)
    app = Starlette(routes=site.routes, exception_handlers=handlers, lifespan=lifespan)
    return Guard(app, host, port, key)


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
    """Serve the page until Ctrl-C; `say` receives its address, and a warning if other computers can open it."""
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    shown = "127.0.0.1" if host in ("", "0.0.0.0", "::") else f"[{host}]" if ":" in host else host  # noqa: S104
    address = f"http://{shown}:{port}/"
    say(f"cardforge is running at {address}  (press Ctrl-C to stop)")
    key = ""
    if elsewhere := addresses_elsewhere(host):
        key = secrets.token_urlsafe(12)
        for each in elsewhere:
            say(f"from other computers: http://{each}:{port}/?key={key}")
        say("warning: whoever has this address can see your project, save files into it, and use this computer")
    gc.set_threshold(_CREATED)
    workers, live = Pool(), Live(root())
    app = application(host, port, workers, live, key)
    config = uvicorn.Config(
        app,
        http=ImpatientProtocol,
        ws="none",
        log_level="error",  # a warning is about what a client sent
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


def addresses_elsewhere(host: str) -> list[str]:
    """The addresses by which other computers reach a server that listens on `host`; none for this computer alone."""
    if host not in ("", "0.0.0.0", "::"):  # noqa: S104 - compared with, not bound to
        return [] if _is_loopback(host) else [f"[{host}]" if ":" in host else host]
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):  # reserved for examples
        # Connecting a datagram socket sends nothing; it only asks which of our addresses would be used.
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            own = asking.getsockname()[0]
            found.append(f"[{own}]" if family == socket.AF_INET6 else own)
    shown = [each for each in found if host != "0.0.0.0" or "[" not in each]  # noqa: S104
    return shown or ["ADDRESS-OF-THIS-COMPUTER"]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


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
