"""Editions: what a build takes, what it leaves, and what is said when nobody chooses."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cardforge.core.errors import UsageError
from cardforge.render.selection import Selection, select
from tests.conftest import REPOSITORY

FIRST = "packs/armada/build/first-edition.yaml"


def printed(made: Selection) -> Counter[str]:
    return Counter({job.card.id: job.card.copies for job in made.jobs})


def test_a_card_that_names_editions_is_printed_for_those_only() -> None:
    one, two = (printed(select(["armada:token"], edition=each)) for each in ("1", "2"))

    assert (one["tokens/activation-blue-first"], two["tokens/activation-blue"]) == (40, 20)
    assert "tokens/activation-blue" not in one
    assert not {"tokens/activation-blue-first", "tokens/overlord", "tokens/ark"} & two.keys()
    assert one["tokens/combat"] == two["tokens/combat"] == 10


def test_packs_that_a_build_does_not_name_are_left_out() -> None:
    assert not printed(select(["armada:downfall", "armada:item"], edition="1"))
    assert printed(select(["armada:downfall", "armada:item"], edition="2")).total() == 12


def test_cards_are_numbered_within_their_edition() -> None:
    made = select(["armada:event"], edition="2")

    assert {job.card.data["card"]["total"] for job in made.jobs} == {len(made.jobs)}
    assert [job.card.data["card"]["number"] for job in made.jobs] == list(range(1, len(made.jobs) + 1))


def test_a_build_that_is_named_prints_its_own_edition() -> None:
    made = printed(select([FIRST]))

    assert made["tokens/activation-blue-first"] == 40
    assert "tokens/activation-blue" not in made


def test_without_an_edition_everything_is_printed() -> None:
    assert {"tokens/activation-blue-first", "tokens/activation-blue"} <= printed(select(["armada:token"])).keys()


@pytest.mark.parametrize(
    ("game", "edition", "words", "help"),
    [
        ("armada", "3", "armada has no edition `3`", "editions: `1` and `2`"),
        ("nebula", "2", "nebula has no editions", "leave `--edition` out"),
        ("armada", None, "armada has several editions: `1` and `2`", "choose one: `--edition 2`"),
    ],
)
def test_what_cannot_be_chosen_is_told(game: str, edition: str | None, words: str, help: str) -> None:
    with pytest.raises(UsageError) as told:
        select([f"{game}:{'token' if game == 'armada' else 'item'}"], edition=edition)

    assert (str(told.value), told.value.hint) == (words, help)


def test_a_game_may_name_the_edition_that_is_meant_when_nobody_chooses() -> None:
    usual, supplement, standalone = (
        printed(select(["alert:token"], edition=each)) for each in (None, "supplement", "standalone")
    )

    assert usual == supplement != standalone


def test_an_edition_may_be_named_by_its_build() -> None:
    assert printed(select(["armada:token"], edition="first-edition")) == printed(select(["armada:token"], edition="1"))


def test_two_builds_of_one_edition_are_not_guessed_at(tmp_path: Path) -> None:
    second = (REPOSITORY / "packs/armada/build/second-edition.yaml").read_text("utf-8")
    mine = tmp_path / "packs/armada/build/mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text(second.replace("id: second-edition", "id: mine"), encoding="utf-8")
    with pytest.raises(UsageError) as told:
        select([str(mine.parent)], edition="2")

    assert str(told.value) == "armada has several builds of the same edition: `second-edition` and `mine`"
    assert select([str(mine.parent)], edition="mine").jobs


def test_a_game_without_editions_needs_none() -> None:
    assert select(["nebula:item"], edition=None).jobs
