"""Two tables that differ in nothing but what one side has hidden, played side by side: the same orders, the same dice.

Whatever the other side and the onlookers are given has to be the same on both, to the last letter, until something comes to light.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from sandtable.battle.desk import Draft
from sandtable.battle.engine.battle import Accepted, Battle, Outcome
from sandtable.battle.engine.log import Entry
from sandtable.battle.matches.play import Player
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Choose
from sandtable.rulesets.revolucion.table import orders, turn
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.hidden import discovery
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.opponent.nearest_player import NearestPlayer
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Phase, State, other
from sandtable.rulesets.revolucion.vocabulary import Side
from tests.support.scenarios import column, part, scenario, unit
from tests.support.talk import Fields

WIDE, DEEP = 6, 5  # inches of a cell; whatever is placed stands in one of its own
COLUMNS, ROWS = 7, 6
KINDS = ("RegularInfantry", "IrregularInfantry", "VeteranInfantry", "RegularCavalry", "Artillery", "MachineGuns")
GUNS = ("Artillery", "MachineGuns")
MOST_ORDERS = 120
TRIES = 8
ONLOOKER = Seat("onlooker")
Tables = tuple[Battle[State], Battle[State]]


class LeakError(AssertionError):
    """Somebody was told something on one table that he was not on the other, and nothing had come to light."""


# ---- Two tables ------------------------------------------------------------------------------------------------------------------


def _front(cell: tuple[int, int], side: Side) -> tuple[float, float, int]:
    """Where the front of a unit is that stands in the middle of a cell and looks at the enemy."""
    looks_up = side is Side.REVOLUTIONARY
    return cell[0] * WIDE + WIDE / 2, cell[1] * DEEP + DEEP / 2 + (1 if looks_up else -1), 0 if looks_up else 180


@dataclass
class Ground:
    """A field by a seed: what everybody sees of it, and the cells that are left for secrets."""

    chance: Random
    owner: Side

    def __post_init__(self) -> None:
        cells = [(x, y) for x in range(COLUMNS) for y in range(ROWS)]
        self.chance.shuffle(cells)
        self.woods = [cells.pop() for _ in range(10)]
        self.free = cells
        self.parts = [*self._woods(), *self._lines()]
        self.seen = [*self._army(Side.REVOLUTIONARY), *self._army(Side.GOVERNMENT), *self._rolling_stock()]

    def _woods(self) -> Iterator[str]:
        for x, y in self.woods:
            left, low, right, top = x * WIDE, y * DEEP, (x + 1) * WIDE, (y + 1) * DEEP
            yield part("area", kind="woods", outline=[[left, low], [right, low], [right, top], [left, top]])

    def _lines(self) -> Iterator[str]:
        yield part("road", id="line", kind="railway", points=[[WIDE, 0], [WIDE, ROWS * DEEP]])
        if self.chance.random() < 0.5:
            y = self.chance.choice((10, 15, 20))
            yield part("line", kind=self.chance.choice(("wire", "wall")), points=[[12, y], [30, y]])

    def _cell(self, side: Side) -> tuple[float, float, int]:
        """The middle of a cell of a side's half; the last rows first, so that both are near each other."""
        near = [cell for cell in self.free if (cell[1] < ROWS // 2) == (side is Side.REVOLUTIONARY)]
        cell = self.chance.choice(near or self.free)
        self.free.remove(cell)
        return _front(cell, side)

    def _army(self, side: Side) -> Iterator[str]:
        for number in range(2):
            x, y, _ = self._cell(side)
            troops = []
            for each in range(2 if number else 3):
                kind = self.chance.choice(KINDS)
                bases = 2 if kind in GUNS else 4
                troops.append(unit(f"{side.value[0]}{number}{each}", kind, bases, list(self._cell(side))))
            chief = {"name": f"Leader {side.value[0]}{number}", "at": [x, y], "chief": not number}
            yield column(f"{side.value} {number}", side.value, chief, *troops)

    def _rolling_stock(self) -> Iterator[str]:
        """A train at one end of the track, and sometimes a máquina loca at the other."""
        one, two = self.chance.sample([side.value for side in Side], 2)
        train: Fields = {"formation": "march", "on": "line"}
        yield column("Railway", one, None, unit("Express", "train", 2, along=6, **train))
        if self.chance.random() < 0.5:
            powder = unit("Powder", "maquinaLoca", 1, along=ROWS * DEEP - 6, backwards=True, **train)
            yield column("Engineers", two, None, powder)

    def with_secrets(self, chance: Random) -> str:
        """The text of the field with secrets of the owner's: who lies in which wood, what is buried where, who comes from where."""
        woods, free = self.woods.copy(), self.free.copy()
        chance.shuffle(woods)
        chance.shuffle(free)
        facing = 0 if self.owner is Side.REVOLUTIONARY else 180
        lying = []
        for number in range(3):
            place = list(_front(woods.pop(), self.owner))
            kind = chance.choice(("RegularInfantry", "IrregularInfantry", "VeteranInfantry"))
            lying.append(unit(f"Hush {number}", kind, 4, place, hidden=True))
        truck = unit("Hush truck", "truck", 2, list(_front(woods.pop(), self.owner)), hidden=True)
        ambush = column("Hush", self.owner.value, {"name": "Hush Leader", "aboard": "hush-truck"}, *lying, truck)
        reserve = column("Reserve", self.owner.value, {"name": "Hush Reserve"}, unit("Hush horse", "RegularCavalry", 4))
        edge = 0 if self.owner is Side.REVOLUTIONARY else ROWS * DEEP
        comes = part(
            "arrival",
            turn=2,
            at=[chance.choice((15, 21, 27)), edge, facing],
            units=["hush-horse"],
            leaders=["hush-reserve"],
        )
        mines = [
            part(
                "mark",
                id=f"hush-mine-{number}",
                kind=kind,
                side=self.owner.value,
                at=[cell[0] * WIDE + chance.choice((2, 3, 4)), cell[1] * DEEP + 2.5],
                hidden=True,
            )
            for number, (kind, cell) in enumerate(zip(("mineSquare", "mineSquare", "commandMine"), free, strict=False))
        ]
        return scenario(
            "Paired",
            *self.parts,
            *self.seen,
            ambush,
            reserve,
            comes,
            *mines,
            size=(COLUMNS * WIDE, ROWS * DEEP),
            options=("wire", "mines", "hidden"),
            turns=6,
        )


def pair(seed: str) -> tuple[Side, Tables]:
    """Two tables for a seed, and whose secrets they are."""
    for attempt in range(100):
        chance = Random(f"{seed}/{attempt}")
        owner = chance.choice(tuple(Side))
        ground = Ground(chance, owner)
        found = filter(None, (_table(ground, f"{seed}/{attempt}/{each}", f"dice {seed}") for each in "ABCDEFGH"))
        one, two = next(found, None), next(found, None)
        if one is not None and two is not None:
            return owner, (one, two)
    raise AssertionError(f"no field for {seed}")


def _table(ground: Ground, secrets: str, dice: str) -> Battle[State] | None:
    """The field with some secrets; None where they do not fit, or somebody who is to be hidden would be found at once."""
    seats = (*(Seat(side.value.lower(), (side.value,)) for side in Side), ONLOOKER)
    try:
        table = Battle.begin(TABLE, ground.with_secrets(Random(secrets)), seats, dice)
    except Refusal:
        return None
    return None if _is_seen(table.state, ground.owner) else table


def _is_seen(state: State, owner: Side) -> bool:
    """Whether an enemy finds somebody where he is hidden."""
    eyes = [stands for _, stands in state.position.standing(other(owner))]
    return any(discovery.finds(state, each, name) for name, _ in discovery.hidden_units(state, owner) for each in eyes)


# ---- What a seat is given --------------------------------------------------------------------------------------------------------


def frames(battle: Battle[State], seat: Seat, chance: Random) -> dict[str, str]:
    """All that a seat is given after an order, and the answers to some questions that it may ask."""
    view = battle.view(seat.id)
    told = battle.export(seat.id)
    last = told["entries"][-1:]
    given = {
        "scene": repr(DESK.scene(view, seat)),
        "awaited": repr(battle.awaited(seat.id)),
        "log": json.dumps(last),
        "start": json.dumps([told["start"], told["seats"], told["open"]]),
        "lines": repr([DESK.lines(view, each) for each in last if each["kind"] == Entry.kind]),
        "side": repr(DESK.panel(view, seat, "")),
    }
    places = [Point(chance.randrange(COLUMNS * WIDE * 1000), chance.randrange(ROWS * DEEP * 1000)) for _ in range(3)]
    given["sight"] = repr(DESK.sight(view, seat, places[0]))
    own = sorted(each.id for each in view.units.values() if each.owner == seat.side and each.stands is not None)
    if not own:
        return given
    piece = chance.choice(own)
    panel = DESK.panel(view, seat, piece)
    given["panel"] = f"{piece} {panel!r}"
    for offer in panel.offers:
        enemies = sorted(each.id for each in view.units.values() if each.owner != seat.side and each.stands is not None)
        target = chance.choice(enemies) if enemies and "target" in offer.needs else ""
        draft = Draft(piece, offer.id, path=tuple(places[1:]) if "path" in offer.needs else (), target=target)
        given[f"preview of {offer.id}"] = repr(DESK.preview(view, seat, draft))
        given[f"outlook of {offer.id}"] = repr(DESK.outlook(view, seat, piece, offer.id))
    return given


def names(view: State) -> set[str]:
    """Whom and what a view knows of."""
    return {*view.units, *view.leaders, *view.mines, *view.assets}


# ---- Playing them ----------------------------------------------------------------------------------------------------------------


class Pair:
    """Two tables that are played as one, and compared after every order."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.owner, self.tables = pair(seed)
        self.chance = Random(f"{seed}/play")
        self.players: dict[str, Player[State]] = {
            side.value: NearestPlayer() if self.chance.random() < 0.4 else ChancePlayer(f"{seed}/{side}")
            for side in Side
        }
        watcher = other(self.owner)
        self.watching: tuple[Seat, ...] = (Seat(watcher.value.lower(), (watcher.value,)), ONLOOKER)
        self.known = self.names_known()
        self.compared = 0

    def names_known(self) -> list[set[str]]:
        """What each of those who watch knows of, on each table."""
        return [names(table.view(seat.id)) for seat in self.watching for table in self.tables]

    def play(self) -> bool:
        """Play until something comes to light or the battle is over. Whether something did."""
        self._compare()
        for _ in range(MOST_ORDERS):
            decisions = self.tables[0].decisions()
            if not decisions:
                break
            self._give(decisions[0])
            while self.tables[0].question is not None or self.tables[1].question is not None:
                if self._came_to_light():
                    return True
                self._answer()
            if self._came_to_light():
                return True
            self._compare()
        return False

    def _came_to_light(self) -> bool:
        return self.names_known() != self.known

    def _compare(self) -> None:
        again = self.chance.random()
        for seat in self.watching:
            one, two = (frames(table, seat, Random(again)) for table in self.tables)
            self.compared += len(one)
            for kind in {**one, **two}:
                if one.get(kind) != two.get(kind):
                    raise LeakError(
                        f"pair {self.seed}, {seat.id}, order {self.tables[0].log.number}: {kind}\n{one.get(kind)}\n{two.get(kind)}"
                    )

    def _give(self, decision: Decision) -> None:
        seat = decision.by.lower()
        view = self.tables[0].view(seat)
        for _ in range(TRIES):
            order = self.players[decision.by].order(view, decision)
            if self._may_be_given(order) and self._both([table.submit(seat, order) for table in self.tables]):
                return
        for order in self._plain(view, decision):
            if self._both([table.submit(seat, order) for table in self.tables]):
                return
        raise AssertionError(f"pair {self.seed}: nothing can be ordered on both tables")

    def _may_be_given(self, order: Order) -> bool:
        """The owner of the secrets leaves them where they are; what he does with them would show them."""
        if order.by != self.owner.value or isinstance(order, orders.Rest | orders.LeaderRest):
            return True
        named = {getattr(order, field, "") for field in ("unit", "leader", "board", "mine")} - {"", None}
        return all(name in known for name in named for known in self.known)

    def _plain(self, view: State, decision: Decision) -> Iterator[Order]:
        by, now = decision.by, view.turn
        if now.pending is not None:
            yield orders.Stay(by=by, unit=now.pending.unit)
        elif now.phase is Phase.SET_UP:
            yield orders.Ready(by=by)
        elif now.phase is Phase.ROUND:
            yield from (orders.Activate(by=by, column=each) for each in turn.columns_left(view, Side(by)))
            yield orders.Pass(by=by)
        else:
            yield orders.Finish(by=by)

    def _both(self, outcomes: list[Outcome[State]]) -> bool:
        one, two = outcomes
        if not isinstance(one, Accepted) or not isinstance(two, Accepted):
            return False
        self.tables = (one.battle, two.battle)
        return True

    def _answer(self) -> None:
        """The same answer on both, where both ask; who is asked something on one table alone is told so on one table alone."""
        one, two = (table.question for table in self.tables)
        if one is None or two is None or (one.to, one.key) != (two.to, two.key):
            raise LeakError(f"pair {self.seed}, order {self.tables[0].log.number + 1}: {one} and {two} are asked")
        assert isinstance(one.request, Choose)
        assert isinstance(two.request, Choose)
        options = [each.value for each in one.request.options if each in two.request.options]
        answer = self.chance.choice(options) if options else one.request.usual
        done = self._both([table.answer(str(one.to).lower(), one.key, answer) for table in self.tables])
        assert done, f"pair {self.seed}: {answer} is no answer on both tables"
