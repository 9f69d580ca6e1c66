"""What a seat is told: of the battle, and of a question."""

from __future__ import annotations

import json

from sandtable.battle import registry
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.commitment import new_seed
from sandtable.battle.engine.run import Question
from sandtable.battle.scenario.library import source_of
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose, Option
from sandtable.server.table.briefings import briefing_for
from sandtable.server.table.telling import question_view
from sandtable.server.table.texts import server_texts


def test_a_seat_is_told_the_goal_and_its_own_briefing_alone():
    text = source_of("tutorial")[0]
    sides = [Seat(label, (label,)) for label in ("Government", "Revolutionary")]
    battle = Battle.begin(registry.table("revolucion"), text, [*sides, Seat("spectator")], new_seed(), options={})
    one, other, nobody = (briefing_for(battle, seat) for seat in battle.log.seats)
    assert one.goal == other.goal == nobody.goal != ""
    assert one.briefing != other.briefing
    assert one.briefing
    assert nobody.briefing == ""


def test_an_option_carries_the_place_it_stands_for():
    options = (
        Option("1-left", Message.of("table.thrown_out.left", number=1)),
        Option("none", Message("table.leader.stays")),
    )
    square = (Point(0, 0), Point(1_000, 0), Point(1_000, 1_000), Point(0, 1_000))
    question = Question("wreck.place", Choose("wreck.place", options, "none"), "Government", (), {"1-left": (square,)})
    told = json.loads(json.dumps(codec.write(question_view(question, server_texts("revolucion")))["options"]))
    assert [option["place"] for option in told] == [[[[0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000]]], []]
