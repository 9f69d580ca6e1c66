"""Leaders on the table: whom they command, which units share a check under them, and where they ride (MAW-1.01 to MAW-1.04, chapter 6, MAW-G.16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Act
from sandtable.miniatures.sweeping import through
from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.known_unit import card_of
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.keeping import once_a_table
from sandtable.rulesets.mexican_american_war.table.positions import position_of
from sandtable.rulesets.mexican_american_war.table.shapes import FILES
from sandtable.rulesets.mexican_american_war.table.state import Deciding, MawField, length
from sandtable.rulesets.mexican_american_war.units import CheckedUnit
from sandtable.rulesets.mexican_american_war.vocabulary import (
    NIGHTS,
    TWILIGHTS,
    Command,
    Commander,
    Cover,
    GroundDefended,
    Side,
)

MOST_IN_CHECK = 12


def leader_of(field: MawField, piece: Piece) -> KnownLeader:
    """A leader as the books know him."""
    return field.books.leaders[piece.id]


def leaders_of(field: MawField, side: str) -> tuple[Piece, ...]:
    """The leaders of a side who are on the table."""
    return tuple(piece for piece in field.of(side) if piece.id in field.books.leaders)


def attached_to(field: MawField, leader: KnownLeader) -> Piece | None:
    """The unit that a leader is with, as long as it is there."""
    return field.pieces.get(leader.unit) if leader.unit else None


# ---- Whom he commands ------------------------------------------------------------------------------------------------------------------


def commands(field: MawField, leader: Piece, unit: Piece) -> bool:
    """Whether a unit is in a leader's radius, or in the line of march whose head he is with (MAW-1.01 to MAW-1.04)."""
    return unit.id in commanded(field, leader.id)


@fact
def commanded(field: MawField, name: str) -> frozenset[str]:
    """The units that a leader commands now."""
    piece, known = field.pieces[name], field.books.leaders[name]
    if not known.leads:
        return frozenset()
    own = attached_to(field, known)
    if field.books.light in NIGHTS:
        return frozenset() if own is None else frozenset({own.id})
    units = [unit for unit in seeing.units_of(field, piece.owner) if unit.figures]
    found = {unit.id for unit in units if _in_radius(field, piece, known, unit)}
    if own is not None:
        found |= {own.id, *_line_of_march(field, own)}
    return frozenset(found)


def radius(field: MawField, piece: Piece) -> Length:
    """How far a leader commands: less when he is with a unit, on foot, or in twilight."""
    known = field.books.leaders[piece.id]
    held = attached_to(field, known) is not None or not known.mounted or field.books.light in TWILIGHTS
    return length(field.tables.number("command_radius", "reduced" if held else "clear"))


def _in_radius(field: MawField, piece: Piece, known: KnownLeader, unit: Piece) -> bool:
    reduced = length(field.tables.number("command_radius", "reduced"))
    far = seeing.gap(field, piece, unit)
    if far > radius(field, piece):
        return False
    places = seeing.quads(field, unit.id)
    ends = np.concatenate((places.mean(axis=1), places.reshape(-1, 2)))
    starts = np.repeat(np.array([piece.figures[0].point], dtype=np.float64), len(ends), axis=0)
    but = (unit.id, known.unit)
    sighted = seeing.clear(field, starts, ends, but)
    if far <= reduced:
        return bool(sighted.any())
    bushes = through(field.terrain, frozenset({ground.DENSE_CHAPARRAL}), starts, ends)
    return bool((sighted & (bushes <= 0)).any())


def _line_of_march(field: MawField, head: Piece) -> Iterator[str]:
    """The columns that follow one another, from its head (MAW-1.03)."""
    near = length(field.tables.number("apart.march"))
    waiting = [head] if field.shapes[head.id].state in FILES else []
    columns = [
        each
        for each in seeing.units_of(field, head.owner)
        if field.shapes[each.id].state in FILES and each.id != head.id
    ]
    while waiting:
        last = waiting.pop()
        following = [each for each in columns if int(gaps(last.stands[-1:], each.stands[:1]).min()) <= near]
        columns = [each for each in columns if each not in following]
        waiting += following
        yield from (each.id for each in following)


def in_command(field: MawField, unit: Piece) -> bool:
    """Whether any leader commands a unit."""
    return any(commands(field, leader, unit) for leader in leaders_of(field, unit.owner))


# ---- The check -------------------------------------------------------------------------------------------------------------------------


def checked_units(doing: Deciding) -> tuple[Piece, ...]:
    """The units of a check: those beside a leader, or the one that acts by itself."""
    return doing.helpers if seeing.is_leader(doing.field, doing.actor) else (doing.actor, *doing.helpers)


@once_a_table
def check_facts(doing: Deciding) -> Facts:
    """Who leads, and every unit with its place: in command or not, covered, outflanked, in close range, fortified."""
    led = seeing.is_leader(doing.field, doing.actor)
    leader = leader_of(doing.field, doing.actor) if led else None
    units = checked_units(doing)
    if not units or any(unit.id not in doing.field.books.units for unit in units):
        raise refuse("helpers", "problem.table.no_units", rule="MAW-6.01")
    told: dict[str, Any] = {
        "side": Side(doing.actor.owner),
        "units": [card(doing.field, unit, leader) for unit in units],
    }
    if leader is not None:
        told |= {"leader_rating": leader.rating, "commander": leader.rank}
    return told


def card(field: MawField, unit: Piece, leader: KnownLeader | None) -> dict[str, Any]:
    """A unit of a check as geometry and the books fill it in."""
    known = field.books.units[unit.id]
    command = Command.OUT if leader is None else Command.OWN if unit.id in leader.command else Command.PROVISIONAL
    cover, position = position_of(field, unit)
    measured = {
        "command": command,
        "linear_cover": cover is not Cover.NONE,
        "outflanked": seeing.outflanked(field, unit),
        "in_close_range": seeing.in_close_range(field, unit),
        "fortified": position is GroundDefended.FORTIFIED,
        "fixed": field.setting.mark(unit.id).fixed,
    }
    return {**card_of(known, CheckedUnit), **measured}


def check_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """All of them are under that leader, or the one is under nobody (MAW-6.01, MAW-6.08)."""
    field = doing.field
    if not seeing.is_leader(field, doing.actor):
        if doing.helpers:
            yield wrong("alone", "MAW-6.08", "helpers")
        if in_command(field, doing.actor):
            yield wrong("in_command", "MAW-6.01", "piece", name=doing.actor.id)
        return
    for number, unit in enumerate(doing.helpers):
        if not commands(field, doing.actor, unit):
            yield wrong("not_in_radius", "MAW-6.01", f"helpers.{number}", name=unit.id, leader=doing.actor.id)


def wrong(name: str, rule: str, place: str, /, **about: Any) -> Problem:
    """What is wrong, in words and by a rule."""
    return Problem(place, Message.of(f"problem.table.{name}", **about), (), rule)


CHECK: Deed[MawField] = Deed(
    action=RULESET.by_id["maneuver_check"],
    by="MAW-2.04",
    helpers=MOST_IN_CHECK,
    measures=check_facts,
    hinders=check_hinders,
)


def checks(field: MawField, side: str) -> Iterator[Act]:
    """Every check that a side could throw for now: a leader with all that he commands and that has not checked, or a unit by itself."""
    left = [unit for unit in seeing.units_of(field, side) if field.books.units[unit.id].checked is None]
    for leader in leaders_of(field, side):
        own = [unit for unit in left if commands(field, leader, unit)]
        if leader_of(field, leader).rank is Commander.ARTILLERY:
            own = [unit for unit in own if field.books.units[unit.id].is_guns]
        if own:
            helpers = tuple(unit.id for unit in own[:MOST_IN_CHECK])
            yield Act(by=side, action="maneuver_check", piece=leader.id, helpers=helpers)
    for unit in left:
        if not in_command(field, unit):
            yield Act(by=side, action="maneuver_check", piece=unit.id)
