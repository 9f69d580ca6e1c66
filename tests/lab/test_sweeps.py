"""Where is it even: dials that are set, curves whose crossing is worked out by hand, ladders."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from sandtable.battle.matches.match import tables_of
from sandtable.battle.scenario.counts import hash_of
from sandtable.battle.scenario.editing import with_value
from sandtable.battle.scenario.library import load
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.settings import with_handicaps, with_setting
from sandtable.kernel.problem import Refusal
from sandtable.lab import Handicap, Sweep, Trial
from sandtable.lab.battles.variant import Variant, variant
from sandtable.lab.figures.sweep import curve
from sandtable.lab.questions.balance import Balance
from sandtable.lab.sweeps.curve import Curve, crossing_of
from sandtable.lab.sweeps.dial import Dial, dial_called, set_to, values_of
from sandtable.lab.sweeps.handicap import Ladder, Rung, rungs_of
from tests.lab.making import OTHER, OWN, by_chance, tutorial

FILE = (
    '# first\n[[side]]\nlabel = "A"\nquality = "poor"  # so it was\n\n[[side]]\nlabel = "B"\n\n[victory]\nturns = 6\n'
)


@cache
def celaya() -> Variant:
    return variant(load("celaya-1915"))


def test_one_value_of_a_file_is_set_and_the_rest_stays() -> None:
    assert with_value(FILE, "victory", 0, "turns", 8) == FILE.replace("turns = 6", "turns = 8")
    changed = with_value(FILE, "side", 0, "quality", "good")
    assert changed == FILE.replace('quality = "poor"  # so it was', 'quality = "good"')
    added = with_value(FILE, "side", 1, "quality", "good")
    assert added == FILE.replace('[[side]]\nlabel = "B"', '[[side]]\nquality = "good"\nlabel = "B"')
    assert with_value(FILE, "side", 2, "quality", "good") is None
    assert (
        with_value('text = """\n[[side]]\n"""\n' + FILE, "side", 0, "quality", "good") is None
    )  # what looks like a table is none


def test_dials_are_set() -> None:
    base = tutorial()
    bases = dial_called(base, "unit:rev-guns.bases")
    assert (bases.now, bases.label) == (3, "bases of Machine guns")
    assert {unit.id: unit.bases for unit in set_to(base, bases, 2).scenario.units}["rev-guns"] == 2
    assert [unit.bases for unit in set_to(base, bases, 2).scenario.units if unit.id != "rev-guns"] == [
        unit.bases for unit in base.scenario.units if unit.id != "rev-guns"
    ]
    quality = dial_called(base, "side:Government.quality")
    assert values_of(base, quality, "")[0] == "unmotivated"
    assert set_to(base, quality, "motivated").scenario.side_by_label[OTHER].quality == "motivated"
    turns = dial_called(base, "victory.turns")
    assert set_to(base, turns, 8).scenario.victory.turns == 8
    soft = dial_called(base, "fire.modifier.cover.soft")
    assert tables_of(set_to(base, soft, -4).match).number("fire.modifier.cover.soft") == -4
    first = celaya().scenario.arrivals[0]
    arrival = dial_called(celaya(), f"arrival:{first.id}.turn")
    assert set_to(celaya(), arrival, first.turn + 1).scenario.arrivals[0].turn == first.turn + 1
    assert values_of(base, turns, "4..6") == (4, 5, 6)
    assert values_of(base, soft, "-3, -1") == (-3, -1)


@pytest.mark.parametrize(
    ("what", "told"),
    (
        ("fire.cover", "unknown"),
        ("option:nothing", "unknown"),
        ("unit:nobody.bases", "unknown"),
        ("side:Nobody.quality", "unknown"),
        ("arrival:nobody.turn", "unknown"),
    ),
)
def test_what_cannot_be_varied_is_refused(what: str, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        dial_called(tutorial(), what)


def test_values_that_are_none_are_refused() -> None:
    base = tutorial()
    turns = dial_called(base, "victory.turns")
    for told in ("", "a,b", "9..2"):
        with pytest.raises(Refusal, match="no_range"):
            values_of(base, turns, told)
    with pytest.raises(Refusal):
        set_to(base, turns, 3)  # hints of later turns
    with pytest.raises(Refusal, match="not_allowed"):
        set_to(base, dial_called(base, "base_move.RegularInfantry.March"), 500)


def test_a_crossing_lies_between_its_neighbours() -> None:
    assert crossing_of((1, 2, 3), (0.2, 0.4, 0.8)) == pytest.approx(2.25)  # a quarter of the way from 0.4 to 0.8
    assert crossing_of((3, 2, 1), (0.8, 0.4, 0.2)) == pytest.approx(2.25)
    assert crossing_of((1, 2), (0.6, 0.9)) is None
    assert crossing_of((1, 2), (0.5, 0.9)) == 1


def counted(share: float, number: int = 400) -> Balance:
    play = by_chance(share)
    return Balance(tutorial(), tuple(play(str(seed)) for seed in range(number)), planned=number, most=number)


def test_a_curve_tells_where_it_is_even() -> None:
    dial = Dial("victory", "", 6, "the last turn")
    told = Curve(tutorial(), dial, (4, 5, 6, 7), tuple(counted(share) for share in (0.2, 0.35, 0.6, 0.8)))
    assert told.crossing is not None
    assert told.crossing.interval[0] < 5.6 < told.crossing.interval[1]
    assert 5 < told.crossing.interval[0] <= told.crossing.at <= told.crossing.interval[1] < 6.2
    assert told.sentence.startswith("Even at 5.")
    assert len(told.plain()["points"]) == len(told.lines()) == 4
    drawn = curve(told)
    assert drawn.startswith("<svg")
    assert drawn.count("<circle") == 4
    flat = Curve(tutorial(), dial, (4, 5), (counted(0.7), counted(0.8)))
    assert flat.crossing is None
    assert flat.sentence.startswith("Not yet known where it is even")


def test_a_ladder_has_steps_for_either_side_the_smallest_first() -> None:
    base, dial = tutorial(), Dial("victory", "", 6, "the last turn")
    rungs = [Rung(dial, value, base) for value in (4, 5, 7, 8)]
    shares = (0.35, 0.55, 0.75, 0.9)
    told = Ladder(base, tuple(rungs), counted(0.65), tuple(counted(share) for share in shares))
    assert [step.rung.value for step in told.ladder(OWN)] == [7, 8]
    assert [step.rung.value for step in told.ladder(OTHER)] == [5, 4]
    assert told.ladder(OTHER)[1].gain == pytest.approx(0.3, abs=0.06)
    assert told.evens is not None
    assert told.evens.rung.value == 5
    assert told.sentence.startswith("As it is Contreras's column wins 6")
    assert "at 5" in told.sentence
    assert len(told.lines()) == 4


def test_steps_that_are_sure_are_written_into_the_file_in_place_of_others() -> None:
    base, dial = tutorial(), Dial("victory", "", 6, "the last turn")
    rungs = [Rung(dial, value, base) for value in (5, 7, 8)]
    told = Ladder(base, tuple(rungs), counted(0.6), tuple(counted(share) for share in (0.3, 0.6, 0.9)))
    assert [(one.side, one.to) for one in told.written] == [(OWN, 8), (OTHER, 5)]
    once = with_handicaps(base.match.scenario, told.written)
    assert with_handicaps(once, told.written) == once
    read = read_scenario(once)
    assert read.handicaps == told.written
    assert hash_of(once) == hash_of(base.match.scenario)  # what was counted of it stays true
    changed = with_setting(read, "victory.turns", 8)
    assert changed is not None
    assert read_scenario(changed).victory.turns == 8


def test_rungs_are_those_that_are_allowed() -> None:
    base = tutorial()
    more = rungs_of(base, "bases", 2)
    assert {(rung.dial.of, rung.value) for rung in more if rung.dial.now == 6} <= {
        ("cuencame", 7),
        ("cuencame", 8),
        ("nazas", 7),
        ("nazas", 8),
    }
    three = rungs_of(base, "bases", 3)
    sides = {unit.id: unit.side for unit in base.scenario.units}
    assert {side: sum(sides[rung.dial.of] == side for rung in three) for side in base.sides} == {OWN: 3, OTHER: 3}
    assert len(rungs_of(base, "quality", 3)) == 4
    assert {rung.value for rung in rungs_of(base, "turns", 2)} <= {4, 5, 7, 8}
    with pytest.raises(Refusal):
        rungs_of(base, "luck", 2)


def test_in_python_a_sweep_and_a_handicap_show_themselves() -> None:
    base = tutorial()
    quick = replace(base, match=replace(base.match, players=((OWN, "nearest"), (OTHER, "random"))))
    swept = Trial(quick).sweep("unit:rev-guns.bases", (2, 3), battles=2)
    assert isinstance(swept, Sweep)
    assert repr(swept) == swept.sentence
    assert swept.sentence.split(":")[0] in swept._repr_html_()
    assert swept.figure().svg.startswith("<svg")
    ladder = Trial(quick).handicap("turns", steps=1, battles=2)
    assert isinstance(ladder, Handicap)
    assert "<li>" in ladder._repr_html_() or not ladder.ladder.lines()
    with pytest.raises(Refusal, match="no_side"):
        ladder.steps("Nobody")
