"""Fill a card's fields into a template's text, and decide whether an element is drawn.

    {name}   {stats.might}   {Card Name}   {cost|free}   {stats.might:+}   {supersedes:name}   {{ a brace

`:name` turns an id into the name of the card or pack that has it; `:flag` writes the field's own name if it is true;
`:title`, `:upper`, `:lower` and `:words` (hyphens become spaces) change letters, `:slug` makes an id of it; `:icons`
writes `climb(3)` and `oil-2` as an icon with its number. `:plain` writes the text as it is: nothing in it is markup;
`:thousands` writes 2000 as 2,000.

Braces right after a bracket are a colour of the markup, `[words]{accent}`, and are not treated as a field.
A field that the card does not have is a problem, unless the template gives a default after a bar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardforge.core.slugs import slug_of
from cardforge.layout.markup import literal
from cardforge.load.document import Fields

FORMATS = ("+", "title", "upper", "lower", "slug", "name", "words", "flag", "icons", "plain", "thousands")
_NAME = r"[^\W\d][\w.-]*(?: [\w.-]+)*"  # of a field, which a spreadsheet may call `Card Name`
_FIELD = re.compile(
    rf"\{{\{{|\}}\}}|(?<!\])\{{(?P<path>{_NAME})"
    rf"(?::(?P<format>{'|'.join(map(re.escape, FORMATS))}))?(?:\|(?P<default>[^{{}}]*))?\}}"
)
_FORMAT = re.compile(rf"\{{{_NAME}:([^{{}}|]*)")  # in what looks like a field but has an unknown format
_COLOUR = re.compile(r"\]\{[a-z][a-z0-9-]*\}")  # in markup
_WHOLE = re.compile("-?[0-9]{1,9}")
_COUNTED = re.compile(r"\b([a-z][a-z0-9_]*)(?:\((\d+)\)|-(\d+))")  # climb(3), oil-2
_ID_SUFFIX = re.compile("-[bcdfghjkmnpqrstvwxz256789]{5}$")  # what `own_id` of recipes appends to a name
_SMALL_WORDS = {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}  # in a title
_MINUS = "\u2212"  # as wide as a digit, unlike the hyphen
MISSING = object()

FieldPath = tuple[str, ...]


class UnknownFieldError(Exception):
    """A template names a field that the card does not have."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class FieldReference:
    """One field in a text: its path, its format, and the default for when it is missing."""

    def __init__(self, found: re.Match[str]) -> None:
        self.path: FieldPath = tuple(found["path"].split("."))
        self.format: str = found["format"] or ""
        self.default: str | None = found["default"]

    def text(self, data: Fields) -> str:
        """The text for a card; raises UnknownFieldError if the field is missing and has no default."""
        value: Any = data.get(self.path[0], MISSING)
        if len(self.path) > 1:
            value = at_path(value, self.path[1:])
        if type(value) is str and not self.format:
            return value
        if value is MISSING or value is None:
            if self.default is None:
                raise UnknownFieldError(".".join(self.path))
            return self.default
        if self.format == "flag":
            return self.path[-1].replace("_", " ") if value else ""
        if self.format == "name":
            return named(value, data.get("card", {}).get("names", {}))
        return formatted(value, self.format)


class Binding:
    """A text of a template, parsed once into words and fields."""

    def __init__(self, text: str) -> None:
        self.parts: list[str | FieldReference] = list(_parts(text))
        self.fields = [part for part in self.parts if isinstance(part, FieldReference)]
        self.lone = self.fields[0] if len(self.parts) == 1 and self.fields else None
        # Fast path: most texts are a single field without a format, at most one level deep.
        short = self.lone.path if self.lone and len(self.lone.path) <= 2 and not self.lone.format else ("",)
        self._field, self._below = short[0], short[1] if len(short) == 2 else ""
        self.fixed = "".join(part for part in self.parts if isinstance(part, str)) if not self.fields else None

    @property
    def open_brace(self) -> bool:
        """Whether a brace is left unclosed, as in `{name`."""
        words = "".join(part for part in self.parts if isinstance(part, str) and part not in ("{", "}"))
        return "{" in _COLOUR.sub("", words)

    @property
    def unknown_format(self) -> str:
        """The first unknown format after a colon, as in `{name:uper}`."""
        found = (_FORMAT.search(part) for part in self.parts if isinstance(part, str))
        return next((each[1] for each in found if each and each[1] not in FORMATS), "")

    def text(self, data: Fields) -> str:
        """The text with a card's fields filled in."""
        if self._field:
            value = data.get(self._field)
            if self._below:
                value = value.get(self._below) if type(value) is dict else None
            if type(value) is str:
                return value
            if type(value) is int:
                return str(value)
        if self.lone:
            return self.lone.text(data)
        if self.fixed is not None:
            return self.fixed
        # A block text ends with a line end; what the template writes after it is still on its last line.
        return "".join([part if isinstance(part, str) else part.text(data).rstrip("\n") for part in self.parts])

    def value(self, data: Fields) -> Any:
        """The field's value if the text is a single field, otherwise the text."""
        if self.lone and not self.lone.format:
            found = at_path(data, self.lone.path)
            if found is not MISSING and found is not None:
                return found
        return self.text(data)


def _parts(text: str) -> Iterator[str | FieldReference]:
    at = 0
    for found in _FIELD.finditer(text):
        if found.start() > at:
            yield text[at : found.start()]
        yield FieldReference(found) if found["path"] else found.group()[0]
        at = found.end()
    if at < len(text):
        yield text[at:]


def at_path(data: Any, path: FieldPath) -> Any:
    """The value at a path, or MISSING."""
    for step in path:
        # Most are plain dictionaries, and testing for `Mapping` costs ten times as much.
        if (type(data) is dict or isinstance(data, Mapping)) and step in data:
            data = data[step]
        elif isinstance(data, list) and _WHOLE.fullmatch(step) and 0 <= int(step) < len(data):
            data = data[int(step)]
        else:
            return MISSING
    return data


def named(value: Any, names: Mapping[str, str]) -> str:
    """Turn ids into names; an unknown id is shown as words, without the suffix that recipes add."""
    if isinstance(value, list):
        return ", ".join(named(each, names) for each in value)
    first, *rest = formatted(_ID_SUFFIX.sub("", str(value)), "words").split(" ")
    words = [first.title(), *(word if word in _SMALL_WORDS else word.title() for word in rest)]
    return names.get(str(value)) or " ".join(words)


def whole_number(value: Any) -> int | None:
    """A number, or text that spells one, as an int; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def formatted(value: Any, format: str) -> str:
    """A value as words."""
    if format == "+" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:+}"
    if format == "thousands" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, list):
        text = ", ".join(formatted(each, "") for each in value)
    elif isinstance(value, Mapping):
        text = ", ".join(f"{key} {formatted(each, '')}" for key, each in value.items())
    else:
        text = str(value)
    if format == "plain":
        return literal(text)
    if format == "icons":
        return _COUNTED.sub(_as_icon, text)
    if format in ("words", "title"):
        text = text.replace("-", " ").replace("_", " ")
        return text[:1].upper() + text[1:] if format == "title" else text
    change = _LETTERS.get(format)
    return change(text) if change else text


_LETTERS = {"upper": str.upper, "lower": str.lower, "slug": slug_of}


def _as_icon(found: re.Match[str]) -> str:
    """Icon markup for `climb(3)` or `oil-2`; a no-break space keeps the number on the icon's line."""
    name, count, less = found.groups()
    return f":{name}:\u00a0{count}" if count else f":{name}:\u00a0{_MINUS}{less}"


class Condition:
    """A `when` or `unless`: a field that must be set, or fields with the values they must have."""

    def __init__(self, given: str | Fields) -> None:
        self.paths = [given] if isinstance(given, str) else list(given)
        # With `each`, a condition on the entry is checked for every entry, any other once.
        self.is_of_rows = any(path.split(".")[0] in ("key", "value", "number") for path in self.paths)
        self._given = given
        self._wanted = (
            []
            if isinstance(given, str)
            else [(tuple(path.split(".")), each if isinstance(each, list) else [each]) for path, each in given.items()]
        )

    def holds(self, data: Fields) -> bool:
        """Whether it is true for a card."""
        if isinstance(self._given, str):
            return at_path(data, tuple(self._given.split("."))) not in (MISSING, None, False, "", 0, [], {})
        return all(at_path(data, path) in wanted for path, wanted in self._wanted)
