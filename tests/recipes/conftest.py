"""Workshops of the games, opened once for a file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from cardforge.generate.recipes import Recipes
from cardforge.generate.workshop import Workshop, kit_for
from cardforge.load.project import project_at
from tests.conftest import REPOSITORY
from tests.recipes.armada import Bench, bench


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    """Nebula's."""
    with closing(Workshop(kit_for("crew", "nebula", project_at(REPOSITORY)))) as opened:
        yield opened


@pytest.fixture(scope="module")
def recipes(workshop: Workshop) -> Recipes:
    """Nebula's recipes, without schemas and rules."""
    return Recipes(workshop.kit.texts)


@pytest.fixture(scope="module")
def armada_bench() -> Iterator[Bench]:
    """Armada's workshop, and what its rules say."""
    with bench() as opened:
        yield opened


@pytest.fixture
def armada(armada_bench: Bench) -> Workshop:
    """Armada's workshop, whose rules have said nothing yet."""
    armada_bench.heard.clear()
    return armada_bench.workshop


@pytest.fixture(scope="module")
def alert_bench() -> Iterator[Bench]:
    """Alert's workshop, and what its rules say."""
    with bench("threat", "alert") as opened:
        yield opened


@pytest.fixture
def alert(alert_bench: Bench) -> Workshop:
    """Alert's workshop, whose rules have said nothing yet."""
    alert_bench.heard.clear()
    return alert_bench.workshop


@pytest.fixture(scope="module")
def drift_bench() -> Iterator[Bench]:
    """Drift's workshop, and what its rules say."""
    with bench("ship", "drift") as opened:
        yield opened


@pytest.fixture
def drift(drift_bench: Bench) -> Workshop:
    """Drift's workshop, whose rules have said nothing yet."""
    drift_bench.heard.clear()
    return drift_bench.workshop
