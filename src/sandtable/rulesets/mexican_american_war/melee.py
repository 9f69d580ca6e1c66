"""The state of a charge combat between two rolls: who is in it, with how many stands, in what order (MAW-G.24, MAW-G.66a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.effects import Effect, LaterEffects
from sandtable.kernel.form import Section, choice, number, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.units import Unit, called
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ATTACKER_WINS,
    ChargeEffect,
    ChargePart,
    Formation,
    Ground,
    GroundDefended,
    LeaderFate,
    LeaderWith,
    Side,
)

E = ChargeEffect
Fates = tuple[LeaderFate | None, LeaderFate | None]  # of leader and colonel
SEVERITY = {E.SWEPT: 4, E.DRIVEN_BACK: 3, E.HARD_PRESSED: 2, E.DESPERATE: 1, E.FALTER: 1, E.RECOIL: 0, E.REPULSED: 0}
_ORDER = {effect: order for order, effect in enumerate(ChargeEffect)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FightingUnit(Unit):
    """One unit in contact."""

    stands: int = fields.stands(optional=False)
    leader_with_unit: LeaderWith = fields.leader_with_unit()
    outflanked: bool = fields.box()
    lances: bool | None = yes_no(section=Section.CIRCUMSTANCE, optional=True, needed=fields.IS_CAVALRY)
    crews_inside: int = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=fields.MOST_CREWS, usual=0, unit="stands"
    )
    charge_part: ChargePart = choice(ChargePart, section=Section.CIRCUMSTANCE, usual=ChargePart.PLAIN)

    @property
    def outflanked_now(self) -> bool:
        """Squares, garrisons and storming columns are never outflanked (MAW-G.12b), save a hasty square that was before it formed (MAW-15.31)."""
        never = (Formation.DELIBERATE_SQUARE, Formation.GARRISON, Formation.STORMING_COLUMN)
        return self.outflanked and self.shape not in never

    def bears_lances(self, side: Side) -> bool:
        """Mounted Mexican cavalry has lances unless told otherwise (MAW-24.21 to MAW-24.23)."""
        return side is Side.MEX and self.on_horse and self.lances is not False


@dataclass(frozen=True, slots=True)
class Sides:
    """What does not change while a combat lasts."""

    side: Side
    attackers: tuple[FightingUnit, ...]
    defenders: tuple[FightingUnit, ...]
    attacker_supports: int
    defender_supports: int
    first: bool
    storming: bool
    storming_forms: Formation  # what a storming column that wins deploys into (MAW-16.09)
    cold_steel: bool
    breakthrough: bool
    ground: Ground
    ground_defended: GroundDefended
    guns_supported: bool
    counter_ground: Ground | None
    sheltered_crews: int
    attacker_names: tuple[str, ...]
    defender_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat before its next roll; stands of a unit that is out of it are nought."""

    sides: Sides
    attacker_stands: tuple[int, ...]
    defender_stands: tuple[int, ...]
    momentum: bool
    rolls: int = 0
    shaken: bool = False  # a struggle has disordered both sides

    def struggled(self, attacker_stands: tuple[int, ...], defender_stands: tuple[int, ...]) -> Combat:
        """The combat after a desperate struggle: order is shaken, momentum is gone (MAW-3.04, MAW-G.66a)."""
        return Combat(self.sides, attacker_stands, defender_stands, momentum=False, rolls=self.rolls + 1, shaken=True)

    @property
    def first(self) -> bool:
        """A 1st combat: the first roll in step 1 of the Charge phase (MAW-3.08)."""
        return self.sides.first and self.rolls == 0

    @property
    def gone(self) -> str | None:
        """Which side has nobody left in the combat, if any (MAW-G.25g, MAW-G.66)."""
        attacker, defender = not any(self.attacker_stands), not any(self.defender_stands)
        if attacker and defender:
            return "both"
        return "attacker" if attacker else "defender" if defender else None


def lead_of(units: tuple[FightingUnit, ...], stands: tuple[int, ...] | None = None) -> FightingUnit:
    """The unit with most stands leads; of equals the first named (MAW-G.24a)."""
    return units[lead_place(stands or tuple(unit.stands for unit in units))]


def lead_place(stands: tuple[int, ...]) -> int:
    """The place of the lead unit on its side. Units may be equal in all that was told of them, so none is looked up by itself."""
    return stands.index(max(stands))


def names(units: tuple[FightingUnit, ...], role: str) -> tuple[str, ...]:
    """What the units of a side are called."""
    return tuple(called(unit.name, role, number, len(units)) for number, unit in enumerate(units, start=1))


def name_of(sides: Sides, *, attacker: bool) -> str:
    """What the lead unit of a side is called."""
    units, known = (sides.attackers, sides.attacker_names) if attacker else (sides.defenders, sides.defender_names)
    return known[lead_place(tuple(unit.stands for unit in units))]


class Toll(NamedTuple):
    """What the end of a combat costs both sides."""

    lost: tuple[int, int]  # stands of attacker and defender in all
    gone: str  # attacker, defender or both have nobody left, or ""
    told: Sequence[Effect]


class Ending:
    """How a combat ended, leaders aside; verdicts that differ in the fate of a leader share it.

    Effect, rolls and the difference, as far as it matters, tell the endings of one combat apart. The toll follows from them and is
    reckoned when somebody looks: the odds of a long struggle weigh hundreds of endings.
    """

    __slots__ = ("_reckon", "_toll", "difference", "effect", "rolls")

    def __init__(self, effect: ChargeEffect, rolls: int, difference: int, reckon: Callable[[], Toll]) -> None:
        self.effect = effect
        self.rolls = rolls
        self.difference = difference
        self._reckon = reckon
        self._toll: Toll | None = None

    @property
    def toll(self) -> Toll:
        """What it cost."""
        if self._toll is None:
            self._toll = self._reckon()
        return self._toll

    @property
    def key(self) -> tuple[int, ChargeEffect, int]:
        """What tells it from other endings."""
        return self.rolls, self.effect, self.difference

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ending) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True, slots=True)
class ChargeVerdict(Verdict):
    """How the combat ended, what it cost, and how often it was fought."""

    effects: Sequence[Effect] = field(compare=False)  # follow from the rest
    ending: Ending
    leader: LeaderFate | None = None
    colonel: LeaderFate | None = None
    measures: ClassVar[dict[str, Any]] = {
        "wins": lambda verdict: verdict.won,
        "loses": lambda verdict: not verdict.won and not verdict.undecided,
        "attacker_lost": lambda verdict: verdict.attacker_lost,
        "defender_lost": lambda verdict: verdict.defender_lost,
        "rolls": lambda verdict: verdict.rolls,
        "leader_lost": lambda verdict: LeaderFate.LOST in (verdict.leader, verdict.colonel),
    }

    @classmethod
    def of(cls, ending: Ending, fates: Fates, told: tuple[Effect, ...], notes: tuple[Effect, ...]) -> ChargeVerdict:
        """An ending with what became of leader and colonel, the instructions for that, and what the books keep."""
        leader, colonel = fates
        return cls(LaterEffects(lambda: (*ending.toll.told, *told)), ending, leader, colonel, notes=notes)

    def __hash__(self) -> int:
        """Of all that tells the verdicts of one combat apart; a struggle has hundreds."""
        ending = self.ending
        return hash((ending.rolls, ending.effect, ending.difference, self.leader, self.colonel))

    @property
    def effect(self) -> ChargeEffect:
        """The charge effect that ended it."""
        return self.ending.effect

    @property
    def rolls(self) -> int:
        """How often dice were thrown."""
        return self.ending.rolls

    @property
    def attacker_lost(self) -> int:
        """Stands the attacker lost in all."""
        return self.ending.toll.lost[0]

    @property
    def defender_lost(self) -> int:
        """Stands the defender lost in all."""
        return self.ending.toll.lost[1]

    @property
    def attacker_gone(self) -> bool:
        """The attacker has nobody left."""
        return self.ending.toll.gone in ("attacker", "both")

    @property
    def defender_gone(self) -> bool:
        """The defender has nobody left."""
        return self.ending.toll.gone in ("defender", "both")

    @property
    def won(self) -> bool:
        """The attacker won."""
        return self.effect in ATTACKER_WINS

    @property
    def undecided(self) -> bool:
        """Both sides ran out of stands on the same roll (MAW-G.66)."""
        return self.effect is E.DESPERATE

    def outcome(self) -> Outcome:
        """The effect that ended it."""
        key = "nobody" if self.undecided else self.effect
        return Outcome(key, Message(f"outcome.charge.{key}"), SEVERITY[self.effect], _ORDER[self.effect])

    def headline(self) -> Message:
        """The effect, and the stands it cost."""
        lost = {"attacker": self.attacker_lost, "defender": self.defender_lost}
        return Message.of(f"headline.charge.{'nobody' if self.undecided else self.effect}", **lost)
