"""What rules find, as a page shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from cardforge.app.check import Checking
from cardforge.check.rulebook import Rulebook
from cardforge.core.errors import UsageError
from cardforge.render import rule_findings
from cardforge.render.selection import select
from tests.conftest import REPOSITORY
from tests.support.projects import write_files

BUILD = (REPOSITORY / "packs/armada/build/second-edition.yaml").read_text("utf-8")
GAME = (REPOSITORY / "packs/armada/game.yaml").read_text("utf-8")
POST = """kind: game
system: post
name: Post
version: "1.0"
kinds:
  bag: {is: pack, title: bag, prints: [{id: page, group: page, summary: true}]}
"""


def findings(folder: Path, build: str = BUILD, game: str = GAME) -> dict[str, dict[str, Any]]:
    write_files(folder, {"packs/armada/game.yaml": game, "packs/armada/build/mine.yaml": build})
    made = select([str(folder / "packs/armada/build/mine.yaml")])
    (page,) = [job.card.data for job in made.jobs if job.card.data.get("group") == "inventory"]
    return {each["code"]: each for each in page["findings"]}


def test_a_rule_that_holds_tells_its_numbers(tmp_path: Path) -> None:
    found = findings(tmp_path)

    assert list(found) == [f"AR-0{number}" for number in range(1, 10)]
    assert found["AR-01"]["status"] == "pass"
    assert found["AR-01"]["says"] == "10 groups with 447 pieces"
    assert found["AR-04"]["says"] == "1 of overlord in miniature; 1 of ark in miniature"


def test_what_is_asked_of_packs_is_asked_of_those_in_the_box(tmp_path: Path) -> None:
    assert findings(tmp_path)["AR-05"] == {
        "code": "AR-05",
        "title": "Cards have the size of their type",
        "status": "pass",
        "says": "20 packs",
    }


def test_what_is_asked_of_files_that_name_the_document_is_asked_of_those(tmp_path: Path) -> None:
    found = findings(tmp_path)["AR-07"]

    assert (found["status"], found["says"]) == ("pass", "3 set-ups")


def test_what_nobody_can_be_asked_says_of_what(tmp_path: Path) -> None:
    found = findings(tmp_path, BUILD.replace("id: second-edition", "id: mine"))["AR-07"]

    assert (found["status"], found["says"]) == ("not asked", "asked of every set-up")


def test_a_piece_shows_the_summary_of_its_file(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "packs/post/game.yaml": POST,
            "packs/post/bag.yaml": "kind: bag\nsystem: post\nid: blue\nname: Blue\ncards: [{id: a}, {id: b}]\n",
            "schemas/post/bag.schema.json": "{}",
            "schemas/post/rules/bags.star": 'summary(on = "pack", show = lambda bag: [bars("Letters", [[bag.name, len(bag.cards)]])])\n',
        },
    )
    made = select([str(tmp_path / "packs/post/bag.yaml")])
    (page,) = [job.card.data for job in made.jobs if job.card.data.get("group") == "page"]

    assert page["summary"] == [{"title": "Letters", "bars": [["Blue", 2]]}]


def test_a_piece_has_the_facts_that_check_does_not_show(tmp_path: Path) -> None:
    bag = tmp_path / "packs/post/night.yaml"
    write_files(
        tmp_path,
        {
            "packs/post/game.yaml": POST.replace("is: pack", "is: situation"),
            "packs/post/night.yaml": "kind: bag\nsystem: post\nid: blue\nname: Blue\n",
            "schemas/post/bag.schema.json": "{}",
            "schemas/post/rules/bags.star": 'summary(on = "situation", show = lambda bag: [facts("letters", [[1, None]]), table("Bag", [["a", 2]])])\n',
        },
    )
    made = select([str(bag)])
    (page,) = [job.card.data for job in made.jobs]
    shown = [judgement.summary for judgement in Checking([str(bag)]).judgements()]

    assert page["facts"] == {"letters": [[1, None]]}
    assert page["summary"] == [{"title": "Bag", "rows": [["a", "2"]]}]
    assert shown == [({"title": "Bag", "rows": [["a", "2"]]},)]


def test_a_piece_has_the_cards_that_its_file_names(tmp_path: Path) -> None:
    letter = {"type": "object", "properties": {"id": {"type": "string", "x-names": "letter"}}}
    pack = {"type": "object", "properties": {"cards": {"type": "array", "items": letter}}}
    route = {"properties": {"brings": {"type": "array", "items": {"type": "string", "x-refers-to": "letter"}}}}
    kinds = "  letter: {is: pack, title: letters}\n  route: {is: situation, title: route, prints: [{id: page, group: page, named: true}]}\n"
    write_files(
        tmp_path,
        {
            "packs/post/game.yaml": POST.partition("  bag:")[0] + kinds,
            "packs/post/letters.yaml": "kind: letter\nsystem: post\nid: letters\nname: L\ncards: [{id: a, to: Ada}, {id: b, to: Ben}, {id: c, to: Cy}]\n",
            "packs/post/route.yaml": "kind: route\nsystem: post\nid: monday\nname: Monday\nbrings: [c, a, c]\n",
            "schemas/post/letter.schema.json": json.dumps(pack),
            "schemas/post/route.schema.json": json.dumps(route),
        },
    )
    made = select([str(tmp_path / "packs/post/route.yaml")])
    (page,) = [job for job in made.jobs if job.card.data.get("group") == "page"]

    assert page.card.data["named"] == {
        "letter": [{"id": "c", "to": "Cy", "full_id": "letters/c"}, {"id": "a", "to": "Ada", "full_id": "letters/a"}]
    }
    assert sorted(page.shows) == ["letters/a", "letters/c"]


def test_the_rules_are_loaded_once_for_all_documents(tmp_path: Path) -> None:
    bag = "kind: bag\nsystem: post\nid: {0}\nname: {0}\ncards: [{{id: a}}]\n"
    summary = 'summary(on = "pack", show = lambda bag: [bars("Letters", [[bag.name, len(bag.cards)]])])\n'
    files = {f"packs/post/{id}.yaml": bag.format(id) for id in ("blue", "red", "green")}
    write_files(
        tmp_path,
        {
            **files,
            "packs/post/game.yaml": POST,
            "schemas/post/bag.schema.json": "{}",
            "schemas/post/rules/bags.star": summary,
        },
    )
    with mock.patch.object(rule_findings, "Rulebook", wraps=Rulebook) as loaded:
        made = select([str(tmp_path / "packs/post")])

    pages = [job.card.data for job in made.jobs if job.card.data.get("group") == "page"]
    assert [page["summary"][0]["bars"] for page in pages] == [[["blue", 1]], [["green", 1]], [["red", 1]]]
    assert loaded.call_count == 1


def test_a_rule_that_is_broken_says_how(tmp_path: Path) -> None:
    found = findings(tmp_path, BUILD.replace("total: 99", "total: 100"))

    assert found["AR-01"]["status"] == "fail"
    assert "100" in found["AR-01"]["says"]


def test_what_differs_on_purpose_is_a_note(tmp_path: Path) -> None:
    meant = "manifest_override:\n  - {group: euro_card, line: boss, figure: 4, reason: two were never cast}\ncontents:"
    build = (
        BUILD.replace("contents:", meant)
        .replace("      boss: 6\n", "      boss: 4\n")
        .replace("total: 132", "total: 130")
    )

    assert findings(tmp_path, build)["AR-02"]["status"] == "note"


def test_a_rule_that_is_not_there_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as told:
        findings(tmp_path, game=GAME.replace("AR-09]", "AR-099]"))

    assert str(told.value) == "armada prints the findings of `AR-099`, but has no such rule"
    assert "AR-09" in told.value.hint
