"""Run a game's rules over linked documents: verdicts with the numbers they compared, and problems."""

from cardforge.check.rulebook import Rulebook, Verdict
from cardforge.check.subject import Linked, Subject

__all__ = ["Linked", "Rulebook", "Subject", "Verdict"]
