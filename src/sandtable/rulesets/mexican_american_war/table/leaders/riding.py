"""Leaders who join units, leave them, ride, fall, are replaced and are captured (MAW-2.02, MAW-2.08, MAW-G.16)."""

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
from sandtable.geometry.measure import INCH, Point, Pose, ahead, in_inches
from sandtable.kernel.form import Section, text
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
from sandtable.miniatures.sweeping import crossed, entered
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
from sandtable.rulesets.mexican_american_war.movement import Move
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.leaders.commanding import attached_to, leader_of, wrong
from sandtable.rulesets.mexican_american_war.table.shapes import front_of, middle_of
from sandtable.rulesets.mexican_american_war.table.state import Deciding, Drawn, Formed, Kind, MawField, base_of, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Commander,
    Ground,
    Mover,
    Road,
    Side,
)

REFUGE = 12  # inches behind a friendly unit within which a leader looks for a safe place
REPLACED = (Commander.BRIGADE, Commander.DIVISION)


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
        yield wrong("no_leader", "MAW-G.16a", "piece", name=doing.actor.id)


def _attach_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A leader who is with nobody, and a unit within his move (MAW-G.16a)."""
    yield from _leads(doing)
    if not seeing.is_leader(doing.field, doing.actor):
        return
    known = leader_of(doing.field, doing.actor)
    if attached_to(doing.field, known) is not None:
        yield wrong("is_with", "MAW-G.16a", "piece", name=known.name, unit=known.unit)
    if doing.target.id not in doing.field.books.units:
        yield wrong("no_unit", "MAW-G.16a", "target", name=doing.target.id)
        return
    start, end = doing.actor.figures[0].point, behind(doing.field, doing.target)
    far = seeing.gap(doing.field, doing.actor, doing.target)
    most = length(_ride(doing.field, known, (start, end.point)))
    if far > most:
        yield wrong("leader_far", "MAW-G.16a", "target", name=known.name, most=in_inches(most))


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
        yield wrong("is_alone", "MAW-G.16a", "piece", name=doing.actor.id)


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
        yield wrong("is_with", "MAW-2.08", "piece", name=known.name, unit=known.unit)
    if field.books.owed():
        yield wrong("must_check", "MAW-2.08", "action", name=str(field.books.owed()[0].fields["units"][0]["name"]))
    if known.name in field.ridden:
        yield wrong("has_ridden", "MAW-2.08", "piece", name=known.name)
    if len(path) < 2:  # noqa: PLR2004 - he stays where he is
        return
    if _ground_on(field, path, known) is None:
        yield wrong("impassable_way", "MAW-G.09", "ways")
    far, most = round(sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(path))), _ride(field, known, path)
    if far > length(most):
        yield wrong("too_far", "MAW-2.12", "ways", far=in_inches(far), left=most)
    end = figure(doing.actor.base, Pose(*path[-1]))
    if off_board(field.terrain, end):
        yield wrong("off_board", "MAW-G.21f", "ways")
    foes = [each for piece in seeing.enemies_of(field, doing.actor.owner) for each in seeing.stands(field, piece)]
    if foes and int(gaps([end], foes).min()) <= CONTACT:
        yield wrong("on_somebody", "MAW-G.20g", "ways")


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


def refuge(field: MawField, piece: Piece) -> Pose | None:
    """Where a leader gets away to whom the enemy has reached: behind a friendly unit that is near, or farther back, where no enemy is (MAW-G.16d)."""
    near = length(field.tables.number("apart.capture"))
    friends = sorted((seeing.gap(field, piece, each), each.id) for each in seeing.units_of(field, piece.owner))
    foes = [each for enemy in seeing.enemies_of(field, piece.owner) for each in seeing.stands(field, enemy)]
    for far, name in friends:
        if far > near:
            break
        place = behind(field, field.pieces[name])
        for back in range(REFUGE):
            spot = ahead(place, -back * INCH)
            there = Pose(spot.x, spot.y, place.facing)
            body = figure(piece.base, there)
            if not off_board(field.terrain, body) and (not foes or int(gaps([body], foes).min()) > CONTACT):
                return there
    return None


def _reached_moves(doing: Deciding, situation: Reached) -> Iterator[Event]:
    there = refuge(doing.field, doing.actor)
    if situation.friend_near and there is not None:
        yield rides(doing.actor, there)


CAPTURE: Deed[MawField] = Deed(
    action=_action("leader_reached", Reached, _taken, "MAW-G.16d"),
    by="MAW-G.16d",
    measures=lambda doing: {
        "side": Side(doing.actor.owner),
        "leader": doing.actor.id,
        "friend_near": refuge(doing.field, doing.actor) is not None,
    },
    moves=_reached_moves,
)
LEADING = {
    "attach": ATTACH,
    "detach": DETACH,
    "move": RIDE,
    "leader_replacement": REPLACEMENT,
    "leader_reached": CAPTURE,
}
