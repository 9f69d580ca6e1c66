"""The ground that bodies sweep as they move: what they enter, what they cross, whom they meet, and how far they get before they touch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Quads
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Area, Line, Terrain

HAIR = 10.0  # thousandths: less of a piece of ground nobody sees to be entered
Swept = NDArray[Any]  # polygons, each between one place of a body and the next
Numbers = NDArray[np.float64]


class Surface(NamedTuple):
    """What is seen of an area: without what lies on top of it."""

    area: Area
    shape: Any


@fact
def surfaces(terrain: Terrain) -> tuple[Surface, ...]:
    """What is seen of each area."""
    shapes = [shapely.make_valid(shapely.polygons(np.array(area.outline, dtype=np.float64))) for area in terrain.areas]
    found = []
    for number, (area, shape) in enumerate(zip(terrain.areas, shapes, strict=True)):
        seen = shapely.difference(shape, shapely.union_all(shapes[number + 1 :]))
        shapely.prepare(seen)
        found.append(Surface(area, seen))
    return tuple(found)


@fact
def _inner(terrain: Terrain) -> shapely.STRtree:
    """The shapes of all surfaces, a hair smaller, to be looked up: who touches an edge has not entered."""
    return shapely.STRtree(shapely.buffer([each.shape for each in surfaces(terrain)], -HAIR))


def swept(stations: Sequence[Quads]) -> Swept:
    """The ground between every two places of a body, in convex pieces; of one that stays, the ground it stands on."""
    steps = zip(stations, stations[1:] if len(stations) > 1 else stations, strict=False)
    corners = np.concatenate([np.concatenate((one, two), axis=1) for one, two in steps])
    owners = np.repeat(np.arange(len(corners)), corners.shape[1])
    pieces: Swept = shapely.convex_hull(shapely.multipoints(corners.reshape(-1, 2), indices=owners))
    return pieces


def polygons(quads: Quads) -> Swept:
    """The ground under stands."""
    ground: Swept = shapely.polygons(quads)
    return ground


def entered(terrain: Terrain, ground: Swept) -> tuple[Area, ...]:
    """The areas that swept ground enters, a ford on top of a river not being the river."""
    if not terrain.areas:
        return ()
    met = set(_inner(terrain).query(ground, predicate="intersects")[1].tolist())
    return tuple(each.area for number, each in enumerate(surfaces(terrain)) if number in met)


def first_within(terrain: Terrain, names: frozenset[str], body: Quads, shifts: Numbers) -> int | None:
    """The first of some places along a straight way at which a body is in one of these areas; None where it comes through none of them."""
    areas = [number for number, each in enumerate(surfaces(terrain)) if each.area.id in names]
    tree, whole = _inner(terrain), swept((body + shifts[0], body + shifts[-1]))
    if not np.isin(tree.query(whole, predicate="intersects")[1], areas).any():
        return None
    places = (body[None] + shifts[:, None, None]).reshape(-1, 4, 2)
    stands, met = tree.query(polygons(places), predicate="intersects")
    found = stands[np.isin(met, areas)]
    return int(found.min()) // len(body) if len(found) else None


def crossed(lines: Iterable[Line], tracks: Sequence[Sequence[Point]]) -> tuple[Line, ...]:
    """The lines that any of these tracks crosses; who starts or ends at one has not crossed it."""
    ways = [shapely.linestrings(np.array(track, dtype=np.float64)) for track in tracks if len(track) > 1]
    if not ways:
        return ()
    return tuple(line for line in lines if bool(np.any(shapely.crosses(_string(line), ways))))


def _string(line: Line) -> Any:
    return shapely.linestrings(np.array(line.points, dtype=np.float64))


def gaps_to(ground: Swept, stands: Swept) -> Numbers:
    """How near swept ground comes to each of these stands; nothing where it goes over it."""
    if not len(stands):
        return np.zeros(0)
    near: Numbers = shapely.distance(ground[:, None], stands[None, :]).min(axis=0)
    return near


def overlapped(ground: Swept, stands: Swept) -> NDArray[np.bool_]:
    """Which of these stands swept ground goes over, edges that touch apart."""
    if not len(stands):
        return np.zeros(0, dtype=bool)
    over: NDArray[np.bool_] = shapely.intersects(ground[:, None], shapely.buffer(stands, -HAIR / 2)[None, :]).any(
        axis=0
    )
    return over


def shrunk(quads: Quads, by: float = HAIR) -> Quads:
    """Rectangles a hair smaller on every side, so that who stands beside one does not touch it; or larger, by less than nothing."""
    middle = quads.mean(axis=1, keepdims=True)
    across = (quads[:, 1] - quads[:, 0]) / 2
    deep = (quads[:, 0] - quads[:, 3]) / 2
    off = sum(
        _unit(each)[:, None, :] * np.sign(np.einsum("qvc,qc->qv", quads - middle, each))[..., None]
        for each in (across, deep)
    )
    inner: Quads = quads - off * by
    return inner


def _unit(vectors: Numbers) -> Numbers:
    size = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(size, size, 1.0)


# ---- How far until they touch ------------------------------------------------------------------------------------------------------


def until_contact(body: Quads, x: float, y: float, others: Quads) -> Numbers:
    """How far a body goes in a direction, a unit vector, before it touches each of these rectangles; infinite where it passes.

    What it stands on already, or touches on the side it goes to, is touched at once.
    """
    if not len(others):
        return np.zeros(0)
    ahead = _first(body, x, y, others)
    back = _first(others, -x, -y, body).T
    first: NDArray[np.float64] = np.minimum(ahead, back).min(axis=0)
    return first


def _first(movers: Quads, x: float, y: float, others: Quads) -> Numbers:
    """How far any corner of each mover goes before it meets an edge of each other: movers x others."""
    corners = movers[:, :, None, None, :]  # movers, corners, others, edges
    start, end = others[None, None, :, :, :], np.roll(others, -1, axis=1)[None, None, :, :, :]
    edge, way = end - start, start - corners
    cross = x * edge[..., 1] - y * edge[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (way[..., 0] * edge[..., 1] - way[..., 1] * edge[..., 0]) / cross
        share = (way[..., 0] * y - way[..., 1] * x) / cross
    hits = (np.abs(cross) > 1e-9) & (share >= 0) & (share <= 1) & (far > -1e-6)  # noqa: PLR2004 - what arithmetic may lose
    found: Numbers = np.where(hits, np.maximum(far, 0.0), np.inf).min(axis=(1, 3))
    return found


# ---- Lines of sight ----------------------------------------------------------------------------------------------------------------


def through(terrain: Terrain, kinds: frozenset[str], starts: Numbers, ends: Numbers) -> Numbers:
    """How much of each straight line runs through ground of these kinds."""
    far = np.zeros(len(starts))
    shapes = [each.shape for each in surfaces(terrain) if each.area.kind in kinds]
    if not shapes or not len(starts):
        return far
    lines = shapely.linestrings(np.stack((starts, ends), axis=1))
    for shape in shapes:
        hit = shapely.intersects(shape, lines)
        if hit.any():
            far[hit] += shapely.length(shapely.intersection(lines[hit], shape))
    return far


def barred(starts: Numbers, ends: Numbers, quads: Quads) -> NDArray[np.bool_]:
    """Which straight lines (rows) go over which rectangles (columns); a touched edge does not bar."""
    if not len(starts) or not len(quads):
        return np.zeros((len(starts), len(quads)), dtype=bool)
    normal, limit = edges_of(quads)
    here = np.einsum("lc,qec->lqe", starts, normal) - limit
    there = np.einsum("lc,qec->lqe", ends, normal) - limit
    slope = there - here
    with np.errstate(divide="ignore", invalid="ignore"):
        share = -here / slope
    first = np.where(slope > 0, share, np.where((slope == 0) & (here < 0), np.inf, -np.inf)).max(axis=2)
    last = np.where(slope < 0, share, np.inf).min(axis=2)
    found: NDArray[np.bool_] = np.maximum(first, 0.0) < np.minimum(last, 1.0)
    return found


def edges_of(quads: Quads) -> tuple[Numbers, Numbers]:
    """The inward normals of the edges of rectangles, and how far along each of them the inside begins, a hair within the edge."""
    one, two = quads, np.roll(quads, -1, axis=1)
    normal = np.stack((one[..., 1] - two[..., 1], two[..., 0] - one[..., 0]), axis=-1)
    inward = np.sign(np.einsum("qec,qc->qe", normal, quads.mean(axis=1)) - np.einsum("qec,qec->qe", normal, one))
    normal = normal * inward[..., None]
    size = np.linalg.norm(normal, axis=-1, keepdims=True)
    normal = normal / np.where(size, size, 1.0)
    return normal, np.einsum("qec,qec->qe", normal, one) + HAIR / 2


def nearest_along(points: Sequence[Point], place: Point) -> tuple[float, Length]:
    """How far along a line its place nearest to another is, and how far off that is."""
    line, dot = shapely.linestrings(np.array(points, dtype=np.float64)), shapely.points(place)
    return float(shapely.line_locate_point(line, dot)), round(float(shapely.distance(line, dot)))
