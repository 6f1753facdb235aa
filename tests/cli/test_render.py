"""`cardforge render`: the PDF and the pictures, seen by other eyes."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from pathlib import Path

import pypdfium2
import pytest
import yaml
from PIL import Image

from tests.conftest import REPOSITORY
from tests.support.commands import Done, call, run
from tests.support.pdfs import page_texts, told
from tests.support.projects import project, write_files


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crew")
    done = run("render", "nebula:crew", "-o", "crew.pdf", cwd=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout == f"{17 * 12} cards and 2 backs in crew.pdf\n"
    return folder / "crew.pdf"


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def test_every_word_of_every_card_can_be_found_again(crew: Path) -> None:
    pages = page_texts(crew)
    at = 0
    for file in sorted((REPOSITORY / "packs/nebula/crew").glob("*.yaml")):
        for card in yaml.safe_load(file.read_text("utf-8"))["cards"]:
            found = set(words(pages[at]))
            texts = [card["name"], card.get("effect", ""), card.get("flavor", ""), *card.get("ability", {}).values()]
            assert set(words(" ".join(texts))) <= found, card["id"]
            at += 1
    assert at == len(pages) - 2  # the two backs come last


@pytest.mark.parametrize("game", ["nebula", "armada"])
def test_two_readers_find_the_same_words_on_every_shipped_card(tmp_path: Path, game: str) -> None:
    run("render", str(REPOSITORY / "packs" / game), "-o", "all.pdf", cwd=tmp_path)
    pages = page_texts(tmp_path / "all.pdf")
    read = told("pdftotext", tmp_path / "all.pdf", "-")

    for pdfium, poppler in zip(pages, read.split("\f")[:-1], strict=True):
        # pdfium shows a hyphen that it takes for a soft one as U+FFFE, and loses the end of some lines.
        other = re.sub(r"\s", "", pdfium.replace("\ufffe", "-"))
        assert [word for word in words(poppler) if word not in other] == []
        assert sorted("".join(words(poppler))) == sorted("".join(words(other)))


def test_a_hyphen_at_the_end_of_a_line_is_kept_unless_we_put_it_there(tmp_path: Path) -> None:
    face = "kind: face\nid: item\nfor: [item]\nstyles:\n  parted: {hyphenate: en}\nelements:\n"
    face += '  - {text: "thirty-two Deck-Mistress", x: 4, y: 4, width: 13, height: 14}\n'
    face += '  - {text: "extraordinary", style: parted, x: 4, y: 24, width: 13, height: 12}\n'
    # The same with markup, in a style that parts words, with letters that an accent makes odd, and in a list.
    face += '  - {text: "*forty*-two **fifty-two**", x: 24, y: 4, width: 11, height: 14}\n'
    face += '  - {text: "sixty-three", style: parted, x: 24, y: 24, width: 11, height: 12}\n'
    face += '  - {text: "e\u0301te\u0301-three", x: 44, y: 4, width: 11, height: 14}\n'
    face += '  - {text: "- forty-four", x: 44, y: 24, width: 14, height: 12}\n'
    face += '  - {text: "*extraordinary*", style: parted, x: 4, y: 44, width: 13, height: 12}\n'
    call("render", "packs", "-o", "x.pdf", cwd=project(tmp_path, {"a": None}, face))
    read = unicodedata.normalize("NFC", told("pdftotext", tmp_path / "x.pdf", "-"))

    wanted = "thirty two Deck Mistress extraordinary forty two fifty two sixty three été three forty four extraordinary"
    assert sorted(words(read)) == sorted(wanted.split())


def test_a_word_with_a_hyphen_or_slash_keeps_together(crew: Path, tmp_path: Path) -> None:
    first = page_texts(crew)[0]
    pack = (REPOSITORY / "tests/rules/NB110/pass/different.yaml").read_text("utf-8")
    effect = "A well-known one-way half-life and/or 3/4 of the slow-moving, far-off and left-handed ones."
    (tmp_path / "odd.yaml").write_text(pack.replace("Draw 1 card.", f'"{effect}"'), encoding="utf-8")
    call("render", "odd.yaml", "-o", "x.pdf", cwd=tmp_path)
    text = page_texts(tmp_path / "x.pdf")[0]

    assert "1/17" in first
    # pdfium shows a hyphen at the end of a line as U+FFFE.
    assert effect.replace(" ", "") in re.sub(r"\s", "", text.replace("\ufffe", "-"))
    assert "well-known" in text
    assert "well- known" not in text


def test_pages_have_trim_and_bleed_and_every_font_is_inside(crew: Path) -> None:
    data = crew.read_bytes()
    document = pypdfium2.PdfDocument(data)
    millimetres = 25.4 / 72

    assert data.startswith(b"%PDF-1.7")
    left, bottom, right, top = document[0].get_trimbox()
    assert [(right - left) * millimetres, (top - bottom) * millimetres] == pytest.approx([63, 88], abs=0.01)
    assert document[0].get_width() * millimetres == pytest.approx(69, abs=0.01)
    assert data.count(b"/FontFile2") == data.count(b"/Subtype /Type0") > 3
    assert b"Helvetica" not in data


def test_the_same_cards_give_the_same_bytes(crew: Path, tmp_path: Path) -> None:
    run("render", "nebula:crew", "-o", "again.pdf", cwd=tmp_path, PYTHONHASHSEED="7", TZ="Asia/Tokyo", LC_ALL="C")

    assert (tmp_path / "again.pdf").read_bytes() == crew.read_bytes()


def test_pictures_have_the_pixels_of_the_trimmed_card(tmp_path: Path) -> None:
    pack = REPOSITORY / "packs/nebula/npc/the-vigil.yaml"
    done = call("render", str(pack), "--as", "png", "--dpi", "150", "-o", "faces", cwd=tmp_path)
    made = sorted((tmp_path / "faces").iterdir())

    assert done.returncode == 0
    cards = [f"the-vigil_{card['id']}.png" for card in yaml.safe_load(pack.read_text("utf-8"))["cards"]]
    assert sorted(file.name for file in made) == sorted([*cards, "back-encounter.png", "the-vigil_vigil_back.png"])
    with Image.open(made[0]) as picture:
        assert picture.size == pytest.approx((63 / 25.4 * 150, 88 / 25.4 * 150), abs=1)


def test_a_deck_is_rendered_with_the_packs_it_names(tmp_path: Path) -> None:
    done = run("render", str(REPOSITORY / "packs/nebula/decks/fast-mail.yaml"), "-o", "deck.pdf", cwd=tmp_path)

    assert done.returncode == 0, done.stdout
    # One starship pack, four crew packs, four devices, and the two sets its items are in.
    assert done.stdout == f"{12 + 4 * 17 + 4 * 13 + 12 + 9} cards and 2 backs in deck.pdf\n"


def test_every_shipped_pack_can_be_rendered(tmp_path: Path) -> None:
    done = run("render", str(REPOSITORY / "packs/nebula"), "-o", "all.pdf", cwd=tmp_path)

    files = [yaml.safe_load(file.read_text("utf-8")) for file in (REPOSITORY / "packs/nebula").rglob("*.yaml")]
    (game,) = [data for data in files if data["kind"] == "game"]
    count = sum(
        len(data.get("cards", ())) + len(game["kinds"][data["kind"]].get("prints", ()))
        for data in files
        if data != game
    )
    assert done.returncode == 0
    assert done.stdout.startswith(f"{count} cards and ")
    assert (tmp_path / "all.pdf").stat().st_size / count * 500 < 15_000_000  # art is drawn as paths


def test_a_wrong_card_stops_the_writing_and_keeps_the_old_file(tmp_path: Path) -> None:
    pack = (REPOSITORY / "tests/rules/NB110/pass/different.yaml").read_text("utf-8")
    (tmp_path / "odd.yaml").write_text(pack.replace("name: Rope", "name: 漢字"), encoding="utf-8")
    (tmp_path / "out.pdf").write_bytes(b"old")
    done = call("render", "odd.yaml", "-o", "out.pdf", cwd=tmp_path)

    assert done.returncode == 1
    assert "CF401" in done.stdout
    assert "U+5B57" in done.stdout
    assert (tmp_path / "out.pdf").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("nebula:crw", "-o", "x.pdf"), 2, "did you mean `crew`?"),
        (("nebla:crew", "-o", "x.pdf"), 2, "did you mean `nebula`?"),
        (("nebula:crew", "-o", "."), 3, "is a folder"),
        (("nebula:crew", "-o", "no/where/x.pdf"), 3, "the folder no/where does not exist"),
    ],
)
def test_mistakes_on_the_command_line_are_told(
    tmp_path: Path, arguments: tuple[str, ...], code: int, word: str
) -> None:
    done = call("render", *arguments, cwd=tmp_path)

    assert (done.returncode, word in done.stderr) == (code, True), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_project_shows_its_cards_through_its_own_face(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "packs/nebula/item/odds.yaml": (REPOSITORY / "tests/rules/NB110/pass/different.yaml").read_text("utf-8"),
            "templates/nebula/faces/item.yaml": (
                "kind: face\nsystem: nebula\nid: item\nfor: [item]\nsize: mini-euro\nelements:\n"
                '  - {text: "My own {name}", x: 4, y: 4, width: 36, height: 20}\n'
            ),
        },
    )
    done = call("render", "packs/nebula/item", "-o", "x.pdf", cwd=tmp_path)
    page = pypdfium2.PdfDocument(tmp_path / "x.pdf")[0]

    assert done.returncode == 0, done.stdout
    assert "My own Rope" in page.get_textpage().get_text_range()
    assert page.get_width() == pytest.approx((44 + 6) * 72 / 25.4, abs=0.1)


def test_a_wrong_key_in_a_face_is_found_by_validate(tmp_path: Path) -> None:
    file = tmp_path / "templates/nebula/faces/item.yaml"
    file.parent.mkdir(parents=True)
    (tmp_path / "packs").mkdir()
    file.write_text("kind: face\nid: item\nelements:\n  - {text: x, stlye: body}\n", encoding="utf-8")
    done = call("validate", cwd=tmp_path)

    assert done.returncode == 1
    assert "templates/nebula/faces/item.yaml:4:15: error CF101" in done.stdout
    assert "did you mean `style`?" in done.stdout


def test_a_deck_that_names_something_unknown_is_not_printed_without_it(tmp_path: Path) -> None:
    deck = (REPOSITORY / "packs/nebula/decks/fast-mail.yaml").read_text("utf-8")
    for old, new in (("pack: wayfarer", "pack: wayfarr"), ("brakk,", "brakkk,"), ("[smoke-charge", "[smoke-chargee")):
        assert old in deck
        (tmp_path / "deck.yaml").write_text(deck.replace(old, new), encoding="utf-8")
        done = call("render", "deck.yaml", "-o", "x.pdf", cwd=tmp_path)

        assert (done.returncode, "CF201" in done.stdout) == (1, True)
        assert not (tmp_path / "x.pdf").exists()


def test_two_cards_of_one_id_are_not_drawn_over_each_other(tmp_path: Path) -> None:
    pack = (REPOSITORY / "tests/rules/NB102/fail/same-card.yaml").read_text("utf-8")
    (tmp_path / "npc.yaml").write_text(pack, encoding="utf-8")
    done = call("render", "npc.yaml", "--as", "png", "-o", "faces", cwd=tmp_path)

    assert (done.returncode, "CF202" in done.stdout) == (1, True)


def test_only_an_ordinary_file_is_replaced_and_a_new_one_can_be_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    pack = str(REPOSITORY / "packs/nebula/npc/the-vigil.yaml")
    done = call("render", pack, "-o", "pipe.pdf", cwd=tmp_path)
    call("render", pack, "-o", "new.pdf", cwd=tmp_path)

    assert (done.returncode, "not a regular file" in done.stderr) == (3, True)
    assert stat.S_ISFIFO((tmp_path / "pipe.pdf").stat().st_mode)
    assert (tmp_path / "new.pdf").stat().st_mode & 0o444 == 0o444


def test_without_a_name_the_result_lands_in_output(tmp_path: Path) -> None:
    done = call("render", str(REPOSITORY / "packs/nebula/npc/the-vigil.yaml"), cwd=tmp_path)

    assert done.stdout == "6 cards and 2 backs in output/cards.pdf\n"
    assert (tmp_path / "output/cards.pdf").is_file()


@pytest.mark.parametrize(
    ("element", "code"),
    [
        ("{shape: rectangle, fill: nope, x: 1, y: 1, width: 5, height: 5}", "CF412"),
        ('{shape: rectangle, stroke: "#12", x: 1, y: 1, width: 5, height: 5}', "CF412"),
        ('{text: "x", style: nope, x: 1, y: 1, width: 5, height: 5}', "CF412"),
        ('{text: "[x]{nope}", x: 1, y: 1, width: 5, height: 5}', "CF412"),
        ('{path: "M 0 0 L q", x: 1, y: 1, width: 5, height: 5}', "CF411"),
        ('{path: "hello", x: 1, y: 1, width: 5, height: 5}', "CF411"),
        ('{path: "M 0 0 L 1e400 5 Z", x: 1, y: 1, width: 5, height: 5}', "CF411"),
        ('{text: "{value}", each: name, x: 1, y: 1, width: 50, height: 5}', "CF407"),
    ],
)
def test_a_mistake_in_a_face_is_told_at_its_line(tmp_path: Path, element: str, code: str) -> None:
    done = render_with(tmp_path, element)

    assert done.returncode == 1, done.stderr
    assert re.search(rf"templates/nebula/faces/item.yaml:6:\d+: error {code}", done.stdout), done.stdout


@pytest.mark.parametrize("style", ["sauce", "torn"])
def test_a_mistake_in_a_style_is_told_once_in_the_style(tmp_path: Path, style: str) -> None:
    text = f'{{text: "x", style: {style}, x: 9, y: 9, width: 5, height: 5}}'
    done = render_with(tmp_path, f"{text}\n  - {text.replace('y: 9', 'y: 19')}")

    assert done.returncode == 1, done.stderr
    assert re.findall(r"item.yaml:(\d+):\d+: error (\w+)", done.stdout) == [("4", "CF413")]


def render_with(tmp_path: Path, element: str) -> Done:
    """Items rendered with a face that has one element."""
    write_files(
        tmp_path,
        {
            "packs/nebula/item/odds.yaml": (REPOSITORY / "tests/rules/NB110/pass/different.yaml").read_text("utf-8"),
            "templates/fonts/bad.ttf": "this is no font",
            "templates/nebula/faces/item.yaml": (
                f"kind: face\nid: item\nfor: [item]\nstyles: {{sauce: {{font: sauce-sans}}, torn: {{font: bad}}}}\nelements:\n  - {element}\n"
            ),
        },
    )
    return call("render", "packs/nebula/item", "-o", "x.pdf", cwd=tmp_path)


def test_marks_of_direction_and_odd_spaces_are_no_trouble(tmp_path: Path) -> None:
    pack = (REPOSITORY / "tests/rules/NB110/pass/different.yaml").read_text("utf-8")
    odd = '"\\u05d0 one \\u2067x\\u2069 now \\u202ey\\u202c z\\ufe0f. Line\\n\\nNext: **not bold"'
    (tmp_path / "odd.yaml").write_text(pack.replace("effect: Draw 1 card.", f"effect: {odd}"), encoding="utf-8")
    done = call("render", "odd.yaml", "-o", "x.pdf", cwd=tmp_path)
    text = page_texts(tmp_path / "x.pdf")[0]

    assert done.returncode == 0, done.stdout
    assert "**not bold" in text


def test_what_comes_with_cardforge_can_be_named_from_anywhere(tmp_path: Path) -> None:
    for command in (("check", "packs/nebula/decks/fast-mail.yaml"), ("validate", "packs/nebula/crew")):
        assert call(*command, cwd=tmp_path).returncode == 0


def pictures(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_what_did_not_change_is_not_drawn_again(tmp_path: Path) -> None:
    pack = (REPOSITORY / "tests/rules/NB110/pass/different.yaml").read_text("utf-8")
    cache = str(tmp_path / "cache")
    (tmp_path / "odd.yaml").write_text(pack, encoding="utf-8")
    for name in ("one", "two"):
        done = run("render", "odd.yaml", "--as", "png", "-o", name, cwd=tmp_path, XDG_CACHE_HOME=cache)
        assert done.returncode == 0, done.stderr
        run("render", "odd.yaml", "-o", f"{name}.pdf", cwd=tmp_path, XDG_CACHE_HOME=cache)
    (tmp_path / "odd.yaml").write_text(pack.replace("name: Rope", "name: Ropes"), encoding="utf-8")
    run("render", "odd.yaml", "--as", "png", "-o", "three", cwd=tmp_path, XDG_CACHE_HOME=cache)
    run("render", "odd.yaml", "-o", "three.pdf", cwd=tmp_path, XDG_CACHE_HOME=cache)
    run("render", "odd.yaml", "-o", "fresh.pdf", cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path / "other"))

    assert pictures(tmp_path / "one") == pictures(tmp_path / "two")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    changed = [name for name, data in pictures(tmp_path / "three").items() if data != pictures(tmp_path / "one")[name]]
    assert changed == ["nb110-different_nb110-rope.png"]
    assert (tmp_path / "three.pdf").read_bytes() == (tmp_path / "fresh.pdf").read_bytes()  # as if nothing were kept


@pytest.mark.parametrize("harm", ["torn", "folder", "no room"])
def test_a_broken_cache_costs_nothing_but_time(tmp_path: Path, harm: str) -> None:
    cache = tmp_path / "cache"
    if harm == "torn":
        (cache / "cardforge").mkdir(parents=True)
        (cache / "cardforge/results.sqlite").write_bytes(b"this is no database, but it is long enough to be read" * 99)
    elif harm == "folder":
        (cache / "cardforge/results.sqlite").mkdir(parents=True)
    else:
        cache.write_text("a file where a folder should be", encoding="utf-8")
    pack = str(REPOSITORY / "packs/nebula/npc/the-vigil.yaml")
    done = call("render", pack, "-o", "x.pdf", cwd=tmp_path, XDG_CACHE_HOME=str(cache))

    assert (done.returncode, done.stdout, done.stderr) == (0, "6 cards and 2 backs in x.pdf\n", "")


def test_a_name_that_says_one_thing_and_an_option_that_says_another_are_told(tmp_path: Path) -> None:
    for arguments, word in (
        (("-o", "x.png"), "--as png"),
        (("--as", "png", "-o", "x.pdf"), "pictures go into a folder"),
    ):
        done = call("render", "nebula:crew", *arguments, cwd=tmp_path)

        assert (done.returncode, word in done.stderr) == (2, True), done.stderr
        assert list(tmp_path.iterdir()) == []


def test_a_contact_sheet_shows_every_face_once(tmp_path: Path) -> None:
    pack = str(REPOSITORY / "packs/nebula/npc/the-vigil.yaml")
    for name in ("sheet.png", "sheet.pdf"):
        done = call("render", pack, "--as", "contact", "-o", name, cwd=tmp_path)
        assert done.stdout == f"8 faces on one sheet in {name}\n", done.stderr
    text = page_texts(tmp_path / "sheet.pdf")[0]

    with Image.open(tmp_path / "sheet.png") as picture:
        assert picture.size == pytest.approx((420 / 25.4 * 150, 297 / 25.4 * 150), abs=1)
    for card in yaml.safe_load(Path(pack).read_text("utf-8"))["cards"]:
        assert text.count(card["name"]) >= 1


def test_a_palette_changes_colours_and_nothing_else(tmp_path: Path) -> None:
    pack = str(REPOSITORY / "packs/nebula/npc/the-vigil.yaml")
    for name in ("", "greyscale", "low-ink"):
        arguments = ("--palette", name) if name else ()
        done = call("render", pack, "--as", "png", "--dpi", "60", *arguments, "-o", name or "colour", cwd=tmp_path)
        assert done.returncode == 0, done.stdout
    with Image.open(tmp_path / "greyscale/the-vigil_vigil.png") as grey:
        red, green, blue = (list(channel.tobytes()) for channel in grey.convert("RGB").split())
        assert max(max(pixel) - min(pixel) for pixel in zip(red, green, blue, strict=True)) < 12
    means = {}
    for name in ("colour", "low-ink"):
        with Image.open(tmp_path / name / "the-vigil_vigil.png") as picture:
            pixels = picture.convert("L").tobytes()
            means[name] = sum(pixels) / len(pixels)
    assert means["low-ink"] > 200 > means["colour"]
    wrong = call("render", pack, "--palette", "lowink", "-o", "x.pdf", cwd=tmp_path)
    assert (wrong.returncode, "did you mean `low-ink`?" in wrong.stderr) == (2, True), wrong.stderr


def test_decks_for_a_virtual_table_say_what_to_do_with_them(tmp_path: Path) -> None:
    project(tmp_path, {"a": None, "b": None})
    local = call("render", "packs", "--as", "tabletop", "-o", "table", cwd=tmp_path)
    shared = call("render", "packs", "--as", "tabletop", "--base-url", "https://example.org/x", cwd=tmp_path)

    assert (local.returncode, local.stderr) == (0, "")
    assert local.stdout.splitlines() == [
        "2 pictures and packs.json in table",
        "2 cards without a back got a plain one",
        "to play, copy packs.json into Tabletop Simulator's folder `Saves/Saved Objects`",
        "the pictures work on this computer only; to share, upload them and pass their address with --base-url",
    ]
    assert shared.stdout.splitlines() == [
        "2 pictures and packs.json in output/tabletop",
        *local.stdout.splitlines()[1:3],
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("--as", "tabletop", "--base-url", "example.org"), 2, "example.org is not the address"),
        (("--base-url", "https://example.org"), 2, "add `--as tabletop`"),
        (("--as", "tabletop", "-o", "deck.json"), 2, "is the name of a file"),
        (("--as", "tabletop", "-o", "packs/nebula/item/odds.yaml"), 3, "is a file"),
        (("--as", "tabletop", "-o", "packs/nebula/item/odds.yaml/table"), 3, "cannot create"),
    ],
)
def test_mistakes_about_a_virtual_table_are_told(
    tmp_path: Path, arguments: tuple[str, ...], code: int, word: str
) -> None:
    project(tmp_path, {"a": None})
    before = sorted(tmp_path.rglob("*"))
    done = call("render", "packs", *arguments, cwd=tmp_path)

    assert (done.returncode, word in done.stderr) == (code, True), done.stderr
    assert sorted(tmp_path.rglob("*")) == before
