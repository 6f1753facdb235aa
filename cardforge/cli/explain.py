"""`cardforge explain`: what a code means and why it matters, with an example."""

from __future__ import annotations

from typing import Annotated

import typer

from cardforge.cli.show import say_text


def explain(code: Annotated[str, typer.Argument(help="A code, such as NB101 or CF007.")]) -> None:
    """Explain a problem code: what it means, why it matters, and a wrong and a right example."""
    from cardforge.app.explain import explanation_of
    from cardforge.report.explain_page import explanation_page

    about, page = explanation_of(code)
    for line in explanation_page(code.strip().upper(), page.title, page.why, page.wrong, page.right, about):
        say_text(line)
