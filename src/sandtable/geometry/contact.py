"""Going into contact: straight at the nearest part of a target until it touches (REV-G.27)."""

from __future__ import annotations

import numpy as np

from sandtable.geometry.around import NOBODY, Hindrance, first_time, hindrance, stacked
from sandtable.geometry.compiled.hindering import EDGE, hindering
from sandtable.geometry.compiled.layout import Leg, Numbers, Scene
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.sliding import contact_time, unit_gap
from sandtable.geometry.distance import nearest
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.going import Going, laid_out
from sandtable.geometry.journey import leg_costs
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Terrain


def assault_path(body: Footprint, target: Footprint, start: Point | None = None) -> tuple[Point, Point]:
    """From the middle of the front (or where it starts) to the nearest part of the target."""
    begin = start or body.anchor.point
    _, end, _ = nearest(figure(begin, 0), target)
    return begin, end


def into_contact(body: Footprint, target: Footprint, start: Point | None = None) -> Footprint:
    """The unit shifted straight along its path until it touches; it is not aligned."""
    begin, end = assault_path(body, target, start)
    anchor = body.anchor
    body = body.moved(begin.x - anchor.x, begin.y - anchor.y)
    dx, dy = float(end.x - begin.x), float(end.y - begin.y)
    if not body.radius and not target.radius:
        t = contact_time(body.quads, dx, dy, target.quads)
    else:
        them = stacked((target,))
        t = first_time(lambda share: unit_gap(body.quads, float(body.radius), share * dx, share * dy, them, 0) <= 0)
    return body.moved(whole(t * dx), whole(t * dy))


def path_cost(body: Footprint, start: Point, end: Point, going: Going, terrain: Terrain) -> Length:
    """What the ground costs along the straight line, for the dearest base; what hinders is told by ``path_hindrances``."""
    quads = _placed(body, start)
    return whole(leg_costs(quads, start, end.x - start.x, end.y - start.y, 1.0, laid_out(terrain, going)).max())


def path_hindrances(body: Footprint, start: Point, end: Point, going: Going, terrain: Terrain) -> tuple[Hindrance, ...]:
    """Impassable ground and uncrossable lines that the unit would sweep over on the straight line."""
    ground = laid_out(terrain, going)
    quads = _placed(body, start)
    leg = Leg(float(start.x), float(start.y), float(end.x - start.x), float(end.y - start.y))
    found = hindering(quads, float(body.radius), leg, -1.0, -1.0, Scene(ground.fields, NOBODY, NOBODY))
    told = dict.fromkeys((int(cause), int(which)) for cause, which, _ in found.tolist() if cause != EDGE)
    return tuple(hindrance(cause, which, ground, start) for cause, which in told)


def _placed(body: Footprint, place: Point) -> Numbers:
    anchor = body.anchor
    return np.add(body.quads, (place.x - anchor.x, place.y - anchor.y))
