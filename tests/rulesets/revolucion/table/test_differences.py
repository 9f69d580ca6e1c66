"""What both sides watch tells nobody what is hidden: it comes out the same wherever a hidden unit stands, or shows who made the difference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.event import Story
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.distance import distance
from sandtable.geometry.footprint import figure
from sandtable.geometry.measure import inches
from sandtable.rulesets.revolucion.table import events, leadership, orders
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Mine, Phase, State, Tear, TrainSpeed, Turn
from sandtable.rulesets.revolucion.vocabulary import FireMode, Loss
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER_ORDER,
    MARCH_ORDER,
    NORTH,
    REV,
    SOUTH,
    Game,
    box,
    game,
    ground,
    leader,
    point,
    pose,
    unit,
)
from tests.rulesets.revolucion.table.rolling_stock import front, railway, rolling, train

BY, THEY = REV.value, GOV.value
HIDDEN = {"hidden": True, "mines": True}
WOODS = ground(areas={"woods": ("woods", box(0, 14, 48, 36))})


def lurking(x: float, y: float, side: Any = REV, name: str = "lurkers", **more: Any) -> Any:
    return unit(name, side, (x, y, NORTH), hidden=True, **more)


def public(playing: Game) -> list[Any]:
    """What everybody hears."""
    return [event for event in playing.events if event.known_to == EVERYBODY]


def revealed(playing: Game) -> list[str]:
    return [event.unit for event in playing.events if isinstance(event, events.UnitRevealed)]


# ---- Leaders ---------------------------------------------------------------------------------------------------------------------


def fled(*pieces: Any) -> Story[State]:
    """A Leader at (20, 20) whose enemy stands on him gets away."""
    playing = game(unit("rider", REV, (20, 21, NORTH)), leader("boss", GOV, (20, 20)), *pieces, options=HIDDEN)
    story = Story(TABLE.after, playing.state)
    leadership.run_over(story, "rider")
    return story


@pytest.mark.rule("REV-9.13", "REV-G.40", "REV-G.37")
@pytest.mark.parametrize("off", ((5, 0), (-5, 0), (0, 4), (12, 0)))
def test_where_a_leader_flees_to_does_not_depend_on_who_is_hidden_near_by(off):
    alone = fled().state.leaders["boss"].place
    assert alone is not None
    story = fled(lurking(alone.x / 1000 + off[0], alone.y / 1000 + off[1] + 1))
    assert story.state.leaders["boss"].place == alone
    assert not any(isinstance(event, events.UnitRevealed) for event in story.events)


@pytest.mark.rule("REV-9.13", "REV-G.37")
def test_a_leader_who_flees_right_into_hidden_enemies_finds_them_and_flees_on():
    there = fled().state.leaders["boss"].place
    assert there is not None
    story = fled(lurking(there.x / 1000, there.y / 1000 + 0.5))
    shown, stood = story.events
    assert isinstance(shown, events.UnitRevealed)
    assert isinstance(stood, events.LeaderStood)
    assert stood.place != there


@pytest.mark.rule("REV-9.13", "REV-G.37")
def test_a_hidden_friend_neither_protects_a_leader_nor_is_given_away_by_him():
    friend = lurking(20, 19.25, GOV, "friends", bases=2)
    assert fled(replace(friend, hidden=False)).events == [], "one who is seen protects him"
    story, alone = fled(friend), fled()
    assert story.events == alone.events
    assert story.state.units["friends"].hidden


@pytest.mark.rule("REV-3.13", "REV-G.39b", "REV-G.37")
def test_a_leader_who_rides_to_hidden_enemies_finds_them_and_keeps_an_inch_away():
    def ride(*pieces: Any) -> Game:
        boss = leader("boss", REV, (10, 12))
        playing = game(boss, unit("mate", REV, (30, 5, NORTH)), *pieces, terrain=WOODS, options=HIDDEN)
        return playing.play(orders.MoveLeader(by=BY, leader="boss", path=(point(10, 18),)))

    assert ride(lurking(30, 30, GOV)).leader("boss").place == point(10, 18)
    playing = ride(lurking(10, 18, GOV))
    assert revealed(playing) == ["lurkers"]
    place, stands = playing.leader("boss").place, playing.unit("lurkers").stands
    assert place is not None
    assert stands is not None
    assert distance(figure(place, 750), stands) >= inches(1)
    assert playing.leader("boss").acted


# ---- Falling back ----------------------------------------------------------------------------------------------------------------

FIRE = orders.Fire(by=BY, unit="guns", target="own", mode=FireMode.DEPLOYED)


def driven_back(*pieces: Any, **more: Any) -> Game:
    """Machine guns drive a Demoralized unit back, which stands before a wood."""
    playing = game(
        unit("own", GOV, (20, 13, SOUTH), status="Demoralized"),
        unit("guns", REV, (20, 5, NORTH), "MachineGuns", 3, DEPLOYED),
        unit("mate", REV, (2, 3, NORTH)),
        unit("other", GOV, (45, 3, SOUTH)),
        *pieces,
        terrain=WOODS,
        options=HIDDEN,
        **more,
    )
    return playing.do(FIRE, fire__effect=1)


@pytest.mark.rule("REV-4.81", "REV-G.37")
@pytest.mark.parametrize("side", (REV, GOV))
def test_who_falls_back_past_hidden_units_goes_as_if_they_were_not_there(side):
    alone, past = driven_back(), driven_back(lurking(30, 30, side))
    assert public(alone) == public(past)
    assert past.unit("lurkers").hidden


@pytest.mark.rule("REV-4.81", "REV-5.17", "REV-G.37")
@pytest.mark.parametrize("side", (REV, GOV))
def test_who_would_fall_back_on_hidden_units_finds_them_first(side):
    playing = driven_back(lurking(20, 18, side, bases=6))
    assert revealed(playing) == ["lurkers"]
    kinds = [event.kind for event in public(playing)]
    moved = next(number for number, kind in enumerate(kinds) if kind in ("stood", "unit_gone"))
    assert kinds.index("unit_revealed") < moved, "everybody sees why it goes another way"


@pytest.mark.rule("REV-5.17", "REV-G.37")
def test_who_surrenders_because_of_hidden_enemies_has_seen_them():
    ring = [lurking(x, 18.5, name=f"lurkers {x}", bases=6) for x in (4, 12, 20, 28, 36, 44)]
    playing = driven_back(*ring)
    assert playing.unit("own").gone is Loss.SURRENDERED
    assert revealed(playing)


# ---- On rails, in mines, at work -------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-G.30b", "REV-G.37")
def test_a_train_that_falls_back_on_hidden_units_stops_before_them_and_shows_them():
    playing = rolling(
        unit("foot", REV, (16, 22, 90), formation=DEPLOYED),
        train("express", GOV, 20, 6, status="Demoralized"),
        lurking(20, 5, name="lurkers"),
        options=HIDDEN,
    )
    playing.do(orders.Fire(by=BY, unit="foot", target="express", mode=FireMode.DEPLOYED), fire__effect=2)
    assert revealed(playing) == ["lurkers"]
    assert 12 < front(playing, "express") < 20


@pytest.mark.rule("REV-G.30g", "REV-G.37")
def test_a_train_at_march_speed_runs_on_to_the_wreck_and_meets_who_is_hidden_before_it():
    def sent(*pieces: Any) -> Game:
        playing = rolling(train("express", REV, 10, 2, speed=TrainSpeed.MARCH), *pieces, options=HIDDEN)
        playing.state = replace(playing.state, tears=(Tear("line", inches(20), inches(21), torn=False),))
        march = orders.Command(by=BY, unit="express", order=MARCH_ORDER)
        playing.do(march, order__result=10)
        return playing.play(orders.Move(by=BY, unit="express", path=(pose(20, 18, NORTH),)))

    assert front(sent(), "express") == 20
    playing = sent(lurking(20, 20, GOV))
    assert revealed(playing) == ["lurkers"]
    assert front(playing, "express") < 20


@pytest.mark.rule("REV-10.31b", "REV-10.88c")
def test_mines_that_a_maquina_loca_runs_into_are_seen():
    started = train("loca", REV, 10, 1, "maquinaLoca")
    playing = rolling(started, unit("foot", REV, (5, 5, NORTH)), options=HIDDEN)
    playing.state = replace(playing.state, mines={"m": Mine("m", "mineSquare", THEY, point(20, 15))})
    playing.play(orders.Command(by=BY, unit="loca", order=MANEUVER_ORDER), order__result=10)
    assert playing.unit("loca").gone is Loss.DESTROYED
    assert playing.state.mines["m"].shown_to_all


@pytest.mark.rule("REV-10.88b", "REV-10.88c")
def test_who_stood_in_mines_unawares_sees_them_when_he_pays():
    mine = Mine("m", "mineSquare", THEY, point(10, 10))
    playing = game(
        unit("us", REV, (10, 10, NORTH)), unit("far", GOV, (40, 30, SOUTH)), options=HIDDEN, mines={"m": mine}
    )
    playing.play(orders.Command(by=BY, unit="us", order=MANEUVER_ORDER), order__result=10)
    playing.play(orders.Move(by=BY, unit="us", path=(pose(10, 14, NORTH),)))
    assert "mined" in playing.kinds()
    assert playing.kinds().index("mine_found") < playing.kinds().index("mined")


@pytest.mark.rule("REV-10.86", "REV-G.37")
def test_who_cuts_wire_is_seen_with_the_gap():
    wire = ground(lines={"wire": ("wire", (point(8, 10), point(10, 10)))})
    playing = game(
        unit("us", REV, (9, 10, NORTH), hidden=True),
        unit("mate", REV, (30, 5, NORTH)),
        unit("far", GOV, (40, 30, SOUTH)),
        options={**HIDDEN, "wire": True},
        terrain=wire,
    )
    playing.do(orders.Rest(by=BY, unit="us", cuts="wire"))
    assert revealed(playing) == ["us"]
    assert all(event.known_to == EVERYBODY for event in playing.events)


@pytest.mark.rule("REV-G.54", "REV-G.37")
def test_who_tears_up_track_is_seen_with_the_tear():
    playing = rolling(
        unit("us", REV, (19.5, 20, 90), hidden=True),
        unit("mate", REV, (5, 5, NORTH)),
        options={**HIDDEN, "trackRipping": True},
        terrain=railway(),
        turn=Turn(1, Phase.FREE, REV, REV),
    )
    playing.do(orders.Rest(by=BY, unit="us", rips_track=True))
    assert playing.unit("us").hidden
    playing.do(orders.Finish(by=BY))
    playing.do(orders.Finish(by=THEY), initiative__side=1)
    assert playing.state.tears
    assert not playing.unit("us").hidden
