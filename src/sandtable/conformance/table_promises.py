"""What a ruleset's table promises: orders and events that can be written, and battles that are legal, replay, verify, can be taken back,
tell no secret, and say by which rule something is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import Entry, read_log
from sandtable.battle.engine.revelation import ids_left_out
from sandtable.battle.engine.verify import verify
from sandtable.battle.event import Event
from sandtable.battle.maps.ground import SYMBOLS
from sandtable.battle.maps.look import look_of
from sandtable.battle.maps.map import MapDrawing
from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.order import Order, read_order
from sandtable.battle.rules import TableRules
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import rulesets_with_tables, scenario_rules
from sandtable.battle.seat import Seat
from sandtable.conformance.breach import BreachError
from sandtable.conformance.table_secrets import Lookout
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal

SEED, NEW_SEED = "conformance", "conformance, on another branch"  # dice are thrown once
CHANCES = 2  # scenarios made by chance that are played
SEARCHED = 60  # orders of a battle with secrets, after each of which everything is searched
MOMENTS, WISHES = 12, 40  # of a battle: at so many moments so many of its orders are given once more
Rules = TableRules[Any]


def it_goes_by_the_name_of_its_ruleset(rules: Rules) -> None:
    if rules.name != rules.ruleset.id:
        raise BreachError(f"the table is called {rules.name}, its ruleset {rules.ruleset.id}")
    if not rules.rules_version:
        raise BreachError("rules_version is empty")


def its_orders_and_events_can_be_written(rules: Rules) -> None:
    """Each goes by its kind, and the codec knows all of its fields."""
    bases: tuple[tuple[type[Any], Any], ...] = ((Order, rules.orders), (Event, rules.events))
    for base, kinds in bases:
        if not kinds:
            raise BreachError(f"there is no {base.__name__}")
        for name, kind in kinds.items():
            if not issubclass(kind, base) or kind.kind != name:
                raise BreachError(f"{kind.__name__} goes by {name}, which is not its kind")
            codec.check(kind)


def its_scenarios_can_be_set_up(rules: Rules) -> None:
    """Those that come with it and some that chance makes: both sides are there, and somebody has to decide."""
    for name, text in _scenarios(rules):
        battle = Battle.begin(rules, text, (), SEED)
        if len(rules.sides(battle.state)) < 2:
            raise BreachError(f"{name}: there are fewer than two sides")
        if not battle.decisions() and battle.result is None:
            raise BreachError(f"{name}: nobody has to decide, and it is not over")


def its_players_give_legal_orders_to_the_end(rules: Rules) -> None:
    """An order or a choice that is refused would be told here."""
    for name, battle in _battles(rules):
        if battle.result is None:
            raise BreachError(f"{name}: the battle has no end")


def its_battles_replay_and_verify(rules: Rules) -> None:
    """The log as JSON leads to the same state, and every die of it is the seed's."""
    for name, battle in _battles(rules):
        log = read_log(json.dumps(battle.log.plain()))
        if log != battle.log:
            raise BreachError(f"{name}: the log is another one when it is read again")
        if Battle.resume(rules, log, SEED).state != battle.state:
            raise BreachError(f"{name}: the log leads to another state when it is replayed")
        differences = verify(rules, log, SEED).differences
        if differences:
            raise BreachError(f"{name}: the log does not verify: {differences[0]}")


def its_battles_can_be_taken_back(rules: Rules) -> None:
    """Back to the middle, with everybody's consent, and on from there."""
    for name, battle in _battles(rules):
        half = battle.log.number // 2
        branch = battle.branch(half, NEW_SEED)
        if branch.state != battle.state_at(half):
            raise BreachError(f"{name}: after order {half} a branch stands elsewhere than the battle did")
        for seat in branch.log.seats:
            outcome = branch.undo(seat.id)
            if isinstance(outcome, Accepted):
                branch = outcome.battle
        if Battle.resume(rules, branch.log, NEW_SEED).state != branch.state:
            raise BreachError(f"{name}: what was taken back comes again when the log is replayed")


class _SearchedEnoughError(Exception):
    """A battle has been watched for as long as is needed."""


def its_seats_are_given_nothing_hidden(rules: Rules) -> None:
    """Views, logs, scenes, lines and offers name nobody who is hidden, in battles that begin with somebody hidden."""
    for name, text in _scenarios(rules):
        if isinstance(rules, HasPlayers) and _has_secrets(rules, text):
            lookout, orders = Lookout(), count(1)

            def watched(battle: Battle[Any], lookout: Lookout = lookout, orders: Iterator[int] = orders) -> None:
                lookout.look(battle)
                if next(orders) >= SEARCHED:
                    raise _SearchedEnoughError

            try:
                _played(rules, name, text, watched)
            except _SearchedEnoughError:
                continue


def its_refusals_name_a_rule(rules: Rules) -> None:
    """What the rules refuse they refuse by a rule of the game: orders given at another time, and what a panel says cannot be done now.

    An order about somebody else than the table waits for needs no rule; it is told who that is.
    """
    known = rules.ruleset.rulebook.by_id
    for name, battle in _battles(rules):
        for what, rule in refusals(battle):
            if rule not in known:
                raise BreachError(f"{name}: {what} is refused by {rule or 'no rule'}")


def refusals(battle: Battle[Any]) -> Iterator[tuple[str, str | None]]:
    """What is refused at some moments of a battle, and by which rule."""
    rules = battle.rules
    entries = [entry for entry in battle.log.entries if isinstance(entry, Entry)]
    wishes = [read_order(rules.orders, entry.order) for entry in entries[:: max(1, len(entries) // WISHES)]]
    for number in range(0, battle.log.number, max(1, battle.log.number // MOMENTS)):
        state = battle.state_at(number)
        awaited = {(each.by, kind): each.subject for each in rules.decisions(state) for kind in each.orders}
        for seat in battle.log.seats:
            view = rules.view(state, seat)
            for order in wishes:
                if seat.speaks_for(order.by) and (order.by, order.kind) in awaited:
                    waits_for = (awaited[order.by, order.kind],)
                    problems = (each for each in rules.problems(view, order) if each.rule or each.choices != waits_for)
                    yield from ((problem.message.id, problem.rule) for problem in problems)
            if isinstance(rules, HasDesk):
                pieces = rules.desk.scene(view, seat).pieces.values()
                panels = (rules.desk.panel(view, seat, piece.id) for piece in pieces if piece.ready)
                yield from ((no.title, no.objection.rule) for panel in panels for no in panel.not_now)


def _has_secrets(rules: Rules, text: str) -> bool:
    """Whether somebody is hidden from a side when a battle begins."""
    start = Battle.begin(rules, text, (), SEED).state
    return any(ids_left_out(start, rules.view(start, Seat(side, (side,)))) for side in rules.sides(start))


def _scenarios(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.name not in rulesets_with_tables():
        return
    made = scenario_rules(rules.name)
    yield from ((f"random:{seed}", made.made_by_chance(seed)) for seed in range(CHANCES))
    for name, file in shipped().items():
        text = file.read_text(encoding="utf-8")
        if read_scenario(text, file.name).ruleset == rules.name:
            yield name, text


_PLAYED: dict[str, list[tuple[str, Battle[Any]]]] = {}  # by the name of the table; a battle may take its time


def _battles(rules: Rules) -> list[tuple[str, Battle[Any]]]:
    """Battles that its quickest player has played against itself, whole, on ground made by chance."""
    if not isinstance(rules, HasPlayers):
        return []
    if rules.name not in _PLAYED:
        chosen = list(_scenarios(rules))[:CHANCES]
        _PLAYED[rules.name] = [(name, _played(rules, name, text)) for name, text in chosen]
    return _PLAYED[rules.name]


def _played(rules: Rules, name: str, text: str, watched: Callable[[Battle[Any]], None] | None = None) -> Battle[Any]:
    """A battle that its quickest player has played against itself."""
    assert isinstance(rules, HasPlayers)
    player = "random" if "random" in rules.players else next(iter(rules.players))
    level = rules.levels[0] if rules.levels else ""
    sides = tuple((side.label, player) for side in read_scenario(text, name).sides)
    try:
        return play_logged(Match(rules.name, text, sides, level), SEED, watched)
    except Refusal as refusal:
        raise BreachError(f"{name}: the player {player} did what is not legal: {refusal}") from refusal


def its_ground_can_be_drawn(rules: Rules) -> None:
    """Every kind of ground has a symbol that maps know, or that the ruleset brings along (``table/map.toml``)."""
    if rules.name not in rulesets_with_tables():
        return
    known = SYMBOLS | look_of(rules.ruleset.package).symbols.keys()
    for kind, ground in scenario_rules(rules.name).grounds.items():
        if ground.symbol not in known:
            raise BreachError(f"{kind}: no map knows the symbol {ground.symbol}; say in table/map.toml how it looks")
    for _, text in _scenarios(rules):
        scenario = read_scenario(text, "scenario")
        MapDrawing(scenario, scenario_rules(rules.name)).land()


PROMISES: tuple[Callable[[Rules], None], ...] = (
    it_goes_by_the_name_of_its_ruleset,
    its_orders_and_events_can_be_written,
    its_scenarios_can_be_set_up,
    its_ground_can_be_drawn,
    its_players_give_legal_orders_to_the_end,
    its_battles_replay_and_verify,
    its_battles_can_be_taken_back,
    its_seats_are_given_nothing_hidden,
    its_refusals_name_a_rule,
)
