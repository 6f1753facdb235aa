"""A PDF, ours or not, to what a printer would say about it."""

from cardforge.preflight.demands import Demands, demands_of
from cardforge.preflight.inspection import Preflighted, inspect, preflight

__all__ = ["Demands", "Preflighted", "demands_of", "inspect", "preflight"]
