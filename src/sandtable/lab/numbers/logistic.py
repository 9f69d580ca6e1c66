"""A logistic regression: what each of several things adds to the logarithm of the odds of a win, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

STEPS = 100
EXACT = 1e-10

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """The coefficients and their covariances: ``plain`` after the model, ``robust`` after the scatter of groups of rows that belong together."""

    coefficients: Numbers
    plain: Numbers
    robust: Numbers

    def spread(self, about: Numbers) -> Numbers:
        """The standard errors of some sums of coefficients; with few groups their scatter tells little, so whichever is wider counts."""
        plain, robust = (np.diag(about @ each @ about.T) for each in (self.plain, self.robust))
        wider: Numbers = np.sqrt(np.maximum(np.maximum(plain, robust), 0.0))
        return wider


def fit_logistic(design: Numbers, worth: Numbers, ridge: Numbers, groups: NDArray[np.int64]) -> Fit:
    """The likeliest coefficients, each pulled to nought by its ridge. Worths lie from 0 to 1."""
    found = np.zeros(design.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-design @ found))
        slope = design.T @ (worth - chance) - ridge @ found
        step = np.linalg.lstsq(_curve(design, chance) + ridge, slope, rcond=None)[0]
        found = found + step
        if np.abs(step).max() < EXACT:
            break
    chance = 1 / (1 + np.exp(-design @ found))
    plain: Numbers = np.asarray(np.linalg.pinv(_curve(design, chance) + ridge), np.float64)
    slopes = np.zeros((int(groups.max()) + 1 if len(groups) else 0, design.shape[1]))
    np.add.at(slopes, groups, design * (worth - chance)[:, None])
    return Fit(found, plain, plain @ (slopes.T @ slopes) @ plain)


def _curve(design: Numbers, chance: Numbers) -> Numbers:
    curve: Numbers = (design * (chance * (1 - chance))[:, None]).T @ design
    return curve
