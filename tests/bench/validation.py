"""A thousand crew packs, all different, against check-jsonschema on the same files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.crew_packs import write_crew_packs
from tests.bench.measure import in_turn
from tests.conftest import REPOSITORY

Row = tuple[str, str, str, str, str]
PACKS = 1_000
_ROUNDS = 2


def rows(folder: Path, cardforge: Path) -> Iterator[Row]:
    """Time and memory of both."""
    files = write_crew_packs(folder / "packs" / "nebula" / "crew", PACKS)
    schema = REPOSITORY / "schemas/nebula/crew.schema.json"
    other = Path(sys.executable).parent / "check-jsonschema"
    ours, theirs = in_turn(
        [str(cardforge), "validate", "packs"],
        [str(other), "--schemafile", str(schema), *map(str, files)],
        folder,
        _ROUNDS,
    )
    what = f"validate {PACKS:,} crew packs, against check-jsonschema"
    yield (
        what,
        f"{ours.seconds:.2f} s",
        f"{theirs.seconds:.2f} s",
        f"{theirs.seconds / ours.seconds:.1f}",
        "at least 15",
    )
    yield (
        "  memory of all its processes",
        f"{ours.megabytes:.0f} MB",
        f"{theirs.megabytes:.0f} MB",
        "",
        "at most 300 MB",
    )
