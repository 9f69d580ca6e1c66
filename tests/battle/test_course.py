"""The course of a battle: who led, when it was decided, who fought; and that it is small."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from sandtable.battle.engine.fold import events_of
from sandtable.battle.engine.log import Entry
from sandtable.battle.matches.course import Chronicler, Course, pack_spots, thin_out, unpack_spots
from sandtable.battle.matches.match import Match, Record, play_logged, play_through
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import load
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from tests.battle.skirmish.game import SKIRMISH

LARGEST = 1000  # bytes of a record


def match(name: str, level: str = "recruit") -> Match:
    scenario = load(name)
    return Match(scenario.ruleset, scenario.source, tuple((one.label, "opponent") for one in scenario.sides), level)


def course(**told: Any) -> Course:
    usual: dict[str, Any] = {"points": {}, "stakes": {}, "lost": {"red": (0,) * 4, "blue": (0,) * 4}}
    rest = {"fighting": (0,) * 4, "active": (0,) * 4, "contact": 0, "on_points": False}
    return Course(**{**usual, **rest, **told})


def test_who_leads_is_told_by_whatever_decided_the_battle() -> None:
    both = {
        "points": {"red": (2, 0, 0, 0), "blue": (0, 2, 2, 0)},
        "stakes": {"red": (100, 90, 90, 80), "blue": (100, 80, 90, 70)},
        "lost": {"red": (0, 1, 1, 2), "blue": (0, 2, 2, 3)},
    }
    assert course(**both, on_points=True).leads() == ("red", "blue", "blue", "red")  # even on points: then by morale
    assert course(**both).leads() == ("red", "red", "blue", "red")  # even morale in turn 3: then by points
    assert course(lost={"red": (1, 0, 0, 0), "blue": (0, 0, 1, 1)}).leads() == ("blue", None, "red", "red")


def test_a_battle_is_decided_when_the_winner_leads_to_the_end() -> None:
    stakes = {"red": (100, 90, 90, 80), "blue": (90, 100, 80, 70)}
    assert course(stakes=stakes).decided("red") == 3
    assert course(stakes=stakes).decided("blue") == 4  # he never led: it was decided in the last turn
    assert course(stakes=stakes).decided(None) is None
    assert course(stakes={"red": (100,) * 4, "blue": (90,) * 4}).decided("red") == 1


@pytest.fixture(scope="module")
def tutorial() -> Record:
    return play_through(match("tutorial"), "5")


def test_the_course_of_a_battle_is_that_of_its_log(tutorial: Record) -> None:
    told = tutorial.course
    assert told is not None
    battle = play_logged(match("tutorial"), "5")
    rules: Any = battle.rules
    assert told.turns == tutorial.turns
    assert {role: values[-1] for role, values in told.lost.items()} == tutorial.lost
    fought = [
        (rules.chronicle.turn(battle.state_at(entry.number)), set(rules.chronicle.fought(events_of(rules, entry))))
        for entry in battle.log.entries
        if isinstance(entry, Entry)
    ]
    units: list[set[str]] = [set() for _ in range(told.turns)]
    for turn, names in fought:
        units[max(0, min(turn, told.turns) - 1)] |= names
    assert sum(told.fighting) >= max(map(len, units)) > 0
    assert told.contact == min(turn for turn, names in fought if names)
    assert all(told.active[number] for number, names in enumerate(units[:-1]) if names)


def test_a_record_with_its_course_is_small_and_can_be_read_again() -> None:
    for name in ("tutorial", "celaya-1915", "tierra-blanca-1913"):
        record = play_through(match(name), "1")
        line = json.dumps(codec.write(record))
        assert len(line.encode()) <= LARGEST, name
        assert codec.read(Record, json.loads(line), name) == record


def test_a_table_that_cannot_tell_has_records_without_a_course() -> None:
    assert not hasattr(SKIRMISH, "chronicle")
    assert hasattr(table("revolucion"), "chronicle")


def test_places_are_kept_to_a_fifth_of_an_inch() -> None:
    spots = [(0, Point(0, 0)), (1, Point(71_900, 43_950)), (1, Point(240_000, 12_345))]
    found = list(unpack_spots(pack_spots(spots)))
    assert [side for side, _ in found] == [0, 1, 1]
    for (_, at), (_, kept) in zip(spots, found, strict=True):
        assert abs(at.x - kept.x) <= 100
        assert abs(at.y - kept.y) <= 100
    assert thin_out(spots * 10, 5) == [spots[0]] * 5
    assert list(unpack_spots("")) == []


def test_where_units_fell_is_known(tutorial: Record) -> None:
    assert tutorial.course is not None
    fallen = list(unpack_spots(tutorial.course.fell))
    assert tutorial.course.shots
    assert bool(fallen) == any(tutorial.lost.values())
    assert all(0 <= at.x <= 48_000 and 0 <= at.y <= 48_000 for _, at in fallen)


class Told:
    """A chronicle of a game that counts men, whatever the scenario counts: a state is its turn and the men of each unit."""

    def turn(self, state: Any) -> int:
        return int(state[0])

    def left(self, state: Any) -> Mapping[str, int]:
        men: Mapping[str, int] = state[1]
        return men

    def points(self, state: Any) -> Mapping[str, int]:  # noqa: ARG002 - the protocol's
        return {}

    stakes = points

    def on_points(self, reason: str) -> bool:
        return reason == "points"

    def fought(self, events: Iterable[Any]) -> Iterable[str]:
        return list(events)

    def fell(self, before: Any, events: Iterable[Any]) -> Iterable[tuple[str, Point]]:  # noqa: ARG002 - as above
        return ()

    shots = fell


def test_losses_are_counted_as_the_game_counts_and_from_when_a_unit_is_there() -> None:
    strengths = {"guard": ("West", 3), "reserve": ("West", 3), "host": ("East", 5)}
    chronicler = Chronicler(Told(), (0, {"guard": 60, "reserve": 0, "host": 100}), strengths, {"guard": 0, "host": 1})
    chronicler.watch([], (1, {"guard": 60, "reserve": 0, "host": 100}))
    both: Any = ["guard", "host"]  # this game tells who fought by their names
    chronicler.watch(both, (2, {"guard": 50, "reserve": 60, "host": 80}))
    told = chronicler.course((2, {"guard": 50, "reserve": 55, "host": 80}), "broken")
    assert told.lost == {"West": (0, 10), "East": (0, 20)}
    assert (told.fighting, told.active, told.contact) == ((0, 2), (0, 3), 2)
