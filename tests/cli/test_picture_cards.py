"""`cardforge render PICTURES`: from finished pictures to sheets, without a project."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from tests.support.card_pictures import POKER, framed, photograph, put
from tests.support.commands import Done, call
from tests.support.embedded import embedded
from tests.support.pdfs import page_count


def printed(*arguments: str, cwd: Path) -> Done:
    done = call("render", *arguments, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def cards_on_sheets(done: Done) -> int:
    """The number of cards that the last line about sheets counts."""
    (line,) = [line for line in done.stdout.splitlines() if " on " in line and "sheet" in line and " in " in line]
    return int(line.split()[0].replace(",", ""))


def test_the_command_of_the_readme_makes_sheets_with_backs(tmp_path: Path) -> None:
    for number in range(1, 11):
        put(tmp_path / f"pictures/{number}.png", framed(ground=f"#{number:02}{number:02}99"))
    put(tmp_path / "back.png", framed(ground="#222222"))
    command = "pictures/ --size poker --paper a4 --backs long-edge --back back.png"
    done = printed(*command.split(), cwd=tmp_path)

    assert done.stdout == "10 cards on 2 sheets of a4 in output/sheets.pdf\n"
    assert page_count(tmp_path / "output/sheets.pdf") == 4
    assert len(embedded(tmp_path / "output/sheets.pdf")) == 11


def test_nothing_but_a_folder_has_to_be_named(tmp_path: Path) -> None:
    put(tmp_path / "art/a.png")
    done = printed("art", cwd=tmp_path)

    assert done.stdout == "1 card on 1 sheet of a4 in output/sheets.pdf\n"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["art", "output"]


@pytest.mark.parametrize(
    ("targets", "count"),
    [
        (["art/a.png"], 1),
        (["art/a.png", "art/b.jpg"], 2),
        (["art"], 3),
        (["art/*.png"], 1),
        (["art/**/*.png"], 2),
        (["art/[ab].*"], 2),
        (["art", "art/a.png"], 3),
        (["art/a.png", "art/a.png"], 1),
        (["4x art/a.png"], 4),
        (["art", "4x art/a.png"], 6),
        (["2x art"], 6),
        (["3x art/*.png", "art/b.jpg"], 4),
        (["0x art/a.png", "art/b.jpg"], 1),
        (["2x art/a.png", "3x art/a.png"], 5),
        (["12 × art/a.png"], 12),
    ],
)
def test_files_folders_patterns_and_numbers_name_pictures(tmp_path: Path, targets: list[str], count: int) -> None:
    put(tmp_path / "art/a.png")
    put(tmp_path / "art/b.jpg", photograph())
    put(tmp_path / "art/deeper/c.png", framed(ground="#000000"))
    (tmp_path / "art/notes.md").write_text("not a picture", encoding="utf-8")

    assert cards_on_sheets(printed(*targets, cwd=tmp_path)) == count


def test_a_list_counts_copies_relative_to_its_own_folder(tmp_path: Path) -> None:
    for name in ("dragon", "knight", "4x elf", "gnome x3", "troll"):
        put(tmp_path / f"decks/art/{name}.png", framed(ground=f"#0000{len(name):02}"))
    lines = ["# my deck", "", "4x art/dragon.png", "art/knight.png", "  art/knight.png", "art/4x elf.png"]
    lines += ["2x art/gnome x3.png", "2x art/tro*.png"]
    (tmp_path / "decks/deck.txt").write_text("\n".join(lines), encoding="utf-8")

    assert cards_on_sheets(printed("decks/deck.txt", cwd=tmp_path)) == 4 + 2 + 4 + 2 + 2


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("dragon x4", 4), ("dragon-x4", 4), ("dragon_X4", 4), ("dragon (x4)", 4), ("dragon[x4]", 4), ("4x dragon", 4),
        ("dragon (2)", 1), ("dragon@2x", 1), ("dragon-800x600", 1), ("matrix4", 1), ("x4", 1), ("dragon x4-front", 4),
        ("dragon-front-x4", 4), ("dragon x0", 0),
    ],
)  # fmt: skip
def test_a_name_may_count_copies(tmp_path: Path, name: str, count: int) -> None:
    put(tmp_path / f"art/{name}.png")
    put(tmp_path / "art/other.png", framed(ground="#000000"))

    assert cards_on_sheets(printed("art", cwd=tmp_path)) == count + 1


def test_fronts_find_their_backs_by_name_and_the_others_get_the_common_one(tmp_path: Path) -> None:
    """Each colour is one side; the pages of cards show which belong together."""
    colours = {"a-front": "#ff0000", "a-back": "#00ff00", "b": "#0000ff", "b_Back": "#ffff00", "c": "#00ffff"}
    for name, colour in colours.items():
        put(tmp_path / f"art/{name}.png", Image.new("RGB", POKER, colour))
    put(tmp_path / "art/common.png", Image.new("RGB", POKER, "#ff00ff"))
    printed("art", "--back", "art/common.png", "--for", "makeplayingcards", "-o", "job.zip", "--size", "poker-us", cwd=tmp_path)  # fmt: skip
    with zipfile.ZipFile(tmp_path / "job.zip") as job:
        rows = [line.split(",") for line in job.read("cards.csv").decode().splitlines()[1:]]
        seen = {name: Image.open(io.BytesIO(job.read(name))).getpixel((300, 300)) for row in rows for name in row if ".png" in name}  # fmt: skip
        pairs = {tuple(seen[name] for name in row if ".png" in name) for row in rows}

    assert pairs == {
        ((255, 0, 0), (0, 255, 0)),
        ((0, 0, 255), (255, 255, 0)),
        ((0, 255, 255), (255, 0, 255)),
    }


def test_backs_that_are_not_printed_are_mentioned(tmp_path: Path) -> None:
    put(tmp_path / "a.png")
    put(tmp_path / "back.png", framed(ground="#000000"))

    assert "the backs are not printed; add `--backs long-edge`" in printed("a.png", "--back", "back.png", cwd=tmp_path).stdout  # fmt: skip
    assert "not printed" not in printed("a.png", "--back", "back.png", "--backs", "long-edge", cwd=tmp_path).stdout


@pytest.mark.parametrize("options", [[], ["--bleed", "full"], ["--as", "cards"]])
def test_a_jpeg_of_the_right_shape_goes_into_the_pdf_byte_by_byte(tmp_path: Path, options: list[str]) -> None:
    put(tmp_path / "a.jpg", photograph(), quality=90)
    printed("a.jpg", *options, "-o", "out.pdf", cwd=tmp_path)
    (found,) = embedded(tmp_path / "out.pdf")

    assert (found.filter, found.raw) == ("/DCTDecode", (tmp_path / "a.jpg").read_bytes())


def test_a_jpeg_that_is_cropped_or_reduced_is_encoded_again(tmp_path: Path) -> None:
    put(tmp_path / "wide.jpg", photograph((1200, 1039)))
    put(tmp_path / "large.jpg", photograph((3 * POKER[0], 3 * POKER[1])))
    printed("wide.jpg", "large.jpg", "-o", "out.pdf", cwd=tmp_path)

    assert {(each.width, each.height) for each in embedded(tmp_path / "out.pdf")} == {POKER}
    assert {each.filter for each in embedded(tmp_path / "out.pdf")} == {"/DCTDecode"}


def test_the_pixels_of_a_png_go_into_the_pdf_as_they_are_compressed(tmp_path: Path) -> None:
    content = put(tmp_path / "a.png", photograph()).read_bytes()
    printed("a.png", "-o", "out.pdf", cwd=tmp_path)
    (found,) = embedded(tmp_path / "out.pdf")

    assert found.raw[:5_000] in content
    assert len(found.raw) < len(content)


@pytest.mark.parametrize(
    ("dpi", "pixels"), [(None, 744), ("300", 744), ("150", 372), ("600", 1488), ("450", 1116), ("1200", 2232)]
)
@pytest.mark.parametrize("as_", ["sheets", "cards"])
def test_dpi_holds_for_pdfs_and_a_note_says_so(tmp_path: Path, dpi: str | None, pixels: int, as_: str) -> None:
    put(tmp_path / "a.jpg", photograph((2232, 3117)))
    typed = ["--dpi", dpi] if dpi else []
    done = printed("a.jpg", "--as", as_, *typed, "-o", "out.pdf", cwd=tmp_path)

    assert [each.width for each in embedded(tmp_path / "out.pdf")] == pytest.approx([pixels], abs=1)
    note = f"1 picture reduced to {dpi or 300} dpi; a higher `--dpi` keeps more" in done.stdout
    assert note == (pixels < 2232)


def test_pictures_outside_this_folder_are_named_without_its_path(tmp_path: Path) -> None:
    put(tmp_path / "elsewhere/art/a.png")
    put(tmp_path / "elsewhere/art/more/b.png", framed(ground="#000000"))
    (tmp_path / "here").mkdir()
    printed(str(tmp_path / "elsewhere/art"), "--manifest", "built.json", cwd=tmp_path / "here")
    text = (tmp_path / "here/built.json").read_text("utf-8")

    assert list(json.loads(text)["cards"]) == ["art/a", "art/more/b"]
    assert str(tmp_path) not in text


def test_numbers_in_names_are_in_the_order_that_people_count_in(tmp_path: Path) -> None:
    for number in (10, 9, 1, 100, 2):
        put(tmp_path / f"art/card {number}.png", framed(ground=f"#{number:06}"))
    printed("art", "--manifest", "built.json", cwd=tmp_path)
    cards = list(json.loads((tmp_path / "built.json").read_text("utf-8"))["cards"])

    assert [card.split()[-1] for card in cards] == ["1", "2", "9", "10", "100"]


def test_a_second_run_writes_the_same_bytes_and_sees_a_new_picture(tmp_path: Path) -> None:
    put(tmp_path / "art/a.png")
    printed("art/*.png", "-o", "one.pdf", cwd=tmp_path)
    first = (tmp_path / "one.pdf").read_bytes()
    printed("art/*.png", "-o", "one.pdf", cwd=tmp_path)
    assert (tmp_path / "one.pdf").read_bytes() == first

    put(tmp_path / "art/b.png", framed(ground="#000000"))
    assert cards_on_sheets(printed("art/*.png", "-o", "one.pdf", cwd=tmp_path)) == 2
    put(tmp_path / "art/b.png", framed(ground="#ffffff"))
    second = (tmp_path / "one.pdf").read_bytes()
    printed("art/*.png", "-o", "one.pdf", cwd=tmp_path)
    assert (tmp_path / "one.pdf").read_bytes() != second


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("2 art/a.png", "write `2x art/a.png`"),
        ("3xart/a.png", "write `3x art/a.png`"),
        ("art/a.png x4", "write `4x art/a.png`"),
        ("art/a.png, 5", "write `5x art/a.png`"),
        ("art/lost.png 5", "paths are relative to the folder of this list"),
    ],
)
def test_a_number_of_copies_written_otherwise_is_told_the_right_way(tmp_path: Path, line: str, says: str) -> None:
    put(tmp_path / "cards/art/a.png")
    (tmp_path / "cards/deck.txt").write_text(f"{line}\n")

    done = call("render", "cards/deck.txt", cwd=tmp_path)

    assert done.returncode == 1
    assert f"cards/deck.txt:1:1: error CF524: there is no file or folder {line}\n" in done.stdout
    assert says in done.stdout


def test_a_number_without_a_space_is_told_the_right_way_on_the_command_line(tmp_path: Path) -> None:
    put(tmp_path / "art/a.png")

    assert "write `4x art/a.png`" in call("render", "4xart/a.png", cwd=tmp_path).stderr


@pytest.mark.parametrize(
    "output", [["-o", "out.pdf"], ["--as", "png", "-o", "out"], ["--as", "contact", "-o", "c.png"]]
)
def test_what_a_run_has_written_among_the_pictures_is_no_picture_of_the_next(tmp_path: Path, output: list[str]) -> None:
    for name in "abc":
        put(tmp_path / f"{name}.png")
    first = printed(".", *output, cwd=tmp_path)

    assert printed(".", *output, cwd=tmp_path).stdout == first.stdout


def test_a_folder_that_was_written_can_be_printed_itself(tmp_path: Path) -> None:
    put(tmp_path / "out/a.png")

    assert cards_on_sheets(printed("out", "-o", "out/sheets.pdf", cwd=tmp_path)) == 1


def test_a_pdf_in_a_folder_is_left_out_with_a_warning_and_refused_by_its_name(tmp_path: Path) -> None:
    put(tmp_path / "art/a.png")
    (tmp_path / "art/old.pdf").write_bytes(b"%PDF-1.4")

    done = printed("art", cwd=tmp_path)

    assert "art/old.pdf: warning CF415: this PDF is left out" in done.stdout
    assert cards_on_sheets(done) == 1
    assert "error CF415" in call("render", "art/old.pdf", cwd=tmp_path).stdout


def test_cards_without_a_back_are_told_the_options_of_pictures(tmp_path: Path) -> None:
    put(tmp_path / "art/a.png")
    done = printed("art", "--backs", "long-edge", cwd=tmp_path)

    assert "CF505" in done.stdout
    assert "give all of them one with `--back`" in done.stdout
    assert "face" not in done.stdout


@pytest.mark.parametrize(
    ("name", "start", "says"),
    [
        ("cards.numbers", b"PK\x03\x04\x14\x00", "a zip archive or an office document"),
        ("cards.docx", b"PK\x03\x04\x14\x00", "a zip archive or an office document"),
        ("cards.xls", b"\xd0\xcf\x11\xe0\xa1\xb1", "a document of an old office program"),
        ("cards.db", b"SQLite format 3\x00", "a database"),
    ],
)
def test_a_file_of_another_program_is_told_what_can_be_read(tmp_path: Path, name: str, start: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(start + bytes(range(256)))

    for command in (["render", name], ["new", "tea", "--from", name]):
        done = call(*command, cwd=tmp_path)
        assert done.returncode == 1
        assert f"{name}: error CF002: this is {says}, not a text file" in done.stdout + done.stderr
        assert ".csv, .tsv, .xlsx, .ods, .json and .yaml" in done.stdout + done.stderr


def test_an_empty_folder_is_told_what_could_be_in_it(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()

    assert "there is neither a pack nor a picture in art" in call("render", "art", cwd=tmp_path).stderr
