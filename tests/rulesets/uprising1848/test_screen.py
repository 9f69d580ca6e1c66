"""The referee's screen: all actions, each two taps away, with the fields the rulebook gives them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.drivers import throw
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.uprising1848.ruleset import RULESET
from tests.rulesets.uprising1848.play import Game, problems, read, tables

TABS = {"fight": 9, "move": 5, "talk": 3, "search": 4, "test": 4}
FIELDS = {  # the rulebook's list: which fields an action needs
    "stand": {"actor", "activity"},
    "move": {"actor", "terrain", "actor_is_mounted"},
    "charge": {"actor", "terrain", "actor_is_mounted"},
    "attack_improvised": {"actor", "target", "cover", "actor_is_mounted", "target_is_mounted", "attacker_is_charging"},
    "attack_lethal": {"actor", "target", "cover", "actor_is_mounted", "target_is_mounted", "attacker_is_charging"},
    "throw_stone": {"actor", "target", "range", "cover", "shooter_is_marksman"},
    "fire_pistol": {
        "actor",
        "target",
        "range",
        "cover",
        "shooter_is_marksman",
        "actor_is_mounted",
        "target_is_mounted",
    },
    "fire_carbine": {
        "actor",
        "target",
        "range",
        "cover",
        "shooter_is_marksman",
        "actor_is_mounted",
        "target_is_mounted",
    },
    "fire_musket": {
        "actor",
        "target",
        "range",
        "cover",
        "shooter_is_marksman",
        "actor_is_mounted",
        "target_is_mounted",
    },
    "fire_rifle": {"actor", "target", "range", "cover", "shooter_is_marksman", "actor_is_mounted", "target_is_mounted"},
    "fire_light_artillery": {"actor", "ammunition", "range"},
    "fire_field_artillery": {"actor", "ammunition", "range"},
    "check_morale": {"actor"},
    "parley": set(),
    "oratory": {"speaker", "audience"},
    "search_structure": set(),
    "scout": set(),
    "question": {"person_kind"},
    "build_barricades": {"number_of_figures"},
    "break_through": {"barrier_kind"},
    "negotiate": set(),
    "free_prisoners": set(),
}
TESTERS = {"test_blast": set(), "test_roundshot": {"range"}, "test_cannister": {"range"}}
PLAYER_ONLY = (
    "parley", "oratory", "search_structure", "scout", "question", "build_barricades", "break_through", "negotiate", "free_prisoners",
)  # fmt: skip


@pytest.mark.rule("R48-6.02", "R48-4.12a", "R48-4.26a")
def test_the_twenty_five_actions_have_the_fields_of_the_list() -> None:
    listed = [action for action in RULESET.actions if action.group in TABS]
    assert len(listed) == 25
    for name, needed in FIELDS.items():
        names = {spec.name for spec in RULESET.by_id[name].fields}
        assert needed <= names, name
    for name, needed in TESTERS.items():
        testers = next(spec for spec in RULESET.by_id[name].fields if spec.name == "testers")
        assert testers.group is not None
        names = set(testers.group.__dataclass_fields__)
        assert {"actor", "cover", "actor_is_mounted", "figures", *needed} <= names


@pytest.mark.rule("R48-6.02")
def test_each_action_is_two_taps_away() -> None:
    counts = {tab: sum(action.group == tab for action in RULESET.actions) for tab in TABS}
    assert counts == TABS
    assert RULESET.groups[:5] == tuple(TABS)


@pytest.mark.rule("R48-6.02", "R48-1.02", "R48-3.03")
@pytest.mark.parametrize("action", PLAYER_ONLY)
def test_some_actions_are_for_players_alone(action: str) -> None:
    fields: dict[str, Any] = {"audience": "Conscript", "number_of_figures": 12}
    assert not problems(action, {**fields, "side_acting": "Player"})
    assert "side_acting" in {problem.field for problem in problems(action, {**fields, "side_acting": "NonPlayer"})}


@pytest.mark.rule("R48-3.03", "R48-1.02")
def test_there_are_two_sides_and_players_share_one_score() -> None:
    assert [side.id for side in RULESET.sides] == ["Player", "NonPlayer"]
    game = Game()
    for name in ("Ada's men", "Ben's men"):
        game.step(
            {"action": "unit_entry", "fields": {"side": "Player", "name": name, "actor": "Conscript", "player": name}}
        )
        hit = {"actor": "Average", "range": "0-6"}
        game.step(
            {"action": "fire_musket", "target_unit": name, "fields": hit, "answers": {"fire.hits": {"counts": [1]}}}
        )
    panels = {panel.id: panel for panel in game.ledger.panels(tables())}
    assert game.ledger.points == -2
    assert panels["score"].rows[-1][-1] == "-2"
    assert len(panels["score"].rows) == 2  # one line and the total: nobody is set against anybody


@pytest.mark.rule("R48-12.01a")
def test_points_can_be_told_for_each_player() -> None:
    options = {"scoring": "perPlayer"}
    game = Game(options)
    for name, player in (("A", "Ada"), ("B", "Ben")):
        fields = {"side": "Player", "name": name, "actor": "Conscript", "player": player}
        game.step({"action": "unit_entry", "fields": fields})
    hit = {"actor": "Average", "range": "0-6"}
    game.step({"action": "fire_musket", "target_unit": "A", "fields": hit, "answers": {"fire.hits": {"counts": [1]}}})
    game.step({"action": "capture", "fields": {"capture": "cash"}})
    rows = {
        str(row[0].parameters[0][1]): row[2]
        for row in game.ledger.panels(tables(options))[0].rows
        if row[0].id == "panel.player"
    }
    assert rows == {"Ada": "+9", "Ben": "+10"}


@pytest.mark.rule("R48-1.03")
def test_nobody_has_to_throw_a_die() -> None:
    """Every action reaches its verdict with the umpire's dice and the usual answers."""
    fields: dict[str, Any] = {
        "actor": "Veteran", "target": "Average", "range": "6-12", "audience": "Conscript", "side": "Player", "name": "x", "actor_name": "x", "target_name": "y",
        "capture": "convoy", "owed": "x", "entry": "cash", "testers": [{"actor": "Average"}],
        "units": [{"name": "a"}, {"name": "b"}], "parts": [{"figures": 3}, {"figures": 4}],
    }  # fmt: skip
    for action in RULESET.actions:
        start = action.start(read(action.id, fields).situation, tables())
        assert throw(start, DiceStream(action.id)).verdict.headline()
