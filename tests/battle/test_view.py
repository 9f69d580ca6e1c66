"""Views hide by default: whatever a ruleset forgets to say stays hidden, or fails loudly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from sandtable.battle.event import Event
from sandtable.battle.seat import EVERYBODY, NOBODY, OWNER, Seat
from sandtable.battle.view import Viewer, seen, showing, shown
from sandtable.geometry.measure import Point
from sandtable.geometry.terrain import Terrain

RED, BLUE, WATCHER = Seat("r", ("red",)), Seat("b", ("blue",)), Seat("w")
NORTH = Seat("n", ("red.north",))
REFEREE = Seat("x", referee=True)


@dataclass(frozen=True, slots=True)
class Part:
    open: int = shown(default=0)
    own: int = shown(OWNER, default=0)
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    owner: str = shown(default="")
    part: Part = shown(default=Part())
    spotted_by: tuple[str, ...] = ()
    place: Point | None = shown(lambda unit: (unit.owner, *unit.spotted_by), default=None)
    lurking: bool = shown(OWNER, default=False)

    def known_to(self):
        return OWNER if self.lurking else EVERYBODY


@dataclass(frozen=True, slots=True)
class State:
    units: Mapping[str, Unit] = shown(default_factory=dict)
    row: tuple[Unit, ...] = shown(default=())
    some: frozenset[Unit] = shown(default=frozenset())
    chief: Unit | None = shown(default=None)
    forgotten: Mapping[str, Unit] | None = None


def unit(owner="red", **more):
    return Unit(owner, Part(1, 2, 3), **more)


def test_a_field_without_a_word_is_hidden_from_all_but_a_referee():
    state = State(forgotten={"a": unit()})
    for seat in (RED, BLUE, WATCHER, NORTH):
        assert seen(state, seat).forgotten is None
    assert seen(state, REFEREE) is state


def test_a_part_belongs_to_the_owner_of_what_it_is_part_of():
    state = State(units={"a": unit()})
    assert seen(state, RED).units["a"].part == Part(1, 2, 0)
    assert seen(state, NORTH).units["a"].part == Part(1, 2, 0)
    assert seen(state, BLUE).units["a"].part == Part(1, 0, 0)
    assert seen(state, WATCHER).units["a"].part == Part(1, 0, 0)


def test_a_member_that_may_not_be_known_is_left_out_of_every_collection():
    lurker = unit("blue", lurking=True)
    state = State({"a": unit(), "b": lurker}, (lurker, unit()), frozenset({lurker}), lurker)
    view = seen(state, RED)
    assert set(view.units) == {"a"}
    assert len(view.row) == 1
    assert view.some == frozenset()
    assert view.chief is None
    own = seen(state, BLUE)
    assert set(own.units) == {"a", "b"}
    assert own.chief is not None
    assert own.chief.lurking


def test_a_field_may_be_shown_to_whom_its_object_names():
    state = State(row=(unit(place=Point(1, 2)), unit(place=Point(3, 4), spotted_by=("blue",))))
    assert [each.place for each in seen(state, BLUE).row] == [None, Point(3, 4)]
    assert [each.place for each in seen(state, RED).row] == [Point(1, 2), Point(3, 4)]
    assert [each.place for each in seen(state, WATCHER).row] == [None, None]
    assert {each.spotted_by for each in seen(state, RED).row} == {()}


def test_a_hidden_field_without_a_default_fails_loudly():
    @dataclass(frozen=True, slots=True)
    class Careless:
        place: Point

    @dataclass(frozen=True, slots=True)
    class Holder:
        it: Careless = shown()

    with pytest.raises(TypeError, match=r"Careless\.place is hidden here and has no default"):
        seen(Holder(Careless(Point(1, 2))), RED)


def test_what_hides_nothing_is_shown_whole():
    @dataclass(frozen=True, slots=True)
    class Holder:
        ground: Terrain = shown(whole=True)

    ground = Terrain(1, 2)
    assert seen(Holder(ground), RED).ground is ground


class Labelled(NamedTuple):
    unit: Unit


class Anything:
    """Nobody knows what is in it."""


@pytest.mark.parametrize("value", (Labelled(unit("blue", lurking=True)), Anything(), b"bytes"))
def test_what_nothing_is_said_about_is_not_shown_by_accident(value):
    @dataclass(frozen=True, slots=True)
    class Holder:
        it: object = shown()

    with pytest.raises(TypeError, match="nothing says what of a"):
        seen(Holder(value), RED)


def test_what_could_be_changed_has_no_place_in_a_state():
    @dataclass(frozen=True, slots=True)
    class Holder:
        units: list[int] = shown(default_factory=list)

    with pytest.raises(TypeError, match="no list"):
        seen(Holder([1]), RED)


def test_an_event_kept_in_a_state_is_known_to_nobody_unless_it_says_so():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Told(Event):
        text: str = shown(default="")

    @dataclass(frozen=True, slots=True)
    class Holder:
        events: tuple[Told, ...] = shown(default=())

    holder = Holder((Told(text="hush"), Told(text="hear", known_to=EVERYBODY)))
    assert [event.text for event in seen(holder, RED).events] == ["hear"]


def test_what_did_not_change_looks_the_same_again():
    viewer = Viewer(BLUE)
    first, second = unit(), unit("blue")
    view = viewer.view(State({"a": first, "b": second}))
    again = viewer.view(State({"a": first, "b": unit("blue", lurking=True)}))
    assert again.units["a"] is view.units["a"]
    assert again.units["b"].lurking
    assert Viewer(RED).view(State({"a": first})).units["a"].part.own == 2


def test_a_part_that_two_owners_share_is_shown_to_each_as_his():
    part = Part(1, 2, 3)

    def shared():
        return State({"a": Unit("red", part), "b": Unit("blue", part)})

    for seat, own in ((RED, "a"), (BLUE, "b")):
        viewer = Viewer(seat)
        viewer.view(shared())
        view = viewer.view(shared())  # the part is known from the first look
        assert {name: each.part.own for name, each in view.units.items()} == {"a": 0, "b": 0, own: 2}


def test_a_view_of_a_view_is_the_same_view():
    state = State({"a": unit(place=Point(1, 2)), "b": unit("blue", lurking=True)}, chief=unit())
    for seat in (RED, BLUE, WATCHER):
        assert seen(seen(state, seat), seat) == seen(state, seat)


def test_a_state_that_says_it_is_unknown_cannot_be_looked_at():
    @dataclass(frozen=True, slots=True)
    class Dark:
        def known_to(self):
            return NOBODY

    with pytest.raises(TypeError, match="as a whole"):
        seen(Dark(), RED)


@dataclass(frozen=True, slots=True)
class Listed:
    """As the umpire's books have it: it says nothing about who may see it."""

    name: str
    side: str
    strength: int = 0
    marching: bool = False
    plan: str = ""


@dataclass(frozen=True)
class Books:
    listed: Mapping[str, Listed]
    secret: int = 0


@dataclass(frozen=True, slots=True)
class Kept:
    books: Books = shown(default=Books({}))


def test_somebody_else_may_say_who_sees_a_class_that_cannot_say_it_itself():
    showing(Books, {"listed": EVERYBODY})
    showing(
        Listed,
        {"name": EVERYBODY, "side": EVERYBODY, "strength": EVERYBODY, "plan": OWNER},
        owner="side",
        known_to=lambda one: OWNER if one.marching else EVERYBODY,
    )
    foot, flank = Listed("Foot", "red", 9, plan="hold"), Listed("Flank", "red", 8, marching=True)
    kept = Kept(Books({"Foot": foot, "Flank": flank}, secret=7))
    own = seen(kept, RED).books
    assert own == Books({"Foot": foot, "Flank": Listed("Flank", "red", 8)})
    assert seen(kept, BLUE).books == Books({"Foot": Listed("Foot", "red", 9)})
    assert seen(kept, REFEREE) is kept


def test_what_is_said_of_a_field_that_is_not_there_fails_at_once():
    with pytest.raises(TypeError, match="Listed has no field colour"):
        showing(Listed, {"colour": EVERYBODY})
