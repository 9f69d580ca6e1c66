"""Mesoamerica as one object: everything it offers to the umpire."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Action, Phase, Ruleset, Side
from sandtable.rulesets.mesoamerica import (
    army,
    best_choice,
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


def _who(situation: Any, role: str = "actor") -> Any:
    """A unit by its name, else by its weapon, else by what it is."""
    named = getattr(situation, f"{role}_name", None) or getattr(situation, f"{role}_weapon", None)
    kind = getattr(situation, f"{role}_type", None)
    return named or (Message(f"word.some.{kind}") if kind else _UNIT)


_UNIT = Message("word.unit")
MOST_NAMES = 3


def _acts(action: str) -> Any:
    def subject(situation: Any) -> Message:
        return Message.of(f"subject.{action}", who=_who(situation))

    return subject


def _strikes(action: str) -> Any:
    def subject(situation: Any) -> Message:
        return Message.of(f"subject.{action}", who=_who(situation), whom=_who(situation, "target"))

    return subject


def _of_side(action: str) -> Any:
    def subject(situation: Any) -> Message:
        return Message.of(f"subject.{action}", side=situation.side)

    return subject


def _shoots(situation: fire.Fire) -> Message:
    return Message.of("subject.fire", who=_who(situation), whom=_who(situation, "target"), range=situation.range)


def _checks(situation: morale.Morale) -> Message:
    """Who is checked: by name as long as a line holds the names."""
    units = situation.units_to_check
    named = tuple(unit.name for unit in units if unit.name)
    if named and len(named) == len(units) <= MOST_NAMES:
        return Message.of("subject.morale.named", units=named)
    return Message.of("subject.morale.counted", units=len(units))


def _names(situation: naming.NameFight) -> Message:
    if situation.passes:
        return Message.of("subject.passes", side=situation.side)
    return Message.of("subject.name_fight", who=situation.actor_name, whom=situation.target_name)


ACTIONS = (
    Action(
        "fight",
        fight.HandToHand,
        fight.fight,
        fight.FightVerdict,
        "fight",
        ("PRE-7.02", "PRE-7.03", "PRE-G.31", "PRE-G.53"),
        layout="matrix",
        questions=fight.FightQuestions,
        exhibit=best_choice.matrix,
        summary=fight.summary,
        subject=_strikes("fight"),
    ),
    Action(
        "fire",
        fire.Fire,
        fire.fire,
        fire.FireVerdict,
        "fight",
        ("PRE-5.06", "PRE-5.14", "PRE-G.16"),
        layout="plain",
        questions=fire.FireQuestions,
        subject=_shoots,
    ),
    Action(
        "morale",
        morale.Morale,
        morale.morale,
        morale.MoraleVerdict,
        "fight",
        ("PRE-9.02", "PRE-9.03", "PRE-G.41", "PRE-G.43"),
        layout="track",
        exhibit=morale.tracks,
        subject=_checks,
    ),
    Action(
        "move",
        move.Move,
        move.move,
        move.MoveVerdict,
        "move",
        ("PRE-6.01", "PRE-6.02"),
        layout="plain",
        questions=move.MoveQuestions,
        subject=_acts("move"),
    ),
    Action(
        "leave_field",
        move.LeaveField,
        move.leave_field,
        move.LeaveVerdict,
        "move",
        ("PRE-G.43", "PRE-8.06"),
        layout="plain",
        subject=_acts("leave_field"),
    ),
    Action(
        "orders",
        orders.Orders,
        orders.give_orders,
        orders.OrdersVerdict,
        "move",
        ("PRE-G.25",),
        layout="plain",
        subject=_of_side("orders"),
        sealed="reveal_orders",
    ),
    Action(
        "reveal_orders",
        orders.RevealOrders,
        orders.reveal_orders,
        orders.OrdersVerdict,
        "move",
        ("PRE-G.25",),
        layout="plain",
    ),
    Action(
        "name_fight",
        naming.NameFight,
        naming.name_fight,
        naming.NamingVerdict,
        "fight",
        ("PRE-G.36", "PRE-7.16"),
        layout="plain",
        subject=_names,
    ),
    Action("fight_order", fight.FightOrder, fight.fight_order, fight.FightOrderVerdict, "fight", ("PRE-G.36",)),
    Action(
        "claim",
        prisoners.Claim,
        prisoners.claim,
        prisoners.ClaimVerdict,
        "prisoners",
        ("PRE-8.01", "PRE-8.02", "PRE-G.37"),
        layout="plain",
        questions=prisoners.ClaimQuestions,
        subject=_strikes("claim"),
    ),
    Action(
        "hand_over",
        prisoners.HandOver,
        prisoners.hand_over,
        prisoners.HandOverVerdict,
        "prisoners",
        ("PRE-8.07", "PRE-G.38"),
        layout="plain",
        questions=prisoners.HandOverQuestions,
        subject=_acts("hand_over"),
    ),
    Action(
        "rearm",
        prisoners.Rearm,
        prisoners.rearm,
        prisoners.RearmVerdict,
        "prisoners",
        ("PRE-G.35",),
        layout="plain",
        questions=prisoners.RearmQuestions,
        subject=_acts("rearm"),
    ),
    Action(
        "sacrifice",
        sacrifice.Sacrifice,
        sacrifice.sacrifice,
        sacrifice.SacrificeVerdict,
        "prisoners",
        ("PRE-8.09", "PRE-4.08", "PRE-G.39"),
        layout="plain",
        subject=_of_side("sacrifice"),
    ),
    Action("weather", weather.WeatherThrow, weather.weather, weather.WeatherVerdict, "army", ("PRE-4.01", "PRE-4.02")),
    Action("army", army.Army, army.army, army.ArmyVerdict, "army", ("PRE-3.04", "PRE-G.02"), subject=_of_side("army")),
    Action(
        "raise_division",
        army.RaiseDivision,
        army.raise_division,
        army.DivisionVerdict,
        "army",
        ("PRE-3.04", "PRE-3.07"),
        subject=_of_side("raise_division"),
    ),
    Action(
        "arm",
        army.Arm,
        army.arm,
        army.ArmVerdict,
        "army",
        ("PRE-3.13", "PRE-3.14", "PRE-3.15", "PRE-3.21"),
        layout="plain",
        subject=_of_side("arm"),
    ),
    Action("prior_access", hiding.PriorAccess, hiding.prior_access, hiding.AccessVerdict, "army", ("PRE-3.09",)),
    Action(
        "hide",
        hiding.Hide,
        hiding.hide,
        hiding.HidingVerdict,
        "army",
        ("PRE-3.27", "PRE-G.10"),
        layout="plain",
        subject=_of_side("hide"),
    ),
    Action(
        "reveal",
        hiding.Reveal,
        hiding.reveal,
        hiding.HidingVerdict,
        "move",
        ("PRE-3.28", "PRE-G.10"),
        layout="plain",
        subject=_acts("reveal"),
    ),
    Action("score", score.Score, score.score, score.ScoreVerdict, "army", ("PRE-G.45",), layout="plain"),
    Action(
        "next_phase",
        turn.NextPhase,
        turn.next_phase,
        turn.PhaseVerdict,
        "army",
        ("PRE-1.05",),
        layout="plain",
        ledger_only=True,
    ),
    Action(
        "roster_entry",
        roster.RosterEntry,
        roster.roster_entry,
        roster.RosterVerdict,
        "army",
        ("PRE-2.01b",),
        layout="plain",
        ledger_only=True,
    ),
)

RULESET = Ruleset(
    id="mesoamerica",
    prefix="PRE",
    rules_version="2",
    package="sandtable.rulesets.mesoamerica",
    actions=ACTIONS,
    groups=("fight", "move", "prisoners", "army"),
    sides=(Side("West", "red"), Side("East", "blue")),
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
