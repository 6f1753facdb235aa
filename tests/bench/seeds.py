"""What the `generate` part of the bench measures: speed on one core, memory, a Dask cluster, and variety."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import yaml
from dask.distributed import LocalCluster

from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import SeedRequest, Workshop, kit_for
from cardforge.load.document import Document
from cardforge.load.project import builtin_project
from cardforge.load.source import Source
from cardforge.validate.catalog import Catalog

WARM = 50  # packs, after which a recipe has met its paths


def rates(kind: str, count: int) -> tuple[float, float]:
    """Packs a second of processor time on one core: made and proven, and made, judged and written as YAML too."""
    kit = kit_for(kind, project=builtin_project())
    recipes = Recipes(kit.texts)
    catalog = Catalog({kit.game.system: kit.game})
    order = SeedRequest(kind, "bench", {})

    def proven(seed: str) -> None:
        made = recipes.make(kind, seed, {})
        if catalog.prove(Document(Source("bench.yaml", ""), made.document)).problems:
            raise ValueError(f"the seed {seed} gives a pack that is not valid")

    with closing(Workshop(kit)) as workshop:
        return (
            _rate(lambda number: proven(order.member(number).seed), count),
            _rate(lambda number: workshop.make(order.member(number)), count),
        )


def _rate(make: Any, count: int) -> float:
    for number in range(WARM):
        make(number)
    start = time.process_time()
    for number in range(WARM, WARM + count):
        make(number)
    return count / (time.process_time() - start)


@contextmanager
def cluster() -> Iterator[str]:
    """A Dask cluster on this machine, one process a core; gives its address."""
    with LocalCluster(processes=True, threads_per_worker=1, dashboard_address="127.0.0.1:0") as local:  # type: ignore[no-untyped-call]
        yield str(local.scheduler_address)


def variety(folder: Path) -> dict[str, float]:
    """Of the crew packs in a folder: shares of distinct names and effects, and of the ability used most."""
    names: list[str] = []
    effects: list[str] = []
    abilities: Counter[tuple[str, str]] = Counter()
    for file in sorted(folder.glob("*.yaml")):
        pack = yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
        names.append(pack["name"])
        for card in pack["cards"]:
            if card["group"] == "permanent":
                # The same words about somebody else are the same ability.
                first = card["name"].split()[0]
                words = (card["ability"]["trigger"], card["ability"]["effect"])
                abilities[(words[0].replace(first, "…"), words[1].replace(first, "…"))] += 1
            if "effect" in card:
                effects.append(card["effect"])
    return {
        "names": len(set(names)) / len(names),
        "effects": len(set(effects)) / len(effects),
        "ability": abilities.most_common(1)[0][1] / len(names),
    }
