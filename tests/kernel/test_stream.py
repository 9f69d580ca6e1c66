"""The live dice: the same faces for ever, evenly spread, and checkable by hand."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from types import SimpleNamespace

import pytest

from sandtable.kernel import stream as stream_module
from sandtable.kernel.dice import AVERAGE, D6, D10, D20, PERCENT, Die, sided
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Band, Count, Of, Roll
from sandtable.kernel.stream import DiceStream

ONE_D10 = Roll("one", (D10,), read=lambda face: face)
THROWS = 6000
GOLDEN_D10 = [[2], [7], [8], [10], [10], [7], [4], [8], [3], [10], [5], [5]]
GOLDEN_POOL = [6, 1, 3, 4, 6, 2, 3, 6]
GOLDEN_TWO = [15, 31]
GOLDEN_AVERAGE = [2, 5, 3, 4, 2, 4]


def pool(number: int, die: Die = D6) -> Count:
    return Count("pool", die, number, (Band(Message("x"), frozenset({6})),), read=lambda hits: hits)


def test_these_faces_come_on_every_machine_and_every_python():
    """Games that were played are checked against these; a change here breaks every log with a seed."""
    stream = DiceStream("Celaya")
    assert [stream.answer(ONE_D10) for _ in range(12)] == GOLDEN_D10
    assert stream.answer(pool(8)) == {"faces": GOLDEN_POOL}
    assert stream.answer(Roll("two", (D20, PERCENT), read=lambda *faces: faces)) == GOLDEN_TWO
    assert stream.answer(Roll("odd", (AVERAGE,) * 6, read=lambda *faces: faces)) == GOLDEN_AVERAGE
    assert stream.throws == 15


def test_a_face_is_the_hash_of_seed_throw_and_die():
    digest = sha256(b"Zacatecas/4/0/0").digest()
    assert DiceStream("Zacatecas", 4).answer(ONE_D10) == [int.from_bytes(digest[:8], "big") % 10 + 1]


def test_a_stream_goes_on_where_it_was_left():
    whole = DiceStream("Torreón")
    faces = [whole.answer(ONE_D10) for _ in range(6)]
    later = DiceStream("Torreón", 3)
    assert [later.answer(ONE_D10) for _ in range(3)] == faces[3:]


def test_another_seed_throws_other_dice():
    assert DiceStream("a").answer(pool(20)) != DiceStream("b").answer(pool(20))


@pytest.mark.parametrize(("sides", "limit"), ((6, 20.5), (10, 27.9), (20, 43.8)))
def test_every_face_comes_as_often_as_the_next(sides, limit):
    """Pearson's chi-square on a fixed seed, against its 99.9% point."""
    stream, request = DiceStream("evenly"), Roll("x", (sided(sides),), read=lambda face: face)
    seen = Counter(stream.answer(request)[0] for _ in range(THROWS))
    expected = THROWS / sides
    assert sum((seen[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < limit


def test_dice_of_one_throw_do_not_follow_each_other():
    stream = DiceStream("pairs")
    pairs = Counter(tuple(stream.answer(Roll("x", (D6, D6), read=lambda *faces: faces))) for _ in range(THROWS))
    expected = THROWS / 36
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in D6.faces for b in D6.faces) < 66.6


def test_a_throw_that_does_not_count_is_thrown_again_within_one_request():
    never_equal = Roll("x", (D6, D6), read=lambda a, b: (a, b), counting=lambda a, b: a != b)
    stream = DiceStream("again")
    for number in range(200):
        first, second = stream.answer(never_equal)
        assert first != second
        assert stream.throws == number + 1
    plain = DiceStream("again")
    faces = [plain.answer(Roll("x", (D6, D6), read=lambda *f: f)) for _ in range(200)]
    kept = DiceStream("again")
    assert [pair for pair in faces if pair[0] != pair[1]] == [
        pair
        for pair, free in zip((kept.answer(never_equal) for _ in range(200)), faces, strict=True)
        if free[0] != free[1]
    ]


def test_what_counts_may_be_the_total_or_the_difference():
    stream = DiceStream("count")
    total = Roll("x", (D6, D6), read=lambda t: t, of=Of.TOTAL, counting=lambda t: t >= 11)
    assert all(sum(stream.answer(total)) >= 11 for _ in range(50))
    difference = Roll("x", (D6, D6), read=lambda d: d, of=Of.DIFFERENCE, counting=lambda d: d == 5)
    assert all(stream.answer(difference) == [6, 1] for _ in range(20))


def test_a_number_in_the_last_incomplete_run_of_faces_is_thrown_again(monkeypatch):
    """Otherwise low faces would be likelier, if only by a hair."""
    digests = iter([b"\xff" * 32, (7).to_bytes(8, "big") + bytes(24)])
    monkeypatch.setattr(
        "sandtable.kernel.stream.sha256", lambda _: type("Hash", (), {"digest": lambda _: next(digests)})()
    )
    assert DiceStream("x").answer(Roll("x", (D6,), read=lambda f: f)) == [2]


def by_hand(seed: str, throw: int, number: int, attempt: int = 0) -> int:
    return int.from_bytes(
        sha256(f"{seed}/{throw}/{number}/{attempt}".encode("utf-8", "surrogatepass")).digest()[:8], "big"
    )


def test_dice_thrown_again_take_the_next_numbers():
    """Two dice until they differ by three or more: the first throw takes numbers 0 and 1, the next 2 and 3."""
    apart = Roll("apart", (D6, D6), read=lambda *faces: faces, counting=lambda one, other: abs(one - other) >= 3)
    for seed in map(str, range(40)):
        faces = [by_hand(seed, 0, number) % 6 + 1 for number in range(60)]
        pairs = zip(faces[::2], faces[1::2], strict=True)
        assert DiceStream(seed).answer(apart) == list(next(pair for pair in pairs if abs(pair[0] - pair[1]) >= 3))


def test_what_would_make_faces_uneven_is_drawn_again(monkeypatch):
    """With room for ten values only, a die of six takes those below six."""
    monkeypatch.setattr(stream_module, "_RANGE", 10)
    monkeypatch.setattr(stream_module, "sha256", lambda text: SimpleNamespace(digest=lambda: _draws(text)))
    six = Roll("six", (D6,), read=lambda face: face)
    assert DiceStream("x").answer(six) == [3]


def _draws(text: bytes) -> bytes:
    """The attempts come to 6, 9 and 2: the first that counts is the third."""
    return [6, 9, 2][int(text.rpartition(b"/")[2])].to_bytes(8, "big")


def test_any_seed_that_can_be_typed_throws_dice():
    assert DiceStream("\ud800").answer(ONE_D10) == [by_hand("\ud800", 0, 0) % 10 + 1]
