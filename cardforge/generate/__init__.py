"""Seed and recipe -> documents.

A generated document is data like any other: it is proven, linked and judged on the same road.
"""

from cardforge.generate.recipes import Recipes

__all__ = ["Recipes"]
