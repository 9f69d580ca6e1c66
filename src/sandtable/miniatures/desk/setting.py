"""What every part of the desk needs: the kit, what the ruleset tells it, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic

from sandtable.battle.event import Event
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import Pose
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.look import Look
from sandtable.miniatures.desk.wording import Wording
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.events import EVENTS
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.players import Aims


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Wording, Generic[State]):
    """A desk's kit, aims, look and words."""

    kit: Kit[State]
    aims: Aims[State]
    look: Look[State]
    events: Mapping[str, type[Event]] = field(default_factory=lambda: EVENTS)

    def own(self, name: str, action: str, /, *, chosen: str = "", **parameters: object) -> str:
        """A text of the desk about an action, and what is chosen; the ruleset's, where it has one, else the kit's for all of them."""
        label = Message(f"action.{self.kit.deeds[action].action.id}.label")
        return self.own_if_any(name, action, chosen=chosen, **parameters) or self.say(
            f"{name}.any", **{"action": label, **parameters}
        )

    def own_if_any(self, name: str, action: str, /, *, chosen: str = "", **parameters: object) -> str:
        """The ruleset's own text about an action, and what is chosen; empty where it has none."""
        for special in (f"desk.{name}.{action}{chosen}", f"desk.{name}.{action}"):
            if special in self.texts.texts:
                return self.words(Message.of(special, **parameters))
        return ""

    def playing(self, view: State, seat: Seat) -> Role:
        """The side that a seat may decide for now; empty for none."""
        if self.kit.result(view) is not None:
            return ""
        if view.unset:
            return view.unset[0] if seat.speaks_for(view.unset[0]) else ""
        return next((role for role in self.kit.open_to(view) if seat.speaks_for(role)), "")


def anchor_of(piece: Piece) -> Pose:
    """Where a piece is taken hold of: the front of what is served, else the middle of its figures."""
    if piece.marker is not None:
        return piece.marker
    middle = middle_of(piece.figures)
    return Pose(middle.x, middle.y, piece.figures[0].facing)
