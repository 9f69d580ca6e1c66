"""Who runs at whom in a charge, and by which way: chargers and targets of a class each, places beside them, ways round others (R48-9.02, R48-9.04, R48-G.31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, hypot, radians, sin

import numpy as np

from sandtable.geometry.compiled.sightlines import meets_any
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.distance import nearest, overlaps
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose, bearing
from sandtable.geometry.sightlines import core_of
from sandtable.miniatures.bodies import Base, figure, near
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.movement import Pace, mean_distance
from sandtable.rulesets.uprising1848.table.acting import in_fight
from sandtable.rulesets.uprising1848.table.figures import Man, aimed_as, base_of
from sandtable.rulesets.uprising1848.table.ground import enterable, legs_of
from sandtable.rulesets.uprising1848.table.movement.moving import cost, off_table, others_of, things_of
from sandtable.rulesets.uprising1848.table.sighting import look
from sandtable.rulesets.uprising1848.table.state import Deciding, UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import Quality

AROUND = (0, 40, -40, 80, -80, 120, -120, 160)  # degrees off the straight way at which a target is come at
BENDS = (1500, -1500, 3000, -3000)  # thousandths that a way is bent aside
MOST = 3  # chargers that run at one figure
LOOKED_AT = 3  # targets that a charger chooses between
CROWD = 2000  # thousandths that a charger goes farther for each who runs at the same figure


@dataclass(frozen=True, slots=True)
class Run:
    """One charger: at whom, by which way, and what it takes."""

    charger: int
    mark: int
    start: Pose
    way: tuple[Pose, ...]
    cost: float
    straight: Length


@dataclass(frozen=True, slots=True)
class Plan:
    """All chargers of a group, of one class, at figures of one class."""

    runs: tuple[Run, ...]
    man: Man
    mark: Man
    target: Quality

    @property
    def chargers(self) -> tuple[int, ...]:
        return tuple(run.charger for run in self.runs)

    @property
    def marks(self) -> tuple[int, ...]:
        return tuple(sorted({run.mark for run in self.runs}))

    @property
    def far(self) -> Length:
        """What the farthest needs: a group goes home as one."""
        return round(max(run.cost for run in self.runs))

    @property
    def straight(self) -> Length:
        """How far off they were when they began, in the middle of them all."""
        return sorted(run.straight for run in self.runs)[len(self.runs) // 2]


def plans(field: UprisingField, piece: Piece, target: Piece, group: Sequence[int]) -> list[Plan]:
    """The charges that these figures can make, one for each pair of classes, the largest first (R48-9.02, R48-G.53b(a))."""
    men, aimed, unit = field.men[piece.id], field.men[target.id], field.unit(target.id)
    engaged = in_fight(field, piece)
    able = [each for each in group if not men[each].acted and each not in engaged and not men[each].riding]
    view = look(field, piece, target)
    chargers: dict[tuple[object, ...], list[int]] = {}
    for each in able:
        if view.open[each].any():
            man = men[each]
            chargers.setdefault((man.quality, man.melee, man.mounted), []).append(each)
    marks: dict[tuple[object, ...], list[int]] = {}
    for each, man in enumerate(aimed):
        marks.setdefault((aimed_as(man, unit), man.mounted, man.melee, man.acted), []).append(each)
    found: list[Plan] = []
    for some in chargers.values():
        for those in marks.values():
            runs = _runs(field, piece, target, some, those)
            if runs:
                found.append(Plan(runs, men[some[0]], aimed[those[0]], aimed_as(aimed[those[0]], unit)))
    return sorted(found, key=lambda plan: (-len(plan.runs), plan.far))


def _runs(
    field: UprisingField, piece: Piece, target: Piece, some: Sequence[int], those: Sequence[int]
) -> tuple[Run, ...]:
    """Every charger at the nearest whom he sees and who has the fewest about him, where there is room and a way (R48-G.31(a))."""
    view = look(field, piece, target)
    posts = _Posts(field, piece, target, some)
    load: Counter[int] = Counter()
    runs: list[Run] = []
    for charger in sorted(some, key=lambda each: int(view.far[each, list(those)].min())):
        seen = [mark for mark in those if view.open[charger, mark] and load[mark] < MOST]
        near_ = sorted(seen, key=lambda each: (load[each], int(view.far[charger, each])))[:LOOKED_AT]
        found = [run for mark in near_ if (run := posts.run(charger, mark, int(view.far[charger, mark]))) is not None]
        if found:
            best = min(found, key=lambda run: run.cost + CROWD * load[run.mark])
            runs.append(best)
            load[best.mark] += 1
            posts.take(best)
    return tuple(runs)


class _Posts:
    """Who stands in the way of chargers, those who have found a place among them."""

    def __init__(self, field: UprisingField, piece: Piece, target: Piece, chargers: Sequence[int]) -> None:
        self.field, self.piece, self.target = field, piece, target
        self.others = others_of(field, piece.id, chargers)
        self.fixed = Crowd([*self.others, *things_of(field, piece.id)])
        self.taken: list[Footprint] = []

    def run(self, charger: int, mark: int, straight: Length) -> Run | None:
        """A way to a free place beside somebody."""
        man, start = self.field.men[self.piece.id][charger], self.piece.figures[charger]
        aim, base = self.target.stands[mark], base_of(self.field.men[self.piece.id][charger], self.field.tables)
        for end in _beside(base, start, aim):
            stand = figure(base, end)
            if off_table(self.field, end) or not enterable(
                self.field.ground, self.field.tables, legs_of(man), end.point
            ):
                continue
            if any(overlaps(stand, other) for other in (*near(stand.box, self.fixed), *self.taken)):
                continue
            for way in _bent(start, end):
                taken = cost(self.field, man, start, way)
                if taken != float("inf") and not self._meets(base, start, way):
                    return Run(charger, mark, start, way, taken, straight)
        return None

    def take(self, run: Run) -> None:
        """Somebody has found his place."""
        man = self.field.men[self.piece.id][run.charger]
        self.taken.append(figure(base_of(man, self.field.tables), run.way[-1]))

    def _meets(self, base: Base, start: Pose, way: Sequence[Pose]) -> bool:
        """Whether a way leads through somebody; whom it ends beside is not met."""
        legs = np.array([(a.x, a.y, b.x, b.y) for a, b in pairwise((start, *way))], dtype=np.float64)
        return bool(meets_any(legs, self.others.posts, base.radius - 3.0))


def _beside(base: Base, start: Pose, aim: Footprint) -> Iterator[Pose]:
    """Places beside somebody, that on the straight way first, facing him."""
    here = figure(base, start)
    a, b, gap = nearest(here, aim)
    straight = bearing(b.x - a.x, b.y - a.y) if a != b else start.facing
    far = hypot(b.x - a.x, b.y - a.y)
    if far:
        yield Pose(
            round(start.x + (b.x - a.x) / far * (gap - 1)), round(start.y + (b.y - a.y) / far * (gap - 1)), straight
        )
    x, y, to_x, to_y, reach = core_of(aim)
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
    room = reach + base.radius + hypot(to_x - x, to_y - y) / 2
    turn = np.arctan2(start.x - middle_x, start.y - middle_y)
    for off in AROUND[1:]:
        at = turn + radians(off)
        place = Point(round(middle_x + room * sin(at)), round(middle_y + room * cos(at)))
        yield Pose(place.x, place.y, bearing(middle_x - place.x, middle_y - place.y))


def _bent(start: Pose, end: Pose) -> Iterator[tuple[Pose, ...]]:
    """The straight way, and some that go round."""
    yield (end,)
    dx, dy = end.x - start.x, end.y - start.y
    far = hypot(dx, dy)
    if not far:
        return
    for aside in BENDS:
        x, y = (start.x + end.x) / 2 + dy / far * aside, (start.y + end.y) / 2 - dx / far * aside
        yield Pose(round(x), round(y), end.facing), end


def chosen(doing: Deciding) -> Plan | None:
    """The charge that an order means; without names those go who are likely to get there."""
    order = doing.order
    return _chosen(doing.field, doing.actor.id, doing.target.id, order.members, order.marks)


@fact
def _chosen(
    field: UprisingField, name: str, target: str, members: tuple[int, ...], marks: tuple[int, ...]
) -> Plan | None:
    if {name, target} & field.waiting:
        return None
    men = field.men[name]
    group = [each for each in dict.fromkeys(members) if 0 <= each < len(men)]
    group = group or [each for each in range(len(men)) if not men[each].acted]
    found = plans(field, field.pieces[name], field.pieces[target], group)
    if marks:
        found = [_at(plan, marks) for plan in found if set(marks) & set(plan.marks)]
    if members:
        found = [plan for plan in found if set(plan.chargers) == set(group)]
    else:
        found = [likely(field, plan) for plan in found]
    return max(found, key=lambda plan: len(plan.runs), default=None)


def _at(plan: Plan, marks: Sequence[int]) -> Plan:
    return replace(plan, runs=tuple(run for run in plan.runs if run.mark in marks))


def likely(field: UprisingField, plan: Plan) -> Plan:
    """Those of a group who have at least an even chance to get there, else the nearest alone."""
    mean = length(mean_distance(Pace("charge", plan.man.quality, plan.man.mounted, rough=False), field.tables))
    runs = tuple(run for run in plan.runs if run.cost <= mean)
    return replace(plan, runs=runs or (min(plan.runs, key=lambda run: run.cost),))
