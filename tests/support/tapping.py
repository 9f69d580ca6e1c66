"""Whatever can be tapped at a table: every panel, offer, target, number and way is asked for, as pages do, and has to be answered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from sandtable.battle.desk import Draft, DraftShot, OrderOffer, OrderPanel, Preview
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import Entry
from sandtable.battle.engine.retelling import asked_in, moments_of, reasons_of, throws_of
from sandtable.battle.seat import Seat
from sandtable.conformance.table_secrets import hidden_names
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.kernel.messages import Texts
from sandtable.server.table.texts import server_texts

TARGETS, WAYS = 3, 2  # of an offer that are tried; 0 targets: all


class UntoldError(AssertionError):
    """Something that was tapped was not answered as it should."""


class Tapper:
    """Somebody who taps whatever there is, seat by seat, and reads every answer."""

    def __init__(
        self, battle: Battle[Any], chance: Random, *, targets: int = TARGETS, ways: int = WAYS, innocent: str = ""
    ) -> None:
        """``innocent``: words of the rules that happen to contain somebody's name."""
        self.battle, self.chance, self.targets, self.ways = battle, chance, targets, ways
        self.innocent = innocent
        self.desk: Any = battle.rules.desk  # type: ignore[attr-defined]

    def everything(self) -> list[tuple[Seat, Any]]:
        """All that each seat can tap now; the orders that come of it."""
        with Texts.strictly():
            return [(seat, order) for seat in self.battle.log.seats for order in self.of_seat(seat)]

    def of_seat(self, seat: Seat) -> Iterator[Any]:
        """All that one seat can tap; each order that it is offered is legal."""
        view = self.battle.view(seat.id)
        read = Reader(self.battle, seat, view, self.innocent)
        scene = self.desk.scene(view, seat)
        read(scene, "the scene")
        self.look_back(seat, view, read)
        names = ("", *scene.pieces, *(off.id for off in scene.off))
        for name in names:
            panel = self.desk.panel(view, seat, name)
            read(panel, f"the panel of {name or 'the side'}")
            in_words(panel, name)
            for offer in panel.offers:
                outlook = self.desk.outlook(view, seat, name, offer.id)
                read(outlook, f"the outlook of {offer.id} for {name}")
                for draft in self.drafts(view, scene, name, offer):
                    yield from self.previewed(seat, view, read, draft)
            read(self.desk.outlook(view, seat, name, ""), f"the outlook of {name}")

    def previewed(self, seat: Seat, view: Any, read: Reader, draft: Draft) -> Iterator[Any]:
        """A draft and what can be chosen of it; the orders that it leads to."""
        told = self.desk.preview(view, seat, draft)
        read(told, f"{draft}")
        answered(told, draft)
        if told.order is not None:
            self.legal(seat, told.order, draft)
            yield told.order
        for further in self.narrowed(draft, told):
            more = self.desk.preview(view, seat, further)
            read(more, f"{further}")
            answered(more, further)
            if more.order is not None:
                self.legal(seat, more.order, further)
                yield more.order

    def legal(self, seat: Seat, order: Any, draft: Draft) -> None:
        """The battle takes an order that a preview gave."""
        outcome = self.battle.submit(seat.id, order)
        if self.battle.question is None and not isinstance(outcome, Accepted):
            raise UntoldError(f"{seat.id} was offered {order} by {draft}, and it is refused: {outcome}")

    def drafts(self, view: Any, scene: Any, name: str, offer: OrderOffer) -> Iterator[Draft]:
        """What somebody may draft of an offer: nothing yet, then with whatever it needs."""
        plain = Draft(name, offer.id)
        yield plain
        if "target" in offer.needs:
            others = [piece.id for piece in scene.pieces.values() if piece.id != name]
            yield from (replace(plain, target=each) for each in self.some(others))
        for _ in range(self.ways if {"path", "place"} & set(offer.needs) else 0):
            path = tuple(self.place(view) for _ in range(self.chance.randint(1, 3)))
            yield replace(plain, path=path)
            yield replace(
                plain,
                path=path,
                facing=self.chance.randrange(3600),
                men={"0": self.place(view), "99": self.place(view)},
            )
            yield replace(plain, path=self.near(view, name), choices=self.chosen(offer))
        if "facing" in offer.needs:
            yield replace(plain, facing=self.chance.randrange(3600))
        if "shots" in offer.needs:
            aimed = self.some(scene.pieces)
            yield from (replace(plain, shots=(DraftShot(each),)) for each in aimed)
            yield replace(plain, shots=tuple(DraftShot(each) for each in aimed))
        for choice in offer.choices:
            yield from (replace(plain, choices={choice.name: option.value}) for option in choice.options)
        yield replace(plain, target="nobody", choices={"nothing": "there"})

    def narrowed(self, draft: Draft, told: Preview) -> Iterator[Draft]:
        """What can be chosen once somebody is aimed at, or who goes along, or who fires."""
        company = [each.piece for each in told.members]
        yield from (replace(draft, without=(each,)) for each in company)
        if company:
            yield replace(draft, without=tuple(company))
        for shot in told.shots:
            some = {each.piece: self.chance.randint(0, each.most) for each in shot.shooters}
            yield from (replace(draft, shots=(DraftShot(shot.target, few),)) for few in (some, {}))
        for choice in told.choices:
            yield from (replace(draft, choices={choice.name: option.value}) for option in choice.options[1:])
        for dial in told.dials:
            for value in (dial.least, dial.most, "", "1.5", "-3", "999"):
                yield replace(draft, choices={dial.name: str(value)})

    def some(self, names: Iterable[str]) -> list[str]:
        """As many of them as are tried of one offer."""
        among = list(names)
        return among if not self.targets else self.chance.sample(among, min(self.targets, len(among)))

    def chosen(self, offer: OrderOffer) -> dict[str, str]:
        return {each.name: self.chance.choice(each.options).value for each in offer.choices}

    def place(self, view: Any) -> Point:
        """Anywhere on the table, or a little beyond it."""
        wide, high = view.terrain.width, view.terrain.height
        return Point(self.chance.randint(-2000, wide + 2000), self.chance.randint(-2000, high + 2000))

    def near(self, view: Any, name: str) -> tuple[Point, ...]:
        """A step from where a piece is."""
        piece = view.pieces.get(name)
        if piece is None or not piece.figures:
            return (self.place(view),)
        here = piece.figures[0]
        return (Point(here.x + self.chance.randint(-2500, 2500), here.y + self.chance.randint(-2500, 2500)),)

    def look_back(self, seat: Seat, view: Any, read: Reader, last: int = 2) -> None:
        """The newest lines of the log, read and opened."""
        log = [entry for entry in self.battle.export(seat.id)["entries"] if entry["kind"] == "order"]
        for entry in log[-last:]:
            lines = self.desk.lines(view, entry)
            read(lines, "the log")
            for line in lines:
                told_well(line.words)
        read(self.desk.round_told(view, log[-6:]), "the round")
        if seat.referee or seat.roles:
            self.opened(seat, read, log)

    def opened(self, seat: Seat, read: Reader, log: Sequence[Any]) -> None:
        """The newest entry, opened as its account."""
        number = self.battle.log.number
        entry = self.battle.log.entries[-1] if number else None
        if not isinstance(entry, Entry) or not log:
            return
        rules, before = self.battle.rules, self.battle.state_at(number - 1)
        asked = asked_in(rules, before, entry, seat)
        texts = server_texts(rules.name)
        throws = throws_of(asked, texts)
        moments = tuple(moments_of(rules, before, entry, seat))
        deed = self.desk.deed(moments, rules.view(self.battle.state, seat), throws, log[-1])
        read((deed, *throws, *reasons_of(asked, texts)), "the account")


class Reader:
    """Whatever a seat is told is written as the server writes it, and names nobody who is hidden from it."""

    def __init__(self, battle: Battle[Any], seat: Seat, view: Any, innocent: str = "") -> None:
        hidden = hidden_names(battle.state, view)
        self.seat, self.innocent = seat, innocent
        self.said = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(hidden)))})(?!\w)") if hidden else None

    def __call__(self, told: Any, where: str) -> None:
        parts = told if isinstance(told, tuple) else (told,)
        text = json.dumps([codec.write(part) for part in parts if part is not None], ensure_ascii=False)
        if self.innocent:
            text = text.replace(self.innocent, "")
        found = self.said.search(text) if self.said is not None else None
        if found:
            raise UntoldError(f"{self.seat.id} can read {found[0]!r} in {where}")


def in_words(panel: OrderPanel, name: str) -> None:
    """Every offer has a title of its own, every refusal a reason."""
    titles = [(offer.title, offer.detail, offer.under) for offer in panel.offers]
    if not all(title for title, _, _ in titles) or len(set(titles)) < len(titles):
        raise UntoldError(f"the offers to {name or 'the side'} cannot be told apart: {titles}")
    for each in panel.not_now:
        if not each.title or not each.objection.words:
            raise UntoldError(f"{name} is not told why not: {each}")


def answered(told: Preview, draft: Draft) -> None:
    """An order has a verb; without one there is a reason, or something is still to be said."""
    if not told.verb and not told.objections:
        raise UntoldError(f"{draft} is not answered: {told}")
    told_well(told.verb, told.note, told.sum, *(each.words for each in told.objections))


BAD = re.compile(r"\{|\}|None|  |^\s|\.\.|\bnan\b|Fraction|<[a-z]")


def told_well(*texts: str) -> None:
    """Words that people can read."""
    for text in texts:
        if BAD.search(text):
            raise UntoldError(f"that reads badly: {text!r}")
