"""Look up styles and colours by name, such as `title` or `accent`, ready to set text with.

An unknown name is reported where it is written, in an element or a style; the card is still laid out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from cardforge.core.suggestions import did_you_mean
from cardforge.fonts import Font, FontBook, FontError
from cardforge.layout.hyphens import knows
from cardforge.layout.markup import Paragraph
from cardforge.layout.runs import TypeStyle
from cardforge.layout.template import Element, Template
from cardforge.layout.text_fit import Setting

Complain = Callable[[Element, str, str, str, str], None]  # element, its key, code, message, hint

_HEX = re.compile("#[0-9a-fA-F]{6}")
_SAFE_FONT = "source-sans"
DEFAULT = "default"  # the colour of the palette for every name that a card gives and the palette lacks


class Look(NamedTuple):
    """A style with its font loaded, ready to set text."""

    type: TypeStyle
    setting: Setting
    font: Font


class Looks:
    """The styles and colours of one template."""

    def __init__(self, book: FontBook, template: Template) -> None:
        self._book = book
        self._template = template

    @property
    def palette(self) -> Mapping[str, str]:
        """The colours by name."""
        return {name: self._template.colour(name) for name in self._template.palette}

    def style(self, element: Element, complain: Complain, vertical: str = "top") -> Look:
        """The style of an element; `vertical` is its default vertical alignment."""
        template = self._template
        name = element.data.get("style", "base")
        if name != "base" and name not in template.styles:
            hint = did_you_mean(name, template.styles) or "add it under `styles`"
            complain(element, "style", "CF412", f"there is no style `{name}`", hint)
        style = template.style(name)
        colour = self.colour(style["colour"], *self._origin(name, "colour", element), complain)
        family, weight, italic = style["font"], style.get("weight", "regular"), style.get("italic", False)
        try:
            font = self._book.font(family, weight, italic)
        except FontError as error:
            where = self._origin(name, "font", element)
            complain(*where, "CF413", f"the font `{family}` cannot be used: {error}", error.hint)
            family = _SAFE_FONT
            font = self._book.font(family, weight, italic)
        language = style.get("hyphenate", "")
        if language and not knows(language):
            hint = "use a language such as `en`, `de` or `fr`"
            complain(
                *self._origin(name, "hyphenate", element), "CF412", f"there is no hyphenation for `{language}`", hint
            )
            language = ""
        size = float(style["size"])
        setting = Setting(
            size,
            min(size, float(style.get("floor", size))),
            float(style.get("leading", Setting.leading)),
            align=style.get("align", "start"),
            vertical=style.get("vertical", vertical),
        )
        return Look(TypeStyle(family, weight, italic, colour, language), setting, font)

    def _origin(self, name: str, key: str, element: Element) -> tuple[Element, str]:
        """Where a style's key is written, so that a mistake is reported once and not for every element."""
        for each in (name, "base"):
            if (each, key) in self._template.origins:
                return Element({}, self._template.origins[each, key], ("styles", each)), key
        return element, "style"

    def colour(self, name: str, element: Element, key: str, complain: Complain, card: str = "") -> str:
        """A colour by name or as #rrggbb; reports any other, naming the card if the value comes from the card."""
        colour = self._template.colour(name)
        if not colour or _HEX.fullmatch(colour):
            return colour
        hint = did_you_mean(name, self._template.palette) or 'use a colour of the palette, or write it as "#1a2b3c"'
        written = str(element.data.get(key, ""))  # a mistake in the face is the same for all cards: report it once
        whose = f" for `{card}`" if card and written != name and f"{{{name}}}" not in written else ""
        complain(element, key, "CF412", f"there is no colour `{name}`{whose}", hint)
        return "#000000"

    def known_or_default(self, name: str) -> str:
        """A name that a card gives, or `default` if the palette has that and not the name."""
        colour = self._template.colour(name)
        is_known = not colour or colour != name or _HEX.fullmatch(colour)
        return name if is_known or DEFAULT not in self._template.palette else DEFAULT

    def coloured(
        self, paragraph: Paragraph, element: Element, key: str, complain: Complain, card: str = ""
    ) -> Paragraph:
        """A paragraph with its colour names replaced by the palette's colours."""
        if not any(span.colour for span in paragraph.spans):
            return paragraph
        colours = [self.colour(span.colour, element, key, complain, card) for span in paragraph.spans]
        spans = [span._replace(colour=colour) for span, colour in zip(paragraph.spans, colours, strict=True)]
        return paragraph._replace(spans=tuple(spans))
