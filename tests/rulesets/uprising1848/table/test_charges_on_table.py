"""Charges: ways and contact, reactions in the middle, regained contact, stops, and attacks of figures that touch (chapter 9, R48-G.15, R48-G.31 to R48-G.35)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.event import Story
from sandtable.battle.request import Addressed
from sandtable.geometry.measure import inches
from sandtable.kernel.messages import Texts
from sandtable.kernel.requests import Choose
from sandtable.miniatures.acting import doing_of, law_of
from sandtable.miniatures.bodies import gaps
from sandtable.rulesets.uprising1848.table.acting import touching
from sandtable.rulesets.uprising1848.table.events import Closes
from sandtable.rulesets.uprising1848.table.movement.charge_ways import chosen
from sandtable.rulesets.uprising1848.table.rules import KIT, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT
from sandtable.rulesets.uprising1848.vocabulary import Capture, Firearm, Kind, Melee, Side, Status
from sandtable.server.table.telling import question_view
from sandtable.server.table.texts import server_texts
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    SEATS,
    TABLES,
    VETERAN,
    act,
    area,
    at,
    carried,
    done,
    form,
    gov,
    gun,
    hits,
    laid,
    opening,
    plain,
    pose,
    rebels,
    refused,
    row,
    submitted,
    troops,
    wall,
)


def facing(gap: float, chargers: int = 4, targets: int = 4, *, quality=AVERAGE, **about):
    """Rebels and troops in rows, so far apart from base to base."""
    foes = plain(targets, quality, **about.pop("foes", {}))
    own = plain(chargers, about.pop("own", VETERAN))
    return laid(
        rebels("Core", row(10, 10, chargers, 2), men=own, nco=False),
        troops("Line", row(10, 11 + gap, targets, 2), men=foes, nco=False, **about.pop("line", {})),
        FAR,
        **about,
    )


CHARGE = act("charge", "Core", "Line")
FAR = troops("Far", row(40, 70, 2))  # who has not acted, so that the turn goes on


@pytest.mark.rule(
    "R48-9.01", "R48-9.04", "R48-G.15", "R48-6.10a", "R48-9.03", "R48-9.05", "R48-9.10", "R48-9.10a", "R48-9.11"
)
def test_a_charge_goes_home_and_both_sides_strike():
    """8 in: 5 and 2d4 reach it. Three of four targets fall, the last strikes one down; both units check at the end."""
    field = facing(8)
    told = form(field, CHARGE)
    assert (told["attackers"], told["targets"]) == (4, 4)
    assert float(told["way"]) == pytest.approx(8, abs=0.01)
    field, events = carried(
        field,
        CHARGE,
        {
            "charge_distance": [[3, 2]],
            "charge_reaction": "none",
            "charge_attack": hits(3),
            "charge_return": hits(1),
            "morale_check": [20, 20],
        },
    )
    assert any(isinstance(event, Closes) and event.charge is not None for event in events)
    assert [len(field.men[name]) for name in ("Core", "Line")] == [3, 1]
    assert all(man.acted for name in ("Core", "Line") for man in field.men[name])
    assert any(touching(field)["Line"])  # whoever is left stays in contact
    assert field.books.points == 3 * 2 - 2


@pytest.mark.rule("R48-9.03a", "R48-9.03")
def test_a_charge_that_falls_short_tires_the_chargers_alone():
    field = facing(10)
    field = done(field, CHARGE, charge_distance=[[1, 1]])  # 7 in of 10
    assert all(man.acted for man in field.men["Core"])
    assert not any(man.acted for man in field.men["Line"])
    gap = gaps(field.pieces["Core"].stands, field.pieces["Line"].stands).min()
    assert gap == pytest.approx(inches(3), abs=20)
    assert not any(touching(field)["Core"])


@pytest.mark.rule("R48-9.02", "R48-7.09", "R48-G.17")
def test_only_who_is_seen_and_can_be_reached_is_charged():
    hidden = facing(8, ground=(wall("high_wall", (5, 15), (30, 15)),))
    assert "R48-9.02" in refused(hidden, CHARGE)
    river = facing(8, ground=(area("river", 0, 13, 48, 2),))
    assert refused(river, CHARGE) == ["R48-9.04"]
    costs = facing(4, ground=(wall("barricade", (5, 12), (30, 12)),))
    assert float(form(costs, CHARGE)["way"]) == pytest.approx(5, abs=0.01)  # an obstacle more


@pytest.mark.rule("R48-G.31", "R48-9.01a", "R48-9.01b")
def test_every_charger_has_one_target_and_several_may_have_the_same():
    field = facing(5, chargers=4, targets=2)
    plan = chosen_plan(field)
    assert len(plan.runs) == 4
    assert sorted(plan.marks) == [0, 1]
    loads = [sum(run.mark == mark for run in plan.runs) for mark in (0, 1)]
    assert sum(loads) == 4
    assert max(loads) <= 3
    some = form(field, act("charge", "Core", "Line", members=(0, 1)))
    assert (some["attackers"], some["targets"]) == (2, 2)
    one = form(field, act("charge", "Core", "Line", marks=(1,)))
    assert one["targets"] == 1


def chosen_plan(field, order=CHARGE):
    plan = chosen(doing_of(KIT, field, order))
    assert plan is not None
    return plan


@pytest.mark.rule("R48-9.06", "R48-9.06", "R48-9.09", "R48-9.09a", "R48-G.35", "R48-10.06")
def test_reaction_fire_stops_a_charge_an_inch_short():
    field = facing(8)
    field = done(
        field, CHARGE, charge_distance=[[4, 4]], charge_reaction="fire", charge_reaction_hits=hits(1), charge_morale=99
    )
    assert field.unit("Core").status is Status.WAVERING
    assert len(field.men["Core"]) == 3
    gap = gaps(field.pieces["Core"].stands, field.pieces["Line"].stands).min()
    assert gap == pytest.approx(inches(1), abs=20)
    assert all(man.acted for man in field.men["Line"])  # their action is spent all the same
    assert len(field.men["Line"]) == 4


@pytest.mark.rule("R48-9.06", "R48-G.33")
@pytest.mark.parametrize(
    ("quality", "own", "chance"), ((VETERAN, VETERAN, 40), (AVERAGE, VETERAN, 35), (CONSCRIPT, CONSCRIPT, 20))
)
def test_the_range_of_reaction_fire_hangs_on_quality(quality, own, chance):
    """From 8 in: Veterans at the shortest range, Average at 4 in, Conscripts at 8 in, without cover."""
    law = law_of(KIT, facing(8, quality=quality, own=own), CHARGE)
    (volley,) = [request for request in law.requests.values() if request.key == "charge.reaction_hits"]
    assert volley.tally.total == chance


@pytest.mark.rule("R48-9.09", "R48-G.34", "R48-10.02", "R48-G.33")
def test_who_holds_under_fire_checks_again_only_for_further_losses():
    field = facing(8)
    answers = {
        "charge_distance": [[4, 4]],
        "charge_reaction": "fire",
        "charge_reaction_hits": hits(1),
        "charge_morale": 1,
        "charge_attack": hits(2),
    }
    calm, _ = carried(field, CHARGE, {**answers, "charge_return": hits(0), "morale_check": [1]})  # the Line alone
    assert len(calm.men["Core"]) == 3
    struck, _ = carried(field, CHARGE, {**answers, "charge_return": hits(1), "morale_check": [1, 1]})
    assert len(struck.men["Core"]) == 2


@pytest.mark.rule("R48-9.06", "R48-9.08", "R48-G.33")
def test_a_target_that_moves_two_inches_off_is_caught_with_what_is_left():
    """2.5 in are left when they touch; the charged go 2 in and no farther: contact again."""
    field, _ = carried(
        hemmed_in(),
        CHARGE,
        {
            "charge_distance": [[1, 2]],
            "charge_reaction": "move",
            "charge_reaction_move": [[1]],
            "charge_flight": "away",
            "charge_attack": hits(0),
            "charge_return": hits(0),
        },
    )
    moved = field.pieces["Line"].figures[0].y / 1000
    assert 18 < moved <= 20
    assert any(touching(field)["Line"])


def hemmed_in():
    """A charger six inches from a conscript who has water two inches behind him."""
    return laid(
        rebels("Core", row(10, 10, 1, 2), men=plain(1), nco=False),
        troops("Line", row(10, 17, 1, 2), men=plain(1, CONSCRIPT), nco=False),
        FAR,
        ground=(area("river", 0, 19.6, 48, 6),),
    )


@pytest.mark.rule("R48-9.08", "R48-9.06")
def test_who_gets_away_is_not_attacked():
    field = facing(6, 1, 1)
    field = done(
        field,
        CHARGE,
        charge_distance=[[1, 1]],
        charge_reaction="move",
        charge_reaction_move=[[4]],
        charge_flight="away",
    )  # 7 in of 6, then 8 in away: 1 in left
    assert field.pieces["Line"].figures[0].y == pytest.approx(inches(17 + 8), abs=20)
    assert not any(touching(field)["Line"])
    assert all(man.acted for name in ("Core", "Line") for man in field.men[name])


@pytest.mark.rule("R48-9.06", "R48-A.20")
def test_the_charged_may_move_toward_or_aside():
    for way, off in (("left", (-1, 0)), ("right", (1, 0))):
        field = facing(6, 1, 1)
        field = done(
            field,
            CHARGE,
            charge_distance=[[1, 1]],
            charge_reaction="move",
            charge_reaction_move=[[4]],
            charge_flight=way,
        )
        here = field.pieces["Line"].figures[0]
        assert (here.x - 10_000) * off[0] > inches(7)


@pytest.mark.rule("R48-9.06a", "R48-9.06")
def test_stones_are_a_reaction_and_guns_are_not():
    law = law_of(KIT, facing(5, foes={"firearm": Firearm.NONE}), CHARGE)
    choices = [
        request for request in law.requests.values() if isinstance(request, Choose) and request.key == "charge.reaction"
    ]
    assert [option.value for option in choices[0].options] == ["none", "move", "throw"]
    crew = laid(rebels("Core", row(10, 10, 2, 2), men=plain(2), nco=False), gun("Gun", GOVERNMENT, pose(11, 17, 180)))
    told = form(crew, act("charge", "Core", "Gun"))
    assert told["target_kind"] == "artillery"
    assert told["target_firearm"] == "musket"  # their own, not the gun


@pytest.mark.rule("R48-9.05", "R48-9.14")
def test_who_has_acted_does_not_react_and_still_strikes_back():
    field = facing(5, foes={"acted": True}, line={"books": {"acted": 4}})
    field = done(
        field, CHARGE, charge_distance=[[4, 4]], charge_attack=hits(2), charge_return=hits(1), morale_check=[1, 1]
    )
    assert [len(field.men[name]) for name in ("Core", "Line")] == [3, 2]


@pytest.mark.rule("R48-G.33")
def test_only_those_charged_have_used_their_action():
    field = facing(5, chargers=2, targets=4)
    field = done(
        field, CHARGE, charge_distance=[[4, 4]], charge_reaction="none", charge_attack=hits(0), charge_return=hits(0)
    )
    assert [man.acted for man in field.men["Line"]] == [True, True, False, False]
    assert field.unit("Line").must_act


@pytest.mark.rule("R48-G.32", "R48-10.07")
def test_wavering_troops_neither_charge_nor_strike_back():
    field = facing(5, line={"books": {"status": Status.WAVERING}})
    field = done(field, CHARGE, charge_distance=[[4, 4]], charge_reaction="none", charge_attack=hits(1))
    assert len(field.men["Core"]) == 4  # nobody struck back, and no check: they waver already
    ours = facing(5)
    ours = replace(ours, books=ours.books.with_units(replace(ours.unit("Core"), status=Status.WAVERING)))
    assert "R48-10.07" in refused(ours, CHARGE)


@pytest.mark.rule("R48-9.12", "R48-9.12a", "R48-6.11", "R48-6.11a", "R48-G.53b", "R48-3.38")
def test_figures_that_touch_attack_one_by_one():
    men = (*plain(2), *plain(1, melee=Melee.IMPROVISED))
    field = laid(
        rebels("Core", at((10, 10), (12, 10), (14, 10)), men=men, nco=False),
        troops("Line", at((10, 11), (12, 11), (14, 11), (16, 20)), men=plain(4, AVERAGE), nco=False),
    )
    told = form(field, act("attack_lethal", "Core", "Line"))
    assert (told["attackers"], told["targets"]) == (2, 2)
    assert form(field, act("attack_improvised", "Core", "Line"))["attackers"] == 1
    field = done(field, act("attack_lethal", "Core", "Line"), attack_blows=hits(2))
    assert len(field.men["Line"]) == 2
    assert len(field.men["Core"]) == 3  # outside a charge nobody strikes back (R48-G.33(g))
    away = laid(rebels("Core", at((10, 10)), men=plain(1), nco=False), troops("Line", at((10, 12))))
    assert "R48-6.11a" in refused(away, act("attack_lethal", "Core", "Line"))


@pytest.mark.rule("R48-6.11", "R48-6.57b")
def test_a_barricade_shelters_in_a_fight():
    field = laid(
        rebels("Core", at((10, 10)), men=plain(1), nco=False),
        troops("Line", at((10, 11.05)), men=plain(1, AVERAGE), nco=False),
        ground=(wall("barricade", (5, 10.5), (15, 10.5)),),
    )
    assert form(field, act("attack_lethal", "Core", "Line"))["cover"] == "Hard"


@pytest.mark.rule("R48-3.42", "R48-G.52", "R48-A.15")
def test_civilians_scatter_and_aristocrats_submit():
    folk = troops("Folk", row(10, 16, 2), kind=Kind.CIVILIANS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    field = laid(rebels("Core", row(10, 10, 2, 2), men=plain(2), nco=False), folk)
    field = done(field, act("charge", "Core", "Folk"), charge_distance=[[4, 4]], charge_reaction="none")
    assert "Folk" not in field.pieces
    nobles = troops("Nobles", row(10, 16, 2), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    field = laid(rebels("Core", row(10, 10, 2, 2), men=plain(2), nco=False), nobles)
    field = done(field, act("charge", "Core", "Nobles"), charge_distance=[[4, 4]], charge_reaction="none")
    assert field.submitted == frozenset({"Nobles"})
    assert field.pieces["Nobles"].figures


@pytest.mark.rule("R48-9.13", "R48-9.13a", "R48-G.18")
def test_charged_gunners_and_drivers_leave_gun_and_wagons_behind():
    crew = gun("Gun", GOVERNMENT, pose(11, 21, 180))
    field = laid(rebels("Core", row(10, 30, 2, 2), men=plain(2), nco=False), crew, FAR)
    field = done(
        field,
        act("charge", "Core", "Gun"),
        charge_distance=[[1, 1]],
        charge_reaction="move",
        charge_reaction_move=[[4]],
        charge_flight="away",
    )
    assert field.pieces["Gun"].marker == pose(11, 21, 180)
    assert field.unit("Gun").crew_away
    train = troops("Train", at((10, 20)), kind=Kind.CONVOY, quality=CIVILIAN, wagons=1, nco=False, firearm=Firearm.NONE)
    field = laid(rebels("Core", at((10, 12)), men=plain(1), nco=False), train)
    field = done(
        field,
        act("charge", "Core", "Train"),
        charge_distance=[[1, 1]],
        charge_reaction="move",
        charge_reaction_move=[[4]],
        charge_flight="away",
    )
    assert [(wagon.at, wagon.side) for wagon in field.wagons.values()] == [(pose(10, 20), "Player")]
    assert Capture.CONVOY in field.books.captured  # nobody is left to guard it


@pytest.mark.rule("R48-9.03", "R48-A.20")
def test_the_government_charges_too_and_the_players_choose_how_they_react():
    field = laid(
        rebels("Core", row(10, 16, 2, 2), men=plain(2), nco=False),
        troops("Line", row(10, 10, 2, 2), men=plain(2, AVERAGE), nco=False),
        side=GOVERNMENT,
    )
    asked = []
    story = Story(TABLE.after, field)
    run = TABLE.carry_out(story, gov("charge", "Line", "Core"))
    told = {"charge.distance": [4, 4], "charge.reaction": "fire", "charge.reaction_hits": {"counts": [2]}}
    try:
        put = next(run)
        while True:
            asked.append((put.request.key, put.to) if isinstance(put, Addressed) else (put.key, None))
            request = put.request if isinstance(put, Addressed) else put
            put = run.send(request.reading(request.normal(told.get(request.key, getattr(request, "usual", 1)))))
    except StopIteration:
        pass
    assert ("charge.reaction", Side.PLAYER.value) in asked
    assert story.state.pieces.keys() == {"Core"}  # both were shot down


@pytest.mark.rule("R48-G.15")
def test_a_group_reaches_when_its_farthest_does():
    field = laid(
        rebels("Core", at((10, 10), (12, 7)), men=plain(2), nco=False),
        troops("Line", at((10, 16), (12, 16)), nco=False),
    )
    both = form(field, act("charge", "Core", "Line", members=(0, 1)))
    one = form(field, act("charge", "Core", "Line", members=(0,)))
    assert float(both["way"]) == pytest.approx(8, abs=0.05)
    assert float(one["way"]) == pytest.approx(5, abs=0.05)
    assert TABLES.number("links.stop_short") == 1


@pytest.mark.rule("R48-9.06")
def test_the_charged_are_told_who_comes_and_what_they_may_do_about_it():
    units = (rebels("The students", row(10, 10, 4, 1.2)), troops("Dragoons", row(10, 15, 4, 1.2), mounted=True))
    begun = (Battle.begin(TABLE, opening(*units, side=GOVERNMENT), SEATS, f"asked {seed}") for seed in range(20))
    charged = (submitted(battle, SEATS[1].id, gov("charge", "Dragoons", "The students")) for battle in begun)
    question = next(battle.question for battle in charged if battle.question is not None)
    with Texts.strictly():
        told = question_view(question, server_texts("uprising1848"))
    assert told.says == "Dragoons charge the students. What do the students do?"
    assert told.options is not None
    words = [option.words for option in told.options]
    assert words[:2] == ["Let them come", "Get out of the way"]
    assert all(word[0].isupper() for word in words)
