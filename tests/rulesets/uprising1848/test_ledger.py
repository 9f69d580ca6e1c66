"""The books as a table keeps them: plain data that follows from effects alone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from sandtable.kernel import codec
from sandtable.kernel.effects import effect_kinds
from sandtable.kernel.ledger import Ledger
from sandtable.kernel.roster import RosterLedger
from sandtable.kernel.verdict import Verdict
from sandtable.rulesets.uprising1848.ledger import UprisingLedger
from tests.rulesets.uprising1848.play import RULESET, Game, tables

MEN = {"side": "Player", "name": "Hecker's men", "actor": "Veteran", "figures": 12}
LINE = {"side": "NonPlayer", "name": "Line", "actor": "Average", "figures": 8}
VOLLEY = {"actor": "Veteran", "shooters": 4, "target": "Average", "targets": 8, "range": "0-6"}
NAMED = {"actor_name": "Hecker's men", "target_name": "Line"}


def rising() -> Game:
    """A game with units, a strongpoint that nobody has seen, headquarters, and a volley."""
    game = Game()
    for unit in (MEN, LINE):
        game.step({"action": "unit_entry", "fields": unit})
    game.step({"action": "event", "fields": {"event": "government strongpoint"}, "seed": "5"})
    game.step({"action": "event", "fields": {"event": "enemy headquarters"}, "seed": "1"})
    game.step(
        {
            "action": "fire_musket",
            "fields": VOLLEY | NAMED,
            "answers": {"fire.hits": (1, 1, 100, 100)},
            "side": "Player",
        }
    )
    return game


def test_the_books_are_plain_data_and_read_back() -> None:
    """A table keeps the umpire's books as part of its state."""
    books = rising().ledger
    assert books.owes
    assert books.places["Strongpoint 1"].garrison is not None
    assert codec.read(UprisingLedger, json.loads(json.dumps(codec.write(books)))) == books


@pytest.mark.parametrize("kind", effect_kinds(RULESET.package).values(), ids=lambda kind: kind.__name__)
def test_an_effect_can_be_written_down(kind: type) -> None:
    codec.check(kind)


def test_the_books_follow_from_effects_alone() -> None:
    """Whatever the verdict's class: the fold asks for the action, its form and its effects."""
    game = rising()
    game.step({"action": "event", "fields": {"event": "convoy"}, "seed": "2"})
    game.step({"action": "ignore_event", "fields": {"draw_again": True}})
    game.step({"action": "strike_off", "fields": {"owed": "Line"}})
    books = UprisingLedger.start(tables())
    for entry in game.entries:
        bare = replace(entry, verdict=Verdict(effects=entry.verdict.changes))
        assert books.after(bare, tables()) == books.after(entry, tables())
        books = books.after(entry, tables())
    assert books == game.ledger
    assert not books.owes


@pytest.mark.rule("R48-11.44a", "R48-11.48a")
def test_an_event_that_is_ignored_leaves_neither_figures_nor_counts() -> None:
    game = rising()
    before = game.ledger
    game.step({"action": "event", "fields": {"event": "convoy"}, "seed": "2"})
    assert game.ledger.convoys_seen == 1
    game.step({"action": "ignore_event", "fields": {}})
    after = game.ledger
    assert (after.units, after.tallies) == (before.units, before.tallies)
    assert after.ignored_events


@pytest.mark.rule("R48-11.48a")
def test_what_happened_since_an_event_stays_though_it_is_ignored() -> None:
    game = rising()
    units, points = set(game.ledger.units), game.ledger.points
    game.step({"action": "event", "fields": {"event": "convoy"}, "seed": "2"})
    game.step({"action": "score_entry", "fields": {"entry": "cash", "count": 1}})
    game.step({"action": "ignore_event", "fields": {}})
    assert set(game.ledger.units) == units
    assert (game.ledger.convoys_seen, game.ledger.points) == (1, points + tables().number("points", "cash"))


@pytest.mark.rule("R48-11.48a", "R48-G.05")
def test_an_event_is_ignored_whole_though_somebody_has_moved_since() -> None:
    """A move counts nothing: what the event counted is taken back all the same."""
    game = rising()
    before = game.ledger
    game.step({"action": "event", "fields": {"event": "convoy"}, "seed": "2"})
    game.step({"action": "move", "actor_unit": "Hecker's men", "fields": {}, "seed": "1"})
    game.step({"action": "ignore_event", "fields": {}})
    assert (set(game.ledger.units), game.ledger.tallies) == (set(before.units), before.tallies)


@pytest.mark.rule("R48-11.14a", "R48-G.09")
@pytest.mark.parametrize(
    "step",
    (
        {"action": "move", "fields": {"actor_name": "The lord", "actor": "Civilian"}, "seed": "1"},
        {"action": "check_morale", "fields": {"actor_name": "The lord", "actor": "Civilian"}, "seed": "1"},
        {"action": "what_do_they_do", "fields": {"actor_name": "The lord", "kind": "aristocrats"}},
        {"action": "capture", "fields": {"capture": "aristocrats", "target_name": "The lord"}},
        {"action": "scout", "fields": {"target_name": "The lord"}, "seed": "1"},
        {"action": "reveal", "fields": {"target_name": "The lord", "is_unit": True}},
    ),
    ids=lambda step: step["action"],
)
def test_whom_the_referee_kept_is_seen_once_he_acts_or_is_acted_on(step: dict[str, Any]) -> None:
    game = Game()
    game.step({"action": "set_up", "fields": {"scenario": "The Lord of the Manor"}})
    assert game.ledger.units["The lord"].secret
    game.step(step)
    assert not game.ledger.units["The lord"].secret


def test_nobody_overrides_what_effects_do_to_the_books() -> None:
    assert UprisingLedger.with_deed is RosterLedger.with_deed
    assert UprisingLedger.after is Ledger.after


def test_what_rests_on_a_voided_entry_is_marked_whatever_the_capitals_of_a_name() -> None:
    game = rising()
    tested = [{"name": "line", "actor": "Average", "figures": 8}]
    game.step({"action": "test_blast", "fields": {"testers": tested}, "seed": "1"})
    game.entries[-1] = replace(game.entries[-1], voided=True)
    leading = {"leading": "nobody", "half_or_more_gone": False}
    game.step({"action": "check_morale", "actor_unit": "Line", "fields": leading, "seed": "1"})
    assert game.folded.marks == {game.entries[-1].id: game.entries[-2].id}
