"""Who strikes whom: every figure takes one of the enemies that it touches, spread as evenly as contact lets."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence


def paired(touches: Sequence[Sequence[int]], most: int) -> tuple[int | None, ...]:
    """For each figure the enemy it strikes at, by its number, none where all that it touches have so many opponents already.

    As many strike as can, and no enemy has two opponents more than another one to whom one of them could be led over.
    """
    chosen: list[int | None] = [None] * len(touches)
    load: Counter[int] = Counter()
    for figure in sorted(range(len(touches)), key=lambda each: (len(touches[each]), each)):
        _lead(figure, touches, chosen, load, most)
    return tuple(chosen)


def _lead(
    figure: int, touches: Sequence[Sequence[int]], chosen: list[int | None], load: Counter[int], most: int
) -> None:
    """Find a place for one more figure: at the enemy with the fewest opponents that can be made room at by others giving way."""
    by: dict[int, int] = {}  # an enemy, and the figure that would go over to him
    waiting = deque([figure])
    while waiting:
        mover = waiting.popleft()
        for enemy in touches[mover]:
            if enemy not in by:
                by[enemy] = mover
                waiting.extend(other for other, at in enumerate(chosen) if at == enemy)
    if not by:
        return
    enemy = min(by, key=lambda each: (load[each], each))
    if load[enemy] >= most:
        return
    load[enemy] += 1
    while True:
        mover = by[enemy]
        left, chosen[mover] = chosen[mover], enemy
        if left is None:
            return
        enemy = left
