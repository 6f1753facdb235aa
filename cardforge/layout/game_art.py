"""What a game draws with: its icons, and the recipes for its own art."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from cardforge.layout.icons import Icons

if TYPE_CHECKING:  # games without art of their own are drawn without Starlark
    from cardforge.layout.art import ArtRecipe


@dataclass(eq=False)
class GameArt:
    """The drawings of one game."""

    icons: Icons = field(default_factory=Icons)
    art_recipes: Mapping[str, ArtRecipe] = field(default_factory=dict)

    def close(self) -> None:
        """End the process in which a stranger's recipes draw, if there is one."""
        for art_recipe in self.art_recipes.values():
            art_recipe.close()

    @cached_property
    def signature(self) -> str:
        """What tells whether any of the drawings was changed."""
        art = {name: art_recipe.text for name, art_recipe in self.art_recipes.items()}
        whole = json.dumps([self.icons.paths, art], sort_keys=True)
        return hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()
