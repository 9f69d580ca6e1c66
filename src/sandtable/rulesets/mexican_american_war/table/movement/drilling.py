"""Maneuvers on the table: what geometry fills into their forms, what stands in their way, and where stands end (MAW-2.19 to MAW-2.32, MAW-G.20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import shapely

from sandtable.battle.event import Event
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, in_inches
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.miniatures.acting import certain, form_of, form_read
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.regiment import quads_of
from sandtable.miniatures.sweeping import crossed, gaps_to, overlapped, polygons
from sandtable.rulesets.mexican_american_war.drill import FrontageChanged, carry_out
from sandtable.rulesets.mexican_american_war.effects import FormationBecomes
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.keeping import once_a_table
from sandtable.rulesets.mexican_american_war.table.movement import storming
from sandtable.rulesets.mexican_american_war.table.movement.maneuvering import planned
from sandtable.rulesets.mexican_american_war.table.movement.planning import Fault, Plan, within
from sandtable.rulesets.mexican_american_war.table.movement.steps import CHOSEN, Drill, StepKind, TableManeuver
from sandtable.rulesets.mexican_american_war.table.state import Deciding, Formed, MawField, is_formed, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
    HARD_GROUND,
    OPEN_ORDER,
    Experience,
    Formation,
    Ground,
    Maneuver,
    MovePart,
    OrderState,
    Road,
)

K, M, F = StepKind, Maneuver, Formation
MOVE_ACTION = RULESET.by_id["move"]
WHEELS, OBLIQUES = (K.WHEEL, K.WHEEL_BACK), (K.OBLIQUE, K.OBLIQUE_BACK)
FLANKS, BY_ROAD = (K.RIGHT, K.LEFT), (K.ROAD, K.ROAD_BACK)
FORWARD = (K.ADVANCE, K.WITHDRAW, *OBLIQUES, K.WHEEL)
STEPS: dict[Maneuver, tuple[StepKind, ...]] = {  # what each maneuver is made of
    M.FULL_MOVE: (*FORWARD, *BY_ROAD),
    M.HALF_MOVE: (*FORWARD, *BY_ROAD),
    M.FULL_MOVE_DISORDERED: FORWARD,
    M.CHANGE_FORMATION: (*FORWARD, *BY_ROAD, K.TURN),
    M.PASSAGE_OF_LINES: FORWARD,
    M.MARCH_BY_THE_FLANK: FLANKS,
    M.CHANGE_FRONT: WHEELS,
    M.LIMBER: (K.TURN,),
    M.UNLIMBER: (K.TURN,),
    M.PIVOT: (K.TURN,),
    M.PIVOT_AND_FIRE: (K.TURN,),
    M.UNLIMBER_AND_FIRE: (K.TURN,),
    M.MOVE_AND_UNLIMBER: (*FORWARD, *BY_ROAD, K.TURN),
    M.LIMBER_AND_MOVE: (*FORWARD, *BY_ROAD, K.TURN),
    M.MOVE_UNLIMBER_FIRE: (*FORWARD, *BY_ROAD, K.TURN),
    M.LIMBER_MOVE_UNLIMBER: (*FORWARD, *BY_ROAD, K.TURN),
    M.STORMING_COLUMN: (K.ADVANCE,),
    M.HAND_HAUL: (K.ADVANCE, K.WITHDRAW, *OBLIQUES, *FLANKS, K.TURN),
}
HALVES = (M.HALF_MOVE, M.CHANGE_FORMATION, M.PASSAGE_OF_LINES, M.MARCH_BY_THE_FLANK)
STEP_RULES = {
    M.FULL_MOVE_DISORDERED: "MAW-7.05",
    M.CHANGE_FRONT: "MAW-7.15",
    M.MARCH_BY_THE_FLANK: "MAW-G.20b",
    M.DEPLOY_TO_THE_FRONT: "MAW-7.10a",
    M.FACE_BY_THE_REAR_RANK: "MAW-G.20c",
}
Names = tuple[str, ...]
NOTHING: Names = ()


@dataclass(frozen=True)
class Survey:
    """What is found on the way of a plan: the slowest ground, obstacles, and whom it meets."""

    ground: Ground
    barred: Names
    minor: int
    major: Names
    passed: Names  # formed friends
    crowded: Names
    nearest: Length | None  # enemy
    off_table: bool


@once_a_table
def told_of(doing: Deciding) -> TableManeuver:
    """The form as far as its giver and the books fill it in; what they forbid is refused."""
    if doing.actor.id not in doing.field.group:
        raise refuse("piece", "problem.table.not_checked", doing.field.group, "MAW-2.03", name=doing.actor.id)
    situation: TableManeuver = form_of(MANEUVER, doing, _marked(doing)).situation
    return situation


def _marked(doing: Deciding) -> dict[str, Any]:
    """What the scenario says of the unit."""
    mark = doing.field.setting.mark(doing.actor.id)
    return {"fixed": mark.fixed, "open_order_only": mark.open_only}


def plan_of(doing: Deciding) -> tuple[Drill, Plan]:
    """What is to be done, and how it would be."""
    drill = Drill.of(told_of(doing))
    return drill, plan_for(doing.field, doing.actor.id, drill)


def plan_for(field: MawField, name: str, drill: Drill) -> Plan:
    """The plan of a maneuver, columns that storm and works that are scaled among them."""
    if drill.maneuver is M.STORMING_COLUMN:
        return storming.planned(field, name, drill)
    return storming.scaled(field, name, drill) if drill.maneuver is M.SCALE_OBSTACLE else planned(field, name, drill)


@fact
def surveyed(field: MawField, name: str, drill: Drill) -> Survey:
    """What a plan meets."""
    return survey(field, field.pieces[name], plan_for(field, name, drill))


def survey(field: MawField, piece: Piece, plan: Plan) -> Survey:
    """What a unit meets on its way."""
    mover = ground.mover_of(field.books.units[piece.id])
    beside = plan.crossed()
    slowest, barred = Ground.OPEN, NOTHING
    if len(beside) and field.terrain.areas:
        slowest, areas = ground.classes_entered(field.terrain, beside, mover, field.tables)
        barred = tuple(area.id for area in areas)
    passed, crowded, nearest = _met(field, piece, plan)
    return Survey(
        slowest,
        barred,
        len(crossed(ground.works(field.terrain, field.tables, "minor"), plan.tracks)),
        tuple(line.id for line in crossed(ground.works(field.terrain, field.tables, "major"), plan.tracks)),
        passed,
        crowded,
        nearest,
        not within(field.terrain, quads_of(plan.base, plan.figures)),
    )


def _met(field: MawField, piece: Piece, plan: Plan) -> tuple[Names, Names, Length | None]:
    """The formed friends that a way goes over, those whom it ends upon, and how near it comes to an enemy."""
    sweep = plan.swept()
    ends = polygons(quads_of(plan.base, plan.figures))
    others = [
        each
        for each in field.pieces.values()
        if each.id in field.books.units and each.id != piece.id and each.figures and not _abandoned(field, piece, each)
    ]
    low, high = _box(shapely.total_bounds(sweep))
    near = [
        each
        for each in others
        if _close(seeing.quads(field, each.id), low, high, length(field.tables.number("apart.enemy")))
    ]
    passed, crowded, nearest = [], [], None
    for each in near:
        stands = polygons(seeing.quads(field, each.id))
        if each.owner != piece.owner:
            gap = round(float(gaps_to(sweep, stands).min()))
            nearest = gap if nearest is None else min(nearest, gap)
        elif is_formed(field.shapes[each.id]) and overlapped(sweep, stands).any():
            passed.append(each.id)
        if field.inside.get(each.id) is None and overlapped(ends, stands).any():
            crowded.append(each.id)
    return tuple(passed), tuple(crowded), nearest


def _abandoned(field: MawField, piece: Piece, other: Piece) -> bool:
    """Guns of the enemy that nobody serves: they are gone over and taken (MAW-G.47a)."""
    return other.owner != piece.owner and field.books.units[other.id].sheltered


def _box(bounds: Any) -> tuple[Any, Any]:
    return bounds[:2], bounds[2:]


def _close(quads: Any, low: Any, high: Any, room: Length) -> bool:
    return bool((quads.min(axis=(0, 1)) - room <= high).all() and (quads.max(axis=(0, 1)) + room >= low).all())


# ---- The form --------------------------------------------------------------------------------------------------------------------------


@once_a_table
def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form: the ground, an angle, whether enemies are near, whom it passes through."""
    marked = _marked(doing)
    drill, _ = plan_of(doing)
    found = surveyed(doing.field, doing.actor.id, drill)
    told: dict[str, Any] = {**marked, "ground": found.ground}
    if drill.maneuver is M.CHANGE_FRONT:
        told["degrees"] = max((abs(each.degrees) for each in drill.steps), default=0)
    if drill.maneuver is M.PASSAGE_OF_LINES and found.passed:
        friend = doing.field.books.units[found.passed[0]]
        shaky = friend.order is not OrderState.GOOD or friend.experience is Experience.RAW
        own = doing.field.books.units[doing.actor.id]
        told |= {"friend_name": friend.name, "other_unit_shaky": shaky or own.order is not OrderState.GOOD}
    if drill.maneuver in (M.REPLENISH, M.RETURN_TO_GUNS):
        told["enemy_near"] = _enemy_within(doing, "replenish" if drill.maneuver is M.REPLENISH else "return_to_guns")
    if drill.maneuver is M.STORMING_COLUMN:
        told |= storming.facts(doing.field, doing.actor.id, drill)
    return told


def _enemy_within(doing: Deciding, name: str) -> bool:
    within_ = length(doing.field.tables.number(name, "clear"))
    enemies = seeing.enemies_of(doing.field, doing.actor.owner)
    return any(seeing.gap(doing.field, doing.actor, each) <= within_ for each in enemies if each.figures)


# ---- What stands in the way ------------------------------------------------------------------------------------------------------------


def hinders(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """What is wrong with a way beside what the form forbids."""
    drill, plan = plan_of(doing)
    yield from _steps(doing, drill)
    for fault in plan.faults:
        yield _problem(fault)
    if plan.faults:
        return
    found = surveyed(doing.field, doing.actor.id, drill)
    yield from _meets(doing, drill, found)
    if drill.maneuver is M.STORMING_COLUMN and plan.moved and storming.enemy_ahead(doing.field, doing.actor.id, drill):
        yield wrong("must_charge", "MAW-16.05")
    yield from _too_far(doing, drill, plan, found, told)


def _problem(fault: Fault) -> Problem:
    return Problem("chosen.steps", Message.of(f"problem.table.{fault.name}", **dict(fault.about)), (), fault.rule)


def wrong(name: str, rule: str, place: str = "chosen.steps", /, **about: Any) -> Problem:
    """What is wrong, in words and by a rule."""
    return Problem(place, Message.of(f"problem.table.{name}", **about), (), rule)


def _steps(doing: Deciding, drill: Drill) -> Iterator[Problem]:
    """The steps that a maneuver is made of, each as often and as far as it may be (MAW-7.04, MAW-7.18, MAW-8.01 to MAW-8.02a)."""
    tables, allowed = doing.field.tables, STEPS.get(drill.maneuver, ())
    if any(each.step not in allowed for each in drill.steps):
        yield wrong("steps", STEP_RULES.get(drill.maneuver, "MAW-2.19"))
    wheels = [each for each in drill.steps if each.step in WHEELS]
    obliques = [each for each in drill.steps if each.step in OBLIQUES]
    if len(wheels) > 1:
        yield wrong("one_wheel", "MAW-G.20a")
    if len(obliques) > 1:
        yield wrong("one_oblique", "MAW-8.02")
    if wheels and obliques:
        yield wrong("wheel_and_oblique", "MAW-8.02a")
    if (
        any(each.step in FLANKS for each in drill.steps)
        and len({each.step for each in drill.steps}) > 1
        and drill.maneuver is not M.HAND_HAUL
    ):
        yield wrong("flank_alone", "MAW-8.02a")
    most = tables.number("change_front.degrees" if drill.maneuver is M.CHANGE_FRONT else "angle.wheel")
    if any(abs(each.degrees) > most for each in wheels):
        yield wrong("wheel_far", "MAW-7.16a" if drill.maneuver is M.CHANGE_FRONT else "MAW-7.18", most=most)
    if any(abs(each.degrees) > tables.number("angle.oblique") for each in obliques):
        yield wrong("oblique_far", "MAW-8.01", most=tables.number("angle.oblique"))
    if {each.step for each in drill.steps} & {K.ADVANCE, K.OBLIQUE} and {each.step for each in drill.steps} & {
        K.WITHDRAW,
        K.OBLIQUE_BACK,
    }:
        yield wrong("to_and_fro", "MAW-G.20d")


def _meets(doing: Deciding, drill: Drill, found: Survey) -> Iterator[Problem]:
    """Whom and what it may not meet."""
    if found.off_table:
        yield wrong("off_board", "MAW-G.21f")
    for name in found.barred:
        yield wrong("impassable", "MAW-G.09", name=name)
    for name in found.major if drill.maneuver is not M.SCALE_OBSTACLE else ():
        yield wrong("major", "MAW-G.09a", name=name)
    for name in found.crowded:
        yield wrong("crowded", "MAW-G.20f", name=name)
    may_pass = 1 if drill.maneuver is M.PASSAGE_OF_LINES else 0
    for name in found.passed[may_pass:]:
        rule = "MAW-7.05" if drill.maneuver is M.FULL_MOVE_DISORDERED else "MAW-G.20f"
        yield wrong("passes", rule, name=name)
    least = length(doing.field.tables.number("apart.enemy"))
    before = _enemy_gap(doing.field, doing.actor.id)
    if found.nearest is not None and found.nearest < min(least, before) - 1:
        yield wrong("too_near", "MAW-G.20g", least=in_inches(least))


@fact
def _enemy_gap(field: MawField, name: str) -> Length:
    """How far the nearest enemy is."""
    piece = field.pieces[name]
    enemies = [each for each in seeing.enemies_of(field, piece.owner) if each.figures]
    if not enemies:
        return field.terrain.width + field.terrain.height
    return min(seeing.gap(field, piece, each) for each in enemies)


def _too_far(doing: Deciding, drill: Drill, plan: Plan, found: Survey, told: Facts) -> Iterator[Problem]:
    """How far it may go: by its rate on the slowest ground, less obstacles, more by road (MAW-2.12, MAW-8.16, MAW-G.20h)."""
    if not plan.moved and not found.minor:
        return
    most, rule = allowance(doing, drill, plan, found, told)
    if plan.far > length(most):
        yield wrong("too_far", rule, far=in_inches(plan.far), left=most)


def allowance(doing: Deciding, drill: Drill, plan: Plan, found: Survey, told: Facts) -> tuple[Fraction, str]:
    """How far a maneuver goes on this ground, and the rule that says so."""
    form = form_of(MANEUVER, doing, told)
    situation: TableManeuver = form.situation
    if drill.maneuver is M.CHANGE_FRONT:
        return _rate(doing, situation, found, plan, MovePart.FULL), "MAW-7.16a"
    verdict = certain(MANEUVER.action, situation, doing.field.tables)
    by_hand = Fraction(verdict.measure("distance"))
    if drill.maneuver is M.STORMING_COLUMN:
        return _rate(doing, situation, found, plan, MovePart.FULL), "MAW-16.04"
    if drill.maneuver is M.HAND_HAUL or not by_hand:
        return by_hand, "MAW-2.29a"
    part = MovePart.HALF if drill.maneuver in HALVES else MovePart.FULL
    rule = "MAW-8.16" if plan.on_road else "MAW-G.20h" if found.ground in HARD_GROUND else "MAW-2.12"
    return _rate(doing, situation, found, plan, part), "MAW-G.09a" if found.minor else rule


def _rate(doing: Deciding, situation: TableManeuver, found: Survey, plan: Plan, part: MovePart) -> Fraction:
    """The umpire's move calculator, with what the way crosses."""
    unit = doing.field.books.units[doing.actor.id]
    formation = situation.reforms_in if situation.broken else situation.formation
    if situation.maneuver is M.STORMING_COLUMN:
        formation = F.STORMING_COLUMN  # which goes half as far (MAW-16.04)
    if plan.on_road and situation.new_formation is F.MARCH_COLUMN and situation.maneuver is M.CHANGE_FORMATION:
        formation = F.MARCH_COLUMN
    raw: dict[str, Any] = {
        "side": unit.side,
        "mover": unit.mover,
        "mounted": unit.on_horse,
        "broken_troops": False,
        "formation": formation,
        "carriage": unit.carriage,
        "check_effect": situation.check_effect,
        "move_part": part,
        "ground": found.ground,
        "minor_obstacles": min(found.minor, 6),
        "light": situation.light,
    }
    raw |= {} if unit.is_guns else {"broken_troops": False}
    if plan.on_road:
        raw |= {"road": Road(plan.road), "road_inches": str(float(in_inches(plan.on_road)))}
    form = form_read(MOVE_ACTION, {name: value for name, value in raw.items() if value is not None}, doing.field.tables)
    return Fraction(certain(MOVE_ACTION, form.situation, doing.field.tables).measure("distance"))


# ---- What becomes of places ------------------------------------------------------------------------------------------------------------


def formed(piece: Piece, plan: Plan, house: str = "") -> Formed:
    """A unit at the end of its plan."""
    return Formed(piece=piece.id, figures=plan.figures, base=plan.base, drawn=plan.drawn, way=plan.way, house=house)


def moves(doing: Deciding, situation: TableManeuver) -> Iterator[Event]:
    """The stands where the plan ends: the books have changed by then, places have not."""
    drill, name = Drill.of(situation), doing.actor.id
    plan = plan_for(doing.field, name, drill)
    if plan.figures != doing.actor.figures or plan.base != doing.actor.base or plan.drawn != doing.field.shapes[name]:
        yield formed(doing.actor, plan, drill.place if plan.drawn.state == F.GARRISON else "")


def carried_out(situation: TableManeuver, tables: Tables) -> Ruling:
    """The umpire's ruling, and the formation that an open order or a storming column has at its end (MAW-13.07, MAW-16.11)."""
    ruled, whom = carry_out(situation, tables), situation.name or "unit"
    if situation.maneuver is M.CHANGE_FORMATION:
        return ruled
    more: tuple[Effect, ...] = ()
    if situation.ranks is not None and situation.shape in OPEN_ORDER:
        deep = F.OPEN_THIN if situation.ranks == 1 else F.OPEN_DEEP
        more = (FormationBecomes(whom=whom, formation=deep), FrontageChanged(whom=whom))
    elif situation.maneuver is M.STORMING_COLUMN and situation.forms is not None and situation.left_defile:
        more = (FormationBecomes(whom=whom, formation=situation.forms),)
    return replace(ruled, effects=(*ruled.effects, *more))


MANEUVER: Deed[MawField] = Deed(
    action=replace(RULESET.by_id["maneuver"], situation=TableManeuver, rule=carried_out),
    by="MAW-2.19",
    measures=facts,
    chooses=CHOSEN,
    hinders=hinders,
    moves=moves,
)
