"""A collection to verdicts and problems."""

from cardforge.check.run import Rulebook, Verdict

__all__ = ["Rulebook", "Verdict"]
