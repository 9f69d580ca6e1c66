"""Games of two in which both choose at the same moment: how often to do what, so that nobody gains by knowing it (PRE-1.02, PRE-G.25)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from sandtable.ai.grid import Numbers

HAIR = 1e-9
Payoffs = Sequence[Sequence[float]]


def solved(payoffs: Payoffs) -> tuple[Numbers, float]:
    """How often to choose each row so that the least one gets on average is the most there is, and what that is.

    Some square part of the matrix makes the other side indifferent: of all parts the one whose mixture holds against every column.
    """
    table = np.asarray(payoffs, dtype=np.float64)
    rows, columns = table.shape
    found, value = np.eye(rows)[int(table.min(axis=1).argmax())], float(table.min(axis=1).max())
    for size in range(2, min(rows, columns) + 1):
        for chosen in combinations(range(rows), size):
            for against in combinations(range(columns), size):
                mixture = _indifferent(table[np.ix_(chosen, against)])
                if mixture is not None:
                    whole = np.zeros(rows)
                    whole[list(chosen)] = mixture
                    least = float((whole @ table).min())
                    if least > value + HAIR:
                        found, value = whole, least
    return found, value


def _indifferent(part: Numbers) -> Numbers | None:
    """How often to choose each row of a square matrix so that all its columns cost the same; None where there is no such mixture."""
    size = len(part)
    equations = np.zeros((size + 1, size + 1))
    equations[:size, :size], equations[:size, size], equations[size, :size] = part.T, -1, 1
    wanted = np.zeros(size + 1)
    wanted[size] = 1
    try:
        mixture: Numbers = np.linalg.solve(equations, wanted)[:size].astype(np.float64)
    except np.linalg.LinAlgError:
        return None
    return mixture if (mixture > -HAIR).all() else None


def drawn(often: Numbers, luck: float) -> int:
    """The row that a number from 0 to 1 falls on."""
    total = np.cumsum(np.maximum(often, 0.0))
    return int(min(np.searchsorted(total, luck * total[-1], side="right"), len(often) - 1))
