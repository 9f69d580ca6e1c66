"""Parley, oratory and mutiny, emissaries and negotiation on the table (R48-6.50 to R48-6.53, R48-6.59 to R48-6.61a, R48-G.39 to R48-G.41)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.geometry.measure import inches
from sandtable.miniatures.acting import law_of
from sandtable.rulesets.uprising1848.books import Talks
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.rules import KIT, TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER
from sandtable.rulesets.uprising1848.vocabulary import Entry, Firearm, Kind, Side, Status
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    VETERAN,
    act,
    at,
    carried,
    done,
    form,
    gov,
    gun,
    hits,
    laid,
    plain,
    pose,
    rebels,
    refused,
    row,
    troops,
    with_unit,
)

LED = (replace(plain(1)[0], role=Role.LEADER), *plain(3))
FAR = troops("Far", row(40, 70, 2))


def folk(y: float = 15, name: str = "Folk", kind: Kind = Kind.CIVILIANS):
    return troops(name, at((10, y), (11.5, y)), kind=kind, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)


def audience(y: float = 15, quality=CONSCRIPT, figures: int = 6, **about):
    men = (replace(plain(1)[0], role=Role.OFFICER), replace(plain(1)[0], role=Role.NCO), *plain(figures - 2, quality))
    return troops("Guard", row(10, y, figures, 1.2), men=men, quality=quality, officers=1, **about)


def crowd(*others, **about):
    return laid(rebels("Core", row(10, 10, 4, 1.2), men=LED), *others, FAR, **about)


PARLEY, SPEAK = act("parley", "Core", "Folk"), act("oratory", "Core", "Guard")


@pytest.mark.rule(
    "R48-6.50", "R48-6.50a", "R48-6.50b", "R48-6.50c", "R48-3.40", "R48-3.40a", "R48-13.17", "R48-3.40b", "R48-3.45a"
)
def test_civilians_are_spoken_to_and_leave():
    field = crowd(folk())
    assert form(field, PARLEY)["distance"] == "4"
    field = done(field, PARLEY, parley_result=3)
    assert "Folk" not in field.pieces
    assert [man.acted for man in field.men["Core"]].count(True) == 1  # one spoke
    assert refused(crowd(folk(17.01)), PARLEY) == ["R48-6.50"]
    assert set(refused(crowd(folk(kind=Kind.MOB)), PARLEY)) == {"R48-3.45a"}
    assert "R48-6.50" in refused(crowd(audience()), act("parley", "Core", "Guard"))


@pytest.mark.rule("R48-G.40", "R48-3.17", "R48-12.03d", "R48-G.42")
def test_civilians_who_join_stand_beside_the_speaker_with_what_they_have():
    field = crowd(folk())
    answers = {"parley_result": 17, "parley_joining": [[3]], "arrival_arms": {"counts": [1, 1, 0, 1, 0]}}
    field, _ = carried(field, PARLEY, answers)
    recruits = field.men["Recruits 1"]
    assert len(recruits) == 3
    assert [man.firearm for man in recruits].count(Firearm.MUSKET) == 1
    assert any(man.role is Role.PROMOTED for man in recruits)  # a unit at once, with an NCO of its own
    assert not any(man.acted for man in recruits)
    assert field.books.points == 3
    assert min(abs(pose_.y - inches(10)) for pose_ in field.pieces["Recruits 1"].figures) < inches(4)


@pytest.mark.rule("R48-6.51", "R48-6.51a", "R48-6.51b", "R48-3.45", "R48-6.52", "R48-6.53", "R48-3.18")
def test_only_a_leader_speaks_near_enough_once_and_to_who_was_not_attacked():
    field = crowd(audience())
    told = form(field, SPEAK)
    assert (told["speaker"], told["audience"], told["soldiers"], told["officers"]) == (
        "revolutionary leader",
        "Conscript",
        4,
        1,
    )
    assert refused(crowd(audience(17.5)), SPEAK) == ["R48-6.51b"]
    assert "R48-6.51" in refused(field, act("oratory", "Core", "Guard", members=(2,)))
    assert refused(field, act("oratory", "Core", "Guard", members=(0, 1))) == ["R48-4.26a"]  # alone
    assert refused(crowd(folk(kind=Kind.MOB, name="Guard")), SPEAK) == ["R48-3.45"]
    assert refused(crowd(folk(kind=Kind.ARISTOCRATS, name="Guard")), SPEAK) == ["R48-3.45"]
    assert refused(with_unit(field, "Guard", heard_oratory=True), SPEAK) == ["R48-6.53"]
    assert refused(with_unit(field, "Guard", attacked_this_turn=True), SPEAK) == ["R48-6.52"]
    nobody = laid(rebels("Core", row(10, 10, 4), men=plain(4), nco=False), audience(), FAR)
    assert refused(nobody, SPEAK) == ["R48-6.51"]


@pytest.mark.rule("R48-G.41", "R48-3.19", "R48-12.03e", "R48-1.11", "R48-3.36")
def test_some_soldiers_come_over_with_their_arms_where_they_stand():
    field = crowd(audience())
    before = field.pieces["Guard"].figures
    field = done(field, SPEAK, oratory_result=70, oratory_each=hits(2))
    joined = field.men["Recruits 1"]
    assert [man.quality for man in joined] == [CONSCRIPT, CONSCRIPT]
    assert [man.firearm for man in joined] == [Firearm.MUSKET, Firearm.MUSKET]
    assert set(field.pieces["Recruits 1"].figures) <= set(before)
    assert len(field.men["Guard"]) == 4
    assert all(man.acted for man in joined)  # they count as having acted
    assert field.books.points == 4
    assert field.unit("Recruits 1").ex_government
    assert "R48-6.52a" in refused(field, act("fire_musket", "Core", "Guard"))


@pytest.mark.rule("R48-G.41", "R48-3.19", "R48-12.03f")
def test_a_whole_battery_comes_over_with_its_gun_and_its_officers_flee():
    men = (replace(plain(1)[0], role=Role.OFFICER), *plain(3, AVERAGE, gunner=True))
    entered, piece, _ = gun("Gun", GOVERNMENT, pose(12, 12.5, 180))
    field = crowd((replace(entered, party=replace(entered.party, officers=1)), piece, men))
    field = done(field, act("oratory", "Core", "Gun"), oratory_result=99)
    assert "Gun" not in field.pieces
    ours = field.pieces["Recruits 1"]
    assert ours.owner == PLAYER
    assert ours.marker == pose(12, 12.5, 180)
    assert len(ours.figures) == 3
    assert field.unit("Recruits 1").party.gun is not None
    assert field.books.points == 12  # three Average recruited, nothing for the officer


@pytest.mark.rule("R48-G.41", "R48-A.24")
def test_a_hostile_unit_marks_the_speaker():
    field = done(crowd(audience()), SPEAK, oratory_result=10)
    assert field.unit("Guard").priority_target


@pytest.mark.rule("R48-G.41")
def test_an_audience_is_judged_by_most_of_its_figures_and_its_state():
    field = crowd(audience(quality=AVERAGE))
    law = law_of(KIT, field, SPEAK)
    plainly = {verdict.result for verdict, _ in law.law}
    assert plainly == {"hostile", "unmoved", "some", "all"}
    wavering = with_unit(field, "Guard", status=Status.WAVERING)
    (throw,) = [
        request for request in law_of(KIT, wavering, SPEAK).requests.values() if request.key == "oratory.result"
    ]
    assert throw.tally.total == 15
    leaderless = crowd(troops("Guard", row(10, 15, 4, 1.2), men=plain(4, AVERAGE), nco=False, quality=AVERAGE))
    (throw,) = [
        request for request in law_of(KIT, leaderless, SPEAK).requests.values() if request.key == "oratory.result"
    ]
    assert throw.tally.total == 10
    mixed = crowd(
        troops(
            "Guard", row(10, 15, 6, 1.2), men=(*plain(3, AVERAGE), *plain(3, CONSCRIPT)), nco=False, quality=CONSCRIPT
        )
    )
    assert form(mixed, SPEAK)["audience"] == "Average"  # ties: the better class


@pytest.mark.rule("R48-3.46", "R48-3.46a", "R48-3.46b", "R48-3.48c", "R48-6.60", "R48-6.60a", "R48-G.39")
def test_an_emissary_is_sent_and_an_embassy_comes():
    """An aristocrat is willing: he goes; in a later turn three come, with a truce of two turns."""
    field = laid(rebels("Core", row(10, 10, 2), men=LED[:2]), folk(11, "Nobles", Kind.ARISTOCRATS), FAR)
    field = done(field, act("question", "Core", "Nobles"), question_result=95)
    assert field.books.talks.emissary_away
    assert "Nobles" not in field.pieces
    field = done(field, act("stand", "Core"))
    field = done(field, act("initiative"), initiative_press=[[18]])
    field, _ = carried(field, gov("stand", "Far"), {"turn_answer": [[3]], "place_distance": [[1]]})
    embassy = field.pieces["Representative 1"]
    assert len(embassy.figures) == 3
    assert embassy.figures[0].y > inches(10)  # to the front
    assert field.books.talks.offer_open
    assert field.books.talks.truce_turns == 2


def embassy(y: float = 15, **talks):
    men = (replace(plain(1)[0], role=Role.OFFICER, firearm=Firearm.PISTOL), *plain(2))
    unit = troops("Representative 1", row(10, y, 3, 1.2), men=men, kind=Kind.HEADQUARTERS, quality=VETERAN, officers=1)
    told = Talks(offer_open=True, truce_turns=2, **talks)
    return crowd(unit, talks=told)


TALK = act("negotiate", "Core", "Representative 1")


@pytest.mark.rule("R48-6.59", "R48-6.59a", "R48-6.60", "R48-G.39", "R48-G.56", "R48-12.03p")
def test_leaders_and_whom_they_appoint_negotiate():
    field = embassy()
    assert refused(field, TALK) == []
    assert refused(embassy(17.6), TALK) == ["R48-6.59a"]
    assert "R48-6.59" in refused(field, act("negotiate", "Core", "Representative 1", members=(2,)))  # neither
    assert "R48-6.60" in refused(field, act("negotiate", "Core", "Far"))
    closed = replace(field, books=replace(field.books, talks=Talks()))
    assert "R48-6.60" in refused(closed, TALK)
    won = done(field, TALK, negotiation_result=20)
    ended = TABLE.result(won)
    assert ended is not None
    assert (ended.winner, ended.reason.id) == (PLAYER, "ended.concession")
    assert "Representative 1" not in won.pieces  # they go home


@pytest.mark.rule("R48-6.61", "R48-6.61a", "R48-A.22", "R48-G.39")
def test_a_truce_binds_the_government_until_somebody_attacks():
    field = embassy()
    field = replace(field, books=replace(field.books, side=Side.NON_PLAYER))
    assert "R48-6.61" in refused(field, gov("fire_musket", "Far", "Core"))
    mob = troops("Mob", row(20, 20, 4), kind=Kind.MOB, quality=CIVILIAN, firearm=Firearm.MUSKET, nco=False)
    bound = crowd(mob, side=GOVERNMENT, talks=Talks(offer_open=True, truce_turns=2))
    assert refused(bound, gov("fire_musket", "Mob", "Core")) == []  # mobs are not bound
    ours = crowd(audience(20), talks=Talks(offer_open=True, truce_turns=2))
    broken = done(ours, act("fire_musket", "Core", "Guard"), fire_hits=hits(0))
    assert not broken.books.talks.offer_open
    assert broken.books.talks.truce_turns == 0


@pytest.mark.rule("R48-G.39")
def test_what_talks_come_to():
    treachery = done(embassy(), TALK, negotiation_result=1)
    assert treachery.acting[-1] == "Representative 1"  # the guards act at once
    withdrawal = done(embassy(), TALK, negotiation_result=18)
    assert "Far" not in withdrawal.pieces  # the nearest government unit leaves
    assert "Representative 1" not in withdrawal.pieces
    delay = done(embassy(), TALK, negotiation_result=11)
    assert delay.books.talks.truce_turns == 3
    assert "Representative 1" in delay.pieces
    prisoners = done(embassy(), TALK, negotiation_result=15)
    assert [line.entry for line in prisoners.books.lines] == [Entry.PRISONERS_FREED]


@pytest.mark.rule("R48-G.39")
def test_an_embassy_that_nobody_speaks_to_goes_home():
    men = plain(2)
    unit = troops("Representative 1", row(10, 30, 2), men=men, kind=Kind.HEADQUARTERS, quality=VETERAN, nco=False)
    field = laid(
        rebels("Core", row(10, 10, 2), men=LED[:2]), unit, side=PLAYER, talks=Talks(offer_open=True, truce_turns=1)
    )
    field = done(field, act("stand", "Core"))
    field = done(field, act("initiative"), initiative_press=[[18]])
    field = done(field, gov("stand", "Representative 1"))
    assert field.books.turn == 2
    assert not field.books.talks.offer_open
    assert "Representative 1" not in field.pieces
