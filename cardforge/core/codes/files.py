"""The codes of problems with files (CF001 to CF009, CF016), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

FILE_CODES: dict[str, Explanation] = {
    "CF001": Explanation(
        "The file cannot be read",
        "The operating system refused to open it, or it is a pipe or a device. The other files are still checked.",
    ),
    "CF002": Explanation(
        "The file is not UTF-8 text",
        "With one encoding for all packs, a name typed on one machine prints the same on every other.",
    ),
    "CF003": Explanation(
        "The file is too large",
        "A pack is a few kilobytes. A file of many megabytes is most likely something else, or malicious.",
    ),
    "CF004": Explanation(
        "The YAML or JSON is not well formed",
        "Parsing stops at the first syntax error, so only one problem is shown for this file. "
        "The other files are still checked.",
        "name: Ada: the captain",
        'name: "Ada: the captain"',
    ),
    "CF005": Explanation(
        "The file exceeds a limit",
        "Nesting, numbers, lengths and aliases are limited, so that a downloaded file cannot freeze your machine.",
        "cost: 99999999999999999999",
        "cost: 9",
    ),
    "CF006": Explanation(
        "The file is not a mapping",
        "Every file starts with `kind` and `system`, so its top level must be keys and values.",
        "- id: ada",
        "kind: hero\nsystem: mygame\ncards:\n  - id: ada",
    ),
    "CF007": Explanation(
        "Duplicate key",
        "One of the two values would be dropped silently.",
        "cost: 2\ncost: 3",
        "cost: 3",
    ),
    "CF008": Explanation(
        "The file contains several documents",
        "One file is one pack, so that problems, decks and pictures can refer to it.",
        "kind: hero\n---\nkind: hero",
        "kind: hero",
    ),
    "CF009": Explanation(
        "A symlink points outside the project",
        "A downloaded folder must not make cardforge read other files on your machine.",
    ),
    "CF016": Explanation(
        "A file does not have its cards where its kind says",
        "`cards-at` of a kind in game.yaml says where the cards are in files that were not written for cardforge, and "
        "`card-id` which of their fields is the id. Without an id, nothing can refer to a card.",
        "cards-at: /suits/cards",
        "cards-at: /suits/*/cards",
    ),
}
