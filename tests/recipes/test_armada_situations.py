"""Maps, boards and tables of armada from seeds: legal at every moment, or wrong in one thing on purpose."""

from __future__ import annotations

from collections import Counter

import pytest

from cardforge.check.host.hex_grid import hex_distance, hex_neighbours
from cardforge.generate.workshop import SeedRequest, Workshop
from tests.recipes.armada import SEEDS, Bench, generated, made

BREAKABLE = ("AR-15", "AR-16", "AR-17", "AR-18", "AR-19", "AR-30")


@pytest.mark.soak
def test_maps_grow_so_that_every_beginning_is_legal(armada: Workshop) -> None:
    for sectors in (None, 28):
        options = {} if sectors is None else {"sectors": sectors}
        for drawn in made(armada, "map", **options):
            cells = [tuple(place["cell"]) for place in drawn["map"]]

            assert cells[0] == (0, 0)
            assert cells[1] in {tuple(cell) for cell in hex_neighbours([0, 0])}
            for at in range(2, len(cells)):
                beside = {tuple(cell) for cell in hex_neighbours(list(cells[at]))}
                assert len(beside & set(cells[:at])) >= 2
                assert hex_distance(list(cells[at]), [0, 0]) <= 3
            assert len(set(cells)) == len(cells)
            assert len(cells) + drawn["pile"] + len(drawn["set_aside"]) == 31
            assert sectors is None or (len(cells), drawn["pile"]) == (30, 0)


@pytest.mark.soak
@pytest.mark.parametrize("code", BREAKABLE)
def test_a_loadout_breaks_the_rule_that_was_named_once_and_no_other(
    armada_bench: Bench, armada: Workshop, code: str
) -> None:
    for seed in range(SEEDS):
        piece = armada.make(SeedRequest("loadout", f"slice {seed}", {"break": code}))
        assert f"# It breaks {code} on purpose.\n" in piece.files[f"{piece.id}.yaml"]

    assert Counter(problem.code for problem in armada_bench.heard) == {code: SEEDS}


@pytest.mark.soak
def test_loadouts_have_levels_of_every_height(armada: Workshop) -> None:
    levels = Counter(
        (track, document["facilities"][track])
        for document in made(armada, "loadout")
        for track in ("dockyard", "laboratory")
    )

    every = {(track, level) for track in ("dockyard", "laboratory") for level in range(7)}
    assert set(levels) <= every
    assert len(every - set(levels)) <= (0 if SEEDS > 1_000 else 1)  # in forty seeds one height may be missing


@pytest.mark.soak
def test_loadouts_have_the_tokens_that_the_tracks_gave_and_at_most_one_core(armada: Workshop) -> None:
    holds = [(document, document["hold"]) for document in made(armada, "loadout")]
    for document, hold in holds:
        gained = document["facilities"]["bridge"] // 2  # every second level of the bridge gives one

        assert len(document.get("tokens", [])) + hold["tok_activation"] == 1 + gained
        assert 1 <= document["hull"] <= 10
    assert {hold["cores"] for _, hold in holds} == {0, 1}


@pytest.mark.soak
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_setups_are_for_as_many_as_were_asked_for(armada: Workshop, players: int, edition: int) -> None:
    for number, each in enumerate(generated(armada, "setup", {"players": players, "edition": str(edition)})):
        colours = [ship["colour"] for player in each.document["players"] for ship in player["ships"]]
        (leaders,) = [also for also in each.also if also["kind"] == "commander"]
        own = {f"{leaders['id']}/{card['id']}" for card in leaders["cards"] if edition in card.get("edition", (1, 2))}

        assert len(each.document["players"]) == players
        assert len(set(colours)) == len(colours) == max(2, players)
        assert each.document["build"] == ("first-edition", "second-edition")[edition - 1]
        assert {player["commander"] for player in each.document["players"]} <= own
        if number == SEEDS // 8:
            break
