"""The rules booklet of nebula says what is so: its examples are those of the cards, and its first evening can be set up."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.conftest import REPOSITORY
from tests.support.booklets import Booklet, texts

BOOKLET = Booklet("nebula")
RULES = BOOKLET.file
GAME = BOOKLET.game
DECK = yaml.safe_load((BOOKLET.packs_folder / "decks/fast-mail.yaml").read_text("utf-8"))
SCENARIO = yaml.safe_load((BOOKLET.packs_folder / "scenarios/the-dark-lamps.yaml").read_text("utf-8"))
PACKS, PAGES = BOOKLET.packs, BOOKLET.pages
card, words = BOOKLET.card, BOOKLET.words


def items() -> list[dict[str, Any]]:
    return [each for pack in PACKS.values() if pack["kind"] == "item" for each in pack["cards"]]


def shown(page: str) -> list[str]:
    """The cards that a page shows."""
    return [text for text in texts(PAGES[page]["blocks"]) if re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", text)]


def test_it_has_sixteen_pages_and_nothing_in_it_leads_nowhere() -> None:
    """Four pages fold from one sheet."""
    assert BOOKLET.selection.problems == []
    assert len(PAGES) == 16
    assert BOOKLET.unfilled() == []


def test_its_contents_are_its_pages() -> None:
    (listed,) = BOOKLET.blocks("cover", "table")

    for number, title in listed.items():
        assert title == BOOKLET.titles()[number]
    assert list(listed) == [str(number) for number in range(2, len(listed) + 2)]


@pytest.mark.parametrize("page", list(PAGES))
def test_pages_that_it_sends_readers_to_are_there(page: str) -> None:
    about = {"7": "Attacks", "10": "Progress and resolutions", "11": "People, places and trade"}
    for number in re.findall(r"[Pp]age (\d+)", words(page)):
        assert BOOKLET.titles()[number] == about[number]


def test_every_word_of_the_glossary_stands_in_it_once() -> None:
    found = [
        entry["term"] for page in PAGES.values() for block in page["blocks"] for entry in block.get("glossary", [])
    ]

    assert found == [entry["term"] for entry in GAME["glossary"]]


def test_every_icon_stands_in_it_once() -> None:
    found = [icon for block in PAGES["icons"]["blocks"] for icon in block.get("icons", {})]

    assert sorted(found) == sorted(file.stem for file in (REPOSITORY / "templates/nebula/icons").glob("*.svg"))


def test_tokens_are_shown_by_the_icon_that_is_printed_on_them() -> None:
    """`shield` is the icon of a type of equipment; on the tokens is that of the stat."""
    printed = {each["name"]: each["icon"] for each in PACKS["tokens"]["cards"]}

    assert printed["Shield"] == "shields"
    assert ":shield:" not in RULES.read_text("utf-8")
    assert ":shields:" in words("your-ship")


def test_sums_are_right() -> None:
    """Every number before the equals sign is quoted; the total is computed here. No line breaks inside a sum."""
    apart = [sum_ for page in BOOKLET.pages for sum_ in re.findall(r"\d+ [+−=] ?|[+−=] \d+", BOOKLET.words(page))]

    assert len(BOOKLET.sums()) >= 6
    assert [(terms, printed) for terms, total, printed in BOOKLET.sums() if total != printed] == []
    assert apart == []


def test_words_that_the_glossary_replaces_are_not_used() -> None:
    own = [text for page in yaml.safe_load(RULES.read_text("utf-8"))["cards"] for text in texts(page)]
    said = re.sub(r"\{[^}]*\}|[a-z0-9-]+/[a-z0-9-]+", "", " ".join(own)).casefold()  # names on cards are free
    for entry in GAME["glossary"]:
        for other in entry.get("instead_of", []):
            if other not in ("pay", "starship"):  # costs are paid, and a starship pack is called so
                assert not re.search(rf"\b{re.escape(other.casefold())}\b", said), other


def test_an_article_inside_a_sentence_is_small() -> None:
    """A name by itself has its capital: `The Vigil` in a list. In a sentence it is written as on the cards."""
    named = [pack["name"] for pack in PACKS.values() if pack["kind"] == "npc" and pack["name"].startswith("The ")]

    assert named
    for page in PAGES:
        assert re.findall(rf"[a-z] (?:{'|'.join(named)})\b.{{9}}", words(page)) == []


def test_rules_say_who_is_meant() -> None:
    """`Nobody` leaves open whether a player, a crew member or an NPC is meant."""
    own = [words(page) for page in PAGES]
    rulings = [each[key] for each in GAME["rulings"] for key in ("title", "ruling", "why")]
    meanings = [each["meaning"] for each in GAME["glossary"]]
    quoted = "Nobody in the Reach has ever grown one."  # flavor on a card that a page shows

    for text in (*own, *rulings, *meanings):
        assert not re.search(r"(?i)\b(?:nobody|somebody|anybody)\b", text.replace(quoted, "")), text


def test_a_player_can_set_up_the_ship_with_what_the_booklet_names() -> None:
    said = words("your-ship")
    ship = card(f"{DECK['starship']['pack']}/{DECK['starship']['card']}")
    aboard = [*DECK["crew"], *DECK["equipment"], *DECK.get("additional", [])]

    assert ship["name"] in said
    assert ship["group"] == "basic"
    for pack in aboard:
        assert PACKS[pack]["name"] in said
        groups = [each["group"] for each in PACKS[pack]["cards"]]
        assert groups.count("permanent") == 1
        assert groups.count("basic") == GAME["limits"]["basic_cards_per_pack"]
    names = {each["id"]: each["name"] for each in items()}
    for item in DECK["items"]:
        assert names[item] in said
    shuffled = sum(each["group"] == "basic" for pack in aboard for each in PACKS[pack]["cards"])
    assert shuffled >= GAME["limits"]["shuffled_cards"]


def test_the_ready_decks_share_no_card() -> None:
    read = [yaml.safe_load(file.read_text("utf-8")) for file in sorted((BOOKLET.packs_folder / "decks").glob("*.yaml"))]
    aboard = [pack for deck in read for pack in [*deck["crew"], *deck["equipment"], *deck.get("additional", [])]]

    assert len(read) == 3
    assert len(aboard) == len(set(aboard))
    frames = [
        (deck["starship"]["pack"], card("/".join((deck["starship"]["pack"], deck["starship"]["card"])))["frame"])
        for deck in read
    ]
    assert len(frames) == len(set(frames))
    held = [item for deck in read for item in deck["items"]]
    assert len(held) == len(set(held))
    assert not any(deck.get("additional") for deck in read)


def test_a_table_can_set_up_the_scenario_with_what_the_booklet_names() -> None:
    said = words("the-scenario")
    setup = PACKS[SCENARIO["agenda"]]["cards"][0]
    for pack in [SCENARIO["agenda"], *SCENARIO["npcs"], *SCENARIO["locations"]]:
        assert PACKS[pack]["name"] in said
    second = SCENARIO["npcs"][1]

    assert setup["npcs"][1]["role"] in card(f"{second}/{PACKS[second]['cards'][0]['id']}")["roles"]
    assert f"in slot 2, here the {PACKS[second]['name']}" in said
    assert "slot 2 starts active" in " ".join(setup["text"].split())
    assert f"any location but {PACKS['lamp-nine']['name']}" in said
    assert "any location but Lamp Nine" in setup["text"]
    assert "cold-harbor" in SCENARIO["locations"]
    assert PACKS[SCENARIO["agenda"]]["cards"][1]["name"] in said


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page not in ("turn", "together", "building", "words", "icons")]
)
def test_the_cards_it_shows_are_on_the_table_that_evening(page: str) -> None:
    supply = [pack["id"] for pack in PACKS.values() if pack["kind"] == "item"]
    table = [DECK["starship"]["pack"], *DECK["crew"], *DECK["equipment"], *DECK.get("additional", []), *supply]
    table += [SCENARIO["agenda"], *SCENARIO["npcs"], *SCENARIO["locations"]]

    assert shown(page)
    for id in shown(page):
        assert id.partition("/")[0] in table, id
        assert card(id)


def test_the_first_turn_can_be_played_as_it_is_told() -> None:
    ship, armada = card("wayfarer/wayfarer-mk1"), card("keth-armada/armada")["stats"]
    hand = [card(id) for id in shown("first-turn")]

    assert len(hand) == GAME["limits"]["opening_hand"]
    assert all(each["group"] == "basic" for each in hand)
    # Two pieces of equipment run for nothing and raise the evasion, so that neither side is in doubt.
    free = [card(f"{each}/{each}") for each in ("skiprock-motor", "deep-ear")]
    assert [each["energy_cost"] for each in free] == [0, 0]
    assert armada["evasion"] <= ship["stats"]["evasion"] < sum(each["stat_bonus"]["evasion"] for each in free) + 4
    # The shots: three from the lance, two from the aim, one from the gunner, and it is not yet defeated.
    assert "deals 2 more damage" in card("brakk/steady-aim")["effect"]
    assert "role" not in card("brakk/steady-aim")
    assert "deal 3 damage" in card("rail-lance/rail-lance")["effect"]
    assert "Deal 1 damage" in card("brakk/brakk")["ability"]["effect"]
    assert armada["hull"] > 6
    # Everybody who is needed is there, and nobody is used twice.
    roles = {card(f"{pack}/{PACKS[pack]['cards'][0]['id']}")["role"] for pack in DECK["crew"]}
    assert roles == {"pilot", "scientist", "gunner", "engineer"}
    assert card("skiprock-motor/facing-backwards")["role"] == card("juno-park/juno")["role"] == "pilot"
    assert card("deep-ear/palms-on-the-table")["role"] == card("ysolde-quill/ysolde")["role"] == "scientist"
    # The pilot who is exhausted for the action is straightened by it, and can avoid the attack. That gives cards.
    assert card("skiprock-motor/facing-backwards")["effect"].startswith("Straighten a pilot.")
    assert "avoid an attack before your next turn, draw 2 cards" in card("skiprock-motor/facing-backwards")["effect"]
    assert "avoid an attack in each Encounter Phase, draw 1 card" in ship["effect"]
    # The encounter is paid for by somebody who was not used before.
    assert (
        "top 3 cards of the encounter deck and put them back in any order"
        in card("deep-ear/palms-on-the-table")["effect"]
    )
    assert card("lamp-nine/trim-the-wick")["effect"].startswith("Exhaust an engineer")
    assert card("tovan-reel/tovan")["role"] == "engineer"


def test_the_ship_of_the_combat_example_cannot_avoid_the_attack() -> None:
    ship, armada = card("wayfarer/drayhorse-mk1")["stats"], card("keth-armada/armada")

    assert ship["evasion"] <= armada["stats"]["evasion"]
    assert ship["shields"] >= 1
    assert armada["stats"]["attack"] < ship["hull"]
    assert armada["ability"]["trigger"] == "When an attack by the Keth Armada damages your ship"
    assert card("the-vigil/vigil")["stats"]["evasion"] > ship["evasion"]  # so it avoids the first attack of that ship


def test_the_second_turn_defeats_the_armada_and_leaves_its_spoils() -> None:
    armada = card("keth-armada/armada")

    assert 6 < armada["stats"]["hull"] <= 6 + 3
    for item in armada["spoils"]:
        assert next(each["name"] for each in items() if each["id"] == item) in words("defeat")
    # One of them is in the hold of the deck already, and the hold is full: the note tells what happens then.
    taken, other = armada["spoils"]
    assert taken in DECK["items"]
    assert other not in DECK["items"]
    assert "resource_value" not in next(each for each in items() if each["id"] == taken)
    assert len(DECK["items"]) == card("wayfarer/wayfarer-mk1")["stats"]["cargo_capacity"]
    # The damage of the example that is no attack.
    assert "deal 1 damage to your ship" in card("keth-armada/boarding-hooks")["effect"]


def test_the_check_of_the_example_passes_and_fails_as_it_is_told() -> None:
    asked, tovan = card("lamp-warden/roll-call"), card("tovan-reel/tovan")["stats"]
    stat, number = asked["check"]["stat"], asked["check"]["number"]

    assert asked["effect"].startswith(f"Check {stat} {number}.")
    assert card("juno-park/juno")["stats"][stat] < tovan[stat] < card("brakk/brakk")["stats"][stat]
    assert "cost" not in card("tovan-reel/jumper-lead")
    assert tovan[stat] + 1 >= number > tovan[stat] - 1 + 1
    assert tovan[stat] - 1 == 2
    assert 2 + card("juno-park/floor-it-1")["cost"] >= number


def test_a_medkit_removes_the_debuff_token_of_the_example() -> None:
    assert "put a debuff token on a crew member" in card("keth-armada/boarding-hooks")["effect"]
    assert card("ship-stores/medkit")["effect"].startswith("Remove a debuff token")


def test_the_trade_of_the_example_is_fair() -> None:
    assert card("ship-stores/copper-coil")["resource_value"] == 2
    assert "resource_value" not in card("ship-stores/medkit")  # and so counts 1


def test_the_disposition_of_the_example_is_asked_for() -> None:
    assert card("the-vigil/soup-and-news")["effect"].endswith("If the Vigil is friendly, repair 1 damage on your ship.")
    assert "the Vigil is not active" in card("the-vigil/vigil")["ability"]["trigger"]


# What the game is about, page by page: a player who has only the box must find each of these.
SAID = {
    "turn": [
        "What you had not spent is lost now", "A skill needs no crew member", "First exhaust a crew member of the role",
        "An exhausted crew member cannot be used", "Once per turn, to a location that is connected",
        "Straighten the active NPCs", "in the order of their slots", "encounter discard pile",
        "whole or not at all", "as far as it can be done", "at that moment, in any player's turn", "Words that say *when* cost nothing",
        "whoever plays the card, uses the ability or drew the encounter card", "goes back to the supply",
    ],
    "the-scenario": [
        "the permanents only and face down", "face up when the first ship reaches it", "the permanents only, face down",
        "in one stack, the first on top and face up", "the resolutions face down",
        "the items that no player has, lie where all can reach them: this is the supply",
        "a part that an NPC plays, where *wildcard* fits every part", "*hostile* (an antagonist)", "Each pack fills one slot",
    ],
    "combat": [
        "Each target is an attack of its own", "Equal is not higher", "one shield token", "always does, once per turn",
    ],
    "defeat": [
        "puts these items from the supply into the hold at once", "discard at once until the rest fits",
        "brings it back without damage. Until then it does not attack", "For one that is not there they take resource tokens of its value, or 1",
        "It never defeats", "takes it back when it ends", "0 to 5 after all changes",
        "neither avoided nor stopped by a shield token",
    ],
    "checks": [
        "one of your crew members who is not exhausted", "does not exhaust them", "the stat counts 0",
        "or 1 if it prints none", "Then discard it", "Each takes 1 from its evasion, which is never below 0",
        "Each takes 1 from their skill, morale and loyalty in checks", "Until it is removed",
    ],
    "progress": ["the scenario is over at once", "its card is discarded", "Words in italics tell the story", "every third turn of the first player"],
    "people": [
        "until the first of its encounter cards is drawn", "you have discovered it", "only while it is face up",
        "attacks only while it is active", "damage stays on it", "Without a campaign every NPC is neutral",
        "always face up, but discovered only by its first card", "or to a player at your location who agrees",
        "At a space station", "with a friendly NPC", "Once per turn", "the same resource value or a lower one",
        "an item without one counts 1", "You never get more than you gave",
    ],
    "together": [
        "put 1 progress token on every track in play that leads to a resolution that says lose",
        "when the encounter deck is shuffled anew for the third time", "the resolution that says lose with the lowest number",
        "the next player clockwise takes over", "A card that you drew and put on the bottom lies there face up",
    ],
    "campaign": [
        "You begin with a basic ship", "Packs that no player uses may join your deck between scenarios",
        "each resource token counts as a resource of value 1", "leave those words out",
    ],
    "building": ["crew or equipment"],
}  # fmt: skip


@pytest.mark.parametrize("page", SAID)
def test_a_player_finds_every_rule_of_play(page: str) -> None:
    said = words(page)

    assert [rule for rule in SAID[page] if rule not in said] == []


def test_the_track_of_the_example_is_filled_by_the_cards_it_names() -> None:
    cards = [card(f"lamp-nine/{each}")["progress"] for each in ("trim-the-wick", "keepers-stair", "new-glass")]

    assert len({(each["target"], each["threshold"]) for each in cards}) == 1
    assert sum(each["amount"] for each in cards) >= cards[0]["threshold"] > sum(each["amount"] for each in cards[:2])
    assert card("the-dark-lamps/lamps-relit")["name"] in cards[0]["then"]


def test_the_upgrade_of_the_example_can_be_bought() -> None:
    upgrade = card("juno-park/juno-2")

    assert upgrade["supersedes"] == "juno"
    assert card("ship-stores/copper-coil")["resource_value"] == upgrade["cost"]
    assert upgrade["stats"]["loyalty"] > card("juno-park/juno")["stats"]["loyalty"]


def test_every_resolution_of_the_scenario_is_told() -> None:
    for each in PACKS[SCENARIO["agenda"]]["cards"]:
        if each["group"] == "resolution":
            assert each["name"] in words("progress")


def test_the_people_of_the_campaign_example_are_shifted_as_the_card_says() -> None:
    shifts = card("the-dark-lamps/lamps-relit")["disposition"]

    assert [shifts[0]["npc"], shifts[2]["npc"]] == ["the-vigil", "keth-armada"]


def test_rulings_are_quoted_and_not_told_again() -> None:
    source = RULES.read_text("utf-8")
    used = set(re.findall(r"\{game\.rulings\.([a-z-]+)\.ruling\}", source))
    for_a_table = {
        "stages", "whose-turn", "equipment-in-use", "progress-tracks", "defeated-ship", "defeated-npc",
        "destroyed-location", "gained-resources", "ship-in-play", "what-is-shuffled",
    }  # fmt: skip

    assert used == for_a_table
    for ruling in GAME["rulings"]:
        assert " ".join(ruling["ruling"].split()) not in " ".join(source.split())
