"""What the table says: every refusal in words and by a rule, and every text that its code names."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.battle.texts import catalogue
from sandtable.conformance.table_promises import (
    it_goes_by_the_name_of_its_ruleset,
    its_orders_and_events_can_be_written,
)
from sandtable.kernel.messages import Texts
from sandtable.kernel.problem import Refusal
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848 import table
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.rules import DEEDS, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind, Status
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    act,
    area,
    at,
    done,
    go,
    gov,
    gun,
    laid,
    opening,
    plain,
    pose,
    rebels,
    row,
    troops,
    wall,
)

FIELD = laid(
    rebels("Core", row(10, 10, 4), men=plain(4), nco=False),
    rebels("Near", at((16, 11), (17.2, 11)), men=plain(2), nco=False),
    rebels("Horse", row(30, 10, 2, 2.2), men=plain(2, mounted=True), nco=False),
    rebels("Fight", at((40, 20)), men=plain(1), nco=False),
    rebels("Late", row(20, -3, 2)),
    rebels("Strays", at((2, 30), (3.2, 30), (12, 30)), men=plain(3), nco=False),
    gun("Gun", "Player", pose(30, 30), kind=Kind.REVOLUTIONARIES),
    troops("Line", row(10, 20, 3), men=plain(3, AVERAGE), nco=False),
    troops("Foe", at((40, 21)), men=plain(1, AVERAGE), nco=False),
    troops("Mob", row(10, 40, 3), kind=Kind.MOB, quality=CIVILIAN, firearm=Firearm.NONE, nco=False),
    ground=(
        area("house", 40, 40, 4, 4, "inn"),
        wall("gate", (20, 60), (24, 60), name="gate"),
        area("river", 0, 50, 48, 3),
    ),
    waiting=("Late",),
)
MOVED = done(FIELD, act("move", "Core"), move_distance=[[3]])


def thrown(far: int | None = None, figures: tuple[int, ...] | None = None) -> UprisingField:
    """Those who have thrown, some of them or for another distance."""
    moving = MOVED.moving
    assert moving is not None
    kept = moving.far if far is None else far, moving.figures if figures is None else figures
    return replace(MOVED, moving=replace(moving, far=kept[0], figures=kept[1]))


def named(field: UprisingField, order: Act) -> tuple[UprisingField, Act]:
    return field, order


REFUSED = {
    "no_member": named(FIELD, act("stand", "Core", members=(7,))),
    "other_initiative": named(replace(FIELD, acting=("Core",)), act("stand", "Near")),
    "bound": named(replace(FIELD, bound=("Core",)), act("stand", "Near")),
    "acted": named(replace(FIELD, men={**FIELD.men, "Core": plain(4, acted=True)}), act("stand", "Core")),
    "stray": named(FIELD, act("fire_musket", "Strays", "Line", members=(2,))),
    "no_arms": named(FIELD, act("fire_rifle", "Core", "Line")),
    "waits": named(FIELD, act("charge", "Late", "Line")),
    "in_fight": named(FIELD, act("fire_musket", "Fight", "Line")),
    "target_in_fight": named(FIELD, act("fire_musket", "Core", "Foe")),
    "no_line": named(laid(rebels("Core", at((10, 10))), troops("Line", at((10, 20))), ground=(wall("high_wall", (0, 15), (48, 15)),)), act("fire_musket", "Core", "Line")),
    "together": named(FIELD, act("move", "Late", members=(0,))),
    "crew": named(FIELD, act("move", "Gun", members=(0,), chosen={"instead": "limber"})),
    "throws_first": named(FIELD, act("move", "Core", ways=((pose(1, 1),),))),
    "turns": named(FIELD, act("move", "Gun", chosen={"instead": "turn"})),
    "no_gun": named(FIELD, act("move", "Core", chosen={"instead": "turn"})),
    "not_moving": named(MOVED, act("go", "Near", ways=((), ()))),
    "ways": named(MOVED, act("go", "Core")),
    "not_in_group": named(thrown(figures=(0,)), go(MOVED, "Core", 0, 1)),
    "too_far": named(MOVED, go(MOVED, "Core", 0, 9)),
    "impassable": named(thrown(50_000), go(MOVED, "Core", 0, 41)),
    "in_the_way": named(MOVED, go(MOVED, "Core", 4, 1)),
    "crowded": named(MOVED, go(MOVED, "Core", 1.5, 1)),
    "contact": named(thrown(10_000), go(MOVED, "Core", 0, 9)),
    "scattered": named(thrown(figures=(3,)), go(MOVED, "Core", 0, 6, members=(3,))),
    "no_horse": named(MOVED, go(MOVED, "Core", 0, 1, chosen={"ride": "mount"})),
    "transport": named(laid(rebels("Core", at((10, 10))), troops("Train", at((10, 20)), kind=Kind.CONVOY, quality=CIVILIAN, wagons=1, nco=False), side=GOVERNMENT), gov("charge", "Train", "Core")),
    "no_way": named(FIELD, act("charge", "Core", "Mob", members=(0,), marks=(0,))),
    "wavers": named(laid(rebels("Core", row(10, 10, 2), books={"status": Status.WAVERING})), act("stand", "Core", chosen={"activity": "Stand"})),
    "nothing_to_load": named(FIELD, act("stand", "Core", chosen={"activity": "Load rifles"})),
    "no_contact": named(FIELD, act("attack_lethal", "Core", "Line")),
    "aim": named(FIELD, act("fire_light_artillery", "Gun")),
    "arc": named(FIELD, act("fire_light_artillery", "Gun", marker=(pose(30, 20),))),
    "alone": named(FIELD, act("parley", "Core", "Line", members=(0, 1))),
    "no_civilians": named(FIELD, act("parley", "Core", "Line")),
    "no_leader": named(FIELD, act("oratory", "Core", "Line")),
    "no_embassy": named(FIELD, act("negotiate", "Core", "Line")),
    "no_structure": named(FIELD, act("search_structure", "Core", "mill")),
    "not_inside": named(FIELD, act("search_structure", "Core", "inn")),
    "no_strongpoint": named(FIELD, act("scout", "Core", "inn")),
    "nobody_to_ask": named(FIELD, act("question", "Core", "Line")),
    "no_prison": named(FIELD, act("free_prisoners", "Core", "inn")),
    "draw_barricade": named(FIELD, act("build_barricades", "Core")),
    "too_long": named(FIELD, act("build_barricades", "Core", marker=(pose(10, 11), pose(14, 11)))),
    "far_builder": named(FIELD, act("build_barricades", "Core", marker=(pose(10, 14), pose(11, 14)))),
    "no_ground": named(FIELD, act("build_barricades", "Core", marker=(pose(10, 51), pose(11, 51)))),
    "under_barricade": named(FIELD, act("build_barricades", "Core", marker=(pose(9.7, 10), pose(10.3, 10)))),
    "no_barrier": named(FIELD, act("break_through", "Core", "inn")),
    "not_at_barrier": named(FIELD, act("break_through", "Core", "gate")),
    "itself": named(FIELD, act("merge", "Core", "Core")),
    "other_type": named(FIELD, act("merge", "Core", "Horse")),
    "too_far_to_merge": named(FIELD, act("merge", "Core", "Strays")),
    "other_mind": named(replace(FIELD, books=FIELD.books.with_units(replace(FIELD.unit("Near"), status=Status.WAVERING))), act("merge", "Core", "Near")),
    "name_taken": named(FIELD, act("split", "Core", members=(0,), chosen={"name": "Near"})),
    "facing": named(laid(rebels("Core", row(10, 10, 2)), side=None), act("face")),
    "not_kept": named(laid(rebels("Core", row(10, 10, 2)), troops("Kept", at((40, 60)), books={"secret": True}), troops("Line", row(10, 60, 2)), side=GOVERNMENT), gov("reveal", target="Line")),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_every_refusal_of_the_table_has_words_and_a_rule(name):
    field, order = REFUSED[name]
    if name == "not_kept":
        field = field.with_piece("Kept", hidden=True)
    problems = TABLE.problems(field, order)
    assert f"problem.table.{name}" in {problem.message.id for problem in problems}, problems
    words = catalogue(TABLE)
    with Texts.strictly():
        for problem in problems:
            assert words.say(problem.message).endswith(".")
            assert problem.rule in RULESET.rulebook.by_id


def test_every_problem_that_the_code_names_has_words():
    folder = Path(table.__file__).parent
    sources = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if path.name != "scenario_rules.py"]
    named_ = {name for text in sources for name in re.findall(r'(?:wrong\(\s*[^,]+,|_at\([^,]+,)\s*"(\w+)"', text)}
    assert len(named_) > 40
    assert {name for name in named_ if f"problem.table.{name}" not in catalogue(TABLE).texts} == set()


def test_every_action_has_a_name_and_a_line():
    words = catalogue(TABLE)
    for action in DEEDS:
        assert f"action.{action}.label" in words.texts, action


@pytest.mark.parametrize(
    "text",
    (
        "{no table",
        opening(rebels("Core", row(10, 10, 6))).replace('"figures": 6, "reference"', '"figures": 5, "reference"', 1),
    ),
)
def test_a_table_that_cannot_be_set_up_is_refused_in_words(text):
    with pytest.raises(Refusal) as caught:
        TABLE.set_up(text, RULESET.default_tables)
    with Texts.strictly():
        (problem,) = caught.value.problems
        assert catalogue(TABLE).say(problem.message).startswith("This table cannot be set up: ")


def test_it_is_a_table_that_a_battle_can_use():
    it_goes_by_the_name_of_its_ruleset(TABLE)
    its_orders_and_events_can_be_written(TABLE)
    assert TABLE.sides(FIELD) == ("Player", "NonPlayer")
