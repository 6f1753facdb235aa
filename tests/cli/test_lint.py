"""The legibility lint at work: silent on what is shipped, loud on a broken example of each of its checks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardforge.core.codes.engine import CODES
from tests.conftest import REPOSITORY
from tests.support.commands import call, run
from tests.support.pictures import png
from tests.support.projects import project

PAPER = '{shape: rectangle, x: -3, y: -3, width: 69, height: 94, fill: "#ffffff"}'
NIGHT = '{shape: rectangle, x: -3, y: -3, width: 69, height: 94, fill: "#101828"}'
HALF = '{shape: rectangle, x: 31.5, y: -3, width: 35, height: 94, fill: "#101828"}'
TEXT = '{text: "Across the whole card, from left to right", style: t, x: 5, y: 30, width: 53, height: 5}'

# For each check: the style of the text, the elements, how bad it is; then the good twin.
EXAMPLES = {
    "CF420": (("{size: 4.5}", [PAPER, TEXT], "error"), ("{size: 6}", [PAPER, TEXT])),
    "CF421": (("{}", [PAPER, TEXT.replace("x: 5", "x: 1")], "error"), ("{}", [PAPER, TEXT])),
    "CF422": (
        ("{}", [PAPER, "{shape: ellipse, x: 9, y: 9, width: 9, height: 9, stroke: '#000000', stroke-width: 0.05}"], "error"),
        ("{}", [PAPER, "{shape: ellipse, x: 9, y: 9, width: 9, height: 9, stroke: '#000000', stroke-width: 0.1}"]),
    ),
    "CF424": (
        ("{}", [NIGHT, "{shape: rectangle, x: 1, y: 1, width: 61, height: 86, fill: '#ffffff'}"], "warning"),
        ("{}", [NIGHT, "{shape: rectangle, x: 3, y: 3, width: 57, height: 82, fill: '#ffffff'}"]),
    ),
    "CF425": (("{size: 7, weight: bold}", [PAPER, HALF, TEXT], "error"), ("{size: 7, weight: bold, colour: '#868686'}", [NIGHT, TEXT])),
    "CF427": (("{size: 5.5, colour: '#ffffff'}", [NIGHT, TEXT], "error"), ("{size: 6, colour: '#ffffff'}", [NIGHT, TEXT])),
}  # fmt: skip


def face(style: str, elements: list[str], more: str = "") -> str:
    drawn = "".join(f"  - {each}\n" for each in elements)
    return f"kind: face\nid: item\nfor: [item]\n{more}styles: {{t: {style}}}\nelements:\n{drawn}"


def lint(folder: Path) -> list[tuple[str, str]]:
    done = call("validate", "--faces", cwd=folder, XDG_CACHE_HOME=str(folder / "cache"))
    assert done.stderr == ""
    assert done.returncode == (1 if " error " in done.stdout else 0)
    return re.findall(r": (error|warning) (CF42\d)", done.stdout)


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_check_speaks_on_its_broken_example_and_not_on_the_good_twin(code: str, tmp_path: Path) -> None:
    (style, elements, severity), good = EXAMPLES[code]
    said = lint(project(tmp_path / "bad", {"a": None, "b": None}, face(style, elements)))

    assert (severity, code) in said
    assert {each for _, each in said} <= {code, "CF420"}  # light text that is too small is small text too
    assert lint(project(tmp_path / "good", {"a": None, "b": None}, face(*good))) == []


@pytest.mark.parametrize(("side", "said"), [(400, [("error", "CF423")]), (500, [("warning", "CF423")]), (800, [])])
def test_a_coarse_picture_is_told_at_its_card(side: int, said: list[tuple[str, str]], tmp_path: Path) -> None:
    elements = [PAPER, '{image: "{art}", x: 5, y: 5, width: 53, height: 40}']
    folder = project(tmp_path, {"a": "art/a.png"}, face("{}", elements), **{"art__a.png": png((side, side))})

    assert lint(folder) == said


def test_merging_accents_are_told(tmp_path: Path) -> None:
    plain = 'kind: face\nid: {}\nfor: [{}]\npalette: {{accent: "{}"}}\nelements:\n  - {}\n'
    faces = {  # in place of those that come with cardforge
        f"templates__nebula__faces__{id}.yaml": plain.format(id, target, accent, PAPER)
        for id, target, accent in (
            ("npc", "npc/permanent", "#b0603a"), ("encounter", "npc", "#b0603a"), ("item", "item", "#74803a")
        )
    }  # fmt: skip
    other = (REPOSITORY / "packs/nebula/npc/the-vigil.yaml").read_text("utf-8").replace("id: ", "id: x-")
    project(tmp_path, {"a": None}, **faces, **{"packs__nebula__npc__x.yaml": other})

    assert lint(tmp_path) == [("warning", "CF426")]


def test_accents_of_two_games_are_not_compared() -> None:
    packs = ("packs/armada/boss/bosses.yaml", "packs/nebula/npc/the-vigil.yaml")  # both red
    done = call("validate", "--faces", "--strict", *packs, cwd=REPOSITORY)

    assert done.returncode == 0, done.stdout


def test_every_check_has_an_example() -> None:
    assert {code for code in CODES if code.startswith("CF42")} == {*EXAMPLES, "CF423", "CF426"}


def test_everything_that_is_shipped_passes() -> None:
    done = run("validate", "--faces", "--strict", cwd=REPOSITORY)

    assert done.returncode == 0, done.stdout
    assert re.search(r"\d+ cards, [\d,]+ faces: no problems\.", done.stdout)


def test_an_error_of_the_lint_stops_the_writing_and_a_warning_does_not(tmp_path: Path) -> None:
    for size, code in ((4.5, 1), (5.5, 0)):
        project(tmp_path, {"a": None}, face(f"{{size: {size}}}", [PAPER, TEXT]))
        done = call("render", "packs", "-o", f"{size}.pdf", cwd=tmp_path)

        assert (done.returncode, (tmp_path / f"{size}.pdf").exists()) == (code, code == 0)
        assert "CF420" in done.stdout


def test_a_draft_is_drawn_in_spite_of_the_lint_but_of_nothing_else(tmp_path: Path) -> None:
    project(tmp_path, {"a": None}, face("{size: 4.5}", [PAPER, TEXT]))
    drawn = call("render", "packs", "--ignore", "CF420", "-o", "x.pdf", cwd=tmp_path)
    refused = call("render", "packs", "--ignore", "CF420,CF408", "-o", "y.pdf", cwd=tmp_path)

    assert (drawn.returncode, drawn.stdout) == (0, "1 card in x.pdf\n")
    assert (refused.returncode, "CF408 cannot be ignored" in refused.stderr) == (2, True)


def test_other_palettes_are_looked_at_too(tmp_path: Path) -> None:
    more = 'palette: {ink: "#000000"}\npalettes: {pale: {ink: "#bbbbbb"}}\n'
    project(tmp_path, {"a": None}, face("{colour: ink}", [PAPER, TEXT], more))
    done = call("validate", "--faces", "--format", "json", cwd=tmp_path)
    (problem,) = json.loads(done.stdout)["problems"]

    assert (problem["code"], "`pale`" in problem["message"]) == ("CF425", True)


def test_what_is_broken_otherwise_is_told_once_and_measured_no_further(tmp_path: Path) -> None:
    folder = project(
        tmp_path, {"a": "art/torn.png", "b": "art/none.png"}, face("{}", ['{image: "{art}", x: 5, y: 5, width: 9, height: 9}', TEXT]),
        **{"art__torn.png": png((300, 300))[:-40]},
    )  # fmt: skip
    done = call("validate", "--faces", cwd=folder)

    assert done.returncode == 1
    assert sorted(re.findall(r"error (CF\d+)", done.stdout)) == ["CF414", "CF415"]


def test_a_card_that_was_clean_is_looked_at_again_when_something_changes(tmp_path: Path) -> None:
    art = '{image: "{art}", x: 5, y: 5, width: 53, height: 20}'
    project(tmp_path, {"a": "art/a.png"}, face("{}", [PAPER, art, TEXT]), **{"art__a.png": png((800, 800))})
    clean = [lint(tmp_path), lint(tmp_path)]
    (tmp_path / "art/a.png").write_bytes(png((500, 500)))
    coarse = [lint(tmp_path), lint(tmp_path)]
    (tmp_path / "art/a.png").write_bytes(png((800, 800), "black"))
    moved = TEXT.replace("y: 30", "y: 10")
    project(tmp_path, {"a": "art/a.png"}, face("{}", [PAPER, art, moved]))

    assert (clean, coarse) == ([[], []], [[("warning", "CF423")]] * 2)
    assert lint(tmp_path) == [("error", "CF425")]  # black on black
    (tmp_path / "art/a.png").write_bytes(png((800, 800), "white"))
    assert lint(tmp_path) == []
