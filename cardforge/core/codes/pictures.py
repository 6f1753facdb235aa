"""The problem codes of cards that are made of pictures (CF52x), for `cardforge explain`."""

from __future__ import annotations

from cardforge.core.explanation import Explanation

PICTURE_CODES: dict[str, Explanation] = {
    "CF521": Explanation(
        "A picture does not have the proportions of the card",
        "It is cropped, gets empty bars or is stretched, as `--fit` says. A difference below 0.3 mm is stretched away "
        "and not reported: no knife is that exact.",
    ),
    "CF522": Explanation(
        "A back has no front",
        "A picture whose name ends with `-back` belongs to the picture of the same name, with or without `-front`, in "
        "the same folder. One picture for the backs of all cards is named with `--back`.",
        "dragon-front.png and drgon-back.png",
        "dragon-front.png and dragon-back.png",
    ),
    "CF523": Explanation(
        "One side of a card has two pictures",
        "The names differ only in their endings, in `-front` or in the number of copies, so it is unknown which one to "
        "print.",
        "dragon.png and dragon.jpg",
        "dragon.png and dragon-old.jpg",
    ),
    "CF524": Explanation(
        "A line of a list names no picture",
        "A list is a text file with one picture, folder or pattern per line, and perhaps a number of copies. Paths are "
        "relative to the folder of the list, and lines that start with # are comments.",
        "dragon: 4",
        "4x dragon.png",
    ),
    "CF525": Explanation(
        "The two sides of a card have different numbers of copies",
        "Both sides are printed on one card, so the number in one of the two names is wrong.",
        "dragon-x4-front.png and dragon-x2-back.png",
        "dragon-x4-front.png and dragon-back.png",
    ),
    "CF526": Explanation(
        "A picture has several frames or pages",
        "Paper shows one of them: the first.",
    ),
}
