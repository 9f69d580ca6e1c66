"""What would come of a draft: the order, the ways of all figures and what they cost, its exact odds, or why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sandtable.battle.desk import Draft, Member, Objection, Preview, Toll
from sandtable.battle.odds import OrderOdds, matrix_in_words, strips_in_words
from sandtable.battle.order import THEN, write_order
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import Length, Point, Pose, apart, inches
from sandtable.geometry.trail import first_part, way_length
from sandtable.kernel.drivers import Exact
from sandtable.kernel.exhibit import Matrix, SharedDie
from sandtable.kernel.messages import MINUS, decimal_text
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures import acting
from sandtable.miniatures.desk import placing, shots, tiles
from sandtable.miniatures.desk.aiming import narrowed, problems_at, title, verb_of
from sandtable.miniatures.desk.laws import shown
from sandtable.miniatures.desk.outlines import figures_drawn, quad_drawn
from sandtable.miniatures.desk.panel import as_in_form, is_put, no_offer, reached
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.desk.shaping import drawn_one_by_one, ends_of
from sandtable.miniatures.desk.wishes import aimed, answer_named, other_named, passing
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act, Way
from sandtable.miniatures.players import by_distance
from sandtable.miniatures.ways import met

HALVINGS = 7  # of a way that is too long, to find how much of it can be gone


def preview(desk: Setting[State], view: State, seat: Seat, draft: Draft) -> Preview:
    """What would come of a draft; where orders are planned in secret, what would be put into the plan."""
    side = desk.playing(view, seat)
    if not draft.offer or not side:
        return Preview()
    told = _told(desk, view, side, draft)
    if side not in desk.kit.plans(view) or told.order is None:
        return told
    acts = (told.order, *told.order.get(THEN, ()))
    plain = tuple({name: value for name, value in act.items() if name != THEN} for act in acts)
    return replace(told, order=None, acts=plain, verb=desk.say("verb.plan", count=len(plain)))


def _told(desk: Setting[State], view: State, side: Role, draft: Draft) -> Preview:
    if view.unset:
        return placing.preview(desk, view, side, draft)
    if draft.offer == shots.PLAN:
        return shots.preview(desk, view, side, draft) or Preview(objections=(no_offer(desk),))
    asks = desk.look.asks(view, side)
    answers = {answer_named(desk, order): order for order in asks.orders} if asks is not None else {}
    if draft.offer in answers and not draft.piece:
        return _answered(desk, view, answers[draft.offer])
    whole = passing(desk, view, side)
    if draft.offer in whole:
        order = whole[draft.offer]
        if is_put(view, order):
            return _put(desk, view, order, draft)
        return (
            _coming(desk, view, order, draft) if order.piece not in ("", *view.pieces) else _judged(desk, view, order)
        )
    piece = view.pieces.get(draft.piece)
    if piece is None or piece.owner != side:
        return Preview(objections=(Objection(desk.say("no_piece")),))
    if draft.offer in aimed(desk, side, view):
        return _at(desk, view, piece, draft)
    walk, _, gait = draft.offer.partition(":")
    own = {each.name: each.chosen for each in desk.look.gaits(view, piece)}
    if walk == desk.aims.walks and (gait in own or not gait):
        if draft.pieces:
            return _walk_together(desk, view, piece, draft, own.get(gait, {}))
        return walked(desk, view, piece, draft, own.get(gait, {}))
    by_numbers = tiles.drafted(desk, view, piece, draft, _odds)
    if by_numbers is not None:
        return by_numbers
    other = other_named(desk, view, piece, draft.offer)
    if other is None:
        return Preview(objections=(no_offer(desk),))
    if other.helpers:
        return _with_company(desk, view, other, draft)
    asks_for = asks is not None and other in asks.orders
    if asks_for:
        return _answered(desk, view, other)
    if other.marker and draft.facing is not None and piece.marker is not None:
        other = replace(other, marker=(Pose(piece.marker.x, piece.marker.y, draft.facing),))
    return _judged(desk, view, other)


def _put(desk: Setting[State], view: State, order: Act, draft: Draft) -> Preview:
    """A piece that is put somewhere else, as soon as it is said where."""
    if not draft.path:
        return Preview(verb=desk.say("verb.place"))
    place, facing = draft.path[-1], order.marker[-1].facing
    return _judged(desk, view, replace(order, marker=(Pose(place.x, place.y, facing),)), path=(place,))


def _answered(desk: Setting[State], view: State, order: Act) -> Preview:
    """An answer, with what it leads to in the end."""
    told, prospect = _judged(desk, view, order), desk.look.prospect(desk.kit, view, order)
    return told if prospect is None else replace(told, odds=prospect.odds(desk.words))


def _with_company(desk: Setting[State], view: State, order: Act, draft: Draft) -> Preview:
    """An order with others who take part in it, of whom some may be left out."""
    without = set(draft.without or ())
    kept = tuple(name for name in order.helpers if name not in without)
    members = tuple(Member(name, name, name in kept) for name in order.helpers)
    if not kept:
        return Preview(verb=desk.say("verb.company"), members=members)
    return replace(_judged(desk, view, replace(order, helpers=kept)), members=members)


def _coming(desk: Setting[State], view: State, order: Act, draft: Draft) -> Preview:
    """A unit comes onto the table: as near as it can to where its player points, else where there is room."""
    if draft.path:
        order = min((order, *desk.look.comings(view, order.piece)), key=lambda each: _off(each, draft.path[-1]))
    base = desk.kit.base(desk.kit.roster(view.books)[order.piece], view.tables)
    ghost = figures_drawn(base, [way[-1] for way in order.ways])
    return _judged(desk, view, order, ghost=ghost)


def _off(order: Act, place: Point) -> float:
    """How far the middle of where figures come to is from a place."""
    middle = middle_of([way[-1] for way in order.ways])
    return apart(middle, place)


def _judged(desk: Setting[State], view: State, order: Act, **more: Any) -> Preview:
    """An order with what is wrong with it, and its odds where it throws."""
    problems = acting.problems_of(desk.kit, view, order)
    verb = verb_of(desk, order)
    if problems:
        return Preview(verb=verb, objections=_objections(desk, problems), **more)
    odds = None if desk.kit.deeds[order.action].goes else _odds(desk, view, order)
    told = Preview(order=write_order(order), verb=verb, odds=odds, **more)
    return tiles.with_course(desk, told, desk.look.course(view, order))


def _objections(desk: Setting[State], problems: Sequence[Problem]) -> tuple[Objection, ...]:
    """What is wrong, each thing once, however many figures it befalls."""
    return tuple(dict.fromkeys(desk.objection(problem) for problem in problems))


# ---- At somebody -------------------------------------------------------------------------------------------------------------------


def _at(desk: Setting[State], view: State, piece: Piece, draft: Draft) -> Preview:
    if draft.target not in view.pieces:
        return Preview(verb=desk.say("verb.target"))
    order = desk.look.joined(view, Act(by=piece.owner, action=draft.offer, piece=piece.id, target=draft.target))
    target = view.pieces[draft.target]
    far = next((far for far, enemy in by_distance(view, piece) if enemy is target), None)
    about: dict[str, Any] = {"title": target.id, "detail": "" if far is None else desk.inches(far)}
    problems = problems_at(desk, view, order)
    if problems:
        return Preview(verb=verb_of(desk, order), objections=_objections(desk, problems), **about)
    meant, told = narrowed(desk, view, order, draft)
    return _judged(desk, view, meant, **about, **told)


def _odds(desk: Setting[State], view: State, order: Act) -> OrderOdds | None:
    """The odds of an order, or of what it leads to; with all pairs of choices where both sides choose."""
    later = desk.look.foreseen(view, order)
    form = acting.foreseen(desk.kit, view, later) if later is not order else acting.filled_in(desk.kit, view, order)[1]
    if form is None:
        return None
    action = desk.kit.deeds[later.action].action
    found = shown(desk, action.law(form.situation, view.tables, form.answers))
    return None if found is None else exhibited(desk, view, later.action, form, found)


def exhibited(desk: Setting[State], view: State, name: str, form: Form, found: OrderOdds) -> OrderOdds:
    """Odds with what an action shows beside them: pairs of choices, or what a die brings each of those who share it."""
    action = desk.kit.deeds[name].action
    if action.exhibit is None:
        return found
    exhibit = action.exhibit(form.situation, view.tables, form.answers)
    if isinstance(exhibit, Matrix):
        return replace(found, matrix=matrix_in_words(exhibit, desk.words))
    return replace(found, strips=strips_in_words(exhibit, desk.words)) if isinstance(exhibit, SharedDie) else found


# ---- Ways --------------------------------------------------------------------------------------------------------------------------


def walked(desk: Setting[State], view: State, piece: Piece, draft: Draft, gait: Mapping[str, Any]) -> Preview:
    """As much of a way as can be gone, with its cost and where everybody ends."""
    deed = desk.kit.deeds[desk.aims.walks]
    specs = {spec.name: spec for spec in deed.action.fields}
    picked = {name: as_in_form(specs[name], value) for name, value in draft.choices.items() if name in deed.chooses}
    chosen = {**picked, **gait}
    if not draft.path:
        return Preview(verb=desk.say("verb.path"))
    start = _start(desk, view, piece, draft.path[-1])

    def going(path: Sequence[Point]) -> Act:
        return _going(desk, view, piece, path, draft, chosen)

    order = going(draft.path)
    problems = acting.problems_of(desk.kit, view, order)
    if not problems:
        return _gone(desk, view, piece, order, draft.path)
    low, high, best = 0.0, 1.0, None
    far = way_length(start.point, draft.path)
    for _ in range(HALVINGS):
        share = (low + high) / 2
        path = first_part(start.point, draft.path, share * far)
        tried = going(path)
        if acting.may_do(desk.kit, view, tried):
            low, best = share, (tried, path)
        else:
            high = share
    if best is None:
        verb = desk.own("verb", order.action, far=desk.inches(round(far)))
        refused = Preview(verb=verb, objections=_objections(desk, problems), path=(start.point,))
        # Whoever put a figure wrong must still see it, to put it right.
        return replace(refused, path=draft.path, **_standing(desk, view, piece, order)) if draft.men else refused
    gone = _gone(desk, view, piece, *best)
    # What is merely too far the sum says better; whatever else is in the way is told.
    too_far = gone.budget is not None and round(far) > gone.budget
    limit = Objection(gone.sum) if too_far and gone.sum else desk.objection(problems[0])
    return replace(gone, limit=limit)


def _walk_together(desk: Setting[State], view: State, lead: Piece, draft: Draft, gait: Mapping[str, Any]) -> Preview:
    """Several go the same way, each as far as it can."""
    if not draft.path:
        return Preview(verb=desk.say("verb.path"))
    start = anchor_of(lead).point
    shifts = [(point.x - start.x, point.y - start.y) for point in draft.path]
    ready = {piece.id for piece in desk.aims.ready(view, lead.owner)}
    going = [lead.id, *(name for name in dict.fromkeys(draft.pieces) if name in ready and name != lead.id)]
    gone: dict[str, Preview] = {}
    for name in going:
        piece = view.pieces[name]
        own = anchor_of(piece).point
        path = tuple(Point(own.x + x, own.y + y) for x, y in shifts)
        gone[name] = walked(desk, view, piece, replace(draft, piece=name, path=path, pieces=()), gait)
    orders = [each.order for each in gone.values() if each.order is not None]
    members = tuple(_member(desk, name, each) for name, each in gone.items())
    far = max((each.cost or 0 for each in gone.values()), default=0)
    return Preview(
        order={**orders[0], THEN: orders[1:]} if orders else None,
        verb=desk.own("verb", desk.aims.walks, far=desk.inches(far)) if orders else desk.say("verb.path"),
        title=desk.say("together.title", count=len(orders), far=desk.inches(far)),
        detail=_together(desk, gone),
        members=members,
        far=far,
    )


def _member(desk: Setting[State], name: str, gone: Preview) -> Member:
    words = desk.inches(gone.cost) if gone.cost is not None else ""
    why = gone.limit or (gone.objections[0] if gone.objections else None)
    return Member(name, name, gone.order is not None, words, path=gone.path, ghost=gone.ghost, limit=why)


def _together(desk: Setting[State], gone: Mapping[str, Preview]) -> str:
    """How many go all the way, how many a part of it, and who stays."""
    whole = sum(each.order is not None and each.limit is None for each in gone.values())
    part = sum(each.order is not None and each.limit is not None for each in gone.values())
    stay = len(gone) - whole - part
    told = (("whole", whole), ("part", part), ("stay", stay))
    return desk.say(
        "together.list", parts=", ".join(desk.say(f"together.{name}", count=count) for name, count in told if count)
    )


def _gone(desk: Setting[State], view: State, piece: Piece, order: Act, path: Sequence[Point]) -> Preview:
    """A way that can be gone."""
    budget, verdict = _paced(desk, view, order)
    cost = round(way_length(_start(desk, view, piece, path[-1]).point, path))
    return Preview(
        order=write_order(order),
        verb=desk.own("verb", order.action, far=desk.inches(cost)),
        cost=cost,
        budget=budget,
        sum=_sum(desk, verdict, budget),
        path=tuple(path),
        title=title(desk, order),
        tolls=tuple(_tolls(desk, view, piece, path)),
        **_standing(desk, view, piece, order),
    )


def _start(desk: Setting[State], view: State, piece: Piece, end: Point) -> Pose:
    """Where a way to a place begins: where the piece is, or where it comes onto the table."""
    anchor = anchor_of(piece)
    return (
        desk.look.begins(view, piece, Pose(end.x, end.y, anchor.facing)) if desk.look.aside(view, piece) else None
    ) or anchor


def _standing(desk: Setting[State], view: State, piece: Piece, order: Act) -> dict[str, Any]:
    """Of a preview: where everybody would stand after an order, and how many of them can be put elsewhere one by one."""
    ends = [way[-1] if way else pose for way, pose in zip(order.ways, piece.figures, strict=True)]
    ghost = figures_drawn(piece.base, ends)
    if order.marker:
        ground = desk.kit.served(desk.kit.unit(view, piece), order.marker[-1], view.tables)
        ghost = ghost if ground is None else (quad_drawn(ground), *ghost)
    men = len(ends) if drawn_one_by_one(piece) and not desk.look.enters(view, ends[0]) else 0
    return {"ghost": ghost, "men": men}


def _sum(desk: Setting[State], verdict: Verdict, budget: Length) -> str:
    """How far it goes as one would say it: fast 9, less soft 1, less trench 2, is 6 in."""
    parts = [(desk.words(each.reason), Fraction(each.value)) for each in verdict.modifiers() if each.value is not None]
    told = "".join(
        f" {'+' if value > 0 else MINUS} {reason[:1].lower()}{reason[1:]} {decimal_text(abs(value))}"
        if number
        else f"{reason} {decimal_text(value)}"
        for number, (reason, value) in enumerate(parts)
    )
    total = desk.inches(budget)
    return f"{told} = {total}" if len(parts) > 1 else told


def _tolls(desk: Setting[State], view: State, piece: Piece, path: Sequence[Point]) -> Iterator[Toll]:
    """What is paid where on a way."""
    for place, kind in met(view.terrain, anchor_of(piece).point, path):
        words = desk.look.toll(view, piece, kind)
        if words:
            yield Toll(place, words)


def _paced(desk: Setting[State], view: State, order: Act) -> tuple[Length, Verdict]:
    """How far a walk could go at most, and the verdict that says why."""
    if desk.look.paced is not None:
        return desk.look.paced(view, order)
    verdict = reached(desk, view, order)
    return inches(verdict.measure("inches")), verdict


def _going(
    desk: Setting[State],
    view: State,
    piece: Piece,
    path: Sequence[Point],
    draft: Draft,
    chosen: Mapping[str, Any],
) -> Act:
    """All figures that go, and what they serve, go the same way; at its end they stand as they did, or as they are to be drawn up."""
    start = anchor_of(piece)
    shifts = [(point.x - start.x, point.y - start.y) for point in path]
    ways: list[Way] = [tuple(Pose(pose.x + x, pose.y + y, pose.facing) for x, y in shifts) for pose in piece.figures]
    ends = ends_of(desk, view, piece, start, path[-1], draft)
    if ends is not None:
        straight = len(path) == 1 or bool(desk.look.house(view, piece))
        ways = [(end,) if straight else (*way[:-1], end) for way, end in zip(ways, ends, strict=True)]
    if desk.look.aside(view, piece):
        ways = [(desk.look.begins(view, piece, way[-1]) or way[-1], way[-1]) for way in ways]
    for number, place in draft.men.items():
        if number.isdecimal() and int(number) < len(ways):
            way = ways[int(number)]
            ways[int(number)] = (*way[:-1], Pose(place.x, place.y, way[-1].facing))
    goers = desk.look.goers(view, piece)
    if goers is not None:
        ways = [way if number in goers else () for number, way in enumerate(ways)]
    marker: Way = ()
    if piece.marker is not None:
        turned = piece.marker.facing if draft.facing is None else draft.facing
        marker = tuple(Pose(piece.marker.x + x, piece.marker.y + y, turned) for x, y in shifts)
    return Act(
        by=piece.owner, action=desk.aims.walks, piece=piece.id, ways=tuple(ways), marker=marker, chosen=dict(chosen)
    )


def form_before(desk: Setting[State], view: State, action: str, fields: Mapping[str, Any]) -> Form | None:
    """The form of an action as it was filled in; None where it cannot be read any more."""
    try:
        return acting.form_read(desk.kit.deeds[action].action, fields, view.tables)
    except Refusal:
        return None


def law_before(desk: Setting[State], view: State, action: str, fields: Mapping[str, Any]) -> Exact[Any] | None:
    """The law of an action as its form was filled in."""
    form = form_before(desk, view, action, fields)
    return None if form is None else desk.kit.deeds[action].action.law(form.situation, view.tables, form.answers)
