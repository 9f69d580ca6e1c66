"""What an assault meets on its way without knowing: hidden enemies and mines (REV-10.88b, REV-G.35, REV-G.37)."""

from __future__ import annotations

from sandtable.battle.event import Story
from sandtable.battle.request import addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, inches
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.journey import Journey
from sandtable.rulesets.revolucion.orders import base_move, moved, order_tally, order_test
from sandtable.rulesets.revolucion.table import events, leadership, orders
from sandtable.rulesets.revolucion.table.hidden import discovery, minefields
from sandtable.rulesets.revolucion.table.movement import encounters
from sandtable.rulesets.revolucion.table.planning import Plan
from sandtable.rulesets.revolucion.table.state import State, other
from sandtable.rulesets.revolucion.vocabulary import Formation, Order, OrderResult


def _charge(body: Footprint, contact: Footprint) -> Journey:
    return Journey(body, (contact.anchor,))


def called_off(story: Story[State], name: str, body: Footprint, contact: Footprint) -> bool:
    """Hidden enemies in the way of a charge are seen, and it does not take place: the unit may be told something else (REV-G.37)."""
    state, unit = story.state, story.state.units[name]
    charge = _charge(body, contact)
    found = [
        enemy
        for enemy, stands in discovery.hidden_units(state, other(unit.side))
        if charge.comes_near(stands, 0) and any(overlaps(charge.at(place), stands) for place in charge.places())
    ]
    for enemy in found:
        discovery.reveal(story, enemy)
    return bool(found)


def into_mines(state: State, body: Footprint, contact: Footprint) -> bool:
    """Whether a charge enters a mine field that it does not start in."""
    charge = _charge(body, contact)
    if not any(charge.comes_near(ground, 0) for _, ground in minefields.fields(state)) or minefields.under(state, body):
        return False
    return charge.first(lambda place: bool(minefields.under(state, place))) is not None


def mined(story: Story[State], order: orders.Assault, plan: Plan, cost: Length) -> Course[None]:
    """A charge into a mine field: its order is tested, and if it comes to that it stops in the field and never reaches its target."""
    state, unit = story.state, story.state.units[order.unit]
    place = leadership.leader_place(state, unit, leads=order.leads)
    tally = order_tally(Order.ASSAULT, unit.kind, place, unit.status, state.tables)
    result = yield from addressed(order_test(tally, state.tables), unit.side.value, EVERYBODY)
    reach = inches(moved(base_move(Order.ASSAULT, unit.kind, state.tables), result, state.tables))
    story.tell(events.Commanded(unit=unit.id, order=Order.ASSAULT, result=result))
    if result is OrderResult.LOST or cost > reach:
        ended = "lost" if result is OrderResult.LOST else "out_of_reach"
        story.tell(events.AssaultEnded(unit=unit.id, target=order.target, ended=ended))
        return
    journey = _charge(plan.more.body, plan.more.contact)
    charge = Plan(plan.more.contact, Formation.MANEUVER, plan.trail, cost, (), journey)
    leaders = leadership.attached(state, unit) if order.leads else ()
    yield from encounters.go(story, unit.id, charge, "charges", leaders)
    if story.state.units[unit.id].gone is None:
        story.tell(events.Acted(unit=unit.id, deed="assaulted"))
    story.tell(events.AssaultEnded(unit=unit.id, target=order.target, ended="mined"))
