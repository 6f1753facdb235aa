"""Draw the log sheet of a campaign, filled in with its state.

Takes an open campaign; returns a rendering of one page, drawn with the game's face for campaign files. The game's own
script decides what the sheet shows.
"""

from __future__ import annotations

from cardforge.core.errors import UsageError
from cardforge.core.problems import Location
from cardforge.layout.card_view import CardView
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.markup import literal
from cardforge.products.campaign_file import OpenCampaign
from cardforge.render.card_job import CardJob
from cardforge.render.game_faces import PLAIN, GameFaces
from cardforge.render.rendering import Rendering, draw
from cardforge.render.selection import Selection


def lay_log_sheet(opened: OpenCampaign) -> Rendering:
    """Draw one page that shows the state of a campaign."""
    game, kind = opened.game, str(opened.log.data["kind"])
    faces = GameFaces(game, opened.project, opened.catalog)
    shown = {**opened.view.sheet, "name": literal(opened.name), "steps": len(opened.steps)}
    view = CardView(shown, kind, game.name, game.version, opened.head, footer=game.name)
    card = CardSource(opened.log.path, None, Location(opened.log.path), 1, opened.name, view)
    front, back = faces.sides(kind, view.group)
    if front.id == PLAIN:
        hint = f"add a face with `for: [{kind}]` to templates/{game.system}/faces/"
        raise UsageError(f"{game.name} has no face for a log sheet", hint)
    job = CardJob(card, front, back, faces.art)
    problems = [*faces.problems, *faces.misspelt([job])]
    sources = faces.sources | {opened.log.path: opened.log.source}
    return draw(Selection(opened.project, [job], problems, sources), opened.name)
