"""Whole random battles in which both sides have secrets: nothing that a seat is given tells it what it may not know.

Everything a seat can get hold of (its view, the exported log, what is awaited, the scene, the lines of the log) is searched as text after every
order, for the ids, the names and the places of whatever is hidden from it; orders are taken back now and then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import Entry, read_log
from sandtable.battle.engine.revelation import places_given_away
from sandtable.battle.engine.verify import verify
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.requests import Choose
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.vocabulary import Side
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY, column, part, scenario, unit

SCENARIO = scenario(
    "Secrets",
    part("area", kind="woods", outline=[[4, 18], [12, 18], [12, 25], [4, 25]]),
    part("area", kind="woods", outline=[[30, 6], [40, 6], [40, 12], [30, 12]]),
    part("line", kind="wire", points=[[14, 16], [26, 16]]),
    part("road", id="line", kind="railway", points=[[28, 0], [28, 32]]),
    column(
        "First",
        REVOLUTIONARY,
        {"name": "Vega", "at": [18, 4], "chief": True},
        unit("Foot", "RegularInfantry", 4, [18, 12, 0]),
        unit("Horse", "IrregularCavalry", 4, [8, 12, 0]),
    ),
    column(
        "Quicksilver",
        REVOLUTIONARY,
        {"name": "Zaragoza", "aboard": "wildcat"},
        unit("Wildcat", "truck", 2, [34.137, 9.391, 0], hidden=True),
        unit("Ocelot", "RegularInfantry", 4, aboard="wildcat", hidden=True),
        unit("Puma", "RegularInfantry", 4, [37.713, 10.179, 0], hidden=True),
    ),
    column(
        "Second",
        GOVERNMENT,
        {"name": "Rubio", "at": [18, 28], "chief": True},
        unit("Line", "RegularInfantry", 4, [20, 20, 180], formation="deployed"),
        unit("Ambush", "RegularInfantry", 4, [8.137, 21.391, 180], hidden=True),
    ),
    column(
        "Thunder",
        GOVERNMENT,
        {"name": "Blanquet"},
        unit("Lancers", "RegularCavalry", 4),
        unit("Baggage", "train", 2),
        unit("Stowaways", "RegularInfantry", 4, aboard="baggage"),
    ),
    part("arrival", turn=2, at=[40, 32, 180], units=["lancers"], leaders=["blanquet"]),
    part("arrival", turn=3, at=[28, 32, 180], units=["baggage"]),
    part("mark", id="minefield", kind="mineSquare", side="Government", at=[18.377, 15.193], hidden=True),
    part("mark", id="charge", kind="commandMine", side="Revolutionary", at=[20.733, 18.571], hidden=True),
    part("hint", side="Government", unit="ambush", text="Keep Ambush where it is."),
    size=(44, 32),
    options=("wire", "mines", "hidden", "aircraft"),
    turns=5,
)
SEATS = tuple(Seat(side.value.lower(), (side.value,)) for side in Side)
PLACES = {
    "wildcat": ("34137", "9391"),
    "puma": ("37713", "10179"),
    "ambush": ("8137", "21391"),
    "minefield": ("18377", "15193"),
    "charge": ("20733", "18571"),
}


def secrets(state: State, side: Side) -> set[str]:
    """The ids of all that is hidden from a side now."""
    found = {unit.id for unit in state.units.values() if unit.side is not side and (unit.hidden or unit.arrives)}
    found |= {each.id for each in state.leaders.values() if each.side is not side and (each.hidden or each.arrives)}
    return found | {mine.id for mine in state.mines.values() if mine.side != side.value and not mine.shown_to_all}


class Knowledge:
    """What was on the table for a side at any time, in orders that were taken back too: who has seen it knows it for good."""

    def __init__(self) -> None:
        self.of: dict[Side, set[str]] = {side: set() for side in Side}

    def look(self, battle: Battle[State]) -> None:
        for side, seat in zip(Side, SEATS, strict=True):
            view = battle.view(seat.id)
            self.of[side] |= {*view.units, *view.leaders, *view.mines, *view.columns}


def words(state: State, secret: str) -> Iterator[str]:
    """What would give a secret away, as patterns: its id, its name, its place while it is where it began."""
    yield f"[\"']{secret}[\"']"
    place = PLACES.get(secret)
    if secret in state.units:
        yield state.units[secret].card.name
        stands = state.units[secret].stands
        place = place if stands is not None and place and str(stands.anchor.x) == place[0] else None
    elif secret in state.leaders:
        yield state.leaders[secret].name
    if place:
        yield rf"\b{place[0]}\D{{1,8}}{place[1]}\b"


def given(battle: Battle[State], seat: Seat) -> str:
    """All that a seat can get hold of, as text."""
    view = battle.view(seat.id)
    entries = battle.export(seat.id)["entries"]
    lines = [DESK.lines(view, entry) for entry in entries[-3:] if entry["kind"] == "order"]
    return json.dumps([codec.write(view), battle.export(seat.id)], ensure_ascii=False) + str(
        (battle.awaited(seat.id), DESK.scene(view, seat), lines, view.hints)
    )


def search(battle: Battle[State], knowledge: Knowledge) -> None:
    knowledge.look(battle)
    for side, seat in zip(Side, SEATS, strict=True):
        shown = knowledge.of[side]
        hidden = secrets(battle.state, side) - shown
        columns = {each.id for each in battle.state.columns.values() if each.side is not side} - shown
        whole = {
            column
            for column in columns
            if all(each.id in hidden for each in battle.state.units.values() if each.card.column == column)
            and all(each.id in hidden for each in battle.state.leaders.values() if each.column == column)
        }
        text = given(battle, seat)
        for secret in hidden:
            for word in words(battle.state, secret):
                assert not re.search(word, text), (side, secret, word)
        for name in whole:
            assert not re.search(f"[\"']{name}[\"']", text), (side, name)
            assert battle.state.columns[name].name not in text, (side, name)
        assert places_given_away(battle.state, battle.view(seat.id)) == ()


def settled(outcome: object, chance: Random, knowledge: Knowledge) -> Battle[State]:
    """Answer whatever is asked on the way."""
    assert isinstance(outcome, Accepted), outcome
    battle: Battle[State] = outcome.battle
    while (asked := battle.question) is not None:
        assert isinstance(asked.request, Choose)
        search(battle, knowledge)
        answer = chance.choice(asked.request.options).value
        outcome = battle.answer(str(asked.to).lower(), asked.key, answer)
        assert isinstance(outcome, Accepted), outcome
        battle = outcome.battle
    return battle


def taken_back(battle: Battle[State], chance: Random) -> Battle[State]:
    """A side wishes the last order back; the other agrees, or declines, where it is asked."""
    seat, other = chance.sample([each.id for each in SEATS], 2)
    throws = battle.log.throws
    outcome = battle.undo(seat)
    if isinstance(outcome, Accepted) and outcome.battle.log.proposal is not None:
        outcome = outcome.battle.agree(other) if chance.random() < 0.5 else outcome.battle.decline(other)
    after: Battle[State] = outcome.battle if isinstance(outcome, Accepted) else battle
    assert after.log.throws == throws, "a die is never given back"
    return after


def fought(seed: str, most: int) -> Battle[State]:
    chance, battle = Random(seed), Battle.begin(TABLE, SCENARIO, SEATS, seed)
    players = {side.value: ChancePlayer(f"{seed}/{side}") for side in Side}
    knowledge = Knowledge()
    search(battle, knowledge)
    for _ in range(most):
        decisions = battle.decisions()
        if not decisions:
            break
        role = decisions[0].by
        order = players[role].order(battle.view(role.lower()), decisions[0])
        battle = settled(battle.submit(role.lower(), order), chance, knowledge)
        knowledge.look(battle)
        if chance.random() < 0.08:
            battle = taken_back(battle, chance)
        search(battle, knowledge)
    return battle


@pytest.mark.rule("REV-G.37", "REV-10.88")
@pytest.mark.parametrize("seed", ("uno", "dos"))
def test_no_seat_is_given_what_it_may_not_know_and_the_battle_is_sound(seed):
    battle = fought(seed, 80)
    log = read_log(json.dumps(battle.log.plain()))
    assert Battle.resume(TABLE, log, seed).state == battle.state
    assert verify(TABLE, log, seed).differences == ()
    taken = [entry.throw + each for entry in log.entries if isinstance(entry, Entry) for each in range(entry.throws)]
    assert taken == sorted(set(taken)), "every die was thrown once"


def test_a_battle_branches_anywhere_and_the_branch_is_sound():
    battle = fought("cuatro", 30)
    knowledge = Knowledge()
    for number in range(battle.log.number + 1):
        knowledge.look(replace(battle, state=battle.state_at(number)))
    chance = Random("branches")
    for number in chance.sample(range(battle.log.number + 1), 4):
        branch = battle.branch(number, f"branch {number}")
        assert branch.state == battle.state_at(number)
        decisions = branch.decisions()
        if decisions:
            role = decisions[0].by
            order = ChancePlayer(f"branch {number}").order(branch.view(role.lower()), decisions[0])
            branch = settled(branch.submit(role.lower(), order), chance, knowledge)
        search(branch, knowledge)
        found = verify(TABLE, branch.log, f"branch {number}", {battle.log.commitment: "cuatro"})
        assert found.differences == ()
