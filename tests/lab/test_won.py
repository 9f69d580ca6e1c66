"""Where a battle was won: which branches are worth playing, what they say, and that a run goes on where it was stopped."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sandtable.battle.engine.log import read_log
from sandtable.battle.matches.match import Failure, Record, play_logged
from sandtable.battle.reckoning.luck import Stroke, luck_of
from sandtable.kernel.law import Law
from sandtable.kernel.problem import Refusal
from sandtable.lab.battles.journal import Journal
from sandtable.lab.figures.fever import fever_chart
from sandtable.lab.luck import luck_in
from sandtable.lab.report.won import won_pdf, won_report
from sandtable.lab.won.branches import BranchJob, Spot, branch_job, play_branch, read_branch
from sandtable.lab.won.fever import Fever, mean_interval
from sandtable.lab.won.moments import Moment, played_from_log, side_called
from sandtable.lab.won.plan import FRESH, Plan, candidates
from sandtable.lab.won.running import Inquiry, Progress, fever_of, run
from sandtable.lab.won.telling import listed_steps, plain, rests_on, sentence, sentence_at
from sandtable.lab.worth import LuckyRecord, worth_of
from tests.lab.making import OTHER, OWN, Dealer, tutorial

BATTLES = 60
TURNS_AT = 20  # the place whose order decides the made-up battles below


@cache
def finished() -> str:
    """The log of a battle, to its end."""
    battle = play_logged(tutorial().at_level("recruit").match, "3")
    return json.dumps(battle.log.plain())


def job() -> BranchJob:
    return branch_job(finished(), "recruit")


def by_chance(name: str) -> Record:
    """A made-up branch: the first side wins 9 of 10 before a certain order is given, 5 of 10 with that order, 1 of 10 after its dice."""
    spot, seed = read_branch(name)
    share = 0.9 if spot.place < TURNS_AT else 0.5 if spot == Spot(TURNS_AT, given=True) else 0.1
    luck = int(sha256(f"{seed}/{spot.place >= TURNS_AT}".encode()).hexdigest()[:8], 16) / 2**32
    return Record(name, OWN if luck < share else OTHER, "turns", 0, 3, {}, {})


def looked_into(asked: Inquiry, dealer: Dealer | None = None, journal: Journal | None = None) -> Journal:
    journal = journal or Journal.in_memory(asked.head)
    run(asked, journal, dealer or Dealer(by_chance))
    return journal


def moments(number: int, each: int = 9) -> list[Moment]:
    return [Moment(at, "", 1 + (at - 1) // each, "", dice=at % 2 == 0) for at in range(number)]


# ---- What is played ----------------------------------------------------------------------------------------------------------------------


def test_the_first_round_has_the_start_every_turn_and_places_between_them():
    plan = Plan(moments(91), 200)
    first = plan.first_round()
    places = [spot.place for spot in first.spots]
    assert places[0] == 0
    assert set(range(9, 81, 9)) <= set(places)  # turns of nine orders each
    assert 90 not in places  # it is over there
    assert len(places) <= 2 * 20
    assert first.battles == 25
    assert Plan(moments(91), 10).first_round().battles == 12


def test_it_is_looked_closer_only_where_the_chance_changes():
    plan = Plan(moments(41), BATTLES)
    values = {Spot(0): [1.0] * 12, Spot(10): [1.0] * 12, Spot(20): [0.0] * 12, Spot(30): [0.0] * 12}
    closer = plan.closer_round(values)
    assert closer is not None
    assert closer.spots == (Spot(16),)  # the middle is 15; the next one threw dice
    assert plan.closer_round({spot: [1.0] * 12 for spot in values}) is None
    assert plan.closer_round({Spot(0): [1.0] * 12, Spot(1): [0.0] * 12}) is None  # a single order cannot be halved


def test_what_seems_to_matter_is_measured_with_fresh_battles():
    plan = Plan(moments(41), BATTLES)
    values = {Spot(4): [1.0] * 12, Spot(5): [0.5] * 12, Spot(6): [0.0] * 12}
    assert candidates(values, 40) == [5, 6]
    measured = plan.measuring_round(values)
    assert measured is not None
    assert measured.first == FRESH
    assert measured.spots == (Spot(4), Spot(5), Spot(6), Spot(6, given=True))  # only the sixth threw dice


# ---- What it says --------------------------------------------------------------------------------------------------------------------------


def test_the_order_that_decides_is_found_and_told_from_its_dice():
    asked = Inquiry(job(), BATTLES)
    fever = fever_of(asked, looked_into(asked), OWN)
    at = {point.place: point for point in fever.points}
    assert {TURNS_AT - 1, TURNS_AT} <= set(at)
    assert at[TURNS_AT - 1].low < 0.9 < at[TURNS_AT - 1].high
    assert at[TURNS_AT].low < 0.1 < at[TURNS_AT].high
    step = next(one for one in fever.steps if one.place == TURNS_AT and one.kind == "order")
    assert step.solid
    assert step.battles == BATTLES
    if fever.moments[TURNS_AT].dice:
        assert -0.65 < step.moved < -0.15
        (throw,) = (one for one in fever.steps if one.place == TURNS_AT and one.kind == "throw")
        assert throw.moved < 0
    else:
        assert step.moved < -0.6
    assert TURNS_AT in [one.place for one in fever.most("order")]


def test_the_other_side_sees_the_same_the_other_way_round():
    asked = Inquiry(job(), BATTLES)
    journal = looked_into(asked)
    own, other = fever_of(asked, journal, OWN), fever_of(asked, journal, OTHER)
    for mine, theirs in zip(own.points, other.points, strict=True):
        assert mine.chance == pytest.approx(1 - theirs.chance)
    assert own.ended != other.ended


def test_a_branch_that_fails_is_a_record_and_not_the_end():
    asked = Inquiry(job(), BATTLES)
    dealer = Dealer(by_chance, fails=frozenset({"0/0", "0/1"}))
    fever = fever_of(asked, looked_into(asked, dealer))
    assert {one.seed for one in fever.failures} == {"0/0", "0/1"}
    assert fever.points[0].battles == 10
    assert "2 battles failed" in rests_on(fever, "recruit")


def test_a_run_that_was_stopped_goes_on_and_plays_nothing_twice(tmp_path: Path):
    asked, whole = Inquiry(job(), BATTLES), Dealer(by_chance)
    told = {line.outcome.seed for line in looked_into(asked, whole).lines}

    def stop(now: Progress) -> None:
        if now.done == 100:
            raise KeyboardInterrupt

    with Journal.open(tmp_path / "won.jsonl", asked.head) as journal, pytest.raises(KeyboardInterrupt):
        run(asked, journal, Dealer(by_chance), stop)
    again = Dealer(by_chance)
    with Journal.open(tmp_path / "won.jsonl", asked.head) as journal:
        run(asked, journal, again)
        assert {line.outcome.seed for line in journal.lines} == told
    assert len(again.submitted) == len(told) - 100


def test_one_order_alone():
    asked = Inquiry(job(), BATTLES, at=job().played.moments[TURNS_AT].number)
    journal = looked_into(asked)
    assert {read_branch(line.outcome.seed)[0].place for line in journal.lines} == {TURNS_AT - 1, TURNS_AT}
    words = sentence_at(fever_of(asked, journal, OWN), TURNS_AT)
    assert words.startswith(f"After order {job().played.moments[TURNS_AT].number} ")
    assert "The order moved that by" in words


def test_the_interval_of_a_difference_holds_nought_where_all_are_alike():
    low, high = mean_interval([0.0] * 20, 1.645)
    assert low < 0 < high
    low, high = mean_interval([1.0] * 30 + [0.0] * 30, 1.645)
    assert 0 < low < 0.5 < high


def test_the_sentence_names_who_lost_it_and_when():
    asked = Inquiry(job(), BATTLES)
    journal = looked_into(asked)
    fever = fever_of(asked, journal, OWN)
    winner = fever.played.result.winner if fever.played.result else None
    words = sentence(fever)
    if winner == OTHER:
        assert "stood at" in words
        assert "and lost it in turn" in words
    else:  # the made-up branches are all but lost, and it was won all the same
        assert words.endswith("was behind until the very end.") or "stood at" in words
    assert sentence(Fever(fever.played, OWN, ())) == "Nothing has been played on from here yet."


def test_a_chance_that_few_battles_tell_is_not_said_to_have_been_lost():
    asked = Inquiry(job(), BATTLES)
    place = TURNS_AT // 2
    winner = OTHER if (fever_of(asked, Journal.in_memory(asked.head), OWN).ended or 0) < 0.5 else OWN
    loser = OWN if winner == OTHER else OTHER
    few = tuple(Record(Spot(place).branch(seed), loser, "turns", 0, 1, {}, {}) for seed in range(3))
    many = tuple(Record(Spot(place).branch(seed), loser, "turns", 0, 1, {}, {}) for seed in range(30))
    start = tuple(
        Record(Spot(0).branch(seed), loser if seed % 2 else winner, "turns", 0, 1, {}, {}) for seed in range(30)
    )
    assert "stood at" not in sentence(Fever(job().played, OWN, (*start, *few)))
    assert "stood at 100%" in sentence(Fever(job().played, OWN, (*start, *many)))


# ---- Real branches ---------------------------------------------------------------------------------------------------------------------------


def test_a_branch_is_the_same_whoever_plays_it_and_the_end_is_what_it_was():
    played, last = job().played, len(job().played.moments) - 1
    again = play_branch(played, "recruit", f"{last - 4}/7")
    assert again == play_branch(played, "recruit", f"{last - 4}/7")
    assert again.winner in (OWN, OTHER, None)
    assert played.result is not None
    end = play_branch(played, "recruit", f"{last}/0")
    assert (end.winner, end.orders) == (played.result.winner, 0)
    failed = job().task()(f"{last + 5}/0")
    assert isinstance(failed, Failure)


def test_an_order_that_is_given_again_throws_other_dice():
    played = job().played
    place = max(at for at, moment in enumerate(played.moments) if moment.dice)
    found = {play_branch(played, "recruit", Spot(place, given=True).branch(seed)).orders for seed in range(6)}
    assert found  # each of them comes to an end
    assert played.faces(place)


# ---- What cannot be looked into ------------------------------------------------------------------------------------------------------------


def test_a_battle_that_is_not_over_is_seen_from_a_side_or_not_at_all():
    log = read_log(finished())
    under_way = log.up_to(30)
    cut = json.loads(json.dumps(under_way.plain() | {"seed": None}))
    with pytest.raises(Refusal) as refused:
        branch_job(json.dumps(cut))
    assert refused.value.problems[0].message.id == "lab.won.not_over"
    seen = branch_job(json.dumps(cut), "recruit", OWN)
    assert seen.played.seat is not None
    assert seen.played.result is None
    told = play_branch(seen.played, "recruit", f"{len(seen.played.moments) - 1}/0")
    assert told.winner in (OWN, OTHER, None)


def test_rules_of_another_version_and_sides_that_are_not_there_are_refused():
    log = read_log(finished())
    old = json.loads(finished()) | {"rules_version": "0"}
    with pytest.raises(Refusal) as refused:
        played_from_log(read_log(old))
    assert refused.value.problems[0].message.id == "lab.won.other_rules"
    assert side_called(log, "government") == OTHER
    with pytest.raises(Refusal):
        side_called(log, "nobody")
    with pytest.raises(Refusal):
        branch_job(finished(), "genius")


# ---- Chart and report ----------------------------------------------------------------------------------------------------------------------


def test_the_chart_is_well_formed_and_every_mark_leads_to_an_order():
    asked = Inquiry(job(), BATTLES)
    fever = fever_of(asked, looked_into(asked), OWN)
    names = {side: fever.played.side_name(side) for side in fever.played.sides}
    luck = luck_in(fever.played.battle, names)
    numbers = {str(moment.number) for moment in fever.moments}
    for width in (632, 358):
        drawing = ET.fromstring(fever_chart(fever, luck.strokes, width))  # noqa: S314 - our own drawing
        leads = [each.get("data-number") for each in drawing.iter() if each.get("data-number") is not None]
        assert set(leads) <= numbers
        marks = [each for each in drawing.iter() if each.get("data-mark")]
        assert len(marks) == len(listed_steps(fever, "order")) + len(listed_steps(fever, "throw"))
    assert won_pdf(fever, luck, "recruit").startswith(b"%PDF")
    page = won_report(fever, luck, "recruit")
    assert "<script" not in page
    assert sentence(fever).replace("'", "&#x27;") in page
    told = plain(fever, "recruit")
    assert [one["number"] for one in told["points"]] == [fever.moments[one.place].number for one in fever.points]
    json.dumps(told)


def test_the_luck_of_both_sides_is_told_exactly():
    played = job().played
    luck = luck_in(played.battle, {side: played.side_name(side) for side in played.sides})
    for one in luck.sides:
        assert one.luck.better_than + one.luck.as_good == 1
        assert one.luck.worse_than + one.luck.as_bad == 1
        assert one.luck.as_good + one.luck.as_bad >= 1  # what came counts to both
        assert f"{one.luck.made} {one.measure}" in one.sentence
    assert [one.chance for one in luck.upsets] == sorted(one.chance for one in luck.upsets)


def test_what_luck_was_worth_is_found_again_where_it_is_known():
    own = luck_of(OWN, [Stroke(OWN, 3, Law.of_counts([(0, 1), (4, 1)]))])  # one more than promised
    records = []
    for number in range(400):
        mine, theirs = float(number % 5 - 2), float(number % 7 - 3)
        chance = 0.5 + 0.1 * mine - 0.05 * theirs
        luck = int(sha256(str(number).encode()).hexdigest()[:8], 16) / 2**32
        winner = OWN if luck < chance else OTHER
        records.append(LuckyRecord(str(number), winner, "turns", 0, 1, {}, {}, beyond={OWN: mine, OTHER: theirs}))
    found = worth_of(own, OTHER, records)
    assert found is not None
    assert found.low < 0.1 < found.high
    assert found.high - found.low < 0.2
    assert worth_of(own, OTHER, records[:10]) is None


def test_of_many_steps_that_are_all_alike_hardly_any_stands_out():
    asked, out = Inquiry(job(), BATTLES), 0
    for number in range(20):

        def toss(name: str, number: int = number) -> Record:
            luck = int(sha256(f"{number}/{name}".encode()).hexdigest()[:8], 16)
            return Record(name, OWN if luck % 2 else OTHER, "turns", 0, 3, {}, {})

        fever = fever_of(asked, looked_into(asked, Dealer(toss)), OWN)
        out += any(one.solid for one in fever.steps)
    assert out <= 6  # one in ten is promised, and 7 of 20 come in 2 of 1000 if that is so
