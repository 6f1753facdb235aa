"""The engine's own problem codes, and what `cardforge explain` says about them.

0xx files and YAML, 1xx schema, 2xx references, 3xx rules, 4xx faces, of which 42x are the legibility lint, 5xx print,
6xx seeds, 7xx campaigns.
A released code never changes its meaning. A game's codes are explained by its rules; those of rules (CF30x), of sheets
(CF50x), of print services (CF51x), of seeds (CF60x), of campaigns (CF70x) and of preflight (PF) stand beside this file.
"""

from __future__ import annotations

from cardforge.core.codes.campaign import CAMPAIGN_CODES
from cardforge.core.codes.generate import GENERATE_CODES
from cardforge.core.codes.preflight import PRINT_CODES
from cardforge.core.codes.rules import RULE_CODES
from cardforge.core.codes.services import VENDOR_CODES
from cardforge.core.codes.sheets import SHEET_CODES
from cardforge.core.explanation import Explanation

__all__ = ["CODES", "Explanation"]

CODES: dict[str, Explanation] = {
    "CF001": Explanation(
        "The file cannot be read",
        "The system refused to open it, or it is a pipe or a device and not a file. The other files are still checked.",
    ),
    "CF002": Explanation(
        "The file is not UTF-8 text",
        "One encoding for all packs means that a name typed on one machine prints the same on every other.",
    ),
    "CF003": Explanation(
        "The file is too large",
        "A pack is a few kilobytes. A file of many megabytes is most likely something else, or made to hurt.",
    ),
    "CF004": Explanation(
        "The YAML or JSON is not well formed",
        "Nothing after the first such place can be trusted, so one problem is shown for the file. "
        "The other files are still checked.",
        "name: Ada: the captain",
        'name: "Ada: the captain"',
    ),
    "CF005": Explanation(
        "The file goes past a limit",
        "Depth, numbers, lengths and aliases are limited so that a file from a stranger cannot stop your machine.",
        "cost: 99999999999999999999",
        "cost: 9",
    ),
    "CF006": Explanation(
        "The file is not a mapping",
        "Every file says what it is with `kind` and `system` at the top, so its first level is keys and values.",
        "- id: ada",
        "kind: hero\nsystem: mygame\ncards:\n  - id: ada",
    ),
    "CF007": Explanation(
        "A key stands twice",
        "One of the two values would be lost without a word.",
        "cost: 2\ncost: 3",
        "cost: 3",
    ),
    "CF008": Explanation(
        "The file holds several documents",
        "One file is one pack, so that a problem, a deck and a picture can name it.",
        "kind: hero\n---\nkind: hero",
        "kind: hero",
    ),
    "CF009": Explanation(
        "A link leads out of the project",
        "A downloaded folder must not make cardforge read other files of your machine.",
    ),
    "CF101": Explanation(
        "A value is not what the schema of its kind allows",
        "Later stages count on the shape of every card. The message says which key, "
        "which value, and what is allowed; `cardforge schema KIND` prints the whole shape.",
        "cost: three",
        "cost: 3",
    ),
    "CF102": Explanation(
        "A schema is broken",
        "Files of that kind cannot be checked until the schema is a JSON Schema (2020-12) that refers only to itself.",
    ),
    "CF103": Explanation(
        "The file does not say what it is",
        "`kind` and `system` choose the schema and the rules.",
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
        "`packs/NAME`, `schemas/NAME` and `templates/NAME` belong together by name.",
    ),
    "CF106": Explanation(
        "A kind has no schema",
        "Without a schema a file of that kind cannot be checked.",
    ),
    "CF201": Explanation(
        "A reference names nothing",
        "What a file refers to must be in the project or come with cardforge.",
        "heroes: [ada-vos]",
        "heroes: [ada-voss]",
    ),
    "CF205": Explanation(
        "A text quotes what is not there",
        "Numbers and sentences that are quoted from cards and rulings stay true when those change. "
        "A quotation that leads nowhere would print its braces.",
        "She climbs {night-watch/odo.stats.clim}.",
        "She climbs {night-watch/odo.stats.climb}.",
    ),
    "CF202": Explanation(
        "An id stands twice",
        "Everything is found by its id. With two of one id, every file that uses it is a guess.",
    ),
    "CF203": Explanation(
        "A reference can mean two things",
        "Two files of different kinds have this id, and the reference may mean either.",
    ),
    "CF204": Explanation(
        "References go round in a circle",
        "Each waits for the next, and none can come first.",
        "- {id: a, supersedes: b}\n- {id: b, supersedes: a}",
        "- {id: a}\n- {id: b, supersedes: a}",
    ),
    "CF401": Explanation(
        "No font has a character",
        "A letter that cannot be drawn would be missing on the printed card. "
        "Put a font that has it into `templates/fonts/`.",
    ),
    "CF402": Explanation(
        "A name stands twice in the faces of a game",
        "Faces and elements are found by their ids, and a card by the one face that is for it, "
        "so it must be clear which is meant.",
    ),
    "CF403": Explanation(
        "A face extends itself",
        "Each would wait for the other, and none could come first.",
        "id: card\nextends: [card]",
        "id: card\nextends: [base]",
    ),
    "CF404": Explanation(
        "A face extends something that is not there",
        "What it extends must be a face of the same game.",
    ),
    "CF405": Explanation(
        "A card size is not known",
        "Sizes have names such as `poker`; any other size is given as width and height in mm.",
        "size: poekr",
        "size: poker",
    ),
    "CF406": Explanation(
        "An element is placed by another that is not there",
        "`below` and `right-of` name an element that is drawn before, on the same card.",
    ),
    "CF407": Explanation(
        "A face names a field that the card does not have",
        "Nothing is left out without a word. Give words for that case after a bar, "
        "or draw the element only when the field is there.",
        'text: "{flavour}"',
        'text: "{flavor|}"',
    ),
    "CF408": Explanation(
        "A text does not fit its box",
        "It was shrunk to the floor of its style and is still too large. Nothing is cut off in silence.",
    ),
    "CF409": Explanation(
        "Two texts overlap",
        "On this card the letters of one would stand on those of the other.",
    ),
    "CF410": Explanation(
        "An icon is not known",
        "A card or a face shows a drawing that is not among the game's icons. Nothing is left out without a word.",
    ),
    "CF411": Explanation(
        "A drawing cannot be used",
        "Icons are plain SVG with a viewBox and filled shapes, so that they stay sharp and print in one colour.",
    ),
    "CF412": Explanation(
        "A face names a style or colour that is not there",
        "Styles and colours are looked up by name in the face and in what it extends.",
        "fill: acent",
        "fill: accent",
    ),
    "CF413": Explanation(
        "A font cannot be used",
        "The family is not known, or its file in `templates/fonts/` is no font. Text would look otherwise than meant.",
    ),
    "CF414": Explanation(
        "A picture is not there",
        "`art` is a path from the project's folder, and stays inside it. A card without its picture is not printed.",
        "art: ../../holiday.jpg",
        "art: art/keth.jpg",
    ),
    "CF415": Explanation(
        "A picture cannot be used",
        "The file is torn, too large, of another kind than its name says, or no picture at all. "
        "It is found before anything is written.",
    ),
    "CF416": Explanation(
        "A text leaves the card",
        "What stands beyond the cut is cut off.",
    ),
    "CF417": Explanation(
        "A face is for nothing",
        "It names a game, a kind or a group that is not there, or draws nothing, so no card would ever show it.",
        "for: [spels]",
        "for: [spell]",
    ),
    "CF419": Explanation(
        "Art cannot be drawn",
        "A recipe in the game's `art` folder is not there, cannot be read, or failed on a card.",
    ),
    "CF418": Explanation(
        "An element has no room",
        "Its width or height comes out as nothing, often because `rest` has no rest.",
    ),
    "CF430": Explanation(
        "A face shows a card that is not there",
        "A picture of a card is drawn from the card itself, so the card must be in the collection.",
    ),
    "CF420": Explanation(
        "A text is too small",
        "Below 6 pt reading is an effort, below 5 pt letters run together in print. "
        "A text that was shrunk to fit is told at its card, one whose style is too small at its element.",
        "styles: {foot: {size: 4.5}}",
        "styles: {foot: {size: 6}}",
    ),
    "CF421": Explanation(
        "A text is too near the cut",
        "Cutting drifts by a millimetre or more. What comes within 2 mm of the cut may be cut off, "
        "and print services refuse what leaves the safe area.",
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
        "At the size it is shown it has fewer than 300 pixels an inch, and looks soft in print. "
        "Below 200 its pixels can be seen.",
    ),
    "CF424": Explanation(
        "A frame is too near the cut",
        "A frame shows every drift of the knife: it comes out wider on one side than on the other. "
        "From 3 mm on nobody sees it, and what reaches into the bleed has no edge to compare.",
        "{shape: rectangle, x: 1, y: 1, width: 61, height: 86, stroke: line}",
        "{shape: rectangle, x: 3, y: 3, width: 57, height: 82, stroke: line}",
    ),
    "CF425": Explanation(
        "A text has too little contrast",
        "It is measured on the pixels behind the letters (WCAG 2). Below 3 many people cannot read it; "
        "4.5 is needed up to 18 pt, or up to 14 pt in bold. `cardforge validate --faces` looks for it.",
        'palette: {paper: "#ffffff", soft: "#999999"}',
        'palette: {paper: "#ffffff", soft: "#6b6b6b"}',
    ),
    "CF426": Explanation(
        "Category colours merge for some eyes",
        "The `accent` of a face tells kinds of cards apart. One man in twelve does not see red and green as others do, "
        "and takes these two for the same. A difference in lightness is seen by all. "
        "`cardforge validate --faces` looks for it.",
    ),
    "CF427": Explanation(
        "Light text on a dark ground is too small",
        "Ink spreads into the letters from all sides, so what is light on dark needs at least 6 pt. "
        "`cardforge validate --faces` looks for it.",
    ),
    **RULE_CODES,
    **SHEET_CODES,
    **GENERATE_CODES,
    **CAMPAIGN_CODES,
    **VENDOR_CODES,
    **PRINT_CODES,
}
