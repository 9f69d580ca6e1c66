"""Runs: when they stop, what counts, and that they go on from wherever they were stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.battle.matches.match import Record
from sandtable.kernel.messages import MINUS
from sandtable.lab.battles.jobs import Pair
from sandtable.lab.battles.journal import Journal, Line
from sandtable.lab.experiment import Experiment, Seeds, Stop, experiment_of_journal
from sandtable.lab.questions.balance import Balance
from sandtable.lab.questions.compare import Comparison
from sandtable.lab.running import Answer, Progress, answers_in, run
from tests.lab.making import OTHER, OWN, Dealer, by_chance, compared, fair, pairs_by_chance


def carried_out(experiment: Experiment, dealer: Dealer, journal: Journal | None = None) -> Answer:
    (found,) = run(experiment, journal or Journal.in_memory(experiment.head), dealer)
    return found.answer


def test_a_lopsided_battle_is_known_soon_and_an_even_one_takes_longer() -> None:
    unfair = carried_out(fair(), Dealer(by_chance(0.85)))
    assert isinstance(unfair, Balance)
    assert unfair.finding == "not_even"
    assert len(unfair.records) < 100
    assert unfair.sentence.startswith("Not even: Contreras's column 8")
    even = carried_out(fair(Stop("decided", 4000, (0.40, 0.60))), Dealer(by_chance(0.5)))
    assert isinstance(even, Balance)
    assert even.finding == "even"
    assert len(unfair.records) < len(even.records) < 1000
    assert even.sentence.startswith("Even: Contreras's column ")


def test_what_is_known_does_not_depend_on_which_battle_ends_first() -> None:
    one = carried_out(fair(), Dealer(by_chance(0.8), apart=1))
    many = carried_out(fair(), Dealer(by_chance(0.8), apart=7))
    assert one == many
    assert isinstance(one, Balance)
    assert [record.seed for record in one.records] == [str(number) for number in range(len(one.records))]


def test_a_number_settled_beforehand_is_played_and_told_as_that() -> None:
    found = carried_out(fair(Stop("planned", 60)), Dealer(by_chance(0.9)))
    assert isinstance(found, Balance)
    assert len(found.records) == 60
    assert found.interval == found.score.interval
    partly = carried_out(fair(Stop("planned", 60)), Dealer(by_chance(0.9), fails=frozenset({"7", "8"})))
    assert isinstance(partly, Balance)
    assert (len(partly.records), len(partly.failures)) == (58, 2)
    assert "2 battles failed and are not counted." in partly.rests_on
    assert partly.interval == (partly.look.low, partly.look.high)


def test_a_run_that_was_stopped_goes_on_and_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    experiment = fair(Stop("decided", 400, (0.4, 0.6)))
    whole = carried_out(experiment, Dealer(by_chance(0.5)))
    place = tmp_path / "x.jsonl"
    seen: list[int] = []

    def watch(now: Progress) -> None:
        seen.append(now.done)
        if now.done >= 20:
            raise KeyboardInterrupt

    with Journal.open(place, experiment.head) as journal, pytest.raises(KeyboardInterrupt):
        run(experiment, journal, Dealer(by_chance(0.5)), watch)
    assert seen == sorted(seen)
    again = Dealer(by_chance(0.5))
    with Journal.open(place, experiment.head) as journal:
        assert carried_out(experiment, again, journal) == whole
    assert not set(map(str, range(19))) & set(again.submitted)
    third = Dealer(by_chance(0.5))
    with Journal.open(place, experiment.head) as journal:
        assert carried_out(experiment, third, journal) == whole
    assert not third.submitted
    read = Journal.read(place)
    assert experiment_of_journal(read.head.about) == experiment
    assert answers_in(experiment, read)[0].answer == whole


def test_battles_beyond_the_end_are_kept_and_not_counted() -> None:
    experiment = fair()
    journal = Journal.in_memory(experiment.head)
    (found,) = run(experiment, journal, Dealer(by_chance(0.9), apart=9))
    assert isinstance(found.answer, Balance)
    assert len(journal.lines) >= len(found.answer.records)
    job = experiment.jobs[0].id
    journal.add(Line(job, by_chance(0.0)(str(seed))) for seed in range(500, 600))
    assert answers_in(experiment, journal)[0].answer == found.answer


def test_no_time_plays_nothing() -> None:
    experiment, dealer = fair(), Dealer(by_chance(0.5))
    (found,) = run(experiment, Journal.in_memory(experiment.head), dealer, seconds=0.0)
    assert not dealer.submitted
    assert found.answer.sentence == "Nothing has been played yet."


# ---- Two rule texts --------------------------------------------------------------------------------------------------------------------


def test_a_difference_is_found_and_confirmed_on_battles_that_nobody_has_looked_at() -> None:
    experiment = compared(Stop("decided", 4000, same=(-0.1, 0.1)), Seeds(0, 100_000))
    dealer = Dealer(pairs_by_chance(0.5, gained=0.3, lost=0.0))
    (found,) = run(experiment, Journal.in_memory(experiment.head), dealer)
    assert isinstance(found.answer, Comparison)
    assert isinstance(found.confirmed, Comparison)
    assert found.answer.finding == found.confirmed.finding == "different"
    assert not {pair.seed for pair in found.answer.pairs} & {pair.seed for pair in found.confirmed.pairs}
    assert min(int(pair.seed) for pair in found.confirmed.pairs) == 100_000
    assert "Contreras's column +" in found.answer.sentence
    nothing = Dealer(pairs_by_chance(0.5, gained=0.0, lost=0.0))
    (same,) = run(experiment, Journal.in_memory(experiment.head), nothing)
    assert isinstance(same.answer, Comparison)
    assert (same.answer.finding, same.confirmed) == ("same", None)


@pytest.mark.parametrize(("gained", "lost", "choice"), ((0.0, 0.2, "first"), (0.05, 0.05, "second")))
def test_a_choice_is_made_between_worse_and_as_good(gained: float, lost: float, choice: str) -> None:
    experiment = compared(Stop("sprt", 4000, worse=-0.06, equal=0.0))
    found = carried_out(experiment, Dealer(pairs_by_chance(0.5, gained, lost)))
    assert isinstance(found, Comparison)
    assert found.choice == choice
    assert len(found.pairs) < 2000
    told = {"first": f"Worse, by choice between {MINUS}6 and 0", "second": f"As good, by choice between {MINUS}6 and 0"}
    assert found.sentence.startswith(told[choice])


def test_pairs_are_counted_as_they_changed_hands() -> None:
    found = carried_out(compared(Stop("planned", 80)), Dealer(pairs_by_chance(0.5, 0.3, 0.1)))
    assert isinstance(found, Comparison)
    gained = [pair for pair in found.pairs if (pair.first.winner, pair.second.winner) == (OTHER, OWN)]
    lost = [pair for pair in found.pairs if (pair.first.winner, pair.second.winner) == (OWN, OTHER)]
    assert (len(found.to(OWN)), len(found.to(OTHER))) == (len(gained), len(lost))
    assert found.difference == pytest.approx((len(gained) - len(lost)) / 80)
    assert found.shares[1] - found.shares[0] == pytest.approx(found.difference)
    kinds = [pair.parting.kind for pair in found.changed_pairs if pair.parting is not None]
    assert kinds == sorted(kinds, reverse=True)  # those that part at a throw come first
    assert sum(found.partings.values()) == 80
    assert found.interval == found.counts.interval
    low, high = found.interval
    assert high - low < found.unpaired[1] - found.unpaired[0]
    assert found.rule_words == f"Target in soft cover {MINUS}2"
    (change,) = found.rules_changed
    assert (change.first, change.second) == (f"{MINUS}1", f"{MINUS}2")


def test_draws_count_half_on_both_sides() -> None:
    first = by_chance(0.5)("0")
    drawn = Record(first.seed, None, "turns", 6, 60, first.lost, {})
    found = carried_out(compared(Stop("planned", 4)), Dealer(lambda seed: Pair(seed, first, drawn, None)))
    assert isinstance(found, Comparison)
    assert found.differences[0] == (-0.5 if first.winner == OWN else 0.5)
    assert found.interval == (found.sequence.now.low, found.sequence.now.high)
