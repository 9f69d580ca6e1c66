"""The order of battle of a game: units entered by name, read from a list that people paste, and their printed labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandtable.kernel import roster
from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, cell, choice, number, text, yes_no
from sandtable.kernel.messages import Message, Style
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.pasted import Row, parts_of, read_pasted
from sandtable.kernel.problem import Problem
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.armies import (
    Ratings,
    names_like,
    order_of_battle,
    orders_of_battle,
    ratings_of,
    stands_of_guns,
    stands_of_men,
)
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.units import acting
from sandtable.rulesets.mexican_american_war.vocabulary import (
    PART_TIMERS,
    Arm,
    Carriage,
    Experience,
    Formation,
    LeaderWith,
    MoraleClass,
    OrderState,
    Side,
    UnitClass,
    Weapon,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A unit is entered: a name the book knows is enough, with its stands; anything told beside it wins."""

    name: str = text(section=Section.ACTOR)
    stands: int = fields.stands(optional=False)
    side: Side | None = choice(Side, section=Section.ACTOR, optional=True)
    ratings_like: str | None = text(section=Section.ACTOR, optional=True)
    arm: Arm | None = choice(Arm, section=Section.ACTOR, optional=True)
    unit_class: UnitClass | None = choice(UnitClass, section=Section.ACTOR, optional=True)
    experience: Experience | None = choice(Experience, section=Section.ACTOR, optional=True)
    morale_class: MoraleClass | None = choice(MoraleClass, section=Section.ACTOR, optional=True)
    weapon: Weapon | None = choice(Weapon, section=Section.ACTOR, optional=True)
    carriage: Carriage | None = choice(Carriage, section=Section.ACTOR, optional=True)
    light_troops: bool | None = yes_no(section=Section.ACTOR, optional=True)
    lances: bool | None = yes_no(section=Section.ACTOR, optional=True)
    leader_with_unit: LeaderWith = fields.leader_with_unit()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A unit the book does not know needs a side."""
        if self.side is None and self._known() is None:
            yield Problem("side", _unknown(self.ratings_like or self.name), tuple(Side), "MAW-23.08")
        elif self.ratings_like is not None and self._known() is None:
            yield Problem("ratings_like", _unknown(self.ratings_like), names_like(self.ratings_like), "MAW-23.08")
        known = self._known()
        part_time = self.unit_class in PART_TIMERS or (known is not None and known.unit_class in PART_TIMERS)
        if part_time and self.unit_class is None and self.experience not in (None, Experience.RAW):
            yield Problem("experience", Message("problem.part_timers_raw"), (Experience.RAW,), "MAW-18.02")

    def _known(self) -> Ratings | None:
        return ratings_of(self.ratings_like) if self.ratings_like else ratings_of(self.name, self.side)

    @property
    def near(self) -> str:
        """The unit of the rating tables that may be meant, where they have none of this name."""
        return next(iter(names_like(self.name, self.side)), "") if self._known() is None else ""

    def unit(self) -> KnownUnit:
        """The unit as it comes on, irregulars in open order (MAW-G.46). Its label: what was told, then the book, then what is usual."""
        known = self._known()
        arm = self.arm or (known.arm if known else Arm.INFANTRY)
        unit_class = self.unit_class or (known.unit_class if known else UnitClass.REGULAR)
        part_time = unit_class in PART_TIMERS
        experience = self.experience or (known.experience[0] if known else Experience.TRAINED)
        morale = self.morale_class or (known.morale[0] if known and known.morale else None)
        if morale is None and arm is not Arm.GUNS:
            morale = MoraleClass.DISPIRITED if part_time else MoraleClass.RELIABLE
        side = self.side or (known.side if known else Side.US)
        weapon = self.weapon or (known.weapon if known else _USUAL_WEAPON[side])
        carriage = self.carriage or (known.carriage if known and known.carriage else Carriage.HLC)
        cavalry_lances = known.lances if known else side is Side.MEX and arm is Arm.CAVALRY
        return KnownUnit(
            name=self.name,
            side=side,
            arm=arm,
            unit_class=unit_class,
            experience=Experience.RAW if part_time else experience,
            morale_class=None if arm is Arm.GUNS else morale,
            weapon=weapon,
            carriage=carriage,
            light_troops=self.light_troops if self.light_troops is not None else bool(known and known.light),
            lances=self.lances if self.lances is not None else cavalry_lances,
            brave_colonel=self.leader_with_unit in (LeaderWith.COLONEL, LeaderWith.BOTH),
            started=self.stands,
            stands=self.stands,
            formation=Formation.OPEN_THIN if unit_class is UnitClass.IRREGULAR else Formation.LINE,
            leader=self.leader_with_unit,
        )


def _unknown(name: str) -> Message:
    """That the book does not know a unit, with those that may be meant."""
    near = names_like(name)
    if not near:
        return Message.of("problem.unknown_unit", name=name)
    return Message.of("problem.unknown_unit_near", name=name, near=near[0])


_USUAL_WEAPON = {Side.US: Weapon.M, Side.MEX: Weapon.IM}


@effect(has_words=False)
class UnitEntered(roster.UnitEntered):
    """A unit is entered in the roster."""

    unit: KnownUnit


@effect()
class RatedAsUsual(Effect):
    """The rating tables do not know the unit by this name, and have one that is written much alike."""

    name: str
    near: str


@action("army", "MAW-17.01 MAW-23.14 MAW-24.01", measures="stands", ledger_only=True)
def roster_entry(situation: RosterEntry) -> Ruling:
    """Enter a unit; of a name that is almost one of the rating tables, say so."""
    name = situation.name
    effects: list[Effect] = [UnitEntered(whom=name, unit=situation.unit())]
    if situation.near:
        effects.append(RatedAsUsual(whom=name, name=name, near=situation.near))
    return Ruling.of("roster", *effects, words={"name": name}, stands=situation.stands)


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterChange:
    """A unit's record set by hand: what the table shows and the log does not know."""

    name: str = text(section=Section.ACTOR)
    stands: int | None = fields.stands()
    order: OrderState | None = choice(OrderState, section=Section.ACTOR, optional=True)
    formation: Formation | None = choice(Formation, section=Section.ACTOR, optional=True)
    mounted: bool | None = yes_no(section=Section.ACTOR, optional=True)
    limbered: bool | None = yes_no(section=Section.ACTOR, optional=True)
    silenced: bool | None = yes_no(section=Section.ACTOR, optional=True)
    damaged_stands: int | None = number(
        section=Section.ACTOR, lowest=0, highest=cell("gun_unit.most"), unit="stands", optional=True
    )
    low_ammunition: bool | None = yes_no(section=Section.ACTOR, optional=True)
    crew_sheltered: bool | None = yes_no(section=Section.ACTOR, optional=True)
    fired_already: bool | None = yes_no(section=Section.ACTOR, optional=True)
    checked_already: bool | None = yes_no(section=Section.ACTOR, optional=True)
    leader_with_unit: LeaderWith | None = choice(LeaderWith, section=Section.ACTOR, optional=True)

    def subject(self) -> Message:
        """Whose record is set."""
        return acting("roster_change", self.name)


@effect(has_words=False)
class RosterCorrected(OnUnit):
    """A unit's record is set by hand."""

    record: RosterChange

    def on(self, unit: KnownUnit) -> KnownUnit:
        record = self.record
        if record.checked_already is False:
            unit = unit.cleared("turn")
        if record.fired_already is not None:
            unit = replace(unit, all_fired=record.fired_already, shots=())
        told = {known: getattr(record, name) for name, known in _RECORDED.items()}
        unit = replace(unit, **{known: value for known, value in told.items() if value is not None})
        return replace(unit, gone=False) if record.stands else unit


_RECORDED = {  # fields of the form, and what they are in the books
    "stands": "stands",
    "order": "order",
    "formation": "formation",
    "mounted": "mounted",
    "limbered": "limbered",
    "silenced": "silenced",
    "damaged_stands": "damaged",
    "low_ammunition": "low_ammunition",
    "crew_sheltered": "sheltered",
    "leader_with_unit": "leader",
}


@action("army", "MAW-17.01", measures="stands")
def roster_change(situation: RosterChange) -> Ruling:
    """Set what the roster says of a unit."""
    corrected = RosterCorrected(whom=situation.name, record=situation)
    stands = situation.stands or 0
    return Ruling.of("roster" if stands else "roster_set", corrected, words={"name": situation.name}, stands=stands)


# ---- Lists that people paste ------------------------------------------------------------------------------------------------


def read_roster(source: str, style: Style) -> list[Row]:  # noqa: ARG001 - a roster has no distances
    """Read an order of battle, a line a unit: ``5th US Infantry, 7, Elite``; or the name of a battle the book knows.

    Strength is in stands, or with a word in men (40 to a stand) or guns (2 to a stand) (MAW-0.07, MAW-0.08). Side first where the book
    does not know the unit. Further words in any order: experience, morale class, weapon, carriage, arm, class, Lt, lances, no lances,
    brave colonel. Empty lines and lines that begin with # are passed over; all problems are refused at once, by line.
    """
    return read_pasted(source, _line, orders_of_battle())


def armies_of_battles() -> dict[str, tuple[Row, ...]]:
    """The units of every battle the book knows, by its name."""
    return {title: tuple(_battle_entry(*unit) for unit in order_of_battle(title) or ()) for title in orders_of_battle()}


def _battle_entry(name: str, stands: int, more: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": name, "stands": stands}
    if more in set(MoraleClass):
        entry["morale_class"] = more
    elif more:
        entry["ratings_like"] = more
    return entry


def _line(line: str, place: str) -> tuple[list[Row], list[Problem]]:
    battle = order_of_battle(line)
    if battle is not None:
        return [_battle_entry(*unit) for unit in battle], []
    parts = [part for part in parts_of(line) if part]
    entry: dict[str, Any] = {}
    if parts and (side := _side(parts[0])):
        entry["side"] = side
        parts = parts[1:]
    if len(parts) < 2:  # noqa: PLR2004 - name and strength
        return [], [Problem(place, Message("problem.roster.columns"))]
    entry["name"] = parts[0]
    stands = _strength(parts[1])
    if stands is None or stands < 1:  # how many are too many, the form says under the tables in force
        return [], [Problem(place, Message.of("problem.roster.stands", value=parts[1]))]
    entry["stands"] = stands
    problems: list[Problem] = []
    for word in parts[2:]:
        known = _word(word)
        if known is None:
            problems.append(Problem(place, Message.of("problem.roster.word", value=word)))
        else:
            entry |= known
    if "side" not in entry and ratings_of(entry.get("ratings_like", entry["name"])) is None:
        problems.append(Problem(place, _unknown(entry["name"]), tuple(Side)))
    return [entry], problems


def _side(word: str) -> str | None:
    sides = {"us": "US", "usa": "US", "unitedstates": "US", "mex": "MEX", "mexico": "MEX", "mexican": "MEX"}
    return sides.get(folded(word).replace(".", ""))


def _strength(word: str) -> int | None:
    """Stands, men or guns as stands; men are rounded to the nearest stand, guns up."""
    amount, _, unit = word.partition(" ")
    count = whole_number(amount)
    if count is None:
        return None
    kind = unit.strip().lower().rstrip("s")
    if kind in ("", "stand"):
        return count
    if kind in ("man", "men"):
        return stands_of_men(count)
    return stands_of_guns(count) if kind == "gun" else None


def _word(word: str) -> dict[str, Any] | None:
    plain = folded(word)
    marks: dict[str, dict[str, Any]] = {
        "lt": {"light_troops": True},
        "light": {"light_troops": True},
        "lances": {"lances": True},
        "nolances": {"lances": False},
        "crack": {"experience": Experience.ELITE.value},  # the older names (MAW-0.11)
        "green": {"experience": Experience.RAW.value},
        "bravecolonel": {"leader_with_unit": LeaderWith.COLONEL.value},
    }
    if plain in marks:
        return marks[plain]
    vocabularies: tuple[tuple[str, Iterable[Any]], ...] = (
        ("experience", Experience),
        ("morale_class", MoraleClass),
        ("weapon", Weapon),
        ("carriage", Carriage),
        ("arm", Arm),
        ("unit_class", UnitClass),
    )
    for field, terms in vocabularies:
        for term in terms:
            if folded(term) == plain:
                return {field: term.value}
    known = ratings_of(word.removeprefix("like "))
    return {"ratings_like": known.name} if known else None
