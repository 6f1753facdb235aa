"""The rules booklet of alert says what is so: its pages, its sums, and the figures that it does not quote."""

from __future__ import annotations

import re

import yaml

from tests.support.booklets import Booklet, texts

RULES = Booklet("alert")
SHIP = yaml.safe_load((RULES.packs_folder / "defaults.yaml").read_text("utf-8"))["ship"]
MISSIONS = [yaml.safe_load(file.read_text("utf-8")) for file in sorted((RULES.packs_folder / "mission").glob("*.yaml"))]


def test_it_folds_and_everything_in_it_is_filled() -> None:
    assert RULES.selection.problems == []
    assert len(RULES.pages) == 12
    assert RULES.unfilled() == []


def test_its_contents_are_its_pages() -> None:
    (listed,) = RULES.blocks("cover", "table")

    assert listed == {number: title for number, title in RULES.titles().items() if number != "1"}


def test_sums_are_right_and_stay_on_one_line() -> None:
    said = [text for page in RULES.pages.values() for text in texts(page["blocks"])]

    assert len(RULES.sums()) >= 8
    assert [(terms, printed) for terms, total, printed in RULES.sums() if total != printed] == []
    assert [text for text in said if re.search(r"\d [+−=] \d", text)] == []


def test_figures_that_are_written_out_are_those_of_the_defaults() -> None:
    near, middle = RULES.card("tracks/long-lane")["ranges"]
    points = ", ".join(str(each) for each in SHIP["survey"][:-1]) + f" or {SHIP['survey'][-1]} points"

    assert "turns {}, {} and {}".format(*SHIP["phases"]) in RULES.words("clock")
    assert f"{near} squares from Z or less is range 1, {middle} or less range 2" in RULES.words("threats")
    assert points in RULES.words("afterwards")
    assert f"ranges 1 and {SHIP['burst']['range']}" in RULES.words("ship")


def test_the_easier_missions_are_named() -> None:
    (first, *_), *_ = RULES.blocks("setting-up", "steps")

    assert re.findall(r"\*([A-Z][\w ]+)\*(?!\*)", first.replace("**Mission.**", "")) == [
        mission["name"] for mission in MISSIONS if mission.get("easier")
    ]
