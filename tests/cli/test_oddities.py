"""Odd surroundings and odd files: each ends with a message, and none with a bug of ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardforge.fonts import FontBook, FontError
from cardforge.products.pictures import picture_names
from cardforge.write.drawn import Drawn
from tests.cli.test_strangers import PASSES, RULE, toy
from tests.support.commands import call, surroundings
from tests.support.fonts import font
from tests.support.projects import project, write_files


def test_an_output_that_links_to_itself_is_refused(tmp_path: Path) -> None:
    project(tmp_path, {"a": None})
    (tmp_path / "round.pdf").symlink_to("round.pdf")
    done = call("render", "packs/nebula/item/odds.yaml", "-o", "round.pdf", cwd=tmp_path)

    assert (done.returncode, (tmp_path / "round.pdf").is_symlink()) == (3, True)
    assert "leads to itself" in done.stderr


def test_an_output_keeps_a_name_as_long_as_the_system_allows(tmp_path: Path) -> None:
    project(tmp_path, {"a": None})
    name = "x" * 251 + ".pdf"
    done = call("render", "packs/nebula/item/odds.yaml", "-o", name, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / name).read_bytes().startswith(b"%PDF")


def test_a_manifest_does_not_replace_its_output(tmp_path: Path) -> None:
    project(tmp_path, {"a": None})
    (tmp_path / "link").symlink_to(".")
    done = call("render", "nebula:item", "-o", "a.pdf", "--manifest", "link/a.pdf", cwd=tmp_path)

    assert done.returncode == 2
    assert not (tmp_path / "a.pdf").exists()


@pytest.mark.parametrize("given", ["x", "-1", "1e9", "9" * 40])
def test_a_time_that_is_no_time_is_wrong_usage(given: str, tmp_path: Path) -> None:
    project(tmp_path, {"a": None})
    done = call("render", "packs/nebula/item/odds.yaml", cwd=tmp_path, SOURCE_DATE_EPOCH=given)

    assert done.returncode == 2
    assert "SOURCE_DATE_EPOCH" in done.stderr


@pytest.mark.parametrize("command", [["rules"], ["rules", "--help"], ["schema", "face"]])
def test_a_reader_that_leaves_early_is_no_error(command: list[str], tmp_path: Path) -> None:
    whole = [sys.executable, "-m", "cardforge", *command]
    with subprocess.Popen(
        whole, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings()
    ) as process:
        assert process.stdout
        process.stdout.close()
        _, errors = process.communicate()

    assert (process.returncode, errors) == (0, b"")


def _drawn(id: str) -> Drawn:
    return Drawn(id, 63.0, 88.0, 0.0, "", {}, {})


def test_no_two_faces_share_the_name_of_a_picture() -> None:
    ids = ["n/a_b", "n_a/b", "N/a_b", "n/c"]
    names = picture_names(map(_drawn, ids))

    assert list(names) == ids
    assert names["n/a_b"] == "n_a_b.png"
    assert len({name.lower() for name in names.values()}) == len(ids)


@pytest.mark.parametrize("tag", [b"maxp", b"cmap", b"glyf", b"loca", b"head", b"hhea", b"hmtx"])
@pytest.mark.parametrize("how", ["missing", "broken"])
def test_a_font_without_one_of_its_tables_is_refused(tag: bytes, how: str, tmp_path: Path) -> None:
    data = bytearray(font())
    entry = next(at for at in range(12, 12 + 16 * data[5], 16) if data[at : at + 4] == tag)
    start, length = (int.from_bytes(data[at : at + 4], "big") for at in (entry + 8, entry + 12))
    if how == "missing":
        data[entry : entry + 4] = b"zzzz"
    else:
        data[start : start + length] = b"\xff" * length
    (tmp_path / "squares.ttf").write_bytes(data)
    book = FontBook((tmp_path / "squares.ttf",))
    refused = ""
    try:
        book.font("squares").cut_down([1, 2])
    except FontError as error:
        refused = error.hint
    assert refused or (how == "broken" and tag in (b"hhea", b"hmtx"))  # letters at odd distances, but letters


@pytest.mark.parametrize("code", ["A\\0B101", "../../../etc", "TY101/../../..", ""])
def test_a_code_that_is_no_code_is_never_a_path(code: str, tmp_path: Path) -> None:
    toy(tmp_path, PASSES + RULE.format(check="_c", title="'T'", more="").replace("TY101", code))

    for command in (["validate"], ["rules"], ["rules", "--test"]):
        done = call(*command, cwd=tmp_path)
        assert done.returncode in (1, 2), (command, done.stderr)


def test_an_example_that_links_out_of_the_project_is_not_quoted(tmp_path: Path) -> None:
    folder = toy(tmp_path / "mine", PASSES + RULE.format(check="_c", title="'T'", more=""))
    (tmp_path / "secret.yaml").write_text("kind: pack\nsystem: toy\nsecret: [hidden\n", encoding="utf-8")
    for name in ("pass", "fail"):
        (folder / "tests/rules/TY101" / name).mkdir(parents=True)
    (folder / "tests/rules/TY101/pass/a.yaml").symlink_to(tmp_path / "secret.yaml")
    done = call("rules", "--test", cwd=folder)

    assert "hidden" not in done.stdout + done.stderr
    assert "CF009" in done.stdout


@pytest.mark.parametrize(
    ("schema", "data"),
    [
        ({}, "id: a\nname: A\ncards: [1]\n"),
        ({}, "id: a\nname: A\ncards: [[], null, x, {}]\n"),
        ({"properties": {"id": {"x-names": {"type": {}}}}}, "id: a\n"),
        ({"properties": {"id": {"x-names": {"type": [1]}}}}, "id: a\n"),
    ],
)
def test_a_loose_schema_lets_nothing_through_that_breaks_us(schema: Any, data: str, tmp_path: Path) -> None:
    toy(tmp_path, PASSES + RULE.format(check="_c", title="'T'", more=""), schema, data)
    for command in (["validate"], ["validate", "--faces"], ["render", "toy:pack"], ["check", "packs/toy/d.yaml"]):
        done = call(*command, cwd=tmp_path)
        assert done.returncode in (0, 1, 2), (command, done.stderr)


STEPS = 'def cardforge_describe():\n    return json.encode({{"first": "begin", "head": [], "steps": []}})\ndef cardforge_replay(given):\n    return {answer}\n'


@pytest.mark.parametrize("answer", ["None", "7", "'text'", "json.encode(None)", "json.encode({'told': [None]})"])
def test_steps_that_give_no_text_are_a_problem(answer: str, tmp_path: Path) -> None:
    toy(tmp_path)
    game = (tmp_path / "packs/toy/game.yaml").read_text("utf-8") + "  log: {is: log, title: log}\n"
    log = "kind: log\nsystem: toy\nname: L\nsteps:\n  - step: begin\n"
    files = {"packs/toy/game.yaml": game, "schemas/toy/log.schema.json": json.dumps({}), "l.yaml": log}
    write_files(tmp_path, files | {"schemas/toy/steps.star": STEPS.format(answer=answer)})
    done = call("campaign", "status", "l.yaml", cwd=tmp_path)

    assert done.returncode == 1, done.stderr
    assert "CF70" in done.stdout


def test_a_damaged_picture_writes_no_line_of_its_own(tmp_path: Path) -> None:
    """libtiff reports to the terminal by itself, whatever Python does."""
    from PIL import Image

    project(tmp_path, {"a": "a.tif"})
    Image.new("RGB", (300, 300), "red").save(tmp_path / "a.tif", compression="tiff_lzw")
    data = bytearray((tmp_path / "a.tif").read_bytes())
    data[200:700] = os.urandom(500)
    (tmp_path / "a.tif").write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-m", "cardforge", "render", "nebula:item", "-o", "a.pdf"],
        cwd=tmp_path, env=surroundings(), capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.stderr.strip() in ("", "nothing was rendered")
    assert done.returncode in (0, 1)
