"""Everything that changes on the table, as frozen values: units, Leaders, columns, armies, the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sandtable.battle.scenario.scenario import Hint, Objective, Victory, Zone
from sandtable.battle.seat import EVERYBODY, OWNER, Audience
from sandtable.battle.view import shown
from sandtable.geometry.facts import Lasting, once
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.terrain import Line, Terrain
from sandtable.kernel.fast_replace import fast_replace
from sandtable.kernel.messages import Vocabulary
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.table.position import Card, Position, anybody_elsewhere, placed, position_of, posted
from sandtable.rulesets.revolucion.vocabulary import (
    ArmyQuality,
    Earlier,
    Formation,
    Loss,
    Order,
    OrderResult,
    Side,
    Status,
    UnitType,
)

PLACES = frozenset({"terrain", "tables", "units", "leaders"})  # of a state: what its position is made of


class Phase(Vocabulary):
    """Where the turn stands."""

    SET_UP = "setUp"  # both sides place what the scenario leaves to them
    ROUND = "round"  # a side takes a column or passes (REV-3.03, REV-3.05)
    COLUMN = "column"  # it acts with that column
    FREE = "free"  # the other side is done: all that is left acts in any order (REV-3.06)
    OVER = "over"


class End(Vocabulary):
    """Why a battle is over."""

    MORALE = "morale"  # an army has lost heart (REV-11.06)
    DESTROYED = "destroyed"  # an army has no unit left
    TURNS = "turns"  # the last turn is over


class TrainSpeed(Vocabulary):
    """How fast a train is going (REV-10.14)."""

    HALT = "halt"
    MANEUVER = "maneuver"
    MARCH = "march"


@dataclass(frozen=True, slots=True)
class Deeds:
    """What a unit did this turn, and what befell it."""

    began: Formation  # its formation at the start of the turn
    acted: bool = False  # its action is spent
    ordered: Order | None = None  # the one order it was given (REV-G.01c)
    result: OrderResult | None = None
    fired: bool = False
    deployed: bool = False  # it made a Deploy/Tactical
    moved: bool = False  # it made another move
    regrouped: bool = False
    used_up: bool = False  # an assault went home on it (REV-7.21)
    boarded: str = ""  # "on" or "off" a vehicle (REV-G.51c)
    barred: bool = False  # a vehicle that somebody got on or off (REV-G.51c)
    under_fire: bool = False  # fired at or assaulted (REV-G.54)
    rips_track: bool = False
    in_mines: bool = False  # it has paid for this turn's mine field (REV-G.35)

    @property
    def earlier(self) -> Earlier:
        """What the unit has done this turn, as the umpire's forms ask for it. A lost order is no move (REV-G.04b)."""
        if self.used_up:
            return Earlier.USED_UP
        if self.regrouped:
            return Earlier.REGROUPED
        if self.deployed:
            return Earlier.DEPLOY_TACTICAL
        if self.moved:
            return Earlier.OTHER_MOVE
        return Earlier.FIRED if self.fired else Earlier.NOTHING


@dataclass(frozen=True, slots=True)
class Rails:
    """Where a train is on its track, and how fast it goes (REV-10.14, REV-G.30)."""

    track: str
    along: Length  # of the front of its first car
    forward: bool = True  # towards the end of the track
    backs: bool = False  # it runs with its cars first
    speed: TrainSpeed = TrainSpeed.HALT
    launched: bool = False  # a máquina loca on its way
    end: Length | None = None  # where it goes off by itself (REV-10.31b)


@dataclass(frozen=True, slots=True)
class Flight:
    """An aircraft's sortie (REV-10.71 to REV-10.77)."""

    flies: bool = False  # over the table
    returns: int = 0  # the first turn in which it may come (again)
    used: frozenset[str] = frozenset()  # kinds of attack made in this sortie


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it stands now. ``stands`` is None while it is off the table, aboard something, or gone."""

    card: Card = shown(whole=True)
    bases: int = shown()
    status: Status = shown()
    formation: Formation = shown()
    stands: Footprint | None = shown(whole=True)
    deeds: Deeds = shown(whole=True)
    gone: Loss | None = shown(default=None)
    route_march: bool = shown(default=False)  # still on the march onto the table (REV-3.33)
    arrives: int = shown(default=0)  # the turn from which it may enter; 0 once it has
    entry: Pose | None = shown(OWNER, default=None)  # where it enters
    zone: str = shown(OWNER, default="")  # where its owner places it before the battle
    hidden: bool = shown(default=False)
    aboard: str = shown(default="")
    emplaced: bool = shown(default=False)
    left_by: str = shown(default="")  # the edge it left the table by, on orders
    shot_at_before: bool = shown(default=False)  # under fire last turn (REV-G.54)
    rails: Rails | None = shown(default=None, whole=True)
    flight: Flight | None = shown(default=None, whole=True)

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def side(self) -> Side:
        return self.card.side

    @property
    def kind(self) -> UnitType:
        return self.card.kind

    @property
    def owner(self) -> str:
        """For views: its side."""
        return self.card.side.value

    def known_to(self) -> Audience:
        """A hidden unit (REV-G.37), and one that is still to come, are their owner's secret."""
        return OWNER if self.hidden or self.arrives else EVERYBODY

    @property
    def alive(self) -> bool:
        return self.gone is None

    @property
    def may_act(self) -> bool:
        """Its action is neither spent nor lost (REV-3.01, REV-3.46)."""
        return self.gone is None and not self.deeds.acted and not self.deeds.used_up

    def did(self, **changes: Any) -> Unit:
        """This unit with something more done this turn."""
        return fast_replace(self, deeds=fast_replace(self.deeds, **changes))


@dataclass(frozen=True, slots=True)
class Leader:
    """A Leader: a figure, not a unit (REV-2.01)."""

    id: str = shown()
    name: str = shown()
    side: Side = shown()
    column: str = shown()  # "" for a commander in chief without one (REV-2.16)
    chief: bool = shown()
    place: Point | None = shown()
    alive: bool = shown(default=True)
    acted: bool = shown(default=False)
    aboard: str = shown(default="")
    arrives: int = shown(default=0)
    entry: Pose | None = shown(OWNER, default=None)
    zone: str = shown(OWNER, default="")
    left_by: str = shown(default="")  # the edge he left the table by
    hidden: bool = shown(default=False)  # he rides on what is hidden

    @property
    def owner(self) -> str:
        """For views: his side."""
        return self.side.value

    def known_to(self) -> Audience:
        """Who rides on what is hidden, or is still to come, is his own side's secret."""
        return OWNER if self.hidden or self.arrives else EVERYBODY

    @property
    def may_act(self) -> bool:
        return self.alive and not self.acted and not self.left_by


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its Leader, and whether it has been activated; its units name it (REV-2.40)."""

    id: str
    name: str
    side: Side
    leader: str
    activated: bool = False
    announced: bool = False  # it has been taken at some time, so everybody has heard of it


@dataclass(frozen=True, slots=True)
class Army:
    """An army's morale (chapter 11)."""

    side: Side
    break_point: int  # at the start (REV-11.02)
    morale: int  # what is left of it
    counts: bool = True  # the scenario plays with army morale (REV-11.01b)
    edge: str = ""
    quality: ArmyQuality = ArmyQuality.AVERAGE

    def less(self, points: int) -> Army:
        """This army with so many points fewer, both of its break point and of what is left of its morale."""
        return fast_replace(self, break_point=self.break_point - points, morale=max(0, self.morale - points))


@dataclass(frozen=True, slots=True)
class Mine:
    """A square of a mine field or a mine that is set off by its owner (REV-10.88 to REV-10.91)."""

    id: str = shown()
    kind: str = shown()
    side: str = shown()
    at: Point = shown()
    shown_to_all: bool = shown(default=False)
    gone: bool = shown(default=False)

    @property
    def owner(self) -> str:
        """For views: who laid it."""
        return self.side

    def known_to(self) -> Audience:
        return EVERYBODY if self.shown_to_all else OWNER


@dataclass(frozen=True, slots=True)
class Asset:
    """A supply dump, a camp or the like (REV-11.05)."""

    id: str = shown()
    name: str = shown()
    side: str = shown()
    at: Point = shown()
    hidden: bool = shown(default=False)
    standing: bool = shown(default=True)

    @property
    def owner(self) -> str:
        """For views: whose it is."""
        return self.side

    def known_to(self) -> Audience:
        return OWNER if self.hidden else EVERYBODY


@dataclass(frozen=True, slots=True)
class Tear:
    """A stretch of track that is torn up or blocked (REV-10.13, REV-10.34b, REV-G.54)."""

    track: str
    start: Length
    end: Length
    torn: bool  # else blocked by a wreck


@dataclass(frozen=True, slots=True)
class Pending:
    """What a unit has to finish before anything else happens: a move whose order arrived, or a new formation after regrouping."""

    unit: str = shown()
    side: Side = shown()
    kind: str = shown()  # "move", "deploy" or "form"
    order: Order | None = shown(default=None)
    distance: Length = shown(default=0)
    at_least: Length = shown(default=0)
    delayed: bool = shown(default=False)
    secret: bool = shown(default=False)  # the unit is hidden

    @property
    def owner(self) -> str:
        """For views: whose unit it is."""
        return self.side.value

    def known_to(self) -> Audience:
        return OWNER if self.secret else EVERYBODY


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn, phase, and whose it is."""

    number: int = shown(default=0)
    phase: Phase = shown(default=Phase.SET_UP)
    initiative: Side | None = shown(default=None)
    side: Side | None = shown(default=None)  # to play
    column: str = shown(default="")  # in play
    passes: int = shown(default=0)
    pending: Pending | None = shown(default=None)
    ready: frozenset[Side] = shown(default=frozenset())  # with the set-up


@dataclass(frozen=True, slots=True)
class Ending:
    """How the battle ended: nobody may have won (REV-G.44c)."""

    winner: Side | None
    why: End
    scores: tuple[tuple[Side, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """What the scenario says and everybody may know: where sides set up, what they are after, when it ends."""

    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    victory: Victory = Victory()


@dataclass(frozen=True)
class State(Lasting):
    """The whole table."""

    terms: Terms = shown(whole=True, written=False)
    tables: Tables = shown(whole=True, written=False)
    terrain: Terrain = shown(whole=True, written=False)
    units: Mapping[str, Unit] = shown()
    leaders: Mapping[str, Leader] = shown()
    columns: Mapping[str, Column] = shown(whole=True)
    armies: Mapping[str, Army] = shown(whole=True)  # by side
    turn: Turn = shown(default=Turn())
    assaults: Mapping[str, tuple[tuple[str, int], ...]] = shown(default_factory=dict, whole=True)
    mines: Mapping[str, Mine] = shown(default_factory=dict)
    assets: Mapping[str, Asset] = shown(default_factory=dict)
    cut: tuple[Line, ...] = shown(default=(), whole=True)  # wire segments that are gone
    tears: tuple[Tear, ...] = shown(default=(), whole=True)
    ending: Ending | None = shown(default=None, whole=True)
    hints: tuple[Hint, ...] = shown(default=(), written=False)  # the scenario's words to the beginner

    @once
    def open_to_all(self) -> bool:
        """Nobody has a secret: every view is the state itself."""
        return (
            not any(map(_has_secrets, self.units.values()))
            and not any(leader.arrives or leader.entry or leader.zone for leader in self.leaders.values())
            and all(mine.shown_to_all for mine in self.mines.values())
            and not any(asset.hidden for asset in self.assets.values())
        )

    @once
    def position(self) -> Position:
        """Where everybody is."""
        return position_of(self.terrain, self.tables, self.units, self.leaders)

    def but(self, **changes: Any) -> State:
        """A copy of the table with some fields changed. It keeps the position object if nobody has moved."""
        then = fast_replace(self, **changes)
        moved = not PLACES.isdisjoint(changes) and _moved(self, then)
        State.position.hand_over(then, _looked_over(then, self.position) if moved else self.position)
        return then

    def standing_as(self, position: Position) -> State:
        """A copy of the table that keeps this position object if everybody stands as in it, and else has one of its own."""
        then = fast_replace(self)
        State.position.hand_over(then, _looked_over(then, position))
        return then

    def with_unit(self, unit: Unit) -> State:
        """A copy of the table with one unit replaced."""
        return self.but(units={**self.units, unit.card.id: unit})

    def with_leader(self, leader: Leader) -> State:
        """A copy of the table with one Leader replaced."""
        return self.but(leaders={**self.leaders, leader.id: leader})

    def units_of(self, side: Side) -> Iterator[Unit]:
        return (unit for unit in self.units.values() if unit.card.side is side and unit.gone is None)

    def leaders_of(self, side: Side) -> Iterator[Leader]:
        return (
            leader for leader in self.leaders.values() if leader.side is side and leader.alive and not leader.left_by
        )


def _looked_over(state: State, before: Position) -> Position:
    """The position of a state: the one that was before if all are still where they are in it."""
    return before.now(state.terrain, state.tables, state.units, state.leaders)


def _moved(before: State, now: State) -> bool:
    """Whether the ground is another, or anybody is elsewhere, come or gone. Whoever is the very same value has not moved."""
    same_ground = before.terrain is now.terrain and before.tables is now.tables
    return (
        not same_ground
        or anybody_elsewhere(before.units, now.units, placed)
        or anybody_elsewhere(before.leaders, now.leaders, posted)
    )


def _has_secrets(unit: Unit) -> bool:
    return bool(unit.hidden or unit.arrives or unit.entry or unit.zone)


def other(side: Side) -> Side:
    """The enemy."""
    return Side.REVOLUTIONARY if side is Side.GOVERNMENT else Side.GOVERNMENT


def told_to(piece: Unit | Leader) -> Audience:
    """Who may hear of what a unit or Leader does: everybody, or its own side while it is hidden or still to come."""
    return EVERYBODY if piece.known_to() == EVERYBODY else (piece.owner,)
