"""A battle in numbers, as a seat sees it: a row for every piece on the table, a row for every order that may be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.candidates import MOST
from sandtable.battle.desk import HasDesk
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import DEGREE
from sandtable.lab.learning.session import Session

Numbers = NDArray[np.float32]
ROWS = 128  # pieces and figures that are told; the first row is the battle's own
COLUMNS = 12
ORDER_COLUMNS = 12
MANY = 20.0  # bases or turns that count as 1
SHAKEN = 2.0
WORDS = ("action", "kind")  # where an order says what it is
SUBJECTS = ("piece", "unit", "leader")
ENDS = ("path", "ways", "figures", "at", "to", "place")


class Pen:
    """Writes a battle of one scenario in numbers."""

    def __init__(self, width: float, height: float, kinds: tuple[str, ...]) -> None:
        self.size, self.kinds = max(width, height), kinds

    def seen(self, session: Session, role: Role) -> Numbers:
        """What a side sees: in the first row turn, meters and whose decision it is, then a row for each piece."""
        told = np.zeros((ROWS, COLUMNS), np.float32)
        scene = self._scene(session, role)
        meters = [meter.now / max(1, meter.start) for meter in scene.meters][: COLUMNS - 2]
        told[0, : 2 + len(meters)] = [min(1.0, scene.clock.turn / MANY), float(session.by == role), *meters]
        for row, numbers in zip(range(1, ROWS), self._pieces(scene, role), strict=False):
            told[row, : len(numbers)] = numbers
        return np.clip(told, -1.0, 1.0)

    def orders(self, session: Session, role: Role) -> Numbers:
        """What each order is about: its kind, who, where he is, where he ends, whom it is against and how far off that is."""
        told = np.zeros((MOST, ORDER_COLUMNS), np.float32)
        places = self._places(self._scene(session, role))
        for row, label in enumerate(session.labels):
            told[row] = self._order(label, places)
        return np.clip(told, -1.0, 1.0)

    def _scene(self, session: Session, role: Role) -> Scene:
        rules = session.rules
        assert isinstance(rules, HasDesk)  # noqa: S101 - whoever makes an environment has seen to it
        return rules.desk.scene(session.view(role), Seat(role, (role,)))

    def _pieces(self, scene: Scene, role: Role) -> Iterator[list[float]]:
        for piece in sorted(scene.pieces.values(), key=lambda one: (one.side != role, one.id)):
            turned, plate = radians(piece.facing / DEGREE), piece.plate
            yield [
                1.0, 1.0 if piece.side == role else -1.0, piece.anchor.x / self.size, piece.anchor.y / self.size,
                sin(turned), cos(turned), plate.now / max(1, plate.start), plate.start / MANY, piece.slashes / SHAKEN,
                float(piece.spent), float(piece.ready), 0.0,
            ]  # fmt: skip
        for figure in sorted(scene.figures.values(), key=lambda one: (one.side != role, one.id)):
            here = figure.place
            yield [
                1.0, 1.0 if figure.side == role else -1.0, here.x / self.size, here.y / self.size,
                0, 0, 0, 0, 0, 0, 0, 1.0,
            ]  # fmt: skip

    def _places(self, scene: Scene) -> dict[str, tuple[float, float]]:
        known = {name: piece.anchor for name, piece in scene.pieces.items()}
        known |= {name: figure.place for name, figure in scene.figures.items()}
        return {name: (place.x / self.size, place.y / self.size) for name, place in known.items()}

    def _order(self, label: Mapping[str, Any], places: Mapping[str, tuple[float, float]]) -> list[float]:
        word = str(next((label[name] for name in WORDS if name in label), ""))
        number = self.kinds.index(word) + 1 if word in self.kinds else 0
        here = next((places.get(str(label[name])) for name in SUBJECTS if name in label), None)
        there = places.get(str(label.get("target", "")))
        end = next((found for name in ENDS if (found := _last(label.get(name))) is not None), None)
        to = None if end is None else (end[0] / self.size, end[1] / self.size)
        goal = there or to
        far = 0.0 if here is None or goal is None else ((here[0] - goal[0]) ** 2 + (here[1] - goal[1]) ** 2) ** 0.5
        return [
            1.0, number / max(1, len(self.kinds)), float(here is not None), *(here or (0.0, 0.0)),
            float(there is not None), *(there or (0.0, 0.0)), float(to is not None), *(to or (0.0, 0.0)), far,
        ]  # fmt: skip


def _last(value: Any) -> tuple[float, float] | None:
    """The last place in something that is a place, or holds places."""
    if isinstance(value, Mapping):
        return (float(value["x"]), float(value["y"])) if {"x", "y"} <= value.keys() else None
    if not isinstance(value, list | tuple) or not value:
        return None
    if isinstance(value[0], int | float) and len(value) > 1:
        return float(value[0]), float(value[1])
    return _last(value[-1])
