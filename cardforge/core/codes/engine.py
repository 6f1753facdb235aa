"""The engine's own problem codes, with their texts for `cardforge explain`.

0xx files and YAML, 1xx schema, 2xx references, 3xx rules, 4xx faces, of which 42x are the legibility lint, 5xx print,
6xx seeds, 7xx campaigns.
A released code never changes its meaning. A game's own codes are explained in its rules. The codes of files (CF001 to
CF009, CF016), spreadsheets (CF010 to CF015), rules (CF30x), sheets (CF50x), print services (CF51x), cards made of
pictures (CF52x), seeds (CF60x), campaigns (CF70x) and preflight (PF) are in the other modules of this package.
"""

from __future__ import annotations

from cardforge.core.codes.campaign import CAMPAIGN_CODES
from cardforge.core.codes.files import FILE_CODES
from cardforge.core.codes.generate import GENERATE_CODES
from cardforge.core.codes.pictures import PICTURE_CODES
from cardforge.core.codes.preflight import PRINT_CODES
from cardforge.core.codes.rules import RULE_CODES
from cardforge.core.codes.services import VENDOR_CODES
from cardforge.core.codes.sheets import SHEET_CODES
from cardforge.core.codes.spreadsheets import SPREADSHEET_CODES
from cardforge.core.explanation import Explanation

__all__ = ["CODES", "Explanation"]

CODES: dict[str, Explanation] = {
    **FILE_CODES,
    **SPREADSHEET_CODES,
    "CF101": Explanation(
        "A value does not match the schema of its kind",
        "Later stages rely on the shape of every card. The message names the key, "
        "the value and what is allowed; `cardforge schema KIND` prints the whole schema.",
        "cost: three",
        "cost: 3",
    ),
    "CF102": Explanation(
        "A schema is invalid",
        "Files of that kind cannot be checked until it is a valid JSON Schema (2020-12) that refers only to itself.",
    ),
    "CF103": Explanation(
        "The file does not say what it is",
        "`kind` and `system` select the schema and the rules.",
        "name: Ada Voss",
        "kind: hero\nsystem: mygame\nname: Ada Voss",
    ),
    "CF104": Explanation(
        "The game has no such kind",
        "The kinds of a game are listed in its `game.yaml`.",
        "kind: hreo",
        "kind: hero",
    ),
    "CF105": Explanation(
        "A game and its folder have different names",
        "`packs/NAME`, `schemas/NAME` and `templates/NAME` belong together because they share a name.",
    ),
    "CF106": Explanation(
        "A kind has no schema",
        "Without a schema a file of that kind cannot be checked.",
    ),
    "CF107": Explanation(
        "A field has a name that cardforge uses itself",
        "A face that says `{card.number}` means the place of the card in its pack, a rule that asks `deck.lost` means "
        "the ids that were not found. A field of the same name is reached through `own`.",
        "{card}",
        "{own.card}",
    ),
    "CF201": Explanation(
        "Unknown reference",
        "Whatever a file refers to must be in the project or come with cardforge.",
        "heroes: [ada-vos]",
        "heroes: [ada-voss]",
    ),
    "CF205": Explanation(
        "A text quotes something that does not exist",
        "Numbers and sentences quoted from cards and rulings stay correct when those change. "
        "A quotation without a source would print its braces.",
        "She climbs {night-watch/odo.stats.clim}.",
        "She climbs {night-watch/odo.stats.climb}.",
    ),
    "CF202": Explanation(
        "Duplicate id",
        "Everything is looked up by its id. If two things share one, a reference to it is ambiguous.",
    ),
    "CF203": Explanation(
        "Ambiguous reference",
        "Two files of different kinds have this id, and the reference could mean either.",
    ),
    "CF204": Explanation(
        "Circular references",
        "Each card depends on the next, so none can come first.",
        "- {id: a, supersedes: b}\n- {id: b, supersedes: a}",
        "- {id: a}\n- {id: b, supersedes: a}",
    ),
    "CF401": Explanation(
        "No font has this character",
        "A character that cannot be drawn would be missing from the printed card. "
        "Put a font that has it into `templates/fonts/`.",
    ),
    "CF402": Explanation(
        "Duplicate name in the faces of a game",
        "Faces and elements are looked up by id, and each card has exactly one matching face, so names must be unique.",
    ),
    "CF403": Explanation(
        "A face extends itself",
        "In a circle of `extends`, no face can be built first.",
        "id: card\nextends: [card]",
        "id: card\nextends: [base]",
    ),
    "CF404": Explanation(
        "A face extends an unknown face",
        "`extends` must name a face of the same game.",
    ),
    "CF405": Explanation(
        "Unknown card size",
        "Use a name such as `poker`, or give width and height in mm.",
        "size: poekr",
        "size: poker",
    ),
    "CF406": Explanation(
        "An element is placed relative to an unknown element",
        "`below` and `right-of` must name an element that is drawn earlier on the same card.",
    ),
    "CF407": Explanation(
        "A face names a field that the card does not have",
        "Nothing is dropped silently. Put a default after a bar, or draw the element only when the card has the field.",
        'text: "{flavour}"',
        'text: "{flavor|}"',
    ),
    "CF408": Explanation(
        "A text does not fit its box",
        "It was shrunk to the minimum size of its style and is still too large. Nothing is cut off silently.",
    ),
    "CF409": Explanation(
        "Two texts overlap",
        "On this card the letters of one would be printed over those of the other.",
    ),
    "CF410": Explanation(
        "Unknown icon",
        "A card or a face uses an icon that the game does not have. Nothing is dropped silently.",
    ),
    "CF411": Explanation(
        "An icon file cannot be used",
        "Icons are plain SVG with a viewBox and filled shapes, so that they stay sharp and print in one colour.",
    ),
    "CF412": Explanation(
        "Unknown style or colour in a face",
        "Styles and colours are looked up by name in the face and in the faces it extends.",
        "fill: acent",
        "fill: accent",
    ),
    "CF413": Explanation(
        "A font cannot be used",
        "The family is unknown, or its file in `templates/fonts/` is not a font. The text would look different from "
        "what you intended.",
    ),
    "CF414": Explanation(
        "Picture not found",
        "`art` is a path relative to the project folder, and must stay inside it. A card without its picture is not "
        "printed.",
        "art: ../../holiday.jpg",
        "art: art/keth.jpg",
    ),
    "CF415": Explanation(
        "A picture cannot be used",
        "The file is damaged, too large, not of the type its name says, or not a picture. "
        "Pictures are checked before anything is written.",
    ),
    "CF416": Explanation(
        "A text runs off the card",
        "Everything beyond the cut is lost.",
    ),
    "CF417": Explanation(
        "A face matches no card",
        "It names an unknown game, kind or group, or draws nothing, so no card would ever use it.",
        "for: [spels]",
        "for: [spell]",
    ),
    "CF419": Explanation(
        "Art cannot be drawn",
        "A recipe in the game's `art` folder is missing, cannot be read, or failed on a card.",
    ),
    "CF418": Explanation(
        "An element has no room",
        "Its width or height is zero, often because `rest` has no space left.",
    ),
    "CF430": Explanation(
        "A face shows an unknown card",
        "A picture of a card is drawn from the card itself, so that card must be in the collection.",
    ),
    "CF431": Explanation(
        "The edge of a drawing cannot be continued",
        "`edge: mirror` and `edge: stretch` repeat the pixels at the edge of a picture. An SVG drawing has none.",
        "edge: mirror",
        'edge: "#1a2b3c"',
    ),
    "CF432": Explanation(
        "A card without a face has too many words",
        "The plain face shows all that a card has: smaller, in two columns, and on up to four cards. What is still too "
        "much is cut, and a mark shows where.",
    ),
    "CF420": Explanation(
        "A text is too small",
        "Below 6 pt text is hard to read, below 5 pt letters run together in print. "
        "Text that was shrunk to fit is reported at its card, a style that is too small at its element.",
        "styles: {foot: {size: 4.5}}",
        "styles: {foot: {size: 6}}",
    ),
    "CF421": Explanation(
        "A text is too near the cut",
        "Cutting drifts by a millimetre or more. Text within 2 mm of the cut may be cut off, "
        "and print services refuse cards with text outside the safe area.",
        '{text: "{name}", x: 1, y: 5, width: 50, height: 6}',
        '{text: "{name}", x: 5, y: 5, width: 50, height: 6}',
    ),
    "CF422": Explanation(
        "A line is too thin",
        "A line below 0.25 pt (0.09 mm) breaks up or vanishes in print, however sharp it is on a screen.",
        "stroke-width: 0.05",
        "stroke-width: 0.25",
    ),
    "CF423": Explanation(
        "A picture is too coarse",
        "At its printed size it has fewer than 300 pixels per inch, and looks soft. Below 200 its pixels are visible.",
    ),
    "CF424": Explanation(
        "A frame is too near the cut",
        "A frame shows every drift of the knife: it comes out wider on one side than on the other. "
        "From 3 mm on it is not noticeable, and a frame that reaches into the bleed has no edge to compare.",
        "{shape: rectangle, x: 1, y: 1, width: 61, height: 86, stroke: line}",
        "{shape: rectangle, x: 3, y: 3, width: 57, height: 82, stroke: line}",
    ),
    "CF425": Explanation(
        "A text has too little contrast",
        "Contrast is measured against the pixels under the letters (WCAG 2). Below 3 many people cannot read it; "
        "4.5 is needed up to 18 pt, or up to 14 pt in bold. `cardforge validate --faces` checks this.",
        'palette: {paper: "#ffffff", soft: "#999999"}',
        'palette: {paper: "#ffffff", soft: "#6b6b6b"}',
    ),
    "CF426": Explanation(
        "Category colours look alike to colour-blind people",
        "The `accent` of a face tells kinds of cards apart. One man in twelve confuses red and green, "
        "and cannot tell these two apart. Everyone sees a difference in lightness. "
        "`cardforge validate --faces` checks this.",
    ),
    "CF427": Explanation(
        "Light text on a dark background is too small",
        "Ink spreads into the letters from all sides, so light text on dark needs at least 6 pt. "
        "`cardforge validate --faces` checks this.",
    ),
    **RULE_CODES,
    **SHEET_CODES,
    **GENERATE_CODES,
    **CAMPAIGN_CODES,
    **VENDOR_CODES,
    **PICTURE_CODES,
    **PRINT_CODES,
}
