"""The problem codes of preflight (PF), for `cardforge explain`.

0xx reading, 1xx the document, 2xx pages, 3xx page content, 4xx print quality. Each text says what is wrong, why a
printer cares, and what to do.
"""

from __future__ import annotations

from cardforge.core.explanation import Explanation

PRINT_CODES: dict[str, Explanation] = {
    "PF001": Explanation(
        "The file is not a readable PDF",
        "It is empty, truncated, not a PDF at all, or far too large. A printer cannot open it either. "
        "Export it again, and open it yourself before you send it.",
    ),
    "PF002": Explanation(
        "The PDF is damaged",
        "Parts of the file are not where its index says, or are invalid. Viewers work around this by guessing, each "
        "differently, so the print may differ from what you see. Export it again.",
    ),
    "PF003": Explanation(
        "Part of the PDF was not checked",
        "Something in it is too large, nested too deeply or compressed with an unsupported method. "
        "Export it with simpler pages, or ask the printer to check it.",
    ),
    "PF101": Explanation(
        "The PDF is too new for its standard",
        "Plate-making machines support each standard up to a PDF version, and may silently drop newer features. "
        "X-1a and X-3 go up to PDF 1.4 and have no object streams, X-4 goes up to 1.6. Export it as that version.",
    ),
    "PF102": Explanation(
        "The PDF is encrypted",
        "A printer must rearrange the pages on a sheet, and encryption prevents that. Save it without a password and "
        "without restrictions.",
    ),
    "PF103": Explanation(
        "The PDF has no identifier",
        "`ID` in the trailer tells two versions of a file apart, so that proofs and plates match. Programs "
        "that export PDF/X write it automatically; export it again with one.",
    ),
    "PF104": Explanation(
        "The PDF lacks required document information",
        "PDF/X requires a title, creation and modification dates, whether colours are trapped, and below X-4 "
        "the name of the standard. Printers sort files by these. Give the document a title and export it as PDF/X.",
    ),
    "PF105": Explanation(
        "The metadata is missing or contradicts the rest",
        "X-4 declares itself in XMP metadata, and if Info and XMP differ, it is unclear which one is right. "
        "Export it again, so that the program writes both together.",
    ),
    "PF106": Explanation(
        "The output intent is missing or wrong",
        "It names the press and paper that the colours are meant for, and contains their CMYK profile. Without it the "
        "numbers in the file do not define colours. Choose an output profile such as FOGRA39 when you export.",
    ),
    "PF107": Explanation(
        "The PDF has interactive content",
        "Scripts, actions, forms and attached files can change a page after it was proofed, so printers refuse them. "
        "Remove them and export again.",
    ),
    "PF108": Explanation(
        "A viewer may change the size of the page",
        "Without `PrintScaling` `None` most viewers shrink pages to fit the paper, and cards come out 3 % too small "
        "for their sleeves. Before PDF 1.6 the setting does not exist, and a strict reader rejects it. "
        "Set it, or choose 100 % when you print.",
    ),
    "PF109": Explanation(
        "The PDF has layers",
        "X-1a and X-3 do not support layers: a hidden one may be printed. Merge them, or export as X-4.",
    ),
    "PF201": Explanation(
        "The boxes of a page do not fit together",
        "The TrimBox is where the knife cuts, the BleedBox is how far the artwork extends, the MediaBox is the paper: "
        "each must lie within the next. If the TrimBox is missing or ambiguous, the printer has to guess the cut. "
        "Set trim and bleed when you export.",
    ),
    "PF202": Explanation(
        "A page differs in size from the rest or from the order",
        "Cards of one deck are cut in one stack; a difference of half a millimetre can be felt in the hand. "
        "Sizes within 0.1 mm count as equal. Make one file per size, and set the trim to that of the card.",
    ),
    "PF203": Explanation(
        "The bleed is too narrow",
        "Knives drift by a millimetre or more. If the artwork ends at the cut, a white edge shows. "
        "Extend everything that touches the cut as far as the printer asks, often 3 mm or 1/8 inch.",
    ),
    "PF204": Explanation(
        "The page has content meant for screens",
        "Links, notes, form fields and page transitions are not printed, or are printed unexpectedly. "
        "Remove them before you export.",
    ),
    "PF301": Explanation(
        "A font is not embedded",
        "If a font is not in the file, the printer's machine uses its own, and letters and line breaks "
        "change. This includes fonts that are listed but never used. Embed all fonts, or use outlines.",
    ),
    "PF302": Explanation(
        "The standard does not allow this colour space",
        "X-1a allows inks only: CMYK, grey and spot colours. X-3 and X-4 allow RGB with a profile, but never RGB "
        "without one, because its colours are undefined. Convert the colours to CMYK when you export.",
    ),
    "PF303": Explanation(
        "The PDF uses transparency",
        "X-1a and X-3 print opaque objects one over the other. Opacity, soft masks and blend modes "
        "would be dropped or turned into blocks. Flatten them when you export, or export as X-4.",
    ),
    "PF304": Explanation(
        "The result depends on the press",
        "Transfer functions, halftone origins, embedded PostScript and alternate images print differently "
        "on every machine. Export without them.",
    ),
    "PF305": Explanation(
        "The standard does not allow this compression",
        "No PDF/X allows LZW; JPEG 2000, JBIG2 and 16 bits per channel came after X-1a and X-3. A press that does not "
        "support them prints an empty box. Export with ZIP or JPEG compression and 8 bits.",
    ),
    "PF401": Explanation(
        "A picture is too coarse",
        "Pixels per inch are counted at the printed size. Below 300 a picture looks soft, below 200 "
        "its pixels are visible. Use a larger picture, or print it smaller.",
    ),
    "PF402": Explanation(
        "There is too much ink",
        "The inks at one spot are added up. Above 280 % they dry slowly and set off on the next sheet; each printer "
        "refuses files above its own limit. Use less colour under black, or another profile.",
    ),
    "PF403": Explanation(
        "A text is too small",
        "Below 7 pt text is hard to read on paper, below 5 pt letters fill with ink. Sizes are measured as printed, "
        "after all scaling. Make the text larger or shorter.",
    ),
    "PF404": Explanation(
        "A line is too thin",
        "Below 0.25 pt a line breaks up. A width of 0 means as thin as the machine can print, which on a press is "
        "almost invisible. Make the line thicker.",
    ),
    "PF405": Explanation(
        "Small black text is printed in several inks",
        "The four plates never align exactly, so small letters in several inks get coloured edges. "
        "Text below 14 pt is best in black ink alone: 0/0/0/100.",
    ),
    "PF406": Explanation(
        "A text is too near the cut",
        "Knives drift by a millimetre or more, and text within 2 mm of the cut may be cut off. "
        "Only the start of each text is checked. Move it into the safe area.",
    ),
    "PF407": Explanation(
        "The artwork stops at the cut",
        "The page has bleed, but nothing is painted in it, so a white edge shows wherever the knife drifts. "
        "This is checked on the rendered page. Extend the artwork to the edge of the bleed.",
    ),
}
