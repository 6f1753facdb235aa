"""Check category colours: the `accent` of each face must tell kinds of cards apart, for colour-blind eyes too.

Takes the faces in use; yields a warning for every two accents that look alike under one kind of colour vision. Faces
with exactly the same accent share it on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cardforge.core.problems import Problem, Severity
from cardforge.layout.colours import VISIONS, distance
from cardforge.layout.template import Template

ACCENT = "accent"
LEAST = 10.0  # CIEDE2000; closer colours are confused unless they are side by side
_EYES = {
    "normal": "everyone",
    "protan": "red-blind eyes (protan)",
    "deutan": "green-blind eyes (deutan)",
    "tritan": "blue-blind eyes (tritan)",
}


def merging_accents(*sides: Iterable[Template]) -> Iterator[Problem]:
    """Warn about accents of different faces that some eyes confuse; fronts are not compared with backs."""
    for templates in sides:
        yield from _merging(templates)


def _merging(templates: Iterable[Template]) -> Iterator[Problem]:
    first: dict[str, Template] = {}
    for template in templates:
        colour = template.colour(ACCENT)
        if colour != ACCENT:
            first.setdefault(colour.lower(), template)
    for (one, face), (other, later) in combinations(first.items(), 2):
        found = {vision: distance(one, other, vision) for vision in VISIONS}
        merged = [vision for vision in VISIONS if found[vision] < LEAST]
        if merged:
            eyes = _EYES["normal"] if "normal" in merged else " and ".join(_EYES[vision] for vision in merged)
            nearest = min(found[vision] for vision in merged)
            message = (
                f"the accents of `{face.id}` ({one}) and `{later.id}` ({other}) look alike to {eyes}: "
                f"they differ by {nearest:.1f}, at least {LEAST:g} is needed"
            )
            hint = "make one of them lighter or darker: everyone sees that difference"
            place = later.document.locate(("palette", ACCENT))
            yield Problem("CF426", Severity.WARNING, place, message, hint)
