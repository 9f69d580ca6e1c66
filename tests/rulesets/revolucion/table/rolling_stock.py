"""Trains, vehicles and passengers for tests: a straight track along x = 20."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.geometry.measure import Length, inches
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table.movement import boarding
from sandtable.rulesets.revolucion.table.state import Rails, State, TrainSpeed, Unit
from sandtable.rulesets.revolucion.table.vehicles import tracks
from sandtable.rulesets.revolucion.vocabulary import Side
from tests.rulesets.revolucion.table.field import GOV, MARCH, SOUTH, Game, game, ground, point, unit

TRACK = {"line": ("railway", (point(20, 0), point(20, 60)))}
FAR = unit("far", GOV, (44, 50, SOUTH))


def railway(**more: Any) -> Any:
    return ground(roads=TRACK, height=60, **more)


def train(
    name: str,
    side: Side,
    along: float,
    bases: int = 4,
    kind: str = "train",
    speed: TrainSpeed = TrainSpeed.HALT,
    flags: frozenset[str] = frozenset(),
    capacity: int = 0,
    end: Length | None = None,
    **more: Any,
) -> Unit:
    """A train that looks up the table, the front of its locomotive so far along the track."""
    rails = Rails("line", inches(along), speed=speed, end=end)
    made = unit(name, side, (0, 0, 0), kind, bases, MARCH, **more)
    made = replace(made, rails=rails, card=replace(made.card, flags=flags, capacity=capacity))
    state = game(made, terrain=railway()).state
    return replace(made, stands=tracks.cars(state, made, rails))


def aboard(rider: Unit, vehicle: str, **more: Any) -> Unit:
    return replace(rider, stands=None, aboard=vehicle, **more)


def rolling(*pieces: Any, **more: Any) -> Game:
    """A battle with a railway; passengers are settled in their vehicles."""
    more.setdefault("terrain", railway())
    playing = game(*pieces, FAR, **more)
    playing.state = replace(playing.state, units=boarding.settled(playing.state.units))
    return playing


def front(playing: Game, name: str) -> float:
    """How far along the track its locomotive is, in inches."""
    rails = playing.unit(name).rails
    assert rails is not None
    return rails.along / 1000


def speed(playing: Game, name: str) -> TrainSpeed:
    rails = playing.unit(name).rails
    assert rails is not None
    return rails.speed


TABLES = RULESET.default_tables
__all__ = ["FAR", "TABLES", "State", "aboard", "front", "railway", "rolling", "speed", "train"]
