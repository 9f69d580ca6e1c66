"""Lists in a form: every one of them says what a single member is called."""

from __future__ import annotations

import json

import pytest

from sandtable.kernel import registry
from sandtable.umpire import desk


@pytest.mark.parametrize("name", registry.names())
def test_one_member_of_a_list_has_a_name_of_its_own(name):
    screen = json.loads(desk.answer("ruleset", json.dumps({"ruleset": name})))
    groups = [field["group"] for action in screen["actions"] for field in action["fields"] if field["group"]]
    assert groups
    for group in groups:
        assert group["one"]
        assert group["one"] != group["label"]
