"""Damage asks what special rules make of it, and vehicles answer on the spot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.event import Story
from sandtable.geometry.measure import Point
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose, Option
from sandtable.miniatures.consequences import Consequence, Course, followed
from sandtable.rulesets.revolucion.table.damage import consequences
from sandtable.rulesets.revolucion.table.damage.consequences import GoesBack, WentOff
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.table.vehicles.answers import ANSWERS
from tests.rulesets.revolucion.table.field import GOV, game, unit

HERE = Point(0, 0)
BANG = WentOff(HERE)
QUESTION = Choose("which", (Option("one", Message("one")), Option("two", Message("two"))), "one")


def story() -> Story[State]:
    return Story(TABLE.after, game(unit("own", GOV, (10, 10, 0))).state)


def test_every_consequence_has_an_answer():
    kinds = {each for each in vars(consequences).values() if isinstance(each, type) and issubclass(each, Consequence)}
    assert kinds - {Consequence} == set(ANSWERS)


def test_a_consequence_is_carried_out_where_it_arises_and_those_that_follow_from_it_first():
    told: list[str] = []

    def explosion(_: Story[State], after: WentOff) -> Course[str]:
        told.append(f"bang {after.at.x}")
        if after.at.x < 2:
            yield replace(after, at=Point(after.at.x + 1, 0))
        told.append(f"over {after.at.x}")
        return "heard"

    def course() -> Course[str]:
        told.append("before")
        told.append((yield BANG))
        return "done"

    run = followed(story(), course(), {WentOff: explosion})
    assert list(run) == []
    assert told == ["before", "bang 0", "bang 1", "bang 2", "over 2", "over 1", "over 0", "heard"]


def test_players_hear_requests_alone_and_their_answers_reach_who_asked():
    heard: list[object] = []

    def back(_: Story[State], going: GoesBack) -> Course[bool]:
        heard.append((going.unit, (yield QUESTION)))
        return True

    def course() -> Course[str]:
        heard.append((yield QUESTION))
        heard.append((yield GoesBack("own", "track", HERE, 0)))
        return "done"

    run = followed(story(), course(), {GoesBack: back})
    assert next(run) is QUESTION
    assert run.send("one") is QUESTION
    with pytest.raises(StopIteration) as stopped:
        run.send("two")
    assert stopped.value.value == "done"
    assert heard == ["one", ("own", "two"), True]
