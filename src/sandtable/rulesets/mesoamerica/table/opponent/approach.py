"""How an army comes up to the enemy: everybody by the ground that takes least time, and nobody so far ahead that he meets them alone (PRE-6.01, PRE-3.24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sandtable.ai.grid import Grid
from sandtable.ai.ways import Room, Ways, step_prices
from sandtable.geometry.facts import fact
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Point, inches
from sandtable.geometry.terrain import Terrain as Land
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.table.ground import KINDS, stretches
from sandtable.rulesets.mesoamerica.table.opponent.muster import Body
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
    """An army on its way, over some land."""

    tactics: Tactics
    land: Land

    def intents(self, meant: Mapping[str, Intent]) -> dict[str, Intent]:
        """What was meant, with those who are still far from any enemy going by the best ground and at the pace of the last of them."""
        found = dict(meant)
        for number, body in enumerate(self.tactics.muster.own):
            intent = meant[body.id]
            if not intent.moves or body.beside or not body.free or body.hidden:
                continue
            if body.troop.kind in (UnitType.LEADER, UnitType.PRIEST):
                if intent.to is not None:
                    found[body.id] = Intent(to=self._toward(body, intent.to, 1.0))
            elif number in self._marching:
                found[body.id] = self._marched(number, intent)
        return found

    @cached_property
    def _marching(self) -> Mapping[int, float]:
        """Those who are on the march, and how many turns they are from the enemy."""
        muster = self.tactics.muster
        far = WEIGHTS("distance", "march")
        return {
            number: self._turns(body, self._goal(number))
            for number, body in enumerate(muster.own)
            if body.free and not body.hidden and not body.beside and muster.apart[number].min() > far
        }

    def _goal(self, number: int) -> Place:
        foe = self.tactics.muster.foes[int(self.tactics.muster.apart[number].argmin())]
        return foe.x, foe.y

    def _marched(self, number: int, intent: Intent) -> Intent:
        """On toward the enemy: as fast as the last but for some who may come when they can."""
        body = self.tactics.muster.own[number]
        behind = self._pace - self._marching[number]
        share = 1.0 - min(max(behind, 0.0), 1.0)
        if share < WEIGHTS("march", "least"):
            return Intent()
        return Intent(to=self._toward(body, self._goal(number), share), worth=intent.worth)

    @cached_property
    def _pace(self) -> float:
        """How many turns from the enemy those are for whom the others wait."""
        turns = sorted(self._marching.values())
        return turns[int(WEIGHTS("march", "waits_for") * (len(turns) - 1))] - WEIGHTS("march", "ahead")

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
