"""A whole game in one file, to prove the battle with: two sides, figures at points, ambushes, secret plots, dice, a defender's choice."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import hypot
from typing import Any, ClassVar

from sandtable.battle.event import Event, Story
from sandtable.battle.order import Decision, Order, TableProblem
from sandtable.battle.request import Addressed, Asked
from sandtable.battle.rules import Result
from sandtable.battle.seat import EVERYBODY, OWNER, Audience, Seat
from sandtable.battle.view import seen, shown
from sandtable.geometry.measure import Point, in_inches
from sandtable.kernel.dice import D6
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.requests import Choose, Observe, Option, Roll
from sandtable.kernel.ruleset import Ruleset, Side
from sandtable.kernel.tables import Tables

SIDES = ("red", "blue")
WIDTH = 36_000
RULESET = Ruleset(
    id="skirmish",
    prefix="SK",
    rules_version="1",
    package="tests.battle.skirmish",
    actions=(),
    groups=(),
    sides=(Side("red", "red"), Side("blue", "blue")),
    fresh=("", {}),
)


class Posture(StrEnum):
    BOLD = "bold"
    WARY = "wary"


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


@dataclass(frozen=True, slots=True)
class Figure:
    id: str = shown(default="")
    owner: str = shown(default="")
    place: Point = shown(default=Point(0, 0))
    strength: int = shown(default=0)
    acted: bool = shown(default=False)
    ambush: bool = shown(OWNER, default=False)
    note: str = shown(OWNER, default="")
    nerve: int = 0  # known to nobody

    def known_to(self) -> Audience:
        return OWNER if self.ambush else EVERYBODY


@dataclass(frozen=True, slots=True)
class Plot:
    owner: str = shown(default="")
    posture: Posture | None = shown(lambda plot: EVERYBODY if plot.open else OWNER, default=None)
    word: str = shown(OWNER, default="")
    open: bool = shown(default=False)


@dataclass(frozen=True, slots=True)
class Table:
    tables: Tables = shown(whole=True, written=False)
    figures: Mapping[str, Figure] = shown(default_factory=dict)
    plots: tuple[Plot, ...] = shown(default=())
    turn: int = shown(default=1)
    active: str | None = shown(default=None)  # nobody: plots are laid
    passed: bool = shown(default=False)  # the first side this turn has

    def with_figure(self, name: str, **changes: Any) -> Table:
        return replace(self, figures={**self.figures, name: replace(self.figures[name], **changes)})

    def of(self, side: str) -> list[Figure]:
        return [figure for figure in self.figures.values() if figure.owner == side]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayPlot(Order):
    kind: ClassVar[str] = "plot"
    posture: Posture
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Order):
    kind: ClassVar[str] = "move"
    figure: str
    to: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot(Order):
    kind: ClassVar[str] = "shoot"
    figure: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Order):
    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plotted(Event):
    kind: ClassVar[str] = "plotted"
    side: str
    posture: Posture
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotsOpened(Event):
    kind: ClassVar[str] = "plots_opened"
    first: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    kind: ClassVar[str] = "moved"
    figure: str
    to: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Found(Event):
    kind: ClassVar[str] = "found"
    figure: str
    place: Point
    strength: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Event):
    kind: ClassVar[str] = "hit"
    shooter: str
    target: str
    loss: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Nerve(Event):
    kind: ClassVar[str] = "nerve"
    figure: str
    nerve: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    kind: ClassVar[str] = "passed"
    side: str


def length(a: Point, b: Point) -> int:
    return round(hypot(a.x - b.x, a.y - b.y))


class Skirmish:
    """The skirmish's table."""

    name = "skirmish"
    rules_version = "1"
    ruleset = RULESET
    orders: Mapping[str, type[Order]] = {order.kind: order for order in (LayPlot, Move, Shoot, Pass)}
    events: Mapping[str, type[Event]] = {
        event.kind: event for event in (Plotted, PlotsOpened, Moved, Found, Hit, Nerve, Passed)
    }

    def sides(self, state: Table) -> tuple[str, ...]:  # noqa: ARG002 - the same in every scenario
        return SIDES

    def set_up(self, scenario: str, tables: Tables) -> Table:
        try:
            rows = tomllib.loads(scenario)["figures"]
            figures = {row["id"]: Figure(**{**row, "place": Point(*row["place"])}) for row in rows}
        except (ValueError, KeyError, TypeError) as error:
            raise refuse("scenario", "skirmish.not_a_scenario", error=str(error)) from None
        return Table(tables, figures)

    def decisions(self, state: Table) -> tuple[Decision, ...]:
        if self.result(state):
            return ()
        if state.active is None:
            plotted = {plot.owner for plot in state.plots}
            return tuple(Decision(side, "plot", ("plot",)) for side in SIDES if side not in plotted)
        return (Decision(state.active, "act", ("move", "shoot", "pass")),)

    def problems(self, view: Table, order: Order) -> tuple[Problem, ...]:
        if isinstance(order, Move):
            return self._own(view, order.by, order.figure) or self._way(view, order)
        if isinstance(order, Shoot):
            return self._own(view, order.by, order.figure) or self._target(view, order)
        return ()

    def _own(self, view: Table, by: str, name: str) -> tuple[Problem, ...]:
        figure = view.figures.get(name)
        if figure is None or figure.owner != by:
            own = tuple(each.id for each in view.of(by))
            return (Problem("figure", Message("skirmish.no_figure"), own, "SK-1"),)
        return (Problem("figure", Message("skirmish.acted"), (), "SK-1"),) if figure.acted else ()

    def _way(self, view: Table, order: Move) -> tuple[Problem, ...]:
        here, reach = view.figures[order.figure].place, view.tables.number("move.reach")
        if not (0 <= order.to.x <= WIDTH and 0 <= order.to.y <= WIDTH):
            return (Problem("to", Message("skirmish.off_table"), (), "SK-2"),)
        far = length(here, order.to)
        if far <= reach:
            return ()
        message = Message.of("skirmish.too_far", to=in_inches(far), reach=Fraction(reach, 1000))
        return (TableProblem("to", message, (), "SK-2", shows=lambda: f'<line x1="{here.x}" x2="{order.to.x}"/>'),)

    def _target(self, view: Table, order: Shoot) -> tuple[Problem, ...]:
        target = view.figures.get(order.target)
        if target is None or target.owner == order.by:
            seen_ids = tuple(each.id for each in view.of(other(order.by)))
            return (Problem("target", Message("skirmish.no_target"), seen_ids, "SK-4"),)
        if length(view.figures[order.figure].place, target.place) > view.tables.number("shot.range"):
            return (Problem("target", Message("skirmish.out_of_range"), (), "SK-4"),)
        return ()

    def carry_out(self, story: Story[Table], order: Order) -> Asked[None]:
        if isinstance(order, LayPlot):
            yield from self._plot(story, order)
        elif isinstance(order, Move):
            yield from self._move(story, order)
        elif isinstance(order, Shoot):
            yield from self._shoot(story, order)
        else:
            story.tell(Passed(side=order.by, known_to=EVERYBODY))

    def _plot(self, story: Story[Table], order: LayPlot) -> Asked[None]:
        story.tell(Plotted(side=order.by, posture=order.posture, word=order.word, known_to=(order.by,)))
        if len(story.state.plots) == len(SIDES):
            bold = [plot.owner for plot in story.state.plots if plot.posture is Posture.BOLD]
            if len(bold) == 1:
                first = bold[0]
            else:
                first = yield Addressed(Roll("first", (D6,), lambda die: SIDES[die % 2]), known_to=EVERYBODY)
            story.tell(PlotsOpened(first=first, known_to=EVERYBODY))

    def _move(self, story: Story[Table], order: Move) -> Asked[None]:
        mover = story.state.figures[order.figure]
        story.tell(Moved(figure=mover.id, to=order.to, known_to=(mover.owner,) if mover.ambush else EVERYBODY))
        hidden = [each for each in story.state.of(other(order.by)) if each.ambush]
        within = story.state.tables.number("ambush.found_within")
        near = [each for each in hidden if length(each.place, order.to) <= within]
        count = yield Observe("ambush.near", usual=len(near))
        for each in near[:count]:
            story.tell(Found(figure=each.id, place=each.place, strength=each.strength, known_to=EVERYBODY))

    def _shoot(self, story: Story[Table], order: Shoot) -> Asked[None]:
        shooter, tables = story.state.figures[order.figure], story.state.tables
        if shooter.ambush:
            story.tell(Found(figure=shooter.id, place=shooter.place, strength=shooter.strength, known_to=EVERYBODY))
        options = (Option("duck", Message("skirmish.duck")), Option("stand", Message("skirmish.stand")))
        ducks = (yield Choose("reply", options, usual="stand", role=other(order.by))) == "duck"
        on = tables.number("shot.hit_on") + ducks
        dice = (D6,) * tables.number("shot.dice")
        hits = yield Addressed(
            Roll("shot.dice", dice, lambda *faces: sum(face >= on for face in faces)), order.by, EVERYBODY
        )
        story.tell(Hit(shooter=shooter.id, target=order.target, loss=hits, known_to=EVERYBODY))
        if order.target in story.state.figures and hits:
            nerve = yield Roll("nerve", (D6,), lambda die: die)
            story.tell(Nerve(figure=order.target, nerve=nerve))

    def after(self, state: Table, event: Event) -> Table:
        match event:
            case Plotted():
                return replace(state, plots=(*state.plots, Plot(event.side, event.posture, event.word)))
            case PlotsOpened():
                opened = tuple(replace(plot, open=True) for plot in state.plots)
                return replace(state, plots=opened, active=event.first)
            case Moved():
                return state.with_figure(event.figure, place=event.to, acted=True)
            case Found():
                return state.with_figure(event.figure, ambush=False)
            case Hit():
                return self._after_hit(state, event)
            case Nerve():
                return state.with_figure(event.figure, nerve=event.nerve)
            case Passed():
                return self._after_pass(state, event.side)
        raise TypeError(event.kind)

    def _after_hit(self, state: Table, event: Hit) -> Table:
        state = state.with_figure(event.shooter, acted=True)
        left = state.figures[event.target].strength - event.loss
        if left > 0:
            return state.with_figure(event.target, strength=left)
        return replace(state, figures={name: each for name, each in state.figures.items() if name != event.target})

    def _after_pass(self, state: Table, side: str) -> Table:
        if not state.passed:
            return replace(state, active=other(side), passed=True)
        fresh = {name: replace(each, acted=False) for name, each in state.figures.items()}
        return replace(state, figures=fresh, plots=(), active=None, passed=False, turn=state.turn + 1)

    def view(self, state: Table, seat: Seat) -> Table:
        return seen(state, seat)

    def result(self, state: Table) -> Result | None:
        left = [side for side in SIDES if state.of(side)]
        if len(left) < len(SIDES):
            return Result(left[0] if left else None, Message("skirmish.won"))
        if state.turn > state.tables.number("game.turns"):
            return Result(None, Message("skirmish.time"))
        return None


SKIRMISH = Skirmish()
