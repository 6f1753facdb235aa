"""What the schemas of nebula refuse before a rule looks."""

from __future__ import annotations

from pathlib import Path

from cardforge.app.validate import validate_files

ITEMS = """\
kind: item
system: nebula
id: worthless
name: Worthless
cards:
  - {id: pebble, name: Pebble, group: resource, consumable: false, effect: Draw 1 card., resource_value: %d}
"""


def test_a_resource_is_worth_something(tmp_path: Path) -> None:
    file = tmp_path / "items.yaml"
    file.write_text(ITEMS % 0, "utf-8")
    refused = validate_files([str(file)]).problems
    file.write_text(ITEMS % 1, "utf-8")

    assert [(problem.code, problem.where.line, problem.where.column) for problem in refused] == [("CF101", 6, 106)]
    assert validate_files([str(file)]).problems == []
