"""The maneuver check: several units under one die (chapters 1 and 6, MAW-12.09, MAW-G.15 to MAW-G.18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D10
from sandtable.kernel.drivers.run import Given
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect, numbered_in_words
from sandtable.kernel.exhibit import SharedDie, SharedDieUnit, Strip
from sandtable.kernel.form import Section, choice, group
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.effects import (
    FullRetreat,
    GunsLost,
    Holds,
    Limbers,
    Mounts,
    OrderBecomes,
    Reforms,
    RetreatsBeyondCloseRange,
    Silenced,
    StandsLost,
    UnitRemoved,
)
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.maneuvers import MOVING, legal_maneuvers
from sandtable.rulesets.mexican_american_war.movement import full_moves
from sandtable.rulesets.mexican_american_war.units import (
    CheckedUnit,
    called,
    effectiveness_of,
    has_leader,
    inside,
    line,
    lines,
    same_names,
    spoken,
)
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ALWAYS_PROVISIONAL,
    MOVING_EFFECTS,
    NIGHTS,
    WITH_LEADER,
    Arm,
    CheckEffect,
    Command,
    Commander,
    Formation,
    LeaderRating,
    LeaderWith,
    Light,
    Maneuver,
    OrderState,
    Side,
    effect_in,
)
from sandtable.rulesets.mexican_american_war.weapons import light_problems

E = CheckEffect
SEVERITY = {
    E.DOUBLE_QUICK: 0,
    E.RALLY_WITH_ELAN: 0,
    E.WELL_HANDLED: 1,
    E.RALLY: 1,
    E.TARDY: 2,
    E.SHAKEN: 2,
    E.FALL_BACK: 3,
    E.WAVERING: 3,
    E.PANIC: 4,
}
_BEST_FIRST = (
    E.DOUBLE_QUICK, E.RALLY_WITH_ELAN, E.WELL_HANDLED, E.RALLY, E.TARDY, E.SHAKEN, E.FALL_BACK, E.WAVERING, E.PANIC,
)  # fmt: skip
_COLUMNS = (Formation.FIELD_COLUMN, Formation.MARCH_COLUMN, Formation.STORMING_COLUMN)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManeuverCheck:
    """A leader and any of his units, or one unit out of command, under one die (MAW-6.01, MAW-6.02)."""

    side: Side = fields.side()
    leader_rating: LeaderRating = choice(LeaderRating, section=Section.ACTION, usual=LeaderRating.ABLE, named=True)
    commander: Commander = choice(Commander, section=Section.CIRCUMSTANCE, usual=Commander.BRIGADE)
    units: tuple[CheckedUnit, ...] = group(CheckedUnit, section=Section.ACTOR)
    key_position_lost: bool = fields.box()
    heavy_casualties: bool = fields.box()
    greater_losses: bool = fields.box()
    light: Light = fields.light()

    def subject(self) -> Message:
        """Who checks."""
        return Message.of("subject.maneuver_check", units=tuple(spoken(unit.name, unit.arm) for unit in self.units))

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Who may share a check (MAW-6.01, MAW-6.06a, MAW-6.08)."""
        yield from light_problems(self.light, tables)
        yield from same_names(("units", [unit.name for unit in self.units]))
        for number, unit in enumerate(self.units, start=1):
            yield from inside(unit.unit_problems(tables), "units", number)
            place = f"units.{number}"
            yield from inside(self._command_problems(unit), "units", number)
            if unit.checked_already:
                yield Problem(f"{place}.checked_already", Message("problem.checked_already"), ("no",), "MAW-G.15a")
            led_by_gunner = self.commander is Commander.ARTILLERY and unit.command is not Command.OUT
            if led_by_gunner and not unit.is_guns:
                yield Problem(f"{place}.arm", Message("problem.artillery_leader"), (Arm.GUNS,), "MAW-6.06a")

    def _command_problems(self, unit: CheckedUnit) -> Iterator[Problem]:
        """Out of command checks alone, by day and by night (MAW-6.01, MAW-12.09); a unit with its leader is in command (MAW-6.08)."""
        if unit.command is Command.OUT and has_leader(unit.leader_with_unit):
            in_command = (Command.OWN, Command.PROVISIONAL)
            yield Problem("command", Message("problem.leader_is_with_it"), in_command, "MAW-6.08")
        elif len(self.units) > 1 and unit.command is Command.OUT:
            yield Problem("command", Message("problem.out_of_command_alone"), (), "MAW-6.01")
        elif len(self.units) > 1 and command_of(unit, self.light) is Command.OUT:
            yield Problem("leader_with_unit", Message("problem.night_alone"), WITH_LEADER, "MAW-12.09")


@effect()
class Checked(OnUnit):
    """A unit's result in a maneuver check, with all it may now do (MAW-6.04)."""

    result: CheckEffect
    maneuvers: tuple[Maneuver, ...] = ()
    full_move: tuple[Fraction, ...] = ()  # on open, broken and rough ground, where a maneuver moves it
    at_night: bool = False  # a result that allows less by night than by day (MAW-12.10)

    @property
    def message(self) -> Message:
        """Each result has its own sentence; holding, which is always open, is told first."""
        resting = tuple(one for one in self.maneuvers if one is Maneuver.HOLD)
        listed = (*resting, *(one for one in self.maneuvers if one is not Maneuver.HOLD))
        far: Message | str = ""
        if self.full_move:
            grounds = zip(("open", "broken", "rough"), self.full_move, strict=True)
            far = Message("effect.checked.full_move", tuple(grounds))
        known = "checked_at_night" if self.at_night else "checked"
        return Message.of(f"effect.{known}.{self.result}", whom=self.whom, maneuvers=listed, far=far)

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, checked=self.result)


@effect(has_words=False)
class CheckedTogether(OnBooks):
    """Units were under one die: when one of them has moved, none may declare a charge any more (MAW-2.11)."""

    units: tuple[str, ...]

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        together = frozenset(map(books.own_name, self.units))
        for name in together:
            books = books.with_changes(name, mates=together - {name})
        return books


@dataclass(frozen=True, slots=True)
class UnitResult:
    """What the check brought one unit."""

    name: str | Message
    effect: CheckEffect
    panic_losses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckVerdict(Verdict):
    """The results of every unit under the die."""

    results: tuple[UnitResult, ...]
    measures: ClassVar[dict[str, Any]] = {
        "may_move": lambda verdict: sum(one.effect in MOVING_EFFECTS for one in verdict.results),
        "panics": lambda verdict: sum(one.effect is E.PANIC for one in verdict.results),
        "stands_lost": lambda verdict: sum(one.panic_losses for one in verdict.results),
    }

    def outcome(self) -> Outcome:
        """The effects in the order of the units; the worst one shades the row."""
        effects = tuple(one.effect for one in self.results)
        worst = max(SEVERITY[effect] for effect in effects)
        rank = sum(_BEST_FIRST.index(effect) for effect in effects)
        label = Message.of("outcome.check", effects=named_effects(tuple(one.name for one in self.results), effects))
        return Outcome("/".join(effects), label, worst, rank, "maneuver.die")

    def headline(self) -> Message:
        """The effect, or how many units have which."""
        if len(self.results) == 1:
            return Message.of("headline.check.one", effect=self.results[0].effect)
        effects = Counter(result.effect for result in self.results)
        told = tuple(Message.of("headline.check.units", units=units, effect=one) for one, units in effects.items())
        return Message.of("headline.check.several", told=told)


def shared_die(situation: ManeuverCheck, tables: Tables, answers: Mapping[str, Given]) -> SharedDie:  # noqa: ARG001 - exhibits are handed the answers
    """Every unit's strip of ten faces under one ruler."""
    return SharedDie(len(D10.faces), tuple(_row(unit, situation, tables) for unit in situation.units))


def _row(unit: CheckedUnit, situation: ManeuverCheck, tables: Tables) -> SharedDieUnit:
    tally = check_tally(unit, situation, tables)
    strips: list[Strip] = []
    for face in D10.faces:
        effect = effect_of(unit, situation.side, face + tally.total, tables)
        if strips and strips[-1].label.id == effect.message.id:
            strips[-1] = Strip(strips[-1].first, face, effect.message, SEVERITY[effect])
        else:
            strips.append(Strip(face, face, effect.message, SEVERITY[effect]))
    terms = _terms(tally)
    told = Message.of("sum.order", order=unit.order, terms=terms) if unit.right_column and tally.modifiers else terms
    return SharedDieUnit(unit.name or "", told, tally.total, tuple(strips))


@action("maneuver", "MAW-1.05 MAW-1.11 MAW-1.12 MAW-6.01", layout="tenths", exhibit=shared_die)
def maneuver_check(situation: ManeuverCheck, tables: Tables) -> Rule[CheckVerdict]:
    """One d10 for the whole check; each unit adds its own modifiers to it (MAW-6.02, MAW-6.03)."""
    tallies = tuple(check_tally(unit, situation, tables) for unit in situation.units)
    die: int = yield Roll(
        "maneuver.die",
        (D10,),
        read=lambda face: face,
        tally=_shown(tallies, situation),
        label=lambda face: _label(situation, tallies, face, tables),
    )
    totals = tuple(die + tally.total for tally in tallies)
    names = called_in(situation)
    results = []
    effects: list[Effect] = []
    for unit, total, whom, name in zip(situation.units, totals, names, told_in(situation), strict=True):
        result = effect_of(unit, situation.side, total, tables)
        loss = panic_losses(unit, result, total, tables)
        results.append(UnitResult(name, result, loss))
        effects += carried_out(unit, result, loss, situation, whom, tables)
    notes = (CheckedTogether(whom=names[0], units=names),)
    return CheckVerdict(results=tuple(results), effects=tuple(effects), notes=notes)


def named_effects(names: tuple[str | Message, ...], effects: tuple[CheckEffect, ...]) -> tuple[Message, ...]:
    """The effects of a check, with whose they are where there are several."""
    if len(effects) == 1:
        return (effects[0].message,)
    return tuple(
        Message.of("outcome.check_unit", unit=name, effect=effect) for name, effect in zip(names, effects, strict=True)
    )


def called_in(situation: ManeuverCheck) -> tuple[str, ...]:
    """What effects call the units of a check."""
    units = situation.units
    return tuple(called(unit.name, "unit", number, len(units)) for number, unit in enumerate(units, start=1))


def told_in(situation: ManeuverCheck) -> tuple[str | Message, ...]:
    """What the units of a check are called in words: by name, else by role and number."""
    return tuple(unit.name or numbered_in_words("unit", number) for number, unit in enumerate(situation.units, start=1))


def effect_of(unit: CheckedUnit, side: Side, total: int, tables: Tables) -> CheckEffect:
    """Left column for good order and guns, right column for disordered or broken troops (MAW-1.11, MAW-1.12)."""
    column = "disordered" if unit.right_column else "good_order"
    return CheckEffect(tables.step(f"maneuver.{column}.{side}", total, "effect"))


def panic_losses(unit: CheckedUnit, effect: CheckEffect, total: int, tables: Tables) -> int:
    """Stands lost by disordered troops that panic: the points below nought (MAW-6.16, option panicLoss)."""
    if effect is not E.PANIC or not unit.right_column:
        return 0
    first = {reading: tables.number("panic", reading) for reading in ("text", "qrs")}
    loss = first[str(tables.option("panicLoss"))] + max(0, -total)
    return loss if unit.stands is None else min(loss, unit.stands)


def carried_out(
    unit: CheckedUnit, effect: CheckEffect, loss: int, situation: ManeuverCheck, whom: str, tables: Tables
) -> Iterator[Effect]:
    """What the unit must and may do now, and how far its full move goes (MAW-6.09 to MAW-6.18, MAW-2.12)."""
    allowed = legal_maneuvers(
        unit, effect, situation.light, tables, low_ammunition=unit.low_ammunition, sheltered=unit.crew_sheltered
    )
    full_move: tuple[Fraction, ...] = ()
    counted = effect_in(situation.light, effect)
    if not MOVING.isdisjoint(allowed):
        full_move = full_moves(unit, situation.side, tables, quick=counted is E.DOUBLE_QUICK)
    less = counted is not effect
    yield Checked(whom=whom, result=effect, maneuvers=allowed, full_move=full_move, at_night=less)
    if unit.is_guns:
        yield from _guns_driven(unit, effect, whom, tables)
    elif effect in (E.RALLY_WITH_ELAN, E.RALLY, E.SHAKEN, E.WAVERING):
        yield from _rallied(unit, effect, whom)
    elif effect is E.FALL_BACK:
        yield from _falls_back(unit, whom)
    elif effect is E.PANIC:
        yield from _panics(unit, loss, whom, tables)


def _rallied(unit: CheckedUnit, effect: CheckEffect, whom: str) -> Iterator[Effect]:
    """Rally with Elan, Rally, Shaken restore order; Wavering only reforms (MAW-6.09 to MAW-6.13)."""
    if unit.broken:
        yield Reforms(whom=whom, formation=unit.reforms_in)
    if effect is not E.WAVERING:
        yield OrderBecomes(whom=whom, order=OrderState.GOOD)
    elif unit.broken:
        yield OrderBecomes(whom=whom, order=OrderState.DISORDERED)
    if effect in (E.SHAKEN, E.WAVERING):
        retreats = unit.threatened and not unit.holds_ground
        yield RetreatsBeyondCloseRange(whom=whom) if retreats else Holds(whom=whom, only_fire=True)


def _falls_back(unit: CheckedUnit, whom: str) -> Iterator[Effect]:
    """In close range it retreats and is disordered; beyond it, fortified or in square it holds and may only fire."""
    if unit.threatened and not unit.holds_ground:
        yield RetreatsBeyondCloseRange(whom=whom)
        yield OrderBecomes(whom=whom, order=OrderState.DISORDERED)
    else:
        yield Holds(whom=whom, only_fire=True)


def _panics(unit: CheckedUnit, loss: int, whom: str, tables: Tables) -> Iterator[Effect]:
    """Broken, a full retreat toward its own table edge; dismounted cavalry mounts for it (MAW-6.14, MAW-6.15)."""
    if loss:
        yield StandsLost(whom=whom, count=loss)
    if loss and unit.stands is not None and unit.stands - loss <= tables.number("removed.at"):
        yield UnitRemoved(whom=whom)
        return
    yield OrderBecomes(whom=whom, order=OrderState.BROKEN)
    if unit.dismounted:
        yield Mounts(whom=whom)
    yield FullRetreat(whom=whom, broken=True)


def _guns_driven(unit: CheckedUnit, effect: CheckEffect, whom: str, tables: Tables) -> Iterator[Effect]:
    """Guns limber and go, silenced; heavy and fixed ones that stand unlimbered are lost (MAW-1.17, MAW-G.32, MAW-G.32a)."""
    if effect not in (E.FALL_BACK, E.PANIC):
        return
    panic_anywhere = effect is E.PANIC and tables.option("heavyPanic") == "always"
    cannot_limber = (unit.heavy or unit.fixed) and not unit.limbered
    if cannot_limber and not unit.fortified and (unit.threatened or panic_anywhere):
        yield GunsLost(whom=whom)
        return
    leaves = effect is E.PANIC or (unit.threatened and not unit.fortified)
    if cannot_limber or not leaves:
        yield Holds(whom=whom, only_fire=True)
        return
    if not unit.limbered:
        yield Limbers(whom=whom)
    yield Silenced(whom=whom)
    yield FullRetreat(whom=whom, broken=False)


# ---- Modifiers (MAW-1.05) ---------------------------------------------------------------------------------------------------


def check_tally(unit: CheckedUnit, situation: ManeuverCheck, tables: Tables) -> Tally:
    """A unit's own modifiers."""
    army = (situation.key_position_lost, situation.heavy_casualties, situation.greater_losses)
    return _tally(unit, situation.leader_rating, army, situation.light, tables)


@lru_cache(maxsize=1024)
def _tally(
    unit: CheckedUnit, rating: LeaderRating, army: tuple[bool, bool, bool], light: Light, tables: Tables
) -> Tally:
    command = command_of(unit, light)
    return Tally.of(
        (
            line(tables, "maneuver.leader", rating) if command is not Command.OUT else None,
            line(tables, "maneuver.personal.with_unit") if unit.leader_with_unit is not LeaderWith.NONE else None,
            line(tables, "maneuver.command", command),
            line(tables, "maneuver.experience", unit.graded),
            _strength(unit, tables),
            _posture(unit, tables),
            _danger(unit, tables),
            never_outflanked(unit),
            *_army(army, tables),
        ),
        Message.of("why.check", unit=unit.name or Message("word.unit")),
    )


def command_of(unit: CheckedUnit, light: Light) -> Command:
    """Out of command beats provisional (MAW-1.06a); militia and part-timers are always provisional (MAW-1.10, MAW-G.55).

    At night only a unit with an attached leader is in command (MAW-12.09).
    """
    if unit.command is Command.OUT or (light in NIGHTS and not has_leader(unit.leader_with_unit)):
        return Command.OUT
    return Command.PROVISIONAL if unit.unit_class in ALWAYS_PROVISIONAL else unit.command


def _strength(unit: CheckedUnit, tables: Tables) -> Modifier:
    """Effectiveness for troops, the battery line for guns, a lone section included (MAW-17.09, MAW-G.26c)."""
    if unit.is_guns:
        return line(tables, "maneuver.guns.battery")
    return line(tables, "maneuver.effectiveness", effectiveness_of(unit, tables))


POSTURES = ("column", "square", "garrison", "limbered", "linear_cover")
DANGERS = ("outflanked", "broken")


def _posture(unit: CheckedUnit, tables: Tables) -> Modifier | None:
    """One line, counted once (MAW-1.08)."""
    postures = lines(tables, "maneuver.posture", POSTURES)
    if unit.shape in _COLUMNS:
        return postures["column"]
    if unit.in_square:
        return postures["square"]
    if unit.shape is Formation.GARRISON:
        return postures["garrison"]
    if unit.is_guns and unit.limbered:
        return postures["limbered"]
    return postures["linear_cover"] if unit.linear_cover else None


def _danger(unit: CheckedUnit, tables: Tables) -> Modifier | None:
    """One line, counted once (MAW-1.08a); squares and garrisons are never outflanked (MAW-G.12b)."""
    dangers = lines(tables, "maneuver.danger", DANGERS)
    if unit.broken:
        return dangers["broken"]
    return dangers["outflanked"] if unit.outflanked and not unit.has_no_flank else None


def never_outflanked(unit: CheckedUnit) -> Modifier | None:
    """Says so where a unit that has no flank was told to be outflanked (MAW-G.12b)."""
    safe = unit.outflanked and unit.has_no_flank
    return Modifier(Message("reason.never_outflanked"), None, "MAW-G.12b") if safe else None


def _army(army: tuple[bool, bool, bool], tables: Tables) -> Iterator[Modifier | None]:
    """Key position, heavy casualties, greater losses; the last replaces heavy casualties unless the option adds them (MAW-G.18a)."""
    key_lost, heavy, greater = army
    yield line(tables, "maneuver.army.key_position_lost") if key_lost else None
    replaced = greater and tables.option("greaterLosses") == "replace"
    yield line(tables, "maneuver.army.heavy_casualties") if (heavy or greater) and not replaced else None
    yield line(tables, "maneuver.army.greater_losses") if greater else None


# ---- How it is shown --------------------------------------------------------------------------------------------------------


def _shown(tallies: tuple[Tally, ...], situation: ManeuverCheck) -> Tally:
    """One unit's own sum; for several a line a unit, with all that makes its sum."""
    if len(tallies) == 1:
        return tallies[0]
    lines = tuple(
        Modifier(Message.of("reason.unit_total", unit=name, terms=_terms(tally), total=tally.total), None, "MAW-6.03")
        for name, tally in zip(told_in(situation), tallies, strict=True)
    )
    return Tally(lines, Message("why.check_several"))


def _terms(tally: Tally) -> Message:
    """A sum in words."""
    told = tuple(
        term.reason if term.value is None else Message.of("sum.term", reason=term.reason, value=term.value)
        for term in tally
    )
    return Message.of("sum.terms", terms=told) if told else Message("sum.none")


def _label(situation: ManeuverCheck, tallies: tuple[Tally, ...], face: int, tables: Tables) -> Label:
    effects = tuple(
        effect_of(unit, situation.side, face + tally.total, tables)
        for unit, tally in zip(situation.units, tallies, strict=True)
    )
    told = named_effects(told_in(situation), effects)
    return Label(Message.of("outcome.check", effects=told), max(SEVERITY[effect] for effect in effects))
