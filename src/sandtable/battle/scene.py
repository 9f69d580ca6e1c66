"""What a seat sees of a table, ready to be drawn: pieces with their corners, figures, meters, marks, whose turn it is.

A ruleset's desk makes it from the seat's own view, so nothing hidden can be in it. Words are words already. All lengths are
thousandths of an inch, x to the right and y up the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sandtable.battle.seat import Role
from sandtable.geometry.measure import Facing, Length, Point


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to know of a piece: ``4 of 4``, ``bases``. One that is ``whole`` says nothing without its label: ``5 in``, ``to the enemy``."""

    value: str
    label: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Plate:
    """The small plate beside a piece: its grade, its strength now and at the start; where the start is 0 the strength stands alone.

    A plate without grade, strength and badges is not drawn.
    """

    grade: str = ""
    now: int = 0
    start: int = 0


@dataclass(frozen=True, slots=True)
class Man:
    """A figure on a base of its own. ``look`` is the drawing on its base where it is not that of its unit."""

    place: Point
    facing: Facing = 0
    look: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A condition on the plate of a piece: a drawing or a few letters, and what they mean."""

    words: str
    icon: str = ""
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Cohort:
    """Figures that stand each by itself, as they are drawn: on round bases, or on two one behind the other where ``behind`` says how far apart.

    ``look`` is the drawing on their bases. ``served`` is the outline of what they serve, front left first, and ``engine`` how it is drawn. ``inside`` is the work they are in: their
    places in it mean nothing. ``chief``: somebody who commands all.
    """

    men: tuple[Man, ...]
    radius: Length
    behind: Length = 0
    look: str = ""
    served: tuple[Point, ...] = ()
    engine: str = ""
    inside: str = ""
    chief: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as it stands. ``corners`` are those of each base, front left first and clockwise; the first ``front`` bases are its front.

    Single figures are a ``cohort``: then the corners are those of the line around them, and nobody has a front.

    ``engine`` is what stands on each base where it is a gun or the like, and how it is drawn.

    ``ink`` is what it is drawn in where that is not its side's: ``none`` of whom belongs to nobody. ``slashes`` is how badly it is shaken (0 to 2); ``spent``: it has done what it may do; ``secret``: the enemy does not know of it.
    """

    id: str
    side: Role
    name: str
    detail: str
    icon: str
    corners: tuple[tuple[Point, ...], ...]
    front: int
    anchor: Point
    facing: Facing
    plate: Plate
    slashes: int = 0
    spent: bool = False
    secret: bool = False
    ready: bool = False  # whoever looks may give it an order now
    group: str = ""
    facts: tuple[Fact, ...] = ()
    badges: tuple[Badge, ...] = ()
    cohort: Cohort | None = None
    engine: str = ""
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A Leader on a round base."""

    id: str
    side: Role
    name: str
    detail: str
    icon: str
    place: Point
    radius: Length
    chief: bool = False
    spent: bool = False
    ready: bool = False
    group: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Meter:
    """Something that runs out, such as an army's morale."""

    side: Role
    name: str
    now: int
    start: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on the ground that is not part of the map: a mine, a gap in the wire, torn track, an objective, a zone to set up in.

    ``reach``: how far around its middle it counts.
    """

    kind: str
    name: str
    points: tuple[Point, ...]
    reach: Length = 0
    side: Role | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """Something built that can be hit or gone into, drawn over the map: a house, a length of a wall.

    ``look`` is what it is of and what has become of it: ``stone``, ``wood``, ``rubble``, ``line``. ``open``: somebody is known to be inside, and its roof is off. ``start`` is what it
    stood at the beginning, ``now`` what is left of that; at ``falls`` it is lost. Nothing is told of either where ``start`` is 0.
    """

    name: str
    look: str
    outline: tuple[Point, ...]
    open: bool = False
    now: int = 0
    start: int = 0
    falls: int = 0


@dataclass(frozen=True, slots=True)
class Track:
    """Boxes that are crossed one after the other, such as days. ``flag``: the box with which something happens, counted from 1."""

    name: str
    boxes: int
    crossed: int
    flag: int = 0
    words: str = ""  # all of it, read aloud


@dataclass(frozen=True, slots=True)
class Count:
    """Something counted at the top of the table: ``Villages held``, ``0 of 2``. ``side``: whose ink it has."""

    name: str
    value: str
    side: Role | None = None
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Off:
    """Somebody who is not on the table: still to be placed or to come, aboard something, or gone. ``at`` is where it would set out from."""

    id: str
    side: Role
    name: str
    detail: str
    icon: str
    at: Point | None = None
    facing: Facing = 0
    ready: bool = False  # whoever looks may give it an order now
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """Whose turn it is: ``Turn 4``, ``Revolutionary round``, ``Bracamonte's column, 2 of 5 have acted``."""

    turn: int
    side: Role | None
    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a turn, in the order in which they come: the one that is ``now``, those that are ``past``."""

    name: str
    now: bool = False
    past: bool = False


@dataclass(frozen=True, slots=True)
class Threat:
    """Somebody who has announced that he comes: the ground he will go over, as broad as he is, and an arrow to where he arrives, with what there is to say of it."""

    piece: str
    side: Role
    target: str
    band: tuple[tuple[Point, ...], ...]
    arrow: tuple[Point, ...]
    words: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a seat sees of a table, ready to be drawn."""

    clock: Clock
    meters: tuple[Meter, ...] = ()
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    works: Mapping[str, Work] = field(default_factory=dict)
    tracks: tuple[Track, ...] = ()
    counts: tuple[Count, ...] = ()
    steps: tuple[Step, ...] = ()
    threats: tuple[Threat, ...] = ()
    off: tuple[Off, ...] = ()
    result: str = ""  # how it ended, in words; empty while it goes on
    hint: str = ""  # what a tutorial says now
    hint_about: str = ""  # the piece it speaks of
