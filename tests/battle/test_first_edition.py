"""Logs as the first edition wrote them: they open, play back and hold."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.verify import Verdict, What, verify
from sandtable.battle.maps.replay_frames import frames
from sandtable.rulesets.revolucion.table.rules import TABLE
from tests.battle.skirmish.game import SKIRMISH

KEPT = Path(__file__).parent / "first_edition"


def kept(name):
    return read_log((KEPT / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ("skirmish", "tutorial"))
def test_they_have_the_first_format(name):
    plain = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    assert plain["format"] == 1
    assert not {"seal", "parts"} & plain.keys()


def test_one_with_choices_dice_and_something_taken_back_holds():
    found = verify(SKIRMISH, kept("skirmish"))
    assert found.verdict is Verdict.SOUND
    assert found.sound
    assert (found.orders, found.unchecked) == (26, 0)
    assert found.dice > 5


def test_one_that_was_changed_does_not():
    log = kept("skirmish")
    cut = verify(SKIRMISH, replace(log, entries=log.entries[:-1]))
    assert [each.what for each in cut.differences] == [What.CUT_SHORT]
    assert cut.verdict is Verdict.DIFFERS
    assert verify(SKIRMISH, replace(log, seed=None)).verdict is Verdict.OPEN


def test_a_battle_of_revolucion_is_drawn_to_its_end_under_todays_rules():
    log = kept("tutorial")
    battle = Battle.watch(TABLE, log)
    assert battle.result is not None
    assert battle.result.winner == "Revolutionary"
    drawn = list(frames(TABLE, log))
    assert len(drawn) == len(log.live()) + 1
    assert drawn[-1].words


def test_a_battle_of_revolucion_is_never_called_forged_for_rules_that_have_changed():
    assert verify(TABLE, kept("tutorial")).verdict is not Verdict.DIFFERS
