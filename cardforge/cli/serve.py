"""`cardforge serve`: the same things on a web page."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8460,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Whom to listen to; 0.0.0.0 is everybody.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only serve the page, do not open it.")] = False,
) -> None:
    """Open a page to generate, check and look at cards."""
    from cardforge.web import serve as serve_page

    serve_page(host, port, opens=not no_browser, say=lambda line: print(f"{line}  (Ctrl-C ends it)", flush=True))
