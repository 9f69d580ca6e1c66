"""The ledger: a pure fold of the entries that are not voided, with marks on what rests on a voided one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.ledger import Entry, Ledger, PhaseState, fold
from sandtable.kernel.record import Record
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Verdict

TABLES = Tables({}, {})


@dataclass(frozen=True, kw_only=True)
class Purse(Ledger):
    """Whoever pays takes what the payer has: what an entry writes rests on what it reads."""

    coins: Mapping[str, int] = field(default_factory=dict)
    phases: ClassVar[tuple[str, ...]] = ("dawn", "noon", "dusk")

    def after(self, entry, tables):  # noqa: ARG002 - the fold hands its tables to every ledger
        gain = 1 + sum(self.coins.get(name, 0) for name in entry.situation["reads"])
        return replace(self, coins={**self.coins, **dict.fromkeys(entry.situation["writes"], gain)})

    def reads(self, entry):
        return frozenset(entry.situation["reads"])

    def writes(self, entry):
        return frozenset(entry.situation["writes"])


def entry(name: str, reads: str = "", writes: str = "", *, voided: bool = False) -> Entry:
    record = Record("purse", "1", "pay", {}, (), meta={"id": name})
    return Entry(record, {"reads": list(reads), "writes": list(writes)}, Verdict(), voided)


def folded(*entries):
    return fold(Purse.start(TABLES), entries, TABLES)


def test_entries_are_folded_in_their_order():
    assert folded(entry("1", "", "a"), entry("2", "a", "b"), entry("3", "ab", "a")).ledger.coins == {"a": 4, "b": 2}


def test_every_entry_is_folded_with_the_tables_in_force():
    seen = []

    class Watching(Purse):
        def after(self, entry, tables):
            seen.append(tables)
            return super().after(entry, tables)

    fold(Watching.start(TABLES), [entry("1"), entry("2")], TABLES)
    assert seen == [TABLES, TABLES]


def test_a_voided_entry_is_left_out():
    assert folded(entry("1", "", "a", voided=True), entry("2", "a", "b")).ledger.coins == {"b": 1}


def test_voiding_and_taking_the_void_back_is_as_if_nothing_had_been():
    log = [entry("1", "", "a"), entry("2", "a", "b")]
    voided = [replace(log[0], voided=True), log[1]]
    assert folded(*voided).ledger != folded(*log).ledger
    assert folded(*(replace(one, voided=False) for one in voided)) == folded(*log)


def test_what_rests_on_a_voided_entry_is_marked_with_it():
    assert folded(entry("1", "", "a", voided=True), entry("2", "a", "b"), entry("3", "c", "d")).marks == {"2": "1"}


def test_marks_go_on_from_entry_to_entry():
    log = (
        entry("1", "", "a", voided=True),
        entry("2", "a", "b"),
        entry("3", "b", "c"),
        entry("4", "c", ""),
        entry("5", "x", "y"),
    )
    assert folded(*log).marks == {"2": "1", "3": "1", "4": "1"}


def test_what_came_before_is_not_marked():
    assert folded(entry("1", "a", "b"), entry("2", "", "a", voided=True)).marks == {}


def test_nothing_is_marked_where_nothing_is_voided():
    assert folded(entry("1", "", "a"), entry("2", "a", "a"), entry("3", "a", "")).marks == {}


def test_a_voided_entry_is_not_marked_itself():
    assert folded(entry("1", "", "a", voided=True), entry("2", "a", "b", voided=True), entry("3", "b", "")).marks == {
        "3": "2"
    }


def test_the_nearest_void_is_the_cause():
    assert folded(entry("1", "", "a", voided=True), entry("2", "", "a", voided=True), entry("3", "a", "")).marks == {
        "3": "2"
    }


names = st.text(alphabet="abcd", max_size=2)
entries = st.lists(st.tuples(names, names, st.booleans()), max_size=8).map(
    lambda rows: [
        entry(str(number), reads, writes, voided=voided) for number, (reads, writes, voided) in enumerate(rows)
    ]
)


@given(entries)
def test_the_ledger_is_that_of_a_log_without_the_voided_entries(log):
    kept = [one for one in log if not one.voided]
    assert folded(*log).ledger == folded(*kept).ledger


@given(entries)
def test_an_entry_is_marked_exactly_when_a_chain_leads_to_a_voided_one(log):
    """A twin: follow what each entry reads back through whoever wrote it, as far as that rests on something voided."""
    rests: dict[str, bool] = {}
    tainted: set[str] = set()
    for one in log:
        rests[one.id] = not one.voided and bool(tainted & set(one.situation["reads"]))
        if one.voided or rests[one.id]:
            tainted |= set(one.situation["writes"])
    assert set(folded(*log).marks) == {name for name, marked in rests.items() if marked}


def test_an_empty_ledger_knows_nothing():
    ledger = Ledger.start(TABLES)
    assert ledger.after(entry("1"), TABLES) is ledger
    assert (
        ledger.prefill("x", TABLES),
        ledger.panels(TABLES),
        ledger.roster(),
        ledger.owed(),
        ledger.offers(entry("1")),
    ) == ({}, (), (), (), ())
    assert (ledger.reads(entry("1")), ledger.writes(entry("1"))) == (frozenset(), frozenset())
    assert ledger.phase_states() == ()


@pytest.mark.parametrize(
    ("phase", "states"),
    (
        (None, "next next next"),
        ("dawn", "now next next"),
        ("noon", "done now next"),
        ("dusk", "done done now"),
        ("night", "next next next"),
    ),
)
def test_phases_are_done_now_or_next(phase, states):
    expected = tuple(PhaseState(name, state) for name, state in zip(Purse.phases, states.split(), strict=True))
    assert Purse(phase=phase).phase_states() == expected
