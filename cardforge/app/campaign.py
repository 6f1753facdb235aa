"""Run a campaign: start one, open one to take steps, and print its log."""

from __future__ import annotations

from pathlib import Path

from cardforge.app.render import RenderOutcome, RenderRequest, finished
from cardforge.products.campaign_file import OpenCampaign, open_campaign
from cardforge.products.log_sheet import lay_log_sheet
from cardforge.products.new_campaign import new_campaign

__all__ = ["OpenCampaign", "new_campaign", "open_campaign", "print_log"]


def print_log(typed: str, output: Path) -> RenderOutcome:
    """Write the log of a campaign as a PDF, filled in with its current state."""
    with open_campaign(typed) as opened:
        rendering = lay_log_sheet(opened)
        found = RenderOutcome(rendering.problems, rendering.sources)
        if not found.is_written:
            return found
        files = finished(rendering, RenderRequest((typed,), output=output))
        line = f"log of {opened.name} written to {output}"
        outcome = RenderOutcome(rendering.problems + files.problems, rendering.sources, (line,))
        if outcome.is_written:
            files.write()
        return outcome
