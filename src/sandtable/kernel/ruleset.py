"""A ruleset: the one object that names everything a set of rules offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from typing import Any, Literal, get_args

from sandtable.kernel.card import FILE as CARD_FILE
from sandtable.kernel.card import Card, parse_card
from sandtable.kernel.drawing import ICON, PICTURE, read_drawing
from sandtable.kernel.drivers.exact import Exact, enumerate_exactly
from sandtable.kernel.drivers.run import Given, Start
from sandtable.kernel.exhibit import Exhibit
from sandtable.kernel.flaw import MissingFileFlaw
from sandtable.kernel.form import Bar, FieldSpec, specs_of
from sandtable.kernel.ledger import Ledger
from sandtable.kernel.messages import Catalogue, Message, Style
from sandtable.kernel.options import OptionSpec, parse_options
from sandtable.kernel.package_files import Parsed, parsed_file
from sandtable.kernel.rulebook import Rulebook, finished_surfaces, parse_rulebook
from sandtable.kernel.sheet import Sheet
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables, parse_tables, settled_tables
from sandtable.kernel.texts import kernel_catalogue
from sandtable.kernel.verdict import Rule, Verdict

Ink = Literal["red", "blue", "green", "ochre", "violet", "teal"]
INKS: tuple[Ink, ...] = get_args(Ink)  # what a side may be printed in
Layout = Literal["bars", "chain", "tenths", "track", "matrix", "plain"]
Begun = Rule[Any] | Staged[Any] | Verdict


@dataclass(frozen=True)
class NoQuestions:
    """The question fields of an action that asks nothing in advance."""


@dataclass(frozen=True)
class Action:
    """Something the umpire resolves: its situation, its rule, its verdict, and how its odds are shown."""

    id: str
    situation: type[Any]
    rule: Callable[[Any, Tables], Begun]  # one that asks for nothing may return its verdict at once
    verdict: type[Verdict]
    group: str
    rules: tuple[str, ...]
    layout: Layout = "bars"
    questions: type[Any] = NoQuestions
    bars: tuple[Bar, ...] = ()
    exhibit: Callable[[Any, Tables, Mapping[str, Given]], Exhibit] | None = None
    summary: Callable[[Any, Tables], Message | None] | None = None
    subject: Callable[[Any], Message] | None = None
    option: tuple[str, Any] | None = None  # only while this option has this value
    ledger_only: bool = False  # an entry for the books, resolved without a form of its own
    sealed: str | None = None  # given in secret by each side: the action that lays what both gave open
    numbers: tuple[str, ...] = ()  # the measures of a ruling, whose class does not tell them
    lengths: frozenset[str] = frozenset()  # those of them that are told on the players' tape

    @property
    def measures(self) -> tuple[str, ...]:
        """What people compare its odds by."""
        return self.numbers or tuple(self.verdict.measures)

    @property
    def distances(self) -> frozenset[str]:
        """The measures that are lengths."""
        return self.lengths | self.verdict.distances

    @cached_property
    def fields(self) -> tuple[FieldSpec, ...]:
        """All fields of the form: the situation's, then questions answered in advance."""
        return specs_of(self.situation) + specs_of(self.questions)

    def open_under(self, tables: Tables) -> bool:
        """Say whether the action exists under the options in force."""
        return self.option is None or tables.options.get(self.option[0]) == self.option[1]

    def start(self, situation: Any, tables: Tables) -> Start[Any]:
        """The rule, ready to be run as often as a driver likes."""
        return partial(_begun, self.rule, situation, tables)

    def law(self, situation: Any, tables: Tables, answers: Mapping[str, Given]) -> Exact[Any]:
        """The exact law of the verdict."""
        return enumerate_exactly(self.start(situation, tables), answers)


def _begun(rule: Callable[[Any, Tables], Begun], situation: Any, tables: Tables) -> Rule[Any] | Staged[Any]:
    """The rule as drivers run it: one that has returned its verdict already has nothing to ask."""
    begun = rule(situation, tables)
    return _settled(begun) if isinstance(begun, Verdict) else begun


def _settled(verdict: Verdict) -> Rule[Any]:
    yield from ()
    return verdict


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides; ``ink`` is one of ``INKS``, another one for each."""

    id: str
    ink: Ink


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the turn and the actions that belong to it."""

    id: str
    actions: tuple[str, ...]


def _icon(source: str) -> str:
    return read_drawing(source, ICON)


def _picture(source: str) -> str:
    return read_drawing(source, PICTURE)


@dataclass(frozen=True)
class UsualDuel:
    """What a duel of a game is where nobody says otherwise; without a script, its commonest action by each in turn."""

    units: tuple[str, str] | None = None  # "RegularInfantry 4", and who is against it
    script: str = ""  # "A fires, B fires"
    fields: Mapping[str, str] = field(default_factory=dict)
    beaten: Callable[[Tables], tuple[str, ...]] | None = None  # what ends a unit's part in it before it is gone


@dataclass(frozen=True)
class Ruleset:
    """Everything a ruleset offers to the umpire."""

    id: str
    prefix: str
    rules_version: str
    package: str
    actions: tuple[Action, ...]
    groups: tuple[str, ...]
    sides: tuple[Side, Side]
    fresh: tuple[str, Mapping[str, Any]]  # the commonest action, filled in
    ours: bool = False  # the printed rules leave numbers out; ours fill them
    ledger: type[Ledger] = Ledger
    phases: tuple[Phase, ...] = ()
    turn_action: str | None = None
    read_roster: Callable[[str, Style], list[Mapping[str, Any]]] | None = (
        None  # fields of the roster action, a unit each
    )
    roster_action: str = "roster_entry"
    armies: Callable[[], Mapping[str, tuple[Mapping[str, Any], ...]]] | None = (
        None  # fields of the roster action by battle; "action" names another one
    )
    option_notes: Callable[[str, Tables], tuple[Message, ...]] | None = None  # what an option changes, computed
    own_limits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # why a limit is the form's own, and whose
    duel: UsualDuel = UsualDuel()
    sheets: tuple[Sheet, ...] = ()  # what can be printed beside the reference sheet

    def _parsed(self, name: str, parse: Callable[[str], Parsed]) -> Parsed:
        return parsed_file(self.package, name, parse)

    @cached_property
    def card(self) -> Card:
        """What the list of games tells of it."""
        return self._parsed(CARD_FILE, parse_card)

    @cached_property
    def default_tables(self) -> Tables:
        """The tables as printed, options at their defaults."""
        return settled_tables(self._parsed("tables.toml", parse_tables), self.options, {})

    @cached_property
    def options(self) -> Mapping[str, OptionSpec]:
        """The switches; a ruleset without any needs no file for them."""
        try:
            return self._parsed("options.toml", parse_options)
        except MissingFileFlaw:
            return {}

    @cached_property
    def catalogue(self) -> Catalogue:
        """Every text, the kernel's own included; numbers of the tables are quoted as printed."""
        own = self._parsed("messages/en.toml", Catalogue.parse)
        texts = {**kernel_catalogue().texts, **own.texts, **self.card.texts}
        return Catalogue(texts, self.default_tables.quoted)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in our words."""
        return self._parsed("rules.toml", parse_rulebook)

    @cached_property
    def finished(self) -> tuple[str, ...]:
        """The surfaces this ruleset is complete on."""
        return self._parsed("rules.toml", finished_surfaces)

    @cached_property
    def drawings(self) -> Mapping[str, str]:
        """The icons that the ruleset brings along (``icons/NAME.svg``), by their names; they go before the page's own."""
        return {name: self._parsed(f"icons/{name}.svg", _icon) for name in self._drawn("icons")}

    @cached_property
    def picture(self) -> str:
        """The picture it is shown with above the list of games (``pictures/scene.svg``), or nothing."""
        return self._parsed("pictures/scene.svg", _picture) if "scene" in self._drawn("pictures") else ""

    def _drawn(self, folder: str) -> list[str]:
        place = files(self.package).joinpath(folder)
        names = [entry.name for entry in place.iterdir()] if place.is_dir() else []
        return sorted(name.removesuffix(".svg") for name in names if name.endswith(".svg"))

    @cached_property
    def by_id(self) -> Mapping[str, Action]:
        """Actions by their ids."""
        return {action.id: action for action in self.actions}

    @cached_property
    def field_names(self) -> frozenset[str]:
        """Every field name of every action, those of group members included."""
        specs = [spec for action in self.actions for spec in action.fields]
        inner = [spec for group in specs if group.group for spec in specs_of(group.group)]
        return frozenset(spec.name for spec in (*specs, *inner))

    def tables(self, options: Mapping[str, Any], house: str = "", file_name: str = "house rules") -> Tables:
        """The tables in force under these options and house rules."""
        if not options and not house.strip():
            return self.default_tables
        return settled_tables(self.default_tables, self.options, options, house, file_name)
