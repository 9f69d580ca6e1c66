"""What standing in one exact place is worth: who sees it and in what cover it is, whom it can fire at, and how near it is to the goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Numbers
from sandtable.geometry.cover import open_within
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import INCH, Pose
from sandtable.miniatures.bodies import box_of, figures
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.kit import State
from sandtable.miniatures.opponent.picture import NEAR_BY, Flags, in_arc
from sandtable.miniatures.opponent.thinking import Thinking


@dataclass(frozen=True, slots=True)
class Worth:
    """What a turn in a place may cost, what the best shot from it is worth, and what being there does for the plan."""

    danger: float
    chance: float
    purpose: float


def standing(
    thinking: Thinking[State],
    poses: Sequence[Pose],
    after: Any,
    *,
    marker: Pose | None = None,
    cover: int | None = None,
    calm: bool = False,
) -> Worth:
    """Every enemy is looked at from exactly there. ``cover`` is what is certain of it, ``calm``: nobody fires at who is there."""
    middle = marker.point if marker is not None else middle_of(poses)
    place = np.array([middle], dtype=np.float64)
    far_off = max(np.hypot(*(np.array([each[:2] for each in poses], dtype=np.float64) - place).T).tolist())
    loose = thinking.weight("way", "loose") * far_off / INCH
    purpose = float(thinking.purpose(place)[0]) - loose
    picture = thinking.picture
    if not picture.foes:
        return Worth(0.0, 0.0, purpose)
    apart = gaps(thinking, poses, marker)
    nearest = apart.min(axis=0)
    seen = picture.seen_from(middle)
    danger = 0.0
    if not calm:
        share = picture.borne(place)[:, 0] * thinking.attention * seen
        covers = _covers(thinking, poses, seen & (nearest <= picture.reaches[:, -1]), cover)
        exposed = float(thinking.values.exposed(thinking.view, thinking.piece, place)[0])
        danger = exposed * float(picture.danger(after, nearest[:, None], covers[:, None], share[:, None])[0])
        struck = picture.struck(after, cover or 0) * picture.likely(nearest[:, None])[:, 0]
        danger += thinking.weight("ground", "charge") * float(struck.max(initial=0.0))
    return Worth(danger, _chance(thinking, after, apart, seen, marker), purpose)


def value(thinking: Thinking[State], worth: Worth) -> float:
    """All of it in one number."""
    view, side = thinking.view, thinking.piece.owner
    fear = thinking.weight("ground", "danger") * thinking.caution * thinking.values.stake(view, side)
    return worth.purpose + thinking.weight("ground", "tomorrow") * worth.chance - fear * worth.danger


@fact
def staying(thinking: Thinking[State]) -> float:
    """What staying as it is is worth."""
    return remaining(thinking, thinking.unit)


def remaining(thinking: Thinking[State], after: Any) -> float:
    """What staying where it is is worth to a unit that has become something else."""
    piece, values = thinking.piece, thinking.values
    cover = values.inside(thinking.view, piece)
    worth = standing(thinking, piece.figures, after, marker=piece.marker, cover=cover)
    return value(thinking, worth) + values.holds(thinking.view, piece)


def gaps(thinking: Thinking[State], poses: Sequence[Pose], marker: Pose | None) -> Numbers:
    """How far each figure, or what they serve, is from the nearest figure of each enemy."""
    picture = thinking.picture
    own = [marker] if marker is not None else poses
    here = np.array([each[:2] for each in own], dtype=np.float64)
    apart = here[:, None, :] - picture.figures[None]
    far: Numbers = np.minimum.reduceat(np.hypot(apart[..., 0], apart[..., 1]), picture.begins, axis=1)
    return np.maximum(0.0, far - picture.girths - thinking.piece.base.radius)


def _covers(thinking: Thinking[State], poses: Sequence[Pose], asked: Flags, certain: int | None) -> NDArray[np.int64]:
    """The class of cover that the figures have from each enemy that it matters for."""
    covers = np.full(len(asked), certain or 0, dtype=np.int64)
    base = thinking.piece.base
    if certain is not None or open_within(thinking.picture.ground, box_of(figures(base, poses), NEAR_BY)):
        return covers
    one = poses[len(poses) // 2].point
    for number in np.flatnonzero(asked).tolist():
        covers[number] = thinking.values.cover(thinking.view, thinking.picture.foes[number].eye, one, base.radius)
    return covers


def _chance(thinking: Thinking[State], after: Any, apart: Numbers, seen: Flags, marker: Pose | None) -> float:
    """What the best shot from there is worth; who is out of reach of some of the figures is fired at by the others."""
    piece = thinking.piece if marker is None else replace(thinking.piece, marker=marker)
    reach = thinking.values.reach(thinking.view, piece, after)
    if not reach.bands:
        return 0.0
    seen = seen & in_arc(reach, thinking.picture.eyes) if reach.muzzle is not None else seen
    nearest = apart.min(axis=0)
    band = (nearest[:, None] > np.array(reach.bands)[None]).sum(axis=1)
    share = (apart <= reach.far).mean(axis=0)
    done = thinking.picture.done(after, reach, thinking.foe_covers)[np.arange(len(seen)), band]
    best = float((done * share * seen).max(initial=0.0))
    return best * thinking.values.stake(thinking.view, thinking.picture.other_side)
