"""A charge combat: its form, its state between two rolls, and how it ends (MAW-G.22, MAW-G.24, MAW-G.66a)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.effects import Effect, LaterEffects
from sandtable.kernel.form import Section, choice, group, number, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.units import Unit, called, inside, same_names, spoken
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ATTACKER_WINS,
    CHARGING_FORMATIONS,
    LINES,
    OTHER_SIDE,
    Arm,
    ChargeEffect,
    ChargePart,
    CombatNumber,
    Formation,
    Ground,
    GroundDefended,
    LeaderFate,
    LeaderWith,
    OrderState,
    Side,
)

E = ChargeEffect
STORMERS_FORM = (*LINES, Formation.FIELD_COLUMN, Formation.GARRISON)
Fates = tuple[LeaderFate | None, LeaderFate | None]  # of leader and colonel
SEVERITY = {E.SWEPT: 4, E.DRIVEN_BACK: 3, E.HARD_PRESSED: 2, E.DESPERATE: 1, E.FALTER: 1, E.RECOIL: 0, E.REPULSED: 0}
_ORDER = {effect: order for order, effect in enumerate(ChargeEffect)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FightingUnit(Unit):
    """One unit in contact."""

    stands: int = fields.stands(optional=False, usual=fields.USUAL_UNIT, quick=fields.QUICK)
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

    def leads_by(self, stands: int) -> int:
        """What it counts for where the lead unit is looked for: stands in contact; told of a unit, all that it has (MAW-G.24a)."""
        return stands

    def has_set_out(self, combat: CombatNumber) -> bool:
        """Whether its charge was under way before this combat, by what was declared."""
        return combat is CombatNumber.FIRST and self.charge_part is ChargePart.DECLARED

    def bears_lances(self, side: Side) -> bool:
        """Mounted Mexican cavalry has lances unless told otherwise (MAW-24.21 to MAW-24.23)."""
        return side is Side.MEX and self.on_horse and self.lances is not False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeCombat:
    """All units in contact fight one combat (MAW-G.24); the unit with most stands leads its side (MAW-G.24a)."""

    side: Side = fields.side()
    attackers: tuple[FightingUnit, ...] = group(FightingUnit, section=Section.ACTOR, highest=6)
    attacker_supports: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=60, usual=0, unit="stands")
    combat: CombatNumber = choice(CombatNumber, section=Section.ACTION, usual=CombatNumber.FIRST)
    cold_steel: bool = fields.box(Section.ACTION)
    ground_charged_over: Ground = fields.ground(Section.ACTION)
    defenders: tuple[FightingUnit, ...] = group(FightingUnit, section=Section.TARGET, highest=6)
    defender_supports: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=60, usual=0, unit="stands")
    ground_defended: GroundDefended = choice(GroundDefended, section=Section.TARGET, usual=GroundDefended.NONE)
    guns_supported: bool = fields.box(Section.TARGET, usual=True)
    counter_charging: bool = fields.box(Section.TARGET)
    counter_ground: Ground = choice(
        Ground, section=Section.TARGET, usual=Ground.OPEN, needed=when("counter_charging", True)
    )
    sheltered_crews: int = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=fields.MOST_CREWS, usual=0, unit="stands"
    )
    storming_forms: Formation = choice(
        Formation, section=Section.CIRCUMSTANCE, only=STORMERS_FORM, usual=Formation.LINE
    )

    @property
    def steel(self) -> bool:
        """Whether the attack is made with cold steel: told of the combat, or of the unit that leads it."""
        return self.cold_steel or lead_of(self.attackers).charge_part is ChargePart.COLD_STEEL

    @property
    def crews(self) -> int:
        """Gun crews that shelter with the defender: told of the combat, or of the units in it."""
        return self.sheltered_crews + sum(unit.crews_inside for unit in self.defenders)

    @property
    def countered(self) -> bool:
        """Whether the defender counter charges: told of the combat, or of the unit that leads it."""
        return self.counter_charging or lead_of(self.defenders).charge_part is ChargePart.COUNTER_CHARGED

    @property
    def storming(self) -> bool:
        """Whether a storming column leads the attack."""
        return lead_of(self.attackers).shape is Formation.STORMING_COLUMN

    @property
    def breakthrough(self) -> bool:
        """Whether it is the combat of a breakthrough charge."""
        return self.combat is CombatNumber.BREAKTHROUGH

    def subject(self) -> Message:
        """Who fights whom."""
        who = tuple(spoken(unit.name, unit.arm) for unit in self.attackers)
        whom = tuple(spoken(unit.name, unit.arm) for unit in self.defenders)
        return Message.of("subject.charge_combat", who=who, whom=whom)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Who may charge, and with what (MAW-G.22a, MAW-11.05, MAW-11.09, MAW-16.12)."""
        for place, units in (("attackers", self.attackers), ("defenders", self.defenders)):
            side = self.side if place == "attackers" else OTHER_SIDE[self.side]
            for number_of, unit in enumerate(units, start=1):
                yield from inside(unit.unit_problems(tables), place, number_of)
                if unit.lances and unit.on_horse and side is Side.US:
                    no_lances = Problem("lances", Message("problem.lances_mexican"), ("no",), "MAW-24.23")
                    yield no_lances.inside(f"{place}.{number_of}")
        attackers, defenders = [unit.name for unit in self.attackers], [unit.name for unit in self.defenders]
        yield from same_names(("attackers", attackers), ("defenders", defenders))
        for number_of, unit in enumerate(self.attackers, start=1):
            yield from inside(charger_problems(unit), "attackers", number_of)
            if unit.charge_part is ChargePart.CHECKED:
                checked = Problem("charge_part", Message("problem.charge_was_checked"), (), "MAW-G.04a")
                yield checked.inside(f"attackers.{number_of}")
            # What set out in good order goes in, though friends in flight have shaken it since; so has a struggle.
            if not unit.has_set_out(self.combat) and self.combat is not CombatNumber.RESUMED:
                yield from inside(skittish_problems(unit, self.side), "attackers", number_of)
        yield from self._defender_problems()
        lead = lead_of(self.attackers)
        if self.steel:
            yield from cold_steel_problems(lead, self.side, "cold_steel")
        if self.breakthrough and self.storming:
            yield Problem("combat", Message("problem.storming_breakthrough"), (CombatNumber.FIRST,), "MAW-16.12")

    def _defender_problems(self) -> Iterator[Problem]:
        """Who counter charges (MAW-2.27, MAW-G.23)."""
        lead = lead_of(self.defenders)
        if self.countered and not lead.on_horse:
            yield Problem("counter_charging", Message("problem.counter_charge_cavalry"), ("no",), "MAW-G.23")
        skittish = self.countered and OTHER_SIDE[self.side] is Side.MEX and lead.in_disorder and lead.on_horse
        if skittish and self.combat is not CombatNumber.RESUMED:
            yield Problem("counter_charging", Message("problem.skittish_counter"), ("no",), "MAW-2.27")


def charger_problems(unit: Unit) -> Iterator[Problem]:
    """Guns, march columns, squares, garrisons and broken units do not charge (MAW-G.22, MAW-G.22a)."""
    if unit.is_guns:
        yield Problem("arm", Message("problem.guns_charge"), (Arm.INFANTRY, Arm.CAVALRY), "MAW-G.22a")
    elif unit.broken:
        yield Problem("order", Message("problem.broken_charge"), (), "MAW-G.22a")
    elif unit.shape not in CHARGING_FORMATIONS:
        yield Problem("formation", Message("problem.charge_formation"), CHARGING_FORMATIONS, "MAW-G.22a")


def skittish_problems(unit: Unit, side: Side) -> Iterator[Problem]:
    """Mexican cavalry does not charge in disorder (MAW-2.25, MAW-G.22a)."""
    if side is Side.MEX and unit.on_horse and unit.in_disorder and not unit.broken:
        yield Problem("order", Message("problem.skittish_attack"), (OrderState.GOOD,), "MAW-2.25")


def cold_steel_problems(unit: Unit, side: Side, field: str) -> Iterator[Problem]:
    """Infantry of both sides and mounted US cavalry have it (MAW-11.05, MAW-11.09, MAW-24.22)."""
    if unit.dismounted:
        yield Problem(field, Message("problem.cold_steel_dismounted"), ("no",), "MAW-11.09")
    elif unit.on_horse and side is Side.MEX:
        yield Problem(field, Message("problem.cold_steel_mexican_cavalry"), ("no",), "MAW-11.05")


# ---- The state between two rolls ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a combat before a roll; stands of a unit that is out of it are nought."""

    side: Side
    units: tuple[FightingUnit, ...]
    names: tuple[str, ...]  # what the units are called
    supports: int
    charge_ground: Ground | None  # the ground of its charge or counter charge; None for a side that stands
    stands: tuple[int, ...]

    @property
    def lead_number(self) -> int:
        """The place of the lead unit, the one with most stands (MAW-G.24a)."""
        return lead_place(self.units, self.stands)

    @property
    def lead(self) -> FightingUnit:
        """The unit with most stands."""
        return self.units[self.lead_number]

    @property
    def lead_stands(self) -> int:
        """Stands of the lead unit now."""
        return self.stands[self.lead_number]

    @property
    def counted(self) -> int:
        """All stands of participating and supporting units (MAW-G.24e)."""
        return sum(self.stands) + self.supports

    @property
    def infantry_counted(self) -> int:
        """Of the counted stands those of infantry; supports are taken to be of the lead's arm (MAW-G.51a)."""
        own = sum(
            stands
            for unit, stands in zip(self.units, self.stands, strict=True)
            if unit.arm is Arm.INFANTRY or unit.dismounted
        )
        return own + (self.supports if self.lead.arm is Arm.INFANTRY else 0)

    @property
    def only_cavalry(self) -> bool:
        """A side of mounted cavalry alone."""
        return all(unit.on_horse for unit, _ in self.there())

    @property
    def lost(self) -> int:
        """Stands lost in the whole combat; units removed count whole (MAW-10.04)."""
        return sum(unit.stands for unit in self.units) - sum(self.stands)

    @property
    def first_lead_name(self) -> str:
        """What the unit is called that led when the combat began."""
        return self.names[lead_place(self.units, tuple(unit.stands for unit in self.units))]

    def there(self) -> Iterator[tuple[FightingUnit, str]]:
        """The units that are still in the combat, with their names."""
        for unit, stands, name in zip(self.units, self.stands, self.names, strict=True):
            if stands:
                yield unit, name


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat before its next roll."""

    form: ChargeCombat
    attacker: Party
    defender: Party
    momentum: bool
    rolls: int = 0
    shaken: bool = False  # a struggle has disordered both sides

    @classmethod
    def opening(cls, form: ChargeCombat) -> Combat:
        """The combat before the first roll."""
        attacker = Party(
            side=form.side,
            units=form.attackers,
            names=names(form.attackers, "attacker"),
            supports=form.attacker_supports,
            charge_ground=form.ground_charged_over,
            stands=tuple(unit.stands for unit in form.attackers),
        )
        defender = Party(
            side=OTHER_SIDE[form.side],
            units=form.defenders,
            names=names(form.defenders, "defender"),
            supports=form.defender_supports,
            charge_ground=form.counter_ground if form.countered else None,
            stands=tuple(unit.stands for unit in form.defenders),
        )
        return cls(form, attacker, defender, momentum=form.combat is not CombatNumber.RESUMED)

    def struggled(self, attacker_stands: tuple[int, ...], defender_stands: tuple[int, ...]) -> Combat:
        """The combat after a desperate struggle: order is shaken, momentum is gone (MAW-3.04, MAW-G.66a)."""
        attacker = replace(self.attacker, stands=attacker_stands)
        defender = replace(self.defender, stands=defender_stands)
        return Combat(self.form, attacker, defender, momentum=False, rolls=self.rolls + 1, shaken=True)

    @property
    def first(self) -> bool:
        """A 1st combat: the first roll in step 1 of the Charge phase (MAW-3.08)."""
        return self.form.combat is CombatNumber.FIRST and self.rolls == 0

    @property
    def side_gone(self) -> str | None:
        """Which side has nobody left in the combat, if any (MAW-G.25g, MAW-G.66)."""
        attacker, defender = not any(self.attacker.stands), not any(self.defender.stands)
        if attacker and defender:
            return "both"
        return "attacker" if attacker else "defender" if defender else None


def lead_of(units: tuple[FightingUnit, ...]) -> FightingUnit:
    """The unit with most stands leads; of equals the first named (MAW-G.24a)."""
    return units[lead_place(units, tuple(unit.stands for unit in units))]


def lead_place(units: tuple[FightingUnit, ...], stands: tuple[int, ...]) -> int:
    """The place of the lead unit on its side. Units may be equal in all that was told of them, so none is looked up by itself."""
    counted = [unit.leads_by(left) for unit, left in zip(units, stands, strict=True)]
    return counted.index(max(counted))


def names(units: tuple[FightingUnit, ...], role: str) -> tuple[str, ...]:
    """What the units of a side are called."""
    return tuple(called(unit.name, role, number, len(units)) for number, unit in enumerate(units, start=1))


class Toll(NamedTuple):
    """What the end of a combat costs both sides."""

    lost: tuple[int, int]  # stands of attacker and defender in all
    side_gone: str  # attacker, defender or both have nobody left, or ""
    effects: Sequence[Effect]


class Ending:
    """How a combat ended, leaders aside; verdicts that differ in the fate of a leader share it.

    Effect, rolls and the difference, as far as it matters, tell the endings of one combat apart. The toll follows from them and is
    reckoned when somebody looks: the odds of a long struggle weigh hundreds of endings.
    """

    __slots__ = ("_reckon", "_toll", "difference", "effect", "key", "rolls")

    def __init__(self, effect: ChargeEffect, rolls: int, difference: int, reckon: Callable[[], Toll]) -> None:
        self.effect = effect
        self.rolls = rolls
        self.difference = difference
        self.key = (rolls, effect, difference)  # what tells it from other endings
        self._reckon = reckon
        self._toll: Toll | None = None

    @property
    def toll(self) -> Toll:
        """What it cost."""
        if self._toll is None:
            self._toll = self._reckon()
        return self._toll

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
    _hash: int = field(init=False, compare=False, repr=False, default=0)
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
        return cls(LaterEffects(lambda: (*ending.toll.effects, *told)), ending, leader, colonel, notes=notes)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.ending.key, self.leader, self.colonel)))

    def __hash__(self) -> int:
        """Kept, because a struggle has thousands of verdicts, and its law looks each of them up again and again."""
        return self._hash

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
        return self.ending.toll.side_gone in ("attacker", "both")

    @property
    def defender_gone(self) -> bool:
        """The defender has nobody left."""
        return self.ending.toll.side_gone in ("defender", "both")

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
        lost = {"attacker": _stands(self.attacker_lost), "defender": _stands(self.defender_lost)}
        return Message.of(f"headline.charge.{'nobody' if self.undecided else self.effect}", **lost)


def _stands(number: int) -> Message:
    """So many stands in words, or that there are none."""
    return Message.of(f"word.stands.{'some' if number else 'none'}", stands=number)
