"""Assaults from positions: reach, path, frontal or not, contact, where both stand afterwards (chapter 7, REV-G.10, REV-G.13, REV-G.26, REV-G.27)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.geometry.distance import distance, touches
from sandtable.geometry.terrain import Terrain
from sandtable.rulesets.revolucion.assault import EARLIER_BASES
from sandtable.rulesets.revolucion.table import events, leadership, orders
from sandtable.rulesets.revolucion.table.combat import assaults
from sandtable.rulesets.revolucion.table.desk import odds
from sandtable.rulesets.revolucion.vocabulary import Cover, Loss, OrderResult, Status
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER,
    MANEUVER_ORDER,
    MARCH,
    REV,
    Game,
    box,
    game,
    ground,
    leader,
    point,
    unit,
)
from tests.support.talk import Fields

BY = REV.value
CHARGE = orders.Assault(by=BY, unit="own", target="enemy")
RECEIVED: Fields = {"order__result": 10}


def opposed(
    gap: float = 4, *more: Any, terrain: Terrain | None = None, own: dict[str, Any] | None = None, **enemy: Any
) -> Game:
    """Infantry in maneuver formation at (20, 10) faces north to an enemy ``gap`` inches away, who faces it."""
    attacker = unit("own", REV, (20, 10, 0), **(own or {}))
    at = enemy.pop("at", (20, 10 + gap, 180))
    target = unit("enemy", GOV, at, **{"formation": DEPLOYED} | enemy)
    spare = (unit("mate", REV, (40, 3, 0)), unit("other", GOV, (5, 34, 180)))
    return game(attacker, target, *spare, *more, terrain=terrain)


def charge(playing: Game, order: orders.Assault = CHARGE) -> assaults.Charge:
    found: assaults.Charge = assaults.plan_assault(playing.state, order).more
    return found


@pytest.mark.rule("REV-7.05", "REV-7.05b", "REV-7.07", "REV-7.07b")
@pytest.mark.parametrize(("kind", "reach"), (("IrregularInfantry", 6), ("VeteranInfantry", 6), ("RegularCavalry", 12)))
def test_the_reach_is_measured_from_the_centre_of_the_front(kind, reach):
    assert opposed(reach, own={"kind": kind}).refused(CHARGE) == set()
    assert opposed(reach + 0.01, own={"kind": kind}).refused(CHARGE) == {"REV-7.07b"}


@pytest.mark.rule("REV-7.05c", "REV-7.07")
def test_terrain_costs_count_along_the_path():
    marsh = ground(areas={"marsh": ("marsh", box(10, 8, 30, 12))})
    assert opposed(4, terrain=marsh).refused(CHARGE) == set(), "two inches of marsh and two open ones"
    assert opposed(4.1, terrain=marsh).refused(CHARGE) == {"REV-7.07b"}
    wall = ground(lines={"wall": ("wall", (point(10, 14), point(30, 14)))})
    assert opposed(5.5, terrain=wall).refused(CHARGE) == set()
    assert opposed(5.6, terrain=wall).refused(CHARGE) == {"REV-7.07b"}


@pytest.mark.rule("REV-7.06", "REV-7.06b", "REV-3.29c", "REV-G.27c")
def test_the_target_must_be_seen_and_in_the_arc_after_any_turn():
    aside = opposed(own={}, at=(25, 9.5, 270))
    assert aside.refused(CHARGE) == {"REV-7.06b"}
    turned = orders.Assault(by=BY, unit="own", target="enemy", facing=900)
    assert aside.refused(turned) == set(), "it turns first, for nothing"
    hidden = opposed(4, terrain=ground(areas={"wood": ("scrub", box(0, 10.3, 48, 13.7))}))
    assert hidden.refused(CHARGE) == {"REV-7.06"}


@pytest.mark.rule("REV-7.01b", "REV-7.01", "REV-3.29")
def test_guns_transports_and_columns_do_not_assault():
    assert opposed(own={"kind": "MachineGuns", "bases": 2}).refused(CHARGE) == {"REV-7.01b"}
    assert opposed(own={"kind": "SlowTransport", "bases": 2}).refused(CHARGE) == {"REV-7.01b"}
    assert opposed(own={"formation": MARCH}).refused(CHARGE) == {"REV-7.01"}
    assert opposed(own={"formation": DEPLOYED}).refused(CHARGE) == set()


@pytest.mark.rule("REV-G.27b")
def test_zones_do_not_matter_friends_must_not_be_ended_on_and_impassable_ground_forbids():
    beside = unit("beside", GOV, (23, 14, 180), formation=MARCH)
    assert opposed(4, beside).refused(CHARGE) == set(), "within an inch of another enemy"
    friend = unit("friend", REV, (20, 13.9, 0), column="other")
    assert opposed(4, friend).refused(CHARGE) == {"REV-4.61"}
    passed = unit("friend", REV, (20, 12, 0), "MachineGuns", 1, column="other")
    assert opposed(5, passed).refused(CHARGE) == set()
    ditch = ground(areas={"river": ("river", box(0, 12, 48, 12.5))})
    assert opposed(4, terrain=ditch).refused(CHARGE) == {"REV-8.04"}


def test_another_enemy_in_the_way_is_the_one_to_assault():
    screen = unit("screen", GOV, (20, 12.5, 180), "MachineGuns", 1, DEPLOYED)
    assert opposed(5, screen).refused(CHARGE) == {"REV-7.07"}


# ---- Frontal, cover, rough --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-7.09", "REV-G.26")
@pytest.mark.parametrize(("facing", "frontal"), ((180, True), (0, False), (90, False), (140, True)))
def test_frontal_is_a_path_through_the_target_s_arc(facing, frontal):
    playing = opposed(at=(20, 14, facing), formation=MANEUVER)
    assert charge(playing).frontal is frontal


@pytest.mark.rule("REV-G.11b")
def test_rough_is_seen_on_the_path_under_the_target_and_as_an_obstacle():
    assert not charge(opposed()).rough
    for terrain in (
        ground(areas={"marsh": ("marsh", box(19, 12, 21, 12.5))}),
        ground(areas={"marsh": ("marsh", box(15, 14, 25, 16))}),
        ground(lines={"hedge": ("hedge", (point(19, 12), point(21, 12)))}),
    ):
        assert charge(opposed(terrain=terrain)).rough


@pytest.mark.rule("REV-G.25b", "REV-8.10b")
def test_a_wall_before_the_target_covers_it_from_an_assault():
    wall = ground(lines={"wall": ("wall", (point(10, 13.5), point(30, 13.5)))})
    assert charge(opposed(terrain=wall)).cover is Cover.HARD


# ---- How it goes --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-7.10", "REV-G.10b", "REV-T.18", "REV-3.29b", "REV-7.10b", "REV-7.10c")
def test_a_stopped_assault_is_back_where_it_began_and_the_target_may_act():
    playing = opposed(own={"formation": DEPLOYED})
    playing.do(CHARGE, **RECEIVED, assault__defensive_fire__effect=5)
    own, enemy = playing.unit("own"), playing.unit("enemy")
    assert playing.at("own") == (20, 10)
    assert own.formation is MANEUVER
    assert own.status is Status.DEMORALIZED, "2 levels: 5 and 6"
    assert own.deeds.acted
    assert not enemy.deeds.acted
    assert playing.state.assaults["enemy"] == (("own", 4),), "it counts all the same"


@pytest.mark.rule("REV-7.11b", "REV-7.21", "REV-G.27", "REV-T.18", "REV-G.13b", "REV-G.13d")
def test_a_won_assault_stands_in_contact_and_the_target_is_pushed_back_from_there():
    """Not met from the front: no defensive fire; 1+2 against 1, dice 8 and 6: +4, two levels and pushed back."""
    playing = opposed(at=(20, 14, 0), formation=MANEUVER)
    playing.do(CHARGE, **RECEIVED, assault__close_combat=(8, 6))
    own, enemy = playing.unit("own"), playing.unit("enemy")
    assert playing.at("own") == (20, 12), "straight forward until it touched the rear at y = 12"
    assert enemy.status is Status.DEMORALIZED
    assert playing.at("enemy") == (20, 20)
    assert enemy.stands is not None
    assert enemy.stands.anchor.facing == 0
    assert own.deeds.acted
    assert enemy.deeds.used_up
    kinds = [(event.unit, event.how) for event in playing.events if isinstance(event, events.Stood)]
    assert kinds == [("own", "contact"), ("enemy", "pushed_back")]


@pytest.mark.rule("REV-7.22", "REV-G.13b")
def test_a_beaten_assault_is_pushed_back_from_contact():
    """Six inches forward and six back end at the start."""
    playing = opposed(6, at=(20, 18, 0), formation=MANEUVER)
    playing.do(CHARGE, **RECEIVED, assault__close_combat=(1, 9))
    assert playing.at("own") == (20, 10)
    assert playing.unit("own").status is Status.DEMORALIZED
    assert playing.unit("enemy").deeds.used_up
    assert playing.at("enemy") == (20, 18)


@pytest.mark.rule("REV-7.08", "REV-G.03c", "REV-G.48g")
@pytest.mark.parametrize(("gap", "launched"), ((3, True), (3.01, False)))
def test_a_late_assault_has_half_the_reach(gap, launched):
    playing = opposed(gap)
    dice: Fields = {"assault__defensive_fire__effect": 10} if launched else {}
    playing.do(CHARGE, order__result=3, **dice)
    own = playing.unit("own")
    assert bool(playing.state.assaults) is launched
    if not launched:
        assert own.deeds.result is OrderResult.DELAYED
        assert own.formation is MANEUVER
        assert not own.deeds.acted, "an action without movement is left"
        assert playing.refused(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER)) == {"REV-G.01c"}
        assert playing.refused(CHARGE) == {"REV-G.01c"}
        assert playing.refused(orders.Rest(by=BY, unit="own")) == set()


@pytest.mark.rule("REV-G.03c")
@pytest.mark.parametrize(("gap", "late"), ((3, 0), (3.1, Fraction(1, 5))))
def test_the_odds_of_a_charge_know_whether_it_gets_there_late(gap, late):
    """Regulars without a Leader: 3 and 4 of 10 come late."""
    shown = odds.assault_odds(opposed(gap).state, CHARGE)
    chances = {bar.words: Fraction(bar.chance).limit_denominator(1000) for bar in shown.bars}
    assert chances.get("Late, out of reach", 0) == late


@pytest.mark.rule("REV-7.30", "REV-7.30b", "REV-7.32", "REV-T.10", "REV-G.50")
def test_bases_that_assaulted_before_count_as_they_were():
    second = unit("second", REV, (24, 15, 270), bases=3, started=4)
    playing = opposed(4, second, formation=MANEUVER)
    playing.do(CHARGE, **RECEIVED, assault__defensive_fire__effect=10)
    assert playing.unit("own").bases < 4
    facts = assaults.facts_about(
        playing.state,
        playing.unit("second"),
        playing.unit("enemy"),
        charge(playing, orders.Assault(by=BY, unit="second", target="enemy")),
    )
    assert facts[EARLIER_BASES.key] == 4


@pytest.mark.rule("REV-7.26", "REV-7.26b", "REV-9.09", "REV-9.14", "REV-T.45")
def test_a_leader_leads_or_stays_behind():
    boss = leader("boss", REV, (20, 7.25))
    led = opposed(4, boss, at=(20, 14, 0), formation=MANEUVER)
    led.do(CHARGE, **RECEIVED, assault__close_combat=(8, 6), leader__assaulter=20)
    assert leadership.attached(led.state, led.unit("own")) == ("boss",)
    assert led.leader("boss").place == point(20, 9.25)
    alone = opposed(4, boss, at=(20, 14, 0), formation=MANEUVER)
    alone.do(orders.Assault(by=BY, unit="own", target="enemy", leads=False), **RECEIVED, assault__close_combat=(8, 6))
    assert alone.leader("boss").place == point(20, 7.25)


@pytest.mark.rule("REV-G.08b", "REV-9.14")
def test_who_leads_may_be_killed():
    boss = leader("boss", REV, (20, 7.25))
    playing = opposed(4, boss, at=(20, 14, 0), formation=MANEUVER)
    playing.do(CHARGE, **RECEIVED, assault__close_combat=(8, 6), leader__assaulter=1)
    assert not playing.leader("boss").alive
    assert playing.state.armies[REV].morale == 4


@pytest.mark.rule("REV-5.17", "REV-G.28c")
def test_a_target_that_cannot_go_back_surrenders():
    cliffs = ground(areas={"cliff": ("cliff", box(0, 14.2, 48, 16))})
    playing = opposed(4, terrain=cliffs, at=(20, 14, 0), formation=MANEUVER)
    playing.do(CHARGE, **RECEIVED, assault__close_combat=(8, 6))
    assert playing.unit("enemy").gone is Loss.SURRENDERED
    assert playing.state.armies[GOV].morale == 4


@pytest.mark.rule("REV-7.11b")
def test_a_charge_that_goes_home_touches_its_target_first():
    playing = opposed(at=(20, 14, 0), formation=MANEUVER)
    before = playing.unit("enemy").stands
    playing.do(CHARGE, **RECEIVED, assault__close_combat=(8, 6))
    contact = next(event for event in playing.events if isinstance(event, events.Stood) and event.how == "contact")
    assert before is not None
    assert touches(contact.stands, before)
    assert distance(contact.stands, before) == 0


@pytest.mark.rule("REV-G.48e", "REV-G.09c")
def test_a_unit_that_has_acted_still_meets_every_assault_with_its_fire():
    """Its dice are thrown twice in the same turn: an assault without them would fail here."""
    playing = opposed(4, unit("second", REV, (24, 10, 0)))
    playing.state = playing.state.with_unit(playing.unit("enemy").did(acted=True, fired=True))
    playing.do(CHARGE, **RECEIVED, assault__defensive_fire__effect=10)
    assert playing.at("own") == (20, 10), "stopped, and back"
    again = orders.Assault(by=BY, unit="second", target="enemy", facing=3400)
    playing.do(again, **RECEIVED, assault__defensive_fire__effect=10)
    assert [event.ended for event in playing.events if isinstance(event, events.AssaultEnded)] == ["stopped"]


@pytest.mark.rule("REV-G.13c", "REV-5.12")
def test_who_wins_and_loses_a_base_falls_back_as_well():
    """A Demoralized assaulter, level with its target but for the die: +1, one level each, which costs it a base."""
    playing = opposed(at=(20, 14, 0), formation=MANEUVER, own={"status": "Demoralized"})
    playing.do(CHARGE, **RECEIVED, assault__close_combat=(7, 6))
    own, enemy = playing.unit("own"), playing.unit("enemy")
    assert own.bases == 3
    assert enemy.status is Status.DISORDERED
    assert playing.at("enemy") == (20, 20), "pushed back six inches from where they met"
    assert playing.at("own") == (20, 6), "and the winner six inches from the same place"
