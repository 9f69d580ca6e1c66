"""The tables as printed: fire by its total, losses that destroy, chains of actions that the rulebook reckons through."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.rulesets.revolucion.damage import damage_done, damage_effects
from sandtable.rulesets.revolucion.effects import BasesLost, FallsBack
from sandtable.rulesets.revolucion.victims import LADDER, Victim
from sandtable.rulesets.revolucion.vocabulary import (
    BATTERIES,
    CAVALRY,
    GUNS,
    INFANTRY,
    ONE_FORMATION,
    SHOOTERS,
    Status,
    UnitType,
)
from tests.rulesets.revolucion.play import FIRE, law, tables, total, verdict
from tests.support.talk import Fields

# M: per cent of 0, 1, 2 ... levels
BY_TOTAL = {
    -10: (99, 1),
    -9: (99, 1),
    -8: (99, 1),
    -7: (99, 1),
    -6: (98, 2),
    -5: (97, 3),
    -4: (96, 4),
    -3: (95, 5),
    -2: (90, 10),
    -1: (80, 20),
    0: (70, 30),
    1: (60, 30, 10),
    2: (50, 30, 20),
    3: (40, 30, 30),
    4: (30, 30, 30, 10),
    5: (20, 30, 30, 20),
    6: (10, 30, 30, 30),
    7: (0, 30, 30, 30, 10),
    8: (0, 20, 30, 30, 20),
    9: (0, 10, 30, 30, 30),
    10: (0, 0, 30, 30, 30, 10),
    11: (0, 0, 20, 30, 30, 20),
    12: (0, 0, 10, 30, 30, 30),
    13: (0, 0, 0, 30, 30, 30, 10),
    14: (0, 0, 0, 20, 30, 30, 20),
    15: (0, 0, 0, 10, 30, 30, 30),
    16: (0, 0, 0, 0, 30, 30, 40),
}
MEANS = {
    -7: "0.01",
    -3: "0.05",
    0: "0.3",
    4: "1.2",
    7: "2.2",
    10: "3.2",
    11: "3.5",
    12: "3.8",
    13: "4.2",
    14: "4.5",
    15: "4.8",
    16: "5.1",
}


def shots_by_total() -> dict[int, tuple[str, Fields]]:
    """A shot for every total, found by trying."""
    found: dict[int, tuple[str, Fields]] = {}
    choices: Fields = {
        "unit": ("IrregularCavalry", "RegularInfantry", "MachineGuns"),
        "range": ("0-3", "6-12"),
        "target_formation": ("deployed", "maneuver", "march"),
        "cover": ("open", "soft", "hard", "fortified"),
        "target_status": ("OK", "Disordered"),
        "leader_with_actor": ("none", "attached"),
        "bases_of_target": (1, 4, 6),
    }
    for action, values in product(("moving_fire", "deployed_fire"), product(*choices.values())):
        fields: Fields = {
            "target_type": "RegularInfantry",
            "bases_of_actor": 3,
            **dict(zip(choices, values, strict=True)),
        }
        found.setdefault(total(action, "fire.effect", **fields), (action, fields))
    return found


@pytest.fixture(scope="module")
def shots() -> dict[int, tuple[str, Fields]]:
    return shots_by_total()


@pytest.mark.rule("REV-G.07", "REV-G.07b")
@pytest.mark.parametrize("modifiers", BY_TOTAL)
def test_the_distribution_by_total_modifier(modifiers: int, shots: dict[int, tuple[str, Fields]]):
    action, fields = shots[modifiers]
    levels = law(action, **fields).project(lambda verdict: verdict.damage.levels)
    percents = {level: Fraction(percent, 100) for level, percent in enumerate(BY_TOTAL[modifiers]) if percent}
    assert dict(levels) == percents
    if modifiers in MEANS:
        assert levels.mean(lambda level: level) == Fraction(MEANS[modifiers])


FACTORS = {
    "IrregularInfantry": ((3, 1, -1), (1, -1, -3)),
    "RegularInfantry": ((4, 2, 0), (2, 0, -2)),
    "VeteranInfantry": ((5, 3, 1), (3, 1, -1)),
    "IrregularCavalry": ((2, 0, -3), (0, -2, -5)),
    "RegularCavalry": ((3, 1, -2), (1, -1, -4)),
    "VeteranCavalry": ((4, 2, -1), (2, 0, -3)),
    "MachineGuns": ((7, 6, 5, 2), (4, 3, 2, -1)),
    "Artillery": ((6, 5, 4, 3, 2), (3, 2, 1, 0, -1)),
}
LIMITS = (3, 6, 12, 18, 24)


@pytest.mark.rule("REV-G.05", "REV-6.05", "REV-6.09", "REV-6.09b", "REV-6.06")
@pytest.mark.parametrize("unit", FACTORS)
@pytest.mark.parametrize(("number", "mode"), ((0, "deployed_fire"), (1, "moving_fire")))
def test_the_printed_fire_factors(unit: str, number: int, mode: str):
    """Two bases on two, deployed in the open: nothing but the factor counts."""
    factors = FACTORS[unit][number]
    shot: Fields = {**FIRE, "unit": unit, "bases_of_actor": 2, "bases_of_target": 2}
    for factor, far in zip(factors, LIMITS, strict=False):
        assert total(mode, "fire.effect", **{**shot, "range": far}) == factor
    beyond = f"{LIMITS[len(factors) - 1]}.01"
    assert verdict(mode, **{**shot, "range": beyond}).outcome().key == "out_of_range"


@pytest.mark.rule("REV-G.05")
@pytest.mark.parametrize("mode", ("deployed", "moving"))
@pytest.mark.parametrize("unit", SHOOTERS)
def test_factors_keep_their_printed_distances(unit: UnitType, mode: str):
    """Moving Fire is 2 or 3 less; Cavalry are 1, 1 and 2 less than Infantry of their grade."""
    printed = tables()
    for band in ("0-3", "3-6", "6-12", "12-18", "18-24"):
        factor = printed.number_or_none("fire.factor", mode, unit, band)
        reach = printed.number("fire.reach", unit, "inches")
        assert (factor is None) == (int(band.partition("-")[0]) >= reach)
        if factor is None:
            continue
        moving = printed.number("fire.factor.moving", unit, band)
        assert printed.number("fire.factor.deployed", unit, band) - moving == (3 if unit in GUNS else 2)
        if unit in CAVALRY:
            infantry = UnitType(unit.value.replace("Cavalry", "Infantry"))
            assert printed.number("fire.factor", mode, infantry, band) - factor == (2 if band == "6-12" else 1)


@pytest.mark.rule("REV-G.06", "REV-G.06b")
def test_the_printed_fire_modifiers():
    plain = total("deployed_fire", "fire.effect", **FIRE)
    changes: dict[str, dict[str, int]] = {
        "target_formation": {"deployed": 0, "maneuver": 2, "march": 4},
        "cover": {"open": 0, "soft": -1, "hard": -3, "fortified": -5},
        "actor_status": {"OK": 0, "Disordered": -2, "Demoralized": -2},
        "target_status": {"OK": 0, "Disordered": 1, "Demoralized": 1},
        "leader_with_actor": {"none": 0, "within6": 0, "attached": 1},
        "target_type": dict.fromkeys((kind.value for kind in SHOOTERS), 0),
    }
    for field, values in changes.items():
        for value, change in values.items():
            assert total("deployed_fire", "fire.effect", **{**FIRE, field: value}) - plain == change, value


@pytest.mark.rule("REV-G.06b", "REV-2.10", "REV-2.11")
@pytest.mark.parametrize("unit", (*SHOOTERS, UnitType.ARMORED_CAR, UnitType.TANKETTE))
def test_the_size_counts_for_batteries_only(unit: UnitType):
    sizes = [
        total("moving_fire", "fire.effect", **{**FIRE, "unit": unit.value, "bases_of_actor": n, "bases_of_target": n})
        for n in (1, 2, 3, 4)
    ]
    steps = [size - sizes[1] for size in sizes]
    assert steps == ([-1, 0, 1, 1] if unit in BATTERIES else [0, 0, 0, 0])


@pytest.mark.rule("REV-5.13")
@pytest.mark.parametrize(("started", "fatal"), ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)))
def test_losses_that_destroy(started: int, fatal: int):
    for lost in range(1, started + 1):
        victim = Victim("target", UnitType.REGULAR_INFANTRY, Status.DEMORALIZED, started, started)
        assert damage_done(victim, lost, tables()).destroyed == (lost >= fatal)
        if lost < fatal:  # the last base in a later action destroys as well
            weak = Victim("target", UnitType.REGULAR_INFANTRY, Status.DEMORALIZED, started - lost, started)
            assert damage_done(weak, fatal - lost, tables()).destroyed


@pytest.mark.rule("REV-5.10", "REV-5.11", "REV-5.12", "REV-5.15", "REV-5.16")
@pytest.mark.parametrize("status", LADDER)
@pytest.mark.parametrize("levels", range(7))
def test_the_ladder(status: Status, levels: int):
    """Disordered, Demoralized, then a base a level and one fall back; bases lost earlier leave the ladder as it is."""
    rung = LADDER.index(status) + levels
    for bases, started in ((20, 20), (30, 36)):
        victim = Victim("target", UnitType.REGULAR_INFANTRY, status, bases, started)
        damage = damage_done(victim, levels, tables())
        assert damage.status == LADDER[min(rung, 2)]
        assert damage.bases_lost == max(0, rung - max(2, LADDER.index(status)))
        moves = [effect for effect in damage_effects(victim, damage, tables()) if isinstance(effect, FallsBack)]
        assert len(moves) == (damage.bases_lost > 0)
    assert damage_done(Victim("target", UnitType.MACHINE_GUNS, Status.OK, 1, 1), 6, tables()).destroyed


def test_a_unit_never_loses_more_bases_than_it_has():
    victim = Victim("target", UnitType.MACHINE_GUNS, Status.DEMORALIZED, 1, 3)
    assert damage_done(victim, 4, tables()).bases_lost == 1


def test_uncounted_bases_leave_the_reckoning_to_the_players():
    victim = Victim("target", UnitType.REGULAR_INFANTRY, Status.DEMORALIZED)
    damage = damage_done(victim, 3, tables())
    assert not damage.destroyed
    (lost,) = (effect for effect in damage_effects(victim, damage, tables()) if isinstance(effect, BasesLost))
    assert not lost.counted
    known = Victim("target", UnitType.REGULAR_INFANTRY, Status.DEMORALIZED, None, 4)
    assert damage_done(known, 2, tables()).destroyed


# ---- What the rulebook reckons through ------------------------------------------------------------------------------------------


def fires_to_destroy(started: int, levels_from: Callable[[Status, int], dict[int, Fraction]]) -> float:
    """The expected number of equal fires that destroy a unit which never regroups."""
    expected: dict[tuple[int, int], Fraction] = {}
    for bases in range(started // 2 + 1, started + 1):
        for rung in (2, 1, 0):
            stay, onward = Fraction(0), Fraction(0)
            for levels, weight in levels_from(LADDER[rung], bases).items():
                victim = Victim("target", UnitType.REGULAR_INFANTRY, LADDER[rung], bases, started)
                damage = damage_done(victim, levels, tables())
                after = (bases - damage.bases_lost, LADDER.index(damage.status))
                if after == (bases, rung):
                    stay += weight
                elif not damage.destroyed:
                    onward += weight * expected[after]
            expected[bases, rung] = (1 + onward) / (1 - stay)
    return float(expected[started, 0])


CHAINS = (
    ("5.1", 4, {"unit": "RegularInfantry", "bases_of_actor": 4, "range": "3-6", "target_formation": "deployed"}),
    ("9.3", 4, {"unit": "RegularInfantry", "bases_of_actor": 4, "range": "6-12", "target_formation": "deployed"}),
    ("14.2", 4, {"unit": "RegularInfantry", "bases_of_actor": 4, "range": "3-6", "target_formation": "deployed", "cover": "hard"}),
    ("4.0", 6, {"unit": "MachineGuns", "bases_of_actor": 1, "range": "6-12", "target_formation": "maneuver"}),
    ("3.3", 6, {"unit": "MachineGuns", "bases_of_actor": 2, "range": "6-12", "target_formation": "maneuver"}),
    ("2.8", 6, {"unit": "MachineGuns", "bases_of_actor": 3, "range": "6-12", "target_formation": "maneuver"}),
    ("5.4", 2, {"unit": "RegularInfantry", "bases_of_actor": 4, "range": "6-12", "target_type": "MachineGuns", "target_formation": "deployed", "cover": "soft"}),
)  # fmt: skip


@pytest.mark.rule("REV-G.07", "REV-5.20")
@pytest.mark.parametrize(("printed", "started", "shot"), CHAINS)
def test_the_expected_number_of_fires_to_destroy(printed: str, started: int, shot: dict[str, Any]):
    def levels_from(status: Status, bases: int) -> dict[int, Fraction]:
        fields: Fields = {
            "target_type": "RegularInfantry",
            **shot,
            "target_status": status.value,
            "bases_of_target": bases,
        }
        return dict(law("deployed_fire", **fields).project(lambda verdict: verdict.damage.levels))

    assert f"{fires_to_destroy(started, levels_from):.1f}" == printed


@pytest.mark.rule("REV-G.07", "REV-5.10")
def test_crossing_open_ground_under_machine_guns():
    """Regular Infantry of 4 from 18 to 6 inches under Machine Guns of 2: one fire at 12-18, one at 6-12."""
    ends: dict[str, Fraction] = {}
    for first, weight in _crossing("12-18", Status.OK, 4):
        if first.damage.destroyed:
            ends["destroyed"] = ends.get("destroyed", Fraction(0)) + weight
            continue
        bases = 4 - first.damage.bases_lost
        for second, then in _crossing("6-12", first.damage.status, bases):
            lost = first.damage.bases_lost + second.damage.bases_lost
            end = "destroyed" if second.damage.destroyed else "base" if lost else second.damage.status.value
            ends[end] = ends.get(end, Fraction(0)) + weight * then
    percents = {end: round(weight * 100) for end, weight in ends.items()}
    assert percents == {"OK": 10, "Disordered": 18, "Demoralized": 26, "base": 25, "destroyed": 21}


def _crossing(band: str, status: Status, bases: int) -> Any:
    shot: Fields = {"unit": "MachineGuns", "bases_of_actor": 2, "range": band, "target_type": "RegularInfantry"}
    target: Fields = {"target_formation": "maneuver", "target_status": status.value, "bases_of_target": bases}
    return law("deployed_fire", **shot, **target, starting_bases_of_target=4)


@pytest.mark.rule("REV-G.06d")
@pytest.mark.parametrize(
    ("battery", "target", "split", "together"),
    (
        ("standard", {"target_formation": "maneuver"}, "3.60", "2.20"),
        ("none", {"target_formation": "maneuver"}, "4.50", "1.80"),
        ("standard", {"target_formation": "deployed", "cover": "hard"}, "0.60", "0.70"),
        ("none", {"target_formation": "deployed", "cover": "hard"}, "0.90", "0.50"),
        ("steep", {"target_formation": "maneuver"}, "2.10", "2.20"),
    ),
)
def test_splitting_a_battery(battery: str, target: dict[str, Any], split: str, together: str):
    def levels(bases: int) -> Fraction:
        shot: Fields = {"unit": "MachineGuns", "range": "6-12", "target_type": "RegularInfantry", "bases_of_target": 4}
        found = law("deployed_fire", options={"fire.battery": battery}, bases_of_actor=bases, **shot, **target)
        return found.mean(lambda verdict: verdict.damage.levels)

    assert 3 * levels(1) == Fraction(split)
    assert levels(3) == Fraction(together)


@pytest.mark.rule("REV-G.11", "REV-G.12")
def test_the_printed_close_combat_numbers():
    values: Fields = {
        **{kind: (grade, grade, grade, grade) for grade, kind in enumerate(INFANTRY)},
        **{kind: (grade + 2, grade - 1, grade + 1, grade - 1) for grade, kind in enumerate(CAVALRY)},
    }
    for kind, numbers in values.items():
        columns = ("assaulting_open", "assaulting_rough", "assaulted", "assaulted_deployed")
        assert tuple(tables().number("close_combat.value", kind, column) for column in columns) == numbers
    flank: Fields = {
        "unit": "IrregularInfantry",
        "target_type": "IrregularInfantry",
        "target_formation": "deployed",
        "frontal": False,
    }

    def fight(**changed: Any) -> int:
        return total("assault", "assault.close_combat", answers={"order.result": 10}, **{**flank, **changed})

    plain = fight()
    assert plain == 2
    machine_guns, artillery = GUNS
    for formation in ("deployed", "maneuver"):
        values = {machine_guns: 0, artillery: -1, UnitType.FAST_TRANSPORT: -2, UnitType.SLOW_TRANSPORT: -2}
        for kind, value in values.items():
            assert plain - fight(target_type=kind, target_formation=formation) == value
    assert fight(frontal=True, target_status="Demoralized") == plain - 2 + 3
    assert fight(target_status="Disordered") == plain + 2
    assert fight(target_status="Demoralized") == plain + 3
    assert fight(actor_status="Disordered") == fight(actor_status="Demoralized") == plain - 2
    assert fight(target_formation="march") == plain + 3
    assert [plain - fight(cover=cover) for cover in ("soft", "hard", "fortified")] == [1, 2, 4]
    assert fight(leader_with_actor="attached") == plain + 2
    assert fight(leader_with_target=1) == fight(leader_with_target=3) == plain - 2
    assert [fight(**{box: True}) - plain for box in ("actor_outnumbered", "actor_badly_outnumbered")] == [-1, -2]
    assert [fight(**{box: True}) - plain for box in ("target_outnumbered", "target_badly_outnumbered")] == [1, 2]


def test_the_form_and_the_table_agree_on_who_has_one_formation_only():
    fixed = {path.partition(".")[2] for path in tables().paths() if path.startswith("fixed_formation.")}
    assert fixed == {kind.value for kind in ONE_FORMATION}
