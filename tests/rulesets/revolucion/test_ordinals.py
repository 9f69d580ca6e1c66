"""What has to be better than what, on exact laws and under the convention of REV-0.09.

Fire depends on its dice through one total, so every claim about fire is a claim about totals: the law is monotone over all of them, and
each circumstance moves the total the right way in any situation. Assaults are compared in random full situations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sandtable.kernel.drivers import enumerate_exactly
from sandtable.kernel.messages import Message
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Rule, Verdict
from sandtable.rulesets.revolucion.close_combat import CombatResult
from sandtable.rulesets.revolucion.shot import fire_effect, fire_rolls
from sandtable.rulesets.revolucion.vocabulary import (
    ASSAULT_TROOPS,
    CAVALRY,
    GUNS,
    INFANTRY,
    SHOOTERS,
    Cover,
    Formation,
    LeaderPlace,
    Status,
    UnitType,
)
from tests.rulesets.revolucion import play
from tests.rulesets.revolucion.play import RECEIVED, RULESET, law, mean, tables, total
from tests.support.talk import Fields

FLOOR = -6  # totals below it all stand on the last per cent
TOTALS = range(-16, 17)  # every total that modifiers can give, and some more
GRADES = ("Irregular", "Regular", "Veteran")
MODES = ("deployed_fire", "moving_fire")
BANDS = ("0-3", "3-6", "6-12", "12-18", "18-24")
REACH = {**dict.fromkeys((*INFANTRY, *CAVALRY), 3), UnitType.MACHINE_GUNS: 4, UnitType.ARTILLERY: 5}
few = settings(max_examples=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels(Verdict):
    """A number of levels, and nothing else."""

    levels: int


@cache
def levels_at(modifiers: int) -> Fraction:
    """The exact mean of fire with this total."""

    def rule() -> Rule[Levels]:
        tally = Tally((Modifier(Message("total"), modifiers),))
        return Levels(levels=(yield from fire_effect(fire_rolls("fire", tally, tables()))))

    return enumerate_exactly(rule).law.mean(lambda verdict: verdict.levels)


@pytest.mark.rule("REV-0.09", "REV-G.07", "REV-G.07b")
@pytest.mark.parametrize("modifiers", TOTALS)
def test_more_modifiers_bring_more_levels(modifiers: int):
    if modifiers + 1 >= FLOOR:
        assert levels_at(modifiers + 1) > levels_at(modifiers)
    else:
        assert levels_at(modifiers + 1) == levels_at(modifiers) == Fraction(1, 100)


def fires(action: str, **fields: Any) -> int:
    """The total of a shot."""
    return total(action, "fire.effect", **fields)


def assert_better_fire(better: int, worse: int) -> None:
    """Strictly better fire, unless both totals lie below the floor."""
    assert better > worse
    assert levels_at(better) > levels_at(worse) or better < FLOOR


@st.composite
def shots(draw: st.DrawFn) -> dict[str, Any]:
    """A full situation of fire, within reach."""
    unit = draw(st.sampled_from(SHOOTERS))
    return {
        "action": draw(st.sampled_from(MODES)),
        "unit": unit.value,
        "range": BANDS[draw(st.integers(0, REACH[unit] - 1))],
        "bases_of_actor": draw(st.integers(1, 6)),
        "leader_with_actor": draw(st.sampled_from(tuple(LeaderPlace))).value,
        "actor_status": draw(st.sampled_from(tuple(Status))).value,
        "target_type": draw(st.sampled_from(SHOOTERS)).value,
        "target_formation": draw(st.sampled_from(tuple(Formation))).value,
        "cover": draw(st.sampled_from(tuple(Cover))).value,
        "target_status": draw(st.sampled_from(tuple(Status))).value,
        "bases_of_target": draw(st.integers(1, 6)),
    }


@pytest.mark.rule("REV-0.09", "REV-1.04")
@pytest.mark.parametrize("bases", range(2, 7))
@pytest.mark.parametrize("rifles", (*INFANTRY, *CAVALRY))
@pytest.mark.parametrize("guns", GUNS)
def test_guns_outshoot_rifles_at_every_range_both_reach(guns: UnitType, rifles: UnitType, bases: int):
    for band in BANDS[:3]:
        shot: Fields = {**play.FIRE, "range": band, "bases_of_actor": bases}
        assert_better_fire(
            fires("deployed_fire", **{**shot, "unit": guns.value}),
            fires("deployed_fire", **{**shot, "unit": rifles.value}),
        )


@pytest.mark.rule("REV-2.03")
@pytest.mark.parametrize("arm", ("Infantry", "Cavalry"))
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("band", BANDS[:3])
def test_better_grades_shoot_better(mode: str, arm: str, band: str):
    irregular, regular, veteran = (
        fires(mode, **{**play.FIRE, "unit": f"{grade}{arm}", "range": band}) for grade in GRADES
    )
    assert_better_fire(regular, irregular)
    assert_better_fire(veteran, regular)


@pytest.mark.rule("REV-2.08")
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("mode", MODES)
def test_cavalry_shoot_worse_than_infantry_above_all_far_off(mode: str, grade: str):
    shortfalls = []
    for band in BANDS[:3]:
        foot, horse = (
            fires(mode, **{**play.FIRE, "unit": f"{grade}{arm}", "range": band}) for arm in ("Infantry", "Cavalry")
        )
        assert_better_fire(foot, horse)
        shortfalls.append(foot - horse)
    assert shortfalls[2] > max(shortfalls[:2])


@pytest.mark.rule("REV-6.02")
@pytest.mark.parametrize("unit", SHOOTERS)
def test_deployed_fire_is_significantly_better(unit: UnitType):
    for band in BANDS[: REACH[unit]]:
        shot: Fields = {**play.FIRE, "unit": unit.value, "range": band, "bases_of_target": 4, "bases_of_actor": 4}
        deployed, moving = (levels_at(fires(mode, **shot)) for mode in MODES)
        assert deployed >= moving * Fraction(13, 10)


@given(shots())
@few
@pytest.mark.rule("REV-6.02")
def test_deployed_fire_is_better_in_any_situation(shot: dict[str, Any]):
    del shot["action"]
    assert_better_fire(fires("deployed_fire", **shot), fires("moving_fire", **shot))


def assert_rising(shot: dict[str, Any], field: str, *values: str) -> None:
    """Each value of the field shoots strictly better than the one before, all else equal."""
    totals = [fires(**{**shot, field: value}) for value in values]
    for worse, better in pairwise(totals):
        assert_better_fire(better, worse)


@given(shots())
@few
@pytest.mark.rule("REV-6.04")
def test_denser_formations_suffer_more(shot: dict[str, Any]):
    assert_rising(shot, "target_formation", "deployed", "maneuver", "march")


@given(shots())
@few
@pytest.mark.rule("REV-6.35", "REV-8.10", "REV-8.10b")
def test_better_cover_protects_better_from_fire(shot: dict[str, Any]):
    assert_rising(shot, "cover", "fortified", "hard", "soft", "open")


@given(shots(), st.sampled_from(("Disordered", "Demoralized")))
@few
@pytest.mark.rule("REV-5.04", "REV-5.04b")
def test_shaken_targets_suffer_more_from_fire(shot: dict[str, Any], shaken: str):
    assert_rising(shot, "target_status", "OK", shaken)


@given(shots(), st.sampled_from(("Disordered", "Demoralized")))
@few
@pytest.mark.rule("REV-5.05", "REV-3.48", "REV-5.02", "REV-5.02b")
def test_shaken_firers_shoot_worse(shot: dict[str, Any], shaken: str):
    assert_rising(shot, "actor_status", shaken, "OK")


@given(shots())
@few
@pytest.mark.rule("REV-6.32", "REV-6.32b", "REV-9.02b")
def test_only_an_attached_leader_improves_fire(shot: dict[str, Any]):
    assert_rising(shot, "leader_with_actor", "none", "attached")
    near, nobody = (fires(**{**shot, "leader_with_actor": place}) for place in ("within6", "none"))
    assert near == nobody


BOXES: tuple[Fields, ...] = (
    {"actor_badly_outnumbered": True},
    {"actor_outnumbered": True},
    {},
    {"target_outnumbered": True},
    {"target_badly_outnumbered": True},
)


@given(shots())
@few
@pytest.mark.rule("REV-6.31")
def test_numbers_help(shot: dict[str, Any]):
    del shot["bases_of_actor"], shot["bases_of_target"]
    totals = [fires(**shot, **box, battery_size=2) for box in BOXES]
    for worse, better in pairwise(totals):
        assert_better_fire(better, worse)


@pytest.mark.rule("REV-6.30", "REV-6.30b", "REV-6.30c", "REV-6.30d", "REV-5.20", "REV-2.23")
@pytest.mark.parametrize("mine", range(1, 9))
@pytest.mark.parametrize("theirs", range(1, 9))
def test_bases_tell_who_is_outnumbered(mine: int, theirs: int):
    box = 0 if theirs >= 2 * mine else 1 if theirs > mine else 4 if mine >= 2 * theirs else 3 if mine > theirs else 2
    shot: Fields = {**play.FIRE, "bases_of_actor": mine, "bases_of_target": theirs}
    ticked: Fields = {**play.FIRE, **BOXES[box], "bases_of_actor": None, "bases_of_target": None}
    assert fires("deployed_fire", **shot) == fires("deployed_fire", **ticked)


@given(shots())
@few
@pytest.mark.rule("REV-6.34")
def test_fire_never_rises_with_the_range(shot: dict[str, Any]):
    reach = REACH[UnitType(shot["unit"])]
    totals = [fires(**{**shot, "range": band}) for band in BANDS[:reach]]
    for near, far in pairwise(totals):
        assert levels_at(near) >= levels_at(far)
        assert near > far


@given(shots())
@few
@pytest.mark.rule("REV-10.29", "REV-10.10", "REV-4.41")
def test_trains_are_very_vulnerable(shot: dict[str, Any]):
    train = fires(**{**shot, "target_type": "train"})
    assert train == fires(**{**shot, "target_type": "FastTransport", "target_formation": "march"})
    for formation in ("deployed", "maneuver"):
        assert_better_fire(train, fires(**{**shot, "target_type": "FastTransport", "target_formation": formation}))


# ---- Orders and regrouping --------------------------------------------------------------------------------------------------------


def orders() -> Iterator[dict[str, Any]]:
    for action in ("deploy_tactical", "maneuver", "march"):
        for unit in SHOOTERS:
            for status in Status:
                yield {"action": action, "unit": unit.value, "actor_status": status.value}


@pytest.mark.rule("REV-4.71", "REV-1.06", "REV-9.01")
def test_leaders_bring_orders_through():
    for order in orders():
        chances = {place: law(**order, leader_with_actor=place) for place in ("none", "within6", "attached")}
        lost = {place: found.mean(lambda v: v.measured()["lost"]) for place, found in chances.items()}
        received = {place: found.mean(lambda v: v.measured()["received"]) for place, found in chances.items()}
        assert received["none"] < received["within6"] < received["attached"] or received["within6"] == 1
        assert max(lost["within6"], lost["attached"]) < lost["none"]


@pytest.mark.rule("REV-4.74", "REV-3.48", "REV-5.02", "REV-G.42")
def test_shaken_units_receive_fewer_orders_whichever_the_status():
    for order in orders():
        for place in ("none", "within6"):
            received = mean(measure="received", leader_with_actor=place, **order)
            fit = mean(measure="received", leader_with_actor=place, **{**order, "actor_status": "OK"})
            if order["actor_status"] != "OK":
                assert received < fit
                other = {"Disordered": "Demoralized", "Demoralized": "Disordered"}[order["actor_status"]]
                assert received == mean(measure="received", leader_with_actor=place, **{**order, "actor_status": other})


@pytest.mark.rule("REV-4.73", "REV-4.34b")
def test_a_delayed_order_moves_less_far_whatever_the_status():
    for order in orders():
        distances: dict[str, set[Fraction]] = {"received": set(), "delayed": set()}
        stood: Fields = {"already_deployed": True} if order["action"] == "deploy_tactical" else {}
        for found, _ in law(**order, **stood):
            if found.result in distances:
                distances[found.result].add(found.distance)
        fit = law(**{**order, "actor_status": "OK"}, leader_with_actor="none", **_deployed(order))
        assert max(distances["delayed"]) < min(distances["received"])
        assert distances["received"] == {found.distance for found, _ in fit if found.result == "received"}


def _deployed(order: dict[str, Any]) -> dict[str, Any]:
    return {"already_deployed": True} if order["action"] == "deploy_tactical" else {}


@pytest.mark.rule("REV-9.03", "REV-1.06")
@pytest.mark.parametrize("unit", SHOOTERS)
def test_leaders_help_regrouping(unit: UnitType):
    chances = [
        mean("regroup", "success", unit=unit.value, leader_with_actor=place)
        for place in ("none", "within6", "attached")
    ]
    assert chances[0] < chances[1] < chances[2]
    steps = [
        mean("regroup", "steps", unit=unit.value, leader_with_actor=place) for place in ("none", "within6", "attached")
    ]
    assert steps[0] < steps[1] < steps[2]


# ---- Assaults -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-G.13")
@pytest.mark.parametrize("difference", range(-25, 25))
def test_a_better_fight_is_never_worse(difference: int):
    worse, better = (
        CombatResult(*(tables().step("close_combat.result", d, row) for row in CombatResult._fields))
        for d in (difference, difference + 1)
    )
    assert better.target_levels >= worse.target_levels
    assert better.assaulter_levels <= worse.assaulter_levels
    assert (worse.pushed_back == "target") <= (better.pushed_back == "target")


@st.composite
def assaults(draw: st.DrawFn) -> dict[str, Any]:
    """A full assault between units of legal starting size, its order received."""
    target = draw(st.sampled_from(SHOOTERS))
    return {
        "unit": draw(st.sampled_from(ASSAULT_TROOPS)).value,
        "bases_of_actor": draw(st.integers(4, 6)),
        "leader_with_actor": draw(st.sampled_from(("none", "attached"))),
        "actor_status": draw(st.sampled_from(tuple(Status))).value,
        "target_type": target.value,
        "target_formation": draw(st.sampled_from(tuple(Formation))).value,
        "cover": draw(st.sampled_from(tuple(Cover))).value,
        "target_status": draw(st.sampled_from(tuple(Status))).value,
        "bases_of_target": draw(st.integers(1, 3) if target in GUNS else st.integers(4, 6)),
        "earlier_bases": draw(st.sampled_from((0, 4, 6))),
        "leader_with_target": draw(st.integers(0, 1)),
        "frontal": draw(st.booleans()),
        "rough_path": draw(st.booleans()),
    }


def chance(measure: str, fight: dict[str, Any], **changed: Any) -> Fraction:
    return mean("assault", measure, answers=RECEIVED, **{**fight, **changed})


def assert_better_chance(better: Fraction, worse: Fraction) -> None:
    assert better > worse or better == worse == 0 or better == worse == 1


@given(assaults(), st.sampled_from(("Disordered", "Demoralized")))
@few
@pytest.mark.rule("REV-5.04")
def test_shaken_targets_suffer_more_in_assaults(fight: dict[str, Any], shaken: str):
    calm = chance("levels_on_target", fight, target_status="OK")
    assert_better_chance(chance("levels_on_target", fight, target_status=shaken), calm)


@given(assaults(), st.sampled_from(("Disordered", "Demoralized")))
@few
@pytest.mark.rule("REV-5.05")
def test_shaken_assaulters_inflict_less(fight: dict[str, Any], shaken: str):
    assert chance("levels_on_target", fight, actor_status=shaken) < chance("levels_on_target", fight, actor_status="OK")


def defensive_levels(fight: dict[str, Any], **changed: Any) -> Fraction:
    """The exact mean of defensive fire alone."""
    found = play.requests("assault", answers=RECEIVED, **{**fight, **changed})
    roll = found.get("assault.defensive_fire.effect")
    return levels_at(roll.tally.total) if roll else Fraction(0)


@given(assaults())
@few
@pytest.mark.rule("REV-7.02", "REV-5.06", "REV-G.09")
def test_defensive_fire_falls_with_the_targets_order(fight: dict[str, Any]):
    assume(fight["target_formation"] != "march")
    fine, disordered, demoralized = (
        defensive_levels(fight, frontal=True, target_status=status) for status in ("OK", "Disordered", "Demoralized")
    )
    assert fine > disordered > demoralized == 0


@given(assaults())
@few
@pytest.mark.rule("REV-7.03", "REV-7.09")
def test_frontal_assaults_are_more_dangerous(fight: dict[str, Any]):
    # A shaken assaulter is stopped by the first hit, and so spared the close combat that he would lose.
    fight = {**fight, "actor_status": "OK"}
    flank, frontal = (chance("levels_on_assaulter", fight, frontal=way) for way in (False, True))
    assert flank < frontal or flank == frontal == 0  # REV-0.09: where nothing can happen there is nothing to compare


@given(assaults(), st.sampled_from(("deployed", "maneuver")))
@few
@pytest.mark.rule("REV-7.04")
def test_demoralized_targets_are_the_best(fight: dict[str, Any], formation: str):
    assert_better_chance(
        chance("wins", fight, target_formation=formation, target_status="Demoralized"),
        chance("wins", fight, target_formation=formation, target_status="OK"),
    )


@given(assaults(), st.sampled_from(("deployed", "maneuver")))
@few
@pytest.mark.rule("REV-7.04b")
def test_marching_targets_are_good_too(fight: dict[str, Any], formation: str):
    assert_better_chance(
        chance("wins", fight, target_formation="march", target_status="OK"),
        chance("wins", fight, target_formation=formation, target_status="OK"),
    )


@given(assaults(), st.sampled_from(GRADES))
@few
@pytest.mark.rule("REV-7.24")
def test_cavalry_excel_in_the_open(fight: dict[str, Any], grade: str):
    open_ground: Fields = {"cover": "open", "rough_path": False}
    assert_better_chance(
        chance("wins", fight, unit=f"{grade}Cavalry", **open_ground),
        chance("wins", fight, unit=f"{grade}Infantry", **open_ground),
    )


@given(assaults(), st.sampled_from(CAVALRY), st.sampled_from(("rough", "hard", "fortified")))
@few
@pytest.mark.rule("REV-7.25", "REV-7.25b", "REV-G.11b")
def test_cavalry_do_not_excel_on_bad_ground(fight: dict[str, Any], unit: UnitType, ground: str):
    bad: Fields = {"cover": "open", "rough_path": True} if ground == "rough" else {"cover": ground}
    horse = chance("wins", fight, unit=unit.value, **bad)
    assert_better_chance(chance("wins", fight, unit=unit.value, cover="open", rough_path=False), horse)
    assert horse <= chance("wins", fight, unit=unit.value.replace("Cavalry", "Infantry"), **bad)


@given(assaults())
@few
@pytest.mark.rule("REV-7.36")
def test_even_a_flank_assault_is_dangerous(fight: dict[str, Any]):
    """But for guns that are caught on the march, whom the tables leave no chance against the best."""
    assume(fight["target_formation"] != Formation.MARCH.value or UnitType(fight["target_type"]) not in GUNS)
    assert chance("levels_on_assaulter", fight, frontal=False, target_status="OK") > 0


@given(assaults())
@few
@pytest.mark.rule("REV-8.10c", "REV-8.10b")
@example({**play.ASSAULT, "unit": "IrregularCavalry", "frontal": False, "rough_path": False})
def test_cover_helps_in_close_combat(fight: dict[str, Any]):
    chances = [chance("wins", fight, cover=cover, rough_path=False) for cover in ("fortified", "hard", "soft", "open")]
    for worse, better in pairwise(chances):
        assert_better_chance(better, worse)


@given(assaults())
@few
@pytest.mark.rule("REV-1.06", "REV-7.26", "REV-9.05b")
def test_a_leader_in_front_wins_assaults(fight: dict[str, Any]):
    led, declined, alone = (
        mean("assault", "wins", **{**fight, "leader_with_actor": place}) for place in ("attached", "within6", "none")
    )
    assert_better_chance(led, alone)
    assert_better_chance(declined, alone)
    assert chance("wins", fight, leader_with_actor="within6") == chance("wins", fight, leader_with_actor="none")
    assert chance("assaulter_leader_killed", fight, leader_with_actor="within6") == 0
    assert chance("assaulter_leader_killed", fight, leader_with_actor="attached") > 0


@given(assaults(), st.booleans(), st.sampled_from(tuple(LeaderPlace)))
@few
def test_an_assault_weighed_in_stages_is_that_of_every_way_through_it(
    fight: dict[str, Any], in_reach: bool, place: LeaderPlace
):
    form = play.read("assault", {**fight, "within_reach_if_delayed": in_reach, "leader_with_actor": place.value})
    action = RULESET.by_id["assault"]
    start = action.start(form.situation, tables())
    fast, slow = enumerate_exactly(start, form.answers), enumerate_exactly(lambda: iter(start()), form.answers)
    assert fast.law == slow.law
    assert fast.law.total == 1
    assert (fast.requests.keys(), fast.assumed.keys()) == (slow.requests.keys(), slow.assumed.keys())
