"""The problem codes of print services (CF51x), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

VENDOR_CODES: dict[str, Explanation] = {
    "CF511": Explanation(
        "A print service or make of sheet has another name than its file",
        "It is selected by its `id`, and a project's file replaces the built-in one of the same name. "
        "Both names must match, or the wrong file could be used silently.",
        "# templates/print/my-printer.yaml\nkind: vendor\nid: press",
        "# templates/print/my-printer.yaml\nkind: vendor\nid: my-printer",
    ),
    "CF512": Explanation(
        "The print service does not offer this size",
        "Services cut to fixed sizes. A card of another size would come back cropped or with a white edge. "
        "The two poker sizes, 63 × 88 and 63.5 × 88.9 mm, are not the same.",
        "size: euro",
        "size: poker",
    ),
    "CF513": Explanation(
        "A card has no back",
        "The service expects both sides of a card, then both sides of the next. If one is missing, every card "
        "after it gets the back of its neighbour.",
        "id: spell",
        "id: spell\nback: spell-back",
    ),
    "CF514": Explanation(
        "A face has too little bleed",
        "The service needs more bleed than the face has. The edge was stretched to fill the rest; "
        "a larger `bleed` with art that extends into it looks better.",
        "bleed: 1",
        "bleed: 3",
    ),
    "CF515": Explanation(
        "The sides of a card differ in size",
        "Both are cut together, so one of them would lose its edge or show white.",
    ),
}
