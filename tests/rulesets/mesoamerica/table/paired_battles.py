"""Two battles that differ in nothing but what one side has hidden, played side by side: the same orders, the same dice.

Whatever the other side and the onlookers are given has to be the same on both, to the last letter, until something comes to light.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from sandtable.battle.desk import Draft
from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.engine.log import Entry
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point, inches
from sandtable.kernel import codec
from sandtable.kernel.requests import Choose
from sandtable.miniatures.orders import Act, Plan
from sandtable.rulesets.mesoamerica.table.rules import TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Weapon
from tests.rulesets.mesoamerica.table.laying import EAST, SEATS, WEST, Laid, begun, hold, priest, unit
from tests.rulesets.mesoamerica.table.wandering import BEFORE, COPSES, army, ground

DESK: Any = TABLE.desk
WATCHER, OWNER, ONLOOKER = (*SEATS, Seat("onlooker"))
MOST_ORDERS = 60
NAMES = {"West": WATCHER.id, "East": OWNER.id}


class LeakError(AssertionError):
    """Somebody was told something on one table that he was not on the other, and nothing had come to light."""


def lurking(chance: Random) -> list[Laid]:
    """One to five elite units of East, each in a copse of its own; a priest may be among them."""
    places = chance.sample(COPSES, chance.randint(1, 5))
    return [
        priest(f"Hush {n}", EAST, x + 1.5, y + 1.5, hidden=True)
        if chance.random() < 0.2
        else unit(
            f"Hush {n}",
            EAST,
            x + chance.uniform(1, 2),
            y + chance.uniform(1, 2),
            chance.choice(tuple(Weapon)[:4]),
            elite=True,
            hidden=True,
            division=1,
        )
        for n, (x, y) in enumerate(places)
    ]


def table(seed: str, secrets: str) -> Battle[MesoamericaField]:
    """What everybody sees by the one seed, what is hidden by the other."""
    chance = Random(seed)
    seen = [*army(chance, WEST, 6, 5), *army(chance, EAST, 30, 5)]
    land = tuple(ground(chance))
    seats = (*SEATS, ONLOOKER)
    battle = begun(*seen, *lurking(Random(secrets)), ground=land, seed=f"dice {seed}", **{**BEFORE, "access": EAST})
    done = battle.sit(ONLOOKER)
    assert isinstance(done, Accepted)
    assert len(seats) == 3
    return done.battle


class Pair:
    """Two battles that are played as one, and compared after every order."""

    def __init__(self, seed: str) -> None:
        self.seed, self.chance = seed, Random(f"{seed}/play")
        self.tables = [table(seed, f"{seed}/{each}") for each in "AB"]
        kinds = [self.chance.choice(("random", "nearest")) for _ in range(2)]
        self.players = {
            role: TABLE.players[kind]("", f"{seed}/{role}") for role, kind in zip(NAMES, kinds, strict=True)
        }
        self.known = self.names()
        self.compared = 0

    def names(self) -> list[set[str]]:
        """Whom the other side knows of, on each table."""
        return [{name for name in each.view(WATCHER.id).pieces if name.startswith("Hush")} for each in self.tables]

    def play(self) -> bool:
        """Play until something comes to light or enough was given. Whether something did."""
        self._compare()
        for _ in range(MOST_ORDERS):
            decisions = self.tables[0].decisions()
            if not decisions or self.tables[0].result is not None:
                return True
            self._give(decisions[0])
            while any(each.question is not None for each in self.tables):
                if self.names() != self.known:
                    return True
                self._answer()
            if self.names() != self.known or any(each.result for each in self.tables):
                return True
            self._compare()
        return False

    def _give(self, decision: Decision) -> None:
        """The same on both tables; the owner's hidden units are told different things, none of which shows them."""
        view = self.tables[0].view(NAMES[decision.by])
        order = self.players[decision.by].order(view, decision)
        self._both([each.submit(NAMES[decision.by], self._own(each, order)) for each in self.tables], order)

    def _own(self, battle: Battle[MesoamericaField], order: Order) -> Order:
        if not isinstance(order, Plan) or order.by != "East":
            return order
        acts = tuple(act for act in order.acts if not act.piece.startswith("Hush") and act.action != "hide")
        secret: tuple[Act, ...] = ()
        if battle.state.books.phase == "orders":
            hidden = [piece.id for piece in battle.state.of("East") if piece.hidden and self.chance.random() < 0.5]
            secret = tuple(hold(battle.state, name, facing=self.chance.randrange(3600)) for name in hidden)
        return Plan(by="East", acts=(*acts, *secret))

    def _both(self, done: list[Any], order: Any) -> None:
        if not all(isinstance(each, Accepted) for each in done):
            raise LeakError(
                f"pair {self.seed}: {order} is refused on one: {[each for each in done if isinstance(each, Refused)]}"
            )
        self.tables = [each.battle for each in done]

    def _answer(self) -> None:
        one, two = (each.question for each in self.tables)
        if one is None or two is None or (one.to, one.key) != (two.to, two.key) or one.to is None:
            raise LeakError(f"pair {self.seed}: {one} and {two} are asked")
        assert isinstance(one.request, Choose)
        choice = self.chance.choice(one.request.options).value
        self._both([each.answer(NAMES[one.to or ""], one.key, choice) for each in self.tables], one.key)

    def _compare(self) -> None:
        again = self.chance.random()
        for seat in (WATCHER, ONLOOKER):
            one, two = (frames(each, seat, Random(again)) for each in self.tables)
            self.compared += len(one)
            for kind in {**one, **two}:
                if one.get(kind) != two.get(kind):
                    there = f"pair {self.seed}, {seat.id}, order {self.tables[0].log.number}: {kind}"
                    raise LeakError(f"{there}\n{_differing(one.get(kind, ''), two.get(kind, ''))}")


def _differing(one: str, two: str) -> str:
    """Where two texts begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[max(0, at - 200) : at + 100]}\n{two[max(0, at - 200) : at + 100]}"


def frames(battle: Battle[MesoamericaField], seat: Seat, chance: Random) -> dict[str, str]:
    """All that a seat is given after an order, the answers to some questions that it may ask, and why some orders are refused."""
    view, told = battle.view(seat.id), battle.export(seat.id)
    last = told["entries"][-1:]
    given = {
        "view": json.dumps(codec.write(view)),
        "scene": repr(DESK.scene(view, seat)),
        "awaited": repr((battle.awaited(seat.id), battle.allowed(seat.id))),
        "log": json.dumps(told["entries"]),
        "start": json.dumps([told["start"], told["open"]]),
        "lines": repr([DESK.lines(view, each) for each in last if each["kind"] == Entry.kind]),
        "side": repr(DESK.panel(view, seat, "")),
        "result": repr(TABLE.result(view)),
    }
    own = sorted(piece.id for piece in view.pieces.values() if piece.owner == seat.side)
    if not own:
        return given
    piece = chance.choice(own)
    panel = DESK.panel(view, seat, piece)
    given["panel"] = f"{piece} {panel!r}"
    there = Point(chance.randrange(inches(48)), chance.randrange(inches(36)))
    for offer in panel.offers:
        enemies = sorted(each.id for each in view.pieces.values() if each.owner != seat.side)
        target = chance.choice(enemies) if "target" in offer.needs else ""
        draft = Draft(piece, offer.id, path=(there,) if "path" in offer.needs else (), target=target)
        given[f"preview of {offer.id}"] = repr(DESK.preview(view, seat, draft))
    for action in ("charge_order", "fire_order", "name_fight", "claim"):
        act = Act(by="West", action=action, piece=piece, target="Hush 0")
        given[f"refusal of {action}"] = repr(TABLE.problems(view, Plan(by="West", acts=(act,))))
    return given
