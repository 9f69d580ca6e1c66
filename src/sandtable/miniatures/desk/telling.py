"""The log in words, and what was done in an entry: read off the umpire's rulings and what became of the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.battle.account import Deed, Moment, RoundTold, ToldChange, ToldThrow
from sandtable.battle.desk import Happening, Line, LineDie
from sandtable.battle.event import Event
from sandtable.battle.seat import side_of
from sandtable.geometry.measure import Point
from sandtable.kernel.codec import Json, read_by_kind
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal
from sandtable.kernel.telling import faces_of, shares, unnumbered
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures.desk.preview import law_before, shown
from sandtable.miniatures.desk.scene import side_words
from sandtable.miniatures.desk.setting import Setting, anchor_of, middle_of
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


def events_in(desk: Setting[State], entry: Mapping[str, Json]) -> list[Event]:
    """What happened in an entry, as far as it is understood."""
    found: list[Event] = []
    for number, raw in enumerate(entry["events"]):
        try:
            found.append(read_by_kind(desk.events, raw, f"events.{number}"))
        except Refusal:
            continue
    return found


def lines(desk: Setting[State], view: State, entry: Mapping[str, Json]) -> tuple[Line, ...]:
    """One line for an entry; there is one for each that is heard of, so that the reader's numbers do not skip."""
    happened = events_in(desk, entry)
    rulings = [event for event in happened if isinstance(event, Ruled)]
    planned = next((event for event in happened if isinstance(event, Sealed | Reopened | Entrusted)), None)
    if planned is not None:
        return (_planned(desk, view, entry, happened, planned),)
    if not rulings:
        return (Line(int(entry["number"]), str(entry["role"]) or None, _without_ruling(desk, happened)),)
    ruled = rulings[0]
    who, words = _words(desk, ruled)
    result = ", ".join(_fates(desk, happened)) or (desk.say("fate.none") if ruled.action in desk.look.cards else "")
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
            also=(*_told(desk, ruled), *_after(desk, rulings[1:])),
            dice=tuple(_dice(desk, entry)),
            card=ruled.action in desk.look.cards,
        ),
    )


def _without_ruling(desk: Setting[State], happened: Sequence[Event]) -> str:
    """What was done that no rule was asked about."""
    for event in happened:
        if isinstance(event, Placed):
            return desk.say("line.placed", who=event.piece)
        if isinstance(event, Readied):
            return desk.say("line.readied", who=side_words(desk, event.role))
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
        words=_plan_words(desk, planned),
        weight=max(map(_weight, happened), default=LIGHT),
        turn=next((event.turn for event in happened if isinstance(event, Began)), 0),
        seen=tuple(_seen(desk, view, happened)),
        result=", ".join(_fates(desk, happened)),
        also=(*opened, *_after(desk, [event for event in happened if isinstance(event, Ruled)])),
        dice=tuple(_dice(desk, entry)),
    )


def _after(desk: Setting[State], rulings: Sequence[Ruled]) -> Iterator[str]:
    """What followed by itself, of a game in which much does: all that is not too slight to be told."""
    for ruled in rulings if desk.look.quiet else ():
        if ruled.action not in desk.look.quiet:
            yield _words(desk, ruled)[1]
            yield from _told(desk, ruled)


def _plan_words(desk: Setting[State], planned: Sealed | Reopened | Entrusted) -> str:
    if isinstance(planned, Entrusted):
        by, side = side_words(desk, planned.by), side_words(desk, planned.role)
        return desk.say("line.entrusted", by=by, side=side)
    return desk.say(f"line.{planned.kind}", side=side_words(desk, planned.role))


def _actor(desk: Setting[State], ruled: Ruled) -> str:
    return desk.look.named(ruled)[0]


def _target(desk: Setting[State], ruled: Ruled) -> str:
    return desk.look.named(ruled)[1]


def _words(desk: Setting[State], ruled: Ruled) -> tuple[str, str]:
    """Who did it, and the sentence that begins with him."""
    who = _actor(desk, ruled) or side_words(desk, ruled.side)
    words = desk.own("line", ruled.action, who=who, target=_target(desk, ruled))
    return (who if words.startswith(who) else ""), words


def line_words(desk: Setting[State], ruled: Ruled) -> str:
    """What was done, without its end: ``Peones fire at Company``."""
    return _words(desk, ruled)[1].removesuffix(".")


def _effects(desk: Setting[State], ruled: Ruled) -> Iterator[Effect]:
    for raw in ruled.effects:
        try:
            one = read(raw, desk.kit.ruleset.package)
        except (Refusal, KeyError):
            continue
        if one.told and one.message.id in desk.texts.texts:
            yield one


def _told(desk: Setting[State], ruled: Ruled) -> Iterator[str]:
    """What the umpire says of it, where the figures do not show it."""
    if desk.kit.deeds[ruled.action].goes or ruled.action in desk.look.cards:
        return
    yield from (desk.words(one.message) for one in _effects(desk, ruled))


def _fates(desk: Setting[State], happened: Sequence[Event]) -> Iterator[str]:
    for event in happened:
        if isinstance(event, Fell):
            yield desk.say("fate.fell", unit=event.piece, count=len(event.figures))
        elif isinstance(event, Left):
            yield desk.say("fate.left", unit=event.piece)
        elif isinstance(event, Taken):
            yield desk.say("fate.taken", unit=event.piece, side=side_words(desk, event.owner))


def _weight(event: Event) -> int:
    return HEAVY if isinstance(event, Fell | Left | Taken) else MEDIUM if isinstance(event, Ruled) else LIGHT


def _dice(desk: Setting[State], entry: Mapping[str, Json]) -> Iterator[LineDie]:
    """Every throw by its name and faces, in the order thrown."""
    for reply in entry["answers"]:
        if reply["about"] == "dice":
            label = desk.texts.say_if_any(Message(f"throw.{unnumbered(reply['key'])}"))
            yield LineDie(label, faces_of(reply["value"]), reply["by"] != "app")


def _seen(desk: Setting[State], view: State, happened: Sequence[Event]) -> Iterator[Happening]:
    for event in happened:
        if isinstance(event, Ruled):
            ray = tuple(_spots(view, _actor(desk, event), _target(desk, event)))
            if desk.kit.deeds[event.action].at and len(ray) > 1:
                yield Happening("fires", _actor(desk, event), ray)
        elif isinstance(event, Stood | Placed) and event.figures:
            yield Happening("moves", event.piece, (event.marker.point if event.marker else middle_of(event.figures),))
        elif isinstance(event, Went):
            steps = tuple(pose.point for pose in event.stood)
            yield Happening("moves", event.piece, (*steps, event.figures[0].point), together=True)
        elif isinstance(event, Fell):
            yield Happening("hit", event.piece, (), desk.say("seen.fell", count=len(event.figures)))
        elif isinstance(event, Left):
            yield Happening("gone", event.piece, (), desk.say("seen.left"))


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
    words = line.words.removesuffix(f": {line.result}.") if line.result else line.words
    bare = words.removeprefix(line.who).removesuffix(".").strip()
    ruled_on = [each for each in moments if isinstance(each.event, Ruled)]
    moment = ruled_on[0] if len(ruled_on) == 1 else None
    if moment is None or not isinstance(moment.event, Ruled):
        return Deed(line.who, bare)
    ruled = moment.event
    law = law_before(desk, moment.view, ruled.action, ruled.fields)
    verdict = came_of(desk, ruled, law) if law is not None else None
    keys = [outcome.key for outcome, _, _ in shares(law)] if law is not None else []
    key = verdict.outcome().key if verdict is not None else ""
    return Deed(
        who=line.who,
        words=bare,
        headline=desk.words(verdict.headline()) if verdict is not None else "",
        severity=verdict.severity() if verdict is not None else 0,
        piece=_actor(desk, ruled),
        target=_target(desk, ruled),
        changes=tuple(_changes(desk, ruled)),
        odds=shown(desk, law) if law is not None else None,
        came=keys.index(key) if key in keys else None,
    )


def came_of(desk: Setting[State], ruled: Ruled, law: Any) -> Verdict | None:
    """The verdict that has just these effects."""
    wanted = tuple(read(raw, desk.kit.ruleset.package) for raw in ruled.effects)
    return next((verdict for verdict, _ in law.law if tuple(verdict.changes) == wanted), None)


def _changes(desk: Setting[State], ruled: Ruled) -> Iterator[ToldChange]:
    roles = {"actor": _actor(desk, ruled), "target": _target(desk, ruled)}
    for one in _effects(desk, ruled):
        detail = desk.texts.say_if_any(one.detail)
        yield ToldChange(one.picture, desk.words(one.message), detail, roles.get(one.whom, one.whom))


# ---- A move in two sentences -------------------------------------------------------------------------------------------------------


def round_told(desk: Setting[State], view: State, entries: Sequence[Mapping[str, Json]]) -> RoundTold | None:  # noqa: ARG001 - entries tell all
    """Entries of the log in two sentences; None where nothing was done and nobody hurt."""
    role = side_of(str(entries[0]["role"])) if entries else ""
    happened = [event for entry in entries for event in events_in(desk, entry)]
    deeds = Counter(event.action for event in happened if isinstance(event, Ruled) and _actor(desk, event))
    fallen: Counter[str] = Counter()
    for event in happened:
        if isinstance(event, Fell):
            fallen[event.piece] += len(event.figures)
    gone = {event.piece for event in happened if isinstance(event, Left)}
    if not deeds and not fallen and not gone:
        return None
    did = ", ".join(desk.own("round", action, count=count) for action, count in deeds.items())
    hurt = [desk.say("fate.fell", unit=name, count=count) for name, count in fallen.items() if name not in gone]
    hurt += [desk.say("fate.left", unit=name) for name in sorted(gone)]
    return RoundTold(
        side=role or None,
        title=desk.say("round_title", side=side_words(desk, role)) if role else "",
        did=desk.say("round_did", deeds=did) if did else desk.say("round_nothing"),
        meant=desk.say("round_meant", fates="; ".join(hurt)) if hurt else desk.say("round_unhurt"),
    )
