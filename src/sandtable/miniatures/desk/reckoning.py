"""A battle reckoned up: why it ended, what is left of every unit, and what the dice of each action made of its odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic

from sandtable.battle.event import Event
from sandtable.battle.reckoning.bill import Reason, Remains
from sandtable.battle.reckoning.luck import Stroke
from sandtable.battle.reckoning.throws import Deed
from sandtable.battle.seat import Seat
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.preview import law_before
from sandtable.miniatures.desk.scene import result_told, side_words
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.desk.telling import came_of, line_words
from sandtable.miniatures.events import Ruled
from sandtable.miniatures.kit import State


class KitReckoner(Generic[State]):
    """What a kit's table knows of a battle that is over."""

    def __init__(self, setting: Setting[State]) -> None:
        self.setting = setting

    def reason(self, end: State, events: Iterable[Event], seat: Seat) -> Reason:  # noqa: ARG002 - the books tell it, alike to all
        """How it ended, and the points of all sides where any are counted."""
        desk, result = self.setting, self.setting.kit.result(end)
        scores = result.scores if result is not None else ()
        points = (desk.say("bill.points", side=side_words(desk, end, side), points=points) for side, points in scores)
        return Reason(result_told(desk, end), " ".join(points))

    def remains(self, end: State, unit: str) -> Remains:
        """The figures that a unit has left, and how it is."""
        desk, known = self.setting, self.setting.kit.roster(end.books).get(unit)
        left = None if known is None else desk.kit.strength(known)
        word = "" if known is None else desk.words(known.condition())
        return Remains(left or 0, word, known is None or desk.look.loses(known))

    def counts(self, key: str) -> bool:  # noqa: ARG002 - an action counts as a whole, whatever it throws
        return True

    def strokes(self, deed: Deed) -> Iterator[Stroke]:
        """What an action has made, and the law of what it could have made."""
        desk = self.setting
        for event in deed.events:
            measure = desk.look.expects.get(event.action) if isinstance(event, Ruled) else None
            if not isinstance(event, Ruled) or measure is None:
                continue
            law = law_before(desk, deed.before, event.action, event.fields)
            verdict = came_of(desk, event, law) if law is not None else None
            if law is None or verdict is None or len(law.law) == 1:
                continue
            told: Law[int] = law.law.project(_whole(measure))
            made = int(verdict.measure(measure))
            own = desk.texts.say_if_any(Message.of(f"desk.made.{event.action if made else 'none'}", count=made))
            result = own or desk.own("expects", event.action, mean=made)
            words = desk.say("bill.stroke", deed=line_words(desk, deed.before, event), made=result)
            yield Stroke(event.side, made, told, words)

    def measure(self, number: int) -> str:
        return self.setting.say("bill.measure", count=number)


def _whole(measure: str) -> Any:
    return lambda verdict: int(verdict.measure(measure))
