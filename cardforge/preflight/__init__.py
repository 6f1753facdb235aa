"""Check any PDF, ours or not, for faults that a print shop would reject or warn about."""

from cardforge.preflight.demands import Demands, demands_of
from cardforge.preflight.inspection import Preflighted, inspect, preflight

__all__ = ["Demands", "Preflighted", "demands_of", "inspect", "preflight"]
