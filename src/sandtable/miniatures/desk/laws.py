"""Exact laws as odds that are read."""

from __future__ import annotations

from typing import Any

from sandtable.battle.odds import OrderBar, OrderOdds
from sandtable.kernel.drivers import Exact
from sandtable.kernel.telling import first_throw, shares, throw_text, why
from sandtable.miniatures.desk.wording import Wording


def shown(desk: Wording, exact: Exact[Any]) -> OrderOdds | None:
    """A law as odds; None where nothing is thrown."""
    return None if first_throw(exact.requests.values()) is None else in_bars(desk, exact)


def in_bars(desk: Wording, exact: Exact[Any]) -> OrderOdds:
    """A law as bars, in the order of the outcomes, with the first throw and every reason."""
    bars = tuple(
        OrderBar(float(chance), desk.words(outcome.label), percent, outcome.severity)
        for outcome, chance, percent in shares(exact)
    )
    requests = exact.requests.values()
    rows = (row for request in requests for row in why(request.tally, desk.words).rows)
    first = first_throw(requests)
    reasons = tuple((row.reason, row.value, row.rule or "") for row in rows)
    return OrderOdds(throw_text(first) if first else "", bars, reasons)


def row_of(exact: Exact[Any], key: str) -> int | None:
    """Which of its bars an outcome is, by its key; None where it is none of them."""
    return next((number for number, (outcome, _, _) in enumerate(shares(exact)) if outcome.key == key), None)
