"""Decks for a virtual table: what the saved object says is what the sheets show."""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

import cardforge.products.tabletop
from cardforge.app.render import lay_out
from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.layout.card_view import CardView
from cardforge.products.pictures import write_pictures
from cardforge.products.tabletop import refuse_address, write_tabletop
from cardforge.render.rendering import RenderedCard, Rendering
from tests.support.projects import project

# A picture is cropped by whole pixels. At 300 dpi a bleed of 3 mm is 35.4 pixels, so that every picture begins 0.6 of
# a pixel too late; at 296 dpi it is 34.96.
WHOLE_BLEED = 296

FACE = (
    "kind: face\nid: item\nfor: [item]\nsize: micro\n{more}elements:\n"
    '  - {{text: "{{card.number}}", x: 3, y: 5, width: 25, height: 30, style: large}}\n'
    "styles:\n  large: {{size: 30}}\n"
)
BACK = (
    "kind: face\nid: own\nsize: {size}\nelements:\n"
    "  - {{shape: rectangle, x: -3, y: -3, width: 90, height: 120, fill: '#204060'}}\n"
    '  - {{text: "{words}", x: 3, y: 5, width: 25, height: 30, style: light}}\n'
    "styles:\n  light: {{colour: '#ffffff', size: 14}}\n"
)


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def items(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rendering, Path]:
    """The items of a built-in game, and the folder they were written to."""
    folder = tmp_path_factory.mktemp("items")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        rendering = lay_out(["nebula:item"])
        write_tabletop(rendering, folder / "table")
    return rendering, folder / "table"


def laid(folder: Path, count: int, more: str = "", **files: bytes | str) -> Rendering:
    """Small cards, each with its number as its name."""
    project(folder, {f"card-{at}": None for at in range(count)}, FACE.format(more=more), **files)
    with contextlib.chdir(folder):
        rendering = lay_out(["packs"])
    assert rendering.problems == ()
    return rendering


def with_cards(rendering: Rendering, *cards: RenderedCard) -> Rendering:
    return replace(rendering, cards=cards)


def states(files: list[Path]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(files[-1].read_text("utf-8"))["ObjectStates"]
    return found


def cards_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = state.get("ContainedObjects", [state])
    return found


def shown(card: dict[str, Any], side: str = "FaceURL") -> Image.Image:
    """What the table shows of a card: its slot of the sheet that its number names."""
    key, slot = divmod(card["CardID"], 100)
    sheet = card["CustomDeck"][str(key)]
    picture = opened(sheet[side])
    if side == "BackURL" and not sheet["UniqueBack"]:
        return picture
    width, height = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
    assert slot < sheet["NumWidth"] * sheet["NumHeight"]
    left, top = slot % sheet["NumWidth"] * width, slot // sheet["NumWidth"] * height
    return picture.crop((left, top, left + width, top + height))


@lru_cache(4)
def opened(address: str) -> Image.Image:
    with Image.open(Path("/") / address.removeprefix("file:///")) as picture:
        return picture.copy()


def small(picture: Image.Image) -> Image.Image:
    """A picture so small that a shift of half a pixel hardly counts."""
    return picture.convert("L").resize((93, 130), Image.Resampling.BOX)


def small_pictures(rendering: Rendering, folder: Path) -> dict[str, Image.Image]:
    """Every face as `--as png` gives it, by the name of its file, not shifted by its bleed."""
    found = {}
    for file in write_pictures(rendering, folder, WHOLE_BLEED):
        with Image.open(file) as picture:
            found[file.stem] = small(picture)
    return found


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two small pictures are apart, of 255."""
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


def nearest(picture: Image.Image, pictures: dict[str, Image.Image]) -> tuple[str, float]:
    """The name of the picture that looks most like this one, and how far it is apart."""
    seen = small(picture)
    apart = {name: difference(seen, each) for name, each in pictures.items()}
    name = min(apart, key=lambda name: apart[name])
    return name, apart[name]


def test_the_comparer_sees_another_word() -> None:
    one, other = Image.new("RGB", (744, 1039), "white"), Image.new("RGB", (744, 1039), "white")
    other.paste("black", (60, 60, 300, 100))

    assert difference(small(one), small(one.resize((743, 1038)))) == 0
    assert difference(small(one), small(other)) > 2


def test_every_number_leads_to_the_picture_of_its_card(items: tuple[Rendering, Path], tmp_path: Path) -> None:
    rendering, folder = items
    pictures = small_pictures(rendering, tmp_path / "faces")
    names = {card.name: card.front.id.replace("/", "_") for card in rendering.cards}
    made = [card for state in states([folder / "nebula-item.json"]) for card in cards_of(state)]

    assert sorted(card["Nickname"] for card in made) == sorted(names)
    for card in made:
        for side, expected in (("FaceURL", names[card["Nickname"]]), ("BackURL", "back-permanent")):
            name, apart = nearest(shown(card, side), pictures)
            assert name == expected
            assert apart < 1.5


def test_sheets_keep_the_limits_of_the_table(items: tuple[Rendering, Path]) -> None:
    _, folder = items
    sizes = {}
    for file in folder.glob("*.png"):
        with Image.open(file) as picture:
            assert picture.mode == "RGB"
            sizes[file.name] = picture.size

    assert sizes == {
        "nebula-item-faces-1.png": (3720, 3117),
        "nebula-item-faces-2.png": (3720, 3117),
        "nebula-item-faces-3.png": (5 * 744, 2 * 1039),
        "nebula-item-back-1.png": (744, 1039),
    }


def test_a_saved_object_has_the_shape_that_the_table_reads(items: tuple[Rendering, Path]) -> None:
    rendering, folder = items
    decks = states([folder / "nebula-item.json"])

    assert [deck["Nickname"] for deck in decks] == list(dict.fromkeys(card.pack for card in rendering.cards))
    assert len({(deck["Transform"]["posX"], deck["Transform"]["posZ"]) for deck in decks}) == len(decks)
    for deck in decks:
        assert deck["Name"] == "DeckCustom"
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert {str(number // 100) for number in deck["DeckIDs"]} == set(deck["CustomDeck"])
        assert all(key.isdecimal() and int(key) >= 1 for key in deck["CustomDeck"])
        for sheet in deck["CustomDeck"].values():
            assert set(sheet) == {
                "FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type",
            }  # fmt: skip
            assert (sheet["BackIsHidden"], sheet["UniqueBack"], sheet["Type"]) == (True, False, 0)
        for card in deck["ContainedObjects"]:
            assert card["Name"] == "Card"
            assert card["Description"]
            assert {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"} == set(card["Transform"])
            assert card["CustomDeck"].items() <= deck["CustomDeck"].items()


def test_a_hundred_cards_stand_on_several_sheets(tmp_path: Path) -> None:
    rendering = laid(tmp_path, 100)
    files = write_tabletop(rendering, tmp_path / "table")
    (deck,) = states(files)

    assert [file.name for file in files] == ["packs-faces-1.png", "packs-back-1.png", "packs-faces-2.png", "packs.json"]
    assert deck["DeckIDs"] == [*range(100, 170), *range(200, 230)]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == [f"card-{at}" for at in range(100)]
    some = (0, 9, 10, 69, 70, 98, 99)
    pictures = small_pictures(with_cards(rendering, *(rendering.cards[at] for at in some)), tmp_path / "faces")
    for at in some:
        assert nearest(shown(deck["ContainedObjects"][at]), pictures)[0] == f"odds_card-{at}"


def test_the_same_cards_give_the_same_bytes(tmp_path: Path) -> None:
    rendering = laid(tmp_path, 3)
    one, other = (
        [file.read_bytes() for file in write_tabletop(rendering, tmp_path / name, "https://example.org")]
        for name in ("one", "other")
    )

    assert one == other


def test_copies_are_repeated_and_none_is_left_out(tmp_path: Path) -> None:
    rendering = laid(tmp_path, 3)
    first, second, third = rendering.cards
    cards = (first._replace(copies=3), second._replace(copies=0), third)
    (deck,) = states(write_tabletop(with_cards(rendering, *cards), tmp_path / "table"))

    assert deck["DeckIDs"] == [100, 100, 100, 101]
    assert Counter(card["Nickname"] for card in deck["ContainedObjects"]) == {"card-0": 3, "card-2": 1}
    with pytest.raises(UsageError, match="has 0 copies"):
        write_tabletop(with_cards(rendering, second._replace(copies=0)), tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_deck_of_one_is_a_card(tmp_path: Path) -> None:
    (state,) = states(write_tabletop(laid(tmp_path, 1), tmp_path / "table"))

    assert (state["Name"], state["CardID"], state["Nickname"]) == ("Card", 100, "card-0")
    assert state["CustomDeck"]["1"]["NumWidth"] == state["CustomDeck"]["1"]["NumHeight"] == 1
    assert "DeckIDs" not in state


def test_backs_of_their_own_are_a_sheet_beside_the_faces(tmp_path: Path) -> None:
    back = BACK.format(size="micro", words="{name}")
    rendering = laid(tmp_path, 5, "back: own\n", **_file("own", back))
    pictures = small_pictures(rendering, tmp_path / "faces")
    (deck,) = states(write_tabletop(rendering, tmp_path / "table"))

    assert [sheet["UniqueBack"] for sheet in deck["CustomDeck"].values()] == [True]
    for card in deck["ContainedObjects"]:
        assert nearest(shown(card, "BackURL"), pictures)[0] == f"odds_{card['Nickname']}_back"


def test_cards_without_a_back_share_a_plain_one(tmp_path: Path) -> None:
    (deck,) = states(write_tabletop(laid(tmp_path, 2), tmp_path / "table"))
    plain = shown(deck["ContainedObjects"][0], "BackURL")

    assert plain.size == (375, 525)
    assert plain.getpixel((5, 5)) == plain.getpixel((187, 262)) == (0x3B, 0x3F, 0x46)
    assert plain.getpixel((187, 34)) == (0x56, 0x5C, 0x66)


def test_a_back_of_another_size_fills_the_card(tmp_path: Path) -> None:
    rendering = laid(tmp_path, 2, "back: own\n", **_file("own", BACK.format(size="poker", words="Odds")))
    (deck,) = states(write_tabletop(rendering, tmp_path / "table"))
    seen = shown(deck["ContainedObjects"][1], "BackURL")

    assert seen.size == (375, 525)
    corners = [(0, 0), (374, 0), (0, 524), (374, 524)]
    assert {seen.getpixel(corner) for corner in corners} == {(0x20, 0x40, 0x60)}


def test_cards_of_another_size_or_shape_have_their_own_sheet_and_deck(tmp_path: Path) -> None:
    small = laid(tmp_path / "small", 2)
    plain = small.cards[0]
    wide = plain._replace(front=plain.front._replace(id="odds/wide", width=44.45, height=31.75))
    round_ = plain._replace(outline=plain.outline._replace(kind="circle", radius=0.0))
    square = plain._replace(outline=plain.outline._replace(radius=0.0))
    made = states(write_tabletop(with_cards(small, *small.cards, wide, round_, square), tmp_path / "table"))

    assert [state["Name"] for state in made] == ["DeckCustom", "Card", "Card", "Card"]
    assert [[*state["CustomDeck"]] for state in made] == [["1"], ["2"], ["3"], ["4"]]
    assert [sheet["Type"] for state in made for sheet in state["CustomDeck"].values()] == [0, 0, 4, 1]
    assert shown(made[1]).size == (525, 375)


def test_a_sheet_that_would_be_heavy_is_a_jpeg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendering = laid(tmp_path, 2)
    face, back, _ = write_tabletop(rendering, tmp_path / "table")
    assert face.stat().st_size > back.stat().st_size
    monkeypatch.setattr(cardforge.products.tabletop, "MOST_BYTES", face.stat().st_size - 1)
    files = write_tabletop(rendering, tmp_path / "light")

    assert [file.suffix for file in files] == [".jpg", ".png", ".json"]
    with Image.open(files[0]) as picture, Image.open(face) as sharp:
        assert (picture.format, picture.mode, picture.size) == ("JPEG", "RGB", (750, 525))
        assert difference(small(picture), small(sharp)) < 1
    assert states(files)[0]["CustomDeck"]["1"]["FaceURL"].endswith("/packs-faces-1.jpg")


def test_words_are_told_without_their_markup(tmp_path: Path) -> None:
    rendering = laid(tmp_path, 2)
    view = CardView({"name": "Hum", "effect": "Draw **2** cards: gain :energy:.", "flavor": "A hum."})
    card = rendering.cards[0]._replace(view=view)
    (deck,) = states(write_tabletop(with_cards(rendering, card, rendering.cards[1]), tmp_path / "table"))

    assert [each["Description"] for each in deck["ContainedObjects"]] == [
        "Draw 2 cards: gain energy.\nA hum.",
        "Draw 1 card.",
    ]


@pytest.mark.parametrize("base", ["https://example.org/cards", "https://example.org/cards/", "file:///C:/My cards"])
def test_addresses_are_the_base_and_the_name(tmp_path: Path, base: str) -> None:
    files = write_tabletop(laid(tmp_path, 2), tmp_path / "table", base)
    sheet = states(files)[0]["CustomDeck"]["1"]

    assert sheet["FaceURL"] == f"{base.rstrip('/')}/{files[0].name}"
    assert all(re.fullmatch(r"[a-z0-9.-]+", file.name) for file in files)


@pytest.mark.parametrize(
    "base", ["example.org", "ftp://example.org/", "https://", "https://a b/", "https://a/?x=1", "https://a/#x", "C:\\x"]
)
def test_an_address_that_cannot_lead_to_a_picture_is_refused(base: str) -> None:
    with pytest.raises(UsageError) as refused:
        refuse_address(base)

    assert base in refused.value.message


def test_local_addresses_lead_to_the_files_whatever_the_folder_is_called(tmp_path: Path) -> None:
    files = write_tabletop(laid(tmp_path, 2), tmp_path / "My Ünusual table")
    sheet = states(files)[0]["CustomDeck"]["1"]

    assert Path("/") / sheet["FaceURL"].removeprefix("file:///") == files[0].resolve()


def test_where_nothing_can_be_written_the_old_deck_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendering = laid(tmp_path, 2)
    files = write_tabletop(rendering, tmp_path / "table")
    before = {file: file.read_bytes() for file in files}

    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(SurroundingsError, match="permission denied"):
        write_tabletop(with_cards(rendering, rendering.cards[0]), tmp_path / "table")
    assert {file: file.read_bytes() for file in (tmp_path / "table").iterdir()} == before


def _file(id: str, text: str) -> dict[str, bytes | str]:
    return {f"templates__nebula__faces__{id}.yaml": text}
