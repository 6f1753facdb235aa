"""Maximum matching: assign fillers to slots so that as many slots as possible are filled.

Augmenting paths, with slots and fillers tried in order: the same input always has the same result,
and a slot that can be filled without moving another gets its first free choice.
"""

from __future__ import annotations


def maximum_matching(choices: list[list[str]]) -> list[str | None]:
    """Return the filler of each slot, in order, or None; a filler is used once."""
    taken: dict[str, int] = {}
    for slot in range(len(choices)):
        _fill(slot, choices, taken)
    filled: list[str | None] = [None] * len(choices)
    for filler, slot in taken.items():
        filled[slot] = filler
    return filled


def _fill(start: int, choices: list[list[str]], taken: dict[str, int]) -> bool:
    """Fill one more slot, moving others along an alternating path; breadth-first search."""
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
            # A free filler: give each filler on the path to the slot that asked for it.
            free: str | None = filler
            while free is not None:
                asker = came_from[free]
                had = next((other for other, owner in taken.items() if owner == asker), None)
                taken[free] = asker
                free = had if asker != start else None
            return True
    return False


def preferred_matching(choices: list[list[str]], preferred: list[list[str]]) -> list[str | None]:
    """Return a maximum matching in which as many slots as possible get a filler they prefer."""
    filled: list[str | None] = [None] * len(choices)
    while path := _best_path(choices, preferred, filled):
        for slot, filler in path:
            filled[slot] = filler
    return filled


def _best_path(
    choices: list[list[str]], preferred: list[list[str]], filled: list[str | None]
) -> list[tuple[int, str]] | None:
    """Return the augmenting path that satisfies the most preferences, or None if no more slots can be filled.

    Each step gives a slot a filler and displaces the slot that had it. A step may lose a preference, so the best path
    is not always the shortest, and paths are improved until none gets better (Bellman-Ford). Because every earlier path
    was the best one, the filled slots are already assigned optimally, so there is no cycle with a gain.
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
    """Explain why a slot stays empty in a maximum matching: the slots that compete, and all fillers they could have.

    There is one more slot than fillers, and no slot of the first list can take a filler outside the second.
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
