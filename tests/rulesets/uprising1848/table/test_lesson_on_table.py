"""Kossuth's flight as a pupil plays it who does what the hints say and nothing else: none of them is one that cannot be followed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.battle.desk import Draft, OrderPanel
from sandtable.battle.engine.battle import Accepted, Battle, Outcome
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point, inches
from sandtable.kernel.messages import Texts
from sandtable.kernel.requests import Choose
from sandtable.miniatures.drawing_up import middle_of
from sandtable.rulesets.uprising1848.table.players import ready
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField
from tests.rulesets.uprising1848.table.test_scenario_files import text_of

PUPIL, RULES = Seat("pupil", (PLAYER,)), Seat("rules", (GOVERNMENT,))
ESCORT = "Kossuth and his escort"
MOST = 400  # orders of a lesson
WAYS = ((0, 12), (0, 4), (-8, 8), (8, 8), (-10, 2), (10, 2), (-8, 0), (8, 0), (0, -6))  # inches to the right and ahead


class Pupil:
    """Reads the hint and does what it says."""

    def __init__(self, seed: str, level: str) -> None:
        self.battle: Battle[UprisingField] = Battle.begin(TABLE, text_of("kossuths-flight"), (PUPIL, RULES), seed)
        self.rules = TABLE.players["opponent"](level, seed)
        self.heard: list[str] = []

    def play(self) -> str:
        """To the end of the battle; the last hint."""
        for _ in range(MOST):
            if self.battle.result is not None:
                break
            if self.battle.question is not None:
                self.answer()
            elif self.battle.decisions()[0].by == GOVERNMENT:
                order = self.rules.order(self.battle.view(RULES.id), self.battle.decisions()[0])
                self.take(self.battle.submit(RULES.id, order))
            else:
                self.follow()
        return self.hint

    @property
    def hint(self) -> str:
        return TABLE.desk.scene(self.battle.view(PUPIL.id), PUPIL).hint

    def answer(self) -> None:
        """What the middle of a rule asks is answered as is usual."""
        question = self.battle.question
        assert question is not None
        assert isinstance(question.request, Choose)
        seat = RULES.id if question.to == GOVERNMENT else PUPIL.id
        self.take(self.battle.answer(seat, question.key, question.request.usual))

    def follow(self) -> None:
        """The first of the offers that the hint speaks of and that leads to an order."""
        hint = self.hint
        self.heard.append(hint)
        for draft in self.meant(hint):
            told = TABLE.desk.preview(self.battle.view(PUPIL.id), PUPIL, draft)
            if told.order is not None:
                self.take(self.battle.submit(PUPIL.id, told.order))
                return
        raise AssertionError(f"{hint!r} cannot be followed")

    @property
    def unit(self) -> str:
        """The unit that has to be told something, Kossuth's before others."""
        able = [piece.id for piece in ready(self.battle.view(PUPIL.id), PLAYER)]
        return ESCORT if ESCORT in able or not able else able[0]

    def meant(self, hint: str) -> Iterator[Draft]:
        """What a hint tells to do."""
        if "ress" in hint and "choose" not in hint:
            assert "initiative" in [offer.id for offer in self.panel("").offers]
            yield Draft("", "initiative")
        elif "Draw their way" in hint:
            yield from (Draft(self.unit, "go", path=(place,)) for place in self.places())
            yield Draft(self.unit, "go:stay")
        elif "Choose Knot" in hint:
            yield from (Draft(self.unit, "go", path=(place,), choices={"shape": "knot"}) for place in self.places(0.25))
            yield Draft(self.unit, "go:stay")
        elif "look at the odds" in hint:
            yield from self.shots()
        elif hint.startswith("Rally"):
            yield Draft(self.unit, "stand::Rally")
        elif "et them move" in hint or hint.startswith("Go on toward"):
            assert self.offered("move")
            yield Draft(self.unit, "move")
        else:
            raise AssertionError(f"nobody knows what to do at {hint!r}")

    def places(self, share: float = 1) -> Iterator[Point]:
        """Ahead first, then to either side; at the end across the border."""
        piece = self.battle.state.pieces[self.unit]
        at = Point(inches(18), 0) if piece.id in self.battle.state.waiting else middle_of(piece.figures)
        yield from (Point(at.x + inches(share * x), at.y + inches(share * y)) for x, y in WAYS)

    def shots(self) -> Iterator[Draft]:
        """Muskets, or a pistol, at whoever can be aimed at."""
        for action in ("fire_musket", "fire_pistol"):
            targets = TABLE.desk.outlook(self.battle.view(PUPIL.id), PUPIL, self.unit, action).targets
            yield from (Draft(self.unit, action, target=each.piece) for each in targets if each.objection is None)

    def panel(self, piece: str) -> OrderPanel:
        return TABLE.desk.panel(self.battle.view(PUPIL.id), PUPIL, piece)

    def offered(self, name: str) -> bool:
        return name in [offer.id for offer in self.panel(self.unit).offers]

    def take(self, outcome: Outcome[UprisingField]) -> None:
        assert isinstance(outcome, Accepted), outcome
        self.battle = outcome.battle


@pytest.mark.parametrize(("seed", "level"), (("a", "gentle"), ("b", "gentle"), ("c", "fair"), ("d", "harsh")))
def test_the_hints_can_be_followed_to_the_end(seed, level):
    followed(seed, level)


@pytest.mark.long
def test_the_hints_can_be_followed_to_the_end_again_and_again():
    for number in range(12):
        followed(f"lesson {number}", ("gentle", "fair", "harsh")[number % 3])


def followed(seed: str, level: str) -> None:
    pupil = Pupil(seed, level)
    with Texts.strictly():
        last = pupil.play()
    assert pupil.battle.result is not None, pupil.heard[-6:]
    assert last.startswith("That is all there is to it")
