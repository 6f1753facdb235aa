"""The problem codes of seeded generation (CF60x), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

GENERATE_CODES: dict[str, Explanation] = {
    "CF601": Explanation(
        "A recipe cannot be used",
        "It is not valid Starlark, or it does not declare what it makes: a recipe needs `RECIPE` and a function "
        "`make`.",
        'RECIPE = "hero"',
        'RECIPE = struct(kind = "hero", version = 1, options = [])',
    ),
    "CF602": Explanation(
        "A recipe failed on a seed",
        "It crashed, ran too long, used too much memory or returned no document. The location is where it stopped.",
        'pick("name", [])',
        'pick("name", ["Ada", "Brakk"])',
    ),
    "CF603": Explanation(
        "A recipe made a document that breaks a rule",
        "Generated documents are validated and checked like any other file, and are not written if they have an error. "
        "The message names the rule; fix the recipe and raise its version.",
    ),
    "CF604": Explanation(
        "A document from a seed cannot be drawn",
        "One of many that `generate --count --render` makes. Its other problems say why. Its YAML is written, its PDF "
        "is not; all others are drawn. After a change to a face or a recipe, draw all again with `--force`.",
    ),
}
