"""Where to go: places all round are looked at roughly, the best of them and those that the ruleset thinks of exactly, and ways there are tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot, pi

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.geometry.measure import INCH, Length, Point, Pose, bearing
from sandtable.miniatures.drawing_up import behind, drawn_up_about, led_over, longest, middle_of, shifted
from sandtable.miniatures.kit import State
from sandtable.miniatures.looking import straight_to
from sandtable.miniatures.opponent.standing import standing, staying, value
from sandtable.miniatures.opponent.thinking import Thinking
from sandtable.miniatures.opponent.values import Spot, Stride
from sandtable.miniatures.orders import Act, Way

DIRECTIONS = 16  # that are thought of
SHARES = (1.0, 0.7, 0.4)  # of how far a unit could go
NEARER = (1.0, 0.75, 0.5)  # shares of a way that are tried where all of it cannot be gone
LOOKS = 2  # places that are looked at exactly
TRIES = 6  # that are tried at all
APART = 1.5 * INCH  # what is nearer to a place already tried is no other place
CLOSE = "two_ranks"  # how a unit draws up that is not
WELL_OFF = 0.5 * INCH  # further off than it need be, so that nobody comes nearer by mistake
LOOSE = 1.25  # times wider than it need be, from which it is not


@dataclass(frozen=True, slots=True)
class Move:
    """A legal order to go somewhere, what being there is worth beside staying, the spot that it is for, and why it goes in such a way."""

    order: Act
    better: float
    spot: Spot | None = None
    reason: str = ""


def best_moves(thinking: Thinking[State], spots: Iterable[Spot], beat: float) -> Iterator[Move]:
    """Moves on open ground and to some spots that may be better than staying by more than something, the most promising first."""
    now = staying(thinking)
    best, looked, tried = beat, 0, 0
    looks = LOOKS if _in_touch(thinking) else 1
    for promise in _promises(thinking, spots):
        if promise.roughly - now + thinking.weight("way", "doubt") < best or tried == TRIES or looked == looks:
            return
        tried += 1
        found = next(_orders(thinking, promise), None)
        if found is None:
            continue
        looked += 1
        order, figures, marker = found
        better = _exactly(thinking, promise, figures, marker) - now
        best = max(best, better)
        yield Move(order, better, promise.spot, promise.stride.reason)


def _in_touch(thinking: Thinking[State]) -> bool:
    """Whether anybody could fire at the unit, or it at anybody, where it may get to: else one place is as good as it looks."""
    picture = thinking.picture
    if not picture.foes:
        return False
    strides = thinking.values.strides(thinking.view, thinking.piece)
    stride = max((each.far for each in strides), default=0)
    far = picture.far(np.array([thinking.middle], dtype=np.float64), thinking.spread)[:, 0] - stride
    reach = np.maximum(np.maximum(picture.reaches[:, -1], 2 * picture.runs), thinking.reach.far)
    return bool((far <= reach).any())


@dataclass(frozen=True, slots=True)
class _Promise:
    """A place, what it is roughly worth, and how one would go there."""

    roughly: float
    at: Point
    stride: Stride
    spot: Spot | None = None


def _exactly(thinking: Thinking[State], promise: _Promise, figures: Sequence[Pose], marker: Pose | None) -> float:
    spot = promise.spot
    if spot is None:
        return value(thinking, standing(thinking, figures, promise.stride.after, marker=marker))
    worth = standing(thinking, figures, spot.stride.after, marker=marker, cover=spot.cover, calm=spot.calm)
    return value(thinking, worth) + spot.worth


# ---- Promising places -----------------------------------------------------------------------------------------------------------


def _promises(thinking: Thinking[State], spots: Iterable[Spot]) -> Iterator[_Promise]:
    """Places in the order of what they are roughly worth, each a little way from all before it."""
    found = [*_open_ground(thinking), *_looked_at(thinking, spots)]
    found.sort(key=lambda each: -each.roughly)
    told: list[_Promise] = []
    for each in found:
        if each.spot is None and any(_alike(each, other) for other in told):
            continue
        told.append(each)
        yield each


def _alike(one: _Promise, other: _Promise) -> bool:
    if one.stride.chosen != other.stride.chosen or other.spot is not None:
        return False
    return hypot(one.at.x - other.at.x, one.at.y - other.at.y) < APART


def _looked_at(thinking: Thinking[State], spots: Iterable[Spot]) -> Iterator[_Promise]:
    for spot in spots:
        worth = standing(
            thinking, spot.figures, spot.stride.after, marker=spot.marker, cover=spot.cover, calm=spot.calm
        )
        at = spot.marker.point if spot.marker is not None else middle_of(spot.figures)
        yield _Promise(value(thinking, worth) + spot.worth, at, spot.stride, spot)


def _open_ground(thinking: Thinking[State]) -> Iterator[_Promise]:
    """All round, in several lengths, and where it stands."""
    strides = thinking.values.strides(thinking.view, thinking.piece)
    off_it = thinking.values.keeps_off(thinking.view, thinking.piece)
    for stride in strides:
        places = _straight(thinking, _round_about(thinking, stride.far))
        if off_it:
            places = _no_nearer(thinking, places)
        if not len(places):
            continue
        worths = _roughly(thinking, places, stride)
        for number in np.argsort(-worths, kind="stable").tolist()[:TRIES]:
            x, y = places[number].tolist()
            yield _Promise(float(worths[number]), Point(int(x), int(y)), stride)


def _round_about(thinking: Thinking[State], far: Length) -> Numbers:
    """Places all round, one of the directions straight to where the plan leads."""
    here, goal = thinking.middle, thinking.plan.at
    if not far:
        return np.array([here], dtype=np.float64)
    straight = bearing(goal.x - here.x, goal.y - here.y) * pi / 1800 if goal != here else 0.0
    angles = straight + np.arange(DIRECTIONS) * 2 * pi / DIRECTIONS
    reach = np.array(SHARES) * far
    x = here.x + np.outer(reach, np.sin(angles)).ravel()
    y = here.y + np.outer(reach, np.cos(angles)).ravel()
    places = np.trunc(np.stack([np.append(x, here.x), np.append(y, here.y)], axis=1))
    terrain, edge = thinking.view.terrain, thinking.piece.base.radius
    on = (places >= edge).all(axis=1) & (places <= (terrain.width - edge, terrain.height - edge)).all(axis=1)
    kept: Numbers = places[on]
    return kept


def _straight(thinking: Thinking[State], places: Numbers) -> Numbers:
    """Those places to which it goes straight; whoever is inside something does not go to where he is."""
    values, view, piece = thinking.values, thinking.view, thinking.piece
    if values.inside(view, piece) is not None:
        places = places[:-1]
    kept: Numbers = places[straight_to(thinking.picture.ground, values.stops(view, piece), thinking.middle, places)]
    return kept


def _no_nearer(thinking: Thinking[State], places: Numbers) -> Numbers:
    """Those places that are no nearer to any enemy than the unit is to the nearest."""
    picture = thinking.picture
    if not picture.foes:
        return places
    now = picture.far(np.array([thinking.middle], dtype=np.float64), 0.0).min()
    far = picture.far(places, 0.0).min(axis=0)
    here = (places == thinking.middle).all(axis=1)
    kept: Numbers = places[here | (far >= now + WELL_OFF)]
    return kept


def _roughly(thinking: Thinking[State], places: Numbers, stride: Stride) -> Numbers:
    """What many places are roughly worth."""
    picture, values, view = thinking.picture, thinking.values, thinking.view
    purpose = thinking.purpose(places)
    cover = picture.cover[picture.grid.cells(places)]
    purpose += thinking.weight("ground", "cover") * cover
    if not picture.foes:
        return purpose
    spread = min(thinking.spread, 2.0 * INCH)
    far, seen = picture.far(places, spread), picture.seen(places)
    share = picture.borne(places) * thinking.attention[:, None] * seen
    danger = picture.danger(stride.after, far, np.broadcast_to(cover, far.shape), share)
    danger *= values.exposed(view, thinking.piece, places)
    struck = picture.struck(stride.after, 0)[:, None] * picture.likely(far)
    danger += thinking.weight("ground", "charge") * struck.max(axis=0, initial=0.0)
    fear = thinking.weight("ground", "danger") * thinking.caution * values.stake(view, thinking.piece.owner)
    roughly: Numbers = purpose - fear * danger
    reach = values.reach(view, thinking.piece, stride.after)
    if reach.bands:
        band = (far[..., None] > np.array(reach.bands)).sum(axis=-1)
        done = picture.done(stride.after, reach, thinking.foe_covers)
        chance = (done[np.arange(len(picture.foes))[:, None], band] * seen).max(axis=0, initial=0.0)
        roughly += thinking.weight("ground", "tomorrow") * values.stake(view, picture.other_side) * chance
    return roughly


# ---- Ways there -----------------------------------------------------------------------------------------------------------------

_Going = tuple[Act, tuple[Pose, ...], Pose | None]  # an order, and where figures and marker end


def _orders(thinking: Thinking[State], promise: _Promise) -> Iterator[_Going]:
    """Legal orders that lead to a place, or towards it."""
    if promise.spot is not None:
        spot = promise.spot
        order = _act(thinking, spot.figures, spot.marker, spot.stride)
        if thinking.may(order):
            yield order, spot.figures, spot.marker
        return
    here = thinking.middle
    for share in NEARER:
        at = Point(round(here.x + share * (promise.at.x - here.x)), round(here.y + share * (promise.at.y - here.y)))
        for figures, marker in _drawn_up(thinking, at, promise.stride.far):
            order = _act(thinking, figures, marker, promise.stride)
            if thinking.may(order):
                yield order, figures, marker
        if at == here:
            return


def _drawn_up(thinking: Thinking[State], at: Point, far: Length) -> Iterator[tuple[tuple[Pose, ...], Pose | None]]:
    """How a unit may stand about a place that it can reach: as it does, or drawn up anew if it stands loosely or inside something."""
    piece, here = thinking.piece, thinking.middle
    if piece.marker is not None:
        yield from _served(thinking, at, far)
        return
    anew = drawn_up_about(piece.base, at, thinking.facing(at), len(piece.figures), CLOSE)
    closed_up = sum(hypot(pose.x - at.x, pose.y - at.y) for pose in anew) / len(anew)
    as_it_is = shifted(piece.figures, at.x - here.x, at.y - here.y)
    loose = thinking.spread > LOOSE * closed_up
    heaped = len(set(piece.figures)) < len(piece.figures)
    shapes = [as_it_is, led_over(piece.figures, anew)]
    if heaped:
        shapes = shapes[1:]
    elif loose:
        shapes.reverse()
    for shape in shapes:
        if at == here and shape is as_it_is:
            yield shape, None
            continue
        free = thinking.room.nearest(piece.base, shape)
        if free is not None and longest(piece.figures, free) <= far:
            yield free, None


def _served(thinking: Thinking[State], at: Point, far: Length) -> Iterator[tuple[tuple[Pose, ...], Pose | None]]:
    """What is served turns to the enemy, and those who serve it stand behind it."""
    piece = thinking.piece
    assert piece.marker is not None  # noqa: S101 - asked of those who serve something
    for facing in dict.fromkeys((thinking.facing(at), piece.marker.facing)):
        marker = Pose(at.x, at.y, facing)
        ground = thinking.kit.served(thinking.unit, marker, thinking.view.tables)
        if ground is None:
            return
        crew = led_over(piece.figures, behind(piece.base, marker, ground.depth, len(piece.figures)))
        if longest(piece.figures, crew) <= far and thinking.room.free(piece.base, crew):
            yield crew, marker


def _act(thinking: Thinking[State], figures: Sequence[Pose], marker: Pose | None, stride: Stride) -> Act:
    piece = thinking.piece
    ways: tuple[Way, ...] = tuple(
        () if end == start else (end,) for start, end in zip(piece.figures, figures, strict=True)
    )
    way: Way = () if marker is None or marker == piece.marker else (marker,)
    return Act(
        by=piece.owner,
        action=thinking.aims.walks,
        piece=piece.id,
        ways=ways,
        marker=way,
        chosen=dict(stride.chosen),
    )
