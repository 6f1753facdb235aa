"""The problem codes of rules and their examples (CF30x), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

RULE_CODES: dict[str, Explanation] = {
    "CF301": Explanation(
        "A rule file cannot be used",
        "Its rules are not checked until it is fixed. The other rule files are.",
    ),
    "CF302": Explanation(
        "A rule is declared incorrectly",
        "Reports, `explain` and `--ignore` refer to a rule by its code, so the code must be well formed and unique.",
    ),
    "CF303": Explanation(
        "A rule crashed",
        "This is a mistake in the rule, not in the pack. The message names the rule, the pack "
        "and the line of the rule.",
    ),
    "CF304": Explanation(
        "`check` does not apply to this file",
        "`check` is for what is built from packs: decks, scenarios and builds. `validate` checks packs.",
    ),
    "CF305": Explanation(
        "An example does not match its folder",
        "`cardforge rules --test` runs each rule on example files: those in `tests/rules/CODE/pass/` must have no "
        "problem, those in `fail/` must break this rule and no other. "
        "Either the rule or the example is wrong.",
    ),
    "CF306": Explanation(
        "A rule has no example",
        "A rule that was never seen to fail may never fail; one that was never seen to pass may reject everything.",
        "tests/rules/AB101/pass/enough.yaml",
        "tests/rules/AB101/pass/enough.yaml\ntests/rules/AB101/fail/too-few.yaml",
    ),
}
