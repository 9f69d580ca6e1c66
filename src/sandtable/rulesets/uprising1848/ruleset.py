"""1848! as one object: everything it offers to the umpire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Action, Ruleset, Side
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848 import (
    artillery,
    behaviour,
    behaviour_facts,
    charge,
    charge_form,
    events,
    fields,
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
from sandtable.rulesets.uprising1848.vocabulary import Cover, Quality, plural


def _who(situation: Any) -> Any:
    named = getattr(situation, "actor_name", None)
    return named or plural(situation.actor)


def _acts(action: str) -> Any:
    def subject(situation: Any) -> Message:
        return Message.of(f"subject.{action}", who=_who(situation))

    return subject


def _strikes(action: str) -> Any:
    def subject(situation: Any) -> Message:
        number: int = situation.shooters if hasattr(situation, "shooters") else situation.attackers
        return Message.of(
            f"subject.{action}",
            who=_counted(number, situation.actor_name, situation.actor),
            whom=_counted(situation.targets, situation.target_name, situation.target),
            range=_range(situation),
        )

    return subject


def _counted(number: int, name: str | None, quality: Quality) -> Message:
    """So many of a unit, or so many of their kind."""
    if name:
        return Message.of("word.some_of", number=number, name=name)
    return Message.of("word.figures", number=number, quality=plural(quality, number))


def _range(situation: Any) -> Message:
    told = getattr(situation, "range", None)
    if told is None:
        told = getattr(situation, "start_distance", None)
    if told is None:
        return Message("word.no_range")
    if isinstance(told, str):
        return fields.band_words(told)
    return Message.of("word.distance", distance=told)


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


_VOLLEY: dict[str, Any] = {
    "rule": fire.volley,
    "verdict": fire.VolleyVerdict,
    "group": "fight",
    "summary": _volley_summary,
}
_ATTACK: dict[str, Any] = {
    "rule": melee.attack,
    "verdict": melee.AttackVerdict,
    "group": "fight",
    "rules": ("R48-6.11", "R48-6.12", "R48-G.21", "R48-G.53b"),
    "summary": _attack_summary,
}
_GUN: dict[str, Any] = {
    "rule": artillery.fire_gun,
    "verdict": artillery.GunVerdict,
    "group": "fight",
    "rules": ("R48-6.23", "R48-8.19", "R48-G.26", "R48-G.27"),
}
_TEST: dict[str, Any] = {
    "rule": artillery.take_tests,
    "verdict": artillery.CasualtyVerdict,
    "group": "test",
}
_BOOK: dict[str, Any] = {"verdict": game.BookVerdict, "group": "game", "layout": "plain"}

FIGHT = (
    Action(
        "fire_musket", fire.FireMusket, rules=("R48-6.19", "R48-G.20", "R48-G.53"), subject=_strikes("fire"), **_VOLLEY
    ),
    Action(
        "fire_rifle", fire.FireRifle, rules=("R48-6.20", "R48-8.14", "R48-8.18"), subject=_strikes("fire"), **_VOLLEY
    ),
    Action("fire_carbine", fire.FireCarbine, rules=("R48-6.18", "R48-G.20"), subject=_strikes("fire"), **_VOLLEY),
    Action("fire_pistol", fire.FirePistol, rules=("R48-6.17", "R48-G.20"), subject=_strikes("fire"), **_VOLLEY),
    Action("throw_stone", fire.Throw, rules=("R48-6.15", "R48-6.16"), subject=_strikes("throw"), **_VOLLEY),
    Action("attack_lethal", melee.AttackLethal, subject=_strikes("attack"), **_ATTACK),
    Action("attack_improvised", melee.AttackImprovised, subject=_strikes("attack"), **_ATTACK),
    Action("fire_light_artillery", artillery.FireLightArtillery, subject=_acts("gun"), **_GUN),
    Action("fire_field_artillery", artillery.FireFieldArtillery, subject=_acts("gun"), **_GUN),
)
MOVE = (
    Action(
        "move",
        movement.Move,
        movement.move,
        movement.MoveVerdict,
        "move",
        ("R48-6.07", "R48-7.01", "R48-G.14"),
        subject=_acts("move"),
    ),
    Action(
        "charge",
        charge_form.Charge,
        charge.charge,
        charge_form.ChargeVerdict,
        "move",
        ("R48-9.01", "R48-G.15", "R48-G.63"),
        layout="chain",
        questions=charge_form.ChargeQuestions,
        subject=_strikes("charge"),
    ),
    Action(
        "stand",
        morale.Stand,
        morale.stand,
        morale.StandVerdict,
        "move",
        ("R48-6.03", "R48-10.08"),
        questions=morale.MoraleQuestions,
        subject=_acts("stand"),
    ),
    Action(
        "build_barricades",
        works.BuildBarricades,
        works.build_barricades,
        works.BarricadeVerdict,
        "move",
        ("R48-6.57", "R48-G.45b"),
        layout="plain",
    ),
    Action(
        "break_through",
        works.BreakThrough,
        works.break_through,
        works.BarrierVerdict,
        "move",
        ("R48-6.58", "R48-G.38"),
    ),
)
TALK = (
    Action("parley", talk.Parley, talk.parley, talk.FindVerdict, "talk", ("R48-6.50", "R48-G.40")),
    Action(
        "oratory",
        talk.Oratory,
        talk.oratory,
        talk.OratoryVerdict,
        "talk",
        ("R48-6.51", "R48-G.41"),
        questions=talk.OratoryQuestions,
    ),
    Action("negotiate", talk.Negotiate, talk.negotiate, talk.NegotiationVerdict, "talk", ("R48-6.59", "R48-G.39")),
)
SEARCH = (
    Action(
        "search_structure",
        search.SearchStructure,
        search.search_structure,
        talk.FindVerdict,
        "search",
        ("R48-6.54", "R48-G.45"),
    ),
    Action("scout", search.Scout, search.scout, talk.FindVerdict, "search", ("R48-6.55", "R48-G.45a")),
    Action(
        "question",
        search.Question,
        search.question,
        talk.FindVerdict,
        "search",
        ("R48-6.56", "R48-G.42a"),
        questions=search.QuestionQuestions,
    ),
    Action(
        "free_prisoners",
        search.FreePrisoners,
        search.free_prisoners,
        talk.FindVerdict,
        "search",
        ("R48-6.62", "R48-G.44"),
    ),
)
TEST = (
    Action(
        "check_morale",
        morale.CheckMorale,
        morale.check_morale,
        morale.MoraleVerdict,
        "test",
        ("R48-6.40", "R48-10.01", "R48-G.36"),
        questions=morale.MoraleQuestions,
        subject=_acts("check"),
    ),
    Action("test_cannister", artillery.CannisterTest, rules=("R48-6.45", "R48-G.28", "R48-G.53a"), **_TEST),
    Action("test_roundshot", artillery.RoundshotTest, rules=("R48-6.44", "R48-G.28", "R48-G.53a"), **_TEST),
    Action("test_blast", artillery.BlastTest, rules=("R48-6.43", "R48-G.28", "R48-G.53a"), **_TEST),
)
GAME = (
    Action(
        "initiative",
        initiative.Initiative,
        initiative.initiative,
        initiative.InitiativeVerdict,
        "game",
        ("R48-4.06", "R48-G.03", "R48-G.05"),
    ),
    Action(
        "what_do_they_do",
        behaviour_facts.WhatDoTheyDo,
        behaviour.what_do_they_do,
        behaviour.BehaviourVerdict,
        "game",
        ("R48-A.26", "R48-A.28"),
        layout="plain",
    ),
    Action("who_acts", game.WhoActs, game.who_acts, game.WhoActsVerdict, "game", ("R48-A.02",)),
    Action("event", events.DrawEvent, events.draw_event, events.EventVerdict, "game", ("R48-4.07", "R48-G.05")),
    Action(
        "next_turn",
        initiative.NextTurn,
        initiative.next_turn,
        initiative.NextTurnVerdict,
        "game",
        ("R48-4.16", "R48-G.39"),
    ),
    Action("capture", game.Capturing, game.capture, rules=("R48-G.10", "R48-G.45c"), **_BOOK),
    Action("arm", game.Arm, game.arm, rules=("R48-G.42",), **_BOOK),
    Action("merge", game.Merge, game.merge, rules=("R48-4.24",), **_BOOK),
    Action("split", game.Split, game.split, rules=("R48-4.22",), **_BOOK),
    Action("reveal", game.Reveal, game.reveal, rules=("R48-G.09", "R48-11.14a"), **_BOOK),
    Action("set_up", game.SetUp, game.set_up, rules=("R48-11.02",), **_BOOK),
    Action("finish", game.Finish, game.finish, game.FinishVerdict, "game", ("R48-12.04", "R48-G.46"), layout="plain"),
    Action("unit_entry", game.UnitEntry, game.unit_entry, rules=("R48-4.20",), ledger_only=True, **_BOOK),
    Action("score_entry", game.ScoreEntry, game.score_entry, rules=("R48-12.03",), **_BOOK),
    Action("ignore_event", game.IgnoreEvent, game.ignore_event, rules=("R48-11.48a",), **_BOOK),
    Action("strike_off", game.StrikeOff, game.strike_off, rules=("R48-G.62",), **_BOOK),
)

RULESET = Ruleset(
    id="uprising1848",
    prefix="R48",
    rules_version="2",
    package="sandtable.rulesets.uprising1848",
    actions=(*FIGHT, *MOVE, *TALK, *SEARCH, *TEST, *GAME),
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
