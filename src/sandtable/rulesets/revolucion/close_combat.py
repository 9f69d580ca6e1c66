"""What meets a charge: defensive fire (REV-G.09, REV-G.16) and close combat (REV-G.11 to REV-G.13)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.kernel.dice import D10
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Label, Of, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.fire import battery_bases
from sandtable.rulesets.revolucion.outnumbering import seen_from_target
from sandtable.rulesets.revolucion.shot import FireRolls, Shot, fire_effect, fire_rolls, fire_tally
from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    GUNS,
    Cover,
    FireMode,
    Formation,
    LeaderPlace,
    Outnumber,
    Status,
    TargetAboard,
    UnitType,
)

ASSAULTER, TARGET = "assaulter", "target"


@dataclass(frozen=True, slots=True)
class Charge:
    """An assault under way: all that its dice depend on, once every question is answered."""

    unit: UnitType
    status: Status
    led: bool
    target: UnitType
    target_status: Status
    target_leaders: int
    formation: Formation
    cover: Cover
    train: TargetAboard
    frontal: bool
    rough: bool
    outnumber: Outnumber


class CombatResult(NamedTuple):
    """A row of the close combat table."""

    assaulter_levels: int
    target_levels: int
    pushed_back: str


@lru_cache(maxsize=1024)
def no_fire(charge: Charge, tables: Tables) -> str:
    """Why there is no defensive fire, or "": Demoralized, marching, unarmed or not met frontally (REV-G.09)."""
    if charge.target_status is Status.DEMORALIZED:
        return "demoralized"
    if charge.formation is Formation.MARCH:
        return "march"
    if not tables.has("fire.factor.moving", fighting_type(charge.target, tables), "0-3"):
        return "transport"
    return "" if charge.frontal or tables.option("assault.flankFire") else "flank"


def defensive_fire(charge: Charge, bases_of_target: int | None, tables: Tables) -> Generator[Request, Any, int]:
    """Levels that the defensive fire inflicts on the assaulter; none where there is none."""
    if no_fire(charge, tables):
        return 0
    battery = yield from battery_bases(charge.target, bases_of_target)
    return (yield from fire_effect(_defensive_rolls(charge, battery, tables)))


@lru_cache(maxsize=1024)  # every branch of an assault throws the same dice
def _defensive_rolls(charge: Charge, battery: int | None, tables: Tables) -> FireRolls:
    return fire_rolls("assault.defensive_fire", defensive_tally(charge, battery, tables), tables)


def defensive_tally(charge: Charge, battery: int | None, tables: Tables) -> Tally:
    """Fire with the roles changed (REV-G.09b): the assaulter is in maneuver formation, in the open, at the shortest range."""
    shot = Shot(
        firer=fighting_type(charge.target, tables),
        mode=FireMode.DEPLOYED if _fires_deployed(charge) else FireMode.MOVING,
        band=tables.text("assault.defensive_fire.range.band"),
        target=charge.unit,
        formation=Formation(tables.text("assault.defensive_fire.assaulter.formation")),
        cover=Cover.OPEN,
        firer_status=charge.target_status,
        target_status=charge.status,
        outnumber=seen_from_target(charge.outnumber),
        leader=LeaderPlace.ATTACHED if charge.target_leaders else LeaderPlace.NONE,
        battery=battery,
        defensive=True,
    )
    led = Modifier(Message("reason.assault.led"), int(tables.option("assault.ledFire")), "REV-G.09b")
    extra = (
        led if charge.led else None,
        None if charge.frontal else tables.modifier("assault.defensive_fire.flank"),
    )
    factor, *modifiers = fire_tally(shot, tables)
    return Tally.of((*modifiers, *extra), Message("why.defensive_fire"), first=factor)


def _fires_deployed(charge: Charge) -> bool:
    """Passengers use the Moving row, but for guns emplaced on a halted train (REV-G.46); so do armored vehicles (REV-G.32b)."""
    on_foot = charge.train is TargetAboard.NO
    emplaced = charge.train is TargetAboard.HALTED and charge.target in GUNS
    return charge.formation is Formation.DEPLOYED and charge.target not in ARMORED and (on_foot or emplaced)


@lru_cache(maxsize=1024)
def combat_roll(charge: Charge, assaulter_status: Status, tables: Tables) -> Roll:
    """Opposed d10s with values and modifiers; the difference decides (REV-G.13)."""
    tally = close_combat_tally(charge, assaulter_status, tables)

    def read(difference: int) -> CombatResult:
        total = difference + tally.total
        return CombatResult(*(tables.step("close_combat.result", total, row) for row in CombatResult._fields))

    return Roll("assault.close_combat", (D10, D10), read=read, of=Of.DIFFERENCE, tally=tally, label=_fight_label)


def close_combat_tally(charge: Charge, assaulter_status: Status, tables: Tables) -> Tally:
    """Values (REV-G.11) and modifiers (REV-G.12) of both sides; the target's count against the assaulter."""
    own = "assaulting_rough" if charge.rough else "assaulting_open"
    value = tables.modifier(
        "close_combat.value", charge.unit, own, reason=Message.of(f"reason.{own}", unit=charge.unit)
    )
    modifier = "close_combat.modifier"
    return Tally.of(
        (
            tables.modifier(modifier, "assaulter_status", assaulter_status),
            None if charge.frontal else tables.modifier(modifier, "not_frontal"),
            tables.modifier(modifier, "leader_leads") if charge.led else None,
            tables.modifier(modifier, "outnumber", charge.outnumber),
            *(replace(entry, value=-(entry.value or 0)) for entry in _of_target(charge, tables)),
        ),
        Message("why.close_combat"),
        first=value,
    )


def _of_target(charge: Charge, tables: Tables) -> list[Modifier]:
    """The target's value and modifiers; for Cavalry the formation says whether they are mounted (REV-G.11c)."""
    modifier, deployed = "close_combat.modifier", charge.formation is Formation.DEPLOYED
    row = fighting_type(charge.target, tables)
    column = "assaulted_deployed" if deployed else "assaulted"
    value = tables.modifier(
        "close_combat.value", row, column, reason=Message.of("reason.assaulted", unit=charge.target)
    )
    return [
        value,
        tables.modifier(modifier, "target_status", charge.target_status),
        tables.modifier(modifier, "cover", charge.cover),
        *([tables.modifier(modifier, "target_in_march")] if charge.formation is Formation.MARCH else []),
        *([tables.modifier(modifier, "leader_with_target")] if charge.target_leaders else []),
    ]


def _fight_label(result: CombatResult) -> Label:
    label = Message.of(
        f"label.assault.{result.pushed_back}", assaulter=result.assaulter_levels, target=result.target_levels
    )
    return Label(label, result.target_levels if result.pushed_back == TARGET else 0)
