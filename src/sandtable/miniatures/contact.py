"""Up to an enemy: where the figures of a unit come to blows with his, and how many on either side do."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from sandtable.geometry.measure import Length, Point, Pose, ahead
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.drawing_up import GAP, touching_places
from sandtable.miniatures.field import Piece
from sandtable.miniatures.room import Room

MOST_ON_ONE = 3  # who are sent at one enemy


@dataclass(frozen=True, slots=True)
class Contact:
    """Where the figures end, how many of them touch an enemy, and how many enemies are touched."""

    figures: tuple[Pose, ...]
    strikers: int
    struck: int


def up_to(piece: Piece, enemy: Piece, start: Point, room: Room, far: Length) -> Contact | None:
    """Figures go to the nearest places at an enemy that they can reach, as seen from a start, the others close up behind them; None where nobody gets there."""
    places = touching_places(piece.base, enemy.figures, enemy.base, start)
    free = room.each_free(piece.base, [place for place, _ in places]).tolist()
    taken: list[Pose] = []
    ends: dict[int, Pose] = {}
    on: dict[int, int] = {}
    for (place, foe), there in zip(places, free, strict=True):
        if len(ends) == len(piece.figures):
            break
        if not there or on.get(foe, 0) >= MOST_ON_ONE or not _apart(piece.base, place, taken):
            continue
        figure = _nearest(piece, place, ends, far)
        if figure is not None:
            ends[figure] = place
            on[foe] = on.get(foe, 0) + 1
            taken.append(place)
    if not ends:
        return None
    strikers = len(ends)
    figures = _closed_up(piece, room, ends, taken, far)
    return None if figures is None else Contact(figures, strikers, len(on))


def _apart(base: Base, place: Pose, taken: list[Pose]) -> bool:
    """Whether nobody of the unit stands there yet; riders need room behind them as well."""
    room = 2 * base.radius
    spots = [(place.x, place.y)]
    if base.behind:
        back = ahead(place, -base.behind)
        spots.append((back.x, back.y))
    others = [(each.x, each.y) for each in taken]
    if base.behind:
        others += [(back.x, back.y) for back in (ahead(each, -base.behind) for each in taken)]
    return all(hypot(x - a, y - b) >= room for x, y in spots for a, b in others)


def _nearest(piece: Piece, place: Pose, gone: dict[int, Pose], far: Length) -> int | None:
    """The nearest figure that has not been sent anywhere and can get there."""
    left = (
        (hypot(place.x - pose.x, place.y - pose.y), number)
        for number, pose in enumerate(piece.figures)
        if number not in gone
    )
    way, number = min(left)
    return number if way <= far else None


def _closed_up(
    piece: Piece, room: Room, ends: dict[int, Pose], taken: list[Pose], far: Length
) -> tuple[Pose, ...] | None:
    """The figures that found nobody to strike stand behind those who did, as near as they get; None where they would be left behind."""
    deep = 2 * piece.base.radius + piece.base.behind + GAP
    ranks = list(taken)
    for rank in range(1, 4):
        if len(ends) == len(piece.figures):
            break
        behind = [Pose(*ahead(each, -rank * deep), each.facing) for each in ranks]
        free = room.each_free(piece.base, behind).tolist()
        for place, there in zip(behind, free, strict=True):
            if len(ends) == len(piece.figures):
                break
            if there and _apart(piece.base, place, taken):
                figure = _nearest(piece, place, ends, far)
                if figure is not None:
                    ends[figure] = place
                    taken.append(place)
    if len(ends) < len(piece.figures):
        return None
    return tuple(ends[number] for number in range(len(piece.figures)))
