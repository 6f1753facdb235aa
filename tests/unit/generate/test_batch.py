"""Batches: the same members on one core, on several, and on a Dask cluster."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import dask
import pytest
from dask.distributed import LocalCluster

from cardforge.core.errors import ProblemsError, UsageError
from cardforge.generate.batch import PART, make_part, pieces
from cardforge.generate.workshop import SeedRequest, Workshop, kit_for
from cardforge.load.project import project_at
from tests.support.fair import BAND, fair

MANY = 20_000 if os.environ.get("CARDFORGE_SOAK") else 600


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    with closing(Workshop(kit_for("band", project=project_at(fair(tmp_path))))) as opened:
        yield opened


def digest(workshop: Workshop, order: SeedRequest, scheduler: str = "") -> str:
    """Of all texts in their order."""
    found = hashlib.sha256()
    for piece in pieces(workshop, order, MANY, scheduler):
        found.update("".join(piece.files.values()).encode())
    return found.hexdigest()


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # of Dask's own
def test_a_dask_cluster_gives_the_same_as_our_own_cores(workshop: Workshop) -> None:
    order = SeedRequest("band", "tea", {"size": 2})
    patient = dask.config.set({"distributed.comm.timeouts.connect": "300s"})
    free = "127.0.0.1:0"  # another cluster on this machine may have the usual port
    with patient, LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=free) as cluster:  # type: ignore[no-untyped-call]
        on_dask = digest(workshop, order, cluster.scheduler_address)

    assert on_dask == digest(workshop, order)


def test_several_cores_give_what_one_gives(workshop: Workshop) -> None:
    order = SeedRequest("band", "tea", {})
    spread = [piece.files for piece in pieces(workshop, order, 2 * PART + 7)]

    assert len(spread) == 2 * PART + 7
    for number in (1, PART, PART + 1, 2 * PART + 7):
        assert spread[number - 1] == workshop.make(order.member(number)).files


def test_threads_of_one_worker_do_not_meet(workshop: Workshop) -> None:
    order, kit = SeedRequest("band", "tea", {}), pickle.dumps(workshop.kit)
    with ThreadPoolExecutor(3) as threads:
        parts = list(threads.map(lambda start: make_part((kit, order), (start, start + 40)), (1, 41, 81)))

    made = [piece.files for part in parts for piece in part]
    assert made == [workshop.make(order.member(number)).files for number in range(1, 121)]


def test_what_a_worker_refuses_comes_back_whole(workshop: Workshop, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="at most 4 players") as refused:
        list(pieces(workshop, SeedRequest("band", "tea", {"style": "dirge", "size": 5}), 2 * PART))
    assert refused.value.hint == "change what you --set"
    with pytest.raises(ProblemsError) as broken:
        list(pieces(workshop, SeedRequest("band", "tea", {"size": 8}), 2 * PART))
    assert broken.value.problems[0].code == "CF603"


_PEAKS = """
import sys, tracemalloc
from contextlib import closing
from pathlib import Path
from cardforge.generate.workshop import SeedRequest, Workshop, kit_for
from cardforge.load.project import project_at
from cardforge.products.seed_files import SeedFilePlace, written

order = SeedRequest("band", "tea", {})
with closing(Workshop(kit_for("band", project=project_at(Path.cwd())))) as workshop:
    for count in (60, 50, 500):  # the first fills caches
        place = SeedFilePlace(f"many-{count}", order, count, force=False)
        tracemalloc.start()
        for _ in written(workshop.kit, place, map(workshop.make, map(order.member, range(1, count + 1)))):
            pass
        print(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
"""


def test_memory_does_not_grow_with_the_number(tmp_path: Path) -> None:
    """Nothing is kept of what is written: ten times as many members need no more.

    In a process of its own, because the memory of all threads is counted, and those of a cluster go on after its test.
    """
    command = [sys.executable, "-c", _PEAKS]
    done = subprocess.run(command, cwd=fair(tmp_path), capture_output=True, text=True, check=True)
    _, few, many = map(int, done.stdout.split())

    assert many < 1.5 * few + 200_000


def test_one_broken_member_stops_the_batch_and_says_which(tmp_path: Path) -> None:
    band = BAND.replace("    cards = [", '    x = 1 // roll("zero", 20)\n    cards = [')
    kit = kit_for("band", project=project_at(fair(tmp_path, band)))
    with closing(Workshop(kit)) as workshop, pytest.raises(ProblemsError) as broken:
        list(pieces(workshop, SeedRequest("band", "tea", {}), 100))

    problem = broken.value.problems[0]
    assert (problem.code, problem.where.line > 1) == ("CF602", True)
    assert "the seed `tea/" in problem.message
