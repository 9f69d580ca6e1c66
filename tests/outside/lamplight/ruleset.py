"""Lamplight: keepers light lamps, shades put them out. Small, and a whole ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.dice import D6, D8
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import choice, distance, number
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.requests import Band, Choose, Count, Label, Option, Roll
from sandtable.kernel.ruleset import Action, Ruleset, Side
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict

NEAR = 4  # inches


class Oil(Vocabulary):
    """What a lamp burns."""

    POOR = "poor"
    FINE = "fine"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lit(Effect):
    """So many lamps burn."""

    icon: ClassVar[str] = "lamp"
    lamps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Flare:
    """Keepers light their lamps."""

    oil: Oil = choice(Oil, usual=Oil.POOR, icons={Oil.FINE: "lamp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Flared(Verdict):
    """How many lamps burn."""

    lamps: int
    measures: ClassVar[dict[str, Any]] = {"lamps": lambda verdict: verdict.lamps}

    def outcome(self) -> Outcome:
        """A row for each number of lamps."""
        return Outcome(str(self.lamps), Message.of("outcome.lamps", lamps=self.lamps), min(self.lamps, 4), self.lamps)


def flare(situation: Flare, tables: Tables) -> Rule[Flared]:
    """A pool of dice, one for each lamp; its tally says where the dice come from and adds nothing to them."""
    parts = (tables.modifier("flare.dice.wick"), tables.modifier("flare.dice.oil", situation.oil))
    tally = Tally.of(parts, pool=True)
    lit = frozenset(range(tables.number("flare.lit"), 7))
    lamps: int = yield Count("flare.lamps", D6, tally.total, (Band(Message("band.lit"), lit, 2),), int, tally)
    return Flared(lamps=lamps, effects=(Lit(whom="keepers", lamps=lamps),) if lamps else ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Snuff:
    """Shades try to put a lamp out."""

    reach: str | Fraction = distance(bands=("0-4", "4-8"), usual="0-4")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snuffed(Verdict):
    """Whether the lamp went out."""

    out: bool
    measures: ClassVar[dict[str, Any]] = {"out": lambda verdict: verdict.out}

    def outcome(self) -> Outcome:
        """Out or not."""
        return Outcome(str(self.out), Message("outcome.out" if self.out else "outcome.burns"), 3 * self.out, self.out)


def snuff(situation: Snuff, tables: Tables) -> Rule[Snuffed]:
    """The keepers choose whether to guard it; then a die."""
    options = (Option("guard", Message("answer.guard"), "lamp"), Option("leave", Message("answer.leave")))
    guarded = (yield Choose("snuff.guard", options, "leave", role="keepers", rule="LAM-2.01")) == "guard"
    near = situation.reach == "0-4" or (isinstance(situation.reach, Fraction) and situation.reach <= NEAR)
    needs = tables.number("snuff.needs", "0-4" if near else "4-8") + guarded * tables.number("snuff.guard")
    out = yield Roll(
        "snuff.die",
        (D8,),
        lambda face: face >= needs,
        label=lambda out: Label(Message("outcome.out" if out else "outcome.burns"), 3 * out),
    )
    return Snuffed(out=out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """How long a watch lasts."""

    lamps: int = number(lowest=0, highest=7, usual=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched(Verdict):
    """The hours of the watch."""

    hours: int
    measures: ClassVar[dict[str, Any]] = {"hours": lambda verdict: verdict.hours}

    def outcome(self) -> Outcome:
        """The hours."""
        return Outcome(str(self.hours), Message.of("outcome.hours", hours=self.hours), 0, self.hours)


def watch(situation: Watch, tables: Tables) -> Watched:
    """No dice: a plain function."""
    return Watched(hours=tables.number("watch.hours") * situation.lamps)


RULESET = Ruleset(
    id="lamplight",
    prefix="LAM",
    rules_version="1",
    package="lamplight",
    actions=(
        Action("flare", Flare, flare, Flared, "night", ("LAM-1.01",)),
        Action("snuff", Snuff, snuff, Snuffed, "night", ("LAM-2.01",)),
        Action("watch", Watch, watch, Watched, "night", ("LAM-3.01",), layout="plain"),
    ),
    groups=("night",),
    sides=(Side("keepers", "green"), Side("shades", "violet")),
    fresh=("flare", {"oil": Oil.FINE}),
)
