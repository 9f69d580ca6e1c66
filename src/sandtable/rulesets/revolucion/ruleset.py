"""Revolucion! as one object: everything it offers to the umpire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.kernel.actions import actions_of
from sandtable.kernel.form import Bar, when
from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Action, Ruleset, Side
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion import (
    aircraft,
    assault,
    blast,
    fire,
    hazards,
    initiative,
    marches,
    morale,
    orders,
    regroup,
    roster,
)
from sandtable.rulesets.revolucion.bands import range_words
from sandtable.rulesets.revolucion.ledger import RevolucionLedger
from sandtable.rulesets.revolucion.outnumbering import counted
from sandtable.rulesets.revolucion.vocabulary import (
    ASSAULT_TROOPS,
    FIGHTERS,
    NEVER_DEPLOY,
    ONE_BASE,
    SEVERAL,
    SHOOTERS,
    Formation,
    LeaderPlace,
    Status,
    UnitType,
)


def _closed_to(units: tuple[UnitType, ...], reason: str, rule: str) -> tuple[Bar, ...]:
    return (Bar((), when("unit", *units), Message(f"problem.{reason}"), rule),)


def _open_only_to(units: tuple[UnitType, ...], reason: str, rule: str) -> tuple[Bar, ...]:
    return (Bar((), ~when("unit", None, *units), Message(f"problem.{reason}"), rule),)


def _subject(action: str, name: str | None, unit: UnitType, **more: Any) -> Message:
    """Who does what, by name where there is one; ``number`` makes the verb agree."""
    return Message.of(f"subject.{action}", who=name or unit, number=1 if name or unit not in SEVERAL else 2, **more)


def _acts(action: str) -> Callable[[Any], Message]:
    return lambda situation: _subject(action, situation.actor_name, situation.unit)


def _fires(action: str) -> Callable[[Any], Message]:
    def subject(situation: fire.Fire) -> Message:
        return _subject(
            "indirect_fire" if situation.indirect_fire else action,
            situation.actor_name,
            situation.unit,
            whom=situation.target_name or situation.target_type,
            range=range_words(situation.range),
        )

    return subject


def _assaults(situation: assault.Assault) -> Message:
    whom = situation.target_name or situation.target_type
    return _subject("assault", situation.actor_name, situation.unit, whom=whom)


def _befalls(action: str) -> Callable[[Any], Message]:
    return lambda situation: Message.of(f"subject.{action}", whom=situation.target_name or situation.target_type)


def _blast_subject(situation: blast.Blast) -> Message:
    whom = situation.target_name or situation.target_type
    return Message.of("subject.blast", source=situation.source, whom=whom, range=range_words(situation.range))


def _flak_subject(situation: aircraft.AntiAircraft) -> Message:
    return _subject("anti_aircraft", None, situation.unit, range=range_words(situation.range))


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
    "bars": _open_only_to(FIGHTERS, "cannot_fire", "REV-6.03"),
}
_AIR: dict[str, Any] = {
    "rule": aircraft.air_attack,
    "verdict": aircraft.AirVerdict,
    "group": "special",
    "questions": aircraft.AirQuestions,
    "option": ("aircraft", True),
}
_ORDER: dict[str, Any] = {"rule": orders.give_order, "verdict": orders.OrderVerdict, "group": "orders"}

ACTIONS = (
    Action(
        "deployed_fire",
        fire.DeployedFire,
        fire.fire,
        rules=("REV-6.01", "REV-3.19", "REV-G.05"),
        subject=_fires("deployed_fire"),
        **_FIRE,
    ),
    Action(
        "moving_fire",
        fire.MovingFire,
        fire.fire,
        rules=("REV-6.01", "REV-3.26", "REV-G.05"),
        subject=_fires("moving_fire"),
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
        subject=_assaults,
        bars=_open_only_to(ASSAULT_TROOPS, "cannot_assault", "REV-7.01b"),
    ),
    Action(
        "deploy_tactical",
        orders.DeployTactical,
        rules=("REV-3.15", "REV-G.01"),
        subject=_acts("deploy_tactical"),
        bars=_closed_to(NEVER_DEPLOY, "cannot_deploy", "REV-G.18"),
        **_ORDER,
    ),
    Action("maneuver", orders.Maneuver, rules=("REV-3.18", "REV-G.01"), subject=_acts("maneuver"), **_ORDER),
    Action(
        "march",
        orders.March,
        rules=("REV-3.30", "REV-G.01"),
        subject=_acts("march"),
        bars=_closed_to((UnitType.AIRCRAFT,), "aircraft_maneuver", "REV-10.71"),
        **_ORDER,
    ),
    Action(
        "regroup",
        regroup.Regroup,
        regroup.regroup,
        regroup.RegroupVerdict,
        "orders",
        ("REV-3.34", "REV-G.14"),
        subject=_acts("regroup"),
        bars=_closed_to(ONE_BASE, "cannot_regroup", "REV-G.30j"),
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
        bars=_closed_to(ONE_BASE, "cannot_route_march", "REV-3.31"),
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
        blast.Blast,
        blast.blast,
        fire.FireVerdict,
        "special",
        ("REV-10.32", "REV-10.91"),
        questions=blast.BlastQuestions,
        subject=_blast_subject,
    ),
    Action(
        "bomb",
        aircraft.Bomb,
        rules=("REV-10.74",),
        subject=_befalls("bomb"),
        **_AIR,
    ),
    Action(
        "strafe",
        aircraft.Strafe,
        rules=("REV-10.75",),
        subject=_befalls("strafe"),
        **_AIR,
    ),
    Action(
        "anti_aircraft",
        aircraft.AntiAircraft,
        aircraft.anti_aircraft,
        fire.FireVerdict,
        "special",
        ("REV-10.72",),
        questions=aircraft.AntiAircraftQuestions,
        subject=_flak_subject,
        bars=_open_only_to(SHOOTERS, "cannot_fire", "REV-6.03"),
        option=("aircraft", True),
    ),
    Action(
        "mine_field",
        hazards.MineField,
        hazards.mine_field,
        fire.FireVerdict,
        "special",
        ("REV-10.88b",),
        layout="plain",
        subject=_befalls("mine_field"),
        option=("mines", True),
    ),
    Action(
        "wreck",
        hazards.Wreck,
        hazards.wreck,
        hazards.WreckVerdict,
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
    *actions_of(roster),
)

RULESET = Ruleset(
    id="revolucion",
    prefix="REV",
    rules_version="2",
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
    own_limits={
        "the longest train": (
            "bases",
            "bases_of_actor",
            "bases_of_target",
            "starting_bases_of_target",
            "starting_bases_of_assaulter",
            "battery_size",
            "passengers",
        ),
        "no army brings more to one place": ("leader_with_target",),
    },
    ledger=RevolucionLedger,
    turn_action="initiative",
    read_roster=roster.read_roster,
)
