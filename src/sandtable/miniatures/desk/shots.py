"""A plan of fire: a side lays out its shots one beside the other, shares its stands among them, and fires all of them with one order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sandtable.battle.desk import Candidate, Draft, DraftShot, NotNow, OrderOffer, Preview, Shooter, Shot
from sandtable.battle.order import THEN, write_following, write_order
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Length, Point
from sandtable.kernel.messages import decimal_text
from sandtable.miniatures import acting
from sandtable.miniatures.desk.laws import shown
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.desk.volleys import Stands, Volleys
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import by_distance

PLAN = "shots"  # the offer, and what it needs


def offered(desk: Setting[State], view: State, side: Role) -> OrderOffer | None:
    """The offer to lay out shots, where a side has somebody to fire at."""
    fire = desk.look.volleys
    if fire is None or not fire.marks(view, side):
        return None
    return OrderOffer(PLAN, desk.say("offer.shots"), outlook=desk.say("detail.shots"), needs=(PLAN,))


def preview(desk: Setting[State], view: State, side: Role, draft: Draft) -> Preview | None:
    """A plan of fire with its odds, and the order that fires all of it; None where a side has nothing to lay out."""
    fire = desk.look.volleys
    marks = fire.marks(view, side) if fire is not None else {}
    if fire is None or not marks:
        return None
    laid = _laid(desk, view, side, fire, marks, draft.shots)
    shots = tuple(_shot(desk, view, fire, each) for each in laid)
    orders = [each.order for each, shot in zip(laid, shots, strict=True) if each.by and shot.objection is None]
    taken = {each.target for each in laid}
    return Preview(
        order=_all_of(orders),
        verb=desk.say("verb.shots" if orders else "verb.mark", count=len(orders)),
        shots=shots,
        marks=tuple(_mark(desk, view, side, fire, name, bear) for name, bear in marks.items() if name not in taken),
        idle=tuple(_idle(desk, view, side, fire, marks)),
    )


@dataclass(frozen=True, slots=True)
class _Laid:
    """A shot as it is laid out: who fires with which stands, of those that bear; and the others of the plan."""

    target: str
    by: Stands
    bear: Stands
    free: Stands
    shared: frozenset[str]
    order: Act


def _laid(
    desk: Setting[State],
    view: State,
    side: Role,
    fire: Volleys[State],
    marks: Mapping[str, Stands],
    told: Sequence[DraftShot],
) -> tuple[_Laid, ...]:
    """Every stand fires once: the first shot that wants it has it, but who bears on one target alone goes first."""
    wanted = {each.target: each for each in told if each.target in marks}
    used: dict[str, set[int]] = {}
    found: list[tuple[str, Stands]] = []
    for name, each in wanted.items():
        others = [marks[other] for other in wanted if other != name]
        free = {unit: _left(stands, used.get(unit, ())) for unit, stands in marks[name].items()}
        by = _picked(free, each.by, others)
        if each.by is None:
            by = _legal(desk, view, fire, side, name, by)
        for unit, stands in by.items():
            used.setdefault(unit, set()).update(stands)
        found.append((name, by))
    return tuple(
        _Laid(
            name,
            by,
            marks[name],
            {unit: _left(stands, used.get(unit, ())) for unit, stands in marks[name].items()},
            frozenset(unit for other in wanted if other != name for unit in marks[other] if unit in marks[name]),
            fire.given(view, side, name, by),
        )
        for name, by in found
    )


def _left(stands: Sequence[int], used: Sequence[int] | set[int]) -> tuple[int, ...]:
    return tuple(each for each in stands if each not in used)


def _picked(free: Stands, by: Mapping[str, int] | None, others: Sequence[Stands]) -> Stands:
    """So many stands of each unit as are wanted and free; those first that bear on nobody else of the plan."""
    found = {}
    for unit, stands in free.items():
        elsewhere = {number for bear in others for number in bear.get(unit, ())}
        ranked = sorted(stands, key=lambda number, elsewhere=elsewhere: number in elsewhere)  # type: ignore[misc]
        count = len(ranked) if by is None else max(0, by.get(unit, 0))
        if ranked[:count]:
            found[unit] = tuple(sorted(ranked[:count]))
    return found


def _legal(desk: Setting[State], view: State, fire: Volleys[State], side: Role, target: str, by: Stands) -> Stands:
    """As many of those who bear as may fire together, those with most stands first."""
    ranked = sorted(by, key=lambda unit: -len(by[unit]))
    whole = {unit: by[unit] for unit in ranked[: fire.most]}
    if not whole or acting.may_do(desk.kit, view, fire.given(view, side, target, whole)):
        return whole
    found: dict[str, Sequence[int]] = {}
    for unit in ranked:
        tried = {**found, unit: by[unit]}
        if len(tried) <= fire.most and acting.may_do(desk.kit, view, fire.given(view, side, target, tried)):
            found = tried
    return found or whole


def _shot(desk: Setting[State], view: State, fire: Volleys[State], laid: _Laid) -> Shot:
    """A shot with who fires, who could, and what would come of it."""
    if not laid.by:
        return Shot(laid.target, laid.target, tuple(_shooters(desk, view, laid, {})))
    problems = acting.problems_of(desk.kit, view, laid.order)
    if problems:
        objection = desk.objection(problems[0])
        return Shot(laid.target, laid.target, tuple(_shooters(desk, view, laid, {})), objection=objection)
    form = acting.filled_in(desk.kit, view, laid.order)[1]
    exact = acting.law_of(desk.kit, view, laid.order)
    added = {unit: (desk.words(each.words), each.points) for unit, each in fire.added(view, form).items()}
    return Shot(
        target=laid.target,
        name=laid.target,
        shooters=tuple(_shooters(desk, view, laid, added)),
        sum=desk.words(fire.summed(view, form)),
        odds=shown(desk, exact),
        meaning=desk.words(fire.meant(view, laid.order, exact)),
    )


def _shooters(
    desk: Setting[State], view: State, laid: _Laid, added: Mapping[str, tuple[str, str]]
) -> Iterator[Shooter]:
    """Those who fire, then those who could."""
    target = _middle(view.pieces[laid.target])
    for unit in sorted(laid.bear, key=lambda unit: unit not in laid.by):
        stands, bear = len(laid.by.get(unit, ())), len(laid.bear[unit])
        words, points = added.get(unit, (desk.say("shot.bear", count=bear), ""))
        yield Shooter(
            piece=unit,
            name=unit,
            stands=stands,
            most=bear,
            free=len(laid.free.get(unit, ())),
            words=words,
            points=points,
            ray=(anchor_of(view.pieces[unit]).point, target) if stands else None,
            shared=unit in laid.shared,
        )


def _middle(piece: Piece) -> Point:
    return middle_of(piece.figures) if piece.figures else anchor_of(piece).point


def _all_of(orders: Sequence[Act]) -> object:
    """One order that fires all shots; one whose target is gone by then is left out."""
    if not orders:
        return None
    then = [write_following(replace(each, optional=True)) for each in orders[1:]]
    return write_order(orders[0]) | ({THEN: then} if then else {})


def _mark(desk: Setting[State], view: State, side: Role, fire: Volleys[State], name: str, bear: Stands) -> Candidate:
    """Somebody who could be fired at: how near the nearest who bears is, and what to expect if all of them fire."""
    by = _legal(desk, view, fire, side, name, bear)
    order = fire.given(view, side, name, by)
    far = min(_far(view, view.pieces[unit], name) for unit in bear)
    problems = acting.problems_of(desk.kit, view, order)
    if problems:
        return Candidate(name, name, desk.inches(far), objection=desk.objection(problems[0]))
    measure = desk.look.expects[fire.action]
    mean = acting.law_of(desk.kit, view, order).law.mean(lambda verdict: verdict.measure(measure))
    expected = desk.own("expects", fire.action, mean=decimal_text(round(mean, 1)))
    return Candidate(name, name, desk.inches(far), desk.say("shot.outlook", count=len(by), expected=expected))


def _far(view: State, piece: Piece, target: str) -> Length:
    return next((far for far, enemy in by_distance(view, piece) if enemy.id == target), 0)


def _idle(
    desk: Setting[State], view: State, side: Role, fire: Volleys[State], marks: Mapping[str, Stands]
) -> Iterator[NotNow]:
    """Units that bear on nobody, each with what keeps it from firing at the nearest enemy."""
    bear = {unit for stands in marks.values() for unit in stands}
    for piece in view.of(side):
        if piece.id in bear or not piece.figures or not fire.armed(view, piece):
            continue
        near = by_distance(view, piece)
        if near:
            order = Act(by=side, action=fire.action, piece=piece.id, target=near[0][1].id)
            problems = acting.problems_of(desk.kit, view, order)
            if problems:
                yield NotNow(piece.id, desk.objection(problems[0]))
