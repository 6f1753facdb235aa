"""Styles and colours by name: what a face calls `title` or `accent`, ready to set text with.

A name that is not there is a problem at the element that uses it; the card is still laid out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from cardforge.fonts import FontBook, FontError
from cardforge.layout.markup import Paragraph
from cardforge.layout.pieces import TypeStyle
from cardforge.layout.template import Element, Template
from cardforge.layout.text_fit import Setting
from cardforge.nearest import did_you_mean

Complain = Callable[[Element, str, str, str, str], None]  # element, its key, code, message, hint

_HEX = re.compile("#[0-9a-fA-F]{6}")
_SAFE_FONT = "source-sans"


class Looks:
    """Looks up styles and colours; those without a problem are kept."""

    def __init__(self, book: FontBook) -> None:
        self._book = book
        # The template is kept beside its style, so that its identity stays its own.
        self._styles: dict[tuple[int, str], tuple[TypeStyle, Setting, Template]] = {}

    def style(self, element: Element, template: Template, complain: Complain) -> tuple[TypeStyle, Setting]:
        """The style of a text element."""
        key = (id(template), element.data.get("style", "base"))
        if key in self._styles:
            look, setting, _ = self._styles[key]
            return look, setting
        faults: list[tuple[str, str, str]] = []
        made = self._made(element, template, faults)
        for code, message, hint in faults:
            complain(element, "style", code, message, hint)
        if not faults:
            self._styles[key] = (*made, template)
        return made

    def _made(
        self, element: Element, template: Template, faults: list[tuple[str, str, str]]
    ) -> tuple[TypeStyle, Setting]:
        name = element.data.get("style", "base")
        if name != "base" and name not in template.styles:
            hint = did_you_mean(name, template.styles) or "add it under `styles`"
            faults.append(("CF412", f"there is no style `{name}`", hint))
        style = template.style(name)
        colour = self.colour(style["colour"], element, "style", template, lambda *said: faults.append(said[2:]))
        family, weight, italic = style["font"], style.get("weight", "regular"), style.get("italic", False)
        try:
            self._book.font(family, weight, italic)
        except FontError as error:
            faults.append(("CF413", f"the font `{family}` cannot be used: {error}", error.hint))
            family = _SAFE_FONT
        size = float(style["size"])
        setting = Setting(
            size,
            float(style.get("floor", size)),
            float(style.get("leading", Setting.leading)),
            align=style.get("align", "start"),
            vertical=style.get("vertical", "top"),
        )
        return TypeStyle(family, weight, italic, colour), setting

    def colour(self, name: str, element: Element, key: str, template: Template, complain: Complain) -> str:
        """A colour by name or as it is; one that is neither is a problem."""
        colour = template.colour(name)
        if not colour or _HEX.fullmatch(colour):
            return colour
        hint = did_you_mean(name, template.palette) or 'name one of the palette, or write it as "#1a2b3c"'
        complain(element, key, "CF412", f"there is no colour `{name}`", hint)
        return "#000000"

    def coloured(self, paragraph: Paragraph, element: Element, template: Template, complain: Complain) -> Paragraph:
        """A paragraph whose spans have the palette's colours."""
        if not any(span.colour for span in paragraph.spans):
            return paragraph
        spans = [
            replace(span, colour=self.colour(span.colour, element, "text", template, complain))
            for span in paragraph.spans
        ]
        return replace(paragraph, spans=tuple(spans))
