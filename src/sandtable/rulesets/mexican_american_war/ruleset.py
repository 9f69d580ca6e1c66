"""The Mexican-American War as one object: everything it offers to the umpire."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Action, Phase, Ruleset, Side
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
    melee,
    movement,
    replies,
    roster,
    shooting,
    weapons,
)
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Arm,
    Experience,
    Formation,
)


def _acts(action: str) -> Any:
    def subject(situation: Any) -> Message:
        return Message.of(f"subject.{action}", who=situation.name or Message("word.unit"))

    return subject


def _check_subject(situation: check.ManeuverCheck) -> Message:
    named = tuple(unit.name or unit.arm for unit in situation.units)
    return Message.of("subject.maneuver_check", units=named)


def _fire_subject(situation: shooting.Fire) -> Message:
    named = tuple(firer.name or firer.weapon for firer in situation.firers)
    return Message.of("subject.fire", who=named, units=len(named), whom=situation.target_name or situation.target_arm)


def _charge_subject(situation: charge.ChargeCombat) -> Message:
    who = tuple(unit.name or unit.arm for unit in situation.attackers)
    whom = tuple(unit.name or unit.arm for unit in situation.defenders)
    return Message.of("subject.charge_combat", who=who, whom=whom)


_PLAIN: dict[str, Any] = {"layout": "plain"}

ACTIONS = (
    Action(
        "maneuver_check",
        check.ManeuverCheck,
        check.maneuver_check,
        check.CheckVerdict,
        "maneuver",
        ("MAW-1.05", "MAW-1.11", "MAW-1.12", "MAW-6.01"),
        layout="tenths",
        exhibit=check.shared_die,
        subject=_check_subject,
    ),
    Action(
        "maneuver",
        drill.CarryOut,
        drill.carry_out,
        drill.DrillVerdict,
        "maneuver",
        ("MAW-2.19", "MAW-2.23", "MAW-2.28"),
        subject=_acts("maneuver"),
        **_PLAIN,
    ),
    Action(
        "move",
        movement.Move,
        movement.move,
        movement.MoveVerdict,
        "maneuver",
        ("MAW-2.12", "MAW-8.12", "MAW-8.16"),
        **_PLAIN,
    ),
    Action(
        "fire",
        shooting.Fire,
        fire.fire,
        fire.FireVerdict,
        "fire",
        ("MAW-G.01", "MAW-G.02", "MAW-G.03", "MAW-G.04"),
        subject=_fire_subject,
    ),
    Action(
        "weapon_card",
        weapons.WeaponCard,
        weapons.weapon_card,
        weapons.WeaponVerdict,
        "fire",
        ("MAW-G.01", "MAW-G.11"),
        **_PLAIN,
    ),
    Action(
        "declare_charge",
        replies.DeclareCharge,
        replies.declare_charge,
        replies.DeclarationVerdict,
        "charge",
        ("MAW-2.05", "MAW-G.22"),
        subject=_acts("declare_charge"),
        **_PLAIN,
    ),
    Action(
        "hasty_maneuver",
        replies.Hasty,
        replies.hasty,
        replies.HastyVerdict,
        "charge",
        ("MAW-2.26", "MAW-14.01", "MAW-15.17", "MAW-15.41"),
        subject=_acts("hasty_maneuver"),
        **_PLAIN,
    ),
    Action(
        "charge_combat",
        charge.ChargeCombat,
        charge.charge_combat,
        melee.ChargeVerdict,
        "charge",
        ("MAW-3.01", "MAW-3.04", "MAW-G.66"),
        subject=_charge_subject,
    ),
    Action(
        "fallen_leader",
        leaders.FallenLeader,
        leaders.fallen_leader,
        leaders.LeaderVerdict,
        "army",
        ("MAW-3.06", "MAW-G.16e"),
        subject=_acts("fallen_leader"),
    ),
    Action(
        "leader_replacement",
        leaders.LeaderReplacement,
        leaders.leader_replacement,
        leaders.ReplacementVerdict,
        "army",
        ("MAW-G.16c",),
    ),
    Action(
        "losses",
        army.Losses,
        army.losses,
        army.LossesVerdict,
        "army",
        ("MAW-10.01", "MAW-17.03"),
        subject=_acts("losses"),
        **_PLAIN,
    ),
    Action(
        "army_state",
        army.ArmyState,
        army.army_state,
        army.ArmyVerdict,
        "army",
        ("MAW-G.18", "MAW-G.18a"),
        **_PLAIN,
    ),
    Action("set_light", army.SetLight, army.set_light, army.LightVerdict, "army", ("MAW-12.04", "MAW-12.08"), **_PLAIN),
    Action("victory", army.Victory, army.victory, army.VictoryVerdict, "army", ("MAW-G.27a",), **_PLAIN),
    Action(
        "roster_change",
        roster.RosterChange,
        roster.roster_change,
        roster.RosterVerdict,
        "army",
        ("MAW-17.01",),
        subject=_acts("roster_change"),
        **_PLAIN,
    ),
    Action(
        "next_phase",
        army.NextPhase,
        army.next_phase,
        army.PhaseVerdict,
        "army",
        ("MAW-2.01",),
        ledger_only=True,
        **_PLAIN,
    ),
    Action(
        "roster_entry",
        roster.RosterEntry,
        roster.roster_entry,
        roster.RosterVerdict,
        "army",
        ("MAW-17.01", "MAW-23.14", "MAW-24.01"),
        ledger_only=True,
        **_PLAIN,
    ),
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
    rules_version="2",
    package="sandtable.rulesets.mexican_american_war",
    actions=ACTIONS,
    groups=("maneuver", "fire", "charge", "army"),
    sides=(Side("US", "blue"), Side("MEX", "red")),
    fresh=("maneuver_check", {"side": "US", "leader_rating": "Able", "units": [_FRESH_UNIT]}),
    ours=True,
    own_limits={
        "no form has room for more": ("attackers", "defenders", "firers", "units"),
        "no unit or square has more": (
            "ranks",
            "damaged_stands",
            "target_damaged_stands",
            "crews_inside",
            "sheltered_crews",
        ),
        "no move crosses more": ("minor_obstacles",),
    },
    ledger=MexicanAmericanWarLedger,
    phases=PHASES,
    turn_action="next_phase",
    read_roster=roster.read_roster,
    option_notes=fire_points.row_notes,
    sheets=(Sheet("labels", labels.unit_labels, armies.orders_of_battle),),
)
