"""Lines of sight between the bases of figures: 81 of every pair, past segments, outlines and posts, in one call."""

from __future__ import annotations

from math import hypot, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.rounding import compiled_whole

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
POINTS = 9
LINES = POINTS * POINTS
GRAZE = 1.0  # of a thousandth: a line that only grazes a base is held up by it
TINY = 1e-9  # no segment is shorter, but for points


class Screens(NamedTuple):
    """What lines may cross: features made of segments, one after the other.

    Whether one hides or shelters hangs on how either end stands to it, inside or beside it or not: rows for the one who looks, columns for
    the other.
    """

    segments: Floats
    first: Ints  # where each feature's segments begin, and the end of all
    boxes: Floats
    counts_as: Ints  # the class that a line which crosses it counts for
    blocks: Flags  # features x 2 x 2
    counts: Flags


class Foliage(NamedTuple):
    """Outlines that a line may run inside of, for so far and no farther; one that does so at all counts for a class."""

    edges: Floats
    first: Ints
    boxes: Floats
    turns: Floats  # of each outline: 1 where it runs to the left, else -1
    most: float
    counts_as: int


class Posts(NamedTuple):
    """Segments with a radius that no line may pass too near: bases, and narrow gaps between two of them. Whom a base hides is said base by base."""

    cores: Floats
    whose: Ints  # of each post its two bases, or the same one twice
    hides: Flags  # ones x bases: it hides whatever is behind it
    may_hide: Flags  # ones x bases: it hides at least those whom it is close to
    close: Flags  # others x bases
    aimed_at: Flags  # others x bases: it hides nobody


@compiled
def looks(
    starts: Floats,
    ends: Floats,
    screens: Screens,
    at_start: Flags,
    at_end: Flags,
    foliage: Foliage,
    posts: Posts,
    classes: int,
) -> tuple[Flags, Ints]:
    """For every pair of bases, each given by its nine points, whether a line is open, and how many lines count for each class.

    ``at_start`` and ``at_end`` tell how bases stand to features: features x bases.
    """
    ones, others = len(starts), len(ends)
    open_ = np.zeros((ones, others), dtype=np.bool_)
    numbers = np.zeros((ones, others, classes), dtype=np.int64)
    blocked, counted = np.empty(LINES, dtype=np.bool_), np.empty((classes, LINES), dtype=np.bool_)
    depth, asked, sizes = np.empty(LINES), np.empty(len(posts.cores), dtype=np.int64), np.empty(len(posts.cores))
    put_sizes(posts.cores, sizes)
    sides = np.empty((2, POINTS))
    for i in range(ones):
        for j in range(others):
            blocked[:] = False
            counted[:] = False
            _past_screens(starts[i], ends[j], screens, at_start[:, i], at_end[:, j], blocked, counted, sides)
            _past_foliage(starts[i], ends[j], foliage, blocked, counted, depth)
            for kind in range(classes):
                number = 0
                for line in range(LINES):
                    number += counted[kind, line]
                numbers[i, j, kind] = number
            near = _asked(starts[i], ends[j], posts, sizes, i, j, asked)
            open_[i, j] = _any_open(starts[i], ends[j], blocked, posts.cores, asked, near)
    return open_, numbers


@part
def _past_screens(
    start: Floats,
    end: Floats,
    screens: Screens,
    at_start: Flags,
    at_end: Flags,
    blocked: Flags,
    counted: Flags,
    sides: Floats,
) -> None:
    left, low, right, high = _box(start, end)
    for k in range(len(screens.first) - 1):
        one, other = int(at_start[k]), int(at_end[k])
        blocks, counts = screens.blocks[k, one, other], screens.counts[k, one, other]
        box = screens.boxes[k]
        if not (blocks or counts) or box[0] > right or box[2] < left or box[1] > high or box[3] < low:
            continue
        for s in range(screens.first[k], screens.first[k + 1]):
            ax, ay, bx, by = screens.segments[s]
            if max(ax, bx) < left or min(ax, bx) > right or max(ay, by) < low or min(ay, by) > high:
                continue
            if not _parted(start, end, ax, ay, bx, by, sides):
                continue
            for line in range(LINES):
                if sides[0, line // POINTS] * sides[1, line % POINTS] > 0.0:
                    continue
                px, py = start[line // POINTS]
                dx, dy = end[line % POINTS, 0] - px, end[line % POINTS, 1] - py
                first, last = dx * (ay - py) - dy * (ax - px), dx * (by - py) - dy * (bx - px)
                if first * last <= 0.0:
                    blocked[line] |= blocks
                    counted[screens.counts_as[k], line] |= counts


@part
def _parted(start: Floats, end: Floats, ax: float, ay: float, bx: float, by: float, sides: Floats) -> bool:
    """Whether a segment has points of both bases, or of one of them, on either side of it; on which side each is, is put into rows."""
    low, high = np.inf, -np.inf
    for k in range(POINTS):
        sides[0, k] = (bx - ax) * (start[k, 1] - ay) - (by - ay) * (start[k, 0] - ax)
        sides[1, k] = (bx - ax) * (end[k, 1] - ay) - (by - ay) * (end[k, 0] - ax)
        low, high = min(low, sides[0, k], sides[1, k]), max(high, sides[0, k], sides[1, k])
    return low <= 0.0 <= high


@part
def _box(start: Floats, end: Floats) -> tuple[float, float, float, float]:
    left, low, right, high = np.inf, np.inf, -np.inf, -np.inf
    for k in range(POINTS):
        left, right = min(left, start[k, 0], end[k, 0]), max(right, start[k, 0], end[k, 0])
        low, high = min(low, start[k, 1], end[k, 1]), max(high, start[k, 1], end[k, 1])
    return left, low, right, high


@part
def _past_foliage(start: Floats, end: Floats, foliage: Foliage, blocked: Flags, counted: Flags, depth: Floats) -> None:
    left, low, right, high = _box(start, end)
    depth[:] = 0.0
    touched = False
    for k in range(len(foliage.first) - 1):
        box = foliage.boxes[k]
        if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
            continue
        touched = True
        edges = foliage.edges[foliage.first[k] : foliage.first[k + 1]]
        for line in range(LINES):
            px, py = start[line // POINTS]
            qx, qy = end[line % POINTS]
            depth[line] += run_inside(px, py, qx, qy, edges, foliage.turns[k])
    if not touched:
        return
    for line in range(LINES):
        counted[foliage.counts_as, line] |= depth[line] > GRAZE
        blocked[line] |= depth[line] > foliage.most + GRAZE


@part
def run_inside(px: float, py: float, qx: float, qy: float, edges: Floats, turn: float) -> float:
    """How far a line runs inside an outline: all of it where it begins there, then what the edges add that it enters by, and take that it leaves by."""
    dx, dy = qx - px, qy - py
    share, level = 0.0, dx * py - dy * px
    for k in range(len(edges)):
        ax, ay, bx, by = edges[k]
        if (ay > py) != (by > py) and px < (bx - ax) * (py - ay) / (by - ay) + ax:
            share = 1.0 - share
    within = share
    for k in range(len(edges)):
        ax, ay, bx, by = edges[k]
        one, two = dx * ay - dy * ax > level, dx * by - dy * bx > level
        if one == two:
            continue
        ex, ey = bx - ax, by - ay
        along = ((ax - px) * ey - (ay - py) * ex) / (dx * ey - dy * ex)
        if 0.0 < along < 1.0:
            within += (turn if one else -turn) * (1.0 - along)
    return min(1.0, max(0.0, within)) * hypot(dx, dy)


@part
def _asked(start: Floats, end: Floats, posts: Posts, sizes: Floats, i: int, j: int, asked: Ints) -> int:
    """The posts that may be in the way of a pair, put into a row; how many they are."""
    wide = 0.0
    for k in range(1, POINTS):
        wide = max(wide, hypot(start[k, 0] - start[0, 0], start[k, 1] - start[0, 1]))
        wide = max(wide, hypot(end[k, 0] - end[0, 0], end[k, 1] - end[0, 1]))
    found = 0
    sx, sy, ex, ey = start[0, 0], start[0, 1], end[0, 0], end[0, 1]
    left, right, low, high = min(sx, ex) - wide, max(sx, ex) + wide, min(sy, ey) - wide, max(sy, ey) + wide
    for p in range(len(sizes)):
        x, y, size = (
            (posts.cores[p, 0] + posts.cores[p, 2]) / 2.0,
            (posts.cores[p, 1] + posts.cores[p, 3]) / 2.0,
            sizes[p],
        )
        if x < left - size or x > right + size or y < low - size or y > high + size:
            continue
        if _to_segment(x, y, sx, sy, ex, ey) > (wide + size) * (wide + size):
            continue
        one, two = posts.whose[p, 0], posts.whose[p, 1]
        if _hides(posts, i, j, one) and (one == two or _hides(posts, i, j, two)):
            asked[found] = p
            found += 1
    return found


@part
def _hides(posts: Posts, i: int, j: int, base: int) -> bool:
    hides = posts.hides[i, base] or (posts.may_hide[i, base] and posts.close[j, base])
    return hides and not posts.aimed_at[j, base]


@part
def _any_open(start: Floats, end: Floats, blocked: Flags, cores: Floats, asked: Ints, count: int) -> bool:
    """Whether nothing holds some line up. Those between like points come first, and what held the last one up is asked first."""
    for late in range(2):
        for line in range(LINES):
            if blocked[line] or (line % (POINTS + 1) == 0) == (late == 1):
                continue
            px, py = start[line // POINTS]
            qx, qy = end[line % POINTS]
            held = False
            for k in range(count):
                if _near(px, py, qx, qy, cores[asked[k]], GRAZE):
                    asked[0], asked[k] = asked[k], asked[0]
                    held = True
                    break
            if not held:
                return True
    return False


@part
def _near(px: float, py: float, qx: float, qy: float, post: Floats, room: float) -> bool:
    """Whether a line comes nearer to a post than it reaches and so much room besides."""
    ax, ay, bx, by, reach = post
    within = max(reach + room, 0.0) ** 2
    if _to_segment(ax, ay, px, py, qx, qy) < within:
        return True
    if ax == bx and ay == by:
        return False
    return (
        _to_segment(bx, by, px, py, qx, qy) < within
        or _to_segment(px, py, ax, ay, bx, by) < within
        or _to_segment(qx, qy, ax, ay, bx, by) < within
        or (within > 0.0 and _cross(px, py, qx, qy, ax, ay, bx, by))
    )


@part
def _to_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The square of the distance from a place to a segment."""
    dx, dy = bx - ax, by - ay
    along = ((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, TINY)
    along = min(1.0, max(0.0, along))
    off_x, off_y = ax + along * dx - x, ay + along * dy - y
    return off_x * off_x + off_y * off_y


@part
def _cross(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> bool:
    """Whether two segments cross."""
    return (
        _turn(ax, ay, bx, by, cx, cy) * _turn(ax, ay, bx, by, dx, dy) < 0.0
        and _turn(cx, cy, dx, dy, ax, ay) * _turn(cx, cy, dx, dy, bx, by) < 0.0
    )


@part
def _turn(px: float, py: float, qx: float, qy: float, rx: float, ry: float) -> float:
    return (qx - px) * (ry - py) - (qy - py) * (rx - px)


@compiled
def meeting(legs: Floats, posts: Floats, room: float) -> Flags:
    """Which legs of a way come nearer to which posts than they reach and so much room besides: legs x posts."""
    met = np.zeros((len(legs), len(posts)), dtype=np.bool_)
    for i in range(len(legs)):
        ax, ay, bx, by = legs[i]
        for k in range(len(posts)):
            met[i, k] = _near(ax, ay, bx, by, posts[k], room)
    return met


@compiled
def meets_any(legs: Floats, posts: Floats, room: float) -> bool:
    """Whether any leg of a way comes so near to any post."""
    for i in range(len(legs)):
        ax, ay, bx, by = legs[i]
        left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        for k in range(len(posts)):
            px, py, qx, qy, reach = posts[k]
            far = max(reach + room, 0.0)
            if (
                min(px, qx) - far > right
                or max(px, qx) + far < left
                or min(py, qy) - far > high
                or max(py, qy) + far < low
            ):
                continue
            if _near(ax, ay, bx, by, posts[k], room):
                return True
    return False


@compiled
def narrow_gaps(cores: Floats, narrow: float) -> Ints:
    """The pairs of posts, the first before the second, between which there are fewer whole thousandths than so many."""
    found, sizes = np.empty((16 + 8 * len(cores), 2), dtype=np.int64), np.empty(len(cores))
    put_sizes(cores, sizes)
    count = 0
    for i in range(len(cores)):
        x, y = cores[i, 0] + cores[i, 2], cores[i, 1] + cores[i, 3]
        for k in range(i + 1, len(cores)):
            far = 2.0 * (sizes[i] + sizes[k] + narrow)
            if abs(cores[k, 0] + cores[k, 2] - x) > far or abs(cores[k, 1] + cores[k, 3] - y) > far:
                continue
            if compiled_whole(_between(cores[i], cores[k])) >= narrow:
                continue
            if count == len(found):
                found = np.concatenate((found, np.empty_like(found)))
            found[count, 0], found[count, 1] = i, k
            count += 1
    return found[:count].copy()


@part
def put_sizes(cores: Floats, sizes: Floats) -> None:
    """How far posts reach from their middles, and a little more."""
    for p in range(len(sizes)):
        sizes[p] = hypot(cores[p, 0] - cores[p, 2], cores[p, 1] - cores[p, 3]) / 2.0 + cores[p, 4] + 1.0


@part
def _between(one: Floats, other: Floats) -> float:
    """How much room there is between two posts; none where they touch or share ground."""
    ax, ay, bx, by, reach = one
    cx, cy, dx, dy, their = other
    far = _to_segment(ax, ay, cx, cy, dx, dy)
    if ax != bx or ay != by or cx != dx or cy != dy:
        if _cross(ax, ay, bx, by, cx, cy, dx, dy):
            return 0.0
        far = min(far, _to_segment(bx, by, cx, cy, dx, dy))
        far = min(far, _to_segment(cx, cy, ax, ay, bx, by), _to_segment(dx, dy, ax, ay, bx, by))
    room: float = sqrt(far) - reach - their
    return max(0.0, room)


@compiled
def beside_each(segments: Floats, first: Ints, posts: Floats, within: float) -> Flags:
    """Which features have an end of which posts no farther off than so much beyond their reach: features x posts."""
    found = np.zeros((len(first) - 1, len(posts)), dtype=np.bool_)
    for i in range(len(posts)):
        ax, ay, bx, by, reach = posts[i]
        far = within + reach + GRAZE
        for k in range(len(first) - 1):
            for each in range(first[k], first[k + 1]):
                px, py, qx, qy = segments[each]
                near = min(_to_segment(ax, ay, px, py, qx, qy), _to_segment(bx, by, px, py, qx, qy))
                if near <= far * far:
                    found[k, i] = True
                    break
    return found


@compiled
def inside_each(edges: Floats, first: Ints, places: Floats) -> Flags:
    """Which outlines hold which places, their edges included: outlines x places. Corners and places are whole numbers."""
    found = np.zeros((len(first) - 1, len(places)), dtype=np.bool_)
    for k in range(len(first) - 1):
        for i in range(len(places)):
            found[k, i] = _holds(edges[first[k] : first[k + 1]], places[i, 0], places[i, 1])
    return found


@part
def _holds(edges: Floats, x: float, y: float) -> bool:
    within = False
    for k in range(len(edges)):
        ax, ay, bx, by = edges[k]
        turn = _turn(ax, ay, bx, by, x, y)
        if turn == 0.0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (turn > 0.0) == (by > ay):
            within = not within
    return within
