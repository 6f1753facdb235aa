"""Turn a seed and a recipe into documents.

A generated document is validated, linked and checked like any other.
"""

from cardforge.generate.recipes import Recipes

__all__ = ["Recipes"]
