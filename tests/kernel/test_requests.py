"""What a rule may ask for: readings, answers in all their shapes, refusals that say what was asked, exact and conditional laws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.conformance.leaves import law_by_faces
from sandtable.kernel.dice import AVERAGE, D6, D10, D20, PERCENT, Die
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Band, Choose, Count, Observe, Of, Option, Roll
from sandtable.kernel.spelling import folded
from sandtable.kernel.texts import kernel_catalogue

HITS = Band(Message("hits"), frozenset({5, 6}))
SAVES = Band(Message("saves"), frozenset({4}))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


def one(die: Die = D10, **about) -> Roll:
    return Roll("one", (die,), read=lambda face: face, **about)


def two(of: Of, **about) -> Roll:
    return Roll("two", (D6, D6), read=lambda *seen: seen if of is Of.FACES else seen[0], of=of, **about)


def pool(number: int = 5, *bands: Band) -> Count:
    return Count("pool", D6, number, bands or (HITS, SAVES), read=lambda *counts: counts)


def problem_of(call, *arguments):
    with pytest.raises(Refusal) as refused:
        call(*arguments)
    (problem,) = refused.value.problems
    return problem


# ---- Roll ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", (7, [7], (7,), "7", " 7 ", 7.0, [7.0]))
def test_one_die_is_told_as_a_face_or_a_list(answer):
    assert one().reading(answer) == 7
    assert repr(one().normal(answer)) == "[7]"


@pytest.mark.parametrize(("of", "reading"), ((Of.FACES, (5, 2)), (Of.TOTAL, 7), (Of.DIFFERENCE, 3)))
@pytest.mark.parametrize("answer", ([5, 2], "5,2", "5 2", "5, 2"))
def test_two_dice_are_read_as_faces_total_or_difference(of, reading, answer):
    assert two(of).reading(answer) == reading
    assert two(of).normal(answer) == [5, 2]


@pytest.mark.parametrize("answer", (7, "7"))
def test_a_total_may_be_told_alone_where_only_it_counts(answer):
    assert two(Of.TOTAL).reading(answer) == 7
    assert two(Of.TOTAL).normal(answer) == 7


@pytest.mark.parametrize("of", (Of.FACES, Of.DIFFERENCE))
def test_a_total_alone_does_not_tell_faces_or_a_difference(of):
    problem = problem_of(two(of).reading, 7)
    assert problem.field == "two"
    assert problem.message.id == "kernel.dice.wrong_number"
    assert dict(problem.message.parameters)["number"] == 2


@pytest.mark.parametrize("total", (1, 13, -1))
def test_a_total_that_the_dice_cannot_show_is_refused_with_the_limits(total):
    problem = problem_of(two(Of.TOTAL).reading, total)
    assert problem.message == Message.of("kernel.dice.impossible_total", total=total, lowest=2, highest=12)


def test_a_total_between_the_limits_may_be_impossible_too():
    evens = Roll("x", (Die("even", (2, 4)),) * 2, read=lambda total: total, of=Of.TOTAL)
    assert evens.reading(6) == 6
    assert problem_of(evens.reading, 5).message.id == "kernel.dice.impossible_total"


@pytest.mark.parametrize(
    ("answer", "face"),
    ((11, "11"), ("x", "x"), ("yes", "yes"), ("true", "true"), ([True], "True"), ([None], "None")),
)
def test_a_face_that_is_not_on_the_die_is_refused_with_those_that_are(answer, face):
    problem = problem_of(one().reading, answer)
    assert problem.message == Message.of("kernel.dice.impossible_face", face=face, die="d10")
    assert problem.choices == tuple(map(str, range(1, 11)))


def test_repeated_faces_are_offered_once():
    assert problem_of(one(AVERAGE).reading, 6).choices == ("2", "3", "4", "5")


@pytest.mark.parametrize("answer", ([], [1, 2], None, {}, {"faces": [3]}, True))
def test_another_number_of_dice_is_refused_with_what_was_asked(answer):
    problem = problem_of(one().reading, answer)
    assert problem.message.id in ("kernel.dice.wrong_number", "kernel.dice.impossible_face")
    assert problem.field == "one"


def test_the_law_of_a_reading_merges_faces_that_read_alike():
    table = Roll("t", (D10,), read=lambda face: "hit" if face >= 8 else "miss")
    assert table.law() == (("miss", 7), ("hit", 3))


@pytest.mark.parametrize("of", tuple(Of))
def test_the_law_is_that_of_every_combination_of_faces(of):
    request = two(of)
    counted = {reading: share for reading, (_, share) in law_by_faces(request).items()}
    assert {reading: Fraction(weight, 36) for reading, weight in request.law()} == counted


def test_a_throw_repeated_until_it_counts_has_the_conditional_law():
    different = two(Of.FACES, counting=lambda a, b: a != b)
    assert sorted(different.law()) == [(pair, 1) for pair in product(D6.faces, repeat=2) if pair[0] != pair[1]]
    low = two(Of.TOTAL, counting=lambda total: total <= 4)
    assert low.law() == ((2, 1), (3, 2), (4, 3))
    ahead = two(Of.DIFFERENCE, counting=lambda difference: difference > 3)
    assert ahead.law() == ((4, 2), (5, 1))


def test_a_throw_that_does_not_count_is_refused():
    problem = problem_of(one(counting=lambda face: face > 2).reading, 2)
    assert problem.message.id == "kernel.dice.does_not_count"
    assert problem.choices == tuple(map(str, range(3, 11))), "only faces that count"
    assert one(counting=lambda face: face > 2).reading(3) == 3
    assert (
        problem_of(two(Of.TOTAL, counting=lambda total: total > 6).reading, 6).message.id
        == "kernel.dice.does_not_count"
    )


# ---- Count ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    (
        {"faces": [6, 5, 4, 1, 1]},
        [6, 5, 4, 1, 1],
        (6, 5, 4, 1, 1),
        {"counts": [2, 1]},
        {"counts": (2.0, 1)},
        [6.0, 5, 4, 1, 1],
        "6,5,4,1,1",
        "6 5 4 1 1",
        "2/1",
    ),
)
def test_a_pool_is_told_by_faces_or_by_counts(answer):
    request = pool()
    assert request.reading(answer) == (2, 1)
    assert request.reading(request.normal(answer)) == (2, 1)
    assert "." not in repr(request.normal(answer)), "whole numbers are kept as such"


@pytest.mark.parametrize(
    ("request_", "answer", "sentence"),
    (
        (one(), [1, 2], "This throw is 1 die (d10). Give one face for each."),
        (two(Of.FACES), 3, "This throw is 2 dice (d6 and d6). Give one face for each."),
        (one(), 11, "11 is not on a d10."),
        (two(Of.FACES), [1, 7], "7 is not on a d6."),
        (two(Of.TOTAL), 13, "13 is not possible. The total is from 2 to 12."),
        (one(counting=lambda face: face > 2), 1, "This throw does not count. Throw again."),
        (pool(), 3, "This throw is 5 dice (d6). Give 5 faces, or a count for each of the 2 bands."),
        (pool(), [1, 2], "This throw is 5 dice (d6). Give 5 faces, or a count for each of the 2 bands."),
        (pool(), [1, 2, 3, 4, 9], "9 is not on a d6."),
        (pool(), {"counts": [9, 9]}, "Give 2 counts, one for each band, of 5 dice in all."),
        (Observe("x", usual=True), "so", "so is neither yes nor no."),
        (Observe("x", usual=3, highest=5), "so", "so is not a whole number from 0 to 5."),
    ),
)  # fmt: skip
def test_refusals_in_words(request_, answer, sentence):
    problem = problem_of(request_.reading, answer)
    assert kernel_catalogue().say(problem.message) == sentence
    assert problem.field == request_.key


def test_faces_are_offered_for_one_die_alone():
    assert problem_of(two(Of.FACES).reading, [1]).choices == ()
    assert problem_of(two(Of.FACES).reading, [1, 9]).choices == ("1", "2", "3", "4", "5", "6")
    assert problem_of(one().reading, []).choices == tuple(map(str, range(1, 11)))


def test_whole_bands_are_refused_in_words_too():
    whole = pool(5, HITS, Band(Message("rest"), frozenset({1, 2, 3, 4})))
    problem = problem_of(whole.reading, {"counts": [2, 1]})
    assert kernel_catalogue().say(problem.message) == "Give 2 counts, one for each band, of 5 dice in all."
    assert problem.field == "pool"


def test_a_number_alone_is_the_hits_of_a_pool_with_one_band():
    assert pool(5, HITS).reading("3") == (3,)
    assert pool(2, HITS).reading("2") == (2,)
    assert pool(1, HITS).reading("3") == (0,), "one die shows a three"


@pytest.mark.parametrize(
    ("answer", "message"),
    (
        ({"faces": [6, 6]}, "kernel.dice.wrong_pool"),
        ({"faces": 6}, "kernel.dice.wrong_pool"),
        ({"hits": [1]}, "kernel.dice.wrong_pool"),
        ({"faces": [1] * 5, "counts": [0, 0]}, "kernel.dice.wrong_pool"),
        (3, "kernel.dice.wrong_pool"),
        (None, "kernel.dice.wrong_pool"),
        ({"faces": [7, 1, 1, 1, 1]}, "kernel.dice.impossible_face"),
        ({"faces": [True, 1, 1, 1, 1]}, "kernel.dice.impossible_face"),
        ({"counts": [1]}, "kernel.dice.wrong_counts"),
        ({"counts": [4, 2]}, "kernel.dice.wrong_counts"),
        ({"counts": [-1, 2]}, "kernel.dice.wrong_counts"),
        ({"counts": [True, 1]}, "kernel.dice.wrong_counts"),
        ({"counts": 3}, "kernel.dice.wrong_counts"),
    ),
)
def test_a_wrong_pool_is_refused_with_what_was_asked(answer, message):
    problem = problem_of(pool().reading, answer)
    assert problem.field == "pool"
    assert problem.message.id == message


def test_a_face_that_no_die_of_the_pool_has_comes_with_those_it_has():
    problem = problem_of(pool().reading, {"faces": [7, 1, 1, 1, 1]})
    assert problem.choices == ("1", "2", "3", "4", "5", "6")


def test_counts_must_be_whole_where_the_bands_cover_the_die():
    misses = Band(Message("misses"), frozenset({1, 2, 3}))
    whole = pool(5, HITS, SAVES, misses)
    assert whole.reading({"counts": [2, 1, 2]}) == (2, 1, 2)
    assert problem_of(whole.reading, {"counts": [2, 1, 1]}).message.id == "kernel.dice.wrong_counts"
    assert pool().reading({"counts": [0, 0]}) == (0, 0), "what is in no band need not be told"


@given(st.integers(1, 4), st.sets(st.sampled_from(D6.faces)), st.sampled_from((D6, AVERAGE, Die("odd", (1, 1, 4, 6)))))
def test_the_law_of_a_pool_is_that_of_every_throw(number, faces, die):
    bands = (Band(Message("a"), frozenset(faces)), Band(Message("b"), frozenset(D6.faces) - faces))
    request = Count("pool", die, number, bands, read=lambda a, b: (a, b))
    counted = Counter(request.reading(list(throw)) for throw in product(die.faces, repeat=number))
    assert dict(request.law()) == dict(counted)


def test_the_law_of_a_pool_merges_counts_that_read_alike():
    any_hit = Count("pool", D6, 3, (HITS,), read=lambda hits: hits > 0)
    assert dict(any_hit.law()) == {False: 64, True: 152}


def test_a_pool_of_no_dice_has_one_reading():
    assert pool(0).law() == (((0, 0), 1),)
    assert pool(0).reading([]) == (0, 0)


# ---- Choose and Observe --------------------------------------------------------------------------------------------------------

ORDERS = tuple(Option(value, Message(value)) for value in ("FallBack", "stand fast", "Charge!"))


@pytest.mark.parametrize("answer", ("FallBack", "fall back", "FALL-BACK", "fall_back"))
def test_a_choice_is_understood_however_it_is_spelled(answer):
    choose = Choose("order", ORDERS, "Charge!")
    assert choose.reading(answer) == choose.normal(answer) == "FallBack"


def test_a_choice_is_kept_as_a_plain_word_even_if_a_term_was_given():
    class Order(Vocabulary):
        FALL_BACK = "fall back"

    request = Choose("order", (Option("fall back", Message("x")),), usual=Order.FALL_BACK)
    assert type(request.normal(Order.FALL_BACK)) is str
    assert request.normal(Order.FALL_BACK) == "fall back"


@pytest.mark.parametrize("answer", ("retreat", None, 1, [], {}))
def test_what_is_no_option_is_refused_with_the_options(answer):
    problem = problem_of(Choose("order", ORDERS, "Charge!").reading, answer)
    assert problem.field == "order"
    assert problem.message == Message.of("kernel.answer.choice", value=str(answer))
    assert problem.choices == ("FallBack", "stand fast", "Charge!")


@pytest.mark.parametrize(
    ("answer", "fact"),
    (
        (True, True),
        ("yes", True),
        ("Y", True),
        (" true ", True),
        ("1", True),
        (1, True),
        (False, False),
        ("no", False),
        ("N", False),
        ("0", False),
        (0, False),
    ),
)
def test_yes_and_no_are_understood(answer, fact):
    assert Observe("seen", usual=False).reading(answer) is fact


@pytest.mark.parametrize("answer", ("perhaps", None, 2, [], {}))
def test_neither_yes_nor_no_is_refused(answer):
    problem = problem_of(Observe("seen", usual=False).reading, answer)
    assert problem.message.id == "kernel.answer.yes_no"
    assert problem.choices == ("yes", "no")


@pytest.mark.parametrize(
    ("answer", "number"), ((3, 3), (5, 5), (0, 0), ("3", 3), (" +3 ", 3), (3.0, 3), (True, 1), ("yes", 1), ("no", 0))
)
def test_a_number_is_understood(answer, number):
    assert Observe("leaders", usual=0, highest=5).reading(answer) == number


@pytest.mark.parametrize(
    "answer",
    (
        6,
        -1,
        "six",
        2.5,
        None,
        [],
        "1e3",
        pytest.param("9" * 5000, id="without end"),
        float("inf"),
        float("nan"),
        "+-3",
        "--5",
    ),
)
def test_a_number_outside_the_limits_is_refused_with_them(answer):
    problem = problem_of(Observe("leaders", usual=0, highest=5).reading, answer)
    assert problem.message == Message.of("kernel.answer.number", value=str(answer), lowest=0, highest=5)


def test_what_is_observed_may_be_one_of_some_options():
    facing = Observe("facing", usual="Charge!", options=ORDERS)
    assert facing.value_kind == "choice"
    assert facing.reading("stand-fast") == "stand fast"
    assert problem_of(facing.reading, True).choices == ("FallBack", "stand fast", "Charge!")


def test_the_kind_of_a_fact_follows_its_usual_answer():
    assert Observe("x", usual=True).value_kind == "yes_no"
    assert Observe("x", usual=1).value_kind == "number"


# ---- Whatever is answered ------------------------------------------------------------------------------------------------------

REQUESTS = (
    one(), one(D20, counting=lambda face: face > 10), two(Of.FACES), two(Of.TOTAL), two(Of.DIFFERENCE), pool(3), pool(2, HITS),
    Choose("order", ORDERS, "Charge!"), Observe("x", usual=True), Observe("x", usual=3), Observe("x", usual="Charge!", options=ORDERS),
)  # fmt: skip


def read_or_refused(request_, answer):
    """The reading, or the problems."""
    try:
        return request_.reading(request_.normal(answer)), ()
    except Refusal as refusal:
        return None, refusal.problems


@given(st.sampled_from(REQUESTS), json_values)
def test_any_answer_is_read_or_refused_never_worse(request_, answer):
    reading, problems = read_or_refused(request_, answer)
    hash(reading)
    assert all(problem.field == request_.key for problem in problems)


@given(st.sampled_from(REQUESTS), json_values)
def test_what_a_record_keeps_reads_the_same_again(request_, answer):
    try:
        kept = request_.normal(answer)
        reading = request_.reading(kept)
    except Refusal:
        return
    assert request_.normal(kept) == kept
    assert request_.reading(kept) == reading


def test_folding_takes_out_what_people_spell_differently():
    assert folded("Fall-Back_now/Or later") == "fallbacknoworlater"


def test_a_request_reads_its_dice_once():
    seen: list[int] = []

    def read(face: int) -> int:
        seen.append(face)
        return face // 4

    request = Roll("shot", (D6,), read=read)
    assert request.law() == request.law() == ((0, 3), (1, 3))
    assert seen == [1, 2, 3, 4, 5, 6]
    assert request == Roll("shot", (D6,), read=read), "what is remembered tells no requests apart"


@pytest.mark.parametrize("pool", (1, 4))
def test_a_face_in_two_bands_is_refused_when_the_pool_is_made(pool):
    """Four faces of six in one band and four in another would leave minus two for the misses."""
    low, high = (
        Band(Message(name), frozenset(faces)) for name, faces in (("low", (1, 2, 3, 4)), ("high", (3, 4, 5, 6)))
    )
    with pytest.raises(Flaw) as refused:
        Count("lamps", D6, pool, (low, high), read=lambda *counts: counts)
    (problem,) = refused.value.problems
    assert problem.field == "lamps"
    assert kernel_catalogue().say(problem.message) == (
        "The faces 3 and 4 belong to two bands of lamps. Give each face to one."
    )


def test_a_pool_of_fewer_dice_than_none_is_refused():
    with pytest.raises(Flaw, match="lamps"):
        Count("lamps", D6, -1, (Band(Message("high"), frozenset({5, 6})),), read=lambda count: count)


@pytest.mark.parametrize(
    ("die", "typed", "face"),
    ((D10, "0", 10), (D10, "00", 10), (PERCENT, "00", 100), (PERCENT, "0", 100), (PERCENT, "07", 7), (D10, "7", 7)),
)
def test_a_die_of_tens_shows_its_highest_face_as_nought(die, typed, face):
    assert Roll("throw", (die,), read=int).reading(typed) == face


def test_a_nought_elsewhere_is_refused_with_what_it_stands_for():
    with pytest.raises(Refusal) as refusal:
        Roll("throw", (D10,), read=int).reading([0])
    (problem,) = refusal.value.problems
    assert problem.message == Message.of("kernel.dice.zero", face="0", die="d10", last=10)
    with pytest.raises(Refusal) as refusal:
        Roll("throw", (PERCENT,), read=int).reading(101)
    assert refusal.value.problems[0].choices == ("1 to 100",)
    with pytest.raises(Refusal) as refusal:
        Roll("throw", (D6,), read=int).reading("0")
    assert refusal.value.problems[0].message.id == "kernel.dice.impossible_face"


def test_of_a_single_die_none_may_be_counted_where_its_face_means_the_same():
    def one(die, faces):
        return Count("throw", die, 1, (Band(Message("hits"), frozenset(faces)),), read=int)

    assert one(PERCENT, range(1, 36)).reading("0") == 0
    assert one(PERCENT, range(1, 36)).reading("00") == 0
    assert one(PERCENT, range(1, 36)).reading("35") == 1
    assert one(D6, (5, 6)).reading("0") == 0
    assert one(D10, range(8, 11)).reading("0") == 1, "the face that shows as 0 is a hit"
    assert Count("throw", D10, 2, (Band(Message("hits"), frozenset((10,))),), read=int).reading("0,3") == 1


def low(face):
    return face <= 4


def test_only_faces_that_count_are_offered_for_a_throw_that_may_not():
    roll = Roll("army.prowess", (D6,), lambda face: face, counting=low)
    assert roll.example() == (4,)
    assert roll.reading(roll.example()) == 4
    for answer in (6, 9):
        with pytest.raises(Refusal) as refused:
            roll.reading(answer)
        assert refused.value.problems[0].choices == ("1", "2", "3", "4")
    total = Roll("total", (D6, D6), lambda total: total, Of.TOTAL, counting=lambda total: total < 4)
    assert total.example() == (2, 1)
    assert Roll("any", (D6, D10), lambda *faces: faces).example() == (6, 10)


@pytest.mark.parametrize(
    "request_",
    (
        Roll("roll", (D10,), lambda face: face),
        Roll("dice", (D6, D6), lambda *faces: faces),
        Count("pool", D6, 2, (Band(Message("hit"), frozenset({6})),), lambda hits: hits),
        Choose("choice", (Option("yes", Message("yes")),), usual="yes"),
        Observe("fact", usual=True),
        Observe("number", usual=1),
        Observe("which", usual="a", options=(Option("a", Message("a")),)),
    ),
    ids=lambda request: request.key,
)
@pytest.mark.parametrize("answer", ("", "  "))
def test_an_answer_that_says_nothing_is_called_empty(request_, answer):
    with pytest.raises(Refusal) as refused:
        request_.reading(answer)
    assert [problem.message.id for problem in refused.value.problems] == ["kernel.answer.empty"]


def test_too_few_faces_are_counted_and_not_called_by_no_name():
    with pytest.raises(Refusal) as refused:
        Roll("dice", (D6, D6, D6), lambda *faces: faces).reading("3,4")
    assert refused.value.problems[0].message.id == "kernel.dice.wrong_number"
