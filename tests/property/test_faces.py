"""Whatever a face and a card say: problems, never a crash, and the same bytes each time."""

from __future__ import annotations

import json
import os
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.core.problems import Location
from cardforge.fonts import FontBook
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.game_art import GameArt
from cardforge.layout.icons import Icons
from cardforge.layout.pictures import Pictures
from cardforge.layout.template import Templates
from cardforge.load.document import Document, load_document
from cardforge.load.picture import Picture, picture_of
from cardforge.load.source import Source
from cardforge.render.card_job import CardJob
from cardforge.render.renderer import Renderer
from cardforge.write.pdf import cards_pdf
from tests.conftest import REPOSITORY
from tests.support.pictures import png

RUNS = 3_000 if os.environ.get("CARDFORGE_SOAK") else 150
SCHEMA = jsonschema.Draft202012Validator(json.loads((REPOSITORY / "schemas/face.schema.json").read_text("utf-8")))
FORMS = st.sampled_from(["rectangle", "ellipse", "hexagon", "octagon", "diamond", "shield", "tag"])
FIELDS = st.sampled_from(["{name}", "{n}", "{a.b}", "{list}", "{list.0}", "{n:+}", "{name:upper}", "{lost}", "{lost|}", "{n|x}", "{value}", "{value.b}", "{key}", "{number}"])  # fmt: skip
WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]) | st.sampled_from("\n*[]{}:-^\\ א"), max_size=30
)
TEXTS = FIELDS | st.builds("{} {}".format, FIELDS, WORDS) | WORDS
COLOURS = st.sampled_from(["#ff0000", "ink", "nope", "{colour}", "{lost}", "{n}", ""])
LENGTHS = st.integers(-10, 100) | st.floats(-100, 1000) | st.sampled_from([0, 5, 20])
PATHS = st.sampled_from(["a", "list", "rows", "name", "n", "lost", "a.b", "list.0"])
NAMES = st.sampled_from(["one", "two", "three"])
PLACE: dict[str, st.SearchStrategy[Any]] = {
    "id": NAMES, "x": LENGTHS, "y": LENGTHS, "width": LENGTHS | st.just("rest"), "height": LENGTHS | st.sampled_from(["rest", "fit"]),
    "below": NAMES, "right-of": NAMES, "gap": LENGTHS, "when": PATHS | st.dictionaries(PATHS, st.integers(0, 3), min_size=1, max_size=2),
    "each": PATHS, "step": st.fixed_dictionaries({}, optional={"x": LENGTHS, "y": LENGTHS, "per-row": st.integers(1, 3)}),
    "fill": COLOURS, "stroke": COLOURS, "stroke-width": st.floats(0.05, 20), "radius": st.floats(0, 100), "style": st.sampled_from(["big", "small", "nope"]),
}  # fmt: skip
COLUMN = st.fixed_dictionaries({"text": TEXTS}, optional={"width": LENGTHS | st.just("rest"), "style": st.just("big")})
HUNDREDTHS = st.lists(st.floats(0, 100), min_size=2, max_size=2)


def _element(needed: dict[str, Any], **more: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(needed, optional=PLACE | more)


SIMPLE = st.one_of(
    _element({"text": TEXTS}),
    _element({"badge": TEXTS}, form=FORMS),
    _element({"shape": FORMS}),
    _element({"path": st.sampled_from(["M0 0L100 100Z", "M0 0A5 5 0 0 1 9 9", "nonsense"])}),
    _element({"image": st.sampled_from(["{art}", "{name}", "{n}", "a.png", "../x.png", "{lost|}"])}, form=FORMS, fit=st.sampled_from(["cover", "contain"]), focus=HUNDREDTHS),
    _element({"icon": st.sampled_from(["sun", "{name}", "nope"])}),
    _element({"icons": st.sampled_from(["{n}", "{list}", "{a}", "{name}", "sun sun", "{lost|}"])}, icon=st.sampled_from(["sun", "{name}"]), align=st.sampled_from(["left", "center", "right"])),
    _element({"table": PATHS, "columns": st.lists(COLUMN, min_size=1, max_size=3)}, row=st.just("fit") | st.floats(1, 200), padding=st.floats(0, 50)),
    _element({"track": st.sampled_from(["{n}", "{name}", "12", "{lost|}"])}, form=FORMS, cell=st.floats(2, 50), padding=st.floats(0, 50), **{"from": st.integers(0, 99)}),
)  # fmt: skip
ELEMENTS = st.recursive(SIMPLE, lambda inner: _element({"group": st.lists(inner, max_size=3)}), max_leaves=6)
FACES = st.fixed_dictionaries(
    {
        "kind": st.just("face"), "id": st.just("t"), "for": st.just(["x"]), "palette": st.just({"ink": "#112233"}),
        "styles": st.just({"big": {"size": 30, "floor": 6}, "small": {"size": 4, "align": "right", "vertical": "bottom", "hyphenate": "en"}}),
        "elements": st.lists(ELEMENTS, min_size=1, max_size=5),
    },
    optional={"size": st.sampled_from(["poker", "tarot"]), "bleed": st.floats(0, 20), "safe": st.floats(0, 20)},
)  # fmt: skip
VALUES = st.none() | st.booleans() | st.integers(-99, 200) | st.floats(allow_nan=False, allow_infinity=False) | WORDS
ANY = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=5)  # fmt: skip
ARTS = ANY | st.just("a.png") | st.fixed_dictionaries({"file": st.just("a.png")}, optional={"focus": ANY | HUNDREDTHS, "crop": ANY | st.lists(st.floats(0, 100), min_size=4, max_size=4)})  # fmt: skip
CARDS = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["sun", "Ada"]) | ANY, "n": st.integers(0, 12) | ANY, "a": st.fixed_dictionaries({"b": ANY}) | ANY,
        "list": st.lists(ANY, max_size=4) | ANY, "rows": st.lists(st.fixed_dictionaries({"b": ANY}), max_size=3), "colour": st.just("ink") | ANY, "art": ARTS,
    },
)  # fmt: skip


class _OnePicture(Pictures):
    """Has `a.png`, and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        found = picture_of(png((40, 30)), "a.png")
        assert isinstance(found, Picture)
        self._found = {"a.png": found}


def _art() -> GameArt:
    icons = Icons()
    icons.add("sun", Source("sun.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'))  # fmt: skip
    return GameArt(icons)


BOOK, STUDIO, PICTURES = FontBook(), _art(), _OnePicture()


def _printed(document: Document, card: dict[str, Any]) -> tuple[bytes, list[str]]:
    templates = Templates([document])
    template = templates.template("x", "")
    assert template
    renderer = Renderer(BOOK, PICTURES)
    jobs = [
        CardJob(CardSource(f"pack/{at}", card, Location("pack.yaml", 1, 1)), template, template, STUDIO)
        for at in range(2)
    ]
    drawn = list(renderer.draw(jobs))
    problems = [problem for each in drawn for problem in each.problems]
    problems += renderer.develop([(job.card, each) for job, each in zip(jobs, drawn, strict=True)])
    faces = [each.front for each in drawn]
    return cards_pdf(faces, renderer.resources(), "x"), [str(problem) for problem in problems]


@settings(max_examples=RUNS)
@given(FACES, CARDS)
def test_any_face_with_any_card_is_drawn_or_told_and_always_the_same(
    face: dict[str, Any], card: dict[str, Any]
) -> None:
    SCHEMA.validate(face)
    document = load_document(Source("face.json", json.dumps(face)))
    assert isinstance(document, Document)
    pdf, problems = _printed(document, card)

    assert (pdf, problems) == _printed(document, card)
    assert all("CF" in problem for problem in problems)
