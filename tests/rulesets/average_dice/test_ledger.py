"""The books of a game: forces, days and boxes, arrivals, structures, points; what they fill in and what they remind of."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sandtable.kernel import codec
from sandtable.kernel.effects import effect_kinds
from sandtable.kernel.verdict import Verdict
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger
from sandtable.rulesets.average_dice.sheet import read_roster
from sandtable.umpire import desk
from sandtable.umpire.log import read_log
from sandtable.umpire.setting import read_setting
from tests.rulesets.average_dice import play
from tests.rulesets.average_dice.play import Game
from tests.support.talk import Fields


@pytest.fixture
def game() -> Game:
    """Both forces on their sheets, the first day thrown."""
    started = Game()
    started.do("force_sheet", **sheet("villista", units=4, cavalry=1))
    started.do("force_sheet", **sheet("federal", units=4))
    started.do("new_day", {"day.turns": [2, 2, 2, 2, 2]})
    return started


def sheet(side: str, units: int, cavalry: int = 0) -> dict:
    about: Fields = {
        "mauser_units": 1,
        "winchester_units": 1,
        "gun_throw": 2,
        "field_guns": 1,
        "machine_guns": 1,
        "throwers": 3,
    }
    return {"side": side, "units": units, "cavalry_units": cavalry, **about}


def fire(game: Game, who: str, whom: str, killed: int, acting: str = "villista", **more) -> dict:
    """A named unit fires; so many saves fail."""
    actor, target = game.unit(who)["fields_as"]["actor"], game.unit(whom)["fields_as"]["target"]
    fields: Fields = {**actor, **target, "range": 6, **more}
    most = {"mg": 20, "hotchpotch": 5}.get(fields["weapon"], 10)  # the highest throw of a full unit or crew
    answers = {"fire.hits": most, "fire.saves": {"counts": [killed]}}
    return game.do("fire", answers, acting, **fields)


def labels(books: dict) -> list[str]:
    return [offer["label"] for offer in books["owed"]]


# ---- The force sheet ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-2.01", "AVD-2.05", "AVD-2.05b", "AVD-2.06", "AVD-2.07", "AVD-2.15", "AVD-2.15b", "AVD-G.03")
def test_a_force_sheet_says_who_has_what(game):
    panel = game.panel("force.villista")
    assert panel["kind"] == "table"
    rows = [row[:5] for row in panel["rows"]]
    assert rows == [
        ["V1", "Infantry", "Mausers", "10 of 10", ""],
        ["V2", "Infantry", "Hotchpotch rifles", "10 of 10", ""],
        ["V3", "Infantry", "Hotchpotch rifles", "10 of 10", "3"],
        ["V4", "Cavalry", "Winchesters", "10 of 10", ""],
        ["V FG1", "Field gun", "Hotchpotch field gun", "3 of 3", ""],
        ["V MG1", "Machine gun", "Machine gun", "2 of 2", ""],
        ["V General", "General", "Mauser", "1 of 1", ""],
    ]


@pytest.mark.rule("AVD-G.04")
def test_field_guns_by_side():
    for option, expected in (("by_side", "hotch_field_gun"), ("standard", "field_gun")):
        game = Game({"field_gun_type": option})
        game.do("force_sheet", **sheet("villista", units=3))
        game.do("force_sheet", **sheet("federal", units=3))
        assert game.unit("V FG1")["fields_as"]["actor"]["weapon"] == expected
        assert game.unit("F FG1")["fields_as"]["actor"]["weapon"] == "field_gun"


@pytest.mark.rule("AVD-4.01", "AVD-4.02", "AVD-4.02b", "AVD-4.03", "AVD-G.12")
def test_a_general_on_foot_or_mounted():
    game = Game()
    game.do("unit_entry", side="federal", name="Huerta", arm="general", rifle="mauser")
    game.do("unit_entry", side="villista", name="Villa", arm="general", rifle="winchester", general_mounted=True)
    foot, horse = (game.unit(name)["fields_as"] for name in ("Huerta", "Villa"))
    assert (foot["actor"]["mover"], horse["actor"]["mover"]) == ("infantry", "cavalry")
    assert (foot["target"]["defender_class"], horse["target"]["defender_class"]) == ("infantry", "cavalry")
    assert horse["target"]["target_kind"] == "general"
    assert play.refused_by("unit_entry", side="federal", name="X", arm="general", rifle="hotchpotch") == {"AVD-4.03"}
    assert game.books()["prefill"]["score"]["villista_units"] == 0, "a General never counts as a unit"


def test_a_pasted_force_sheet_is_read_line_by_line():
    text = """
    # the garrison
    federal, infantry, mauser, 10, 21st Battalion
    federal, infantry, hotchpotch, 8, Zapadores, 3, yes
    federal, mg, -, 2, Colt
    """
    entries = read_roster(text, None)  # type: ignore[arg-type]
    game = Game()
    for entry in entries:
        game.do("unit_entry", **entry)
    rows = [row[:6] for row in game.panel("force.federal")["rows"]]
    assert rows == [
        ["21st Battalion", "Infantry", "Mausers", "10 of 10", "", "In order"],
        ["Zapadores", "Infantry", "Hotchpotch rifles", "8 of 8", "3", "Prone to desertion"],
        ["Colt", "Machine gun", "Machine gun", "2 of 2", "", "In order"],
    ]


def test_every_fault_of_a_pasted_sheet_is_told_by_its_line():
    text = "rebels, infantry, mauser, 10, A\nfederal, infantry, musket, none,\n# a comment\nfederal"
    refused = desk.call("read_roster", {"ruleset": "average_dice", "text": text})
    places = [problem["field"] for problem in refused["problems"]]
    assert places == ["line 1.side", "line 2.name", "line 2.rifle", "line 2.figures", "line 4"]


@pytest.mark.rule("AVD-2.11")
def test_only_federals_are_prone_to_desertion():
    about: Fields = {"name": "X", "arm": "infantry", "prone_to_desertion": True}
    assert play.refused_by("unit_entry", side="villista", **about) == {"AVD-2.11"}
    assert play.refused_by("unit_entry", side="federal", **about) == set()


@pytest.mark.rule("AVD-2.01")
def test_a_unit_is_ten_figures():
    assert play.refused_by("unit_entry", side="federal", name="X", arm="mg", figures=3) == {"AVD-2.01"}
    game = Game()
    game.do("unit_entry", side="federal", name="X", arm="infantry")
    assert game.panel("force.federal")["rows"][0][3] == "10 of 10"


# ---- Losses and what they lead to ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-9.01")
def test_losses_are_taken_off_the_sheet(game):
    fire(game, "V1", "F2", killed=3)
    assert game.unit("F2")["fields_as"]["target"]["target_figures"] == 7
    fire(game, "V MG1", "F2", killed=7)
    assert game.unit("F2")["gone"]


@pytest.mark.rule("AVD-7.02", "AVD-7.08")
def test_a_unit_that_fired_at_one_target_fires_at_no_other(game):
    assert game.unit("V1")["fields_as"]["actor"]["fired_this_turn"] is False
    fire(game, "V1", "F2", killed=0)
    again = game.unit("V1")["fields_as"]["actor"] | game.unit("F1")["fields_as"]["target"]
    assert play.refused_by("fire", range=6, **again) == {"AVD-7.08"}


@pytest.mark.rule("AVD-8.12", "AVD-5.11")
def test_the_next_turn_remembers_the_last_move(game):
    game.do("move", actor_name="V1", mover="infantry", rate="fast")
    fire(game, "V2", "F2", killed=0)
    game.do("next_move", side="federal")
    game.do("next_move", side="villista")
    moved, fired = (game.unit(name)["fields_as"]["actor"] for name in ("V1", "V2"))
    assert (moved["last_move_fast"], moved["moved_this_turn"], fired["fired_last_move"]) == (True, False, True)
    game.do("next_move", side="federal")
    game.do("next_move", side="villista")
    assert game.unit("V1")["fields_as"]["actor"]["last_move_fast"] is False, "any other turn clears it"


@pytest.mark.rule("AVD-G.21")
def test_posture_lasts_until_the_next_own_turn(game):
    game.do("move", actor_name="V1", mover="infantry", go_prone_or_rise=True)
    game.do("move", actor_name="V2", mover="crawling")
    posture = lambda name: game.unit(name)["fields_as"]["target"]["posture"]  # noqa: E731 - asked for often
    assert (posture("V1"), posture("V2")) == ("prone", "crawling")
    game.do("next_move", side="federal")
    game.do("next_move", side="villista")
    assert (posture("V1"), posture("V2")) == ("prone", "upright")
    fire(game, "V1", "F1", killed=0)
    game.do("next_move", side="federal")
    assert posture("V1") == "fired_prone"
    game.do("next_move", side="villista")
    assert posture("V1") == "prone"


@pytest.mark.rule("AVD-G.46")
def test_dismounted_cavalry_are_infantry(game):
    assert game.unit("V4")["fields_as"]["actor"]["mover"] == "cavalry"
    game.do("spend_move", actor_name="V4", whole_move="dismount")
    unit = game.unit("V4")["fields_as"]
    assert (unit["actor"]["mover"], unit["target"]["defender_class"]) == ("infantry", "infantry")
    assert unit["actor"]["moved_this_turn"], "the whole move is spent: no fire this turn"
    game.do("next_move", side="federal")
    game.do("next_move", side="villista")
    game.do("spend_move", actor_name="V4", whole_move="mount")
    assert game.unit("V4")["fields_as"]["actor"]["mover"] == "cavalry"


@pytest.mark.rule("AVD-G.31", "AVD-G.30")
def test_figures_lent_to_a_gun_are_no_losses_and_serve_it(game):
    fire(game, "F1", "V MG1", killed=1, acting="federal")
    assert game.unit("V MG1")["fields_as"]["actor"]["gunners"] == 1
    game.do("unit_change", actor_name="V2", change="lent_to_a_gun", figures_lent=1, gun_name="V MG1")
    gun = game.unit("V MG1")["fields_as"]["actor"]
    assert (gun["gunners"], gun["replacements"]) == (1, 1)
    assert game.unit("V2")["fields_as"]["target"]["target_figures"] == 9
    assert labels(game.books()) == [], "nobody throws for desertion over it"


@pytest.mark.rule("AVD-12.04", "AVD-G.29")
def test_joined_units_are_one_on_the_sheet(game):
    for name in ("F1", "F2"):
        fire(game, "V MG1", name, killed=8)
        game.do("next_move", side="villista")
    game.do("join", actor_name="F1", target_name="F2", unit_figures=2, other_figures=2)
    assert game.unit("F1")["fields_as"]["actor"]["figures_firing"] == 4
    assert game.unit("F1")["fields_as"]["actor"]["joined"]
    assert game.unit("F2")["gone"]


# ---- Structures ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-10.03d", "AVD-10.05")
def test_structures_by_name_with_hits_left_and_who_is_inside(game):
    game.do("structure_entry", structure_name="Church", structure="stone_building", who_is_inside="F1")
    about: Fields = {"weapon": "field_gun", "structure": "stone_building", "structure_name": "Church", "range": 24}
    told = game.do("hit_structure", {"structure.hits": [4, 4, 4]}, **about)
    assert told["instructions"][0]["text"] == "Church: 40 → 28"
    assert game.panel("structures")["rows"] == [["Church", "Stone building", "40 → 28", "F1"]]
    game.do("hit_structure", {"structure.hits": [5, 5, 5]}, hits_left=28, **about)
    game.do("hit_structure", {"structure.hits": [2, 2, 2]}, hits_left=13, figures_inside_or_behind=10, **about)
    assert game.panel("structures")["rows"] == [["Church", "Stone building", "7, fallen", ""]]
    assert game.unit("F1")["gone"], "units caught in a fallen building are removed"
    assert not game.unit("F2")["gone"]


def test_a_structure_never_entered_is_kept_from_its_first_hit():
    game = Game()
    about: Fields = {"weapon": "field_gun", "structure": "wooden_building", "structure_name": "Jacal", "range": 24}
    game.do("hit_structure", {"structure.hits": [2, 2, 2]}, **about)
    assert game.panel("structures")["rows"] == [["Jacal", "Wooden building", "20 → 14", ""]]


# ---- Days, boxes, turns -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-3.05", "AVD-3.07", "AVD-G.08")
def test_boxes_are_crossed_and_turns_counted(game):
    books = game.books()
    assert (books["turn"], books["side"]) == (1, "villista")
    states = {phase["id"]: phase["state"] for phase in books["phases"]}
    assert states == {"day1": "done"} | dict.fromkeys(("day2", "day3", "day4", "day5"), "next") | {
        "turn": "done",
        "villista": "now",
        "federal": "next",
    }
    assert [phase["label"] for phase in books["phases"]][5] == "Turn 1 of 10"
    panel = game.panel("boxes")
    assert (panel["value"], panel["of"], panel["title"]) == (1, 5, "Day 1, turn 1 of 10, Villistas")
    game.do("next_move", **books["prefill"]["next_move"])
    assert game.books()["side"] == "federal"
    game.do("next_move", **game.books()["prefill"]["next_move"])
    assert (game.books()["turn"], game.books()["side"]) == (2, "villista")


@pytest.mark.rule("AVD-3.06", "AVD-G.08", "AVD-G.33")
def test_when_the_turns_are_over_the_villistas_stop_or_throw_another_day(game):
    assert labels(game.books()) == []
    for _ in range(10):
        game.do("next_move", side="federal")
        game.do("next_move", side="villista")
    books = game.books()
    assert labels(books) == ["Another day", "Stop and score"]
    assert books["owed"][0]["fields"] == {"boxes_crossed": 1}
    for boxes in range(1, 5):
        game.do("new_day", {"day.turns": 10}, boxes_crossed=boxes)
    for _ in range(10):
        game.do("next_move", side="federal")
        game.do("next_move", side="villista")
    assert labels(game.books()) == ["Stop and score"], "all five boxes are crossed"


@pytest.mark.rule("AVD-3.08", "AVD-13.04", "AVD-G.06")
def test_the_third_box_is_entered_once_and_brings_a_throw():
    game = Game()
    game.do("unit_entry", side="federal", name="F1", arm="infantry", prone_to_desertion=True)
    for boxes in range(4):
        game.do("new_day", {"day.turns": 10}, boxes_crossed=boxes)
    assert game.panel("points")["rows"] == [["Federals", "Box 3", "10"]]
    assert labels(game.books()) == ["Throw to restore units"]
    game.do("restore_units", {"restore.units": [2]}, prone_units_left=1)
    game.do("unit_change", actor_name="F1", change="normal_again")
    assert labels(game.books()) == []
    assert game.unit("F1")["status"] == "In order"


@pytest.mark.rule("AVD-2.10", "AVD-G.05")
def test_a_flank_march_is_a_secret_and_comes_in_its_turn(game):
    game.do("unit_change", actor_name="V2", change="flank_march")
    told = game.do("flank_arrival", {"flank.arrival": [2, 2]}, actor_name="V2")
    assert all(line["secret"] for line in told["instructions"])
    panel = game.panel("arrivals")
    assert [(item["text"], item["secret"]) for item in panel["items"]] == [("V2: turn 4", True)]
    assert game.unit("V2")["status"] == "On a flank march"
    for _ in range(3):
        assert labels(game.books()) == []
        game.do("next_move", side="federal")
        game.do("next_move", side="villista")
    offer = game.books()["owed"][0]
    assert offer["label"] == "V2 arrives"
    game.do(offer["action"], **offer["fields"])
    assert game.unit("V2")["status"] == "In order"


@pytest.mark.rule("AVD-2.11", "AVD-G.06")
def test_units_prone_to_desertion_are_drawn_from_the_sheet(game):
    game.do("build_force", {"force.desertion": [2]}, side="federal", dynamite_unit=False)
    offer = game.books()["owed"][0]
    assert (offer["label"], offer["fields"]) == ("Draw a lot: 2 to draw", {"units_to_draw_from": 4})
    game.do("draw_lot", {"lot.unit": [2]}, units_to_draw_from=4)
    game.do("draw_lot", {"lot.unit": [2]}, units_to_draw_from=3)
    prone = [unit["id"] for unit in game.books()["roster"] if unit["status"] == "Prone to desertion"]
    assert prone == ["F2", "F3"], "the second draw is from those not drawn yet"
    assert labels(game.books()) == []
    assert game.unit("F2")["fields_as"]["target"]["target_prone_to_desertion"]


# ---- Generals, points, the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-4.04", "AVD-4.05", "AVD-4.06", "AVD-12.06", "AVD-12.06b", "AVD-13.03")
def test_a_general_killed_leads_to_the_test_of_his_units(game):
    fire(game, "V1", "F1", killed=3)
    told = fire(game, "V2", "F General", killed=1)
    assert told["verdict"]["measures"]["general_killed"]
    books = game.books()
    assert labels(books) == ["General killed: test the Federals"]
    filled = books["prefill"]["general_killed"]
    assert [unit["unit_figures"] for unit in filled["own_units"]] == [7, 10, 10, 10]
    game.do("general_killed", {"general.test": [2]}, **filled)
    assert game.unit("F1")["gone"], "the dice in order tell which unit left"
    assert not game.unit("F2")["gone"]
    assert game.panel("points")["rows"] == [["Villistas", "General killed", "5"]]
    assert labels(game.books()) == []
    moved = game.do("move", acting="federal", actor_name="F2", mover="infantry")
    assert moved["verdict"]["measures"]["inches"] == 6, "his troops can still be moved as usual"


@pytest.mark.rule("AVD-12.06b")
def test_a_unit_that_stayed_has_thrown_for_good(game):
    fire(game, "V1", "F1", killed=3)
    fire(game, "V2", "F General", killed=1)
    game.do("general_killed", {"general.test": [6]}, **game.books()["prefill"]["general_killed"])
    assert not game.unit("F1")["gone"]
    again = play.verdict("general_killed", side="federal", own_units=[{"unit_figures": 7, "tested_already": True}])
    assert again.measure("units_tested") == 0


@pytest.mark.rule("AVD-13.05", "AVD-G.33", "AVD-13.01")
def test_the_score_is_filled_from_the_books(game):
    fire(game, "V MG1", "F1", killed=10)
    fire(game, "V2", "F General", killed=1)
    filled = game.books()["prefill"]["score"]
    assert filled == {
        "boxes_crossed": 1,
        "federal_general_killed": True,
        "villista_general_killed": False,
        "villista_units": 4,
        "federal_units": 3,
    }
    told = game.do("score", villages_held=1, **filled)
    assert told["verdict"]["measures"] == {"villista_points": 20, "federal_points": 0, "villistas_win": True}


@pytest.mark.rule("AVD-G.33")
def test_a_side_without_units_ends_the_game(game):
    for name in ("F1", "F2", "F3"):
        game.do("unit_change", actor_name=name, change="removed")
    assert labels(game.books()) == []
    game.do("unit_change", actor_name="F4", change="deserts")
    assert labels(game.books()) == ["Stop and score"]


def test_a_voided_volley_is_undone_and_what_rests_on_it_is_marked(game):
    fire(game, "V1", "F2", killed=3)
    fire(game, "V2", "F2", killed=2)
    game.entries[-2]["voided"] = True
    books = game.books()
    assert game.unit("F2")["fields_as"]["target"]["target_figures"] == 8
    assert [bool(row["mark"]) for row in books["log"][-2:]] == [False, True]


# ---- As data ------------------------------------------------------------------------------------------------------------------


def test_the_books_are_plain_data_and_read_back(game):
    """A table keeps the umpire's books as part of its state."""
    game.do("structure_entry", structure_name="Church", structure="stone_building", who_is_inside="F1")
    game.do("flank_arrival", {"flank.arrival": [2, 2]}, actor_name="V2")
    fire(game, "V1", "F General", killed=1)
    setting = read_setting({"ruleset": "average_dice"})
    books = read_log(setting, game.entries).fold.ledger
    assert isinstance(books, AverageDiceLedger)
    assert books.fallen
    assert codec.read(AverageDiceLedger, json.loads(json.dumps(codec.write(books)))) == books


@pytest.mark.parametrize("kind", effect_kinds(play.RULESET.package).values(), ids=lambda kind: kind.__name__)
def test_an_effect_can_be_written_down(kind):
    codec.check(kind)


def test_the_books_follow_from_effects_alone(game):
    """Whatever the verdict's class: the fold asks for the action, its form and its effects."""
    fire(game, "V1", "F2", killed=3)
    game.do("move", actor_name="V2", mover="infantry", rate="fast")
    setting = read_setting({"ruleset": "average_dice"})
    books = AverageDiceLedger.start(setting.tables)
    for entry in (run.entry for run in read_log(setting, game.entries).entries):
        bare = replace(entry, verdict=Verdict(effects=entry.verdict.changes))
        assert books.after(bare, setting.tables) == books.after(entry, setting.tables)
        books = books.after(entry, setting.tables)
    assert (books.units["F2"].figures, books.units["V1"].fired, books.units["V2"].moved_fast) == (7, True, True)


# ---- Words ---------------------------------------------------------------------------------------------------------------------


def test_a_verdict_reads_as_orders():
    game = Game()
    told = game.do("fire", {"fire.hits": [3, 4], "fire.saves": [1, 2, 3, 4, 5, 6, 7]}, weapon="mauser", range=6)
    assert told["headline"] == "Three killed."
    assert [line["text"] for line in told["instructions"]] == ["Take off 3 figures. 7 left."]
    assert [throw["reading"] for throw in told["dice"]] == ["7 hits", "3 killed"]
    assert told["verdict"]["measures"]["hits"] == 7


def test_the_odds_say_hits_and_chances_in_a_line():
    odds = desk.call("odds", {"ruleset": "average_dice", "action": "fire", "fields": {"weapon": "mauser", "range": 6}})
    assert odds["summary"] == "7 hits on average; 3 in 10 kill"
    measures = {measure["id"] for measure in odds["measures"]}
    assert {"figures_lost", "falls_to_four", "deserts", "falls_to_four_or_deserts"} <= measures


def test_a_move_is_measured_on_the_players_tape():
    body = {"ruleset": "average_dice", "action": "move", "fields": {"mover": "infantry"}}
    inches, tape = (desk.call("odds", body | unit)["measures"][0] for unit in ({}, {"style": {"unit": "cm"}}))
    assert (inches["mean"], tape["mean"]) == ([6, 1], [15, 1])


@pytest.mark.rule("AVD-G.29")
def test_a_refusal_says_what_would_be_right():
    body = {"ruleset": "average_dice", "action": "join", "fields": {"within_reach": False}}
    problem = desk.call("resolve", body)["problems"][0]
    assert (problem["message"], problem["rule"]) == ("They join within 2 in. Move nearer first.", "AVD-G.29")


def test_options_that_change_much_say_by_how_much():
    screen = desk.call("ruleset", {"ruleset": "average_dice"})
    notes = {option["name"]: option["notes"] for option in screen["options"]}
    assert (
        notes["natural_one_fails"][0]
        == "Kills by 10 Mausers at over 12 in, target in hard cover: 0 (off) and 0.7 (on)."
    )
    assert notes["village_houses"] == []


def test_a_prompt_for_several_dice_says_that_a_count_is_taken_and_for_one_that_its_face_is():
    asked = {"ruleset": "average_dice", "action": "fire", "dice": "real"}
    many = desk.call("resolve", asked | {"fields": {"weapon": "mauser", "range": 6}, "answers": {"fire.hits": [4, 4]}})
    one = desk.call("resolve", asked | {"fields": {"weapon": "mauser", "range": 6, "figures_firing": 1}})
    assert [reply["request"]["title"] for reply in (many, one)] == [
        "Save 8 hits in the open: throw 8 D10 and give the faces, or how many are killed. 3 or less kills.",
        "Save 1 hit in the open: throw 1 D10. 3 or less kills.",
    ]


@pytest.mark.rule("AVD-6.01")
def test_capitals_make_neither_another_building_nor_another_garrison(game):
    game.do("structure_entry", structure_name="Church", structure="stone_building", who_is_inside="f1")
    assert game.unit("F1")["fields_as"]["target"]["target_building"] == "Church"
    about: Fields = {"weapon": "field_gun", "structure": "stone_building", "structure_name": "CHURCH", "range": 24}
    game.do("hit_structure", {"structure.hits": [4, 4, 4]}, **about)
    assert game.panel("structures")["rows"] == [["Church", "Stone building", "40 → 28", "F1"]]
    game.do("move", mover="infantry", actor_name="F1", buildings_in_or_out=1)
    assert game.unit("F1")["fields_as"]["target"]["target_building"] == ""
    game.do("move", mover="infantry", actor_name="f1", buildings_in_or_out=1, into_building="church")
    assert game.unit("F1")["fields_as"]["target"]["target_building"] == "Church"
