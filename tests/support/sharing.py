"""How the tests are shared out between workers: what sets up the same things goes to one worker, and what takes long comes first.

The last to come are files of a second or two, so that all workers end at the same time. Browsers wait now and then, and other tests
do not: their files take turns, so that a core is seldom idle.
"""

from __future__ import annotations

from itertools import chain, zip_longest

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

BROWSER = "tests/browser/"
CONFORMANCE = "tests/conformance/"
TAKES_LONG = (
    CONFORMANCE,
    "tests/rulesets/revolucion/table/test_opponent.py",
    "tests/server/test_schema.py",
    "tests/pyodide/",
    "tests/server/",
    "tests/print/",
    "tests/cli/",
    "tests/battle/",
    "tests/rulesets/revolucion/",
)


def unit_of(test: str) -> str:
    """What goes to one worker: a file; of the conformance suite, whatever is about one ruleset, whose laws are worked out once."""
    file, _, name = test.partition("::")
    about = name.partition("[")[2].rstrip("]").partition("-")[0]
    return f"{CONFORMANCE}{about}" if file.startswith(CONFORMANCE) and about else file


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests, unit by unit, in the order in which the units are to be taken."""
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        units.setdefault(unit_of(item.nodeid), []).append(item)
    browsing = [unit for unit in units if unit.startswith(BROWSER)]
    others = sorted((unit for unit in units if not unit.startswith(BROWSER)), key=_rank)
    taken = chain.from_iterable(zip_longest(browsing, others))
    return [item for unit in taken if unit is not None for item in units[unit]]


def _rank(unit: str) -> int:
    return next((rank for rank, start in enumerate(TAKES_LONG) if unit.startswith(start)), len(TAKES_LONG))


class Sharing(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out unit after unit, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)
