"""What the table finds by a quick look is what it would find by a careful one."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.miniatures.acting import coming, filled_in, form_read, may
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import aiming, housing, marching
from sandtable.rulesets.average_dice.table.ground import clear_between, clear_on, ground_left
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.rulesets.average_dice.table.state import Edge, base_of
from sandtable.rulesets.average_dice.vocabulary import Arm
from tests.rulesets.average_dice.table.laying import FEDERAL, VILLISTA, laid, pose, row, unit
from tests.rulesets.average_dice.table.wandering import armed, orders, strewn

FIRE = RULESET.by_id["fire"]


def test_contacts_are_those_of_each_figure_with_each_enemy():
    touched = 0
    for number in range(12):
        field = strewn(Random(number), gap=1.2).state
        for piece in field.pieces.values():
            enemies = field.enemies_of(piece.owner)
            by_hand = [
                sum(len(housing.touched(field, piece, enemy)[each]) for enemy in enemies)
                for each in range(len(piece.figures))
            ]
            assert list(housing.contacts(field, piece)) == by_hand
            touched += any(by_hand)
    assert touched


def test_lines_of_sight_are_clear_where_a_careful_look_finds_them_clear():
    blocked = 0
    for number in range(10):
        field = armed(Random(number), 9).state
        ground = ground_left(field)
        for one in field.of("villista"):
            for other in field.of("federal"):
                houses = (housing.house_of(field, one), housing.house_of(field, other))
                some, others = aiming.firers_of(field, one), housing.stands(field, other)
                quick, slow = clear_between(ground, some, others, *houses), clear_on(ground, *houses)
                lines = [(a.bases[0].point, b.bases[0].point) for a in some for b in others]
                assert [quick(*line) for line in lines] == [slow(*line) for line in lines]
                blocked += not all(slow(*line) for line in lines)
    assert blocked


@pytest.mark.rule("AVD-2.10b", "AVD-G.05")
def test_who_comes_by_the_flank_comes_where_the_table_lets_him_first():
    chance = Random(2)
    for number in range(6):
        arm = (Arm.INFANTRY, Arm.CAVALRY)[number % 2]
        crowd = [
            unit(
                f"F{each}",
                FEDERAL,
                row(0.5 + chance.random(), 60.6 + each * 1.15, chance.choice((1, 3))),
                chance.choice((Arm.INFANTRY, Arm.GENERAL)) if each else Arm.INFANTRY,
            )
            for each in range(chance.choice((3, 9)))
        ]
        marcher = unit("V1", VILLISTA, tuple(pose(0, 0) for _ in range(6)), arm, flank_march=True)
        others = unit("V2", VILLISTA, row(20, 5, 5))
        field = laid(marcher, others, *crowd, edge=Edge.LEFT, arrivals=((1, ""),), turn=1)
        known = field.books.units["V1"]
        base = base_of(known, field.tables)
        slow = next(
            (each for each in marching.entries(field, known) if may(marching.COME, coming(field, each, base))), None
        )
        assert marching.entry(field, "V1") == slow


def test_a_form_that_was_read_before_is_the_form_that_is_read_now():
    chance, forms = Random(4), 0
    battle = strewn(chance, gap=10)
    for piece in battle.state.pieces.values():
        for order in orders(chance, battle.state, piece):
            if TABLE.problems(battle.state, order):
                continue
            forms += 1
            known = filled_in(KIT, battle.state, order)[1]
            action = KIT.deeds[order.action].action
            fresh = read_form(action, known.fields, battle.state.tables, PLAIN)
            assert form_read(action, known.fields, battle.state.tables) == fresh
    assert forms > 3


def test_a_yes_is_no_number_even_where_the_number_was_read_before():
    told = {"weapon": "mauser", "range": "9", "target_kind": "unit", "target_figures": 5}
    values: tuple[Any, ...] = (1, True, "1", 0, False, [], {})
    refused = []
    for name, value in product(("figures_firing", "moved_this_turn", "general_fires"), values):
        raw = {**told, name: value}
        fresh = read_form(FIRE, raw, RULESET.default_tables, PLAIN)
        if isinstance(fresh, Form):
            assert form_read(FIRE, raw, RULESET.default_tables) == fresh
            continue
        refused.append((name, value))
        with pytest.raises(Refusal) as refusal:
            form_read(FIRE, raw, RULESET.default_tables)
        assert list(refusal.value.problems) == fresh
    assert ("moved_this_turn", True) in refused
    assert ("moved_this_turn", False) not in refused
