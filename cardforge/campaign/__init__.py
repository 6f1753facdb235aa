"""Replay the steps of a campaign to its current state."""

from cardforge.campaign.replay import Campaign, Played

__all__ = ["Campaign", "Played"]
