"""What a game draws with: its icons, and the recipes for its own art."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardforge.layout.art import Artist
from cardforge.layout.icons import Icons


@dataclass(eq=False)
class Studio:
    """The drawings of one game."""

    icons: Icons = field(default_factory=Icons)
    artists: Mapping[str, Artist] = field(default_factory=dict)
