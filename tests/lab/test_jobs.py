"""Battles and pairs as they are really played: in this process and in others, with held decisions, and again with their logs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.matches.match import Failure, Match, Record, play_through
from sandtable.kernel import codec
from sandtable.lab.battles.jobs import Battles, Pair, PairsOf, parting_of, play_pair
from sandtable.lab.battles.runner import Elsewhere, Inline, Processes, runner_for
from sandtable.lab.battles.variant import Variant
from sandtable.lab.replays import logs_of
from sandtable.rulesets.revolucion.table.opponent.players import PLAYERS
from tests.lab.making import COVER, OTHER, OWN, tutorial

SEEDS = [str(seed) for seed in range(4)]


@pytest.fixture(scope="module")
def plain() -> Variant:
    """Players that decide quickly."""
    quick = replace(tutorial().match, players=((OWN, "nearest"), (OTHER, "random")))
    return replace(tutorial(), match=quick)


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    """Battles under soft cover that helps more."""
    return [play_pair(tutorial().match, tutorial().under(COVER, "club").match, seed) for seed in SEEDS]


def test_all_who_play_come_to_the_same(plain: Variant) -> None:
    job = Battles(plain)
    inline = {told.seed: told for told in Inline().submit(job, SEEDS)}
    assert inline["1"] == play_through(plain.match, "1")
    with ThreadPoolExecutor(1) as executor:
        assert {told.seed: told for told in Elsewhere(executor).submit(job, SEEDS)} == inline
    assert runner_for(1) == Inline()
    assert runner_for(3, 5) == Processes(3, 5)


@pytest.mark.long
def test_processes_of_their_own_come_to_the_same(plain: Variant) -> None:
    job = Battles(plain)
    inline = {told.seed: told for told in Inline().submit(job, SEEDS)}
    assert {told.seed: told for told in Processes(2, nice=1).submit(job, SEEDS)} == inline


def test_whoever_stops_listening_stops_it(plain: Variant) -> None:
    results = Inline().submit(Battles(plain), map(str, range(10_000)))
    assert isinstance(next(results), Record)
    results.close()


def test_a_battle_under_the_same_text_is_the_same_to_the_last_die() -> None:
    pair = play_pair(tutorial().match, tutorial().match, "3")
    assert pair.parting is None
    assert pair.first == pair.second == play_through(tutorial().match, "3")
    assert codec.read(Pair, codec.write(pair), "pair") == pair


def test_pairs_part_where_something_differs_first(pairs: list[Pair]) -> None:
    assert any(pair.parting is not None for pair in pairs)
    for pair in pairs:
        if pair.parting is None:
            assert pair.first == pair.second
        else:
            assert 1 <= pair.parting.turn <= max(pair.first.turns, pair.second.turns)
            assert pair.parting.number < max(pair.first.orders, pair.second.orders)


def test_held_decisions_part_at_throws_or_where_they_have_become_illegal(pairs: list[Pair]) -> None:
    first, second = tutorial().match, tutorial().under(COVER, "club").match
    for free in pairs:
        held = play_pair(first, second, free.seed, held=True)
        assert held.first == free.first
        if free.parting is None:
            assert held.parting is None
            continue
        if free.parting.kind == "throw":
            assert held.parting == free.parting
        else:  # what somebody decided otherwise he now decides as before: they part later, at a throw, or not at all
            assert held.parting is None or held.parting.number >= free.parting.number
            assert held.parting is None or held.parting.kind == "throw"


def test_a_pair_is_seen_again_from_where_it_parts(pairs: list[Pair]) -> None:
    parted = next(pair for pair in pairs if pair.parting is not None)
    assert parted.parting is not None
    job = PairsOf(tutorial(), tutorial().under(COVER, "club.toml"))
    replay = logs_of(job, parted.seed)
    assert replay.parting == parted.parting
    first, second = (battle.log.live() for battle in replay.battles)
    number = parted.parting.number
    assert [entry.order for entry in first[:number]] == [entry.order for entry in second[:number]]
    assert (len(first), len(second)) == (parted.first.orders, parted.second.orders)
    if parted.parting.kind == "order":
        assert first[number].order != second[number].order
    assert f"turn {parted.parting.turn}" in replay.words
    assert len(replay.words.splitlines()) == 3
    shown = replay._repr_html_()
    assert shown.count("<img") == 2
    assert "club.toml" in shown


def test_a_pair_that_fails_is_told(plain: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(_level: str, _seed: str) -> None:
        raise KeyError("nobody's")

    monkeypatch.setitem(PLAYERS, "stumbling", stumble)
    broken: Match = replace(plain.match, players=((OWN, "stumbling"), (OTHER, "random")))
    (told,) = Inline().submit(PairsOf(plain, replace(plain, match=broken)), ["0"])
    assert isinstance(told, Failure)
    assert told.error.startswith("KeyError")


def test_battles_of_which_one_goes_on_part_at_its_end() -> None:
    step: Any = ("order", [], 2)
    assert parting_of([step], [step]) is None
    further: Any = ("order", [], 3)
    found = parting_of([step], [step, further])
    assert found is not None
    assert (found.number, found.turn, found.kind) == (1, 3, "throw")
