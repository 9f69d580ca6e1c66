"""What happens on this table beside what the kit tells: figures act, groups set out, shots fall, things are placed, units split and merge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sandtable.battle.event import Event
from sandtable.battle.seat import EVERYBODY, Audience
from sandtable.geometry.measure import Facing, Point, Pose
from sandtable.geometry.terrain import Line
from sandtable.miniatures import events as kit
from sandtable.rulesets.uprising1848.table.figures import Man
from sandtable.rulesets.uprising1848.table.state import Armoury, Charging, Moving, Shot, Sighting, Site, Wagon


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen(Event):
    """Everybody sees it unless it says otherwise."""

    kind: ClassVar[str] = ""
    known_to: Audience = EVERYBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Used(_Seen):
    """Figures have used their action for the turn; some have fired flintlock rifles, or loaded them (R48-4.28, R48-6.21)."""

    kind: ClassVar[str] = "used"
    piece: str
    figures: tuple[int, ...]
    fired: bool = False
    loaded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Manned(_Seen):
    """Who the figures of a piece are, one by one."""

    kind: ClassVar[str] = "manned"
    piece: str
    men: tuple[Man, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetsOut(_Seen):
    """A group has thrown for its move."""

    kind: ClassVar[str] = "sets_out"
    moving: Moving


@dataclass(frozen=True, slots=True, kw_only=True)
class Closes(_Seen):
    """A charge has made contact; none: it is over."""

    kind: ClassVar[str] = "closes"
    charge: Charging | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fires(_Seen):
    """A gun has fired; none: all who had to have tested."""

    kind: ClassVar[str] = "fires"
    shot: Shot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought(_Seen):
    """There was fighting at some places (R48-A.17)."""

    kind: ClassVar[str] = "fought"
    places: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteLaid(_Seen):
    """A strongpoint or a find is on the table."""

    kind: ClassVar[str] = "site_laid"
    site: Site


@dataclass(frozen=True, slots=True, kw_only=True)
class Built(_Seen):
    """A length of barricade."""

    kind: ClassVar[str] = "built"
    line: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Broke(_Seen):
    """A gate or door is broken."""

    kind: ClassVar[str] = "broke"
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GunGone(_Seen):
    """A piece has its gun no more: it was destroyed, or ``by`` has taken it (R48-G.18, R48-G.29(g))."""

    kind: ClassVar[str] = "gun_gone"
    piece: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagonStands(_Seen):
    """A wagon stands without a driver, or belongs to somebody else; ``gone``: nobody has it any more."""

    kind: ClassVar[str] = "wagon_stands"
    wagon: Wagon
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOff(_Seen):
    """Figures have left the table, by its edge or to go home; they score nothing (R48-11.31, R48-G.46(e))."""

    kind: ClassVar[str] = "went_off"
    piece: str
    figures: tuple[int, ...]
    far: bool = False  # by the edge opposite friendly lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained(_Seen):
    """Figures have joined a piece."""

    kind: ClassVar[str] = "gained"
    piece: str
    men: tuple[Man, ...]
    figures: tuple[Pose, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted(_Seen):
    """Figures of a piece are a piece of their own now (R48-4.22)."""

    kind: ClassVar[str] = "parted"
    piece: str
    into: str
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class United(_Seen):
    """A piece is part of another now (R48-4.23)."""

    kind: ClassVar[str] = "united"
    piece: str
    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Promoted(_Seen):
    """A figure leads its unit (R48-4.19a)."""

    kind: ClassVar[str] = "promoted"
    piece: str
    figure: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking(_Seen):
    """A unit has the initiative: chosen, or in ambush in the middle of another one's (R48-4.08, R48-11.42a)."""

    kind: ClassVar[str] = "taking"
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(_Seen):
    """An initiative is over (R48-4.08a)."""

    kind: ClassVar[str] = "over"
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Armed(_Seen):
    """Arms are there to be taken, or figures of a piece have taken muskets (R48-3.50)."""

    kind: ClassVar[str] = "armed"
    armoury: Armoury | None = None
    piece: str = ""
    figures: tuple[int, ...] = ()
    muskets: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed(_Seen):
    """A government unit has seen revolutionaries, or looked for them in vain (R48-A.01)."""

    kind: ClassVar[str] = "noticed"
    piece: str
    sighting: Sighting


@dataclass(frozen=True, slots=True, kw_only=True)
class Headed(_Seen):
    """Where somebody came from, means to leave, or what he guards."""

    kind: ClassVar[str] = "headed"
    piece: str
    came: Point | None = None
    bound: Point | None = None
    guards: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submits(_Seen):
    """Aristocrats run no more (R48-A.15)."""

    kind: ClassVar[str] = "submits"
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces(_Seen):
    """The Player force has declared its facing (R48-G.13(b))."""

    kind: ClassVar[str] = "faces"
    facing: Facing


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyGone(_Seen):
    """A fallen officer has been searched, or carried away."""

    kind: ClassVar[str] = "body_gone"
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wavers(_Seen):
    """News, or the end of talks, change units without a throw of theirs (R48-G.12, R48-G.39(e))."""

    kind: ClassVar[str] = "wavers"
    steady: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    home: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Captive(_Seen):
    """Officers whose unit ran are taken where somebody stood beside them (R48-G.37(e))."""

    kind: ClassVar[str] = "captive"
    piece: str
    officers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld(_Seen):
    """Units and places that were to come behind friendly lines do not come (R48-11.37)."""

    kind: ClassVar[str] = "withheld"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits(_Seen):
    """Friends have come to friendly lines, and wait behind them (R48-G.57)."""

    kind: ClassVar[str] = "waits"
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Enters(_Seen):
    """A unit has come from behind friendly lines (R48-G.57)."""

    kind: ClassVar[str] = "enters"
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mounts(_Seen):
    """Figures get on their horses or wagons, or off them (R48-7.11, R48-G.18(d))."""

    kind: ClassVar[str] = "mounts"
    piece: str
    men: tuple[Man, ...]
    figures: tuple[Pose, ...]


OWN: Mapping[str, type[Event]] = {
    event.kind: event
    for event in (
        Used, Manned, SetsOut, Closes, Fires, Fought, SiteLaid, Built, Broke, GunGone, WagonStands, WentOff, Gained, Parted, United,
        Promoted, Taking, Over, Armed, Noticed, Headed, Submits, Faces, BodyGone, Wavers, Mounts,
        Enters, Withheld, Waits, Captive,
    )
}  # fmt: skip
EVENTS: Mapping[str, type[Event]] = {**kit.EVENTS, **OWN}
