"""The table of what pairs save: nothing but what was played stands in it, and its numbers are the lab's."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sandtable.battle.scenario.library import load
from sandtable.lab.battles.variant import variant
from sandtable.lab.numbers.pairs import saving
from scripts.paired_saving import LETTERS, PAGE, WORTH, Paired, kept, overall, pair, with_table


def test_the_page_holds_what_was_played() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page) == page, "run scripts/paired_saving.py --only-write"
    assert all(set(one) <= set(LETTERS.values()) and len(one) == 2 for each in kept() for one in each.outcomes)


def test_what_pairs_save_is_what_the_lab_says_of_them() -> None:
    luck = Random(3)
    outcomes = tuple(luck.choices(("ww", "ll", "wl", "lw", "dw", "dd"), (30, 25, 5, 6, 2, 2), k=400))
    told = Paired("any", "1", outcomes)
    printed, changed = ([WORTH[one[at]] for one in outcomes] for at in (0, 1))
    theirs, (low, high) = saving(printed, changed)
    assert told.saving == pytest.approx(theirs)
    own = np.quantile(told.drawn(np.random.default_rng(1)), (0.025, 0.975))
    assert own == pytest.approx((low, high), rel=0.1)
    assert told.changed == sum(one[0] != one[1] for one in outcomes)


def test_pairs_that_are_all_alike_save_without_end_and_the_middle_one_counts() -> None:
    alike, other = Paired("a", "1", ("ww", "ll") * 20), Paired("b", "1", ("ww", "ll", "wl", "lw") * 20)
    assert alike.saving == np.inf
    assert other.saving == pytest.approx(1.0)
    third = Paired("c", "1", ("ww", "ll", "ww", "ll", "wl", "lw") * 20)
    middle, (low, high) = overall([alike, other, third])
    assert middle == third.saving
    assert low < middle < high


def test_a_pair_is_the_same_battle_with_one_number_off() -> None:
    printed = variant(load("tutorial"), "recruit")
    assert pair(printed, "3") == pair(printed, "3")
