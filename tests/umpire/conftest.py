"""What tests of the desk share: a ruleset with secrets beside Revolucion!."""

from __future__ import annotations

import json

import pytest

from sandtable.kernel import registry
from sandtable.umpire import desk

FIRE = {"unit": "RegularInfantry", "range": "6-12", "target_type": "RegularInfantry", "target_formation": "maneuver"}


@pytest.fixture
def secrets(monkeypatch):
    """The made-up ruleset, registered as long as the test lasts."""
    monkeypatch.setattr(registry, "_ADDED", {})
    registry.add("secrets", "tests.umpire.secrets:RULESET")
    yield "secrets"
    registry.ruleset.cache_clear()


@pytest.fixture
def call():
    """Call the desk as a browser does, JSON in and JSON out."""

    def called(name, ruleset="revolucion", /, **body):
        return json.loads(desk.answer(name, json.dumps({"ruleset": ruleset} | body)))

    return called


@pytest.fixture
def resolved(call):
    """Resolve an action with all its answers, and return what the desk says."""

    def finished(action, fields, answers=None, ruleset="revolucion", /, **body):
        reply = call("resolve", ruleset, action=action, fields=fields, answers=answers or {}, dice="real", **body)
        assert reply["status"] == "ok", reply
        return reply

    return finished
