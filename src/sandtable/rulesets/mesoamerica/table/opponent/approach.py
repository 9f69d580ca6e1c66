"""How an army comes up to the enemy: as one body, by the ground that takes least time, so that nobody meets them alone (PRE-6.01, PRE-3.24, PRE-9.02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot

import numpy as np

from sandtable.ai.grid import Grid
from sandtable.ai.ways import Room, Ways, step_prices
from sandtable.geometry.facts import fact
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Point, inches
from sandtable.geometry.terrain import Terrain as Land
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.table.ground import KINDS, stretches
from sandtable.rulesets.mesoamerica.table.opponent.muster import Body, places
from sandtable.rulesets.mesoamerica.table.opponent.postures import ALMOST, Intent, Tactics
from sandtable.rulesets.mesoamerica.table.opponent.worth import WEIGHTS
from sandtable.rulesets.mesoamerica.vocabulary import UnitType

CELL = inches(0.6)
NO_ROOM = Room(0, 0, 1.0)  # nothing is impassable
Place = tuple[float, float]  # in inches


@fact
def _ways(land: Land, tables: Tables) -> Ways:
    """The ways over a table: what an inch costs in each kind of ground, in inches of clear ground."""
    clear = tables.exact("move.clear")
    rates = {kind: clear / tables.exact("move", ground) for kind, ground in KINDS.items()}
    grid = Grid(land.width, land.height, CELL)
    return Ways(grid, step_prices(land, grid, Going(ground=rates), NO_ROOM))


@dataclass(frozen=True)
class Approach:
    """An army on its way, over some land; ``storming``: it means to fight, and is not held up by an enemy who waits."""

    tactics: Tactics
    land: Land
    storming: bool = False

    def intents(self, meant: Mapping[str, Intent]) -> dict[str, Intent]:
        """What was meant, with those whom no charge reaches yet going where the body of the army is, or where friends fight."""
        found = dict(meant)
        for number, body in enumerate(self.tactics.muster.own):
            intent = meant[body.id]
            if body.beside or not body.free or body.hidden:
                continue
            if body.troop.kind in (UnitType.LEADER, UnitType.PRIEST):
                if intent.to is not None:
                    found[body.id] = Intent(to=self._toward(body, intent.to, 1.0))
            elif number in self._marching and not intent.targets and not self._is_let_go:
                found[body.id] = self._marched(number, intent)
        return found

    @cached_property
    def _marching(self) -> Sequence[int]:
        """Those who are on the march."""
        muster = self.tactics.muster
        far = WEIGHTS("distance", "march")
        return [
            number
            for number, body in enumerate(muster.own)
            if body.troop.kind not in (UnitType.LEADER, UnitType.PRIEST)
            and body.free
            and not body.hidden
            and not body.beside
            and muster.apart[number].min() > far
        ]

    def _marched(self, number: int, intent: Intent) -> Intent:
        """To where friends fight, if it is near enough to count there; else to its place in the body of the army."""
        body = self.tactics.muster.own[number]
        goal = self._fight_near(body) or self._places[number]
        if hypot(goal[0] - body.x, goal[1] - body.y) < WEIGHTS("march", "least") * body.stride:
            return Intent()
        return Intent(to=self._toward(body, goal, 1.0), worth=intent.worth)

    def _fight_near(self, body: Body) -> Place | None:
        """The nearest friend beside an enemy, within so many turns."""
        fights = [
            (hypot(each.x - body.x, each.y - body.y), each.x, each.y) for each in self.tactics.muster.own if each.beside
        ]
        far, x, y = min(fights, default=(0.0, 0.0, 0.0))
        return (x, y) if fights and far <= WEIGHTS("march", "helps") * self._clear else None

    # ---- The body of the army --------------------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> Mapping[int, Place]:
        """Where each who is on the march belongs: in ranks about the middle of the army, which goes on once most have come."""
        own = self.tactics.muster.own
        places = self._ranked(self._middle)
        share = min(self._room / self._clear, 1.0 - self._wait)
        if share <= 0:
            return places
        middle = replace(own[0], x=self._middle[0], y=self._middle[1])
        return self._ranked(self._toward(middle, self._goal, share))

    @cached_property
    def _wait(self) -> float:
        """How many turns most of the army are from their places."""
        own = self.tactics.muster.own
        late = sorted(self._turns(own[number], place) for number, place in self._ranked(self._middle).items())
        return late[int(WEIGHTS("march", "waits_for") * (len(late) - 1))] if late else 0.0

    @cached_property
    def _is_let_go(self) -> bool:
        """Whether all have come as near as they may together, and now storm."""
        near = self._room <= WEIGHTS("march", "near")
        return self.storming and near and self._wait <= WEIGHTS("march", "ready")

    @cached_property
    def _middle(self) -> Place:
        """The middle of the army: half of it is on either side."""
        away = (UnitType.LEADER, UnitType.PRIEST)
        fighting = [body for body in self.tactics.muster.own if body.troop.kind not in away and not body.hidden]
        x, y = (float(each) for each in np.median(places(fighting), axis=0))
        return x, y

    @cached_property
    def _goal(self) -> Place:
        """The nearest of the enemy."""
        x, y = self._middle
        foe = min(self.tactics.muster.foes, key=lambda each: hypot(each.x - x, each.y - y))
        return foe.x, foe.y

    @property
    def _room(self) -> float:
        """How far the army may go on before a charge of the nearest enemy reaches it."""
        return float(self.tactics.muster.apart[list(self._marching)].min()) - WEIGHTS("distance", "march")

    def _ranked(self, middle: Place) -> dict[int, Place]:
        """Ranks across the way to the enemy, who strikes before who fires, and who fires far behind all; each where it comes from."""
        far = max(1e-6, hypot(self._goal[0] - middle[0], self._goal[1] - middle[1]))
        ahead_x, ahead_y = (self._goal[0] - middle[0]) / far, (self._goal[1] - middle[1]) / far
        own = self.tactics.muster.own
        wide, apart = int(WEIGHTS("march", "wide")), WEIGHTS("march", "apart")
        order = sorted(self._marching, key=lambda each: (own[each].reach, -own[each].troop.strength, own[each].id))
        found: dict[int, Place] = {}
        ranks = [order[first : first + wide] for first in range(0, len(order), wide)]
        for rank, row in enumerate(ranks):
            across = sorted(row, key=lambda each: (own[each].x * ahead_y - own[each].y * ahead_x, own[each].id))
            back = (rank - (len(ranks) - 1) / 2) * apart
            for file, number in enumerate(across):
                aside = (file - (len(across) - 1) / 2) * apart
                found[number] = (
                    middle[0] - back * ahead_x + aside * ahead_y,
                    middle[1] - back * ahead_y - aside * ahead_x,
                )
        return found

    # ---- Over the ground -------------------------------------------------------------------------------------------------------

    @property
    def _clear(self) -> float:
        return float(self.tactics.tables.exact("move.clear"))

    def _turns(self, body: Body, goal: Place) -> float:
        """How many turns it takes to get somewhere."""
        ways = _ways(self.land, self.tactics.tables)
        field = ways.field(ways.grid.cell(goal[0] * INCH, goal[1] * INCH))
        return float(field[ways.grid.cell(body.x * INCH, body.y * INCH)]) / INCH / self._clear

    def _toward(self, body: Body, goal: Place, share: float) -> Place:
        """How far a unit comes toward a place with a share of its move: the farthest on the cheapest way to which it can go straight."""
        most = share * ALMOST
        best = self._straight(body, goal, most)
        saved = self._turns(body, goal) - self._turns_from(best, goal)
        for place, spent in self._traced(body, goal):
            if spent > most:
                break
            reached = self._straight(body, place, most)
            gained = self._turns(body, goal) - self._turns_from(reached, goal)
            if gained > saved + WEIGHTS("march", "detour"):
                best, saved = reached, gained
        return best

    def _turns_from(self, place: Place, goal: Place) -> float:
        ways = _ways(self.land, self.tactics.tables)
        field = ways.field(ways.grid.cell(goal[0] * INCH, goal[1] * INCH))
        return float(field[ways.grid.cell(place[0] * INCH, place[1] * INCH)]) / INCH / self._clear

    def _straight(self, body: Body, place: Place, most: float) -> Place:
        """Straight toward a place, as far as a share of the move lasts on the ground that it crosses."""
        tables = self.tactics.tables
        here = Point(round(body.x * INCH), round(body.y * INCH))
        there = Point(round(place[0] * INCH), round(place[1] * INCH))
        spent, last = 0.0, here
        if here == there:
            return place
        for ground, end, long in stretches(self.land, (here, there)):
            turns = long / INCH / float(tables.exact("move", ground))
            if spent + turns > most:
                part = (most - spent) / turns
                return (last.x + part * (end.x - last.x)) / INCH, (last.y + part * (end.y - last.y)) / INCH
            spent, last = spent + turns, end
        return place

    def _traced(self, body: Body, goal: Place) -> Iterator[tuple[Place, float]]:
        """The cells of the cheapest way to a place, one after the other, and how many turns it takes to each."""
        ways = _ways(self.land, self.tactics.tables)
        grid = ways.grid
        field = ways.field(grid.cell(goal[0] * INCH, goal[1] * INCH))
        here = grid.cell(body.x * INCH, body.y * INCH)
        first = float(field[here])
        while field[here] > 0:
            row, column = divmod(here, grid.columns)
            near = [
                (row + up) * grid.columns + column + right
                for up in (-1, 0, 1)
                for right in (-1, 0, 1)
                if 0 <= row + up < grid.rows and 0 <= column + right < grid.columns
            ]
            best = min(near, key=lambda cell: float(field[cell]))
            if best == here:
                return
            here = best
            x, y = grid.places[here]
            yield (float(x) / INCH, float(y) / INCH), (first - float(field[here])) / INCH / self._clear
