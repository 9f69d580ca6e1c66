"""Every ruleset that has a table keeps the contract; the skirmish stands in where none is installed."""

from __future__ import annotations

import pytest

from sandtable.battle.event import Event
from sandtable.battle.order import Order
from sandtable.battle.registry import names, table
from sandtable.conformance.table_promises import PROMISES
from sandtable.kernel import codec
from tests.battle.skirmish.game import SKIRMISH

TABLES = [SKIRMISH, *(table(name) for name in names())]


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_orders_and_events_go_by_their_kinds_and_can_be_written(rules):
    for base, kinds in ((Order, rules.orders), (Event, rules.events)):
        assert kinds
        for name, kind in kinds.items():
            assert issubclass(kind, base)
            assert kind.kind == name
            codec.check(kind)


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_a_table_goes_by_the_name_of_its_ruleset(rules):
    assert rules.name == rules.ruleset.id
    assert rules.rules_version
    assert rules is SKIRMISH or table(rules.name) is rules


@pytest.mark.long
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("name", names())
def test_a_registered_table_keeps(name, promise):
    """As `sandtable check` holds it to: whole battles by its own players, replayed, verified and taken back."""
    promise(table(name))
