"""The operating system's cache and settings folders for cardforge."""

from __future__ import annotations

from pathlib import Path

import platformdirs

_PROGRAM = "cardforge"


def cache_folder() -> Path:
    """The folder for files that can be recreated."""
    return Path(platformdirs.user_cache_dir(_PROGRAM))


def settings_folder() -> Path:
    """The folder for the user's settings."""
    return Path(platformdirs.user_config_dir(_PROGRAM))
