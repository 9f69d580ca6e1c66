"""Whatever is sent, the desk answers with JSON: what was asked for, or problems with a place and a sentence. Never with an error."""

from __future__ import annotations

import json
from cProfile import Profile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import registry
from sandtable.kernel.messages import Message
from sandtable.kernel.texts import kernel_catalogue
from sandtable.umpire import desk
from tests.umpire.conftest import FIRE

BASE = {"ruleset": "revolucion", "action": "deployed_fire", "fields": FIRE}
words = st.sampled_from(
    ["revolucion", "deployed_fire", "assault", "unit", "range", "Artillery", "6-12", "fire.effect", "yes", "1/0", "1e99999999", "+-3", "\N{SUPERSCRIPT TWO}",
     "\ud800", "9" * 5000, "options", "house", "fire.refusal", "[", "= 1", "", "app", "real", "nan", "passengers.1.unit", "wreck"]
)  # fmt: skip
leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | words
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
parts = st.sampled_from(
    [
        "ruleset",
        "options",
        "house",
        "house_name",
        "style",
        "action",
        "fields",
        "answers",
        "dice",
        "throw_next",
        "seed",
        "throws",
        "meta",
        "entries",
        "text",
        "units",
        "unit",
        "script",
        "until",
        "rounds",
        "vary",
        "first",
    ]
)
names = st.sampled_from([*desk.CALLS, "nonsense", ""])


def answered(name: str, body: object) -> dict:
    """The answer as it goes over the wire; what cannot be sent is an error."""
    text = desk.answer(name, json.dumps(body))
    reply: dict = json.loads(text.encode().decode())
    assert reply["status"] in ("ok", "ask", "problems")
    if reply["status"] == "problems":
        assert reply["problems"]
        for problem in reply["problems"]:
            assert isinstance(problem["field"], str)
            assert problem["message"]
            assert "{" not in problem["message"] or "{" in json.dumps(body)
            assert all(isinstance(choice, str) for choice in problem["choices"])
    return reply


@given(names, anything)
def test_any_json_is_answered(name, body):
    answered(name, body)


@given(names, st.dictionaries(parts, anything, max_size=5))
def test_any_parts_are_answered(name, body):
    answered(name, BASE | body)


@given(st.sampled_from(["odds", "resolve"]), st.data())
def test_any_fields_of_any_action_are_answered(name, data):
    ruleset = registry.ruleset("revolucion")
    action = data.draw(st.sampled_from(ruleset.actions), label="action")
    fields = {
        spec.name: data.draw(
            st.sampled_from([*(value.value for value in spec.values), *spec.bands, 1, True]) | anything, label=spec.name
        )
        for spec in action.fields
        if data.draw(st.booleans())
    }
    answered(name, {"ruleset": "revolucion", "action": action.id, "fields": fields, "seed": "x"})


@given(
    st.dictionaries(
        st.sampled_from(["fire.effect", "fire.leader_with_target", "leader.risk", "fire.long_shot", "x"]), anything
    ),
    st.booleans(),
)
def test_any_answers_are_answered(answers, as_list):
    told = [{"key": key, "value": value} for key, value in answers.items()] if as_list else answers
    answered("odds", BASE | {"answers": told})
    answered("resolve", BASE | {"answers": told, "dice": "real"})


@given(
    st.dictionaries(
        st.sampled_from(["ruleset", "rules_version", "action", "fields", "answers", "options", "house", "meta"]),
        anything,
    ),
    anything,
)
def test_any_log_is_answered(changes, voided):
    record = desk.call("resolve", BASE | {"answers": {"fire.effect": 1}, "meta": {"id": "1"}})["record"]
    for name in ("ledger", "log_text"):
        answered(
            name,
            {"ruleset": "revolucion", "entries": [{"record": record}, {"record": record | changes, "voided": voided}]},
        )


@given(st.text(alphabet="[]{}=\"'.,#-\n abc019firesultvn_", max_size=60))
def test_any_house_rules_are_answered(house):
    answered("odds", BASE | {"house": house})


@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["Government", "Regular Infantry", "4", "99", "", "x", ",", "\t", "\n", "#"])).map(
        " , ".join
    )
)
def test_any_roster_is_answered(text):
    answered("read_roster", {"ruleset": "revolucion", "text": text})


@pytest.mark.parametrize(
    "text",
    (
        "",
        "{",
        pytest.param("[" * 100_000, id="lists without end"),
        pytest.param('{"a":' * 100_000, id="objects without end"),
        "nul",
        '"\\ud800"',
        '{"ruleset":"\\ud800"}',
        "NaN",
        "\ud800",
    ),
)
def test_what_is_no_json_is_refused(text):
    reply = json.loads(desk.answer("odds", text).encode())
    assert reply["status"] == "problems"


def test_a_body_beyond_all_reason_is_refused():
    reply = json.loads(desk.answer("odds", " " * (desk.LARGEST_BODY + 1)))
    assert reply["problems"][0]["message"] == kernel_catalogue().say(Message("kernel.desk.too_large"))


@pytest.mark.parametrize("name", (None, 3, ["odds"], {"a": 1}))
def test_a_name_that_is_none_is_refused(name):
    assert desk.call(name, {})["status"] == "problems"


def test_a_log_beyond_all_reason_is_refused():
    assert answered("ledger", {"ruleset": "revolucion", "entries": [{}] * 5001})["problems"][0]["field"] == "entries"


@pytest.mark.parametrize("seed", ("\ud800", "", 3, True))
def test_any_seed_throws_dice(seed):
    assert desk.call("resolve", BASE | {"seed": seed, "fields": FIRE | {"leader_with_target": 0}})["status"] == "ok"


# ---- House rules that fit the tables and break the rules ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "house"),
    (
        ("deployed_fire", "[fire.long_shot]\nnatural = 1\nneeds = -99"),
        ("deployed_fire", "[fire.result]\nlevels = [9, 9, 9, 9, 9, 9, 9]"),
    ),
)
def test_odd_house_rules_are_played(action, house):
    assert answered("odds", BASE | {"action": action, "house": house})["status"] == "ok"


def test_house_rules_that_no_rule_can_be_played_with_are_refused(monkeypatch, secrets):
    """A net below the notes of the tables: here a ruleset whose tables have none."""
    from tests.umpire import secrets as made_up  # noqa: PLC0415 - only this test looks inside

    monkeypatch.setitem(made_up.FILES, "tables.toml", '[search]\nfinds = 5\nwhat = "box"\n')
    broken = made_up.InMemory(
        **{field: getattr(made_up.RULESET, field) for field in made_up.RULESET.__dataclass_fields__}
    )
    monkeypatch.setattr(made_up, "RULESET", broken)
    registry.ruleset.cache_clear()

    def read(*path: str) -> object:
        raise IndexError(path)

    monkeypatch.setattr("sandtable.kernel.tables.Tables.number", read)
    body = {"ruleset": secrets, "action": "search", "fields": {}, "answers": {"search.where": "house"}}
    (own_fault,) = desk.call("odds", body)["problems"]
    assert "tests/umpire/test_hostile.py, line" in own_fault["message"]
    assert "IndexError" in own_fault["message"]
    for name in ("odds", "resolve"):
        reply = desk.call(name, body | {"house": "search.what = 'bag'"})
        (problem,) = reply["problems"]
        assert problem["field"] == "house"
        assert "search.what" in problem["message"]
    record = {"ruleset": secrets, "rules_version": "3", "action": "search", "fields": {}, "house": "search.what = 'bag'",
              "answers": [{"key": "search.where", "value": "house"}, {"key": "search.die", "value": [1]}]}  # fmt: skip
    reply = desk.call("ledger", {"ruleset": secrets, "entries": [{"record": record}]})
    assert [problem["field"] for problem in reply["problems"]] == ["entries.1.house"]


def test_no_test_of_ours_leaves_a_trace():
    assert "secrets" not in registry.names()
    assert Path(desk.__file__).name == "desk.py"


@pytest.mark.parametrize(
    ("more", "told"),
    (
        (
            {"fields": {**FIRE, "leader_with_target": 0}, "answers": {f"k{number}": 1 for number in range(150)}},
            desk.MOST_TOLD,
        ),
        ({"options": {f"k{number}": 1 for number in range(150)}}, desk.MOST_TOLD),
        ({"house": "\n".join(f"fire{number} = 1" for number in range(150))}, 20),
        ({"fields": {**FIRE, **{f"targets_{number}": 1 for number in range(150)}}}, 50),
    ),
)
def test_of_very_many_things_wrong_the_first_are_told(more: dict[str, object], told: int) -> None:
    reply = desk.call("resolve", {**BASE, "seed": "much", **more})
    assert (reply["status"], len(reply["problems"])) == ("problems", told)


def steps_for(fields: dict[str, object]) -> int:
    """How many functions are called to answer a call with these fields."""
    counted = Profile()
    counted.runcall(desk.call, "resolve", {**BASE, "fields": {**FIRE, **fields}, "seed": "much"})
    return sum(entry.callcount for entry in counted.getstats())


@pytest.mark.parametrize(
    "many",
    (
        lambda count: {f"targets_{number}": 1 for number in range(count)},
        lambda count: {f"passengers.{number}.unit": 1 for number in range(count)},
        lambda count: {"range": [{f"targets_{number}": 1 for number in range(count)}]},
    ),
    ids=("fields", "cards of no list", "a card for one"),
)
def test_thousands_of_names_that_no_field_has_cost_little_more_than_a_hundred(many) -> None:
    steps_for(many(100))  # what is worked out once and kept
    few, more = steps_for(many(100)), steps_for(many(2_100))
    assert (more - few) / 2_000 < 50


def test_a_field_by_its_name_and_by_its_label_is_given_twice() -> None:
    named = {**FIRE, "actor_name": "Dorados", "Name of actor": "Rurales"}
    reply = desk.call("resolve", {**BASE, "fields": named, "seed": "much"})
    told = [(one["field"], one["message"]) for one in reply["problems"]]
    assert told == [("Name of actor", "Name of actor is given twice. Give it once.")]
    firing = {"side": "US", "firers": [{"weapon": "M", "range": 4, "in_charge": "charging", "In a charge": "charging"}]}
    reply = desk.call(
        "resolve", {"ruleset": "mexican_american_war", "action": "fire", "fields": firing, "seed": "much"}
    )
    assert "firers.1.In a charge" in {one["field"] for one in reply["problems"]}
