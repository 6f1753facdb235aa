"""Find the face for the cards of a group: by target, then by look or size."""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.core.measures import measure
from cardforge.core.units import CARD_SIZES, Mm

Size = tuple[Mm, Mm]


class FaceTargets:
    """Faces by target, a kind or `kind/group`, and by look; the usual look has no name."""

    def __init__(self) -> None:
        self._faces: dict[str, dict[str, tuple[str, Size]]] = {}

    def add(self, target: str, look: str, id: str, size: Size) -> str:
        """Add a face; return the id of the other face that already has this target and look, or an empty one."""
        other, _ = self._faces.setdefault(target, {}).setdefault(look, (id, size))
        return other if other != id else ""

    def face(self, kind: str, group: str, look: str) -> str:
        """The id of the face for a group, else of the one for its kind, else an empty one."""
        targets = [self._faces[each] for each in (f"{kind}/{group}", kind) if each in self._faces]
        in_look = (id for faces in targets for id in _in_look(faces, look))
        usual = (id for faces in targets for id in _usual(faces))
        return next(in_look, "") or next(usual, "")

    @property
    def looks(self) -> set[str]:
        """The names of all looks but the usual one."""
        return {look for faces in self._faces.values() for look in faces if look}

    @property
    def sizes(self) -> set[Size]:
        """The sizes of all faces."""
        return {size for faces in self._faces.values() for _, size in faces.values()}


def _in_look(faces: dict[str, tuple[str, Size]], look: str) -> Iterator[str]:
    """The faces of a target in a look; a name that is no look may be a size."""
    if look in faces:
        yield faces[look][0]
    wanted = CARD_SIZES.get(look) or measure(look)
    yield from (id for id, size in faces.values() if size == wanted)


def _usual(faces: dict[str, tuple[str, Size]]) -> Iterator[str]:
    """The usual face of a target, or where every face names a look, the first of them by name."""
    yield from (faces[look][0] for look in sorted(faces))
