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
        "A campaign is replayed from its first step. The game does not allow this step, or a rule rejects the deck "
        "it leads to. The message says why; the hint lists what is possible and the state before the step.",
    ),
    "CF703": Explanation(
        "The steps of a game failed",
        "`steps.star` crashed, ran too long, used too much memory or returned something other than a state. "
        "The location is where it stopped.",
    ),
    "CF704": Explanation(
        "A step has a different result than before",
        "The log records the result of each step. If the replay gets another one, a step above or a pack has "
        "changed since, and the steps that follow may no longer make sense.",
        "then: [keth at 2]  # and now the replay says: keth at 1",
        "then: [keth at 1]",
    ),
    "CF705": Explanation(
        "The campaign uses a newer format",
        "A newer version of cardforge wrote it, and this version could lose some of its data.",
        "format: 2",
        "format: 1",
    ),
    "CF706": Explanation(
        "A step cannot be added to or removed from this file",
        "cardforge adds or removes the lines of one step and leaves all other lines as you wrote them. For that, each "
        "step must start on its own line, with a dash.",
        "steps: [{step: visit, place: harbour}]",
        "steps:\n  - {step: visit, place: harbour}",
    ),
    "CF707": Explanation(
        "The campaign belongs to another game",
        "A campaign tracks the people and the decks of its own game, and says nothing about a scenario of another.",
    ),
}
