"""Damage a file: its values where it is YAML or JSON, its words where it is text, its bytes in any case.

Takes bytes, the ending of the file's name and a seeded stream; gives other bytes. Few changes at a time, so that what
follows the first check of a reader is reached too.
"""

from __future__ import annotations

import io
import json
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

import yaml

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 0.5, -0.0, 1e308, float("inf"), float("nan"), 255, 65536, 2**31, 10**12, 10**40,
    "", " ", "-", "no", "null", "1", "1e9", "a" * 300, "x" * 20_000, "\n", "\0", "\x1b[31mred\x1b]0;t\x07", "\u202eevil", "\ufeff",
    "\ud800", "é", "e\u0301" * 40, "שלום عالم", "漢字仮名", "👩‍👩‍👧‍👦", "{", "}", "{name}", "{a.b.c}", "{cards}", "{{name}}", ":sun:", "**", ":", "%s",
    "../../etc/passwd", "/dev/zero", "..", "a/b", "packs", ".", "CON", "#fff", "#12345", "red", "poker", "set", "face", "back",
    [], {}, [[]], [None], {"": ""}, {"a": {"b": {"c": 1}}}, ["a"] * 50, [[[[[[[[]]]]]]]], {"file": "x.png"}, {"is": "pack"}, {"$ref": "#"}, {"not": {}},
)  # fmt: skip
WORDS = (
    "0", "-1", "1e999", "99999999999", "None", "[]", "{}", '""', "(", ")", "[", "]", "{", "}", ":", ",", "=", "*", "&a", "*a", "!!python/object:os.system",
    "|", ">", "#", "'", '"', "\\", "\t", "\0", "\x1b[2J", "\u202e", "<", ">", "/", "for x in range(10000000): pass", "lambda: 0", "fail('x')", "load('a', 'b')",
    "struct()", "range(1000)", "'x' * 1000000", "[0] * 1000000", "NaN", "Infinity", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&lt;", "url(#a)", "M0 0L9e9 9e9Z",
    "matrix(1e308 0 0 0 0 0)", "<use href='#a'/>", "transform", "endobj", "obj", "stream", "endstream", "<<", ">>", "/Type", "R", "xref", "trailer", "%%EOF",
)  # fmt: skip
_TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
_BINARY = (".ttf", ".otf", ".jpg", ".png", ".tif", ".webp", ".gif", ".bmp", ".sqlite", ".icc")
_ZIPS = (".xlsx", ".ods")
_SCRIPTS = (
    (0x20, 0x7F), (0xA0, 0x24F), (0x300, 0x36F), (0x370, 0x52F), (0x590, 0x6FF), (0x900, 0x97F), (0xE00, 0xE7F), (0x10A0, 0x10FF), (0x1100, 0x11FF),
    (0x2000, 0x206F), (0x2190, 0x22FF), (0x3040, 0x30FF), (0x4E00, 0x4FFF), (0xAC00, 0xAD00), (0xE000, 0xE0FF), (0xFB1D, 0xFDFF), (0x1F300, 0x1FAFF),
    (0xE0000, 0xE01EF),
)  # fmt: skip


def mutated(data: bytes, ending: str, chance: Random) -> bytes:
    """The same file with one to three things changed."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = _way(ending, chance)(data, chance)
    return data


def _way(ending: str, chance: Random) -> Callable[[bytes, Random], bytes]:
    if ending in _BINARY:
        return _other_bytes
    if ending in _ZIPS:
        return chance.choice((_other_part, _other_part, _other_part, _other_bytes))
    if ending in (".yaml", ".json"):
        return chance.choice((_other_values, _other_values, _other_values, _other_words, _other_bytes))
    return chance.choice((_other_words, _other_words, _other_words, _other_bytes))


def in_other_scripts(data: bytes, chance: Random) -> bytes:
    """A YAML file whose texts are in other scripts; names of keys, kinds and ids stay."""
    whole = yaml.safe_load(data)
    for holder, key in _places(whole):
        if isinstance(holder[key], str) and key in ("name", "effect", "title", "text") and chance.random() < 0.8:
            text = some_text(chance)
            # Most texts are ones that the schema allows, so that they are shaped and drawn.
            holder[key] = _without_controls(text)[:40] if chance.random() < 0.95 else text
    return json.dumps(whole, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _without_controls(text: str) -> str:
    return "".join(each for each in text if unicodedata.category(each) not in ("Cc", "Cf", "Cn", "Co", "Cs")) or "x"


def some_text(chance: Random) -> str:
    """Words of one to three scripts."""
    scripts = chance.sample(_SCRIPTS, chance.randint(1, 3))
    length = chance.choice((1, 5, 40, 200, 290))
    characters = (chr(chance.randint(*chance.choice(scripts))) for _ in range(length))
    return "".join(each if chance.random() < 0.85 else " " for each in characters) or "x"


def _other_values(data: bytes, chance: Random) -> bytes:
    """Change, remove, rename, repeat or move a value; a file that is no longer YAML has its bytes changed."""
    try:
        whole = yaml.safe_load(data)
        places = list(_places(whole))
    except (yaml.YAMLError, UnicodeError, ValueError, RecursionError):
        places = []
    if not places:
        return _other_bytes(data, chance)
    holder, key = chance.choice(places)
    match chance.randrange(7):
        case 0 | 1 | 2:
            holder[key] = chance.choice(VALUES)
        case 3:
            del holder[key]
        case 4 if isinstance(holder, dict):
            holder[str(key) + chance.choice(("s", "_", " ", "\x1b", ""))] = holder.pop(key)
        case 5:
            other, at = chance.choice(places)
            holder[key] = (
                json.loads(json.dumps(other[at], default=str)) if at in range(len(other)) or at in other else []
            )
        case _:
            holder[key] = [holder[key]] * chance.choice((1, 2, 200))
    # ASCII, so that a lone surrogate is written as JSON writes it; JSON is YAML.
    return json.dumps(whole, default=str, indent=chance.choice((None, 1))).encode()


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every list or mapping of a document with each of its keys."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting and len(found) < 5_000:
        each = waiting.pop()
        keys = list(each) if isinstance(each, dict) else list(range(len(each))) if isinstance(each, list) else []
        found += [(each, key) for key in keys]
        waiting += [each[key] for key in keys]
    return found


def _other_words(data: bytes, chance: Random) -> bytes:
    """Change, remove, repeat or swap words or lines."""
    text = data.decode("utf-8", "surrogateescape")
    parts = text.splitlines(keepends=True) if chance.random() < 0.2 else _TOKEN.findall(text)
    if not parts:
        return chance.choice(WORDS).encode()
    at, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    match chance.randrange(6):
        case 0 | 1:
            parts[at] = chance.choice(WORDS)
        case 2:
            del parts[at]
        case 3:
            parts[at] *= chance.choice((2, 3, 2_000))
        case 4:
            parts[at], parts[other] = parts[other], parts[at]
        case _:
            parts[at] = parts[other]
    return "".join(parts).encode("utf-8", "surrogateescape")


def _other_part(data: bytes, chance: Random) -> bytes:
    """Change the words of one part of a workbook; a file that is no longer a zip has its bytes changed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = {each: packed.read(each) for each in packed.namelist()}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError):
        return _other_bytes(data, chance)
    name = chance.choice(
        [each for each in parts if "sheet" in each or "content" in each or chance.random() < 0.2] or [""]
    )
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for each, part in parts.items():
            packed.writestr(each, _other_words(part, chance) if each == name else part)
    return whole.getvalue()


def _other_bytes(data: bytes, chance: Random) -> bytes:
    """Flip, set, cut, repeat or insert bytes."""
    if not data:
        return chance.randbytes(20)
    at = chance.randrange(len(data))
    end = min(len(data), at + chance.choice((1, 2, 4, 16, 400)))
    other = chance.randrange(len(data))
    ways = (
        bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 : end],
        b"",
        data[at:end] * chance.choice((2, 50)),
        chance.randbytes(end - at),
        chance.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0", b"\xff\xfe", b"\0")),
        bytes(end - at),
        data[other : other + end - at],
    )
    rest = b"" if chance.random() < 0.1 else data[end:]
    return data[:at] + chance.choice(ways) + rest
