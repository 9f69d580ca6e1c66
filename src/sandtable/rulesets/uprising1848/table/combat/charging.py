"""Charges: who runs at whom and by which way, contact, moves and shots of the charged in the middle of it (chapter 9, R48-G.31 to R48-G.35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot
from typing import Any, ClassVar

from sandtable.battle.request import Addressed, Asked, Fact
from sandtable.battle.request import Facts as Found
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.distance import nearest, overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose, in_inches
from sandtable.geometry.trail import first_part, way_length
from sandtable.kernel.form import Section, distance
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Choose, Observe, Option
from sandtable.miniatures.bodies import Base, figure, gaps, near
from sandtable.miniatures.events import Stood
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall, Ruling
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.charge import flight_pace
from sandtable.rulesets.uprising1848.charge_form import Charge, ChargeMoves, StopsShort, TheySubmit
from sandtable.rulesets.uprising1848.details import weighed
from sandtable.rulesets.uprising1848.movement import Pace, mean_distance
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table import events
from sandtable.rulesets.uprising1848.table.acting import (
    contact,
    group_of,
    group_problems,
    men_acting,
    told_of,
    wrong,
)
from sandtable.rulesets.uprising1848.table.combat.fighting import COVERS, cover_between
from sandtable.rulesets.uprising1848.table.figures import Man, base_of, leading_of, on_foot, taken_off
from sandtable.rulesets.uprising1848.table.ground import HOLDS, LOW, WOODS, enterable, legs_of, middle
from sandtable.rulesets.uprising1848.table.movement.charge_ways import Plan, Run, chosen
from sandtable.rulesets.uprising1848.table.movement.moving import cost, off_table, others_of, things_of
from sandtable.rulesets.uprising1848.table.sighting import look
from sandtable.rulesets.uprising1848.table.state import Charging, Deciding, UprisingField, Wagon, length, within
from sandtable.rulesets.uprising1848.vocabulary import Firearm

SHORT = 200  # thousandths that a charge ends before contact that does not reach it


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCharge(Charge):
    """A charge whose way is measured: how far it is to go, beside the straight distance (R48-G.33(c))."""

    way: Fraction | None = distance(section=Section.ACTION, bands=(), optional=True, highest=fields.LONGEST)
    measured: ClassVar[bool] = True

    @property
    def to_go(self) -> Fraction | None:
        """As the ground has it."""
        return self.way


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form."""
    plan = chosen(doing)
    told = told_of(doing, plan.chargers if plan else group_of(doing))
    if plan is None:
        return {**told, "line_is_blocked": True, "attackers": 1, "targets": 1}
    field, target = doing.field, doing.target
    aimed, unit = field.men[target.id], field.unit(target.id)
    marks = plan.marks
    arms = Counter(aimed[each].firearm for each in marks if aimed[each].shot() is not None)
    firearm = arms.most_common(1)[0][0] if arms else Firearm.NONE
    reactors = sum(aimed[each].firearm is firearm for each in marks) if arms else len(marks)
    covers = [
        cover_between(field.ground, run.way[0] if len(run.way) > 1 else run.start, target.figures[run.mark])
        for run in plan.runs
    ]
    return {
        **told,
        "actor": plan.man.quality,
        "attackers": len(plan.runs),
        "melee": plan.man.melee,
        "actor_is_mounted": plan.man.mounted,
        "start_distance": in_inches(plan.straight),
        "way": in_inches(plan.far),
        "target": plan.target,
        "targets": len(marks),
        "cover": max(set(covers), key=lambda cover: (covers.count(cover), COVERS.index(cover))),
        "target_melee": plan.mark.melee,
        "target_firearm": firearm,
        "target_is_mounted": plan.mark.mounted,
        "reactors": reactors,
        "actor_unit_figures": len(doing.actor.figures),
        "actor_reference": max(field.unit(doing.actor.id).reference, len(doing.actor.figures)),
        "target_unit_figures": len(target.figures),
        "target_reference": max(unit.reference, len(target.figures)),
        "charger_leading": leading_of(men_acting(doing), field.unit(doing.actor.id).party.kind),
        "target_leading": leading_of(aimed, unit.party.kind),
        "target_has_acted": plan.mark.acted,
        "check_now": False,  # at the end of the initiative (R48-10.02)
    }


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Only who is seen can be charged, where there is a way and room (R48-9.02, R48-9.04)."""
    plan, men = chosen(doing), men_acting(doing)
    yield from group_problems(doing, plan.chargers if plan else group_of(doing), strays=False)
    if men and all(man.riding for man in men):
        yield wrong("piece", "transport", "R48-3.37a", name=doing.actor.id)
    elif {doing.actor.id, doing.target.id} & doing.field.waiting:
        yield wrong("target", "waits", "R48-G.57", name=doing.target.id)
    elif plan is None:
        seen = look(doing.field, doing.actor, doing.target).sees()
        yield wrong("target", "no_way" if seen else "no_line", "R48-9.04" if seen else "R48-9.02", name=doing.target.id)


# ---- In the middle of the rule -----------------------------------------------------------------------------------------------------


def found_out(ruling: Ruling[UprisingField]) -> Found:
    """What geometry finds while the rule runs: contact is made before anybody reacts, and lost or kept after they have moved."""
    plan = chosen(ruling.doing)
    in_advance = {key: given.value for key, given in ruling.form.answers.items()}

    def found(request: Observe) -> Any:
        if plan is not None and request.key == "charge.target_acted":
            return _contact(ruling, plan)
        if plan is not None and request.key == "charge.contact_kept":
            return _flight(ruling, plan)
        return in_advance.get(request.key)

    return found


def _contact(ruling: Ruling[UprisingField], plan: Plan) -> Asked[Fact | None]:
    """The chargers stand beside those whom they charged."""
    yield from ()
    story, doing = ruling.story, ruling.doing
    thrown = [weighed(reading[1]) for key, reading in ruling.heard if key == "charge.distance"]
    far = length(thrown[0]) if thrown else _mean(doing.field, plan)
    ends = {run.charger: run.way[-1] for run in plan.runs}
    story.tell(_stood(story.state.pieces[doing.actor.id], ends))
    left = max(0, far - plan.far)
    charge = Charging(doing.actor.id, plan.chargers, doing.target.id, plan.marks, plan.straight, left)
    story.tell(events.Closes(charge=charge))
    return plan.mark.acted


def _mean(field: UprisingField, plan: Plan) -> Length:
    return length(mean_distance(Pace("charge", plan.man.quality, plan.man.mounted, rough=False), field.tables))


def _stood(piece: Piece, ends: dict[int, Pose]) -> Stood:
    figures = tuple(ends.get(number, pose) for number, pose in enumerate(piece.figures))
    return Stood(
        piece=piece.id, figures=figures, base=piece.base, marker=piece.marker, bases=piece.bases, known_to=EVERYBODY
    )


REACTION = "charge.reaction"
WAYS = ("away", "cover", "left", "right", "toward")


def _flight(ruling: Ruling[UprisingField], plan: Plan) -> Asked[Fact | None]:
    """The charged choose where they go; the chargers follow with what is left of their move (R48-9.06, R48-9.08)."""
    story, doing = ruling.story, ruling.doing
    moved = [weighed(reading[1]) for key, reading in ruling.heard if key == "charge.reaction_move"]
    pace = flight_pace(ruling.form.situation)
    far = length(moved[-1] if moved else mean_distance(pace, story.state.tables))
    field = story.state
    ends = {way: fled(field, doing.target.id, plan.marks, doing.actor.id, way, far) for way in WAYS}
    options = tuple(Option(way, Message(f"option.flight.{way}")) for way in WAYS)
    places = {way: tuple((end.point,) for end in ends[way].values()) for way in WAYS}
    choice = Choose("charge.flight", options, usual="away", role="target", rule="R48-9.06")
    way = yield Addressed(choice, doing.target.owner, EVERYBODY, places)
    _leave_wagons(ruling, plan)
    story.tell(_stood(story.state.pieces[doing.target.id], ends[way]))
    return _followed(ruling, plan)


def _leave_wagons(ruling: Ruling[UprisingField], plan: Plan) -> None:
    """Only drivers run: wagons stay where they are (R48-9.13a)."""
    story, name = ruling.story, ruling.doing.target.id
    men, piece = story.state.men[name], story.state.pieces[name]
    drivers = [each for each in plan.marks if men[each].riding]
    for each in drivers:
        number = len(story.state.wagons) + 1
        story.tell(events.WagonStands(wagon=Wagon(f"{name} wagon {number}", piece.figures[each])))
    if drivers:
        walking = tuple(replace(man, riding=False) if each in drivers else man for each, man in enumerate(men))
        story.tell(events.Mounts(piece=name, men=walking, figures=piece.figures))


def fled(field: UprisingField, name: str, marks: Sequence[int], from_: str, way: str, far: Length) -> dict[int, Pose]:
    """Where figures end that move away, into cover, aside or forward, each as far as it can."""
    piece, chargers = field.pieces[name], field.pieces[from_]
    others = [*others_of(field, name, marks), *things_of(field, name)]
    ends: dict[int, Pose] = {}
    for each in marks:
        man = replace(field.men[name][each], riding=False)
        base = base_of(man, field.tables) if not field.men[name][each].riding else on_foot(field.tables)
        here = piece.figures[each]
        aim = _heading(field, piece, each, chargers, way)
        ends[each] = here
        for share in (1.0, 0.75, 0.5, 0.25):
            end = Pose(round(here.x + aim[0] * far * share), round(here.y + aim[1] * far * share), here.facing)
            stand = figure(base, end)
            free = off_table(field, end) or not any(overlaps(stand, other) for other in near(stand.box, others))
            if (
                free
                and cost(field, man, here, (end,)) <= far + 2
                and enterable(field.ground, field.tables, legs_of(man), end.point)
            ):
                ends[each] = end
                break
        others.append(figure(base, ends[each]))
    return ends


def _heading(field: UprisingField, piece: Piece, figure_: int, chargers: Piece, way: str) -> tuple[float, float]:
    """The direction of a way, from where the nearest charger stands."""
    here = piece.figures[figure_]
    by = min(chargers.figures, key=lambda pose: hypot(pose.x - here.x, pose.y - here.y))
    dx, dy = here.x - by.x, here.y - by.y
    far = hypot(dx, dy) or 1.0
    x, y = dx / far, dy / far
    if way == "cover":
        place = nearest_cover(field, here.point)
        if place is not None:
            size = hypot(place.x - here.x, place.y - here.y) or 1.0
            return (place.x - here.x) / size, (place.y - here.y) / size
    return {"left": (-y, x), "right": (y, -x), "toward": (-x, -y)}.get(way, (x, y))


def nearest_cover(field: UprisingField, place: Point) -> Point | None:
    """The middle of the nearest ground that shelters, or the nearest end of a wall."""
    spots = [middle(area.outline) for area in field.ground.areas if area.kind in (*HOLDS, WOODS)]
    spots += [point for line in field.ground.lines if line.kind in LOW for point in line.points]
    return min(spots, key=lambda each: hypot(each.x - place.x, each.y - place.y), default=None)


def _followed(ruling: Ruling[UprisingField], plan: Plan) -> bool:
    """Who has move left goes after those who ran; whether anybody touches one of them then."""
    story, doing = ruling.story, ruling.doing
    field = story.state
    charge = field.charge
    piece, target = field.pieces[doing.actor.id], field.pieces[doing.target.id]
    left = charge.left if charge is not None else 0
    marks = [target.stands[each] for each in plan.marks if not off_table(field, target.figures[each])]
    ends: dict[int, Pose] = {}
    caught = False
    for run in plan.runs:
        here = piece.figures[run.charger]
        man, stand = field.men[piece.id][run.charger], piece.stands[run.charger]
        if not marks:
            continue
        gap = gaps([stand], marks)[0]
        if gap.min() <= contact(field.tables):
            caught = True
            continue
        a, b, far = nearest(stand, marks[int(gap.argmin())])
        size = hypot(b.x - a.x, b.y - a.y) or 1.0
        step = min(far - 1, left)
        end = Pose(round(here.x + (b.x - a.x) / size * step), round(here.y + (b.y - a.y) / size * step), here.facing)
        if cost(field, man, here, (end,)) <= left + 2 and _free(field, piece, run.charger, end, ends):
            ends[run.charger] = end
            caught = caught or far - step <= contact(field.tables)
    if ends:
        story.tell(_stood(piece, ends))
    return caught


def _free(field: UprisingField, piece: Piece, number: int, end: Pose, ends: dict[int, Pose]) -> bool:
    base = base_of(field.men[piece.id][number], field.tables)
    stand = figure(base, end)
    others = near(stand.box, others_of(field, piece.id, (number, *ends)))
    those = [figure(base_of(field.men[piece.id][each], field.tables), pose) for each, pose in ends.items()]
    return not any(overlaps(stand, other) for other in (*others, *those))


# ---- Afterwards --------------------------------------------------------------------------------------------------------------------


def then(ruling: Ruling[UprisingField], plan: Plan) -> Iterator[Any]:
    """Who fell short stands short; who wavered an inch off; and all have acted whom it concerned (R48-9.03, R48-9.03a, R48-G.35)."""
    story, doing = ruling.story, ruling.doing
    reached = True
    for effect in ruling.effects:
        if isinstance(effect, ChargeMoves) and not effect.reached:
            reached = False
            yield _stood(story.state.pieces[doing.actor.id], _stopped(ruling, plan, length(effect.inches), SHORT))
        if isinstance(effect, StopsShort):
            ends = _stopped(ruling, plan, None, length(effect.inches))
            yield _stood(story.state.pieces[doing.actor.id], ends)
        if isinstance(effect, TheySubmit):
            yield events.Submits(piece=doing.target.id)
    yield events.Used(piece=doing.actor.id, figures=plan.chargers)
    if reached and doing.target.id in story.state.pieces:
        fired = any(key == "charge.reaction_hits" for key, _ in ruling.heard)
        yield events.Used(piece=doing.target.id, figures=plan.marks, fired=fired)
    if story.state.charge is not None:
        yield events.Closes(charge=None)


def _stopped(ruling: Ruling[UprisingField], plan: Plan, far: Length | None, short: Length) -> dict[int, Pose]:
    """Chargers on their ways, so far along them and so much short of whom they ran at."""
    field = ruling.story.state
    target = ruling.doing.target
    ends: dict[int, Pose] = {}
    for run in plan.runs:
        aim = target.stands[run.mark]
        man = field.men[ruling.doing.actor.id][run.charger]
        base = base_of(man, field.tables)

        def fits(
            end: Pose, way: Sequence[Pose], run: Run = run, aim: Footprint = aim, man: Man = man, base: Base = base
        ) -> bool:
            enough = far is None or cost(field, man, run.start, tuple(way)) <= far
            return enough and int(gaps([figure(base, end)], [aim])[0, 0]) >= short

        ends[run.charger] = _along(run, fits)
    return ends


def _along(run: Run, fits: Callable[[Pose, Sequence[Pose]], bool]) -> Pose:
    """The farthest place along a way that will do."""
    low, high, best = 0.0, 1.0, run.start
    far = way_length(run.start, run.way)
    for _ in range(10):
        share = (low + high) / 2
        way = first_part(run.start, run.way, share * far)
        if fits(way[-1], way):
            low, best = share, way[-1]
        else:
            high = share
    return best


def falls(fall: Fall[UprisingField]) -> tuple[int, ...]:
    """Who falls: of the chargers, or of the charged (R48-9.12)."""
    plan = chosen(fall.doing)
    men = fall.doing.field.men[fall.piece.id]
    if plan is None:
        return taken_off(men, tuple(range(len(men))), fall.by)
    return taken_off(men, plan.chargers if fall.piece.id == fall.doing.actor.id else plan.marks, fall.by)


def put(doing: Deciding, choice: Choose) -> Choose:
    """The charged are told who comes at whom, and what they may do about it."""
    says = Message.of(f"asked.{choice.key}", who=doing.actor.id, target=within(doing.target.id))
    if choice.key != REACTION:
        return replace(choice, says=says)
    told = (replace(each, label=Message(f"asked_option.{choice.key}.{each.value}")) for each in choice.options)
    return replace(choice, says=says, options=tuple(told))


CHARGE: Deed[UprisingField] = Deed(
    action=replace(RULESET.by_id["charge"], situation=TableCharge),
    by="R48-9.01",
    at="R48-9.02",
    measures=facts,
    hinders=hinders,
    answers=lambda doing: {"target": doing.target.owner},
    facts=found_out,
    puts=put,
)
