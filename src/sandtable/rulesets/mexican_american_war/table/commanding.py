"""Leaders on the table: whom they command, which units share a check under them, and where they ride (MAW-1.01 to MAW-1.04, chapter 6, MAW-G.16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
import shapely

from sandtable.battle.event import Event
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Point, Pose, ahead, in_inches
from sandtable.kernel.form import Section, text
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.miniatures.acting import certain, form_read
from sandtable.miniatures.bodies import CONTACT, figure, gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Act
from sandtable.miniatures.regiment import Array
from sandtable.miniatures.sweeping import crossed, entered, through
from sandtable.miniatures.ways import off_board
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.leaders import (
    LeaderAttached,
    LeaderGone,
    LeaderLost,
    LeaderReplaced,
    LeaderReplacement,
    LeaderTakesOver,
    leader_replacement,
)
from sandtable.rulesets.mexican_american_war.ledger import card_of
from sandtable.rulesets.mexican_american_war.movement import Move
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.keeping import kept
from sandtable.rulesets.mexican_american_war.table.positions import position_of
from sandtable.rulesets.mexican_american_war.table.shapes import FILES, front_of, middle_of
from sandtable.rulesets.mexican_american_war.table.state import Deciding, Drawn, Formed, Kind, MawField, base_of, length
from sandtable.rulesets.mexican_american_war.units import CheckedUnit
from sandtable.rulesets.mexican_american_war.vocabulary import (
    NIGHTS,
    TWILIGHTS,
    Command,
    Commander,
    Cover,
    Ground,
    GroundDefended,
    Mover,
    Road,
    Side,
)

MOST_IN_CHECK = 12
REPLACED = (Commander.BRIGADE, Commander.DIVISION)


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


def _in_radius(field: MawField, piece: Piece, known: KnownLeader, unit: Piece) -> bool:
    tables = field.tables
    full, reduced = (length(tables.number("command_radius", each)) for each in ("clear", "reduced"))
    held = attached_to(field, known) is not None or not known.mounted or field.books.light in TWILIGHTS
    far = seeing.gap(field, piece, unit)
    if far > (reduced if held else full):
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


@kept
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
            yield _wrong("alone", "MAW-6.08", "helpers")
        if in_command(field, doing.actor):
            yield _wrong("in_command", "MAW-6.01", "piece", name=doing.actor.id)
        return
    for number, unit in enumerate(doing.helpers):
        if not commands(field, doing.actor, unit):
            yield _wrong("not_in_radius", "MAW-6.01", f"helpers.{number}", name=unit.id, leader=doing.actor.id)


def _wrong(name: str, rule: str, place: str, /, **about: Any) -> Problem:
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


# ---- Joining and leaving ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Attach:
    """A leader joins a unit, or leaves the one he is with."""

    side: Side = fields.side()
    leader: str = text(section=Section.ACTOR)
    unit: str | None = text(section=Section.TARGET, optional=True)


def _attached(situation: Attach, _: Tables) -> Ruling:
    """He is with that unit now, or with none (MAW-G.16a)."""
    return Ruling.of(
        "attached", LeaderAttached(whom=situation.leader, unit=situation.unit or ""), words={"name": situation.leader}
    )


def _action(name: str, form: type[Any], rule: Any, rules: str) -> Action:
    """An action of the table's own."""
    return Action(name, form, rule, Ruling, "army", tuple(rules.split()), layout="plain", ledger_only=True)


def _attach_facts(doing: Deciding) -> Facts:
    return {"side": Side(doing.actor.owner), "leader": doing.actor.id, "unit": doing.target.id or None}


def _leads(doing: Deciding) -> Iterator[Problem]:
    if not seeing.is_leader(doing.field, doing.actor):
        yield _wrong("no_leader", "MAW-G.16a", "piece", name=doing.actor.id)


def _attach_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A leader who is with nobody, and a unit within his move (MAW-G.16a)."""
    yield from _leads(doing)
    if not seeing.is_leader(doing.field, doing.actor):
        return
    known = leader_of(doing.field, doing.actor)
    if attached_to(doing.field, known) is not None:
        yield _wrong("is_with", "MAW-G.16a", "piece", name=known.name, unit=known.unit)
    if doing.target.id not in doing.field.books.units:
        yield _wrong("no_unit", "MAW-G.16a", "target", name=doing.target.id)
        return
    start, end = doing.actor.figures[0].point, behind(doing.field, doing.target)
    far = seeing.gap(doing.field, doing.actor, doing.target)
    most = length(_ride(doing.field, known, (start, end.point)))
    if far > most:
        yield _wrong("leader_far", "MAW-G.16a", "target", name=known.name, most=in_inches(most))


ATTACH: Deed[MawField] = Deed(
    action=_action("attach", Attach, _attached, "MAW-2.02 MAW-G.16a"),
    by="MAW-2.02",
    at="MAW-G.16a",
    with_own=True,
    measures=_attach_facts,
    hinders=_attach_hinders,
)


def _detach_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    yield from _leads(doing)
    if seeing.is_leader(doing.field, doing.actor) and not leader_of(doing.field, doing.actor).unit:
        yield _wrong("is_alone", "MAW-G.16a", "piece", name=doing.actor.id)


DETACH: Deed[MawField] = Deed(
    action=_action("detach", Attach, _attached, "MAW-2.02 MAW-G.16a"),
    by="MAW-2.02",
    measures=_attach_facts,
    hinders=_detach_hinders,
)


def behind(field: MawField, unit: Piece) -> Pose:
    """The place of a leader with a unit: behind the middle of its front."""
    front, across = front_of(field, unit), length(field.tables.exact("stand.leader_across"))
    if field.shapes[unit.id].kind in (Kind.SQUARE, Kind.MOB, Kind.HOUSE):
        middle = middle_of(unit)
        return Pose(middle.x, middle.y, front.facing)
    deep = unit.base.behind
    place = ahead(front, -deep - across / 2)
    return Pose(place.x, place.y, front.facing)


# ---- Riding ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Ride(Move):
    """A leader's move."""

    leader: str = text(section=Section.ACTOR)


RIDE_ACTION = replace(RULESET.by_id["move"], situation=Ride)


def _rode(field: MawField, known: KnownLeader, path: Sequence[Point]) -> dict[str, Any]:
    """The umpire's move calculator for a leader who rides by a way (MAW-2.12, MAW-8.07, MAW-8.15)."""
    told: dict[str, Any] = {"side": known.side, "mover": Mover.LEADER, "mounted": known.mounted, "leader": known.name}
    if len(path) < 2:  # noqa: PLR2004 - a way has two ends
        return told
    told["ground"] = _ground_on(field, path, known) or Ground.ROUGH
    told["minor_obstacles"] = min(6, len(crossed(ground.works(field.terrain, field.tables, "minor"), [path])))
    on_road = ground.length_on(field.terrain, ground.GOOD_ROAD, path)
    return told | ({"road": Road.GOOD, "road_inches": str(float(in_inches(on_road)))} if on_road else {})


def _ride(field: MawField, known: KnownLeader, path: Sequence[Point]) -> Fraction:
    """How far a leader may ride by a way."""
    form = form_read(RIDE_ACTION, _rode(field, known, path), field.tables)
    return Fraction(certain(RIDE_ACTION, form.situation, field.tables).measure("distance"))


def _ground_on(field: MawField, path: Sequence[Point], known: KnownLeader) -> Ground | None:
    """The slowest ground on a way beside roads; None where it cannot be gone."""
    mover = ground.MOUNTED if known.mounted else ground.FOOT
    way = shapely.linestrings(np.array(path, dtype=np.float64))
    for kind in (ground.GOOD_ROAD, ground.POOR_ROAD):
        roads = ground.roads_drawn(field.terrain, kind)
        way = way if roads is None else shapely.difference(way, roads)
    if shapely.is_empty(way) or not field.terrain.areas:
        return Ground.OPEN
    areas = entered(field.terrain, np.array([way]))
    classes = [ground.class_of(area.kind, mover, field.tables) for area in areas]
    return None if None in classes else ground.worst(each for each in classes if each is not None)


def _way(doing: Deciding) -> tuple[Point, ...]:
    way = doing.order.ways[0] if doing.order.ways else ()
    return (doing.actor.figures[0].point, *(pose.point for pose in way))


def ridden(field: MawField, order: Act) -> dict[str, Any]:
    """The move calculator's form for an order to ride."""
    piece = field.pieces[order.piece]
    way = order.ways[0] if order.ways else ()
    path = (piece.figures[0].point, *(pose.point for pose in way))
    return _rode(field, leader_of(field, piece), path)


def _ride_facts(doing: Deciding) -> Facts:
    if not seeing.is_leader(doing.field, doing.actor):
        raise refuse("piece", "problem.table.no_leader", rule="MAW-2.08", name=doing.actor.id)
    return _rode(doing.field, leader_of(doing.field, doing.actor), _way(doing))


def _ride_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Detached leaders move, once, after all checks; not onto anybody's base (MAW-2.08)."""
    field, known, path = doing.field, leader_of(doing.field, doing.actor), _way(doing)
    if attached_to(field, known) is not None:
        yield _wrong("is_with", "MAW-2.08", "piece", name=known.name, unit=known.unit)
    if field.books.owed():
        yield _wrong("must_check", "MAW-2.08", "action", name=str(field.books.owed()[0].fields["units"][0]["name"]))
    if known.name in field.ridden:
        yield _wrong("has_ridden", "MAW-2.08", "piece", name=known.name)
    if len(path) < 2:  # noqa: PLR2004 - he stays where he is
        return
    if _ground_on(field, path, known) is None:
        yield _wrong("impassable_way", "MAW-G.09", "ways")
    far, most = round(sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(path))), _ride(field, known, path)
    if far > length(most):
        yield _wrong("too_far", "MAW-2.12", "ways", far=in_inches(far), left=most)
    end = figure(doing.actor.base, Pose(*path[-1]))
    if off_board(field.terrain, end):
        yield _wrong("off_board", "MAW-G.21f", "ways")
    foes = [each for piece in seeing.enemies_of(field, doing.actor.owner) for each in seeing.stands(field, piece)]
    if foes and int(gaps([end], foes).min()) <= CONTACT:
        yield _wrong("on_somebody", "MAW-G.20g", "ways")


def rides(piece: Piece, end: Pose) -> Formed:
    """A leader at another place."""
    return Formed(piece=piece.id, figures=(end,), base=piece.base, drawn=alone(end))


def alone(at: Pose) -> Drawn:
    """A leader, drawn up."""
    return Drawn(Kind.LEADER, Kind.LEADER.value, Array(at, 1))


def _ride_moves(doing: Deciding, _: Any) -> Iterator[Event]:
    end = _way(doing)[-1]
    yield rides(doing.actor, Pose(end.x, end.y, doing.actor.figures[0].facing))


RIDE: Deed[MawField] = Deed(
    action=RIDE_ACTION, by="MAW-2.08", measures=_ride_facts, hinders=_ride_hinders, moves=_ride_moves
)


# ---- Lost and replaced -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReplacement(LeaderReplacement):
    """A new leader for a command, and the unit that receives him."""

    leader: str = text(section=Section.ACTOR)


def _replaced(situation: TableReplacement, tables: Tables) -> Rule[Ruling]:
    ruled = yield from leader_replacement(situation, tables)
    rating = next(one.rating for one in ruled.effects if isinstance(one, LeaderReplaced))
    takes_over = LeaderTakesOver(whom=situation.leader, rating=rating, unit=situation.name or "")
    return replace(ruled, notes=(*ruled.notes, takes_over))


def owed_replacement(field: MawField, side: str) -> Act | None:
    """A new leader who is thrown for: for each command that has lost its own and has a unit left (MAW-G.16c)."""
    for leader in field.books.leaders.values():
        if leader.gone and leader.side.value == side and leader.rank in REPLACED and _receiver(field, leader):
            return Act(by=side, action="leader_replacement", chosen={"leader": leader.name})
    return None


def _receiver(field: MawField, leader: KnownLeader) -> str:
    """The unit of the command with the most stands."""
    own = [field.books.units[name] for name in leader.command if name in field.pieces]
    return max(own, key=lambda unit: unit.stands).name if own else ""


def _replacement_facts(doing: Deciding) -> Facts:
    leader = field_leader(doing)
    return {
        "side": leader.side,
        "commander": leader.rank,
        "leader": leader.name,
        "name": _receiver(doing.field, leader),
    }


def field_leader(doing: Deciding) -> KnownLeader:
    """The leader that an order names."""
    return doing.field.books.leaders[str(doing.order.chosen.get("leader", ""))]


def newcomers(field: MawField) -> tuple[Piece, ...]:
    """Leaders whom the books count and who are not on the table yet: back from a wound, or new."""
    found = []
    for name, leader in field.books.leaders.items():
        unit = attached_to(field, leader) or next(
            (field.pieces[each] for each in leader.command if each in field.pieces), None
        )
        if leader.leads and name not in field.pieces and unit is not None:
            found.append(Piece(name, leader.side.value, base_of(leader, field.tables), (behind(field, unit),)))
    return tuple(found)


REPLACEMENT: Deed[MawField] = Deed(
    action=replace(RULESET.by_id["leader_replacement"], situation=TableReplacement, rule=_replaced),
    measures=_replacement_facts,
    chooses=("leader",),
    shows=newcomers,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """A leader whom the enemy has reached."""

    side: Side = fields.side()
    leader: str = text(section=Section.ACTOR)
    friend_near: bool = fields.box()


def _taken(situation: Reached, _: Tables) -> Ruling:
    """He is captured, unless a friendly unit is near (MAW-G.16d)."""
    if situation.friend_near:
        return Ruling.of("leader_escapes", words={"name": situation.leader})
    lost = LeaderLost(whom=situation.leader, side=situation.side)
    return Ruling.of(
        "leader_taken", notes=(LeaderGone(whom=situation.leader), lost), words={"name": situation.leader}, grave=4
    )


def reached(field: MawField) -> Piece | None:
    """A leader whom an enemy unit touches, and who is with nobody."""
    for name, known in field.books.leaders.items():
        piece = field.pieces.get(name)
        if piece is None or attached_to(field, known) is not None:
            continue
        foes = (enemy for enemy in seeing.enemies_of(field, piece.owner) if enemy.figures)
        if any(seeing.gap(field, piece, enemy) <= CONTACT for enemy in foes):
            return piece
    return None


def friend_near(field: MawField, piece: Piece) -> Piece | None:
    """The nearest friendly unit within reach of help."""
    near = length(field.tables.number("apart.capture"))
    friends = [(seeing.gap(field, piece, each), each.id) for each in seeing.units_of(field, piece.owner)]
    close = [each for each in friends if each[0] <= near]
    return field.pieces[min(close)[1]] if close else None


def _reached_moves(doing: Deciding, situation: Reached) -> Iterator[Event]:
    friend = friend_near(doing.field, doing.actor)
    if situation.friend_near and friend is not None:
        yield rides(doing.actor, behind(doing.field, friend))


CAPTURE: Deed[MawField] = Deed(
    action=_action("leader_reached", Reached, _taken, "MAW-G.16d"),
    by="MAW-G.16d",
    measures=lambda doing: {
        "side": Side(doing.actor.owner),
        "leader": doing.actor.id,
        "friend_near": friend_near(doing.field, doing.actor) is not None,
    },
    moves=_reached_moves,
)
COMMANDING = {
    "maneuver_check": CHECK,
    "attach": ATTACH,
    "detach": DETACH,
    "move": RIDE,
    "leader_replacement": REPLACEMENT,
    "leader_reached": CAPTURE,
}
