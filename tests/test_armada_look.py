"""The look of armada: what is drawn by a script is what the script draws, and every face shows what it must."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image, ImageChops, ImageStat

from tests.conftest import REPOSITORY
from tests.support.commands import run
from tests.support.pdfs import told

ICONS = REPOSITORY / "templates/armada/icons"
FACES = REPOSITORY / "templates/armada/faces"
PACKS = REPOSITORY / "packs/armada"
KINDS = (
    *("action-common", "action-special", "aid", "ark", "armada-deck", "boss", "commander", "dossier", "downfall"),
    *("event", "explore", "gate-repair", "item", "peril", "reprisal", "scenario", "sweep"),
)


def test_the_icons_are_those_that_the_script_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.armada_icons", str(tmp_path)], cwd=REPOSITORY, check=True)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}

    assert len(drawn) == 73
    assert {file.name: file.read_text("utf-8") for file in ICONS.iterdir()} == drawn


def titles(kind: str) -> set[str]:
    return {card["title"].lower() for file in (PACKS / kind).glob("*.yaml") for card in read(file)["cards"]}


@pytest.mark.parametrize("kind", ["event", "reprisal", "downfall"])
def test_every_card_of_the_box_has_a_picture_of_its_own(kind: str) -> None:
    """The recipe draws each title by a function of that picture alone, and no function is used twice."""
    recipe = (REPOSITORY / f"templates/armada/art/{kind}.star").read_text("utf-8")
    drawn = dict(re.findall(r'"([a-z ]+)": (\w+)', recipe[recipe.index("known = {") : recipe.index("title = ")]))

    assert set(drawn) == titles(kind)
    assert len(set(drawn.values())) == len(drawn)


def test_a_cube_of_12_mm_fits_every_box_of_the_board() -> None:
    """Zones are as many boxes as their track has; the bridge has two rows of four."""
    (board, *others) = read(PACKS / "board/player-board.yaml")["cards"]
    boxes = {"combat": (1, 11), "bridge": (4, 2), "dockyard": (7, 1), "laboratory": (7, 1)}
    boxes |= dict.fromkeys(("shield", "speed", "hull"), (1, 11))
    for zone in board["zones"]:
        if "start" in zone:
            across, down = boxes.pop(zone["id"])
            assert zone["width"] / across > 12.5, zone["id"]
            assert zone["height"] / down > 12.5, zone["id"]

    assert not boxes
    assert [board["armada_colour"], *(each["armada_colour"] for each in others)] == [
        "blue",
        "yellow",
        "green",
        "orange",
    ]
    assert all((each["zones"], each["tracks"]) == (board["zones"], board["tracks"]) for each in others)


def test_the_board_names_its_tracks_and_their_prices(tmp_path: Path) -> None:
    done = run("render", "armada:board", "-o", "boards.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    limits = read(PACKS / "game.yaml")["limits"]
    for page in told("pdftotext", "-layout", tmp_path / "boards.pdf", "-").split("\f")[:4]:
        for word in ("Combat", "Shield", "Speed", "Hull", "Bridge", "Dockyard", "Laboratory", "three stats +1"):
            assert word in page
        assert re.search(rf"a level\s+{limits['facility_cost']}, alone\s+{limits['facility_cost_solo']}", page)


def test_an_event_shows_two_places_for_combat_tokens() -> None:
    face = read(FACES / "event.yaml")
    places = [each for each in face["elements"] if each.get("icon") == "tok_combat"]
    words = " ".join(each["text"] for each in face["elements"] if "text" in each)

    assert len(places) == read(PACKS / "game.yaml")["limits"]["event_tokens"]
    assert "AT ONCE" not in words
    assert "Two combat tokens end it." in words


def test_a_scenario_sheet_has_players_words_and_no_keys(tmp_path: Path) -> None:
    done = run("render", "armada:scenario", "--edition", "2", "-o", "scenarios.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    found = " ".join(told("pdftotext", "-layout", tmp_path / "scenarios.pdf", "-").split())
    scenarios = read(PACKS / "scenario/scenarios.yaml")["cards"]

    for card in scenarios:
        for word in (*card["length"].split(), *card["difficulty"].split()):
            assert word in found, card["id"]
    assert found.count("The map at the start") == len(scenarios)
    for key in {key for card in scenarios for key in card.get("overrides", {})}:
        assert key not in found
        assert key.replace("_", " ").capitalize() + ":" not in found


def files() -> list[Path]:
    return [file for kind in KINDS for file in sorted((PACKS / kind).glob("*.yaml"))]


def read(file: Path) -> dict[str, Any]:
    pack: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    return pack


WORDS = ("title", "name", "text", "flavor", "extra_setup", "goal", "loss", "rules", "any_time")


def printed(value: Any) -> Iterator[str]:
    """What a player must be able to read: the words of a card, at any depth."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            if key in WORDS:
                yield each
            else:
                yield from printed(each)
    elif isinstance(value, list):
        for each in value:
            yield from printed(each)


def test_every_word_of_every_card_stands_on_it(tmp_path: Path) -> None:
    done = run("render", *map(str, files()), "-o", "all.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    found = told("pdftotext", "-layout", tmp_path / "all.pdf", "-").split("\f")
    cards = [(file.stem, card) for file in files() for card in read(file)["cards"]]
    backs = " ".join(found[len(cards) :])
    for (name, card), page in zip(cards, found, strict=False):
        seen = page + backs if name == "player-aid" else page  # the round stands on its back
        lost = set(re.findall(r"\w+", " ".join(printed(card)))) - set(re.findall(r"\w+", seen))
        assert not lost, f"{name}/{card['id']} lacks {lost}"


@pytest.fixture(scope="module")
def grey(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """Every side of every card, two centimetres wide and without colour."""
    folder = tmp_path_factory.mktemp("grey")
    done = run("render", *map(str, files()), "--as", "png", "--dpi", "36", "-o", "all", cwd=folder)
    assert done.returncode == 0, done.stdout
    return {
        file.stem: Image.open(file).convert("L").resize((79, 123)) for file in sorted((folder / "all").glob("*.png"))
    }


def nearest(pictures: Mapping[str, Image.Image]) -> tuple[float, str, str]:
    """The two that look most alike, and how far apart they are: 0 is the same, 255 is black and white."""
    return min(
        (ImageStat.Stat(ImageChops.difference(pictures[one], pictures[other])).mean[0], one, other)
        for one, other in combinations(pictures, 2)
    )


# One of each: a unit and a tech lie beside each other on a board, all others on one table.
ONE_OF_EACH = (
    *("armada-blue_breakwater-guns", "armada-yellow_ash-screens", "events_burning-tail", "commanders_mother-quillon"),
    *("bosses_rust-heron", "player-aid_player-aid", "sweep_sweep-5", "exploration_the-lost-regatta"),
    *("common-actions_brace", "special-actions_scatter", "the-ark_the-ark", "peril-track_peril-track"),
    *("dossiers_the-surveyor", "gate-repairs_core-cradle", "reprisals_the-net", "scenarios_the-tithe"),
    *("downfalls_empty-bays", "items_sealed-flask"),
)


def test_every_kind_is_told_from_every_other_in_grey_at_two_centimetres(grey: dict[str, Image.Image]) -> None:
    apart = nearest({name: grey[name] for name in ONE_OF_EACH})

    assert apart[0] > 25, apart


def test_every_deck_has_a_back_of_its_own_that_is_told_without_colour(grey: dict[str, Image.Image]) -> None:
    backs = {name: picture for name, picture in grey.items() if "back" in name}

    assert len(backs) == len({read(file)["back"] for file in files()}) == 20
    assert nearest(backs)[0] > 20, nearest(backs)


def test_what_has_a_colour_has_a_letter_a_numeral_or_a_shape_too() -> None:
    faces = {file.stem: file.read_text("utf-8") for file in FACES.glob("*.yaml")}
    for face, fill, sign in (
        ("armada-deck", "fill: common", "badge: C"), ("armada-deck", "fill: special", "badge: S"),
        ("armada-deck", "armada-{pack.armada_colour}", "icon: \"armada_{pack.armada_colour}\""),
        ("back-armada", "armada-{pack.armada_colour}", "icon: \"armada_{pack.armada_colour}\""),
        ("action-common", "fill: common", "badge: C"), ("action-special", "fill: special", "badge: S"),
        ("sweep", "sector-{first.colour}", "icon: \"sector_{first.colour}\""),
        ("sweep", "sector-{second.colour}", "icon: \"sector_{second.colour}\""),
        ("sweep", "sector-{arrivals}", "icon: \"sector_{arrivals}\""),
        ("aid", "raider-{value.colour}", "badge: \"{value.level}\""), ("explore", "fill: easy", "text: EASY"),
        ("explore", "fill: hard", "text: HARD"),
    ):  # fmt: skip
        assert fill in faces[face], (face, fill)
        assert sign in faces[face], (face, sign)


def test_with_little_ink_sectors_are_drawn_in_one(tmp_path: Path) -> None:
    done = run(
        "render", "armada:tile", "--palette", "low-ink", "--as", "png", "--dpi", "36", "-o", "tiles", cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout
    ink = 0x3A - 0x10  # how far its channels are apart
    for file in sorted((tmp_path / "tiles").glob("tiles_*.png")):
        red, green, blue = Image.open(file).convert("RGB").split()
        spread = ImageChops.subtract(
            ImageChops.lighter(ImageChops.lighter(red, green), blue),
            ImageChops.darker(ImageChops.darker(red, green), blue),
        )
        assert max(spread.tobytes()) <= ink + 4, file.stem


@pytest.mark.parametrize(("base", "least"), [("mini", 6.5), ("euro", 7)])
def test_words_never_shrink_below_what_is_read_with_ease(base: str, least: float) -> None:
    faces = {file.stem: read(file) for file in FACES.glob("*.yaml")}
    shared = faces["styles"]["styles"] | faces[base].get("styles", {})
    seen = 0
    for id, face in faces.items():
        if base not in (id, *face.get("extends", ())):
            continue
        styles = shared | face.get("styles", {})
        for element in face["elements"]:
            if element.get("id") in ("text", "guard", "actions"):
                inner = [each for each in element.get("group", [element]) if "text" in each]
                seen += len(inner)
                assert all(styles[each.get("style", "base")]["floor"] >= least for each in inner), id

    assert seen > 2


SEEDS = 60 if os.environ.get("CARDFORGE_SOAK") else 1


@pytest.mark.soak
@pytest.mark.parametrize(
    "kind",
    [
        "action-common",
        "action-special",
        "aid",
        "armada-deck",
        "boss",
        "commander",
        "dossier",
        "downfall",
        "event",
        "explore",
        "gate-repair",
        "item",
        "reprisal",
        "scenario",
        "sweep",
        "tile",
    ],
)
def test_generated_cards_fit(kind: str, tmp_path: Path) -> None:
    for seed in range(SEEDS):
        options = ("--game", "armada", "--seed", f"look {seed}", "--render")
        done = run("generate", kind, *options, "-o", f"{seed}", cwd=tmp_path)

        assert done.returncode == 0, done.stdout
        assert "CF4" not in done.stdout + done.stderr
