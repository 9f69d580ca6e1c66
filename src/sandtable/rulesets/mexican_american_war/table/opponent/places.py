"""What a place is worth to a unit that would stand there: its fire, the enemy's, charges both ways, flanks, positions, command."""

from __future__ import annotations

from math import hypot

import numpy as np

from sandtable.geometry.measure import INCH, Length, Pose, direction
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import quads_of
from sandtable.rulesets.mexican_american_war.ledger import KnownUnit
from sandtable.rulesets.mexican_american_war.table import shooting
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS, clash, volley
from sandtable.rulesets.mexican_american_war.table.opponent.picture import (
    Foe,
    Spots,
    ahead,
    charge_reach,
    foes,
    goal_of,
    kept_by,
    late,
)
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Kind, MawField
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import (
    SQUARES,
    Experience,
    Formation,
    OrderState,
)

HALF_STAND: Length = INCH * 3 // 4  # from the middle of a stand to where it is measured from
AHEAD = 0.6  # of the way to somebody that leads straight on, for who is before a unit
SILENT = (Formation.MARCH_COLUMN, "limbered")


class Spot:
    """A unit as it would stand somewhere."""

    def __init__(self, view: MawField, piece: Piece, drawn: Drawn, figures: tuple[Pose, ...], base: Base) -> None:
        self.view, self.piece, self.drawn = view, piece, drawn
        self.unit: KnownUnit = view.books.units[piece.id]
        self.spots: Spots = quads_of(base, figures).mean(axis=1)
        self.facing = figures[0].facing if drawn.kind is Kind.FILE else drawn.array.front.facing
        self.middle = self.spots.mean(axis=0)

    def worth(self, danger: float) -> float:
        """All of it together, in stands."""
        own = foes(self.view, self.piece.owner)
        gaps = [self._gap(foe) for foe in own]
        near = [(foe, gap) for foe, gap in zip(own, gaps, strict=True) if gap <= inches(int(WEIGHTS("plan", "reach")))]
        told = WEIGHTS("place", "fire") * self._fire(near)
        told -= danger * (self._danger(near) + self._threat(near))
        told += WEIGHTS("place", "chance") * self._chance(near)
        told += self._positions() + self._toward(min(gaps, default=0))
        return told - self._command()

    def _gap(self, foe: Foe) -> Length:
        apart = np.linalg.norm(self.spots[:, None] - foe.spots[None], axis=2).min()
        return max(0, int(apart) - 2 * HALF_STAND + INCH // 2)

    # ---- Fire ----------------------------------------------------------------------------------------------------------------------

    def _fire(self, near: list[tuple[Foe, Length]]) -> float:
        """The best shot from there."""
        unit = self.unit
        if unit.silenced or unit.on_horse or self.drawn.state in SILENT or self.drawn.kind is Kind.MOB:
            return 0.0
        reach = shooting.reach_of(self.view, self.piece)
        best = 0.0
        for foe, gap in near:
            if gap > reach:
                continue
            stands = _bearing(self.spots, self.facing, foe.spots, reach, all_round=self.drawn.kind is Kind.SQUARE)
            if self.drawn.state == Formation.FIELD_COLUMN:
                stands = min(stands, self.view.tables.number("bearing.field_column"))
            elif self.drawn.kind is Kind.SQUARE:
                stands = -(-stands // self.view.tables.number("bearing.square_sides"))
            if stands:
                best = max(best, volley(self.view, unit, foe.unit, _banded(gap), stands).worth(foe.unit))
        return best

    def _danger(self, near: list[tuple[Foe, Length]]) -> float:
        """What the fire of all who would bear on it does."""
        told = 0.0
        mark = self.unit
        for foe, gap in near:
            if not foe.reach or gap > foe.reach:
                continue
            stands = _bearing(foe.spots, foe.facing, self.spots, foe.reach, all_round=foe.all_round)
            if stands:
                told += volley(self.view, foe.unit, mark, _banded(gap), stands).worth(mark)
        return WEIGHTS("place", "danger") * told

    # ---- Charges -------------------------------------------------------------------------------------------------------------------

    def _threat(self, near: list[tuple[Foe, Length]]) -> float:
        """The worst charge that could come, and flanks that are open."""
        worst, flanks = 0.0, 0.0
        for foe, gap in near:
            if not foe.charges or gap > foe.charges:
                continue
            behind = self._behind(foe)
            flanks += behind
            value = clash(self.view, foe.piece, self.piece, outflanked=behind, shape=self._shape())
            if foe.unit.on_horse and self._squares():
                value *= WEIGHTS("place", "square")
            worst = max(worst, value)
        return WEIGHTS("place", "threat") * worst + WEIGHTS("place", "flank") * min(flanks, 1.0)

    def _squares(self) -> bool:
        """Whether it could still form square when horse comes."""
        unit = self.unit
        foot = not unit.is_guns and not unit.on_horse and self.drawn.state not in SQUARES
        return foot and unit.order is OrderState.GOOD and unit.experience is not Experience.RAW

    def _shape(self) -> Formation | None:
        return None if self.unit.is_guns or self.drawn.kind is Kind.MOB else Formation(self.drawn.state)

    def _behind(self, foe: Foe) -> bool:
        """Whether an enemy is behind its front."""
        if self.drawn.kind is not Kind.RANKS:
            return False
        x, y = direction(self.facing)
        front = max(float(spot @ (x, y)) for spot in self.spots)
        return float(foe.spots.mean(axis=0) @ (x, y)) < front

    def _chance(self, near: list[tuple[Foe, Length]]) -> float:
        """The best charge that it could make from there in its next turn."""
        far = charge_reach(self.view, self.piece)
        best = 0.0
        for foe, gap in near:
            if far and gap <= far and self._before(foe):
                best = max(best, clash(self.view, self.piece, foe.piece))
        return best

    def _before(self, foe: Foe) -> bool:
        x, y = direction(self.facing)
        dx, dy = foe.spots.mean(axis=0) - self.middle
        return float(dx * x + dy * y) > AHEAD * hypot(dx, dy)

    # ---- What it is about ----------------------------------------------------------------------------------------------------------

    def _positions(self) -> float:
        """Nearer to the position that it goes for, or still on the one that it keeps."""
        view, name = self.view, self.piece.id
        hurry = WEIGHTS("plan", "hurry") if late(view, self.piece.owner) else 1.0
        goal, kept, told = goal_of(view, name), kept_by(view, name), 0.0
        if goal is not None:
            off = max(0.0, self._to(goal.at) - goal.within / 2)
            told += (
                hurry * goal.points * (WEIGHTS("place", "keep") * (off == 0) - WEIGHTS("place", "want") * off / INCH)
            )
        if kept is not None:
            told += kept.points * WEIGHTS("place", "keep") * (self._to(kept.at) <= kept.within)
        return told

    def _to(self, place: tuple[int, int]) -> float:
        return float(np.linalg.norm(self.spots - np.array(place[:2], dtype=np.float64), axis=1).min())

    def _toward(self, gap: Length) -> float:
        """Who does not win by standing goes for the enemy."""
        if ahead(self.view, self.piece.owner):
            return 0.0
        return -WEIGHTS("place", "toward") * gap / INCH

    def _command(self) -> float:
        """How far out of its leader's reach, who rides after it but not for ever."""
        view = self.view
        own = [
            middle_of(view.pieces[name])
            for name, leader in view.books.leaders.items()
            if name in view.pieces and self.piece.id in leader.command
        ]
        if not own:
            return 0.0
        radius = inches(view.tables.number("command_radius", "clear"))
        off = min(hypot(each.x - self.middle[0], each.y - self.middle[1]) for each in own) - radius
        return WEIGHTS("place", "command") * max(0.0, off) / INCH


def _bearing(own: Spots, facing: int, marks: Spots, reach: Length, *, all_round: bool = False) -> int:
    """How many stands have any of some marks in reach and before them."""
    way = marks[None] - own[:, None]
    far = np.linalg.norm(way, axis=2)
    ready = far <= reach + 2 * HALF_STAND
    if not all_round:
        x, y = direction(facing)
        ahead_of = way[..., 0] * x + way[..., 1] * y
        aside = np.abs(way[..., 0] * y - way[..., 1] * x)
        ready &= aside <= ahead_of + HALF_STAND
    return int(ready.any(axis=1).sum())


def _banded(gap: Length) -> Length:
    """A range to the half inch, so that few have to be reckoned."""
    return -(-gap // (INCH // 2)) * (INCH // 2)
