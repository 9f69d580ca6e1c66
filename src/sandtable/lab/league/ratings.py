"""Ratings after Bradley and Terry, with a term for what each scenario gives the side that is named first.

The chance that whoever plays the first side wins is the logistic of his rating, less the other's, plus the scenario's own term. A draw is half
a win. Battles of a pair share their seed, so the intervals are worked out pair by pair and not battle by battle. Everybody has drawn
one battle with an average player beforehand: without that somebody who never lost would have no rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from sandtable.battle.matches.shares import Z95
from sandtable.lab.numbers.logistic import Numbers, fit_logistic

ELO = 400 / log(10)  # points of a rating for each unit of the logistic
PRIOR = 1.0  # battles drawn with an average player


@dataclass(frozen=True, slots=True)
class Game:
    """A battle: who played the first side and who the second, of which scenario, and what it was worth to the first. ``pair``: its seed's."""

    first: int
    second: int
    scenario: int
    worth: float
    pair: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in points, about the average of all, with its 95% interval."""

    points: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all players, and what each scenario gives its first side, in points too."""

    players: tuple[Rating, ...]
    scenarios: tuple[Rating, ...]


def ratings(games: Sequence[Game], players: int, scenarios: int, prior: float = PRIOR) -> Ratings:
    """What battles say of everybody's strength."""
    design, worth, pairs = _design(games, players, scenarios)
    ridge = np.diag([prior / 4] * players + [0.0] * scenarios)  # a drawn battle weighs a quarter
    ridge[:players, :players] += 1.0  # the average is nought
    about = np.eye(players + scenarios)
    about[:players, :players] -= 1 / players  # and what all ratings share is in nobody's interval
    fit = fit_logistic(design, worth, ridge, pairs)
    found, spread = fit.coefficients, fit.spread(about).tolist()
    told = [
        Rating(ELO * one, ELO * (one - Z95 * off), ELO * (one + Z95 * off))
        for one, off in zip(found.tolist(), spread, strict=True)
    ]
    return Ratings(tuple(told[:players]), tuple(told[players:]))


def _design(games: Sequence[Game], players: int, scenarios: int) -> tuple[Numbers, Numbers, NDArray[np.int64]]:
    design = np.zeros((len(games), players + scenarios))
    for row, game in enumerate(games):
        design[row, game.first] += 1
        design[row, game.second] -= 1
        design[row, players + game.scenario] = 1
    return design, np.array([game.worth for game in games]), np.array([game.pair for game in games], np.int64)
