"""Turn a seed and a recipe into documents.

A generated document is data like any other: it is proven, linked and judged on the same road.
"""

from cardforge.generate.recipes import Recipes

__all__ = ["Recipes"]
