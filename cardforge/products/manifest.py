"""Build manifests: the inputs, options and faces of a build, as hashes.

A later build reads the manifest, which is JSON, to print only the cards that have changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardforge import __version__
from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.core.limits import MANIFEST_BYTES
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.load.document import Fields
from cardforge.load.source import Source
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import refuse_folder, write_whole
from cardforge.write.drawn import Drawn

FORMAT = 1


class CardFaces(NamedTuple):
    """The two sides of a card as hashes."""

    front: str
    back: str


class Changes(NamedTuple):
    """The cards that differ from an earlier build, by id."""

    new: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]


def faces_of(front: Drawn, back: Drawn | None, fonts: str) -> CardFaces:
    """Hashes that change when a card looks different; pictures are covered, as their names contain their hash."""
    return CardFaces(_hash(front, fonts), _hash(back, fonts) if back else "")


def manifest(faces: Mapping[str, CardFaces], sources: Iterable[Source], fonts: str, options: Fields) -> bytes:
    """The manifest of a build, as JSON."""
    inputs = {source.path: source.digest for source in sources}
    content = {
        "format": FORMAT,
        "cardforge": __version__,
        "options": dict(sorted(options.items())),
        "fonts": fonts,
        "inputs": dict(sorted(inputs.items())),
        "cards": {id: face._asdict() for id, face in faces.items()},
    }
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def only_changed(rendering: Rendering, earlier: Path) -> tuple[Rendering, tuple[str, ...]]:
    """The cards that differ from an earlier build, and lines that say how."""
    found = changes(_faces(rendering), earlier)
    wanted = {*found.new, *found.changed}
    lines = [f"{id}: {how}" for how, ids in zip(("new", "changed", "gone"), found, strict=True) for id in ids]
    kept = tuple(card for card in rendering.cards if card.front.id in wanted)
    return replace(rendering, cards=kept), tuple(lines) or (f"no card has changed since {earlier}",)


def write_manifest(rendering: Rendering, output: Path, options: Fields) -> None:
    """Write the manifest of a build, for a later build to compare with."""
    refuse_folder(output)
    resources = rendering.resources
    options = {**options, "seeds": rendering.seeds}
    write_whole(output, manifest(_faces(rendering), rendering.sources.values(), resources.signature, options))


def _faces(rendering: Rendering) -> dict[str, CardFaces]:
    fonts = rendering.resources.signature
    return {card.front.id: faces_of(card.front, card.back, fonts) for card in rendering.cards}


def changes(faces: Mapping[str, CardFaces], earlier: Path) -> Changes:
    """Compare faces with those of an earlier build."""
    before = _cards(earlier)
    return Changes(
        tuple(id for id in faces if id not in before),
        tuple(id for id, face in faces.items() if id in before and before[id] != face),
        tuple(id for id in before if id not in faces),
    )


def _cards(file: Path) -> dict[str, CardFaces]:
    try:
        text = read_regular(file, MANIFEST_BYTES).decode("utf-8")
    except (RefusedFile, UnicodeDecodeError) as error:
        reason = error.reason if isinstance(error, RefusedFile) else "it is not a text file"
        raise SurroundingsError(f"{file} cannot be read: {reason}", "name the manifest of a build") from error
    try:
        content = json.loads(text)
        if content["format"] != FORMAT:
            written_by = f"{file} was written by cardforge {content['cardforge']}"
            raise UsageError(f"{written_by} in another format", "print everything once, and write a new manifest")
        return {str(id): CardFaces(str(face["front"]), str(face["back"])) for id, face in content["cards"].items()}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{file} is not a build manifest", "write one with `--manifest`") from error


def _hash(face: Drawn, fonts: str) -> str:
    size = f"{face.width} {face.height} {face.bleed}"
    paints = json.dumps(face.paints, sort_keys=True)
    whole = "\0".join([fonts, size, face.code, paints])
    return hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()
