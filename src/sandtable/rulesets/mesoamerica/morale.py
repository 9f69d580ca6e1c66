"""Morale: the level of every unit that must check, and what it makes the unit do (chapter 9, PRE-G.41 to PRE-G.44, PRE-G.52)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.drivers.run import Given
from sandtable.kernel.effects import effect, numbered, numbered_in_words
from sandtable.kernel.exhibit import Track, TrackUnit
from sandtable.kernel.form import Section, group, number, text, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import WORST_SEVERITY
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import OnUnitNow
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.levels import (
    TENTHS,
    duty,
    level_inches,
    level_message,
    level_name,
    limited,
    shown_level,
)
from sandtable.rulesets.mesoamerica.men import rounded
from sandtable.rulesets.mesoamerica.vocabulary import OTHER_SIDE, Weather

MOST_NEAR = 30
MOST_TENTHS = 400
DELTA = ("carry", "delta")
EVENTS = ("enemy_revealed", "enemy_leader_lost", "own_leader_lost")  # counted once
STANDING = ("shot_at", "enemies_retreating", "friends_retreating", "leader_engaged")  # as long as they last
MOST_NAMES = 3  # in a line of the log


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleUnit:
    """A unit that must check, with every term of the sum (PRE-9.02, PRE-9.03)."""

    name: str | None = text(optional=True)
    strength: int = number(lowest=1, highest=fields.STRONGEST)
    men: int = number(lowest=1, highest=fields.MOST_MEN, usual=fields.MOST_MEN, unit="men")
    friends: int | None = number(highest=MOST_NEAR, optional=True, unit="friends")
    enemies: int | None = number(highest=MOST_NEAR, optional=True, unit="enemies")
    fought: bool = yes_no(usual=False)
    previous_level: int = number(lowest=-fields.HIGHEST_LEVEL, highest=fields.HIGHEST_LEVEL, usual=0)
    shot_at: bool = yes_no(usual=False)
    enemy_revealed: bool = yes_no(usual=False)
    enemies_retreating: bool = yes_no(usual=False)
    friends_retreating: bool = yes_no(usual=False)
    enemy_leader_lost: bool = yes_no(usual=False)
    own_leader_lost: bool = yes_no(usual=False)
    leader_engaged: bool = yes_no(usual=False)
    sacrifice: bool = yes_no(usual=False)
    captor_bonus: bool = yes_no(usual=False)
    division_violations: int = number(highest=2, usual=0)
    previous_tenths: int | None = number(lowest=-40, highest=40, optional=True, option=DELTA)
    standing_tenths: int = number(lowest=-MOST_TENTHS, highest=MOST_TENTHS, usual=0, option=DELTA)

    @property
    def before(self) -> Fraction:
        """The level kept from the last check; with the option delta it is exact."""
        if self.previous_tenths is not None:
            return Fraction(self.previous_tenths, TENTHS)
        return Fraction(self.previous_level)


@dataclass(frozen=True, slots=True, kw_only=True)
class Morale:
    """The morale step: every unit that was shot at, fought, or saw an enemy come out of hiding (PRE-9.01)."""

    weather: Weather = fields.weather()
    units_to_check: tuple[MoraleUnit, ...] = group(
        MoraleUnit, widget="list", highest=fields.MOST_UNITS, section=Section.ALL
    )
    gone_units: str | None = fields.gone_units()

    def problems(self, _: Tables) -> Iterator[Problem]:
        """A unit that is gone has no morale left to check (PRE-G.48)."""
        for place, unit in enumerate(self.units_to_check, start=1):
            if fields.gone_in(unit.name, self.gone_units):
                about = Message.of("problem.gone.named", name=unit.name)
                yield Problem(f"units_to_check.{place}.name", about, (), "PRE-G.48")

    def subject(self) -> Message:
        """Who is checked: by name as long as a line holds the names."""
        units = self.units_to_check
        named = tuple(unit.name for unit in units if unit.name)
        if named and len(named) == len(units) <= MOST_NAMES:
            return Message.of("subject.morale.named", units=named)
        return Message.of("subject.morale.counted", units=len(units))


@dataclass(frozen=True, slots=True)
class Check:
    """One unit's check, worked out."""

    stored: Fraction
    shown: int
    standing: Fraction
    friends: int
    enemies: int
    tally: Tally


@effect()
class LevelBecomes(OnUnitNow):
    """A unit's morale: the level kept, the level shown, and the standing terms of this check (PRE-9.02, PRE-G.41)."""

    stored: Fraction
    shown: int
    standing: Fraction
    friends: int
    enemies: int
    inches: Fraction

    @property
    def message(self) -> Message:
        """What the level makes the unit do (PRE-G.43)."""
        return Message.of("effect.level_becomes", level=level_message(self.shown), duty=duty(self.shown, self.inches))

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        return replace(
            unit,
            stored=self.stored,
            shown=self.shown,
            standing=self.standing,
            friends=self.friends,
            enemies=self.enemies,
            checked_turn=turn,
            due=frozenset(),
        )


@effect(has_words=False)
class MoraleCounted(OnUnitNow):
    """What a check has counted and no other will: Leaders lost; the captor bonus runs from the first check (PRE-G.44, PRE-G.40)."""

    own_leader: bool
    enemy_leader: bool
    captor_turns: int  # 0 where the bonus was not counted

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        counted = {
            side for side, is_so in ((unit.side, self.own_leader), (OTHER_SIDE[unit.side], self.enemy_leader)) if is_so
        }
        begins = unit.captor_pending and self.captor_turns > 0
        return replace(
            unit,
            leaders_counted=unit.leaders_counted | counted,
            captor_until=turn + self.captor_turns - 1 if begins else unit.captor_until,
            captor_pending=unit.captor_pending and not self.captor_turns,
        )


def tracks(situation: Morale, tables: Tables, _: Mapping[str, Given]) -> Track:
    """Every unit on its level track, before and now."""
    limit = tables.number("morale.limit.level")
    return Track(
        -limit,
        limit,
        tuple(
            _track(index, unit, checked(unit, situation.weather, tables), tables)
            for index, unit in enumerate(situation.units_to_check, start=1)
        ),
    )


def _track(index: int, unit: MoraleUnit, check: Check, tables: Tables) -> TrackUnit:
    return TrackUnit(
        name=unit.name or str(index),
        sum=Message.of("track.sum", strength=unit.strength, men=unit.men, friends=check.friends, enemies=check.enemies),
        before=rounded(unit.before),
        now=check.shown,
        label=level_message(check.shown),
        text=duty(check.shown, level_inches(check.shown, tables)),
        bad=check.shown <= tables.number("morale.retreats.level"),
    )


@action(
    "fight",
    "PRE-9.02 PRE-9.03 PRE-G.41 PRE-G.43",
    layout="track",
    measures="units lowest_level must_retreat",
    exhibit=tracks,
)
def morale(situation: Morale, tables: Tables) -> Ruling:
    """All units by the levels at the start of the step, so their order does not matter (PRE-G.41)."""
    checks = [checked(unit, situation.weather, tables) for unit in situation.units_to_check]
    names = called_in(situation)
    effects = tuple(
        LevelBecomes(
            whom=whom,
            stored=check.stored,
            shown=check.shown,
            standing=check.standing,
            friends=check.friends,
            enemies=check.enemies,
            inches=level_inches(check.shown, tables),
        )
        for whom, check in zip(names, checks, strict=True)
    )
    reasons = tuple(
        _told(check, called if unit.name or len(checks) > 1 else "")
        for unit, called, check in zip(situation.units_to_check, told_in(situation), checks, strict=True)
    )
    levels = tuple(check.shown for check in checks)
    retreats = tables.number("morale.retreats.level")
    running = sum(level <= retreats for level in levels)
    told = tuple(
        Message.of("word.level_of", name=name, level=level_message(level))
        for name, level in zip(told_in(situation), levels, strict=True)
    )
    return Ruling.of(
        f"level.{level_name(levels[0])}" if len(levels) == 1 else _ended(len(levels), running),
        *effects,
        notes=tuple(_counted(unit, tables) for unit in situation.units_to_check),
        reasons=reasons,
        words={"told": told},
        grave=min(WORST_SEVERITY, max(0, -min(levels))),
        units=len(levels),
        lowest_level=min(levels),
        must_retreat=running,
    )


def _ended(units: int, running: int) -> str:
    """What is large: each level as long as a line holds them, else how many must retreat."""
    if units <= MOST_NAMES:
        return "levels.told"
    return "levels.retreat" if running else "levels.steady"


def called_in(situation: Morale) -> tuple[str, ...]:
    """What effects call the units of a check: by their names, else by their numbers where there are several."""
    units = situation.units_to_check
    alone = len(units) == 1
    return tuple(unit.name or ("actor" if alone else numbered("unit", place)) for place, unit in enumerate(units, 1))


def told_in(situation: Morale) -> tuple[str | Message, ...]:
    """What the units of a check are called in words: by name, else by role and number."""
    units = situation.units_to_check
    return tuple(unit.name or numbered_in_words("unit", place) for place, unit in enumerate(units, 1))


def _counted(unit: MoraleUnit, tables: Tables) -> MoraleCounted:
    """What is not counted again: Leaders lost, and the captor bonus from its first check on (PRE-G.44, PRE-G.40)."""
    return MoraleCounted(
        whom=unit.name or "actor",
        own_leader=unit.own_leader_lost,
        enemy_leader=unit.enemy_leader_lost,
        captor_turns=tables.number("prisoners.captor.turns") if unit.captor_bonus else 0,
    )


def _told(check: Check, called: str | Message) -> Tally:
    """The sum of one unit under what it is called, if anything: a total over several units would mean nothing."""
    return Tally(check.tally.modifiers, Message.of("why.morale_of", name=called) if called else check.tally.title)


def checked(unit: MoraleUnit, weather: Weather, tables: Tables) -> Check:
    """The sum (PRE-9.02, PRE-9.03), rounded and limited, and the level shown with what is not kept (PRE-G.41)."""
    standing = _standing(unit, tables)
    events = _additives(unit, EVENTS, tables)
    limit = tables.number("morale.limit.level")
    now = _total(standing)
    kept: tuple[Modifier, ...] = ()
    if tables.option("carry") == "delta":
        last = Modifier(Message("reason.morale.last_standing"), Fraction(-unit.standing_tenths, TENTHS), "PRE-G.41")
        stored = limited(unit.before + now + _total((last,)) + _total(events), limit)
        kept = (last,)
    else:
        stored = Fraction(limited(Fraction(rounded(unit.before + now + _total(events))), limit))
    temporary = _temporary(unit, weather, tables)
    shown = shown_level(stored, _total(temporary), tables)
    before = Modifier(Message("reason.morale.previous"), unit.before, "PRE-9.02")
    rows = (before, *standing, *kept, *events, *temporary)
    tally = Tally(tuple(row for row in rows if row.value or row is before), Message("why.morale"))
    return Check(stored, shown, now, *near(unit, tables), tally)


def near(unit: MoraleUnit, tables: Tables) -> tuple[int, int]:
    """Friends and enemies within 2 inches: as counted, else as is usual at a first check (PRE-G.52)."""
    friends = tables.number("morale.first_check.friends") if unit.friends is None else unit.friends
    first = tables.number("morale.first_check.enemies") if unit.fought else 0
    return friends, first if unit.enemies is None else unit.enemies


def _standing(unit: MoraleUnit, tables: Tables) -> tuple[Modifier, ...]:
    """Friends, enemies, strength, men and what lasts (PRE-9.02, PRE-9.03d, PRE-9.03g, PRE-9.03h)."""

    def term(name: str, value: int) -> Modifier:
        middle, divisor = (tables.number(f"morale.{name}.{part}") for part in ("middle", "divisor"))
        reason = Message.of(f"reason.morale.{name}", value=value)
        return Modifier(reason, Fraction(value - middle, divisor), "PRE-9.02", tables.is_house(f"morale.{name}.middle"))

    friends, enemies = near(unit, tables)
    return (
        Modifier(Message.of("reason.morale.friends", number=friends), friends, "PRE-9.02"),
        Modifier(Message.of("reason.morale.enemies", number=enemies), -enemies, "PRE-9.02"),
        term("strength", unit.strength),
        term("men", unit.men),
        *_additives(unit, STANDING, tables),
    )


def _additives(unit: MoraleUnit, names: tuple[str, ...], tables: Tables) -> tuple[Modifier, ...]:
    return tuple(
        tables.modifier("morale", name, "additive", reason=Message(f"reason.morale.{name}"))
        for name in names
        if getattr(unit, name)
    )


def _temporary(unit: MoraleUnit, weather: Weather, tables: Tables) -> tuple[Modifier, ...]:
    """Weather, sacrifice, captor bonus and division: shown, not kept (PRE-9.03b, PRE-9.03c, PRE-8.12, PRE-3.26)."""
    rows = [
        tables.modifier(
            "weather.morale", weather, "additive", reason=Message.of("reason.morale.weather", weather=weather)
        )
    ]
    if unit.sacrifice:
        rows.append(tables.modifier("morale.sacrifice.additive", reason=Message("reason.morale.sacrifice")))
    if unit.captor_bonus:
        rows.append(tables.modifier("prisoners.captor.additive", reason=Message("reason.morale.captor")))
    if unit.division_violations:
        times = unit.division_violations if tables.option("division_penalty") == "each" else 1
        penalty = tables.modifier("morale.division.additive", reason=Message("reason.morale.division"))
        rows += [penalty] * times
    return tuple(rows)


def _total(rows: tuple[Modifier, ...]) -> Fraction:
    return sum((Fraction(row.value) for row in rows if row.value is not None), Fraction(0))
