"""The log in words, and what was done in an entry: read off the umpire's rulings and what became of the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sandtable.battle.account import Deed, Moment, RoundTold, ToldChange, ToldThrow
from sandtable.battle.desk import Happening, Line
from sandtable.battle.event import Event
from sandtable.battle.seat import side_of
from sandtable.geometry.measure import Point
from sandtable.kernel.codec import Json
from sandtable.kernel.drivers import Finished, Given, advance
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal
from sandtable.kernel.reader import Form
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures.desk.entries import bare, dice_in, events_in
from sandtable.miniatures.desk.laws import row_of, shown
from sandtable.miniatures.desk.preview import exhibited, form_before, law_before
from sandtable.miniatures.desk.rounds import in_two_sentences
from sandtable.miniatures.desk.scene import side_words
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.events import (
    Began,
    Entrusted,
    Fell,
    Left,
    Opened,
    Placed,
    Readied,
    Reopened,
    Ruled,
    Sealed,
    Stood,
    Taken,
    Went,
    read,
)
from sandtable.miniatures.kit import State

HEAVY, MEDIUM, LIGHT = 3, 2, 1  # how much happened
PLANNED = Sealed | Reopened | Entrusted  # what is done with a secret plan


@dataclass(frozen=True, slots=True)
class Fate:
    """What has become of somebody: in words that begin with his name, and in those of the ruleset for where he has just been named."""

    of: str
    words: str
    there: str = ""


def lines(desk: Setting[State], view: State, entry: Mapping[str, Json]) -> tuple[Line, ...]:
    """One line for an entry; there is one for each that is heard of, so that the reader's numbers do not skip."""
    happened = events_in(desk.events, entry)
    rulings = [event for event in happened if isinstance(event, Ruled)]
    planned = next((event for event in happened if isinstance(event, PLANNED)), None)
    if planned is not None:
        return (_planned(desk, view, entry, happened, planned),)
    if not rulings:
        return (Line(int(entry["number"]), str(entry["role"]) or None, _without_ruling(desk, view, happened)),)
    ruled = rulings[0]
    who, words = _words(desk, view, ruled)
    result = ", ".join(
        _named_once(desk, ruled, words, (*_fates(desk, view, happened, ruled.action), *_shaken(desk, happened, ruled)))
    )
    result = result or (desk.say("fate.none") if _may_hurt(desk, ruled) else "")
    return (
        Line(
            number=int(entry["number"]),
            side=str(entry["role"]) or None,
            words=f"{words.removesuffix('.')}: {result}." if result else words,
            weight=max(map(_weight, happened), default=LIGHT),
            turn=next((event.turn for event in happened if isinstance(event, Began)), 0),
            seen=tuple(_seen(desk, view, happened)),
            who=who,
            result=result,
            also=tuple(
                each
                for each in (*_came_of_it(desk, view, ruled, happened), *_after(desk, view, rulings[1:]))
                if each != words
            ),
            dice=tuple(dice_in(desk, entry)),
            card=ruled.action in desk.look.cards,
        ),
    )


def _named_once(desk: Setting[State], ruled: Ruled, words: str, fates: Sequence[Fate]) -> Iterator[str]:
    """What came of it, without the name of whoever was named just before: at the end of the words about the deed, or in the fate before."""
    target = _target(desk, ruled)
    about = target or _actor(desk, ruled)
    is_named = desk.look.within(about).casefold() in words.casefold()
    last = target if words.removesuffix(".").endswith(f" {desk.look.within(target)}") else ""
    first = (
        sorted(fates, key=lambda fate: fate.of != about) if is_named else fates
    )  # his own words need his name before them
    for fate in first:
        if fate.there and is_named and fate.of == about:
            yield fate.there
            last = ""
        else:
            name = next(
                (each for each in (desk.look.within(fate.of), fate.of) if fate.words.startswith(f"{each} ")), ""
            )
            yield fate.words.removeprefix(f"{name} ") if name and fate.of == last else fate.words
            last = fate.of if name else ""


def _may_hurt(desk: Setting[State], ruled: Ruled) -> bool:
    """Whether it is worth telling that nobody was hurt."""
    return ruled.action in desk.look.cards and bool(desk.kit.deeds[ruled.action].at)


def _without_ruling(desk: Setting[State], view: State, happened: Sequence[Event]) -> str:
    """What was done that no rule was asked about."""
    for event in happened:
        if isinstance(event, Placed):
            return desk.say("line.placed", who=event.piece)
        if isinstance(event, Readied):
            return desk.say("line.readied", who=side_words(desk, view, event.role))
    return desk.say("line.nothing")


def _planned(
    desk: Setting[State],
    view: State,
    entry: Mapping[str, Json],
    happened: Sequence[Event],
    planned: Sealed | Reopened | Entrusted,
) -> Line:
    """A plan that was sealed or opened, and whatever came of it, each in a sentence of its own."""
    opened = (desk.say("line.opened"),) if any(isinstance(event, Opened) for event in happened) else ()
    return Line(
        number=int(entry["number"]),
        side=str(entry["role"]) or None,
        words=_plan_words(desk, view, planned),
        weight=max(map(_weight, happened), default=LIGHT),
        turn=next((event.turn for event in happened if isinstance(event, Began)), 0),
        seen=tuple(_seen(desk, view, happened)),
        result=", ".join(fate.words for fate in _fates(desk, view, happened)),
        also=(
            *opened,
            *_after(desk, view, happened),
        ),
        dice=tuple(dice_in(desk, entry)),
    )


def _went(desk: Setting[State], happened: Sequence[Event]) -> Iterator[str]:
    """How many moved at once, and how many of them were stopped on the way."""
    went = [event for event in happened if isinstance(event, Went)]
    stopped = sum(bool(event.met) for event in went)
    if went:
        yield desk.say("line.went", count=len(went))
    if stopped:
        yield desk.say("line.stopped", count=stopped)


def _after(desk: Setting[State], view: State, happened: Sequence[Event]) -> Iterator[str]:
    """What followed by itself, of a game in which much does: all that is not too slight to be told, in the order in which it happened."""
    first = next((event for event in happened if isinstance(event, Went)), None)
    for event in happened if desk.look.quiet else ():
        if event is first:
            yield from _went(desk, happened)
        if isinstance(event, Ruled) and event.action not in desk.look.quiet:
            yield _words(desk, view, event)[1]
            yield from _told(desk, view, event, named=first is not None)


def _plan_words(desk: Setting[State], view: State, planned: Sealed | Reopened | Entrusted) -> str:
    if isinstance(planned, Entrusted):
        by, side = side_words(desk, view, planned.by), side_words(desk, view, planned.role)
        return desk.say("line.entrusted", by=by, side=side)
    return desk.say(f"line.{planned.kind}", side=side_words(desk, view, planned.role))


def _actor(desk: Setting[State], ruled: Ruled) -> str:
    return desk.look.named(ruled)[0]


def _target(desk: Setting[State], ruled: Ruled) -> str:
    return desk.look.named(ruled)[1]


def _words(desk: Setting[State], view: State, ruled: Ruled) -> tuple[str, str]:
    """Who did it, and the sentence that begins with him."""
    who = _actor(desk, ruled) or side_words(desk, view, ruled.side)
    own = desk.look.told(view, ruled)
    words = (
        desk.words(own)
        if own is not None
        else desk.own("line", ruled.action, who=who, target=desk.look.within(_target(desk, ruled)))
    )
    return (who if words.startswith(who) else ""), words


def line_words(desk: Setting[State], view: State, ruled: Ruled) -> str:
    """What was done, without its end: ``Peones fire at Company``."""
    return _words(desk, view, ruled)[1].removesuffix(".")


def _effects(desk: Setting[State], ruled: Ruled) -> Iterator[Effect]:
    for raw in ruled.effects:
        try:
            one = read(raw, desk.kit.ruleset.package)
        except (Refusal, KeyError):
            continue
        if one.has_words and one.message.id in desk.texts.texts:
            yield one


def _told(desk: Setting[State], view: State, ruled: Ruled, *, named: bool = False) -> Iterator[str]:
    """What the umpire says of it, where the figures do not show it; ``named``: of whom, where so much happened that nobody would know."""
    if desk.kit.deeds[ruled.action].goes or ruled.action in (*desk.look.cards, *desk.look.terse):
        return
    for one in _effects(desk, ruled):
        if one.message.id not in desk.look.hushed:
            words = desk.words(_as_told(desk, view, one.message))
            strange = named and one.whom in view.pieces and one.whom not in words
            yield desk.say("line.of_whom", who=one.whom, words=words) if strange else words


def _came_of_it(desk: Setting[State], view: State, ruled: Ruled, happened: Sequence[Event]) -> Iterator[str]:
    """What the umpire says of a ruling; where the table had it come to nothing, that it did."""
    nothing = desk.look.voided(ruled, happened)
    if nothing is None:
        yield from _told(desk, view, ruled)
    else:
        yield desk.words(nothing)


def _as_told(desk: Setting[State], view: State, message: Message) -> Message:
    """What the umpire says, as something that has happened, where the table has words for that, of sides by what the scenario calls them."""
    own = f"desk.told.{message.id}"
    if own not in desk.texts.texts:
        return message
    return Message(own, tuple((name, view.peoples.get(str(value), value)) for name, value in message.parameters))


def _fates(desk: Setting[State], view: State, happened: Sequence[Event], action: str = "") -> Iterator[Fate]:
    """What the figures show to have become of whom; who has fallen or is gone and was named by his own words, those of this action before all others."""
    for event in happened:
        if isinstance(event, Fell):
            about = {"unit": desk.look.within(event.piece), "count": len(event.figures)}
            words = desk.say_if_any(f"fate.lost_by.{action}", **about) or desk.say("fate.fell", **about)
            there = desk.say_if_any(f"fate.fell_by.{action}", **about) or desk.say_if_any("fate.fell_there", **about)
            yield Fate(event.piece, words, there)
        elif isinstance(event, Left):
            words = desk.say("fate.left", unit=desk.look.within(event.piece))
            there = desk.say_if_any(f"fate.left_by.{action}") or desk.say_if_any("fate.left_there")
            yield Fate(event.piece, words, there)
        elif isinstance(event, Taken):
            unit, side = desk.look.within(event.piece), side_words(desk, view, event.owner)
            yield Fate(event.piece, desk.say("fate.taken", unit=unit, side=side))


def _shaken(desk: Setting[State], happened: Sequence[Event], ruled: Ruled) -> Iterator[Fate]:
    """What the books say has become of somebody who is still there, where the ruleset has words for it at the end of a line."""
    gone = {event.piece for event in happened if isinstance(event, Left)}
    for one in _effects(desk, ruled) if ruled.action in desk.look.cards else ():
        own = f"desk.fate.{one.message.id}"
        if own in desk.texts.texts and one.whom not in gone:
            yield Fate(one.whom, desk.words(replace(one.message, id=own)))


def _weight(event: Event) -> int:
    return HEAVY if isinstance(event, Fell | Left | Taken) else MEDIUM if isinstance(event, Ruled) else LIGHT


def _seen(desk: Setting[State], view: State, happened: Sequence[Event]) -> Iterator[Happening]:
    last = next((event for event in reversed(happened) if isinstance(event, Went)), None)
    for event in happened:
        if isinstance(event, Ruled):
            ray = tuple(_spots(view, _actor(desk, event), _target(desk, event)))
            if desk.kit.deeds[event.action].at and len(ray) > 1:
                yield Happening("fires", _actor(desk, event), ray)
        elif isinstance(event, Stood | Placed) and event.figures:
            yield Happening("moves", event.piece, (event.marker.point if event.marker else middle_of(event.figures),))
        elif isinstance(event, Went):
            steps = tuple(pose.point for pose in event.stood)
            when = round(event.step - 1 + event.share, 3) if event.met else 0.0
            yield Happening("moves", event.piece, (*steps, event.figures[0].point), together=True, when=when)
        elif isinstance(event, Fell):
            yield Happening("hit", event.piece, (), desk.say("seen.fell", count=len(event.figures)))
        elif isinstance(event, Left):
            yield Happening("gone", event.piece, (), desk.say("seen.left"))
        if isinstance(event, Went) and event is last:
            yield from _meetings(desk, view, happened)


def _meetings(desk: Setting[State], view: State, happened: Sequence[Event]) -> Iterator[Happening]:
    """Those who stopped each other on the way, each two of them once, between where they stand then."""
    went = {event.piece: event for event in happened if isinstance(event, Went)}
    for name, event in went.items():
        for other in event.met:
            there = went[other].figures if other in went else view.pieces[other].figures if other in view.pieces else ()
            if there and not (other in went and name in went[other].met and other < name):
                when = round(event.step - 1 + event.share, 3)
                words = desk.say("seen.meets", who=name, target=other)
                between = middle_of((event.figures[0], there[0]))
                yield Happening("meets", name, (between,), words, together=True, when=when)


def _spots(view: State, *names: str) -> Iterator[Point]:
    for name in names:
        piece = view.pieces.get(name)
        if piece is not None and (piece.figures or piece.marker):
            yield anchor_of(piece).point


# ---- An entry opened ---------------------------------------------------------------------------------------------------------------


def deed(
    desk: Setting[State],
    moments: Sequence[Moment[State]],
    after: State,
    _throws: tuple[ToldThrow, ...],
    entry: Mapping[str, Json],
) -> Deed:
    """What was done, what came of it, and how likely that was."""
    (line,) = lines(desk, after, entry)
    moment = _given(moments)
    if moment is None or not isinstance(moment.event, Ruled):
        return Deed(line.who, bare(line))
    ruled = moment.event
    law = law_before(desk, moment.view, ruled.action, ruled.fields)
    form = form_before(desk, moment.view, ruled.action, ruled.fields)
    odds = shown(desk, law) if law is not None else None
    verdict = _thrown(desk, moment.view, ruled, form, entry) if form is not None else None
    if verdict is None and law is not None:
        verdict = came_of(desk, ruled, law)
    return Deed(
        who=line.who,
        words=bare(line),
        headline=desk.words(verdict.headline()) if verdict is not None else "",
        severity=verdict.severity() if verdict is not None else 0,
        piece=_actor(desk, ruled),
        target=_target(desk, ruled),
        changes=tuple(_changes(desk, moment.view, ruled)),
        odds=exhibited(desk, moment.view, ruled.action, form, odds) if odds is not None and form is not None else None,
        came=row_of(law, verdict.outcome().key) if law is not None and verdict is not None else None,
    )


def _given(moments: Sequence[Moment[State]]) -> Moment[State] | None:
    """The moment of the ruling that was asked for, whatever has followed by itself; None where a plan of many orders was opened."""
    if any(isinstance(each.event, PLANNED) for each in moments):
        return None
    return next((each for each in moments if isinstance(each.event, Ruled)), None)


def _thrown(desk: Setting[State], view: State, ruled: Ruled, form: Form, entry: Mapping[str, Json]) -> Verdict | None:
    """The verdict that the dice of an entry lead to, where it has just the effects that were told: two verdicts may have the same."""
    start = desk.kit.deeds[ruled.action].action.start(form.situation, view.tables)
    given: dict[str, Given] = {}
    for reply in entry["answers"]:  # of what has followed it, keys may come again
        given.setdefault(str(reply["key"]), Given(reply["value"], str(reply["by"])))
    try:
        run = advance(start, form.answers, earlier=given)
    except Refusal:
        return None
    wanted = tuple(read(raw, desk.kit.ruleset.package) for raw in ruled.effects)
    if isinstance(run, Finished) and isinstance(run.verdict, Verdict) and tuple(run.verdict.changes) == wanted:
        return run.verdict
    return None


def came_of(desk: Setting[State], ruled: Ruled, law: Any) -> Verdict | None:
    """The verdict that has just these effects."""
    wanted = tuple(read(raw, desk.kit.ruleset.package) for raw in ruled.effects)
    return next((verdict for verdict, _ in law.law if tuple(verdict.changes) == wanted), None)


def _changes(desk: Setting[State], view: State, ruled: Ruled) -> Iterator[ToldChange]:
    roles = {"actor": _actor(desk, ruled), "target": _target(desk, ruled)}
    told = [(one, roles.get(one.whom, one.whom)) for one in _effects(desk, ruled)]
    several = len({piece for _, piece in told}) > 1
    for one, piece in told:
        words = desk.words(_as_told(desk, view, one.message))
        named = several and piece and piece not in words
        own = f"desk.told.{one.message.id}" in desk.texts.texts  # what hands would have to do is done
        detail = "" if own else desk.texts.say_if_any(one.detail)
        yield ToldChange(one.picture, f"{piece}: {words}" if named else words, detail, piece)


# ---- A move in two sentences -------------------------------------------------------------------------------------------------------


def round_told(desk: Setting[State], view: State, entries: Sequence[Mapping[str, Json]]) -> RoundTold | None:
    """Entries of the log in two sentences; None where nothing was done and nobody hurt."""
    role = side_of(str(entries[0]["role"])) if entries else ""
    happened = [event for entry in entries for event in events_in(desk.events, entry)]
    rulings = [event for event in happened if isinstance(event, Ruled) and _actor(desk, event)]
    loud = [each for each in rulings if each.action not in desk.look.quiet] or rulings
    deeds = Counter(each.action for each in loud)
    fallen: Counter[str] = Counter()
    for event in happened:
        if isinstance(event, Fell):
            fallen[event.piece] += len(event.figures)
    gone = {event.piece for event in happened if isinstance(event, Left)}
    did = [desk.own("round", action, count=count) for action, count in deeds.items()]
    hurt = [desk.say("fate.fell", unit=name, count=count) for name, count in fallen.items() if name not in gone]
    hurt += [desk.say("fate.left", unit=name) for name in sorted(gone)]
    if any(isinstance(event, Opened) for event in happened):  # what all did at once is nobody's own
        role, heading = "", desk.say("round_all")
    else:
        heading = desk.say("round_title", side=side_words(desk, view, role)) if role else ""
    return in_two_sentences(desk, role, heading, did, hurt)
