"""Hidden deployment: what only its owner knows, and what shows it to everybody (REV-10.92, REV-G.37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import TypeVar

from sandtable.battle.event import Story
from sandtable.battle.order import Order
from sandtable.battle.seat import Seat
from sandtable.battle.view import seen
from sandtable.geometry.distance import distance, overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.sight import sees
from sandtable.rulesets.revolucion.morale import break_point
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.cover import ground_cover
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.state import Army, Phase, State, other
from sandtable.rulesets.revolucion.vocabulary import Cover, Side

Found = TypeVar("Found")
ONLOOKER = Seat("onlooker")
SHOWS_ITSELF = (orders.Move, orders.Leave, orders.Form, orders.Fire, orders.Assault, orders.RouteMarch)

LOOKS = (orders.Move, orders.Leave, orders.Form, orders.Assault, orders.RouteMarch, orders.Fly, orders.MoveLeader)


def searches(view: State, order: Order) -> bool:
    """Whether an order may find hidden units or mines: wherever the battle may have them (REV-10.88, REV-10.92), found or not."""
    may_hide = view.tables.option("hidden") or view.tables.option("mines")
    return bool(may_hide) and view.turn.phase is not Phase.SET_UP and isinstance(order, LOOKS)


@cache
def _seat(side: Side) -> Seat:
    return Seat(side.value, (side.value,))


def as_known(state: State, side: Side) -> State:
    """The table as a side knows it: by this its orders are judged, and by this they are carried out until they meet what is hidden."""
    return known(state, _seat(side))


def in_plain_sight(state: State) -> State:
    """The table as everybody knows it. What both sides watch is decided by this, or it would tell what is hidden from either."""
    return known(state, ONLOOKER)


def decided(story: Story[State], find: Callable[[State], Found]) -> Found:
    """What comes of something that both sides watch: found on the table as everybody knows it. Whoever is hidden and would change it is met,
    so he is revealed, and it is found again.
    """
    while True:
        seen_by_all = in_plain_sight(story.state)
        found = find(seen_by_all)
        units = story.state.units
        met = [
            name
            for side in Side
            for name, _ in hidden(story.state, side)
            if find(replace(seen_by_all, units={**seen_by_all.units, name: units[name]})) != found
        ]
        if not met:
            return found
        for name in met:
            reveal(story, name)


def known(state: State, seat: Seat) -> State:
    """The table as a seat knows it; looked at once for all who sit on its side, however often it is asked for."""
    if state.open_to_all or seat.referee:
        return state
    views: dict[str | None, State] = state.__dict__.setdefault("views", {})
    found = views.get(seat.side)
    if found is None:
        side = ONLOOKER if seat.side is None else _seat(Side(seat.side))
        view = _with_known_columns(seen(state, side), side)
        found = views[seat.side] = _with_known_armies(view, state, side)
    return found


def _with_known_columns(view: State, seat: Seat) -> State:
    """A column that is still to come, or all of it hidden, is its own side's secret until it is taken; so is a Leader who is."""
    members = {unit.card.column for unit in view.units.values()} | {each.column for each in view.leaders.values()}
    columns = {
        name: column if column.leader in view.leaders else replace(column, leader="")
        for name, column in view.columns.items()
        if column.side.value == seat.side or name in members or column.announced
    }
    return view if columns == view.columns else replace(view, columns=columns)


def _with_known_armies(view: State, state: State, seat: Seat) -> State:
    """The break point of another side, and what is left of it, without the units of which the seat knows nothing."""
    armies = {
        name: army if name == seat.side else army.less(_points(state, army) - _points(view, army))
        for name, army in view.armies.items()
    }
    return view if armies == view.armies else replace(view, armies=armies)


def _points(state: State, army: Army) -> int:
    """The break point of the units of an army that a state knows of (REV-11.02)."""
    counted = sum(unit.card.counts and unit.card.side is army.side for unit in state.units.values())
    return break_point(counted, army.quality, state.tables)


def hidden(state: State, side: Side) -> Iterator[tuple[str, Footprint]]:
    """The units of a side that stand hidden on the table."""
    return ((name, stands) for name, stands in state.standing(side) if state.units[name].hidden)


def reveal(story: Story[State], name: str) -> None:
    """A hidden unit is seen; a passenger is seen with what it rides on."""
    shown = story.state.units[name]
    while shown.aboard:
        shown = story.state.units[shown.aboard]
    if shown.hidden:
        story.tell(events.UnitRevealed(unit=shown.id))


def before(story: Story[State], order: Order) -> None:
    """Who moves, fires or assaults is seen by it (REV-10.92)."""
    if isinstance(order, SHOWS_ITSELF) and order.unit in story.state.units:
        reveal(story, order.unit)


def look_out(story: Story[State]) -> None:
    """After every order: who is seen by an enemy near by is hidden no longer (REV-G.37). While both sides set up nobody looks."""
    state = story.state
    if state.turn.phase is Phase.SET_UP or not any(unit.hidden for unit in state.units.values()):
        return
    for side in Side:
        for name, _ in tuple(hidden(story.state, side)):
            if any(finds(story.state, stands, name) for _, stands in story.state.standing(other(side))):
                reveal(story, name)


def finds(state: State, eyes: Footprint, name: str) -> bool:
    """Whether a unit that stands there sees a hidden one: with a line of sight, within 3 inches, or 6 of one in the open."""
    stands = state.units[name].stands
    if stands is None:
        return False
    rules = measures(state.tables)
    near = rules.found_in_the_open if ground_cover(state, stands) is Cover.OPEN else rules.found
    return distance(eyes, stands) <= near and sees(state.terrain, rules.sight, eyes, stands).clear


def in_the_way(state: State, side: Side, stands: Footprint) -> tuple[str, ...]:
    """The hidden enemies on whom a unit or Leader of a side would stand, or too near to whom."""
    zone = measures(state.tables).zone
    return tuple(
        name for name, enemy in hidden(state, other(side)) if overlaps(stands, enemy) or distance(stands, enemy) < zone
    )
