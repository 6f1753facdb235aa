"""A log of steps to the state it leads to."""

from cardforge.campaign.replay import Campaign, Played

__all__ = ["Campaign", "Played"]
