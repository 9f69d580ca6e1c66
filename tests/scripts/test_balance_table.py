"""What the page says was counted of the shipped battles is what was counted, and a battle that is not even says so in its file."""

from __future__ import annotations

import pytest

from sandtable.battle.matches.shares import Share
from sandtable.battle.scenario.counts import Counts
from sandtable.battle.scenario.scenario import Scenario
from scripts.balance_table import PAGE, best_share, counted, is_uneven, seems_uneven, share_of, table, with_table

ALL = [pytest.param(*each, id=each[0].id) for each in counted()]


def test_the_page_holds_the_table_as_it_is_now() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page) == page, "run scripts/balance_table.py"
    assert table().count("\n") == len(ALL) + 2


@pytest.mark.parametrize(("scenario", "counts"), ALL)
def test_a_battle_that_is_not_even_says_so(scenario: Scenario, counts: Counts) -> None:
    share, history = share_of(scenario, counts), scenario.history
    if is_uneven(share):
        more = max(scenario.sides, key=lambda side: counts.wins(side.label))
        assert history.favours == more.label
    if seems_uneven(share):
        assert history.favours or "against itself" in " ".join((history.fitted + history.note).split())


@pytest.mark.parametrize(("scenario", "counts"), ALL)
def test_what_many_battles_came_to_is_what_the_file_says(scenario: Scenario, counts: Counts) -> None:
    share, history = best_share(scenario, counts), scenario.history
    if counts.best is None or share is None:
        return
    assert sum(counts.best.wins.values()) <= counts.best.battles
    told = {str(counts.best.wins[scenario.sides[0].label]), f"{round(100 * share.part)} of 100"}
    assert any(one in history.fitted for one in told)
    if is_uneven(share):
        assert history.favours == max(counts.best.wins.items(), key=lambda one: one[1])[0]


def test_few_battles_tell_little() -> None:
    assert not is_uneven(Share(5, 7))
    assert seems_uneven(Share(5, 7))
    assert is_uneven(Share(20, 21))
    assert not seems_uneven(Share(10, 20))
