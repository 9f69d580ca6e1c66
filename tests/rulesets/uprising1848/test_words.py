"""Words a referee can read aloud, and knowledge that stays behind a tap."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.kernel.effects import EVERYONE
from sandtable.kernel.messages import Style
from sandtable.kernel.requests import Roll
from sandtable.kernel.telling import dice_text
from sandtable.rulesets.uprising1848.artillery import _compass
from sandtable.rulesets.uprising1848.behaviour import NonPlayersDo
from sandtable.rulesets.uprising1848.charge_form import Abandoned, ReactionMoves, StopsShort, TheySubmit
from sandtable.rulesets.uprising1848.event_effects import Announced, NewsIs
from sandtable.rulesets.uprising1848.initiative import TurnOver
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.vocabulary import Deed, News
from sandtable.umpire import desk
from tests.rulesets.uprising1848.play import verdict
from tests.support.told import unmet, untold

CATALOGUE = RULESET.catalogue
TOLD = (
    "initiative",
    "event",
    "parley",
    "oratory",
    "search_structure",
    "scout",
    "question",
    "free_prisoners",
    "negotiate",
)
FIELDS = {"audience": "Conscript", "soldiers": 8}


@pytest.fixture(autouse=True)
def _registered() -> None:
    registry.add(RULESET.id, "sandtable.rulesets.uprising1848.ruleset:RULESET")


def announcements(throws: int = 150) -> set[str]:
    """What is read aloud in so many throws of every action that tells something."""
    return {
        CATALOGUE.say(effect.message)
        for action in TOLD
        for seed in range(throws)
        for effect in verdict(action, FIELDS, seed=str(seed)).effects
        if isinstance(effect, Announced)
    }


@pytest.mark.rule("R48-4.07", "R48-11.32")
def test_there_are_more_than_sixty_ways_to_tell_what_happens() -> None:
    texts = announcements()
    templates = [text for text in CATALOGUE.texts if text.startswith("say.")]
    assert len(templates) >= 200
    assert len({CATALOGUE.texts[template] for template in templates}) == len(templates)
    assert len(texts) > 150
    assert all(text[0].isupper() and text.endswith(".") for text in texts), [t for t in texts if not t[0].isupper()]


@pytest.mark.rule("R48-4.07")
@pytest.mark.parametrize("event", [choice.value for choice in RULESET.by_id["event"].fields[-1].values])
def test_the_wording_of_an_event_depends_on_the_dice_alone(event: str) -> None:
    once, again = (verdict("event", {"event": event}, seed="7") for _ in range(2))
    assert once.effects == again.effects


def test_every_setting_has_names_for_its_troops() -> None:
    for setting in RULESET.options["setting"].choices:
        for seed in range(20):
            effects = verdict("event", {}, options={"setting": setting}, seed=str(seed)).effects
            assert all(CATALOGUE.say(effect.message) for effect in effects if effect.has_words)


def played(action: str, fields: dict[str, Any], seed: str, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """An action on the desk with thrown dice."""
    return desk.call(
        "resolve", {"ruleset": RULESET.id, "action": action, "fields": fields, "seed": seed, "options": options or {}}
    )


@pytest.mark.rule("R48-11.45a", "R48-G.09")
def test_what_a_strongpoint_holds_is_not_told_in_log_or_export() -> None:
    reply = played("event", {"event": "government strongpoint"}, "5")
    secrets = [row["text"] for row in reply["instructions"] if row["secret"]]
    assert len(secrets) >= 1
    entry = {"record": reply["record"] | {"meta": {"id": "1"}}, "voided": False}
    setting = {"ruleset": RULESET.id, "entries": [entry]}
    exported = desk.call("log_text", setting)["text"]
    book = desk.call("ledger", setting)
    assert book["log"][0]["secret"]
    assert not any(secret in exported for secret in secrets)
    assert not any(secret in book["log"][0]["sentence"] for secret in secrets)
    hidden = [item for panel in book["panels"] for item in panel["items"] if item["secret"]]
    assert {item["detail"] for item in hidden} == set(secrets)
    assert all(f"garrison {face}" not in exported for face in range(1, 11))


@pytest.mark.rule("R48-G.10")
def test_a_secret_stash_says_only_that_it_is_one() -> None:
    reply = played("event", {"event": "cache"}, "5", {"secretStash": True})
    shown = [row["text"] for row in reply["instructions"] if not row["secret"]]
    hidden = [row["text"] for row in reply["instructions"] if row["secret"]]
    assert any("stash" in text for text in shown)
    assert hidden
    assert not any(text in shown for text in hidden)


def test_the_manor_keeps_its_garrison_from_the_players() -> None:
    units = verdict("set_up", {"scenario": "The Lord of the Manor"}).effects
    secret = {effect.whom for effect in units if effect.known_to != EVERYONE}
    assert secret == {"The estate's garrison", "The lord"}


def test_one_is_told_as_one_and_many_as_many() -> None:
    placed = verdict("set_up", {"scenario": "The Lord of the Manor"}).effects
    units = {effect.whom: CATALOGUE.say(effect.message) for effect in placed}
    assert units["The lord"] == "The lord: 1 Civilian, on foot, unarmed, alone."
    assert units["The estate's garrison"].endswith("two NCOs and one officer among them.")
    deeds = {figures: NonPlayersDo(whom="Line", deed=Deed.WITHDRAW, figures=figures) for figures in (1, 8)}
    assert [CATALOGUE.say(deeds[figures].message).split(" to ")[0] for figures in deeds] == [
        "1 withdraws",
        "8 withdraw",
    ]
    charge = {"actor": "Veteran", "target": "Average", "start_distance": "5", "target_has_acted": True}
    fights = [verdict("charge", charge, seed=str(seed)) for seed in range(40)]
    unhurt = [met for met in fights if met.ended == "fought" and not met.targets_lost + met.chargers_lost]
    assert {CATALOGUE.say(met.headline()) for met in unhurt} == {"They fight, and nobody is down."}
    comes = played("event", {"event": "convoy"}, "4")["instructions"]
    assert [line["whom"] for line in comes] == ["Players", "Convoy", "Convoy guards"]
    names = ("", "The convoy", "Hussars")
    moves = [played("move", {"actor": "Transport", "actor_name": name}, "1")["subject"] for name in names]
    assert moves == ["Transports move", "The convoy moves", "Hussars move"]


@pytest.mark.rule("R48-1.04", "R48-3.02")
def test_one_factor_goes_for_every_distance() -> None:
    moves = verdict("move", {"actor": "Veteran"}, {"move.distance": [3]}).effects[0]
    said = {style: CATALOGUE.say(moves.message, style) for style in (Style(), Style(2, "in"), Style(1, "cm"))}
    assert list(said.values()) == ["Move up to 8 in.", "Move up to 16 in.", "Move up to 20 cm."]
    body = {"ruleset": RULESET.id, "action": "fire_musket", "style": {"scale": 2, "unit": "in"}}
    fields = {"actor": "Average", "target": "Average", "range": "24"}
    assert desk.call("odds", body | {"fields": fields})["total"] == "25%"  # 24 doubled inches are 12


@pytest.mark.rule("R48-4.32")
def test_an_interrupted_charge_is_taken_up_where_it_was_left() -> None:
    body = {
        "ruleset": RULESET.id,
        "action": "charge",
        "fields": {"actor": "Veteran", "attackers": 4, "target": "Average", "targets": 4, "start_distance": "8"},
        "dice": "real",
    }
    answers: list[dict[str, Any]] = []
    given = {"charge.distance": [4, 4], "charge.reaction_hits": {"counts": [0]}, "charge.attack": {"counts": [1]}}
    given |= {"charge.return": {"counts": [0]}, "charge.target_morale": [1]}
    asked: list[str] = []
    reply: dict[str, Any] = {}
    for _ in range(20):
        stored = json.loads(json.dumps(answers))  # all that a reload has to bring back
        reply = desk.call("resolve", body | {"answers": stored})
        if reply["status"] == "ok":
            break
        key = reply["request"]["key"]
        asked.append(key)
        answers.append({"key": key, "value": given.get(key, reply["request"]["usual"])})
    assert reply["status"] == "ok"
    assert asked[:3] == ["charge.distance", "charge.target_acted", "charge.reaction"]
    assert asked.index("charge.reaction_hits") < asked.index("charge.attack") < asked.index("charge.target_morale")


@pytest.mark.rule("R48-4.33", "R48-G.58")
def test_a_wrong_entry_is_struck_out_and_entered_again_with_fresh_dice() -> None:
    fields = {"actor": "Veteran", "shooters": 12, "target": "Average", "targets": 8, "range": "6-12"}
    wrong = desk.call(
        "resolve", {"ruleset": RULESET.id, "action": "fire_musket", "fields": fields, "seed": "s", "throws": 0}
    )
    right = desk.call(
        "resolve",
        {"ruleset": RULESET.id, "action": "fire_musket", "fields": fields, "seed": "s", "throws": wrong["throws"]},
    )
    assert wrong["dice"][0]["faces"] != right["dice"][0]["faces"]
    entries = [
        {"record": wrong["record"] | {"meta": {"id": "1"}}, "voided": True},
        {"record": right["record"] | {"meta": {"id": "2"}}, "voided": False},
    ]
    book = desk.call("ledger", {"ruleset": RULESET.id, "entries": entries})
    assert [row["voided"] for row in book["log"]] == [True, False]
    assert book["log"][0]["redo"] == {"action": "fire_musket", "fields": wrong["record"]["fields"]}
    assert len(book["owed"]) == 1


@pytest.mark.rule("R48-G.62", "R48-4.33")
def test_what_rests_on_a_voided_entry_is_marked() -> None:
    entry = {"side": "NonPlayer", "name": "Line", "actor": "Average", "figures": 8}
    first = played("unit_entry", entry, "1")
    shot = played(
        "fire_musket",
        {"actor": "Veteran", "shooters": 24, "target_name": "Line", "target": "Average", "targets": 8, "range": "0-6"},
        "1",
    )
    check = played(
        "check_morale", {"actor_name": "Line", "actor": "Average", "leading": "nobody", "half_or_more_gone": False}, "1"
    )
    entries = [
        {"record": reply["record"] | {"meta": {"id": str(number)}}, "voided": number == 2}
        for number, reply in enumerate((first, shot, check), start=1)
    ]
    book = desk.call("ledger", {"ruleset": RULESET.id, "entries": entries})
    assert [row["mark"] for row in book["log"]] == ["", "", "after voided number 2"]


NOT_IN_WORDS = {
    "garrison_is.garrison": "the parties that it consists of are told",
    "event_ignored.reason": "the headline tells it",
}


def test_what_an_effect_holds_is_said() -> None:
    short = StopsShort(whom="actor", inches=Fraction(1))
    measured = [ReactionMoves(whom="target", inches=Fraction(5), kept=kept, left=Fraction(4)) for kept in (True, False)]
    news = [NewsIs(whom="everyone", news=kind, count=2) for kind in News]
    submit = TheySubmit(whom="target")
    rare = (Abandoned(whom="target", gun=True), short, TurnOver(whom="everyone"), submit, *measured, *news)
    assert untold(RULESET, rare) == set(NOT_IN_WORDS)
    assert unmet(RULESET, rare) == set()


def test_a_crew_is_told_as_large_as_house_rules_make_it() -> None:
    fire = {"scout.result": 1, "scout.contents": 1, "strongpoint.garrison": 9}
    body = {"ruleset": "uprising1848", "action": "scout", "fields": {}, "answers": fire, "seed": "1"}
    for house, crew in (("", 4), ("arrivals.gun_crew = 6", 6)):
        told = desk.call("resolve", body | {"house": house})
        assert f"With them a light gun and its crew of {crew}." in str(told["instructions"])


@pytest.mark.rule("R48-7.04")
def test_what_obstacles_cost_is_told_and_adds_up() -> None:
    body = {"ruleset": "uprising1848", "action": "move", "fields": {"actor": "Veteran", "obstacles": 2}}
    told = desk.call("resolve", {**body, "answers": {"move.distance": 2}})
    (line,) = [row["reason"] for block in told["why"] for row in block["rows"] if row["rule"] == "R48-7.04"]
    thrown, shorter = (Fraction(number) for number in re.findall(r"([0-9.]+) in", line))
    assert line == f"2 obstacles to cross: {thrown} in less 2 in"
    assert told["headline"] == f"{thrown - shorter} in."
    plain = desk.call("resolve", {**body, "fields": {"actor": "Veteran"}, "answers": {"move.distance": 2}})
    assert not [row for block in plain["why"] for row in block["rows"] if row["rule"] == "R48-7.04"]


def test_the_direction_of_a_shell_is_thrown_with_a_die_that_has_a_name():
    throw = Roll("gun.direction", (_compass(RULESET.default_tables),), read=lambda degrees: degrees)
    assert dice_text(throw) == "1 compass die"


@pytest.mark.parametrize(("figures", "led"), ((1, "a leader."), (6, "a leader with them.")))
def test_a_leader_is_told_as_one_whether_he_is_alone_or_not(figures: int, led: str) -> None:
    core = {"side": "Player", "name": "Core", "actor": "Veteran", "figures": figures, "leader": True}
    (entered,) = verdict("unit_entry", core).effects
    assert CATALOGUE.say(entered.message).endswith(f", {led}")
