"""What the opponent works out for one place is what it is told of many at once; and no place is worth more than its bound."""

from __future__ import annotations

from functools import partial

import pytest

from sandtable.geometry.measure import inches
from sandtable.kernel.drivers import enumerate_exactly
from sandtable.rulesets.revolucion.fire import DeployedFire, fire
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.leadership import attached
from sandtable.rulesets.revolucion.table.movement import formations, moves
from sandtable.rulesets.revolucion.table.opponent.odds import Mark, Shooter, levels_by_band
from sandtable.rulesets.revolucion.table.opponent.opponent import Opponent
from sandtable.rulesets.revolucion.table.opponent.places import GRID, _promising, _supposed
from sandtable.rulesets.revolucion.table.opponent.standing import exposure, gaps_to_enemies, standing_worth
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.scenarios.by_chance.scenario import random_scenario
from sandtable.rulesets.revolucion.vocabulary import (
    GUNS,
    Cover,
    FireMode,
    Formation,
    LeaderPlace,
    Order,
    Side,
    Status,
    UnitType,
)
from tests.support.talk import there


@pytest.fixture(scope="module")
def thoughts():
    """Every unit of both sides on a table made by chance, as the opponent thinks of it."""
    state = TABLE.set_up(random_scenario(3), TABLE.ruleset.default_tables)
    opponent = Opponent("general", "shortcuts")
    units = [unit for side in Side for unit in state.units_of(side) if unit.stands is not None]
    return [opponent._thinking(state, unit) for unit in units]


def promised(thinking):
    """What a unit is told of the places that a maneuver would take it to, and the table as if it had that order."""
    view, unit = thinking.view, thinking.unit
    budget = inches(base_move(Order.MANEUVER, unit.kind, view.tables))
    state = _supposed(thinking, Order.MANEUVER, budget)
    start = there(formations.assumed(state, unit, Formation.MANEUVER).end)
    return state, list(_promising(thinking, state, Formation.MANEUVER, start, budget, GRID, -99.0))


def test_a_place_is_worth_alone_what_it_is_among_many(thoughts):
    told = 0
    for thinking in thoughts:
        picture, unit = thinking.picture, thinking.unit
        mode = FireMode.DEPLOYED if unit.kind in GUNS else FireMode.MOVING
        bare = not picture.cells.lines.size
        for promise in promised(thinking)[1]:
            cell = picture.grid.cell(*promise.place)
            danger = weight("ground", "danger") * thinking.caution * picture.danger_at(unit, Formation.MANEUVER, cell)
            good = thinking.purpose_at(promise.place)
            good += weight("ground", "tomorrow") * picture.chance_at(unit, mode, cell)
            assert good - danger <= promise.roughly + 1e-9 <= good + 2e-9  # what shelters it takes off some danger
            if bare:
                assert promise.roughly == pytest.approx(good - danger)
            told += 1
    assert told > len(thoughts)


def test_no_place_is_worth_more_than_its_bound_and_every_way_is_legal(thoughts):
    gone = 0
    for thinking in thoughts:
        state, promises = promised(thinking)
        for promise in promises:
            assert standing_worth(thinking, promise.end, Formation.MANEUVER) <= promise.at_most + 1e-9
            unit = thinking.unit
            move = orders.Move(by=unit.side.value, unit=unit.id, path=promise.path, leaders=attached(state, unit))
            assert moves.plan_move(state, move).end == promise.end
            assert not TABLE.problems(state, move)
            gone += 1
    assert gone > len(thoughts)


def test_what_is_known_of_a_place_already_is_what_a_first_look_tells(thoughts):
    exposed = 0
    for thinking in thoughts:
        stands, looks = thinking.unit.stands, thinking.picture.looks
        enemy = thinking.picture.enemies[0].stands.anchor
        for off in (4, 9, 14, 20):
            body = stands.moved(enemy.x - stands.anchor.x, enemy.y - inches(off) - stands.anchor.y)
            looks.clear()
            first, gaps = exposure(thinking, body, Formation.MANEUVER), gaps_to_enemies(thinking, body)
            looks.clear()
            exposure(thinking, body, Formation.MARCH)  # whoever does not fire asks for less
            assert exposure(thinking, body, Formation.MANEUVER) == first
            assert gaps_to_enemies(thinking, body) == gaps
            exposed += first.danger > 0 and first.chance > 0
    assert exposed > len(thoughts)


SHOOTERS = (UnitType.REGULAR_INFANTRY, UnitType.IRREGULAR_CAVALRY, UnitType.MACHINE_GUNS, UnitType.ARTILLERY)


@pytest.mark.parametrize("options", ({}, {"fire.refusal": True}))
@pytest.mark.parametrize("kind", SHOOTERS)
@pytest.mark.parametrize(("bases", "targets"), ((1, 1), (6, 2), (2, 6), (3, 4)))
def test_the_levels_of_a_kind_of_shot_are_those_of_the_shot_itself(kind, bases, targets, options):
    """Bases are told by who has more, a memory serves all shots of a kind: every band must still be the rule's own."""
    tables = TABLE.ruleset.tables(options, "")
    shooter = Shooter(kind, Status.DISORDERED, bases)
    mark = Mark(UnitType.REGULAR_INFANTRY, Status.OK, targets, targets, Formation.DEPLOYED, Cover.SOFT)
    by_band = levels_by_band(shooter, FireMode.DEPLOYED, mark, tables)
    assert len(by_band) > 1
    for band, known in by_band.items():
        shot = DeployedFire(
            unit=kind,
            leader_with_actor=LeaderPlace.NONE,
            actor_status=shooter.status,
            bases_of_actor=bases,
            range=band,
            target_type=mark.kind,
            target_formation=mark.formation,
            cover=mark.cover,
            target_status=mark.status,
            bases_of_target=targets,
            starting_bases_of_target=targets,
        )
        law = enumerate_exactly(partial(fire, shot, tables)).law.project(lambda verdict: verdict.damage.levels)
        together: dict[int, float] = {}
        for levels, chance in known:
            together[levels] = together.get(levels, 0.0) + chance
        assert together == pytest.approx({levels: float(chance) for levels, chance in law})
