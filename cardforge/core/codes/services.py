"""What `cardforge explain` says about the codes of print services."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

VENDOR_CODES: dict[str, Explanation] = {
    "CF511": Explanation(
        "A print service and its file have different names",
        "A service is asked for by its `id`, and a project's file hides the built-in one of the same name. "
        "Both must agree, or one of two files would be used without a word.",
        "# templates/print/my-printer.yaml\nkind: vendor\nid: press",
        "# templates/print/my-printer.yaml\nkind: vendor\nid: my-printer",
    ),
    "CF512": Explanation(
        "The print service does not make this size",
        "Services cut to fixed sizes. A card of another size would come back cropped or with a white edge. "
        "The two poker sizes, 63 × 88 and 63.5 × 88.9 mm, are not the same.",
        "size: euro",
        "size: poker",
    ),
    "CF513": Explanation(
        "A card has no back",
        "The service takes pages by turns, both sides of a card and then the next. With one missing, every card "
        "after it would get the back of its neighbour.",
        "id: spell",
        "id: spell\nback: spell-back",
    ),
    "CF514": Explanation(
        "A face has too little bleed",
        "The service cuts with more play than the face allows for. Its edge was stretched to fill the rest; "
        "a larger `bleed` with art that goes on looks better.",
        "bleed: 1",
        "bleed: 3",
    ),
    "CF515": Explanation(
        "The sides of a card differ in size",
        "Both are cut with one stroke, so one of them would lose its edge or show white.",
    ),
}
