"""Charge modifiers of both sides and their difference (MAW-3.01, MAW-5.01 to MAW-5.05, MAW-G.24, MAW-G.51, MAW-G.59, MAW-G.60)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.rulesets.mexican_american_war.ledger import WHOLE
from sandtable.rulesets.mexican_american_war.melee import Combat, FightingUnit, Party
from sandtable.rulesets.mexican_american_war.units import effectiveness_of, line, lines
from sandtable.rulesets.mexican_american_war.vocabulary import (
    HARD_GROUND,
    OPEN_ORDER,
    Arm,
    Formation,
    GroundDefended,
    LeaderWith,
)

OUTNUMBERED = "charge.modifier.outnumbered"


def net_tally(combat: Combat, tables: Tables) -> Tally:
    """The attacker's sum less the defender's, line by line."""
    attacker, defender = combat.attacker, combat.defender
    ours = attacker_modifiers(combat, attacker, defender, tables)
    theirs = defender_modifiers(combat, attacker, defender, tables)
    lines = [_told("attacker", one, 1) for one in ours if one is not None and one.value]
    lines += [_told("defender", one, -1) for one in theirs if one is not None and one.value]
    if combat.form.crews and not defender.lead.in_square:
        lines.append(Modifier(Message("reason.no_square"), None, "MAW-15.41"))
    for role, party in (("attacker", attacker), ("defender", defender)):
        if any(unit.outflanked and not unit.outflanked_now for unit in party.units):
            reason = Message.of(f"reason.charge_{role}", reason=Message("reason.never_outflanked"))
            lines.append(Modifier(reason, None, "MAW-G.12b"))
    return Tally(tuple(lines), Message("why.charge"))


class Tallies:
    """The net tallies of one combat. A struggle takes stands off both sides, but most of its rolls stand as the one before: each tally is
    worked out once for all that it depends on.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: dict[tuple[object, ...], Tally] = {}

    def of(self, combat: Combat) -> Tally:
        """The tally of the next roll."""
        attacker, defender = combat.attacker, combat.defender
        key = (combat.momentum, combat.shaken, *self._about(attacker, defender), *self._about(defender, attacker))
        if key not in self._known:
            self._known[key] = net_tally(combat, self._tables)
        return self._known[key]

    def _about(self, own: Party, enemy: Party) -> tuple[object, ...]:
        """What the lines of a side look at: who leads, in what state, who is still there, and numbers where they tell."""
        ratio = _ratio(own, enemy, self._tables)
        return (
            own.lead_number,
            effectiveness_of(own.lead, self._tables, own.lead_stands),
            tuple(map(bool, own.stands)),
            ratio and (ratio, own.counted, enemy.counted),
        )


@lru_cache(maxsize=512)
def _told(role: str, one: Modifier, sign: int) -> Modifier:
    """A line of one side as it counts in the difference."""
    reason = Message.of(f"reason.charge_{role}", reason=one.reason)
    return Modifier(reason, sign * (one.value or 0), one.rule, one.house)


def attacker_modifiers(combat: Combat, own: Party, enemy: Party, tables: Tables) -> Iterator[Modifier | None]:
    """Lines of the charging side."""
    yield from _common(combat, own, enemy, tables)
    if combat.momentum:
        yield _momentum(combat, own, enemy, tables)
        yield _cavalry_charge(own, enemy, tables)


def defender_modifiers(combat: Combat, own: Party, enemy: Party, tables: Tables) -> Iterator[Modifier | None]:
    """Lines of the charged side; ``own`` and ``enemy`` are given as attacker and defender."""
    attacker, defender = own, enemy
    yield from _common(combat, defender, attacker, tables)
    yield _ground(combat, defender, tables)
    if defender.lead.is_guns:
        kind = "supported" if combat.form.guns_supported else "unsupported"
        yield line(tables, "charge.modifier.guns", kind)
    if combat.momentum:
        yield _cavalry_charge(defender, attacker, tables)
        if defender.charge_ground is not None and _lances_count(defender, attacker, combat, tables):
            yield line(tables, "charge.modifier.momentum.lancers")


def _common(combat: Combat, own: Party, enemy: Party, tables: Tables) -> Iterator[Modifier | None]:
    """Lines that both sides have, from the lead unit (MAW-G.24a)."""
    lead = own.lead
    yield line(tables, "charge.modifier.experience", lead.graded)
    if not lead.is_guns:
        state = effectiveness_of(lead, tables, own.lead_stands)
        yield line(tables, "charge.modifier.effectiveness", state)
    yield _outnumbered(own, enemy, tables)
    yield _disorder(combat, lead, tables)
    if _led(own):
        yield line(tables, "charge.modifier.personal.with_unit")
    yield from _loose(lead, tables)
    yield _shape(own, tables)


def _outnumbered(own: Party, enemy: Party, tables: Tables) -> Modifier | None:
    """The line of the ratio, with the numbers."""
    name = _ratio(own, enemy, tables)
    if name is None:
        return None
    numbers = Message.of(f"reason.outnumbered.{name}", own=own.counted, enemy=enemy.counted)
    return tables.modifier(OUTNUMBERED, name, reason=numbers)


def _ratio(own: Party, enemy: Party, tables: Tables) -> str | None:
    """The worst ratio reached (MAW-G.24f); cavalry outnumbered by infantry does not care (MAW-5.01, MAW-G.51a)."""
    for name, more, fewer in _ratios(tables):
        if enemy.counted * fewer >= own.counted * more:
            share = tables.number("charge.careless.infantry")
            careless = own.only_cavalry and enemy.infantry_counted * WHOLE >= enemy.counted * share
            return None if careless else name
    return None


@lru_cache(maxsize=64)
def _ratios(tables: Tables) -> tuple[tuple[str, int, int], ...]:
    """The ratios that have a line of the table, the worst first (MAW-G.24f)."""
    names = [path.rpartition(".")[2] for path in tables.paths() if path.startswith(f"{OUTNUMBERED}.")]
    told = [(name, *name.split(":")) for name in names]
    ratios = [(name, int(more), int(fewer)) for name, more, fewer in told]
    return tuple(sorted(ratios, key=lambda each: Fraction(each[1], each[2]), reverse=True))


def _disorder(combat: Combat, lead: FightingUnit, tables: Tables) -> Modifier | None:
    """Once; broken troops take the -3 of their shape instead (MAW-G.60); a struggle shakes both sides (MAW-G.66a)."""
    if lead.is_guns:
        return line(tables, "charge.modifier.disorder.silenced") if lead.silenced or combat.shaken else None
    if lead.broken:
        return None
    return line(tables, "charge.modifier.disorder.disordered") if lead.in_disorder or combat.shaken else None


def _led(own: Party) -> bool:
    """A leader or brave colonel with any participating unit that is still there (MAW-G.24b)."""
    return any(unit.leader_with_unit is not LeaderWith.NONE for unit, _ in own.there())


LOOSE = ("open_order", "hasty_square", "part_timers")


def _loose(lead: FightingUnit, tables: Tables) -> Iterator[Modifier]:
    """Open order, hasty square, part-timers: one line, unless option guardStack adds class and formation (MAW-G.59)."""
    loose = lines(tables, "charge.modifier.loose", LOOSE)
    formation: Modifier | None = None
    if lead.shape in OPEN_ORDER:
        formation = loose["open_order"]
    elif lead.shape is Formation.HASTY_SQUARE and not lead.outflanked:
        formation = loose["hasty_square"]
    if formation is not None:
        yield formation
    if lead.part_timer and (formation is None or tables.option("guardStack") == "add"):
        yield loose["part_timers"]


SHAPES = ("outflanked", "broken", "march_column", "limbered")


def _shape(own: Party, tables: Tables) -> Modifier | None:
    """One -3 line (MAW-3.02a); a hasty square that was outflanked before it formed takes it too (MAW-15.31)."""
    shapes = lines(tables, "charge.modifier.shape", SHAPES)
    if any(unit.outflanked_now for unit, _ in own.there()):
        return shapes["outflanked"]
    if own.lead.broken:
        return shapes["broken"]
    if own.lead.shape is Formation.MARCH_COLUMN:
        return shapes["march_column"]
    return shapes["limbered"] if own.lead.is_guns and own.lead.limbered else None


def _ground(combat: Combat, defender: Party, tables: Tables) -> Modifier:
    """The best of the three only, none for an outflanked defender (MAW-G.10c); squares by the ground charged over (MAW-15.33)."""
    ground = combat.form.ground_defended
    outflanked = any(unit.outflanked_now for unit in defender.units)
    garrison = defender.lead.shape is Formation.GARRISON
    if garrison and ground in (GroundDefended.NONE, GroundDefended.FAVORABLE):
        ground = GroundDefended.STRONG  # an ordinary building at the least (MAW-G.10a)
    elif defender.lead.in_square and ground is GroundDefended.NONE and combat.form.ground_charged_over in HARD_GROUND:
        ground = GroundDefended.FAVORABLE
    elif outflanked and not defender.lead.in_square:
        ground = GroundDefended.NONE
    return line(tables, "charge.modifier.ground", ground)


MOMENTUM = ("cold_steel", "lancers", "breakthrough")


def _momentum(combat: Combat, own: Party, enemy: Party, tables: Tables) -> Modifier | None:
    """Cold steel, lances or breakthrough: +1 in all (MAW-11.10)."""
    momentum = lines(tables, "charge.modifier.momentum", MOMENTUM)
    if combat.form.breakthrough:
        return momentum["breakthrough"]
    if combat.form.steel:
        return momentum["cold_steel"]
    return momentum["lancers"] if _lances_count(own, enemy, combat, tables) else None


def _lances_count(own: Party, enemy: Party, combat: Combat, tables: Tables) -> bool:
    """Against disordered or broken troops, limbered or silenced guns, as they are when the combat is resolved (MAW-24.21, MAW-G.36)."""
    if not own.lead.bears_lances(own.side):
        return False
    foe = enemy.lead
    if foe.is_guns:
        return foe.limbered or foe.silenced or combat.shaken
    infantry_only = tables.option("lancerTarget") == "infantry"
    return foe.in_disorder and (not infantry_only or foe.arm is Arm.INFANTRY)


CAVALRY_LINES = ("open", "broken", "rough", "stationary", "square")


def _cavalry_charge(own: Party, enemy: Party, tables: Tables) -> Modifier | None:
    """Ground charged over by a lead unit of mounted cavalry (MAW-G.22h, MAW-G.51); nothing against a square (MAW-5.05)."""
    if not own.lead.on_horse:
        return None
    cavalry = lines(tables, "charge.modifier.cavalry", CAVALRY_LINES)
    if own.charge_ground is None:
        return cavalry["stationary"]
    return cavalry["square" if enemy.lead.in_square else own.charge_ground]
