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
from sandtable.miniatures.acting import disagreements, form_read, law_of
from sandtable.miniatures.events import read
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.umpire import desk
from tests.rulesets.average_dice import play
from tests.rulesets.average_dice.table.wandering import armed, stepped, strewn

assert play.RULESET is RULESET  # it registers the ruleset with the desk


ASKS = {
    "general_killed": "general.",
    "new_day": "day.",
    "throw_dynamite": "dynamite.",
    "hit_structure": "structure.",
    "restore_units": "restore.",
}


def ruled(entry: Entry) -> list[dict[str, Any]]:
    """What the umpire ruled in an entry of the log: on the order, then on what it led to."""
    found = [event for event in entry.events if event["kind"] == "ruled"]
    return [{**event, "action": KIT.deeds[event["action"]].action.id} for event in found]


def answers_to(told: dict[str, Any], entry: Entry) -> list[dict[str, Any]]:
    """The dice of an entry that an action asked for."""
    asks = ASKS.get(told["action"], f"{told['action']}.")
    return [{"key": reply.key, "value": reply.value} for reply in entry.answers if reply.key.startswith(asks)]


def effects_of(told: dict[str, Any]) -> list[Effect]:
    return [read(one, RULESET.package) for one in told["effects"]]


def asked_of_the_desk(call: str, told: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {"ruleset": "average_dice", "action": told["action"], "fields": told["fields"], **more}
    reply = desk.call(call, body)
    assert reply["status"] == "ok", reply
    return reply


def tellable(told: dict[str, Any]) -> dict[str, Any] | None:
    """The form without what only the table's form has, where the umpire's own form can say the same."""
    own = {spec.name for spec in RULESET.by_id[told["action"]].fields}
    more = told["fields"].keys() - own
    if "in_covers" in more:  # more covers than two
        return None
    if len(told["fields"].get("units_caught", ())) > 1:  # figures of several units behind one wall
        return None
    plain = {**told, "fields": {name: value for name, value in told["fields"].items() if name in own}}
    if told["action"] == "melee":
        tables = RULESET.default_tables
        measured = form_read(KIT.deeds["melee"].action, told["fields"], tables).situation
        spread = form_read(RULESET.by_id["melee"], plain["fields"], tables).situation
        if measured.struck(tables) != spread.struck(tables):
            return None
    return plain


def agreed(before: AverageDiceField, order: Act, battle: Battle[AverageDiceField]) -> Counter[str]:
    """The actions of an order on which the desk gives the same odds and the same verdict; which they are."""
    looked_at: Counter[str] = Counter()
    assert list(disagreements(KIT, battle.state)) == []
    entry = battle.log.entries[-1]
    assert isinstance(entry, Entry)
    for number, told in enumerate(map(tellable, ruled(entry))):
        if told is None:
            continue
        looked_at[told["action"]] += 1
        if not number and asked_of_the_desk("odds", told)["rows"]:
            assert odds_of_the_desk(told) == odds_of(before, order)
        same = asked_of_the_desk("resolve", told, answers=answers_to(told, entry))["verdict"]["effects"]
        assert [one.plain() for one in effects_of(told)][: len(same)] == same
    return looked_at


@pytest.mark.parametrize(("seed", "gap"), ((0, 22), (1, 22), (2, 3.3), (3, 2.5)))
def test_the_desk_gives_the_same_odds_and_the_same_verdict(seed, gap):
    chance = Random(seed)
    battle = strewn(chance, gap)
    looked_at: Counter[str] = Counter()
    for _ in range(25):
        before = battle.state
        order, battle = stepped(battle, chance)
        looked_at += agreed(before, order, battle)
        if TABLE.result(battle.state):
            break
    assert looked_at["move"] > 2
    assert looked_at["fire"] + looked_at["melee"] > 2


def test_the_desk_agrees_on_dynamite_structures_and_whatever_else_chance_does():
    looked_at: Counter[str] = Counter()
    lookout = Lookout()
    for seed in (4, 8, 16):
        battle = armed(Random(f"agreement {seed}"), 5)
        player = TABLE.players["random"]("", f"agreement {seed}")
        for _ in range(30):
            before, (decision, *_) = battle.state, battle.decisions()
            seat = "pancho" if decision.by == "villista" else "felipe"
            order = player.order(battle.view(seat), decision)
            assert isinstance(order, Act)
            done = battle.submit(seat, order)
            assert isinstance(done, Accepted), done
            battle = done.battle
            looked_at += agreed(before, order, battle)
            if TABLE.result(battle.state):
                break
        lookout.look(battle)
        holds(battle)
    assert looked_at.keys() >= {"throw_dynamite", "hit_structure", "spend_move", "fire", "move"}


def odds_of_the_desk(told: dict[str, Any]) -> dict[str, Fraction]:
    return {row["key"]: Fraction(*row["weight"]) for row in asked_of_the_desk("odds", told)["rows"]}


def odds_of(field: AverageDiceField, order: Act) -> dict[str, Fraction]:
    """The exact odds of an order on the table, by the umpire's rows."""
    rows: dict[str, Fraction] = {}
    for verdict, weight in law_of(KIT, field, order).law:
        key = verdict.outcome().key
        rows[key] = rows.get(key, Fraction(0)) + weight
    return rows


def test_a_whole_battle_by_chance_replays_verifies_keeps_its_secrets_and_refuses_by_rules():
    """From the throw for the first day to the end."""
    chance = Random(4)
    battle, lookout = strewn(chance, 14, side=None, day=0, boxes=0, turn=0, turns=0), Lookout()
    given: Counter[str] = Counter()
    while TABLE.result(battle.state) is None:
        order, battle = stepped(battle, chance)
        given[order.action] += 1
        assert list(disagreements(KIT, battle.state)) == []
        lookout.look(battle)
    assert given.keys() >= {"new_day", "next_move", "move", "fire"}
    assert battle.decisions() == ()
    holds(battle)


def holds(battle: Battle[AverageDiceField]) -> None:
    """A battle replays and verifies, and what it refuses it refuses by rules."""
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
