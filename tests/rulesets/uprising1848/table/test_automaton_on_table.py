"""The government by its rules: every fact measured, every answer an order, worked out by hand (R48-A.01 to R48-A.29)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.order import Decision
from sandtable.geometry.measure import Point, apart, inches
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose, Option
from sandtable.miniatures.acting import may_do
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.behaviour_facts import value_of
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.opponent.automaton import Automaton, at_stance
from sandtable.rulesets.uprising1848.table.opponent.courses import order_to_go
from sandtable.rulesets.uprising1848.table.opponent.facts import Facts, middle_of, near
from sandtable.rulesets.uprising1848.table.opponent.shots import best_shot
from sandtable.rulesets.uprising1848.table.rules import KIT
from sandtable.rulesets.uprising1848.table.state import (
    GOVERNMENT,
    PLAYER,
    Charging,
    Moving,
    Sighting,
    Site,
    UprisingField,
)
from sandtable.rulesets.uprising1848.vocabulary import Ammunition, Deed, Firearm, Kind, Melee, Status
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    TABLES,
    VETERAN,
    Laid,
    area,
    at,
    done,
    gun,
    hits,
    laid,
    plain,
    pose,
    rebels,
    row,
    troops,
    wall,
)

ACT = Decision(GOVERNMENT, "act", (Act.kind,))


def table(*units: Laid, **about: Any) -> UprisingField:
    """A table on which the government has the initiative."""
    return laid(*units, side=GOVERNMENT, **about)


def facts(field: UprisingField, name: str, stance: str = "fair") -> Facts:
    return Facts(field, field.pieces[name], at_stance(field.tables, stance))


def deeds(field: UprisingField, name: str, stance: str = "fair") -> list[Deed]:
    """What a unit does, part by part."""
    return [deed for deed, _ in Automaton(KIT, stance, "tests").answers(facts(field, name, stance))]


def order(field: UprisingField, stance: str = "fair") -> Act:
    """The order that comes of it, which is legal."""
    found = Automaton(KIT, stance, "tests").order(field, ACT)
    assert isinstance(found, Act)
    assert may_do(KIT, field, found), found
    return found


def ends(field: UprisingField, name: str, deed: Deed, far: float = 8) -> Point:
    """Where the middle of a unit comes to that does something and has thrown so far."""
    piece = field.pieces[name]
    thrown = replace(field, moving=Moving(name, tuple(range(len(piece.figures))), inches(far)), acting=(name,))
    told = facts(thrown, name)
    goes = order_to_go(KIT, told, deed, told.nearest)
    assert may_do(KIT, thrown, goes)
    last = [way[-1] if way else figure for way, figure in zip(goes.ways, piece.figures, strict=True)]
    return Point(sum(each.x for each in last) // len(last), sum(each.y for each in last) // len(last))


def core(count: int, y: float = 10, x: float = 10, **about: Any) -> Laid:
    """Veterans without rank in two rows."""
    half = -(-count // 2)
    places = at(*((x + 1.1 * (n % half), y - 1.1 * (n // half)) for n in range(count)))
    return rebels("Core", places, men=plain(count, about.pop("quality", VETERAN), **about), nco=False)


def line(count: int, y: float, quality: Any = AVERAGE, name: str = "Line", x: float = 10, **about: Any) -> Laid:
    men = about.pop("men", {})
    half = -(-count // 2)
    places = at(*((x + 1.1 * (n % half), y + 1.1 * (n // half)) for n in range(count)))
    return troops(name, places, men=plain(count, quality, **men), nco=False, quality=quality, **about)


# ---- Facts -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-A.03", "R48-A.27")
def test_both_sides_within_eighteen_inches_are_counted_by_class():
    """Eight Average are worth 16, twelve Veterans 36; nine more stand an inch too far away."""
    more = rebels("More", row(20, -8.5 + 12, 9, 1.2), men=plain(9), nco=False)
    field = table(core(12), line(8, 26), more)
    told = facts(field, "Line").situation()
    assert (told.kind, told.actor, told.figures, told.firearm) == (Kind.INFANTRY, AVERAGE, 8, Firearm.MUSKET)
    assert sum(value_of(each, TABLES) for each in told.friends_near) == 16
    assert sum(value_of(each, TABLES) for each in told.players_near) == 36
    assert told.groups[0].distance == 15
    assert (told.groups[0].targets, told.groups[0].target) == (6, VETERAN)  # the front rank hides the other one


@pytest.mark.rule("R48-A.01", "R48-A.03")
def test_nobody_is_counted_who_is_not_seen():
    behind = wall("high_wall", (0, 20), (48, 20))
    field = table(core(12), line(8, 26), ground=(behind,))
    told = facts(field, "Line")
    assert told.seen == []
    assert near(field, field.pieces["Line"], PLAYER) == ((), 0)
    close = table(core(4, 19), line(4, 22), ground=(behind,))
    assert [each.piece.id for each in facts(close, "Line").seen] == ["Core"]  # within six inches they are heard


@pytest.mark.rule("R48-7.14", "R48-A.23", "R48-G.49")
def test_a_unit_that_has_strays_fires_with_the_others_and_then_the_strays_close_up():
    strays = at(*((10 + 1.2 * n, 20) for n in range(6)), (40, 20))
    ground = (wall("high_wall", (30, 0), (30, 19)),)
    field = table(core(6), troops("Line", strays, men=plain(7, AVERAGE), nco=False, quality=AVERAGE), ground=ground)
    first = order(field)
    assert (first.action, first.members) == ("fire_musket", (0, 1, 2, 3, 4, 5))
    fired = done(field, first, fire_hits=hits(0))
    second = order(fired)
    assert (second.action, second.members) == ("move", (6,))


@pytest.mark.rule("R48-9.04", "R48-A.08", "R48-A.18", "R48-A.28")
def test_nobody_means_to_charge_where_there_is_no_way():
    """Across a river a mob goes on towards them instead; without it, it charges."""
    people = line(8, 18, CIVILIAN, "Mob", kind=Kind.MOB, firearm=Firearm.NONE, men={"firearm": Firearm.NONE})
    assert deeds(table(core(6), people), "Mob") == [Deed.CHARGE]
    assert deeds(table(core(6), people, ground=(area("river", 0, 12, 48, 4),)), "Mob") != [Deed.CHARGE]


@pytest.mark.rule("R48-A.23", "R48-A.18")
def test_those_of_a_mob_who_carry_nothing_do_not_stand_about_while_the_others_fire():
    armed = (*plain(2, CIVILIAN), *plain(6, CIVILIAN, firearm=Firearm.NONE))
    places = at(*((10 + 1.2 * n, 22) for n in range(8)))
    ground = (area("river", 0, 15, 48, 3),)
    people = troops("Mob", places, men=armed, nco=False, quality=CIVILIAN, kind=Kind.MOB)
    field = table(core(6), people, ground=ground)
    found = Automaton(KIT, "fair", "tests")
    first = found.order(field, ACT)
    assert isinstance(first, Act)
    assert first.action == "fire_musket"
    second = found.order(done(field, first, fire_hits=hits(0)), ACT)
    assert isinstance(second, Act)
    assert second.action in ("throw_stone", "move")


@pytest.mark.rule("R48-A.01", "R48-A.25", "R48-A.28")
def test_who_sees_nobody_goes_where_somebody_was_and_then_crosses_the_table():
    hidden = table(core(4), line(6, 40), ground=(wall("high_wall", (0, 20), (48, 20)),), turn=5)
    known = replace(hidden, sightings={"Line": Sighting(4, pose(30, 30).point)})
    assert deeds(known, "Line") == [Deed.MOVE_LAST_KNOWN]
    start = apart(middle_of(known.pieces["Line"]), pose(30, 30).point)
    assert apart(ends(known, "Line", Deed.MOVE_LAST_KNOWN), pose(30, 30).point) < start - inches(6)
    lately = replace(hidden, sightings={"Line": Sighting(4)})
    assert deeds(lately, "Line") == [Deed.STAND_COVER]
    long_ago = replace(hidden, sightings={"Line": Sighting(2)}, came_at={"Line": pose(24, 72).point})
    assert deeds(long_ago, "Line") == [Deed.CROSS]
    assert ends(long_ago, "Line", Deed.CROSS).y < inches(34)


# ---- Who acts ----------------------------------------------------------------------------------------------------------------------------


def acting_first(*units: Laid, **about: Any) -> str:
    field = table(core(6), *units, **about)
    return Automaton(KIT, "fair", "tests").chosen(field, field.tables).id


STAFF = troops(
    "Staff", at((10, 22), (12, 22)), kind=Kind.HEADQUARTERS, quality=VETERAN, men=plain(2, VETERAN), nco=False
)
GUN = gun("Gun", GOVERNMENT, pose(30, 32, 213))
TOUCHING = line(2, 11.05, name="Touching", x=10)
SHAKEN = line(3, 44, name="Shaken", x=30, books={"status": Status.WAVERING})
SHOOTS = line(6, 24, name="Shoots", x=20)
FAR_OFF, FARTHEST = line(3, 60, name="Far", x=10, men={"firearm": Firearm.NONE}), line(4, 68, name="Farthest", x=10)


@pytest.mark.rule("R48-A.02", "R48-A.26")
def test_units_act_in_the_order_of_what_presses_most():
    everybody = (STAFF, GUN, TOUCHING, SHOOTS, SHAKEN, FAR_OFF, FARTHEST)
    told = [acting_first(*everybody[number:]) for number in range(len(everybody))]
    assert told == ["Staff", "Gun", "Touching", "Shoots", "Shaken", "Far", "Farthest"]


@pytest.mark.rule("R48-A.02", "R48-A.26")
def test_of_equals_the_stronger_acts_and_then_chance_decides():
    one, two = line(4, 40, name="One", x=5), line(6, 42, name="Two", x=20)
    twin = line(6, 42, name="Twin", x=35)
    seen = {
        Automaton(KIT, "fair", f"luck {number}").chosen(table(core(6), one, two, twin), TABLES).id
        for number in range(12)
    }
    assert "One" not in seen or len(seen) == 1
    assert acting_first(line(4, 60, name="A"), line(6, 60, name="B", x=30)) in ("A", "B")


# ---- Infantry and cavalry ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-A.28", "R48-A.05", "R48-A.06")
def test_eight_average_fire_at_a_dozen_veterans_and_withdraw_from_two_dozen():
    """16 to 36 is 0.44 and eight times a tenth 0.8: they fire; 16 to 72 is 0.22: they withdraw."""
    few, many = table(core(12), line(8, 26)), table(core(24), line(8, 26))
    assert deeds(few, "Line") == [Deed.FIRE]
    assert order(few).action == "fire_musket"
    assert deeds(many, "Line") == [Deed.WITHDRAW]
    assert order(many).action == "move"
    assert ends(many, "Line", Deed.WITHDRAW).y > inches(30)


@pytest.mark.rule("R48-A.28", "R48-A.06", "R48-A.01")
def test_ten_conscripts_withdraw_under_a_fair_government_and_fire_under_a_harsh_one():
    field = table(core(12), line(10, 26, CONSCRIPT))
    assert deeds(field, "Line") == [Deed.WITHDRAW]  # 10 to 36
    assert deeds(field, "Line", "harsh") == [Deed.FIRE]
    few = table(core(12), line(8, 26))
    assert deeds(few, "Line", "gentle") == [Deed.WITHDRAW]  # 0.44 is below a half


@pytest.mark.rule("R48-A.28", "R48-A.05")
def test_six_veterans_with_rifles_fire_at_unarmed_volunteers_from_afar():
    field = table(
        core(12, quality=CONSCRIPT, firearm=Firearm.NONE, melee=Melee.IMPROVISED),
        line(6, 31, VETERAN, men={"firearm": Firearm.PERCUSSION_RIFLE}),
    )
    assert deeds(field, "Line") == [Deed.FIRE]
    assert order(field).action == "fire_rifle"


@pytest.mark.rule("R48-A.08", "R48-A.04", "R48-A.28", "R48-A.09")
def test_cavalry_charges_unarmed_volunteers_in_the_open():
    volunteers = core(10, quality=CONSCRIPT, firearm=Firearm.NONE, melee=Melee.IMPROVISED)
    riders = plain(5, AVERAGE, firearm=Firearm.CARBINE, mounted=True, horse=True)
    horse = troops("Hussars", row(7, 25.5, 5, 2), men=riders, kind=Kind.CAVALRY, mounted=True, nco=False)
    field = table(volunteers, horse)
    assert deeds(field, "Hussars") == [Deed.CHARGE]
    told = order(field)
    assert (told.action, told.target) == ("charge", "Core")
    armed = table(core(24), horse)
    assert deeds(armed, "Hussars") != [Deed.CHARGE]


@pytest.mark.rule("R48-A.05", "R48-A.07", "R48-A.29")
def test_infantry_comes_to_its_stop_distance_behind_cover_and_out_of_its_own_guns_line():
    field = table(core(6), line(8, 44))
    assert deeds(field, "Line") == [Deed.MOVE_STOP]
    assert ends(field, "Line", Deed.MOVE_STOP).y < inches(40)
    wood = table(core(6), line(4, 34, x=14), ground=(area("woods", 4, 26, 6, 4),))
    there = ends(wood, "Line", Deed.MOVE_STOP, 14)
    assert there.x < inches(14)  # they turn aside for the wood
    crossing = line(4, 30, name="Line", x=14)
    battery = gun("Gun", GOVERNMENT, pose(24, 30, 220))
    through = table(core(6), crossing, battery)
    told = facts(through, "Line")
    assert told.field.pieces["Gun"].marker is not None
    place = ends(through, "Line", Deed.MOVE_STOP, 6)
    muzzle = through.pieces["Gun"].marker
    assert muzzle is not None
    assert abs((place.x - muzzle.x) * 0.766 - (place.y - muzzle.y) * 0.643) > inches(
        1
    )  # not on the line of 220 degrees


@pytest.mark.rule("R48-A.05", "R48-A.23")
def test_figures_in_contact_strike_and_the_others_fire():
    field = table(core(4), line(4, 11.05, x=10))
    told = deeds(field, "Line")
    assert told[0] is Deed.ATTACK
    assert order(field).action == "attack_lethal"


@pytest.mark.rule("R48-A.05")
def test_veterans_shoot_at_a_leader_whom_they_are_likely_to_hit():
    men = (replace(plain(1)[0], role=Role.LEADER), *plain(3))
    field = table(
        rebels("Core", row(10, 10, 4, 2), men=men, nco=False),
        line(6, 17, VETERAN, men={"firearm": Firearm.PERCUSSION_RIFLE}),
    )
    told = order(field)
    assert told.marks == (0,)
    assert told.chosen == {"officer_named": True}
    average = table(
        rebels("Core", row(10, 10, 4, 2), men=men, nco=False), line(6, 17, men={"firearm": Firearm.PERCUSSION_RIFLE})
    )
    assert not order(average).chosen


# ---- Those who wish to get away ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-A.19", "R48-A.28")
def test_wavering_troops_get_away_from_whoever_is_near_and_rally_elsewhere():
    near_by = table(core(6), line(4, 20, books={"status": Status.WAVERING}))
    assert deeds(near_by, "Line") == [Deed.MOVE_AWAY]
    assert ends(near_by, "Line", Deed.MOVE_AWAY).y > inches(25)
    afar = table(core(6), line(4, 30, books={"status": Status.WAVERING}))
    assert deeds(afar, "Line") == [Deed.RALLY]
    assert order(afar).chosen == {"activity": "Rally"}


@pytest.mark.rule("R48-A.16", "R48-A.15")
def test_politicians_in_hiding_stay_until_they_are_found():
    lord = troops("Lord", at((24, 60)), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    field = table(core(6), lord)
    assert deeds(field.with_piece("Lord", hidden=True), "Lord") == [Deed.STAND]
    assert deeds(field, "Lord") == [Deed.MOVE_EDGE]
    assert ends(field, "Lord", Deed.MOVE_EDGE).y > inches(66)
    house = table(core(6), lord, ground=(area("house", 26, 61, 5, 5, "inn"),))
    assert apart(ends(house, "Lord", Deed.MOVE_EDGE, 4), pose(28.5, 63.5).point) < inches(4)


@pytest.mark.rule("R48-A.13")
def test_headquarters_keep_away_and_fight_when_they_cannot():
    def staff(y: float) -> Laid:
        men = plain(3, VETERAN)
        return troops("Staff", row(10, y, 3), kind=Kind.HEADQUARTERS, quality=VETERAN, men=men, nco=False)

    assert deeds(table(core(6), staff(40)), "Staff") == [Deed.STAND_COVER]
    assert deeds(table(core(6), staff(28)), "Staff") == [Deed.MOVE_AWAY]
    assert deeds(table(core(6), staff(14)), "Staff") == [Deed.FIRE]


@pytest.mark.rule("R48-A.12", "R48-A.29")
def test_a_convoy_makes_for_its_exit_and_its_guards_stand_before_it():
    wagons = troops(
        "Train", at((24, 44), (28, 44)), kind=Kind.CONVOY, quality=CIVILIAN, firearm=Firearm.NONE,
        melee=Melee.IMPROVISED, wagons=2, nco=False,
    )  # fmt: skip
    guards = line(6, 52, name="Guards", x=24, kind=Kind.CONVOY_GUARDS)
    field = table(core(6), wagons, guards, guarding={"Guards": "Train"})
    bound = replace(field, bound_for={"Train": pose(48, 44).point})
    assert deeds(bound, "Train") == [Deed.MOVE_ROAD]
    assert ends(bound, "Train", Deed.MOVE_ROAD, 5).x > middle_of(field.pieces["Train"]).x + inches(3)
    close = table(core(6, 24, 24), wagons, guards, guarding={"Guards": "Train"})
    assert deeds(close, "Train") == [Deed.MOVE_EDGE]
    assert deeds(bound, "Guards") == [Deed.MOVE_BETWEEN]


@pytest.mark.rule("R48-A.14")
def test_an_officer_rides_for_the_edge_and_fires_only_when_he_has_to():
    def officer(y: float) -> Laid:
        men = plain(1, VETERAN, firearm=Firearm.PISTOL, mounted=True, horse=True)
        return troops(
            "Courier", at((12, y)), kind=Kind.ENEMY_OFFICER, quality=VETERAN, men=men, nco=False, mounted=True
        )

    far = replace(table(core(6), officer(40)), bound_for={"Courier": pose(0, 40).point})
    assert deeds(far, "Courier") == [Deed.MOVE_EXIT]
    assert ends(far, "Courier", Deed.MOVE_EXIT, 8).x < inches(6)
    touched = table(core(6), officer(11.05))
    assert deeds(touched, "Courier") == [Deed.ATTACK]


@pytest.mark.rule("R48-A.18")
def test_a_mob_ignores_the_odds():
    def mob(y: float) -> Laid:
        men = plain(6, CIVILIAN, firearm=Firearm.NONE, melee=Melee.IMPROVISED)
        return troops("Mob", row(8, y, 6), kind=Kind.MOB, quality=CIVILIAN, men=men, nco=False)

    assert deeds(table(core(24), mob(18)), "Mob") == [Deed.CHARGE]
    assert deeds(table(core(24), mob(40)), "Mob") == [Deed.MOVE_TOWARD]
    assert ends(table(core(4), mob(40)), "Mob", Deed.MOVE_TOWARD).y < inches(34)
    assert order(table(core(4), mob(18))).action == "charge"


# ---- Guns and garrisons ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-A.10", "R48-A.07")
def test_a_gun_fires_where_it_hits_most_foes_and_not_at_its_own():
    """Six foes in file before the muzzle: roundshot goes through all of them; with three friends in the line it is not fired."""
    file = rebels("Core", at(*((30, 20 - 1.2 * n) for n in range(6))), men=plain(6), nco=False)
    battery = gun("Gun", GOVERNMENT, pose(30, 40, 180), books={"ammunition": Ammunition.ROUNDSHOT})
    field = table(file, battery)
    shot = best_shot(field, field.pieces["Gun"])
    assert shot is not None
    assert (shot.foes, shot.friends) == (6, 0)
    assert deeds(field, "Gun") == [Deed.FIRE_GUN]
    assert order(field).action == "fire_light_artillery"
    crowded = table(file, battery, line(3, 30, name="Friends", x=28.9))
    blocked = best_shot(crowded, crowded.pieces["Gun"])
    assert blocked is None or blocked.foes - 2 * blocked.friends < 6


@pytest.mark.rule("R48-A.10")
def test_a_gun_is_loaded_unlimbered_or_turned_as_it_needs():
    foe = core(6, 10, 30)
    unloaded = table(foe, gun("Gun", GOVERNMENT, pose(32, 44, 180), books={"markers": 2}))
    assert deeds(unloaded, "Gun") == [Deed.LOAD]
    assert order(unloaded).chosen["activity"] == "Load gun"
    limbered = table(foe, gun("Gun", GOVERNMENT, pose(32, 44, 180), books={"limbered": True}))
    assert deeds(limbered, "Gun") == [Deed.UNLIMBER]
    assert order(limbered).chosen == {"instead": "unlimber"}
    away = table(foe, gun("Gun", GOVERNMENT, pose(32, 44, 90)))
    assert deeds(away, "Gun") == [Deed.TURN]
    (turned,) = order(away).marker
    assert abs(turned.facing - 1830) < 60


@pytest.mark.rule("R48-A.11")
def test_a_crew_leaves_its_gun_to_those_who_can_reach_it_and_comes_back():
    close = table(core(12, 30, 40), gun("Gun", GOVERNMENT, pose(40, 35, 90)))
    assert deeds(close, "Gun") == [Deed.ABANDON]
    assert ends(close, "Gun", Deed.ABANDON, 6).y > inches(36)
    empty = table(core(4, 5), gun("Gun", GOVERNMENT, pose(40, 35, 90)))
    crew = tuple(each._replace(y=each.y + inches(10)) for each in empty.pieces["Gun"].figures)
    left = empty.with_piece("Gun", figures=crew)
    assert deeds(left, "Gun") == [Deed.MOVE_BACK]
    assert ends(left, "Gun", Deed.MOVE_BACK, 6).y < middle_of(left.pieces["Gun"]).y


@pytest.mark.rule("R48-A.21", "R48-A.23")
def test_half_of_a_garrison_sallies_under_its_nco():
    fort = area("strongpoint", 20, 40, 8, 8, "fort")
    men = (
        replace(plain(1, VETERAN)[0], role=Role.OFFICER),
        replace(plain(1, VETERAN)[0], role=Role.NCO),
        *plain(10, VETERAN),
    )
    places = at(*((21 + 1.2 * (n % 6), 42 + 1.5 * (n // 6)) for n in range(12)))
    inside = troops("Garrison", places, men=men, kind=Kind.GARRISON, quality=VETERAN, officers=1)
    site = Site("Fort", pose(24, 44).point, structure="fort")
    near_by = table(core(4, 25, 22), inside, ground=(fort,), sites=(site,))
    assert Deed.SALLY not in deeds(near_by, "Garrison")
    far = table(core(4, 12, 22), inside, ground=(fort,), sites=(site,))
    assert deeds(far, "Garrison") == [Deed.STAND, Deed.SALLY]
    told = order(far)
    assert told.action == "split"
    assert 1 in told.members  # the NCO
    assert 0 not in told.members
    assert len(told.members) == 6


# ---- Charged, and why ------------------------------------------------------------------------------------------------------------------------


def reaction(field: UprisingField, target: str, left: float) -> str:
    """What a unit answers when it is charged."""
    piece = field.pieces[target]
    charge = Charging("Core", (0,), target, tuple(range(len(piece.figures))), inches(4), inches(left))
    options = tuple(Option(name, Message(name)) for name in ("none", "move", "fire"))
    asked = Choose("charge.reaction", options, "fire")
    return Automaton(KIT, "fair", "tests").choose(replace(field, charge=charge), GOVERNMENT, asked)


@pytest.mark.rule("R48-A.20", "R48-A.26")
def test_troops_react_to_a_charge_by_the_rules():
    assert reaction(table(core(4), line(6, 15)), "Line", 2) == "fire"
    assert reaction(table(core(12), line(4, 15, CONSCRIPT)), "Line", 2) == "move"  # 4 to 36
    lord = troops("Lord", at((10, 15)), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    assert reaction(table(core(4), lord), "Lord", 9) == "none"  # nobody gets away from nine inches


@pytest.mark.rule("R48-A.26", "R48-A.28")
def test_its_reasons_are_told_at_once_only_where_the_players_agreed():
    for open_, words in ((False, None), (True, ("Line",))):
        field = table(core(12), line(8, 26), options={"openReasons": open_})
        played = Automaton(KIT, "fair", "tests")
        played.order(field, ACT)
        why = played.why()
        assert why is not None
        assert "0.44" in why.words
        assert why.words.endswith(".")
        assert why.about == words
