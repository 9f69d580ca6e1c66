"""What the table remembers beside the books: formations and ways, charges under way, what units have to do, who has fired."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sandtable.battle.event import Event
from sandtable.kernel.effects import Effect
from sandtable.miniatures import acting
from sandtable.miniatures.events import Came, Fell, Left, Ruled, read
from sandtable.miniatures.kit import Kit
from sandtable.rulesets.mexican_american_war import aftermath, effects, fire, replies
from sandtable.rulesets.mexican_american_war.table import seeing, shooting, turning
from sandtable.rulesets.mexican_american_war.table.charges import (
    charging,
    closing,
    falling_back,
    fighting,
    going_back,
    replying,
)
from sandtable.rulesets.mexican_american_war.table.leaders import riding
from sandtable.rulesets.mexican_american_war.table.shapes import front_of
from sandtable.rulesets.mexican_american_war.table.state import (
    Charge,
    Formed,
    Kind,
    MawField,
    Stage,
    Task,
    TaskKind,
    Trail,
    length,
)
from sandtable.rulesets.mexican_american_war.vocabulary import Formation, Ground, HastyManeuver, Phase

T = TaskKind


def _tasks(field: MawField, found: tuple[Effect, ...], foes: Callable[[str], tuple[str, ...]]) -> tuple[Task, ...]:
    """What effects have units do, each with those who caused it."""
    tasks: list[Task] = []
    for one in found:
        name = field.books.own_name(one.whom)
        if name not in field.pieces or field.books.units[name].gone:
            continue
        match one:
            case effects.RetreatsBeyondCloseRange():
                tasks.append(Task(T.BEYOND, name, one.or_recall, foes=foes(name)))
            case effects.FullRetreat():
                tasks.append(Task(T.FULL, name, broken=one.broken, evading=one.evading, foes=foes(name)))
            case aftermath.ShortRetreat():
                tasks.append(Task(T.SHORT, name, one.or_recall, one.distance, foes=foes(name)))
            case aftermath.CarriesPosition():
                place = fighting.place_of(field, foes(name))
                tasks.append(Task(T.CARRY, name, one.or_recall, foes=foes(name), place=place))
            case fire.ChargeChecked():
                tasks.append(Task(T.HALT, name, one.or_recall, one.distance, foes=foes(name)))
    return tuple(tasks)


def formed(before: MawField, after: MawField, event: Formed) -> MawField:
    """The formation, the way it came, the structure it is in, and who holds what then."""
    name = event.piece
    changes: dict[str, Any] = {"shapes": {**after.shapes, name: event.drawn}}
    if event.drawn.kind is Kind.HOUSE:
        changes["inside"] = {**after.inside, name: event.house or after.inside.get(name, "")}
    elif name in after.inside:
        changes["inside"] = {each: house for each, house in after.inside.items() if each != name}
    hasty = event.drawn.state == Formation.HASTY_SQUARE and before.shapes[name].state != event.drawn.state
    if name in after.books.units and (len(event.way) > 1 or hasty):
        piece = before.pieces[name]
        way = event.way if len(event.way) > 1 else (front_of(before, piece),)
        changes["trails"] = {**after.trails, name: Trail(before.shapes[name], piece.figures, piece.base, way)}
    if event.broke:
        changes["breaking"] = {each: task for each, task in after.breaking.items() if each != name}
    if event.done:
        task = next((each for each in after.tasks if each.unit == name), None)
        changes["tasks"] = tuple(each for each in after.tasks if each is not task)
    after = replace(after, **changes)
    return turning.with_holders(after) if after.setting.keys else after


def left(field: MawField, name: str) -> MawField:
    """The table without all that it remembered of a piece."""

    def without(mapping: Mapping[str, Any]) -> dict[str, Any]:
        return {each: value for each, value in mapping.items() if each != name}

    return replace(
        field,
        shapes=without(field.shapes),
        inside=without(field.inside),
        charges=without(field.charges),
        breaking=without(field.breaking),
        carriers=without(field.carriers),
        instructions=tuple(told for told in field.instructions if told.unit != name),
        trails=without(field.trails),
        tasks=tuple(task for task in field.tasks if task.unit != name),
        group=tuple(each for each in field.group if each != name),
    )


Folds = Callable[[MawField, MawField, Ruled, tuple[Effect, ...]], MawField]


def ruled(before: MawField, after: MawField, event: Ruled, found: tuple[Effect, ...]) -> MawField:
    """The table after a ruling, its books folded already."""
    fold = FOLDS.get(event.action)
    return after if fold is None else fold(before, after, event, found)


def _nearest(field: MawField) -> Callable[[str], tuple[str, ...]]:
    def foes(name: str) -> tuple[str, ...]:
        enemy = seeing.nearest_enemy(field, field.pieces[name])
        return () if enemy is None else (enemy.id,)

    return foes


def _phase(_: MawField, after: MawField, __: Ruled, ___: tuple[Effect, ...]) -> MawField:
    """A phase begins: nobody has fired in it; a player turn begins: nothing is left of the last."""
    after = replace(after, fired={}, group=(), stage=Stage.NONE, ridden=(), carriers={})
    if after.books.phase == Phase.LEADERS:
        return replace(after, trails={}, charges={}, breaking={}, tasks=(), judged=False)
    return after


def _checked(before: MawField, after: MawField, event: Ruled, found: tuple[Effect, ...]) -> MawField:
    names = tuple(str(unit["name"]) for unit in event.fields["units"])
    after = replace(after, group=names, tasks=(*after.tasks, *_tasks(before, found, _nearest(before))))
    return replace(after, stage=turning.stage_after_check(after))


def _maneuvered(before: MawField, after: MawField, _: Ruled, found: tuple[Effect, ...]) -> MawField:
    tasks = (*after.tasks, *_tasks(before, found, _nearest(before)))
    return replace(after, stage=Stage.MOVE, tasks=tasks)


def _declared(before: MawField, after: MawField, event: Ruled, found: tuple[Effect, ...]) -> MawField:
    far = next(one.distance for one in found if isinstance(one, replies.ChargeDeclared))
    name, charge = charging.declared(before, event.fields, far)
    return replace(after, charges={**after.charges, name: charge}, stage=Stage.DECLARE)


def _gone_in(_: MawField, after: MawField, __: Ruled, ___: tuple[Effect, ...]) -> MawField:
    return replace(after, stage=Stage.REPLY if replying.under_way(after) else Stage.MOVE)


def _let_come(_: MawField, after: MawField, __: Ruled, ___: tuple[Effect, ...]) -> MawField:
    return replace(after, stage=Stage.MOVE, tasks=(*turning.charge_tasks(after), *after.tasks))


def _replied(before: MawField, after: MawField, event: Ruled, found: tuple[Effect, ...]) -> MawField:
    """A counter charge is under way too; an evader makes off, and its charger finds its place empty."""
    name, charger = str(event.fields["name"]), str(event.fields["charger_name"])
    piece, reply = before.pieces[name], event.fields["hasty_maneuver"]
    if reply == HastyManeuver.COUNTER_CHARGE:
        far = next(one.distance for one in found if isinstance(one, replies.CounterCharges))
        ground = Ground(event.fields.get("ground", Ground.OPEN))
        charge = Charge(charger, front_of(before, piece), far=length(far), counter=True, ground=ground)
        return replace(after, charges={**after.charges, name: charge})
    if reply == HastyManeuver.EVADE:
        tasks = _tasks(before, found, lambda _: (charger,))
        choice = falling_back.shelter_behind(before, piece) is not None
        tasks = tuple(replace(task, choice=choice) for task in tasks)
        left = replace(after.charges[charger], vacated=piece.figures)
        return replace(after, charges={**after.charges, charger: left}, tasks=(*after.tasks, *tasks))
    return after


def _went_in(_: MawField, after: MawField, event: Ruled, __: tuple[Effect, ...]) -> MawField:
    name, told = str(event.fields["name"]), event.fields
    charge = replace(
        after.charges[name],
        target=str(told.get("met") or after.charges[name].target),
        ground=Ground(told.get("ground", Ground.OPEN)),
        favors=bool(told.get("favors")),
        gone=length(Fraction(str(told.get("inches", 0)))),
        moved=True,
    )
    return replace(after, charges={**after.charges, name: charge})


def _pursued(_: MawField, after: MawField, __: Ruled, found: tuple[Effect, ...]) -> MawField:
    one = next(each for each in found if isinstance(each, closing.Pursues))
    charge = replace(after.charges[one.whom], pursues=one.goes_on)
    return replace(after, charges={**after.charges, one.whom: charge})


def _recalled(_: MawField, after: MawField, __: Ruled, found: tuple[Effect, ...]) -> MawField:
    one = next(each for each in found if isinstance(each, going_back.Recalls))

    def chosen(task: Task) -> Task:
        if task.unit != one.whom or not task.choice:
            return task
        if task.evading:
            return replace(task, choice=False, far=Fraction(int(one.recall)))
        return replace(task, choice=False, kind=T.RECALL if one.recall else task.kind)

    return replace(after, tasks=tuple(map(chosen, after.tasks)))


def _fired(before: MawField, after: MawField, event: Ruled, found: tuple[Effect, ...]) -> MawField:
    """Stands that have fired do so no more in this step; a charge that was checked halts."""
    fired = dict(after.fired)
    for firer in event.fields["firers"]:
        name = str(firer["name"])
        fired[name] = (*fired.get(name, ()), *shooting.numbers_of(firer.get("numbers")))
    charges = before.charges

    def foes(name: str) -> tuple[str, ...]:
        return (charges[name].target,) if name in charges else ()

    return replace(after, fired=fired, tasks=(*after.tasks, *_tasks(before, found, foes)))


def _fought(before: MawField, after: MawField, event: Ruled, found: tuple[Effect, ...]) -> MawField:
    """Both sides go where the combat leads them; who may break through does so when all are fought."""
    ours = tuple(str(unit["name"]) for unit in event.fields["attackers"])
    theirs = tuple(str(unit["name"]) for unit in event.fields["defenders"])

    def foes(name: str) -> tuple[str, ...]:
        return theirs if name in ours else ours

    breaking = {
        before.books.own_name(one.whom): Task(T.CHARGE, one.whom, not one.must, one.distance)
        for one in found
        if isinstance(one, aftermath.BreaksThrough)
    }
    charges = {name: charge for name, charge in after.charges.items() if name not in (*ours, *theirs)}
    tasks = _tasks(before, found, foes)
    there = {name: task for name, task in breaking.items() if name in after.pieces and not after.books.units[name].gone}
    stormed = {name: shape.state == Formation.STORMING_COLUMN for name, shape in before.shapes.items()}
    carriers = {task.unit: stormed[task.unit] for task in tasks if task.kind is T.CARRY}
    return replace(
        after,
        charges=charges,
        tasks=(*after.tasks, *tasks),
        breaking={**after.breaking, **there},
        carriers={**after.carriers, **carriers},
    )


def _broke_through(before: MawField, after: MawField, event: Ruled, __: tuple[Effect, ...]) -> MawField:
    name, target = str(event.fields["name"]), str(event.fields.get("target") or "")
    if not target:
        return replace(after, breaking={each: task for each, task in after.breaking.items() if each != name})
    charge = Charge(target, front_of(before, before.pieces[name]), moved=True, breaks=True)
    return replace(after, charges={**after.charges, name: charge})


def _instructed(_: MawField, after: MawField, event: Ruled, __: tuple[Effect, ...]) -> MawField:
    name = str(event.fields["name"])
    others = tuple(told for told in after.instructions if told.unit != name)
    told = replying.instruction_of(event.fields)
    return replace(after, instructions=others if told is None else (*others, told))


def _rode(_: MawField, after: MawField, event: Ruled, __: tuple[Effect, ...]) -> MawField:
    return replace(after, ridden=(*after.ridden, str(event.fields["leader"])))


def _judged(_: MawField, after: MawField, __: Ruled, ___: tuple[Effect, ...]) -> MawField:
    return replace(after, judged=True)


FOLDS: Mapping[str, Folds] = {
    "next_phase": _phase,
    "maneuver_check": _checked,
    "maneuver": _maneuvered,
    "declare_charge": _declared,
    "go_in": _gone_in,
    "let_them_come": _let_come,
    "hasty_maneuver": _replied,
    "charge_move": _went_in,
    "pursue": _pursued,
    "recall": _recalled,
    "fire": _fired,
    "charge_combat": _fought,
    "break_through": _broke_through,
    "instruct": _instructed,
    "move": _rode,
    "army_state": _judged,
}


def after(kit: Kit[MawField], state: MawField, event: Event) -> MawField:
    """The table after an event: the kit's part of it, and all that is remembered beside."""
    later = acting.after(kit, state, event)
    match event:
        case Ruled():
            found = tuple(read(one, kit.ruleset.package) for one in event.effects)
            return ruled(state, later, event, found)
        case Formed():
            return formed(state, later, event)
        case Came():
            shapes = {**later.shapes, event.piece: riding.alone(event.figures[0])}
            return replace(later, shapes=shapes)
        case Left():
            return left(later, event.piece)
        case Fell():
            fired = {name: numbers for name, numbers in later.fired.items() if name != event.piece}
            return replace(later, fired=fired)
    return later
