"""What people and machines put into files by mistake."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from cardforge.load.project import builtin_root

SAMPLES = [file.read_text("utf-8") for file in sorted((builtin_root() / "packs").rglob("*.yaml"))]

_ODD = st.sampled_from(["\0", "\ufeff", "\u202e", "\u2028", "\x85", "\t", "\r", "é", "漢", "🚀", "\x1b[31m", "\u200b"])
_PUNCTUATION = '{ } [ ] : - ? &a *a !!str !x | >- \' " # --- ... %YAML @ ` ~ \\ <<: "\\ud800" ' + "[" * 60
_VALUES = "null no 0o7 1e999 -.inf 12:30 a:b:c " + "9" * 30 + " 0x" + "f" * 30
_SNIPPETS = st.sampled_from([f"{word} " for word in (_PUNCTUATION + " " + _VALUES).split()])
words = st.one_of(st.text(max_size=12), _ODD, _SNIPPETS)


@st.composite
def mutated_packs(draw: st.DrawFn) -> bytes:
    """A shipped pack with a few cuts, inserts and swaps."""
    text = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        how = draw(st.sampled_from(["insert", "cut", "swap lines", "indent"]))
        if how == "insert":
            text = text[:at] + draw(words) + text[at:]
        elif how == "cut":
            text = text[:at] + text[at + draw(st.integers(1, 60)) :]
        else:
            lines = text.split("\n")
            line = draw(st.integers(0, len(lines) - 1))
            if how == "indent":
                lines[line] = " " * draw(st.integers(0, 6)) + lines[line].lstrip()
            else:
                other = draw(st.integers(0, len(lines) - 1))
                lines[line], lines[other] = lines[other], lines[line]
            text = "\n".join(lines)
    return text.encode("utf-8", "surrogatepass")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | _SNIPPETS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_KEYS = [
    "kind",
    "system",
    "id",
    "name",
    "cards",
    "group",
    "stats",
    "supersedes",
    "scenarios",
    "requires",
    "npcs",
    "cast",
    "steps",
    "starship",
]
_KINDS = [
    "starship",
    "crew",
    "equipment",
    "item",
    "agenda",
    "npc",
    "location",
    "sector",
    "deck",
    "scenario",
    "campaign",
    "game",
]


@st.composite
def shaped_documents(draw: st.DrawFn) -> bytes:
    """A document with known keys and values of any type."""
    data = draw(st.dictionaries(st.sampled_from(_KEYS) | st.text(max_size=6), json_values, max_size=8))
    data["kind"] = draw(st.sampled_from(_KINDS) | json_values)
    data["system"] = draw(st.sampled_from(["nebula", "nebla"]) | json_values)
    if draw(st.booleans()):
        data["cards"] = draw(st.lists(st.dictionaries(st.sampled_from(_KEYS), json_values, max_size=6), max_size=3))
    return json.dumps(data).encode()


@st.composite
def deep_files(draw: st.DrawFn) -> bytes:
    """Nesting far below the limit, and far beyond."""
    depth = draw(st.integers(1, 3_000))
    opening = draw(st.sampled_from(["[", "{a: ", '{"a":', "- ", "? ", "&a [", "\n" + " "]))
    if opening == "\n ":
        return "\n".join(" " * at + "a:" for at in range(min(depth, 400))).encode()
    return (opening * depth).encode()


any_file = st.one_of(
    mutated_packs(),
    shaped_documents(),
    deep_files(),
    st.binary(max_size=200),
    st.lists(words, max_size=30).map(lambda parts: "".join(parts).encode("utf-8", "surrogatepass")),
    st.text(max_size=80).map(lambda text: text.encode("utf-16")),
)
file_endings = st.sampled_from([".yaml", ".yml", ".json"])
