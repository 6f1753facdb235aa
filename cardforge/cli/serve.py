"""`cardforge serve`: use cardforge on a local web page."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cardforge.cli.show import say


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = 8460,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; 0.0.0.0 lets other computers in.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page in a browser.")] = False,
) -> None:
    """Open a web page to generate, check and view cards."""
    from cardforge.web import serve as serve_page

    def say_now(line: str) -> None:
        say(line)
        sys.stdout.flush()

    serve_page(host, port, opens=not no_browser, say=say_now)
