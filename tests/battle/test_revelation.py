"""What a view keeps back, and what gives it away all the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.battle.engine.revelation import ids_left_out, places_given_away, reveals
from sandtable.battle.view import seen, shown
from tests.battle.skirmish.game import SKIRMISH, Figure
from tests.battle.skirmish.playing import BLUE, RED, REFEREE, SEATS, WATCHER, begin, played


@dataclass(frozen=True, slots=True)
class Roster:
    """Careless: it lists everybody."""

    figures: Mapping[str, Figure] = shown(default_factory=dict)
    names: tuple[str, ...] = shown(default=())
    chief: Figure | None = shown(default=None)
    book: Mapping[str, Figure] = shown(default_factory=dict, whole=True)


def test_the_names_of_those_left_out():
    state = begin().state
    assert ids_left_out(state, seen(state, RED)) == {"blue-lurker"}
    assert ids_left_out(state, seen(state, BLUE)) == {"red-scout"}
    assert ids_left_out(state, seen(state, WATCHER)) == {"blue-lurker", "red-scout"}
    assert ids_left_out(state, seen(state, REFEREE)) == frozenset()


def test_a_name_that_stands_elsewhere_gives_its_bearer_away():
    figures = begin().state.figures
    roster = Roster(figures, ("red-captain", "blue-lurker"), figures["blue-lurker"])
    assert places_given_away(roster, seen(roster, RED)) == ("view.names.1",)
    assert places_given_away(roster, seen(roster, BLUE)) == ()
    book = Roster(figures, book=figures)
    assert set(places_given_away(book, seen(book, RED))) == {"view.book.blue-lurker", "view.book.blue-lurker.id"}


def test_a_single_member_kept_back_is_left_out_too():
    roster = Roster(chief=begin().state.figures["blue-lurker"])
    assert ids_left_out(roster, seen(roster, RED)) == {"blue-lurker"}
    assert reveals(roster, seen(roster, RED), roster)
    assert not reveals(roster, seen(roster, RED), replace(roster, chief=None))


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.integers(0, 40))
def test_no_view_of_the_skirmish_names_who_is_left_out(seed, orders):
    state = played(seed, orders).state
    for seat in SEATS:
        assert places_given_away(state, SKIRMISH.view(state, seat)) == ()
