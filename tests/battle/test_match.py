"""Many battles: what is kept of them, and what they tell."""

from __future__ import annotations

import json
from dataclasses import replace
from math import isclose
from pathlib import Path

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.verify import Verdict, verify
from sandtable.battle.matches.file import Results, Series
from sandtable.battle.matches.match import (
    Failure,
    Match,
    Record,
    play_logged,
    play_through,
    players_of,
    record_of,
    series,
    strengths_in,
    summary,
)
from sandtable.battle.matches.shares import Share
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.kernel.problem import Refusal
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer as RandomPlayer
from sandtable.rulesets.revolucion.table.opponent.players import PLAYERS
from sandtable.rulesets.revolucion.table.rules import TABLE

TUTORIAL = Match(
    "revolucion", source_of("tutorial")[0], (("Revolutionary", "nearest"), ("Government", "random")), "general"
)


@pytest.fixture(scope="module")
def battle() -> Battle:
    return play_logged(TUTORIAL, "4")


def test_a_battle_is_the_same_with_its_log_and_without(battle: Battle) -> None:
    strengths = strengths_in(battle.rules, TUTORIAL.scenario)
    assert battle.result is not None
    told = record_of(battle.rules, battle.start, battle.state, battle.result, strengths, "4", battle.log.number)
    assert replace(play_through(TUTORIAL, "4"), course=None) == told
    assert told.orders == len(battle.log.entries) > 10


def test_its_log_is_laid_open_and_sound(battle: Battle) -> None:
    assert battle.log.seed == "4"
    assert verify(battle.rules, battle.log).sound


def test_losses_are_what_is_missing_at_the_end(battle: Battle) -> None:
    there = {unit.id: unit.bases for unit in battle.state.units.values() if unit.gone is None}
    strengths = strengths_in(battle.rules, TUTORIAL.scenario)
    for side, lost in play_through(TUTORIAL, "4").lost.items():
        began = {unit: bases for unit, (role, bases) in strengths.items() if role == side}
        assert lost == sum(began.values()) - sum(there.get(unit, 0) for unit in began)


def test_battles_in_processes_of_their_own_are_those_of_one_process() -> None:
    apart = {one.seed: one for one in series(TUTORIAL, ["4", "5"], 2)}
    assert apart == {one.seed: one for one in series(TUTORIAL, ["4", "5"], 1)}


def won(seed: int, winner: str | None) -> Record:
    return Record(str(seed), winner, "turns", 6 + seed, 50, {"Revolutionary": seed}, {})


def test_a_series_is_summed_up() -> None:
    told = summary(TUTORIAL, [won(0, "Revolutionary"), won(1, None), won(2, "Revolutionary"), won(3, "Government")])
    assert {role: one.count for role, one in told.wins.items()} == {"Revolutionary": 2, "Government": 1}
    assert (told.draws.count, told.turns, told.reasons) == (1, (6, 7.5, 9), {"turns": 4})
    assert {role: mean for role, (mean, _) in told.lost.items()} == {"Revolutionary": 1.5, "Government": 0.0}
    there = [unit.bases for unit in read_scenario(TUTORIAL.scenario).units if unit.side == "Government"]
    assert told.lost["Government"][1] == sum(there)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    ((8, 10, 0.4902, 0.9433), (50, 100, 0.4038, 0.5962), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (0, 0, 0.0, 1.0)),
)
def test_intervals_are_those_of_wilson(count: int, of: int, low: float, high: float) -> None:
    found = Share(count, of).interval
    assert isclose(found[0], low, abs_tol=5e-5)
    assert isclose(found[1], high, abs_tol=5e-5)


def begun(place: Path, count: int = 3) -> Results:
    return Results.begin(place, Series(TUTORIAL, "The Ford", TABLE.rules_version, 7, count))


def test_results_are_kept_as_they_come_and_go_on_from_there(tmp_path: Path) -> None:
    results = begun(tmp_path / "x.jsonl")
    assert results.missing == ["7", "8", "9"]
    results.add(won(8, None))
    again = Results.resume(tmp_path / "x.jsonl")
    assert again.records == [won(8, None)]
    assert (again.series, again.missing) == (results.series, ["7", "9"])


def test_half_a_line_is_dropped_for_good(tmp_path: Path) -> None:
    place = tmp_path / "x.jsonl"
    begun(place).add(won(7, "Government"))
    with place.open("a", encoding="utf-8") as file:
        file.write('{"seed": "8", "win')
    results = Results.resume(place)
    assert [one.seed for one in results.records] == ["7"]
    results.add(won(8, None))
    assert [json.loads(line)["seed"] for line in place.read_text(encoding="utf-8").splitlines()[1:]] == ["7", "8"]


def test_results_are_not_written_over_and_strange_files_are_refused(tmp_path: Path) -> None:
    begun(tmp_path / "x.jsonl")
    with pytest.raises(Refusal, match=r"battle\.results\.there"):
        begun(tmp_path / "x.jsonl")
    for text in ("", "not JSON\n"):
        (tmp_path / "y.jsonl").write_text(text, encoding="utf-8")
        with pytest.raises(Refusal, match=r"battle\.results\.none"):
            Results.resume(tmp_path / "y.jsonl")
    Results.begin(tmp_path / "z.jsonl", Series(TUTORIAL, "The Ford", "of old", 0, 1))
    with pytest.raises(Refusal, match=r"battle\.results\.other_rules"):
        Results.resume(tmp_path / "z.jsonl")


# ---- Battles that fail, and matches with rules of their own ------------------------------------------------------------------------


class Stumbling(RandomPlayer):
    """Plays by chance, and stumbles in the battles whose seeds are odd."""

    def __init__(self, _level: str, seed: str) -> None:
        super().__init__(seed)
        self.stumbles = int(seed.partition("/")[0]) % 2 == 1

    def order(self, view, decision):
        if self.stumbles and view.turn.number:
            raise KeyError("nobody's")
        return super().order(view, decision)


@pytest.fixture
def stumbling(monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setitem(PLAYERS, "stumbling", Stumbling)
    return replace(TUTORIAL, players=(("Revolutionary", "stumbling"), ("Government", "random")))


def test_a_battle_that_fails_is_told_and_the_others_go_on(stumbling: Match, tmp_path: Path) -> None:
    told = list(series(stumbling, ["4", "5", "6"], 1))
    assert [type(each) for each in told] == [Record, Failure, Record]
    failure = told[1]
    assert isinstance(failure, Failure)
    assert (failure.seed, failure.error) == ("5", 'KeyError: "nobody\'s"')
    assert failure.where.startswith("play.py, line ")
    results = Results.begin(tmp_path / "x.jsonl", Series(stumbling, "The Ford", TABLE.rules_version, 4, 4))
    for each in told:
        results.add(each)
    again = Results.resume(tmp_path / "x.jsonl")
    assert (again.failures, len(again.records)) == ([failure], 2)
    assert again.missing == ["7"]
    assert summary(stumbling, again.records).battles == 2


def test_each_side_plays_at_its_own_level(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: dict[str, str] = {}
    monkeypatch.setitem(PLAYERS, "noting", lambda level, seed: noted.update({seed: level}))
    match = replace(TUTORIAL, players=(("Revolutionary", "noting"), ("Government", "noting")))
    with players_of(replace(match, levels=(("Government", "recruit"),)), "4"):
        pass
    assert noted == {"4/Revolutionary": "general", "4/Government": "recruit"}


def test_options_and_house_rules_are_in_force_with_the_log_and_without() -> None:
    plain = replace(TUTORIAL, options=(("pivot.strict", "true"),), house="[options]\n'edge.own' = true\n")
    battle = play_logged(plain, "4")
    assert (battle.log.options, battle.log.house) == ({"pivot.strict": "true"}, plain.house)
    assert battle.state.tables.option("pivot.strict") is True
    assert battle.state.tables.option("edge.own") is True
    strengths = strengths_in(battle.rules, plain.scenario)
    assert battle.result is not None
    told = record_of(battle.rules, battle.start, battle.state, battle.result, strengths, "4", battle.log.number)
    assert replace(play_through(plain, "4"), course=None) == told
    assert verify(battle.rules, battle.log).verdict is Verdict.SOUND


@pytest.mark.parametrize(
    ("options", "house", "wire"),
    (
        ({}, "", True),
        ({"pivot.strict": "on"}, "", True),
        ({"wire": "off"}, "", False),
        ({"Wire": "no"}, "", False),
        ({}, "[options]\nwire = false\n", False),
        ({"wire": "on"}, "[options]\nwire = false\n", True),
    ),
)
def test_who_sets_an_option_to_its_default_means_it_whatever_the_scenario_says(
    options: dict[str, str], house: str, wire: bool
) -> None:
    source, _ = source_of("celaya-1915")
    assert read_scenario(source, "celaya-1915").options == {"wire": True}
    state = TABLE.set_up(source, TABLE.ruleset.tables(options, house))
    assert state.tables.option("wire") is wire


def test_series_of_earlier_versions_are_read(tmp_path: Path) -> None:
    results = begun(tmp_path / "x.jsonl")
    results.add(won(7, None))
    first, second = (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()
    head = json.loads(first)
    for name in ("levels", "options", "house"):
        head["match"].pop(name)
    (tmp_path / "y.jsonl").write_text(f"{json.dumps(head)}\n{second}\n", encoding="utf-8")
    assert Results.resume(tmp_path / "y.jsonl").series == results.series
