"""The umpire and the table agree: what geometry fills into a form, the umpire's own desk rules on just so, and keeps the same books."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import Entry, read_log
from sandtable.battle.engine.verify import verify
from sandtable.conformance.table_promises import refusals
from sandtable.conformance.table_secrets import Lookout
from sandtable.kernel.effects import Effect
from sandtable.miniatures.acting import disagreements, law_of
from sandtable.miniatures.events import read
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.umpire import desk
from tests.rulesets.average_dice import play
from tests.rulesets.average_dice.table.wandering import stepped, strewn

assert play.RULESET is RULESET  # it registers the ruleset with the desk


def ruled(entry: Entry) -> dict[str, Any]:
    """What the umpire ruled in an entry of the log."""
    return next(event for event in entry.events if event["kind"] == "ruled")


def effects_of(told: dict[str, Any]) -> list[Effect]:
    return [read(one, RULESET.package) for one in told["effects"]]


def asked_of_the_desk(call: str, told: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {"ruleset": "average_dice", "action": told["action"], "fields": told["fields"], **more}
    reply = desk.call(call, body)
    assert reply["status"] == "ok", reply
    return reply


@pytest.mark.parametrize("seed", range(4))
def test_the_desk_gives_the_same_odds_and_the_same_verdict(seed):
    chance = Random(seed)
    battle = strewn(chance)
    looked_at: Counter[str] = Counter()
    for _ in range(30):
        before = battle.state
        order, battle = stepped(battle, chance)
        assert list(disagreements(KIT, battle.state)) == []
        entry = battle.log.entries[-1]
        assert isinstance(entry, Entry)
        told = ruled(entry)
        if "in_covers" in told["fields"]:  # more than the umpire's form can tell
            looked_at["in_covers"] += 1
            continue
        looked_at[told["action"]] += 1
        law = law_of(KIT, before, order).law
        by_key: dict[str, Fraction] = {}
        for verdict, weight in law:
            key = verdict.outcome().key
            by_key[key] = by_key.get(key, Fraction(0)) + weight
        odds = asked_of_the_desk("odds", told)
        rows = {row["key"]: Fraction(*row["weight"]) for row in odds["rows"]}
        assert rows == (by_key if odds["layout"] != "plain" else {})  # what is certain is shown without rows
        answers = [{"key": reply.key, "value": reply.value} for reply in entry.answers]
        same = asked_of_the_desk("resolve", told, answers=answers)
        notes = len(effects_of(told)) - len(same["verdict"]["effects"])
        assert [one.plain() for one in effects_of(told)][: -notes or None] == same["verdict"]["effects"]
        if TABLE.result(battle.state):
            break
    assert looked_at["fire"] > 1
    assert looked_at["move"] > 3


@pytest.mark.parametrize("seed", (4,))
def test_a_battle_by_chance_replays_verifies_keeps_its_secrets_and_refuses_by_rules(seed):
    chance = Random(seed)
    battle, lookout = strewn(chance), Lookout()
    for _ in range(25):
        if TABLE.result(battle.state):
            break
        _, battle = stepped(battle, chance)
        lookout.look(battle)
    log = read_log(json.dumps(battle.log.plain()))
    assert log == battle.log
    assert Battle.resume(TABLE, log, battle.seed).state == battle.state
    assert verify(TABLE, log, battle.seed).differences == ()
    refused = {rule for _, rule in refusals(battle)}
    assert refused
    assert refused <= RULESET.rulebook.by_id.keys()


def test_a_move_is_taken_back_for_nothing_and_a_volley_is_not():
    chance = Random(7)
    battle = strewn(chance)
    seen: set[str] = set()
    while seen != {"move", "fire"}:
        order, after = stepped(battle, chance)
        seat = "pancho" if order.by == "villista" else "felipe"
        if order.action in ("move", "fire"):
            back = after.undo(seat)
            assert isinstance(back, Accepted)
            free, entry = back.battle.log.proposal is None, after.log.entries[-1]
            assert isinstance(entry, Entry)
            assert free == (not entry.answers)  # no die fell
            if free:
                assert back.battle.state == battle.state
            seen.add(order.action)
        battle = after
