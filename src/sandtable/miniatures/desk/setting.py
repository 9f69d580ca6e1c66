"""What every part of the desk needs: the kit, what the ruleset tells it, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from sandtable.battle.desk import Objection
from sandtable.battle.event import Event
from sandtable.battle.order import TableProblem
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import Length, Point, Pose, in_inches
from sandtable.kernel.messages import Catalogue, Message, decimal_text
from sandtable.kernel.problem import Problem
from sandtable.miniatures.desk.look import Look
from sandtable.miniatures.events import EVENTS
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.players import Aims


@dataclass(frozen=True, slots=True)
class Setting(Generic[State]):
    """A desk's kit, aims, look and words."""

    kit: Kit[State]
    aims: Aims[State]
    look: Look[State]
    texts: Catalogue
    events: Mapping[str, type[Event]] = field(default_factory=lambda: EVENTS)

    def say(self, name: str, /, **parameters: object) -> str:
        """A text of the desk."""
        return self.texts.say(Message.of(f"desk.{name}", **parameters))

    def own(self, name: str, action: str, /, *, chosen: str = "", **parameters: object) -> str:
        """A text of the desk about an action, and what is chosen; the ruleset's, where it has one, else the kit's for all of them."""
        for special in (f"desk.{name}.{action}{chosen}", f"desk.{name}.{action}"):
            if special in self.texts.texts:
                return self.words(Message.of(special, **parameters))
        label = Message(f"action.{self.kit.deeds[action].action.id}.label")
        return self.say(f"{name}.any", **{"action": label, **parameters})

    def words(self, message: Message) -> str:
        """Any message in words."""
        return self.texts.say(message)

    def objection(self, problem: Problem) -> Objection:
        """A problem as the panel shows it."""
        drawing = problem.shows() if isinstance(problem, TableProblem) and problem.shows else ""
        return Objection(self.words(problem.message), problem.rule or "", drawing)

    def inches(self, length: Length) -> str:
        """A length to a tenth of an inch."""
        tenths = round(in_inches(length) * 10)
        number = decimal_text(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
        return self.say("inches", number=number)

    def playing(self, view: State, seat: Seat) -> Role:
        """The side that a seat may decide for now; empty for none."""
        if self.kit.result(view) is not None:
            return ""
        if view.unset:
            return view.unset[0] if seat.speaks_for(view.unset[0]) else ""
        return next((role for role in self.kit.open_to(view) if seat.speaks_for(role)), "")


def middle_of(poses: Sequence[Pose | Point]) -> Point:
    """The middle of some places."""
    return Point(sum(each.x for each in poses) // len(poses), sum(each.y for each in poses) // len(poses))


def anchor_of(piece: Piece) -> Pose:
    """Where a piece is taken hold of: the front of what is served, else the middle of its figures."""
    if piece.marker is not None:
        return piece.marker
    middle = middle_of(piece.figures)
    return Pose(middle.x, middle.y, piece.figures[0].facing)
