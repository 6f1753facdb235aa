"""Run a game's rules over a collection."""

from cardforge.check.rulebook import Rulebook, Verdict
from cardforge.check.subject import Linked, Subject

__all__ = ["Linked", "Rulebook", "Subject", "Verdict"]
