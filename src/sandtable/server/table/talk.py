"""What is said beside a battle: set phrases, that somebody asked for a referee's link, that a side changes hands, that somebody wants another battle.

It is no part of the log, whose entries are what happened on the table; it is kept with the battle's records, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.problem import refuse
from sandtable.server.table.line_views import TableAsk, TablePhrase, TableSaid

PHRASES = ("luck", "hello", "good", "unlucky", "moment", "again", "thanks", "bye")
MOST_SHOWN = 30  # of what was said last
MOST_SAID, SAID_PER_SECOND = 6.0, 0.2  # by one seat


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that was said: by which seat, after which entry of the log. ``battle`` is the one that a rematch has led to.

    Of a side that has changed hands: which one, to whom, and how well it is played.
    """

    seat: str
    kind: Literal["phrase", "referee", "rematch", "held"]
    after: int
    phrase: str = ""
    swap: bool = False
    battle: str = ""
    side: str = ""  # that has changed hands
    to: str = ""  # who plays it from now on
    level: str = ""


def phrases(texts: Catalogue) -> tuple[TablePhrase, ...]:
    """All that may be said, in words."""
    return tuple(TablePhrase(id=name, words=texts.say(Message(f"table.phrase.{name}"))) for name in PHRASES)


def phrase_of(name: str) -> str:
    """A phrase by its id; others are refused."""
    if name not in PHRASES:
        raise refuse("phrase", "table.no_phrase", PHRASES)
    return name


def said_views(
    said: Iterable[Said], by: Seat, seats: Iterable[Seat], numbers: Numbering, texts: Catalogue
) -> tuple[TableSaid, ...]:
    """The last of what was said, as a seat is told of it; that a referee was asked for, or a side has changed hands, is told for good."""
    known = {seat.id: seat for seat in seats}
    all_said = list(said)
    recent = len(all_said) - MOST_SHOWN
    return tuple(
        TableSaid(
            seat=known[each.seat].called_by(by),
            side=known[each.seat].side or "",
            kind=each.kind,
            words=_words(each, texts),
            after=numbers.own_number(each.after),
        )
        for at, each in enumerate(all_said)
        if each.seat in known and (at >= recent or each.kind in ("referee", "held"))
    )


def _words(said: Said, texts: Catalogue) -> str:
    if said.kind == "phrase":
        return texts.say_if_any(Message(f"table.phrase.{said.phrase}"))
    if said.kind == "rematch":
        name = "agreed" if said.battle else "swapped" if said.swap else "asked"
        return texts.say(Message(f"table.rematch.{name}"))
    if said.kind == "held":
        return texts.say(Message.of(f"table.held.{said.to}", side=Message(f"side.{said.side}"), level=said.level))
    return texts.say(Message("table.referee_asked"))


def open_ask(said: Iterable[Said]) -> Said | None:
    """The last wish for another battle."""
    return next((each for each in reversed(list(said)) if each.kind == "rematch"), None)


def ask_view(said: Iterable[Said], by: Seat, seats: Iterable[Seat]) -> TableAsk | None:
    """The last wish for another battle, as a seat is told of it."""
    ask = open_ask(said)
    asking = next((seat for seat in seats if ask is not None and seat.id == ask.seat), None)
    if ask is None or asking is None:
        return None
    return TableAsk(seat=asking.called_by(by), swap=ask.swap, agreed=bool(ask.battle))


def read_said(raw: Any) -> Said:
    """What was said, as a record has it."""
    said: Said = codec.read(Said, raw, "said")
    return said


def agreement_to(ask: Said, seat: str, battle: str) -> Said:
    """A wish that another seat has agreed to: the battle it led to."""
    return replace(ask, seat=seat, battle=battle)
