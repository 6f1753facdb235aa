"""A project that stays open: what is read again, what is found, what is told."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from cardforge.app.new import new_game
from cardforge.core.errors import ProblemsError, UsageError
from cardforge.core.problems import Location, Problem, Severity
from cardforge.session.card_service import CardService, words_of
from cardforge.session.checks import checked, file_name, text_of
from cardforge.session.forms import choices, forms
from cardforge.session.gallery import packs
from cardforge.session.open_project import OpenProject
from cardforge.session.places import placed
from cardforge.session.printing import sheets
from cardforge.session.wanted_cards import CardSide, PackCards, SeededCards, WrittenCards
from tests.conftest import REPOSITORY
from tests.support.projects import copy_of, edit

PACK = "packs/nebula/crew/brakk.yaml"
FACE = "templates/nebula/faces/crew.yaml"
CREW = SeededCards("nebula", "crew", "salt and lanterns")


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenProject:
    """A project with one pack and one face of its own."""
    monkeypatch.chdir(copy_of(tmp_path, PACK, FACE))
    return OpenProject()


def test_only_what_hangs_on_a_saved_file_is_read_again(opened: OpenProject) -> None:
    faces, linked, book = opened.faces("nebula"), opened.linked("nebula"), opened.rulebook("nebula")
    other = next(each for each in opened.around.proven if each.document.path.endswith("ada-voss.yaml"))
    edit(Path(PACK), "name: Brakk\n", "name: Brakka\n")
    assert opened.linked("nebula") is linked
    opened.refresh()

    assert opened.linked("nebula") is not linked
    assert opened.linked("nebula").finders is linked.finders
    assert opened.faces("nebula") is faces
    assert opened.rulebook("nebula") is book
    assert any(each is other for each in opened.around.proven)
    assert "Brakka" in opened.names("nebula").values()


def test_a_saved_face_is_read_again_and_keeps_the_icons(opened: OpenProject) -> None:
    faces, linked = opened.faces("nebula"), opened.linked("nebula")
    edit(Path(FACE), "height: 0.9, fill", "height: 1.2, fill")
    opened.refresh()

    assert opened.faces("nebula") is not faces
    assert opened.faces("nebula").art is faces.art
    assert opened.linked("nebula") is linked
    now = opened.faces("nebula").sources
    assert [path for path, source in faces.sources.items() if now[path] is not source] == [FACE]


def _children() -> list[int]:
    """The children of this process; strangers' scripts run in some of them."""
    children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return [int(pid) for each in children for pid in each.read_text("utf-8").split()]


def test_the_sandbox_of_saved_art_is_ended_and_the_last_when_the_project_is_closed(opened: OpenProject) -> None:
    art = Path("templates/nebula/art/crew.star")
    art.parent.mkdir(parents=True)
    shutil.copy(REPOSITORY / art, art)
    before = _children()
    drawn, seen = [], []
    with closing(opened):
        for at in range(3):
            art.write_text(art.read_text("utf-8") + f"# saved {at}\n", encoding="utf-8")
            opened.refresh()
            (picture,) = CardService(opened).pictures(CREW, range(1), CardSide.FRONT, 40, exact=True)
            drawn.append(picture.png)
            seen.append([pid for pid in _children() if pid not in before])

    assert len(set(drawn)) == 1
    assert [len(each) for each in seen] == [1, 1, 1]
    assert len({pid for each in seen for pid in each}) == 3
    assert _children() == before


def test_a_pack_that_is_gone_is_gone(opened: OpenProject) -> None:
    Path(PACK).rename("packs/nebula/crew/brakk.txt")
    before = [pack["path"] for pack in packs(opened)]
    opened.refresh()
    after = [pack["path"] for pack in packs(opened)]

    assert PACK not in before
    assert [path for path in after if path.endswith("crew/brakk.yaml")] == [
        (REPOSITORY / PACK).as_posix()
    ]  # the one that comes with cardforge, which it had hidden


def test_what_is_only_looked_at_has_the_pixels_of_what_is_kept(opened: OpenProject) -> None:
    import io

    from PIL import Image

    table = CardService(opened)
    screen, exact = (table.pictures(CREW, range(2), CardSide.FRONT, 100, each) for each in (False, True))

    assert [each.png for each in screen] != [each.png for each in exact]
    for one, other in zip(screen, exact, strict=True):
        assert Image.open(io.BytesIO(one.png)).tobytes() == Image.open(io.BytesIO(other.png)).tobytes()


def test_problems_stand_on_their_card(opened: OpenProject) -> None:
    edit(Path(PACK), "supersedes: brakk-2\n", "supersedes: nobody\n")
    row = next(pack for pack in packs(opened, [PACK]))
    wrong = [card["name"] for card in row["cards"] if card["problems"]]

    assert [pack["path"] for pack in packs(opened, [PACK])] == [PACK]
    assert "Brakk, Keeper of the Aunts" in wrong
    assert row["drawn"]


def test_nobody_is_told_where_cardforge_is_installed(opened: OpenProject) -> None:
    own = packs(opened, [PACK])[0]
    other = next(pack for pack in packs(opened) if pack["path"].endswith("crew/ada-voss.yaml"))
    problem = Problem("CF401", Severity.ERROR, Location((REPOSITORY / FACE).as_posix(), 3), "too small")

    assert own["place"] == PACK
    assert other["place"] == "built in · crew/ada-voss.yaml"
    assert placed(problem)["path"] == f"built in · {FACE}"


def test_cards_are_called_what_people_call_them(opened: OpenProject) -> None:
    """Some games have titles where others have names."""
    rows = packs(opened)
    titled = next(pack for pack in rows if pack["path"].endswith("armada-deck/orange.yaml"))

    assert titled["cards"][0]["name"] == "Knife Throwers"
    assert rows[0]["game"] == next(iter(opened.games))


def test_a_form_knows_the_numbered_places_of_every_pack(opened: OpenProject) -> None:
    scenario = next(form for form in forms(opened) if (form["game"], form["kind"]) == ("nebula", "scenario"))
    field = next(field for field in scenario["fields"] if field["at"] == ["cast"])

    assert (field["sort"], field["of"], field["among"], field["what"]) == ("slots", "agenda", "npcs", ["npc"])
    assert field["slots"]["the-dark-lamps"][:2] == [
        {"name": "Lamp Warden", "about": ""},
        {"name": "role antagonist, prefer hostile", "about": "Starts active."},
    ]


def test_words_of_a_card_are_told_without_their_marks(opened: OpenProject) -> None:
    jobs = CardService(opened).jobs(CREW)
    marked = [str(job.card.data["plain"]["words"]) for job in jobs]

    assert any("*" in words for words in marked)
    assert not any(set("*\\") & set(words_of(job)) for job in jobs)


def test_a_file_that_cannot_be_read_is_in_the_gallery_with_its_reason(opened: OpenProject) -> None:
    Path("packs/nebula/crew/torn.yaml").write_text("kind: crew\n  name: [", encoding="utf-8")
    row = packs(opened)[0]

    assert row["path"] == "packs/nebula/crew/torn.yaml"
    assert not row["drawn"]
    assert row["problems"][0]["line"] == 2


def test_only_packs_of_the_project_are_drawn(opened: OpenProject) -> None:
    for path in ("/etc/passwd", "../x.yaml", PACK + "\0", "packs/nebula/game.yaml"):
        with pytest.raises(UsageError, match="there is no pack"):
            CardService(opened).jobs(PackCards(path))
    assert len(CardService(opened).jobs(PackCards(PACK))) == 17


def test_a_saved_pack_can_be_made_again(opened: OpenProject) -> None:
    """What comes of a seed takes the place of a pack with its id instead of quarrelling with it."""
    table = CardService(opened)
    [(name, text)] = table.from_seed(CREW).piece.files.items()
    Path("packs/nebula/crew", name).write_text(text, encoding="utf-8")
    opened.refresh()
    table.clear()

    assert table.problems(CREW) == ()
    assert len(table.jobs(CREW)) == 17


def test_a_text_that_is_no_deck_is_told_and_not_judged(opened: OpenProject) -> None:
    pack = checked(opened, "x.yaml", Path(PACK).read_text("utf-8")).judgement
    torn = checked(opened, "x.yaml", "a: [").judgement

    assert [problem.code for problem in pack.problems] == ["CF304"]
    assert torn.problems[0].where.path == "x.yaml"
    with pytest.raises(ProblemsError):
        CardService(opened).jobs(WrittenCards("x.yaml", "a: ["))


def test_a_document_becomes_the_text_it_came_from(opened: OpenProject) -> None:
    deck = (REPOSITORY / "packs/nebula/decks/fast-mail.yaml").read_text("utf-8")
    found = checked(opened, "deck.yaml", deck)
    assert found.data is not None
    again = checked(opened, "deck.yaml", text_of(found.data))

    assert again.data == found.data
    assert again.judgement.verdicts == found.judgement.verdicts
    assert file_name(found.data) == "fast-mail.yaml"
    assert file_name({"name": "Ж", "kind": "deck"}) == "deck.yaml"
    assert file_name({"name": None, "kind": ["x"]}) == "deck.yaml"
    assert text_of({"weight": 1.5, "crew": [2]}) == "weight: 1.5\ncrew: [2]\n"


def test_a_form_offers_what_a_schema_names(opened: OpenProject) -> None:
    deck = next(form for form in forms(opened) if (form["game"], form["kind"]) == ("nebula", "deck"))
    fields = {".".join(field["at"]): field for field in deck["fields"]}
    offered = choices(opened)["nebula"]

    assert fields["starship.card"] | {"about": ""} == {
        "at": ["starship", "card"],
        "label": "Card",
        "about": "",
        "required": True,
        "sort": "card",
        "of": "pack",
        "groups": ["basic"],
    }
    assert (fields["crew"]["sort"], fields["crew"]["once"]) == ("many", True)
    assert (fields["items"]["sort"], fields["items"]["once"]) == ("many", False)
    assert "seed" not in fields
    assert {each["id"] for each in offered["crew"]} >= {"brakk", "ada-voss"}
    assert next(each for each in offered["item"] if each["id"] == "coffee-tin")["from"] == "Ship Stores"
    assert "Fast Mail" in [sample["name"] for sample in deck["samples"]]


def test_sheets_are_refused_while_anything_is_wrong(opened: OpenProject) -> None:
    text = "kind: deck\nsystem: nebula\nname: X\nstarship: {pack: none, card: none}\ncrew: []\nequipment: []\n"
    with pytest.raises(ProblemsError, match="there is no starship `none`"):
        sheets(CardService(opened), WrittenCards("x.yaml", text), "x", "a4", "none")
    with pytest.raises(UsageError, match="sideways"):
        sheets(CardService(opened), CREW, "x", "a4", "sideways")


def test_a_game_of_ones_own_comes_before_those_that_are_built_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert list(OpenProject().games) == ["nebula", "alert", "armada", "drift"]
    (tmp_path / "packs").mkdir()
    new_game("tea")
    with closing(OpenProject()) as opened:
        assert list(opened.games) == ["tea", "nebula", "alert", "armada", "drift"]
        assert forms(opened)[0]["kind"] == "deck"
        assert [(each["id"], each["name"]) for each in choices(opened)["tea"]["set"]] == [
            ("first-cards", "First Cards")
        ]
        assert [row["name"] for row in packs(opened) if row["game"] == "tea"] == ["First Cards"]
        assert len(CardService(opened).jobs(SeededCards("tea", "set", "salt and lanterns"))) == 5
