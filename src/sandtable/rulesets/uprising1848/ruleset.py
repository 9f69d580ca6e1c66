"""1848! as one object: everything it offers to the umpire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sandtable.kernel.actions import actions_of
from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Action, Ruleset, Side
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848 import (
    artillery,
    behaviour,
    charge,
    events,
    fire,
    game,
    initiative,
    melee,
    morale,
    movement,
    search,
    talk,
    works,
)
from sandtable.rulesets.uprising1848.ledger import UprisingLedger
from sandtable.rulesets.uprising1848.vocabulary import Cover, Quality


def _volley_summary(situation: Any, tables: Tables) -> Message | None:
    """The chance of each shot and the mean, over the bars (R48-G.53)."""
    band = fire.band_of(situation.range, tables)
    if not fire.in_reach(situation.shot, band, tables):
        return None
    pool = situation.shooters * fire.shots_each(situation, tables)
    aim = fire.aim_tally(fire.aim_of(situation, band), tables)
    return Message.of("summary.volley", chance=aim.total, pool=pool, mean=Fraction(pool * aim.total, 100))


def _attack_summary(situation: Any, tables: Tables) -> Message | None:
    return Message.of(
        "summary.attack", chance=melee.blow_tally(situation.blow, tables).total, pairs=situation.attackers
    )


# Several forms are resolved by one rule: these actions are listed here, all others stand above their rules.
_VOLLEY: dict[str, Any] = {
    "rule": fire.volley,
    "verdict": fire.VolleyVerdict,
    "group": "fight",
    "summary": _volley_summary,
    "subject": fire.Shooting.subject,
}
_ATTACK: dict[str, Any] = {
    "rule": melee.attack,
    "verdict": melee.AttackVerdict,
    "group": "fight",
    "rules": ("R48-6.11", "R48-6.12", "R48-G.21", "R48-G.53b"),
    "summary": _attack_summary,
    "subject": melee.Attack.subject,
}
_GUN: dict[str, Any] = {
    "rule": artillery.fire_gun,
    "verdict": artillery.GunVerdict,
    "group": "fight",
    "rules": ("R48-6.23", "R48-8.19", "R48-G.26", "R48-G.27"),
    "subject": artillery.FireGun.subject,
}
_TEST: dict[str, Any] = {
    "rule": artillery.take_tests,
    "verdict": artillery.CasualtyVerdict,
    "group": "test",
}

SHOTS = (
    Action("fire_musket", fire.FireMusket, rules=("R48-6.19", "R48-G.20", "R48-G.53"), **_VOLLEY),
    Action("fire_rifle", fire.FireRifle, rules=("R48-6.20", "R48-8.14", "R48-8.18"), **_VOLLEY),
    Action("fire_carbine", fire.FireCarbine, rules=("R48-6.18", "R48-G.20"), **_VOLLEY),
    Action("fire_pistol", fire.FirePistol, rules=("R48-6.17", "R48-G.20"), **_VOLLEY),
    Action("throw_stone", fire.Throw, rules=("R48-6.15", "R48-6.16"), **_VOLLEY),
    Action("attack_lethal", melee.AttackLethal, **_ATTACK),
    Action("attack_improvised", melee.AttackImprovised, **_ATTACK),
    Action("fire_light_artillery", artillery.FireLightArtillery, **_GUN),
    Action("fire_field_artillery", artillery.FireFieldArtillery, **_GUN),
)
TESTS = (
    Action("test_cannister", artillery.CannisterTest, rules=("R48-6.45", "R48-G.28", "R48-G.53a"), **_TEST),
    Action("test_roundshot", artillery.RoundshotTest, rules=("R48-6.44", "R48-G.28", "R48-G.53a"), **_TEST),
    Action("test_blast", artillery.BlastTest, rules=("R48-6.43", "R48-G.28", "R48-G.53a"), **_TEST),
)

RULESET = Ruleset(
    id="uprising1848",
    prefix="R48",
    rules_version="2",
    package="sandtable.rulesets.uprising1848",
    actions=(
        *SHOTS,
        *actions_of(movement, charge, morale.stand, works, talk, search, morale.check_morale),
        *TESTS,
        *actions_of(
            initiative.initiative,
            behaviour,
            game.who_acts,
            events,
            initiative.next_turn,
            game.capture,
            game.arm,
            game.merge,
            game.split,
            game.reveal,
            game.set_up,
            game.finish,
            game,
        ),
    ),
    groups=("fight", "move", "talk", "search", "test", "game"),
    sides=(Side("Player", "red"), Side("NonPlayer", "blue")),
    fresh=(
        "fire_musket",
        {
            "actor": Quality.VETERAN,
            "shooters": 12,
            "target": Quality.AVERAGE,
            "targets": 8,
            "range": "6-12",
            "cover": Cover.NONE,
        },
    ),
    ours=True,
    own_limits={
        "figures of one class; no force has more": (
            "shooters",
            "targets",
            "actor_left_to_act",
            "attackers",
            "reactors",
            "actor_unit_figures",
            "actor_reference",
            "target_unit_figures",
            "target_reference",
            "figures_left",
            "reference_strength",
            "number_of_figures",
            "figures_in_contact",
            "soldiers",
            "other_soldiers",
            "figures",
            "nearest_unit_figures",
            "count",
        ),
        "no form has room for more": (
            "groups",
            "testers",
            "friends_near",
            "players_near",
            "parts",
            "others",
            "fellow_chargers",
            "units",
        ),
        "more are on no table": (
            "obstacles",
            "headquarters_seen",
            "convoys_seen",
            "strongpoints_seen",
            "strongpoints_held",
            "officers",
            "speakers",
            "own_guns_near",
            "player_guns_near",
            "player_units_to_act",
            "np_units_to_act",
            "morale_checks_owed",
            "foes_in_the_way",
            "friends_in_the_way",
            "guards_left",
        ),
        "no gun has a larger crew, by house rules either": ("crew",),
    },
    ledger=UprisingLedger,
    turn_action="initiative",
    read_roster=game.read_roster,
    roster_action="unit_entry",
)
