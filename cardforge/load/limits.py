"""The most that one file may hold.

A pack of 200 cards stays far below each limit; a file made to hurt does not.
"""

from __future__ import annotations

MAX_BYTES = 4_000_000
MAX_DEPTH = 40  # lists and mappings inside each other
MAX_VALUES = 400_000  # values in one file, aliases counted as often as they are used
MAX_TEXT = 100_000  # characters in one value
MAX_INTEGER = 2**53 - 1  # the largest whole number every JSON reader keeps exactly
MAX_FILES = 100_000  # files below one folder
