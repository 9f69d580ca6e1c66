"""A table for tests: units where a test puts them, dice as a test wants them, inches instead of thousandths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sandtable.battle.event import Event
from sandtable.battle.matches.play import carry_through
from sandtable.battle.order import Order
from sandtable.battle.seat import Seat
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose, inches
from sandtable.geometry.terrain import Area, Hill, Line, Road, Terrain
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Choose, Dice
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table.ground.kinds import grounds
from sandtable.rulesets.revolucion.table.ground.shapes import formed
from sandtable.rulesets.revolucion.table.position import Card
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import (
    Army,
    Column,
    Deeds,
    Leader,
    Phase,
    State,
    Terms,
    Turn,
    Unit,
)
from sandtable.rulesets.revolucion.vocabulary import Formation, Side, Status, UnitType
from sandtable.rulesets.revolucion.vocabulary import Order as MoveOrder

GOV, REV = Side.GOVERNMENT, Side.REVOLUTIONARY
SOUTH, NORTH = 180, 0
USUAL = "usual"  # instead of an option: whatever is usually chosen
Answers = str | Sequence[str] | None  # to every question of an order, or to each in turn
EDGES = {GOV: "north", REV: "south"}
DEPLOYED, MANEUVER, MARCH = Formation.DEPLOYED, Formation.MANEUVER, Formation.MARCH
DEPLOY_ORDER, MANEUVER_ORDER, MARCH_ORDER = MoveOrder.DEPLOY_TACTICAL, MoveOrder.MANEUVER, MoveOrder.MARCH


def point(x: float, y: float) -> Point:
    return Point(inches(x), inches(y))


def pose(x: float, y: float, facing: float = 0) -> Pose:
    return Pose(inches(x), inches(y), round(facing * 10))


def box(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    return (point(left, bottom), point(right, bottom), point(right, top), point(left, top))


def ground(
    *,
    areas: Mapping[str, tuple[str, tuple[Point, ...]]] | None = None,
    lines: Mapping[str, tuple[str, tuple[Point, ...]]] | None = None,
    roads: Mapping[str, tuple[str, tuple[Point, ...]]] | None = None,
    hills: Mapping[str, tuple[int, tuple[Point, ...]]] | None = None,
    width: float = 48,
    height: float = 36,
) -> Terrain:
    """A terrain from names to kinds and outlines."""
    return Terrain(
        inches(width),
        inches(height),
        tuple(Area(name, kind, outline, grounds()[kind].tall) for name, (kind, outline) in (areas or {}).items()),
        tuple(Hill(name, level, outline) for name, (level, outline) in (hills or {}).items()),
        tuple(Line(name, kind, points) for name, (kind, points) in (lines or {}).items()),
        tuple(Road(name, kind, points, 1000) for name, (kind, points) in (roads or {}).items()),
    )


def unit(
    name: str,
    side: Side,
    at: tuple[float, float, float] | Footprint,
    kind: str = "RegularInfantry",
    bases: int = 4,
    formation: Formation = Formation.MANEUVER,
    column: str = "",
    status: str = "OK",
    started: int | None = None,
    ranks: tuple[int, ...] = (),
    **more: Any,
) -> Unit:
    """A unit; ``at`` is the middle of its front in inches, and its facing in degrees."""
    arm = UnitType(kind)
    stands = (
        at if isinstance(at, Footprint) else formed(arm, formation, bases, pose(*at), RULESET.default_tables, ranks)
    )
    return Unit(
        card=Card(name, name, side, column or side.value[:3].lower(), arm, started or bases),
        bases=bases,
        status=Status(status),
        formation=formation,
        stands=stands,
        deeds=Deeds(formation),
        **more,
    )


def leader(name: str, side: Side, at: tuple[float, float], column: str | None = None, **more: Any) -> Leader:
    own = side.value[:3].lower() if column is None else column
    return Leader(name, name, side, own, more.pop("chief", False), point(*at), **more)


class Script:
    """Dice that fall as a test says, by the key of the request; an unexpected throw is a failure."""

    def __init__(self, faces: Mapping[str, Any]) -> None:
        self.faces = {key: list(value) if isinstance(value, list) else [value] for key, value in faces.items()}

    def answer(self, request: Dice) -> Any:
        assert self.faces.get(request.key), f"nobody said how the dice of {request.key} fall"
        face = self.faces[request.key].pop(0)
        return list(face) if isinstance(face, tuple) else [face] if isinstance(face, int) else face


@dataclass
class Game:
    """A battle under test: a state, and what happened last."""

    state: State
    events: list[Event] = field(default_factory=list)

    def problems(self, order: Order) -> tuple[Problem, ...]:
        return TABLE.problems(self.state, order)

    def refused(self, order: Order) -> set[str | None]:
        """The rules that forbid an order."""
        return {problem.rule for problem in self.problems(order)}

    def do(self, order: Order, choose: Answers = None, **dice: Any) -> Game:
        """Carry out a legal order; dice by key, dots written as double underscores."""
        wrong = self.problems(order)
        assert not wrong, [(problem.message, problem.rule) for problem in wrong]
        return self._carried_out(order, choose, dice)

    def _carried_out(self, order: Order, choose: Answers, dice: Mapping[str, Any]) -> Game:
        kinds = [
            kind for decision in TABLE.decisions(self.state) if decision.by == order.by for kind in decision.orders
        ]
        assert order.kind in kinds, f"nobody waits for {order.kind}"
        script = Script({key.replace("__", "."): faces for key, faces in dice.items()})

        several = None if isinstance(choose, str | None) else iter(choose)

        def chosen(state: State, role: str, request: Choose) -> str:  # noqa: ARG001 - a Chooser is handed all three
            answer = choose if isinstance(choose, str | None) else next(several or iter(()), None)
            assert answer is not None, f"nobody said what to choose for {request.key}"
            return request.usual if answer == USUAL else answer

        story = carry_through(TABLE, self.state, order, script, chosen)
        left = {key for key, faces in script.faces.items() if faces}
        assert not left, f"these dice were not thrown: {left}"
        assert several is None or next(several, None) is None, "these choices were not asked for"
        self.state, self.events = story.state, story.events
        return self

    def play(self, order: Order, choose: Answers = None, **dice: Any) -> Game:
        """As ``do``, but judged as in a battle: by what the side that gives the order knows."""
        side = order.by.partition(".")[0]
        wrong = TABLE.problems(TABLE.view(self.state, Seat(side, (side,))), order)
        assert not wrong, [(problem.message, problem.rule) for problem in wrong]
        return self._carried_out(order, choose, dice)

    def unit(self, name: str) -> Unit:
        return self.state.units[name]

    def leader(self, name: str) -> Leader:
        return self.state.leaders[name]

    def at(self, name: str) -> tuple[float, float]:
        """The middle of a unit's front, in inches."""
        stands = self.unit(name).stands
        assert stands is not None
        return stands.anchor.x / 1000, stands.anchor.y / 1000

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]


def game(
    *pieces: Unit | Leader,
    terrain: Terrain | None = None,
    acting: Side | None = REV,
    column: str = "",
    morale: int = 5,
    options: Mapping[str, Any] | None = None,
    turn: Turn | None = None,
    **more: Any,
) -> Game:
    """A battle in the middle of a round of ``acting``; None: at the start of one, before anybody has a column."""
    units = {piece.id: piece for piece in pieces if isinstance(piece, Unit)}
    leaders = {piece.id: piece for piece in pieces if isinstance(piece, Leader)}
    columns: dict[str, Column] = {}
    for piece in pieces:
        name = piece.card.column if isinstance(piece, Unit) else piece.column
        if name and name not in columns:
            own = next((each.id for each in leaders.values() if each.column == name), "")
            columns[name] = Column(name, name, piece.side, own)
    playing = acting or REV
    now = turn or Turn(
        1,
        Phase.COLUMN if acting else Phase.ROUND,
        playing,
        playing,
        column or (playing.value[:3].lower() if acting else ""),
    )
    if now.column in columns:
        columns[now.column] = replace(columns[now.column], activated=True)
    return Game(
        State(
            terms=Terms(),
            tables=RULESET.tables(options or {}),
            terrain=terrain or ground(),
            units=units,
            leaders=leaders,
            columns=columns,
            armies={side: Army(side, morale, morale, edge=EDGES[side]) for side in Side},
            turn=now,
            **more,
        )
    )
