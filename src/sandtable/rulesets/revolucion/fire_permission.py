"""Who may fire, and how: what formations, earlier actions and vehicles forbid (REV-3.19 to REV-3.45b, REV-10.55, REV-G.20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.orders import spent_problems
from sandtable.rulesets.revolucion.targets import rides
from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    GUNS,
    SHOOTERS,
    Aboard,
    Afterwards,
    Earlier,
    FireMode,
    Formation,
    UnitType,
)

if TYPE_CHECKING:
    from sandtable.rulesets.revolucion.fire import Fire

FORMATION = "actor_formation_at_the_start_of_the_turn"
MOVING_FIRE = ("moving_fire",)


def fire_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """Everything that forbids this fire, from the circumstances that were told."""
    yield from _earlier_problems(situation)
    if situation.actor_formation_at_the_start_of_the_turn is Formation.MARCH:
        yield from _march_problems(situation, tables)
    elif situation.mode is FireMode.DEPLOYED:
        yield from _deployed_fire_problems(situation)
    else:
        yield from _moving_fire_problems(situation, tables)
    yield from _vehicle_problems(situation, tables)


def _earlier_problems(situation: Fire) -> Iterator[Problem]:
    earlier = situation.actor_earlier_this_turn
    yield from spent_problems(situation)
    if earlier is Earlier.ORDER_LOST and situation.actor_moves_afterwards is not Afterwards.NOTHING:
        yield Problem("actor_moves_afterwards", Message("problem.order_was_lost"), (Afterwards.NOTHING,), "REV-G.04b")
    if earlier is Earlier.FIRED:
        yield Problem("actor_earlier_this_turn", Message("problem.fired_already"), (), "REV-3.40")
    if earlier is Earlier.OTHER_MOVE:
        yield Problem("actor_earlier_this_turn", Message("problem.fire_comes_first"), (), "REV-3.27")


def _march_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """No fire from march formation (REV-3.30), nor before leaving it (REV-G.04c), nor by crammed passengers (REV-4.41c)."""
    if _fires_after_deploying(situation, tables):
        return
    combined = situation.actor_moves_afterwards is not Afterwards.NOTHING
    rule = "REV-4.41c" if rides(situation.actor_aboard) else "REV-G.04c" if combined else "REV-3.30"
    yield Problem(FORMATION, Message("problem.fire_from_march"), (Formation.DEPLOYED, Formation.MANEUVER), rule)


def _deployed_fire_problems(situation: Fire) -> Iterator[Problem]:
    """Deployed since the start of the turn, and no movement in it (REV-3.19 to REV-3.21, REV-4.23)."""
    formation, afterwards = situation.actor_formation_at_the_start_of_the_turn, situation.actor_moves_afterwards
    deploys = situation.actor_earlier_this_turn is Earlier.DEPLOY_TACTICAL or afterwards is Afterwards.DEPLOY_TACTICAL
    if deploys:
        yield Problem("action", Message("problem.deploys_this_turn"), MOVING_FIRE, "REV-3.21")
    elif afterwards is Afterwards.MANEUVER:
        yield Problem("action", Message("problem.deployed_fire_then_move"), MOVING_FIRE, "REV-3.40")
    elif formation is Formation.MANEUVER and situation.unit not in ARMORED:
        yield Problem(FORMATION, Message("problem.not_deployed"), (Formation.DEPLOYED,), "REV-3.19c")


def _moving_fire_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """Fire first, then move (REV-G.20c); alone only from maneuver formation (REV-G.20b); indirect only deployed (REV-10.80)."""
    formation = situation.actor_formation_at_the_start_of_the_turn
    if situation.indirect_fire:
        if formation is Formation.MANEUVER:
            yield Problem(FORMATION, Message("problem.indirect_deployed"), (Formation.DEPLOYED,), "REV-10.80")
        return
    if situation.actor_earlier_this_turn is Earlier.DEPLOY_TACTICAL:
        if not _fires_after_deploying(situation, tables):
            yield Problem("actor_earlier_this_turn", Message("problem.fire_after_deploy"), (), "REV-G.20c")
        return
    alone = situation.actor_moves_afterwards is Afterwards.NOTHING
    if formation is Formation.DEPLOYED and alone and not rides(situation.actor_aboard):
        yield Problem(FORMATION, Message("problem.moving_fire_alone"), ("deployed_fire",), "REV-G.20b")


def _fires_after_deploying(situation: Fire, tables: Tables) -> bool:
    """Option fire.afterDeploy: Moving Fire from the new formation, with the new facing (REV-G.20c)."""
    deployed = situation.actor_earlier_this_turn is Earlier.DEPLOY_TACTICAL and situation.mode is FireMode.MOVING
    return deployed and bool(tables.option("fire.afterDeploy"))


def _vehicle_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """Fire by armored vehicles (REV-G.32), from trains (REV-3.42 to REV-3.45b, REV-10.23) and from automobiles (REV-10.55)."""
    deployed_fire = situation.mode is FireMode.DEPLOYED
    if situation.unit in ARMORED and deployed_fire and not tables.option("armoredCar.deployedFire"):
        yield Problem("unit", Message("problem.armored_moving_fire"), SHOOTERS, "REV-G.32")
    if situation.actor_aboard is Aboard.AUTOMOBILE:
        yield from _automobile_problems(situation, tables)
    elif situation.actor_aboard is Aboard.TRAIN_MOVED and deployed_fire:
        rule = "REV-10.23" if situation.unit in GUNS else "REV-3.44"
        yield Problem("action", Message("problem.moving_fire_from_vehicle"), MOVING_FIRE, rule)
    elif situation.actor_aboard is Aboard.TRAIN_HALTED and deployed_fire and situation.unit not in GUNS:
        yield Problem("action", Message("problem.only_guns_deploy_aboard"), MOVING_FIRE, "REV-3.45b")
    if _deployed_aboard(situation):
        yield Problem(FORMATION, Message("problem.only_guns_deploy_aboard"), (Formation.MANEUVER,), "REV-3.42")


def _automobile_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    if situation.unit is UnitType.ARTILLERY:
        yield Problem("actor_aboard", Message("problem.artillery_in_automobile"), (), "REV-10.55b")
    elif situation.unit is UnitType.MACHINE_GUNS and not tables.option("mgFromCars"):
        yield Problem("actor_aboard", Message("problem.machine_guns_in_automobile"), (), "REV-10.56")
    elif situation.mode is FireMode.DEPLOYED:
        yield Problem("action", Message("problem.moving_fire_from_vehicle"), MOVING_FIRE, "REV-10.55")


def _deployed_aboard(situation: Fire) -> bool:
    """Infantry and Cavalry never deploy on a vehicle (REV-3.42), nor does anybody in an automobile (REV-10.54b)."""
    formation = situation.actor_formation_at_the_start_of_the_turn
    moving = situation.mode is FireMode.MOVING  # Deployed Fire has been refused already, with the action that is right
    if formation is not Formation.DEPLOYED or not moving or not rides(situation.actor_aboard):
        return False
    return situation.unit not in GUNS or situation.actor_aboard is Aboard.AUTOMOBILE
