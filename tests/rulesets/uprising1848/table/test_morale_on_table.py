"""Morale: who checks and by what, Wavering, Rally, units that go (chapter 10, R48-G.30, R48-G.36, R48-G.37)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.rules import KIT
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT
from sandtable.rulesets.uprising1848.vocabulary import Capture, Firearm, Kind, Melee, Quality, Status
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    VETERAN,
    act,
    area,
    at,
    done,
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
)

FAR = troops("Far", row(40, 70, 2))
RALLY = {"activity": "Rally"}


def shaken(figures: int = 4, **about):
    men = about.pop("men", plain(figures))
    core = rebels(
        "Core", row(10, 10, figures), men=men, nco=False, books={"status": Status.WAVERING, **about.pop("books", {})}
    )
    return laid(core, rebels("Other", row(30, 10, 2)), FAR, **about)


@pytest.mark.rule("R48-10.05", "R48-10.06", "R48-10.03", "R48-10.04", "R48-6.40")
def test_a_unit_that_fails_wavers_as_a_whole_and_may_still_act():
    field = laid(
        rebels("Core", row(10, 10, 4), men=plain(4), nco=False),
        troops("Line", row(10, 16, 6), men=plain(6, AVERAGE), nco=False),
        FAR,
    )
    assert all(field.unit(name).status is Status.SOLID for name in field.pieces)
    field = done(field, act("fire_musket", "Core", "Line"), fire_hits=hits(1), morale_check=76)  # Average hold with 75
    assert field.unit("Line").status is Status.WAVERING
    assert not any(man.acted for man in field.men["Line"])
    field = done(field, act("initiative"), initiative_press=[[18]])
    assert refused(field, gov("move", "Line")) == []


@pytest.mark.rule("R48-10.07", "R48-G.37", "R48-10.09")
def test_wavering_troops_only_move_or_rally_and_all_together():
    field = shaken()
    assert "R48-10.07" in refused(field, act("fire_musket", "Core", "Far"))
    assert "R48-10.07" in refused(field, act("stand", "Core", chosen={"activity": "Stand"}))
    assert "R48-G.37" in refused(field, act("move", "Core", members=(0, 1)))
    assert "R48-G.37" in refused(field, act("stand", "Core", members=(0,), chosen=RALLY))
    moved = done(field, act("move", "Core"), move_distance=[[2]])
    assert refused(moved, go(moved, "Core", 0, -5)) == []
    steady = laid(rebels("Core", row(10, 10, 4)), FAR)
    assert "R48-10.07" in refused(steady, act("stand", "Core", chosen=RALLY))


@pytest.mark.rule("R48-10.08", "R48-10.08a", "R48-10.09", "R48-12.10", "R48-12.03b", "R48-G.37")
def test_a_rally_makes_them_solid_or_takes_them_off():
    field = shaken()
    rallied = done(field, act("stand", "Core", chosen=RALLY), morale_rally=85)
    assert rallied.unit("Core").status is Status.SOLID
    assert all(man.acted for man in rallied.men["Core"])
    gone = done(field, act("stand", "Core", chosen=RALLY), morale_rally=86)
    assert "Core" not in gone.pieces
    assert gone.books.points == -8  # four veterans lost through morale
    theirs = laid(
        rebels("Core", row(10, 10, 2)),
        troops("Line", row(10, 30, 4), books={"status": Status.WAVERING}),
        FAR,
        side=GOVERNMENT,
    )
    left = done(theirs, gov("stand", "Line", chosen=RALLY), morale_rally=99)
    assert "Line" not in left.pieces
    assert left.books.points == 0  # R48-T.33


@pytest.mark.rule("R48-10.10a", "R48-G.37a", "R48-10.01")
@pytest.mark.parametrize(("left", "reference", "chance"), ((6, 12, 65), (7, 12, 85), (4, 8, 65), (5, 8, 85)))
def test_half_gone_is_counted_from_the_strength_at_the_start(left, reference, chance):
    """R48-T.25: a Veteran unit holds with 85, with half of it gone with 65."""
    field = shaken(left, books={"reference": reference})
    law = law_of(KIT, field, act("stand", "Core", chosen=RALLY))
    (throw,) = [request for request in law.requests.values() if request.key == "morale.rally"]
    assert throw.tally.total == {65: 70, 85: 85}[chance]


@pytest.mark.rule("R48-G.30", "R48-G.55", "R48-10.12", "R48-6.42")
@pytest.mark.parametrize(
    ("men", "kind", "chance"),
    (
        (
            (*plain(3, CONSCRIPT), replace(plain(1)[0], role=Role.NCO)),
            Kind.REVOLUTIONARIES,
            85,
        ),  # an NCO makes them Veterans
        ((*plain(3, CONSCRIPT), replace(plain(1, CONSCRIPT)[0], role=Role.PROMOTED)), Kind.REVOLUTIONARIES, 60),
        (plain(3, AVERAGE), Kind.REVOLUTIONARIES, 75),
        (plain(3, CIVILIAN), Kind.MOB, 45),
        ((replace(plain(1, CONSCRIPT)[0], role=Role.LEADER), *plain(3, CIVILIAN)), Kind.MOB, 60),
        (plain(2, CIVILIAN, riding=True), Kind.CONVOY, 45),  # drivers check as Civilians, wagons never
    ),
)
def test_who_a_unit_checks_as(men, kind, chance):
    side = GOVERNMENT if kind is not Kind.REVOLUTIONARIES else "Player"
    unit_ = (troops if side == GOVERNMENT else rebels)(
        "Core", row(10, 20, len(men), 4), men=men, nco=False, kind=kind, books={"status": Status.WAVERING}
    )
    field = laid(unit_, rebels("Rest", row(30, 5, 2)), FAR, side=side)
    order = act("stand", "Core", by=side, chosen=RALLY)
    (throw,) = [request for request in law_of(KIT, field, order).requests.values() if request.key == "morale.rally"]
    assert throw.tally.total == chance


@pytest.mark.rule("R48-G.62", "R48-G.37")
def test_who_wavers_already_owes_no_check():
    field = laid(
        rebels("Core", row(10, 10, 4), men=plain(4), nco=False),
        troops("Line", row(10, 16, 6), men=plain(6, AVERAGE), nco=False, books={"status": Status.WAVERING}),
        FAR,
    )
    field = done(field, act("fire_musket", "Core", "Line"), fire_hits=hits(1))
    assert field.books.owes == ()


@pytest.mark.rule("R48-G.37", "R48-12.03o")
def test_the_officer_of_a_unit_that_runs_is_taken_where_somebody_touches_him():
    """A unit is removed by a failed Rally while a rebel stands beside its officer: five points, nothing for the men."""
    men = (replace(plain(1)[0], role=Role.OFFICER), *plain(2, AVERAGE))
    field = laid(
        rebels("Core", at((10, 10)), men=plain(1), nco=False),
        troops("Line", at((10, 11), (12, 11), (14, 11)), men=men, nco=False, books={"status": Status.WAVERING}),
        FAR,
        side=GOVERNMENT,
    )
    field = done(field, gov("stand", "Line", chosen=RALLY), morale_rally=99)
    assert field.books.points == 5
    assert Capture.OFFICER in field.books.captured
    apart = laid(
        rebels("Core", at((10, 8)), men=plain(1), nco=False),
        troops("Line", at((10, 11), (12, 11), (14, 11)), men=men, nco=False, books={"status": Status.WAVERING}),
        FAR,
        side=GOVERNMENT,
    )
    assert done(apart, gov("stand", "Line", chosen=RALLY), morale_rally=99).books.points == 0


@pytest.mark.rule("R48-10.12a", "R48-10.12")
def test_wagons_stay_when_their_drivers_run():
    """R48-T.45: attendants removed by a failed Rally leave the wagons on the table."""
    train = troops(
        "Train", at((10, 30), (14, 30)), kind=Kind.CONVOY, quality=CIVILIAN, wagons=2, nco=False, firearm=Firearm.NONE, melee=Melee.IMPROVISED,
        books={"status": Status.WAVERING},
    )  # fmt: skip
    field = laid(rebels("Core", row(10, 10, 2)), train, FAR, side=GOVERNMENT)
    field = done(field, gov("stand", "Train", chosen=RALLY), morale_rally=99)
    assert "Train" not in field.pieces
    assert len(field.wagons) == 2
    assert Quality.TRANSPORT not in {owed.quality for owed in field.books.owes}
    assert VETERAN


@pytest.mark.rule("R48-10.07")
@pytest.mark.parametrize(
    "order",
    (
        act("build_barricades", "Core", marker=(pose(10, 11), pose(11, 11))),
        act("search_structure", "Core", "shed"),
        act("fire_musket", "Core", "Line"),
    ),
    ids=lambda order: order.action,
)
def test_who_wavers_builds_searches_and_fires_nothing(order):
    shed = area("hut", 8, 9, 4, 4, "shed")
    steady = rebels("Core", row(10, 10, 3, 1.2))
    waverers = rebels("Core", row(10, 10, 3, 1.2), books={"status": Status.WAVERING})
    foes = troops("Line", row(10, 30, 4))
    assert "R48-10.07" not in refused(laid(steady, foes, ground=(shed,)), order)
    assert refused(laid(waverers, foes, ground=(shed,)), order).count("R48-10.07") == 1
