"""Proof that the design carries the digital table: the rules the umpire plays, driven by positions instead of people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.kernel.drivers import Finished, replay
from sandtable.kernel.requests import Observe
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.effects import FallsBack
from sandtable.rulesets.revolucion.fire import DeployedFire, MovingFire
from sandtable.rulesets.revolucion.vocabulary import Formation, LeaderPlace, Status, UnitType
from tests.proof_of_table.ground import (
    INCH,
    Eyes,
    Leader,
    Place,
    Table,
    Unit,
    after,
    assault_situation,
    driven,
    fire_situation,
    in_arc,
    inches,
    leader_place,
    maneuver_situation,
    regroup_situation,
)

RULESET = registry.ruleset("revolucion")
TABLES = RULESET.default_tables
CAVALRY, INFANTRY = "Dorados", "21st Battalion"


def at(x: float, y: float) -> Place:
    return round(x * INCH), round(y * INCH)


def two_units(cavalry: Place = (0, 0), infantry: Place = (8 * INCH, 0), **changes: Any) -> Table:
    """Veteran Cavalry looks east at Regular Infantry that looks west."""
    units = (
        Unit(CAVALRY, "Revolutionary", UnitType.VETERAN_CAVALRY, cavalry, (1, 0), 6, 6, Formation.MANEUVER),
        Unit(INFANTRY, "Government", UnitType.REGULAR_INFANTRY, infantry, (-1, 0), 4, 4),
    )
    return Table({unit.name: unit for unit in units}, **changes)


# ---- Geometry ----------------------------------------------------------------------------------------------------------------------


def test_distance_and_arc():
    assert inches(at(0, 0), at(3, 4)) == 5
    looks_east = two_units().units[CAVALRY]
    assert in_arc(looks_east, at(5, 0))
    assert in_arc(looks_east, at(5, 5)), "the edge of the arc belongs to it"
    assert not in_arc(looks_east, at(5, 5.001))
    assert not in_arc(looks_east, at(-5, 0))
    assert not in_arc(looks_east, at(0, 5))


@pytest.mark.parametrize(("leader", "place"), ((at(0, 0.4), "attached"), (at(0, 6), "within6"), (at(0, 6.1), "none")))
def test_a_leader_is_attached_by_contact_and_near_within_six_inches(leader, place):
    table = two_units(leaders=(Leader(leader, "Revolutionary"),))
    assert leader_place(table, table.units[CAVALRY]) is LeaderPlace(place)
    assert leader_place(table, table.units[INFANTRY]) is LeaderPlace.NONE, "his own side's only"


# ---- Positions build the Fire situation ----------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-6.09b")
@pytest.mark.parametrize(("distance", "factor"), ((3, 4), (3.001, 2), (6, 2), (12, 0)))
def test_the_range_is_measured_and_exactly_on_a_break_belongs_to_the_nearer_band(distance, factor):
    table = two_units(infantry=at(distance, 0))
    situation = fire_situation(table, table.units[INFANTRY], table.units[CAVALRY])
    assert isinstance(situation, DeployedFire)
    assert situation.range == Fraction(str(distance))
    law = RULESET.by_id["deployed_fire"].law(situation, TABLES, {})
    assert law.requests["fire.effect"].tally.modifiers[0].value == factor


def test_formation_decides_whether_the_fire_is_deployed_or_moving():
    table = two_units()
    assert isinstance(fire_situation(table, table.units[CAVALRY], table.units[INFANTRY]), MovingFire)
    assert isinstance(fire_situation(table, table.units[INFANTRY], table.units[CAVALRY]), DeployedFire)


def test_out_of_range_is_known_from_the_positions_alone():
    table = two_units(infantry=at(12.5, 0))
    situation = fire_situation(table, table.units[INFANTRY], table.units[CAVALRY])
    verdict = driven(
        RULESET.by_id["deployed_fire"].start(situation, TABLES), DiceStream("x"), Eyes(table, INFANTRY, CAVALRY)
    )
    assert verdict.steps == ()
    assert verdict.verdict.outcome().key == "out_of_range"


# ---- Geometry answers the Assault's questions ------------------------------------------------------------------------------------------


def facts(table: Table, seed: str = "charge") -> dict[str, Any]:
    """What an assault asked of geometry, and what it saw."""
    action = RULESET.by_id["assault"]
    situation = assault_situation(table, table.units[CAVALRY], table.units[INFANTRY])
    assert list(situation.problems(TABLES)) == []
    run = driven(action.start(situation, TABLES), DiceStream(seed), Eyes(table, CAVALRY, INFANTRY))
    assert all(step.by == "geometry" for step in run.steps if isinstance(step.request, Observe))
    return {step.key: step.value for step in run.steps if isinstance(step.request, Observe)}


def launched(table: Table) -> dict[str, Any]:
    """The facts of the first seed whose order is received, so that all questions are asked."""
    return next(found for number in range(50) if "assault.frontal" in (found := facts(table, str(number))))


def test_all_questions_of_an_assault_are_answered_by_geometry():
    assert launched(two_units()) == {
        "assault.frontal": True, "assault.rough_path": False, "assault.leader_with_target": 0, "assault.earlier_bases": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("place", "frontal"), ((at(0, 0), True), (at(8, 9), False), (at(16, 0), False)))
def test_frontal_is_whether_the_assault_comes_through_the_arc_of_fire(place, frontal):
    assert launched(two_units(cavalry=place))["assault.frontal"] is frontal


@pytest.mark.parametrize(
    ("patch", "rough"), (((at(4, 0), INCH), True), ((at(4, 1.5), INCH), False), ((at(20, 0), INCH), False))
)
def test_rough_ground_on_the_straight_path_is_seen(patch, rough):
    assert launched(two_units(rough=(patch,)))["assault.rough_path"] is rough


@pytest.mark.parametrize(
    ("leaders", "count"), (((), 0), ((at(8, 0.5),), 1), ((at(8, 0.5), at(8, 0)), 2), ((at(8, 2),), 0))
)
def test_leaders_with_the_target_are_those_in_contact(leaders, count):
    table = two_units(leaders=tuple(Leader(place, "Government") for place in leaders))
    assert launched(table)["assault.leader_with_target"] == count


def test_bases_that_assaulted_before_are_remembered_by_the_table():
    assert launched(replace(two_units(), assaulted={INFANTRY: 6}))["assault.earlier_bases"] == 6


@pytest.mark.parametrize(("distance", "within"), ((6, True), (6.001, False)))
def test_a_delayed_assault_asks_geometry_for_the_reduced_reach(distance, within):
    table = two_units(infantry=at(distance, 0))
    late = next(found for number in range(80) if "assault.within_reach" in (found := facts(table, str(number))))
    assert late["assault.within_reach"] is within


# ---- Effects are applied, and a game is played ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LogEntry:
    """An order as the log keeps it: who does what, and every answer, geometry's included."""

    action: str
    actor: str
    answers: tuple[tuple[str, Any], ...]


SITUATIONS = {
    "deployed_fire": fire_situation,
    "moving_fire": fire_situation,
    "assault": assault_situation,
    "maneuver": lambda table, actor, _: maneuver_situation(table, actor),
    "regroup": lambda table, actor, _: regroup_situation(table, actor),
}


def enemy_of(name: str) -> str:
    return INFANTRY if name == CAVALRY else CAVALRY


def chosen(table: Table, actor: Unit, target: Unit) -> str:
    """A simple commander: rally, charge home, shoot, or close in."""
    distance = inches(actor.at, target.at)
    if actor.status is not Status.OK:
        return "regroup"
    if actor.kind is UnitType.VETERAN_CAVALRY and distance <= 12:
        return "assault"
    if distance <= 12 and in_arc(actor, target.at):
        return "deployed_fire" if actor.formation is Formation.DEPLOYED else "moving_fire"
    assert table.units
    return "maneuver"


def start_of(table: Table, action: str, actor: str) -> Any:
    situation = SITUATIONS[action](table, table.units[actor], table.units[enemy_of(actor)])
    return RULESET.by_id[action].start(situation, TABLES)


def carried_out(table: Table, actor: str, action: str, run: Finished) -> Table:
    start = table.units[actor].at
    if action == "assault" and run.verdict.ended not in ("lost", "out_of_reach"):
        before = table.assaulted.get(enemy_of(actor), 0)
        table = replace(table, assaulted={**table.assaulted, enemy_of(actor): before + table.units[actor].bases})
    for effect in run.verdict.effects:
        table = after(table, effect, actor, enemy_of(actor), start)
    return table


def new_turn(table: Table) -> Table:
    rested = {name: replace(unit, acted=False) for name, unit in table.units.items()}
    return replace(table, units=rested, assaulted={})


def fought_out(table: Table) -> bool:
    return any(unit.gone for unit in table.units.values())


def played(table: Table, seed: str, turns: int = 8) -> tuple[Table, list[LogEntry]]:
    dice = DiceStream(seed)
    log: list[LogEntry] = []
    for _ in range(turns):
        table = new_turn(table)
        for name in (CAVALRY, INFANTRY):
            if fought_out(table) or table.units[name].acted:
                continue
            action = chosen(table, table.units[name], table.units[enemy_of(name)])
            run = driven(start_of(table, action, name), dice, Eyes(table, name, enemy_of(name)))
            log.append(LogEntry(action, name, tuple((step.key, step.value) for step in run.steps)))
            table = carried_out(table, name, action, run)
        log.append(LogEntry("end of turn", "", ()))
    return table, log


def replayed(table: Table, log: list[LogEntry]) -> Table:
    """The fold of the log: nothing is thrown and nothing is measured."""
    table = new_turn(table)
    for entry in log:
        if entry.action == "end of turn":
            table = new_turn(table)
        else:
            run = replay(start_of(table, entry.action, entry.actor), list(entry.answers))
            table = carried_out(table, entry.actor, entry.action, run)
    return table


SEEDS = [f"battle {number}" for number in range(12)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_replays_from_its_log_to_the_same_table(seed):
    start = two_units(infantry=at(20, 3), leaders=(Leader(at(0, 0), "Revolutionary"),), rough=((at(12, 1), INCH),))
    end, log = played(start, seed)
    assert end != start
    assert new_turn(end) == replayed(start, log)
    assert played(start, seed) == (end, log), "the same seed plays the same game"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_can_be_verified_by_measuring_again(seed):
    start = two_units(infantry=at(20, 3), leaders=(Leader(at(0, 0), "Revolutionary"),), rough=((at(12, 1), INCH),))
    table = new_turn(start)
    for entry in played(start, seed)[1]:
        if entry.action == "end of turn":
            table = new_turn(table)
            continue
        run = replay(start_of(table, entry.action, entry.actor), list(entry.answers))
        eyes = Eyes(table, entry.actor, enemy_of(entry.actor))
        for step in run.steps:
            if isinstance(step.request, Observe):
                assert step.value == eyes.observe(step.key, step.request)
        table = carried_out(table, entry.actor, entry.action, run)


def test_games_have_all_kinds_of_endings():
    """The commander charges, shoots, rallies; over a dozen seeds units lose bases, fall back and are destroyed."""
    ends = [played(two_units(infantry=at(20, 3)), seed) for seed in SEEDS]
    actions = {entry.action for _, log in ends for entry in log}
    assert {"assault", "maneuver", "regroup"} <= actions
    assert actions & {"deployed_fire", "moving_fire"}
    assert any(fought_out(table) for table, _ in ends)
    assert len({tuple(sorted((unit.bases, unit.status) for unit in table.units.values())) for table, _ in ends}) > 3


def test_bases_and_status_on_the_table_are_those_of_the_verdicts():
    table = two_units(infantry=at(2, 0))
    hurt = fire_situation(table, table.units[INFANTRY], table.units[CAVALRY])
    run = replay(
        RULESET.by_id["deployed_fire"].start(hurt, TABLES), [("fire.effect", [9]), ("fire.leader_with_target", 0)]
    )
    done = carried_out(table, INFANTRY, "deployed_fire", run).units[CAVALRY]
    damage = run.verdict.damage
    assert damage.levels == 3, (
        "9, +4 for Regular Infantry at 3 inches, +2 for maneuver formation, -1 for 4 bases against 6"
    )
    assert done.status is damage.status is Status.DEMORALIZED
    assert done.bases == 6 - damage.bases_lost == 5
    (falls_back,) = (effect for effect in run.verdict.effects if isinstance(effect, FallsBack))
    assert falls_back.distance == 12, "as far as an assault of cavalry goes"
    assert inches(done.at, table.units[INFANTRY].at) == 2 + falls_back.distance
