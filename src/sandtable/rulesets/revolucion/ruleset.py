"""Revolucion! as one object: everything it offers to the umpire."""

from __future__ import annotations

from sandtable.kernel.actions import actions_of
from sandtable.kernel.ruleset import Ruleset, Side, UsualDuel
from sandtable.rulesets.revolucion import (
    aircraft,
    armies,
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
from sandtable.rulesets.revolucion.ledger import RevolucionLedger
from sandtable.rulesets.revolucion.vocabulary import Formation, LeaderPlace, Status, UnitType

RULESET = Ruleset(
    id="revolucion",
    prefix="REV",
    rules_version="2",
    package="sandtable.rulesets.revolucion",
    actions=actions_of(fire, assault, orders, regroup, marches, blast, aircraft, hazards, initiative, morale, roster),
    groups=("fire", "orders", "special", "army"),
    sides=(Side("Revolutionary", "red"), Side("Government", "blue")),
    duel=UsualDuel(
        units=(
            "RegularInfantry 4 target_formation=deployed",
            "IrregularInfantry 4 target_formation=deployed",
        ),
        fields={"range": "3-6"},
    ),
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
    armies=armies.armies,
)
