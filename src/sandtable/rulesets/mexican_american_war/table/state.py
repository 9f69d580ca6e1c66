"""The state of the table: places and formations of stands, what is under way in a turn, and the umpire's books for everything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from operator import is_
from typing import Any, ClassVar

from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.seat import EVERYBODY, OWNER, Audience
from sandtable.battle.view import showing, shown
from sandtable.geometry.facts import Lasting, once
from sandtable.geometry.measure import Length, Point, Pose, inches
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.roster import BookUnit
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.events import Stood
from sandtable.miniatures.field import Field, Opening, Piece
from sandtable.miniatures.kit import Doing
from sandtable.miniatures.regiment import Array
from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit, card_of
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.units import Unit
from sandtable.rulesets.mexican_american_war.vocabulary import Arm, Formation, Ground, Light, OrderState, Side

KEPT = 32  # tables whose places are kept with what was measured in them
KNOWN = 4096  # numbers of inches that are kept as lengths


class Kind(StrEnum):
    """How a unit is drawn up: in ranks, in file, in square, crowded together, inside a structure; a leader stands alone."""

    RANKS = "ranks"
    FILE = "file"
    SQUARE = "square"
    MOB = "mob"
    HOUSE = "house"
    LEADER = "leader"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A unit as it is drawn up: what it is in the books then, and its array. Of a file the stands are where they are."""

    kind: Kind
    state: str  # a formation, or broken, limbered, unlimbered, a leader
    array: Array


@dataclass(frozen=True, slots=True)
class Trail:
    """The way of a unit in this phase: how it was drawn up, and where the middle of its front came through (MAW-G.07g)."""

    drawn: Drawn
    figures: tuple[Pose, ...]
    base: Base
    way: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge that was declared: at whom, where it began, and what it came over (MAW-G.22).

    ``turn`` is the wheel or oblique that was declared; ``began`` the middle of the front before it moved; ``favors`` whether the last
    inches were over what favors a defender (MAW-G.10).
    """

    target: str
    began: Pose
    turn: str = ""
    far: Length = 0  # how far it may go
    gone: Length = 0
    ground: Ground = Ground.OPEN
    favors: bool = False
    moved: bool = False
    counter: bool = False  # a counter charge
    vacated: tuple[Pose, ...] = ()  # where its target stood that has made off
    pursues: bool | None = None  # whether it goes on after an evader
    breaks: bool = False  # a breakthrough


class TaskKind(StrEnum):
    """What a unit has to do before anything else goes on."""

    BEYOND = "beyond"  # out of every close range
    FULL = "full"  # a full retreat
    SHORT = "short"  # a step back
    HALT = "halt"  # short of the enemy, its charge being checked
    RECALL = "recall"
    CARRY = "carry"  # advance to where the enemy stood
    CHARGE = "charge"  # go in


@dataclass(frozen=True, slots=True)
class Task:
    """Something a unit has to do; ``choice`` whether its owner still has to say if it recalls, ``foes`` are those who caused it."""

    kind: TaskKind
    unit: str
    choice: bool = False
    far: Fraction = Fraction(0)
    broken: bool = False
    evading: bool = False
    foes: tuple[str, ...] = ()
    place: tuple[Pose, ...] = ()  # the stands of those whose place is carried


class Stage(StrEnum):
    """How far the check under way has come (MAW-2.05, MAW-2.06)."""

    NONE = ""
    DECLARE = "declare"  # charges may be declared
    REPLY = "reply"  # the other side may reply
    MOVE = "move"  # the other units maneuver


@dataclass(frozen=True, slots=True)
class Key:
    """A key position: who is near enough holds it; ``side``: whose alone it is (MAW-G.18b)."""

    id: str
    name: str
    at: Point
    within: Length
    points: int
    side: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a scenario says of a unit that its label does not."""

    fixed: bool = False
    open_only: bool = False  # MAW-13.10
    built_by: Side | None = None  # MAW-G.01d


@dataclass(frozen=True, slots=True)
class Setting:
    """What a scenario settles for the whole battle: its last turn, friendly edges, key positions, the light of its turns, special units."""

    turns: int = 12
    edges: Mapping[str, str] = field(default_factory=dict)
    keys: tuple[Key, ...] = ()
    lights: tuple[tuple[int, Light], ...] = ()
    marks: Mapping[str, Mark] = field(default_factory=dict)
    begins: int | None = None  # minutes after midnight of the first turn
    withdraws: Mapping[str, int] = field(default_factory=dict)  # lost stands at which a side does, where a file says

    def mark(self, name: str) -> Mark:
        """What it says of a unit."""
        return self.marks.get(name, Mark())


@dataclass(frozen=True, slots=True)
class Instruction:
    """What a unit does when it is charged, so that nobody has to be asked: a reply, or none."""

    owner: str = shown(default="")
    unit: str = shown(default="")
    reply: str = shown(default="")  # a Hasty maneuver, or "" for standing fast
    horse: bool = shown(default=True)  # when cavalry charges
    foot: bool = shown(default=True)

    def known_to(self) -> Audience:
        """Only its owner knows what he will do."""
        return OWNER


@dataclass(frozen=True, eq=False)
class Standing(Lasting):
    """Who stands where, and how drawn up: one and the same as long as nobody moves, with all that was measured in it."""

    terrain: Terrain
    tables: Tables
    pieces: Mapping[str, Piece]
    shapes: Mapping[str, Drawn]
    inside: Mapping[str, str]


class _Same:
    """Parts of a table that are told from others by being the same, not by being alike."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Any) -> None:
        self.parts = parts

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and all(map(is_, self.parts, other.parts))


@lru_cache(maxsize=KEPT)
def _standing(same: _Same) -> Standing:
    return Standing(*same.parts)


@dataclass(frozen=True)
class MawField(Field[MexicanAmericanWarLedger]):
    """A table of the Mexican-American War under way."""

    setting: Setting = shown(whole=True, default=Setting())
    shapes: Mapping[str, Drawn] = shown(whole=True, default_factory=dict)
    inside: Mapping[str, str] = shown(default_factory=dict)  # units in structures
    held: Mapping[str, str] = shown(default_factory=dict)  # key positions and who was the last to occupy them
    had: frozenset[tuple[str, str]] = shown(default=frozenset())  # key positions and every side that has occupied them
    trails: Mapping[str, Trail] = shown(whole=True, default_factory=dict)
    charges: Mapping[str, Charge] = shown(whole=True, default_factory=dict)
    fired: Mapping[str, tuple[int, ...]] = shown(default_factory=dict)  # stands that have fired in this step
    tasks: tuple[Task, ...] = shown(whole=True, default=())
    breaking: Mapping[str, Task] = shown(whole=True, default_factory=dict)  # who may break through
    carriers: Mapping[str, bool] = shown(
        default_factory=dict
    )  # who has carried a position, and whether by storming a defile
    stage: Stage = shown(default=Stage.NONE)
    group: tuple[str, ...] = shown(default=())  # the units of the check under way
    ridden: tuple[str, ...] = shown(default=())  # leaders who have moved in this phase
    judged: bool = shown(default=False)  # the army has been judged in this player turn
    instructions: tuple[Instruction, ...] = shown(default=())
    hints: tuple[Hint, ...] = shown(default=())

    @once
    def standing(self) -> Standing:
        """Who stands where: that of the tables before and after, if nobody has moved between."""
        return _standing(_Same(self.terrain, self.tables, self.pieces, self.shapes, self.inside))

    def instruction(self, name: str) -> Instruction | None:
        """What a unit was told beforehand."""
        return next((told for told in self.instructions if told.unit == name), None)


@dataclass(frozen=True)
class MawOpening(Opening[MexicanAmericanWarLedger]):
    """A table of the Mexican-American War before its first order."""

    setting: Setting = Setting()
    shapes: Mapping[str, Drawn] = field(default_factory=dict)
    inside: Mapping[str, str] = field(default_factory=dict)
    hints: tuple[Hint, ...] = ()


Deciding = Doing[MawField]
Places = MawField | Standing  # whatever has pieces, drawn up on ground


@dataclass(frozen=True, slots=True, kw_only=True)
class Formed(Stood):
    """The stands of a piece stand elsewhere, in a formation, by a way; ``done``: what it had to do is done; ``broke``: through an enemy."""

    kind: ClassVar[str] = "formed"
    drawn: Drawn
    way: tuple[Pose, ...] = ()
    house: str = ""
    done: bool = False
    broke: bool = False


def strength(unit: BookUnit) -> int | None:
    """The stands that a unit has on the table, None where it is not there; a leader is one, unless he is wounded."""
    if unit.gone:
        return None
    if isinstance(unit, KnownLeader):
        return 1 if unit.leads else None
    return unit.stands if isinstance(unit, KnownUnit) else None


@lru_cache(maxsize=KNOWN)
def length(number: Fraction | int | str) -> Length:
    """Inches of a table as a length."""
    return inches(Fraction(number))


def base_of(unit: Any, tables: Tables) -> Base:
    """What its stands are (MAW-G.19)."""
    if isinstance(unit, KnownLeader):
        return _base(Kind.LEADER.value, tables)
    name = "limbered" if unit.arm is Arm.GUNS and unit.limbered else unit.arm.value
    if unit.arm is Arm.CAVALRY and not unit.mounted:
        name = Arm.INFANTRY.value
    return _base(name, tables)


@lru_cache(maxsize=KNOWN)
def _base(name: str, tables: Tables) -> Base:
    if name == Kind.LEADER:
        return Base(radius=length(tables.exact("stand.leader_across")) // 2)
    return Base(width=length(tables.exact("stand.wide")), behind=length(tables.exact(f"stand.{name}_deep")))


def state_of(unit: Any) -> str:
    """What a unit is drawn up as: its formation, or broken, limbered, unlimbered."""
    if isinstance(unit, KnownLeader):
        return Kind.LEADER.value
    if unit.arm is Arm.GUNS:
        return "limbered" if unit.limbered else "unlimbered"
    return OrderState.BROKEN.value if unit.order is OrderState.BROKEN else unit.formation.value


def label_of(unit: KnownUnit) -> Unit:
    """A unit as the umpire's forms describe it, with all that follows from that."""
    return Unit(**card_of(unit, Unit))


def roster(books: MexicanAmericanWarLedger) -> Mapping[str, Any]:
    """Units and leaders."""
    return {**books.units, **books.leaders}


def is_formed(drawn: Drawn) -> bool:
    """Whether it is in a close formation: neither open order, nor broken, nor guns, nor a leader."""
    return drawn.state in CLOSE


CLOSE = frozenset(each.value for each in Formation if not each.startswith("open order"))
SIDES = tuple(side.value for side in Side)

PUBLIC = tuple(each.name for each in fields(MexicanAmericanWarLedger))
showing(MexicanAmericanWarLedger, dict.fromkeys(PUBLIC, EVERYBODY))
for _each in (KnownUnit, KnownLeader):
    showing(_each, {one.name: EVERYBODY for one in fields(_each)}, owner="side")
