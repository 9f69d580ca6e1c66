"""What follows from the tables alone: the checksum of the combat table, and the ordinal claims on exact laws."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.rulesets.mesoamerica.exchange import COLUMNS, Attack, cell
from sandtable.rulesets.mesoamerica.vocabulary import ATTACKS, Fight, Weapon
from tests.rulesets.mesoamerica import play

TABLES = play.tables()
HAND = ("sword", "club", "war_club", "lance")
FACE_TO_FACE = {"within_half_inch": True, "at_the_back": "neither"}


def result(option: Fight, column: int, die: int, *, elite: bool = False) -> tuple[int, int]:
    return cell(Attack(option, column, elite, ()), die, TABLES)


@pytest.mark.rule("PRE-7.12", "PRE-7.13", "PRE-7.14")
@pytest.mark.parametrize("option", ATTACKS)
def test_a_cell_depends_on_column_minus_die_alone(option):
    for column, die in product(range(1, len(COLUMNS)), range(1, 6)):
        assert result(option, column + 1, die + 1) == result(option, column, die)


@pytest.mark.rule("PRE-7.11b", "PRE-7.14")
@pytest.mark.parametrize("option", ATTACKS)
def test_elite_is_worth_one_column(option):
    for column, die in product(range(1, len(COLUMNS)), range(1, 7)):
        assert result(option, column, die, elite=True) == result(option, column + 1, die)


@pytest.mark.rule("PRE-7.12")
def test_the_aggressive_part_as_printed():
    assert [result(Fight.AGGRESSIVE, column, 1, elite=True)[0] for column in range(1, 12)] == [
        0, 0, 5, 5, 10, 10, 20, 20, 30, 40, 50,
    ]  # fmt: skip
    assert [result(Fight.AGGRESSIVE, column, 6)[0] for column in range(1, 12)] == [0] * 8 + [5, 5, 10]


@pytest.mark.rule("PRE-7.13")
def test_the_disarm_part_as_printed():
    assert [result(Fight.DISARM, column, 1, elite=True) for column in range(1, 12)] == [
        (0, 0), (0, 0), (0, 0), (5, 10), (5, 10), (10, 20), (10, 25), (20, 30), (20, 40), (30, 45), (40, 50),
    ]  # fmt: skip
    assert [result(Fight.DISARM, column, 6) for column in range(1, 12)] == [(0, 0)] * 9 + [(5, 10)] * 2


@pytest.mark.rule("PRE-7.12", "PRE-7.13")
def test_each_weapons_row_begins_where_it_is_printed():
    first = {part: {weapon: TABLES.exact("combat", part, "ratio", weapon, "c1") for weapon in HAND} for part in ATTACKS}
    last = {part: {weapon: TABLES.exact("combat", part, "ratio", weapon, "c11") for weapon in HAND} for part in ATTACKS}
    assert first[Fight.AGGRESSIVE] == dict(zip(HAND, map(Fraction, ("1/4", "1/5", "1/6", "1/7")), strict=True))
    assert last[Fight.AGGRESSIVE] == dict(zip(HAND, (8, 7, 6, 5), strict=True))
    assert first[Fight.DISARM] == dict(zip(HAND, map(Fraction, ("1/5", "1/4", "1/6", "1/3")), strict=True))
    assert last[Fight.DISARM] == dict(zip(HAND, (7, 8, 6, 9), strict=True))


@pytest.mark.rule("PRE-7.10", "PRE-G.30", "PRE-T.21")
def test_weapon_multipliers_follow_one_rank_for_each_weapon():
    rank = {"sword": 0, "club": 0, "war_club": 1, "lance": 2}
    for own, enemy in product(HAND, HAND):
        assert TABLES.exact("fight.weapon", enemy, own) == 1 + Fraction(rank[own] - rank[enemy], 3)
    assert TABLES.exact("fight.weapon", "lance", "sword") == Fraction(1, 3)
    assert TABLES.exact("fight.weapon", "sword", "lance") == Fraction(5, 3)


@pytest.mark.rule("PRE-O.01", "PRE-3.04")
def test_strength_rises_with_prowess_while_numbers_fall():
    strengths = [play.mean("raise_division", "strength", division(prowess)) for prowess in range(1, 6)]
    ratios = [TABLES.exact("army.number.ratio", f"mp_{prowess}") for prowess in range(1, 6)]
    assert strengths == [Fraction(value) for value in ("2.5", "3", "3.5", "4", "4.5")]
    assert all(more > fewer for more, fewer in pairwise(ratios))
    products = [strength * ratio for strength, ratio in zip(strengths, ratios, strict=True)]
    assert products == [Fraction(value) for value in ("2.5", "2.7", "2.625", "2.4", "2.25")]


def division(prowess: int) -> dict[str, object]:
    return {"side": "West", "military_prowess": prowess, "units_to_raise": 1}


def fought(
    option: str, weapon: str, own: int, enemy: int, measure: str = "target_killed", **fields: object
) -> Fraction:
    """Mean losses of a target that only defends, so that the actor's ratio is its own strength to twice the enemy's."""
    about = {
        "actor_weapon": weapon, "actor_strength": own, "target_weapon": weapon, "target_strength": enemy,
        "target_rolled": True, "target_movement": "still", "actor_movement": "part", **FACE_TO_FACE, **fields,
    }  # fmt: skip
    return play.mean("fight", measure, about, {"fight.aggressor": option})


PAIRS = [(own, enemy) for own in range(1, 7) for enemy in range(1, own + 1)]


@pytest.mark.rule("PRE-O.03")
def test_aggressive_at_the_same_ratio_favours_the_longer_weapon():
    for own, enemy in PAIRS:
        means = [fought("aggressive", weapon, own, enemy) for weapon in ("lance", "war_club", "club", "sword")]
        assert means == sorted(means, reverse=True)
    assert fought("aggressive", "lance", 6, 1) > fought("aggressive", "sword", 6, 1)


@pytest.mark.rule("PRE-O.04")
def test_disarm_at_the_same_ratio_favours_the_heavier_weapon():
    for measure, (own, enemy) in product(("target_killed", "target_disarmed"), PAIRS):
        means = [fought("disarm", weapon, own, enemy, measure) for weapon in ("war_club", "sword", "club", "lance")]
        assert means == sorted(means, reverse=True)
    assert fought("disarm", "war_club", 6, 1) > fought("disarm", "lance", 6, 1)


@pytest.mark.rule("PRE-O.06")
def test_swords_kill_as_many_when_they_disarm_and_others_fewer():
    for own, enemy in PAIRS:
        assert fought("disarm", "sword", own, enemy) == fought("aggressive", "sword", own, enemy)
        for weapon in ("club", "war_club", "lance"):
            assert fought("disarm", weapon, own, enemy) <= fought("aggressive", weapon, own, enemy)
    assert fought("disarm", "sword", 6, 2, "target_disarmed") > 0


@pytest.mark.rule("PRE-O.05")
@pytest.mark.parametrize("option", ("aggressive", "disarm"))
def test_what_helps_an_attacker_never_lowers_the_result(option):
    for weapon, (own, enemy) in product(HAND, PAIRS):
        plain = fought(option, weapon, own, enemy)
        assert fought(option, weapon, own, enemy, actor_elite=True) >= plain
        assert fought(option, weapon, own, enemy, at_the_back="actor") >= plain
        assert fought(option, weapon, own, enemy, actor_movement="full") >= plain
        assert fought(option, weapon, own, enemy, target_armoured=True) <= plain
    strengths = [fought(option, "club", own, 1) for own in range(1, 7)]
    assert strengths == sorted(strengths)
    assert strengths[0] < strengths[-1]


@pytest.mark.rule("PRE-O.07")
@pytest.mark.parametrize("weapon", HAND)
def test_defending_never_raises_the_enemys_result(weapon):
    for (own, enemy), option in product(PAIRS, ("aggressive", "disarm")):
        about = {
            "actor_weapon": weapon, "actor_strength": own, "target_weapon": weapon, "target_strength": enemy,
            "target_movement": "still", **FACE_TO_FACE,
        }  # fmt: skip
        lost = [
            play.mean("fight", "target_killed", about, {"fight.defender": choice, "fight.aggressor": option})
            for choice in ("defend", "aggressive")
        ]
        assert lost[0] <= lost[1]


fires = st.fixed_dictionaries(
    {
        "actor_weapon": st.sampled_from(["bow", "sling", "atl_atl"]),
        "firing_men": st.integers(1, 20),
        "actor_strength": st.integers(1, 6),
        "range": st.integers(2, 16).map(lambda eighths: str(eighths / 8)),
        "number_of_targets": st.integers(1, 4),
        "target_elite": st.booleans(),
        "target_armoured": st.booleans(),
        "target_moves": st.booleans(),
    }
)


@pytest.mark.rule("PRE-O.02")
@given(fires)
def test_missile_losses_keep_their_order(fields):
    fields = {**fields, "sighted": True}
    lost = losses(fields)
    assert losses(fields | {"target_elite": True}) <= losses(fields | {"target_elite": False})
    assert losses(fields | {"target_armoured": True}) <= losses(fields | {"target_armoured": False})
    assert losses(fields | {"target_moves": True}) <= losses(fields | {"target_moves": False})
    assert losses(fields | {"range": "2"}) <= lost
    assert losses(fields | {"number_of_targets": 4}) <= lost
    assert losses(fields | {"actor_strength": 6}) >= lost


def losses(fields: dict[str, object]) -> int:
    verdict = play.verdict("fire", fields)
    return int(verdict.measure("killed") + verdict.measure("unconscious"))


@pytest.mark.rule("PRE-5.01")
def test_every_weapon_has_its_row_in_the_tables_it_uses():
    for weapon in Weapon:
        if weapon in HAND:
            assert all(TABLES.has("combat", part, "ratio", weapon, "c1") for part in ATTACKS)
            assert not TABLES.has("missile", weapon, "rate")
        else:
            assert TABLES.number("missile", weapon, "rate") > 0
