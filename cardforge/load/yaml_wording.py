"""Translate libyaml's errors into plain words.

libyaml says what its grammar expected; an author needs to know what to change.
"""

from __future__ import annotations

# Part of libyaml's message, our message, and our hint.
_SAYINGS = (
    (
        "mapping values are not allowed",
        "unexpected colon",
        "quote the text, or start a new line",
    ),
    (
        "found character that cannot start any token",
        "a value cannot start with this character",
        "indent with spaces, not tabs, and quote text that starts with @, ` or %",
    ),
    (
        "could not find expected ':'",
        "this line is neither `key: value` nor part of the text above",
        "add the colon, or indent the line under its key",
    ),
    (
        "did not find expected key",
        "this line does not belong to the mapping above it",
        "indent it like the other keys, and check quotes and brackets above",
    ),
    (
        "did not find expected '-' indicator",
        "this line does not belong to the list above it",
        "start it with `- `, or indent it like the lines around it",
    ),
    (
        "did not find expected ',' or ']'",
        "this list in square brackets is not closed",
        "add a comma between its values, or the closing ]",
    ),
    (
        "did not find expected ',' or '}'",
        "this mapping in braces is not closed",
        "add a comma between its keys, or the closing }",
    ),
    ("found unexpected end of stream", "this quote is never closed", "close it with the same quote"),
    ("found unexpected document indicator", "this quote is never closed", "close it with the same quote"),
    ("found undefined alias", "this alias has no anchor", "write the value out, or define it above with &"),
    ("found a tab character", "this tab is not allowed as indentation", "indent with spaces"),
    (
        "found unknown escape character",
        "unknown backslash escape",
        "use single quotes, or double the backslash",
    ),
    (
        "did not find expected hexdecimal number",
        "this escape needs hexadecimal digits",
        "write it as \\u00e9, or type the character itself",
    ),
    ("invalid Unicode character escape code", "this escape is not a character", "type the character itself"),
    ("did not find expected node content", "a value is missing here", "add it, or remove the comma or bracket"),
    (
        "did not find expected <document start>",
        "this text does not belong to anything above it",
        "check the indent of this line, and quotes and brackets above",
    ),
    ("block sequence entries are not allowed", "a list cannot start here", "start it on a new line"),
    ("block mapping entries are not allowed", "a mapping cannot start here", "start it on a new line"),
    ("mapping keys are not allowed", "a key cannot start here", "start it on a new line"),
    ("found unknown directive", "this line starts with %, which YAML reserves for directives", "quote it"),
    ("incompatible YAML document", "unsupported YAML version", "remove the %YAML line"),
    ("duplicate %", "duplicate directive", "remove one of them"),
    ("anchor", "this anchor or alias is malformed", "use only letters and digits in its name"),
    ("tag", "tags (words that start with !) are not supported", "quote the text"),
    ("indentation", "this line is indented wrongly", "indent it like the lines around it"),
    ("control characters", "YAML does not allow this control character", "delete it"),
)


def reworded(problem: str, context: str) -> tuple[str, str]:
    """Return our message and hint for one of libyaml's errors."""
    for part, message, hint in _SAYINGS:
        if part in problem or (part == "tag" and part in context):
            return message, hint
    return (
        "this is not valid YAML",
        "check the indent, quotes and brackets of this line and the one before it",
    )


def points_at_start(problem: str) -> bool:
    """Whether the error should point at the start of an open quote or bracket."""
    return any(part in problem for part in ("did not find expected ','", "found unexpected"))
