"""Maximum matching: give each slot a filler so that as many slots as possible are filled.

Augmenting paths, slots taken in order, fillers tried in order: the same input always gives the same answer,
and a slot that can be filled without moving anyone else keeps its first choice.
"""

from __future__ import annotations


def maximum_matching(choices: list[list[str]]) -> list[str | None]:
    """For each slot, in order, the filler it gets or nothing; a filler is used once."""
    taken: dict[str, int] = {}
    for slot in range(len(choices)):
        _fill(slot, choices, taken)
    filled: list[str | None] = [None] * len(choices)
    for filler, slot in taken.items():
        filled[slot] = filler
    return filled


def _fill(start: int, choices: list[list[str]], taken: dict[str, int]) -> bool:
    """Fill one more slot, moving others along an alternating path, breadth first."""
    came_from: dict[str, int] = {}  # filler -> the slot that asked for it
    queue = [start]
    for slot in queue:
        for filler in choices[slot]:
            if filler in came_from:
                continue
            came_from[filler] = slot
            if filler in taken:
                queue.append(taken[filler])
                continue
            # A free filler: hand every filler on the way to the slot that asked for it.
            free: str | None = filler
            while free is not None:
                asker = came_from[free]
                had = next((other for other, owner in taken.items() if owner == asker), None)
                taken[free] = asker
                free = had if asker != start else None
            return True
    return False


def preferred_matching(choices: list[list[str]], preferred: list[list[str]]) -> list[str | None]:
    """A maximum matching in which as many slots as possible get a filler that they prefer."""
    filled: list[str | None] = [None] * len(choices)
    while path := _best_path(choices, preferred, filled):
        for slot, filler in path:
            filled[slot] = filler
    return filled


def _best_path(
    choices: list[list[str]], preferred: list[list[str]], filled: list[str | None]
) -> list[tuple[int, str]] | None:
    """The way to fill one more slot that honours the most; nothing when no more can be filled.

    Each step gives a slot a filler and sends on the slot that had it. A step may lose a preference, so the best way is
    not always the shortest, and ways are improved until none gets better (Bellman and Ford). Slots that were filled
    one by one in the best way cannot be dealt better among themselves, so no way comes back to a slot with a gain.
    """
    owner = {filler: slot for slot, filler in enumerate(filled) if filler is not None}
    gain = {slot: 0 for slot, filler in enumerate(filled) if filler is None}  # by the slot that still needs a filler
    ways: dict[int, list[tuple[int, str]]] = {slot: [] for slot in gain}
    best: tuple[int, list[tuple[int, str]]] | None = None
    for _ in range(len(choices)):
        for slot in sorted(gain):
            had = filled[slot]
            for filler in choices[slot]:
                if filler == had:
                    continue
                worth = gain[slot] + (filler in preferred[slot])
                way = [*ways[slot], (slot, filler)]
                if filler not in owner:
                    if best is None or worth > best[0]:
                        best = (worth, way)
                    continue
                other = owner[filler]
                worth -= filler in preferred[other]
                if other not in gain or worth > gain[other]:
                    gain[other], ways[other] = worth, way
    return best[1] if best else None


def matching_shortage(choices: list[list[str]], filled: list[str | None], empty: int) -> list[list[int] | list[str]]:
    """Why a slot stays empty in a maximum matching: the slots that compete, and all the fillers they could have.

    There is one slot more than there are fillers, and no slot of the first list can take a filler outside the second.
    """
    slots = [empty]
    fillers: list[str] = []
    owner = {filler: slot for slot, filler in enumerate(filled) if filler is not None}
    for slot in slots:
        for filler in choices[slot]:
            if filler not in fillers:
                fillers.append(filler)
                slots.append(owner[filler])
    return [sorted(slots), [*fillers]]
