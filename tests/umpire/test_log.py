"""What is remembered from one call to the next changes no answer: it is only not worked out twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from sandtable.umpire import log, odds
from sandtable.umpire.desk import call
from tests.umpire.conftest import FIRE

Body = dict[str, Any]
SIZES = (4, 3, 6)


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Nothing is remembered before a test, nor after it."""
    for memory in (log._READ, odds._KNOWN):
        memory.clear()
    yield
    for memory in (log._READ, odds._KNOWN):
        memory.clear()


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], list[int]]:
    """Count how often something is done, while it is done as ever."""

    def counted(module: Any, name: str) -> list[int]:
        times, done = [0], getattr(module, name)

        def counting(*about: Any) -> Any:
            times[0] += 1
            return done(*about)

        monkeypatch.setattr(module, name, counting)
        return times

    return counted


def resolved(action: str, fields: Body, number: int, **body: Any) -> Body:
    reply = call(
        "resolve",
        {
            "ruleset": "revolucion",
            "action": action,
            "fields": fields,
            "seed": "x",
            "throws": number,
            "meta": {"id": f"e{number}"},
        }
        | body,
    )
    assert reply["status"] == "ok", reply
    return reply


def entry(record: Body) -> Body:
    return {"record": record, "voided": False}


@pytest.fixture
def entries() -> list[Body]:
    """Three units, and a shot at one of them."""
    units = [
        {"side": "Government", "unit": "RegularInfantry", "bases": bases, "name": f"{number}th"}
        for number, bases in enumerate(SIZES)
    ]
    made = [entry(resolved("roster_entry", unit, number)["record"]) for number, unit in enumerate(units)]
    shot = FIRE | {"actor_name": "0th", "target_name": "1th", "leader_with_target": 0, "bases_of_target": 3}
    return [*made, entry(resolved("deployed_fire", shot, len(made))["record"])]


def books(entries: list[Body], **body: Any) -> Body:
    view = call("ledger", {"ruleset": "revolucion", "entries": entries} | body)
    assert view["status"] == "ok", view
    return view


def afresh(entries: list[Body], **body: Any) -> Body:
    log._READ.clear()
    return books(entries, **body)


def test_a_log_that_has_grown_runs_its_new_entries_alone(entries, count):
    runs, words = count(log, "run_again"), count(log, "_words")
    before = books(entries[:2])
    assert (runs, words) == ([2], [2])
    grown = books(entries)
    assert (runs, words) == ([4], [4])
    assert grown == afresh(entries)
    assert before == afresh(entries[:2])


def test_a_verdict_with_its_log_runs_nothing_a_second_time(entries, count):
    books(entries[:3])
    runs = count(log, "run_again")
    fields = entries[3]["record"]["fields"]
    reply = resolved("deployed_fire", fields, 3, entries=entries[:3])
    assert runs == [0]
    after = [*entries[:3], entry(reply["record"])]
    assert reply["ledger"] == books(after)
    assert runs == [0], "nor when the log comes back with it"
    assert reply["ledger"] == afresh(after)


def test_what_is_voided_and_restored_is_as_in_a_log_read_afresh(entries):
    books(entries)
    for place in (1, 0, 3):
        voided = deepcopy(entries)
        voided[place]["voided"] = True
        assert books(voided) == afresh(voided)
        assert books(entries) == afresh(entries)


def test_voiding_runs_no_entry_again(entries, count):
    books(entries)
    runs = count(log, "run_again")
    entries[0]["voided"] = True
    assert books(entries)["log"][0]["voided"]
    assert runs == [0]


def test_a_record_that_was_changed_in_place_is_another_record(entries):
    books(entries)
    entries[1]["record"]["fields"]["name"] = "Dorados"
    assert [unit["name"] for unit in books(entries)["roster"]] == ["0th", "Dorados", "2th"]


def test_a_log_is_told_in_the_measure_that_is_asked_for(entries):
    told: list[Body] = [{}, {"style": {"scale": 2, "unit": "cm"}}, {"style": {"scale": "1/2", "unit": "in"}}, {}]
    first = [books(entries, **body) for body in told]
    assert first == [afresh(entries, **body) for body in told]


def test_a_log_that_could_not_be_read_leaves_nothing_behind(entries):
    broken = [*entries[:2], {"record": {"action": "juggle"}}]
    reply = call("ledger", {"ruleset": "revolucion", "entries": broken})
    assert reply["problems"][0]["field"].startswith("entries.3")
    assert books(entries) == afresh(entries)


def test_only_so_many_logs_are_remembered(entries):
    for number in range(log.MOST_LOGS + 2):
        other = deepcopy(entries[:1])
        other[0]["record"]["fields"]["name"] = str(number)
        books(other)
    assert len(log._READ) == log.MOST_LOGS


# ---- How likely it was --------------------------------------------------------------------------------------------------------------


def asked(fields: Body, **body: Any) -> Body:
    reply = call("odds", {"ruleset": "revolucion", "action": "deployed_fire", "fields": fields} | body)
    assert reply["status"] == "ok", reply
    return reply


SHOT = FIRE | {"leader_with_target": 0}


def test_the_chance_of_a_verdict_is_taken_from_the_odds_that_were_shown(count):
    rows = {row["label"]: row["percent"] for row in asked(SHOT)["rows"]}
    laws = count(odds, "law_of")
    verdict = resolved("deployed_fire", SHOT, 1)
    assert laws == [0]
    assert verdict["record"]["meta"]["percent"] in rows.values()
    odds._KNOWN.clear()
    assert resolved("deployed_fire", SHOT, 1)["record"]["meta"]["percent"] == verdict["record"]["meta"]["percent"]
    assert laws == [1]


def test_odds_in_which_a_die_is_told_are_no_odds_of_the_verdict():
    asked(SHOT, answers={"fire.effect": 10})
    told = resolved("deployed_fire", SHOT, 1)["record"]["meta"]["percent"]
    odds._KNOWN.clear()
    assert told == resolved("deployed_fire", SHOT, 1)["record"]["meta"]["percent"]
    assert told < 100


def test_odds_of_another_form_are_no_odds_of_the_verdict(count):
    asked(SHOT)
    laws = count(odds, "law_of")
    resolved("deployed_fire", SHOT | {"range": "0-3"}, 1)
    assert laws == [1]
