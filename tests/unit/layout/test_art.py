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
from cardforge.scripting.script import ScriptError
from tests.support.faces import template_of

BOX = Box(5.0, 10.0, 40.0, 30.0)
PALETTE = {"night": "#101020", "accent": "#3366aa"}
DOTS = """
def art(card, canvas):
    drawings = [fill(rectangle(0, 0, canvas.width, canvas.height), linear(0, 0, 0, canvas.height, [(0, canvas.palette["night"]), (1, "#ffffff")]))]
    return drawings + [fill(circle(between(("x", at), 0, canvas.width), 5, 1), canvas.palette["accent"], 0.5) for at in range(card["dots"])]
"""


def art_recipe(text: str, shared: str = "") -> ArtRecipe:
    return ArtRecipe(Source("art/dots.star", text), Source("art/shared.star", shared) if shared else None)


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
