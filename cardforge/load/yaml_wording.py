"""Say in plain words what libyaml means.

libyaml tells what its grammar expected; an author needs to know what to change.
"""

from __future__ import annotations

# A part of libyaml's sentence, what we say instead, and the cure.
_SAYINGS = (
    (
        "mapping values are not allowed",
        "there is a colon here that YAML cannot place",
        "put the text in quotes, or start a new line",
    ),
    (
        "found character that cannot start any token",
        "a value cannot start with this character",
        "indent with spaces, not tabs, and put text that starts with @, ` or % in quotes",
    ),
    (
        "could not find expected ':'",
        "this line is neither `key: value` nor part of the text above",
        "add the colon, or indent the line under its key",
    ),
    (
        "did not find expected key",
        "this line does not belong to the mapping above it",
        "give it the same indent as the keys beside it, and check quotes and brackets above",
    ),
    (
        "did not find expected '-' indicator",
        "this line does not belong to the list above it",
        "start it with `- `, or indent it like the lines beside it",
    ),
    (
        "did not find expected ',' or ']'",
        "this list in square brackets is not closed",
        "add a comma between its values or the closing ]",
    ),
    (
        "did not find expected ',' or '}'",
        "this mapping in braces is not closed",
        "add a comma between its keys or the closing }",
    ),
    ("found unexpected end of stream", "a quote is opened and never closed", "close it with the same quote"),
    ("found unexpected document indicator", "a quote is opened and never closed", "close it with the same quote"),
    ("found undefined alias", "this alias has no anchor", "write the value out, or name it above with &"),
    ("found a tab character", "there is a tab where YAML wants spaces", "indent with spaces"),
    (
        "found unknown escape character",
        "this backslash escape is not known",
        "use single quotes, or double the backslash",
    ),
    (
        "did not find expected hexdecimal number",
        "this escape needs hexadecimal digits",
        "write it as \\u00e9, or type the character itself",
    ),
    ("invalid Unicode character escape code", "this escape is not a character", "type the character itself"),
    ("did not find expected node content", "a value is missing here", "add it, or take out the comma or bracket"),
    (
        "did not find expected <document start>",
        "there is text here that belongs to nothing above",
        "check the indent of this line, and quotes and brackets above",
    ),
    ("block sequence entries are not allowed", "a list cannot start here", "start the list on a line of its own"),
    ("block mapping entries are not allowed", "a mapping cannot start here", "start it on a line of its own"),
    ("mapping keys are not allowed", "a key cannot start here", "start it on a line of its own"),
    ("found unknown directive", "this line starts with %, which YAML keeps for itself", "put it in quotes"),
    ("incompatible YAML document", "this YAML version is not known", "take the %YAML line out"),
    ("duplicate %", "this directive stands twice", "take one out"),
    ("anchor", "this anchor or alias is not well formed", "names of anchors are letters and digits"),
    ("tag", "tags (words that start with !) are not used here", "put the text in quotes"),
    ("indentation", "the indent of this line does not fit", "indent it like the lines beside it"),
    ("control characters", "there is a control character here that YAML does not allow", "delete it"),
)


def reworded(problem: str, context: str) -> tuple[str, str]:
    """The message and hint for one of libyaml's sentences."""
    for part, message, hint in _SAYINGS:
        if part in problem or (part == "tag" and part in context):
            return message, hint
    return (
        "YAML cannot be read from here on",
        "look at the indent, quotes and brackets of this line and the one before it",
    )


def points_at_start(problem: str) -> bool:
    """Whether the place to look at is where the thing began: an open quote or bracket."""
    return any(part in problem for part in ("did not find expected ','", "found unexpected"))
