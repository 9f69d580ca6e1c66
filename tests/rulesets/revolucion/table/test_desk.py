"""The desk: whatever happens on the table, people can see it, ask about it and read it."""

from __future__ import annotations

import json

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.engine.battle import order_problems
from sandtable.battle.event import Event
from sandtable.battle.matches.play import carry_through
from sandtable.battle.order import read_order
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.desk.lines import TELLERS, lines
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.rules import TABLE
from tests.rulesets.revolucion.table.proving_ground import SCENARIO

SIDES = ("Government", "Revolutionary")


def plain_entry(number: int, role: str, events: list[Event]) -> dict[str, object]:
    return {"number": number, "role": role, "events": [codec.write(event) for event in events], "answers": []}


def asked(state, seat: Seat, order_is_legal) -> int:
    """Ask everything a seat may ask now; how many orders were drawn up."""
    view = TABLE.view(state, seat)
    drawn = 0
    scene = DESK.scene(view, seat)
    json.dumps(codec.write(scene))
    for piece in ("", *scene.pieces, *scene.figures):
        panel = DESK.panel(view, seat, piece)
        for refused in panel.not_now:
            assert refused.objection.words.endswith(".")
        for offer in panel.offers:
            targets = (
                [name for name, each in scene.pieces.items() if each.side != seat.id][:2]
                if "target" in offer.needs
                else [""]
            )
            place = scene.pieces[piece].anchor if piece in scene.pieces else Point(8_000, 8_000)
            path = (Point(place.x, place.y + 2_000),) if "path" in offer.needs or "place" in offer.needs else ()
            for target in targets:
                preview = DESK.preview(view, seat, Draft(piece=piece, offer=offer.id, target=target, path=path))
                json.dumps(codec.write(preview))
                assert preview.verb or preview.objections
                if preview.order is not None:
                    order = read_order(TABLE.orders, preview.order)
                    assert not order_problems(TABLE, state, seat, order)
                    order_is_legal(order)
                    drawn += 1
    return drawn


@pytest.mark.parametrize("seed", (1, 2))
@pytest.mark.parametrize("text", (source_of("tutorial")[0], SCENARIO), ids=("tutorial", "proving ground"))
def test_everything_that_is_offered_can_be_looked_at_and_ordered(text, seed):
    options = dict(read_scenario(text, "scenario").options)
    state, dice = TABLE.set_up(text, TABLE.ruleset.tables(options, "")), DiceStream(f"desk {seed}")
    players = {side: ChancePlayer(f"{seed}/{side}") for side in SIDES}
    seats = {side: Seat(side, (side,)) for side in SIDES}
    kinds: set[str] = set()
    number = drawn = told = 0
    while (decisions := TABLE.decisions(state)) and number < 60:
        decision, number = decisions[0], number + 1
        seat = seats[decision.by]
        if number % 3 == 0 or state.turn.pending is not None:
            drawn += asked(state, seat, lambda order: kinds.add(order.kind))
        order = players[decision.by].order(TABLE.view(state, seat), decision)
        story = carry_through(TABLE, state, order, dice)
        state = story.state
        for each in seats.values():
            for line in lines(TABLE.view(state, each), plain_entry(number, decision.by, story.events)):
                assert line.words.endswith((".", ")"))
                told += 1
    assert drawn > 20
    assert told > 20
    assert {"command", "rest", "activate"} <= kinds


def test_whoever_has_no_say_is_offered_nothing():
    state = TABLE.set_up(source_of("tutorial")[0], TABLE.ruleset.default_tables)
    assert DESK.panel(state, Seat("spectator"), "").offers == ()


def test_every_event_that_people_see_happen_is_told():
    """Steps of the turn that show by themselves need no words."""
    silent = {"play_passed", "round_ended", "rested", "turn_ended", "acted", "may_form", "leader_acted"}
    assert {event.kind for event in TELLERS} | silent == set(TABLE.events)


def test_what_a_unit_commands_is_drawn_from_where_it_stands():
    state = TABLE.set_up(source_of("tutorial")[0], TABLE.ruleset.default_tables)
    outlook = DESK.outlook(state, Seat("Revolutionary", ("Revolutionary",)), "rev-guns", "Maneuver")
    assert outlook.arc
    assert [band for band, _ in outlook.bands] == [3_000, 6_000, 12_000]
    assert outlook.hidden
    assert DESK.outlook(state, Seat("Revolutionary"), "nobody", "").arc == ()
