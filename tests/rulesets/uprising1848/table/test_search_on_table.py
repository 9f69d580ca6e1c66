"""Searches, scouts, questions, prisoners, captures, garrisons, barricades and gates (R48-6.54 to R48-6.58b, R48-6.62, R48-G.09, R48-G.10, R48-G.38, R48-G.42a to R48-G.45c)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.geometry.measure import inches
from sandtable.miniatures.acting import law_of
from sandtable.rulesets.uprising1848.books import CACHE, STRONGPOINT, KnownPlace
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.movement.placing import square
from sandtable.rulesets.uprising1848.table.rules import KIT
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, Site
from sandtable.rulesets.uprising1848.units import Once
from sandtable.rulesets.uprising1848.vocabulary import (
    Cache,
    Capture,
    Entry,
    Firearm,
    Garrison,
    Kind,
    Melee,
    Side,
    Status,
)
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    VETERAN,
    act,
    area,
    at,
    carried,
    done,
    form,
    go,
    gov,
    hits,
    laid,
    plain,
    pose,
    rebels,
    refused,
    row,
    troops,
    wall,
    with_unit,
)

FAR = troops("Far", row(40, 70, 2))
INN = area("house", 8, 8, 8, 4, "inn")
SEARCH = act("search_structure", "Core", "inn")


def inside(*others, **about):
    """Three rebels in the inn, one outside."""
    core = rebels("Core", at((9, 10), (11, 10), (13, 10), (16.9, 10)), men=plain(4, firearm=Firearm.NONE), nco=False)
    return laid(core, *others, FAR, ground=(INN,), **about)


# ---- Search ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-6.54", "R48-6.54a", "R48-6.54b", "R48-11.47a", "R48-G.45")
def test_a_structure_is_searched_from_inside_until_something_is_found():
    field = inside()
    field = done(field, SEARCH, search_result=5)  # nothing yet
    assert refused(field, SEARCH) == []
    field = done(field, SEARCH, search_result=16)  # papers
    assert field.books.points == 5
    assert refused(field, SEARCH) == ["R48-6.54b"]
    assert refused(field, act("search_structure", "Core", "inn", members=(3,))) == [
        "R48-6.54a",
        "R48-6.54b",
    ]  # and not from outside
    assert refused(inside(), act("search_structure", "Core", "mill")) == ["R48-6.54"]
    outside = laid(rebels("Core", row(20, 20, 2)), FAR, ground=(INN,))
    assert refused(outside, SEARCH) == ["R48-6.54a"]


@pytest.mark.rule("R48-G.45", "R48-11.42a", "R48-1.10", "R48-12.03k", "R48-12.03m", "R48-3.15", "R48-3.51")
@pytest.mark.parametrize(
    ("die", "more", "told"),
    (
        (9, {}, "empty"),
        (12, {}, "civilians"),
        (13, {"search_recruits": [[2]]}, "recruits"),
        (14, {"search_weapons": [[2]], "search_muskets": 1}, "muskets"),
        (14, {"search_weapons": [[2]], "search_muskets": 5}, "sticks"),
        (15, {}, "hiders"),
        (17, {}, "cash"),
        (18, {"search_guards": [[2]]}, "prisoners"),
        (19, {"cache_armoury": 9}, "dump"),
        (20, {"search_soldiers": [[4]]}, "soldiers"),
    ),
)
def test_what_may_be_in_a_house(die, more, told):
    field, _ = carried(inside(), SEARCH, {"search_result": die, **more})
    names = field.pieces.keys() - {"Core", "Far"}
    points = {"recruits": 3, "cash": 10, "dump": 5}
    assert field.books.points == points.get(told, 0)
    if told == "civilians":
        assert field.unit(*names).party.kind is Kind.CIVILIANS
    if told == "hiders":
        assert field.unit(*names).party.kind is Kind.ARISTOCRATS
    if told == "recruits":
        assert len(field.men["Recruits 1"]) == 3
    if told in ("muskets", "sticks"):
        muskets = [man.firearm for man in field.men["Core"]].count(Firearm.MUSKET)
        assert muskets == (2 if told == "muskets" else 0)
    if told == "prisoners":
        assert field.sites["Cache 1"].structure == "inn"
        assert field.guarding == {"Guards 1": "Cache 1"}
    if told == "soldiers":
        assert field.acting == ("Core", "Infantry 1")  # they act at once, in the middle of it
        gap = min(
            abs(a.x - b.x) + abs(a.y - b.y)
            for a in field.pieces["Infantry 1"].figures
            for b in field.pieces["Core"].figures
        )
        assert gap < inches(4)
        field = done(field, gov("stand", "Infantry 1"))
        assert field.acting == ("Core",)
    assert (Once.SEARCHED, "inn") in field.books.once


# ---- Strongpoints ------------------------------------------------------------------------------------------------------------------------


def outpost(y: float = 30, *others, shown: bool = False, contents: Cache = Cache.CASH, core=None, **about):
    """A strongpoint at (12, y), held by four Average with an NCO whom nobody has seen, and rebels."""
    holders = (Party(kind=Kind.GARRISON, quality=AVERAGE, figures=4, nco=True),)
    place = KnownPlace("Strongpoint 1", STRONGPOINT, Garrison.AVERAGE, holders, contents, garrison_shown=shown)
    site = Site(
        "Strongpoint 1", pose(12, y).point, square("Strongpoint 1", "strongpoint", pose(12, y).point, inches(6))
    )
    core = core or rebels("Core", row(8, 10, 4), men=plain(4), nco=False)
    return laid(core, *others, FAR, sites=(site,), places={"Strongpoint 1": place}, **about)


SCOUT = act("scout", "Core", "Strongpoint 1")


@pytest.mark.rule("R48-6.55", "R48-6.55a", "R48-6.55b", "R48-G.45a", "R48-11.45a", "R48-G.09")
def test_an_outpost_is_scouted_once_from_twelve_inches_with_a_line():
    near = outpost(24)
    assert float(form(near, SCOUT)["distance"]) == pytest.approx(10.5, abs=0.1)
    assert "R48-6.55" in refused(outpost(27), SCOUT)
    walled = outpost(24, ground=(wall("high_wall", (0, 15), (48, 15)),))
    assert refused(walled, SCOUT) == ["R48-6.55"]
    seen, _ = carried(near, SCOUT, {"scout_result": 80, "scout_contents": 5})
    assert len(seen.pieces["Garrison 1"].figures) == 4
    assert seen.books.places["Strongpoint 1"].contents_shown
    area_ = seen.sites["Strongpoint 1"].area
    assert area_ is not None
    xs = [pose_.x for pose_ in seen.pieces["Garrison 1"].figures]
    assert min(xs) >= area_.outline[0].x
    assert max(xs) <= area_.outline[1].x
    assert "R48-6.55b" in refused(seen, SCOUT)
    missed = done(near, SCOUT, scout_result=81)
    assert "Garrison 1" not in missed.pieces
    assert "R48-6.55b" in refused(missed, SCOUT)


@pytest.mark.rule("R48-G.09", "R48-G.09")
def test_a_garrison_stands_there_when_somebody_comes_within_six_inches():
    field = outpost(24)
    field = done(field, act("move", "Core"), move_distance=[[3]])
    field = done(field, go(field, "Core", 0, 4.4))  # 6.1 in from it
    assert "Garrison 1" not in field.pieces
    field = outpost(24)
    field = done(field, act("move", "Core"), move_distance=[[3]])
    field = done(field, go(field, "Core", 0, 4.6))  # 5.9 in
    assert "Garrison 1" in field.pieces
    assert field.books.places["Strongpoint 1"].garrison_shown


@pytest.mark.rule("R48-G.09")
def test_a_garrison_answers_when_it_is_fired_on():
    field = outpost(24)
    assert refused(field, act("open_fire", "Core", "Far")) == ["R48-G.09"]
    field = done(field, act("open_fire", "Core", "Strongpoint 1"))
    assert "Garrison 1" in field.pieces
    assert all(man.acted for man in field.men["Core"])


@pytest.mark.rule("R48-G.09")
def test_the_government_lays_a_garrison_open_to_act_with_it():
    field = outpost(26, side=GOVERNMENT)
    field = done(field, gov("reveal", target="Strongpoint 1"))
    assert refused(field, gov("stand", "Garrison 1")) == []
    far = outpost(60, side=GOVERNMENT)
    assert refused(far, gov("reveal", target="Strongpoint 1")) == ["R48-G.09"]
    assert refused(far, gov("reveal", target="Far")) == ["R48-G.09"]


@pytest.mark.rule("R48-G.09", "R48-12.03n", "R48-12.03m", "R48-1.10")
def test_a_strongpoint_is_taken_from_inside_and_its_contents_are_found():
    """Rebels are inside, and nobody Solid of the government: five points, and ten for the cash."""
    core = rebels("Core", at((11, 24), (13, 24)), men=plain(2), nco=False)
    field = outpost(24, core=core, shown=True)
    field = done(field, act("stand", "Core"))
    assert field.books.points == 15
    assert field.books.captured == (Capture.STRONGPOINT, Capture.CASH)
    held = outpost(24, troops("Guard", at((12, 26)), men=plain(1, AVERAGE), nco=False), core=core, shown=True)
    assert done(held, act("stand", "Core")).books.points == 0
    shaken = outpost(
        24,
        troops("Guard", at((12, 26)), men=plain(1, AVERAGE), nco=False, books={"status": Status.WAVERING}),
        core=core,
        shown=True,
    )
    assert done(shaken, act("stand", "Core")).books.points == 15
    wavering = rebels("Core", at((11, 24), (13, 24)), men=plain(2), nco=False, books={"status": Status.WAVERING})
    weak = done(outpost(24, core=wavering, shown=True), act("move", "Core"), move_distance=[[1]])
    assert done(weak, go(weak, "Core", 0, 0)).books.points == 0  # only a Solid unit takes it


# ---- Finds -------------------------------------------------------------------------------------------------------------------------------


def cache(kind: Cache, *others, **about):
    """A find in a hut at (20, 20), rebels beside it."""
    place = KnownPlace("Cache 1", CACHE, cache=kind, contents_shown=about.pop("shown", True))
    site = Site("Cache 1", pose(20, 20).point, square("Cache 1", "hut", pose(20, 20).point, inches(3)))
    core = rebels(
        "Core", at((20, 17.95), (21.5, 17.95)), men=plain(2, firearm=Firearm.NONE, melee=Melee.IMPROVISED), nco=False
    )
    return laid(core, *others, FAR, sites=(site,), places={"Cache 1": place}, **about)


@pytest.mark.rule("R48-G.10", "R48-12.03j", "R48-12.03k", "R48-12.03m", "R48-3.51", "R48-3.53b", "R48-11.47")
@pytest.mark.parametrize(("kind", "points"), ((Cache.DUMP, 5), (Cache.PAPERS, 5), (Cache.CASH, 10)))
def test_an_unguarded_find_is_captured_by_whoever_touches_it(kind, points):
    more = {"cache_armoury": 9} if kind is Cache.DUMP else {}
    field, _ = carried(cache(kind), act("stand", "Core"), more)
    assert field.books.points == points
    again = replace(field, acting=(), books=replace(field.books, side=None))
    assert (Once.TAKEN, "Cache 1") in again.books.once
    guarded = cache(
        kind, troops("Guards 1", row(24, 22, 2), men=plain(2, CONSCRIPT), nco=False), guarding={"Guards 1": "Cache 1"}
    )
    assert done(guarded, act("stand", "Core")).books.points == 0
    shaken = with_unit(guarded, "Guards 1", status=Status.WAVERING)
    assert carried(shaken, act("stand", "Core"), more)[0].books.points == points


@pytest.mark.rule("R48-G.10", "R48-3.15", "R48-3.50", "R48-G.45c")
def test_an_armoury_arms_those_who_stand_at_it():
    field, _ = carried(cache(Cache.DUMP), act("stand", "Core"), {"cache_armoury": 3})
    assert [armoury.unit for armoury in field.armouries] == ["Core"]
    assert {man.firearm for man in field.men["Core"]} == {Firearm.NONE}
    men = tuple(replace(man, acted=False) for man in field.men["Core"])
    field = replace(field, men={**field.men, "Core": men}, books=replace(field.books, side=Side.PLAYER))
    field = with_unit(field, "Core", acted=0)
    field = done(field, act("stand", "Core"))
    assert {man.firearm for man in field.men["Core"]} == {Firearm.MUSKET}


@pytest.mark.rule("R48-6.62", "R48-6.62a", "R48-12.03l", "R48-G.44", "R48-3.53", "R48-3.53a")
def test_prisoners_are_found_unguarded_and_freed_once():
    field = cache(Cache.PRISONERS)
    free = act("free_prisoners", "Core", "Cache 1")
    guarded = cache(Cache.PRISONERS, troops("Guards 1", row(24, 22, 2), nco=False), guarding={"Guards 1": "Cache 1"})
    assert refused(guarded, free) == ["R48-6.62"]
    assert refused(cache(Cache.PRISONERS, shown=False), free) == ["R48-6.62"]
    field, _ = carried(field, free, {"prisoners_result": 8, "prisoners_citizens": [[2]], "prisoners_tell": 1})
    assert field.books.points == 5 + 2
    assert any(man.role is Role.LEADER for man in field.men["Recruits 1"])
    assert "R48-12.03l" in refused(field, free)
    veterans, _ = carried(
        cache(Cache.PRISONERS), free, {"prisoners_result": 6, "prisoners_veterans": [[3]], "prisoners_tell": 1}
    )
    assert [man.quality for man in veterans.men["Recruits 1"]] == [VETERAN] * 4


@pytest.mark.rule("R48-G.18", "R48-G.45c", "R48-3.49a", "R48-3.50", "R48-12.03j", "R48-3.49")
def test_a_convoy_is_taken_when_its_guards_are_gone():
    """R48-T.45: with a guard left it is not; then it is, and the unit that took it may be armed."""
    train = troops("Train", at((20, 24)), kind=Kind.CONVOY, quality=CIVILIAN, wagons=1, nco=False, firearm=Firearm.NONE)
    core = rebels("Core", at((20, 19.45), (21.5, 19.45)), men=plain(2, firearm=Firearm.NONE), nco=False)
    guard = troops("Escort", at((30, 30)), men=plain(1, CONSCRIPT), kind=Kind.CONVOY_GUARDS, nco=False)
    field = laid(core, train, guard, FAR, guarding={"Escort": "Train"})
    assert done(field, act("stand", "Core")).books.points == 0
    field = laid(core, train, FAR, guarding={"Escort": "Train"})
    field = done(field, act("stand", "Core"))
    assert field.books.points == 5
    assert [wagon.side for wagon in field.wagons.values()] == ["Player"]
    assert [(armoury.unit, armoury.at) for armoury in field.armouries] == [("Core", "Train")]


# ---- Questions ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "R48-6.56",
    "R48-6.56a",
    "R48-6.56b",
    "R48-3.46",
    "R48-3.46b",
    "R48-3.47b",
    "R48-3.48b",
    "R48-3.48d",
    "R48-12.03o",
    "R48-13.13",
)
def test_who_can_fight_no_more_is_questioned_and_led_away():
    men = (replace(plain(1)[0], role=Role.OFFICER), *plain(2, AVERAGE))
    line = troops("Line", at((20, 21), (22, 21), (24, 21)), men=men, nco=False, books={"status": Status.WAVERING})
    core = rebels("Core", at((20, 20), (18, 20)), men=plain(2), nco=False)
    field = laid(core, line, FAR)
    ask = act("question", "Core", "Line")
    assert refused(with_unit(field, "Line", status=Status.SOLID), ask) == ["R48-6.56a"]
    away = laid(rebels("Core", at((10, 10)), men=plain(1), nco=False), line, FAR)
    assert refused(away, ask) == ["R48-6.56"] * len(refused(away, ask))
    field = done(field, ask, question_result=55)  # documents
    assert field.books.points == 10
    assert [man.role for man in field.men["Line"]] == [Role.NONE, Role.NONE]  # the officer is gone, his men are not
    nobles = troops(
        "Nobles", at((20, 21), (22, 21)), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False
    )
    field = done(laid(core, nobles, FAR), act("question", "Core", "Nobles"), question_result=10)
    assert "Nobles" not in field.pieces
    assert field.books.points == 5


@pytest.mark.rule("R48-8.05a", "R48-G.52", "R48-3.48b", "R48-11.43b")
def test_a_fallen_officer_is_searched_where_he_lies():
    men = (replace(plain(1)[0], role=Role.OFFICER), *plain(3, AVERAGE))
    field = laid(
        rebels("Core", at((20, 20), (21.2, 20)), men=plain(2), nco=False),
        troops("Line", row(20, 22.4, 4), men=men, nco=False),
        FAR,
    )
    field = done(
        field,
        act("fire_musket", "Core", "Line", members=(0,), marks=(0,), chosen={"officer_named": True}),
        fire_hits=hits(1),
    )
    (body,) = field.bodies
    assert refused(field, act("question", "Core", body)) == ["R48-6.56"]
    field = field.with_piece("Core", figures=at((20, 20), (20, 21.9)))
    field = done(field, act("question", "Core", body), question_result=55, morale_check=10)
    assert field.bodies == {}
    assert [line.entry for line in field.books.lines] == [
        Entry.OFFICER_OR_ARISTOCRAT,
        Entry.DOCUMENTS,
    ]  # he scored once


@pytest.mark.rule("R48-G.52")
def test_bodies_lie_there_until_the_end_of_the_next_turn():
    men = (replace(plain(1)[0], role=Role.OFFICER), *plain(3, AVERAGE))
    field = laid(
        rebels("Core", row(20, 20, 2), men=plain(2), nco=False), troops("Line", row(20, 26, 4), men=men, nco=False)
    )
    order = act("fire_musket", "Core", "Line", marks=(0,), chosen={"officer_named": True})
    field = done(field, order, fire_hits=hits(1), morale_check=10)
    for turn in (2, 3):
        assert field.bodies
        for name in ("Core", "Line"):
            if field.unit(name).must_act:
                field = done(field, act("initiative"), initiative_press=[[1 if name == "Core" else 18]])
                field = done(field, act("stand", name, by="Player" if name == "Core" else GOVERNMENT))
        assert field.books.turn == turn
    assert field.bodies == {}


# ---- Works -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-6.57", "R48-6.57a", "R48-6.57b", "R48-3.55", "R48-G.45b")
def test_barricades_grow_by_an_inch_for_every_three():
    """R48-T.31: nine build three inches, which shelter and bar the way at once."""
    field = laid(rebels("Core", row(10, 10, 9, 1.2), men=plain(9), nco=False), FAR)
    three = act("build_barricades", "Core", marker=(pose(10, 11), pose(13, 11)))
    assert refused(field, replace(three, marker=(pose(10, 11), pose(13.1, 11)))) == ["R48-6.57a"]
    assert refused(field, replace(three, marker=(pose(10, 13), pose(12, 13)))) == ["R48-G.45b"]
    assert refused(field, replace(three, members=(0, 1))) == ["R48-6.57a"]
    assert refused(field, replace(three, members=(0, 1), marker=(pose(10, 11), pose(10, 11)))) == [
        "R48-G.45b"
    ]  # too few
    assert refused(field, replace(three, marker=())) == ["R48-G.45b"]
    field = done(field, three)
    assert [line.kind for line in field.ground.lines] == ["barricade"]
    assert all(man.acted for man in field.men["Core"])
    again = replace(field, acting=(), books=replace(field.books, side=Side.PLAYER))
    again = replace(again, men={**again.men, "Core": plain(9)})
    again = with_unit(again, "Core", acted=0)
    longer = done(again, act("build_barricades", "Core", marker=(pose(13, 11), pose(16, 11))))
    assert len(longer.works) == 2
    mounted = laid(rebels("Core", row(10, 10, 2), men=plain(2), nco=False), FAR)
    assert refused(mounted, three) == ["R48-6.57a"]  # two build nothing


@pytest.mark.rule("R48-6.58", "R48-6.58a", "R48-6.58b", "R48-G.38")
def test_a_gate_is_tried_by_all_who_touch_it_until_it_breaks():
    gate = wall("gate", (8, 11), (14, 11), name="gate")
    field = laid(rebels("Core", at((9, 10.45), (10.2, 10.45), (12, 8)), men=plain(3), nco=False), FAR, ground=(gate,))
    order = act("break_through", "Core", "gate")
    assert form(field, order)["figures_in_contact"] == 2
    law = law_of(KIT, field, order)
    total = sum(weight for _, weight in law.law)
    assert sum(weight for verdict, weight in law.law if verdict.broken) / total == pytest.approx(0.36)
    held = done(field, order, barrier_tries=hits(0))
    assert held.ground.lines
    open_ = done(field, order, barrier_tries=hits(1))
    assert open_.ground.lines == ()
    assert refused(field, act("break_through", "Core", "door")) == ["R48-6.58"]
    apart = laid(rebels("Core", at((9, 5)), men=plain(1), nco=False), FAR, ground=(gate,))
    assert refused(apart, order) == ["R48-6.58"]
