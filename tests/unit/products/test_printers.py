"""Printers are kept as files that people may write: each mistake is told, nothing is lost, nothing leaves the folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.app.printer import read_calibration
from cardforge.core.errors import ProblemsError, SurroundingsError, UsageError
from cardforge.impose.job import Margins, Offset
from cardforge.products.printers import Printer, forget, printer, printers, proper_name, remember

GOOD = "kind: printer\nname: office\ndx: 0.75\ndy: -0.5\ndegrees: 0.1\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where printers are kept."""
    monkeypatch.setattr("cardforge.products.printers.settings_folder", lambda: tmp_path / "settings")
    return tmp_path / "settings" / "printers"


@pytest.fixture
def office(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "office.yaml").write_text(GOOD, encoding="utf-8")
    return folder / "office.yaml"


def test_no_name_is_a_printer_that_needs_no_help(folder: Path) -> None:
    assert printer("") == Printer("", Offset(0, 0, 0), None)
    assert printer("").margins(4.5) == Margins(4.5, 4.5, 4.5, 4.5)


def test_a_printer_is_found_by_its_name_in_capitals_too(office: Path) -> None:
    assert printer("office") == printer("Office") == Printer("office", Offset(0.75, -0.5, 0.1))
    assert printer("office").margins(5) == Margins(5, 5, 5, 5)


def test_margins_that_were_told_win(office: Path) -> None:
    office.write_text(GOOD + "margin: 0\n", encoding="utf-8")

    assert printer("office").margins(5) == Margins(0, 0, 0, 0)


def test_what_is_remembered_is_found_again(folder: Path) -> None:
    made = remember("home-2", Offset(-0.125, 1.0625, -0.00001))

    assert made.offset == Offset(-0.125, 1.062, 0)
    assert printer("home-2") == made
    assert "-0\n" not in (folder / "home-2.yaml").read_text("utf-8")


def test_a_name_that_yaml_takes_for_a_number_stays_a_name(folder: Path) -> None:
    assert printer(remember("42", Offset(1, 1, 1)).name).name == "42"


def test_measuring_again_keeps_the_margin(office: Path) -> None:
    office.write_text(GOOD + "margin: 6.35\n", encoding="utf-8")
    remember("office", Offset(1, 2, 0))

    assert printer("office") == Printer("office", Offset(1, 2, 0), 6.35)


def test_a_broken_file_is_not_written_over(office: Path) -> None:
    office.write_text("margin: [", encoding="utf-8")
    with pytest.raises(ProblemsError):
        remember("office", Offset())

    assert office.read_text("utf-8") == "margin: ["


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("kind: [printer\n", "CF004", (1, 7)),
        ("", "CF006", (1, 1)),
        (GOOD.replace("dx: 0.75", "dx: .nan"), "CF005", (3, 5)),
        (GOOD.replace("dx: 0.75", "dx: .inf"), "CF005", (3, 5)),
        (GOOD.replace("dx: 0.75", 'dx: "0.75"'), "CF101", (3, 5)),
        (GOOD.replace("dx: 0.75", "dx: 10.5"), "CF101", (3, 5)),
        (GOOD.replace("dx: 0.75", "dx: true"), "CF101", (3, 5)),
        (GOOD.replace("dx: 0.75", "xd: 0.75"), "CF101", (3, 1)),
        (GOOD.replace("degrees: 0.1", "degrees: -5.5"), "CF101", (5, 10)),
        (GOOD + "margin: 51\n", "CF101", (6, 9)),
        (GOOD + "dx: 1\n", "CF007", (6, 1)),
        (GOOD.replace("kind: printer", "kind: card"), "CF101", (1, 7)),
        (GOOD.replace("name: office", "name: home"), "CF101", (2, 7)),
        (GOOD.replace("degrees: 0.1\n", ""), "CF101", (1, 1)),
    ],
)
def test_a_broken_file_is_told_with_its_place(office: Path, text: str, code: str, place: tuple[int, int]) -> None:
    office.write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsError) as stopped:
        printer("office")
    first = stopped.value.problems[0]

    assert (first.code, (first.where.line, first.where.column)) == (code, place)
    assert first.where.path == office.as_posix()
    assert first.message
    assert first.hint


def test_one_broken_printer_does_not_hide_the_others(office: Path) -> None:
    (office.parent / "home.yaml").write_text("dx: 1\n", encoding="utf-8")
    (office.parent / "notes.txt").write_text("none of ours", encoding="utf-8")
    known, problems = printers()

    assert [each.name for each in known] == ["office"]
    assert {Path(problem.where.path).name for problem in problems} == {"home.yaml"}


def test_an_unknown_printer_is_told_with_those_that_are_known(office: Path) -> None:
    for ask in (printer, forget):
        with pytest.raises(UsageError) as stopped:
            ask("ofice")
        assert stopped.value.hint == "did you mean `office`? known: `office`"


@pytest.mark.parametrize(
    "name", ["..", "../office", "a/b", "a\\b", " ", "two words", "büro", "a--b", "-a", "a.yaml", "a" * 61, "\0"]
)
def test_a_name_that_is_none_is_refused_kindly(folder: Path, name: str) -> None:
    for refused in (printer, forget, lambda name: remember(name, Offset())):
        with pytest.raises(UsageError) as stopped:
            refused(name)
        assert "letters" in stopped.value.hint
    assert not folder.exists()


def test_a_printer_without_a_name_is_not_remembered(folder: Path) -> None:
    with pytest.raises(UsageError):
        remember("", Offset())


@given(st.text("aZ0-./\\ \0\nßéſ", max_size=70))
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    try:
        proper = proper_name(name)
    except UsageError:
        return
    assert proper == name.lower()
    assert set(proper) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_a_forgotten_printer_is_gone_even_if_its_file_was_broken(office: Path) -> None:
    office.write_text("[", encoding="utf-8")
    forget("office")

    assert printers() == ([], [])


def test_settings_that_cannot_be_used_are_the_surroundings(folder: Path) -> None:
    folder.parent.parent.mkdir(exist_ok=True)
    folder.parent.write_text("a file where the folder should be", encoding="utf-8")
    for attempt in (
        printers,
        lambda: remember("office", Offset()),
        lambda: forget("office"),
        lambda: printer("office"),
    ):
        with pytest.raises(SurroundingsError):
            attempt()


def test_settings_that_cannot_be_made_are_the_surroundings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(SurroundingsError, match="cannot be created: permission denied"):
        remember("office", Offset())


@pytest.mark.parametrize(
    ("readings", "offset"),
    [
        ("0.5,-0.25", Offset(0.5, -0.25, 0)),
        ("+0.5, −0.25, .5, -0.25", Offset(0.5, -0.25, 0)),
        ("0.5,0,-0.5,0", Offset(0, 0, 0.15)),
        ("-2,-2,-2,-2", Offset(-2, -2, 0)),
    ],
)
def test_readings_become_the_offset(folder: Path, readings: str, offset: Offset) -> None:
    assert read_calibration("office", "a4", readings).offset == offset


@pytest.mark.parametrize(
    "readings",
    [
        "",
        "1",
        "1,1,1",
        "1,1,1,1,1",
        "a,b",
        "nan,0",
        "inf,0",
        "1e0,0",
        "2.25,0",
        "0,5,0,25",
        "1,-1,-1,1",
        "1;1",
        "1,,1,1",
    ],
)
def test_readings_that_cannot_be_are_refused_and_nothing_is_kept(folder: Path, readings: str) -> None:
    with pytest.raises(UsageError) as stopped:
        read_calibration("office", "a4", readings)

    assert stopped.value.hint
    assert not folder.exists()
