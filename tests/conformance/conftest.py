"""Which rulesets the suite runs over: all registered ones, and those named on the command line or in the environment."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

import pytest

from sandtable.kernel import registry
from sandtable.kernel.ruleset import Ruleset

EXTRA = "SANDTABLE_EXTRA_RULESETS"  # name=package.module:OBJECT, separated by commas


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--ruleset",
        action="append",
        default=[],
        metavar="MODULE:OBJECT",
        help=f"test this ruleset alone, registered or not (repeatable); {EXTRA} adds some to the registered ones",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    names = ruleset_names(metafunc.config)
    if "action_id" in metafunc.fixturenames:
        pairs = [(name, action.id) for name in names if (ruleset := loaded(name)) for action in ruleset.actions]
        metafunc.parametrize(("ruleset_name", "action_id"), pairs, ids=[f"{name}-{action}" for name, action in pairs])
    elif "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_name", [name for name in names if loaded(name)])
    elif "ruleset_name" in metafunc.fixturenames:
        metafunc.parametrize("ruleset_name", names)


def ruleset_names(config: pytest.Config) -> list[str]:
    """The rulesets to test, all of them registered by now."""
    for entry in filter(None, os.environ.get(EXTRA, "").split(",")):
        name, _, target = entry.strip().partition("=")
        registry.add(name, target)
    chosen: list[str] = config.getoption("--ruleset")
    named = [own_name(target) for target in chosen]
    for name, target in zip(named, chosen, strict=True):
        registry.add(name, target)
    return named or registry.names()


def own_name(target: str) -> str:
    """The id that an unregistered ruleset gives itself; where it cannot be loaded, what it was called by."""
    module, _, attribute = target.partition(":")
    try:
        return str(getattr(import_module(module), attribute).id)
    except Exception:  # noqa: BLE001 - whatever is wrong with it is reported by a test
        return target


@cache
def loaded(name: str) -> Ruleset | None:
    """The ruleset, or None where it cannot be loaded, which a test of its own reports."""
    try:
        return registry.ruleset(name)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, the other rulesets are tested
        return None


@pytest.fixture
def ruleset(ruleset_name):
    return registry.ruleset(ruleset_name)


@pytest.fixture
def action(ruleset, action_id):
    return ruleset.by_id[action_id]
