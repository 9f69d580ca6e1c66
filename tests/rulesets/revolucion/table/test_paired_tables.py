"""Nobody is told of what is hidden by what comes of it: pairs of tables that differ in nothing else are played side by side.

`SANDTABLE_PAIRS` says how many pairs the long test plays. Whatever differs names the number of its pair, which plays it again.
"""

from __future__ import annotations

import os

import pytest

from sandtable.battle.seat import Seat
from tests.rulesets.revolucion.table.paired_tables import LeakError, Pair, pair

PAIRS = int(os.environ.get("SANDTABLE_PAIRS", "500"))


@pytest.mark.rule("REV-G.37", "REV-10.92", "REV-10.88")
@pytest.mark.parametrize("number", (0, 7, 9, 136))
def test_the_other_side_is_told_the_same_until_something_comes_to_light(number):
    table = Pair(str(number))
    table.play()
    assert table.compared > 50


@pytest.mark.parametrize("number", range(3))
def test_the_two_tables_of_a_pair_differ_for_whoever_has_the_secrets_and_for_nobody_else(number):
    owner, (one, two) = pair(str(number))
    own = Seat(owner.value.lower(), (owner.value,))
    assert one.view(own.id) != two.view(own.id)
    for seat in one.log.seats:
        assert (one.export(seat.id) == two.export(seat.id)) == (seat.side != owner.value)


def test_a_pair_notices_what_should_not_be_told():
    table = Pair("0")
    table.watching = (Seat(table.owner.value.lower(), (table.owner.value,)),)
    table.known = table.names_known()
    with pytest.raises(LeakError, match="pair 0"):
        table.play()


@pytest.mark.long
def test_the_other_side_is_told_the_same_on_many_pairs():
    for number in range(PAIRS):
        Pair(str(number)).play()
