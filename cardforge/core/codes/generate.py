"""The problem codes of seeded generation (CF60x), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

GENERATE_CODES: dict[str, Explanation] = {
    "CF601": Explanation(
        "A recipe cannot be used",
        "It is not Starlark, or it does not say what it makes: a recipe declares `RECIPE` and has a function `make`.",
        'RECIPE = "hero"',
        'RECIPE = struct(kind = "hero", version = 1, options = [])',
    ),
    "CF602": Explanation(
        "A recipe failed on a seed",
        "It crashed, ran too long, used too much memory or gave back no document. The place is where it stopped.",
        'pick("name", [])',
        'pick("name", ["Ada", "Brakk"])',
    ),
    "CF603": Explanation(
        "A recipe made something that breaks a rule",
        "What comes from a seed is proven and judged like any other file, and is not written when it has an error. "
        "The message names the rule; the recipe has to be mended, and its version raised.",
    ),
}
