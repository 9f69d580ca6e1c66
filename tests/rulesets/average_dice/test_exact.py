"""Laws in stages against those of every branch from its beginning to its end, and dice against a twin that counts faces."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.dice import AVERAGE, D10
from sandtable.kernel.drivers import Given, enumerate_exactly
from sandtable.kernel.messages import Message
from sandtable.kernel.pools import Strikes
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Band, Count
from sandtable.rulesets.average_dice.casualties import Exposed, dealt
from sandtable.rulesets.average_dice.dice import AverageDice, CanDice, average_dice, law_of_cans
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.vocabulary import Cover, Posture
from tests.rulesets.average_dice import play

COVER = st.sampled_from(["open", "soft", "hard"])
POSTURE = st.sampled_from(["upright", "prone", "fired_prone", "crawling"])


def both_laws(action: str, options: dict[str, Any] | None = None, **fields: Any) -> tuple[Any, Any]:
    """The law in stages, as the odds show it, and as following every branch from its beginning to its end gives it."""
    form = play.read(action, fields, options)
    start = RULESET.by_id[action].start(form.situation, play.tables(options))
    return enumerate_exactly(start), enumerate_exactly(lambda: iter(start()))


def assert_twins(action: str, options: dict[str, Any] | None = None, **fields: Any) -> None:
    quick, slow = both_laws(action, options, **fields)
    assert quick.law == slow.law
    assert set(quick.requests) == set(slow.requests)
    assert quick.law.total == 1


@settings(max_examples=40)
@given(
    weapon=st.sampled_from(["mauser", "winchester", "hotchpotch", "mg", "field_gun"]),
    figures=st.integers(1, 10),
    target=st.integers(1, 10),
    cover=COVER,
    posture=POSTURE,
    reach=st.sampled_from(["6-12", "12-18"]),
    prone=st.booleans(),
    general=st.booleans(),
)
def test_a_volley_has_the_law_of_its_branches(weapon, figures, target, cover, posture, reach, prone, general):
    about = {"target_cover": cover, "posture": posture, "range": reach, "target_prone_to_desertion": prone}
    assert_twins(
        "fire", weapon=weapon, figures_firing=figures, target_figures=target, general_with_target=general, **about
    )


@pytest.mark.parametrize("others", (1, 3, 5))
@pytest.mark.parametrize("allocation", ("nearest_round_robin", "owner_choice"))
@pytest.mark.rule("AVD-G.20")
def test_a_volley_at_mixed_cover_has_the_law_of_its_branches(others, allocation):
    about = {"figures_in_other_cover": others, "other_cover": "hard", "target_figures": 6, "range": 6}
    assert_twins("fire", {"allocation": allocation}, weapon="mauser", target_prone_to_desertion=True, **about)


@pytest.mark.parametrize("others", (1, 2))
@pytest.mark.parametrize("general", (True, False))
@pytest.mark.rule("AVD-G.20", "AVD-G.12")
def test_cans_at_few_in_mixed_cover_beside_their_general_have_the_law_of_their_branches(others, general):
    about = {"figures_in_other_cover": others, "other_cover": "hard", "target_figures": 5, "range": 3}
    assert_twins("throw_dynamite", throwers=2, general_with_target=general, target_prone_to_desertion=True, **about)
    quick, _ = both_laws("throw_dynamite", throwers=2, general_with_target=general, **about)
    assert (quick.law.probability(lambda verdict: verdict.general_killed) > 0) is general


@settings(max_examples=15)
@given(throwers=st.integers(1, 3), target=st.integers(1, 10), cover=COVER, prone=st.booleans(), own=st.booleans())
def test_cans_have_the_law_of_their_branches(throwers, target, cover, prone, own):
    about = {"target_prone_to_desertion": prone, "own_unit_prone_to_desertion": own, "target_cover": cover}
    assert_twins("throw_dynamite", throwers=throwers, target_figures=target, **about)


@settings(max_examples=30)
@given(
    attackers=st.integers(1, 14),
    defenders=st.integers(1, 8),
    cover=COVER,
    prone=st.booleans(),
    most=st.integers(1, 3),
    defender=st.sampled_from(["infantry", "cavalry", "artillery"]),
)
def test_a_melee_has_the_law_of_its_branches(attackers, defenders, cover, prone, most, defender):
    about = {"attacker_class": "infantry", "defender_class": defender, "target_cover": cover}
    assert_twins(
        "melee",
        {"melee_max": most},
        attacker_number=attackers,
        defender_number=min(defenders, 2) if defender == "artillery" else defenders,  # a crew is two
        target_prone_to_desertion=prone,
        **about,
    )


@settings(max_examples=25)
@given(
    weapon=st.sampled_from(["field_gun", "dynamite", "mauser"]),
    structure=st.sampled_from(["stone_building", "linear_stone", "linear_wooden", "fieldwork"]),
    throwers=st.integers(1, 3),
    left=st.integers(1, 40),
    figures=st.integers(0, 4),
    prone=st.booleans(),
    own=st.booleans(),
)
def test_hits_on_a_structure_have_the_law_of_their_branches(weapon, structure, throwers, left, figures, prone, own):
    most = play.tables().number("structure", structure, "value")
    about = {"hits_left": min(left, most), "figures_inside_or_behind": figures, "target_prone_to_desertion": prone}
    about |= {"own_unit_prone_to_desertion": own, "range": 6}
    assert_twins("hit_structure", weapon=weapon, structure=structure, throwers=throwers, **about)


@pytest.mark.parametrize("side", ("villista", "federal"))
@pytest.mark.parametrize("method", ("A", "B"))
@pytest.mark.rule("AVD-2.03", "AVD-2.04")
def test_a_force_has_the_law_of_its_branches(side, method):
    assert_twins("build_force", side=side, force_method=method, dynamite_unit=True)


def test_given_dice_are_followed():
    form = play.read("fire", {"weapon": "mauser", "range": 6})
    action = RULESET.by_id["fire"]
    law = action.law(
        form.situation, play.tables(), {"fire.hits": Given([2, 2]), "fire.saves": Given({"counts": [3]})}
    ).law
    assert {verdict.killed: weight for verdict, weight in law} == {3: 1}


# ---- Dice against counting their faces -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", (1, 2, 3, 4))
@pytest.mark.parametrize(("less", "least", "most"), ((0, None, None), (3, 0, None), (0, None, 4), (-10, None, None)))
@pytest.mark.rule("AVD-G.44")
def test_average_dice_count_like_their_faces(number, less, least, most):
    dice = average_dice("fire.hits", number, play.tables(), less=less, least=least, most=most)
    by_faces = Counter(dice.reading({"faces": list(faces)}) for faces in product(AVERAGE.faces, repeat=number))
    assert dict(dice.law()) == dict(by_faces)
    assert dict(Count.law(dice)) == dict(by_faces)


@pytest.mark.parametrize("throwers", (1, 2, 3))
@pytest.mark.rule("AVD-8.21", "AVD-8.22")
def test_cans_count_like_their_faces(throwers):
    by_faces: Counter[tuple[int, int]] = Counter()
    for faces in product(AVERAGE.faces, repeat=2 * throwers):
        pairs = [faces[place : place + 2] for place in range(0, len(faces), 2)]
        by_faces[sum(2 in pair for pair in pairs), sum(sum(pair) for pair in pairs if 2 not in pair)] += 1
    assert dict(law_of_cans(AVERAGE, 2, 2, throwers)) == dict(by_faces)


@pytest.mark.parametrize(("enemies", "each"), ((1, 1), (2, 1), (1, 3), (2, 2)))
@pytest.mark.rule("AVD-11.01")
def test_strikes_count_like_their_faces(enemies, each):
    scores = frozenset({7, 8, 9, 10})
    dice = Strikes("melee.strikes", D10, enemies * each, (Band(Message("x"), scores),), lambda down: down, each=each)
    by_faces = Counter(dice.reading({"faces": list(faces)}) for faces in product(D10.faces, repeat=enemies * each))
    assert dict(dice.law()) == dict(by_faces)


@given(hits=st.integers(0, 30), first=st.integers(1, 9), second=st.integers(1, 9))
@pytest.mark.rule("AVD-G.20")
def test_hits_are_dealt_as_by_hand(hits, first, second):
    groups = (Exposed(first, Cover.OPEN, Posture.UPRIGHT), Exposed(second, Cover.HARD, Posture.UPRIGHT))
    by_hand = [0, 0]
    for number in range(hits):
        by_hand[0 if number % (first + second) < first else 1] += 1
    assert dealt(hits, groups, (0, 1)) == tuple(by_hand)


# ---- Dice as people give them ------------------------------------------------------------------------------------------------


def test_a_throw_may_be_given_as_faces_counts_total_or_text():
    dice = average_dice("fire.hits", 3, play.tables())
    told = [[2, 3, 5], {"faces": [2, 3, 5]}, {"counts": [1, 1, 0, 1]}, 10, "2,3,5", "10"]
    assert [dice.reading(dice.normal(answer)) for answer in told] == [10] * len(told)


@pytest.mark.parametrize(
    "answer", ([2, 3], [1, 3, 4], 5, 16, {"counts": [1, 1]}, {"counts": [3, 1, 0, 0]}, True, "many")
)
def test_impossible_dice_are_refused(answer):
    dice = average_dice("fire.hits", 3, play.tables())
    with pytest.raises(Refusal):
        dice.reading(dice.normal(answer))


@pytest.mark.parametrize("answer", ([3, 3], [3, 3, 3, 6], {"counts": [1, 0, 0, 0, 0, 0]}, {"counts": [2]}, 8))
def test_impossible_cans_are_refused(answer):
    dice = play.pending("throw_dynamite", throwers=2)
    assert isinstance(dice, CanDice)
    with pytest.raises(Refusal):
        dice.reading(answer)


@pytest.mark.parametrize("answer", ([7, 7], [11, 1, 1, 1], {"counts": [3]}, {"counts": [-1]}, {"counts": [1, 1]}))
def test_impossible_strikes_are_refused(answer):
    about = {"attacker_class": "infantry", "defender_class": "infantry"}
    dice = play.pending("melee", attacker_number=4, defender_number=2, **about)
    assert isinstance(dice, Strikes)
    with pytest.raises(Refusal):
        dice.reading(answer)


def test_every_average_die_request_is_one():
    assert isinstance(play.pending("new_day"), AverageDice)
