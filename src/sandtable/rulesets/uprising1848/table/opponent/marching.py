"""Figures on the march: each goes his own way as far as it carries him, to a place in a loose order about where the unit means to stand (R48-7.02, R48-7.08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

import numpy as np

from sandtable.geometry.compiled.sightlines import meets_any
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose, apart, bearing, direction
from sandtable.geometry.trail import first_part
from sandtable.miniatures.bodies import figure, gaps, near
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act, Way
from sandtable.rulesets.uprising1848.table.acting import astray, by_pairs, clusters, contact, links
from sandtable.rulesets.uprising1848.table.figures import Man, Role, base_of
from sandtable.rulesets.uprising1848.table.ground import enterable, legs_of, passed
from sandtable.rulesets.uprising1848.table.movement.moving import (
    ROOM,
    SLACK,
    at_friendly_edge,
    clipped,
    cost,
    friendly_edge,
    off_table,
    others_of,
    things_of,
)
from sandtable.rulesets.uprising1848.table.movement.placing import edge_middle
from sandtable.rulesets.uprising1848.table.opponent.wayfinding import way_to
from sandtable.rulesets.uprising1848.table.state import PLAYER, UprisingField, length

BACK = 400  # thousandths by which somebody falls back along his way until there is room for him
TRIES = 24
CLOSINGS = 3  # times that strays are called back
DEEPEST = 12  # ranks that are looked for
DRIVEN = 2  # wagons beside each other
Placed = tuple[int, Pose]  # somebody's number, and where he stands
HAIR = 60  # thousandths over the gap through which somebody still sees


def loose(field: UprisingField) -> Length:
    """How far the middles of figures are apart that look and fire between each other (R48-8.03)."""
    tables = field.tables
    return length(tables.exact("base.across") + tables.exact("links.gap")) + HAIR


def can_march(piece: Piece) -> bool:
    """Whether each of a unit goes for himself, since they draw nothing."""
    return piece.marker is None


class March:
    """A unit that has thrown and goes to stand about a place."""

    def __init__(self, field: UprisingField, piece: Piece, far: Length, abreast: int) -> None:
        self.field, self.piece, self.far = field, piece, far
        self.men = field.men[piece.id]
        group = field.moving.figures if field.moving is not None else range(len(self.men))
        self.group = tuple(group)
        self.bases = [base_of(man, field.tables) for man in self.men]
        self.on_foot = not any(self.men[each].mounted or self.men[each].riding for each in self.group)
        driven = any(self.men[each].riding for each in self.group)
        self.abreast = max(1, min(DRIVEN if driven else abreast, len(self.group)))
        self.comes = piece.id in field.waiting
        self.crowd = Crowd([*others_of(field, piece.id, self.group), *things_of(field, piece.id)])
        self.posts = self.crowd.posts
        foes = [each for each in field.there() if each.owner != piece.owner and field.fights_on(each.id)]
        self.enemies = [stand for each in foes for stand in each.stands]
        self.foes = np.array([(pose.x, pose.y) for each in foes for pose in each.figures]).reshape(-1, 2)
        self.radius = length(field.tables.exact("base.across")) // 2
        self.closes = set(self.group) <= set(astray(field, piece))

    def order(self, end: Point, toward: Point, *, leaves: bool) -> Act:
        """The order to go: those in front first, everybody as near to his place about the end as he gets."""
        facing = bearing(toward.x - end.x, toward.y - end.y) if toward != end else 0
        slots = list(self._slots(end, facing, leaves=leaves))
        return self._gone(self._assigned(slots, facing), leaves=leaves)

    def file(self, end: Point, *, leaves: bool) -> Act:
        """The order to go one after the other, each as far on the way to the same place as there is room."""
        order = sorted(self.group, key=lambda each: apart(self.piece.figures[each].point, end))
        facing = self.piece.figures[order[0]].facing if order else 0
        return self._gone(((each, Pose(end.x, end.y, facing)) for each in order), leaves=leaves)

    def _gone(self, places: Iterable[tuple[int, Pose]], *, leaves: bool) -> Act:
        ways: list[Way] = [()] * len(self.men)
        taken: list[Placed] = []
        for number, slot in places:
            way = self._way(number, slot, taken, leaves=leaves)
            ways[number] = way
            taken.append((number, way[-1] if way else self.piece.figures[number]))
        if not leaves and not self.comes and not self.closes:
            self._close_up(ways)
        return Act(by=self.piece.owner, action="go", piece=self.piece.id, ways=tuple(ways))

    def _close_up(self, ways: list[Way]) -> None:
        """Whoever would lose touch with most of the unit goes less far (R48-4.21)."""
        tables, figures = self.field.tables, self.piece.figures
        for _ in range(CLOSINGS):
            ends = [way[-1] if way else here for way, here in zip(ways, figures, strict=True)]
            stands = [figure(base, end) for base, end in zip(self.bases, ends, strict=True)]
            groups = clusters(stands, links(tables), pairs=by_pairs(tables))
            strays = [each for group in groups[1:] for each in group if ways[each]]
            if not strays:
                return
            for each in strays:
                others = [(number, end) for number, end in enumerate(ends) if number != each]
                ways[each] = self._shorter(each, ways[each], others)
                ends[each] = ways[each][-1] if ways[each] else figures[each]

    def _shorter(self, number: int, way: Way, others: Sequence[Placed]) -> Way:
        """Half of a way, or less, that ends where there is room."""
        start = self.piece.figures[number]
        total = sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise((start, *way)))
        for share in (0.6, 0.5, 0.4, 0.3, 0.2):
            cut = first_part(start, way, total * share)
            if self.ends_well(number, start, cut, others, leaves=False):
                return cut
        return ()

    # Places

    def _slots(self, end: Point, facing: int, *, leaves: bool) -> Iterator[Pose]:
        """Places in ranks about the end, the front one first, where somebody may stand."""
        x, y = direction(facing)
        aside, back = self._steps()
        found, count = 0, len(self.group)
        ahead = (min(DEEPEST, -(-count // self.abreast)) - 1) / 2
        for rank in range(DEEPEST):
            for file in range(self.abreast):
                across = (file - (self.abreast - 1) / 2 + (rank % 2) / 2) * aside
                up = (ahead - rank) * back
                place = Pose(round(end.x + across * y + up * x), round(end.y - across * x + up * y), facing)
                if found < count and self._may_stand(place, leaves=leaves):
                    found += 1
                    yield place

    def _steps(self) -> tuple[Length, Length]:
        """How far the places of a rank are apart, and the ranks."""
        wide = max(self.bases[each].width or 2 * self.bases[each].radius for each in self.group)
        deep = max(self.bases[each].behind + 2 * self.bases[each].radius for each in self.group)
        room = loose(self.field) - 2 * self.radius
        return wide + room, deep + room

    def _may_stand(self, place: Pose, *, leaves: bool) -> bool:
        if off_table(self.field, place):
            return leaves
        widest = max(self.group, key=lambda each: self.bases[each].width + self.bases[each].behind)
        return self._may_enter(widest, place) and self._free(widest, place, ())

    def _may_enter(self, number: int, place: Pose) -> bool:
        return enterable(self.field.ground, self.field.tables, legs_of(self.men[number]), place.point)

    def _free(self, number: int, place: Pose, taken: Sequence[Placed]) -> bool:
        """Whether somebody's base fits there, and touches no enemy."""
        if off_table(self.field, place):
            return True
        if not self.on_foot:
            return self._free_of_all(figure(self.bases[number], place), taken)
        across = 2 * self.radius
        if taken and min(hypot(place.x - other.x, place.y - other.y) for _, other in taken) < across:
            return False
        spot = np.array([[place.x, place.y, place.x, place.y]], dtype=np.float64)
        if meets_any(spot, self.posts, float(self.radius)):
            return False
        if not len(self.foes):
            return True
        far = np.hypot(self.foes[:, 0] - place.x, self.foes[:, 1] - place.y).min()
        return bool(far > across + contact(self.field.tables) + 1)

    def _free_of_all(self, stand: Footprint, taken: Sequence[Placed]) -> bool:
        """The same for bases that are not round."""
        beside = [figure(self.bases[number], pose) for number, pose in taken if not off_table(self.field, pose)]
        if any(overlaps(stand, other) for other in (*near(stand.box, self.crowd), *beside)):
            return False
        return not self.enemies or int(gaps([stand], self.enemies).min()) > contact(self.field.tables) + 1

    def _assigned(self, slots: list[Pose], facing: int) -> Iterator[tuple[int, Pose]]:
        """Who goes where: whoever is in front to the front, from left to right, a leader to the middle of the rear."""
        x, y = direction(facing)
        leaders = [each for each in self.group if self.men[each].role is Role.LEADER]
        plain = [each for each in self.group if each not in leaders]
        figures = self.piece.figures
        plain.sort(key=lambda each: -(figures[each].x * x + figures[each].y * y))
        rear = slots[len(slots) - max(1, min(self.abreast, len(slots))) :] if slots else []
        kept = sorted(rear, key=lambda place: apart(place.point, _mean(rear)))[: len(leaders)]
        open_ = [place for place in slots if place not in kept]
        for first in range(0, len(open_), self.abreast):
            rank = open_[first : first + self.abreast]
            some = sorted(
                plain[first : first + self.abreast], key=lambda each: figures[each].x * y - figures[each].y * x
            )
            if not self.comes:
                rank = sorted(rank, key=lambda place: place.x * y - place.y * x)
            yield from zip(some, rank, strict=False)
        yield from zip(leaders, kept, strict=False)

    # Ways

    def _way(self, number: int, slot: Pose, taken: Sequence[Placed], *, leaves: bool) -> Way:
        """As much of the way to a place as can be paid for and ends where there is room; none where there is none."""
        start = self._edge_place(slot) if self.comes else self.piece.figures[number]
        man = self.men[number]
        route = self._route(man, start, slot)
        total = sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise((start, *route)))
        reach = total
        for _ in range(TRIES):
            if reach <= 0:
                break
            way = first_part(start, route, reach)
            price = cost(self.field, man, start, way)
            if price > self.far + SLACK:
                short = reach * self.far / price if price < float("inf") else reach - BACK
                reach = min(reach - 20, short)
                continue
            if self.ends_well(number, start, way, taken, leaves=leaves):
                return (start, *way) if self.comes else way
            reach -= BACK
        return (start,) if self.comes else ()

    def ends_well(self, number: int, start: Pose, way: Way, taken: Sequence[Placed], *, leaves: bool) -> bool:
        """Whether a way meets nobody and ends where somebody may stand."""
        end, base = way[-1], self.bases[number]
        if off_table(self.field, end) and not leaves:
            return False
        if not off_table(self.field, end) and not self._may_enter(number, end):
            return False
        if not self._free(number, end, taken):
            return False
        legs = np.array([(a.x, a.y, b.x, b.y) for a, b in pairwise((start, *way))], dtype=np.float64)
        return not meets_any(legs, self.posts, (base.radius or base.width / 2) + ROOM)

    def _route(self, man: Man, start: Pose, slot: Pose) -> Way:
        """Straight, or round what bars the way."""
        field = self.field
        over = passed(field.ground, field.tables, legs_of(man), start, clipped(field, start, (slot,)))
        if not over.barred:
            return (slot,)
        turns = way_to(field.ground, field.tables, legs_of(man), start.point, slot.point)
        return (*(Pose(each.x, each.y, slot.facing) for each in turns), slot)

    def _edge_place(self, slot: Pose) -> Pose:
        """Where somebody comes over the friendly edge who is bound for a place."""
        middle, edge = edge_middle(self.field), friendly_edge(self.field)
        along = edge in ("south", "north")
        here = Pose(slot.x, middle.y, slot.facing) if along else Pose(middle.x, slot.y, slot.facing)
        for share in range(11):
            x = round(here.x + (middle.x - here.x) * share / 10)
            y = round(here.y + (middle.y - here.y) * share / 10)
            if at_friendly_edge(self.field, Point(x, y)):
                return Pose(x, y, slot.facing)
        return Pose(middle.x, middle.y, slot.facing)


def _mean(places: Sequence[Pose]) -> Point:
    count = max(1, len(places))
    return Point(sum(each.x for each in places) // count, sum(each.y for each in places) // count)


def hero_leaves(field: UprisingField, piece: Piece, far: Length) -> Act | None:
    """The order by which a hero alone crosses the far edge, where his throw carries him; None where it does not (R48-11.22)."""
    men = field.men[piece.id]
    leader = next((each for each, man in enumerate(men) if man.role is Role.LEADER), None)
    moving = field.moving
    if field.goal.hero != piece.id or leader is None or moving is None or leader not in moving.figures:
        return None
    march = March(field, piece, far, 1)
    here = piece.figures[leader]
    x, y = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}[friendly_edge(field)]
    size = field.terrain.height if y else field.terrain.width
    left = size - here.y if y > 0 else here.y if y < 0 else size - here.x if x > 0 else here.x
    for aside in (0, 2, -2, 4, -4):
        out = Pose(here.x + x * (left + 500) + abs(y) * aside * 1000, here.y + y * (left + 500) + abs(x) * aside * 1000)
        if cost(field, men[leader], here, (out,)) <= far and march.ends_well(leader, here, (out,), (), leaves=True):
            ways = tuple((out,) if each == leader else () for each in range(len(men)))
            return Act(by=PLAYER, action="go", piece=piece.id, ways=ways)
    return None
