"""Run all preflight checks over one file.

Takes a PDF, the demands on it and the name to report it under; returns problems, each fault once. An unreadable part
is a problem too and never aborts the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardforge.core.problems import Problem, in_order
from cardforge.preflight.demands import Demands, Standard, standard_of
from cardforge.preflight.document_checks import document_findings
from cardforge.preflight.findings import ERROR, PreflightFinding, problems_of
from cardforge.preflight.intent import intent_findings
from cardforge.preflight.metadata import metadata_findings
from cardforge.preflight.opened_pdf import BROKEN, OpenedPdf, damage, opened, said
from cardforge.preflight.page import PageBoxes, boxes_of, inherited, page_findings
from cardforge.preflight.page_drawing import PageDrawing
from cardforge.preflight.quality import Quality
from cardforge.preflight.rendered import rendered_findings
from cardforge.preflight.resources import Resources


class Preflighted(NamedTuple):
    """The result for one file; `pages` and `judged_as` stay empty if it could not be opened."""

    problems: list[Problem]
    pages: int = 0
    judged_as: str = ""


def preflight(file: bytes, demands: Demands, name: str) -> list[Problem]:
    """The problems a print shop would report about a file."""
    return inspect(file, demands, name).problems


def inspect(file: bytes, demands: Demands, name: str) -> Preflighted:
    """Like `preflight`, with the page count and the standard used."""
    with opened(file) as seen:
        if isinstance(seen, PreflightFinding):
            return Preflighted(problems_of([seen], name))
        standard = standard_of(demands, seen.claim)
        found: list[PreflightFinding] = []
        try:
            found += (finding for finding in _findings(seen, demands, standard) if standard.judges(finding.code))
        except BROKEN as error:  # a value that its own module could not read
            message = f"the rest of this file was not checked: {said(error)}"
            found.append(PreflightFinding("PF002", ERROR, "rest", message, "export it again"))
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
    alike: dict[tuple[Any, PageBoxes], list[int]] = {}  # numbers of identical pages
    for number, (page, boxes) in enumerate(pages, 1):
        resources = inherited(page, "/Resources")
        yield from things.findings(number, resources, page.obj)
        is_whole = True
        for drawn in drawing.drawn(number, page, resources):
            for finding in [drawn] if isinstance(drawn, PreflightFinding) else quality.findings(number, boxes, drawn):
                is_whole = is_whole and finding.code not in ("PF002", "PF003")
                yield finding
        if is_whole:  # a page too complex to inspect is too complex to render
            alike.setdefault((drawing.key, boxes), []).append(number)
    if standard.judges("PF407"):
        wanted = {numbers[0]: boxes for (_, boxes), numbers in alike.items()}
        others = {numbers[0]: numbers for numbers in alike.values()}
        for finding in rendered_findings(file.data, wanted, demands):
            yield from (finding._replace(page=number) for number in others[finding.page])
