"""What the desk shows of 1848!: figures, badges, counts, offers, odds and the log, in words that all exist."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Seat
from sandtable.kernel.messages import Texts
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Goal, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Status
from tests.rulesets.uprising1848.table.laying import (
    CONSCRIPT,
    SEATS,
    act,
    gun,
    opening,
    plain,
    pose,
    rebels,
    row,
    submitted,
    troops,
    wall,
)

PLAYERS, THEIRS = SEATS
REFEREE = Seat("referee", (), referee=True)


@cache
def battle() -> Battle[UprisingField]:
    """A table with a bit of everything."""
    units = (
        rebels("Core", row(10, 10, 6, 1.2), leader=True),
        rebels("Late", row(15, -2, 5)),
        troops("Line", row(10, 18, 6), quality=CONSCRIPT, men=plain(6, CONSCRIPT), nco=False),
        troops("Shaken", row(30, 40, 3), books={"status": Status.WAVERING}),
        gun("Gun", GOVERNMENT, pose(30, 60, 180), books={"markers": 2}),
    )
    ground = (wall("wall", (8, 12), (18, 12)),)
    return Battle.begin(
        TABLE, opening(*units, ground=ground, waiting=("Late",), goal=Goal(turns=15)), (*SEATS, REFEREE), "desk"
    )


def scene(seat: Seat = PLAYERS) -> Scene:
    with Texts.strictly():
        return TABLE.desk.scene(battle().view(seat.id), seat)


def test_the_head_of_the_table_counts_turns_points_and_figures():
    shown = scene()
    assert [(track.boxes, track.crossed) for track in shown.tracks] == [(15, 0)]
    assert [(count.value, count.side) for count in shown.counts] == [("0", PLAYER), ("6", PLAYER), ("13", GOVERNMENT)]


def test_leaders_soldiers_and_guns_are_told_apart():
    shown = scene().pieces
    core, line, battery = (shown[name].cohort for name in ("Core", "Line", "Gun"))
    assert core is not None
    assert line is not None
    assert battery is not None
    assert (core.look, line.look, battery.engine) == ("", "shako", "field-gun")
    assert "star" in repr(core)
    assert "star" not in repr(line)


def test_conditions_are_on_the_plate():
    shown = scene().pieces
    assert [badge.letters for badge in shown["Shaken"].badges] == ["W"]
    assert [badge.words for badge in shown["Gun"].badges] == ["2 loads to go"]
    assert any("friendly lines" in badge.words for badge in shown["Late"].badges)


def test_a_unit_is_offered_what_it_might_do_and_not_what_it_never_could():
    view = battle().view(PLAYERS.id)
    with Texts.strictly():
        panel = TABLE.desk.panel(view, PLAYERS, "Core")
        late = TABLE.desk.panel(view, PLAYERS, "Late")
    assert panel is not None
    assert late is not None
    words = repr(panel)
    assert "Fire muskets" in words
    assert "Speak to them" in words
    assert "Fire rifles" not in words
    assert "Negotiate" not in words


def test_the_log_tells_what_happened():
    after = submitted(battle(), PLAYERS.id, act("fire_musket", "Core", "Line"))
    with Texts.strictly():
        scene_ = TABLE.desk.scene(after.view(PLAYERS.id), PLAYERS)
        for seat in (PLAYERS, THEIRS, REFEREE):
            entry = after.export(seat.id)["entries"][-1]
            assert entry
    assert scene_.pieces["Core"].ready is False or after.state.acting == ("Core",)
    assert any(man.firearm is Firearm.MUSKET and man.acted for man in after.state.men["Core"])


@pytest.mark.parametrize("seat", (PLAYERS, THEIRS, REFEREE), ids=lambda seat: seat.id)
def test_every_seat_has_a_scene_in_words(seat):
    shown = scene(seat)
    assert shown.pieces.keys() >= {"Core", "Line"}
    assert all(piece.name for piece in shown.pieces.values())
