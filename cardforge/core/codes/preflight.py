"""What `cardforge explain` says about the codes of preflight.

0xx reading, 1xx the document, 2xx its pages, 3xx what they are made of, 4xx how well they print. Each says what is
wrong, why a printer cares, and what to do.
"""

from __future__ import annotations

from cardforge.core.explanation import Explanation

PRINT_CODES: dict[str, Explanation] = {
    "PF001": Explanation(
        "The file is not a PDF that can be read",
        "It is empty, torn off, of another kind than its name says, or far too large. A printer cannot open it either. "
        "Export it again, and open it once yourself before you send it.",
    ),
    "PF002": Explanation(
        "The PDF is damaged",
        "Parts of the file are not where it says, or make no sense. Viewers mend this by guessing, and two of them may "
        "guess differently, so what prints may not be what you see. Export it again.",
    ),
    "PF003": Explanation(
        "Not all of the PDF was looked at",
        "Something in it is too large, too deep or packed in a way that is not read, so nothing can be said about it. "
        "Export it with simpler pages, or have the printer look at it.",
    ),
    "PF101": Explanation(
        "The PDF is too new for its standard",
        "The machines that make plates know a standard by its version of PDF; what came later they may drop without "
        "a word. X-1a and X-3 go up to PDF 1.4 and know no object streams, X-4 goes up to 1.6. Export it as that one.",
    ),
    "PF102": Explanation(
        "The PDF is encrypted",
        "A printer must take pages apart to put them on a sheet, and protection forbids that. Save it without a "
        "password and without restrictions.",
    ),
    "PF103": Explanation(
        "The PDF has no identity",
        "`ID` in the trailer tells two versions of a file apart, so that proofs and plates belong together. Programs "
        "that export PDF/X write it by themselves; export it again with one.",
    ),
    "PF104": Explanation(
        "The PDF does not say of itself what it must",
        "PDF/X wants a title, the dates of making and of the last change, whether colours are trapped, and below X-4 "
        "the standard itself. A printer sorts files by these. Give the document a title and export it as PDF/X.",
    ),
    "PF105": Explanation(
        "The metadata is missing or contradicts the rest",
        "X-4 says what it is in XMP metadata, and where Info and XMP tell two stories nobody knows which is true. "
        "Export it again, so that the program writes both at once.",
    ),
    "PF106": Explanation(
        "The output intent is missing or wrong",
        "It names the press and paper that the colours are meant for, and carries their CMYK profile. Without it the "
        "numbers in the file are not colours yet. Choose an output profile such as FOGRA39 when you export.",
    ),
    "PF107": Explanation(
        "The PDF holds more than paper can show",
        "Scripts, actions, forms and attached files can change a page after it was proofed, so printers refuse them. "
        "Take them out and export again.",
    ),
    "PF108": Explanation(
        "A viewer may change the size of the page",
        "Without `PrintScaling` `None` most viewers shrink pages to fit the paper, and cards come out 3 % too small "
        "for their sleeves. Below PDF 1.6 the setting does not exist and a strict reader stumbles over it. "
        "Set it, or choose 100 % when you print.",
    ),
    "PF109": Explanation(
        "The PDF has layers",
        "X-1a and X-3 know no layers: one that is hidden for you may be printed. Merge them, or export as X-4.",
    ),
    "PF201": Explanation(
        "The boxes of a page do not fit together",
        "The TrimBox is where the knife goes, the BleedBox how far the artwork runs, the MediaBox the paper: each lies "
        "within the next. With no TrimBox, or two answers, the printer has to guess the cut. "
        "Set trim and bleed when you export.",
    ),
    "PF202": Explanation(
        "A page has another size than the rest or than ordered",
        "Cards of one deck are cut in one stack; two sizes, even by half a millimetre, are felt in the hand. "
        "Sizes within 0.1 mm count as equal. Make one file for each size, and set the trim to that of the card.",
    ),
    "PF203": Explanation(
        "The bleed is too narrow",
        "Knives drift by a millimetre or more. Where the artwork ends at the cut, that shows as a white edge. "
        "Let everything that touches the cut run on as far as the printer asks, often 3 mm or 1/8 inch.",
    ),
    "PF204": Explanation(
        "Something for screens lies on the page",
        "Links, notes, form fields and page transitions are not printed, or are printed when nobody expects it. "
        "Take them out before you export.",
    ),
    "PF301": Explanation(
        "A font is not embedded",
        "Where a font is not in the file, the printer's machine takes one of its own, and letters and line breaks "
        "change. This counts for fonts that are named and never used too. Embed all fonts, or use outlines.",
    ),
    "PF302": Explanation(
        "A colour is of a kind that the standard does not allow",
        "X-1a knows inks only: CMYK, grey and spot colours. X-3 and X-4 allow RGB with a profile, but never RGB "
        "without one, as nobody can tell which red it is. Convert the colours to CMYK when you export.",
    ),
    "PF303": Explanation(
        "There is transparency",
        "X-1a and X-3 are printed as they stand, one opaque thing over the other. Opacity, soft masks and blend modes "
        "would be dropped or turned into blocks. Flatten them when you export, or export as X-4.",
    ),
    "PF304": Explanation(
        "Something would change on the press",
        "Transfer functions, halftone origins, pieces of PostScript, and pictures that stand for others give another "
        "result on every machine. Export without them.",
    ),
    "PF305": Explanation(
        "Something is packed in a way that the standard does not allow",
        "LZW is in no PDF/X; JPEG 2000, JBIG2 and 16 bits a channel came after X-1a and X-3. A press that does not "
        "know them prints an empty box. Export with ZIP or JPEG compression and 8 bits.",
    ),
    "PF401": Explanation(
        "A picture is too coarse",
        "Pixels an inch are counted at the size the picture is shown at. Below 300 it looks soft in print, below 200 "
        "its pixels can be seen. Use a larger picture, or show it smaller.",
    ),
    "PF402": Explanation(
        "There is too much ink",
        "All inks of one place are added. Above 280 % they dry slowly and set off on the next sheet; each printer has "
        "a limit from which on files are refused. Use less colour under black, or another profile.",
    ),
    "PF403": Explanation(
        "A text is too small",
        "Below 7 pt reading is an effort on paper, below 5 pt letters fill with ink. Sizes are measured as they print, "
        "after all scaling. Make the text larger or shorter.",
    ),
    "PF404": Explanation(
        "A line is too thin",
        "Below 0.25 pt a line breaks up. A width of 0 means as thin as the machine can, which on a press is nearly "
        "nothing. Make the line thicker.",
    ),
    "PF405": Explanation(
        "Small black text has other inks below",
        "The four plates never meet exactly, so small letters in several inks get coloured edges. "
        "Text below 14 pt is best in black ink alone: 0/0/0/100.",
    ),
    "PF406": Explanation(
        "A text is too near the cut",
        "Knives drift by a millimetre or more, and what stands within 2 mm of the cut may be lost. "
        "Only where a text starts is looked at. Move it into the safe area.",
    ),
    "PF407": Explanation(
        "The artwork stops at the cut",
        "The page has bleed, but nothing is painted in it, so a white edge shows wherever the knife drifts. "
        "The page is rendered to see this. Let the artwork run on to the edge of the bleed.",
    ),
}
