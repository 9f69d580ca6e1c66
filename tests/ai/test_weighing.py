from __future__ import annotations

from sandtable.ai.weighing import Reason, Weighed, best, picked
from sandtable.kernel.messages import Message
from tests.support.talk import there

GOOD, BAD = Message("good"), Message("bad")


def weighed(name: str, *values: float) -> Weighed[str]:
    return Weighed(name, tuple(Reason(GOOD if value >= 0 else BAD, value) for value in values))


def test_what_weighs_most_is_done_and_its_reasons_are_known():
    things = [weighed("wait", 1.0), weighed("charge", 5.0, 2.0, -4.0), weighed("flee", 2.0, -3.0)]
    chosen = best(things)
    assert chosen is not None
    assert (chosen.thing, chosen.value) == ("charge", 3.0)
    assert chosen.main_reason == Reason(GOOD, 5.0)


def test_of_equals_the_first_and_of_none_nothing():
    assert there(best([weighed("one", 1.0), weighed("other", 1.0)])).thing == "one"
    assert best([]) is None
    assert picked([], 0.5, 1.0) is None


def test_a_careless_player_picks_among_what_is_nearly_as_good():
    things = [weighed("best", 5.0), weighed("near", 4.5), weighed("far", 1.0)]
    found = {there(picked(things, luck / 10, 1.0)).thing for luck in range(11)}
    assert found == {"best", "near"}
    assert there(picked(things, 0.99, 0.0)).thing == "best"
