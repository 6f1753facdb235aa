"""Every package has a lower bound to try, and the lists of what cardforge is made of name all of them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tools.lowest import lowest
from tools.sbom import licences, main, needed, sbom

PYPROJECT = (REPOSITORY / "pyproject.toml").read_text("utf-8")
NAMES = {re.split(r"[>=]", text)[0] for text in tomllib.loads(PYPROJECT)["project"]["dependencies"]}


def test_every_package_has_a_lower_bound() -> None:
    assert {line.partition("==")[0] for line in lowest(PYPROJECT)} == NAMES
    with pytest.raises(ValueError, match="font-lato"):
        lowest(re.sub(r'"font-lato[^"]*"', '"font-lato"', PYPROJECT))


def test_the_sbom_names_what_cardforge_needs_and_nothing_that_only_tests_need() -> None:
    made = sbom(needed())
    names = {each["name"].lower().replace("_", "-") for each in made["components"]}

    assert names >= {name.lower() for name in NAMES}
    assert not names & {"pytest", "mypy", "hypothesis", "cardforge"}
    addresses = {each["purl"] for each in made["components"]}
    assert all(set(each["dependsOn"]) <= addresses for each in made["dependencies"])
    assert max(len(each["dependsOn"]) for each in made["dependencies"]) == len(NAMES)


def test_every_licence_is_stated() -> None:
    table = licences(needed())

    assert "| cardforge |" in table
    assert "not stated" not in table


def test_both_files_are_the_same_every_time(tmp_path: Path) -> None:
    main(tmp_path / "a")
    main(tmp_path / "b")

    for name in ("sbom.json", "licences.md"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert json.loads((tmp_path / "a" / "sbom.json").read_text("utf-8"))["bomFormat"] == "CycloneDX"
