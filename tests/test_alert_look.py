"""The look of alert: what is drawn by a script is what the script draws, and every face shows what it must."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image, ImageChops, ImageStat

from tests.conftest import REPOSITORY
from tests.support.commands import run
from tests.support.pdfs import told

ICONS = REPOSITORY / "templates/alert/icons"
FACES = REPOSITORY / "templates/alert/faces"
PACKS = REPOSITORY / "packs/alert"
THREATS = sorted((PACKS / "threat").glob("*.yaml"))
MISSIONS = sorted((PACKS / "mission").glob("*.yaml"))


def read(file: Path) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    return data


def words_of(page: str) -> set[str]:
    return set(re.findall(r"\w+", page.lower()))


def test_the_icons_are_those_that_the_script_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.alert_icons", str(tmp_path)], cwd=REPOSITORY, check=True)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}

    assert {"x.svg", "y.svg", "z.svg", "a+1.svg", "n-30.svg", "leech.svg", "rigger.svg"} <= drawn.keys()
    assert {file.name: file.read_text("utf-8") for file in ICONS.iterdir()} == drawn


def test_names_of_icons_differ_without_their_capitals() -> None:
    """They are files, and some computers take `A.svg` for `a.svg`."""
    assert all(file.name == file.name.lower() for file in ICONS.iterdir())


def test_every_intruder_specialization_badge_and_op_has_an_icon() -> None:
    schema = read(REPOSITORY / "schemas/alert/threat.schema.json")["$defs"]
    wanted = set(schema["op"]["properties"]["op"]["enum"])
    wanted |= set(schema["card"]["properties"]["keywords"]["items"]["enum"]) | set(schema["station"]["enum"])
    wanted |= {symbol.lower() for symbol in schema["symbol"]["enum"]}
    for file in (PACKS / "token").glob("*.yaml"):
        wanted |= {card["id"] for card in read(file)["cards"] if card["line"] == "intruder"}
    wanted |= {card["spec"] for card in read(PACKS / "special-action/special-actions.yaml")["cards"]}
    wanted |= {card["icon"] for card in read(PACKS / "badge/badges.yaml")["cards"]}

    assert not wanted - {file.stem for file in ICONS.iterdir()}


def test_every_word_of_every_threat_stands_on_its_card(tmp_path: Path) -> None:
    done = run("render", *map(str, THREATS), "-o", "threats.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    pages = told("pdftotext", "-layout", tmp_path / "threats.pdf", "-").split("\f")
    cards = [card for file in THREATS for card in read(file)["cards"]]
    for card, page in zip(cards, pages, strict=False):
        points = f"{card['points']['survived']}/{card['points']['destroyed']}"
        said = " ".join((card["name"], card["code"], points, *card["text"].values(), *card.get("keywords", ())))
        lost = words_of(said) - words_of(page)
        assert not lost, f"{card['id']} lacks {lost}"


def test_every_word_of_every_special_action_stands_on_its_card(tmp_path: Path) -> None:
    done = run("render", "alert:special-action", "-o", "cards.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    pages = told("pdftotext", "-layout", tmp_path / "cards.pdf", "-").split("\f")
    for card, page in zip(read(PACKS / "special-action/special-actions.yaml")["cards"], pages, strict=False):
        said = " ".join((card["name"], card["tier"], card["text"], card.get("light_text", "")))
        lost = words_of(said) - words_of(page)
        assert not lost, f"{card['id']} lacks {lost}"


@pytest.fixture(scope="module")
def grey(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """Backs, and cards of each kind, two centimetres wide and without colour."""
    folder = tmp_path_factory.mktemp("grey")
    kinds = ("alert:threat", "alert:double-action", "alert:core-action", "alert:special-action")
    done = run("render", *kinds, "--as", "png", "--dpi", "36", "-o", "all", cwd=folder)
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


def test_every_deck_has_a_back_of_its_own_that_is_told_without_colour(grey: dict[str, Image.Image]) -> None:
    """Twelve of threats, two of double actions, two of special actions, one of single actions and one boosted."""
    backs = {name: picture for name, picture in grey.items() if name.endswith("_back")}
    assert len(backs) == 18
    assert nearest(backs)[0] > 2, nearest(backs)


def test_double_actions_have_two_backs_that_show_nothing_but_the_shade(grey: dict[str, Image.Image]) -> None:
    assert sum(name.startswith("double-actions_") and name.endswith("_back") for name in grey) == 2


def test_a_double_action_reads_from_either_end() -> None:
    halves = {each["id"]: each for each in read(FACES / "action.yaml")["elements"]}

    assert halves["go"]["turn"] == 180
    assert (halves["act"]["height"], halves["go"]["height"]) == (34, 34)
    assert halves["go"]["y"] == 34


def test_what_has_a_colour_has_a_letter_a_numeral_or_a_shape_too() -> None:
    faces = {file.stem: file.read_text("utf-8") for file in FACES.glob("*.yaml")}
    for face, fill, sign in (
        ("threat", 'fill: "{pack.colour}"', 'icon: "colour-{pack.colour}"'),
        ("back-threat", 'fill: "{pack.colour}"', 'icon: "colour-{pack.colour}"'),
        ("keywords", 'fill: "{colour}"', 'icon: "colour-{colour}"'),
        ("mission-card", 'fill: "{value}"', 'icon: "colour-{value}"'),
        ("board-ship", "fill: zone-red", "icon: zone-red"),
        ("board-ship", "fill: zone-blue", "icon: zone-blue"),
        ("back-action", "fill: act,", "icon: weapon"),
        ("back-action", "fill: go,", "icon: move"),
    ):
        assert fill in faces[face], (face, fill)
        assert sign in faces[face], (face, sign)


def test_the_window_of_a_ring_is_cut_where_the_pack_says() -> None:
    tokens = read(PACKS / "token/tokens.yaml")["cards"]
    ring = next(card for card in tokens if card["line"] == "ring")
    outline = read(FACES / "token-ring.yaml")["outline"]
    sizes = read(PACKS / "defaults.yaml")["ring_track"]

    assert outline == {"shape": "ring", "hole": ring["window"]}
    lower = next(each for each in read(FACES / "threat.yaml")["elements"] if each["id"] == "lower")["group"]
    (track,) = (each for each in lower if each.get("each") == "shield_track")
    assert -track["step"]["x"] == sizes["pitch"] >= ring["window"] >= sizes["numeral"]
    assert track["group"][0]["width"] == sizes["numeral"]


def test_sizes_are_those_of_the_defaults() -> None:
    sizes = read(PACKS / "defaults.yaml")
    for face, size in (
        ("token-round", sizes["token_sizes"]["round"]),
        ("token-oval", sizes["token_sizes"]["oval"]),
        ("token-plate", sizes["token_sizes"]["plate"]),
        ("token-ring", sizes["token_sizes"]["ring"]),
        ("badge", {"width": sizes["badge"]["width"], "height": 2 * sizes["badge"]["height"]}),
    ):
        assert read(FACES / f"{face}.yaml")["size"] == size, face


def test_a_card_fits_each_space_of_an_action_board() -> None:
    (board,) = (card for card in read(PACKS / "board/boards.yaml")["cards"] if card["group"] == "action")
    card = read(PACKS / "defaults.yaml")["card_sizes"]["action"]

    assert [zone["title"] for zone in board["zones"]] == [str(turn) for turn in range(1, 13)]
    assert all(zone["width"] >= card["width"] and zone["height"] >= card["height"] for zone in board["zones"])


def seconds(time: str) -> int:
    minutes, rest = time.split(":")
    return 60 * int(minutes) + int(rest)


@pytest.mark.parametrize("file", MISSIONS, ids=lambda file: str(file.stem))
def test_a_cue_sheet_reads_everything_aloud_in_the_order_of_its_times(file: Path, tmp_path: Path) -> None:
    done = run("render", str(file), "-o", "mission.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    pages = told("pdftotext", "-layout", tmp_path / "mission.pdf", "-").split("\f")
    (sheet,) = (page for page in pages if "Start a clock" in page)
    times = re.findall(r"^ *(\d+:\d\d) ", sheet, re.MULTILINE)
    mission = read(file)
    given = [each["time"] for each in (*mission["threats"], *mission["cues"])]

    assert times == sorted(given, key=seconds)
    assert sheet.count("Threat on turn") == len(mission["threats"])
    assert sheet.count("Only with five players") == sum(each.get("five_only", False) for each in mission["threats"])


def test_the_front_of_a_mission_gives_nothing_away(tmp_path: Path) -> None:
    done = run("render", str(MISSIONS[0]), "-o", "mission.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    pages = told("pdftotext", "-layout", tmp_path / "mission.pdf", "-").split("\f")
    (spoiler,) = (page for page in pages if "SPOILERS" in page)
    (front,) = (page for page in pages if "DIFFICULTY" in page)
    times = {each["time"] for each in read(MISSIONS[0])["threats"]}

    assert all(time in spoiler for time in times)
    assert not any(time in front for time in times)


def test_a_log_has_every_level_specialization_and_achievement(tmp_path: Path) -> None:
    done = run("render", str(PACKS / "build/supplement.yaml"), "-o", "all.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    pages = told("pdftotext", "-layout", tmp_path / "all.pdf", "-").split("\f")
    (front,) = (page for page in pages if "EXPLORER LOG" in page)
    (back,) = (page for page in pages if "ACHIEVEMENTS AND MISSIONS" in page)
    entries = read(PACKS / "achievements/achievements.yaml")["entries"]

    assert re.findall(r"^ {0,12}(\d+)$", front, re.MULTILINE) == [str(level) for level in range(30)]
    assert {"Rigger", "Infiltrator", "Surveyor"} <= set(front.split())
    squeezed = " ".join(back.split())
    assert not [entry["name"] for entry in entries if words_of(entry["name"]) - words_of(squeezed)]


def ink(folder: Path, palette: str) -> float:
    done = run("render", "alert:threat", "alert:double-action", *(("--palette", palette) if palette else ()), "--as", "png", "--dpi", "36", "-o", palette or "plain", cwd=folder)  # fmt: skip
    assert done.returncode == 0, done.stdout
    pictures = sorted((folder / (palette or "plain")).glob("*.png"))
    return sum(255 - ImageStat.Stat(Image.open(file).convert("L")).mean[0] for file in pictures) / len(pictures)


def test_low_ink_takes_less_than_two_thirds_of_the_ink(tmp_path: Path) -> None:
    assert ink(tmp_path, "low-ink") < ink(tmp_path, "") * 2 / 3


@pytest.mark.parametrize("edition", ["supplement", "standalone"])
def test_the_box_is_printed_with_its_cutting_list(edition: str, tmp_path: Path) -> None:
    given = () if edition == "supplement" else ("--edition", edition)
    done = run("render", "alert", "--all", *given, "-o", "box", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "PF403" not in done.stdout + done.stderr  # headers fit between the marks in legible letters
    list_ = (tmp_path / "box/cutting-list.txt").read_text("utf-8")
    counted = {title: int(found) for title, found in re.findall(r"^\d+\. (.+?)  .*?\n-+\n.*?counted: (\d+)", list_, re.MULTILINE | re.DOTALL)}  # fmt: skip
    build = read(PACKS / f"build/{edition}.yaml")["manifest"]

    assert counted["Threats"] + counted["Action cards"] == build["card"]["total"]
    assert counted["Tokens"] == build["token"]["total"]
    assert counted["Badges"] == build["badge"]["total"]
    assert counted["Explorer logs"] + counted["Achievements"] == build["sheet"]["total"]
    assert ("Boards" in counted) is (edition == "standalone")


def test_the_sheet_of_a_career_has_its_flights_and_ticks(tmp_path: Path) -> None:
    career = PACKS / "career/ada-quill.yaml"
    done = run("campaign", "sheet", str(career), "-o", "log.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    front, back, *_ = told("pdftotext", "-layout", tmp_path / "log.pdf", "-").split("\f")

    assert read(career)["name"].upper() in front
    assert "Level 1" in front
    assert len(re.findall(r"\bM [A-Z][a-z]", back)) == sum(step["step"] == "fly" for step in read(career)["steps"])


def test_a_plan_with_special_cards_and_a_report_are_drawn_with_names(tmp_path: Path) -> None:
    run("render", str(PACKS / "plan/dry-run-specials.yaml"), "-o", "plan.pdf", cwd=tmp_path)
    run("render", str(PACKS / "report/dry-run-home.yaml"), "-o", "report.pdf", cwd=tmp_path)
    plan, report = (told("pdftotext", "-layout", tmp_path / name, "-") for name in ("plan.pdf", "report.pdf"))

    assert (plan.count("basic"), plan.count("adv.")) == (4, 1)
    (page,) = (page for page in report.split("\f") if "DRY RUN, HOME AGAIN" in page)
    assert "Plasma Stiletto" in page
    assert "Borer" in page
    assert "e1" not in page.lower()
