"""Turn a name into an id."""

from __future__ import annotations

import re
import unicodedata


def slug_of(text: str) -> str:
    """Lower-case letters a to z and digits, joined by hyphens; empty if the text has none."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain.replace("'", "")))
