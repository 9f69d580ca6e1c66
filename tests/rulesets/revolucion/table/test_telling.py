"""The log in words: one fact a line, a head for every turn, and no number that the reader misses."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel import codec
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.desk.lines import lines
from sandtable.rulesets.revolucion.vocabulary import Cover, FireMode, Loss, Status
from tests.rulesets.revolucion.table.field import GOV, NORTH, REV, SOUTH, game, point, unit

BY = REV.value
FOE = unit("foe", GOV, (24, 30, SOUTH))


def test_a_line_has_one_fact_and_what_else_happened_follows_a_line_each():
    playing = game(unit("foot", REV, (24, 10, NORTH)), FOE)
    told = (
        events.Fired(unit="foot", target="foe", mode=FireMode.DEPLOYED, range=Fraction(87, 10), cover=Cover.OPEN,
                     start=point(24, 10), end=point(24, 18), levels=3),
        events.BasesRemoved(unit="foe", count=1),
        events.StatusChanged(unit="foe", status=Status.DEMORALIZED),
        events.MoraleDropped(side=GOV, points=1, why=Loss.DESTROYED),
        events.TurnBegan(number=2, initiative=GOV),
    )  # fmt: skip
    thrown = [{"key": "initiative.side", "value": [26], "by": "app", "about": "dice"}]
    entry = {"number": 7, "role": BY, "events": [codec.write(each) for each in told], "answers": thrown}
    (line,) = lines(playing.state, entry)
    name = playing.unit("foot").card.name
    assert (line.who, line.result) == (name, "Loses 1 base")
    assert line.words == f"{name} fired at {playing.unit('foe').card.name}, 8.7 in: Loses 1 base."
    assert line.also == ("Government army morale fell by 1.",)
    assert (line.turn, line.begins, line.dice) == (2, "Government initiative, 26", ())
    assert line.card


def test_every_entry_that_is_heard_of_has_a_line_so_that_numbers_do_not_skip():
    playing = game(unit("foot", REV, (24, 10, NORTH)), FOE)
    for told, words in (
        (events.Acted(unit="foot", deed="rested"), "rested."),
        (events.RoundEnded(side=REV), "The Revolutionary side ended its round."),
        (None, "The Revolutionary side acted."),
    ):
        happened = [] if told is None else [codec.write(told)]
        (line,) = lines(playing.state, {"number": 3, "role": BY, "events": happened, "answers": []})
        assert line.words.endswith(words)
