"""Turning on the spot: about the middle of the front, sliding away from enemies that would come nearer (REV-4.35 to 4.37)."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.geometry.around import Around, Hindrance, hindrance
from sandtable.geometry.compiled.turning import NOBODY, NOTHING, Turn, settle
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import OPEN, Going, laid_out
from sandtable.geometry.measure import INCH, Facing, Length, Pose

NEAR: Length = 6 * INCH  # enemies within it mind a turn


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
    ways, pivot, anchor = going or OPEN, body.anchor, new.anchor
    dx, dy, slide, unkept, cause, which = settle(
        Turn(body.quads, new.quads, float(pivot.x), float(pivot.y)),
        float(anchor.x),
        float(anchor.y),
        new.build,
        around.terms(ways, near, strict),
        around.scene(ways),
    )
    end = new.moved(int(dx), int(dy))
    found = None
    if unkept != NOBODY:
        found = Hindrance("slide", unkept, pivot.point)
    elif cause != NOTHING:
        found = hindrance(cause, which, laid_out(around.terrain, ways), end.anchor.point)
    return Turned(end, int(slide), found)
