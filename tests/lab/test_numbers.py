"""The lab's statistics: against scipy, statsmodels and ville, and by runs whose truth is known."""

from __future__ import annotations

from math import log
from random import Random

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize_scalar
from statsmodels.stats.contingency_tables import mcnemar as other_mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint
from ville import BernoulliCS

from sandtable.battle.matches.shares import wilson
from sandtable.lab.numbers import tallies
from sandtable.lab.numbers.beta import below, quantile
from sandtable.lab.numbers.pairs import Pairs, bootstrap_mean, mcnemar, newcombe, saving
from sandtable.lab.numbers.sequence import Look, Sequence, battles_needed, interval
from sandtable.lab.numbers.shares import FEW, Share, jeffreys, median_of
from sandtable.lab.numbers.sprt import Sprt, fixed_number
from sandtable.lab.numbers.tallies import Tally

BATTLES = (0.0, 0.5, 1.0)
PAIRS = (-1.0, -0.5, 0.0, 0.5, 1.0)


@pytest.mark.parametrize(("count", "of"), ((0, 1), (1, 1), (3, 7), (0, 40), (40, 40), (199, 400), (9_999, 10_000)))
def test_intervals_of_shares_are_those_of_scipy_and_statsmodels(count: int, of: int) -> None:
    theirs = stats.binomtest(count, of).proportion_ci(method="wilson")
    assert wilson(count, of) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
    low, high = proportion_confint(count, of, method="jeffreys")
    own = jeffreys(count, of)
    assert own[0] == pytest.approx(0.0 if count == 0 else low, abs=1e-9)
    assert own[1] == pytest.approx(1.0 if count == of else high, abs=1e-9)
    assert Share(count, of).interval == (own if min(count, of - count) < FEW else wilson(count, of))
    favoured = 1 - stats.beta.cdf(0.5, count + 0.5, of - count + 0.5)
    assert Share(count, of).favoured == pytest.approx(favoured, abs=1e-9)


def test_the_beta_distribution_is_scipys() -> None:
    luck = Random(1)
    for _ in range(200):
        a, b, place = luck.uniform(0.3, 900), luck.uniform(0.3, 900), luck.random()
        assert below(place, a, b) == pytest.approx(stats.beta.cdf(place, a, b), abs=1e-10)
        assert quantile(place, a, b) == pytest.approx(stats.beta.ppf(place, a, b), abs=1e-9)
    assert (below(0.0, 2, 3), below(1.0, 2, 3)) == (0.0, 1.0)


def test_no_battles_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Share(0, 0).part == 0.0
    assert interval(Tally.of([], BATTLES)) == (0.0, 1.0)
    assert Pairs(0, 0, 0, 0).interval == (-1.0, 1.0)
    assert mcnemar(0, 0) == 1.0
    assert bootstrap_mean([]) == (0.0, 0.0)
    assert median_of([]) == 0


# ---- The sequence ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", (0.0, 0.1, 0.5, 0.93, 1.0))
def test_the_sequence_is_villes_beta_binomial(share: float) -> None:
    luck = np.random.default_rng(7)
    values = (luck.random(100) < share).astype(float)
    theirs = BernoulliCS(alpha=0.05, prior=(0.5, 0.5)).update(values)
    ours = Sequence((0.0, 1.0))
    ours.add_all(values)
    looks = ours.looks
    assert [look.low for look in looks] == pytest.approx(list(theirs.lower_), abs=1e-5)
    assert [look.high for look in looks] == pytest.approx(list(theirs.upper_), abs=1e-5)


def test_a_run_looked_at_after_every_battle_hardly_ever_loses_the_truth() -> None:
    luck, lost, wrong_wilson = np.random.default_rng(3), 0, 0
    runs, battles = 120, 300
    for _ in range(runs):
        wins = np.cumsum(luck.random(battles) < 0.5)
        sequence = Sequence((0.0, 1.0))
        sequence.add_all(np.diff(wins, prepend=0).astype(float))
        lost += not sequence.now.low <= 0.5 <= sequence.now.high
        wrong_wilson += any(
            not wilson(int(won), n)[0] <= 0.5 <= wilson(int(won), n)[1] for n, won in enumerate(wins, 1)
        )
    assert lost / runs <= 0.05
    assert wrong_wilson / runs > 0.25  # what an ordinary interval does when it is looked at like this


def test_draws_are_counted_as_what_they_are() -> None:
    even = Sequence(BATTLES)
    even.add_all([0.5] * 200)
    split = Sequence(BATTLES)
    split.add_all([0.0, 1.0] * 100)
    assert even.now.mean == split.now.mean == 0.5
    assert even.now.high - even.now.low < (split.now.high - split.now.low) / 2


def test_the_interval_never_widens_and_its_ends_are_where_likelihood_says() -> None:
    luck, sequence = Random(5), Sequence(PAIRS)
    for _ in range(120):
        before = sequence.now
        now = sequence.add(luck.choices(PAIRS, (1, 1, 12, 2, 2))[0])
        assert before.low <= now.low <= now.high <= before.high
    tally = sequence.tally
    low, high = interval(tally)
    assert tally.log_likelihood(low + 1e-6) > tally.log_likelihood(low - 1e-6)
    assert tally.log_likelihood(high - 1e-6) > tally.log_likelihood(high + 1e-6)
    assert tally.log_likelihood(tally.mean) == pytest.approx(
        sum(n * log(n / 120) for n in tally.counts.values() if n), abs=1e-3
    )
    assert tally.log_likelihood(2.0) == float("-inf")


def test_a_band_is_known_to_hold_the_truth_or_not_to() -> None:
    assert Look(100, 0.5, 0.46, 0.54).against((0.45, 0.55)) == "inside"
    assert Look(100, 0.5, 0.40, 0.54).against((0.45, 0.55)) == "unknown"
    assert Look(100, 0.7, 0.60, 0.80).against((0.45, 0.55)) == "outside"
    assert 1000 < battles_needed((0.45, 0.55)) < 2000


@pytest.mark.long
def test_of_two_thousand_runs_at_the_edge_of_the_band_at_most_one_in_twenty_ends_in_a_false_verdict() -> None:
    luck, runs, most, band = np.random.default_rng(11), 2000, 2000, (0.45, 0.55)
    false = 0
    for _ in range(runs):
        sequence = Sequence((0.0, 1.0))
        for value in (luck.random(most) < 0.5501).astype(float):  # just outside: "inside" is the false verdict
            verdict = sequence.add(value).against(band)
            if verdict != "unknown":
                false += verdict == "inside"
                break
    assert false / runs <= 0.05


def best_by_search(tally: Tally, mean: float) -> float:
    """The largest log-likelihood under any law of three values with this mean: all of them, by how much the middle one has."""
    low, middle, high = tally.counts

    def cost(share: float) -> float:
        most = (mean - low - share * (middle - low)) / (high - low)
        law = {low: 1 - share - most, middle: share, high: most}
        return -sum(count * log(max(law[value], 1e-300)) for value, count in tally.counts.items())

    widest = min((high - mean) / (high - middle), (mean - low) / (middle - low))
    return -float(minimize_scalar(cost, bounds=(0, widest), method="bounded", options={"xatol": 1e-12}).fun)


def test_the_likelihood_of_a_mean_is_the_largest_that_any_law_gives() -> None:
    luck = Random(9)
    for _ in range(60):
        possible = luck.choice([(-1.0, 0.0, 1.0), BATTLES])
        tally = Tally({value: float(luck.randrange(1, 60)) for value in possible})
        mean = luck.uniform(0.8 * possible[0] + 0.2 * possible[-1], 0.2 * possible[0] + 0.8 * possible[-1])
        assert tally.log_likelihood(mean) == pytest.approx(best_by_search(tally, mean), abs=1e-6)


def test_the_tilt_of_three_values_is_the_one_that_steps_find(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = Random(3)
    cases = [
        ({value: float(luck.choice([0, 0, 1, 20, 4000])) for value in (-1.0, 0.0, 1.0)}, luck.uniform(-0.99, 0.99))
        for _ in range(200)
    ]
    quick = [Tally(counts).log_likelihood(mean) for counts, mean in cases if any(counts.values())]
    monkeypatch.setattr(tallies, "_tilts_of_three", lambda _: [])
    slow = [Tally(counts).log_likelihood(mean) for counts, mean in cases if any(counts.values())]
    assert quick == pytest.approx(slow, rel=1e-9)


@pytest.mark.long
def test_of_runs_of_pairs_that_are_alike_at_most_one_in_twenty_finds_a_difference() -> None:
    luck, runs, false = np.random.default_rng(4), 400, 0
    for _ in range(runs):
        sequence = Sequence((-1.0, 0.0, 1.0))
        for value in luck.choice([-1.0, 0.0, 1.0], size=500, p=[0.1, 0.8, 0.1]):
            look = sequence.add(float(value))
            if look.low > 0 or look.high < 0:
                false += 1
                break
    assert false / runs <= 0.05


# ---- A choice of two -------------------------------------------------------------------------------------------------------------------


def test_the_ratio_of_a_coin_is_the_textbooks() -> None:
    tally = Tally.of([1.0] * 30 + [0.0] * 20, (0.0, 1.0))
    wanted = 30 * log(0.55 / 0.5) + 20 * log(0.45 / 0.5)
    assert Sprt(0.5, 0.55).ratio(tally) == pytest.approx(wanted, abs=1e-4)
    assert Sprt(0.5, 0.55).ratio(Tally.of([], (0.0, 1.0))) == 0.0
    low, high = Sprt(0.5, 0.55).bounds
    assert (low, high) == pytest.approx((log(0.05 / 0.95), log(0.95 / 0.05)))


@pytest.mark.parametrize("value", (-1.0, 0.0, 1.0))
def test_a_run_in_which_everything_comes_out_alike_still_ends(value: float) -> None:
    test, looked = Sprt(-0.05, 0.0), Sequence(PAIRS)
    for _ in range(5000):
        looked.add(value)
        if test.choice(looked.tally) != "unknown":
            break
    assert test.choice(looked.tally) == ("first" if value < 0 else "second")


@pytest.mark.parametrize("truth", (0.5, 0.55))
def test_a_choice_takes_hardly_more_than_half_of_a_fixed_number_and_is_seldom_wrong(truth: float) -> None:
    fixed = fixed_number(0.5, 0.55)
    assert 1000 < fixed < 1100
    luck, lengths, wrong = np.random.default_rng(2), [], 0
    up, down = log(0.55 / 0.5), log(0.45 / 0.5)
    low, high = Sprt(0.5, 0.55).bounds
    for _ in range(2000):
        ratio = np.cumsum(np.where(luck.random(12_000) < truth, up, down))
        end = int(np.argmax((ratio <= low) | (ratio >= high)))
        lengths.append(end + 1)
        wrong += (ratio[end] >= high) is not np.bool_(truth == 0.55)
    assert np.mean(lengths) <= 0.55 * fixed
    assert wrong / 2000 <= 0.06
    tally = Tally.of((luck.random(3000) < truth).astype(float), (0.0, 1.0))
    assert Sprt(0.5, 0.55).choice(tally) == ("second" if truth == 0.55 else "first")


# ---- Pairs -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), ((0, 5), (3, 3), (41, 20), (100, 60)))
def test_changed_hands_are_judged_as_statsmodels_does(one: int, other: int) -> None:
    theirs = other_mcnemar([[10, one], [other, 10]], exact=True).pvalue
    assert mcnemar(one, other) == pytest.approx(theirs)


def written_out(both: int, first: int, second: int, neither: int) -> tuple[float, float]:
    """Newcombe's method 10 as his paper has it: e, f, g, h are the cells, phi is corrected where it is above nought."""
    e, f, g, h = both, second, first, neither
    n = e + f + g + h
    one, other = (e + f) / n, (e + g) / n
    l2, u2 = stats.binomtest(e + f, n).proportion_ci(method="wilson")
    l3, u3 = stats.binomtest(e + g, n).proportion_ci(method="wilson")
    under = (e + f) * (g + h) * (e + g) * (f + h)
    top = e * h - f * g
    phi = 0.0 if not under else (max(top - n / 2, 0) if top > 0 else top) / under**0.5
    dl2, du2, dl3, du3 = one - l2, u2 - one, other - l3, u3 - other
    delta = max(0.0, dl2**2 - 2 * phi * dl2 * du3 + du3**2) ** 0.5
    epsilon = max(0.0, du2**2 - 2 * phi * du2 * dl3 + dl3**2) ** 0.5
    return one - other - delta, one - other + epsilon


def test_the_interval_of_a_difference_is_newcombes() -> None:
    # R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions based on paired data (1998): his example
    assert Pairs(both=36, first=2, second=12, neither=0).interval == pytest.approx((0.0569, 0.3404), abs=0.0001)
    luck = Random(4)
    for _ in range(50):
        cells = [luck.randrange(0, 40) for _ in range(4)]
        assert Pairs(*cells).interval == pytest.approx(written_out(*cells), abs=1e-9)
    theirs = confint_proportions_2indep(56, 80, 48, 80, method="newcomb", compare="diff")
    assert newcombe((56, 48), 80, 0.0) == pytest.approx(theirs, abs=1e-6)


def test_pairs_that_are_alike_need_fewer_battles() -> None:
    luck = np.random.default_rng(0)
    first = (luck.random(4000) < 0.5).astype(float)
    changed = luck.random(4000) < 0.1
    second = np.where(changed, 1 - first, first)
    ratio, (low, high) = saving(first, second)
    assert low < ratio < high
    assert ratio == pytest.approx(0.5 / 0.1, rel=0.15)
    assert saving(first, first)[0] == float("inf")
    low, high = bootstrap_mean(list(second - first))
    assert low < float(np.mean(second - first)) < high
    close = Pairs(both=180, first=20, second=20, neither=180)
    assert close.interval[1] - close.interval[0] < (close.unpaired[1] - close.unpaired[0]) / 1.8
