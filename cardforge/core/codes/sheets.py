"""The codes of `impose`, joined to all others by `codes.py`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

SHEET_CODES: dict[str, Explanation] = {
    "CF501": Explanation(
        "A piece does not fit on the paper",
        "With its bleed it is larger than what the printer reaches, whichever way paper and piece are turned. "
        "The hint names the smallest change that makes room.",
    ),
    "CF502": Explanation(
        "Pieces come too close to the edge of the paper",
        "Most printers cannot print on the outer 4 mm, so the pieces there would lose a side. It is an error, unless "
        "a margin below 4 mm was asked for: somebody who does that knows the printer.",
    ),
    "CF503": Explanation(
        "Some printers cut off what stands so near to the edge",
        "Every printer leaves a quarter of an inch (6.35 mm), many reach further. Print one sheet before all.",
    ),
    "CF504": Explanation(
        "There is nothing to print",
        "Every piece has 0 copies, so there is no sheet.",
    ),
    "CF505": Explanation(
        "Pieces have no back",
        "Sheets with backs were asked for. The place behind these pieces stays empty.",
    ),
    "CF506": Explanation(
        "The header has no room",
        "It needs 4 mm between the pieces and what the printer reaches, above, below or beside them. It never takes "
        "the place of a piece, so it is left out.",
    ),
    "CF507": Explanation(
        "The marks have no room",
        "A mark is at least 3 mm long, stands half a millimetre off the bleed and stays on the paper.",
    ),
    "CF508": Explanation(
        "The box and what the game prints do not match",
        "`box` in `game.yaml` sorts all that is printed into files. What is in no file would be missing on the table, "
        "what is in two would be printed twice, and a kind that is not printed fills no file.",
    ),
}
