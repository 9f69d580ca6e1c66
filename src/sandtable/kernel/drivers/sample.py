"""Thousands of verdicts at once, drawn from the compiled exact law."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import lcm
from random import Random

from sandtable.kernel.drivers.exact import enumerate_exactly
from sandtable.kernel.drivers.run import Given, Start
from sandtable.kernel.verdict import VerdictType


def sample_many(
    start: Start[VerdictType], number: int, seed: int, answers: Mapping[str, Given] | None = None
) -> list[VerdictType]:
    """Draw ``number`` verdicts of a rule; questions get the answers given, else the usual ones."""
    law = enumerate_exactly(start, answers).law
    verdicts = [verdict for verdict, _ in law]
    common = lcm(*(weight.denominator for _, weight in law))
    cumulated = list(accumulate(int(weight * common) for _, weight in law))
    return Random(seed).choices(verdicts, cum_weights=cumulated, k=number)  # noqa: S311 - a laboratory's dice, not a secret
