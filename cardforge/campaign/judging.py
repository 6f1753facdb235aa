"""Check the deck that results from a campaign with the same rules as a deck in a file.

Takes the linked documents of a game; returns its Campaign, with a judge that validates, links and runs the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing

from cardforge.campaign.replay import Campaign
from cardforge.check.rulebook import Rulebook
from cardforge.check.subject import Subjects
from cardforge.core.errors import ProblemsError
from cardforge.core.problems import Problem
from cardforge.link.collection import Entry
from cardforge.link.linking import LinkedGame
from cardforge.link.references import reach_of
from cardforge.load.document import Document, Fields
from cardforge.load.source import Source
from cardforge.validate.catalog import Catalog


def campaign_of(linked: LinkedGame, catalog: Catalog, rulebook: Rulebook) -> Campaign:
    """Return the Campaign of a game. Close it when done; the caller closes the rulebook."""
    subjects = Subjects(linked, alone=False)

    def judge(data: Fields) -> list[Problem]:
        proven = catalog.prove(Document(Source("", ""), dict(data)))
        if proven.problems or proven.kind not in linked.finders:
            return list(proven.problems)
        return rulebook.judge(subjects.subject(linked.entry(proven))).all_problems

    return Campaign(linked.game, linked.collection.entries(), judge)


def campaign_problems(linked: LinkedGame, catalog: Catalog, rulebook: Rulebook, logs: Iterable[Entry]) -> list[Problem]:
    """Return the problems of a game's steps, and of those logs whose references all resolve."""
    try:
        with closing(campaign_of(linked, catalog, rulebook)) as campaign:
            played = [campaign.play(log.document) for log in logs if not lost_by(log, linked)]
    except ProblemsError as error:
        return list(error.problems)
    return [each for each in played if isinstance(each, Problem)]


def lost_by(log: Entry, linked: LinkedGame) -> tuple[str, ...]:
    """Return the unresolved ids of a log and of its setting."""
    reach = reach_of(log, linked.collection)
    settings = [entry for entry in reach.packs.values() if not entry.is_pack]
    beyond = [id for setting in settings for id in reach_of(setting, linked.collection).lost]
    return tuple(dict.fromkeys([*reach.lost, *beyond]))
