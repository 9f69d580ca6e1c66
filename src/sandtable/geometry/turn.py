"""Turning on the spot: about the middle of the front, sliding away from enemies that would come nearer (REV-4.35 to 4.37)."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.sliding import unit_gaps
from sandtable.geometry.distance import distance_to_point, nearest
from sandtable.geometry.footprint import Footprint, standing
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Facing, Length, Point, Pose
from sandtable.geometry.place import off_table, on_friend, on_obstacle

NEAR: Length = 6 * INCH
ON_UNIT: Length = 2  # corners are rounded: a point so near lies on the unit
TRIES = 64


@dataclass(frozen=True, slots=True)
class Turned:
    """A unit after a turn, how far it slid, and what keeps it from standing so."""

    end: Footprint
    slide: Length
    hindrance: Hindrance | None = None


def turn(
    body: Footprint,
    facing: Facing,
    around: Around,
    near: Length = NEAR,
    strict: bool = False,
    going: Going | None = None,
) -> Turned:
    """Pivot on the middle of the front; ``strict``: that point must still lie on the front edge after the slide."""
    anchor = body.anchor
    return settled(body, body.placed(Pose(anchor.x, anchor.y, facing)), around, near, strict, going)


def reform(
    body: Footprint,
    new: Footprint,
    around: Around,
    near: Length = NEAR,
    strict: bool = False,
    going: Going | None = None,
) -> Turned:
    """Change formation about the same middle of the front, by the same rule."""
    old, anchor = body.anchor, new.anchor
    return settled(body, new.moved(old.x - anchor.x, old.y - anchor.y), around, near, strict, going)


def settled(
    body: Footprint,
    new: Footprint,
    around: Around,
    near: Length,
    strict: bool,
    going: Going | None,
) -> Turned:
    """A unit that changed its facing or formation: slid as far as it must, and what keeps it from standing there."""
    end, slide, hindrance = slid(body, new, around, near, strict)
    if hindrance is None:
        hindrance = off_table(end, around) or on_friend(end, around)
    if hindrance is None and going is not None:
        hindrance = next(iter(on_obstacle(end, going, around)), None)
    return Turned(end, slide, hindrance)


def slid(
    body: Footprint, new: Footprint, around: Around, near: Length, strict: bool
) -> tuple[Footprint, Length, Hindrance | None]:
    """The new footprint slid straight away from the nearest enemy that came nearer, until none is nearer than before."""
    before, after = gaps(body, around), gaps(new, around)
    nearer = [number for number, far in enumerate(after) if far < before[number] and far <= near]
    if not nearer:
        return new, 0, None
    first = min(nearer, key=lambda number: (after[number], number))
    enemy = around.enemies[first]
    dx, dy = _away(body, new, enemy)
    slide = 0
    pivot = body.anchor.point
    for _ in range(TRIES):
        end = new.moved(whole(slide * dx), whole(slide * dy))
        now = gaps(end, around)
        short = [before[n] - far for n, far in enumerate(now) if far < before[n] and far <= near]
        if not short:
            break
        slide += max(short)
    else:
        return new, slide, Hindrance("slide", first, pivot)
    if not _keeps(end, pivot, strict):
        return end, slide, Hindrance("slide", first, pivot)
    return end, slide, None


def gaps(body: Footprint, around: Around) -> list[Length]:
    """How far each enemy is."""
    them = around.enemy_bases
    far = unit_gaps(body.quads, float(body.radius), 0.0, 0.0, them.shapes, them.owners, them.radii, len(around.enemies))
    return [whole(each) for each in far]


def _away(body: Footprint, new: Footprint, enemy: Footprint) -> tuple[float, float]:
    """The direction straight away from an enemy; from one that is run into, the way it was away before."""
    for unit in (new, body):
        ours, theirs, far = nearest(unit, enemy)
        if far:
            return (ours.x - theirs.x) / hypot(ours.x - theirs.x, ours.y - theirs.y), (ours.y - theirs.y) / hypot(
                ours.x - theirs.x, ours.y - theirs.y
            )
    ours, theirs = body.centre, enemy.centre
    apart = hypot(ours.x - theirs.x, ours.y - theirs.y) or 1.0
    return (ours.x - theirs.x) / apart, (ours.y - theirs.y) / apart


def _keeps(end: Footprint, pivot: Point, strict: bool) -> bool:
    if not strict:
        return distance_to_point(end, pivot) <= ON_UNIT
    edge = standing(end.bases[: end.front], end.front, end.width, 0)
    return distance_to_point(edge, pivot) <= ON_UNIT
