"""Preflight: all rules in order, over one file.

Takes a PDF, what is asked of it and the name it is reported under; gives problems, each fault once. What cannot be
read is a problem too, and never the end of the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cardforge.core.problems import Problem, in_order
from cardforge.preflight.demands import Demands, Standard, standard_of
from cardforge.preflight.document_checks import document_findings
from cardforge.preflight.findings import PreflightFinding, problems_of
from cardforge.preflight.intent import intent_findings
from cardforge.preflight.metadata import metadata_findings
from cardforge.preflight.opened_pdf import OpenedPdf, damage, opened
from cardforge.preflight.page import PageBoxes, boxes_of, inherited, page_findings
from cardforge.preflight.page_drawing import PageDrawing
from cardforge.preflight.quality import Quality
from cardforge.preflight.rendered import rendered_findings
from cardforge.preflight.resources import Resources


class Preflighted(NamedTuple):
    """What came of a file: its problems, its pages, and what it was judged as; nothing if it could not be opened."""

    problems: list[Problem]
    pages: int = 0
    judged_as: str = ""


def preflight(file: Path | bytes, demands: Demands, name: str) -> list[Problem]:
    """What a printer would say about a file."""
    return inspect(file, demands, name).problems


def inspect(file: Path | bytes, demands: Demands, name: str) -> Preflighted:
    """The same, with what else is known of the file."""
    with opened(file) as seen:
        if isinstance(seen, PreflightFinding):
            return Preflighted(problems_of([seen], name))
        standard = standard_of(demands, seen.claim)
        found = [finding for finding in _findings(seen, demands, standard) if standard.judges(finding.code)]
        problems = in_order(problems_of([*found, *damage(seen.pdf)], name))
        return Preflighted(problems, len(seen.pages), standard.title)


def _findings(file: OpenedPdf, demands: Demands, standard: Standard) -> Iterator[PreflightFinding]:
    yield from document_findings(file, standard)
    if standard.is_press:
        yield from metadata_findings(file, standard)
        yield from intent_findings(file, standard)
    pages = [(page, boxes_of(page)) for page in file.pages]
    yield from page_findings(pages, demands, standard)
    things, drawing, quality = Resources(standard), PageDrawing(file.pdf), Quality(demands, standard)
    alike: dict[tuple[Any, PageBoxes], list[int]] = {}  # the numbers of pages that look the same
    for number, (page, boxes) in enumerate(pages, 1):
        resources = inherited(page, "/Resources")
        yield from things.findings(number, resources, page.obj)
        is_whole = True
        for drawn in drawing.drawn(number, page, resources):
            for finding in [drawn] if isinstance(drawn, PreflightFinding) else quality.findings(number, boxes, drawn):
                is_whole = is_whole and finding.code not in ("PF002", "PF003")
                yield finding
        if is_whole:  # what was too much to look at would be too much to render
            alike.setdefault((drawing.key, boxes), []).append(number)
    if standard.judges("PF407"):
        wanted = {numbers[0]: boxes for (_, boxes), numbers in alike.items()}
        others = {numbers[0]: numbers for numbers in alike.values()}
        for finding in rendered_findings(file.data, wanted, demands):
            yield from (finding._replace(page=number) for number in others[finding.page])
