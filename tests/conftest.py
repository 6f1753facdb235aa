"""Options and fixtures of the whole suite."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.support")

REPOSITORY = Path(__file__).resolve().parent.parent

# Commands that tests run start a third faster when Python keeps what it has compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Seeded in the suite, so that a red run is red for everybody; `make soak` looks for new cases.
_SOAK = bool(os.environ.get("CARDFORGE_SOAK"))
settings.register_profile(
    "cardforge",
    derandomize=not _SOAK,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("cardforge")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--approve", action="store_true", help="rewrite the approved reports; read them before committing")


@pytest.fixture
def approve(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--approve"))


@pytest.fixture
def in_repository(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run in the repository's own folder, so that paths in reports are the same for everybody."""
    monkeypatch.chdir(REPOSITORY)
    return REPOSITORY
