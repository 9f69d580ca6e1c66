"""As much of a table as two units on open ground need: positions in thousandths of an inch, distance, arc of fire, rough patches.

Positions build situations, geometry answers what a rule observes, effects change the state. Nothing here knows a number of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import hypot, isqrt

from sandtable.kernel.drivers import Asking, Finished, Given, advance
from sandtable.kernel.drivers.run import Start
from sandtable.kernel.effects import Effect
from sandtable.kernel.requests import Observe
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.assault import Assault
from sandtable.rulesets.revolucion.effects import (
    ActionSpent,
    BackToStart,
    BasesLost,
    Destroyed,
    FallsBack,
    IntoContact,
    LeaderKilled,
    MayMove,
    PushedBack,
    StatusBecomes,
    StatusImproves,
)
from sandtable.rulesets.revolucion.fire import DeployedFire, MovingFire
from sandtable.rulesets.revolucion.orders import Maneuver
from sandtable.rulesets.revolucion.regroup import Regroup
from sandtable.rulesets.revolucion.vocabulary import Formation, LeaderPlace, Status, UnitType

INCH = 1000
CONTACT = INCH // 2
NEAR = 6 * INCH
LADDER = (Status.OK, Status.DISORDERED, Status.DEMORALIZED)
Place = tuple[int, int]


@dataclass(frozen=True)
class Leader:
    at: Place
    side: str


@dataclass(frozen=True)
class Unit:
    name: str
    side: str
    kind: UnitType
    at: Place
    facing: Place  # a direction: whatever lies within 45 degrees of it is in the arc of fire
    bases: int
    started: int
    formation: Formation = Formation.DEPLOYED
    status: Status = Status.OK
    acted: bool = False
    gone: bool = False


@dataclass(frozen=True)
class Table:
    """Two units, the Leaders, and circles of rough ground (place and radius)."""

    units: dict[str, Unit]
    leaders: tuple[Leader, ...] = ()
    rough: tuple[tuple[Place, int], ...] = ()
    assaulted: dict[str, int] = field(default_factory=dict)  # bases that assaulted a unit this turn

    def with_unit(self, unit: Unit) -> Table:
        return replace(self, units={**self.units, unit.name: unit})


# ---- Geometry --------------------------------------------------------------------------------------------------------------------


def inches(one: Place, other: Place) -> Fraction:
    """The distance, to a thousandth of an inch."""
    return Fraction(isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2), INCH)


def in_arc(unit: Unit, place: Place) -> bool:
    """Say whether a place lies within 45 degrees of the unit's facing; in whole numbers, so that no rounding decides it."""
    across = (place[0] - unit.at[0], place[1] - unit.at[1])
    along = across[0] * unit.facing[0] + across[1] * unit.facing[1]
    size = (across[0] ** 2 + across[1] ** 2) * (unit.facing[0] ** 2 + unit.facing[1] ** 2)
    return along > 0 and 2 * along**2 >= size


def crosses(start: Place, end: Place, circle: tuple[Place, int]) -> bool:
    """Say whether the straight path meets a circle."""
    (x, y), radius = circle
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    share = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / length if length else 0
    nearest = min(1.0, max(0.0, share))
    return hypot(start[0] + nearest * along[0] - x, start[1] + nearest * along[1] - y) <= radius


def moved(start: Place, towards: Place, distance: Fraction) -> Place:
    """A place so far from the start on the way to another, at most there."""
    whole = inches(start, towards)
    if not whole or distance >= whole:
        return towards
    share = distance / whole
    return (start[0] + round((towards[0] - start[0]) * share), start[1] + round((towards[1] - start[1]) * share))


def away(unit: Unit, enemy: Unit, distance: Fraction) -> Place:
    """A place straight away from the enemy."""
    beyond = (2 * unit.at[0] - enemy.at[0], 2 * unit.at[1] - enemy.at[1])
    far = (unit.at[0] + 100 * (beyond[0] - unit.at[0]), unit.at[1] + 100 * (beyond[1] - unit.at[1]))
    return moved(unit.at, far, distance)


def leader_place(table: Table, unit: Unit) -> LeaderPlace:
    own = [inches(leader.at, unit.at) for leader in table.leaders if leader.side == unit.side]
    if any(distance <= Fraction(CONTACT, INCH) for distance in own):
        return LeaderPlace.ATTACHED
    return LeaderPlace.WITHIN_6 if any(distance <= Fraction(NEAR, INCH) for distance in own) else LeaderPlace.NONE


def leaders_in_contact(table: Table, unit: Unit) -> int:
    return sum(
        leader.side == unit.side and inches(leader.at, unit.at) <= Fraction(CONTACT, INCH) for leader in table.leaders
    )


@dataclass(frozen=True)
class Eyes:
    """Geometry as whoever answers a rule's questions."""

    table: Table
    actor: str
    target: str

    def observe(self, key: str, request: Observe) -> bool | int:
        """Answer by the request's own key; a question geometry does not know is an error, not a guess."""
        actor, target = self.table.units[self.actor], self.table.units[self.target]
        if key == "assault.frontal":
            return in_arc(target, actor.at)
        if key == "assault.within_reach":
            assert request.says is not None
            reach: Fraction = dict(request.says.parameters)["distance"]
            return inches(actor.at, target.at) <= reach
        if key == "assault.rough_path":
            return any(crosses(actor.at, target.at, circle) for circle in self.table.rough)
        if key in ("assault.leader_with_target", "fire.leader_with_target"):
            return leaders_in_contact(self.table, target)
        if key == "assault.earlier_bases":
            return self.table.assaulted.get(target.name, 0)
        raise LookupError(f"geometry cannot answer {key}")


# ---- Situations from positions ---------------------------------------------------------------------------------------------------


def fire_situation(table: Table, actor: Unit, target: Unit) -> DeployedFire | MovingFire:
    """Fire as the positions make it."""
    kind = DeployedFire if actor.formation is Formation.DEPLOYED else MovingFire
    return kind(
        actor_name=actor.name,
        unit=actor.kind,
        leader_with_actor=leader_place(table, actor),
        actor_status=actor.status,
        bases_of_actor=actor.bases,
        range=inches(actor.at, target.at),
        target_name=target.name,
        target_type=target.kind,
        target_formation=target.formation,
        target_status=target.status,
        bases_of_target=target.bases,
        starting_bases_of_target=target.started,
    )


def assault_situation(table: Table, actor: Unit, target: Unit) -> Assault:
    return Assault(
        actor_name=actor.name,
        unit=actor.kind,
        leader_with_actor=leader_place(table, actor),
        actor_status=actor.status,
        bases_of_actor=actor.bases,
        starting_bases_of_assaulter=actor.started,
        target_name=target.name,
        target_type=target.kind,
        target_formation=target.formation,
        target_status=target.status,
        bases_of_target=target.bases,
        starting_bases_of_target=target.started,
    )


def maneuver_situation(table: Table, actor: Unit) -> Maneuver:
    return Maneuver(
        actor_name=actor.name, unit=actor.kind, leader_with_actor=leader_place(table, actor), actor_status=actor.status
    )


def regroup_situation(table: Table, actor: Unit) -> Regroup:
    return Regroup(
        actor_name=actor.name, unit=actor.kind, leader_with_actor=leader_place(table, actor), regroups_from=actor.status
    )


# ---- Driving a rule, and what it does to the table -------------------------------------------------------------------------------


def driven(start: Start, dice: DiceStream, eyes: Eyes) -> Finished:
    """Run a rule: dice from the stream, facts from geometry. Nobody else is asked."""
    answers: dict[str, Given] = {}
    while isinstance(result := advance(start, answers, dice), Asking):
        assert isinstance(result.request, Observe), result.key
        seen = {step.key: Given(step.value, step.by) for step in result.steps}
        answers = {**seen, result.key: Given(eyes.observe(result.key, result.request), "geometry")}
    return result


def after(table: Table, effect: Effect, actor: str, target: str, start: Place) -> Table:
    """The table after one effect on one of the two units."""
    roles = {"actor": (actor, target), "assaulter": (actor, target), "target": (target, actor)}
    if effect.whom == "both":
        return after(
            after(table, replace(effect, whom="actor"), actor, target, start),
            replace(effect, whom="target"),
            actor,
            target,
            start,
        )
    unit, enemy = (table.units[name] for name in roles[effect.whom])
    if isinstance(effect, BasesLost):
        return table.with_unit(replace(unit, bases=unit.bases - effect.count))
    if isinstance(effect, StatusBecomes):
        return table.with_unit(replace(unit, status=effect.status))
    if isinstance(effect, StatusImproves):
        return table.with_unit(replace(unit, status=LADDER[LADDER.index(unit.status) - 1]))
    if isinstance(effect, Destroyed):
        return table.with_unit(replace(unit, gone=True, bases=0))
    if isinstance(effect, FallsBack | PushedBack):
        return table.with_unit(replace(unit, at=away(unit, enemy, effect.distance)))
    if isinstance(effect, IntoContact):
        return table.with_unit(
            replace(unit, at=moved(unit.at, enemy.at, inches(unit.at, enemy.at) - Fraction(CONTACT, INCH)))
        )
    if isinstance(effect, BackToStart):
        return table.with_unit(replace(unit, at=start, formation=Formation.MANEUVER))
    if isinstance(effect, MayMove):
        facing = (enemy.at[0] - unit.at[0], enemy.at[1] - unit.at[1])
        stop = max(Fraction(0), inches(unit.at, enemy.at) - 1)
        at = moved(unit.at, enemy.at, min(effect.distance, stop))
        return table.with_unit(replace(unit, at=at, facing=facing, formation=Formation.MANEUVER))
    if isinstance(effect, ActionSpent):
        return table.with_unit(replace(unit, acted=True))
    if isinstance(effect, LeaderKilled):
        kept = tuple(leader for leader in table.leaders if leader.side != unit.side)
        return replace(table, leaders=kept)
    return table
