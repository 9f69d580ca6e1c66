"""An order becomes a form of the umpire, the form a verdict, the verdict what happens to books and figures."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.event import Event, Story
from sandtable.battle.request import Addressed, Asked, TableRequest, addressed
from sandtable.battle.seat import EVERYBODY, Role, side_of
from sandtable.kernel.drivers import Exact, enumerate_exactly
from sandtable.kernel.ledger import Deed as BookDeed
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.roster import BookUnit
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.events import Began, Came, Ended, Fell, Left, Ruled, Stood, Taken, read, written
from sandtable.miniatures.field import Field, Piece
from sandtable.miniatures.kit import Deed, Doing, Facts, Fall, Kit, State
from sandtable.miniatures.orders import Act

NOBODY = Piece()


def doing_of(kit: Kit[State], field: State, order: Act) -> Doing[State]:
    """Who does what to whom; an order that says nothing that could be done is refused."""
    role, open_now = side_of(order.by), kit.open_to(field)
    own = open_now.get(role, ())
    if order.action not in own:
        rule = kit.deeds[own[0]].action.rules[0] if own else None
        raise refuse("action", "problem.table.not_open", own, rule)
    deed = kit.deeds[order.action]
    actor, target = field.pieces.get(order.piece, NOBODY), field.pieces.get(order.target, NOBODY)
    if deed.comes:
        away = {unit.name: unit for unit in field.books.units.values() if _away(kit, field, unit, role)}
        if order.piece in away:
            return coming(field, order, kit.base(away[order.piece], field.tables))
        raise refuse("piece", "problem.table.no_piece", away, deed.by, name=order.piece)
    own_pieces = {piece.id: piece for piece in field.of(role)}
    aimed_at = own_pieces if deed.with_own else {piece.id: piece for piece in field.enemies_of(role)}
    if deed.by and actor.owner != role:
        raise refuse("piece", "problem.table.no_piece", own_pieces, deed.by, name=order.piece)
    if deed.at and target.id not in aimed_at:
        raise refuse("target", "problem.table.no_target", aimed_at, deed.at, name=order.target)
    helpers = _besides("helpers", order.helpers, own_pieces, order.piece, deed.helpers, deed.by)
    targets = _besides("targets", order.targets, aimed_at, order.target, deed.targets, deed.at)
    return Doing(field, order, actor, target, helpers, targets)


def _besides(
    place: str, names: Sequence[str], among: Mapping[str, Piece], first: str, most: int, rule: str
) -> tuple[Piece, ...]:
    """Those who are named beside the first: each once, none of them the first, and no more than there may be."""
    others = [name for name in among if name != first]
    for number, name in enumerate(names):
        if name not in others or name in names[:number]:
            raise refuse(f"{place}.{number}", "problem.table.no_piece", others, rule or None, name=name)
    if len(names) > most:
        raise refuse(place, "problem.table.too_many", (), rule or None, value=len(names), most=most)
    return tuple(among[name] for name in names)


def _away(kit: Kit[State], field: State, unit: BookUnit, role: Role) -> bool:
    """Whether a unit of a side is still to come onto the table."""
    return str(unit.side) == role and not unit.gone and kit.strength(unit) is None and unit.name not in field.pieces


def coming(field: State, order: Act, base: Base) -> Doing[State]:
    """A piece that comes onto the table: it sets out from where the ways of its figures begin."""
    ways = tuple(way for way in order.ways if way)
    actor = Piece(order.piece, side_of(order.by), base, tuple(way[0] for way in ways))
    return Doing(field, replace(order, ways=tuple(way[1:] for way in ways)), actor, NOBODY)


def problems_of(kit: Kit[State], field: State, order: Act) -> tuple[Problem, ...]:
    """What is wrong with an order: what geometry forbids first, then what the umpire's form does."""
    try:
        doing = doing_of(kit, field, order)
    except Refusal as refusal:
        return refusal.problems
    return problems_with(kit.deeds[order.action], doing)


def problems_with(deed: Deed[State], doing: Doing[State]) -> tuple[Problem, ...]:
    """What is wrong with doing something."""
    return tuple(_found(deed, doing))


def may_do(kit: Kit[State], field: State, order: Act) -> bool:
    """Whether an order may be given; the first thing that is wrong with it is enough."""
    try:
        doing = doing_of(kit, field, order)
    except Refusal:
        return False
    return may(kit.deeds[order.action], doing)


def may(deed: Deed[State], doing: Doing[State]) -> bool:
    """Whether something may be done."""
    return next(_found(deed, doing), None) is None


def _found(deed: Deed[State], doing: Doing[State]) -> Iterator[Problem]:
    """What is wrong, one after the other; those before a refusal are told as well."""
    hindered = False
    try:
        facts = deed.measures(doing)
        for problem in deed.hinders(doing, facts):
            hindered = True
            yield problem
        if not hindered:
            form_of(deed, doing, facts)
    except Refusal as refusal:
        yield from refusal.problems


def form_of(deed: Deed[State], doing: Doing[State], facts: Facts) -> Form:
    """The umpire's form, filled in: by the books, by what was chosen, by what was measured, which goes before all else."""
    strange = [name for name in doing.order.chosen if name not in deed.chooses]
    if strange:
        raise refuse(f"chosen.{strange[0]}", "problem.table.not_chosen", deed.chooses, deed.action.rules[0])
    told = {**_known(deed.action, doing), **doing.order.chosen, **facts}
    own = {spec.name for spec in deed.action.fields}
    return form_read(deed.action, {name: value for name, value in told.items() if name in own}, doing.field.tables)


def form_read(action: Action, raw: Mapping[str, Any], tables: Tables) -> Form:
    """A form of the umpire that somebody has filled in; what the umpire would refuse is refused."""
    form = read_form(action, raw, tables, PLAIN)
    if not isinstance(form, Form):
        raise Refusal(form)
    _JUST_READ.keep(form)
    return form


class _Recent:
    """The forms that were read last: whoever tells of one and whoever hears of it need not both read it."""

    def __init__(self, most: int) -> None:
        self._forms: deque[Form] = deque(maxlen=most)

    def keep(self, form: Form) -> None:
        self._forms.append(form)

    def situation(self, fields: Mapping[str, Any]) -> Any:
        """The situation of a form of which these very fields are; None where it is not among them."""
        for form in reversed(tuple(self._forms)):
            if form.fields is fields:
                return form.situation
        return None


_JUST_READ = _Recent(8)


def _known(action: Action, doing: Doing[Any]) -> Mapping[str, Any]:
    """What the books fill in."""
    books = doing.field.books
    told = dict(books.prefill(action.id, doing.field.tables))
    for piece, role in ((doing.target, "as_target"), (doing.actor, "as_actor")):
        unit = books.units.get(piece.id)
        told |= getattr(books.on_roster(unit), role) if unit else {}
    return told


def law_of(kit: Kit[State], field: State, order: Act) -> Exact[Any]:
    """The exact law of what would come of a legal order."""
    form = filled_in(kit, field, order)[1]
    return kit.deeds[order.action].action.law(form.situation, field.tables, form.answers)


def certain(action: Action, situation: Any, tables: Tables) -> Verdict:
    """The verdict of an action that throws nothing."""
    ((verdict, _),) = enumerate_exactly(action.start(situation, tables)).law
    ruled: Verdict = verdict
    return ruled


def carry_out(kit: Kit[State], story: Story[State], order: Act) -> Asked[None]:
    """Carry out an order, and then whatever the books owe that nobody decides on."""
    yield from done(kit, story, *filled_in(kit, story.state, order))
    while (due := _due(kit, story.state, order)) is not None:
        yield from done(kit, story, *due)


def _due(kit: Kit[State], field: State, order: Act) -> tuple[Doing[State], Form] | None:
    """The first action that the books owe and nobody decides on, with its form."""
    offer = next((each for each in field.books.owed() if each.action in kit.owed), None)
    if offer is None:
        return None
    doing = Doing(field, Act(by=order.by, action=offer.action), NOBODY, NOBODY)
    return doing, form_of(kit.deeds[offer.action], doing, offer.fields)


def done(kit: Kit[State], story: Story[State], doing: Doing[State], form: Form) -> Asked[None]:
    """Ask what the umpire's rule asks and nobody has measured; tell what it rules, where the figures stand then, who falls and who is gone."""
    order, deed = doing.order, kit.deeds[doing.order.action]
    heard: list[tuple[str, Any]] = []
    rule = deed.action.start(form.situation, story.state.tables)()
    side, before = side_of(order.by), story.state.books.turn
    known_to = (side,) if deed.secret else EVERYBODY
    measured = {key: given.value for key, given in form.answers.items()}
    asked = _put(deed, doing, form, addressed(rule, order.by, known_to, facts=measured), heard)
    verdict = yield from asked
    effects = tuple(written(one) for one in verdict.changes)
    story.tell(Ruled(action=order.action, side=side, fields=form.fields, effects=effects, known_to=known_to))
    if story.state.books.turn != before:
        story.tell(Began(turn=story.state.books.turn, known_to=EVERYBODY))
    for event in _happens(kit, story, doing, form, heard):
        story.tell(replace(event, known_to=known_to))


def _happens(
    kit: Kit[State], story: Story[State], doing: Doing[State], form: Form, heard: list[tuple[str, Any]]
) -> Iterator[Event]:
    """What happens to figures after a ruling, each told before the next is asked for."""
    order, actor, deed = doing.order, doing.actor, kit.deeds[doing.order.action]
    if deed.goes or deed.comes:
        ways = order.ways or ((),) * len(actor.figures)
        ends = tuple(way[-1] if way else pose for way, pose in zip(ways, actor.figures, strict=True))
        marker = order.marker[-1] if order.marker else actor.marker
        if deed.comes:
            yield _came(replace(actor, figures=ends, marker=marker))
        else:
            yield Stood(piece=actor.id, figures=ends, base=actor.base, marker=marker)
    yield from map(_came, deed.shows(story.state))
    for piece in tuple(story.state.pieces.values()):
        if not _is_settled(kit, story.state, piece):
            yield from _settled(kit, story, piece, Fall(doing, form.situation, tuple(heard), piece, 0))
    if deed.ends(story.state):
        yield Ended()


def _came(piece: Piece) -> Came:
    return Came(
        piece=piece.id,
        owner=piece.owner,
        figures=piece.figures,
        base=piece.base,
        marker=piece.marker,
        marked=piece.marked,
    )


def _is_settled(kit: Kit[State], field: State, piece: Piece) -> bool:
    """Whether the books say of a piece what stands on the table."""
    unit = kit.unit(field, piece)
    same = kit.strength(unit) == len(piece.figures) and str(unit.side) == piece.owner
    return same and kit.base(unit, field.tables) == piece.base


def _settled(kit: Kit[State], story: Story[State], piece: Piece, change: Fall[State]) -> Iterator[Event]:
    """The books say how many are left of a piece, on what they stand and whose it is; geometry says who they are."""
    unit = kit.unit(story.state, piece)
    left = kit.strength(unit)
    if left is None:
        yield Left(piece=piece.id)
        return
    change = replace(change, by=abs(left - len(piece.figures)))
    if left < len(piece.figures):
        yield Fell(piece=piece.id, figures=kit.falls(change))
    if left > len(piece.figures):
        both = (*piece.figures, *kit.gains(change))
        yield Stood(piece=piece.id, figures=both, base=piece.base, marker=piece.marker)
    base = kit.base(unit, story.state.tables)
    if base != piece.base:
        now = story.state.pieces[piece.id]
        yield Stood(piece=piece.id, figures=now.figures, base=base, marker=now.marker)
    if str(unit.side) != piece.owner:
        yield Taken(piece=piece.id, owner=str(unit.side))


def filled_in(kit: Kit[State], field: State, order: Act) -> tuple[Doing[State], Form]:
    """An order with its form."""
    doing, deed = doing_of(kit, field, order), kit.deeds[order.action]
    return doing, form_of(deed, doing, deed.measures(doing))


def _put(
    deed: Deed[State], doing: Doing[State], form: Form, rule: Asked[Verdict], heard: list[tuple[str, Any]]
) -> Generator[TableRequest, Any, Verdict]:
    """Put what a rule asks to whom it concerns, and keep what it asked for and what it was told."""
    try:
        request = next(rule)
        while True:
            if isinstance(request, Addressed):
                whom = deed.asks(doing, form.situation, request.request, heard)
                request = request if whom is None else replace(request, to=whom)
            reading = yield request
            heard.append((request.request.key if isinstance(request, Addressed) else request.key, reading))
            request = rule.send(reading)
    except StopIteration as stop:
        verdict: Verdict = stop.value
        return verdict


def after(kit: Kit[State], field: State, event: Any) -> State:
    """The table after an event."""
    match event:
        case Ruled():
            return _ruled(kit, field, event)
        case Stood():
            return field.with_piece(event.piece, figures=event.figures, base=event.base, marker=event.marker)
        case Came():
            piece = Piece(event.piece, event.owner, event.base, event.figures, event.marker, marked=event.marked)
            return replace(field, pieces={**field.pieces, piece.id: piece})
        case Fell():
            left = field.pieces[event.piece].without(event.figures)
            return replace(field, pieces={**field.pieces, event.piece: left})
        case Left():
            return field.without(event.piece)
        case Taken():
            return field.with_piece(event.piece, owner=event.owner)
        case Began():
            return field  # the books know it already
        case Ended():
            return replace(field, ended=True)
    raise TypeError(event.kind)


def _ruled(kit: Kit[State], field: State, event: Ruled) -> State:
    """The books after the umpire's ruling: its effects fold themselves."""
    action = kit.deeds[event.action].action
    situation = _JUST_READ.situation(event.fields) or form_read(action, event.fields, field.tables).situation
    effects = tuple(read(one, kit.ruleset.package) for one in event.effects)
    deed = BookDeed(action.id, situation, effects, event.side)
    return replace(field, books=field.books.with_deed(deed, field.tables))


def disagreements(kit: Kit[Any], field: Field[Any]) -> Iterator[str]:
    """Where books and table do not agree: pieces whose figures are not those that the books count."""
    for name, unit in field.books.units.items():
        there = len(field.pieces[name].figures) if name in field.pieces else None
        if there != kit.strength(unit):
            yield f"{name}: {there} figures on the table, {kit.strength(unit)} in the books"
