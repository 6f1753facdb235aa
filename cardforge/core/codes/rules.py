"""The problem codes of rules and their examples (CF30x), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

RULE_CODES: dict[str, Explanation] = {
    "CF301": Explanation(
        "A rule file cannot be used",
        "The rules in it are not checked until it is mended. The other rule files are.",
    ),
    "CF302": Explanation(
        "A rule does not say properly what it is",
        "Reports, `explain` and `--ignore` go by a rule's code, so it is well formed and used once.",
    ),
    "CF303": Explanation(
        "A rule crashed",
        "This is a mistake in the rule, not in the pack. The message names the rule, the pack "
        "and the line of the rule.",
    ),
    "CF304": Explanation(
        "The file is not one that `check` judges",
        "`check` is for what is built from packs: decks, scenarios and builds. Packs are checked by `validate`.",
    ),
    "CF305": Explanation(
        "An example is not what its folder says",
        "`cardforge rules --test` tries each rule on files that somebody has thought about: those in "
        "`tests/rules/CODE/pass/` have no problem, those in `fail/` have this rule's and no other. "
        "One of the two is wrong, the rule or the example.",
    ),
    "CF306": Explanation(
        "A rule has no example",
        "A rule that was never seen to fail may be unable to; one that was never seen to pass may let nothing pass.",
        "tests/rules/AB101/pass/enough.yaml",
        "tests/rules/AB101/pass/enough.yaml\ntests/rules/AB101/fail/too-few.yaml",
    ),
}
