"""Every limit on what cardforge reads, runs and makes, in one table.

A project of 10,000 cards stays below each of them; a malicious or mistaken file does not. A limit is raised for one run
with an environment variable, because no file of a project can set one. `docs/limits.md` is written from this table.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cached_property

from cardforge.core.errors import UsageError

MAX_INTEGER = 2**53 - 1  # the largest integer that every JSON parser keeps exactly; no limit, but a fact

PREFIX = "CARDFORGE_MAX_"  # of the environment variables that change limits


@dataclass(frozen=True)
class Limit:
    """The largest number of something."""

    name: str
    default: int
    counts: str  # what is counted, for docs/limits.md
    why: str

    @property
    def variable(self) -> str:
        """The environment variable that replaces the default."""
        return f"{PREFIX}{self.name.upper().replace('-', '_')}"

    @cached_property
    def most(self) -> int:
        """The limit of this run."""
        given = os.environ.get(self.variable)
        if given is None:
            return self.default
        if not re.fullmatch(r"[1-9][0-9]{0,14}", given):
            raise UsageError(f"{self.variable} is `{given[:60]}`, not a number", f"for example {self.default}")
        return int(given)

    def hint(self, advice: str) -> str:
        """What to do when the limit is exceeded, with the way to raise it."""
        return f"{advice}, or set {self.variable} to allow more"


TEXT_BYTES = Limit(
    "text-bytes", 4_000_000, "bytes of a YAML, JSON, Starlark or SVG file", "parsing takes 30 times as much memory"
)
NESTING = Limit("nesting", 40, "levels of lists and mappings in a file", "later stages walk them by recursion")
VALUES = Limit(
    "values", 400_000, "values in a file, with aliases resolved", "ten lines of aliases can mean a billion values"
)
TEXT_LENGTH = Limit("text-length", 100_000, "characters of one value", "a card has room for a few hundred")
FOLDER_FILES = Limit(
    "folder-files", 30_000, "files below one folder", "a link or a wrong folder can mean the whole disk"
)
FOLDER_DEPTH = Limit(
    "folder-depth", 40, "levels of folders below a folder of a project", "Python walks them by recursion"
)
COMMAND_TEXT = Limit(
    "command-text",
    60_000_000,
    "bytes of memory for the texts of all files that one command reads",
    "54,000 cards have 28 MB, and texts are kept until the command ends",
)
COMMAND_VALUES = Limit(
    "command-values",
    2_000_000,
    "values and cells of all files that one command reads",
    "54,000 cards have 1.3 million, and each takes 200 bytes of memory",
)
COMMAND_SCHEMAS = Limit(
    "command-schemas",
    3_000_000,
    "characters of all schemas that one command uses",
    "a schema takes 55 times as much memory; all of ours have half a million",
)
COMMAND_CARDS = Limit(
    "command-cards",
    60_000,
    "cards of all files that one command reads",
    "every card is validated, linked and drawn; our largest game has 1,000",
)
SPREADSHEET_BYTES = Limit(
    "spreadsheet-bytes", 30_000_000, "bytes of a CSV, TSV, XLSX or ODS file", "10,000 cards have 2 MB"
)
SPREADSHEET_UNPACKED = Limit(
    "spreadsheet-unpacked",
    60_000_000,
    "bytes of the parts of a workbook that are read, unpacked",
    "a zip can unpack to a thousand times its size",
)
SPREADSHEET_PARTS = Limit(
    "spreadsheet-parts", 10_000, "parts in the zip of a workbook", "Excel writes about a dozen and one for each tab"
)
SPREADSHEET_CELLS = Limit(
    "spreadsheet-cells",
    600_000,
    "cells of a table up to its last row and column",
    "room is made for every cell up to the last one",
)
PICTURE_BYTES = Limit("picture-bytes", 200_000_000, "bytes of a picture file", "it is read into memory as a whole")
PICTURE_PIXELS = Limit(
    "picture-pixels", 120_000_000, "pixels of a picture", "a poster at 600 dpi; more is a mistake or an attack"
)
UPLOAD_FILES = Limit(
    "upload-files", 2_000, "pictures that are on one open page", "a page shows each of them; a box has a few hundred"
)
UPLOAD_BYTES = Limit(
    "upload-bytes",
    1_000_000_000,
    "bytes of all pictures that are on one open page",
    "they are kept in the folder for temporary files until the page is closed",
)
COPIED_BYTES = Limit(
    "copied-bytes", 500_000_000, "bytes of a project that are copied to a cluster", "each worker has them in memory"
)
FONT_BYTES = Limit("font-bytes", 64_000_000, "bytes of a font file", "the largest fonts for Chinese have 30 MB")
MANIFEST_BYTES = Limit(
    "manifest-bytes", 64_000_000, "bytes of a build manifest", "the manifest of 10,000 cards has 2 MB"
)
PDF_BYTES = Limit("pdf-bytes", 2_000_000_000, "bytes of a PDF to preflight", "it is read into memory as a whole")
FACE_ENTRIES = Limit(
    "face-entries",
    2_000,
    "entries that `each` and `table` repeat elements for on one face",
    "lists inside lists multiply, and every text is compared with every other",
)
COPIES = Limit(
    "copies",
    100_000,
    "copies of all cards that are printed together",
    "each is placed on its own; more is a typing mistake",
)
DRAWN_PIXELS = Limit(
    "drawn-pixels", 100_000_000, "pixels of a picture that cardforge draws", "drawing takes 7 bytes of memory for each"
)
SCRIPT_MEMORY = Limit(
    "script-memory",
    180_000_000,
    "bytes of memory that the scripts of one game may add, on each core",
    "our largest rulebook needs 60 MB",
)
SCRIPT_ANSWER = Limit(
    "script-answer",
    4_000_000,
    "characters that one call of a script may return",
    "reading them takes 20 times as much memory",
)
CALL_SECONDS = Limit(
    "call-seconds", 5, "seconds of processor time of one call of a script", "a deck takes a few milliseconds"
)
CALL_STEPS = Limit("call-steps", 50_000_000, "steps of one call of a script", "a loop can be without end")
CALL_DEPTH = Limit("call-depth", 100, "calls inside calls of a script", "the interpreter calls by recursion")
ART_DRAWINGS = Limit(
    "art-drawings", 20_000, "drawings that an art recipe returns for one picture", "our largest has 211"
)
ART_STEPS = Limit("art-steps", 50_000, "points of all outlines of one picture", "our largest has 2,672")
ART_OUTLINE = Limit("art-outline", 10_000, "points of one outline", "our longest has 1,300")
ART_CLIPS = Limit("art-clips", 10, "clips inside clips of one picture", "PDF allows 28 nested graphics states")
PDF_PAGES = Limit("pdf-pages", 20_000, "pages of a PDF to preflight", "every page is inspected")
PDF_STREAM = Limit(
    "pdf-stream", 260_000_000, "bytes of one stream of a PDF to preflight, decompressed", "enough for a CMYK poster"
)
PDF_OPERATORS = Limit(
    "pdf-operators",
    500_000,
    "drawing operators of a page of a PDF to preflight",
    "parsing takes 600 bytes of memory for each",
)
SCRIPT_SECONDS = Limit(
    "script-seconds",
    15,
    "seconds that slow calls of scripts may take in one command, or for one document to generate",
    "a call normally takes milliseconds; those under 0.1 seconds do not count",
)

LIMITS = tuple(each for each in list(globals().values()) if isinstance(each, Limit))
