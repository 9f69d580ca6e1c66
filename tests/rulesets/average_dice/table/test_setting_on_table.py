"""The attack on the villages: tables that a seed lays out are as the rules have them, and whatever is not is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.texts import catalogue
from sandtable.geometry.measure import Pose, inches
from sandtable.kernel.messages import Texts
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.table.setting import made, problems
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import UNIT_ARMS, Arm, Side, StructureKind, Weapon
from tests.rulesets.average_dice.table.laying import FEDERAL, SEATS, VILLISTA, with_unit

NAME = "the two villages 12"
TEXT = made(NAME, RULESET.default_tables)
FILE = files("sandtable.rulesets.average_dice.table").joinpath("scenarios/the-two-villages.toml")
FIELD = TABLE.set_up(TEXT, RULESET.default_tables)


def rules(field: AverageDiceField) -> set[str | None]:
    return {problem.rule for problem in problems(field)}


def units(field: AverageDiceField, side: Side) -> list[Any]:
    return [each for each in field.books.units.values() if each.side is side and each.arm in UNIT_ARMS]


def drawn(seed: int, **options: Any) -> AverageDiceField:
    tables = RULESET.tables(options)
    return TABLE.set_up(made(f"seed {seed}", tables), tables)


@pytest.mark.rule("AVD-1.01b", "AVD-1.07", "AVD-1.07b", "AVD-1.08", "AVD-3.01", "AVD-3.01b", "AVD-G.38")
def test_the_scenario_is_legal_and_is_what_its_seed_lays_out():
    assert list(problems(FIELD)) == []
    shipped = TABLE.set_up(FILE.read_text(encoding="utf-8"), RULESET.default_tables)
    named, drawn_up = list(shipped.books.units.values()), list(FIELD.pieces)
    assert [replace(unit, name="") for unit in named] == [
        replace(FIELD.books.units[each], name="") for each in drawn_up
    ]
    for unit, name in zip(named, drawn_up, strict=True):
        if not shipped.pieces[unit.name].marker:
            assert shipped.pieces[unit.name].figures == FIELD.pieces[name].figures
    assert {area.kind for area in shipped.terrain.areas} >= {"building", "stream", "broken_ground"}
    assert {piece.owner for piece in FIELD.pieces.values()} == {"villista", "federal"}
    assert max(pose.y for piece in FIELD.of("villista") for pose in piece.figures) < inches(12)


@pytest.mark.rule("AVD-3.01", "AVD-G.38")
def test_the_villistas_line_up_along_all_of_their_base_line_and_federal_guns_stand_beside_both_villages():
    for seed in range(6):
        field = drawn(seed)
        sides = sorted(box[side] for piece in field.of("villista") for box in boxes(piece) for side in (0, 2))
        assert sides[0] < inches(4)
        assert sides[-1] > inches(44)
        guns = [piece.marker.x < inches(24) for piece in field.of("federal") if piece.marker]
        assert abs(sum(guns) - (len(guns) - sum(guns))) <= 1, "as many on the left as on the right"


def boxes(piece: Piece) -> list[tuple[float, float, float, float]]:
    return [stand.box for stand in piece.stands]


def test_a_battle_begins_with_the_throw_for_its_first_day():
    battle = Battle.begin(TABLE, TEXT, SEATS, "tests")
    done = battle.submit("pancho", Act(by="villista", action="new_day"))
    assert isinstance(done, Accepted)
    assert done.battle.state.books.day == 1


@pytest.mark.rule("AVD-2.04", "AVD-2.08", "AVD-2.11", "AVD-2.12", "AVD-G.06", "AVD-G.47", "AVD-G.03")
def test_forces_are_thrown_for_and_every_table_of_a_seed_is_legal():
    for seed in range(15):
        field = drawn(seed)
        assert list(problems(field)) == [], seed
        assert 8 <= len(units(field, VILLISTA)) <= 20
        assert 6 <= len(units(field, FEDERAL)) <= 15
        for side in Side:
            own = [each for each in field.books.units.values() if each.side is side]
            assert field.books.raised[side].units == len(units(field, side))
            assert 2 <= sum(each.is_gun for each in own) == field.books.raised[side].guns <= 5
            (bombers,) = (each for each in own if each.throwers)
            assert bombers.arm is Arm.INFANTRY
            assert 2 <= bombers.throwers <= 5
        prone = [each for each in field.books.units.values() if each.prone_to_desertion]
        assert 2 <= len(prone) <= 5
        assert {each.side for each in prone} == {FEDERAL}
        assert field.books.lots_due == 0


@pytest.mark.rule("AVD-2.03", "AVD-G.47")
def test_by_the_other_method_each_side_has_ten_units_and_a_die_more():
    field = drawn(0, force_method="A")
    for side in Side:
        assert 12 <= len(units(field, side)) <= 15


# ---- What is wrong -----------------------------------------------------------------------------------------------------------------


def armed(field: AverageDiceField, side: Side, weapon: Weapon, count: int) -> AverageDiceField:
    """The table with so many units of a side armed alike, whatever the others have."""
    for unit in units(field, side)[:count]:
        field = with_unit(field, unit.name, weapon=weapon)
    return field


def shifted(field: AverageDiceField, house: str, x: float, y: float) -> AverageDiceField:
    """The table with a house so far to the right and up."""
    areas = tuple(
        replace(area, outline=tuple(each._replace(x=each.x + inches(x), y=each.y + inches(y)) for each in area.outline))
        if area.id.startswith(house)
        else area
        for area in field.terrain.areas
    )
    return replace(field, terrain=replace(field.terrain, areas=areas))


def moved(field: AverageDiceField, name: str, y: float) -> AverageDiceField:
    piece = field.pieces[name]
    return field.with_piece(
        name, figures=tuple(Pose(each.x, each.y + inches(y), each.facing) for each in piece.figures)
    )


def of_stone(field: AverageDiceField) -> AverageDiceField:
    known = {name: replace(each, kind=StructureKind.STONE_BUILDING) for name, each in field.books.structures.items()}
    return replace(field, books=replace(field.books, structures=known))


def mounted(field: AverageDiceField) -> AverageDiceField:
    for unit in units(field, FEDERAL)[: len(units(field, FEDERAL)) // 2 + 1]:
        field = with_unit(field, unit.name, arm=Arm.CAVALRY)
    return field


def gun_of(side: Side, arm: Arm) -> str:
    return next(each.name for each in FIELD.books.units.values() if each.side is side and each.arm is arm)


def outside() -> str:
    """A Federal unit that is in no house."""
    inside = {name for known in FIELD.books.structures.values() for name in known.inside}
    return next(piece.id for piece in FIELD.of("federal") if piece.id not in inside and len(piece.figures) == 10)


BROKEN: dict[str, tuple[str, Callable[[], AverageDiceField]]] = {
    "board": ("AVD-1.07", lambda: replace(FIELD, terrain=replace(FIELD.terrain, width=inches(50)))),
    "one village": ("AVD-1.08", lambda: replace(FIELD, villages=FIELD.villages[:1])),
    "two houses": ("AVD-1.08", lambda: replace(FIELD, villages=(FIELD.villages[0], FIELD.villages[1][:2]))),
    "before the line": ("AVD-3.01b", lambda: shifted(FIELD, "house 17", 0, -4.6)),
    "near a side": ("AVD-3.03", lambda: shifted(FIELD, "house 17", -2.1, 0)),
    "near each other": ("AVD-3.03b", lambda: shifted(FIELD, "house 17", 2.1, 0)),
    "a house apart": ("AVD-G.07", lambda: shifted(FIELD, "house 17 0", -3, 0)),
    "all of stone": ("AVD-G.07", lambda: of_stone(FIELD)),
    "nine figures": ("AVD-2.01", lambda: with_unit(FIELD, units(FIELD, VILLISTA)[0].name, figures=9)),
    "one gunner": ("AVD-2.15", lambda: with_unit(FIELD, gun_of(FEDERAL, Arm.MACHINE_GUN), figures=1)),
    "two artillerymen": ("AVD-2.15b", lambda: with_unit(FIELD, gun_of(FEDERAL, Arm.FIELD_GUN), figures=2)),
    "three Mausers": ("AVD-2.05", lambda: armed(FIELD, VILLISTA, Weapon.MAUSER, 3)),
    "two Winchesters": ("AVD-2.06", lambda: armed(FIELD, VILLISTA, Weapon.WINCHESTER, 2)),
    "too many horse": ("AVD-2.07", lambda: mounted(FIELD)),
    "two dynamite units": ("AVD-2.08", lambda: with_unit(FIELD, units(FIELD, VILLISTA)[0].name, throwers=2)),
    "mounted throwers": ("AVD-G.03", lambda: with_unit(FIELD, units(FIELD, VILLISTA)[-1].name, throwers=2)),
    "shaken Villistas": ("AVD-2.11", lambda: with_unit(FIELD, units(FIELD, VILLISTA)[0].name, prone_to_desertion=True)),
    "wrong cannon": ("AVD-G.04", lambda: with_unit(FIELD, gun_of(VILLISTA, Arm.FIELD_GUN), weapon=Weapon.FIELD_GUN)),
    "no General": ("AVD-4.01", lambda: with_unit(FIELD, "F General", side=VILLISTA)),
    "Federals ahead": ("AVD-3.01c", lambda: moved(FIELD, outside(), -0.001)),
    "Villistas ahead": ("AVD-G.38", lambda: moved(FIELD, units(FIELD, VILLISTA)[0].name, 0.1)),
    "off the board": ("AVD-1.07", lambda: moved(FIELD, units(FIELD, VILLISTA)[0].name, -0.1)),
    "on a base": ("AVD-1.04b", lambda: FIELD.with_piece("V2", figures=FIELD.pieces["V1"].figures)),
}


@pytest.mark.rule("AVD-1.07", "AVD-1.08", "AVD-3.01b", "AVD-3.01c", "AVD-3.03", "AVD-3.03b", "AVD-G.07", "AVD-G.38")
@pytest.mark.rule("AVD-2.01", "AVD-2.05", "AVD-2.06", "AVD-2.07", "AVD-2.08", "AVD-2.11", "AVD-2.15", "AVD-2.15b")
@pytest.mark.rule("AVD-G.03", "AVD-G.04", "AVD-4.01", "AVD-1.04b")
@pytest.mark.parametrize("name", BROKEN)
def test_what_is_not_as_it_should_be_is_told_in_words_with_its_rule(name):
    rule, broken = BROKEN[name]
    found = list(problems(broken()))
    assert rule in {problem.rule for problem in found}
    with Texts.strictly():
        assert all(catalogue(TABLE).say(problem.message).endswith(".") for problem in found)


@pytest.mark.rule("AVD-2.12", "AVD-2.12b", "AVD-2.13")
@pytest.mark.parametrize(("field_guns", "machine_guns"), ((2, 1), (0, 3), (3, 0)))
def test_any_split_of_the_gun_throw_is_legal_and_more_guns_than_any_throw_are_not(field_guns, machine_guns):
    def with_guns(fields: int, machines: int) -> AverageDiceField:
        others = {name: each for name, each in FIELD.books.units.items() if not (each.is_gun and each.side is FEDERAL)}
        model = {arm: FIELD.books.units[gun_of(FEDERAL, arm)] for arm in (Arm.FIELD_GUN, Arm.MACHINE_GUN)}
        guns = dict(_numbered(model[Arm.FIELD_GUN], fields)) | dict(_numbered(model[Arm.MACHINE_GUN], machines))
        pieces = {name: each for name, each in FIELD.pieces.items() if name in others}
        return replace(FIELD, books=replace(FIELD.books, units={**others, **guns}), pieces=pieces)

    assert rules(with_guns(field_guns, machine_guns)) == set()
    assert "AVD-2.12" in rules(with_guns(3, 3))


def _numbered(gun: Any, count: int) -> Iterator[tuple[str, Any]]:
    for number in range(count):
        name = f"{gun.arm} {number}"
        yield name, replace(gun, name=name)
