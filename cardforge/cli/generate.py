"""`cardforge generate`: cards from a seed."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from cardforge.errors import UsageError


def generate(
    kind: Annotated[str, typer.Argument(help="What to make: a kind that the game has a recipe for.")],
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Any word or number; one is drawn if left out.")
    ] = None,
    game: Annotated[str, typer.Option(help="The game, where several have this kind.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Choose something, such as power=6.")
    ] = None,
    report: Annotated[bool, typer.Option("--report", help="Show what was bought for how many points.")] = False,
) -> None:
    """Make a pack, a deck or a scenario from a seed: the same cards for ever."""
    from cardforge.generation import Order, Workshop, kit_for, seed_for

    with closing(Workshop(kit_for(kind, game))) as workshop:
        order = Order(kind, seed_for(seed), workshop.recipe(kind).proven(_given(settings or [])))
        piece = workshop.make(order)
    for text in piece.files.values():
        print(text)
    if report:
        for what, points in piece.bill:
            print(f"{points:>5}  {what}")


def _given(settings: list[str]) -> dict[str, str]:
    """Options as they were typed."""
    given: dict[str, str] = {}
    for each in settings:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise UsageError(f"`--set {each[:60]}` is no choice", "write --set NAME=VALUE")
        if name in given:
            raise UsageError(f"`{name}` is set twice", "keep one of the two")
        given[name] = value
    return given
