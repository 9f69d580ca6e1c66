"""Secrets: what is hidden is in no view, log, scene, offer, refusal or odds of the Players, whatever it is (R48-3.53d, R48-11.45a, R48-A.01)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.engine.revelation import places_given_away
from sandtable.battle.seat import Seat
from sandtable.conformance.table_secrets import Lookout
from sandtable.geometry.measure import inches
from sandtable.kernel import codec
from sandtable.kernel.requests import Choose
from sandtable.miniatures.acting import law_of, problems_of
from sandtable.rulesets.uprising1848.books import CACHE, STRONGPOINT, KnownPlace
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.table.movement.placing import square
from sandtable.rulesets.uprising1848.table.players import AIMS, ready
from sandtable.rulesets.uprising1848.table.rules import KIT, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Site, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Cache, Garrison, Kind
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CONSCRIPT,
    SEATS,
    VETERAN,
    act,
    area,
    at,
    begun,
    gun,
    opening,
    plain,
    pose,
    rebels,
    row,
    submitted,
    troops,
)

MANOR = area("house", 30, 50, 10, 8, "manor")
OUTPOSTS, STASH = (175, 252, 389), 300  # seeds whose first press brings one that nobody knows about


def kept(number: int) -> str:
    """Two tables that differ in nothing but what the Players do not know: garrison, contents, a stash, who is in the manor."""
    holders = (
        (Party(kind=Kind.GARRISON, quality=AVERAGE, figures=4, nco=True),),
        (
            Party(kind=Kind.GARRISON, quality=VETERAN, figures=6, nco=True, officers=1),
            Party(kind=Kind.ARTILLERY, quality=AVERAGE, figures=4, nco=True),
        ),
    )[number]
    garrison = (Garrison.AVERAGE, Garrison.AVERAGE_WITH_GUN)[number]
    contents, stash = ((Cache.CASH, Cache.PAPERS), (Cache.NOTHING, Cache.CASH))[number]
    places = {
        "Strongpoint 1": KnownPlace("Strongpoint 1", STRONGPOINT, garrison, holders, contents),
        "Cache 1": KnownPlace("Cache 1", CACHE, cache=stash),
    }
    sites = (
        Site("Strongpoint 1", pose(8, 50).point, square("Strongpoint 1", "strongpoint", pose(8, 50).point, inches(6))),
        Site("Cache 1", pose(44, 40).point, square("Cache 1", "hut", pose(44, 40).point, inches(3))),
    )
    secret = {"secret": True}
    hidden = (
        troops("Kept", row(32, 54, 3), books=secret, quality=CONSCRIPT),
        troops("Kept", row(31, 52, 5), books=secret, quality=VETERAN, officers=1),
    )[number]
    units = [
        rebels("Core", row(10, 20, 6, 1.2), leader=True),
        rebels("Second", row(28, 20, 5, 1.2)),
        troops("Line", row(20, 40, 5), officers=1),
        gun("Gun", GOVERNMENT, pose(20, 60, 180)),
        hidden,
    ]
    text = json.loads(opening(*units, ground=(MANOR,), sites=sites, places=places, side=None))
    for piece in text["pieces"]:
        piece["hidden"] = piece["id"] == "Kept"
    return json.dumps(text)


def seen(battle: Battle[UprisingField], seat: str) -> dict[str, Any]:
    """All that a seat gets: view, log, scene, offers, what is awaited."""
    view, sitting = battle.view(seat), battle.log.seat(seat)
    desk = TABLE.desk
    scene = desk.scene(view, sitting)
    return {
        "view": codec.write(view),
        "log": {name: value for name, value in battle.export(seat).items() if name != "commitment"},
        "scene": repr(scene),
        "panels": [repr(desk.panel(view, sitting, piece.id)) for piece in scene.pieces.values() if piece.ready],
        "awaited": repr(battle.awaited(seat).roles),
        "undo": battle.may_undo(seat),
    }


def wishes(view: UprisingField, chance: Random) -> Iterator[Any]:
    """Orders that a seat might think of, most of them not legal."""
    for piece in ready(view, PLAYER):
        yield from AIMS.others(view, piece)
        for enemy in view.enemies_of(PLAYER):
            yield from AIMS.at(view, piece, enemy)
        if view.moving is not None and AIMS.going is not None:
            for _ in range(4):
                there = pose(chance.uniform(0, 48), chance.uniform(10, 46)).point
                yield AIMS.going(view, piece, there, round(view.moving.far * chance.random()), 0)
    yield from AIMS.passes(view, PLAYER)


def accepted(outcome: Accepted[UprisingField] | Refused) -> Battle[UprisingField]:
    """The battle after an order that was taken."""
    assert isinstance(outcome, Accepted), outcome
    return outcome.battle


@pytest.mark.rule("R48-3.53d", "R48-11.45a", "R48-G.09", "R48-G.10", "R48-G.61")
@pytest.mark.parametrize(
    ("seed", "most"), ((0, 12), *(pytest.param(seed, 60, marks=pytest.mark.long) for seed in range(1, 4)))
)
def test_what_is_hidden_makes_no_difference_to_what_the_players_see_and_may_do(seed, most):
    """Two battles with the same dice and other secrets are the same to the Players until something comes to light."""
    one, other = (Battle.begin(TABLE, kept(number), SEATS, f"pair {seed}") for number in (0, 1))
    chance = Random(seed)
    steps = 0
    for _ in range(most):
        assert seen(one, "friedrich") == seen(other, "friedrich")
        decision = one.decisions()[0]
        assert decision == other.decisions()[0]
        seat = "friedrich" if decision.by == PLAYER else "metternich"
        view, twin = one.view("friedrich"), other.view("friedrich")
        if decision.by == PLAYER:
            thought = list(wishes(view, chance))
            found = [problems_of(KIT, view, order) for order in thought]
            assert found == [problems_of(KIT, twin, order) for order in thought]
            legal = [order for order, problems in zip(thought, found, strict=True) if not problems]
            order = chance.choice(legal)
            assert law_of(KIT, view, order).law == law_of(KIT, twin, order).law
        else:
            order = next(iter(AIMS.passes(one.view(seat), GOVERNMENT)))
        outcomes = [battle.submit(seat, order) for battle in (one, other)]
        one, other = (accepted(outcome) for outcome in outcomes)
        while one.question is not None:
            assert other.question is not None
            assert other.question.key == one.question.key
            assert isinstance(one.question.request, Choose)
            asked = one.question.to or ""
            who = "friedrich" if asked == PLAYER else "metternich"
            answer = one.question.request.usual
            answers = [battle.answer(who, one.question.key, answer) for battle in (one, other)]
            one, other = (accepted(outcome) for outcome in answers)
        steps += 1
        if any(not piece.hidden for piece in one.state.pieces.values() if piece.id == "Kept"):
            break
        if any(place.garrison_shown for place in one.state.books.places.values()):
            break
    assert steps > 8


@pytest.mark.rule("R48-11.45a", "R48-3.53d")
def test_a_strongpoint_is_thrown_for_in_the_dark():
    """The throws for garrison and contents are nobody's; the log tells the Players only that there is an outpost."""
    for number in OUTPOSTS:
        battle = begun(rebels("Core", row(20, 30, 4), leader=True), side=None, seed=f"dark {number}")
        battle = submitted(battle, "friedrich", act("initiative"))
        assert "Strongpoint 1" in battle.state.sites
        place = battle.state.books.places["Strongpoint 1"]
        entry = battle.export("friedrich")["entries"][-1]
        keys = [reply["key"] for reply in entry["answers"]]
        assert not any(
            key.startswith(("strongpoint.garrison", "strongpoint.figures", "strongpoint.contents")) for key in keys
        )
        view = battle.view("friedrich")
        assert view.books.places["Strongpoint 1"].contents is None
        assert not place.garrison_shown
        assert view.books.places["Strongpoint 1"].garrison is None
        assert view.books.places["Strongpoint 1"].holders == ()
        assert "garrison_is" not in json.dumps(entry)
        theirs = battle.view("metternich").books.places["Strongpoint 1"]
        assert theirs.garrison is place.garrison  # the government knows its own


@pytest.mark.rule("R48-11.45a", "R48-G.61")
def test_the_search_finds_nothing_while_units_are_hidden():
    battle = Battle.begin(TABLE, kept(1), (*SEATS, Seat("referee", (GOVERNMENT,), referee=True)), "search")
    lookout = Lookout()
    lookout.look(battle)
    assert places_given_away(battle.state, battle.view("friedrich")) == ()
    assert "Kept" not in battle.view("friedrich").pieces
    assert "Kept" in battle.view("metternich").pieces
    assert battle.view("referee") == battle.state
    battle = submitted(battle, "friedrich", act("initiative"))
    lookout.look(battle)


@pytest.mark.rule("R48-G.10", "R48-3.53d")
def test_a_secret_stash_shows_only_that_it_is_one():
    text = opening(rebels("Core", row(20, 30, 4), leader=True), side=None)
    battle = Battle.begin(TABLE, text, SEATS, f"stash {STASH}", options={"secretStash": True})
    battle = submitted(battle, "friedrich", act("initiative"))
    view = battle.view("friedrich")
    assert view.books.places["Cache 1"].cache is None
    entry = battle.export("friedrich")["entries"][-1]
    assert not any(reply["key"].startswith("cache.") for reply in entry["answers"])
    assert battle.state.books.places["Cache 1"].cache is not None


@pytest.mark.rule("R48-A.01")
def test_what_the_government_has_seen_is_its_own():
    battle = begun(rebels("Core", row(20, 30, 4)), troops("Line", row(20, 45, 4)), side=GOVERNMENT)
    battle = submitted(battle, "metternich", act("stand", "Line", by=GOVERNMENT))
    assert battle.state.sightings["Line"].at is not None
    assert battle.view("friedrich").sightings == {}
    assert battle.view("metternich").sightings == battle.state.sightings
    assert at((1, 1))
    assert plain(1)


@pytest.mark.rule("R48-A.01", "R48-11.45a")
def test_whoever_comes_by_an_event_is_in_the_books_of_everybody():
    battle = begun(rebels("Core", row(20, 30, 4)), troops("Line", row(20, 45, 4)), side=GOVERNMENT)
    battle = submitted(battle, "metternich", act("stand", "Line", by=GOVERNMENT))
    known = battle.state.books.units["Line"]
    state = replace(battle.state, books=replace(battle.state.books, entered={"Line": known}))
    assert places_given_away(state, TABLE.view(state, SEATS[0])) == ()
    hidden = state.with_piece("Line", hidden=True)
    assert "Line" not in TABLE.view(hidden, SEATS[0]).books.entered
