"""Place pieces on sheets of paper, as arithmetic in mm, before anything is drawn."""

from cardforge.impose.imposition import impose

__all__ = ["impose"]
