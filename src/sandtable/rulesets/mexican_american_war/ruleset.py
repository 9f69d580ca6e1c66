"""The Mexican-American War as one object: everything it offers to the umpire."""

from __future__ import annotations

from sandtable.kernel.actions import actions_of
from sandtable.kernel.ruleset import Phase, Ruleset, Side, UsualDuel
from sandtable.kernel.sheet import Sheet
from sandtable.rulesets.mexican_american_war import (
    armies,
    army,
    charge,
    check,
    drill,
    fire,
    fire_points,
    labels,
    leaders,
    movement,
    replies,
    roster,
    weapons,
)
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Arm,
    Experience,
    Formation,
    OrderState,
)

PHASES = (
    Phase("leaders", ("leader_replacement", "army_state", "set_light")),
    Phase("maneuver", ("maneuver_check", "maneuver", "move", "declare_charge", "hasty_maneuver")),
    Phase("defensive_fire", ("fire", "weapon_card", "fallen_leader")),
    Phase("offensive_fire", ("fire", "weapon_card", "fallen_leader")),
    Phase("charges", ("charge_combat", "fallen_leader")),
    Phase("end", ("losses", "roster_change", "victory")),
)

_FRESH_UNIT = {
    "arm": Arm.INFANTRY.value,
    "experience": Experience.VETERAN.value,
    "order": "good order",
    "formation": Formation.LINE.value,
}

RULESET = Ruleset(
    id="mexican_american_war",
    prefix="MAW",
    rules_version="3",
    package="sandtable.rulesets.mexican_american_war",
    actions=actions_of(
        check,
        drill,
        movement,
        fire,
        weapons,
        replies,
        charge,
        leaders,
        army.losses,
        army.army_state,
        army.set_light,
        army.victory,
        roster.roster_change,
        army,
        roster,
    ),
    groups=("maneuver", "fire", "charge", "army"),
    sides=(Side("US", "blue"), Side("MEX", "red")),
    duel=UsualDuel(
        units=("infantry Trained 4", "infantry Raw 4"),
        script="A charge_combat, B fires",
        fields={"range": "0-4"},
        beaten=lambda _: (f"order={OrderState.BROKEN}",),
    ),
    fresh=("maneuver_check", {"side": "US", "leader_rating": "Able", "units": [_FRESH_UNIT]}),
    ours=True,
    own_limits={
        "no form has room for more": ("attackers", "defenders", "firers", "units"),
        "no unit or square has more": (
            "ranks",
            "crews_inside",
            "sheltered_crews",
        ),
        "no move crosses more": ("minor_obstacles",),
    },
    ledger=MexicanAmericanWarLedger,
    phases=PHASES,
    turn_action="next_phase",
    read_roster=roster.read_roster,
    armies=roster.armies_of_battles,
    option_notes=fire_points.row_notes,
    sheets=(
        Sheet("labels", labels.unit_labels, armies.orders_of_battle),
        Sheet("force", labels.rosters, armies.orders_of_battle),
    ),
)
