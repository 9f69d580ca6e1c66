"""What a rule forbids later in the turn or in the game, as the log knows it: every limit is played, none is ticked in a form."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.vocabulary import Status
from sandtable.umpire.names import known_names, notes
from sandtable.umpire.setting import read_setting
from tests.rulesets.uprising1848.play import Game, tables

ORATORY = {"audience": "Conscript", "soldiers": 8}


def entered(game: Game, side: str, name: str, actor: str = "Average", figures: int = 8, **more: Any) -> None:
    fields = {"side": side, "name": name, "actor": actor, "figures": figures, "firearm": "musket", **more}
    game.step({"action": "unit_entry", "fields": fields})


@pytest.fixture
def game() -> Game:
    game = Game()
    entered(game, "Player", "Core", "Veteran", 12)
    entered(game, "NonPlayer", "Line")
    return game


def refused(game: Game, action: str, who: str | None = None, whom: str | None = None, /, **fields: Any) -> set[str]:
    step: dict[str, Any] = {"action": action, "fields": fields}
    step |= {"actor_unit": who} if who else {}
    step |= {"target_unit": whom} if whom else {}
    return {problem.rule or problem.field for problem in game.refusal(step)}


def fires(game: Game, actor: str, target: str, hits: int, **fields: Any) -> None:
    step = {"action": "fire_musket", "actor_unit": actor, "target_unit": target}
    game.step(step | {"fields": {"range": "0-6", **fields}, "answers": {"fire.hits": {"counts": [hits]}}})


def gone(game: Game, actor: str, target: str) -> None:
    fires(game, actor, target, 8, shooters=8)
    for owed in game.ledger.owed():
        game.step({"action": owed.action, "fields": dict(owed.fields), "seed": "1"})


# ---- Once a game ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-6.54b")
def test_a_structure_where_something_was_found_is_closed(game: Game) -> None:
    step = {"action": "search_structure", "fields": {"target_name": "Mill"}}
    game.step(step | {"answers": {"search.result": 3}})
    assert "Mill" not in {unit.name for unit in game.ledger.roster()}, "nothing yet leaves it open"
    game.step(step | {"answers": {"search.result": 17}})
    assert refused(game, "search_structure", None, "Mill") == {"R48-6.54b"}
    assert refused(game, "search_structure", target_name="Barn") == set()


@pytest.mark.rule("R48-3.49a", "R48-G.45c")
def test_a_convoy_of_the_roster_is_taken_once(game: Game) -> None:
    entered(game, "NonPlayer", "Wagons", "Civilian", 2, kind="convoy", firearm="none")
    game.step({"action": "capture", "target_unit": "Wagons", "fields": {"capture": "convoy"}, "seed": "1"})
    assert refused(game, "capture", None, "Wagons", capture="convoy") == {"R48-G.45c"}


def test_a_structure_is_no_unit_that_the_roster_lacks(game: Game) -> None:
    """The books remember a structure by its name; nobody is told that it is not in the roster."""
    game.step({"action": "search_structure", "fields": {"target_name": "Mill"}, "answers": {"search.result": 17}})
    names = known_names(game.ledger.roster())
    setting = read_setting({"ruleset": "uprising1848"})
    for action in ("search_structure", "scout", "free_prisoners"):
        assert notes(setting, RULESET.by_id[action], {"target_name": "Barn"}, names) == ()
    assert notes(setting, RULESET.by_id["fire_musket"], {"target_name": "Lien"}, names) != ()


@pytest.mark.rule("R48-6.55b")
@pytest.mark.parametrize("die", (1, 100))
def test_an_outpost_is_scouted_once(game: Game, die: int) -> None:
    game.step({"action": "scout", "fields": {"target_name": "Fort"}, "answers": {"scout.result": die}, "seed": "1"})
    assert refused(game, "scout", None, "Fort") == {"R48-6.55b"}


@pytest.mark.rule("R48-6.50b", "R48-3.40a")
def test_civilians_are_spoken_with_once(game: Game) -> None:
    entered(game, "NonPlayer", "Folk", "Civilian", 2, kind="civilians")
    for name in ("Folk", "Others"):
        unit = {"target_unit": name} if name == "Folk" else {"fields": {"target_name": name}}
        game.step({"action": "parley", **unit, "answers": {"parley.result": 1}})
        assert "R48-6.50b" in refused(game, "parley", None, name)
    assert game.ledger.units["Folk"].gone


@pytest.mark.rule("R48-6.53", "R48-6.52a", "R48-4.28")
def test_a_unit_hears_oratory_once_a_game_and_is_spared_for_the_turn(game: Game) -> None:
    fields = {**ORATORY, "audience_wavering": False, "audience_leaderless": False}
    speech = {"action": "oratory", "actor_unit": "Core", "target_unit": "Line", "fields": fields}
    game.step(speech | {"answers": {"oratory.result": 30}})
    assert refused(game, "oratory", "Core", "Line") == {"R48-6.53"}
    assert refused(game, "fire_musket", "Core", "Line", range="0-6") == {"R48-6.52a"}
    game.step({"action": "next_turn"})
    assert refused(game, "oratory", "Core", "Line") == {"R48-6.53"}
    assert refused(game, "fire_musket", "Core", "Line", range="0-6") == set()


@pytest.mark.rule("R48-G.42a", "R48-6.56a", "R48-6.56b", "R48-12.03i")
def test_officers_are_questioned_once_after_the_fight_and_score_once(game: Game) -> None:
    entered(game, "NonPlayer", "Colonel", "Veteran", 1, kind="Enemy Officer")
    assert refused(game, "question", "Core", "Colonel") == {"R48-6.56a"}
    fires(game, "Core", "Colonel", 1, shooters=1)
    assert game.ledger.points == 5
    answers = {"question.result": 1}
    game.step({"action": "question", "actor_unit": "Core", "target_unit": "Colonel", "answers": answers, "seed": "1"})
    assert sum(line.points for line in game.ledger.lines if line.entry == "officer or aristocrat") == 5
    assert refused(game, "question", "Core", "Colonel") == {"R48-G.42a"}
    game.step({"action": "question", "fields": {"target_name": "Stranger"}, "answers": answers, "seed": "1"})
    assert refused(game, "question", "Core", "Stranger") == {"R48-G.42a"}


@pytest.mark.rule("R48-6.56b")
def test_a_unit_stays_when_its_officer_is_questioned(game: Game) -> None:
    game.step({"action": "question", "target_unit": "Line", "fields": {"can_still_fight": False}, "seed": "1"})
    assert not game.ledger.units["Line"].gone


@pytest.mark.rule("R48-6.62", "R48-12.03l")
def test_prisoners_are_freed_once(game: Game) -> None:
    step = {"action": "free_prisoners", "fields": {"target_name": "Jail"}}
    game.step(step | {"answers": {"prisoners.result": 1}, "seed": "1"})
    assert refused(game, "free_prisoners", None, "Jail") == {"R48-12.03l"}


@pytest.mark.rule("R48-G.45c", "R48-12.03n")
@pytest.mark.parametrize("what", ("strongpoint", "supply dump", "convoy", "cash"))
def test_a_thing_is_taken_once(game: Game, what: str) -> None:
    fields = {"capture": what, "target_name": "Prize"}
    game.step({"action": "capture", "fields": fields, "seed": "1"})
    assert refused(game, "capture", None, "Prize", capture=what) == {"R48-G.45c"}


# ---- Once a turn ----------------------------------------------------------------------------------------------------------------

FORMS: dict[str, dict[str, Any]] = {
    "fire_musket": {"target": "Average", "range": "0-6"},
    "fire_rifle": {"target": "Average", "range": "0-6"},
    "fire_carbine": {"target": "Average", "range": "0-6"},
    "fire_pistol": {"target": "Average", "range": "0-6"},
    "throw_stone": {"target": "Average", "range": "0-6"},
    "attack_lethal": {"target": "Average"},
    "attack_improvised": {"target": "Average"},
    "fire_light_artillery": {},
    "fire_field_artillery": {},
    "move": {},
    "charge": {"target": "Average"},
    "stand": {},
    "build_barricades": {},
    "break_through": {},
    "parley": {},
    "oratory": ORATORY,
    "negotiate": {},
    "search_structure": {},
    "scout": {},
    "question": {},
    "free_prisoners": {},
}


@pytest.mark.rule("R48-4.28")
@pytest.mark.parametrize("action", FORMS)
def test_who_has_acted_does_nothing_more_this_turn(game: Game, action: str) -> None:
    game.step({"action": "move", "actor_unit": "Core", "answers": {"move.distance": 2}})
    assert "R48-4.28" in refused(game, action, "Core", **FORMS[action])
    game.step({"action": "next_turn"})
    assert "R48-4.28" not in refused(game, action, "Core", **FORMS[action])


@pytest.mark.rule("R48-4.28")
def test_figures_that_have_acted_are_counted(game: Game) -> None:
    fires(game, "Core", "Line", 0, shooters=8)
    assert game.filled({"action": "fire_musket", "actor_unit": "Core"})["shooters"] == 4
    assert refused(game, "fire_musket", "Core", "Line", range="0-6") == set()
    assert refused(game, "fire_musket", "Core", "Line", range="0-6", shooters=5) == {"R48-4.28"}
    assert refused(game, "build_barricades", "Core", number_of_figures=5) == {"R48-4.28"}


@pytest.mark.rule("R48-6.26a", "R48-6.21", "R48-8.14")
def test_guns_and_rifles_that_have_fired_must_be_loaded() -> None:
    game = Game()
    entered(game, "Player", "Gun", "Average", 4, gun_class="light")
    entered(game, "Player", "Jaeger", "Veteran", 4, firearm="flintlock rifle")
    game.step({"action": "fire_light_artillery", "actor_unit": "Gun", "seed": "1"})
    shot = {"target": "Average", "range": "0-6"}
    game.step({"action": "fire_rifle", "actor_unit": "Jaeger", "fields": shot, "seed": "1"})
    for owed in game.ledger.owed():
        game.step({"action": owed.action, "fields": dict(owed.fields), "seed": "1"})
    game.step({"action": "next_turn"})
    assert refused(game, "fire_light_artillery", "Gun") == {"R48-6.26a"}
    assert refused(game, "fire_rifle", "Jaeger", **shot) == {"R48-8.14"}
    for name in ("Gun", "Jaeger"):
        game.step({"action": "stand", "actor_unit": name})
    game.step({"action": "next_turn"})
    assert refused(game, "fire_light_artillery", "Gun") == set()
    assert refused(game, "fire_rifle", "Jaeger", **shot) == set()


@pytest.mark.rule("R48-7.12a", "R48-7.12b", "R48-8.19")
def test_a_limbered_gun_does_not_fire() -> None:
    game = Game()
    entered(game, "Player", "Gun", "Average", 4, gun_class="light")
    game.step({"action": "move", "actor_unit": "Gun", "fields": {"actor": "Transport", "instead": "limber"}})
    game.step({"action": "next_turn"})
    assert refused(game, "fire_light_artillery", "Gun") == {"R48-8.19"}
    assert refused(game, "move", "Gun", actor="Transport", instead="limber") == {"R48-7.12"}


@pytest.mark.rule("R48-9.13a", "R48-G.18")
def test_a_crew_that_ran_from_a_charge_has_left_its_gun(game: Game) -> None:
    entered(game, "NonPlayer", "Battery", "Average", 4, kind="artillery", gun_class="light")
    fields = {"start_distance": "7", "reaction": "move", "target_has_acted": False}
    answers = {"charge.distance": [1, 1], "charge.reaction_move": [4]}
    charge = {"action": "charge", "actor_unit": "Core", "target_unit": "Battery", "fields": fields, "answers": answers}
    told = [effect.kind for effect in game.step(charge).effects]
    assert "abandoned" in told
    game.step({"action": "next_turn"})
    assert refused(game, "fire_light_artillery", "Battery") == {"R48-6.23"}
    assert game.filled({"action": "what_do_they_do", "actor_unit": "Battery"})["crew_away_from_gun"]
    game.step({"action": "move", "actor_unit": "Battery", "answers": {"move.distance": 4}})
    game.step({"action": "next_turn"})
    assert refused(game, "fire_light_artillery", "Battery") == set()


# ---- Gone, hidden, bound by a truce ---------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-8.05", "R48-10.08a")
def test_who_is_gone_does_nothing_and_is_no_target(game: Game) -> None:
    gone(game, "Core", "Line")
    assert game.ledger.units["Line"].gone
    game.step({"action": "next_turn"})
    for action in ("fire_musket", "throw_stone", "attack_lethal", "charge", "fire_light_artillery"):
        assert "R48-8.05" in refused(game, action, "Line", "Core", range="0-6")
        assert "R48-8.05" in refused(game, action, "Core", "Line", range="0-6")
    for action in ("move", "stand", "check_morale"):
        assert "R48-8.05" in refused(game, action, "Line")
    assert "R48-8.05" in refused(game, "oratory", "Core", "Line")


@pytest.mark.rule("R48-3.41", "R48-5.07", "R48-A.15")
@pytest.mark.parametrize("kind", ("civilians", "aristocrats"))
def test_bystanders_never_attack(game: Game, kind: str) -> None:
    entered(game, "NonPlayer", "Folk", "Civilian", 3, kind=kind)
    for action in ("fire_pistol", "throw_stone", "attack_improvised", "charge"):
        assert refused(game, action, "Folk", "Core", range="0-6") == {"R48-3.41"}
    assert refused(game, "move", "Folk") == set()


@pytest.mark.rule("R48-3.42", "R48-5.07", "R48-A.15", "R48-A.20", "R48-G.52")
@pytest.mark.parametrize(
    ("kind", "ended", "off"), (("civilians", "scattered", True), ("aristocrats", "submitted", False))
)
def test_bystanders_are_not_fought_with(game: Game, kind: str, ended: str, off: bool) -> None:
    entered(game, "NonPlayer", "Folk", "Civilian", 3, kind=kind)
    step = {"action": "charge", "actor_unit": "Core", "target_unit": "Folk", "fields": {"start_distance": "5"}}
    assert game.refusal(step | {"fields": {"start_distance": "5", "reaction": "throw"}})[0].rule == "R48-A.20"
    verdict = game.step(step | {"answers": {"charge.distance": [4, 4]}})
    assert verdict.ended == ended
    assert game.ledger.units["Folk"].gone is off
    assert game.ledger.lines == (), "without benefit"
    if not off:
        assert refused(game, "question", "Core", "Folk") == {"R48-4.28"}, (
            "the chargers have acted; the lord may be asked"
        )


@pytest.mark.rule("R48-6.61", "R48-A.22", "R48-G.39")
def test_a_truce_binds_the_government_and_no_mob(game: Game) -> None:
    entered(game, "NonPlayer", "Rabble", "Civilian", 9, kind="mob", firearm="none")
    game.step(
        {"action": "question", "fields": {"send_emissary": True}, "answers": {"question.result": 100}, "seed": "1"}
    )
    game.step({"action": "next_turn", "answers": {"turn.answer": 1}, "seed": "1"})
    assert game.ledger.talks.truce_turns
    for action in ("fire_musket", "charge"):
        assert refused(game, action, "Line", "Core", range="0-6") == {"R48-6.61"}
    for action in ("throw_stone", "charge"):
        assert refused(game, action, "Rabble", "Core", range="0-6") == set()


@pytest.mark.rule("R48-11.11", "R48-11.14a", "R48-4.09", "R48-G.09")
def test_the_garrison_of_the_manor_comes_on_by_a_tap_or_by_an_attack() -> None:
    game = Game()
    game.step({"action": "set_up", "fields": {"scenario": "The Lord of the Manor"}})
    name = "The estate's garrison"
    listed = {unit.name for unit in game.ledger.roster()}
    assert name not in listed
    assert game.filled({"action": "initiative"})["np_units_to_act"] == 0
    (panel,) = (panel for panel in game.ledger.panels(tables()) if panel.id == "kept")
    assert all(item.secret for item in panel.items)
    offer = next(offer for offer in panel.offers if offer.fields["target_name"] == name)
    game.step({"action": offer.action, "fields": dict(offer.fields)})
    assert name in {unit.name for unit in game.ledger.roster()}
    assert game.filled({"action": "initiative"})["np_units_to_act"] == 1
    assert not [panel for panel in game.ledger.panels(tables()) if panel.id == "kept" and len(panel.items) > 1]
    shot = {"target_name": "The lord", "target": "Civilian", "range": "0-6", "actor": "Veteran"}
    game.step({"action": "fire_musket", "fields": shot, "answers": {"fire.hits": {"counts": [0]}}})
    assert "The lord" in {unit.name for unit in game.ledger.roster()}, "whoever is shot at is seen"


@pytest.mark.rule("R48-11.12a", "R48-11.11")
def test_the_manor_has_its_volunteers_armed_in_part_and_its_second_nco() -> None:
    game = Game()
    game.step({"action": "set_up", "fields": {"scenario": "The Lord of the Manor"}})
    volunteers = game.ledger.units["The volunteers"].party
    assert sum(count for _, count in volunteers.arms) == volunteers.figures == 24
    assert 0 < sum(count for name, count in volunteers.arms if name in ("pistol", "musket", "flintlock rifle")) < 12
    garrison = game.ledger.units["The estate's garrison"].party
    assert (garrison.officers, garrison.nco, garrison.further_ncos) == (1, True, 1)


@pytest.mark.rule("R48-G.09", "R48-6.55")
@pytest.mark.parametrize("how", ("tap", "attack", "scout"))
def test_a_garrison_nobody_scouted_comes_on(game: Game, how: str) -> None:
    answers = {"strongpoint.known": 6, "strongpoint.garrison": 5}
    game.step({"action": "event", "fields": {"event": "government strongpoint"}, "answers": answers, "seed": "1"})
    place = "Strongpoint 1"
    assert not game.ledger.places[place].garrison_shown
    game.step(
        {
            "action": "scout",
            "target_unit": place,
            "answers": {"scout.result": 100 if how != "scout" else 1},
            "seed": "1",
        }
    )
    before = {unit.name for unit in game.ledger.roster()}
    if how == "tap":
        panel = next(panel for panel in game.ledger.panels(tables()) if panel.id == "places")
        offer = next(offer for offer in panel.offers if offer.action == "reveal")
        game.step({"action": offer.action, "fields": dict(offer.fields)})
    if how == "attack":
        shot = {"target_name": place, "target": "Average", "range": "0-6"}
        game.step({"action": "fire_musket", "actor_unit": "Core", "fields": shot, "seed": "1"})
    assert game.ledger.places[place].garrison_shown
    garrisons = {unit.name for unit in game.ledger.roster()} - (before if how != "scout" else set())
    assert any(name.startswith("Garrison") for name in garrisons)


@pytest.mark.rule("R48-11.48a", "R48-11.44a", "R48-G.05")
@pytest.mark.parametrize("event", ("revolutionary recruits", "enemy headquarters", "convoy", "government strongpoint"))
def test_an_ignored_event_leaves_no_points_and_uses_up_no_limit(game: Game, event: str) -> None:
    before = game.ledger
    game.step({"action": "event", "fields": {"event": event}, "seed": "1"})
    assert game.ledger.tallies != before.tallies
    game.step({"action": "ignore_event"})
    assert game.ledger.tallies == before.tallies
    assert (set(game.ledger.units), set(game.ledger.places)) == (set(before.units), set(before.places))


# ---- Units that merge and split -------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-4.24", "R48-4.24c", "R48-G.30")
@pytest.mark.parametrize(("option", "told"), (("best", "groups"), ("majority", "morale_too")))
def test_merged_units_are_one_in_the_roster(option: str, told: str) -> None:
    game = Game({"moraleQuality": option})
    entered(game, "Player", "Core", "Veteran", 5)
    entered(game, "Player", "Lads", "Conscript", 6)
    parts = [{"name": "Core", "actor": "Veteran", "figures": 5}, {"name": "Lads", "actor": "Conscript", "figures": 6}]
    (merged,) = game.step({"action": "merge", "fields": {"parts": parts}}).effects
    assert merged.message.id == f"effect.merged_as.{told}"
    (core,) = game.ledger.units.values()
    assert (core.name, core.figures, core.reference, core.party.quality) == ("Core", 11, 11, "Conscript")
    assert game.ledger.lines == (), "nobody was lost"


@pytest.mark.rule("R48-4.22", "R48-4.22a", "R48-10.10a")
def test_a_unit_splits_and_counts_from_then(game: Game) -> None:
    fields = {"number_of_figures": 5, "name": "Rearguard"}
    assert refused(game, "split", "Core", **fields, both_led=False) == {"R48-4.22"}
    assert refused(game, "split", "Core", **fields | {"number_of_figures": 12}) == {"R48-4.22"}
    game.step({"action": "split", "actor_unit": "Core", "fields": fields})
    parts = {name: game.ledger.units[name] for name in ("Core", "Rearguard")}
    assert {name: (part.figures, part.reference) for name, part in parts.items()} == {
        "Core": (7, 7),
        "Rearguard": (5, 5),
    }
    assert all(part.status is Status.SOLID for part in parts.values())


@pytest.mark.rule("R48-G.41")
def test_the_roster_knows_whether_an_audience_is_led(game: Game) -> None:
    entered(game, "NonPlayer", "Stragglers", "Conscript", 4, leading="nobody")
    known = {name: game.filled({"action": "oratory", "target_unit": name}) for name in ("Line", "Stragglers")}
    assert {name: fields["audience_leaderless"] for name, fields in known.items()} == {
        "Line": False,
        "Stragglers": True,
    }


# ---- Names and places -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-6.54b", "R48-12.03k")
@pytest.mark.parametrize("name", ("mill", "Mill ", " MILL"))
def test_neither_capitals_nor_blanks_make_another_structure(game: Game, name: str) -> None:
    for told in ("Mill", name):
        game.step({"action": "search_structure", "fields": {"target_name": told}, "answers": {"search.result": 17}})
    assert [unit.name for unit in game.ledger.roster() if unit.place] == ["Mill"]


def test_a_unit_is_hit_and_merged_however_its_name_is_written(game: Game) -> None:
    shot = {"actor": "Average", "target": "Average", "target_name": "LINE", "range": "0-6", "shooters": 4, "targets": 8}
    game.step({"action": "fire_musket", "fields": shot, "answers": {"fire.hits": {"counts": [3]}}})
    assert game.ledger.units["Line"].figures == 5
    entered(game, "Player", "Lads", "Conscript", 4)
    parts = [{"name": "core ", "actor": "Veteran", "figures": 12}, {"name": "LADS", "actor": "Conscript", "figures": 4}]
    game.step({"action": "merge", "fields": {"parts": parts}})
    assert (set(game.ledger.units), game.ledger.units["Core"].figures) == ({"Core", "Line"}, 16)


def test_a_name_that_a_merged_unit_left_behind_is_given_again_and_none_twice(game: Game) -> None:
    for name in ("Recruits 1", "Recruits 2"):
        entered(game, "Player", name, "Conscript", 4)
    parts = [{"name": name, "actor": "Conscript", "figures": 4} for name in ("Core", "Recruits 1")]
    game.step({"action": "merge", "fields": {"parts": parts}})
    assert game.ledger.fresh_name("Recruits") == "Recruits 1"


@pytest.mark.rule("R48-6.55", "R48-G.45a")
def test_the_garrison_that_a_scout_sees_enters_the_roster_and_no_other_place_changes(game: Game) -> None:
    answers = {"strongpoint.known": 6, "strongpoint.garrison": 5}
    game.step({"action": "event", "fields": {"event": "government strongpoint"}, "answers": answers, "seed": "1"})
    kept = game.ledger.places["Strongpoint 1"]
    answers = {"scout.result": 1, "strongpoint.garrison": 8, "strongpoint.figures": 3, "scout.contents": 1}
    game.step({"action": "scout", "fields": {"target_name": "Fort"}, "answers": answers, "seed": "1"})
    assert game.ledger.places["Strongpoint 1"] == kept
    seen = game.ledger.units["Garrison 1"]
    assert (seen.party.quality, seen.figures) == ("Veteran", 5)
    assert refused(game, "reveal", None, "Fort") == {"R48-G.09"}, "it stands on the table"


@pytest.mark.rule("R48-G.09", "R48-6.55b")
def test_a_garrison_that_nobody_has_thrown_is_thrown_when_it_is_placed(game: Game) -> None:
    game.step({"action": "scout", "fields": {"target_name": "Fort"}, "answers": {"scout.result": 100}})
    answers = {"strongpoint.garrison": 2, "strongpoint.figures": 4}
    game.step({"action": "reveal", "target_unit": "Fort", "answers": answers, "seed": "1"})
    seen = game.ledger.units["Garrison 1"]
    assert (seen.party.quality, seen.figures) == ("Conscript", 8)
    assert refused(game, "reveal", None, "Fort") == {"R48-G.09"}
    assert refused(game, "scout", None, "Fort") == {"R48-6.55b"}


@pytest.mark.rule("R48-11.14a", "R48-11.11")
def test_a_unit_that_the_referee_keeps_is_known_by_its_name_and_placed_once() -> None:
    game = Game()
    game.step({"action": "set_up", "fields": {"scenario": "The Lord of the Manor"}})
    kept = {unit.name: unit for unit in game.ledger.hidden_units()}
    assert not set(kept) & {unit.name for unit in game.ledger.roster()}
    assert kept["The estate's garrison"].as_target["target"] == "Veteran"
    setting = read_setting({"ruleset": "uprising1848"})
    names = known_names(game.ledger.roster(), game.ledger.hidden_units())
    fire = RULESET.by_id["fire_musket"]
    assert notes(setting, fire, {"target_name": "The estate's garrison"}, names) == ()
    (told,) = notes(setting, fire, {"target_name": "The estate's garison"}, names)
    assert "garrison" not in told, "nobody is offered what the referee keeps"
    fields = {name: kept["The lord"].as_target[name] for name in ("target_name", "is_unit", "shown_before")}
    game.step({"action": "reveal", "fields": fields})
    assert refused(game, "reveal", None, "The lord") == {"R48-G.09"}


@pytest.mark.rule("R48-G.40", "R48-G.42a")
@pytest.mark.parametrize(("action", "die"), (("parley", 9), ("parley", 10), ("question", 65)))
def test_a_strongpoint_that_is_told_of_has_a_garrison_nobody_knows(game: Game, action: str, die: int) -> None:
    answers = {f"{action}.result": die}
    game.step({"action": action, "fields": {"target_name": "C"}, "answers": answers, "seed": "1"})
    assert "strongpoint.known" not in {answer.key for answer in game.entries[-1].record.answers}
    assert not game.ledger.places["Strongpoint 1"].garrison_shown


@pytest.mark.rule("R48-A.20", "R48-A.29")
@pytest.mark.parametrize(("kind", "asked"), (("civilians", False), ("aristocrats", False), ("mob", True)))
def test_who_never_fights_is_asked_for_no_cover_and_told_of_no_charge(kind: str, asked: bool) -> None:
    game = Game()
    verdict = game.step({"action": "what_do_they_do", "fields": {"kind": kind, "being_charged": True}})
    keys = {answer.key for answer in game.entries[-1].record.answers}
    assert ("np.own_cover" in keys) is asked
    reminders = [effect.message.id for effect in verdict.effects if effect.kind == "reminder"]
    assert reminders == [f"effect.reminder.{'fighters' if asked else 'others'}"]


@pytest.mark.rule("R48-8.05")
def test_whoever_is_gone_stands_on_no_card(game: Game) -> None:
    gone(game, "Core", "Line")
    card = {name: value for name, value in known(game, "Line").items() if name in ("actor_is_gone", "actor_has_acted")}
    assert card == {"actor_is_gone": True, "actor_has_acted": True}
    line = {"name": "Line", "actor": "Average", "actor_is_gone": True}
    assert refused(game, "merge", parts=[line, {"name": "Core", "actor": "Veteran"}]) == {"R48-8.05"}
    for test in ("test_blast", "test_roundshot", "test_cannister"):
        assert refused(game, test, testers=[line]) == {"R48-8.05"}
    assert refused(game, "who_acts", units=[{"kind": "infantry", **line}]) == {"R48-8.05"}
    assert refused(game, "what_do_they_do", "Line") >= {"R48-8.05"}


@pytest.mark.rule("R48-4.28")
def test_whoever_has_acted_is_not_asked_what_he_does_unless_he_is_charged(game: Game) -> None:
    assert refused(game, "what_do_they_do", "Line") == set()
    fires(game, "Line", "Core", 1, shooters=8)
    assert refused(game, "what_do_they_do", "Line") == {"R48-4.28"}
    assert refused(game, "what_do_they_do", "Line", being_charged=True) == set()
    assert refused(game, "who_acts", units=[{"name": "Line", "actor_has_acted": True}]) == {"R48-4.28"}


@pytest.mark.rule("R48-4.24")
def test_no_unit_joins_itself(game: Game) -> None:
    parts = [{"name": "Core", "actor": "Veteran"}, {"name": "core", "actor": "Veteran"}]
    assert refused(game, "merge", parts=parts) == {"R48-4.24"}


def known(game: Game, name: str) -> dict[str, Any]:
    return dict(next(unit.as_actor for unit in game.ledger.roster() if unit.name == name))
