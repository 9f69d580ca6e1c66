"""Many bodies that move at the same time, in steps: whoever comes so near to an enemy is stopped at that very moment.

Nothing depends on the order in which they are told: moments are found for all pairs at once, and the earliest of them come first. Places are
kept exactly while everybody is under way and rounded to thousandths at the end. Friends pass each other; `untangled` sees to it that they do
not end on one another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import NamedTuple

from sandtable.battle.seat import Role
from sandtable.geometry.measure import CIRCLE, Facing, Length, Pose, ahead
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.shapes import NOTHING, Shape, between, gap, middle_of, pose_about, within

TICK = 1e-9  # of a step: what happens within it happens at once
TOUCH: Length = 1  # so near are bases that touch
ROUNDED: Length = 3  # what two places to the thousandth may take of a gap
ROOM, AROUND = 50, 24  # thousandths and directions in which a place is looked for where there is no way back
ROOM_RINGS = 200
Couple = tuple[str, str]  # two of different sides, in the order of their names


@dataclass(frozen=True, slots=True)
class Body:
    """Somebody on the table: whose, on what base, where the middle of its ground is, and which way it faces."""

    id: str
    owner: Role
    base: Base
    x: float
    y: float
    facing: Facing

    @property
    def pose(self) -> Pose:
        """How it stands, to the thousandth."""
        return pose_about(self.base, self.x, self.y, self.facing)


def body_of(name: str, owner: Role, base: Base, pose: Pose) -> Body:
    """A figure as a body."""
    x, y = middle_of(base, pose)
    return Body(name, owner, base, x, y, pose.facing)


class Leg(NamedTuple):
    """Straight on, evenly, to a place, up to a moment of the step (0 to 1), facing so meanwhile; ``leaves``: it is gone at the end."""

    x: float
    y: float
    until: float
    facing: Facing
    leaves: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two came as near as stops them: in which step, and how far into it."""

    one: str
    other: str
    step: int
    share: float


@dataclass(frozen=True, slots=True)
class Walk:
    """How somebody has gone: where it began and ended, every leg of it, where it stood after each step, and whether it left the table."""

    start: Body
    end: Body
    trail: tuple[Leg, ...] = ()
    stood: tuple[Pose, ...] = ()
    left: bool = False

    @property
    def far(self) -> float:
        """How far it went."""
        return sum(hypot(b.x - a.x, b.y - a.y) for a, b in self.pieces())

    def pieces(self) -> Iterator[tuple[Body | Leg, Leg]]:
        """Its legs, each with where it begins."""
        places = (self.start, *self.trail)
        yield from zip(places, self.trail, strict=False)


Stride = Callable[[Body, int, Mapping[str, Body]], Sequence[Leg]]
Looked = Callable[[int, Mapping[str, Body]], None]


@dataclass(frozen=True, slots=True)
class Gone:
    """Everybody's walk, by name, and who met whom."""

    walks: Mapping[str, Walk]
    meetings: tuple[Meeting, ...]


def together(
    bodies: Sequence[Body],
    steps: int,
    stride: Stride,
    near: Length,
    excused: Collection[frozenset[str]] = frozenset(),
    looked: Looked = lambda _step, _places: None,
) -> Gone:
    """Move all of them in so many steps. ``stride`` says what somebody would go in a step, from where all are when it begins.

    Who comes ``near`` somebody of another side goes no further, nor does the other, if it moves. Those ``excused`` do not hold each other;
    but nobody goes through anybody. ``looked`` is told where everybody is after each step.
    """
    now = {body.id: body for body in sorted(bodies, key=lambda body: body.id)}
    walks = {name: Walk(body, body) for name, body in now.items()}
    stood: dict[str, list[Pose]] = {name: [] for name in now}
    stopped: set[str] = set()
    met: list[Meeting] = []
    for step in range(1, steps + 1):
        legs = {name: tuple(stride(body, step, now)) for name, body in now.items() if name not in stopped}
        round_ = _Step(now, {name: told for name, told in legs.items() if told}, near, excused)
        round_.run()
        stopped |= round_.stopped
        met += [Meeting(*couple, step, share) for couple, share in sorted(round_.met.items())]
        for name, track in round_.tracks.items():
            walks[name] = _gone_on(walks[name], track)
        now = {name: walk.end for name, walk in walks.items() if not walk.left}
        for name, walk in walks.items():
            stood[name].append(walk.end.pose)
        looked(step, now)
    return Gone({name: replace(walk, stood=tuple(stood[name])) for name, walk in walks.items()}, tuple(met))


def _gone_on(walk: Walk, track: _Track) -> Walk:
    """A walk with what was gone of it in a step."""
    legs = tuple(track.legs_gone())
    if not legs:
        return walk
    last = legs[-1]
    end = replace(walk.end, x=last.x, y=last.y, facing=last.facing)
    return replace(walk, end=end, trail=(*walk.trail, *legs), left=last.leaves)


class _Piece(NamedTuple):
    """A part of a step in which a body goes straight on: from when to when, from where, how fast, and facing where."""

    begins: float
    ends: float
    x: float
    y: float
    vx: float
    vy: float
    facing: Facing

    @property
    def moves(self) -> bool:
        return bool(self.vx or self.vy)

    def at(self, when: float) -> tuple[float, float]:
        return self.x + (when - self.begins) * self.vx, self.y + (when - self.begins) * self.vy


class _Track:
    """Where a body is at every moment of a step; ``cut`` is when it was stopped."""

    def __init__(self, body: Body, legs: Sequence[Leg]) -> None:
        self.body, self.legs = body, legs
        self.cut = 1.0
        self.pieces = list(_pieces(body, legs))
        self.leaves = legs[-1].until if legs and legs[-1].leaves else None
        self.far = sum(hypot(piece.vx, piece.vy) * (piece.ends - piece.begins) for piece in self.pieces)

    def is_going(self, when: float) -> bool:
        """Whether it moves at a moment, the end of a leg included."""
        return any(piece.moves and piece.begins - TICK < when <= piece.ends + TICK for piece in self.pieces)

    def stop(self, when: float) -> None:
        """It goes no further in this step."""
        if when >= self.cut:
            return
        self.cut = when
        kept = [piece for piece in self.pieces if piece.begins < when] or self.pieces[:1]
        last = kept[-1]._replace(ends=when)
        x, y = last.at(when)
        self.pieces = [*kept[:-1], last, _Piece(when, 1.0, x, y, 0.0, 0.0, last.facing)]
        if self.leaves is not None and self.leaves > when:
            self.leaves = None

    def legs_gone(self) -> Iterator[Leg]:
        """The legs that it went."""
        for leg in self.legs:
            if leg.until <= self.cut:
                yield leg
                continue
            piece = next(piece for piece in self.pieces if piece.ends >= self.cut - TICK)
            x, y = piece.at(self.cut)
            if self.cut > 0 or piece.facing != self.body.facing:
                yield Leg(x, y, self.cut, piece.facing)
            return


def _pieces(body: Body, legs: Sequence[Leg]) -> Iterator[_Piece]:
    x, y, begins, facing = body.x, body.y, 0.0, body.facing
    for leg in legs:
        lasts = leg.until - begins
        if lasts > 0:
            yield _Piece(begins, leg.until, x, y, (leg.x - x) / lasts, (leg.y - y) / lasts, leg.facing)
        x, y, begins, facing = leg.x, leg.y, leg.until, leg.facing
    yield _Piece(begins, 1.0, x, y, 0.0, 0.0, facing)


class _Step:
    """One step of all: who is stopped when, the earliest first."""

    def __init__(
        self,
        bodies: Mapping[str, Body],
        legs: Mapping[str, Sequence[Leg]],
        near: Length,
        excused: Collection[frozenset[str]],
    ) -> None:
        self.tracks = {name: _Track(body, legs.get(name, ())) for name, body in bodies.items()}
        self.near, self.excused = near, excused
        self.stopped: set[str] = set()
        self.met: dict[Couple, float] = {}
        self.moments: dict[Couple, float] = {}
        self.couples = list(self._couples())
        self.of: dict[str, list[Couple]] = {}
        for couple in self.couples:
            for name in couple:
                self.of.setdefault(name, []).append(couple)

    def _couples(self) -> Iterator[Couple]:
        """Two of different sides, one of whom goes, who are not too far from each other for it to matter."""
        known = [(name, track, _reach(track.body.base) + track.far) for name, track in self.tracks.items()]
        for number, (one, track, reach) in enumerate(known):
            body, goes = track.body, track.far > 0
            for other, track_2, reach_2 in known[number + 1 :]:
                if (goes or track_2.far > 0) and body.owner != track_2.body.owner:
                    far = reach + reach_2 + self.near + 1
                    dx, dy = body.x - track_2.body.x, body.y - track_2.body.y
                    if abs(dx) <= far and abs(dy) <= far:
                        yield one, other

    def run(self) -> None:
        """Let everybody go as far as can be."""
        for couple in self.couples:
            self._look(couple, 0.0)
        while self.moments:
            now = min(self.moments.values())
            at_once = {couple: when for couple, when in self.moments.items() if when <= now + TICK}
            self.moments = {couple: when for couple, when in self.moments.items() if couple not in at_once}
            self._stop(at_once)

    def _stop(self, at_once: Mapping[Couple, float]) -> None:
        """All that happens at a moment."""
        cuts: dict[str, float] = {}
        for couple, when in at_once.items():
            held = frozenset(couple) in self.excused
            going = (
                self._approaching(couple, when)
                if held
                else [name for name in couple if self.tracks[name].is_going(when)]
            )
            for name in going:
                cuts[name] = min(when, cuts.get(name, 1.0))
            if not held:
                self.stopped.update(going)
                self.met[couple] = when
        for name, when in cuts.items():
            self.tracks[name].stop(when)
        again = {couple for name in cuts for couple in self.of[name] if couple not in self.met}
        for couple in sorted(again):
            self._look(couple, min(at_once.values()))
        for couple in sorted(at_once.keys() - again - self.met.keys()):  # nobody had to be stopped; later somebody may
            self._look(couple, at_once[couple] + 2 * TICK)

    def _look(self, couple: Couple, since: float) -> None:
        """When two come so near to each other next."""
        self.moments.pop(couple, None)
        one, other = (self.tracks[name] for name in couple)
        excused = frozenset(couple) in self.excused
        until = min((track.leaves for track in (one, other) if track.leaves is not None), default=1.0)
        found = next(_moments(one, other, TOUCH if excused else self.near, (since, until), excused=excused), None)
        if found is not None:
            self.moments[couple] = found

    def _approaching(self, couple: Couple, when: float) -> list[str]:
        """Those of two that touch who would go on into the other; who has been stopped by then goes nowhere."""
        one, other = (_piece_from(self.tracks[name], when) for name in couple)
        shape = between(self.tracks[couple[0]].body.base, one.facing, self.tracks[couple[1]].body.base, other.facing)
        (x, y), (ox, oy) = one.at(when), other.at(when)
        nx, ny = _outward(shape, ox - x, oy - y)
        into = {couple[0]: one.vx * nx + one.vy * ny, couple[1]: -other.vx * nx - other.vy * ny}
        going = [name for name in couple if self.tracks[name].cut > when and self.tracks[name].is_going(when)]
        return [name for name in going if into[name] > 0] or going


def _reach(base: Base) -> float:
    return hypot(base.width, base.behind) / 2 + base.radius


def _piece_from(track: _Track, when: float) -> _Piece:
    """What a body does from a moment on: where it turns, it is what comes after the turn."""
    return next((piece for piece in track.pieces if piece.ends > when + TICK), track.pieces[-1])


def _moments(one: _Track, other: _Track, near: Length, span: tuple[float, float], *, excused: bool) -> Iterator[float]:
    """The moments, within some time, at which two come so near to each other; of those who are excused only where they come nearer."""
    for a in one.pieces:
        for b in other.pieces:
            begins, ends = max(a.begins, b.begins, span[0]), min(a.ends, b.ends, span[1])
            if ends - begins <= TICK or not (a.moves or b.moves):
                continue
            shape = between(one.body.base, a.facing, other.body.base, b.facing)
            (x, y), (ox, oy) = a.at(begins), b.at(begins)
            seen, speed = (ox - x, oy - y), (b.vx - a.vx, b.vy - a.vy)
            found = within(shape, seen, speed, near, ends - begins)
            if found is None or (excused and found[0] <= TICK and not _comes_nearer(shape, seen, speed)):
                continue
            yield begins + found[0]


def _comes_nearer(shape: Shape, seen: tuple[float, float], speed: tuple[float, float]) -> bool:
    nx, ny = _outward(shape, *seen)
    return speed[0] * nx + speed[1] * ny < -NOTHING


def _outward(shape: Shape, x: float, y: float) -> tuple[float, float]:
    """Which way leads straight out of a shape from a place."""
    step = 0.01
    dx = gap(shape, x + step, y) - gap(shape, x - step, y)
    dy = gap(shape, x, y + step) - gap(shape, x, y - step)
    size = hypot(dx, dy)
    return (dx / size, dy / size) if size else (0.0, 0.0)


# ---- Friends at the end --------------------------------------------------------------------------------------------------------------


def untangled(walks: Mapping[str, Walk]) -> dict[str, Walk]:
    """The walks of all with nobody ending on another: who would goes back along its way until it is clear; of two, who went less stays.

    Whoever finds no room on the whole of its way is back where it began, and others make room.
    """
    pinned: set[str] = set()
    while True:
        placed, stuck = _placed(walks, pinned)
        if not stuck - pinned:
            return placed
        pinned |= stuck


def _placed(walks: Mapping[str, Walk], pinned: Collection[str]) -> tuple[dict[str, Walk], set[str]]:
    """Everybody placed, those who went least first; and who found no room."""
    order = sorted(walks.values(), key=lambda walk: (walk.start.id not in pinned, walk.far, walk.start.id))
    waiting = {walk.start.id: walk.end for walk in order if not walk.left}
    placed: dict[str, Walk] = {}
    standing: list[Body] = []
    stuck: set[str] = set()
    for walk in order:
        name = walk.start.id
        if walk.left:
            placed[name] = walk
            continue
        del waiting[name]
        others = [*standing, *(body for body in waiting.values() if body.owner != walk.start.owner)]
        found = _back_to_start(walk) if name in pinned else _back(walk, others)
        if found is None:
            stuck.add(name)
            found = _back_to_start(walk)
        found = replace(found, end=cleared(found.end, others))
        placed[name] = found
        standing.append(found.end)
    return {name: placed[name] for name in walks}, stuck


def is_clear(body: Body, others: Sequence[Body], least: float = -ROUNDED) -> bool:
    """Whether somebody shares no ground with others, but for what places to the thousandth may take; ``least`` is how far it is from all."""
    reach, x, y = _reach(body.base), body.x, body.y
    for other in others:
        near = reach + _reach(other.base)
        if abs(other.x - x) < near and abs(other.y - y) < near and _apart(body, other) < least - NOTHING:
            return False
    return True


def _apart(one: Body, other: Body) -> float:
    return gap(between(one.base, one.facing, other.base, other.facing), other.x - one.x, other.y - one.y)


def is_near(one: Body, other: Body, far: Length) -> bool:
    """Whether it is no farther than so much from one to the other; those far off are told at a glance."""
    reach = far + _reach(one.base) + _reach(other.base)
    return hypot(other.x - one.x, other.y - one.y) <= reach + NOTHING and _apart(one, other) <= far


def _back_to_start(walk: Walk) -> Walk:
    return replace(walk, end=walk.start, trail=())


def _back(walk: Walk, others: Sequence[Body]) -> Walk | None:
    """A walk as far as it ends clear of others; None where no part of it does."""
    if is_clear(walk.end, others, 0.0 if walk.trail else -ROUNDED):
        return walk
    others = _along(walk, others)
    for number in range(len(walk.trail) - 1, -1, -1):
        a: Body | Leg = walk.trail[number - 1] if number else walk.start
        b = walk.trail[number]
        share = _last_clear(walk.start.base, a, b, others)
        if share is not None:
            x, y = a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)
            leg = Leg(x, y, b.until, b.facing)
            end = replace(walk.end, x=x, y=y, facing=b.facing)
            return replace(walk, end=end, trail=(*walk.trail[:number], leg))
    return _back_to_start(walk) if is_clear(walk.start, others) else None


def _along(walk: Walk, others: Sequence[Body]) -> list[Body]:
    """Those of others who may be in somebody's way: a quick look before a careful one."""
    xs, ys = [walk.start.x, *(leg.x for leg in walk.trail)], [walk.start.y, *(leg.y for leg in walk.trail)]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    own, found = _reach(walk.start.base) + 1, []
    for other in others:
        reach = own + _reach(other.base)
        if left - reach <= other.x <= right + reach and low - reach <= other.y <= high + reach:
            found.append(other)
    return found


def _last_clear(base: Base, a: Body | Leg, b: Leg, others: Sequence[Body]) -> float | None:
    """How much of a leg can be gone with its end clear of others."""
    dx, dy = b.x - a.x, b.y - a.y
    reach = _reach(base) + hypot(dx, dy)  # whoever is farther from where the leg begins is in nobody's way
    spans = [
        span
        for other in others
        if hypot(other.x - a.x, other.y - a.y) <= reach + _reach(other.base)
        and (
            span := within(
                between(base, b.facing, other.base, other.facing),
                (other.x - a.x, other.y - a.y),
                (-dx, -dy),
                0,
                1.0,
            )
        )
        is not None
    ]
    share = 1.0
    while (
        blocked := next((span for span in spans if span[0] < share <= span[1] + TICK and share > 0), None)
    ) is not None:
        share = blocked[0] if blocked[0] > TICK else 0.0
    return None if share <= 0 and any(first <= TICK < last for first, last in spans) else share


def cleared(body: Body, others: Sequence[Body]) -> Body:
    """Somebody where it stands, or at the nearest place at which it shares no ground with others."""
    return body if is_clear(body, others) else _room_near(body, others)


def _room_near(body: Body, others: Sequence[Body]) -> Body:
    """The nearest place at which somebody stands clear of all others."""
    for ring in range(1, ROOM_RINGS):
        for turn in range(AROUND):
            there = ahead(Pose(round(body.x), round(body.y), turn * CIRCLE // AROUND), ROOM * ring)
            found = replace(body, x=float(there.x), y=float(there.y))
            if is_clear(found, others):
                return found
    return body
