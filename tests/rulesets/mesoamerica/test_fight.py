"""Fights: the best choice, options, exact odds against counting every pair of dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.drivers import Finished, Given, ask
from sandtable.kernel.requests import Choose
from sandtable.rulesets.mesoamerica.best_choice import choices, matrix
from sandtable.rulesets.mesoamerica.fight import summary
from sandtable.rulesets.mesoamerica.numbers import paired
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.vocabulary import Back
from tests.rulesets.mesoamerica import play

FACE_TO_FACE = {"within_half_inch": True, "at_the_back": "neither"}
MEASURES = ("actor_killed", "actor_disarmed", "target_killed", "target_disarmed")


def pair(own: str, own_strength: int, enemy: str, enemy_strength: int, **more: Any) -> dict[str, Any]:
    return {
        "actor_weapon": own, "actor_strength": own_strength, "target_weapon": enemy, "target_strength": enemy_strength,
        "target_movement": "still", **FACE_TO_FACE, **more,
    }  # fmt: skip


def usual_options(fields: dict[str, Any], **options: Any) -> tuple[str, str]:
    exact = play.exact("fight", fields, {}, options)
    return tuple(str(exact.assumed[f"fight.{role}"].value) for role in ("defender", "aggressor"))  # type: ignore[return-value]


@pytest.mark.rule("PRE-G.53")
@pytest.mark.parametrize(
    ("fields", "options", "killed"),
    (
        (pair("war_club", 3, "war_club", 3), ("aggressive", "aggressive"), ("2/3", "2/3")),
        (pair("war_club", 3, "club", 3), ("defend", "aggressive"), ("0", "1/3")),
        (pair("sword", 3, "sword", 3), ("disarm", "disarm"), ("1/6", "1/6")),
        (pair("war_club", 3, "club", 5, actor_men=15, target_men=10), ("aggressive", "aggressive"), ("1/3", "1/3")),
    ),
)
def test_the_best_choice_and_the_best_reply(fields, options, killed):
    assert usual_options(fields) == options
    found = [play.mean("fight", measure, fields) for measure in ("actor_killed", "target_killed")]
    assert found == [Fraction(value) for value in killed]


@pytest.mark.rule("PRE-G.53")
def test_killed_and_disarmed_alike_by_option():
    assert usual_options(pair("war_club", 3, "war_club", 3), best_choice="alike") == ("disarm", "disarm")


@pytest.mark.rule("PRE-G.53", "PRE-G.51")
def test_the_matrix_marks_best_choice_and_best_replies():
    form = play.form("fight", pair("war_club", 3, "club", 3))
    shown = matrix(form.situation, play.tables(), form.answers)
    rows = [RULESET.catalogue.say(row) for row in shown.rows]
    columns = [RULESET.catalogue.say(column) for column in shown.columns]
    assert rows == ["Defend", "Aggressive", "Disarm"]
    assert columns == ["Aggressive", "Disarm", "Do nothing"]
    best = [(rows[r], columns[c]) for r, c in product(range(3), range(3)) if shown.cells[r][c].best_row]
    assert best == [("Defend", "Aggressive")]
    assert [sum(cell.best_column for cell in row) for row in shown.cells] == [1, 1, 1]
    texts = [RULESET.catalogue.say(cell.text) for cell in shown.cells[0]]
    assert texts[0] == "0.33 : 0"
    assert RULESET.catalogue.say(shown.cells[1][0].text) == "0.67 : 0.17"
    assert RULESET.catalogue.say(shown.measure) == "men lost, then men disarmed"


def test_the_matrix_follows_the_answer_about_the_back():
    form = play.form("fight", pair("club", 3, "club", 4, at_the_back="actor"))
    shown = matrix(form.situation, play.tables(), form.answers)
    assert RULESET.catalogue.say(shown.row_title) == "the target, who defends"
    other = matrix(form.situation, play.tables(), {"fight.back": Given("neither")})
    assert RULESET.catalogue.say(other.row_title) == "the acting unit, who defends"


@pytest.mark.rule("PRE-7.03b", "PRE-7.06")
def test_both_options_are_asked_openly_the_defenders_first():
    asking = play.asked("fight", pair("war_club", 4, "club", 3))
    assert isinstance(asking.request, Choose)
    assert asking.key == "fight.defender"
    assert not asking.request.secret
    assert [option.value for option in asking.request.options] == ["defend", "aggressive", "disarm"]
    reply = play.asked("fight", pair("war_club", 4, "club", 3), {"fight.defender": "defend"})
    assert isinstance(reply.request, Choose)
    assert reply.key == "fight.aggressor"
    assert not reply.request.secret
    assert [option.value for option in reply.request.options] == ["aggressive", "disarm", "pass"]


@pytest.mark.rule("PRE-G.31", "PRE-7.02")
def test_the_numbers_of_both_readings():
    fields = pair("war_club", 3, "club", 5)
    advantaged = numbers(fields)
    assert advantaged == (4, 5)
    assert numbers(fields, weapon_mode="roller") == (3, 5)
    assert numbers(pair("sword", 4, "lance", 3)) == (4, 5)
    assert numbers(pair("club", 4, "club", 3), back=Back.ACTOR) == (6, 3)


@pytest.mark.rule("PRE-G.29", "PRE-7.09", "PRE-T.20")
@pytest.mark.parametrize(("own", "enemy", "number"), ((3, 4, "3"), (3, 3, "4"), (4, 3, "20/3")))
def test_shock_by_the_ratio_of_strengths(own, enemy, number):
    found = numbers(pair("club", own, "club", enemy, actor_movement="full"))
    assert found == (Fraction(number), enemy)


def numbers(fields: dict[str, Any], back: Back = Back.NEITHER, **options: Any) -> tuple[Any, Any]:
    form = play.form("fight", fields, options)
    found = paired(form.situation, back, play.tables(**options))
    return found.number("actor").value, found.number("target").value


@pytest.mark.rule("PRE-G.31")
@pytest.mark.parametrize("mode", ("advantaged", "roller"))
@pytest.mark.parametrize(
    ("own", "enemy", "killed"),
    (("war_club", "club", "2/3"), ("club", "war_club", "1/6"), ("lance", "sword", "1"), ("sword", "lance", "0")),
)
def test_equal_strength_gives_the_same_mean_in_both_readings(mode, own, enemy, killed):
    fields = pair(own, 3, enemy, 3, actor_movement="part", target_movement="part")
    answers = {"fight.defender": "aggressive", "fight.aggressor": "aggressive", "fight.tie": [1]}
    if mode == "advantaged":
        del answers["fight.tie"]
    assert play.mean("fight", "target_killed", fields, answers, weapon_mode=mode) == Fraction(killed)


@pytest.mark.rule("PRE-G.43", "PRE-7.07")
def test_a_unit_in_rout_shows_its_back():
    fields = pair("club", 3, "club", 4) | {"at_the_back": None}
    assert play.asked("fight", fields).request.usual == "neither"  # type: ignore[union-attr]
    assert play.asked("fight", fields | {"target_level": -4}).request.usual == "actor"  # type: ignore[union-attr]


@pytest.mark.rule("PRE-G.51")
def test_the_summary_says_numbers_and_defender():
    def said(fields: dict[str, Any]) -> str:
        return RULESET.catalogue.say(summary(play.form("fight", fields).situation, play.tables()))

    assert said(pair("war_club", 3, "club", 5)) == "4 : 5, the acting unit is the defender"
    assert said(pair("war_club", 5, "club", 3)) == "6.67 : 3, the target is the defender"
    assert said(pair("war_club", 3, "club", 5) | {"actor_name": "Jaguars"}) == "4 : 5, Jaguars are the defenders"
    assert said(pair("club", 3, "club", 3, target_movement="part")).endswith("a die decides who is the defender")


fighters = st.fixed_dictionaries(
    {
        f"{role}_{what}": values
        for role in ("actor", "target")
        for what, values in {
            "weapon": st.sampled_from(["sword", "club", "war_club", "lance", "bow", "sling"]),
            "strength": st.integers(1, 6),
            "men": st.integers(1, 20),
            "elite": st.booleans(),
            "armoured": st.booleans(),
            "movement": st.sampled_from(["still", "part", "full"]),
        }.items()
    }
)


@settings(max_examples=25)
@given(
    fighters,
    st.sampled_from(["defend", "aggressive", "disarm"]),
    st.sampled_from(["aggressive", "disarm", "pass"]),
    st.sampled_from(["neither", "actor", "target"]),
)
def test_exact_odds_are_those_of_every_pair_of_dice(fields, choice, reply, back):
    fields = {**fields, "within_half_inch": True, "at_the_back": back}
    answers = {"fight.defender": choice, "fight.aggressor": reply}
    law = play.exact("fight", fields, answers).law
    counted: Counter[Any] = Counter()
    ties = (1, 6)  # one die for each side of the tie
    for tie, first, second in product(ties, range(1, 7), range(1, 7)):
        counted[by_hand(fields, answers, tie, first, second)] += 1
    assert law.total == 1
    assert {verdict: weight * 72 for verdict, weight in law} == dict(counted)


def by_hand(fields: dict[str, Any], answers: dict[str, Any], tie: int, first: int, second: int) -> Any:
    """One throw of all dice that may be asked for, those not asked for being of no account."""
    form = play.form("fight", fields)
    start = RULESET.by_id["fight"].start(form.situation, play.tables())
    dice = {"fight.tie": [tie], "fight.defender_die": [first], "fight.aggressor_die": [second]}
    given = {**form.answers, **{key: Given(value) for key, value in (answers | dice).items()}}
    result = ask(start, given)
    assert isinstance(result, Finished)
    return result.verdict


@pytest.mark.rule("PRE-G.53", "PRE-G.33", "PRE-G.35")
@settings(max_examples=15)
@given(fighters, st.integers(0, 20), st.integers(0, 20))
def test_the_matrix_tells_the_means_of_the_exact_odds(fields, actor_unarmed, target_unarmed):
    fields |= {
        "actor_unarmed": min(actor_unarmed, fields["actor_men"]),
        "target_unarmed": min(target_unarmed, fields["target_men"]),
        **FACE_TO_FACE,
    }
    found = paired(play.form("fight", fields).situation, Back.NEITHER, play.tables())
    for defender in (found.defender,) if found.defender else ("actor", "target"):
        enemy = "target" if defender == "actor" else "actor"
        for (choice, reply), exchange in choices(found, defender, play.tables()).exchanges.items():
            answers: dict[str, Any] = {"fight.defender": choice, "fight.aggressor": reply}
            if found.defender is None:
                answers["fight.tie"] = [1 if defender == "actor" else 6]
            law = play.exact("fight", fields, answers).law
            means = {name: law.mean(lambda v, name=name: v.measured()[name]) for name in MEASURES}  # type: ignore[misc]
            assert (means[f"{defender}_killed"], means[f"{enemy}_killed"]) == (
                exchange.defender_killed,
                exchange.aggressor_killed,
            )
            assert (means[f"{defender}_disarmed"], means[f"{enemy}_disarmed"]) == (
                exchange.defender_disarmed,
                exchange.aggressor_disarmed,
            )


@settings(max_examples=40)
@given(fighters, st.sampled_from(["neither", "actor", "target"]))
def test_the_defenders_usual_option_is_the_best_of_all(fields, back):
    """Whatever else the defender chooses, the aggressor's best reply to it leaves him no better off."""
    fields = {**fields, "within_half_inch": True, "at_the_back": back}
    exact = play.exact("fight", fields)
    if "fight.defender" not in exact.assumed or "fight.tie" in exact.requests:
        return
    defender = "actor" if exact.law and next(iter(exact.law))[0].defender == "actor" else "target"
    enemy = "target" if defender == "actor" else "actor"

    def lost(choice: str) -> tuple[Fraction, Fraction]:
        law = play.exact("fight", fields, {"fight.defender": choice}).law
        means = {name: law.mean(lambda v, name=name: v.measured()[name]) for name in next(iter(law))[0].measures}  # type: ignore[misc]
        return tuple(means[f"{defender}_{what}"] - means[f"{enemy}_{what}"] for what in ("killed", "disarmed"))  # type: ignore[return-value]

    usual = str(exact.assumed["fight.defender"].value)
    assert all(lost(usual) <= lost(choice) for choice in ("defend", "aggressive", "disarm"))
