"""Hold what a game draws with: its icons and art recipes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from cardforge.layout.icons import Icons

if TYPE_CHECKING:  # games without art recipes never load Starlark
    from cardforge.layout.art import ArtRecipe


@dataclass(eq=False)
class GameArt:
    """The icons and art recipes of one game."""

    icons: Icons = field(default_factory=Icons)
    art_recipes: Mapping[str, ArtRecipe] = field(default_factory=dict)

    def close(self) -> None:
        """End the sandbox process of untrusted recipes, if there is one."""
        for art_recipe in self.art_recipes.values():
            art_recipe.close()

    @cached_property
    def signature(self) -> str:
        """A hash that changes when any icon or recipe does."""
        art = {name: art_recipe.text for name, art_recipe in self.art_recipes.items()}
        whole = json.dumps([self.icons.paths, art], sort_keys=True)
        return hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()
