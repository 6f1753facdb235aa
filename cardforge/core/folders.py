"""Where a user's system keeps what belongs to a program: its cache and its settings."""

from __future__ import annotations

from pathlib import Path

import platformdirs

_PROGRAM = "cardforge"


def cache_folder() -> Path:
    """For what can be made again."""
    return Path(platformdirs.user_cache_dir(_PROGRAM))


def settings_folder() -> Path:
    """For what the user has told us."""
    return Path(platformdirs.user_config_dir(_PROGRAM))
