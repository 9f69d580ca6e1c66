"""Rules that the worked examples do not reach: orders without a test, what is left after a loss, vehicles, aircraft, Leaders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    ASSAULT_TROOPS,
    FIGHTERS,
    SHOOTERS,
    LeaderPlace,
    Status,
    UnitType,
)
from tests.rulesets.revolucion.play import (
    ASSAULT,
    FIRE,
    RECEIVED,
    RULESET,
    effect,
    kinds,
    law,
    mean,
    pending,
    problems,
    read,
    refused_by,
    requests,
    say,
    total,
    verdict,
)
from tests.support.talk import Fields, there

# ---- Orders -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-G.01b", "REV-9.02")
def test_no_order_test_where_none_is_due():
    for action, fields in {
        "rest": {},
        "move_leader": {},
        "route_march": {"unit": "RegularInfantry"},
        "regroup": {"unit": "RegularInfantry"},
        "deployed_fire": FIRE,
        "moving_fire": FIRE,
        "march": {"unit": "maquinaLoca"},
    }.items():
        assert "order.result" not in requests(action, **fields), action
    assert "order.result" not in requests("maneuver", options={"aircraft": True}, unit="aircraft")
    assert "order.result" in requests("maneuver", unit="maquinaLoca")
    assert "order.result" in requests("march", unit="train")


@pytest.mark.rule("REV-G.30j")
def test_a_maquina_loca_is_launched_by_an_order_and_then_runs_by_itself():
    for die, launched in ((2, False), (4, True), (10, True)):
        found = verdict("maneuver", {"order.result": die}, unit="maquinaLoca")
        assert (kinds(found) == ["may_move"]) is launched
        assert found.distance == (8 if launched else 0), "the launch goes the full base move, late or not"
    running = verdict("march", unit="maquinaLoca")
    assert running.distance == 16
    assert refused_by("regroup", unit="maquinaLoca") == {"REV-G.30j"}
    hit = verdict("deployed_fire", {"fire.effect": 10}, **{**FIRE, "target_type": "maquinaLoca"})
    assert (hit.damage.levels, kinds(hit)) == (3, ["destroyed", "explodes"])


@pytest.mark.rule("REV-10.35", "REV-G.30j")
def test_a_maquina_loca_destroyed_on_its_way_goes_off_on_the_spot():
    shot: Fields = {**FIRE, "target_type": "maquinaLoca", "bases_of_target": 1}
    assert total("deployed_fire", "fire.effect", **shot) == 2 + 4 + 2, "a target in march formation"
    for die, exploded in ((3, False), (5, False), (6, True)):
        found = verdict("deployed_fire", {"fire.effect": die}, **shot)
        assert ("explodes" in kinds(found)) is exploded
    pushed = verdict(
        "assault",
        {**RECEIVED, "assault.close_combat": [1, 5]},
        **{**ASSAULT, "target_type": "maquinaLoca", "bases_of_target": 1, "bases_of_actor": 1},
    )
    assert "pushed_back" not in kinds(pushed, "target")


@pytest.mark.rule("REV-4.72", "REV-G.04", "REV-G.04b")
def test_a_lost_order_leaves_an_action_without_movement_but_none_after_fire():
    lost = {"order.result": 1}
    assert effect(verdict("maneuver", lost, unit="RegularInfantry"), "keeps_action").allowed == "without_movement"
    assert effect(verdict("maneuver", lost, unit="SlowTransport"), "keeps_action").allowed == "unarmed"
    fired = verdict("maneuver", lost, unit="RegularInfantry", actor_earlier_this_turn="fired")
    assert effect(fired, "keeps_action").allowed == "none"
    assert effect(verdict("maneuver", lost, unit="train"), "keeps_action").allowed == "train"


@pytest.mark.rule("REV-3.27", "REV-G.04")
def test_fire_declared_with_a_move_comes_first():
    found = verdict("moving_fire", {"fire.effect": 1}, **FIRE, actor_moves_afterwards="Maneuver")
    assert kinds(found) == ["order_follows"]
    assert "order.result" not in requests("moving_fire", **FIRE, actor_moves_afterwards="Maneuver")


@pytest.mark.rule("REV-G.39d", "REV-G.01c", "REV-9.05b", "REV-7.26")
def test_a_leader_who_declines_to_lead_helps_the_order_as_one_who_is_near():
    near, leading, alone = (
        requests("assault", **{**ASSAULT, "leader_with_actor": place})["order.result"].tally.total
        for place in ("within6", "attached", "none")
    )
    assert (alone, near, leading) == (1, 3, 5)


@pytest.mark.rule("REV-3.17", "REV-4.70")
@pytest.mark.parametrize("action", ("deploy_tactical", "maneuver", "march"))
def test_orders_may_be_received_delayed_or_lost(action: str):
    assert {found.result.value for found, _ in law(action, unit="RegularInfantry")} == {"received", "delayed", "lost"}


@pytest.mark.rule("REV-10.50", "REV-G.17", "REV-4.45", "REV-0.08", "REV-10.57", "REV-2.13")
def test_speeds_of_special_types():
    def moves(unit: str, **options: Any) -> Fraction:
        distance: Fraction = verdict("maneuver", {"order.result": 10}, options=options, unit=unit).distance
        return distance

    assert {unit: moves(unit) for unit in ("truck", "muleTrain", "tankette", "SlowTransport")} == dict.fromkeys(
        ("truck", "muleTrain", "tankette", "SlowTransport"), 4
    )
    assert {unit: moves(unit) for unit in ("saloonCar", "armoredCar", "train", "FastTransport")} == dict.fromkeys(
        ("saloonCar", "armoredCar", "train", "FastTransport"), 8
    )
    assert moves("truck", **{"truck.class": "fast"}) == 8
    assert moves("tankette", **{"truck.class": "fast"}) == 4


# ---- Fire -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-6.03b", "REV-6.03", "REV-10.58")
@pytest.mark.parametrize("unit", tuple(UnitType))
def test_who_can_fire(unit: UnitType):
    refused = refused_by("moving_fire", **{**FIRE, "unit": unit.value})
    assert ("REV-6.03" in refused) is (unit not in FIGHTERS)
    assert set(FIGHTERS) == {*SHOOTERS, *ARMORED}


@pytest.mark.rule("REV-G.38", "REV-9.02")
def test_fire_is_obeyed_unless_the_option_lets_shaken_troops_refuse():
    for status in Status:
        for place in LeaderPlace:
            shot: Fields = {**FIRE, "actor_status": status.value, "leader_with_actor": place.value}
            assert not any(found.refused for found, _ in law("deployed_fire", **shot))
            strict = law("deployed_fire", options={"fire.refusal": True}, **shot)
            shaken = status is not Status.OK and place is not LeaderPlace.ATTACHED
            assert strict.probability(lambda found: found.refused) == (Fraction(1, 10) if shaken else 0)
    refused = verdict(
        "deployed_fire", {"fire.discipline": 1}, {"fire.refusal": True}, **FIRE, actor_status="Disordered"
    )
    assert kinds(refused) == ["action_spent"]


@pytest.mark.rule("REV-4.42", "REV-10.22", "REV-G.30k", "REV-10.54")
@pytest.mark.parametrize(
    "target", ({"target_type": "train"}, {"target_is_a_train_or_aboard_one": "halted", "target_formation": "maneuver"})
)
def test_trains_give_no_cover_but_that_which_is_told(target: dict[str, str]):
    open_train = total("deployed_fire", "fire.effect", **{**FIRE, **target})
    foot: Fields = {
        "target_type": "RegularInfantry",
        "target_formation": "march" if "target_type" in target else "maneuver",
    }
    assert open_train == total("deployed_fire", "fire.effect", **{**FIRE, **foot})
    assert total("deployed_fire", "fire.effect", **{**FIRE, **target, "cover": "hard"}) == open_train - 3


@pytest.mark.rule("REV-10.25", "REV-T.30")
@pytest.mark.parametrize("train", ("halted", "Maneuver", "March"))
def test_passengers_of_trains_never_fall_back(train: str):
    shot: Fields = {**FIRE, "target_formation": "maneuver", "target_status": "Demoralized", "bases_of_target": 6}
    hit = {"fire.effect": 5, "fire.leader_with_target": 0}
    aboard = verdict("deployed_fire", hit, **shot, target_is_a_train_or_aboard_one=train)
    assert kinds(aboard) == ["bases_lost", "stays_put"]
    assert kinds(verdict("deployed_fire", hit, **shot)) == ["bases_lost", "falls_back"]


def test_a_halted_train_falls_back_along_its_track_and_a_moving_one_stays():
    shot: Fields = {**FIRE, "target_type": "train", "target_status": "Demoralized", "bases_of_target": 6}
    hit = {"fire.effect": 3, "fire.leader_with_target": 0}
    halted = effect(verdict("deployed_fire", hit, **shot), "falls_back")
    assert (halted.way, halted.distance) == ("track", 8)
    moving = verdict("deployed_fire", hit, **shot, target_is_a_train_or_aboard_one="Maneuver")
    assert effect(moving, "stays_put").why == "train"


@pytest.mark.rule("REV-G.30")
def test_a_train_is_destroyed_at_half_of_its_cars_or_by_option_at_all():
    shot: Fields = {
        **FIRE,
        "target_type": "train",
        "target_status": "Demoralized",
        "bases_of_target": 4,
        "leader_with_target": 0,
    }
    hit = {"fire.effect": 6}
    assert verdict("deployed_fire", hit, **shot).damage.bases_lost == 2
    assert verdict("deployed_fire", hit, **shot).damage.destroyed
    assert not verdict("deployed_fire", hit, {"train.destroyedAt": "all"}, **shot).damage.destroyed
    last: Fields = {**shot, "bases_of_target": 2, "starting_bases_of_target": 4}
    assert verdict("deployed_fire", hit, {"train.destroyedAt": "all"}, **last).damage.destroyed
    foot: Fields = {**shot, "target_type": "FastTransport", "target_formation": "march"}
    assert verdict("deployed_fire", hit, {"train.destroyedAt": "all"}, **foot).damage.destroyed


@pytest.mark.rule("REV-G.30i")
def test_a_shaken_train_differs_in_its_orders_and_as_a_target_only():
    for action in ("maneuver", "march"):
        fit, shaken = (
            total(action, "order.result", unit="train", actor_status=status) for status in ("OK", "Disordered")
        )
        assert shaken == fit - 2
        moves = {
            found.distance for status in Status for found, _ in law(action, unit="train", actor_status=status.value)
        }
        assert moves == {found.distance for found, _ in law(action, unit="train")}
    fit, shaken = (
        total("deployed_fire", "fire.effect", **{**FIRE, "target_type": "train", "target_status": status})
        for status in ("OK", "Demoralized")
    )
    assert shaken == fit + 1


@pytest.mark.rule("REV-4.34", "REV-G.42")
def test_status_changes_no_formation():
    for status in Status:
        shots = [
            total(
                "deployed_fire", "fire.effect", **{**FIRE, "target_status": status.value, "target_formation": formation}
            )
            for formation in ("deployed", "maneuver", "march")
        ]
        assert [shot - shots[0] for shot in shots] == [0, 2, 4]
    hurt = verdict("deployed_fire", {"fire.effect": 8, "fire.leader_with_target": 0}, **FIRE)
    assert kinds(hurt) == ["status_becomes"]


# ---- Assaults -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-T.18", "REV-7.10", "REV-7.10b", "REV-7.10c", "REV-G.48f", "REV-G.10b")
def test_a_stopped_assault_costs_the_assaulter_its_action_and_the_target_nothing():
    stopped = verdict("assault", {**RECEIVED, "assault.defensive_fire.effect": 10}, **ASSAULT)
    assert kinds(stopped, "assaulter") == ["bases_lost", "status_becomes", "back_to_start", "action_spent"]
    assert kinds(stopped, "target") == ["may_act"]
    assert stopped.target.levels == 0


@pytest.mark.rule("REV-T.18", "REV-7.21", "REV-7.11")
@pytest.mark.parametrize("dice", ([10, 1], [5, 5], [1, 10]))
def test_an_assault_gone_home_costs_both_their_action(dice: list[int]):
    found = verdict(
        "assault", {**RECEIVED, "assault.close_combat": dice}, **{**ASSAULT, "frontal": False, "bases_of_target": 6}
    )
    assert effect(found, "action_spent").whom == "both"
    assert kinds(found)[0] == "into_contact"


@pytest.mark.rule("REV-5.06", "REV-5.06b", "REV-G.42b")
def test_a_demoralized_target_does_not_fire_but_fights():
    asked = requests("assault", RECEIVED, **{**ASSAULT, "target_status": "Demoralized"})
    assert "assault.defensive_fire.effect" not in asked
    assert "assault.close_combat" in asked
    assert mean("assault", "levels_on_assaulter", answers=RECEIVED, **{**ASSAULT, "target_status": "Demoralized"}) > 0
    assert "assault.defensive_fire.effect" in requests(
        "assault", RECEIVED, **{**ASSAULT, "target_status": "Disordered"}
    )


@pytest.mark.rule("REV-7.09", "REV-G.16", "REV-G.09")
def test_an_assault_outside_the_arc_meets_no_fire_or_by_option_poor_fire():
    flank: Fields = {**ASSAULT, "frontal": False}
    assert "assault.defensive_fire.effect" not in requests("assault", RECEIVED, **flank)
    assert pending("assault", RECEIVED, **{**ASSAULT, "frontal": None}) == "assault.frontal"
    option = {"assault.flankFire": True}
    frontal, from_flank = (
        total("assault", "assault.defensive_fire.effect", RECEIVED, option, **{**ASSAULT, "frontal": front})
        for front in (True, False)
    )
    assert from_flank == frontal - 4
    for silent in ({"target_status": "Demoralized"}, {"target_formation": "march"}, {"target_type": "SlowTransport"}):
        assert "assault.defensive_fire.effect" not in requests("assault", RECEIVED, option, **{**flank, **silent})


@pytest.mark.rule("REV-G.09c", "REV-G.48e")
def test_every_assault_meets_its_own_defensive_fire_whatever_the_target_has_done():
    first, second = (
        requests("assault", RECEIVED, **{**ASSAULT, "earlier_bases": earlier})["assault.defensive_fire.effect"]
        for earlier in (0, 4)
    )
    assert first.tally.total == second.tally.total + 2, "badly outnumbered now, but it fires again"
    told_of_target = [spec.name for spec in RULESET.by_id["assault"].fields if spec.name.startswith("target")]
    assert not [name for name in told_of_target if "acted" in name or "earlier" in name]


@pytest.mark.rule("REV-G.13c", "REV-5.12")
def test_the_side_that_is_not_pushed_back_falls_back_when_it_loses_a_base():
    narrow = {**RECEIVED, "assault.close_combat": [5, 5]}
    won = verdict(
        "assault", narrow, **{**ASSAULT, "frontal": False, "actor_status": "Demoralized", "bases_of_actor": 5}
    )
    assert won.ended == "wins"
    assert kinds(won, "assaulter") == ["into_contact", "bases_lost", "falls_back"]
    assert "pushed_back" in kinds(won, "target")
    lost = verdict(
        "assault",
        narrow,
        **{
            **ASSAULT,
            "target_status": "Demoralized",
            "actor_status": "Disordered",
            "cover": "hard",
            "bases_of_target": 5,
        },
    )
    assert lost.ended == "beaten"
    assert kinds(lost, "target") == ["bases_lost", "falls_back"]


@pytest.mark.rule("REV-G.13b")
def test_one_move_only_also_when_bases_are_lost():
    fight: Fields = {**ASSAULT, "target_status": "Demoralized", "actor_status": "Disordered", "bases_of_actor": 6}
    beaten = verdict("assault", {**RECEIVED, "assault.close_combat": [1, 10]}, **fight)
    assert beaten.assaulter.bases_lost == 2
    assert kinds(beaten, "assaulter") == ["into_contact", "bases_lost", "status_becomes", "pushed_back"]


@pytest.mark.rule("REV-G.11b")
def test_rough_ground_is_asked_of_cavalry_in_the_open_only():
    def asks(unit: str, cover: str) -> bool:
        return "assault.rough_path" in requests("assault", RECEIVED, **{**ASSAULT, "unit": unit, "cover": cover})

    assert asks("RegularCavalry", "open")
    assert not asks("RegularCavalry", "soft")
    assert not asks("RegularInfantry", "open")
    rough: Fields = {**ASSAULT, "unit": "RegularCavalry", "frontal": False}
    soft = total("assault", "assault.close_combat", RECEIVED, **{**rough, "cover": "soft"})
    assert total("assault", "assault.close_combat", RECEIVED, **{**rough, "rough_path": True}) - 1 == soft


@pytest.mark.rule("REV-7.30", "REV-7.30c")
def test_earlier_bases_are_asked_for_only_where_counts_decide():
    counted: Fields = {**ASSAULT, "frontal": False, "earlier_bases": None}
    assert pending("assault", RECEIVED, **counted) == "assault.earlier_bases"
    uncounted: Fields = {**counted, "bases_of_actor": None, "bases_of_target": None}
    assert pending("assault", RECEIVED, **uncounted) == "assault.close_combat"


@pytest.mark.rule("REV-7.05", "REV-7.05b")
@pytest.mark.parametrize("unit", ASSAULT_TROOPS)
def test_the_reach_of_a_delayed_assault(unit: UnitType):
    delayed = {"order.result": 5 - {"I": 0, "R": 1, "V": 2}[unit.value[0]]}
    asked = requests("assault", delayed, **{**ASSAULT, "unit": unit.value})["assault.within_reach"]
    assert dict(there(asked.says).parameters)["distance"] == (6 if "Cavalry" in unit.value else 3)


# ---- Regrouping, Leaders, aircraft ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-3.34b", "REV-G.14b", "REV-5.03b")
def test_any_success_at_regrouping_frees_formation_and_facing():
    for die, status, left in (
        (5, "Demoralized", None),
        (8, "Demoralized", "Disordered"),
        (8, "Disordered", "OK"),
        (10, "Demoralized", "OK"),
    ):
        found = verdict("regroup", {"regroup.result": die}, unit="IrregularInfantry", regroups_from=status)
        assert ("any_formation" in kinds(found)) is (left is not None)
        if left:
            assert effect(found, "status_becomes").status == left


@pytest.mark.rule("REV-5.14", "REV-5.15")
def test_regrouping_never_brings_back_bases():
    for found, _ in law("regroup", unit="VeteranInfantry", regroups_from="Demoralized"):
        assert set(kinds(found)) <= {"status_becomes", "any_formation", "action_spent"}


@pytest.mark.rule("REV-3.34c", "REV-9.11", "REV-2.15b", "REV-2.01", "REV-0.03")
def test_leaders_are_no_units_and_no_targets():
    assert not [kind for kind in UnitType if "leader" in kind.value.lower() or "general" in kind.value.lower()]
    for action in ("regroup", "deployed_fire", "moving_fire", "assault"):
        for name in ("Leader", "General"):
            assert problems(action, unit=name)[0].field in {"unit", "range", "target_type", "target_formation"}
    assert "unit" in {problem.field for problem in problems("deployed_fire", **{**FIRE, "unit": "Leader"})}
    assert [problem.field for problem in problems("deployed_fire", **{**FIRE, "target_type": "Leader"})] == [
        "target_type"
    ]
    assert [problem.field for problem in problems("regroup", unit="General")] == ["unit"]


@pytest.mark.rule("REV-2.15", "REV-G.08")
def test_a_leader_is_at_risk_only_with_the_unit_that_is_hit():
    assert "leader.risk" not in requests("deployed_fire", **FIRE, leader_with_target=0)
    assert "leader.risk" in requests("deployed_fire", **FIRE, leader_with_target=1)
    own = requests("deployed_fire", **FIRE, leader_with_actor="attached", leader_with_target=0)
    assert not [key for key in own if key.startswith("leader.")]


@pytest.mark.rule("REV-G.08c")
def test_a_leader_killed_is_removed():
    found = verdict("deployed_fire", {"fire.effect": 10, "leader.risk": 1}, **FIRE, leader_with_target=1)
    assert effect(found, "leader_killed", "target").count == 1


def test_a_leader_whose_unit_is_gone_gets_away():
    doomed: Fields = {**FIRE, "target_status": "Demoralized", "bases_of_target": 1, "leader_with_target": 1}
    found = verdict("deployed_fire", {"fire.effect": 10, "leader.risk": 20}, **doomed)
    assert effect(found, "leader_unhurt").unit_gone


AIR: Fields = {"target_type": "RegularInfantry", "target_formation": "deployed", "bases_of_target": 4}
FLAK: Fields = {
    "air.aa_fire": True,
    "air.aa_unit": "MachineGuns",
    "air.aa_range": "6-12",
    "air.aa_bases": 1,
    "air.aa_status": "OK",
    "air.aa_leader": False,
}
ON = {"aircraft": True}


@pytest.mark.rule("REV-10.73", "REV-10.72", "REV-G.33")
def test_an_aircraft_shot_down_does_not_attack():
    down = verdict("bomb", {**FLAK, "air.aa.effect": 10}, ON, **AIR)
    assert (down.aircraft.destroyed, down.damage.levels, kinds(down)) == (True, 0, ["destroyed"])
    assert total("bomb", "air.aa.effect", {**FLAK}, ON, **AIR) == 6


@pytest.mark.rule("REV-10.73b", "REV-10.72")
def test_a_damaged_aircraft_attacks_less_well():
    def bomb_after(die: int) -> int:
        return total("bomb", "fire.effect", {**FLAK, "air.aa.effect": die, "air.aa_again": False}, ON, **AIR)

    assert bomb_after(1) == 2
    assert bomb_after(2) == bomb_after(5) == 0
    once: Fields = {**FLAK, "air.aa.effect": 2, "air.aa_again": True}
    twice: Fields = {f"{key}.2": value for key, value in FLAK.items() if key != "air.aa_fire"}
    assert total("bomb", "air.aa.effect.2", {**once, **twice}, ON, **AIR) == 7, (
        "a Disordered aircraft is hit more easily"
    )
    levels_add = verdict("bomb", {**once, **twice, "air.aa.effect.2": 4}, ON, **AIR)
    assert levels_add.aircraft.destroyed, "one level and two levels"


@pytest.mark.rule("REV-10.78b")
def test_aircraft_are_hit_by_anti_aircraft_fire_only():
    assert refused_by("moving_fire", ON, **{**FIRE, "target_type": "aircraft"}) == {"REV-10.72"}
    assert problems("assault", **{**ASSAULT, "target_type": "aircraft"})[0].field == "target_type"
    assert problems("anti_aircraft", ON, unit="train", range="3-6")[0].rule == "REV-6.03"


@pytest.mark.rule("REV-G.25c", "REV-8.10")
def test_there_is_one_cover_and_the_players_tell_it():
    for action in ("deployed_fire", "moving_fire", "assault", "blast", "bomb"):
        (cover,) = (spec for spec in RULESET.by_id[action].fields if spec.name == "cover")
        assert [value.value for value in cover.values] == ["open", "soft", "hard", "fortified"]
    assert problems("deployed_fire", **{**FIRE, "cover": ["soft", "hard"]})[0].field == "cover"


@pytest.mark.rule("REV-3.04b", "REV-3.02")
def test_only_the_initiative_action_throws_for_it():
    for action in RULESET.actions:
        throws = "initiative" in action.id
        assert (action.id == "initiative") is throws
    assert list(requests("initiative")) == ["initiative.side"]


@pytest.mark.rule("REV-3.12", "REV-0.05")
def test_rest_does_nothing():
    assert kinds(verdict("rest")) == ["action_spent"]
    assert kinds(verdict("rest", options={"wire": True}, cuts_wire=True)) == ["wire_cut", "action_spent"]
    assert problems("rest", cuts_wire=True)[0].field == "cuts_wire"
    names = {action.id for action in RULESET.actions}
    assert not names & {"hold", "stand"}
    help_text = RULESET.catalogue.texts["action.rest.help"]
    assert "Hold" in help_text
    assert "Stand" in help_text


@pytest.mark.rule("REV-0.04", "REV-4.85")
@pytest.mark.parametrize("target", SHOOTERS)
def test_falling_back_and_being_pushed_back_share_one_distance(target: UnitType):
    fire: Fields = {
        **FIRE,
        "target_type": target.value,
        "target_status": "Demoralized",
        "bases_of_target": 6,
        "bases_of_actor": 6,
    }
    fallen = effect(verdict("deployed_fire", {"fire.effect": 8, "fire.leader_with_target": 0}, **fire), "falls_back")
    fight: Fields = {**ASSAULT, "target_type": target.value, "target_status": "Demoralized", "bases_of_target": 6}
    pushed = effect(verdict("assault", {**RECEIVED, "assault.close_combat": [5, 5]}, **fight), "pushed_back", "target")
    assert fallen.distance == pushed.distance == (12 if "Cavalry" in target.value else 6)


def test_a_mine_field_costs_a_level_without_risk_to_leaders():
    found = verdict("mine_field", options={"mines": True}, target_type="RegularInfantry")
    assert kinds(found) == ["stops", "status_becomes"]
    shaken = verdict(
        "mine_field",
        options={"mines": True},
        target_type="RegularCavalry",
        target_status="Demoralized",
        bases_of_target=6,
    )
    assert effect(shaken, "falls_back").way == "path"
    assert problems("mine_field", target_type="RegularInfantry")[0].field == "action"


@pytest.mark.rule("REV-3.33", "REV-10.16", "REV-10.20", "REV-G.30d", "REV-G.30f")
def test_a_train_on_route_march_keeps_to_its_track():
    found = verdict("route_march", unit="train")
    (marches,) = found.effects
    assert (marches.distance, marches.at_least, found.measure("road")) == (16, 8, 16)
    assert say(marches.message) == "Move it 8 to 16 in along the track."
    told = say(marches.detail)
    assert "without a road bonus" in told
    assert "does not end its Route March" in told
    (by_road,) = verdict("route_march", unit="saloonCar").effects
    assert say(by_road.detail).startswith("On a road 24 in.")


@pytest.mark.rule("REV-10.83", "REV-10.84", "REV-G.34c")
def test_indirect_fire_is_told_as_such_with_the_range_that_counts():
    options = {"indirect": True}
    shot: Fields = {**FIRE, "unit": "Artillery", "bases_of_actor": 2, "indirect": True, "range": 30}
    assert refused_by("deployed_fire", options, **shot) == {"REV-10.83"}
    tally = requests("moving_fire", None, options, **shot)["fire.effect"].tally
    told = [say(modifier.reason) for modifier in tally.modifiers]
    assert "Indirect fire: 30 in count as 15 in" in told
    assert tally.total == -2
    subject = there(RULESET.by_id["moving_fire"].subject)(read("moving_fire", shot, options).situation)
    assert say(subject) == "Artillery fires indirectly at Regular Infantry, 30 in"


@pytest.mark.rule("REV-G.30j", "REV-10.30")
def test_nobody_rides_on_a_maquina_loca():
    shot: Fields = {**FIRE, "target_type": "maquinaLoca"}
    assert "fire.leader_with_target" not in requests("deployed_fire", {"fire.effect": 10}, **shot)
    ordinary: Fields = {**FIRE, "target_type": "train"}
    assert "fire.leader_with_target" in requests("deployed_fire", {"fire.effect": 10}, **ordinary)
