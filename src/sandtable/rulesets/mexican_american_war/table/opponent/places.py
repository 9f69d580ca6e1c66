"""What a place is worth to a unit that would stand there: its fire, the enemy's, charges both ways, flanks, positions, command."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import hypot

import numpy as np

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import INCH, Length, Point, Pose, direction
from sandtable.geometry.terrain import Terrain
from sandtable.miniatures import bodies
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import quads_of
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.table import shooting
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS, clash, shaped, volley
from sandtable.rulesets.mexican_american_war.table.opponent.picture import (
    Foe,
    Spots,
    attacks,
    charge_reach,
    company,
    foes,
    goal_of,
    in_reach,
    kept_by,
    late,
    only_horse_near,
    others_before,
)
from sandtable.rulesets.mexican_american_war.table.positions import position_of
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Kind, MawField
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import (
    SQUARES,
    Cover,
    Experience,
    Formation,
    GroundDefended,
    OrderState,
)

HALF_STAND: Length = INCH * 3 // 4  # from the middle of a stand to where it is measured from
COARSE = 4  # inches of a square of ground from which fire is alike
FORMATIONS = tuple(each.value for each in Formation)
AHEAD = 0.6  # of the way to somebody that leads straight on, for who is before a unit
SILENT = (Formation.MARCH_COLUMN, "limbered")


class Spot:
    """A unit as it would stand somewhere."""

    def __init__(self, view: MawField, piece: Piece, drawn: Drawn, figures: tuple[Pose, ...], base: Base) -> None:
        self.view, self.piece, self.drawn = view, piece, drawn
        self.unit: KnownUnit = view.books.units[piece.id]
        self.here = replace(
            piece, figures=figures[:: max(1, (len(figures) - 1) // 2)], base=base
        )  # three stands tell of all
        self.spots: Spots = quads_of(base, figures).mean(axis=1)
        self.facing = figures[0].facing if drawn.kind is Kind.FILE else drawn.array.front.facing
        self.middle = self.spots.mean(axis=0)
        self.becomes = self.unit
        if self.unit.is_guns:
            self.becomes = replace(self.unit, limbered=drawn.state == "limbered")
        elif drawn.state in FORMATIONS:
            self.becomes = shaped(self.unit, Formation(drawn.state))

    def worth(self, danger: float) -> float:
        """All of it together, in stands."""
        own = foes(self.view, self.piece.owner)
        gaps = [self._gap(foe) for foe in own]
        near = [(foe, gap) for foe, gap in zip(own, gaps, strict=True) if gap <= inches(int(WEIGHTS("plan", "reach")))]
        told = WEIGHTS("place", "fire") * self._fire(near)
        told -= danger * (self._danger(near) + self._threat(near))
        told += WEIGHTS("place", "chance") * self._chance(near)
        told += WEIGHTS("place", "company") * min(self._company, self.unit.stands)
        if self.drawn.kind is Kind.SQUARE and not only_horse_near(self.view, self.piece.id):
            told -= WEIGHTS("place", "boxed")
        told += self._positions() + self._toward(min(gaps, default=0))
        return told - self._command()

    @cached_property
    def _company(self) -> int:
        """Stands of friends in good order who would be near enough to count with it in a combat."""
        near = inches(self.view.tables.number("measured.support")) + 2 * HALF_STAND
        return sum(
            len(spots)
            for name, spots in company(self.view, self.piece.owner)
            if name != self.piece.id and np.linalg.norm(self.spots[:, None] - spots[None], axis=2).min() <= near
        )

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
                cover = cover_from(self.view, foe.piece.id, *self._corner())
                best = max(best, volley(self.view, unit, foe.unit, gap, stands, cover=cover).worth(foe.unit))
        return best

    def _danger(self, near: list[tuple[Foe, Length]]) -> float:
        """What the fire of all who would bear on it does; who has others to fire at fires at it less often."""
        told = 0.0
        mark = self.becomes
        for foe, gap in near:
            if not foe.reach or gap > foe.reach:
                continue
            stands = _bearing(foe.spots, foe.facing, self.spots, foe.reach, all_round=foe.all_round)
            if stands:
                cover = self._cover(foe)
                harm = volley(self.view, foe.unit, mark, gap, stands, cover=cover).worth(mark)
                told += harm / (1 + WEIGHTS("place", "shared") * others_before(self.view, foe.piece.id, self.piece.id))
        return WEIGHTS("place", "danger") * told

    def _cover(self, foe: Foe) -> Cover:
        """What would cover it against an enemy's fire."""
        if not shelters(self.view.terrain):
            return Cover.NONE
        x, y = foe.spots.mean(axis=0)
        return shooting.cover_of(self.view, self._mark, Point(round(x), round(y)))

    @cached_property
    def _mark(self) -> shooting.Mark:
        piece = self.here
        quads = quads_of(piece.base, piece.figures)
        return shooting.Mark(piece, self.drawn, bodies.figures(piece.base, piece.figures), quads, ())

    @cached_property
    def _position(self) -> GroundDefended:
        return position_of(self.view, self.here)[1] if shelters(self.view.terrain) else GroundDefended.NONE

    def _corner(self) -> tuple[Length, Length]:
        """The square of the ground from which it would fire, so that few have to be looked at."""
        x, y = self.middle // (COARSE * INCH)
        return int(x) * COARSE * INCH, int(y) * COARSE * INCH

    # ---- Charges -------------------------------------------------------------------------------------------------------------------

    def _threat(self, near: list[tuple[Foe, Length]]) -> float:
        """The worst charge that could come, of one or of all who may, and flanks that are open."""
        coming = [(foe, self._behind(foe)) for foe, gap in near if foe.charges and gap <= foe.charges]
        worst = max((self._charged_by((foe,), behind) for foe, behind in coming), default=0.0)
        if len(coming) > 1:
            first = sorted(coming, key=lambda each: -each[0].unit.stands)[: int(WEIGHTS("place", "together"))]
            joint = self._charged_by(tuple(foe for foe, _ in first), any(behind for _, behind in first))
            worst = max(worst, WEIGHTS("place", "joint") * joint)
        flanks = sum(behind for _, behind in coming)
        return WEIGHTS("place", "threat") * worst + WEIGHTS("place", "flank") * min(flanks, 1.0)

    def _charged_by(self, those: tuple[Foe, ...], behind: bool) -> float:
        names = tuple(foe.piece.id for foe in those)
        value = clash(
            self.view,
            names,
            self.piece.id,
            outflanked=behind,
            shape=self._shape(),
            supported=self._company,
            ground=None if behind else self._position,
            place=Point(round(self.middle[0]), round(self.middle[1])),
        )
        squares = self._squares() and all(foe.unit.on_horse for foe in those)
        return value * WEIGHTS("place", "square") if squares else value

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
        """The best charge that it could make from there in its next turn, alone or with others."""
        far = charge_reach(self.view, self.piece)
        best = 0.0
        for foe, gap in near:
            if not far or gap > far or not self._before(foe):
                continue
            own, others = (self.piece.id,), in_reach(self.view, foe.piece.id, self.piece.id)
            best = max(best, clash(self.view, own, foe.piece.id))
            if others:
                best = max(best, clash(self.view, (*own, *others), foe.piece.id) / (1 + len(others)))
        return best

    def _before(self, foe: Foe) -> bool:
        x, y = direction(self.facing)
        dx, dy = foe.spots.mean(axis=0) - self.middle
        return float(dx * x + dy * y) > AHEAD * hypot(dx, dy)

    # ---- What it is about ----------------------------------------------------------------------------------------------------------

    def _positions(self) -> float:
        """Nearer to the position that it goes for, or still on the one that it keeps."""
        view, name = self.view, self.piece.id
        hurry = WEIGHTS("plan", "hurry") if late(view, self.piece.owner) else self._ripe()
        goal, kept, told = goal_of(view, name), kept_by(view, name), 0.0
        if goal is not None:
            off = max(0.0, self._to(goal.at) - goal.within / 2)
            told += (
                hurry * goal.points * (WEIGHTS("place", "keep") * (off == 0) - WEIGHTS("place", "want") * off / INCH)
            )
        if kept is not None:
            told += hurry * kept.points * WEIGHTS("place", "keep") * (self._to(kept.at) <= kept.within)
        return told

    def _ripe(self) -> float:
        """How much positions matter yet: they count at the end."""
        turns = max(1, self.view.setting.turns)
        return max(WEIGHTS("place", "early"), min(1.0, self.view.books.turn / turns))

    def _to(self, place: tuple[int, int]) -> float:
        return float(np.linalg.norm(self.spots - np.array(place[:2], dtype=np.float64), axis=1).min())

    def _toward(self, gap: Length) -> float:
        """Who does not win by standing goes for the enemy."""
        if not attacks(self.view, self.piece.owner):
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


def shelters(terrain: Terrain) -> bool:
    """Whether there is anything on the ground that could cover anybody."""
    return bool(terrain.areas or terrain.lines)


@fact
def cover_from(view: MawField, name: str, x: Length, y: Length) -> Cover:
    """What covers an enemy against fire from about a place."""
    if not shelters(view.terrain):
        return Cover.NONE
    return shooting.cover_of(view, shooting.mark_of(view, view.pieces[name]), Point(x, y))


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
