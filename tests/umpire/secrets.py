"""A made-up ruleset with secrets: a referee throws for what a patrol finds, and a player chooses in secret where it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.dice import D6
from sandtable.kernel.effects import Effect
from sandtable.kernel.exhibit import Cell, Matrix, SharedDie, SharedDieUnit, Strip, Track, TrackUnit
from sandtable.kernel.form import number
from sandtable.kernel.messages import Message
from sandtable.kernel.package_files import Parsed
from sandtable.kernel.requests import Band, Choose, Count, Label, Option, Roll
from sandtable.kernel.ruleset import Action, Layout, Ruleset, Side
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict

FILES = {
    "tables.toml": '[search]\nrule = "S-1.01"\nfinds = 5\nmin = 1\nmax = 9\n',
    "options.toml": '["lanterns"]\ndefault = false\nrule = "S-1.02"\n',
    "rules.toml": """
        [[chapter]]
        id = "1"
        title = "Searching"
        [[rule]]
        id = "S-1.01"
        chapter = "1"
        text = "A patrol finds something on five or more."
        tags = ["calc"]
        ours = true
        applied = ["umpire"]
        table = { columns = ["Die", "Finds"], rows = [["5-6", "a box"]] }
        [[rule]]
        id = "S-1.02"
        chapter = "1"
        text = "Lanterns help."
        tags = ["calc"]
        ours = false
        applied = ["umpire"]
    """,
    "game.toml": """
        [en]
        title = "Secrets"
        tagline = "Find them"
        period = "Any"
        scale = "None"
    """,
    "messages/en.toml": """
        [ruleset]
        notice = "All numbers are ours."
        [group]
        all = "All"
        [side]
        North = "North"
        South = "South"
        [side_short]
        North = "N"
        South = "S"
        [role]
        patrol = "The patrol"
        [action]
        search = { label = "Search", verb = "Search", note = "Keep it to yourself." }
        tenths = { label = "Tenths", verb = "Throw" }
        track = { label = "Track", verb = "Throw" }
        matrix = { label = "Matrix", verb = "Throw" }
        [field]
        men = "Men"
        [option.lanterns]
        label = "Lanterns"
        [measure]
        found = "Found"
        [outcome]
        True = "Found"
        False = "Nothing"
        [headline]
        search = "searched."
        [where]
        house = "The house"
        yard = "The yard"
        [request.search]
        where = "Where does the patrol look?"
        die = "Throw one die."
        pool = "Throw the patrol's dice."
        [request_help.search]
        where = "Tell nobody."
        [throw.search]
        die = "Search die"
        [effect]
        hides = "Put {count} {count|box|boxes} behind the screen."
        hides_detail = "Nobody else looks."
        moves = "Move the patrol."
        [reason]
        men = "{men} men"
        [x]
        band = "lucky"
        word = "Word {n}"
    """,
}


@dataclass(frozen=True)
class InMemory(Ruleset):
    """A ruleset whose files are texts of this module."""

    def _parsed(self, name: str, parse: Callable[[str], Parsed]) -> Parsed:
        return parse(FILES[name])


@dataclass(frozen=True, slots=True, kw_only=True)
class Hides(Effect):
    count: int
    known_to: str = "referee"
    icon: ClassVar[str] = "box"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves(Effect):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Silent(Effect):
    has_words: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    men: int = number(lowest=1, highest=6, usual=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched(Verdict):
    found: bool
    measures: ClassVar[dict[str, Any]] = {"found": lambda verdict: verdict.found}

    def outcome(self) -> Outcome:
        return Outcome(str(self.found), Message(f"outcome.{self.found}"), 4 * self.found, int(self.found), "search.die")

    def headline(self) -> Message:
        return Message("headline.search")


PLACES = (Option("house", Message("where.house"), "house"), Option("yard", Message("where.yard")))


def search(situation: Search, tables: Tables) -> Rule[Searched]:
    where: str = yield Choose("search.where", PLACES, "house", role="patrol", secret=True, rule="S-1.01")
    tally = Tally.of([Modifier(Message.of("reason.men", men=situation.men), situation.men - 3, "S-1.02")])
    found: bool = yield Roll(
        "search.die", (D6,), read=lambda face: face + tally.total >= tables.number("search.finds"), tally=tally,
        label=lambda found: Label(Message(f"outcome.{found}"), 4 * found),
    )  # fmt: skip
    if where == "yard":
        lucky = Band(Message("x.band"), frozenset({6}), 2)
        found = (yield Count("search.pool", D6, situation.men, (lucky,), read=lambda hits: hits)) > 0 or found
    hidden = (Hides(whom="patrol", count=1),) if found else ()
    return Searched(found=found, effects=(*hidden, Moves(whom="North"), Silent(whom="patrol")))


def shared_die(situation: Any, tables: Tables, answers: Mapping[str, Any]) -> SharedDie:  # noqa: ARG001 - an exhibit is handed all
    strips = (Strip(1, 4, Message("outcome.False")), Strip(5, 6, Message("outcome.True"), 3))
    return SharedDie(6, (SharedDieUnit("Patrol", Message.of("x.word", n=1), -2, strips, Message("where.house")),))


def track(situation: Any, tables: Tables, answers: Mapping[str, Any]) -> Track:  # noqa: ARG001 - an exhibit is handed all
    return Track(
        0, 5, (TrackUnit("Patrol", Message("x.band"), 2, 4, Message("outcome.True"), Message("where.yard"), bad=True),)
    )


def matrix(situation: Any, tables: Tables, answers: Mapping[str, Any]) -> Matrix:  # noqa: ARG001 - an exhibit is handed all
    cells = (
        (
            Cell(Message("outcome.True"), best_row=True, detail=Message("x.band")),
            Cell(Message("outcome.False"), best_column=True),
        ),
    )
    columns = (Message("where.house"), Message("where.yard"))
    return Matrix(
        Message("side.North"), Message("side.South"), (Message("x.band"),), columns, cells, Message("measure.found")
    )


def _action(name: str, layout: Layout, **about: Any) -> Action:
    return Action(name, Search, search, Searched, "all", ("S-1.01",), layout=layout, **about)


RULESET = InMemory(
    id="secrets",
    prefix="S",
    rules_version="3",
    package="tests.umpire",
    actions=(
        _action("search", "chain"),
        _action("tenths", "tenths", exhibit=shared_die),
        _action("track", "track", exhibit=track),
        _action("matrix", "matrix", exhibit=matrix),
    ),
    groups=("all",),
    sides=(Side("North", "blue"), Side("South", "red")),
    fresh=("search", {"men": 3}),
    ours=True,
)
