from __future__ import annotations

from sandtable.server.allowance import Allowance


def test_a_burst_is_allowed_and_then_only_the_steady_rate():
    now = [0.0]
    allowance = Allowance(most=3, per_second=2, clock=lambda: now[0])
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [allowance.take() for _ in range(2)] == [True, False]
    now[0] = 100.0  # however long the rest, never more than a burst
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]


def test_what_costs_more_takes_more():
    allowance = Allowance(most=3, per_second=1, clock=lambda: 0.0)
    assert allowance.take(2)
    assert not allowance.take(2)
    assert allowance.take(1)


def test_work_is_counted_afterwards_and_may_cost_more_than_there_was():
    now = [0.0]
    allowance = Allowance(2, 0.5, lambda: now[0])

    def left_at(moment: float) -> bool:
        now[0] = moment
        return allowance.is_left

    assert left_at(0)
    allowance.owe(3)
    assert [left_at(0), left_at(2), left_at(2.1)] == [False, False, True]
