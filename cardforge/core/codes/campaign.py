"""The problem codes of campaigns (CF70x), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

CAMPAIGN_CODES: dict[str, Explanation] = {
    "CF701": Explanation(
        "The steps of a game cannot be used",
        "`steps.star` is not Starlark, or it does not declare a campaign and the step it starts with.",
        'step(name = "start", title = "It begins.", fields = [], take = _start)',
        'step(name = "start", title = "It begins.", fields = [], take = _start)\ncampaign(first = "start", …)',
    ),
    "CF702": Explanation(
        "A step cannot be taken",
        "A campaign is replayed from its first step, and the game, or a rule for what it has made of the deck, does "
        "not allow this one. The message says why, the hint what is possible, and what the state was before.",
    ),
    "CF703": Explanation(
        "The steps of a game failed",
        "`steps.star` crashed, ran too long, used too much memory or gave back something else than a state. "
        "The place is where it stopped.",
    ),
    "CF704": Explanation(
        "A step comes to something else than it did",
        "What came of a step is written beside it. If the replay brings something else, a step above it or a pack was "
        "changed since, and everything that follows may be meant otherwise.",
        "then: [keth at 2]  # and now the replay says: keth at 1",
        "then: [keth at 1]",
    ),
    "CF705": Explanation(
        "The campaign is of a newer format",
        "It was written by a later cardforge, and may hold what this one would lose.",
        "format: 2",
        "format: 1",
    ),
    "CF706": Explanation(
        "A step cannot be added to or taken out of this file",
        "Only the lines of one step are added or taken out, and all others stay as you wrote them. That needs the "
        "steps one below the other, each with its dash.",
        "steps: [{step: visit, place: harbour}]",
        "steps:\n  - {step: visit, place: harbour}",
    ),
    "CF707": Explanation(
        "The campaign is of another game",
        "A campaign knows the people and the decks of its own game, and can say nothing about a scenario of another.",
    ),
}
