"""The problem codes of sheets (CF50x), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

SHEET_CODES: dict[str, Explanation] = {
    "CF501": Explanation(
        "A piece does not fit on the paper",
        "With its bleed it is larger than the printable area, whichever way paper and piece are turned. "
        "The hint names the smallest change that makes it fit.",
    ),
    "CF502": Explanation(
        "Pieces are too close to the edge of the paper",
        "Most printers cannot print on the outer 4 mm, so pieces there would lose a side. It is an error, unless "
        "you asked for a margin below 4 mm: then you know your printer.",
    ),
    "CF503": Explanation(
        "Some printers cannot print this close to the edge",
        "A margin of a quarter of an inch (6.35 mm) is safe on every printer; many reach further. Print one test sheet "
        "first.",
    ),
    "CF504": Explanation(
        "There is nothing to print",
        "Every piece has 0 copies, so there are no sheets.",
    ),
    "CF505": Explanation(
        "Pieces have no back",
        "You asked for backs, but these pieces have none. Their reverse stays blank.",
    ),
    "CF506": Explanation(
        "The header has no room",
        "It needs 4 mm between the pieces and the edge of the printable area, above, below or next to them. It never "
        "displaces a piece, so it is left out.",
    ),
    "CF507": Explanation(
        "The marks have no room",
        "A mark is at least 3 mm long, keeps half a millimetre from the bleed and stays on the paper.",
    ),
    "CF508": Explanation(
        "The box does not match what the game prints",
        "`box` in `game.yaml` assigns everything printed to files. What is in no file would be missing on the table, "
        "what is in two would be printed twice, and a kind that is not printed leaves its file empty.",
    ),
    "CF509": Explanation(
        "There are too many copies",
        "All copies of all cards together are limited, because a number with too many zeros would fill the memory. The "
        "limit, and how to raise it, is in docs/limits.md.",
    ),
}
