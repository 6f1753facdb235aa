"""Art that a game draws itself: the same for ever, inside its limits, and never instead of a picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image as Pixels

from cardforge.core.problems import Location
from cardforge.fonts import FontBook
from cardforge.layout.art import ArtRecipe, mix
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Gradient, Image, Shape
from cardforge.layout.face import Layout
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.game_art import GameArt
from cardforge.layout.pictures import Pictures
from cardforge.load.project import Project
from cardforge.load.source import Source
from cardforge.scripting import sandbox as sandboxes
from cardforge.scripting.sandbox import Sandbox
from cardforge.scripting.script import ScriptError
from tests.support.faces import template_of

BOX = Box(5.0, 10.0, 40.0, 30.0)
PALETTE = {"night": "#101020", "accent": "#3366aa"}
DOTS = """
def art(card, canvas):
    drawings = [fill(rectangle(0, 0, canvas.width, canvas.height), linear(0, 0, 0, canvas.height, [(0, canvas.palette["night"]), (1, "#ffffff")]))]
    return drawings + [fill(circle(between(("x", at), 0, canvas.width), 5, 1), canvas.palette["accent"], 0.5) for at in range(card["dots"])]
"""


def art_recipe(text: str, shared: str = "", sandbox: Sandbox | None = None) -> ArtRecipe:
    return ArtRecipe(Source("art/dots.star", text), Source("art/shared.star", shared) if shared else None, sandbox)


def test_the_same_seed_draws_the_same_and_another_seed_another() -> None:
    first, again = (art_recipe(DOTS).draw({"dots": 5}, BOX, PALETTE, "a") for _ in range(2))

    assert first == again
    assert first != art_recipe(DOTS).draw({"dots": 5}, BOX, PALETTE, "b")


def test_a_picture_is_drawn_once_until_many_others_were() -> None:
    dots = art_recipe(DOTS)
    first = dots.draw({"dots": 5}, BOX, PALETTE, "a")
    again, elsewhere = (dots.draw({"dots": 5}, box, PALETTE, "a") for box in (BOX, BOX._replace(x=6.0)))
    for dot in range(120):
        dots.draw({"dots": 5}, BOX, PALETTE, f"other {dot}")
    later = dots.draw({"dots": 5}, BOX, PALETTE, "a")

    assert again is first
    assert elsewhere != first
    assert later is not first
    assert later == first


def test_one_drawing_more_moves_no_other() -> None:
    few, many = (art_recipe(DOTS).draw({"dots": dots}, BOX, PALETTE, "a") for dots in (3, 9))

    assert many[: len(few)] == few


def test_drawings_stand_in_their_box_with_their_paint() -> None:
    ground, *dots = art_recipe(DOTS).draw({"dots": 2}, BOX, PALETTE, "a")

    assert isinstance(ground, Shape)
    assert ground.path[0] == ("M", (5.0, 10.0))
    assert ground.fill == Gradient("linear", (5.0, 10.0, 5.0, 40.0), ((0.0, "#101020"), (1.0, "#ffffff")))
    assert [dot.opacity for dot in dots if isinstance(dot, Shape)] == [0.5, 0.5]


def test_recipes_share_what_stands_in_the_shared_file() -> None:
    drawn = art_recipe(
        "def art(card, canvas):\n    return moon()\n", "def moon():\n    return [fill(circle(1, 1, 1), '#ffffff')]\n"
    )

    assert len(drawn.draw({}, BOX, PALETTE, "")) == 1


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return 5 // 0", 2),
        ('return [fill(circle(1, 1, 1), "red")]', 1),
        ("return [fill(circle(90000, 1, 1), '#ffffff')]", 1),
        ("return 'a drawing'", 1),
        ("return [fill([['Q', 1, 2]], '#ffffff')]", 1),
        ("return [fill(circle(1, 1, 1), linear(0, 0, 1, 1, [(1, '#ffffff'), (0, '#000000')]))]", 1),
    ],
)
def test_what_cannot_be_drawn_is_told_with_its_place(body: str, line: int) -> None:
    with pytest.raises(ScriptError) as error:
        art_recipe(f"def art(card, canvas):\n    {body}\n").draw({}, BOX, PALETTE, "")

    assert (error.value.path, error.value.line) == ("art/dots.star", line)


def test_a_recipe_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.scripting.script.MAX_TICKS", 300)
    endless = "def art(card, canvas):\n    for at in range(1000000000):\n        x = at\n    return []\n"
    with pytest.raises(ScriptError, match="ran longer"):
        art_recipe(endless).draw({}, BOX, PALETTE, "")


EVERYTHING = """
def art(card, canvas):
    sky = radial(10, 10, 7.123456, [(0, "#101020"), (0.33333, "#405060"), (1, "#ffffff")])
    waves = [stroke(smooth(blob(("wave", at), 10, 10, 5)), moon(), 0.12345, 1.0 / 3) for at in range(4)]
    return [inside(circle(5, 5, 5), [fill(rectangle(0, 0, 9, 9, 1), sky), inside(polygon(regular(5, 4, 4, 3)), waves)])]
"""


def test_a_stranger_draws_the_same_in_a_sandbox() -> None:
    for text in (DOTS, EVERYTHING):
        own, remote = (
            art_recipe(text, 'def moon():\n    return "#ffeedd"\n', sandbox)
            for sandbox in (None, Sandbox("art recipe"))
        )
        for seed in "abc":
            drawn = own.draw({"dots": 5}, BOX, PALETTE, seed)
            assert repr(remote.draw({"dots": 5}, BOX, PALETTE, seed)) == repr(drawn)
        assert remote.text == own.text  # what the cache goes by


LIMITED = {
    "many drawings": ('return [fill([], "#ffffff")] * 20001', "more than 20000 drawings"),
    "many inside": ('return [inside([], [fill([], "#ffffff")] * 15000)] * 2', "more than 20000 drawings"),
    "long path": ('return [fill(line([(1, 1)] * 10001), "#ffffff")]', "an outline of 10001 points"),
    "many points": ('return [fill(line([(1, 1)] * 9000), "#ffffff")] * 6', "more than 50000 points"),
    "many stops": ('return [fill([], linear(0, 0, 1, 1, [(0, "#ffffff")] * 50001))]', "more than 50000 points"),
    "deep clips": (
        "found = []\n    for at in range(11):\n        found = [inside([], found)]\n    return found",
        "more than 10 deep",
    ),
    "large number": ('return [fill([["M", int("9" * 400), 1]], "#ffffff")]', "cannot be drawn"),
    "larger number": ('return [fill([["M", int("9" * 5000), 1]], "#ffffff")]', "cannot be read"),
}


@pytest.mark.parametrize("name", LIMITED)
def test_what_a_recipe_gives_back_is_limited_wherever_it_runs(name: str) -> None:
    body, reason = LIMITED[name]
    for sandbox in (None, Sandbox("art recipe")):
        hungry = art_recipe(f"def art(card, canvas):\n    {body}\n", sandbox=sandbox)
        with pytest.raises(ScriptError, match=reason) as error:
            hungry.draw({}, BOX, PALETTE, "")
        assert (error.value.path, error.value.hopeless) == ("art/dots.star", False)


HOSTILE = {
    "doubled text": ('x = "x"\n    for at in range(60):\n        x = x + x\n    return []', "more memory"),
    "endless comparison": (
        "a, b = [], []\n    for at in range(60):\n        a, b = [a, a], [b, b]\n    return [a == b]",
        "did not end within",
    ),
    "nested clips": (
        "found = []\n    for at in range(200):\n        found = [inside([], found)]\n    return found",
        "nested|more than 10 deep",
    ),
    "millions of points": (
        'path = polygon([(at % 40, at % 30) for at in range(500)])\n    return [fill(path, "#ffffff")] * 20000',
        "more memory|did not end within|more than 50000 points",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_recipe_dies_alone_and_is_not_asked_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body, reason = HOSTILE[name]
    sandbox = Sandbox("art recipe")
    good, bad = art_recipe(DOTS, sandbox=sandbox), art_recipe(f"def art(card, canvas):\n    {body}\n", sandbox=sandbox)
    if "did not end" in reason:
        monkeypatch.setattr(sandboxes, "MAX_WAIT", 2.0)
    for _ in range(2):
        with pytest.raises(ScriptError, match=reason) as error:
            bad.draw({}, BOX, PALETTE, "")
        assert error.value.path == "art/dots.star"
        if error.value.hopeless:
            assert sandbox.process is None  # the second time it was not even started
    monkeypatch.undo()

    assert good.draw({"dots": 5}, BOX, PALETTE, "a") == art_recipe(DOTS).draw({"dots": 5}, BOX, PALETTE, "a")


def test_a_recipe_that_is_hostile_while_it_is_read_is_refused() -> None:
    with pytest.raises(ScriptError, match="more memory than an art recipe may have"):
        art_recipe('x = "xxxxxxxxxx" * 300000000\n' + DOTS, sandbox=Sandbox("art recipe"))


def test_large_pictures_are_not_kept_as_long_as_small_ones() -> None:
    large = art_recipe('def art(card, canvas):\n    return [fill(line([(1, 1)] * 9000), "#ffffff")] * 5\n')
    first = large.draw({}, BOX, PALETTE, "0")
    assert large.draw({}, BOX, PALETTE, "0") is first
    for seed in "12":
        large.draw({}, BOX, PALETTE, seed)

    assert large.draw({}, BOX, PALETTE, "0") is not first


def test_a_colour_between_two() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#102030", "#ffffff", 0) == "#102030"


def test_a_picture_of_the_card_wins_over_the_recipe(tmp_path: Path) -> None:
    Pixels.new("RGB", (40, 30), "red").save(tmp_path / "mine.png")
    template = template_of(
        '  - {image: "{art|}", draw: dots, x: 0, y: 0, width: 40, height: 30}\n',
        'palette: {night: "#101020", accent: "#3366aa"}\n',
    )
    layout = Layout(FontBook(), GameArt(art_recipes={"dots": art_recipe(DOTS)}), Pictures(Project((tmp_path,))))
    own, _ = layout.face(CardSource("p/a", {"dots": 3, "art": "mine.png"}, Location("p.yaml")), template)
    drawn, _ = layout.face(CardSource("p/a", {"dots": 3}, Location("p.yaml")), template)

    assert [type(item) for item in own.items] == [Image]
    assert [type(item) for item in drawn.items] == [Clipped]
