"""The look of nebula: what is drawn by a script is what the script draws, and every face shows what it must."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image, ImageChops, ImageStat

from tests.conftest import REPOSITORY
from tests.support.commands import run
from tests.support.pdfs import told

KINDS = ("agenda", "crew", "equipment", "item", "location", "npc", "starship")
ICONS = REPOSITORY / "templates/nebula/icons"
FACES = REPOSITORY / "templates/nebula/faces"


def test_the_icons_are_those_that_the_script_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.nebula_icons", str(tmp_path)], cwd=REPOSITORY, check=True)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}

    assert len(drawn) == 80
    assert {file.name: file.read_text("utf-8") for file in ICONS.iterdir()} == drawn


def printed(card: dict[str, Any]) -> str:
    """What a player must be able to read on a card."""
    texts = [card["name"], *(card.get(key, "") for key in ("effect", "text", "flavor")), *card.get("roles", [])]
    follows = [card.get("progress", {}).get(key, "") for key in ("then", "story")]
    check = [str(value).capitalize() for value in card.get("check", {}).values()]
    notes = [slot.get("note", "") for key in ("npcs", "locations") for slot in card.get(key, [])]
    return " ".join([*texts, *follows, *check, *notes, *card.get("ability", {}).values()])


def test_every_word_of_every_card_stands_on_its_face(tmp_path: Path) -> None:
    files = [file for kind in KINDS for file in sorted((REPOSITORY / "packs/nebula" / kind).glob("*.yaml"))]
    done = run("render", *map(str, files), "-o", "all.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    pages = told("pdftotext", "-layout", tmp_path / "all.pdf", "-").split("\f")
    at = 0
    for file in files:
        for card in yaml.safe_load(file.read_text("utf-8"))["cards"]:
            lost = set(re.findall(r"\w+", printed(card))) - set(re.findall(r"\w+", pages[at]))
            assert not lost, f"{file.stem}/{card['id']} lacks {lost}"
            at += 1
    backs = list((REPOSITORY / "templates/nebula/faces").glob("back-*.yaml"))
    assert pages[at + len(backs) :] == [""]  # every page is a card's or a back's


# One of each: they lie on a table together, and a photocopy must not make two of them alike.
ONE_OF_EACH = (
    *("wayfarer_wayfarer-mk3", "ada-voss_ada", "ada-voss_cold-coast", "rail-lance_rail-lance", "rail-lance_first-post"),
    *("lampwright-relics_star-salt", "the-dark-lamps_day-eighty-one", "the-vigil_vigil", "the-vigil_soup-and-news"),
    *("port-vanta_station", "port-vanta_counting-room"),
)


def test_every_kind_is_told_from_every_other_in_grey_at_two_centimetres(tmp_path: Path) -> None:
    packs = {name.split("_")[0] for name in ONE_OF_EACH}
    files = [str(file) for file in sorted((REPOSITORY / "packs/nebula").glob("*/*.yaml")) if file.stem in packs]
    done = run("render", *files, "--as", "png", "--dpi", "36", "--palette", "greyscale", "-o", "grey", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    grey = {name: Image.open(tmp_path / f"grey/{name}.png").convert("L").resize((79, 110)) for name in ONE_OF_EACH}

    alike = {
        (one, other): ImageStat.Stat(ImageChops.difference(grey[one], grey[other])).mean[0]
        for one, other in combinations(ONE_OF_EACH, 2)
    }

    assert min(alike.values()) > 15, min(alike, key=lambda pair: alike[pair])
    ground = {name: picture.tobytes()[100 * 79 + 4] for name, picture in grey.items()}  # near the lower left corner
    assert [name for name, tone in ground.items() if tone < 100] == ["the-vigil_vigil"]


def words_of(tmp_path: Path, kind: str, pack: str, change: Callable[[list[dict[str, Any]]], None]) -> list[str]:
    """The words of each face of a pack of the box, after a change to its cards."""
    data = yaml.safe_load((REPOSITORY / f"packs/nebula/{kind}/{pack}.yaml").read_text("utf-8"))
    change(data["cards"])
    data["id"] = f"changed-{pack}"
    (tmp_path / "changed.yaml").write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
    done = run("render", "changed.yaml", "-o", "changed.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    return [" ".join(page.split()) for page in told("pdftotext", tmp_path / "changed.pdf", "-").split("\f")]


def test_a_setup_card_numbers_its_slots_and_prints_how_many(tmp_path: Path) -> None:
    def change(cards: list[dict[str, Any]]) -> None:
        cards[0]["npcs"][2] = {"class": "raider", "count": 2}
        cards[0]["npcs"][3] = {"any": True}
        cards[0]["locations"][1] = {"type": "nebula", "count": 3}

    setup = words_of(tmp_path, "agenda", "the-dark-lamps", change)[0]

    assert "2 × Raider" in setup
    assert "3 × Nebula" in setup
    assert "Any NPC" in setup
    assert [setup.split().count(number) for number in "1234"] == [2, 4, 3, 1]  # both lists, the counts, and the text


def test_spoils_checks_and_minus_signs_are_printed(tmp_path: Path) -> None:
    def change(cards: list[dict[str, Any]]) -> None:
        cards[0]["spoils"] = ["copper-coil", "medkit"]
        cards[1]["check"] = {"stat": "loyalty", "number": 9}
        cards[1]["effect"] = "Check loyalty 9. If you fail, an active NPC gets -7 attack until your next turn."

    permanent, encounter, *_ = words_of(tmp_path, "npc", "the-vigil", change)

    assert "Spoils: Copper Coil, Medkit" in permanent
    assert "Plays: ally, target" in permanent
    assert encounter.count("9") == 2
    assert "Loyalty" in encounter
    assert "−7 attack" in encounter


def test_a_plug_stands_beside_what_a_device_costs_and_a_bolt_beside_what_it_gives() -> None:
    face = yaml.safe_load((FACES / "equipment.yaml").read_text("utf-8"))
    elements = {each["id"]: each for each in face["elements"]}

    assert elements["energy-mark"]["icon"] == "energy-cost"
    assert elements["gives"]["group"][0]["icon"] == "energy"


def box(element: dict[str, Any]) -> tuple[float, float, float, float]:
    return element["x"], element["y"], element["x"] + element["width"], element["y"] + element["height"]


@pytest.mark.parametrize("face", ["base", "permanent", "skill", "action", "crew", "crew-tier", "starship"])
def test_no_title_comes_near_the_cost(face: str) -> None:
    elements = {each["id"]: each for each in yaml.safe_load((FACES / "upgrade.yaml").read_text("utf-8"))["elements"]}
    left, top, right, bottom = box(elements["cost-ground"])
    for each in yaml.safe_load((FACES / f"{face}.yaml").read_text("utf-8"))["elements"]:
        if each["id"] in ("name", "what", "what-keywords"):
            x, y, far, foot = box(each)
            assert x > right + 2 or y > bottom + 2 or far < left - 2 or foot < top - 2


def test_no_icon_stands_without_its_word() -> None:
    """A row of icons has no room for words; the numbers and parts of cards have one each."""
    for file in FACES.glob("*.yaml"):
        assert not re.search(r"\bicons: [\"{]", file.read_text("utf-8")), file.name


def elements_of(face: str) -> dict[str, dict[str, Any]]:
    """The elements of a face, with those of the faces that it extends."""
    content = yaml.safe_load((FACES / f"{face}.yaml").read_text("utf-8"))
    found: dict[str, dict[str, Any]] = {}
    for other in content.get("extends", []):
        found |= elements_of(other)
    return found | {each["id"]: each for each in content.get("elements", [])}


@pytest.mark.parametrize("face", ["skill", "action", "crew", "crew-tier", "equipment", "item", "location", "npc"])
def test_flavor_keeps_clear_of_what_is_printed_below_it(face: str) -> None:
    """It is set to the bottom of its box: 1 mm to the line of the footer, 0.8 to what the card replaces."""
    elements = elements_of(face)
    foot = box(elements["flavor"])[3]

    assert foot <= elements["foot-rule"]["y"] - 1
    if face in ("skill", "action", "crew-tier"):
        assert foot <= elements["supersedes"]["y"] - 0.8


def test_a_colon_on_an_npc_ends_a_cost(tmp_path: Path) -> None:
    """When an ability happens is a line of its own: `Once per turn: discard 1 card: ...` would be two colons."""

    def change(cards: list[dict[str, Any]]) -> None:
        cards[0]["ability"] = {"trigger": "At the end of your turn", "effect": "Discard 1 card: draw 2 cards."}

    permanent = words_of(tmp_path, "npc", "the-vigil", change)[0]

    assert "At the end of your turn Discard 1 card: draw 2 cards." in " ".join(permanent.split())
