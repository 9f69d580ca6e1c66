"""What happens on the table. Each event carries all that folding it needs, so that a log can be watched without the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sandtable.battle.event import Event
from sandtable.battle.seat import EVERYBODY, Audience
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.rulesets.revolucion.table.state import Phase
from sandtable.rulesets.revolucion.vocabulary import Cover, FireMode, Formation, Loss, Order, OrderResult, Side, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Event):
    """Whatever happens in plain sight, unless it says otherwise."""

    kind: ClassVar[str] = ""
    known_to: Audience = EVERYBODY


# ---- The turn ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReady(Seen):
    """A side has placed all it wants to place."""

    kind: ClassVar[str] = "side_ready"
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Seen):
    """A turn begins with the throw for initiative (REV-3.02, REV-3.07)."""

    kind: ClassVar[str] = "turn_began"
    number: int
    initiative: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPassed(Seen):
    """It is a side's turn to play: a round of its own, or all that it has left (REV-3.04, REV-3.06)."""

    kind: ClassVar[str] = "play_passed"
    side: Side
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnActivated(Seen):
    """A side acts with a column (REV-3.03)."""

    kind: ClassVar[str] = "column_activated"
    column: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDeclined(Seen):
    """A side passed (REV-3.05)."""

    kind: ClassVar[str] = "round_declined"
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Seen):
    """A side's round is over."""

    kind: ClassVar[str] = "round_ended"
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Rested(Seen):
    """At the end of their round these have done nothing, which counts as rest (REV-G.48j)."""

    kind: ClassVar[str] = "rested"
    units: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Seen):
    """Everything has acted, or both sides passed (REV-3.05b)."""

    kind: ClassVar[str] = "turn_ended"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Seen):
    """The battle is over (REV-11.06)."""

    kind: ClassVar[str] = "battle_ended"
    winner: Side | None
    why: str
    scores: tuple[tuple[Side, int], ...] = ()


# ---- Units -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEvent(Seen):
    """Something about one unit."""

    kind: ClassVar[str] = ""
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Commanded(UnitEvent):
    """A movement order was sent, and this became of it (REV-4.70). ``pending``: what the unit does next: move, deploy, or nothing."""

    kind: ClassVar[str] = "commanded"
    order: Order
    result: OrderResult
    distance: Length = 0
    at_least: Length = 0
    pending: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood(UnitEvent):
    """A unit stands elsewhere, or otherwise. ``how``: placed, arrives, moves, forms, turns, charges, contact, returns, stands_off, falls_back, ..."""

    kind: ClassVar[str] = "stood"
    stands: Footprint
    formation: Formation
    how: str
    trail: tuple[Point, ...] = ()
    cost: Length = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(UnitEvent):
    """A unit has spent its action. ``deed``: rested, moved, deployed, fired, regrouped, assaulted, route_marched, used_up."""

    kind: ClassVar[str] = "acted"
    deed: str
    done: bool = True  # False: it may still fire (REV-G.20c)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(UnitEvent):
    """A unit fired (REV-6.01)."""

    kind: ClassVar[str] = "fired"
    target: str
    mode: FireMode
    range: Fraction
    cover: Cover
    start: Point | None = None
    end: Point | None = None
    indirect: bool = False
    levels: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultLaunched(UnitEvent):
    """An assault begins, and counts against its target from now on (REV-G.50)."""

    kind: ClassVar[str] = "assault_launched"
    target: str
    bases: int
    frontal: bool
    cover: Cover
    start: Point
    end: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultEnded(UnitEvent):
    """How far an assault got: lost, out_of_reach, stopped, beaten, wins."""

    kind: ClassVar[str] = "assault_ended"
    target: str
    ended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegroupTried(UnitEvent):
    """A unit tried to rally and got so many steps better (REV-G.14)."""

    kind: ClassVar[str] = "regroup_tried"
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MayForm(UnitEvent):
    """A unit that regrouped may take any formation and facing (REV-3.34b)."""

    kind: ClassVar[str] = "may_form"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusChanged(UnitEvent):
    """A marker is put down or taken off."""

    kind: ClassVar[str] = "status_changed"
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class BasesRemoved(UnitEvent):
    """Bases are taken off at once (REV-5.19); the rest closes up."""

    kind: ClassVar[str] = "bases_removed"
    count: int
    stands: Footprint | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitGone(UnitEvent):
    """A unit is out of the battle: destroyed, surrendered or off the table."""

    kind: ClassVar[str] = "unit_gone"
    why: Loss
    edge: str = ""  # by which it left the table


# ---- Leaders and armies ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderEvent(Seen):
    """Something about one Leader."""

    kind: ClassVar[str] = ""
    leader: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderStood(LeaderEvent):
    """A Leader is elsewhere. ``how``: placed, arrives, rides, along (with his unit), away (run over)."""

    kind: ClassVar[str] = "leader_stood"
    place: Point
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderActed(LeaderEvent):
    """A Leader has made his own move, or rested (REV-3.14)."""

    kind: ClassVar[str] = "leader_acted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderFell(LeaderEvent):
    """A Leader was killed (REV-G.08c)."""

    kind: ClassVar[str] = "leader_fell"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleDropped(Seen):
    """An army lost morale (REV-11.04); ``left`` is never below nought (REV-G.44c)."""

    kind: ClassVar[str] = "morale_dropped"
    side: Side
    points: int
    left: int
    why: Loss


EVENTS: Mapping[str, type[Event]] = {
    event.kind: event
    for event in (
        SideReady, TurnBegan, PlayPassed, ColumnActivated, RoundDeclined, RoundEnded, Rested, TurnEnded, BattleEnded, Commanded, Stood, Acted,
        Fired, AssaultLaunched, AssaultEnded, RegroupTried, MayForm, StatusChanged, BasesRemoved, UnitGone, LeaderStood,
        LeaderActed, LeaderFell, MoraleDropped,
    )
}  # fmt: skip
