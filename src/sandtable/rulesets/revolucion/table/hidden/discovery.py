"""Discovery: what shows hidden units to everybody (REV-10.92, REV-G.37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from sandtable.battle.event import Story
from sandtable.battle.order import Order
from sandtable.geometry.distance import distance, overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.sight import sees
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.cover import ground_cover
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hidden.secrecy import in_plain_sight
from sandtable.rulesets.revolucion.table.state import Phase, State, other
from sandtable.rulesets.revolucion.vocabulary import Cover, Side

Found = TypeVar("Found")
SHOWS_ITSELF = (orders.Move, orders.Leave, orders.Form, orders.Fire, orders.Assault, orders.RouteMarch)


def hidden_units(state: State, side: Side) -> Iterator[tuple[str, Footprint]]:
    """The units of a side that stand hidden on the table."""
    return ((name, stands) for name, stands in state.position.standing(side) if state.units[name].hidden)


def reveal(story: Story[State], name: str) -> None:
    """A hidden unit is seen; a passenger is seen with what it rides on."""
    shown = story.state.units[name]
    while shown.aboard:
        shown = story.state.units[shown.aboard]
    if shown.hidden:
        story.tell(events.UnitRevealed(unit=shown.id))


def show_who_acts(story: Story[State], order: Order) -> None:
    """Who moves, fires or assaults is seen by it (REV-10.92)."""
    if isinstance(order, SHOWS_ITSELF) and order.unit in story.state.units:
        reveal(story, order.unit)


def look_out(story: Story[State]) -> None:
    """After every order: who is seen by an enemy near by is hidden no longer (REV-G.37). While both sides set up nobody looks."""
    state = story.state
    if state.turn.phase is Phase.SET_UP or not any(unit.hidden for unit in state.units.values()):
        return
    for side in Side:
        for name, _ in tuple(hidden_units(story.state, side)):
            if any(finds(story.state, stands, name) for _, stands in story.state.position.standing(other(side))):
                reveal(story, name)


def finds(state: State, eyes: Footprint, name: str) -> bool:
    """Whether a unit that stands there sees a hidden one: with a line of sight, within 3 inches, or 6 of one in the open."""
    stands = state.units[name].stands
    if stands is None:
        return False
    rules = measures(state.tables)
    near = rules.spotted_in_the_open if ground_cover(state, stands) is Cover.OPEN else rules.spotted
    return distance(eyes, stands) <= near and sees(state.terrain, rules.sight, eyes, stands).clear


def in_the_way(state: State, side: Side, stands: Footprint) -> tuple[str, ...]:
    """The hidden enemies on whom a unit or Leader of a side would stand, or too near to whom."""
    zone = measures(state.tables).zone
    return tuple(
        name
        for name, enemy in hidden_units(state, other(side))
        if overlaps(stands, enemy) or distance(stands, enemy) < zone
    )


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
            for name, _ in hidden_units(story.state, side)
            if find(seen_by_all.with_unit(units[name])) != found
        ]
        if not met:
            return found
        for name in met:
            reveal(story, name)
