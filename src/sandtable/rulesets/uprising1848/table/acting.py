"""Who acts: the unit with the initiative, those of its figures that have not acted, contact, links of three inches (R48-4.08, R48-4.21, R48-4.26 to R48-4.30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, in_inches
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.figures import Man, left_to_act
from sandtable.rulesets.uprising1848.table.sighting import Row, standing, stands_of
from sandtable.rulesets.uprising1848.table.state import Deciding, UprisingField, length, within
from sandtable.rulesets.uprising1848.vocabulary import Kind, Status

Touched = tuple[tuple[str, int], ...]  # those whom a figure touches: piece and number
WAVERERS_DO = ("move", "go", "stand")
BESIDE_THE_FIGHT = (Kind.CIVILIANS, Kind.ARISTOCRATS, Kind.CONVOY)


def wrong(place: str, name: str, rule: str, choices: Sequence[str] = (), /, **about: Any) -> Problem:
    """A problem of the table's own; whoever it is about is called by his name, and inside a sentence as ``whom``."""
    told = {**about, "whom": within(str(about["name"]))} if "name" in about else about
    return Problem(place, Message.of(f"problem.table.{name}", **told), tuple(choices), rule)


def men_acting(doing: Deciding) -> tuple[Man, ...]:
    """The figures of whoever acts."""
    return doing.field.men.get(doing.actor.id, ())


def group_of(doing: Deciding, fits: Callable[[Man], bool] = lambda _: True) -> tuple[int, ...]:
    """The figures that act: those named, else all that have not acted and whom the action is for."""
    men = men_acting(doing)
    named = [each for each in dict.fromkeys(doing.order.members) if 0 <= each < len(men)]
    return tuple(named) or tuple(each for each in left_to_act(men) if fits(men[each]))


def together(doing: Deciding, fits: Callable[[Man], bool] = lambda _: True) -> tuple[int, ...]:
    """The figures that act where strays may not: those named, else all but the strays; strays where there is nobody else (R48-7.14)."""
    group = group_of(doing, fits)
    lost = () if doing.order.members or not group else astray(doing.field, doing.actor)
    return tuple(each for each in group if each not in lost) or group


def group_problems(doing: Deciding, group: Sequence[int], *, strays: bool = True) -> Iterator[Problem]:
    """What forbids these figures to act now: whose initiative it is, who has acted, who has to close up first."""
    field, piece, men = doing.field, doing.actor, men_acting(doing)
    if any(not 0 <= each < len(men) for each in doing.order.members) or len(set(doing.order.members)) < len(
        doing.order.members
    ):
        yield wrong("members", "no_member", "R48-4.26", figures=len(men))
        return
    yield from initiative_problems(field, piece)
    if (
        field.unit(piece.id).status is Status.WAVERING
        and doing.order.action not in WAVERERS_DO
        and not _asked_by_the_form(doing)
    ):
        yield wrong("piece", "wavers", "R48-10.07", name=piece.id)
    if any(men[each].acted for each in group) or not group:
        yield wrong("members", "acted", "R48-4.28", name=piece.id)
    if strays and set(group) & set(astray(field, piece)):
        yield wrong("members", "stray", "R48-7.14", name=piece.id, within=in_inches(links(field.tables)))


def _asked_by_the_form(doing: Deciding) -> bool:
    """Whether the umpire's form knows of waverers itself."""
    action = RULESET.by_id.get(doing.order.action)
    return action is not None and any(spec.name == "actor_status" for spec in action.fields)


def initiative_problems(field: UprisingField, piece: Piece) -> Iterator[Problem]:
    """Only one unit acts, and only once a turn; after a split or a merger one of those concerned (R48-4.08, R48-4.25, R48-4.29)."""
    if field.acting and field.acting[-1] != piece.id:
        yield wrong("piece", "other_initiative", "R48-4.08", (field.acting[-1],), name=field.acting[-1])
    elif not field.acting and field.bound and piece.id not in field.bound:
        yield wrong("piece", "bound", "R48-4.25", field.bound)


def told_of(doing: Deciding, group: Sequence[int]) -> dict[str, Any]:
    """What the table knows of those who act, for any form."""
    men = men_acting(doing)
    free = sum(not man.acted for man in men)
    return {
        "actor_has_acted": not group or all(men[each].acted for each in group),
        "actor_left_to_act": free,
        "actor_in_contact": False,
    }


# ---- Contact -----------------------------------------------------------------------------------------------------------------------


def contact(tables: Tables) -> Length:
    """How near bases are that touch (R48-G.49(b))."""
    return length(tables.exact("base.contact"))


@fact
def touching(field: UprisingField) -> Mapping[str, tuple[Touched, ...]]:
    """For each figure of each piece the enemies that it touches."""
    owners = tuple((piece.id, piece.owner) for piece in field.there())
    return _touching(standing(field), owners, contact(field.tables))


@lru_cache(maxsize=256)
def _touching(
    rows: tuple[Row, ...], owners: tuple[tuple[str, str], ...], within: Length
) -> dict[str, tuple[Touched, ...]]:
    whose = dict(owners)
    stands = {name: stands_of(bases, poses) for name, bases, poses in rows}
    found: dict[str, list[list[tuple[str, int]]]] = {name: [[] for _ in some] for name, some in stands.items()}
    names = list(stands)
    for first, one in enumerate(names):
        for other in names[first + 1 :]:
            if whose[one] == whose[other] or _apart(stands[one], stands[other], within):
                continue
            for row, column in zip(*np.nonzero(gaps(stands[one], stands[other]) <= within), strict=True):
                found[one][row].append((other, int(column)))
                found[other][column].append((one, int(row)))
    return {name: tuple(tuple(each) for each in some) for name, some in found.items()}


def _apart(some: Sequence[Footprint], others: Sequence[Footprint], within: Length) -> bool:
    """A quick look before a careful one."""
    boxes = [
        (
            min(s.box[0] for s in each),
            min(s.box[1] for s in each),
            max(s.box[2] for s in each),
            max(s.box[3] for s in each),
        )
        for each in (some, others)
    ]
    (a, b, c, d), (e, f, g, h) = boxes
    return a > g + within or e > c + within or b > h + within or f > d + within


def in_fight(field: UprisingField, piece: Piece) -> frozenset[int]:
    """The figures of a piece that touch an enemy who fights (R48-8.04, R48-G.25)."""
    touched = touching(field).get(piece.id, ())
    bystander = field.unit(piece.id).party.kind in BESIDE_THE_FIGHT
    return frozenset(
        number
        for number, enemies in enumerate(touched)
        if not bystander and any(field.unit(name).party.kind not in BESIDE_THE_FIGHT for name, _ in enemies)
    )


# ---- Links -------------------------------------------------------------------------------------------------------------------------


def links(tables: Tables) -> Length:
    """How near figures of a unit keep to each other (R48-4.21)."""
    return length(tables.number("links.unit"))


def clusters(stands: Sequence[Footprint], within: Length, *, pairs: bool = False) -> list[list[int]]:
    """The groups that a unit falls into, the largest first; by pairs every figure that is near another one is in the first (R48-G.49(c))."""
    if not stands:
        return []
    near = gaps(stands, stands) <= within
    left, found = set(range(len(stands))), []
    while left:
        waiting, group = [min(left)], set()
        while waiting:
            each = waiting.pop()
            if each not in group:
                group.add(each)
                waiting += [other for other in np.flatnonzero(near[each]).tolist() if other not in group]
        found.append(sorted(group))
        left -= group
    found.sort(key=lambda group: (-len(group), group[0]))
    if pairs and len(found) > 1:
        linked = sorted(each for group in found if len(group) > 1 for each in group)
        alone = [group for group in found if len(group) == 1]
        return [linked, *alone] if linked else alone
    return found


def by_pairs(tables: Tables) -> bool:
    """Whether a figure needs only one other near by."""
    return str(tables.option("coherency")) == "pair"


def astray(field: UprisingField, piece: Piece) -> tuple[int, ...]:
    """The figures of a unit that have lost touch with most of it (R48-4.21a)."""
    if piece.id in field.waiting:
        return ()
    groups = clusters(piece.stands, links(field.tables), pairs=by_pairs(field.tables))
    return tuple(each for group in groups[1:] for each in group)
