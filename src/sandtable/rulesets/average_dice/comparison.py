"""How much an option changes the game, worked out from exact laws, never guessed (AVD-G.47 and the other readings)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import Any

from sandtable.kernel.actions import action
from sandtable.kernel.drivers import Given, enumerate_exactly
from sandtable.kernel.effects import Effect, effect
from sandtable.kernel.exhibit import Cell, Matrix
from sandtable.kernel.form import Section, choice
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message
from sandtable.kernel.options import OptionValue
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.average_dice.fire import Fire, VolleyVerdict, fire
from sandtable.rulesets.average_dice.forces import BuildForce, FlankArrival, build_force, field_gun_of, flank_arrival
from sandtable.rulesets.average_dice.melee import Melee, melee
from sandtable.rulesets.average_dice.vocabulary import (
    Compared,
    Cover,
    Mover,
    Posture,
    Rate,
    Side,
    TargetKind,
    TroopClass,
    Weapon,
)

FLANKERS = 3  # units in the example of a flank march
FLANK_TURN = 7  # the turn in that example
SMALL = 3  # figures of the small unit in the examples

VALUES: Mapping[Compared, tuple[OptionValue, ...]] = {
    Compared.FORCE_METHOD: ("A", "B"),
    Compared.FLANK_THROWS: ("one_throw", "throw_per_unit"),
    Compared.DESERTION_TEST: ("per_figure", "per_volley"),
    Compared.SMALL_UNIT_FIRE: ("one_hit", "row4", "per_figure"),
    Compared.HOTCHPOTCH_HARD: ("immune", "natural_one"),
    Compared.NATURAL_ONE_FAILS: (False, True),
    Compared.GENERAL_SHIELD: (2, 0),
    Compared.FIELD_GUN_TYPE: ("by_side", "standard"),
    Compared.MELEE_COVER: ("target", "roller"),
    Compared.MELEE_MAX: (1, 2, 3),
    Compared.CAPTURED_MG_DICE: (0, 1, 2),
}


@dataclass(frozen=True, slots=True)
class Question:
    """Something that an option may change: its words, how it is worked out, and whether it is a chance or a number."""

    id: str
    answer: Callable[[Tables], Fraction]
    chance: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question answered under every value of an option."""

    question: Question
    answers: tuple[tuple[OptionValue, Fraction], ...]

    @property
    def changes(self) -> bool:
        """Whether the option makes any difference to it."""
        return len({answer for _, answer in self.answers}) > 1


@lru_cache(maxsize=256)
def comparisons(option: Compared, tables: Tables) -> tuple[Comparison, ...]:
    """Every question of an option under each of its values; all else as it is in force."""
    return tuple(
        Comparison(question, tuple((value, question.answer(_with(tables, option, value))) for value in VALUES[option]))
        for question in QUESTIONS[option]
    )


def _with(tables: Tables, option: Compared, value: OptionValue) -> Tables:
    return replace(tables, options={**tables.options, option.value: value})


def _fire_law(tables: Tables, **told: Any) -> Law[VolleyVerdict]:
    whole = tables.number("unit.figures")
    situation = Fire(**{"range": "6-12", "figures_firing": whole, "target_figures": whole, **told})
    return enumerate_exactly(partial(fire, situation, tables)).law


def _kills(**told: Any) -> Callable[[Tables], Fraction]:
    return lambda tables: _fire_law(tables, **told).mean(lambda verdict: verdict.killed)


def _stays(weapon: Weapon) -> Callable[[Tables], Fraction]:
    def answer(tables: Tables) -> Fraction:
        law = _fire_law(tables, weapon=weapon, target_prone_to_desertion=True)
        return law.probability(lambda verdict: not verdict.deserted and verdict.left > 0)

    return answer


def _every_other_move(kills: Callable[[Tables], Fraction]) -> Callable[[Tables], Fraction]:
    return lambda tables: kills(tables) / tables.number("hits.small.every")


def _general_dies(tables: Tables) -> Fraction:
    """A General beside a unit of ten in the open, a Mauser volley: at him where he may be picked, else at the unit (AVD-G.12)."""
    if tables.option("general_shield"):
        law = _fire_law(tables, weapon=Weapon.MAUSER, general_with_target=True)
    else:
        law = _fire_law(tables, weapon=Weapon.MAUSER, target_kind=TargetKind.GENERAL)
    return law.probability(lambda verdict: verdict.general_killed)


def _melee_kills(**told: Any) -> Callable[[Tables], Fraction]:
    def answer(tables: Tables) -> Fraction:
        on_foot = {"attacker_class": TroopClass.INFANTRY, "defender_class": TroopClass.INFANTRY}
        whole = tables.number("unit.figures")
        situation = Melee(**{**on_foot, "attacker_number": whole, "defender_number": whole, **told})
        law = enumerate_exactly(partial(melee, situation, tables)).law
        return law.mean(lambda verdict: verdict.killed)

    return answer


def _units_law(side: Side, tables: Tables) -> Law[int]:
    raised = enumerate_exactly(partial(build_force, BuildForce(side=side), tables)).law
    return raised.project(lambda verdict: verdict.units)


def _mean_units(side: Side) -> Callable[[Tables], Fraction]:
    return lambda tables: _units_law(side, tables).mean(lambda units: units)


def _attacker_has(times: Fraction) -> Callable[[Tables], Fraction]:
    """The chance that the attacker has so many times the units of the defender, or more."""

    def answer(tables: Tables) -> Fraction:
        villista, federal = _units_law(Side.VILLISTA, tables), _units_law(Side.FEDERAL, tables)
        return sum(
            (ours * theirs for units, ours in villista for others, theirs in federal if units >= times * others),
            Fraction(0),
        )

    return answer


def _flank(arrived: Callable[[Fraction], Fraction]) -> Callable[[Tables], Fraction]:
    """From the chance that one throw brings a unit in by the turn of the example; one throw for all decides for all (AVD-G.05)."""

    def answer(tables: Tables) -> Fraction:
        arrival = enumerate_exactly(partial(flank_arrival, FlankArrival(), tables)).law
        one = arrival.probability(lambda verdict: verdict.measure("arrival") <= FLANK_TURN)
        return arrived(one) if tables.option("flank") == "throw_per_unit" else one

    return answer


def _gun_turns(tables: Tables) -> Fraction:
    """Turns that a limbered Villista field gun needs from its base line until the line of the Federals is in range (AVD-3.01b)."""
    reach = tables.number("range", field_gun_of(Side.VILLISTA, tables))
    speed = tables.number("move", Mover.FIELD_GUN, Rate.AMBLE)
    return Fraction(ceil(Fraction(max(0, tables.number("zone.line") - reach), speed)))


def _gun_reach(tables: Tables) -> Fraction:
    return Fraction(tables.number("range", field_gun_of(Side.VILLISTA, tables)))


_SMALL_MAUSER = _kills(weapon=Weapon.MAUSER, figures_firing=SMALL)
_SMALL_HOTCHPOTCH = _every_other_move(_kills(weapon=Weapon.HOTCHPOTCH, figures_firing=SMALL))

QUESTIONS: Mapping[Compared, tuple[Question, ...]] = {
    Compared.FORCE_METHOD: (
        Question("villista_units", _mean_units(Side.VILLISTA)),
        Question("federal_units", _mean_units(Side.FEDERAL)),
        Question("attacker_outnumbers", _attacker_has(Fraction(11, 10)), chance=True),
        Question("attacker_half_as_many_again", _attacker_has(Fraction(3, 2)), chance=True),
    ),
    Compared.FLANK_THROWS: (
        Question("all_flankers", _flank(lambda one: one**FLANKERS), chance=True),
        Question("any_flanker", _flank(lambda one: 1 - (1 - one) ** FLANKERS), chance=True),
    ),
    Compared.DESERTION_TEST: (
        Question("stays_after_mauser", _stays(Weapon.MAUSER), chance=True),
        Question("stays_after_hotchpotch", _stays(Weapon.HOTCHPOTCH), chance=True),
    ),
    Compared.SMALL_UNIT_FIRE: (
        Question("small_mauser", _SMALL_MAUSER),
        Question("small_hotchpotch", _SMALL_HOTCHPOTCH),
    ),
    Compared.HOTCHPOTCH_HARD: (Question("hotchpotch_hard", _kills(weapon=Weapon.HOTCHPOTCH, target_cover=Cover.HARD)),),
    Compared.NATURAL_ONE_FAILS: (
        Question("mauser_far_hard", _kills(weapon=Weapon.MAUSER, range="12-18", target_cover=Cover.HARD)),
        Question("mauser_far_prone", _kills(weapon=Weapon.MAUSER, range="12-18", posture=Posture.PRONE)),
        Question(
            "mg_far_prone",
            _kills(weapon=Weapon.MACHINE_GUN, range="12-18", target_cover=Cover.HARD, posture=Posture.PRONE),
        ),
    ),
    Compared.GENERAL_SHIELD: (Question("general_dies", _general_dies, chance=True),),
    Compared.FIELD_GUN_TYPE: (Question("gun_reach", _gun_reach), Question("gun_turns", _gun_turns)),
    Compared.MELEE_COVER: (
        Question("storms_hard_cover", _melee_kills(target_cover=Cover.HARD)),
        Question("strikes_from_hard_cover", _melee_kills(own_cover=Cover.HARD)),
    ),
    Compared.MELEE_MAX: (
        Question("ten_on_ten", _melee_kills()),
        Question("ten_on_four", _melee_kills(defender_number=4)),
    ),
    Compared.CAPTURED_MG_DICE: (
        Question("captured_mg", _kills(weapon=Weapon.MACHINE_GUN, gunners=0, replacements=2, captured=True)),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOptions:
    """An option whose weight the players want to know before they begin."""

    option_compared: Compared = choice(Compared, widget="list", section=Section.ACTION, usual=Compared.FORCE_METHOD)


def comparison_table(situation: CompareOptions, tables: Tables, given: Mapping[str, Given]) -> Matrix:  # noqa: ARG001 - exhibits get the answers too
    """The comparison as a table: a row a question, a column a value."""
    option = situation.option_compared
    found = comparisons(option, tables)
    return Matrix(
        row_title=Message("compare.rows"),
        column_title=option.message,
        rows=tuple(Message(f"compare.{comparison.question.id}") for comparison in found),
        columns=tuple(_value(option, value) for value in VALUES[option]),
        cells=tuple(
            tuple(Cell(_told(comparison.question, answer)) for _, answer in comparison.answers) for comparison in found
        ),
        measure=Message("compare.measure"),
    )


@effect()
class Compares(Effect):
    """One line of a comparison of options."""

    line: Message

    @property
    def message(self) -> Message:
        """The line itself."""
        return self.line


@action("force", "AVD-G.47", layout="matrix", measures="questions", exhibit=comparison_table)
def compare_options(situation: CompareOptions, tables: Tables) -> Ruling:
    """Work the option out under each of its values."""
    lines = tuple(comparison_lines(situation.option_compared, tables))
    return Ruling.of("compared", *(Compares(whom="both", line=line) for line in lines), questions=len(lines))


def comparison_lines(option: Compared, tables: Tables) -> Iterator[Message]:
    """The comparison in sentences, for help texts and results."""
    for comparison in comparisons(option, tables):
        answers = tuple(
            Message.of("compare.answer", answer=_told(comparison.question, answer), value=_value(option, value))
            for value, answer in comparison.answers
        )
        yield Message.of("compare.line", question=Message(f"compare.{comparison.question.id}"), answers=answers)


def option_note(name: str, tables: Tables) -> tuple[Message, ...]:
    """What is worked out of an option, for its help at set-up; nothing for options that no law can weigh."""
    return tuple(comparison_lines(Compared(name), tables)) if name in set(Compared) else ()


def _value(option: Compared, value: OptionValue) -> Message:
    return Message(f"compared_value.{option.value}.{str(value).lower()}")


def _told(question: Question, answer: Fraction) -> Message:
    if question.chance:
        return Message.of("compare.percent", percent=round(answer * 100))
    return Message.of("compare.number", number=answer)
