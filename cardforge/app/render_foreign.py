"""Render cards that have no project: a spreadsheet, or the data of another program.

Takes a request whose only target is such a file; returns an outcome. A game is made of the cards for as long as it
takes to draw them; their pictures are found beside their file.
"""

from __future__ import annotations

import shlex
from dataclasses import replace

from cardforge.app.game_from_cards import game_for_a_while
from cardforge.app.made_game import at_source
from cardforge.app.render import render_anew, sources_of
from cardforge.app.render_request import RenderOutcome, RenderRequest
from cardforge.core.progress import Progress, unwatched
from cardforge.load.project import Project, builtin_root
from cardforge.load.targets import existing


def render_foreign(request: RenderRequest, progress: Progress = unwatched) -> RenderOutcome:
    """Draw the cards of a file with the face that `cardforge new --from` would give them."""
    source = existing(request.targets[0])
    with game_for_a_while(source) as (made, root, packs):
        project = Project((root, source.parent, builtin_root()))
        outcome, _ = render_anew(replace(request, targets=packs, is_foreign=True), None, progress, project)
        problems = tuple(at_source(outcome.problems, made, root, source))
    lines = outcome.lines
    if outcome.is_written:
        advice = f"to change how they look: cardforge new {made.name} --from {shlex.quote(request.targets[0])}"
        lines += (*(f"note: {note}" for note in made.notes), advice)
    return outcome._replace(problems=problems, sources=sources_of(problems), lines=lines)
