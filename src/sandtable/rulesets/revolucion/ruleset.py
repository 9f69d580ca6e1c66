"""Revolucion! as one object: everything it offers to the umpire."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.form import Bar, when
from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Action, Ruleset, Side
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion import assault, fire, initiative, marches, morale, orders, regroup, roster, special
from sandtable.rulesets.revolucion.ledger import RevolucionLedger
from sandtable.rulesets.revolucion.outnumbering import counted
from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    ASSAULT_TROOPS,
    SHOOTERS,
    Formation,
    LeaderPlace,
    Status,
    UnitType,
)

_CANNOT_FIRE = Bar((), ~when("unit", None, *SHOOTERS, *ARMORED), Message("problem.cannot_fire"), "REV-6.03")
_CANNOT_ASSAULT = Bar((), ~when("unit", None, *ASSAULT_TROOPS), Message("problem.cannot_assault"), "REV-7.01b")
_CANNOT_DEPLOY = Bar((), orders.DEPLOY_BARS, Message("problem.cannot_deploy"), "REV-G.18")


def _acts(action: str) -> Any:
    def subject(situation: Any) -> Message:
        who = situation.actor_name or situation.unit
        return Message.of(f"subject.{action}", who=who)

    return subject


def _strikes(action: str) -> Any:
    def subject(situation: Any) -> Message:
        who = (
            getattr(situation, "actor_name", None)
            or getattr(situation, "unit", None)
            or getattr(situation, "source", action)
        )
        whom = situation.target_name or situation.target_type
        return Message.of(f"subject.{action}", who=who, whom=whom, range=_range(situation))

    return subject


def _range(situation: Any) -> Message:
    told = getattr(situation, "range", "")
    if isinstance(told, str):
        return Message.of("word.band", band=told)
    return Message.of("word.distance", distance=told)


def _numbers(situation: Any, tables: Tables) -> Message | None:  # noqa: ARG001 - summaries are handed their tables
    if situation.bases_of_actor is None or situation.bases_of_target is None:
        return None
    return Message.of(
        "summary.numbers",
        actor=situation.bases_of_actor,
        target=situation.bases_of_target,
        outnumber=Message(f"summary.{counted(situation)}"),
    )


_FIRE: dict[str, Any] = {
    "verdict": fire.FireVerdict,
    "group": "fire",
    "questions": fire.FireQuestions,
    "summary": _numbers,
    "bars": (_CANNOT_FIRE,),
}
_ORDER: dict[str, Any] = {"rule": orders.give_order, "verdict": orders.OrderVerdict, "group": "orders"}

ACTIONS = (
    Action(
        "deployed_fire",
        fire.DeployedFire,
        fire.fire,
        rules=("REV-6.01", "REV-3.19", "REV-G.05"),
        subject=_strikes("deployed_fire"),
        **_FIRE,
    ),
    Action(
        "moving_fire",
        fire.MovingFire,
        fire.fire,
        rules=("REV-6.01", "REV-3.26", "REV-G.05"),
        subject=_strikes("moving_fire"),
        **_FIRE,
    ),
    Action(
        "assault",
        assault.Assault,
        assault.assault,
        assault.AssaultVerdict,
        "fire",
        ("REV-7.01", "REV-G.09", "REV-G.13"),
        layout="chain",
        questions=assault.AssaultQuestions,
        summary=_numbers,
        subject=_strikes("assault"),
        bars=(_CANNOT_ASSAULT,),
    ),
    Action(
        "deploy_tactical",
        orders.DeployTactical,
        rules=("REV-3.15", "REV-G.01"),
        subject=_acts("deploy_tactical"),
        bars=(_CANNOT_DEPLOY,),
        **_ORDER,
    ),
    Action("maneuver", orders.Maneuver, rules=("REV-3.18", "REV-G.01"), subject=_acts("maneuver"), **_ORDER),
    Action("march", orders.March, rules=("REV-3.30", "REV-G.01"), subject=_acts("march"), **_ORDER),
    Action(
        "regroup",
        regroup.Regroup,
        regroup.regroup,
        regroup.RegroupVerdict,
        "orders",
        ("REV-3.34", "REV-G.14"),
        subject=_acts("regroup"),
    ),
    Action("rest", marches.Rest, marches.rest, marches.MarchVerdict, "orders", ("REV-3.12",), layout="plain"),
    Action(
        "route_march",
        marches.RouteMarch,
        marches.route_march,
        marches.MarchVerdict,
        "orders",
        ("REV-3.32",),
        layout="plain",
        subject=_acts("route_march"),
    ),
    Action(
        "move_leader",
        marches.MoveLeader,
        marches.move_leader,
        marches.MarchVerdict,
        "orders",
        ("REV-3.13",),
        layout="plain",
    ),
    Action(
        "blast",
        special.Blast,
        special.blast,
        fire.FireVerdict,
        "special",
        ("REV-10.32", "REV-10.91"),
        questions=special.BlastQuestions,
        subject=_strikes("blast"),
    ),
    Action(
        "bomb",
        special.Bomb,
        special.air_attack,
        special.AirVerdict,
        "special",
        ("REV-10.74",),
        questions=special.AirQuestions,
        subject=_strikes("bomb"),
    ),
    Action(
        "strafe",
        special.Strafe,
        special.air_attack,
        special.AirVerdict,
        "special",
        ("REV-10.75",),
        questions=special.AirQuestions,
        subject=_strikes("strafe"),
    ),
    Action(
        "anti_aircraft",
        special.AntiAircraft,
        special.anti_aircraft,
        fire.FireVerdict,
        "special",
        ("REV-10.72",),
        questions=special.AntiAircraftQuestions,
    ),
    Action(
        "mine_field",
        special.MineField,
        special.mine_field,
        fire.FireVerdict,
        "special",
        ("REV-10.88b",),
        layout="plain",
    ),
    Action(
        "wreck",
        special.Wreck,
        special.wreck,
        special.WreckVerdict,
        "special",
        ("REV-10.12", "REV-10.53"),
        layout="plain",
    ),
    Action(
        "initiative",
        initiative.Initiative,
        initiative.initiative,
        initiative.InitiativeVerdict,
        "army",
        ("REV-3.02", "REV-G.15"),
    ),
    Action(
        "army_morale",
        morale.ArmyMorale,
        morale.army_morale,
        morale.MoraleVerdict,
        "army",
        ("REV-11.02", "REV-11.03"),
        layout="plain",
    ),
    Action(
        "morale_loss",
        morale.MoraleLoss,
        morale.morale_loss,
        morale.MoraleVerdict,
        "army",
        ("REV-11.04",),
        layout="plain",
    ),
    Action(
        "roster_entry",
        roster.RosterEntry,
        roster.roster_entry,
        roster.RosterVerdict,
        "army",
        ("REV-1.07b",),
        layout="plain",
        ledger_only=True,
    ),
)

RULESET = Ruleset(
    id="revolucion",
    prefix="REV",
    rules_version="1",
    package="sandtable.rulesets.revolucion",
    actions=ACTIONS,
    groups=("fire", "orders", "special", "army"),
    sides=(Side("Revolutionary", "red"), Side("Government", "blue")),
    fresh=(
        "deployed_fire",
        {
            "unit": UnitType.REGULAR_INFANTRY,
            "leader_with_actor": LeaderPlace.NONE,
            "actor_status": Status.OK,
            "range": "6-12",
            "target_type": UnitType.REGULAR_INFANTRY,
            "target_formation": Formation.MANEUVER,
            "target_status": Status.OK,
        },
    ),
    ours=True,
    ledger=RevolucionLedger,
    turn_action="initiative",
    read_roster=roster.read_roster,
)
