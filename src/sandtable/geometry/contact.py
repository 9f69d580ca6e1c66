"""Going into contact: straight at the nearest part of a target until it touches (REV-G.27)."""

from __future__ import annotations

from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.sliding import contact_time
from sandtable.geometry.distance import nearest
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.going import Going, laid_out
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.walk import leg_costs, leg_hindrances


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
    t = contact_time(body.quads, float(body.radius), dx, dy, target.quads, float(target.radius))
    return body.moved(whole(t * dx), whole(t * dy))


def path_cost(body: Footprint, start: Point, end: Point, going: Going, terrain: Terrain) -> Length:
    """What the ground costs along the straight line, for the dearest base; what hinders is ``path_hindrances``."""
    anchor = body.anchor
    body = body.moved(start.x - anchor.x, start.y - anchor.y)
    return whole(max(leg_costs(body, end.x - start.x, end.y - start.y, 1.0, laid_out(terrain, going))))


def path_hindrances(body: Footprint, start: Point, end: Point, going: Going, terrain: Terrain) -> tuple[Hindrance, ...]:
    """Impassable ground and uncrossable lines that the unit would sweep over on the straight line."""
    anchor = body.anchor
    body = body.moved(start.x - anchor.x, start.y - anchor.y)
    return tuple(leg_hindrances(body, end.x - start.x, end.y - start.y, going, Around(terrain)))
