"""Texts: templates, plurals, distances on the players' tape, and a loud error where a text or a part of it is missing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.messages import (
    MINUS,
    PLAIN,
    Catalogue,
    Message,
    MissingTextError,
    Style,
    Texts,
    Vocabulary,
    decimal_text,
    flatten,
    in_letters,
    is_plural,
    joined,
    quoted_paths,
    signed_text,
    snake_case,
    times_message,
)
from sandtable.kernel.texts import kernel_catalogue

QUOTING = Catalogue.parse(
    'reach = "Up to {=range.mauser:distance}"\nmen = "{=unit.men} {=unit.men|man|men}"\nhigh = "{=no.such} in"'
)


def test_a_text_quotes_the_tables_in_force():
    entries = {"range.mauser": Fraction(36), "unit.men": Fraction(1)}
    voice = replace(QUOTING, quoted=entries.__getitem__)
    assert voice.say(Message("reach")) == "Up to 36 in"
    assert voice.say(Message("reach"), Style(2, "cm")) == "Up to 180 cm"
    assert voice.say(Message("men")) == "1 man"


def test_a_text_quotes_an_entry_that_is_called_by_a_band():
    needs = replace(
        Catalogue.parse('needs = "{=fire.musket.6-12} or more"'), quoted={"fire.musket.6-12": Fraction(5)}.__getitem__
    )
    assert needs.say(Message("needs")) == "5 or more"
    assert quoted_paths(needs.texts["needs"]) == ("fire.musket.6-12",)


def test_a_text_that_quotes_tables_where_there_are_none_is_missing_something():
    with pytest.raises(MissingTextError, match="reach: no tables"):
        QUOTING.say(Message("reach"))


class UnitType(Vocabulary):
    REGULAR_INFANTRY = "RegularInfantry"


TEXTS = """\
plain = "Fire."
who = "{who} fires."
bases = "{count} {count|base|bases}"
him = "{count|him|them}"
far = "{reach:distance}"
long = "{reach:length}"
sign = "{value:signed}"
word = "{value:word}"
times = "{value:times}"
any = "{who:or}"
lower = "a {who:lower}"
cap = "{who:cap} a"
empty = "{count|a|}b"
[unit_type]
RegularInfantry = "Regular Infantry"
[a.b]
c = "deep"
"""
CATALOGUE = Catalogue({**kernel_catalogue().texts, **Catalogue.parse(TEXTS).texts})


def say(message_id, style=PLAIN, **parameters):
    return CATALOGUE.say(Message.of(message_id, **parameters), style)


@pytest.mark.parametrize(
    ("message_id", "parameters", "text"),
    (
        ("plain", {}, "Fire."),
        ("plain", {"unused": 3}, "Fire."),
        ("a.b.c", {}, "deep"),
        ("who", {"who": "Villa"}, "Villa fires."),
        ("who", {"who": UnitType.REGULAR_INFANTRY}, "Regular Infantry fires."),
        ("who", {"who": Message("a.b.c")}, "deep fires."),
        ("who", {"who": ("a", "b", Message("a.b.c"))}, "a, b and deep fires."),
        ("who", {"who": ()}, " fires."),
        ("who", {"who": Fraction(5, 2)}, "2.5 fires."),
        ("who", {"who": -3}, f"{MINUS}3 fires."),
        ("who", {"who": "{who}"}, "{who} fires."),
        ("bases", {"count": 1}, "1 base"),
        ("bases", {"count": 2}, "2 bases"),
        ("bases", {"count": 0}, "0 bases"),
        ("him", {"count": 1}, "him"),
        ("empty", {"count": 2}, "b"),
        ("sign", {"value": 3}, "+3"),
        ("sign", {"value": -3}, f"{MINUS}3"),
        ("sign", {"value": 0}, "0"),
        ("word", {"value": 0}, "no"),
        ("word", {"value": 12}, "twelve"),
        ("word", {"value": 21}, "21"),
        ("times", {"value": Fraction(1, 2)}, "half"),
        ("times", {"value": Fraction(3, 10)}, "3/10"),
        ("times", {"value": 2}, "twice"),
        ("times", {"value": 4}, "four times"),
        ("times", {"value": Fraction(3, 2)}, "1.5 times"),
        ("any", {"who": ("a", "b", Message("a.b.c"))}, "a, b or deep"),
        ("any", {"who": ("a",)}, "a"),
        ("any", {"who": "Villa"}, "Villa"),
        ("lower", {"who": UnitType.REGULAR_INFANTRY}, "a regular Infantry"),
        ("cap", {"who": "villa"}, "Villa a"),
        ("cap", {"who": ""}, " a"),
    ),
)
def test_templates(message_id, parameters, text):
    assert say(message_id, **parameters) == text


@pytest.mark.parametrize(
    ("style", "inches", "text"),
    (
        (PLAIN, 6, "6 in"),
        (PLAIN, Fraction(5, 2), "2.5 in"),
        (Style(2, "in"), 6, "12 in"),
        (Style(1, "cm"), 6, "15 cm"),
        (Style(2, "cm"), 6, "30 cm"),
        (Style(1, "cm"), 1, "2.5 cm"),
        (PLAIN, Fraction(1, 3), "0.33 in"),
    ),
)
def test_distances_are_told_in_the_players_measure(style, inches, text):
    assert say("far", style, reach=Fraction(inches)) == text
    assert say("long", style, reach=Fraction(inches)) == text.split()[0]


@given(st.fractions(0, 100), st.sampled_from([Style(scale, unit) for scale in (1, 2) for unit in ("in", "cm")]))
def test_a_length_on_the_tape_and_back(length, style):
    on_tape = style.inches(length)
    assert on_tape * style.scale * (Fraction(5, 2) if style.unit == "cm" else 1) == length


def test_a_missing_text_is_an_error_that_names_it():
    with pytest.raises(MissingTextError, match="nonsense"):
        say("nonsense")
    with pytest.raises(MissingTextError, match="who: parameter who"):
        say("who")
    with pytest.raises(MissingTextError, match=r"unknown\.thing"):
        say("who", who=Message("unknown.thing"))


def test_a_text_may_be_left_out():
    assert CATALOGUE.say_if_any(Message("nonsense")) == ""
    assert CATALOGUE.say_if_any(Message("plain")) == "Fire."
    assert "plain" in CATALOGUE
    assert "nonsense" not in CATALOGUE


def test_later_catalogues_win():
    assert Catalogue.parse('a = "1"\nb = "2"', 'a = "3"').texts == {"a": "3", "b": "2"}


def test_messages_are_values():
    assert Message.of("x", a=1, b=2) == Message("x", (("a", 1), ("b", 2)))
    assert hash(Message.of("x", a=UnitType.REGULAR_INFANTRY)) == hash(Message.of("x", a=UnitType.REGULAR_INFANTRY))
    assert UnitType.REGULAR_INFANTRY.message == Message("unit_type.RegularInfantry")


def test_how_many_times_as_much_is_told_in_the_words_of_the_catalogue():
    german = replace(CATALOGUE, texts={**CATALOGUE.texts, "kernel.grammar.times.half": "halb"})
    assert german.say(Message.of("times", value=Fraction(1, 2))) == "halb"


def test_small_things():
    assert snake_case("RegularInfantry") == "regular_infantry"
    assert snake_case("D10Roll") == "d10_roll"
    assert joined([]) == ""
    assert joined(["a"]) == "a"
    assert joined(["a", "b"]) == "a and b"
    assert joined("abc") == "a, b and c"
    assert joined("abc", "or") == "a, b or c"
    assert [CATALOGUE.say(times_message(Fraction(part, 12))) for part in (3, 4, 8, 9, 12)] == [
        "a quarter", "a third", "two thirds", "three quarters", "once",
    ]  # fmt: skip
    assert CATALOGUE.say(times_message(0)) == "0 times"
    assert in_letters(-1) == "-1"
    assert in_letters(20) == "twenty"
    assert decimal_text(Fraction(-1, 4)) == f"{MINUS}0.25"
    assert decimal_text(Fraction(1, 1000)) == "0"
    assert decimal_text(Fraction(201, 2)) == "100.5"
    assert signed_text(Fraction(1, 2)) == "+0.5"
    assert flatten({"a": {"b": 1, "c": {"d": 2}}, "e": 3}) == {"a.b": 1, "a.c.d": 2, "e": 3}


@pytest.mark.parametrize(
    "who", (Message.of("far", reach=Fraction(6)), (Message.of("far", reach=Fraction(6)),)), ids=("message", "list")
)
def test_lengths_inside_other_messages_are_in_the_players_measure(who):
    style = Style(scale=2, unit="cm")
    assert say("who", style, who=who) == f"{say('far', style, reach=Fraction(6))} fires."
    assert CATALOGUE.say_if_any(Message.of("who", who=who), style) == say("who", style, who=who)
    assert say("who", style, who=who) != say("who", who=who)


@pytest.mark.parametrize(
    ("words", "told"),
    (
        ("average die", "an average die"),
        ("d10", "a d10"),
        (8, "an 8"),
        (11, "an 11"),
        (18, "an 18"),
        (80, "an 80"),
        (1, "a 1"),
        (100, "a 100"),
        (110, "a 110"),
    ),
)
def test_the_article_goes_by_the_word(words, told):
    assert Catalogue({"x": "{thing:a}"}).say(Message.of("x", thing=words)) == told


def test_a_missing_text_keeps_nothing_from_people(monkeypatch, caplog):
    monkeypatch.setattr(Texts, "strict", False)
    texts = Catalogue({"told": "{who} {what}.", "name": "The {which}"})
    assert texts.say(Message("fire.out_of_range")) == "out of range"
    assert texts.say(Message.of("fire.out_of_range", unit="Dorados", reach=12)) == "out of range (Dorados and 12)"
    assert texts.say(Message.of("told", who=Message("nobody.at_all"), what="fires")) == "at all fires."
    assert texts.say(Message("name")) == "name"
    assert "fire.out_of_range" in caplog.text
    with Texts.strictly(), pytest.raises(MissingTextError):
        texts.say(Message("fire.out_of_range"))
    with pytest.raises(MissingTextError):
        texts.say_strictly(Message("fire.out_of_range"))


@pytest.mark.parametrize(
    ("name", "told"),
    (
        ("Dorados", "Dorados fire"),
        ("Machine Guns", "Machine Guns fire"),
        ("2nd Dragoons", "2nd Dragoons fire"),
        ("Lanceros de Jalisco", "Lanceros de Jalisco fire"),
        ("Villistas", "Villistas fire"),
        ("5th US Infantry", "5th US Infantry fires"),
        ("San Dimas", "San Dimas fires"),
        ("Company of Rangers", "Company of Rangers fires"),
        ("Contreras", "Contreras fires"),
        ("", " fires"),
    ),
)
def test_a_verb_follows_the_name_beside_it(name: str, told: str) -> None:
    voice = Catalogue({**kernel_catalogue().texts, "fires": "{who} {who|fires|fire}"})
    assert voice.say(Message.of("fires", who=name)) == told


def test_a_verb_follows_a_list_a_number_or_a_ruleset_s_own_plural() -> None:
    voice = Catalogue({"fires": "{who} {who|fires|fire}", "unit.x": "Jaguares", "grammar.plurals": "jaguares"})
    assert voice.say(Message.of("fires", who=("one", "two"))) == "one and two fire"
    assert voice.say(Message.of("fires", who=("one",))) == "one fires"
    assert voice.say(Message.of("fires", who=2)) == "2 fire"
    assert voice.say(Message.of("fires", who=1)) == "1 fires"
    assert voice.say(Message.of("fires", who=Message("unit.x"))) == "Jaguares fire"


@pytest.mark.parametrize(
    ("name", "several"),
    (("Convoy guards 1", True), ("Convoy 2", False), ("2nd Baden company", False), ("Guards 3", True), ("7", False)),
)
def test_a_number_behind_a_name_is_not_its_noun(name, several):
    assert is_plural(name, " guards riders ") is several
