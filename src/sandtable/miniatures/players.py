"""Players for any table of the kit: one made of chance, one that goes for the nearest enemy. A ruleset says what a unit might wish to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from random import Random
from typing import Generic

from sandtable.ai.player import Maker, Usual
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role, side_of
from sandtable.geometry.measure import INCH, Length, Point, Pose
from sandtable.kernel.requests import Choose
from sandtable.miniatures import acting
from sandtable.miniatures.bodies import gap_between
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.orders import Act, Place, Plan, Ready, Way
from sandtable.miniatures.setting_up import place_problems, to_place

SWERVES = (0, 40, -40)  # degrees off the straight way, tried in turn
SHARES = (1.0, 0.5)  # of how far it could go
TRIED = 3  # units that chance asks for a wish before it lets the move pass, and ways of each
LEVELS = ("soldier",)  # they know only one
READY = 0.3  # how often chance has placed enough
SET_UP = "set_up"  # the kind of decision
SELDOM = 0.3  # how often chance thinks of something else than fire and ways


@dataclass(frozen=True, slots=True)
class Aims(Generic[State]):
    """What a ruleset tells its players.

    ``walks`` is the action of going somewhere; ``ready``: who of a side may still act; ``at``: orders of a piece against an enemy, the
    best first; ``strides``: how far it might go, the farthest first, and what is chosen with it; ``others``: whatever else it might do;
    ``passes``: orders that are open and about no piece, the wished-for first. ``going``: an order to go so far toward a place, so many
    degrees off the straight way; without it all figures go alike. ``sets_out``: the order by which somebody first throws for how far he may go.
    """

    walks: str
    ready: Callable[[State, Role], Sequence[Piece]]
    at: Callable[[State, Piece, Piece], Iterator[Act]]
    strides: Callable[[State, Piece], Sequence[tuple[Length, dict[str, str]]]]
    others: Callable[[State, Piece], Iterator[Act]]
    passes: Callable[[State, Role], Sequence[Act]]
    going: Callable[[State, Piece, Point, Length, int], Act] | None = None
    sets_out: Callable[[State, Piece], Act] | None = None


class _KitPlayer(Usual, Generic[State]):
    """What both have in common."""

    def __init__(self, kit: Kit[State], aims: Aims[State]) -> None:
        self.kit, self.aims = kit, aims

    def legal(self, view: State, order: Act) -> bool:
        """Whether an order may be given."""
        return acting.may_do(self.kit, view, order)

    def straight(
        self, view: State, piece: Piece, there: Point, far: Length, swerve: int, chosen: dict[str, str]
    ) -> Act:
        """All figures, and what they serve, go the same way."""
        return straight(self.aims, view, piece, there, far, swerve, chosen)

    def plan(self, view: State, by: Role, wishes: Iterator[Act]) -> Plan:
        """A plan of some acts, as many of the first of them as fit together."""
        acts = tuple(wishes)
        while acts and next(self.kit.fits(view, side_of(by), acts), None) is not None:
            acts = acts[:-1]
        return Plan(by=by, acts=acts)


class NearestPlayer(_KitPlayer[State]):
    """Strikes or fires at the nearest enemy it can, else goes straight at the nearest there is."""

    def order(self, view: State, decision: Decision) -> Order:
        """Strike, else fire, else walk; of a plan everybody the first of these that he can. Before the battle all stay where they were lined up."""
        if decision.kind == SET_UP:
            return Ready(by=decision.by)
        side = side_of(decision.by)
        wishes = self._acts(view, side)
        if Plan.kind in decision.orders:
            return self.plan(view, decision.by, wishes)
        passes = self.aims.passes(view, side)
        return next(wishes, None) or next((order for order in passes if self.legal(view, order)), passes[-1])

    def _acts(self, view: State, side: Role) -> Iterator[Act]:
        """What each who may still act would do, the first of its wishes that is legal."""
        for piece in self.aims.ready(view, side):
            legal = (order for order in self._wishes(view, piece, by_distance(view, piece)) if self.legal(view, order))
            found = next(legal, None)
            if found is not None:
                yield found

    def _wishes(self, view: State, piece: Piece, enemies: Sequence[tuple[Length, Piece]]) -> Iterator[Act]:
        for _, enemy in enemies:
            yield from self.aims.at(view, piece, enemy)
        if not enemies or not piece.figures:
            return
        gap, enemy = enemies[0]
        there = place_of(enemy)
        if self.aims.sets_out is not None:
            yield self.aims.sets_out(view, piece)
        for far, chosen in self.aims.strides(view, piece):
            for share in SHARES:
                for swerve in SWERVES:
                    yield self.straight(view, piece, there, min(round(far * share), gap), swerve, chosen)


class ChancePlayer(_KitPlayer[State]):
    """Random legal orders from a seed. ``rests``: how often it lets a move pass."""

    def __init__(self, kit: Kit[State], aims: Aims[State], seed: object, rests: float = 0.05) -> None:
        super().__init__(kit, aims)
        self.chance, self.rests = Random(f"{seed}"), rests  # noqa: S311 - a game, not a secret

    def choose(self, view: State, role: Role, choice: Choose) -> str:  # noqa: ARG002 - chance looks at nothing
        """Any option."""
        return self.chance.choice(choice.options).value

    def order(self, view: State, decision: Decision) -> Order:
        """Any legal order, or a plan of such; before the battle somebody is placed elsewhere now and then."""
        if decision.kind == SET_UP:
            return self._placed(view, decision.by) or Ready(by=decision.by)
        side = side_of(decision.by)
        ready = list(self.aims.ready(view, side))
        if Plan.kind in decision.orders:
            return self.plan(view, decision.by, self._acts(view, ready))
        if self.chance.random() > self.rests:
            for piece in self.chance.sample(ready, min(TRIED, len(ready))):
                found = next((order for order in self._wishes(view, piece) if self.legal(view, order)), None)
                if found is not None:
                    return found
        passes = [order for order in self.aims.passes(view, side) if self.legal(view, order)]
        return self.chance.choice(passes)

    def _acts(self, view: State, ready: Sequence[Piece]) -> Iterator[Act]:
        """Something for most of those who may act."""
        for piece in self.chance.sample(ready, len(ready)):
            if self.chance.random() > self.rests:
                found = next((order for order in self._wishes(view, piece) if self.legal(view, order)), None)
                if found is not None:
                    yield found

    def _placed(self, view: State, role: Role) -> Place | None:
        """A piece a little to the side of where it stands, if that is legal and chance wants it."""
        pieces = to_place(view, side_of(role))
        if not pieces or self.chance.random() < READY:
            return None
        piece, by = self.chance.choice(pieces), self.chance.choice((-INCH, INCH))
        figures = tuple(Pose(pose.x + by, pose.y, pose.facing) for pose in piece.figures)
        marker = piece.marker and Pose(piece.marker.x + by, piece.marker.y, piece.marker.facing)
        order = Place(by=role, piece=piece.id, figures=figures, marker=marker)
        return None if any(True for _ in place_problems(self.kit, view, order)) else order

    def _wishes(self, view: State, piece: Piece) -> Iterator[Act]:
        """What a unit might be told; most of it is not legal."""
        enemies = list(view.enemies_of(piece.owner))
        kinds = [self._strokes(view, piece, enemies), self._walks(view, piece, enemies)]
        if self.chance.random() < SELDOM:
            kinds.append(self.aims.others(view, piece))
        self.chance.shuffle(kinds)
        for kind in kinds:
            yield from kind

    def _strokes(self, view: State, piece: Piece, enemies: Sequence[Piece]) -> Iterator[Act]:
        for enemy in self.chance.sample(enemies, min(2, len(enemies))):
            yield from self.aims.at(view, piece, enemy)

    def _walks(self, view: State, piece: Piece, enemies: Sequence[Piece]) -> Iterator[Act]:
        strides = self.aims.strides(view, piece)
        if not enemies or not strides:
            return
        for _ in range(TRIED):
            far, chosen = self.chance.choice(strides)
            share, swerve = self.chance.choice(SHARES), self.chance.choice(SWERVES)
            yield self.straight(view, piece, place_of(self.chance.choice(enemies)), round(far * share), swerve, chosen)


def players_of(kit: Kit[State], aims: Aims[State]) -> Mapping[str, Maker]:
    """Who can play a table: until it has a better one, its opponent is the player that goes for the nearest enemy."""

    def nearest(_: str, __: str) -> NearestPlayer[State]:
        return NearestPlayer(kit, aims)

    def chance(_: str, seed: str) -> ChancePlayer[State]:
        return ChancePlayer(kit, aims, seed)

    return {"opponent": nearest, "nearest": nearest, "random": chance}


def straight(
    aims: Aims[State], view: State, piece: Piece, there: Point, far: Length, swerve: int, chosen: dict[str, str]
) -> Act:
    """All figures, and what they serve, go the same way: so far toward a place, so many degrees off the straight way."""
    if aims.going is not None:
        return aims.going(view, piece, there, far, swerve)
    here = piece.figures[0]
    dx, dy = there.x - here.x, there.y - here.y
    size = max(1.0, (dx * dx + dy * dy) ** 0.5)
    turned, across = cos(radians(swerve)), sin(radians(swerve))
    x, y = far * (dx * turned - dy * across) / size, far * (dx * across + dy * turned) / size

    def gone(pose: Pose) -> Way:
        return (Pose(pose.x + int(x), pose.y + int(y), pose.facing),)

    ways = tuple(gone(pose) for pose in piece.figures)
    marker = () if piece.marker is None else gone(piece.marker)
    return Act(by=piece.owner, action=aims.walks, piece=piece.id, ways=ways, marker=marker, chosen=chosen)


def place_of(piece: Piece) -> Point:
    """Where a piece is: its first figure, or what stands there without any."""
    return (piece.figures[0] if piece.figures else piece.marker or Pose(0, 0)).point


def by_distance(view: State, piece: Piece) -> list[tuple[Length, Piece]]:
    """Enemies with figures on the table, the nearest first, and how far it is to them."""
    enemies = [each for each in view.enemies_of(piece.owner) if each.figures]
    if not piece.figures:
        return []
    found = [(gap_between(piece.stands, each.stands), each) for each in enemies]
    return sorted(found, key=lambda each: (each[0], each[1].id))
