"""Movement rates and roads: how far a unit or leader may go (MAW-2.12 to MAW-2.18, chapter 8, MAW-G.20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, effect
from sandtable.kernel.form import Section, choice, distance, number, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.effects import MayMove, OrderBecomes
from sandtable.rulesets.mexican_american_war.units import Unit
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FAST_EFFECTS,
    LINES,
    MOVING_EFFECTS,
    OPEN_ORDER,
    SLOW_EFFECTS,
    SQUARES,
    Arm,
    Carriage,
    CheckEffect,
    Formation,
    Ground,
    Light,
    MovePart,
    Mover,
    OrderState,
    Road,
    Side,
    effect_in,
)
from sandtable.rulesets.mexican_american_war.weapons import light_problems

_TROOP_MOVERS = (Mover.INFANTRY, Mover.CAVALRY)
_IN_FORMATION = when("mover", *_TROOP_MOVERS) & when("broken_troops", False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A move to be measured."""

    side: Side = fields.side()
    mover: Mover = choice(Mover, section=Section.ACTOR, usual=Mover.INFANTRY)
    mounted: bool = yes_no(section=Section.ACTOR, usual=True, needed=when("mover", Mover.CAVALRY, Mover.LEADER))
    broken_troops: bool = yes_no(section=Section.ACTOR, usual=False, needed=when("mover", *_TROOP_MOVERS))
    formation: Formation = choice(Formation, section=Section.ACTOR, usual=Formation.LINE, needed=_IN_FORMATION)
    carriage: Carriage = choice(Carriage, section=Section.ACTOR, usual=Carriage.HLC, needed=when("mover", Mover.GUNS))
    check_effect: CheckEffect = choice(
        CheckEffect,
        section=Section.ACTION,
        only=MOVING_EFFECTS,
        usual=CheckEffect.WELL_HANDLED,
        needed=~when("mover", Mover.LEADER),
    )
    move_part: MovePart = choice(MovePart, section=Section.ACTION, usual=MovePart.FULL)
    ground: Ground = fields.ground(Section.ACTION)
    minor_obstacles: int = number(section=Section.CIRCUMSTANCE, usual=0, lowest=0, highest=6)
    road: Road = choice(Road, section=Section.ACTION, usual=Road.NONE)
    road_inches: Fraction | None = distance(
        section=Section.ACTION, widget="step", highest=60, optional=True, needed=when("road", Road.GOOD, Road.POOR)
    )
    light: Light = fields.light()

    @property
    def effect(self) -> CheckEffect:
        """The effect of its check as it counts in this light (MAW-12.10)."""
        return effect_in(self.light, self.check_effect)

    @property
    def in_formation(self) -> bool:
        """Troops that are not broken."""
        return self.mover in _TROOP_MOVERS and not self.broken_troops

    @property
    def hurried(self) -> bool:
        """A full move on an effect that allows half: it ends in disorder (MAW-6.18a)."""
        return self.in_formation and self.move_part is MovePart.FULL and self.effect in SLOW_EFFECTS

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Only columns, broken troops, limbered guns and leaders use roads (MAW-8.07); the road part must fit the move."""
        yield from light_problems(self.light, tables)
        if self.hurried and self.formation in SQUARES:
            yield Problem("move_part", Message("problem.square_half"), (MovePart.HALF,), "MAW-15.13a")
        if self.in_formation and self.formation is Formation.STORMING_COLUMN and self.effect in SLOW_EFFECTS:
            yield Problem("check_effect", Message("problem.storming_slow"), FAST_EFFECTS, "MAW-16.02")
        if self.road is not Road.NONE and not _uses_roads(self):
            choices = (Formation.MARCH_COLUMN, Formation.STORMING_COLUMN)
            yield Problem("formation", Message("problem.road_formation"), choices, "MAW-8.07")
            return
        allowance = allowed_inches(self, tables)
        if self.road_inches is not None and self.road_inches > allowance * _multiplier(self, tables):
            most = allowance * _multiplier(self, tables)
            yield Problem("road_inches", Message.of("problem.road_too_far", most=most), (), "MAW-8.16")


@effect(icon="march")
class MovesByRoad(Effect):
    """A move partly on a road: inches on it, and what is left beside it (MAW-8.16)."""

    on_road: Fraction
    beside: Fraction
    total: Fraction


@action("maneuver", "MAW-2.12 MAW-8.12 MAW-8.16", measures="distance on_road", lengths="distance on_road")
def move(situation: Move, tables: Tables) -> Ruling:
    """The allowance, and what the road adds to it: off-road inches left = rate - road inches / multiplier (MAW-8.16)."""
    allowance = allowed_inches(situation, tables)
    reasons = (*_allowance_reasons(situation, tables), *_road_reason(situation, tables))
    order = (OrderBecomes(whom="actor", order=OrderState.DISORDERED),) if situation.hurried else ()
    if situation.road is Road.NONE:
        allowed = MayMove(whom="actor", distance=allowance)
        return Ruling.of("move", allowed, *order, reasons=reasons, distance=allowance, on_road=Fraction(0))
    multiplier = _multiplier(situation, tables)
    on_road = allowance * multiplier if situation.road_inches is None else situation.road_inches
    beside = allowance - on_road / multiplier
    total = on_road + beside
    by_road = MovesByRoad(whom="actor", on_road=on_road, beside=beside, total=total)
    return Ruling.of("move", by_road, *order, reasons=reasons, distance=total, on_road=on_road)


def _allowance_reasons(situation: Move, tables: Tables) -> Iterator[Modifier]:
    """The rate, and what is taken off it: distances, told in the players' measure."""
    inches = _rate_of(situation, tables)
    yield Modifier(Message.of("reason.rate", ground=situation.ground, inches=inches), None, tables.rule("movement"))
    if _halved(situation):
        storming = situation.in_formation and situation.formation is Formation.STORMING_COLUMN
        kind, rule = ("storming", "MAW-16.04") if storming else ("half", "MAW-G.20")
        inches /= 2
        yield Modifier(Message.of(f"reason.move_{kind}", inches=inches), None, rule)
    lost = inches - allowed_inches(situation, tables)
    if lost:
        about = Message.of("reason.obstacles", number=situation.minor_obstacles, inches=lost)
        yield Modifier(about, None, tables.rule("obstacle"), tables.is_house("obstacle.minor"))
    if situation.hurried:
        yield Modifier(Message("reason.hurried"), None, "MAW-6.18a")


def _road_reason(situation: Move, tables: Tables) -> Iterator[Modifier]:
    """On a good road half as far again, guns twice as far (MAW-8.13)."""
    multiplier = _multiplier(situation, tables)
    if multiplier != 1:
        yield Modifier(Message.of("reason.road", times=multiplier), None, "MAW-8.13")


def allowed_inches(situation: Move, tables: Tables) -> Fraction:
    """The allowance of a measured move, obstacles taken off (MAW-G.09a); storming columns go half (MAW-16.04)."""
    inches = _rate_of(situation, tables) / (2 if _halved(situation) else 1)
    return max(Fraction(0), inches - tables.number("obstacle.minor") * situation.minor_obstacles)


def _rate_of(situation: Move, tables: Tables) -> Fraction:
    """The full move of whoever moves, at the double quick where the effect allows it."""
    quick = situation.effect is CheckEffect.DOUBLE_QUICK
    return Fraction(rate(_row(situation, tables), situation.ground, tables, quick=quick))


def _halved(situation: Move) -> bool:
    """Half moves, and all moves of a storming column (MAW-16.04)."""
    storming = situation.in_formation and situation.formation is Formation.STORMING_COLUMN
    return situation.move_part is MovePart.HALF or storming


SQUARE_ROW = "infantry.deliberate square"


def rate(row: str, ground: Ground, tables: Tables, *, quick: bool = False) -> int:
    """A cell of the movement chart; squares at the double quick by the option squareDQ (MAW-G.33)."""
    if quick and row == SQUARE_ROW and tables.option("squareDQ") == "text":
        quick = False
    full, double_quick = _rates(tables, row)[ground]
    return double_quick if quick and double_quick is not None else full


@lru_cache(maxsize=512)
def _rates(tables: Tables, row: str) -> Mapping[Ground, tuple[int, int | None]]:
    """A row of the chart: full move and double quick on each ground; None where there is no faster pace."""
    return {
        ground: (
            tables.number("movement", row, ground, "full"),
            tables.number_or_none("movement", row, ground, CheckEffect.DOUBLE_QUICK),
        )
        for ground in Ground
    }


@lru_cache(maxsize=64)
def _drafts(tables: Tables) -> Mapping[Carriage, str]:
    """The row of the chart that each carriage moves on (MAW-21.04)."""
    return {carriage: tables.text("draft", carriage) for carriage in Carriage}


def unit_row(unit: Unit, side: Side, tables: Tables) -> str:
    """The row of the movement chart a unit moves on."""
    if unit.is_guns:
        return f"guns.{_drafts(tables)[unit.carriage]}"
    return _troops_row(unit.arm, unit.formation, side, mounted=unit.mounted, broken=unit.broken)


def full_rate(unit: Unit, side: Side, ground: Ground, tables: Tables, *, quick: bool = False) -> Fraction:
    """A unit's full move on this ground."""
    return Fraction(rate(unit_row(unit, side, tables), ground, tables, quick=quick))


def full_moves(unit: Unit, side: Side, tables: Tables, *, quick: bool = False) -> tuple[Fraction, ...]:
    """A unit's full move on open, broken and rough ground; one that is broken reforms before it moves (MAW-6.10)."""
    if unit.broken:
        unit = replace(unit, order=OrderState.GOOD, formation=unit.reforms_in)
    return tuple(full_rate(unit, side, ground, tables, quick=quick) for ground in Ground)


def _troops_row(arm: Arm, formation: Formation, side: Side, *, mounted: bool, broken: bool) -> str:
    if broken:
        return f"{arm}.broken_troops"
    return _cavalry_row(formation, mounted=mounted) if arm is Arm.CAVALRY else _infantry_row(formation, side)


def _infantry_row(formation: Formation, side: Side) -> str:
    if formation in SQUARES:
        return SQUARE_ROW
    if formation in (Formation.MARCH_COLUMN, Formation.STORMING_COLUMN):
        return "infantry.march column"
    if formation in OPEN_ORDER or formation is Formation.FIELD_COLUMN:
        return "infantry.open order thin"
    return f"infantry.line.{side}"


def _cavalry_row(formation: Formation, *, mounted: bool) -> str:
    if not mounted:
        return "cavalry.dismounted"
    if formation in (Formation.MARCH_COLUMN, Formation.STORMING_COLUMN):
        return "cavalry.march column"
    if formation in LINES or formation is Formation.GARRISON:
        return "cavalry.line"
    return "cavalry.open order thin"


def _row(situation: Move, tables: Tables) -> str:
    if situation.mover is Mover.LEADER:
        return f"leader.{'mounted' if situation.mounted else 'dismounted'}"
    if situation.mover is Mover.GUNS:
        return f"guns.{_drafts(tables)[situation.carriage]}"
    arm, broken = Arm(situation.mover.value), situation.broken_troops
    return _troops_row(arm, situation.formation, situation.side, mounted=situation.mounted, broken=broken)


def _uses_roads(situation: Move) -> bool:
    if situation.mover in (Mover.LEADER, Mover.GUNS) or situation.broken_troops:
        return True
    return situation.formation in (Formation.MARCH_COLUMN, Formation.STORMING_COLUMN)


def _multiplier(situation: Move, tables: Tables) -> Fraction:
    """What a good road multiplies by (MAW-2.17a, MAW-8.12); a poor one is open ground only (MAW-8.12a)."""
    if situation.road is not Road.GOOD:
        return Fraction(1)
    return tables.exact("road", situation.mover)
