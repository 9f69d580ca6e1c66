"""Entries of the log opened: dice, reasons, chances and what came of it, and rounds in two sentences; nobody is told more than he may know."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle import registry
from sandtable.battle.account import Account
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import Entry
from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Choose
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.vocabulary import FireMode
from sandtable.server.table.accounts import account_of, round_of
from sandtable.server.table.history import History
from sandtable.server.table.texts import server_texts
from tests.server.ambush import GOVERNMENTS, REVOLUTIONARIES, SCENARIO
from tests.support.scenarios import column, scenario, unit

RULES = registry.table("revolucion")
SIDES = ("Government", "Revolutionary")
SEATS = (*(Seat(side, (side,)) for side in SIDES), Seat("spectator"), Seat("referee", referee=True))
TEXTS = server_texts("revolucion")


def played(text: str, seed: str, steps: int) -> Battle[Any]:
    """A battle that the program has played against itself for a while."""
    options = dict(read_scenario(text, "scenario").options)
    battle = Battle.begin(RULES, text, SEATS, seed, options=options)
    players = {side: RULES.players["random"]("", f"{seed}/{side}") for side in SIDES}  # type: ignore[attr-defined]
    for _ in range(steps):
        if battle.result is not None:
            break
        battle = one_step(battle, players)
    return battle


def one_step(battle: Battle[Any], players: dict[str, Any]) -> Battle[Any]:
    question = battle.question
    if question is None:
        decision = battle.decisions()[0]
        outcome = battle.submit(decision.by, players[decision.by].order(battle.view(decision.by), decision))
    else:
        assert isinstance(question.request, Choose)
        assert question.to is not None
        choice = players[question.to].choose(battle.view(question.to), question.to, question.request)
        outcome = battle.answer(question.to, question.key, choice)
    assert isinstance(outcome, Accepted)
    return outcome.battle


@pytest.fixture(scope="module")
def battle() -> Battle[Any]:
    return played(source_of("tutorial")[0], "cards", 90)


def accounts(battle: Battle[Any], seat: Seat) -> list[tuple[Entry, Account]]:
    """Every entry that a seat hears of, opened."""
    numbers, history = Numbering(seat).follow(battle.log), History()
    told = []
    for own, number in enumerate(numbers.heard_since(), start=1):
        entry = battle.log.entries[number - 1]
        assert isinstance(entry, Entry)
        told.append((entry, account_of(battle, history, RULES.desk, numbers, own, TEXTS)))  # type: ignore[attr-defined]
    return told


def kinds(entry: Entry) -> set[str]:
    return {event["kind"] for event in entry.events}


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.id)
def test_every_entry_can_be_opened_by_everybody_who_hears_of_it(battle, seat):
    told = accounts(battle, seat)
    assert len(told) > 40
    for number, (entry, account) in enumerate(told, start=1):
        codec.write(account)
        assert account.number == number
        thrown = [reply for reply in entry.answers if reply.about == "dice"]
        assert [each.faces for each in account.throws] == [tuple(reply.value) for reply in thrown]
        assert account.deed.who or account.deed.words


def test_a_shot_names_its_effect_and_the_exact_chance_it_had(battle):
    shots = [(entry, each) for entry, each in accounts(battle, SEATS[0]) if "fired" in kinds(entry)]
    assert len(shots) > 5
    for entry, account in shots:
        deed = account.deed
        fired = next(event for event in entry.events if event["kind"] == "fired")
        assert (deed.piece, deed.target) == (fired["unit"], fired["target"])
        assert "level" not in deed.headline
        assert deed.headline.endswith(".")
        assert (deed.headline == "No effect.") == (fired["levels"] == 0) == (deed.severity == 0)
        assert deed.odds is not None
        assert deed.came is not None
        assert deed.odds.bars[deed.came].words == deed.headline.removesuffix(".")
        assert sum(bar.percent for bar in deed.odds.bars) == 100
        assert account.why
        assert all(row.rule for row in account.why[0].rows)
    # Where the first throw alone decides, its chance is that of the row it came to.
    alone = [each for _, each in shots if len(each.throws) == 1 and not each.throws[0].reading.startswith("long")]
    assert alone
    for account in alone:
        assert account.deed.odds is not None
        came = account.deed.odds.bars[account.deed.came or 0]
        assert Fraction(*account.throws[0].chance) <= Fraction(came.chance).limit_denominator(1000)


def test_both_sides_and_onlookers_are_told_the_same_of_a_shot(battle):
    told = [{entry.number: each for entry, each in accounts(battle, seat)} for seat in SEATS]
    shots = [entry.number for entry in battle.log.entries if isinstance(entry, Entry) and "fired" in kinds(entry)]
    for number in shots:
        deeds = {(each[number].deed.headline, each[number].deed.came, each[number].why) for each in told}
        assert len(deeds) == 1


EDGE = scenario(
    "The Edge",
    column(
        "One",
        "Revolutionary",
        {"name": "Contreras", "at": [20, 5]},
        unit("Villa", "MachineGuns", 3, [20, 22, 0], formation="deployed"),
    ),
    column(
        "Two",
        "Government",
        {"name": "Rojas", "at": [36, 27]},
        unit("First", "IrregularInfantry", 6, [20, 27, 180], formation="maneuver"),
    ),
    turns=6,
)


def test_a_shot_that_drives_somebody_off_the_table_came_to_the_bases_that_it_cost():
    for seed in range(40):
        shot = orders.Fire(by="Revolutionary", unit="villa", target="first", mode=FireMode.DEPLOYED)
        entry, account = accounts(opened(EDGE, f"edge {seed}", shot), SEATS[0])[-1]
        gone = next((event["why"] for event in entry.events if event["kind"] == "unit_gone"), None)
        if gone == "leftTable":
            break
    else:
        raise AssertionError("Nobody was driven off the table.")
    deed = account.deed
    lost = next(event["count"] for event in entry.events if event["kind"] == "bases_removed")
    assert deed.headline == "Leaves the table."
    assert deed.severity > 0
    assert deed.odds is not None
    assert deed.odds.bars[deed.came or 0].words == f"Loses {lost} {'base' if lost == 1 else 'bases'}, falls back"


CHARGE = scenario(
    "The Charge",
    column(
        "One",
        "Revolutionary",
        {"name": "Contreras", "at": [20, 5]},
        unit("Villa", "VeteranInfantry", 6, [20, 10, 0], formation="maneuver"),
    ),
    column(
        "Two",
        "Government",
        {"name": "Rojas", "at": [36, 27]},
        unit("First", "IrregularInfantry", 4, [20, 13, 180], formation="deployed"),
    ),
    turns=6,
)


def charged(seed: str) -> Battle[Any]:
    """Villa assaults First in the first turn."""
    return opened(CHARGE, seed, orders.Assault(by="Revolutionary", unit="villa", target="first"))


def opened(text: str, seed: str, first: orders.Assault | orders.Fire) -> Battle[Any]:
    """A battle in which the Revolutionary side begins, with this order."""
    battle = Battle.begin(RULES, text, SEATS, seed, options={})
    for order in (
        *(orders.Ready(by=side) for side in SIDES),
        orders.Pass(by="Government"),
        orders.Activate(by="Revolutionary", column="one-column"),
        first,
    ):
        if any(order.kind in decision.orders and decision.by == order.by for decision in battle.decisions()):
            outcome = battle.submit(order.by, order)
            assert isinstance(outcome, Accepted), outcome
            battle = outcome.battle
    return battle


def test_an_assault_lists_its_steps_also_those_that_did_not_take_place():
    found: dict[str, Account] = {}
    for seed in range(40):
        fought = charged(f"charge {seed}")
        for seat in SEATS[:2]:
            entry, account = accounts(fought, seat)[-1]
            ended = next(event["ended"] for event in entry.events if event["kind"] == "assault_ended")
            found.setdefault(ended, account)
            deed, labels = account.deed, [step.label for step in account.deed.steps]
            assert labels[0] == "Order"
            if ended in {"wins", "beaten"}:
                assert {"Defence", "Fight"} <= set(labels)
            if ended == "stopped":
                assert labels[-1] == "Fight"
                assert not deed.steps[-1].faces
            assert all(step.faces or step.words for step in deed.steps)
            if deed.odds is not None:
                assert deed.came is not None
                assert sum(bar.percent for bar in deed.odds.bars) == 100
    assert {"wins", "beaten", "stopped"} <= found.keys()
    assert found["wins"].deed.headline == "Villa won."
    assert found["wins"].deed.odds is not None


def test_a_round_is_told_in_two_sentences(battle):
    for seat in SEATS:
        numbers = Numbering(seat).follow(battle.log)
        told = round_of(battle, RULES.desk, numbers, 1, numbers.last)  # type: ignore[attr-defined]
        assert told is not None
        shots = sum("fired" in kinds(entry) for entry in battle.log.entries if isinstance(entry, Entry))
        assert told.did.startswith(f"{shots} shots, ")
        assert told.did.endswith(".")
        assert told.meant.endswith(".")


def test_a_round_in_which_nothing_was_done_is_not_told():
    battle = Battle.begin(RULES, CHARGE, SEATS, "quiet", options={})
    for side in SIDES:
        outcome = battle.submit(side, orders.Ready(by=side))
        assert isinstance(outcome, Accepted)
        battle = outcome.battle
        for seat in SEATS:
            numbers = Numbering(seat).follow(battle.log)
            assert round_of(battle, RULES.desk, numbers, 1, numbers.last) is None  # type: ignore[attr-defined]


def test_a_round_of_nothing_is_refused(battle):
    numbers = Numbering(SEATS[0]).follow(battle.log)
    with pytest.raises(Refusal):
        round_of(battle, RULES.desk, numbers, numbers.last + 1, numbers.last + 5)  # type: ignore[attr-defined]


def test_what_is_no_entry_cannot_be_opened(battle):
    numbers = Numbering(SEATS[0]).follow(battle.log)
    for own in (0, -1, numbers.last + 1):
        with pytest.raises(Refusal):
            account_of(battle, History(), RULES.desk, numbers, own, TEXTS)  # type: ignore[attr-defined]


def test_under_other_rules_the_dice_are_not_thrown_again(battle):
    class Newer:
        def __getattr__(self, name: str) -> Any:
            return "another" if name == "rules_version" else getattr(RULES, name)

    numbers = Numbering(SEATS[0]).follow(battle.log)
    newer = replace(battle, rules=Newer())
    account = account_of(newer, History(), RULES.desk, numbers, 1, TEXTS)  # type: ignore[attr-defined]
    assert account.throws == ()


@pytest.mark.parametrize("seat", SEATS[:3], ids=lambda seat: seat.id)
def test_nothing_hidden_is_in_an_account_or_a_summary(seat):
    secret = {"Government": REVOLUTIONARIES, "Revolutionary": GOVERNMENTS}.get(seat.id, GOVERNMENTS | REVOLUTIONARIES)
    fought = played(SCENARIO, "hush", 60)
    known = fought.view(seat.id)
    hidden = {name: tells for name, tells in secret.items() if name not in {*known.units, *known.leaders, *known.mines}}
    assert hidden
    numbers = Numbering(seat).follow(fought.log)
    told = [str(codec.write(each)) for _, each in accounts(fought, seat)]
    told.append(str(codec.write(round_of(fought, RULES.desk, numbers, 1, numbers.last))))  # type: ignore[attr-defined]
    for text in told:
        for tells in hidden.values():
            assert not any(f"'{tell}'" in text or f" {tell}" in text for tell in tells if not tell[0].isdigit())
