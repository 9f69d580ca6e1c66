"""Aircraft over the table: they fly anywhere, meet anti-aircraft fire, bomb or strafe, and go home (REV-10.71 to REV-10.78b, REV-G.33)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Fact, addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.distance import distance, touches
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Pose, in_inches, inches
from sandtable.kernel.effects import Effect
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Observe
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion import aircraft as rule
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.bands import band_of_weapon, reach_of
from sandtable.rulesets.revolucion.fire import LEADERS_WITH_TARGET
from sandtable.rulesets.revolucion.table import events, leadership, orders, passengers
from sandtable.rulesets.revolucion.table.cover import ground_cover
from sandtable.rulesets.revolucion.table.damage import aftermath
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import formed
from sandtable.rulesets.revolucion.table.hidden import discovery
from sandtable.rulesets.revolucion.table.permission import target_problems
from sandtable.rulesets.revolucion.table.state import Flight, State, Unit, other
from sandtable.rulesets.revolucion.table.targets import as_target
from sandtable.rulesets.revolucion.vocabulary import Cover, FireMode, Formation, LeaderPlace, Status

WEAPONS: dict[str, tuple[str, type[rule.AirAttack]]] = {
    "bomb": ("bombs", rule.Bomb),
    "strafe": ("strafes", rule.Strafe),
}


def weapons_left(plane: Unit) -> tuple[str, ...]:
    """The kinds of attack that it has not made in this sortie (REV-10.77b)."""
    used = plane.flight.used if plane.flight is not None else frozenset()
    return tuple(name for name, (flag, _) in WEAPONS.items() if flag in plane.card.flags and name not in used)


def stands_at(state: State, plane: Unit, order: orders.Fly) -> Footprint | None:
    """Where it flies to: any point, or over its target (REV-10.71, REV-G.33d)."""
    target = state.units.get(order.target)
    mark = passengers.place_of(state, target) if target is not None else None
    place = order.to if order.to is not None else mark.centre if mark is not None else None
    if place is None:
        return None
    return formed(plane.kind, Formation.MANEUVER, plane.bases, Pose(place.x, place.y), state.tables)


def fly_problems(state: State, order: orders.Fly) -> Iterator[Problem]:
    """Not while it is away (REV-10.76); to attack it must be right next to its target (REV-10.71b), once by each kind (REV-10.77b)."""
    plane = state.units[order.unit]
    if plane.flight is None or not state.tables.option("aircraft"):
        yield problem("unit", "no_aircraft", "REV-10.71")
        return
    if plane.flight.returns > state.turn.number:
        yield problem("unit", "aircraft_away", "REV-10.76", (), turn=plane.flight.returns)
    stands = stands_at(state, plane, order)
    if stands is None:
        yield problem("to", "fly_where", "REV-10.71")
    elif order.target:
        yield from _attack_problems(state, plane, order, stands)


def _attack_problems(state: State, plane: Unit, order: orders.Fly, stands: Footprint) -> Iterator[Problem]:
    wrong = tuple(target_problems(state, plane.side, order.target))
    yield from wrong
    if order.weapon not in weapons_left(plane):
        yield problem("weapon", "no_weapon", "REV-10.77b", weapons_left(plane))
    mark = None if wrong else passengers.place_of(state, state.units[order.target])
    if mark is not None and not touches(stands, mark, measures(state.tables).contact):
        yield problem("to", "next_to_target", "REV-10.71b")


def fly(story: Story[State], order: orders.Fly) -> Course[None]:
    """No order test (REV-G.33): it is there, and attacks if it was told to."""
    plane = story.state.units[order.unit]
    stands = stands_at(story.state, plane, order)
    assert plane.flight is not None and stands is not None  # noqa: S101, PT018 - the order was checked
    used = plane.flight.used | ({order.weapon} if order.target else set())
    story.tell(events.Flew(unit=plane.id, flight=replace(plane.flight, flies=True, used=used), stands=stands))
    story.tell(events.Acted(unit=plane.id, deed="fired" if order.target else "moved"))
    if order.target:
        yield from _attack(story, order, stands)


def _attack(story: Story[State], order: orders.Fly, stands: Footprint) -> Course[None]:
    """First everybody who can fires at it, then it attacks (REV-10.72 to REV-10.75)."""
    state, plane = story.state, story.state.units[order.unit]
    flak = guns_about(state, plane, stands)
    for name in flak:
        discovery.reveal(story, name)
    target = story.state.units[order.target]
    told = situation(state, plane, target, order.weapon)
    facts = _facts(state, target, stands, flak)
    verdict = yield from addressed(rule.air_attack(told, state.tables), plane.side.value, EVERYBODY, facts=facts)
    parties = aftermath.Parties(
        {"actor": plane.id, "target": target.id},
        {"target": stands.centre, "actor": stands.centre},
        {"actor": (), "target": leadership.attached(state, target)},
        {},
    )
    before = [each for each in verdict.effects if _of_flak(each)]
    yield from aftermath.carry_out(story, before, parties)
    if not verdict.aircraft.destroyed:
        story.tell(
            events.Fired(
                unit=plane.id,
                target=target.id,
                mode=FireMode.DEPLOYED,
                range=in_inches(0),
                cover=told.cover,
                levels=verdict.damage.levels,
            )
        )
    yield from aftermath.carry_out(story, [each for each in verdict.effects if not _of_flak(each)], parties)


def _of_flak(effect: Effect) -> bool:
    """What the fire that met the aircraft did to it, before its attack (REV-10.73)."""
    return effect.whom == rule.PLANE and not isinstance(effect, effects.AircraftLeaves)


def situation(state: State, plane: Unit, target: Unit, weapon: str) -> rule.AirAttack:
    """The attack as the umpire's rule wants it; the target's own ground covers it."""
    mark = passengers.place_of(state, target)
    ground = ground_cover(state, mark) if mark is not None else Cover.OPEN
    place = mark.centre if mark is not None else Pose(0, 0).point
    return WEAPONS[weapon][1](
        actor_name=plane.card.name,
        actor_status=plane.status,
        bases_of_actor=plane.bases,
        **as_target(state, target, passengers.own_cover(state, target, ground, place, place)),
    )


def guns_about(state: State, plane: Unit, stands: Footprint) -> tuple[str, ...]:
    """Enemy units that may fire at it, whether or not they have acted (REV-10.72b, REV-10.78b), in range; arc and sight do not matter (REV-G.33b)."""
    found = []
    for unit in state.units_of(other(plane.side)):
        here = passengers.place_of(state, unit)
        if here is not None and "aa" in unit.card.flags:
            far = distance(here, stands)
            if far <= inches(reach_of(unit.kind, state.tables)):
                found.append((far, unit.id))
    return tuple(name for _, name in sorted(found))


def _facts(state: State, target: Unit, stands: Footprint, flak: tuple[str, ...]) -> Callable[[Observe], Fact | None]:
    """What the rule asks: each anti-aircraft unit in turn, once (REV-G.33b), then the Leaders with the target."""
    left = list(flak)
    firing: list[Unit] = []

    def more() -> bool:
        firing[:] = [state.units[left.pop(0)]] if left else []
        return bool(firing)

    def about(unit: Unit) -> dict[str, Any]:
        here = passengers.place_of(state, unit)
        far = in_inches(distance(here, stands)) if here is not None else in_inches(0)
        return {
            rule.AA_UNIT.key: unit.kind,
            "air.aa_range": band_of_weapon(far, unit.kind, FireMode.DEPLOYED, state.tables),
            rule.AA_BASES.key: unit.bases,
            rule.AA_STATUS.key: unit.status,
            rule.AA_LEADER.key: leadership.leader_place(state, unit) is LeaderPlace.ATTACHED,
        }

    def fact(request: Observe) -> Fact | None:
        if request.key in (rule.AA_FIRE.key, rule.AA_AGAIN.key):
            return more()
        if request.key == LEADERS_WITH_TARGET.key:
            return len(leadership.attached(state, target))
        told: Fact | None = about(firing[0]).get(request.key) if firing else None
        return told

    return fact


def leave(story: Story[State], effect: effects.AircraftLeaves, name: str) -> None:
    """It goes home for some turns and is repaired there (REV-10.76, REV-G.33c), unless it is sound and has another kind of attack (REV-10.77)."""
    plane = story.state.units[name]
    if plane.gone is not None or (not effect.damaged and weapons_left(plane)):
        return
    back = story.state.turn.number + effect.turns + 1
    story.tell(events.Flew(unit=plane.id, flight=Flight(returns=back)))
    if plane.status is not Status.OK:
        story.tell(events.StatusChanged(unit=plane.id, status=Status.OK))
