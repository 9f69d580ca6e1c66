"""What people are told: every choice and duty of an effect in words, distances in the players' measure, numbers from the tables in force."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.effects import Effect, effect_kinds
from sandtable.kernel.messages import PLAIN, Style, Vocabulary
from sandtable.kernel.requests import Roll
from sandtable.rulesets.mexican_american_war import vocabulary as words
from sandtable.umpire.description import screen
from sandtable.umpire.setting import Setting
from sandtable.umpire.why import whys
from tests.rulesets.mexican_american_war.game import Game
from tests.rulesets.mexican_american_war.play import (
    RULESET,
    ending,
    problems,
    read,
    refused_by,
    requests,
    say,
    tables,
    unit,
    verdict,
)
from tests.support.talk import Fields, of_kind, there

NOT_WORDED = {  # why something of an effect does not stand in its words
    "Effect.whom": "told before the instruction",
    "Effect.known_to": "nothing is secret in this game",
    "PhaseBegins.turn": "told when the turn begins",
    "ArmyStands.modifier": "nought as long as the army is sound",
}
SAMPLES: dict[type, tuple[Any, ...]] = {
    bool: (False, True),
    int: (3, 4),
    str: ("maneuver", "end"),
    Fraction: (Fraction(2), Fraction(5)),
}
FIELDS: dict[str, tuple[Any, ...]] = {
    "Checked.result": (words.CheckEffect.WELL_HANDLED, words.CheckEffect.DOUBLE_QUICK),
    "Checked.maneuvers": ((words.Maneuver.HOLD,), (words.Maneuver.FULL_MOVE, words.Maneuver.HOLD)),
    "Checked.full_move": ((), (Fraction(12), Fraction(8), Fraction(6))),
    "CarriesPosition.forms": (None, words.Formation.LINE, words.Formation.GARRISON),
    "LeaderFares.fate": (words.LeaderFate.UNHARMED, words.LeaderFate.LOST),
    "WeaponReaches.points": (((Fraction(4), "1"), (None, "0")), ((Fraction(8), "1"), (None, "0"))),
    "BattleWon.grade": (words.Grade.MARGINAL, words.Grade.CLEAR),
    "BattleWon.whom": ("US", "MEX"),
    "LightIs.light": (words.Light.EVENING_1, words.Light.MOONLIT),
}  # fmt: skip


def told_effects() -> list[type[Effect]]:
    """Every effect of the game that is told."""
    return [kind for kind in effect_kinds(RULESET.package).values() if kind.has_words]


def samples(kind: type[Effect], name: str, annotation: str) -> tuple[Any, ...]:
    chosen = FIELDS.get(f"{kind.__name__}.{name}")
    if chosen is not None:
        return chosen
    vocabulary = getattr(words, annotation, None)
    if isinstance(vocabulary, type) and issubclass(vocabulary, Vocabulary):
        return tuple(vocabulary)
    return SAMPLES[{"bool": bool, "int": int, "str": str, "Fraction": Fraction}[annotation]]


def sentence(effect: Effect) -> str:
    texts = RULESET.catalogue
    return f"{texts.say(effect.message)} {texts.say_if_any(effect.detail)}"


@pytest.mark.parametrize("kind", told_effects(), ids=lambda kind: kind.__name__)
def test_everything_of_an_effect_shows_in_its_words(kind):
    values: dict[str, tuple[Any, ...]] = {
        field.name: samples(kind, field.name, str(field.type))
        for field in fields(kind)
        if field.name not in ("whom", "known_to")
    }
    values["whom"] = FIELDS.get(f"{kind.__name__}.whom", ("unit",))
    plain = kind(**{name: choices[0] for name, choices in values.items()})
    for name, choices in values.items():
        if f"{kind.__name__}.{name}" in NOT_WORDED or name == "whom":
            continue
        told = {sentence(replace(plain, **{name: value})) for value in choices}
        assert len(told) == len(choices), f"{kind.__name__}.{name} changes and nobody is told: {told}"


def test_what_is_not_worded_is_an_effect_of_this_game():
    known = {f"{kind.__name__}.{field.name}" for kind in (*told_effects(), Effect) for field in fields(kind)}
    assert set(NOT_WORDED) <= known


@pytest.mark.rule("MAW-3.04", "MAW-G.25b", "MAW-G.04b", "MAW-24.24", "MAW-15.36a")
def test_cavalry_is_told_that_it_may_recall():
    horse = unit(arm="cavalry")

    def told(found, whom):
        return " ".join(sentence(one) for one in found.effects if one.whom == whom)

    assert "recall" in told(ending(2, horse, unit()), "attacker"), "it presses the defender hard"
    for difference, whom in ((2, "defender"), (5, "defender")):
        found = ending(difference, unit(), horse)
        assert ("recall" in told(found, whom)) is True
    for difference in (-2, -5):
        assert "recall" in told(ending(difference, horse, unit()), "attacker")
    assert "recall" in told(ending(-2, unit(), horse, counter_charging=True), "defender")
    assert "recall" in told(ending(2, horse, unit(formation="deliberate square")), "attacker")
    for found in (ending(2, unit(), unit()), ending(-2, unit(), unit()), ending(5, horse, unit())):
        assert "recall" not in " ".join(map(sentence, found.effects)), "infantry does not, nor a breakthrough"
    shot: Fields = {"side": "US", "firers": [{"weapon": "M", "stands": 10, "range": "4"}], "target_charge": "charging"}
    checked = verdict("fire", {"fire.die": 8}, **shot, target_arm="cavalry")
    assert "recall" in told(checked, "target")
    assert "may still use offensive fire" not in told(checked, "target"), "nobody fires from the saddle"
    on_foot = verdict("fire", {"fire.die": 8}, **shot)
    assert "may still use offensive fire" in told(on_foot, "target")
    column = verdict("fire", {"fire.die": 8}, **shot, target_formation="storming column")
    assert "defile" in told(column, "target")


@pytest.mark.rule("MAW-16.09", "MAW-16.09a")
def test_a_storming_column_that_wins_is_told_to_deploy():
    won = ending(2, unit(formation="storming column"), unit())
    told = " ".join(map(sentence, won.effects))
    assert "deploy: form line" in told
    assert "One or both flanks may be refused" in told
    cavalry = ending(2, unit(arm="cavalry", formation="storming column"), unit())
    assert "recall" not in " ".join(sentence(one) for one in cavalry.effects if one.whom == "attacker"), "it must carry"
    with_a_line = ending(2, [unit(8, formation="storming column"), unit(4)], unit())
    assert [one.forms for one in with_a_line.effects if one.kind == "carries_position"] == ["line", None]


@pytest.mark.rule("MAW-12.10")
def test_by_night_a_check_promises_no_more_than_a_tardy_maneuver():
    elite = {"experience": "Elite", "effectiveness": "Fresh", "leader_with_unit": "leader"}
    found = verdict("maneuver_check", {"maneuver.die": 10}, side="US", units=[elite], light="night full moon")
    told = sentence(found.effects[0])
    assert "One Tardy maneuver" in told
    assert "One Well Handled maneuver" not in told
    by_day = verdict("maneuver_check", {"maneuver.die": 10}, side="US", units=[elite])
    assert "One Well Handled maneuver, at the double quick" in sentence(by_day.effects[0])


@pytest.mark.rule("MAW-14.03", "MAW-14.03a", "MAW-14.03b")
def test_skirmishers_who_evade_are_told_of_their_refuge():
    evading: Fields = {"side": "US", "hasty_maneuver": "evade", "formation": "open order thin"}
    told = " ".join(map(sentence, verdict("hasty_maneuver", **evading).effects))
    assert "halt sooner right behind friends" in told
    assert "round friends and enemies" in told


@pytest.mark.rule("MAW-7.14", "MAW-7.16a")
def test_a_change_of_front_is_told_its_limits():
    turned = verdict("maneuver", side="US", maneuver="change front", degrees=75, check_effect="Double Quick")
    assert sentence(turned.effects[1]).startswith("Wheel by 75 degrees, the outer corner up to 16 in.")


@pytest.mark.rule("MAW-6.18a", "MAW-15.13a", "MAW-16.02")
def test_the_calculator_tells_the_disorder_of_a_full_move_on_tardy():
    def orders(**move):
        return [one.order for one in verdict("move", side="US", **move).effects if one.kind == "order_becomes"]

    assert orders(check_effect="Tardy") == ["disordered"]
    for calm in ({"check_effect": "Tardy", "move_part": "half"}, {"check_effect": "Well Handled"}, {"mover": "guns", "check_effect": "Tardy"}, {"broken_troops": True, "check_effect": "Tardy"}):  # fmt: skip
        assert orders(**calm) == []
    assert refused_by("move", side="US", formation="deliberate square", check_effect="Tardy") == {"MAW-15.13a"}
    assert refused_by("move", side="US", formation="storming column", check_effect="Tardy") == {"MAW-16.02"}


def test_a_check_of_several_units_tells_whose_is_what():
    units = [{"name": "8th", "experience": "Raw"}, {"name": "5th", "experience": "Elite", "effectiveness": "Fresh"}, {}]
    roll = requests("maneuver_check", side="US", units=units)["maneuver.die"]
    rows = [say(one.reason) for one in roll.tally]
    assert rows[:2] == ["8th: Raw \N{MINUS SIGN}1 and Fresh +2; +1 in all", "5th: Elite +2 and Fresh +2; +4 in all"]
    assert say(there(of_kind(Roll, roll).label)(1).message).startswith("8th Tardy, 5th Well Handled and Unit 3 ")
    found = verdict("maneuver_check", {"maneuver.die": 1}, side="US", units=units)
    assert say(found.outcome().label).startswith("8th Tardy, 5th Well Handled")
    setting = Setting(RULESET, tables(), PLAIN, "", {})
    assert [block.total for block in whys(setting, [("maneuver.die", roll)])] == [""], "the units' sums make no sum"


# ---- Distances ------------------------------------------------------------------------------------------------------------------


def test_no_text_holds_a_distance_of_its_own():
    own = {name: text for name, text in RULESET.catalogue.texts.items() if not name.startswith("kernel.")}
    spelled = re.compile(r"\b(\d+|an?|one|two|three|four|eight|twelve|half an) (in\b(?! the)|inch)|\d\"")
    found = {name: text for name, text in own.items() if spelled.search(text)}
    assert set(found) == {"ruleset.scale"}, "quote the tables, or measure"


@pytest.mark.rule("MAW-12.07", "MAW-G.52")
def test_told_distances_follow_scale_unit_and_house_rules():
    def told(message_id, style=PLAIN, house="", **about):
        setting = Setting(RULESET, tables(None, house), style, house, {})
        return setting.say_if_any(message_id, **about)

    assert "beyond 4 in " in told("effect.light_is.twilight_detail", cap=Fraction(24), radius=Fraction(4))
    assert "beyond 8 in " in told("effect.light_is.twilight_detail", Style(2), cap=Fraction(24), radius=Fraction(4))
    house = "[dark]\nfrom = 6\n"
    assert "beyond 6 in " in told("effect.light_is.twilight_detail", house=house, cap=Fraction(24), radius=Fraction(4))
    assert told("field.square_within_4", Style(1, "cm")) == "Friendly square within 10 cm"
    assert "Within 16 in" in told("field_help.enemy_near", Style(2))
    assert told("option_choice.gunClose.12", Style(2)) == "24 in"


@pytest.mark.rule("MAW-G.01", "MAW-8.13")
def test_bands_and_moves_are_told_in_the_players_measure():
    card = verdict("weapon_card", side="US", weapon="M")
    double = Style(2, "cm")
    assert "1 up to 20 cm, 1/2 up to 40 cm and 0 beyond" in RULESET.catalogue.say(card.effects[0].detail, double)
    move = verdict(
        "move", side="US", formation="deliberate square", move_part="half", ground="broken", minor_obstacles=1
    )
    assert [RULESET.catalogue.say(one.reason, double) for one in move.reasons] == [
        "Full move over broken ground: 15 cm", "Half of it: 7.5 cm", "1 minor obstacle: 7.5 cm less",
    ]  # fmt: skip
    assert move.measure("distance") == 0
    road = verdict("move", side="US", formation="march column", road="good")
    assert say(road.reasons[-1].reason) == "On a good road 1.5 times as far"


def test_the_whole_form_is_described_in_any_measure():
    for style in (PLAIN, Style(2), Style(1, "cm")):
        assert screen(Setting(RULESET, tables(), style, "", {})).actions


@pytest.mark.rule("MAW-G.16e")
def test_the_die_that_costs_a_colonel_is_the_tables():
    met = requests(
        "fallen_leader", house="[fallen_leader.colonel]\nup_to = [ 4 ]\n", side="US", leader_with_unit="brave colonel"
    )
    assert say(met["leader.colonel"].tally.modifiers[0].reason) == "A colonel is lost on 5 or more"


def test_units_without_firearms_have_no_gap_in_their_line():
    game = Game("Rancheros, 8\n5th US Infantry, 7\nDuncan's Battery, 2")
    assert [say(one.label) for one in game.ledger.roster()] == [
        "Raw Dispirited, 8 of 8, open order, thin",
        "Veteran Spirited M musket, 7 of 7, line",
        "Elite LG light gun, horse-drawn light (hlc), 2 of 2",
    ]


def test_one_unit_fires_and_several_fire():
    def subject(*names):
        firers = [{"name": name, "weapon": "M", "stands": 5, "range": "4"} for name in names]
        return say(there(RULESET.by_id["fire"].subject)(read("fire", {"side": "US", "firers": firers}).situation))

    assert subject("5th") == "5th fires at infantry"
    assert subject("5th", "8th") == "5th and 8th fire at infantry"


@pytest.mark.rule("MAW-G.02", "MAW-G.02a")
def test_the_option_of_few_fire_points_tells_its_rows_from_the_tables():
    minus = "\N{MINUS SIGN}"
    notes = [say(one) for one in there(RULESET.option_notes)("fireRow", tables())]
    assert notes[0] == f"As playtested: {minus}3 up to 1, {minus}2 up to 2, {minus}1 up to 4 and 0 up to 8"
    assert notes[1].startswith(f"As the older columns: {minus}4 up to 1")
    house = "[fire_row.row_playtest]\nmodifier = [ -99, -2, -2, -1, 0, 1, 2, 3, 4, 5 ]\n"
    assert f"{minus}2 up to 1" in say(there(RULESET.option_notes)("fireRow", tables(None, house))[0])
    assert there(RULESET.option_notes)("lowAmmo", tables()) == ()


def test_numbers_of_the_tables_are_told_as_house_rules_have_them():
    house = '[ammunition]\nsecond = 7\n[army]\nbreak_percent = 60\n[fire_points]\nlow_ammunition = "1/4"\n'
    setting = Setting(RULESET, tables(None, house), PLAIN, house, {})
    assert "second die of 7" in setting.say_if_any("option.lowAmmo.help")
    assert setting.say_if_any("effect.army_breaks.share").startswith("60% of its stands")
    assert "a quarter of its fire points" in setting.say_if_any("effect.low_on_ammunition_detail")


@pytest.mark.rule("MAW-2.23", "MAW-2.28")
def test_a_maneuver_that_is_refused_is_named_as_people_say_it():
    def told(**fields: Any) -> str:
        return say(next(iter(problems("maneuver", side="US", **fields))).message)

    assert told(check_effect="Tardy", maneuver="full move") == "Tardy does not let this unit make a full move."
    assert told(maneuver="limber and full move").startswith("Only guns can limber and make a full move.")
    assert told(arm="guns", carriage="hlc", maneuver="half move").startswith("Guns cannot make a half move.")


def test_what_may_be_chosen_is_listed_with_or():
    found = verdict("maneuver_check", {"maneuver.die": 1}, side="US", units=[{"effectiveness": "Worn"}])
    assert "face by the rear rank or scale a major obstacle." in sentence(found.effects[0])


def test_a_shot_or_combat_that_costs_nothing_counts_no_noughts():
    roll = of_kind(Roll, requests("fire", side="US", firers=[{"weapon": "M", "stands": 10, "range": "4"}])["fire.die"])
    assert say(there(roll.label)((0, False)).message) == "Desultory Fire"
    assert say(there(roll.label)((0, True)).message) == "Desultory Fire, ammunition and leaders at risk"
    assert say(there(roll.label)((3, False)).message) == "Telling Fire, 1 stand lost"
    won = ending(5, unit(), unit())
    assert say(won.headline()) == "Driven Back. The defender loses 1 stand, the attacker no stands."
