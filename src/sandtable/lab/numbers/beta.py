"""The beta distribution, as far as shares need it: how much of it lies below a place, and where so much of it lies below."""

from __future__ import annotations

from math import exp, lgamma, log, log1p

MOST_TERMS = 10_000
SMALLEST = 1e-300
EXACT = 1e-15
HALVINGS = 200


def log_beta(a: float, b: float) -> float:
    """The logarithm of the beta function."""
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def below(place: float, a: float, b: float) -> float:
    """How much of a beta distribution lies below a place between 0 and 1: the incomplete beta function, by its continued fraction."""
    if place <= 0.0:
        return 0.0
    if place >= 1.0:
        return 1.0
    front = exp(a * log(place) + b * log1p(-place) - log_beta(a, b))
    if place < (a + 1) / (a + b + 2):
        return front * _fraction(place, a, b) / a
    return 1.0 - front * _fraction(1.0 - place, b, a) / b


def _fraction(place: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function (after Lentz)."""
    c, d = 1.0, 1.0 / _kept_off_nought(1.0 - (a + b) * place / (a + 1))
    found = d
    for m in range(1, MOST_TERMS):
        even = m * (b - m) * place / ((a + 2 * m - 1) * (a + 2 * m))
        d, c = 1.0 / _kept_off_nought(1.0 + even * d), _kept_off_nought(1.0 + even / c)
        found *= d * c
        odd = -(a + m) * (a + b + m) * place / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = 1.0 / _kept_off_nought(1.0 + odd * d), _kept_off_nought(1.0 + odd / c)
        found *= d * c
        if abs(d * c - 1.0) < EXACT:
            break
    return found


def _kept_off_nought(value: float) -> float:
    return value if abs(value) > SMALLEST else SMALLEST


def quantile(share: float, a: float, b: float) -> float:
    """The place below which so much of a beta distribution lies, by halving."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if below(middle, a, b) < share:
            low = middle
        else:
            high = middle
        if high - low < EXACT:
            break
    return (low + high) / 2
