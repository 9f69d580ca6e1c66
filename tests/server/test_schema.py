"""The interface as it is described: true of every reply, and proof against hostile bodies."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.core.result import Ok
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.schemas import APIOperation

from sandtable.conformance.cases import with_option_on
from sandtable.conformance.random_forms import random_form
from sandtable.kernel import codec, registry
from sandtable.server.app import POSTED, create_app
from sandtable.umpire import desk
from sandtable.umpire.problems import Problems
from tests.support.table_line import PATIENCE
from tests.support.talk import of_kind

ROOT = Path(__file__).resolve().parents[2]
SERVER = create_app(hosts=("testserver",))


async def kept_up(scope: Any, receive: Any, send: Any) -> None:
    """The server, told neither of its start nor of its end: ended with every test, its workers would read the rulesets anew for each."""
    if scope["type"] != "lifespan":
        await SERVER(scope, receive, send)
        return
    for step in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{step}.complete"})


# Battles live in a database and on one event loop; hostile calls to them go to a real server (see test_table.py).
CALLS = sorted(f"POST {path}" for path in POSTED if not path.startswith("/api/table/"))
# Beside over a thousand that cover the schema; a log of random records takes a second to make up.
SEARCH = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def operations() -> dict[str, APIOperation]:
    """Every call that the schema describes, by its method and path."""
    schema = schemathesis.openapi.from_asgi("/openapi.json", kept_up).exclude(path_regex="^/api/table/")
    found = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
    return {call.label: call for call in found}


def answered_in_words(case):
    """Every refusal names the field; nothing is a fault of the server."""
    reply = case.call(timeout=PATIENCE)
    assert reply.status_code in {200, 404, 405, 413, 415, 422, 429}
    if reply.status_code == 422:
        assert all("field" in problem and problem["message"] for problem in reply.json()["problems"])


# Bodies that hold a whole log, or forms of every game, take minutes to make up; `test_fuzzed` damages real ones of these in short.
LARGE = (
    "armies",
    "change_roster",
    "duel",
    "duel_form",
    "duel_matrix",
    "ledger",
    "log_text",
    "number",
    "numbers",
    "odds",
    "paths",
    "picture",
    "read_roster",
    "reference",
    "resolve",
    "ruleset",
)
TRIED = [pytest.param(each, marks=pytest.mark.long) if each.rpartition("/")[2] in LARGE else each for each in CALLS]


@pytest.mark.parametrize("call", TRIED)
def test_no_body_makes_the_server_fail(call):
    """The bodies are made up here: with `schema.parametrize` every worker would do it for all calls while it collects."""
    operation = operations()[call]
    hostile = build_operation_test(
        config=operation.schema.config,
        operation=operation,
        test_func=answered_in_words,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=make_constants_value_source(operation.schema)),
        explicit_settings=SEARCH,
    )
    hostile()


def test_every_call_of_the_schema_meets_hostile_bodies():
    assert sorted(operations()) == CALLS


@pytest.mark.parametrize("name", registry.names())
def test_replies_are_what_the_schema_says(name, monkeypatch):
    monkeypatch.setattr(
        codec, "MOST", 10**100
    )  # an exact weight is as long as it is; whoever reads it as a decimal may
    described(name, "ruleset", {"ruleset": name})
    described(name, "rulebook", {"ruleset": name})
    described(name, "ledger", {"ruleset": name, "entries": []})
    ruleset = registry.ruleset(name)
    luck = random.Random(name)
    for action in ruleset.actions:
        options = with_option_on(action, {})
        fields = random_form(action, luck, ruleset.tables(options))
        body = {"ruleset": name, "action": action.id, "fields": fields, "options": options}
        described(name, "odds", body)
        described(name, "resolve", {**body, "dice": "real"})
        described(name, "resolve", {**body, "dice": "app", "seed": name})


def described(name: str, call: str, body: dict[str, Any]) -> None:
    """A reply is read as one of the classes it is described by, and written again it is the same."""
    reply = json.loads(desk.answer(call, json.dumps(body)))
    kinds = {get_args(get_type_hints(kind)["status"])[0]: kind for kind in (Problems, *desk.CALLS[call].replies)}
    assert codec.write(codec.read(of_kind(type, kinds[reply["status"]]), reply)) == reply, f"{name} {call}"


def test_the_front_end_types_are_generated_from_the_schema():
    checked = subprocess.run(
        [sys.executable, "scripts/generate_contract.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
