"""Movement: a group throws, then each figure goes its own way and pays for the ground (chapter 7, R48-G.14, R48-G.16, R48-G.17, R48-G.57)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from sandtable.geometry.borders import from_edges
from sandtable.geometry.compiled.sightlines import meets_any
from sandtable.geometry.cover import contains
from sandtable.geometry.crowd import Crowd, all_of
from sandtable.geometry.distance import overlaps
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose, in_inches
from sandtable.geometry.trail import way_length
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import figure, gaps, near
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Way
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import (
    by_pairs,
    clusters,
    contact,
    group_of,
    group_problems,
    links,
    men_acting,
    told_of,
    wrong,
)
from sandtable.rulesets.uprising1848.table.figures import Man, base_of, slowest_of
from sandtable.rulesets.uprising1848.table.ground import enterable, legs_of, passed
from sandtable.rulesets.uprising1848.table.own_actions import GO
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, Deciding, UprisingField, length
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import GunState, Instead, Quality, Status

SLACK = 1.5  # of a thousandth, that rounding may cost
ROOM = -2.0  # bases that only touch are passed
RIDES = ("mount", "dismount")


# ---- The throw ---------------------------------------------------------------------------------------------------------------------


def gun_at(tables: Tables, pose: Pose) -> Footprint:
    """The ground under a gun, by the middle of its muzzle's edge (R48-G.49(a))."""
    wide, deep = (length(tables.exact(f"base.gun_{side}")) for side in ("wide", "long"))
    return Footprint((pose,), 1, wide, deep)


def crew_at(field: UprisingField, piece: Piece) -> tuple[int, ...]:
    """The figures that are near enough to their gun to serve it (R48-G.18(a))."""
    if piece.marker is None or not piece.figures:
        return ()
    far = gaps(piece.stands, [gun_at(field.tables, piece.marker)])[:, 0]
    return tuple(np.flatnonzero(far <= length(field.tables.exact("base.crew"))).tolist())


def instead(doing: Deciding) -> Instead:
    """What the Move action is used for."""
    told = doing.order.chosen.get("instead", Instead.MOVE.value)
    return Instead(told) if told in set(Instead) else Instead.MOVE


def with_gun(unit: KnownUnit, what: Instead) -> bool:
    """Whether a gun goes along: a limbered one does, and whatever is done to it (R48-7.12, R48-7.13)."""
    return unit.party.gun is not None and (unit.limbered or what is not Instead.MOVE)


def facts(doing: Deciding) -> Facts:
    """The slowest of the group is the Actor, mounted only if all are; a gun is Transport (R48-6.07, R48-6.07a)."""
    men, unit, what = men_acting(doing), doing.field.unit(doing.actor.id), instead(doing)
    group = group_of(doing)
    gun = with_gun(unit, what)
    told: dict[str, Any] = {
        **told_of(doing, group),
        "actor": Quality.TRANSPORT if gun or not men else slowest_of([men[each] for each in group] or men),
        "actor_is_mounted": not gun and bool(group) and all(men[each].mounted for each in group),
    }
    if gun:
        told["gun_state"] = GunState.LIMBERED if unit.limbered else GunState.UNLIMBERED
    return told


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Wavering troops go together, and so do those who move a gun or come from behind friendly lines (R48-7.13, R48-G.37(b), R48-G.57)."""
    field, unit, what = doing.field, doing.field.unit(doing.actor.id), instead(doing)
    group, men = group_of(doing), men_acting(doing)
    yield from group_problems(doing, group, strays=False)
    if "instead" in doing.order.chosen and unit.party.gun is None:
        yield wrong("chosen.instead", "no_gun", "R48-7.12")
    everybody = len(group) == len(men)
    if unit.status is Status.WAVERING and not everybody:
        yield wrong("members", "together", "R48-G.37", name=unit.name)
    if doing.actor.id in field.waiting and not everybody:
        yield wrong("members", "together", "R48-G.57", name=unit.name)
    if with_gun(unit, what) and (not everybody or not crew_at(field, doing.actor)):
        yield wrong("members", "crew", "R48-7.13", name=unit.name)
    if doing.order.ways or (doing.order.marker and what is not Instead.TURN):
        yield wrong("ways", "throws_first", "R48-7.01")
    here, there = doing.actor.marker, doing.order.marker
    if what is Instead.TURN and (len(there) != 1 or here is None or there[0].point != here.point):
        yield wrong("marker", "turns", "R48-7.12")


MOVE: Deed[UprisingField] = Deed(
    action=RULESET.by_id["move"],
    by="R48-7.01",
    measures=facts,
    chooses=("instead",),
    hinders=hinders,
)


# ---- The way -----------------------------------------------------------------------------------------------------------------------


def _ways(doing: Deciding) -> tuple[Way, ...]:
    """A way for each figure; whoever is told nothing stays."""
    told = doing.order.ways
    return tuple(told[number] if number < len(told) else () for number in range(len(doing.actor.figures)))


def _goes(doing: Deciding) -> list[tuple[int, Pose, Way]]:
    """Who goes, from where and by which way; from behind friendly lines a way begins where it comes onto the table."""
    comes = doing.actor.id in doing.field.waiting
    found = []
    for number, (pose, way) in enumerate(zip(doing.actor.figures, _ways(doing), strict=True)):
        if way and comes:
            found.append((number, way[0], way[1:]))
        elif way:
            found.append((number, pose, way))
    return found


def off_table(field: UprisingField, place: Point | Pose) -> bool:
    """Whether a place lies beyond the edge."""
    return not (0 <= place.x <= field.terrain.width and 0 <= place.y <= field.terrain.height)


def clipped(field: UprisingField, start: Pose, way: Way) -> Way:
    """A way up to where it leaves the table."""
    kept: list[Pose] = []
    for a, b in pairwise((start, *way)):
        if not off_table(field, b):
            kept.append(b)
            continue
        share = min(_share(a.x, b.x, field.terrain.width), _share(a.y, b.y, field.terrain.height))
        kept.append(Pose(round(a.x + share * (b.x - a.x)), round(a.y + share * (b.y - a.y)), b.facing))
        break
    return tuple(kept)


def _share(start: Length, end: Length, size: Length) -> float:
    if 0 <= end <= size or start == end:
        return 1.0
    return max(0.0, ((0 if end < 0 else size) - start) / (end - start))


def cost(field: UprisingField, man: Man, start: Pose, way: Way) -> float:
    """What a way takes of the allowance for open ground, infinite where nobody so mounted can go it."""
    tables = field.tables
    over = passed(field.ground, tables, legs_of(man), start, clipped(field, start, way))
    if over.barred:
        return float("inf")
    factor = tables.number("rough", "mounted" if man.mounted else "foot")
    return over.cost(factor, length(tables.number("obstacle.inches")))


def others_of(field: UprisingField, name: str, movers: Sequence[int]) -> Crowd:
    """Everybody else's base: all figures but those who move."""
    return _others_of(field, name, frozenset(movers))


@fact
def _others_of(field: UprisingField, name: str, movers: frozenset[int]) -> Crowd:
    stands = [piece.stands for piece in field.there() if piece.id != name]
    own = field.pieces.get(name)
    if own is not None and name not in field.waiting:
        stands.append(Crowd([stand for number, stand in enumerate(own.stands) if number not in movers]))
    return all_of(stands)


def things_of(field: UprisingField, name: str) -> list[Footprint]:
    """Guns and wagons that nobody stands on."""
    served = [each for each in field.pieces.values() if each.marker and not each.hidden and each.id != name]
    guns = [gun_at(field.tables, each.marker) for each in served if each.marker]
    wagons = [figure(base_of(DRIVER, field.tables), each.at) for each in field.wagons.values()]
    return guns + wagons


DRIVER = Man(Quality.CIVILIAN, riding=True)


def way_problems(
    field: UprisingField, piece: Piece, goes: Sequence[tuple[int, Pose, Way]], far: Length
) -> Iterator[Problem]:
    """What stands in the way of single figures: distance, ground, other figures, the enemy, the links of the unit."""
    men, movers = field.men[piece.id], [number for number, _, _ in goes]
    others = others_of(field, piece.id, movers)
    posts = others.posts
    for number, start, way in goes:
        man = men[number]
        base = base_of(man, field.tables)
        taken = cost(field, man, start, way)
        if taken == float("inf"):
            yield _at(number, "impassable", "R48-G.17")
        elif taken > far + SLACK:
            yield _at(number, "too_far", "R48-7.02", far=in_inches(round(taken)), left=in_inches(far))
        legs = np.array([(a.x, a.y, b.x, b.y) for a, b in pairwise((start, *way))], dtype=np.float64).reshape(-1, 4)
        room = (base.radius or base.width / 2) + ROOM
        if meets_any(legs, posts, room):
            yield _at(number, "in_the_way", "R48-7.09")
    yield from _standing(field, piece, goes)


def _at(number: int, name: str, rule: str, **about: Any) -> Problem:
    """What is wrong with the way of one figure."""
    return wrong(f"ways.{number}", name, rule, **about)


def _standing(field: UprisingField, piece: Piece, goes: Sequence[tuple[int, Pose, Way]]) -> Iterator[Problem]:
    """Where figures may not stand at the end."""
    men, tables = field.men[piece.id], field.tables
    ends = {number: (way[-1] if way else start) for number, start, way in goes}
    gone = {number for number, end in ends.items() if off_table(field, end)}
    stands = {number: figure(base_of(men[number], tables), end) for number, end in ends.items() if number not in gone}
    others = Crowd([*others_of(field, piece.id, list(ends)), *things_of(field, piece.id)])
    enemies = [each for each in field.there() if each.owner != piece.owner and field.fights_on(each.id)]
    foes = [stand for enemy in enemies for stand in enemy.stands]
    for number, stand in stands.items():
        if not enterable(field.ground, tables, legs_of(men[number]), ends[number].point):
            yield _at(number, "impassable", "R48-G.17")
        if piece.owner == GOVERNMENT and field.friendly and contains(field.friendly, ends[number].point):
            yield _at(number, "friendly", "R48-G.57")
        beside = [other for each, other in stands.items() if each != number]
        if any(overlaps(stand, other) for other in (*near(stand.box, others), *beside)):
            yield _at(number, "crowded", "R48-7.09")
    touched = gaps(list(stands.values()), foes) <= contact(tables)
    for number, row in zip(stands, touched, strict=True):
        if row.any():
            yield _at(number, "contact", "R48-7.10")
    yield from _linked(field, piece, ends, gone)


def _linked(field: UprisingField, piece: Piece, ends: dict[int, Pose], gone: set[int]) -> Iterator[Problem]:
    """The chain of three inches; one that was broken before is not broken further, and strays come nearer (R48-4.21, R48-4.21a, R48-G.49(d))."""
    tables, men = field.tables, field.men[piece.id]
    comes = piece.id in field.waiting
    before = piece.stands
    after = [
        figure(base_of(men[number], tables), ends.get(number, pose))
        for number, pose in enumerate(piece.figures)
        if number not in gone
    ]
    numbers = [number for number in range(len(piece.figures)) if number not in gone]
    groups = clusters(after, links(tables), pairs=by_pairs(tables))
    if len(groups) <= 1:
        return
    old = [] if comes else clusters(before, links(tables), pairs=by_pairs(tables))
    strays = [numbers[each] for group in groups[1:] for each in group]
    if len(old) > 1 and len(groups) <= len(old):
        main = [before[each] for each in old[0]]
        lost = [each for each in strays if each in ends]
        if all(_closer(before[each], after[numbers.index(each)], main) for each in lost):
            return
    for each in strays:
        yield _at(each, "scattered", "R48-4.21", within=in_inches(links(tables)))


def _closer(was: Footprint, now: Footprint, main: Sequence[Footprint]) -> bool:
    then, since = (int(gaps([each], main).min()) for each in (was, now))
    return since < then


def go_facts(doing: Deciding) -> Facts:
    """How far they may go, and how far whoever goes farthest does."""
    moving = doing.field.moving
    on_table = ((start, clipped(doing.field, start, way)) for _, start, way in _goes(doing))
    far = max((way_length(start.point, [pose.point for pose in way]) for start, way in on_table), default=0.0)
    return {"inches": in_inches(moving.far if moving is not None else 0), "gone": Fraction(round(far / 100), 10)}


def go_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Each figure of the group goes as far as was thrown, or less (R48-7.07)."""
    field, piece, moving = doing.field, doing.actor, doing.field.moving
    if moving is None or moving.piece != piece.id:
        yield wrong("piece", "not_moving", "R48-7.01", (moving.piece,) if moving else ())
        return
    if len(doing.order.ways) != len(piece.figures):
        yield wrong("ways", "ways", "R48-7.08", figures=len(piece.figures))
        return
    goes = _goes(doing)
    others = [number for number, _, _ in goes if number not in moving.figures]
    for number in others:
        yield _at(number, "not_in_group", "R48-4.28")
    if piece.id in field.waiting:
        yield from _entry(doing, goes)
    if not others:
        yield from way_problems(field, piece, goes, moving.far)
    yield from _gun_way(doing, moving.far)
    ride = doing.order.chosen.get("ride")
    men = men_acting(doing)
    if ride is not None and (ride not in RIDES or not all(men[each].horse for each in moving.figures)):
        yield wrong("chosen.ride", "no_horse", "R48-7.11", RIDES)


def _entry(doing: Deciding, goes: Sequence[tuple[int, Pose, Way]]) -> Iterator[Problem]:
    """Everybody or nobody comes, each from a place on the friendly edge, and onto the table (R48-11.05, R48-G.57(a))."""
    field = doing.field
    if goes and len(goes) < len(doing.actor.figures):
        yield wrong("ways", "together", "R48-G.57", name=doing.actor.id)
    for number, start, way in goes:
        if not at_friendly_edge(field, start):
            yield _at(number, "friendly_edge", "R48-G.57")
        if off_table(field, way[-1] if way else start):
            yield _at(number, "not_on_table", "R48-G.57")


def at_friendly_edge(field: UprisingField, place: Pose | Point) -> bool:
    """Whether a place is on the edge of the table, where friendly lines are."""
    on_edge = place.x in (0, field.terrain.width) or place.y in (0, field.terrain.height)
    return on_edge and contains(field.friendly, Point(place.x, place.y))


def _gun_way(doing: Deciding, far: Length) -> Iterator[Problem]:
    """A limbered gun goes with its crew, who keep beside it (R48-7.13, R48-G.18(a))."""
    field, piece, unit = doing.field, doing.actor, doing.field.unit(doing.actor.id)
    here, way = piece.marker, doing.order.marker
    if here is None or not unit.limbered:
        if way:
            yield wrong("marker", "no_gun", "R48-7.12a")
        return
    taken = cost(field, DRIVER, here, way)
    end = way[-1] if way else here
    if taken > far + SLACK:
        name = "impassable" if taken == float("inf") else "too_far"
        yield wrong("marker", name, "R48-G.17", far=in_inches(round(min(taken, 1e9))), left=in_inches(far))
    if off_table(field, end):
        return
    ends = [way[-1] if way else pose for pose, way in zip(piece.figures, _ways(doing), strict=True)]
    stands = [figure(base_of(man, field.tables), pose) for man, pose in zip(men_acting(doing), ends, strict=True)]
    gun = gun_at(field.tables, end)
    if (gaps(stands, [gun])[:, 0] > length(field.tables.exact("base.crew"))).any():
        yield wrong("marker", "away_from_gun", "R48-7.13")
    if any(overlaps(gun, other) for other in near(gun.box, [*others_of(field, piece.id, range(99)), *stands])):
        yield wrong("marker", "crowded", "R48-7.09")


GO_ON: Deed[UprisingField] = Deed(
    action=GO, by="R48-7.08", measures=go_facts, chooses=("ride",), hinders=go_hinders, goes=True
)


# ---- Afterwards --------------------------------------------------------------------------------------------------------------------


def ridden(field: UprisingField, piece: Piece, figures: Sequence[int], ride: str) -> tuple[Man, ...]:
    """Figures on their horses or off them."""
    some = set(figures)
    return tuple(
        replace(man, mounted=ride == "mount") if number in some and man.horse else man
        for number, man in enumerate(field.men[piece.id])
    )


def gone_off(field: UprisingField, piece: Piece) -> tuple[int, ...]:
    """The figures that stand beyond the edge now."""
    if piece.id in field.waiting:
        return ()
    return tuple(number for number, pose in enumerate(piece.figures) if off_table(field, pose))


def beyond_far_edge(field: UprisingField, pose: Pose) -> bool:
    """Whether somebody has left by the edge opposite friendly lines (R48-11.22)."""
    edge = friendly_edge(field)
    return (
        (edge == "south" and pose.y > field.terrain.height)
        or (edge == "north" and pose.y < 0)
        or (edge == "west" and pose.x > field.terrain.width)
        or (edge == "east" and pose.x < 0)
    )


def friendly_edge(field: UprisingField) -> str:
    """The edge of the table nearest to friendly lines."""
    xs, ys = [each.x for each in field.friendly] or [0], [each.y for each in field.friendly] or [0]
    off = from_edges(field.terrain, (min(xs), min(ys), max(xs), max(ys)))
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    lengths = {"south": wide, "north": wide, "west": high, "east": high}
    return min(lengths, key=lambda edge: (max(0, off[edge]), -lengths[edge]))
