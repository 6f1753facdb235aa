"""Pieces and a job -> sheets: where everything stands on paper, before anything is drawn."""

from cardforge.impose.imposition import impose

__all__ = ["impose"]
