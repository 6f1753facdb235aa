"""Write the table of docs/limits.md from the limits of the engine: `make docs`."""

from __future__ import annotations

from cardforge.core.limits import LIMITS
from tools.generated import REPOSITORY, filled, table

PAGE = REPOSITORY / "docs/limits.md"


def page(text: str) -> str:
    """The page with the table as the engine has it."""
    rows: list[tuple[str, ...]] = [
        (f"{each.default:,}", each.counts, each.why, f"`{each.variable}`") for each in LIMITS
    ]
    return filled(text, {"limits": table(("at most", "of what", "why", "to change it"), rows)})


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), encoding="utf-8")
