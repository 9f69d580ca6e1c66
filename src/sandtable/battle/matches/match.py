"""The computer against itself: one battle that keeps its log, or many that keep what came of them.

A match says who plays what. Its battles differ by their seeds alone, and a battle is the same whether it keeps its log or not.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import active_children, get_context
from pathlib import PurePath
from signal import SIG_DFL, SIGINT, signal
from traceback import extract_tb
from typing import Any, Protocol, runtime_checkable

from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.battle import Battle, Refused
from sandtable.battle.event import Event
from sandtable.battle.matches.collector import spare_the_collector
from sandtable.battle.matches.course import Chronicler, Course, HasChronicle
from sandtable.battle.matches.play import Player, StuckError, play
from sandtable.battle.matches.shares import Share
from sandtable.battle.matches.staff import engaged_players
from sandtable.battle.order import Order
from sandtable.battle.registry import table
from sandtable.battle.rules import HasLevelOptions, Result, TableRules
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Unit
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Role, Seat
from sandtable.kernel.drivers.run import DiceSource
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Choose
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.tables import Tables

READY = 6  # matches that a process holds ready at once: two rule texts take turns
LONGEST_ERROR = 300  # characters
MOST_ORDERS = 100_000  # of one battle; beyond that it never ends
REFEREE = Seat("referee", (), referee=True)


@runtime_checkable
class Renames(Protocol):
    """A table whose pieces do not go by the ids of the scenario's units."""

    def goes_by(self, unit: Unit) -> str:
        """What a unit of the scenario is called on the table."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays what: the ruleset by name, the scenario's text, a player's name for each side, a level for all.

    ``levels`` are those of sides that play at another one; ``weights`` are files by which sides weigh things otherwise than is shipped: the
    side, what the file is called, its text. Options and house rules are laid over the scenario's own.
    """

    ruleset: str
    scenario: str
    players: tuple[tuple[Role, str], ...]
    level: str = ""
    levels: tuple[tuple[Role, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    house: str = ""
    weights: tuple[tuple[Role, str, str], ...] = ()

    def level_of(self, role: Role) -> str:
        """How well a side plays."""
        return dict(self.levels).get(role, self.level)


@dataclass(frozen=True, slots=True)
class Record:
    """What came of one battle. ``lost`` counts bases of all there were; ``reason`` says in a word how it ended.

    ``course`` is how it went, turn by turn, where the table can tell.
    """

    seed: str
    winner: Role | None
    reason: str
    turns: int
    orders: int
    lost: Mapping[Role, int]
    scores: Mapping[Role, int]
    course: Course | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A battle that could not be played to its end: what went wrong, and where in the program."""

    seed: str
    error: str
    where: str


def players_of(match: Match, seed: str) -> AbstractContextManager[dict[Role, Player[Any]]]:
    """The players of one battle, each with luck of its own, for as long as it lasts."""
    weights = {role: text for role, _, text in match.weights}
    return engaged_players(table(match.ruleset), dict(match.players), match.level_of, seed, weights)


def options_of(match: Match, rules: TableRules[Any]) -> dict[str, str]:
    """The options in force beside the scenario's own: those that go with the levels, and over them those that were asked for."""
    levels = {role: match.level_of(role) for role, _ in match.players}
    return {**(rules.level_options(levels) if isinstance(rules, HasLevelOptions) else {}), **dict(match.options)}


# ---- One battle with its log --------------------------------------------------------------------------------------------------------


def play_logged(
    match: Match,
    seed: str,
    on_step: Callable[[Battle[Any]], None] | None = None,
    players: Mapping[Role, Player[Any]] | None = None,
) -> Battle[Any]:
    """Play a battle and keep its log, its seed laid open at the end; by others than its own players, where somebody brings them.

    ``on_step`` sees it after every order.
    """
    if players is None:
        with players_of(match, seed) as own:
            return play_logged(match, seed, on_step, own)
    rules = table(match.ruleset)
    seats = [Seat(role, (role,)) for role in players]
    battle = Battle.begin(rules, match.scenario, seats, seed, options=options_of(match, rules), house=match.house)
    for _ in range(MOST_ORDERS):
        if battle.result is not None:
            return _accepted(battle.lay_open())
        battle = _step(battle, players)
        if on_step is not None:
            on_step(battle)
    raise StuckError(f"not over after {MOST_ORDERS} orders")


def _step(battle: Battle[Any], players: Mapping[Role, Player[Any]]) -> Battle[Any]:
    """An answer where something is asked, else an order."""
    question = battle.question
    if question is not None:
        assert question.to is not None and isinstance(question.request, Choose)  # noqa: S101, PT018 - dice are the app's
        choice = players[question.to].choose(battle.view(question.to), question.to, question.request)
        return _accepted(battle.answer(question.to, question.key, choice))
    decisions = battle.decisions()
    if not decisions:
        raise StuckError("nobody has to decide, and the battle is not over")
    decision = decisions[0]
    return _accepted(battle.submit(decision.by, players[decision.by].order(battle.view(decision.by), decision)))


def _accepted(outcome: Any) -> Battle[Any]:
    if isinstance(outcome, Refused):  # a player that gives an illegal order is a fault
        raise Refusal(outcome.problems)
    done: Battle[Any] = outcome.battle
    return done


# ---- Many without ---------------------------------------------------------------------------------------------------------------------


OnOrder = Callable[[Order, list[Event], Any], None]  # is called with an order, what came of it, and the table after it


Beginning = tuple[
    TableRules[Any], Any, Mapping[str, tuple[Role, int]]
]  # the rules, the table before the first order, side and bases of each unit


def play_through(
    match: Match,
    seed: str,
    players: Mapping[Role, Player[Any]] | None = None,
    on_order: OnOrder | None = None,
    beginning: Beginning | None = None,
    dice: DiceSource | None = None,
) -> Record:
    """Play a battle straight through; by other players, from another beginning or with other dice, where somebody brings them."""
    if players is None:
        with players_of(match, seed) as own:
            return play_through(match, seed, own, on_order, beginning, dice)
    rules, start, strengths = beginning or beginning_of(match)
    chronicler = chronicler_of(rules, match.scenario, start, strengths)
    given: list[Order] = []

    def note_order(order: Order, _: list[Event]) -> None:
        given.append(order)

    def note_state(events: list[Event], state: Any) -> None:
        if chronicler is not None:
            chronicler.watch(events, state)
        if on_order is not None:
            on_order(given[-1], events, state)

    state, result = play(
        rules, start, players, dice or DiceStream(seed), most=MOST_ORDERS, on_order=note_order, on_state=note_state
    )
    found = record_of(rules, start, state, result, strengths, seed, len(given))
    return replace(found, course=chronicler.course(state, found.reason)) if chronicler else found


def chronicler_of(
    rules: TableRules[Any], scenario: str, start: Any, strengths: Mapping[str, tuple[Role, int]]
) -> Chronicler | None:
    """Who writes the course of a battle; nobody, where the table cannot tell it."""
    if not isinstance(rules, HasChronicle):
        return None
    return Chronicler(rules.chronicle, start, strengths, columns_in(rules, scenario))


@lru_cache(maxsize=READY)
def columns_in(rules: TableRules[Any], scenario: str) -> Mapping[str, int]:
    """The column of every unit, by its place in the scenario."""
    names = rules.goes_by if isinstance(rules, Renames) else lambda unit: unit.id
    read = read_scenario(scenario)
    places = {column.id: place for place, column in enumerate(read.columns)}
    return {names(unit): places[unit.column] for unit in read.units if unit.column in places}


def try_battle(match: Match, seed: str) -> Record | Failure:
    """Play a battle straight through; one that fails is told, so that the others go on."""
    try:
        return play_through(match, seed)
    except Exception as error:  # noqa: BLE001 - whatever the rules stumble over
        return failure_of(seed, error)


def failure_of(seed: str, error: Exception) -> Failure:
    """A failed battle: its seed, what went wrong, and where in the program."""
    return Failure(seed, f"{type(error).__name__}: {error}"[:LONGEST_ERROR], _where(error))


def _where(error: Exception) -> str:
    """The innermost place of our own, without the path that it has on this machine."""
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if "sandtable" in PurePath(frame.filename).parts] or frames
    last = own[-1]
    return f"{PurePath(last.filename).name}, line {last.lineno}, in {last.name}"


@lru_cache(maxsize=READY)
def beginning_of(match: Match) -> Beginning:
    """What all battles of a match begin with."""
    return beginning_under(match, tables_of(match))


def tables_of(match: Match) -> Tables:
    """The tables under which a match is played, before the scenario lays its own house rules over them."""
    rules = table(match.ruleset)
    return rules.ruleset.tables(options_of(match, rules), match.house)


def beginning_under(match: Match, tables: Tables) -> Beginning:
    """What battles of a match begin with under tables that somebody brings."""
    rules = table(match.ruleset)
    return rules, rules.set_up(match.scenario, tables), strengths_in(rules, match.scenario)


def strengths_in(rules: TableRules[Any], scenario: str) -> Mapping[str, tuple[Role, int]]:
    """Side and bases of every unit at the start; none for tables that nobody can look at."""
    if not isinstance(rules, HasDesk):
        return {}
    names = rules.goes_by if isinstance(rules, Renames) else lambda unit: unit.id
    return {names(unit): (unit.side, unit.bases) for unit in read_scenario(scenario).units}


def record_of(
    rules: TableRules[Any],
    start: Any,
    end: Any,
    result: Result,
    strengths: Mapping[str, tuple[Role, int]],
    seed: str,
    orders: int,
) -> Record:
    """What came of a battle."""
    turns, lost = 0, {}
    if isinstance(rules, HasDesk):
        first, last = (rules.desk.scene(state, REFEREE) for state in (start, end))
        turns, lost = last.clock.turn, _lost(strengths, first, last)
    reason = result.reason.id.rpartition(".")[2]
    return Record(seed, result.winner, reason, turns, orders, lost, dict(result.scores))


def _lost(strengths: Mapping[str, tuple[Role, int]], first: Scene, last: Scene) -> dict[Role, int]:
    """Bases that are gone. Whoever is off the table just as at the start, still to come or still aboard, is not."""
    lost = {role: 0 for role, _ in strengths.values()}
    waiting = set(first.off) & set(last.off)
    safe = {one.id for one in waiting}
    for unit, (role, bases) in strengths.items():
        piece = last.pieces.get(unit)
        if piece is not None:
            now = piece.plate.now or len(piece.corners)  # a plate may count men, or nothing where nobody is lost
            lost[role] += max(0, bases - now)
        elif unit not in safe:
            lost[role] += bases
    return lost


def series(match: Match, seeds: Sequence[str], jobs: int) -> Generator[Record | Failure, None, None]:
    """Play battles in so many processes, and yield what came of each as it ends. Closing the generator stops them."""
    if jobs == 1:
        yield from (try_battle(match, seed) for seed in seeds)
        return
    # Processes that are started afresh: a fork would copy locks that threads of ours may hold.
    executor = ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_at_work, initargs=(match.ruleset,)
    )
    waiting = iter(seeds)
    running: set[Future[Record | Failure]] = set()
    try:
        while True:
            for seed in waiting:
                running.add(executor.submit(try_battle, match, seed))
                if len(running) > jobs:  # one in hand, so that nobody waits for us
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        _end(executor, running)


def _at_work(ruleset: str) -> None:
    """Make a new process one that plays battles of a ruleset and does nothing else."""
    signal(SIGINT, SIG_DFL)  # Ctrl-C ends a worker at once and without a word
    table(ruleset)
    spare_the_collector()


def _end(executor: ProcessPoolExecutor, running: Iterable[Future[Record | Failure]]) -> None:
    """Workers in the middle of a battle are not waited for."""
    if running:
        for process in active_children():
            process.terminate()
    executor.shutdown(wait=True, cancel_futures=True)


# ---- What they tell -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Summary:
    """What a series tells: who won how often and why, how long it took, what each side lost on average of what it had."""

    battles: int
    wins: Mapping[Role, Share]
    draws: Share
    reasons: Mapping[str, int]
    turns: tuple[int, float, int]  # least, mean, most
    orders: tuple[int, float, int]
    lost: Mapping[Role, tuple[float, int]]


def summary(match: Match, records: Sequence[Record]) -> Summary:
    """Sum a series up."""
    roles = [role for role, _ in match.players]
    strengths = strengths_in(table(match.ruleset), match.scenario)
    there = {role: sum(bases for side, bases in strengths.values() if side == role) for role in roles}
    total = len(records)
    reasons = sorted({one.reason for one in records})
    return Summary(
        total,
        {role: Share(sum(one.winner == role for one in records), total) for role in roles},
        Share(sum(one.winner is None for one in records), total),
        {reason: sum(one.reason == reason for one in records) for reason in reasons},
        _spread([one.turns for one in records]),
        _spread([one.orders for one in records]),
        {role: (_mean([one.lost.get(role, 0) for one in records]), there[role]) for role in roles},
    )


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _spread(values: Sequence[int]) -> tuple[int, float, int]:
    return (min(values), _mean(values), max(values)) if values else (0, 0.0, 0)
