"""Replay a campaign: take every step of its log in order and give the state at its end."""

from cardforge.campaign.replay import Campaign, Played

__all__ = ["Campaign", "Played"]
