"""The flank march on the table: sent in secret, known to nobody else until it comes, and how it comes; worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.verify import verify
from sandtable.conformance.table_secrets import Lookout
from sandtable.geometry.measure import Pose, inches
from sandtable.kernel import codec
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ledger import Raised
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.marching import due, entry
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.table.setting import made, problems, raised
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Edge
from sandtable.rulesets.average_dice.table.turning import IN_A_MOVE, open_now
from sandtable.rulesets.average_dice.vocabulary import Arm
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    ON_FOOT,
    SEATS,
    VILLISTA,
    Laid,
    at,
    begun,
    carried,
    done,
    fire,
    gun,
    laid,
    pose,
    refused,
    row,
    unit,
    with_unit,
)

BEFORE = {"side": None, "day": 0, "boxes": 0, "turn": 0, "turns": 0}
DEFENDERS = unit("F1", FEDERAL, row(20, 65, 6))


def unseen(each: Laid) -> Laid:
    """A unit that the other side does not know of yet."""
    known, piece = each
    return known, replace(piece, hidden=True)


def attackers() -> tuple[Laid, ...]:
    names = ("Zorros", "Villa guard", "Lobos")
    return tuple(unseen(unit(name, VILLISTA, row(1 + 16 * n, 0.5, 10))) for n, name in enumerate(names))


def eve(flank: int = 2, **about: Any) -> dict[str, Any]:
    """The evening before the battle, with so many units that may march."""
    return {**BEFORE, "raised": {VILLISTA: Raised(units=3, flank=flank)}, **about}


def march(name: str, edge: str = "left") -> Act:
    return Act(by="villista", action="flank_march", piece=name, chosen={"edge": edge})


def act(action: str, side: str = "villista") -> Act:
    return Act(by=side, action=action)


def given(battle: Battle[AverageDiceField], *orders: Act) -> Battle[AverageDiceField]:
    for order in orders:
        outcome = battle.submit("pancho" if order.by == "villista" else "felipe", order)
        assert isinstance(outcome, Accepted), outcome
        battle = outcome.battle
    return battle


def told(battle: Battle[AverageDiceField], seat: str) -> Iterator[str]:
    """All that a seat is sent: the table, its log, what is awaited."""
    yield json.dumps(codec.write(battle.view(seat)))
    yield json.dumps(battle.export(seat))
    yield repr(battle.awaited(seat))


# ---- Before the battle --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-2.09", "AVD-G.05")
def test_as_many_units_as_were_thrown_for_are_sent_and_all_by_one_edge():
    cannon = unseen(gun("Colt", VILLISTA, Arm.MACHINE_GUN, pose(40, 5), 2))
    seen = unit("Seen", VILLISTA, row(20, 8, 3))
    field = laid(*attackers(), cannon, seen, DEFENDERS, **eve())
    assert refused(field, march("Colt")) == ["AVD-G.05"]
    assert refused(field, march("Seen")) == ["AVD-G.05"]  # everybody knows where it is
    one = done(field, march("Zorros"))
    assert one.edge is Edge.LEFT
    assert "Zorros" not in one.pieces
    assert one.books.units["Zorros"].flank_march
    assert refused(one, march("Lobos", "right")) == ["AVD-G.05"]
    two = done(one, march("Lobos"))
    assert refused(two, march("Villa guard")) == ["AVD-2.09"]
    nobody = laid(*attackers(), DEFENDERS, **eve(flank=0))
    assert open_now(nobody) == {"villista": ("new_day",)}
    assert refused(nobody, march("Zorros")) == ["AVD-3.05"]


@pytest.mark.rule("AVD-2.10", "AVD-G.05", "AVD-1.02b")
def test_two_average_dice_tell_the_turn_and_one_throw_serves_all():
    field = done(done(laid(*attackers(), DEFENDERS, **eve()), march("Zorros")), march("Lobos"))
    assert refused(field, act("new_day")) == ["AVD-2.10"]
    thrown = done(field, act("flank_arrival"), flank_arrival=[[2, 5]])
    assert thrown.books.arrivals == ((7, ""),)
    assert refused(thrown, act("flank_arrival")) == ["AVD-3.05"]
    assert refused(done(field, act("flank_arrival"), flank_arrival=[[2, 2]]), act("new_day")) == []
    late = laid(*attackers(), DEFENDERS, **eve(arrivals=((7, ""),)))
    assert refused(late, march("Zorros")) == ["AVD-2.10"]  # nobody is sent who knows when


@pytest.mark.rule("AVD-G.05")
def test_by_option_each_unit_has_a_throw_of_its_own():
    field = laid(*attackers(), DEFENDERS, options={"flank": "throw_per_unit"}, **eve())
    field = done(done(field, march("Zorros")), march("Lobos"))
    field = done(field, act("flank_arrival"), flank_arrival=[[2, 2]])
    field = done(field, act("flank_arrival"), flank_arrival=[[5, 5]])
    assert field.books.arrivals == ((4, "Zorros"), (10, "Lobos"))
    day = replace(field, books=replace(field.books, day=1, turn=4, turns=12, side=VILLISTA))
    assert [each.name for each in due(day)] == ["Zorros"]


@pytest.mark.rule("AVD-G.05", "AVD-2.09", "AVD-2.10")
def test_nobody_else_hears_of_a_flank_march_before_it_comes():
    """Names, edge, number and turn: in no view, no log and no export of the other side, order after order until they come."""
    battle = begun(*attackers(), DEFENDERS, **eve())
    lookout = Lookout()
    secrets = ("Zorros", "Lobos", "flank_march", "flank_arrival", '"left"')

    def hidden() -> None:
        lookout.look(battle)
        for text in told(battle, "felipe"):
            assert [word for word in secrets if word in text.replace('"flank_march": false', "")] == []
        view = battle.view("felipe")
        assert view.books.arrivals == ()
        assert view.books.raised[VILLISTA].flank == 0
        assert view.edge is None

    hidden()
    assert battle.view("felipe").pieces.keys() == {"F1"}
    assert battle.view("felipe").books.units.keys() == {"F1"}
    for order in (march("Zorros"), march("Lobos"), act("flank_arrival")):
        battle = given(battle, order)
        hidden()
    assert battle.export("felipe")["entries"] == []  # not even that something was written down
    ((turn, _),) = battle.state.books.arrivals
    assert 4 <= turn <= 10
    battle = given(battle, act("new_day"))
    assert battle.view("felipe").pieces.keys() == {"F1", "Villa guard"}
    while battle.state.books.turn < turn:
        hidden()
        battle = given(battle, act("next_move"), act("next_move", "federal"))
    hidden()
    assert open_now(battle.state) == {"villista": ("arrive",)}
    way = entry(battle.state, "Zorros")
    assert way is not None
    battle = given(battle, way)
    assert "Zorros" in battle.view("felipe").pieces
    assert "Lobos" not in battle.view("felipe").books.units
    assert all("Lobos" not in text for text in told(battle, "felipe"))
    lookout.look(battle)
    log = read_log(json.dumps(battle.log.plain()))
    assert Battle.resume(TABLE, log, battle.seed).state == battle.state
    assert verify(TABLE, log, battle.seed).differences == ()


@pytest.mark.rule("AVD-12.06", "AVD-G.05")
def test_a_generals_death_neither_shakes_nor_names_those_who_march():
    away = unit("Zorros", VILLISTA, row(1, 1, 8), flank_march=True)
    field = laid(
        unit("Villa", VILLISTA, at((10, 50)), Arm.GENERAL),
        unit("V2", VILLISTA, row(10, 30, 8)),
        away,
        unit("F1", FEDERAL, row(6, 60, 10)),
        side=FEDERAL,
        edge=Edge.LEFT,
        arrivals=((9, ""),),
    )
    answers = {"fire_hits": 7, "fire_saves": [{"counts": [1]}], "general_test": [[4]]}
    after, events = carried(field, fire(FEDERAL, "F1", "Villa"), answers)
    assert after.books.units["V2"].general_tested
    assert not after.books.units["Zorros"].general_tested
    assert "Zorros" not in json.dumps([codec.write(event) for event in events])


# ---- Coming on ----------------------------------------------------------------------------------------------------------------------


def dawn(*others: Laid, turn: int = 4, edge: Edge = Edge.LEFT, arm: Arm = Arm.INFANTRY) -> AverageDiceField:
    """A turn of the first day, with a unit of ten on its way that was to come in the fourth."""
    away = unit("Zorros", VILLISTA, row(1, 1, 10), arm, flank_march=True)
    here = unit("V2", VILLISTA, row(20, 1, 10))
    return laid(away, here, DEFENDERS, *others, turn=turn, arrivals=((4, ""),), edge=edge)


def come(far: float, y: float = 61, edge: float = 0, **chosen: Any) -> Act:
    """All ten come in one behind the other's side, from the edge straight in."""
    inward = 1 if edge == 0 else -1
    places = [(Pose(inches(edge), inches(y + 1.02 * n)), pose(edge + inward * far, y + 1.02 * n)) for n in range(10)]
    return Act(by="villista", action="arrive", piece="Zorros", ways=tuple(places), chosen=chosen)


@pytest.mark.rule("AVD-2.10", "AVD-G.05")
def test_they_come_in_their_turn_and_before_anything_else_is_done():
    early = dawn(turn=3)
    assert open_now(early) == {"villista": IN_A_MOVE}
    assert refused(early, come(3)) == ["AVD-8.02"]  # nothing of the kind is open
    field = dawn()
    assert refused(field, act("next_move")) == ["AVD-2.10"]
    after = done(field, come(3))
    assert after.pieces["Zorros"].figures[0] == pose(3, 61)
    assert after.pieces["Zorros"].base == ON_FOOT
    assert open_now(after) == {"villista": IN_A_MOVE}
    known = after.books.units["Zorros"]
    assert (known.flank_march, known.arrived, known.moved) == (False, True, True)


@pytest.mark.rule("AVD-2.10b", "AVD-G.05", "AVD-5.02")
def test_they_enter_on_their_edge_behind_the_line_and_go_as_far_as_any_unit():
    field = dawn()
    assert refused(field, come(6)) == []
    assert set(refused(field, come(6.001))) == {"AVD-5.01"}
    assert refused(field, come(9, rate="fast")) == []
    assert refused(field, come(3, y=60.5)) == []
    assert refused(field, come(3, y=60.499)) == ["AVD-2.10b"]
    assert set(refused(field, come(3, edge=48))) == {"AVD-2.10b"}
    assert refused(dawn(edge=Edge.RIGHT), come(3, edge=48)) == []
    assert set(refused(field, come(0.4))) == {"AVD-1.07"}  # over the edge
    few = replace(come(3), ways=come(3).ways[:9])
    assert refused(field, few) == ["AVD-2.10b"]
    assert refused(field, replace(come(3), piece="V2")) == ["AVD-2.10"]


@pytest.mark.rule("AVD-G.05", "AVD-7.07")
def test_those_who_have_come_strike_but_do_not_fire():
    there = unit("F2", FEDERAL, at(*((4, 61 + 1.02 * number) for number in range(10))))
    field = dawn(there)
    assert set(refused(field, come(3.5))) == {"AVD-1.04b", "AVD-11.02"}  # onto somebody's base
    after = done(field, come(3))
    assert "AVD-G.05" in refused(after, fire(VILLISTA, "Zorros", "F1"))
    assert refused(after, Act(by="villista", action="melee", piece="Zorros", target="F2")) == []


@pytest.mark.rule("AVD-G.05")
def test_who_finds_the_edge_blocked_comes_in_a_later_turn():
    wall = unit("F2", FEDERAL, at(*((0.6, 60.5 + number) for number in range(12)))[:10])
    rest = unit("F3", FEDERAL, at((0.6, 70.5), (0.6, 71.5)))
    field = dawn(wall, rest)
    assert entry(field, "Zorros") is None
    assert open_now(field) == {"villista": IN_A_MOVE}
    later = done(done(field, act("next_move")), act("next_move", "federal"))
    assert open_now(later) == {"villista": IN_A_MOVE}
    parted = later.without("F2").without("F3")
    parted = with_unit(with_unit(parted, "F2", gone=True), "F3", gone=True)
    assert open_now(parted) == {"villista": ("arrive",)}
    assert refused(parted, come(3)) == []
    next_day = replace(parted, books=replace(parted.books, day=2, turn=1))
    assert refused(next_day, come(3)) == []


@pytest.mark.rule("AVD-G.05", "AVD-1.05")
def test_horse_comes_with_both_bases_on_the_table():
    field = dawn(arm=Arm.CAVALRY)
    way = entry(field, "Zorros")
    assert way is not None
    after = done(field, way)
    assert min(stand.box[0] for stand in after.pieces["Zorros"].stands) >= 0


@pytest.mark.rule("AVD-G.33", "AVD-G.05")
def test_a_side_whose_last_units_are_on_the_march_is_not_beaten():
    away = unit("Zorros", VILLISTA, row(1, 1, 10), flank_march=True)
    last = unit("V2", VILLISTA, row(20, 1, 10))
    field = laid(away, last, DEFENDERS, arrivals=((9, ""),), edge=Edge.LEFT)
    assert TABLE.result(with_unit(field.without("V2"), "V2", gone=True)) is None
    gone = with_unit(with_unit(field.without("V2"), "V2", gone=True), "Zorros", gone=True)
    assert TABLE.result(gone) is not None


# ---- Tables of a seed ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-2.09", "AVD-G.47")
def test_a_seed_throws_for_the_number_and_leaves_the_turn_to_the_battle():
    tables = RULESET.default_tables
    for seed in range(10):
        books = raised(DiceStream(f"flank {seed}"), tables)
        assert 2 <= books.raised[VILLISTA].flank <= 5
        assert books.raised[FEDERAL].flank == 0
        assert books.arrivals == ()
    battle = Battle.begin(TABLE, made("flank", tables), SEATS, "tests")
    assert all(piece.owner == "federal" for piece in battle.view("felipe").pieces.values())


@pytest.mark.rule("AVD-2.09", "AVD-G.05")
def test_a_table_on_which_the_wrong_units_march_is_told():
    field = TABLE.set_up(made("flank", RULESET.default_tables), RULESET.default_tables)
    marching = with_unit(field.without("V1"), "V1", flank_march=True)
    assert "AVD-2.09" in {problem.rule for problem in problems(marching)}  # no edge is named
    assert list(problems(replace(marching, edge=Edge.LEFT))) == []
    cannon = with_unit(field.without("V MG1"), "V MG1", flank_march=True)
    assert "AVD-G.05" in {problem.rule for problem in problems(replace(cannon, edge=Edge.LEFT))}
