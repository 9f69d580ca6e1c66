"""Every action of every ruleset keeps its promises, as `sandtable check` holds it to them."""

from __future__ import annotations

import pytest

from sandtable.conformance.action_promises import PROMISES


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_an_action_keeps(promise, ruleset, action):
    promise(ruleset, action)
