"""Single figures: ranks, arms, bases, and what a unit is in the books beside them (chapter 3, chapter 13, R48-G.06, R48-G.07, R48-G.22)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from sandtable.geometry.measure import inches
from sandtable.miniatures.bodies import Base
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.figures import (
    Role,
    aimed_as,
    base_of,
    best_of,
    leading_of,
    men_of,
    slowest_of,
    taken_off,
    wagon_base,
)
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER
from sandtable.rulesets.uprising1848.vocabulary import Firearm, GunClass, Kind, Leading, Melee, Quality, Shot
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    TABLES,
    VETERAN,
    act,
    at,
    done,
    gun,
    hits,
    laid,
    party,
    plain,
    rebels,
    row,
    troops,
    unit,
)


@pytest.mark.rule("R48-3.01", "R48-G.49", "R48-4.18", "R48-3.03")
def test_every_figure_stands_by_itself_on_a_base_of_its_own():
    foot, rider, driver = (
        replace(plain(1)[0], mounted=mounted, riding=riding)
        for mounted, riding in ((False, False), (True, False), (False, True))
    )
    assert base_of(foot, TABLES) == Base(radius=inches(0.5))
    assert base_of(rider, TABLES) == Base(radius=inches(0.5), behind=inches(1))  # 1 by 2 in
    assert base_of(driver, TABLES) == wagon_base(TABLES) == Base(width=inches(2), behind=inches(4))
    field = laid(
        rebels("Core", row(5, 10, 3), leader=True), rebels("Scout", at((30, 10))), troops("Line", row(5, 30, 4))
    )
    assert [len(field.men[name]) for name in ("Core", "Scout", "Line")] == [3, 1, 4]
    assert {field.pieces[name].owner for name in field.pieces} == {PLAYER, GOVERNMENT}


@pytest.mark.rule("R48-G.07", "R48-11.43", "R48-11.43a", "R48-11.43b", "R48-G.06")
def test_officers_and_ncos_are_counted_in_the_number_and_are_veterans():
    men = men_of(party(GOVERNMENT, 8, quality=CONSCRIPT, nco=True, officers=1), TABLES)
    assert [man.role for man in men] == [Role.OFFICER, Role.NCO, *[Role.NONE] * 6]
    assert [man.quality for man in men] == [VETERAN, VETERAN, *[CONSCRIPT] * 6]
    officer, nco, private = men[:3]
    assert (officer.firearm, officer.melee) == (Firearm.PISTOL, Melee.LETHAL)  # sword and pistol
    assert (nco.firearm, private.firearm) == (Firearm.MUSKET, Firearm.MUSKET)
    lone = men_of(party(GOVERNMENT, 1, nco=True), TABLES)
    assert [man.role for man in lone] == [Role.NCO]


@pytest.mark.rule("R48-3.04", "R48-3.07", "R48-3.13", "R48-3.14", "R48-13.04", "R48-G.42", "R48-3.05")
def test_leaders_core_and_volunteers():
    core = men_of(party(PLAYER, 18, leader=True, nco=True), TABLES)
    assert (core[0].role, core[0].quality, core[0].melee) == (Role.LEADER, VETERAN, Melee.LETHAL)
    assert core[1].role is Role.NCO
    assert {man.firearm for man in core[2:]} == {Firearm.MUSKET}
    arms = (("nothing", 7), ("improvised", 10), ("pistol", 2), ("musket", 3), ("flintlock rifle", 2))
    volunteers = party(PLAYER, 24, quality=CONSCRIPT, firearm=Firearm.NONE, melee=Melee.IMPROVISED, arms=arms)
    men = men_of(volunteers, TABLES)
    assert Counter(man.firearm for man in men) == {
        Firearm.NONE: 17, Firearm.PISTOL: 2, Firearm.MUSKET: 3, Firearm.FLINTLOCK_RIFLE: 2,
    }  # fmt: skip
    assert all(man.melee is Melee.IMPROVISED for man in men)
    assert sum(man.unarmed for man in men) == 17


@pytest.mark.rule("R48-3.04")
def test_a_mounted_leader_rides_beside_men_on_foot():
    men = men_of(party(PLAYER, 4, leader=True), TABLES)
    rides = (replace(men[0], mounted=True, horse=True), *men[1:])
    field = laid(rebels("Core", row(5, 10, 4), men=rides), troops("Line", row(5, 30, 2)))
    assert [stand.depth for stand in field.pieces["Core"].stands] == [1000, 0, 0, 0]
    assert not field.unit("Core").party.mounted


@pytest.mark.rule("R48-3.11", "R48-3.11a", "R48-13.05", "R48-13.06", "R48-3.31", "R48-3.32", "R48-3.20")
def test_horse_and_guns_are_units_of_their_own():
    horse = men_of(party(PLAYER, 6, mounted=True), TABLES)
    assert all(man.mounted and man.horse for man in horse)
    for kind in GunClass:
        _, piece, crew = gun("Gun", GOVERNMENT, at((10, 10))[0], gun=kind)
        assert piece.marker is not None
        assert len(crew) == TABLES.number("arrivals.gun_crew") == 4
        assert all(man.gunner and not man.mounted for man in crew)
        assert all(
            man.firearm is Firearm.MUSKET and man.melee is Melee.IMPROVISED for man in crew if man.role is Role.NONE
        )
    assert not any(man.mounted for man in men_of(party(PLAYER, 6, quality=CONSCRIPT), TABLES))


@pytest.mark.rule("R48-3.43", "R48-G.55", "R48-3.47", "R48-3.48", "R48-3.49")
def test_mobs_staffs_couriers_and_trains():
    mob = men_of(
        party(
            GOVERNMENT, 6, kind=Kind.MOB, quality=CIVILIAN, leader=True, firearm=Firearm.NONE, melee=Melee.IMPROVISED
        ),
        TABLES,
    )
    assert (mob[0].role, mob[0].quality, mob[0].firearm) == (Role.LEADER, CONSCRIPT, Firearm.PISTOL)
    assert leading_of(mob, Kind.MOB) is Leading.MOB_LEADER
    assert leading_of(mob[1:], Kind.MOB) is Leading.NOBODY
    staff = men_of(party(GOVERNMENT, 5, kind=Kind.HEADQUARTERS, quality=VETERAN, officers=3, nco=True), TABLES)
    assert Counter(man.role for man in staff) == {Role.OFFICER: 3, Role.NCO: 1, Role.NONE: 1}
    courier = men_of(
        party(
            GOVERNMENT, 1, kind=Kind.ENEMY_OFFICER, quality=VETERAN, officers=1, firearm=Firearm.CARBINE, mounted=True
        ),
        TABLES,
    )
    assert (courier[0].firearm, courier[0].mounted) == (Firearm.CARBINE, True)
    train = men_of(party(GOVERNMENT, 3, kind=Kind.CONVOY, quality=CIVILIAN, wagons=3), TABLES)
    assert all(man.riding for man in train)
    assert slowest_of(train) is Quality.TRANSPORT


@pytest.mark.rule("R48-G.22")
def test_scythes_are_lethal_only_by_option():
    told = party(PLAYER, 2, arms=(("scythe", 2),))
    assert {man.melee for man in men_of(told, TABLES)} == {Melee.IMPROVISED}
    assert {man.melee for man in men_of(told, RULESET.tables({"warScythes": True}))} == {Melee.LETHAL}
    assert {man.firearm for man in men_of(told, TABLES)} == {Firearm.PISTOL}


@pytest.mark.rule("R48-8.14", "R48-8.14a", "R48-8.16", "R48-6.04")
def test_a_flintlock_rifle_without_its_load_is_a_musket():
    rifle, musket = plain(1, firearm=Firearm.FLINTLOCK_RIFLE)[0], plain(1)[0]
    assert not rifle.unloaded  # all begin with a load in place
    assert rifle.shot() is Shot.RIFLE
    assert replace(rifle, unloaded=True).shot() is Shot.MUSKET
    assert replace(musket, unloaded=True).shot() is Shot.MUSKET
    assert plain(1, firearm=Firearm.PERCUSSION_RIFLE)[0].shot() is Shot.RIFLE


@pytest.mark.rule("R48-G.53", "R48-G.60")
def test_leaders_count_with_their_men_and_fall_last():
    entered, _, men = unit("Line", GOVERNMENT, row(0, 0, 5), quality=CONSCRIPT, officers=1)
    assert {aimed_as(man, entered) for man in men} == {CONSCRIPT}
    mixed = (*plain(2, AVERAGE), *plain(1, AVERAGE, firearm=Firearm.NONE), *men[:2])
    assert taken_off(mixed, range(5), 3) == (0, 1, 2)
    assert taken_off(mixed, range(5), 1) == (2,)  # the worst armed first
    assert taken_off(mixed, (0, 3, 4), 2) == (0, 4)  # the officer is the last


@pytest.mark.rule("R48-6.41", "R48-G.30", "R48-10.11")
def test_who_leads_a_unit():
    men = men_of(party(GOVERNMENT, 4, nco=True), TABLES)
    assert leading_of(men, Kind.INFANTRY) is Leading.OFFICER_OR_NCO
    assert leading_of(men[1:], Kind.INFANTRY) is Leading.NOBODY
    promoted = (replace(men[1], role=Role.PROMOTED), *men[2:])
    assert leading_of(promoted, Kind.REVOLUTIONARIES) is Leading.PROMOTED_NCO
    assert best_of(men) is AVERAGE
    assert best_of((*plain(1, CIVILIAN), *plain(2, CONSCRIPT))) is CONSCRIPT


@pytest.mark.rule("R48-4.24b", "R48-12.03b", "R48-12.03c")
def test_figures_of_one_unit_keep_their_own_worth():
    """Two conscripts and a Veteran fall of a unit that the books call Veteran: two points and one each."""
    men = (*plain(2, VETERAN), *plain(2, CONSCRIPT, firearm=Firearm.NONE))
    field = laid(
        rebels("Mixed", row(10, 10, 4), men=men, nco=False), troops("Line", row(10, 16, 8, 1.2)), side=GOVERNMENT
    )
    field = done(field, act("fire_musket", "Line", "Mixed", by=GOVERNMENT, marks=(2,)), fire_hits=hits(2))
    assert [man.quality for man in field.men["Mixed"]] == [VETERAN, VETERAN]
    assert field.books.points == -2
    field = done(field, act("stand", "Line", by=GOVERNMENT), morale_check=50)
    assert field.unit("Mixed").figures == 2
