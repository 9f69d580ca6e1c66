"""Answers that must fit what was told: strengths, reactors, ranges, walls; and odds that tell what can happen."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.umpire.desk import call
from tests.rulesets.uprising1848.play import law, outcomes, problems, resolve, verdict

CHARGE = {"actor": "Veteran", "attackers": 2, "target": "Average", "targets": 1, "start_distance": "7"}


def words(message: Any) -> str:
    return RULESET.catalogue.say(message)


@pytest.mark.rule("R48-10.10", "R48-10.10a")
def test_strengths_must_be_possible_and_answer_for_themselves() -> None:
    check = {"actor": "Average", "reference_strength": 12}
    assert {problem.rule for problem in problems("check_morale", {**check, "figures_left": 13})} == {"R48-10.10a"}
    assert [problem.field for problem in problems("check_morale", {**check, "figures_left": 0})] == ["figures_left"]
    assert not problems("check_morale", {**check, "figures_left": 12})
    rally = {"activity": "rally", "actor": "Average", "reference_strength": 12, "figures_left": 13}
    assert {problem.rule for problem in problems("stand", rally)} == {"R48-10.10a"}
    screen = call("ruleset", {"ruleset": "uprising1848"})
    fields = next(action for action in screen["actions"] if action["id"] == "check_morale")["fields"]
    half = next(field for field in fields if field["name"] == "half_or_more_gone")
    assert half["needed"], "the box is closed, and said to be left out, once both numbers are told"


@pytest.mark.rule("R48-9.01b")
def test_only_the_charged_react() -> None:
    fields = {**CHARGE, "target_has_acted": False, "reaction": "fire", "reactors": 2}
    assert {problem.rule for problem in problems("charge", fields)} == {"R48-9.01b"}
    resolve("charge", {**fields, "targets": 2}, seed="1")


@pytest.mark.rule("R48-9.06", "R48-9.08", "R48-G.33", "R48-G.63")
def test_who_outruns_the_chargers_gets_away() -> None:
    fields = {**CHARGE, "target_has_acted": False, "reaction": "move"}
    ended = {
        move: verdict("charge", fields, {"charge.distance": [4, 4], "charge.reaction_move": [move]}, seed="1").ended
        for move in (1, 2, 3, 4)
    }
    assert ended == {1: "fought", 2: "fought", 3: "lost contact", 4: "lost contact"}, "6 in left, moves of 5 to 8"
    told = verdict("charge", fields, {"charge.distance": [1, 1], "charge.reaction_move": [4]}).effects[1]
    assert (
        words(told.message)
        == "The charged figures move up to 8 in and get away. The chargers have 0 in left and move up."
    )
    odds = outcomes("charge", fields)
    assert odds["lost_contact"] == Fraction(15, 16), "made up for by 5 in left against a move of 5, by 6 against 5 or 6"
    cavalry = {**fields, "target_kind": "cavalry", "target_is_mounted": True}
    assert "lost_contact" not in outcomes("charge", cavalry), "cavalry moves toward the chargers"


@pytest.mark.rule("R48-8.13a", "R48-G.19")
def test_any_distance_is_a_distance() -> None:
    shot = {"actor": "Average", "target": "Average", "range": "99"}
    found = verdict("fire_musket", shot)
    assert [effect.kind for effect in found.effects] == ["out_of_range", "have_acted"]


@pytest.mark.rule("R48-G.11")
def test_odds_at_the_cap_show_no_troops() -> None:
    rows = outcomes("event", {"government_at_cap": True})
    assert not {"infantry", "cavalry", "artillery"} & set(rows)
    assert not [name for name in rows if "soldiers" in name.lower()]
    free = law("event", {"government_at_cap": False}).law
    troops = RULESET.by_id["event"].verdict.measures["troops"]
    assert rows["held_back"] == free.probability(lambda found: bool(troops(found))) > 0


@pytest.mark.rule("R48-G.17", "R48-7.05", "R48-7.04")
def test_wagons_and_limbered_guns_cross_no_walls() -> None:
    walls = {"obstacles": 1}
    assert {problem.rule for problem in problems("move", {"actor": "Transport", **walls})} == {"R48-G.17"}
    with_wagon = {"actor": "Average", "others": [{"actor": "Transport"}], **walls}
    assert {problem.rule for problem in problems("move", with_wagon)} == {"R48-G.17"}
    assert not problems("move", {"actor": "Average", "actor_is_mounted": True, **walls})


@pytest.mark.rule("R48-7.12", "R48-7.13")
def test_unlimbering_is_the_action_of_the_turn() -> None:
    (handled, _) = verdict("move", {"actor": "Transport", "instead": "unlimber"}).effects
    assert "That is its action" in words(handled.message)


@pytest.mark.rule("R48-G.08", "R48-11.42")
@pytest.mark.parametrize(
    "event",
    sorted(str(name) for name in RULESET.default_tables.row("events.event")),
)
def test_whoever_comes_is_told_what_friendly_lines_and_edges_do(event: str) -> None:
    for seed in range(6):
        found = verdict("event", {"event": event}, seed=str(seed))
        for effect in found.effects:
            if effect.kind == "party_arrives" and effect.place is not None and effect.party.kind != "convoy guards":
                assert "If that is behind friendly lines, nothing comes." in words(effect.detail), effect


@pytest.mark.rule("R48-4.26", "R48-10.10a")
def test_numbers_of_a_charge_must_fit_together() -> None:
    assert {problem.rule for problem in problems("charge", {**CHARGE, "actor_unit_figures": 1})} == {"R48-4.26"}
    many = {**CHARGE, "target_unit_figures": 9, "target_reference": 8}
    assert {problem.rule for problem in problems("charge", many)} == {"R48-10.10a"}
    assert not problems("charge", {**CHARGE, "actor_unit_figures": 2, "actor_reference": 2})
