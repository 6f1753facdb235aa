"""`cardforge new`: a game that works at once, and nothing of anybody's is touched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardforge.app.new import new_game
from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.load.skeleton import skeleton
from tests.support.commands import call

SKELETON = skeleton("tea-party", "Tea Party", "TP101")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("begun")
    done = call("new", "tea-party", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    first, *others = done.stdout.splitlines()
    written = f"{len(SKELETON)} files written; tea-party/packs/tea-party/game.yaml says what each is for"
    assert first == f"Tea Party: {written}. Next:"
    assert len(others) == 4
    return folder / "tea-party"


def test_it_has_every_file_under_its_own_name(begun: Path) -> None:
    for path, text in SKELETON.items():
        assert (begun / path).read_text("utf-8") == text
        assert not re.search("new-game|New Game|NG101", path + text), path
        assert len(text.splitlines()) <= 50, f"{path} is longer than a screen"
    assert {path.split("/")[0] for path in SKELETON} == {"packs", "schemas", "templates", "tests"}


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("validate --strict --faces", "5 files, 4 cards, 5 faces: no problems."),
        ("rules --test", "1 rule, 2 examples: every example behaves as expected."),
        ("check packs/tea-party/deck/first-deck.yaml", "First Deck: legal, 1 rule passed."),
        ("generate set --seed tea --render -o output/made.yaml", "5 cards on 1 sheet of a4 in output/made.pdf"),
        ("render tea-party --all -o output/box", "1 file with 5 pieces on 1 sheet in output/box"),
        ("render tea-party:set --as png --dpi 72 -o output/png", "5 pictures in output/png"),
    ],
)
def test_it_works_at_once(begun: Path, command: str, says: str) -> None:
    done = call(*command.split(), cwd=begun)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert says in done.stdout


def test_every_seed_gives_a_pack_that_is_legal(begun: Path) -> None:
    done = call("generate", "set", "--seed", "tea", "--count", "300", "-o", "output/many", cwd=begun)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Tea", "such as `tea`"),
        ("my game", "such as `my-game`"),
        ("7-seas", "such as `seas`"),
        ("", "a letter first"),
        ("灯台", "a letter first"),
        ("x" * 41, f"such as `{'x' * 40}`"),
        ("../tea", "such as `tea`"),
        ("print", "another meaning"),
        ("null", "another meaning"),
        ("nebula", "built-in game"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    name: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as refused:
        new_game(name)

    assert says in f"{refused.value.message} {refused.value.hint}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "there",
    [
        "cards.csv",
        "packs/tea",
        "packs/tea/notes.txt",
        "packs/tea/set",
        "schemas/tea/set.schema.json",
        "templates/tea/icons/own.svg",
        "tests/rules/TE101/pass/enough.yaml",
    ],
)
def test_what_is_there_is_left_alone(there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "tea" / there
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(SurroundingsError, match="already exists"):
        new_game("tea")

    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_is_not_written_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "here/tea/packs/tea").mkdir(parents=True)
    (tmp_path / "here/tea/packs/tea/set").symlink_to(tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(SurroundingsError, match="already exists"):
        new_game("tea")

    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_a_killed_run_has_left_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first, *others = new_game("tea").files
    first.unlink()
    others[0].unlink()
    (tmp_path / "tea/packs/tea/.game.yaml.torn").write_text("kind: ga", encoding="utf-8")

    assert new_game("tea").files == [first, *others]
    assert all(each.is_file() for each in (first, *others))


def test_a_second_game_has_a_code_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new_game("tea-party")
    monkeypatch.chdir(tmp_path / "tea-party")
    with pytest.raises(UsageError, match="already"):
        new_game("tea-party")
    new_game("toy-piano")
    new_game("cold-feet")  # CF is the engine's

    assert sorted(folder.name for folder in Path("tests/rules").iterdir()) == ["CO101", "TO101", "TP101"]


def test_inside_the_packs_of_a_project_it_says_where_to_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "packs/tea").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "packs/tea")
    with pytest.raises(UsageError, match="inside a project") as refused:
        new_game("toast")

    assert str(tmp_path) in refused.value.hint


def test_a_dot_means_this_folder_and_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Tea Party").mkdir()
    monkeypatch.chdir(tmp_path / "Tea Party")
    made = new_game(".")

    assert made.name == "tea-party"
    assert Path("packs/tea-party/game.yaml").is_file()
