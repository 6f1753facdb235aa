"""Whatever happens to the cache, a result is the one that was stored, or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cardforge.write.cache import Cache, _program

RESULTS = {f"key {at}".encode(): f"result {at} ".encode() * 300 for at in range(40)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A cache with some results, closed."""
    cache = Cache(tmp_path / "results.sqlite")
    cache.put(RESULTS.items())
    assert {key: cache.get(key) for key in RESULTS} == RESULTS
    cache.close()
    return tmp_path / "results.sqlite"


def test_many_results_come_in_the_order_of_their_keys(tmp_path: Path) -> None:
    results = [(f"key {at}".encode(), f"result {at}".encode()) for at in range(1_200)]
    cache = Cache(tmp_path / "results.sqlite")
    cache.put(results[::2])
    wanted = [key for key, _ in reversed(results)]

    assert [*cache.get_all(wanted)] == [
        result if at % 2 == 0 else None for at, (_, result) in [*enumerate(results)][::-1]
    ]
    assert [*cache.get_all([b"key 4", b"key 4"])] == [b"result 4"] * 2
    assert [*cache.get_all([])] == []
    cache.close()


def _sql(*statements: str) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        rows = sqlite3.connect(file)
        with rows:
            for statement in statements:
                rows.execute(statement)
        rows.close()

    return damage


def _flipped(file: Path) -> None:
    data = bytearray(file.read_bytes())
    for at in range(4096, len(data), 997):
        data[at] ^= 0x40
    file.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:9000]),
    "zeros": lambda file: file.write_bytes(file.read_bytes()[:4096] + bytes(40_000)),
    "not a database": lambda file: file.write_bytes(b"hello" * 2000),
    "empty": lambda file: file.write_bytes(b""),
    "flipped bits": _flipped,
    "shorter results": _sql("UPDATE results SET result = substr(result, 1, 40)"),
    "other results": _sql("UPDATE results SET result = (SELECT result FROM results ORDER BY rowid LIMIT 1)"),
    "without digests": _sql("UPDATE results SET result = substr(result, 17)"),
    "numbers": _sql("UPDATE results SET result = 7"),
    "nothing": _sql("UPDATE results SET result = NULL"),
    "text": _sql("UPDATE results SET result = CAST(x'ff41' AS TEXT)"),
    "another table": _sql("DROP TABLE results", "CREATE TABLE results (name TEXT)"),
    "a view": _sql("DROP TABLE results", "CREATE VIEW results AS SELECT 1 AS key, 2 AS result"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_a_miss_and_the_cache_works_again(file: Path, damage: str) -> None:
    DAMAGES[damage](file)
    cache = Cache(file)
    for key, result in RESULTS.items():
        assert cache.get(key) in (None, result)
    cache.close()
    for _ in range(2):  # a broken file may be found broken only while it is written to
        cache = Cache(file)
        cache.put(RESULTS.items())
        cache.close()
    cache = Cache(file)

    assert {key: cache.get(key) for key in RESULTS} == RESULTS
    cache.close()


@pytest.mark.parametrize("pragma", ["query_only = ON", "max_page_count = 1"], ids=["read-only", "full"])
def test_a_cache_that_takes_nothing_more_keeps_what_it_has(file: Path, pragma: str) -> None:
    cache = Cache(file)
    assert cache._rows
    cache._rows.execute(f"PRAGMA {pragma}")
    cache.put([(b"new", b"x" * 1_000_000)])

    assert cache.get(b"new") is None
    assert {key: cache.get(key) for key in RESULTS} == RESULTS
    cache.close()


def test_of_two_runs_at_once_the_one_that_must_wait_loses_nothing(file: Path) -> None:
    first, second = Cache(file), Cache(file)
    assert first._rows
    assert second._rows
    second._rows.execute("PRAGMA busy_timeout = 0")
    first._rows.execute("BEGIN IMMEDIATE")
    second.put([(b"new", b"second")])
    assert second.get(b"new") is None
    first._rows.execute("COMMIT")
    second.put([(b"new", b"second")])

    assert first.get(b"new") == b"second"
    assert {key: second.get(key) for key in RESULTS} == RESULTS
    first.close()
    second.close()


def test_another_version_of_the_program_has_other_keys(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.write.cache.__file__", str(file.parent / "cardforge/write/cache.py"))
    before = Cache(file).key("card")
    _program.cache_clear()
    after = Cache(file).key("card")
    _program.cache_clear()

    assert before != after
