"""Leagues: ratings that others agree with, swapped sides, and tests that stop when it is known."""

from __future__ import annotations

from pathlib import Path
from random import Random

import choix
import numpy as np
import pytest
import statsmodels.api as sm

from sandtable.battle.scenario.library import load
from sandtable.kernel.problem import Refusal
from sandtable.lab.battles.jobs import Pair
from sandtable.lab.battles.journal import Journal
from sandtable.lab.league.league import Entrant, League, league_of_journal
from sandtable.lab.league.page import html_page, league_answer, sentence
from sandtable.lab.league.ratings import ELO, Game, ratings
from sandtable.lab.numbers.sprt import Sprt
from sandtable.lab.report.told import pdf_of
from tests.lab.making import OTHER, OWN, Dealer, record

THREE = (0.8, 0.1, -0.9)  # true strengths
SIDES = (0.6, -0.3)  # what two scenarios give their first side


def games(number: int, sides: tuple[float, ...] = SIDES, seed: int = 1914) -> list[Game]:
    """Battles between three players of known strength."""
    luck, told = Random(seed), list[Game]()
    for pair in range(number):
        one, other = luck.sample(range(3), 2)
        scenario = luck.randrange(len(sides))
        for first, second in ((one, other), (other, one)):
            chance = 1 / (1 + np.exp(-(THREE[first] - THREE[second] + sides[scenario])))
            told.append(Game(first, second, scenario, float(luck.random() < chance), pair))
    return told


def test_ratings_are_those_of_a_regression_with_side_terms() -> None:
    """statsmodels fits the same: the last player's rating fixed at nought, a term for each scenario."""
    told = games(600)
    design = np.zeros((len(told), 4))
    for row, game in enumerate(told):
        for player, sign in ((game.first, 1), (game.second, -1)):
            if player < 2:
                design[row, player] += sign
        design[row, 2 + game.scenario] = 1
    fitted = sm.GLM([game.worth for game in told], design, family=sm.families.Binomial()).fit()
    found = ratings(told, 3, 2, prior=0.0)
    last = found.players[2].points
    assert [(found.players[one].points - last) / ELO for one in (0, 1)] == pytest.approx(fitted.params[:2], abs=1e-6)
    assert [each.points / ELO for each in found.scenarios] == pytest.approx(fitted.params[2:], abs=1e-6)


def test_without_side_terms_they_are_those_of_bradley_and_terry() -> None:
    """choix knows no sides: on battles whose sides are alike both agree but for what the side terms take up."""
    told = games(3000, sides=(0.0,))
    won = [(game.first, game.second) if game.worth else (game.second, game.first) for game in told]
    theirs = choix.opt_pairwise(3, won)
    ours = np.array([each.points / ELO for each in ratings(told, 3, 1, prior=0.0).players])
    assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=0.01)


def test_intervals_hold_the_truth_in_about_95_of_100_leagues() -> None:
    truth, held = ELO * (np.array(THREE) - np.mean(THREE)), 0
    for seed in range(100):
        found = ratings(games(150, seed=seed), 3, 2)
        held += sum(each.low <= true <= each.high for each, true in zip(found.players, truth, strict=True))
        assert sum(each.points for each in found.players) == pytest.approx(0, abs=1e-6)
    assert 275 <= held <= 297  # of 300


def test_who_never_lost_has_a_rating_all_the_same() -> None:
    found = ratings([Game(0, 1, 0, 1.0, 0), Game(1, 0, 0, 0.0, 0)], 2, 1)
    assert 0 < found.players[0].points < 2000


def stronger(share: float) -> Dealer:
    """Pairs of which the first player wins such a share of the battles, whichever side he has."""

    def play(seed: str) -> Pair:
        luck = Random(seed)
        first, second = (luck.random() < share for _ in range(2))
        return Pair(seed, record(seed, OWN if first else OTHER), record(seed, OTHER if second else OWN), None)

    return Dealer(play)


def two(pairs: int, sprt: Sprt | None = None) -> League:
    return League((Entrant("nearest"), Entrant("opponent", "recruit")), (load("tutorial"),), pairs, sprt)


def test_both_sides_are_played_on_the_same_seed() -> None:
    (pairing,) = two(5).pairings
    assert dict(pairing.job.first.match.players) == {OWN: "nearest", OTHER: "opponent"}
    assert dict(pairing.job.second.match.players) == {OWN: "opponent", OTHER: "nearest"}
    assert pairing.job.first.match.level_of(OTHER) == pairing.job.second.match.level_of(OWN) == "recruit"
    assert pairing.worth(Pair("1", record("1", OWN), record("1", OTHER), None)) == 1.0
    assert pairing.worth(Pair("1", record("1", OWN), record("1", OWN), None)) == 0.5
    assert pairing.worth(Pair("1", record("1", None), record("1", OWN), None)) == 0.25


def test_a_test_stops_when_it_is_known_and_a_stopped_league_goes_on(tmp_path: Path) -> None:
    league = two(500, Sprt(0.5, 0.6))
    dealer = stronger(0.8)
    with Journal.open(tmp_path / "league.jsonl", league.head) as journal:
        league.play(journal, dealer)
        standing = league.standing(journal)
    (meeting,) = standing.meetings
    assert meeting.choice == "second"
    assert meeting.pairs < 100
    assert standing.order == (0, 1)
    assert "nearest leads with" in sentence(standing)
    assert "opponent:recruit" in html_page(standing)
    read = Journal.read(tmp_path / "league.jsonl")  # it holds all that its report needs
    assert league_of_journal(read.head.about).standing(read).plain == standing.plain
    assert pdf_of(league_answer(standing)).startswith(b"%PDF")
    again = stronger(0.8)
    with Journal.open(tmp_path / "league.jsonl", league.head) as journal:
        league.play(journal, again)
        assert league.standing(journal).plain == standing.plain
    assert again.submitted == []


@pytest.mark.parametrize(
    ("entrants", "message"),
    (
        ((Entrant("nearest"),), "lab.league.two"),
        ((Entrant("nearest"), Entrant("nearest")), "lab.league.two"),
        ((Entrant("nearest"), Entrant("nobody")), "battle.player.unknown"),
        ((Entrant("nearest"), Entrant("opponent", "emperor")), "lab.no_level"),
    ),
)
def test_what_tells_nothing_is_refused(entrants: tuple[Entrant, ...], message: str) -> None:
    with pytest.raises(Refusal) as refused:
        assert League(entrants, (load("tutorial"),), 5).pairings
    assert refused.value.problems[0].message.id == message


def test_entrants_may_differ_by_their_weights_alone() -> None:
    plain, bold = (
        Entrant("opponent", "general"),
        Entrant("opponent", "general", "bold.toml", "[levels.general]\ndanger = 0.0\n"),
    )
    pairing = League((plain, bold), (load("tutorial"),), 1).pairings[0]
    first, second = pairing.job.first.match, pairing.job.second.match
    assert [side for side, *_ in first.weights] == [pairing.job.first.sides[1]]
    assert [side for side, *_ in second.weights] == [pairing.job.first.sides[0]]
    assert bold.name == "opponent:general:bold.toml"


def test_an_entrant_with_bad_weights_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        _ = League(
            (Entrant("opponent"), Entrant("opponent", "", "bad.toml", "[nothing]\n")), (load("tutorial"),), 1
        ).pairings
    assert refused.value.problems[0].field == "bad.toml, line 1"
