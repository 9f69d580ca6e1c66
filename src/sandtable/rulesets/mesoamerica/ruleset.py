"""Mesoamerica as one object: everything it offers to the umpire."""

from __future__ import annotations

from sandtable.kernel.actions import actions_of
from sandtable.kernel.ruleset import Phase, Ruleset, Side, UsualDuel
from sandtable.rulesets.mesoamerica import (
    army,
    fight,
    fire,
    hiding,
    morale,
    move,
    naming,
    orders,
    prisoners,
    roster,
    sacrifice,
    score,
    turn,
    weather,
)
from sandtable.rulesets.mesoamerica.ledger import MesoamericaLedger
from sandtable.rulesets.mesoamerica.vocabulary import Weapon

RULESET = Ruleset(
    id="mesoamerica",
    prefix="PRE",
    rules_version="2",
    package="sandtable.rulesets.mesoamerica",
    actions=actions_of(
        fight,
        fire,
        morale,
        move,
        orders,
        naming.name_fight,
        naming,
        prisoners,
        sacrifice,
        weather,
        army,
        hiding.prior_access,
        hiding,
        score,
        turn,
        roster,
    ),
    groups=("fight", "move", "prisoners", "army"),
    sides=(Side("West", "red"), Side("East", "blue")),
    duel=UsualDuel(
        units=("war_club strength=3", "club strength=3"),
        script="A fights fight.defender=aggressive, morale",
        beaten=lambda tables: (f"level<={tables.number('morale.retreats.level')}", "half"),
    ),
    fresh=(
        "fight",
        {
            "actor_weapon": Weapon.WAR_CLUB,
            "actor_strength": 3,
            "target_weapon": Weapon.CLUB,
            "target_strength": 3,
        },
    ),
    ours=True,
    own_limits={
        "Table 9 has so many levels": ("actor_level", "target_level", "previous_level"),
        "house rules too make no unit stronger": ("actor_strength", "target_strength", "strength"),
        "there are two armies": ("armies",),
        "two distances can be violated (PRE-3.26)": ("division_violations",),
        "more are on no table": ("priest_units", "hidden_units", "hidden_before", "near", "friends", "enemies", "legs"),
        "tenths of the levels of Table 9": ("previous_tenths",),
    },
    ledger=MesoamericaLedger,
    phases=(
        Phase("weather", ("weather",)),
        Phase("sacrifice", ("sacrifice",)),
        Phase("orders", ("orders", "reveal_orders")),
        Phase("fire", ("fire", "reveal")),
        Phase("morale", ("morale",)),
        Phase("move", ("move", "reveal", "leave_field")),
        Phase("fight", ("fight_order", "name_fight", "fight")),
        Phase("prisoners", ("claim", "hand_over", "rearm", "score")),
    ),
    turn_action="next_phase",
    read_roster=roster.read_roster,
)
