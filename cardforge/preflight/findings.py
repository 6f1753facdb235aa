"""Findings of preflight, page by page, and the problems made from them: one per fault, not one per page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardforge.core.problems import Location, Problem, Severity

ERROR, WARNING = Severity.ERROR, Severity.WARNING


class PreflightFinding(NamedTuple):
    """One fault at one place."""

    code: str
    severity: Severity
    fault: str  # key: findings with the same code and fault become one problem
    message: str
    hint: str
    page: int = 0  # 1-based; 0 means the whole file
    found: float = 0.0  # the measured value; the smallest is the worst


def problems_of(findings: Iterable[PreflightFinding], path: str) -> list[Problem]:
    """Merge findings into one problem per fault: the worst page (or the first), with a count of the others."""
    groups: dict[tuple[str, str], list[PreflightFinding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.fault), []).append(finding)
    return [_problem(group, path) for group in groups.values()]


def _problem(group: list[PreflightFinding], path: str) -> Problem:
    worst = min(group, key=lambda finding: (finding.found, finding.page, finding.message))
    others = len({finding.page for finding in group}) - 1
    more = f" (and on {others:,} other page{'s' if others > 1 else ''})" if others else ""
    return Problem(worst.code, worst.severity, Location(path, page=worst.page), worst.message + more, worst.hint)
