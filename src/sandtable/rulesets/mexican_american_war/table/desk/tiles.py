"""The maneuvers as people pick them: each as a drawing with its inches and degrees, and where it leads (chapters 2, 7, 8, 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import cos, radians, sin
from typing import Any

import shapely

from sandtable.battle.desk import Grip
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Point, Pose, ahead, bearing, direction, in_inches
from sandtable.kernel.messages import Message, decimal_text
from sandtable.kernel.problem import Refusal
from sandtable.miniatures.desk.courses import Course, Knob, Outline, Tile, Values
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Doing
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.desk.menu import arc_of, order, rate_of, step
from sandtable.rulesets.mexican_american_war.table.movement import drilling
from sandtable.rulesets.mexican_american_war.table.movement.planning import Plan
from sandtable.rulesets.mexican_american_war.table.movement.steps import StepKind
from sandtable.rulesets.mexican_american_war.table.players import off
from sandtable.rulesets.mexican_american_war.table.shapes import FILES, front_of, fronts_of, middle_of
from sandtable.rulesets.mexican_american_war.table.state import MawField, length
from sandtable.rulesets.mexican_american_war.vocabulary import HARD_GROUND, SQUARES, Formation, Maneuver

K, M, F = StepKind, Maneuver, Formation
HALF, FIVE = Fraction(1, 2), Fraction(5)
SHARES = (Fraction(1), Fraction(2, 3), Fraction(1, 3), Fraction(0))  # of a wheel for which there may be no room
STRAIGHT = 6  # degrees off that are not worth a wheel
BY_HAND = 4  # inches that guns are hauled at most, of which the rules allow some
GOING = (M.FULL_MOVE, M.HALF_MOVE, M.FULL_MOVE_DISORDERED)
FORMATIONS = (
    F.LINE, F.SUPPORTED_LINE, F.FIELD_COLUMN, F.MARCH_COLUMN, F.DELIBERATE_SQUARE, F.OPEN_THIN, F.OPEN_DEEP,
)  # fmt: skip
PLAIN = (M.FACE_BY_THE_REAR_RANK, M.DEPLOY_TO_THE_FRONT, M.HOLD)
SELDOM = (M.SCALE_OBSTACLE, M.REPLENISH, M.STORMING_COLUMN)  # offered only where they can be done
GUNS_GO = (M.MOVE_UNLIMBER_FIRE, M.MOVE_AND_UNLIMBER, M.LIMBER_MOVE_UNLIMBER, M.LIMBER_AND_MOVE, M.FULL_MOVE)
GUNS_STAY = (M.FIRE, M.LIMBER)
GUNS_SELDOM = (M.RALLY_GUNS, M.REPLENISH, M.RETURN_TO_GUNS, M.LIMBER_AND_RETREAT)
ROUND, SIMPLE, AROUND = 90, 45, 180  # degrees


def tiles(view: MawField, piece: Piece) -> Sequence[Tile]:
    """What a unit of the check under way might be told."""
    unit = view.books.units.get(piece.id)
    if unit is None or piece.id not in view.group or unit.maneuver_done:
        return ()
    made = Tiles(view, piece)
    return tuple(made.of_guns() if unit.is_guns else made.of_troops())


class Tiles:
    """The tiles of one unit."""

    def __init__(self, view: MawField, piece: Piece) -> None:
        self.view, self.piece = view, piece
        self.rate = in_inches(rate_of(view, piece))
        foe = seeing.nearest_enemy(view, piece)
        self.aside = 0 if foe is None else off(view, piece, middle_of(foe))

    def of_troops(self) -> Iterator[Tile]:
        """Foot and horse."""
        state = self.view.shapes[self.piece.id].state
        files, rigid = state in FILES, state in (*SQUARES, *FILES)
        yield self._going("ahead", lambda v: (step(K.ADVANCE, length(v["far"])),))
        if not rigid:
            yield self._wheeling("wheel", GOING)
            yield self._going("oblique", self._oblique, self._turn(SIMPLE))
        yield self._going("back", lambda v: (step(K.WITHDRAW, length(v["far"])),))
        if files:
            yield from self._road("road", GOING)
        else:
            yield self._tile("flank", self._flank, hows=("right", "left"), knobs=(self._far(HALF),), stretches="far")
            yield self._tile("front", self._front, hows=("wheel", "wheel back"), knobs=(self._turn(ROUND),))
        for formation in FORMATIONS:
            if formation.value != state:
                yield self._tile(formation.value, self._forming(formation), knobs=(self._step_of(HALF),))
        yield from (self._plain(what) for what in PLAIN)
        if not rigid:
            yield self._tile("refuse", self._refusing, hows=("left", "right"), knobs=self._refused())
            yield self._tile("pass", self._passing, knobs=(self._far(HALF),), stretches="far")
        yield from self._where_possible(SELDOM)

    def of_guns(self) -> Iterator[Tile]:
        """Batteries."""
        limbered = self.view.books.units[self.piece.id].limbered
        for what in GUNS_GO:
            if limbered == (what in (M.MOVE_UNLIMBER_FIRE, M.MOVE_AND_UNLIMBER, M.FULL_MOVE)):
                yield self._wheeling(f"guns {what.value}", (what,))
                if what is M.FULL_MOVE:
                    yield from self._road("road", (what,))
        turns = (M.UNLIMBER_AND_FIRE, M.UNLIMBER) if limbered else (M.PIVOT_AND_FIRE, M.PIVOT)
        yield self._tile("unlimber" if limbered else "pivot", self._pivot, tuple(turns), (self._turn(AROUND),))
        if not limbered:
            yield from (self._plain(what) for what in GUNS_STAY)
            far = Knob("far", HALF, Fraction(BY_HAND), HALF, Fraction(BY_HAND))
            yield self._tile("hand haul", self._hauled, knobs=(far,), stretches="far")
        yield from self._where_possible(GUNS_SELDOM)

    # ---- How each is made ----------------------------------------------------------------------------------------------------------

    def _tile(
        self,
        name: str,
        given: Callable[[str, Values], Act],
        hows: tuple[str, ...] = ("",),
        knobs: tuple[Knob, ...] = (),
        stretches: str = "",
        led: Callable[[Point], Sequence[Values]] | None = None,
        within: Callable[[str, Values], Values] = lambda _how, values: values,
    ) -> Tile:
        return Tile(name, "maneuver", given, hows, knobs, stretches, within, led)

    def _far(self, share: Fraction = Fraction(1)) -> Knob:
        """How far it goes, up to as far as it would in the open."""
        most = self.rate * share
        return Knob("far", HALF, most, HALF, most)

    def _step_of(self, share: Fraction) -> Knob:
        """How far it goes besides, nothing unless somebody says so."""
        return Knob("far", Fraction(0), self.rate * share, HALF, Fraction(0))

    def _turn(self, most: int) -> Knob:
        """How far round, usually toward the enemy as far as that may be."""
        usual = max(-most, min(most, self.aside)) if abs(self.aside) > STRAIGHT else min(most, ROUND)
        return Knob("degrees", Fraction(-most), Fraction(most), FIVE, round(Fraction(usual) / FIVE) * FIVE)

    def _act(self, how: str, *steps: dict[str, Any], **more: Any) -> Act:
        return order(self.piece, M(how), *steps, **more)

    def _going(self, name: str, steps: Callable[[Values], Sequence[dict[str, Any]]], *more: Knob) -> Tile:
        def given(how: str, values: Values) -> Act:
            return self._act(how, *steps(self._halved(how, values)))

        return self._tile(name, given, tuple(GOING), (*more, self._far()), "far")

    def _halved(self, how: str, values: Values) -> Values:
        """Half a move goes half as far at most."""
        most = self.rate * HALF if how == M.HALF_MOVE else self.rate
        return {**values, "far": min(values["far"], most)}

    def _oblique(self, values: Values) -> Sequence[dict[str, Any]]:
        return (step(K.OBLIQUE, length(values["far"]), int(values["degrees"])),)

    def _wheeling(self, name: str, hows: Sequence[Maneuver]) -> Tile:
        """A wheel and then ahead with what it leaves; no wheel at all is straight ahead. Whoever is dragged somewhere goes so."""
        turn, far = self._turn(SIMPLE), Knob("far", Fraction(0), self.rate, HALF, self.rate)

        def within(how: str, values: Values) -> Values:
            arc = in_inches(round(arc_of(self.view, self.piece, int(values["degrees"]))))
            left = self.rate * (HALF if how == M.HALF_MOVE else 1) - arc
            return {**values, "far": max(Fraction(0), min(values["far"], left // HALF * HALF))}

        def given(how: str, values: Values) -> Act:
            turned, on = int(values["degrees"]), values["far"]
            wheel = (step(K.WHEEL, degrees=turned),) if turned else ()
            return self._act(how, *wheel, *((step(K.ADVANCE, length(on)),) if on else ()))

        def led(place: Point) -> Sequence[Values]:
            aside = off(self.view, self.piece, place)
            turned = 0 if abs(aside) <= STRAIGHT else max(-SIMPLE, min(SIMPLE, aside))
            turns = [round(turned * share / FIVE) * FIVE for share in SHARES]
            return [{"degrees": Fraction(each), "far": self._left_to(place, int(each))} for each in turns]

        return self._tile(name, given, tuple(hows), (turn, far), "far", led, within)

    def _left_to(self, place: Point, turned: int) -> Fraction:
        """How far it is ahead to a place after a wheel."""
        front = front_of(self.view, self.piece)
        part = next(iter(fronts_of(self.view, self.piece)), None)
        middle = front.point
        if turned and part is not None:
            middle = swung(front.point, part.right if turned > 0 else part.left, turned)
        x, y = direction((front.facing + turned * DEGREE) % CIRCLE)
        return max(Fraction(0), in_inches(round((place.x - middle.x) * x + (place.y - middle.y) * y)))

    def _road(self, name: str, hows: Sequence[Maneuver]) -> Iterator[Tile]:
        """Along a road, which may double the move (MAW-8.07)."""
        far = Knob("far", HALF, 2 * self.rate, HALF, 2 * self.rate)
        for kind, called in ((K.ROAD, name), (K.ROAD_BACK, f"{name} back")):

            def given(how: str, values: Values, kind: StepKind = kind) -> Act:
                return self._act(how, step(kind, length(values["far"])))

            yield self._tile(called, given, tuple(hows), (far,), "far")

    def _flank(self, how: str, values: Values) -> Act:
        return self._act(M.MARCH_BY_THE_FLANK, step(K.RIGHT if how == "right" else K.LEFT, length(values["far"])))

    def _front(self, how: str, values: Values) -> Act:
        kind = K.WHEEL_BACK if how == "wheel back" else K.WHEEL
        return self._act(M.CHANGE_FRONT, step(kind, degrees=int(values["degrees"])))

    def _forming(self, formation: Formation) -> Callable[[str, Values], Act]:
        def given(_: str, values: Values) -> Act:
            steps = (step(K.ADVANCE, length(values["far"])),) if values["far"] else ()
            return self._act(M.CHANGE_FORMATION, *steps, new_formation=formation.value)

        return given

    def _plain(self, what: Maneuver) -> Tile:
        return self._tile(what.value, lambda _how, _values: self._act(what))

    def _where_possible(self, some: Sequence[Maneuver]) -> Iterator[Tile]:
        """Those that are told of only where they can be done: nobody misses them elsewhere."""
        for what in some:
            act = self._act(what)
            try:
                doing = Doing(self.view, act, self.piece, Piece())
                if not any(True for _ in drilling.hinders(doing, drilling.facts(doing))):
                    yield self._plain(what)
            except Refusal:
                continue

    def _refused(self) -> tuple[Knob, ...]:
        front = max(1, self.view.shapes[self.piece.id].array.files - 1)
        stands = Knob("stands", Fraction(1), Fraction(front), Fraction(1), Fraction(min(2, front)))
        return stands, Knob("degrees", FIVE, Fraction(ROUND), FIVE, Fraction(SIMPLE))

    def _refusing(self, how: str, values: Values) -> Act:
        return self._act(M.HOLD, **{f"refuse_{how}": int(values["stands"])}, refuse_by=int(values["degrees"]))

    def _passing(self, _: str, values: Values) -> Act:
        return self._act(M.PASSAGE_OF_LINES, step(K.ADVANCE, length(values["far"])))

    def _pivot(self, how: str, values: Values) -> Act:
        turned = int(values["degrees"])
        return self._act(how, *((step(K.TURN, degrees=turned),) if turned else ()))

    def _hauled(self, _: str, values: Values) -> Act:
        return self._act(M.HAND_HAUL, step(K.ADVANCE, length(values["far"])))


# ---- Where it leads ------------------------------------------------------------------------------------------------------------------------


def course(view: MawField, given: Act) -> Course | None:
    """Where a unit's stands would be after a maneuver, with what it costs and what sets its numbers."""
    piece = view.pieces.get(given.piece)
    if given.action != "maneuver" or piece is None:
        return None
    doing = Doing(view, given, piece, Piece())
    try:
        drill, plan = drilling.plan_of(doing)
        told = drilling.facts(doing)
    except Refusal:
        return None
    moved = plan.moved and not plan.faults
    found = drilling.surveyed(view, piece.id, drill) if moved else None
    most = drilling.allowance(doing, drill, plan, found, told)[0] if found is not None else None
    slow = found is not None and found.ground in HARD_GROUND
    summed = _sum(view, piece, given, plan)
    if slow and found is not None:
        summed = Message.of("desk.course.ground", ground=found.ground.message, sum=summed)
    way = tuple(pose.point for pose in plan.way)
    return Course(
        plan.base,
        plan.figures,
        way if len(way) > 1 else (),
        _swept(plan) if moved else (),
        plan.far if moved else None,
        length(most) if most is not None else None,
        summed,
        tuple(_grips(view, piece, given, plan)),
    )


def _swept(plan: Plan) -> tuple[Outline, ...]:
    whole = shapely.union_all(plan.swept()).simplify(40)
    parts = getattr(whole, "geoms", (whole,))
    return tuple(tuple(Point(round(x), round(y)) for x, y in part.exterior.coords[:-1]) for part in parts)


def _sum(view: MawField, piece: Piece, given: Act, plan: Plan) -> Message:
    """What it costs, step by step: wheel 45° 5.5 + ahead 6.5."""
    parts = []
    for each in given.chosen.get("steps", ()):
        kind, turn, far = K(each["step"]), int(each.get("degrees") or 0), Fraction(each.get("inches") or 0)
        if kind in (K.WHEEL, K.WHEEL_BACK):
            arc = decimal_text(round(in_inches(round(arc_of(view, piece, turn))), 1))
            parts.append(Message.of("desk.course.wheel", degrees=abs(turn), far=arc))
        elif far:
            parts.append(Message.of("desk.course.far", kind=kind.message, far=decimal_text(round(far, 1))))
    name = ("none", "one", "two")[min(2, len(parts))] if plan.moved else "none"
    told = dict(zip(("first", "second"), parts[:2], strict=False))
    return Message.of(f"desk.course.{name}", **told)


def _grips(view: MawField, piece: Piece, given: Act, plan: Plan) -> Iterator[Grip]:
    """The outer corner of a wheel, the end of a way, the bearing of guns that are turned."""
    front = front_of(view, piece)
    end = plan.way[-1].point if plan.way else front.point
    wheeled = front.point
    for each in given.chosen.get("steps", ()):
        kind, turn = K(each["step"]), int(each.get("degrees") or 0)
        if kind in (K.WHEEL, K.WHEEL_BACK):
            yield from _corner(view, piece, turn, back=kind is K.WHEEL_BACK)
            wheeled = plan.way[1].point if len(plan.way) > 2 else wheeled  # noqa: PLR2004 - before it, after it, its end
        elif kind is K.TURN:
            facing: Facing = (front.facing + turn * DEGREE) % CIRCLE
            yield Grip(ahead(Pose(front.x, front.y, facing), length(3)), "degrees", front.point, front.facing)
        elif kind is K.OBLIQUE:
            yield Grip(end, "degrees", front.point, front.facing, "far", front.point)
        elif kind in (K.ADVANCE, K.WITHDRAW, K.RIGHT, K.LEFT):
            yield Grip(end, reaches="far", start=wheeled)


def _corner(view: MawField, piece: Piece, turn: int, *, back: bool) -> Iterator[Grip]:
    """The corner that swings round the other one."""
    for part in fronts_of(view, piece)[:1]:
        inner, outer = (part.right, part.left) if (turn > 0) != back else (part.left, part.right)
        yield Grip(swung(outer, inner, turn), "degrees", inner, bearing(outer.x - inner.x, outer.y - inner.y))


def swung(place: Point, pivot: Point, degrees: int) -> Point:
    """A place that is swung round another one, to the right where the degrees are not negative."""
    angle = radians(degrees)
    x, y = place.x - pivot.x, place.y - pivot.y
    return Point(round(pivot.x + x * cos(angle) + y * sin(angle)), round(pivot.y - x * sin(angle) + y * cos(angle)))
