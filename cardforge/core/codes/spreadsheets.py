"""The codes of spreadsheets that hold the cards of a pack."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

SPREADSHEET_CODES: dict[str, Explanation] = {
    "CF010": Explanation(
        "A spreadsheet cannot be read",
        "It is damaged, has a password, is of another sort than its name says, or has no such tab. Nothing in it is "
        "run: no macro, no formula, no link.",
        "cards: {sheet: heroes.xls}",
        "cards: {sheet: heroes.xlsx, tab: Heroes}",
    ),
    "CF011": Explanation(
        "The encoding of a CSV file is uncertain",
        "It is not UTF-8, so it was read as Windows-1252, which older versions of Excel write. If it is something "
        "else, letters with accents come out wrong: look at the word in the message.",
    ),
    "CF012": Explanation(
        "A column has no usable head",
        "The first row names the field of each column. A column that is misspelt or has no name would be dropped "
        "silently. A head that begins with # marks a column that is not for the cards.",
        "id,nmae,cost",
        "id,name,cost,# to do",
    ),
    "CF013": Explanation(
        "A cell shows something, but has no value",
        "A formula with an error, one that was never calculated, one that asks another program, or a cell that is "
        "covered by a merged one. It is not taken for an empty cell.",
    ),
    "CF014": Explanation(
        "A card cannot be exported",
        "A row finds its card again by the pack and the id, and a cell holds a limited number of characters. A card "
        "that does not fit would be lost on the way back.",
        "- name: Ada",
        "- id: ada\n  name: Ada",
    ),
    "CF015": Explanation(
        "A row or column of an edited spreadsheet has no place",
        "Its pack or field does not exist, or its card has two rows. Nothing is changed until every row has its place.",
    ),
}
