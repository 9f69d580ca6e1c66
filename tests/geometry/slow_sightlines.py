"""The slow twin of the compiled lines of sight: every line of every pair as an entry of an array, which shapely checks line by line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point
from sandtable.geometry.sightlines import edges_of, nine_points

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
POINTS = 9
LINES = POINTS * POINTS
GRAZE = 1.0  # of a thousandth: a line that only grazes a base is held up by it
FIRST = tuple(range(0, LINES, POINTS + 1))  # lines between like points: a quick look


class Sightlines:
    """All lines from some bases to others. Answers have a row for each of the first, a column for each of the others, and 81 lines."""

    def __init__(self, ones: Sequence[Footprint], others: Sequence[Footprint]) -> None:
        self.ones, self.others = ones, others
        self.starts, self.ends = (
            np.array([nine_points(stand) for stand in some], dtype=np.float64).reshape(-1, POINTS, 2)
            for some in (ones, others)
        )

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.ones), len(self.others)

    def none(self) -> Flags:
        """No line of any pair."""
        return np.zeros((*self.shape, LINES), dtype=np.bool_)

    def crossing(self, segments: Numbers, where: Flags | None = None) -> Flags:
        """The lines that cross or touch any of some segments; pairs that are not asked ``where`` have none."""
        found = self.none()
        if not len(segments) or not found.size:
            return found
        ax, ay, bx, by = segments.T
        from_start = _sides(self.starts, ax, ay, bx, by)  # ones x segments x points
        from_end = _sides(self.ends, ax, ay, bx, by)
        low = np.minimum(from_start.min(axis=2)[:, None], from_end.min(axis=2)[None])
        high = np.maximum(from_start.max(axis=2)[:, None], from_end.max(axis=2)[None])
        near = (low <= 0) & (high >= 0) & self._reaches(segments)
        if where is not None:
            near &= where[:, :, None]
        one, other, piece = np.nonzero(near)
        if not len(one):
            return found
        across = from_start[one, piece][:, :, None] * from_end[other, piece][:, None, :] <= 0
        a, b = self.starts[one][:, :, None, :], self.ends[other][:, None, :, :]
        dx, dy = b[..., 0] - a[..., 0], b[..., 1] - a[..., 1]
        first, last = (
            dx * (y[piece][:, None, None] - a[..., 1]) - dy * (x[piece][:, None, None] - a[..., 0])
            for x, y in ((ax, ay), (bx, by))
        )
        hit = (across & (first * last <= 0)).reshape(-1, LINES)
        _gather(found, one, other, hit)
        return found

    def _reaches(self, segments: Numbers) -> Flags:
        """Pairs and segments whose upright rectangles meet."""
        low = np.minimum(self.starts.min(axis=1)[:, None], self.ends.min(axis=1)[None])  # pairs x (x, y)
        high = np.maximum(self.starts.max(axis=1)[:, None], self.ends.max(axis=1)[None])
        left, right = np.minimum(segments[:, 0], segments[:, 2]), np.maximum(segments[:, 0], segments[:, 2])
        bottom, top = np.minimum(segments[:, 1], segments[:, 3]), np.maximum(segments[:, 1], segments[:, 3])
        reaches: Flags = (
            (low[..., 0:1] <= right) & (high[..., 0:1] >= left) & (low[..., 1:2] <= top) & (high[..., 1:2] >= bottom)
        )
        return reaches

    def passing(self, posts: Numbers, where: Flags, lines: Sequence[int] = ()) -> Flags:
        """The lines that touch a post or pass nearer than it reaches: ``posts`` are segments with a radius, ``where`` asks pair by pair and post by post.

        With some ``lines`` only those are looked at, and the others pass none.
        """
        found = self.none()
        if not len(posts) or not found.size:
            return found
        one, other, post = np.nonzero(where & self._close(posts))
        if not len(one):
            return found
        some = np.array(lines or range(LINES))
        ax, ay = (self.starts[..., axis][:, some // POINTS][one] for axis in (0, 1))
        bx, by = (self.ends[..., axis][:, some % POINTS][other] for axis in (0, 1))
        px, py, qx, qy, reach = (column[:, None] for column in posts[post].T)
        far = _to_segment(px, py, ax, ay, bx, by)
        if np.any(px != qx) or np.any(py != qy):
            far = np.minimum(far, _to_segment(qx, qy, ax, ay, bx, by))
            far = np.minimum(far, _to_segment(ax, ay, px, py, qx, qy))
            far = np.minimum(far, _to_segment(bx, by, px, py, qx, qy))
            far[_cross(ax, ay, bx, by, px, py, qx, qy)] = 0.0
        hit = np.zeros((len(one), LINES), dtype=np.bool_)
        hit[:, some] = far < (reach + GRAZE) ** 2
        _gather(found, one, other, hit)
        return found

    def _close(self, posts: Numbers) -> Flags:
        """Pairs and posts that may come near enough to each other."""
        middle = (posts[:, 0:2] + posts[:, 2:4]) / 2
        size = np.hypot(posts[:, 0] - posts[:, 2], posts[:, 1] - posts[:, 3]) / 2 + posts[:, 4]
        rims = [np.hypot(*(each - each[:, :1]).T).max(axis=0) for each in (self.starts, self.ends)]
        wide = np.maximum(rims[0][:, None], rims[1][None])[:, :, None]
        ax, ay = (self.starts[:, None, None, 0, axis] for axis in (0, 1))
        bx, by = (self.ends[None, :, None, 0, axis] for axis in (0, 1))
        near: Flags = _to_segment(middle[:, 0], middle[:, 1], ax, ay, bx, by) <= (wide + size + 1) ** 2
        return near

    def inside(self, outline: Sequence[Point], where: Flags | None = None) -> Numbers:
        """How much of each line lies inside an outline."""
        found = np.zeros((*self.shape, LINES))
        edges = edges_of(outline)
        near = self._reaches(_framed(edges))[:, :, 0]
        near = near if where is None else near & where
        one, other = np.nonzero(near)
        if not len(one):
            return found
        within = _within(self.starts.reshape(-1, 2), edges).reshape(-1, POINTS)
        a = np.repeat(self.starts[one], POINTS, axis=1).reshape(-1, 2)
        b = np.tile(self.ends[other], (1, POINTS, 1)).reshape(-1, 2)
        shares = _entered(a, b, edges) + np.repeat(within[one], POINTS, axis=1).reshape(-1)
        lengths = np.hypot(b[:, 0] - a[:, 0], b[:, 1] - a[:, 1])
        found[one, other] = (np.clip(shares, 0.0, 1.0) * lengths).reshape(-1, LINES)
        return found


def _sides(points: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers) -> Numbers:
    """On which side of each segment points lie: bases x segments x points."""
    px, py = points[:, None, :, 0], points[:, None, :, 1]
    a, b = ax[None, :, None], ay[None, :, None]
    sides: Numbers = (bx - ax)[None, :, None] * (py - b) - (by - ay)[None, :, None] * (px - a)
    return sides


def _to_segment(x: Numbers, y: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers) -> Numbers:
    """The squares of the distances from places to segments."""
    dx, dy = bx - ax, by - ay
    size = dx * dx + dy * dy
    along = ((x - ax) * dx + (y - ay) * dy) / np.maximum(size, 1e-9)
    np.clip(along, 0.0, 1.0, out=along)
    off_x, off_y = ax + along * dx - x, ay + along * dy - y
    squares: Numbers = off_x * off_x + off_y * off_y
    return squares


def _cross(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, cx: Numbers, cy: Numbers, dx: Numbers, dy: Numbers
) -> Flags:
    """Whether segments cross."""

    def turn(px: Numbers, py: Numbers, qx: Numbers, qy: Numbers, rx: Numbers, ry: Numbers) -> Numbers:
        side: Numbers = (qx - px) * (ry - py) - (qy - py) * (rx - px)
        return side

    crossed: Flags = (turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) < 0) & (
        turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) < 0
    )
    return crossed


def _gather(found: Flags, one: NDArray[np.int64], other: NDArray[np.int64], hit: Flags) -> None:
    """Lay what was found of pairs together: they come in order, one after the other."""
    pairs = one * found.shape[1] + other
    firsts = np.flatnonzero(np.diff(pairs, prepend=-1))
    found.reshape(-1, LINES)[pairs[firsts]] |= np.logical_or.reduceat(hit, firsts, axis=0)


def _framed(edges: Numbers) -> Numbers:
    """The rectangle around edges, as the segment between two of its corners."""
    xs, ys = edges[:, 0], edges[:, 1]
    return np.array([[xs.min(), ys.min(), xs.max(), ys.max()]])


def _within(places: Numbers, edges: Numbers) -> Flags:
    """Which places lie inside an outline."""
    x, y = places[:, 0, None], places[:, 1, None]
    px, py, qx, qy = edges.T
    above = (py > y) != (qy > y)
    level = np.where(qy != py, qy - py, 1.0)
    within: Flags = np.logical_xor.reduce(above & (x < (qx - px) * (y - py) / level + px), axis=1)
    return within


def _entered(a: Numbers, b: Numbers, edges: Numbers) -> Numbers:
    """What share of each line lies inside, beside all of it if it begins there: an edge that it enters by counts to its end, one that it
    leaves by does so no more.
    """
    dx, dy = b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
    px, py, qx, qy = edges.T
    # Corners left of the line. Halves of the precision are enough: a corner is on the same side for both of its edges.
    ahead, corners = np.stack((-dy, dx), axis=1).astype(np.float32), np.stack((px, py)).astype(np.float32)
    left = ahead @ corners > (dx * a[:, 1] - dy * a[:, 0]).astype(np.float32)[:, None]
    line, edge = np.divmod(np.flatnonzero(left != np.roll(left, -1, axis=1)), len(edges))
    turn = 1.0 if (px * qy - qx * py).sum() > 0 else -1.0
    ex, ey = (qx - px)[edge], (qy - py)[edge]
    along = ((px[edge] - a[line, 0]) * ey - (py[edge] - a[line, 1]) * ex) / (dx[line] * ey - dy[line] * ex)
    counts = (along > 0) & (along < 1)
    signs = np.where(left[line, edge], turn, -turn) * counts
    return np.asarray(np.bincount(line, weights=signs * (1 - along), minlength=len(a)), dtype=np.float64)


def meeting(legs: Numbers, posts: Numbers, room: float) -> Flags:
    """Which legs of a way come nearer to which posts than they reach and so much room besides: legs x posts."""
    if not len(legs) or not len(posts):
        return np.zeros((len(legs), len(posts)), dtype=np.bool_)
    ax, ay, bx, by = (column[:, None] for column in legs.T)
    px, py, qx, qy, reach = (column[None] for column in posts.T)
    far = np.minimum(_to_segment(px, py, ax, ay, bx, by), _to_segment(qx, qy, ax, ay, bx, by))
    far = np.minimum(far, np.minimum(_to_segment(ax, ay, px, py, qx, qy), _to_segment(bx, by, px, py, qx, qy)))
    far[_cross(ax, ay, bx, by, px, py, qx, qy)] = 0.0
    met: Flags = far < np.maximum(reach + room, 0.0) ** 2
    return met
