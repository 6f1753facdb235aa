"""Preflight our own pages for printing at home by the facts that were kept while they were made.

Takes the facts of all pages; returns the problems that `preflight` would find in the finished file. Of what is asked
of a file for printing at home, authors decide the size of texts, lines and pictures; the rest is the same in every
file we write: embedded fonts, boxes inside each other, no encryption, no scaling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardforge.core.problems import Problem, in_order
from cardforge.preflight.demands import Demands
from cardforge.preflight.findings import PreflightFinding, problems_of
from cardforge.preflight.limits import coarse_picture, small_text, thin_line
from cardforge.write.facts import PageFacts


def judge_pages(pages: Sequence[PageFacts], demands: Demands, name: str) -> list[Problem]:
    """The problems of a file made of these pages."""
    found = [finding for number, facts in enumerate(pages, 1) for finding in _findings(number, facts, demands)]
    return in_order(problems_of(found, name))


def _findings(page: int, facts: PageFacts, demands: Demands) -> Iterator[PreflightFinding]:
    for finding in (
        coarse_picture(page, f"the picture `{facts.picture[:60]}`", facts.dpi, demands),
        thin_line(page, facts.stroke, demands),
        small_text(page, facts.text, demands),
    ):
        if finding:
            yield finding
