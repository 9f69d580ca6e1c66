"""What would come of a draft: the order, the ways of all figures and what they cost, its exact odds, or why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import Any

from sandtable.battle.desk import Draft, Objection, Preview
from sandtable.battle.odds import OrderBar, OrderOdds
from sandtable.battle.order import write_order
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Length, Point, Pose, bearing, inches
from sandtable.kernel.drivers import Exact
from sandtable.kernel.messages import signed_text
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.telling import first_throw, shares, throw_text, why
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures import acting
from sandtable.miniatures.desk.outlines import figures_drawn, quad_drawn
from sandtable.miniatures.desk.panel import no_offer, title, told
from sandtable.miniatures.desk.setting import Setting, anchor_of, middle_of
from sandtable.miniatures.desk.wishes import aimed, others, passing
from sandtable.miniatures.drawing_up import USUAL, drawn_up
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act, Way

HALVINGS = 7  # of a way that is too long, to find how much of it can be gone


def preview(desk: Setting[State], view: State, seat: Seat, draft: Draft) -> Preview:
    """What would come of a draft."""
    side = desk.playing(view, seat)
    if not draft.offer or not side:
        return Preview()
    whole = passing(desk, view, side)
    if draft.offer in whole:
        return _judged(desk, view, whole[draft.offer])
    piece = view.pieces.get(draft.piece)
    if piece is None or piece.owner != side:
        return Preview(objections=(Objection(desk.say("no_piece")),))
    if draft.offer in aimed(desk, side, view):
        return _at(desk, view, piece, draft)
    if draft.offer == desk.aims.walks:
        return _walk(desk, view, piece, draft)
    order = others(desk, view, piece).get(draft.offer)
    if order is None:
        return Preview(objections=(no_offer(desk),))
    if order.marker and draft.facing is not None and piece.marker is not None:
        order = replace(order, marker=(Pose(piece.marker.x, piece.marker.y, draft.facing),))
    return _judged(desk, view, order)


def _judged(desk: Setting[State], view: State, order: Act, **more: Any) -> Preview:
    """An order with what is wrong with it, and its odds where it throws."""
    problems = acting.problems_of(desk.kit, view, order)
    verb = desk.own("verb", order.action, target=order.target)
    if problems:
        return Preview(verb=verb, objections=_objections(desk, problems), **more)
    odds = None if desk.kit.deeds[order.action].goes else _odds(desk, view, order)
    return Preview(order=write_order(order), verb=verb, odds=odds, **more)


def _objections(desk: Setting[State], problems: Sequence[Problem]) -> tuple[Objection, ...]:
    """What is wrong, each thing once, however many figures it befalls."""
    return tuple(dict.fromkeys(desk.objection(problem) for problem in problems))


# ---- At somebody -------------------------------------------------------------------------------------------------------------------


def _at(desk: Setting[State], view: State, piece: Piece, draft: Draft) -> Preview:
    if draft.target not in view.pieces:
        return Preview(verb=desk.say("verb.target"))
    order = Act(by=piece.owner, action=draft.offer, piece=piece.id, target=draft.target)
    target = view.pieces[draft.target]
    detail = desk.words(desk.kit.unit(view, target).described())
    return _judged(desk, view, order, title=target.id, detail=detail)


def _odds(desk: Setting[State], view: State, order: Act) -> OrderOdds | None:
    return shown(desk, acting.law_of(desk.kit, view, order))


def shown(desk: Setting[State], exact: Exact[Any]) -> OrderOdds | None:
    """A law as bars, in the order of the outcomes, with the first throw and every reason; None where nothing is thrown."""
    first = first_throw(exact.requests.values())
    if first is None:
        return None
    bars = tuple(
        OrderBar(float(chance), desk.words(outcome.label), percent, outcome.severity)
        for outcome, chance, percent in shares(exact)
    )
    rows = (row for request in exact.requests.values() for row in why(request.tally, desk.words).rows)
    return OrderOdds(throw_text(first), bars, tuple((row.reason, row.value, row.rule or "") for row in rows))


# ---- Ways --------------------------------------------------------------------------------------------------------------------------


def _walk(desk: Setting[State], view: State, piece: Piece, draft: Draft) -> Preview:
    """As much of a way as can be gone, with its cost and where everybody ends."""
    deed = desk.kit.deeds[desk.aims.walks]
    specs = {spec.name: spec for spec in deed.action.fields}
    chosen = {name: told(specs[name], value) for name, value in draft.choices.items() if name in deed.chooses}
    if not draft.path:
        return Preview(verb=desk.say("verb.path"))
    start = anchor_of(piece)

    def going(path: Sequence[Point]) -> Act:
        return _going(desk, view, piece, path, draft.facing, chosen)

    order = going(draft.path)
    problems = acting.problems_of(desk.kit, view, order)
    if not problems:
        return _gone(desk, view, piece, order, draft.path)
    low, high, best = 0.0, 1.0, None
    for _ in range(HALVINGS):
        share = (low + high) / 2
        path = _part(start.point, draft.path, share)
        tried = going(path)
        if acting.problems_of(desk.kit, view, tried):
            high = share
        else:
            low, best = share, (tried, path)
    limit = desk.objection(problems[0])
    if best is None:
        return Preview(verb=desk.own("verb", order.action), objections=_objections(desk, problems), path=(start.point,))
    return replace(_gone(desk, view, piece, *best), limit=limit)


def _gone(desk: Setting[State], view: State, piece: Piece, order: Act, path: Sequence[Point]) -> Preview:
    """A way that can be gone."""
    budget, verdict = _paced(desk, view, order)
    reasons = ", ".join(
        f"{desk.words(each.reason)} {signed_text(each.value)}" if number else f"{desk.words(each.reason)} {each.value}"
        for number, each in enumerate(verdict.modifiers())
        if each.value is not None
    )
    ends = [way[-1] if way else pose for way, pose in zip(order.ways, piece.figures, strict=True)]
    ghost = figures_drawn(piece.base, ends)
    if order.marker:
        ground = desk.kit.served(desk.kit.unit(view, piece), order.marker[-1], view.tables)
        ghost = ghost if ground is None else (quad_drawn(ground), *ghost)
    return Preview(
        order=write_order(order),
        verb=desk.own("verb", order.action),
        cost=_length(anchor_of(piece).point, path),
        budget=budget,
        sum=reasons,
        path=tuple(path),
        ghost=ghost,
        title=title(desk, order),
    )


def _paced(desk: Setting[State], view: State, order: Act) -> tuple[Length, Verdict]:
    """How far a walk could go at most, and the verdict that says why."""
    if desk.look.paced is not None:
        return desk.look.paced(view, order)
    form = acting.filled_in(desk.kit, view, order)[1]
    verdict = acting.certain(desk.kit.deeds[order.action].action, form.situation, view.tables)
    return inches(verdict.measure("inches")), verdict


def _going(
    desk: Setting[State],
    view: State,
    piece: Piece,
    path: Sequence[Point],
    facing: int | None,
    chosen: Mapping[str, Any],
) -> Act:
    """All figures, and what they serve, go the same way; out of a house they draw up at its end, into one they go together."""
    start, end = anchor_of(piece), path[-1]
    house = desk.look.enters(view, Pose(end.x, end.y))
    shifts = [(point.x - start.x, point.y - start.y) for point in path]
    ways: list[Way] = [tuple(Pose(pose.x + x, pose.y + y, pose.facing) for x, y in shifts) for pose in piece.figures]
    if house:
        middle = middle_of(desk.look.outline(view, house))
        ways = [
            (*way[:-1], Pose(middle.x, middle.y, pose.facing)) for way, pose in zip(ways, piece.figures, strict=True)
        ]
    elif desk.look.house(view, piece):
        ways = [(pose,) for pose in _drawn_up_at(piece, start, end)]
    marker: Way = ()
    if piece.marker is not None:
        turned = piece.marker.facing if facing is None else facing
        marker = tuple(Pose(piece.marker.x + x, piece.marker.y + y, turned) for x, y in shifts)
    return Act(
        by=piece.owner, action=desk.aims.walks, piece=piece.id, ways=tuple(ways), marker=marker, chosen=dict(chosen)
    )


def _drawn_up_at(piece: Piece, start: Pose, end: Point) -> tuple[Pose, ...]:
    """Figures about a place, facing away from where they come from."""
    facing = bearing(end.x - start.x, end.y - start.y) if end != start.point else start.facing
    stand = drawn_up(piece.base, Pose(end.x, end.y, facing), len(piece.figures), USUAL)
    middle = middle_of(stand)
    return tuple(Pose(each.x + end.x - middle.x, each.y + end.y - middle.y, facing) for each in stand)


def _length(start: Point, path: Sequence[Point]) -> Length:
    return round(sum(_legs(start, path)))


def _legs(start: Point, path: Sequence[Point]) -> Iterator[float]:
    for a, b in zip((start, *path), path, strict=False):
        yield hypot(b.x - a.x, b.y - a.y)


def _part(start: Point, path: Sequence[Point], share: float) -> tuple[Point, ...]:
    """The first part of a way."""
    left = share * sum(_legs(start, path))
    found: list[Point] = []
    for a, b in zip((start, *path), path, strict=False):
        leg = hypot(b.x - a.x, b.y - a.y)
        if left <= leg:
            part = left / leg if leg else 0.0
            return (*found, Point(round(a.x + part * (b.x - a.x)), round(a.y + part * (b.y - a.y))))
        found.append(b)
        left -= leg
    return tuple(path)


def law_before(desk: Setting[State], view: State, action: str, fields: Mapping[str, Any]) -> Exact[Any] | None:
    """The law of an action as its form was filled in; None where the form cannot be read any more."""
    try:
        form = acting.form_read(desk.kit.deeds[action].action, fields, view.tables)
    except Refusal:
        return None
    return desk.kit.deeds[action].action.law(form.situation, view.tables, form.answers)
