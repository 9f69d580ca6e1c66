"""The movement of all units at once, in eight steps (PRE-1.02, PRE-6.04 to PRE-6.06b, PRE-G.21, PRE-G.25)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import hypot
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.measure import CIRCLE, Facing, Length, Point, Pose, bearing, direction, in_inches
from sandtable.miniatures import acting
from sandtable.miniatures.events import Went
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Doing, Kit
from sandtable.miniatures.orders import Act
from sandtable.miniatures.shapes import middle_of, turned_about
from sandtable.miniatures.together import Body, Gone, Leg, Walk, is_clear, is_near, together, untangled
from sandtable.rulesets.mesoamerica.move import Leg as Stretch
from sandtable.rulesets.mesoamerica.table import hiding
from sandtable.rulesets.mesoamerica.table.events import Trod
from sandtable.rulesets.mesoamerica.table.ground import Spot, centre, climbs, ground_at, stretches
from sandtable.rulesets.mesoamerica.table.marching import (
    ORDERS,
    March,
    final_facing,
    halved,
    marches,
    nearest_of,
)
from sandtable.rulesets.mesoamerica.table.nearness import CONTACT, HAIR, NEAR, body, contacts, sighted
from sandtable.rulesets.mesoamerica.table.pacing import FREE, TableMove, fitted, legs_of, most_nearer
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, measure
from sandtable.rulesets.mesoamerica.vocabulary import Cause, Heading, Terrain

THIN = 1e-9


class Walker:
    """Somebody under way: what it goes in each step."""

    def __init__(self, table: MesoamericaField, piece: Piece, march: March, steps: int) -> None:
        self.table, self.march, self.step = table, march, 1 / steps
        self.start = centre(piece)
        self.facing = piece.figures[0].facing
        ground = ground_at(table.terrain, self.start)
        self.ground, self.first = ground, True
        self.spent = march.pace.spent(ground, table.tables)
        foes = [enemy for _, enemy in sighted(table, piece)] if march.nearer is not None else []
        self.near = nearest_of(piece, foes) if foes else None
        self.before = self.near(*self.start, self.facing) if self.near else 0.0

    def stride(self, here: Body, step: int, places: Mapping[str, Body]) -> Sequence[Leg]:
        """The legs of a step, by when they end in it."""
        begins, ends = (step - 1) * self.step, step * self.step
        found = self._on_way(begins, ends) if not self.march.target else self._after(here, begins, ends, places)
        return tuple(found)

    def _on_way(self, begins: float, ends: float) -> Iterator[Leg]:
        """Along a way, at every place of it when its share of the movement is spent."""
        way = self.march.way
        for (share, a), (later, b) in itertools.pairwise(way):
            if later <= begins + THIN or share >= ends - THIN or later <= share:
                continue
            part = min(1.0, (ends - share) / (later - share))
            if share > begins + THIN and share == way[0][0]:
                yield Leg(a.x, a.y, (share - begins) / self.step, self.facing)  # it fires or turns first
            facing = bearing(b.x - a.x, b.y - a.y)
            facing = (facing + CIRCLE // 2) % CIRCLE if self.march.backwards else facing
            until = min(1.0, (min(later, ends) - begins) / self.step)
            last = self.march.leaves and part >= 1 and (later, b) == way[-1]
            yield Leg(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), until, facing, leaves=last)

    def _after(self, here: Body, begins: float, ends: float, places: Mapping[str, Body]) -> Iterator[Leg]:
        """Straight for where the enemy stands at this moment; who is gone is gone for no more."""
        there = places.get(self.march.target)
        ends = min(ends, self.march.most)
        if there is None or self.spent >= ends - THIN:
            return
        facing = bearing(there.x - here.x, there.y - here.y)
        if self.spent > begins + THIN:
            yield Leg(here.x, here.y, (self.spent - begins) / self.step, here.facing)
        tables = self.table.tables
        a = Point(round(here.x), round(here.y))
        x, y, far_left = here.x, here.y, hypot(there.x - here.x, there.y - here.y)
        dx, dy = (there.x - here.x) / far_left, (there.y - here.y) / far_left
        for ground, _, long in stretches(self.table.terrain, (a, Point(round(there.x), round(there.y)))):
            self.first = self.first and ground is self.ground
            allowance = self.march.pace.allowance(ground, tables, first=self.first)
            far = self._as_near_as_may_be(x, y, dx, dy, facing, min(long, (ends - self.spent) * allowance))
            if far <= 0:
                return
            x, y, self.spent = x + far * dx, y + far * dy, self.spent + far / allowance
            yield Leg(x, y, min(1.0, (self.spent - begins) / self.step), facing)
            if far < long - THIN:
                return

    def _as_near_as_may_be(self, x: float, y: float, dx: float, dy: float, facing: Facing, far: float) -> float:
        """How much of a leg leads no nearer to the enemy than the level of the unit allows (PRE-G.43)."""
        if self.near is None or far <= 0:
            return far
        near, most = self.near, self.march.nearer or 0.0

        def too_near(part: float) -> bool:
            return self.before - near(x + part * far * dx, y + part * far * dy, facing) > most

        return far if not too_near(1.0) else far * halved(too_near, 0.0, 1.0, far)


@dataclass
class Found:
    """Hidden units that an enemy came near to, and who was within 2 inches of each then (PRE-3.28b, PRE-G.25)."""

    near: dict[str, tuple[str, ...]] = field(default_factory=dict)


def go_together(table: MesoamericaField, going: Mapping[str, March]) -> tuple[Gone, Found]:
    """How everybody goes, and whom they find."""
    steps = table.tables.number("steps.number")
    walkers = {name: Walker(table, table.pieces[name], march, steps) for name, march in going.items()}
    hidden = {piece.id for piece in table.pieces.values() if piece.hidden}
    reach, found = measure(table.tables, NEAR), Found()

    def stride(here: Body, step: int, places: Mapping[str, Body]) -> Sequence[Leg]:
        walker = walkers.get(here.id)
        return walker.stride(here, step, places) if walker else ()

    def looked(_: int, places: Mapping[str, Body]) -> None:
        for name in sorted(hidden - found.near.keys()):
            near = _beside(places, name, hidden, reach)
            if near:
                found.near[name] = near

    beside = frozenset(frozenset((one, other)) for one, others in contacts(table).items() for other in others)
    bodies = [body(piece) for piece in table.pieces.values()]
    done = together(bodies, steps, stride, measure(table.tables, CONTACT), beside, looked)
    unseen = hidden - found.near.keys()
    seen = untangled({name: walk for name, walk in done.walks.items() if name not in unseen})
    return Gone({**done.walks, **seen}, done.meetings), found


def _beside(places: Mapping[str, Body], name: str, hidden: set[str], reach: Length) -> tuple[str, ...]:
    """The enemies within 2 inches of a hidden unit."""
    own = places[name]
    return tuple(
        each.id
        for each in places.values()
        if each.owner != own.owner and each.id not in hidden and is_near(own, each, reach + HAIR)
    )


# ---- What is told of it ----------------------------------------------------------------------------------------------------------------


def moved(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """Let everybody move: hidden units that do are seen first, then all go, then those are seen whom somebody came near to."""
    hidden = [piece.id for piece in story.state.pieces.values() if piece.hidden]
    going = marches(story.state)
    if hidden and going.keys() & set(hidden):
        for name in sorted(going.keys() & set(hidden)):
            yield from hiding.revealed(kit, story, name, Cause.MOVED)
        going = marches(story.state)
    table = story.state
    done, found = go_together(table, going)
    for name, walk in done.walks.items():
        if walk.far >= 1 and name in going:
            yield from _told(kit, story, table, walk, going[name])
        _stands(story, table, done, walk, going.get(name))
    _trodden(story, table, done)
    for name, near in found.near.items():
        yield from hiding.revealed(kit, story, name, Cause.APPROACHED, near)
    for name, walk in done.walks.items():
        if walk.left:
            yield from run(kit, story, "leave_field", name)


def run(
    kit: Kit[MesoamericaField], story: Story[MesoamericaField], action: str, name: str, **facts: Any
) -> Asked[None]:
    """Let the umpire rule on something that a unit does by itself."""
    piece = story.state.pieces[name]
    doing = Doing(story.state, Act(by=piece.owner, action=action, piece=name), piece, acting.NO_PIECE)
    yield from acting.done(kit, story, doing, acting.form_of(kit.deeds[action], doing, facts))


def _told(
    kit: Kit[MesoamericaField], story: Story[MesoamericaField], table: MesoamericaField, walk: Walk, march: March
) -> Asked[None]:
    """The umpire's ruling on a move: what of the movement it took, and men who stay behind."""
    piece = table.pieces[walk.start.id]
    doing = Doing(story.state, Act(by=piece.owner, action="move", piece=piece.id), piece, acting.NO_PIECE)
    facts = move_facts(table, piece, (walk.start, *walk.trail), walk.end.facing, march)
    own = {"actor_checked": False} if march.duty else {}
    form = acting.form_of(kit.deeds["move"], doing, _gone(table, piece, {**facts, **own}))
    yield from acting.done(kit, story, doing, form)


def _gone(table: MesoamericaField, piece: Piece, facts: dict[str, Any]) -> dict[str, Any]:
    """What is told of a move that was gone: no more than the unit could go, and no nearer than it may, by a hair."""
    unit = table.unit(piece)
    bound = facts.get("actor_checked", unit.checked_turn == table.books.turn)
    legs = tuple(Stretch(terrain=Terrain(leg["terrain"]), inches=leg["inches"]) for leg in facts["legs"])
    told = TableMove(
        legs=legs,
        turning=facts["turning"],
        hill=facts["hill"],
        actor_fired=facts["actor_fired"],
        actor_type=unit.kind,
        heading=facts["heading"],
        actor_level=unit.shown,
        actor_checked=bound,
    )
    nearer = facts["inches_nearer"]
    if bound and unit.shown in FREE:
        nearer = min(nearer, most_nearer(unit.shown, legs[0].terrain, table.tables))
    return {**facts, "legs": told_legs(fitted(told, table.tables)), "inches_nearer": nearer}


def told_legs(legs: Sequence[Stretch]) -> list[dict[str, Any]]:
    """Legs as a form is told them."""
    return [{"terrain": leg.terrain.value, "inches": leg.inches} for leg in legs]


def move_facts(
    table: MesoamericaField, piece: Piece, places: Sequence[Spot], facing: Facing, march: March
) -> dict[str, Any]:
    """What geometry tells the umpire of a move."""
    nearer = (
        _nearer(table, piece, places, facing) if table.unit(piece).checked_turn == table.books.turn else Fraction(0)
    )
    heading = march.heading or (Heading.NEARER if nearer > 0 else Heading.ACROSS)
    return {
        "legs": told_legs(legs_of(table, places)),
        "turning": march.pace.turning,
        "hill": climbs(table.terrain, places[0], places[-1]),
        "actor_fired": march.pace.fired,
        "heading": heading,
        "inches_nearer": max(Fraction(0), nearer),
        "leaves_unconscious": True,
    }


def _nearer(table: MesoamericaField, piece: Piece, places: Sequence[Spot], facing: Facing) -> Fraction:
    """By how much a way leads nearer to the nearest enemy in sight (PRE-G.43)."""
    foes = [enemy for _, enemy in sighted(table, piece)]
    if not foes:
        return Fraction(0)
    near, first, last = nearest_of(piece, foes), places[0], places[-1]
    return in_inches(round(near(first.x, first.y, piece.figures[0].facing) - near(last.x, last.y, facing)))


def _stands(
    story: Story[MesoamericaField], table: MesoamericaField, done: Gone, walk: Walk, march: March | None
) -> None:
    """Where a unit stands after the movement; an order may end with a turn."""
    piece, pose = table.pieces[walk.start.id], walk.end.pose
    wanted = _wanted(table, piece, walk, march)
    if wanted is not None:
        turned = replace(walk.end, facing=wanted)
        others = [each.end for name, each in done.walks.items() if name != piece.id and not each.left]
        pose = turned_about(piece.base, pose, wanted) if is_clear(turned, others) else pose
    if pose == piece.figures[0] and not walk.left:
        return
    met = next((each for each in done.meetings if piece.id in (each.one, each.other) and walk.trail), None)
    story.tell(
        Went(
            piece=piece.id,
            figures=(pose,),
            stood=_stood(walk),
            met=() if met is None else (met.other if met.one == piece.id else met.one,),
            step=met.step if met else 0,
            share=round(met.share, 6) if met else 0.0,
            known_to=(piece.owner,) if story.state.pieces[piece.id].hidden else EVERYBODY,
        )
    )


def _wanted(table: MesoamericaField, piece: Piece, walk: Walk, march: March | None) -> Facing | None:
    """The facing that an order ends with: of a hold at once, of a way where it was gone to its end."""
    if march is not None:
        end = march.way[-1][1] if march.way else None
        at_end = end is not None and hypot(walk.end.x - end.x, walk.end.y - end.y) < 2  # noqa: PLR2004 - thousandths
        return march.facing if at_end else None
    told = [act for act in table.planned(piece.owner) if act.piece == piece.id and act.action in ORDERS]
    return final_facing(told[0]) if told and not walk.trail and not told[0].ways else None


def _stood(walk: Walk) -> tuple[Pose, ...]:
    """Where it was after each step, up to the last in which it moved."""
    kept = list(walk.stood)
    while len(kept) > 1 and kept[-1] == kept[-2]:
        kept.pop()
    return tuple(kept)


def _trodden(story: Story[MesoamericaField], table: MesoamericaField, done: Gone) -> None:
    """Enemies whose base went over men that were left behind (PRE-G.21)."""
    for marker, pose in story.state.lying.items():
        owner, spot = table.books.units[marker].side.value, middle_of(table.pieces[marker].base, pose)
        over = tuple(
            name
            for name, walk in done.walks.items()
            if walk.start.owner != owner and not table.pieces[name].hidden and _went_over(walk, spot)
        )
        if over:
            story.tell(Trod(marker=marker, pieces=over, known_to=EVERYBODY))


def _went_over(walk: Walk, spot: Point) -> bool:
    """Whether the base of a unit covered a spot on its way, or stands on it at the end."""
    base = walk.start.base
    stands = [(walk.end.x, walk.end.y, walk.end.x, walk.end.y, walk.end.facing)]
    legs = [(a.x, a.y, b.x, b.y, b.facing) for a, b in walk.pieces()]
    for ax, ay, bx, by, facing in (*legs, *stands):
        x, y = direction(facing)
        forward = [(spot.x - px) * x + (spot.y - py) * y for px, py in ((ax, ay), (bx, by))]
        aside = abs((spot.x - ax) * y - (spot.y - ay) * x)
        if aside <= base.width / 2 and min(forward) <= base.behind / 2 and max(forward) >= -base.behind / 2:
            return True
    return False
