"""Small rules to drive in tests: a throw, a question, a pool that depends on both, a throw that repeats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.dice import AVERAGE, D6
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Band, Choose, Count, Observe, Of, Option, Roll
from sandtable.kernel.verdict import Outcome, Rule, Verdict

HITS = Band(Message("hits"), frozenset({5, 6}))
ORDERS = (Option("press on", Message("on")), Option("fall back", Message("back")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Verdict):
    """What was read, in order."""

    readings: tuple[Any, ...]
    measures: ClassVar[dict[str, Any]] = {"asked": lambda verdict: len(verdict.readings)}

    def outcome(self) -> Outcome:
        return Outcome(str(self.readings), Message("x"), 0, 0)


def skirmish() -> Rule[Told]:
    """A throw; a hit asks whether there is cover, then throws a pool; a six is thrown again as long as it is a six."""
    first: bool = yield Roll("aim", (D6,), read=lambda face: face >= 4)
    if not first:
        return Told(readings=(first,))
    cover: bool = yield Observe("cover", usual=False)
    hits: int = yield Count("volley", D6, 2 if cover else 3, (HITS,), read=lambda hits: min(hits, 2))
    order: str = yield Choose("order", ORDERS, "press on")
    return Told(readings=(first, cover, hits, order))


def repeating() -> Rule[Told]:
    """Four throws under one key: they number themselves."""
    killed: tuple[bool, ...] = ()
    for _ in range(4):
        killed += ((yield Roll("leader.risk", (AVERAGE,), read=lambda face: face > 4)),)
    return Told(readings=killed)


def opposed() -> Rule[Told]:
    """Opposed dice, then totals: a rule whose branches ask for different dice."""
    ahead: int = yield Roll(
        "fight", (D6, D6), read=lambda difference: (difference > 0) - (difference < 0), of=Of.DIFFERENCE
    )
    if ahead == 0:
        total: bool = yield Roll(
            "tie", (AVERAGE, D6), read=lambda total: total > 7, of=Of.TOTAL, counting=lambda total: total != 7
        )
        return Told(readings=(ahead, total))
    lost: int = yield Count(
        "losses", D6, 2, (HITS, Band(Message("x"), frozenset({1}))), read=lambda hits, ones: hits - ones
    )
    return Told(readings=(ahead, lost))


def nothing_asked() -> Rule[Told]:
    """Certain."""
    yield from ()
    return Told(readings=())


EVERY_RULE: tuple[Callable[[], Rule[Told]], ...] = (skirmish, repeating, opposed, nothing_asked)
