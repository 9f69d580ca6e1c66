"""A made-up ruleset of one form, for tests of forms, tables and options: a column marches through bad weather."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.dice import D6
from sandtable.kernel.form import Bar, Section, choice, distance, group, number, text, when, yes_no
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.options import parse_options
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Observe, Roll
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables, parse_tables, settled_tables
from sandtable.kernel.verdict import Outcome, Rule, Verdict

TABLES = """\
[march]
rule = "M-1.01"
min = 0
max = 40
empty = true
columns = ["clear", "rain"]
Infantry = [6, 4]
Cavalry  = [12, 8]
Wagons   = [4, "-"]

[march.night]                    # its rows belong to the columns of the table above
Infantry = [3, 2]

[fatigue]
rule = "M-2.01"
ours = true
up_to  = [2, 4]
result = ["fresh", "tired", "exhausted"]
losses = [0, 1, 2]

[fatigue.cause]
words = ["thirst", "heat", "mud"]
first = "thirst"
others = ["heat", "mud"]

[fatigue.men]
columns = ["few", "many"]
Infantry = [1, 3]

[rations]
min = 0
max = 9
days = [3, 5]

[road]
bonus = "3/2"
share = 0.5
paved = true
name = "camino real"
"""
OPTIONS = """\
["night"]
default = false
rule = "M-3.01"

["pace"]
default = "usual"
choices = ["usual", "double-quick"]
rule = "M-3.02"

["delay"]
default = "1/2"
choices = ["0", "1/2", "1"]
exact = true
min = 0
max = 1

["halts"]
default = 2
min = 1
max = 6
rule = "M-3.03"
"""


class Arm(Vocabulary):
    INFANTRY = "Infantry"
    CAVALRY = "Cavalry"
    WAGONS = "Wagons"


class Weather(Vocabulary):
    CLEAR = "clear"
    RAIN = "rain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    arm: Arm = choice(Arm)
    men: int = number(lowest=1, highest=120, usual=60)
    name: str | None = text(optional=True)
    mounted: bool = yes_no(usual=False, needed=when("arm", Arm.INFANTRY))


@dataclass(frozen=True, slots=True, kw_only=True)
class March:
    arm: Arm = choice(Arm, section=Section.ACTOR)
    weather: Weather = choice(
        Weather,
        usual=Weather.CLEAR,
        bars=(Bar((Weather.RAIN,), when("arm", Arm.WAGONS), Message("reason.wagons"), "M-1.02"),),
    )
    remounts: int | None = number(lowest=1, highest=9, needed=when("arm", Arm.CAVALRY))
    length: str | Fraction = distance(bands=("0-6", "6-12"), highest=48)
    guide: bool = yes_no(usual=False)
    lantern: bool | None = yes_no(optional=True, option=("night", True))
    leader: str | None = text(optional=True)
    companies: tuple[Company, ...] = group(Company, lowest=1, highest=3)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        if self.guide and self.leader is None:
            yield Problem("leader", Message("problem.guide_alone"), (Arm.INFANTRY, 3), "M-1.03")  # type: ignore[arg-type]  # rules name values


@dataclass(frozen=True, slots=True, kw_only=True)
class MarchQuestions:
    river: bool | None = yes_no(section=Section.QUESTION, question="march.river", optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived(Verdict):
    losses: int
    measures: ClassVar[dict[str, Any]] = {"losses": lambda verdict: verdict.losses}

    def outcome(self) -> Outcome:
        return Outcome(str(self.losses), Message("x"), self.losses, self.losses)


def march(situation: March, tables: Tables) -> Rule[Arrived]:
    river: bool = yield Observe("march.river", usual=False)
    losses: int = yield Roll("march.losses", (D6,), read=lambda face: tables.step("fatigue", face + river, "losses"))
    return Arrived(losses=losses + int(situation.guide))


MARCH = Action(
    "march",
    March,
    march,
    Arrived,
    "moves",
    ("M-1.01",),
    questions=MarchQuestions,
    bars=(Bar((), when("arm", Arm.WAGONS) & when("guide", True), Message("reason.no_guides"), "M-1.04"),),
)
BARE_TABLES = parse_tables(TABLES)


def muster_tables(house: str = "", **options: Any) -> Tables:
    """The tables in force, read afresh, so that a fault of the reader shows in every test."""
    return settled_tables(parse_tables(TABLES), parse_options(OPTIONS), options, house, "club.toml")
