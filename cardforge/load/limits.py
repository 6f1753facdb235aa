"""Size limits for files.

A pack of 200 cards stays far below each limit; a malicious file does not.
"""

from __future__ import annotations

MAX_BYTES = 4_000_000
MAX_DEPTH = 40  # nested lists and mappings
MAX_VALUES = 400_000  # values in one file, an alias counted each time it is used
MAX_TEXT = 100_000  # characters in one value
MAX_INTEGER = 2**53 - 1  # the largest integer that every JSON parser keeps exactly
MAX_FILES = 100_000  # files below one folder
