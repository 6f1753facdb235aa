"""Group what the lint found on cards: one problem per fault, not one per card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardforge.core.problems import Location, Problem, Severity


class LintFinding(NamedTuple):
    """One fault on one card."""

    code: str
    severity: Severity
    where: Location
    card: str  # its id
    message: str
    hint: str
    found: float  # the measured value; the smallest is the worst


def worst_of(findings: Iterable[LintFinding]) -> list[Problem]:
    """One problem per code and place: that of the worst card, with the number of other cards."""
    groups: dict[tuple[str, Location], list[LintFinding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.where), []).append(finding)
    return [_problem(group) for group in groups.values()]


def _problem(group: list[LintFinding]) -> Problem:
    worst = min(group, key=lambda finding: (finding.found, finding.card))
    others = len({finding.card for finding in group}) - 1
    more = f" (and on {others:,} other card{'s' if others > 1 else ''})" if others else ""
    return Problem(worst.code, worst.severity, worst.where, f"on `{worst.card}` {worst.message}{more}", worst.hint)


def severity_of(found: float, least: float) -> Severity:
    """An error below the minimum, else a warning."""
    return Severity.ERROR if found < least else Severity.WARNING
