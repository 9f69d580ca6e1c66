from collections.abc import Iterable

import grimp
import pytest

from scripts.import_contracts import BreachContract, LevelsContract, OnlyContract, inside

LEVELS = ["game.server | game.lab", "game.rulesets.*.table", "game.battle", "game.rulesets", "game.kernel", "game"]
ONLY = {
    "modules": ["game.kernel", "game.rulesets"],
    "apart_from": ["game.rulesets.*.table"],
    "allowed": ["game", "icepool"],
    "refused": ["random"],
}


def breaches(kind: type[BreachContract], options: dict, imports: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    graph = grimp.ImportGraph()
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    contract = kind("a promise", {"root_packages": ["game"]}, options)
    return [(breach.importer, breach.imported) for breach in contract.breaches(graph)]


@pytest.mark.parametrize(
    ("module", "pattern", "expected"),
    (
        ("game.battle", "game.battle", True),
        ("game.battle.view", "game.battle", True),
        ("game.battlefield", "game.battle", False),
        ("game.rulesets.rev.table.opponent", "game.rulesets.*.table", True),
        ("game.rulesets.rev.fire", "game.rulesets.*.table", False),
    ),
)
def test_a_pattern_names_a_package_and_what_is_in_it(module, pattern, expected):
    assert inside(module, pattern) is expected


@pytest.mark.parametrize(
    ("importer", "imported"),
    (
        ("game.server.app", "game.rulesets.rev.table.battle"),
        ("game.rulesets.rev.table.battle", "game.battle.state"),
        ("game.rulesets.rev.table.battle", "game.rulesets.rev.fire"),
        ("game.rulesets.rev.fire", "game.rulesets.rev.vocabulary"),
        ("game.kernel.rule", "game"),
        ("game.kernel.rule", "json"),
    ),
)
def test_imports_may_point_downwards_or_stay_at_home(importer, imported):
    assert breaches(LevelsContract, {"levels": LEVELS}, [(importer, imported)]) == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    (
        ("game.kernel.rule", "game.rulesets.rev"),
        ("game.rulesets.rev.ruleset", "game.rulesets.rev.table.battle"),
        ("game.rulesets.rev.ruleset", "game.battle.state"),
        ("game.lab.local", "game.server.app"),
        ("game", "game.kernel"),
    ),
)
def test_imports_may_not_point_upwards_or_sideways(importer, imported):
    assert breaches(LevelsContract, {"levels": LEVELS}, [(importer, imported)]) == [(importer, imported)]


def test_a_package_without_a_level_is_named():
    assert breaches(LevelsContract, {"levels": LEVELS}, [("game.newcomer", "json")]) == [("game.newcomer", "")]


@pytest.mark.parametrize("imported", ("json", "icepool", "game", "game.kernel.dice", "game.rulesets.rev.fire"))
def test_the_standard_library_and_what_is_named_may_be_imported(imported):
    assert breaches(OnlyContract, ONLY, [("game.rulesets.rev.ruleset", imported)]) == []


@pytest.mark.parametrize("imported", ("numpy", "random", "game.geometry.line", "game.rulesets.rev.table.battle"))
def test_nothing_else_may_be_imported(imported):
    edge = ("game.rulesets.rev.ruleset", imported)
    assert breaches(OnlyContract, ONLY, [edge]) == [edge]


def test_what_is_apart_may_import_what_it_likes():
    assert breaches(OnlyContract, ONLY, [("game.rulesets.rev.table.battle", "numpy")]) == []
