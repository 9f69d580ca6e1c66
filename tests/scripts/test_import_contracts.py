"""The promises about imports in pyproject.toml hold, and each of them can be broken."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter import Contract, api, configuration
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.contracts.layers import LayersContract
from importlinter.contracts.protected import ProtectedContract

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
CLASSES: dict[str, type[Contract]] = {
    "acyclic_siblings": AcyclicSiblingsContract,
    "forbidden": ForbiddenContract,
    "independence": IndependenceContract,
    "layers": LayersContract,
    "protected": ProtectedContract,
}
REV = "sandtable.rulesets.revolucion"

configuration.configure()


@cache
def contracts() -> dict[str, Contract]:
    options = api.read_configuration(str(PROJECT))
    return {
        each["id"]: CLASSES[each["type"]](each["name"], dict(options["session_options"]), each)
        for each in options["contracts_options"]
    }


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("sandtable", include_external_packages=True, cache_dir=None)


def kept(name: str, imports: grimp.ImportGraph) -> bool:
    return contracts()[name].check(deepcopy(imports), verbose=False).kept


@pytest.mark.parametrize("name", tuple(contracts()))
def test_the_promise_is_kept(name):
    assert kept(name, graph())


@pytest.mark.parametrize(
    ("name", "importer", "imported"),
    (
        ("levels", "sandtable.kernel.dice", "sandtable.geometry.measure"),
        ("levels", "sandtable.battle.view", f"{REV}.vocabulary"),
        ("levels", "sandtable.storage.store", "sandtable.umpire.desk"),
        ("acyclic", f"{REV}.table.damage.retreats", f"{REV}.table.vehicles.trains"),
        ("acyclic", f"{REV}.table.turn", f"{REV}.table.permission"),
        ("acyclic", "sandtable.kernel.dice", "sandtable.kernel.requests"),
        ("rulesets", f"{REV}.fire", "sandtable.rulesets.mesoamerica.fire"),
        ("tables", f"{REV}.fire", f"{REV}.table.state"),
        ("tables", "sandtable.cli.battle", f"{REV}.table.rules"),
        ("browser", "sandtable.kernel.dice", "numpy"),
        ("browser", f"{REV}.fire", "sandtable.geometry.measure"),
        ("browser", "sandtable.umpire.desk", "asyncio"),
        ("rules", f"{REV}.fire", "random"),
    ),
)
def test_an_import_that_should_not_be_there_breaks_it(name, importer, imported):
    imports = deepcopy(graph())
    assert {importer} <= imports.modules
    imports.add_import(importer=importer, imported=imported)
    assert not kept(name, imports)


def test_a_folder_may_not_know_what_is_built_on_it_even_by_another_module():
    """No two modules import each other here, but their folders would."""
    imports = deepcopy(graph())
    imports.add_import(importer=f"{REV}.table.damage.lonely", imported=f"{REV}.table.vehicles.aircraft")
    assert not kept("acyclic", imports)


def test_what_stands_on_no_level_breaks_it():
    imports = deepcopy(graph())
    imports.add_module("sandtable.newcomer")
    assert not kept("levels", imports)


def test_a_table_may_import_what_its_umpire_may_not():
    imports = deepcopy(graph())
    imports.add_import(importer=f"{REV}.table.state", imported="random")
    assert kept("rules", imports)


def test_all_that_is_installed_with_sandtable_is_kept_out_of_the_browser():
    project: dict[str, Any] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    needed = {re.split(r"[<>=~!\[; ]", one)[0] for one in project["project"]["dependencies"]}
    (browser,) = (each for each in project["tool"]["importlinter"]["contracts"] if each["id"] == "browser")
    assert needed <= set(browser["forbidden_modules"])
