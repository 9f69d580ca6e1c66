"""An order becomes a form of the umpire, the form a verdict, the verdict what happens to books and figures."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from sandtable.battle.event import Event, Story
from sandtable.battle.request import Addressed, Asked, TableRequest, addressed
from sandtable.battle.seat import EVERYBODY, NOBODY, Audience, Role, side_of
from sandtable.kernel.drivers import Exact, enumerate_exactly
from sandtable.kernel.ledger import Deed as BookDeed
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.requests import Choose
from sandtable.kernel.roster import BookUnit
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.events import (
    Began,
    Came,
    Ended,
    Fell,
    Left,
    Placed,
    Readied,
    Ruled,
    Stood,
    Taken,
    read,
    written,
)
from sandtable.miniatures.field import Field, Piece
from sandtable.miniatures.kit import Deed, Doing, Facts, Fall, Heard, Kit, Ruling, State
from sandtable.miniatures.orders import Act

NO_PIECE = Piece()
KNOWN_FORMS = 512  # that are kept as they were read


def doing_of(kit: Kit[State], field: State, order: Act) -> Doing[State]:
    """Who does what to whom; an order that is not open, or says nothing that could be done, is refused."""
    open_now = kit.open_to(field)
    own = open_now.get(side_of(order.by), ())
    if order.action not in own:
        raise refuse(
            "action", "problem.table.not_open", own, _rule_of_now(kit, own or next(filter(None, open_now.values()), ()))
        )
    return _meant(kit, field, order)


def _rule_of_now(kit: Kit[State], actions: Sequence[str]) -> str | None:
    """The rule of what is done now, by which anything else is refused."""
    return kit.deeds[actions[0]].action.rules[0] if actions else None


def _meant(kit: Kit[State], field: State, order: Act) -> Doing[State]:
    """Who does what to whom, open or not: what follows by itself nobody has to be asked for."""
    role, deed = side_of(order.by), kit.deeds[order.action]
    actor, target = field.pieces.get(order.piece, NO_PIECE), field.pieces.get(order.target, NO_PIECE)
    if deed.comes:
        away = {unit.name: unit for unit in kit.roster(field.books).values() if _away(kit, field, unit, role)}
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
    return Doing(field, replace(order, ways=tuple(way[1:] for way in ways)), actor, NO_PIECE)


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
    form = _read(_Filled(action, raw), tables)
    if not isinstance(form, Form):
        raise Refusal(form)
    return form


class _Filled:
    """A form as it was filled in. Two are the same if the same words stand in them, of the same kinds: a yes is no 1.

    ``form`` is what it reads as, where that is known: the fields that a form was read into read as that form.
    """

    __slots__ = ("action", "form", "key", "raw")

    def __init__(self, action: Action, raw: Mapping[str, Any], form: Form | None = None) -> None:
        self.action, self.raw, self.form = action, raw, form
        told = tuple((name, repr(value) if isinstance(value, list | dict) else value) for name, value in raw.items())
        self.key = (action.id, action.situation, told, tuple(map(type, raw.values())))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Filled) and self.key == other.key


@lru_cache(maxsize=KNOWN_FORMS)  # an order is read when it is thought of, when it is given, and when it is carried out
def _read(filled: _Filled, tables: Tables) -> Form | tuple[Problem, ...]:
    if filled.form is not None:
        return filled.form
    form = read_form(filled.action, filled.raw, tables, PLAIN)
    return form if isinstance(form, Form) else tuple(form)


def _known(action: Action, doing: Doing[Any]) -> Mapping[str, Any]:
    """What the books fill in."""
    books = doing.field.books
    told = dict(books.prefill(action.id, doing.field.tables))
    target, actor = books.units.get(doing.target.id), books.units.get(doing.actor.id)
    if target:
        told |= books.fills_acted_on(target)
    if actor:
        told |= books.fills_acting(actor)
    return told


def law_of(kit: Kit[State], field: State, order: Act) -> Exact[Any]:
    """The exact law of what would come of a legal order."""
    form = filled_in(kit, field, order)[1]
    return kit.deeds[order.action].action.law(form.situation, field.tables, form.answers)


def foreseen(kit: Kit[State], field: State, order: Act) -> Form | None:
    """The form of what an order would lead to later, whoever may do it now; None where it would not come about."""
    try:
        return _by_itself(kit, field, order)[1]
    except Refusal:
        return None


def certain(action: Action, situation: Any, tables: Tables) -> Verdict:
    """The verdict of an action that throws nothing; what a form is ruled to be is ruled once."""
    return _ruled_once(_Named(action), situation, tables)


class _Named:
    """An action by what tells it from others: two tables may have one of the same name with more in its form."""

    __slots__ = ("action",)

    def __init__(self, action: Action) -> None:
        self.action = action

    def __hash__(self) -> int:
        return hash((self.action.id, self.action.situation))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Named) and self.action is other.action


@lru_cache(maxsize=KNOWN_FORMS)
def _ruled_once(named: _Named, situation: Any, tables: Tables) -> Verdict:
    action = named.action
    ((verdict, _),) = enumerate_exactly(action.start(situation, tables)).law
    ruled: Verdict = verdict
    return ruled


def carry_out(kit: Kit[State], story: Story[State], order: Act) -> Asked[None]:
    """Carry out an order, and then whatever follows that nobody decides on."""
    yield from done(kit, story, *filled_in(kit, story.state, order))
    while (due := _due(kit, story.state, order)) is not None:
        yield from done(kit, story, *due)


def _by_itself(kit: Kit[State], field: State, order: Act) -> tuple[Doing[State], Form]:
    """An action that nobody has ordered, with its form; whose turn it is does not matter, nor whose it would be."""
    deed = kit.deeds[order.action]
    if deed.comes or order.helpers or order.targets:
        return _with_form(kit, _meant(kit, field, order))
    actor, target = (field.pieces.get(name, NO_PIECE) for name in (order.piece, order.target))
    return _with_form(kit, Doing(field, order, actor, target))


def _due(kit: Kit[State], field: State, order: Act) -> tuple[Doing[State], Form] | None:
    """The first action that the books owe and nobody decides on, else what follows by itself, with its form."""
    owed = field.books.owed() if kit.owed else ()
    offer = next((each for each in owed if each.action in kit.owed), None)
    if offer is None:
        next_order = kit.follows(field)
        return None if next_order is None else _by_itself(kit, field, next_order)
    doing = Doing(field, Act(by=order.by, action=offer.action), NO_PIECE, NO_PIECE)
    return doing, form_of(kit.deeds[offer.action], doing, offer.fields)


def done(kit: Kit[State], story: Story[State], doing: Doing[State], form: Form) -> Asked[None]:
    """Ask what the umpire's rule asks and nobody has measured; tell what it rules, where the figures stand then, who falls and who is gone."""
    order, deed = doing.order, kit.deeds[doing.order.action]
    heard: list[tuple[str, Any]] = []
    rule = deed.action.start(form.situation, story.state.tables)()
    side, before = side_of(order.by), story.state.books.turn
    known_to = (side,) if deed.secret else EVERYBODY
    ruling = Ruling(story, doing, form, heard)
    stood = story.state
    asked = addressed(rule, order.by, known_to, roles=deed.answers(doing), facts=deed.facts(ruling))
    verdict = yield from _put(deed, doing, form, _kept_back(kit, asked, heard), heard)
    _read(_Filled(deed.action, form.fields, form), story.state.tables)  # as the books will read what is told now
    for audience, effects in _by_audience(kit, verdict, known_to):
        story.tell(Ruled(action=order.action, side=side, fields=form.fields, effects=effects, known_to=audience))
    if story.state.books.turn != before:
        story.tell(Began(turn=story.state.begun + 1, known_to=EVERYBODY))
    for event in _goes(ruling, deed):
        story.tell(replace(event, known_to=known_to))
    if kit.then is not None:
        yield from kit.then(replace(ruling, effects=tuple(verdict.changes)))
    for event in _happens(kit, ruling, stood):
        story.tell(replace(event, known_to=known_to))


def _by_audience(kit: Kit[State], verdict: Verdict, known_to: Audience) -> list[tuple[Audience, tuple[Any, ...]]]:
    """What a verdict changes, in its order, by who may know of it; that there was a ruling whoever heard of the action may know."""

    def audience(one: Any) -> Audience:
        told = kit.audience(one)
        return known_to if told == EVERYBODY else told

    parts = [(heard_by, tuple(map(written, some))) for heard_by, some in groupby(verdict.changes, audience)]
    return parts if any(heard_by == known_to for heard_by, _ in parts) else [(known_to, ()), *parts]


def _kept_back(kit: Kit[State], asked: Asked[Verdict], heard: Heard) -> Asked[Verdict]:
    """Pass on what a rule asks; throws that nobody may know of are the app's alone."""
    try:
        put = next(asked)
        while True:
            if isinstance(put, Addressed) and kit.unseen(put.request.key, heard):
                put = Addressed(put.request, None, NOBODY)
            put = asked.send((yield put))
    except StopIteration as stop:
        verdict: Verdict = stop.value
        return verdict


def _goes(ruling: Ruling[State], deed: Deed[State]) -> Iterator[Event]:
    """Where figures stand whom an order has sent somewhere, and who is seen now."""
    order, actor = ruling.doing.order, ruling.doing.actor
    if deed.goes or deed.comes:
        ways = order.ways or ((),) * len(actor.figures)
        ends = tuple(way[-1] if way else pose for way, pose in zip(ways, actor.figures, strict=True))
        marker = order.marker[-1] if order.marker else actor.marker
        if deed.comes:
            yield _came(replace(actor, figures=ends, marker=marker))
        else:
            yield Stood(piece=actor.id, figures=ends, base=actor.base, marker=marker, bases=actor.bases)
    yield from deed.moves(replace(ruling.doing, field=ruling.story.state), ruling.form.situation)
    yield from map(_came, deed.shows(ruling.story.state))


def _happens(kit: Kit[State], ruling: Ruling[State], before: State) -> Iterator[Event]:
    """What happens to figures after a ruling, each told before the next is asked for."""
    story, doing, heard = ruling.story, ruling.doing, tuple(ruling.heard)
    for piece in _changed(kit, before, story.state):
        if not _is_settled(kit, story.state, piece):
            yield from _settled(kit, story, piece, Fall(doing, ruling.form.situation, heard, piece, 0))
    if kit.deeds[doing.order.action].ends(story.state):
        yield Ended()


def _came(piece: Piece) -> Came:
    return Came(
        piece=piece.id,
        owner=piece.owner,
        figures=piece.figures,
        base=piece.base,
        marker=piece.marker,
        marked=piece.marked,
        bases=piece.bases,
    )


def _changed(kit: Kit[State], before: State, now: State) -> tuple[Piece, ...]:
    """The pieces of which something may have come of a ruling: not those who are the same that they were, in the books too."""
    if kit.draws is not None:  # by the whole table
        return tuple(now.pieces.values())
    old, units, known = before.pieces, kit.roster(before.books), kit.roster(now.books)
    return tuple(
        piece
        for name, piece in now.pieces.items()
        if known.get(name) is not units.get(name) or old.get(name) is not piece
    )


def _is_settled(kit: Kit[State], field: State, piece: Piece) -> bool:
    """Whether the books say of a piece what stands on the table."""
    unit = kit.unit(field, piece)
    same = kit.strength(unit) == len(piece.figures) and str(unit.side) == piece.owner
    return same and kit.base(unit, field.tables) == piece.base and kit.drawn_anew(field, piece) is None


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
    drawn = kit.drawn_anew(story.state, story.state.pieces[piece.id])
    if drawn is not None:
        yield drawn


def filled_in(kit: Kit[State], field: State, order: Act) -> tuple[Doing[State], Form]:
    """An order with its form."""
    return _with_form(kit, doing_of(kit, field, order))


def _with_form(kit: Kit[State], doing: Doing[State]) -> tuple[Doing[State], Form]:
    deed = kit.deeds[doing.order.action]
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
                if isinstance(request.request, Choose):
                    request = replace(request, request=deed.puts(doing, request.request))
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
        case Placed():
            effects = tuple(read(one, kit.ruleset.package) for one in event.effects)
            books = field.books.with_deed(BookDeed("", None, effects, ""), field.tables)
            return replace(field, books=books).with_piece(event.piece, figures=event.figures, marker=event.marker)
        case Readied():
            return replace(field, unset=tuple(role for role in field.unset if role != event.role))
        case Stood():
            return field.with_piece(
                event.piece, figures=event.figures, base=event.base, marker=event.marker, bases=event.bases
            )
        case Came():
            piece = Piece(
                event.piece,
                event.owner,
                event.base,
                event.figures,
                event.marker,
                event.hidden,
                event.marked,
                event.bases,
            )
            return replace(field, pieces={**field.pieces, piece.id: piece})
        case Fell():
            left = field.pieces[event.piece].without(event.figures)
            return replace(field, pieces={**field.pieces, event.piece: left})
        case Left():
            return field.without(event.piece)
        case Taken():
            return field.with_piece(event.piece, owner=event.owner)
        case Began():
            return replace(field, begun=event.turn)
        case Ended():
            return replace(field, ended=True)
    raise TypeError(event.kind)


def _ruled(kit: Kit[State], field: State, event: Ruled) -> State:
    """The books after the umpire's ruling: its effects fold themselves."""
    action = kit.deeds[event.action].action
    form = form_read(action, event.fields, field.tables)
    effects = tuple(read(one, kit.ruleset.package) for one in event.effects)
    deed = BookDeed(action.id, form.situation, effects, event.side)
    return replace(field, books=field.books.with_deed(deed, field.tables))


def disagreements(kit: Kit[Any], field: Field[Any]) -> Iterator[str]:
    """Where books and table do not agree: pieces whose figures are not those that the books count."""
    for name, unit in kit.roster(field.books).items():
        there = len(field.pieces[name].figures) if name in field.pieces else None
        if there != kit.strength(unit):
            yield f"{name}: {there} figures on the table, {kit.strength(unit)} in the books"
