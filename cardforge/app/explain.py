"""Explain a code: what it means, why it matters, and a wrong and a right example."""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.app.rules import rules_of
from cardforge.core.codes.engine import CODES
from cardforge.core.codes.preflight import PRINT_CODES
from cardforge.core.errors import UsageError
from cardforge.core.explanation import Explanation
from cardforge.core.suggestions import did_you_mean


def explanation_of(code: str) -> tuple[str, Explanation]:
    """Where a code comes from, and its explanation."""
    wanted = code.strip().upper()
    if wanted in PRINT_CODES:
        return "a problem that `cardforge preflight` finds in PDFs", PRINT_CODES[wanted]
    if wanted in CODES:
        return "a problem that cardforge finds in any game", CODES[wanted]
    rules, _ = rules_of()
    for system, rule in rules:
        if rule.code == wanted:
            about = f"{rule.severity}, a rule of {system} for every {' and '.join(rule.kinds or rule.on)}"
            return about, Explanation(rule.title, rule.why, rule.wrong, rule.right)
    known = [*CODES, *(rule.code for _, rule in rules)]
    hint = did_you_mean(wanted, known) or "`cardforge rules` lists the codes of the games"
    raise UsageError(f"there is no code `{code}`", hint)


def titles(codes: Iterable[str]) -> dict[str, str]:
    """The titles of these codes; the rules of games are read only if one of them is a rule."""
    known = {code: page.title for code, page in CODES.items()}
    if not known.keys() >= set(codes):
        known |= {rule.code: rule.title for _, rule in rules_of()[0]}
    return known
