"""Wrecks: who rides on a vehicle that is destroyed is thrown out, where his owner puts him (REV-10.12, REV-10.53, REV-G.31, REV-G.52)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from sandtable.battle.event import Story
from sandtable.battle.request import Addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.around import Around
from sandtable.geometry.distance import distance
from sandtable.geometry.footprint import Footprint, standing
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.place import hindrances, nearest_place
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose, Option
from sandtable.miniatures.consequences import Course
from sandtable.rulesets.revolucion.hazards import Passenger, Wreck, wreck
from sandtable.rulesets.revolucion.table import events, leadership, passengers
from sandtable.rulesets.revolucion.table.damage import aftermath, retreats
from sandtable.rulesets.revolucion.table.ground.going import going
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import formed
from sandtable.rulesets.revolucion.table.hidden import discovery, secrecy
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import ON_RAILS, Formation, Loss, Side, Vehicle

SIDES = ("left", "ahead", "right", "behind")  # of a base, in the order of its corners


# ---- What is wrecked -------------------------------------------------------------------------------------------------------------


def of_train(story: Story[State], train: Unit) -> Course[None]:
    """Everybody on a train that is destroyed is thrown out (REV-10.12)."""
    yield from _of_all(story, train, Vehicle.TRAIN)


def of_automobiles(story: Story[State], vehicle: Unit) -> Course[None]:
    """All that is left of an automobile unit is destroyed: everybody gets off (REV-10.53)."""
    if vehicle.kind not in ON_RAILS:
        yield from _of_all(story, vehicle, Vehicle.AUTOMOBILE)


def _of_all(story: Story[State], vehicle: Unit, kind: Vehicle) -> Course[None]:
    heap = vehicle.stands
    if heap is None:
        return
    out = yield from _emptied(story, vehicle, heap)
    yield from _shaken(story, out, heap, kind)


def _emptied(story: Story[State], vehicle: Unit, heap: Footprint) -> Course[list[Unit]]:
    """Everybody who rides on a vehicle is thrown out beside a wreck, Leaders as well. The units that stand."""
    leaders = passengers.leaders_aboard(story.state, vehicle.id)
    out = yield from _thrown_out(story, passengers.riders(story.state, vehicle.id), vehicle, heap)
    for leader in leaders:
        story.tell(events.LeaderStood(leader=leader.id, place=_leader_out(story, leader.side, heap), how="away"))
    return out


def _leader_out(story: Story[State], side: Side, heap: Footprint) -> Point:
    return (
        leadership.found_free(story, side, partial(leadership.beside, side=side, stands=heap, near=heap.centre))
        or heap.centre
    )


def of_bases(story: Story[State], name: str, count: int, before: Footprint | None) -> Course[None]:
    """Automobile bases are destroyed: units that rode on them get off as a whole and take one level (REV-10.53, REV-10.53b, REV-G.31b)."""
    vehicle = story.state.units[name]
    each = passengers.each_carries(vehicle)
    if vehicle.kind in ON_RAILS or not each or vehicle.gone is not None or before is None or not count:
        return
    seats, filled, lost = each * vehicle.bases, 0, []
    for unit in passengers.riders(story.state, name):
        filled += unit.bases
        if filled > seats:  # part of it sat on what was lost, at the end of the line
            lost.append(unit)
    if lost:
        heap = standing(before.bases[-count:], 1, before.width, before.depth)
        out = yield from _thrown_out(story, lost, vehicle, heap)
        yield from _shaken(story, out, heap, Vehicle.AUTOMOBILE)


# ---- Who is thrown out -----------------------------------------------------------------------------------------------------------


def _thrown_out(story: Story[State], who: Sequence[Unit], vehicle: Unit, heap: Footprint) -> Course[list[Unit]]:
    """They get off at once, in maneuver formation beside the wreck; who finds no place surrenders (REV-G.52). Who stands."""
    out: list[Unit] = []
    for unit in who:
        place = yield from _put_beside(story, unit, heap)
        story.tell(events.GotOff(unit=unit.id, vehicle=vehicle.id, thrown=True))
        if place is None:
            out += yield from _emptied(story, unit, heap)  # a truck on a train takes nobody along
            yield from retreats.remove(story, unit.id, Loss.SURRENDERED)
            continue
        story.tell(events.Stood(unit=unit.id, stands=place, formation=Formation.MANEUVER, how="thrown_out"))
        out.append(story.state.units[unit.id])
    return out


def _shaken(story: Story[State], out: Sequence[Unit], heap: Footprint, kind: Vehicle) -> Course[None]:
    """The damage comes after placement (REV-G.52): a level for each (REV-10.12, REV-G.31)."""
    if not out:
        return
    passengers = tuple(
        Passenger(
            name=unit.id,
            target_type=unit.kind,
            target_status=unit.status,
            bases_of_target=unit.bases,
            starting_bases_of_target=unit.card.started,
        )
        for unit in out
    )
    verdict = wreck(Wreck(vehicle=kind, passengers=passengers), story.state.tables)
    names = {unit.id: unit.id for unit in out}
    sources = dict.fromkeys(names, heap.centre)
    struck = [effect for effect in verdict.effects if effect.whom in names]
    yield from aftermath.carry_out(story, struck, aftermath.Parties(names, sources, dict.fromkeys(names, ()), {}))


def _put_beside(story: Story[State], unit: Unit, heap: Footprint) -> Course[Footprint | None]:
    """Its owner places it, by what he knows; whoever is found hidden there is seen, and he places it again (REV-G.52, REV-G.37)."""
    while True:
        known = secrecy.as_known(story.state, unit.side)
        places = places_beside(known, unit, heap)
        chosen = (yield _where(known, unit, places)) if len(places) > 1 else next(iter(places), "")
        place = places[chosen] if chosen else _nearest(known, unit, heap)
        found = discovery.in_the_way(story.state, unit.side, place) if place is not None else ()
        if not found:
            return place
        for enemy in found:
            discovery.reveal(story, enemy)


def places_beside(state: State, unit: Unit, heap: Footprint) -> dict[str, Footprint]:
    """Where a passenger of a wreck may stand, touching it and an inch from enemies: by the number of the base and the side of it."""
    near, cost = _around(state, unit, heap), going(unit.kind, Formation.MANEUVER, state.tables)
    body = formed(unit.kind, Formation.MANEUVER, unit.bases, Pose(0, 0), state.tables)
    places = {
        f"{number // len(SIDES) + 1}-{SIDES[number % len(SIDES)]}": body.placed(pose)
        for number, pose in enumerate(passengers.beside(heap, -body.box[1]))
    }
    zone = measures(state.tables).zone
    return {name: there for name, there in places.items() if not hindrances(there, cost, near, zone)}


def _where(state: State, unit: Unit, places: Mapping[str, Footprint]) -> Addressed:
    """The question to the owner; usually as far from the enemy as can be."""

    def safety(name: str) -> float:
        return min((distance(places[name], enemy) for enemy in state.position.enemies(unit.side)), default=0)

    options = []
    for name in places:
        number, _, side = name.partition("-")
        options.append(Option(name, Message.of(f"table.thrown_out.{side}", number=int(number))))
    says = Message.of("table.request.thrown_out", unit=unit.card.name)
    usual = max(places, key=safety)
    return Addressed(
        Choose("wreck.place", tuple(options), usual, says=says, rule="REV-G.52"),
        unit.side.value,
        EVERYBODY,
        {name: place.outlines for name, place in places.items()},
    )


def _around(state: State, unit: Unit, heap: Footprint) -> Around:
    return Around(state.terrain, state.position.enemies(unit.side), (*state.position.friends(unit.side, unit.id), heap))


def _nearest(state: State, unit: Unit, heap: Footprint) -> Footprint | None:
    """Where there is no room beside the wreck: the nearest place within six inches, if any (REV-G.52)."""
    rules, near = measures(state.tables), _around(state, unit, heap)
    body = formed(unit.kind, Formation.MANEUVER, unit.bases, heap.anchor, state.tables)
    cost = going(unit.kind, Formation.MANEUVER, state.tables)
    return nearest_place(body, near, heap.centre, rules.thrown, rules.zone, cost)
