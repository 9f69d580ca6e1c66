"""The words of the umpire: numbers come from the tables and the players' measure, and what an effect holds is said."""

from __future__ import annotations

import re
from dataclasses import replace

from sandtable.kernel.messages import Message
from sandtable.umpire.desk import call
from tests.rulesets.revolucion.play import FIRE, RULESET, verdict
from tests.support.told import unmet, untold


def test_no_text_of_the_umpire_has_a_distance_of_its_own():
    measured, filled_in = re.compile(r"\d (?:in|cm)\b|\binch(?:es)?\b", re.IGNORECASE), re.compile(r"\{[^{}]*\}")
    own = {name: text for name, text in RULESET.catalogue.texts.items() if not name.startswith("kernel.")}
    found = {name for name, text in own.items() if measured.search(filled_in.sub("", text))}
    assert found == {"ruleset.scale"}, "the game's own scale, which says what an inch stands for"


def test_numbers_that_a_club_changes_are_told_as_it_changed_them():
    house = "[army_morale.loss]\ndestroyed = 2\n[damage.wreck]\nlevels = 2\n[road]\nbonus = 2\n[on_table.command]\nclear = 9"
    catalogue = replace(RULESET.catalogue, quoted=RULESET.tables({}, house).quoted)
    assert "Army morale loses 2." in catalogue.say(Message("effect.destroyed.unit_detail"))
    assert "take 2 levels" in catalogue.say(Message("effect.destroyed.automobile_detail"))
    marched = Message.of("effect.may_move.March.received_detail", distance=1, at_least=0)
    assert "On a road 2 times as far." in catalogue.say(marched)
    alone = {"leader.risk": 20, "fire.leader_with_target": 1, "fire.effect": 10}
    shot = {"bases_of_target": 1, "target_formation": "march", "target_status": "Demoralized", "range": 1}
    found = verdict("deployed_fire", alone, None, house, **{**FIRE, **shot})
    assert "until he is 9 in from all enemies" in catalogue.say(found.effects[-1].detail)


def test_what_an_effect_holds_is_said():
    assert untold(RULESET) == set()
    assert unmet(RULESET) == set()


def test_offers_tell_the_points_that_house_rules_take_off() -> None:
    fields = {"side": "Government", "combat_units": 10, "army_quality": "average"}
    body = {"ruleset": "revolucion", "house": "army_morale.loss.destroyed = 2"}
    told = call("resolve", {**body, "action": "army_morale", "fields": fields, "meta": {"id": "1"}})
    books = call("ledger", {**body, "entries": [{"record": told["record"], "voided": False}]})
    offers = [offer["label"] for panel in books["panels"] for offer in panel["offers"]]
    assert "Destroyed \N{MINUS SIGN}2 (Government)" in offers
    assert "Surrendered \N{MINUS SIGN}1 (Government)" in offers
