"""What the books tell the forms: every limit that an entry of the log puts on a later one."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.kernel.tally import Tally
from sandtable.rulesets.average_dice.dice import can_dice, cans_label
from tests.rulesets.average_dice import play
from tests.rulesets.average_dice.play import Game
from tests.support.talk import Fields


@pytest.fixture
def game() -> Game:
    """A few units of each side, a church and an inn."""
    started = Game()
    for side, name, arm in (
        ("villista", "Dorados", "cavalry"),
        ("villista", "Norteños", "infantry"),
        ("villista", "Colt", "mg"),
        ("villista", "Niño", "field_gun"),
        ("federal", "21st", "infantry"),
        ("federal", "Rurales", "infantry"),
        ("federal", "Saint-Chamond", "field_gun"),
    ):
        started.do("unit_entry", side=side, name=name, arm=arm)
    started.do("unit_entry", side="federal", name="Zapadores", arm="infantry", prone_to_desertion=True)
    started.do("unit_entry", side="villista", name="Bombers", arm="infantry", throwers_in_unit=2)
    started.do("structure_entry", structure_name="Church", structure="stone_building", who_is_inside="21st")
    started.do("structure_entry", structure_name="Inn", structure="wooden_building")
    started.do("new_day", {"day.turns": 10})
    return started


def filled(game: Game, action: str, actor: str = "", target: str = "", structure: str = "", **more: Any) -> dict:
    """The form of an action with all that the books know of those who are named."""
    known: dict[str, Any] = {}
    if actor:
        known |= game.unit(actor)["fields_as"]["actor"]
    if target:
        known |= game.unit(target)["fields_as"]["target"]
    if structure:
        known |= game.unit(f"structure {structure}")["fields_as"]["target"]
    names = {spec.name for spec in play.RULESET.by_id[action].fields}
    return {name: value for name, value in (known | more).items() if name in names}


def refused(game: Game, action: str, actor: str = "", target: str = "", structure: str = "", **more: Any) -> set:
    """The rules that refuse an action of those who are named."""
    return play.refused_by(action, game.options, **filled(game, action, actor, target, structure, **more))


def act(game: Game, action: str, actor: str = "", target: str = "", structure: str = "", **more: Any) -> dict:
    """An action of those who are named, entered in the log."""
    answers = more.pop("answers", {})
    return game.do(action, answers, **filled(game, action, actor, target, structure, **more))


def next_turn(game: Game) -> None:
    game.do("next_move", side="federal")
    game.do("next_move", side="villista")


# ---- Buildings ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-6.01", "AVD-9.02", "AVD-G.45")
def test_whoever_is_inside_a_building_has_its_cover(game):
    inside = filled(game, "fire", "Norteños", "21st", weapon="mauser", range=6)
    outside = filled(game, "fire", "Norteños", "Rurales", weapon="mauser", range=6)
    assert round(float(play.mean("fire", "figures_lost", **inside)), 3) == 0.7
    assert round(float(play.mean("fire", "figures_lost", **outside)), 3) == 2.1
    told = act(game, "fire", "Norteños", "21st", weapon="mauser", range=6)
    assert "Mausers, target in hard cover: saved from 2 up" in [
        row["reason"] for why in told["why"] for row in why["rows"]
    ]


@pytest.mark.rule("AVD-5.13b")
def test_who_comes_out_of_a_building_is_out_of_it(game):
    assert filled(game, "move", "21st")["from_building"] == "Church"
    assert filled(game, "move", "21st")["buildings_in_or_out"] == 1
    assert refused(game, "move", "21st", buildings_in_or_out=0) == {"AVD-5.13b"}
    moved = act(game, "move", "21st")
    assert moved["verdict"]["measures"]["inches"] == 4
    assert game.panel("structures")["rows"][0][3] == ""
    assert filled(game, "fire", "Norteños", "21st")["target_building"] == ""


@pytest.mark.rule("AVD-5.13b", "AVD-7.12", "AVD-G.45")
def test_who_goes_into_a_building_is_in_it(game):
    act(game, "move", "Rurales", into_building="Inn", buildings_in_or_out=1)
    assert game.panel("structures")["rows"][1][3] == "Rurales"
    act(game, "move", "Norteños", into_building="Inn", buildings_in_or_out=1)
    next_turn(game)
    assert "AVD-G.45" in refused(game, "fire", "Norteños", "21st", range=6), "enemies are in the firer's building"
    assert refused(game, "fire", "Dorados", "Rurales", range=6) == {"AVD-G.35"}, "the target is in contact with friends"
    assert filled(game, "melee", "Norteños", "Rurales")["inside_building"]
    assert filled(game, "move", "Rurales")["enemies_inside"] == 10


@pytest.mark.rule("AVD-5.14", "AVD-G.45", "AVD-10.04")
def test_nobody_goes_into_a_building_that_is_full_or_has_fallen(game):
    enters: dict[str, Any] = {"structure": "Church", "buildings_in_or_out": 1}
    assert refused(game, "move", "Rurales", **enters) == {"AVD-5.14"}, "ten Federals are inside"
    assert refused(game, "move", "Norteños", **enters) == set(), "ten of each side"
    act(game, "move", "21st")
    assert refused(game, "move", "Rurales", **enters) == set()
    for _ in range(2):
        act(game, "hit_structure", "Niño", structure="Church", range=6, answers={"structure.hits": [5, 5, 5]})
        next_turn(game)
    assert refused(game, "move", "Rurales", **enters) == {"AVD-10.04"}


@pytest.mark.rule("AVD-2.10", "AVD-G.33", "AVD-G.05")
def test_a_unit_that_is_gone_neither_marches_round_the_flank_nor_comes(game):
    for change in ("flank_march", "arrived"):
        assert refused(game, "unit_change", "Dorados", change=change) == set()
    assert refused(game, "flank_arrival", "Dorados") == set()
    game.do("unit_change", actor_name="Dorados", change="removed")
    for change in ("flank_march", "arrived"):
        assert refused(game, "unit_change", "Dorados", change=change) == {"AVD-G.33"}
    assert refused(game, "flank_arrival", "Dorados") == {"AVD-G.33"}


@pytest.mark.rule("AVD-G.31", "AVD-8.19")
def test_an_abandoned_gun_is_taken_served_by_others_and_taken_back(game):
    assert refused(game, "unit_change", "Saint-Chamond", change="taken") == {"AVD-G.31"}, "its crew is there"
    shot: dict[str, Any] = {
        "weapon": "mauser",
        "range": 6,
        "answers": {"fire.hits": [5, 5], "fire.saves": {"counts": [3]}},
    }
    act(game, "fire", "Norteños", "Saint-Chamond", **shot)
    assert refused(game, "unit_change", "Saint-Chamond", change="taken") == set()
    act(game, "unit_change", "Saint-Chamond", change="taken")
    taken = game.unit("Saint-Chamond")
    assert (taken["side"], taken["fields_as"]["actor"]["captured"]) == ("villista", True)
    next_turn(game)
    act(game, "unit_change", "Norteños", change="lent_to_a_gun", figures_lent=3, gun_name="Saint-Chamond")
    assert refused(game, "fire", "Saint-Chamond", "Rurales", range=6) == {"AVD-8.19"}
    game.entries.pop()
    act(game, "unit_change", "Norteños", change="lent_to_a_gun", figures_lent=2, gun_name="Saint-Chamond")
    act(game, "unit_change", "Niño", change="lent_to_a_gun", figures_lent=1, gun_name="Saint-Chamond")
    assert refused(game, "fire", "Saint-Chamond", "Rurales", range=6) == set()


@pytest.mark.rule("AVD-G.37", "AVD-7.08")
def test_those_without_cans_may_fire_at_whom_the_others_threw_at(game):
    throw: dict[str, Any] = {"range": 6, "answers": {"dynamite.hits": [3, 3, 4, 4], "dynamite.saves": {"counts": [1]}}}
    act(game, "throw_dynamite", "Bombers", "Rurales", **throw)
    assert filled(game, "fire", "Bombers", "Rurales")["figures_firing"] == 8
    assert refused(game, "fire", "Bombers", "Rurales", range=6) == set()
    assert refused(game, "fire", "Bombers", "Zapadores", range=6) == {"AVD-G.37"}
    assert refused(game, "throw_dynamite", "Bombers", "Rurales", range=6) == {"AVD-7.08"}
    act(game, "fire", "Bombers", "Rurales", range=6)
    assert refused(game, "fire", "Bombers", "Rurales", range=6) == {"AVD-7.08"}


@pytest.mark.rule("AVD-10.03d", "AVD-10.05")
def test_a_house_keeps_its_hits_and_says_whom_it_buries(game):
    first = act(game, "hit_structure", "Niño", structure="Church", range=6, answers={"structure.hits": [5, 5, 5]})
    assert first["instructions"][0]["text"] == "Church: 40 → 25"
    next_turn(game)
    second = act(game, "hit_structure", "Niño", structure="Church", range=6, answers={"structure.hits": [5, 5, 5]})
    told = [line["text"] for line in second["instructions"]]
    assert told == [
        "Church: 25 → 10",
        "Church is unusable: rubble.",
        "Remove the units inside: 10 figures of 21st.",
    ]
    assert game.unit("21st")["gone"]
    assert not game.unit("Rurales")["gone"]
    assert game.unit("structure Church")["gone"]
    next_turn(game)
    assert refused(game, "hit_structure", "Niño", structure="Church", range=6) == {"AVD-10.04"}


@pytest.mark.rule("AVD-10.08", "AVD-12.05")
def test_figures_behind_a_wall_come_off_their_unit(game):
    game.do("structure_entry", structure_name="Wall", structure="linear_stone", who_is_inside="Zapadores")
    form = filled(game, "hit_structure", "Niño", structure="Wall", range=6, figures_inside_or_behind=3)
    told = game.do("hit_structure", {"structure.hits": [5, 5, 5], "structure.desertion": [4, 4, 4]}, **form)
    assert "Remove 3 figures of Zapadores within 1 in behind it." in [line["text"] for line in told["instructions"]]
    assert game.unit("Zapadores")["fields_as"]["target"]["target_figures"] == 7


# ---- One thing a turn ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.01", "AVD-7.07", "AVD-7.10")
def test_who_has_moved_neither_moves_nor_fires_again(game):
    act(game, "move", "Norteños")
    act(game, "move", "Colt")
    assert refused(game, "move", "Norteños") == {"AVD-5.01"}
    assert refused(game, "fire", "Norteños", "Rurales", range=6) == {"AVD-7.07"}
    assert refused(game, "fire", "Colt", "Rurales", range=6) == {"AVD-7.10"}
    next_turn(game)
    assert refused(game, "move", "Norteños") == set()
    assert refused(game, "fire", "Norteños", "Rurales", range=6) == set()


@pytest.mark.rule("AVD-7.07", "AVD-7.08", "AVD-G.35")
def test_who_has_fired_neither_moves_fires_nor_fights(game):
    act(game, "fire", "Norteños", "Rurales", range=6)
    assert refused(game, "fire", "Norteños", "Rurales", range=6) == {"AVD-7.08"}
    assert refused(game, "move", "Norteños") == {"AVD-7.07"}
    assert refused(game, "melee", "Norteños", "Rurales") == {"AVD-G.35"}
    assert refused(game, "spend_move", "Norteños", whole_move="clear_wire") == {"AVD-6.02"}


@pytest.mark.rule("AVD-11.04", "AVD-G.35", "AVD-G.36")
def test_who_has_fought_does_nothing_more(game):
    act(game, "melee", "Norteños", "Rurales")
    assert refused(game, "melee", "Norteños", "Rurales") == {"AVD-11.04"}
    assert refused(game, "move", "Norteños") == {"AVD-G.36"}
    assert refused(game, "fire", "Norteños", "Rurales", range=6) == {"AVD-G.35"}
    assert refused(game, "spend_move", "Norteños", whole_move="clear_wire") == {"AVD-6.02"}
    next_turn(game)
    assert refused(game, "melee", "Norteños", "Rurales") == set()


@pytest.mark.rule("AVD-5.16", "AVD-G.46")
def test_a_whole_move_leaves_no_time_for_anything_else(game):
    act(game, "spend_move", "Dorados", whole_move="dismount")
    assert refused(game, "melee", "Dorados", "Rurales") == {"AVD-G.46"}
    assert refused(game, "fire", "Dorados", "Rurales", range=6) == {"AVD-7.07"}
    assert refused(game, "move", "Dorados") == {"AVD-5.01"}
    next_turn(game)
    assert refused(game, "spend_move", "Dorados", whole_move="dismount") == {"AVD-5.16"}, "it is on foot already"
    assert refused(game, "spend_move", "Dorados", whole_move="mount") == set()


@pytest.mark.rule("AVD-12.01")
def test_a_weak_unit_that_moved_into_contact_does_not_fight(game):
    act(game, "fire", "Colt", "Rurales", range=6, answers={"fire.hits": 20, "fire.saves": {"counts": [6]}})
    game.do("next_move", side="federal")
    act(game, "move", "Rurales")
    assert refused(game, "melee", "Rurales", "Norteños") == {"AVD-12.01"}
    next_turn(game)
    assert refused(game, "move", "Colt", into_melee=True) == {"AVD-12.01"}, "nor does a gun's crew move into it"


# ---- Guns ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.15", "AVD-G.43")
def test_a_limbered_gun_drives_and_is_silent(game):
    assert refused(game, "fire", "Niño", "Rurales", range=6) == set(), "nobody has said how it stands"
    act(game, "spend_move", "Niño", whole_move="limber")
    next_turn(game)
    assert refused(game, "fire", "Niño", "Rurales", range=6) == {"AVD-G.43"}
    assert filled(game, "move", "Niño")["mover"] == "field_gun"
    assert refused(game, "spend_move", "Niño", whole_move="limber") == {"AVD-5.15"}
    act(game, "spend_move", "Niño", whole_move="unlimber")
    next_turn(game)
    assert refused(game, "fire", "Niño", "Rurales", range=6) == set()
    assert filled(game, "move", "Niño")["mover"] == "pushing_gun"
    assert refused(game, "move", "Niño", mover="field_gun") == {"AVD-G.43"}


@pytest.mark.rule("AVD-8.19", "AVD-11.10", "AVD-G.31")
def test_a_captured_gun_is_the_captors(game):
    form = filled(game, "melee", "Norteños", "Saint-Chamond")
    game.do("melee", {"melee.strikes": {"counts": [3]}}, **form)
    gun = game.unit("Saint-Chamond")
    assert gun["side"] == "villista"
    assert gun["fields_as"]["actor"]["captured"]
    assert "AVD-7.08" in refused(game, "fire", "Saint-Chamond", "Rurales", range=6), "not before the next turn"
    next_turn(game)
    game.do("unit_change", actor_name="Norteños", change="lent_to_a_gun", figures_lent=3, gun_name="Saint-Chamond")
    assert refused(game, "fire", "Saint-Chamond", "Rurales", range=6) == {"AVD-8.19"}, "it needs an artilleryman"


# ---- Dynamite, desertion ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-2.08")
def test_a_unit_throws_no_more_cans_than_it_has_throwers(game):
    assert refused(game, "throw_dynamite", "Norteños", "Rurales", throwers=1) == {"AVD-2.08"}
    assert refused(game, "throw_dynamite", "Bombers", "Rurales", throwers=3) == {"AVD-2.08"}
    cans = {"dynamite.hits": [2, 2, 3, 3], "dynamite.saves": {"counts": [0]}}
    act(game, "throw_dynamite", "Bombers", "Rurales", throwers=2, answers=cans)
    next_turn(game)
    assert refused(game, "throw_dynamite", "Bombers", "Rurales", throwers=2) == {"AVD-2.08"}, "one has blown himself up"
    assert refused(game, "hit_structure", "Bombers", structure="Church", weapon="dynamite", range=6, throwers=2) == {
        "AVD-2.08"
    }


@pytest.mark.rule("AVD-12.05", "AVD-G.30")
def test_throwers_lost_at_a_structure_are_a_loss_of_their_unit():
    game = Game()
    about: Fields = {"arm": "infantry", "throwers_in_unit": 2, "prone_to_desertion": True}
    game.do("unit_entry", side="federal", name="Zappers", **about)
    form = filled(game, "hit_structure", "Zappers", weapon="dynamite", structure_name="", range=6)
    form |= {"structure": "stone_building"}
    game.do("hit_structure", {"structure.cans": [2, 2, 3, 3], "structure.own_desertion": [3]}, acting="federal", **form)
    assert game.unit("Zappers")["gone"]


@pytest.mark.rule("AVD-G.29", "AVD-12.05")
def test_a_joined_unit_knows_that_a_part_of_it_was_prone_to_desertion(game):
    joined = filled(game, "join", "Rurales", "Zapadores", unit_figures=2, other_figures=2)
    assert play.verdict("join", **joined).measure("prone_to_desertion")


# ---- Gone, and not come yet -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-G.33")
def test_a_unit_that_is_gone_takes_no_orders_and_is_no_target(game):
    game.do("unit_change", actor_name="Rurales", change="removed")
    game.do("unit_change", actor_name="Norteños", change="removed")
    for action, more in (
        ("move", {}),
        ("spend_move", {"whole_move": "clear_wire"}),
        ("fire", {"range": 6}),
        ("melee", {}),
    ):
        assert "AVD-G.33" in refused(game, action, "Norteños", "21st" if action in ("fire", "melee") else "", **more)
    for action in ("fire", "melee", "throw_dynamite"):
        assert "AVD-G.33" in refused(game, action, "Bombers", "Rurales", range=6)
    assert "AVD-G.33" in refused(game, "hit_structure", "Norteños", structure="Church", range=6)
    assert "AVD-G.33" in refused(game, "join", "21st", "Rurales", unit_figures=2, other_figures=2)
    assert "AVD-G.33" in refused(game, "desertion_test", target="Rurales")
    lent: Fields = {"change": "lent_to_a_gun", "gun_name": "Colt"}
    assert "AVD-G.33" in refused(game, "unit_change", "Norteños", **lent)
    told = play.problems("move", **filled(game, "move", "Norteños"))[0].message
    assert (
        play.RULESET.catalogue.say(told) == "Norteños is gone, not there yet, or has nobody left. Choose another unit."
    )


@pytest.mark.rule("AVD-G.05")
def test_flank_marchers_do_nothing_before_they_come_and_do_not_fire_when_they_come(game):
    game.do("unit_change", actor_name="Norteños", change="flank_march")
    assert "AVD-G.33" in refused(game, "move", "Norteños")
    assert "AVD-G.33" in refused(game, "fire", "21st", "Norteños", range=6)
    game.do("unit_change", actor_name="Norteños", change="arrived")
    assert refused(game, "move", "Norteños") == set()
    assert refused(game, "fire", "Norteños", "Rurales", range=6) == {"AVD-G.05"}
    next_turn(game)
    assert refused(game, "fire", "Norteños", "Rurales", range=6) == set()


@pytest.mark.rule("AVD-8.18", "AVD-G.31")
def test_a_gun_without_a_crew_is_no_target(game):
    act(game, "fire", "Colt", "Saint-Chamond", range=6, answers={"fire.hits": 20, "fire.saves": {"counts": [3]}})
    next_turn(game)
    assert "AVD-G.33" in refused(game, "fire", "Colt", "Saint-Chamond", range=6)


@pytest.mark.rule("AVD-12.06")
def test_a_generals_death_names_those_who_leave(game):
    own = [
        {"unit_name": "21st", "unit_figures": 8},
        {"unit_name": "Rurales", "unit_figures": 10},
        {"unit_name": "Zapadores", "unit_figures": 5},
    ]
    told = game.do("general_killed", {"general.test": [5, 2]}, side="federal", own_units=own)
    lines = [(line["text"], line["detail"]) for line in told["instructions"]]
    assert lines[-1] == ("Zapadores leaves the battlefield.", "21st carries on.")
    assert [name for name in ("21st", "Rurales", "Zapadores") if game.unit(name)["gone"]] == ["Zapadores"]
    counted = game.do("general_killed", {"general.test": {"counts": [1]}}, side="federal", own_units=own)
    assert counted["instructions"][-1]["text"] == "1 of 2 units leaves the battlefield."


@pytest.mark.parametrize(
    ("face", "words"), ((2, "The unit that threw leaves the battlefield."), (5, "The unit that threw carries on."))
)
def test_of_one_unit_that_threw_no_number_is_told(game, face, words):
    told = game.do("general_killed", {"general.test": [face]}, side="federal", own_units=[{"unit_figures": 5}])
    assert told["instructions"][-1]["text"] == words


@pytest.mark.rule("AVD-12.06b", "AVD-12.06c")
def test_why_nobody_throws_for_the_general():
    strong = [{"unit_figures": 9}]
    again = [{"unit_figures": 8, "tested_already": True}]
    told = [
        Game().do("general_killed", side="federal", own_units=own)["instructions"][-1]["text"]
        for own in ([], strong, again)
    ]
    assert told == [
        "No unit throws: no unit is listed.",
        "No unit throws: none has 8 or fewer figures.",
        "No unit throws: 1 unit of 8 or fewer figures has thrown before, and no unit throws twice.",
    ]


@pytest.mark.rule("AVD-2.11", "AVD-G.06")
@pytest.mark.parametrize("name", ("Dorados", "Norteños", "Colt", "Saint-Chamond"))
def test_nobody_but_federal_units_is_noted_as_prone_to_desertion(game, name):
    assert refused(game, "unit_change", name, change="prone_to_desertion") == {"AVD-2.11"}
    assert not refused(game, "unit_change", name, change="deserts")
    assert not refused(game, "unit_change", "21st", change="prone_to_desertion")


@pytest.mark.rule("AVD-5.10", "AVD-G.46")
@pytest.mark.parametrize("posture", ("prone", "fired_prone"))
def test_riders_are_shot_at_in_the_saddle_until_they_dismount(game, posture):
    about: Fields = {"weapon": "mauser", "range": "6", "posture": posture}
    assert refused(game, "fire", "21st", "Dorados", **about) == {"AVD-G.46"}
    assert refused(game, "throw_dynamite", "Bombers", "Dorados", **{**about, "range": "3"}) >= {"AVD-G.46"}
    assert not refused(game, "fire", "21st", "Norteños", **about)
    act(game, "spend_move", "Dorados", whole_move="dismount")
    next_turn(game)
    assert not refused(game, "fire", "Rurales", "Dorados", **about)


def test_a_unit_that_is_gone_has_no_figures_and_is_told_so_once(game):
    game.do("unit_change", actor_name="21st", change="deserts")
    unit = game.unit("21st")
    assert "0 of 10" in unit["label"]
    assert (unit["status"], unit["note"]) == ("Gone", "")
    assert any("0 of 10" in cell for row in game.panel("force.federal")["rows"] if row[0] == "21st" for cell in row)


@pytest.mark.rule("AVD-G.20", "AVD-G.15")
def test_a_unit_of_which_only_some_are_in_sight_is_not_destroyed_when_they_fall(game):
    answers = {"fire.hits": 5, "fire.saves": {"counts": [2]}}
    told = act(game, "fire", "Norteños", "Rurales", range="6-12", target_figures=2, answers=answers)
    assert "unit_destroyed" not in [one["effect"] for one in told["verdict"]["effects"]]
    assert not game.unit("Rurales")["gone"]
    assert game.unit("Rurales")["fields_as"]["target"]["target_figures"] == 8


@pytest.mark.rule("AVD-11.02", "AVD-11.10")
def test_a_unit_of_which_only_some_are_touched_has_its_other_figures_left(game):
    answers = {"melee.strikes": {"counts": [3]}}
    act(game, "melee", "Dorados", "Rurales", defender_number=3, attacker_number=9, answers=answers)
    assert not game.unit("Rurales")["gone"]
    assert game.unit("Rurales")["fields_as"]["target"]["target_figures"] == 7
    act(
        game,
        "melee",
        "Norteños",
        "Saint-Chamond",
        defender_number=2,
        attacker_number=6,
        answers={"melee.strikes": {"counts": [2]}},
    )
    assert game.unit("Saint-Chamond")["side"] == "federal"  # one of the crew is left with the gun


def test_a_can_is_told_by_what_its_dice_come_to():
    ruleset = registry.ruleset("average_dice")
    cans = can_dice("dynamite.hits", 1, ruleset.default_tables, Tally(()), cans_label)
    assert [ruleset.catalogue.say(band.label_for()) for band in cans.bands[:2]] == [
        "a 2: blown up", "6 on his dice: 6 hits",
    ]  # fmt: skip


def test_all_that_the_books_know_of_a_unit_goes_into_the_forms(game: Game) -> None:
    """Its figures, posture and fate, what it serves, sits in or stands in, under every name by which a form asks for them."""
    game.do("unit_entry", side="federal", name="Huerta", arm="general", rifle="mauser", general_mounted=False)
    act(game, "move", "Norteños", go_prone_or_rise=True)
    act(game, "move", "Rurales", into_building="Church", buildings_in_or_out=1)
    game.do("unit_entry", side="federal", name="Few", arm="infantry", figures=6)

    def actor(name: str) -> Any:
        return game.unit(name)["fields_as"]["actor"]

    def target(name: str) -> Any:
        return game.unit(name)["fields_as"]["target"]

    few, general, prone, leaving = actor("Few"), actor("Huerta"), actor("Norteños"), actor("Zapadores")
    assert few["attacker_number"] == few["unit_figures"] == few["figures_firing"] == few["figures_in_the_unit"] == 6
    numbers = ("target_figures", "other_figures", "defender_number", "target_strength")
    assert [target("Few")[name] for name in numbers] == [6] * 4
    assert (general["general"], general["general_fires"], target("Huerta")["defender_is_general"]) == (True, True, True)
    assert not (few["general"])
    assert not (few["general_fires"])
    assert not (target("Few")["defender_is_general"])
    assert prone["prone"]
    assert prone["attackers_prone"]
    assert target("Norteños")["target_prone"]
    assert leaving["unit_prone_to_desertion"]
    assert leaving["own_unit_prone_to_desertion"]
    assert not few["unit_prone_to_desertion"]
    assert (actor("Colt")["gun"], actor("Colt")["haulers"]) == ("mg", 2)
    assert (actor("21st")["firer_building"], actor("21st")["from_building"]) == ("Church", "Church")
    assert actor("21st")["inside_building"]
    assert target("21st")["inside_building"]
    assert few["firer_building"] == ""
    assert not few["inside_building"]
    assert "inside_building" not in target("Few")


def test_whoever_shares_a_house_with_enemies_is_in_contact_with_them(game: Game) -> None:
    game.do("structure_entry", structure_name="Mill", structure="wooden_building", who_is_inside="Dorados, Rurales")
    inside = game.unit("Dorados")["fields_as"]["actor"]
    assert (inside["in_contact"], inside["enemies_inside"]) == (True, 10)
    assert "in_contact" not in game.unit("21st")["fields_as"]["actor"]


@pytest.mark.rule("AVD-G.39")
def test_who_rides_aboard_does_not_fire(game: Game) -> None:
    game.options["vehicles"] = True
    known = game.unit("21st")["fields_as"]["actor"]
    assert (known["aboard"], known["aboard_vehicle"]) == (False, False)
    act(game, "spend_move", "21st", whole_move="board")
    known = game.unit("21st")["fields_as"]["actor"]
    assert (known["aboard"], known["aboard_vehicle"]) == (True, True)
    assert "AVD-G.39" in refused(game, "fire", "21st", "Norteños", range=6)


@pytest.mark.rule("AVD-12.06", "AVD-4.04")
def test_a_general_whose_death_is_told_by_hand_has_the_units_of_the_books_and_leaves_them(game: Game) -> None:
    """Nobody need have shot him by name: with one General on the table it is clear whose units throw."""
    game.do("unit_entry", side="federal", name="Huerta", arm="general", rifle="mauser", general_mounted=False)
    game.do("unit_entry", side="federal", name="Few", arm="infantry", figures=6)
    filled_in = game.books()["prefill"]["general_killed"]
    assert filled_in["side"] == "federal"
    assert [unit["unit_name"] for unit in filled_in["own_units"]] == ["21st", "Rurales", "Zapadores", "Few"]
    game.do("general_killed", {"general.test": [5]}, **filled_in)
    assert game.unit("Huerta")["gone"]
    assert "general_killed" not in game.books()["prefill"], "neither side has a General any more"


def test_with_a_general_on_either_side_nobody_knows_whose_fell(game: Game) -> None:
    for side, name in (("federal", "Huerta"), ("villista", "Villa")):
        game.do("unit_entry", side=side, name=name, arm="general", rifle="mauser", general_mounted=False)
    assert "general_killed" not in game.books()["prefill"]


@pytest.mark.rule("AVD-13.02", "AVD-13.03", "AVD-13.04", "AVD-13.05")
@pytest.mark.parametrize("villages", (0, 1, 2))
@pytest.mark.parametrize("killed", ((), ("villista",), ("federal",), ("villista", "federal")))
@pytest.mark.parametrize("units", ((3, 8), (8, 3)))
def test_the_points_under_why_come_to_what_each_side_has(
    villages: int, killed: tuple[str, ...], units: tuple[int, int]
) -> None:
    known: Fields = {f"{side}_general_killed": side in killed for side in ("villista", "federal")}
    known = {**known, **dict(zip(("villista_units", "federal_units"), units, strict=True)), "boxes_crossed": 3}
    told = Game().do("score", villages_held=villages, **known)
    scored = {block["title"]: block["sum"] for block in told["why"]}
    measures = told["verdict"]["measures"]
    assert [scored.get(title, 0) for title in ("Villistas", "Federals")] == [
        measures["villista_points"],
        measures["federal_points"],
    ]
