"""Ways over ground that lies in layers, later ones on top: how much of a way each class of ground is, which walls it goes through, what bars it."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import compiled, part

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
HAIR = 1e-6  # of a leg: what is nearer to its ends is crossed by the leg before it or after it
NOTHING = -1


class Layers(NamedTuple):
    """Patches of ground, those on top last. Corners are whole thousandths."""

    corners: Ints
    first: Ints  # where each patch's corners begin, and the end of all
    boxes: Ints
    walled: Flags  # its outline is a wall that is passed on the way in and out


class Lines(NamedTuple):
    """Linear features, as legs one after the other."""

    legs: Ints
    features: Ints  # the feature of each leg


class Going(NamedTuple):
    """What ground means to somebody: the class of every patch, of ground that no patch covers, and of every linear feature."""

    patches: Ints
    plain: int
    lines: Ints
    barred: int  # the class that nobody passes
    counted: int  # the class of linear features that are counted


@compiled
def trodden(places: Ints, layers: Layers, lines: Lines, going: Going, classes: int) -> tuple[Floats, int, int, int]:
    """Of a way from place to place: how long it is on each class of ground, how many walls and counted features it passes, and the first
    patch that bars it, or else the first feature.
    """
    lengths, passed, barred_patch, barred_line = np.zeros(classes), 0, NOTHING, NOTHING
    cuts, held = np.empty(2 * len(layers.corners) + 2), np.empty(len(layers.boxes), dtype=np.bool_)
    for leg in range(len(places) - 1):
        ax, ay, bx, by = places[leg, 0], places[leg, 1], places[leg + 1, 0], places[leg + 1, 1]
        length = hypot(float(bx - ax), float(by - ay))
        if length == 0.0:
            continue
        count = _cuts(ax, ay, bx, by, layers, cuts)
        first, begun = 0.0, False
        for k in range(count):
            last = cuts[k]
            if last == first:
                continue
            middle = (first + last) / 2.0
            x, y = int(np.rint(ax + middle * (bx - ax))), int(np.rint(ay + middle * (by - ay)))
            top, walls = _under(x, y, layers, held)
            if begun:
                passed += walls
            begun = True
            kind = going.patches[top] if top != NOTHING else going.plain
            lengths[kind] += (last - first) * length
            if kind == going.barred and barred_patch == NOTHING and barred_line == NOTHING:
                barred_patch = top
            first = last
        for k in range(len(lines.legs)):
            if not _crosses(ax, ay, bx, by, lines.legs[k]):
                continue
            kind = going.lines[lines.features[k]]
            passed += kind == going.counted
            if kind == going.barred and barred_patch == NOTHING and barred_line == NOTHING:
                barred_line = lines.features[k]
    return lengths, passed, barred_patch, barred_line


@part
def _cuts(ax: int, ay: int, bx: int, by: int, layers: Layers, cuts: Floats) -> int:
    """How far along a leg the ground changes, in order, its end included; how often it does."""
    dx, dy = bx - ax, by - ay
    left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    count = 0
    for k in range(len(layers.boxes)):
        box = layers.boxes[k]
        if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
            continue
        for c in range(layers.first[k], layers.first[k + 1]):
            other = c + 1 if c + 1 < layers.first[k + 1] else layers.first[k]
            x, y = layers.corners[c, 0] - ax, layers.corners[c, 1] - ay
            ex, ey = layers.corners[other, 0] - layers.corners[c, 0], layers.corners[other, 1] - layers.corners[c, 1]
            turn = dx * ey - dy * ex
            if turn == 0:
                continue
            along, across = (x * ey - y * ex) / turn, (x * dy - y * dx) / turn
            if HAIR < along < 1.0 - HAIR and -HAIR <= across <= 1.0 + HAIR:
                place = count
                while place > 0 and cuts[place - 1] > along:
                    cuts[place] = cuts[place - 1]
                    place -= 1
                cuts[place] = along
                count += 1
    cuts[count] = 1.0
    return count + 1


@part
def _under(x: int, y: int, layers: Layers, held: Flags) -> tuple[int, int]:
    """The patch on top at a place, and how many walls lie between it and the place that was asked about before."""
    top, walls = NOTHING, 0
    for k in range(len(layers.boxes)):
        now = _holds(x, y, layers, k)
        walls += layers.walled[k] and now != held[k]
        held[k] = now
        top = k if now else top
    return top, walls


@part
def _holds(x: int, y: int, layers: Layers, k: int) -> bool:
    """Whether a patch contains a place, its edge included."""
    box = layers.boxes[k]
    if x < box[0] or y < box[1] or x > box[2] or y > box[3]:
        return False
    first, last = layers.first[k], layers.first[k + 1]
    ax, ay = layers.corners[last - 1, 0], layers.corners[last - 1, 1]
    inside = False
    for c in range(first, last):
        bx, by = layers.corners[c, 0], layers.corners[c, 1]
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return inside


@part
def _crosses(ax: int, ay: int, bx: int, by: int, leg: Ints) -> bool:
    """Whether a leg crosses a feature's; what it only ends on is crossed when it goes on from there."""
    cx, cy, dx, dy = leg
    if max(cx, dx) < min(ax, bx) or min(cx, dx) > max(ax, bx) or max(cy, dy) < min(ay, by) or min(cy, dy) > max(ay, by):
        return False
    start, end = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx), (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    one, two = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax), (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    crossed: bool = (start > 0) != (end > 0) and (one > 0) != (two > 0)
    return crossed


@compiled
def crossings(places: Ints, lines: Lines, count: int) -> Ints:
    """How often a way crosses each of so many linear features."""
    found = np.zeros(count, dtype=np.int64)
    for leg in range(len(places) - 1):
        for k in range(len(lines.legs)):
            if _crosses(places[leg, 0], places[leg, 1], places[leg + 1, 0], places[leg + 1, 1], lines.legs[k]):
                found[lines.features[k]] += 1
    return found


@compiled
def tops(places: Ints, layers: Layers) -> Ints:
    """The patch on top at each place, or `NOTHING`."""
    found = np.full(len(places), NOTHING, dtype=np.int64)
    for i in range(len(places)):
        for k in range(len(layers.boxes)):
            if _holds(places[i, 0], places[i, 1], layers, k):
                found[i] = k
    return found
