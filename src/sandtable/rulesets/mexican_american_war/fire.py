"""Musketry and cannonade: one shot at one target (chapters 4 and 10, MAW-G.01 to MAW-G.07, MAW-G.13)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Count, Label, Request, Roll
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.mexican_american_war.effects import (
    GunsDamaged,
    GunsWrecked,
    OrderBecomes,
    Silenced,
    StandsLost,
    UnitRemoved,
)
from sandtable.rulesets.mexican_american_war.fire_points import FiringLine, Points, RocketClass, Shot
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.leaders import fall_of_leaders, leader_effects, leader_notes
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.shooting import Fire
from sandtable.rulesets.mexican_american_war.units import called, line, lines
from sandtable.rulesets.mexican_american_war.vocabulary import (
    NIGHTS,
    OPEN_ORDER,
    OTHER_SIDE,
    SQUARES,
    TWILIGHTS,
    Arm,
    ChargeFate,
    Cover,
    FireEffect,
    Formation,
    LeaderFate,
    OrderState,
    Side,
    TargetCharge,
)

NO_SHOT = -99  # the modifier of a total under one fire point: nobody bothers to throw
SEVERITY = {one: severity for severity, one in enumerate(FireEffect)}
_COLUMNS = (Formation.FIELD_COLUMN, Formation.MARCH_COLUMN)


@effect(icon="fall-back", says="{where}")
class ChargeChecked(OnUnit):
    """A charge stopped by fire (MAW-G.04a); cavalry may recall (MAW-G.04b), a storming column halts at the defile (MAW-G.43a)."""

    distance: Fraction
    or_recall: bool
    at_defile: bool = False

    @property
    def where(self) -> str:
        """Where it halts, and whether it may recall."""
        return "at_defile" if self.at_defile else "or_recall" if self.or_recall else "plain"

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, charge_checked=True)


@effect(icon="frontal")
class ChargeGoesHome(Effect):
    """The fire does not stop the charge."""


@effect()
class LowOnAmmunition(OnUnit):
    """Half fire points, no buck and ball (MAW-G.06a)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, low_ammunition=True)


@effect(has_words=False)
class ShotFired(OnBooks):
    """Each stand fires once in a step, and all fire at a target is one shot (MAW-G.07c, MAW-G.07d, MAW-G.07f)."""

    target: str  # "" where it has no name
    shots: tuple[tuple[str, int], ...]  # who fired, and how many stands
    by_guns: bool

    @property
    def units(self) -> tuple[str, ...]:
        """Who fired."""
        return tuple(name for name, _ in self.shots)

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        """The books with who has fired, and, where they keep the phases and so know the step, that the target was fired at."""
        target = books.own_name(self.target)
        for name, stands in self.shots:
            if firer := books.unit(name):
                books = books.with_changes(name, shots=(*firer.shots, (target, stands)))
        struck = books.unit(target)
        if books.phase is None or struck is None:
            return books
        by_guns = self.by_guns or struck.fired_at_by_guns
        return books.with_units(replace(struck, fired_at=True, fired_at_by_guns=by_guns))


@dataclass(frozen=True, slots=True, kw_only=True)
class FireVerdict(Verdict):
    """What the shot did to the target and to the firers' pouches."""

    effect: FireEffect
    stands_lost: int = 0
    damaged: int = 0
    wrecked: int = 0
    charge: ChargeFate = ChargeFate.NONE
    low_on_ammunition: str | None = None
    leader: LeaderFate | None = None
    colonel: LeaderFate | None = None
    measures: ClassVar[dict[str, Any]] = {
        "stands_lost": lambda verdict: verdict.lost,
        "disordered": lambda verdict: verdict.effect is not FireEffect.DESULTORY,
        "guns_damaged": lambda verdict: verdict.damaged,
        "charge_checked": lambda verdict: verdict.charge is ChargeFate.CHECKED,
        "low_ammunition": lambda verdict: verdict.low_on_ammunition is not None,
        "leader_lost": lambda verdict: verdict.leader is LeaderFate.LOST or verdict.colonel is LeaderFate.LOST,
    }

    @property
    def lost(self) -> int:
        """Stands lost, of troops or of guns."""
        return self.stands_lost + self.wrecked

    def outcome(self) -> Outcome:
        """The effect, Withering at fifteen or more apart from the rest."""
        lost = self.lost
        if lost:
            label = Message.of("outcome.fire.losing", effect=self.effect, lost=lost)
        elif self.damaged:
            label = Message.of("outcome.fire.damaging", effect=self.effect, damaged=self.damaged)
        elif self.effect is FireEffect.DESULTORY:
            label = Message("outcome.fire.nothing")
        else:
            guns = any(isinstance(one, Silenced) for one in self.effects)
            label = Message.of(f"outcome.fire.{'silencing' if guns else 'disordering'}", effect=self.effect)
        return Outcome(
            f"{self.effect}_{lost}", label, SEVERITY[self.effect], SEVERITY[self.effect] * 10 + lost, "fire.die"
        )

    def headline(self) -> Message:
        """The name of the effect, and what it cost."""
        effect = Message(f"headline.fire.{self.effect}")
        if self.lost:
            return Message.of("headline.fire_losing", effect=effect, lost=self.lost)
        return Message.of("headline.fire_damaging", effect=effect, damaged=self.damaged) if self.damaged else effect


@action("fire", "MAW-G.01 MAW-G.02 MAW-G.03 MAW-G.04")
def fire(situation: Fire, tables: Tables) -> Staged[FireVerdict]:
    """Rockets first, then one d10 with fire points and modifiers, then ammunition and leaders (MAW-G.67)."""
    line_of_fire = FiringLine.of(situation, tables)
    fired = shot_fired(situation, tables)

    def rockets(rocket: RocketClass, dice: Count, points: Points) -> Generator[Request, Any, Points]:
        return line_of_fire.with_rockets(points, rocket, (yield dice))

    return Staged(
        line_of_fire.points,
        *(partial(rockets, rocket, rocket.request()) for rocket in line_of_fire.rockets),
        lambda points: line_of_fire.shot(points, tables),
        lambda shot: shoot(situation, shot, shot_roll(situation, shot, tables), tables, fired),
    )


def shot_fired(situation: Fire, tables: Tables) -> ShotFired:
    """What the books keep of a shot, however it falls."""
    return ShotFired(
        whom=situation.target_name or "target",
        target=situation.target_name or "",
        shots=tuple((firer.name, firer.bearing(tables)) for firer in situation.firers if firer.name),
        by_guns=any(firer.is_guns for firer in situation.firers),
    )


def shot_roll(situation: Fire, shot: Shot, tables: Tables) -> Roll | None:
    """The die of a shot; none where the fire points are too few for one."""
    if shot.row_modifier == NO_SHOT:
        return None
    tally = fire_tally(situation, shot, tables)
    added = tally.total
    natural = tables.number("ammunition.natural")
    return Roll(
        "fire.die",
        (D10,),
        read=lambda die: (_row(die + added, tables), die == natural),
        tally=tally,
        label=lambda reading: _label(reading, situation, tables),
    )


def shoot(situation: Fire, shot: Shot, roll: Roll | None, tables: Tables, fired: ShotFired) -> Rule[FireVerdict]:
    """The shot itself, once it is known which rockets count."""
    if roll is None:
        return FireVerdict(effect=FireEffect.DESULTORY, reasons=(_too_few(shot),), notes=(fired,))
    row, is_natural = yield roll
    low = yield from _ammunition(situation, shot, tables, natural=is_natural)
    hit = Hit.of(row, situation, tables)
    leader = colonel = None
    if is_natural and hit.effect is not FireEffect.DESULTORY:
        leader, colonel = yield from fall_of_leaders(situation.leader_with_target, tables)
    target = situation.target_name or "target"
    return FireVerdict(
        effect=hit.effect,
        stands_lost=hit.stands,
        damaged=hit.damaged,
        wrecked=hit.wrecked,
        charge=hit.charge,
        low_on_ammunition=low,
        leader=leader,
        colonel=colonel,
        effects=(
            *hit_effects(hit, situation, target, tables),
            *leader_effects((target, target), leader, colonel),
            *((LowOnAmmunition(whom=low),) if low else ()),
        ),
        notes=(fired, *leader_notes(target, leader, OTHER_SIDE[situation.side])),
    )


# ---- Modifiers ---------------------------------------------------------------------------------------------------------------


def fire_tally(situation: Fire, shot: Shot, tables: Tables) -> Tally:
    """Fire points (MAW-G.02) and modifiers (MAW-G.03); one shape line and one cover line count (MAW-G.03a)."""
    path = f"fire_row.row_{tables.option('fireRow')}"
    raw = line(tables, "fire.modifier.firer.raw")
    buck_and_ball = line(tables, "fire.modifier.firer.buck_and_ball.charge")
    if len(situation.open_firers) == 1:
        assumed = Message("reason.buck_and_ball_charged")
        buck_and_ball = tables.modifier("fire.modifier.firer.buck_and_ball.charge", reason=assumed)
    first = Modifier(
        Message.of("reason.fire_points", points=shot.total),
        shot.row_modifier,
        tables.rule(path),
        tables.is_house(f"{path}.modifier") or tables.is_house(f"{path}.up_to"),
    )
    return Tally.of(
        (
            raw if shot.lines.raw else None,
            buck_and_ball if shot.lines.buck_and_ball else None,
            max(_shapes(situation, shot, tables), key=_value),
            line(tables, "fire.modifier.abatis.crossing") if situation.crossing_abatis else None,
            min(_covers(situation, shot, tables), key=_value),
            line(tables, "fire.modifier.experience", situation.target_experience),
        ),
        Message("why.fire"),
        first=first,
    )


def _value(modifier: Modifier) -> int:
    return int(modifier.value or 0)


SHAPES = ("none", "square", "storming_column", "enfiladed", "column", "limbered")
COVERS = (
    "none", "garrison", "open_order", "open_order_covered", "partial", "full", "dark", "fortified", "fortified_against_siege",
    "unlimbered_guns",
)  # fmt: skip


def _shapes(situation: Fire, shot: Shot, tables: Tables) -> Iterator[Modifier]:
    shapes = lines(tables, "fire.modifier.shape", SHAPES)
    yield shapes["none"]
    if situation.target_shape in SQUARES:
        yield shapes["square"]
    if situation.target_shape is Formation.STORMING_COLUMN:
        yield shapes["storming_column"]
    if shot.lines.enfiladed:
        yield shapes["enfiladed"]
    if situation.target_shape in _COLUMNS:
        yield shapes["column"]
    if situation.target_is_guns and situation.target_limbered:
        yield shapes["limbered"]


def _covers(situation: Fire, shot: Shot, tables: Tables) -> Iterator[Modifier]:
    covers = lines(tables, "fire.modifier.cover", COVERS)
    cover = situation.cover
    yield covers["none"]
    if situation.target_shape in OPEN_ORDER:
        yield covers["open_order" if cover is Cover.NONE else "open_order_covered"]
    if cover in (Cover.PARTIAL, Cover.FULL):
        yield covers[cover]
    if situation.target_shape is Formation.GARRISON:  # a building is full cover, whatever was said (MAW-G.09)
        yield covers["garrison"]
    if cover is Cover.FORTIFIED:
        yield covers["fortified_against_siege" if shot.lines.siege else "fortified"]
    if situation.target_is_guns and not situation.target_limbered and cover is Cover.NONE:
        yield covers["unlimbered_guns"]
    if _dark(situation, shot):
        yield covers["dark"]


def _dark(situation: Fire, shot: Shot) -> bool:
    """Twilight hides what is fired at from beyond 4 inches (MAW-12.07), night everything but a charge combat (MAW-12.11)."""
    if situation.light in NIGHTS:
        return shot.lines.apart and not situation.in_charge_combat
    return situation.light in TWILIGHTS and shot.lines.from_afar


# ---- What the shot does -----------------------------------------------------------------------------------------------------


def _row(total: int, tables: Tables) -> int:
    """The row of the effects table, as a number."""
    return sum(total > limit for limit in tables.row("fire.effect.up_to"))


@dataclass(frozen=True, slots=True)
class Hit:
    """A row of the effects table read for this target (MAW-10.05 to MAW-10.08, MAW-G.04)."""

    effect: FireEffect
    stands: int
    damaged: int
    wrecked: int
    charge: ChargeFate

    @classmethod
    def of(cls, row: int, situation: Fire, tables: Tables) -> Hit:
        """Stands for troops, gun stands for guns; never more than there are."""
        effect = FireEffect(tables.row("fire.effect.effect")[row])
        if not situation.target_is_guns:
            column = "disordered" if situation.target_disordered else "stands"
            stands = _at_most(tables.row("fire.effect", column)[row], situation.target_stands)
            return cls(effect, stands, 0, 0, charge_fate(effect, situation, tables))
        wrecked = tables.row("fire.effect.wrecked")[row]
        damaged = tables.row("fire.effect.damaged")[row]
        known = situation.target_stands
        if damaged and known is not None and situation.target_damaged_stands >= known:
            damaged, wrecked = 0, damaged  # every stand is damaged already: the next damage wrecks one (MAW-G.26)
        return cls(effect, 0, damaged, _at_most(wrecked, known), ChargeFate.NONE)


def _at_most(count: int, known: int | None) -> int:
    return count if known is None else min(count, known)


def charge_fate(effect: FireEffect, situation: Fire, tables: Tables) -> ChargeFate:
    """Whether a charging target is checked (MAW-G.04, MAW-4.20, MAW-24.24, MAW-G.04c)."""
    charge = situation.charge_made
    if charge is TargetCharge.NO:
        return ChargeFate.NONE
    target_side = OTHER_SIDE[situation.side]
    skittish = target_side is Side.MEX and situation.target_arm is Arm.CAVALRY and situation.target_mounted
    stoppers = _stoppers(tables)["mexican_cavalry" if skittish else charge]
    return ChargeFate.CHECKED if effect in stoppers else ChargeFate.GOES_HOME


@lru_cache(maxsize=64)
def _stoppers(tables: Tables) -> dict[str, tuple[str, ...]]:
    """Effects that check a charge, by who charges."""
    return {kind: tables.row("fire.checks", kind) for kind in ("charging", "cold steel", "mexican_cavalry")}


def hit_effects(hit: Hit, situation: Fire, target: str, tables: Tables) -> Iterator[Effect]:
    """The instructions for the target."""
    if hit.effect is not FireEffect.DESULTORY:
        if situation.target_is_guns:
            yield Silenced(whom=target)
        elif situation.target_order is OrderState.GOOD:
            yield OrderBecomes(whom=target, order=OrderState.DISORDERED)
    if hit.stands:
        yield StandsLost(whom=target, count=hit.stands)
    if hit.damaged:
        yield GunsDamaged(whom=target, count=hit.damaged)
    if hit.wrecked:
        yield GunsWrecked(whom=target, count=hit.wrecked)
    left = None if situation.target_stands is None else situation.target_stands - hit.stands - hit.wrecked
    last = 0 if situation.target_is_guns else tables.number("removed.at")
    if left is not None and left <= last and (hit.stands or hit.wrecked):
        yield UnitRemoved(whom=target)
    elif hit.charge is ChargeFate.CHECKED:
        on_horse = situation.target_arm is Arm.CAVALRY and situation.target_mounted
        short = Fraction(tables.number("charge.retreat.short"))
        storming = situation.target_shape is Formation.STORMING_COLUMN
        yield ChargeChecked(whom=target, distance=short, or_recall=on_horse and not storming, at_defile=storming)
    elif hit.charge is ChargeFate.GOES_HOME:
        yield ChargeGoesHome(whom=target)


def _ammunition(situation: Fire, shot: Shot, tables: Tables, *, natural: bool) -> Generator[Request, Any, str | None]:
    """A natural 10 leaves the unit with most fire points low, or makes it throw again by option lowAmmo (MAW-G.06)."""
    if not natural:
        return None
    firer = situation.firers[shot.most]
    if firer.low_ammunition:
        return None
    if tables.option("lowAmmo") == "second":
        from_on = tables.number("ammunition.second")
        low: bool = yield Roll(
            "fire.ammo",
            (D10,),
            read=lambda die: die >= from_on,
            label=lambda low: Label(Message(f"label.ammo.{'low' if low else 'enough'}"), 2 * int(low)),
        )
        if not low:
            return None
    return called(firer.name, "firer", shot.most + 1, len(situation.firers))


def _too_few(shot: Shot) -> Modifier:
    return Modifier(Message.of("reason.too_few_points", points=shot.exact_total), None, "MAW-G.02")


def _label(reading: tuple[int, bool], situation: Fire, tables: Tables) -> Label:
    hit = Hit.of(reading[0], situation, tables)
    lost = hit.stands + hit.wrecked
    told = Message.of(f"label.fire.{'losing' if lost else 'plain'}", effect=hit.effect, lost=lost)
    return Label(Message.of("label.fire.natural", told=told) if reading[1] else told, SEVERITY[hit.effect])
