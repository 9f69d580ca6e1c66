"""Weights for a side: a player goes by a file of its own, the other by what is shipped, and neither learns anything from the other."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from sandtable.ai.weights import Weighing
from sandtable.battle.matches.match import Match, beginning_of, play_through, players_of
from sandtable.battle.matches.play import play
from sandtable.battle.matches.staff import maker_with
from sandtable.battle.order import Order, write_order
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import load
from sandtable.kernel.problem import Refusal
from sandtable.kernel.stream import DiceStream
from sandtable.lab.battles.variant import variant

ORDERS = 30  # of a battle that are looked at
OTHERWISE = {
    "revolucion": ("tutorial", "[ground]\npull = 0.0001\n[price]\nRegularInfantry = 9.0\n[worth]\nkilled = 0.1\n"),
    "average_dice": ("the-two-villages", "[goal]\nvillage = 0.01\n[price]\ninfantry = 9.0\n[melee]\nrounds = 1\n"),
    "mesoamerica": ("flower-war", "[worth]\nman = 90.0\nattacked = -9.0\n[posture]\nstorm = -99.0\n"),
    "mexican_american_war": ("ringgold-goes-forward", "[charge]\nleast = 99.0\n[shot]\nleast = 99.0\n[price]\ninfantry = 9.0\n"),
    "uprising1848": ("lord-of-the-manor", '[lab]\nfire = "99"\nfire_inches = 0\ncharge_percent = 100\nclose_inches = 40\n'),
}  # fmt: skip


class _EnoughError(Exception):
    """So many orders were given."""


def orders_of(match: Match) -> list[Any]:
    """The first orders of a battle."""
    given: list[Any] = []

    def note(order: Order, _: object) -> None:
        given.append(write_order(order))
        if len(given) >= ORDERS:
            raise _EnoughError

    rules, start, _ = beginning_of(match)
    with players_of(match, "7") as players, suppress(_EnoughError):
        play(rules, start, players, DiceStream("7"), on_order=note)
    return given


def weighing(ruleset: str, text: str | None = None) -> Match:
    """A battle of a ruleset in which both sides go by weights of their own."""
    scenario, usual = OTHERWISE[ruleset]
    match = variant(load(scenario)).match
    return replace(match, weights=tuple((side, "own.toml", text or usual) for side, _ in match.players))


def forget(ruleset: str) -> None:
    """Empty everything that the opponent of a ruleset has worked out and kept."""
    kept = vars(table(ruleset)).get("players", {}).get("opponent")
    if isinstance(kept, Weighing):
        vars(table(ruleset)).pop("players")
    for name, module in list(sys.modules.items()):
        if name.startswith(f"sandtable.rulesets.{ruleset}.table.opponent"):
            for one in vars(module).values():
                if callable(getattr(one, "cache_clear", None)):
                    one.cache_clear()


@pytest.mark.parametrize("ruleset", OTHERWISE)
def test_a_player_goes_by_its_own_weights_whatever_others_have_worked_out(ruleset: str) -> None:
    own = weighing(ruleset)
    shipped = orders_of(replace(own, weights=()))
    beside = orders_of(own)
    forget(ruleset)
    alone = orders_of(own)
    assert beside == alone
    assert beside != shipped
    assert orders_of(replace(own, weights=())) == shipped


@pytest.mark.parametrize("ruleset", OTHERWISE)
def test_weights_that_say_what_is_shipped_change_nothing(ruleset: str) -> None:
    heading = "[lab]\nrally_inches = 12\n" if ruleset == "uprising1848" else "[levels]\n"
    own = weighing(ruleset, heading)
    assert orders_of(own) == orders_of(replace(own, weights=()))


def test_one_side_weighs_otherwise() -> None:
    own = weighing("revolucion")
    for side in own.weights:
        one = replace(own, weights=(side,))
        assert play_through(one, "1") != play_through(replace(own, weights=()), "1")


WRONG: Mapping[str, tuple[str, str, str]] = {
    "no TOML": ("[price\n", "own.toml", "battle.weights.not_toml"),
    "a heading mistyped": ("[prise]\nmg = 1\n", "own.toml, line 1", "battle.weights.no_heading"),
    "a name mistyped": ("[price]\n\ncavlry = 1\n", "own.toml, line 3", "battle.weights.no_name"),
    "a word": ('[price]\nmg = "much"\n', "own.toml, line 2", "battle.weights.wants_number"),
    "yes": ("[price]\nmg = true\n", "own.toml, line 2", "battle.weights.wants_number"),
    "no number at all": ("[price]\nmg = nan\n", "own.toml, line 2", "battle.weights.wants_number"),
    "a row too short": ("[size]\nmg = [1.0]\n", "own.toml, line 2", "battle.weights.wants_row"),
    "a heading as a number": ("price = 3\n", "own.toml, line 1", "battle.weights.wants_heading"),
    "a level of his own": ("[levels.marshal]\ndanger = 1\n", "own.toml, line 1", "battle.weights.no_name"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_bad_file_is_refused_with_its_place(wrong: str) -> None:
    text, place, message = WRONG[wrong]
    with pytest.raises(Refusal) as refused:
        maker_with(table("average_dice"), "opponent", text, "own.toml")
    assert [(one.field, one.message.id) for one in refused.value.problems] == [(place, message)]


def test_what_was_meant_comes_first() -> None:
    with pytest.raises(Refusal) as refused:
        maker_with(table("average_dice"), "opponent", "[price]\ncavlry = 1\nmgs = 2\n", "own.toml")
    assert [next(iter(islice(one.choices, 1))) for one in refused.value.problems] == ["cavalry", "mg"]


def test_who_goes_by_no_weights_takes_no_file() -> None:
    with pytest.raises(Refusal) as refused:
        maker_with(table("average_dice"), "nearest", "[price]\nmg = 1\n", "own.toml")
    (problem,) = refused.value.problems
    assert (problem.message.id, problem.choices) == ("battle.player.no_weights", ("opponent",))


def test_house_rules_are_no_weights() -> None:
    with pytest.raises(Refusal) as refused:
        maker_with(table("uprising1848"), "opponent", "[reveal]\nnear = 7\n", "own.toml")
    assert refused.value.problems[0].message.id == "battle.weights.no_heading"
    with pytest.raises(Refusal) as refused:
        maker_with(table("uprising1848"), "opponent", "[lab]\nfire = [1, 2]\n", "own.toml")
    assert refused.value.problems[0].field == "own.toml, line 2"
