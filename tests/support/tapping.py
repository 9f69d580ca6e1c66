"""Whatever can be tapped at a table, tapped: every question that a page can ask at a moment of a battle, for every piece and every offer.

Nothing of it may break down, no text may be missing, and an order that a preview brings is one that the rules take.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from sandtable.battle.desk import Dial, Draft, DraftShot, OrderChoice, OrderOffer, OrderPanel, Preview
from sandtable.battle.engine.battle import Battle
from sandtable.battle.order import read_order
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point, inches
from sandtable.kernel import codec
from sandtable.kernel.messages import Texts
from sandtable.kernel.problem import Refusal

MANY = 3  # shots of a plan, enemies of an offer, places to which something is dragged
DRAGS = ((0, 3), (4, 6), (-7, 2), (1, -4))  # inches to the side and ahead


@dataclass
class Taps:
    """How often each sort of question was asked, and how often an order could be given."""

    asked: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)


class Hand:
    """Somebody at a seat who taps on whatever there is, at one moment of a battle."""

    def __init__(self, battle: Battle[Any], seat: Seat, chance: Random, taps: Taps) -> None:
        rules: Any = battle.rules
        self.rules, self.desk = rules, rules.desk
        self.view: Any = battle.view(seat.id)
        self.seat, self.chance, self.taps = seat, chance, taps

    def tap_everything(self) -> None:
        """The side's own orders, then everybody on the table, friend or enemy."""
        scene = self._answer("scene", self.desk.scene(self.view, self.seat))
        self._tap("")
        for name in scene.pieces:
            self._answer("outlook", self.desk.outlook(self.view, self.seat, name, ""))
            self._tap(name)

    def _tap(self, piece: str) -> None:
        panel: OrderPanel = self._answer("panel", self.desk.panel(self.view, self.seat, piece))
        offers = [offer.id for offer in panel.offers]
        assert len(offers) == len(set(offers)), (piece, offers)
        assert panel.usual in ("", *offers), (piece, panel.usual, offers)
        for refused in panel.not_now:
            assert refused.title, (piece, refused)
            assert refused.objection.words, (piece, refused)
        for offer in panel.offers:
            assert offer.title, (piece, offer.id)
            self._offered(piece, offer)

    def _offered(self, piece: str, offer: OrderOffer) -> None:
        """An offer as it is first looked at, then with everything that can be chosen about it."""
        outlook = self._answer("outlook", self.desk.outlook(self.view, self.seat, piece, offer.id))
        first = self._preview(Draft(piece, offer.id))
        drafts = [Draft(piece, offer.id)]
        if "target" in offer.needs:
            aimed = [each.piece for each in outlook.targets]
            drafts = [Draft(piece, offer.id, target=name) for name in self._some(aimed)]
        elif "path" in offer.needs or "place" in offer.needs or any(grip for grip in first.grips):
            drafts += [Draft(piece, offer.id, path=(place,)) for place in self._places(piece)]
        if "facing" in offer.needs:
            drafts += [replace(draft, facing=self.chance.randrange(3600)) for draft in drafts]
        if "company" in offer.needs:
            drafts += [Draft(piece, offer.id, without=(each.piece,)) for each in first.members]
            drafts += [Draft(piece, offer.id, without=tuple(each.piece for each in first.members))]
        if "shots" in offer.needs:
            drafts = list(self._laid_out(piece, offer.id, first))
        for draft in drafts:
            told = self._preview(draft)
            chosen = _set(offer.choices or told.choices, offer.dials or told.dials, self.chance)
            for choices in chosen:
                self._preview(replace(draft, choices=choices))

    def _laid_out(self, piece: str, offer: str, first: Preview) -> Iterator[Draft]:
        """Shots at some of those who can be fired at, one by one and beside each other, by all and by some."""
        marks = self._some([each.piece for each in first.marks])
        for name in marks:
            draft = Draft(piece, offer, shots=(DraftShot(name),))
            yield draft
            shot = self._preview(draft).shots[0]
            some = {each.piece: self.chance.randint(0, each.most) for each in shot.shooters}
            yield replace(draft, shots=(DraftShot(name, some),))
            yield replace(draft, shots=(DraftShot(name, {}),))
        yield Draft(piece, offer, shots=tuple(DraftShot(name) for name in marks))

    def _preview(self, draft: Draft) -> Preview:
        try:
            told: Preview = self.desk.preview(self.view, self.seat, draft)
            self._answer("preview", told)
        except (Refusal, Exception) as fault:
            raise AssertionError(f"{draft}: {fault!r}") from fault
        assert told.verb or told.objections or told.order is not None, draft
        assert all(each.words for each in told.objections), (draft, told.objections)
        if told.order is not None:
            self._given(draft, told.order)
        return told

    def _given(self, draft: Draft, order: Any) -> None:
        """The order of a preview, and those that follow it where they need not be legal only afterwards."""
        given = read_order(self.rules.orders, order)
        problems = self.rules.problems(self.view, given)
        assert problems == (), (draft, problems)
        self.taps.orders[draft.offer.partition(":")[0]] += 1

    def _answer(self, what: str, told: Any) -> Any:
        """An answer, which can be sent to a page."""
        json.dumps(codec.write(told), allow_nan=False)
        self.taps.asked[what] += 1
        return told

    def _some(self, names: Iterable[str]) -> list[str]:
        found = list(names)
        return self.chance.sample(found, min(MANY, len(found)))

    def _places(self, piece: str) -> Iterator[Point]:
        """Places about a piece, and its own."""
        known = self.view.pieces.get(piece)
        here = known.figures[0] if known is not None and known.figures else Point(inches(20), inches(20))
        for aside, on in self.chance.sample(DRAGS, MANY):
            yield Point(here.x + inches(aside), here.y + inches(on))


def _set(choices: Iterable[OrderChoice], dials: Iterable[Dial], chance: Random) -> Iterator[Mapping[str, str]]:
    """Every option by itself, and every dial at its ends and somewhere between."""
    for choice in choices:
        yield from ({choice.name: option.value} for option in choice.options)
    for dial in dials:
        steps = round((dial.most - dial.least) / dial.step)
        for step in {0, steps, chance.randint(0, steps)}:
            yield {dial.name: f"{dial.least + step * dial.step:g}"}


def tapped(battle: Battle[Any], chance: Random, taps: Taps) -> None:
    """Everything that every seat can tap at this moment of a battle."""
    with Texts.strictly():
        for seat in battle.log.seats:
            Hand(battle, seat, chance, taps).tap_everything()
