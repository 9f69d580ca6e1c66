"""Short battles told step by step, worked out by hand from the rules: what was ordered, how the dice fell, what had to follow.

Each file in ``playthroughs`` is one. It names the rules that it proves, and may say ``begin``: both sides are ready, this column's side has the
initiative and takes it. Of a step there may be: ``why`` (the sum behind it), ``waits`` (whose decision it is), ``odds`` (of the order, before it
is given), the ``order``, ``choose`` and ``dice`` by key, and what ``happens`` or by which rules it is ``refused``. Places are told to a hundredth
of an inch, and the bookkeeping of a step is left out where ``quietly`` says so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable.battle.event import Event
from sandtable.battle.odds import OrderOdds
from sandtable.battle.order import Order
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point
from sandtable.kernel import codec
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.desk import odds
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Flight, Rails, State, Tear
from sandtable.rulesets.revolucion.vocabulary import Side
from tests.rulesets.revolucion.table.field import Game

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.toml"))
LEFT_OUT = ("kind", "known_to", "trail", "start", "end", "cost", "at_least")
KEYS = {"title", "rules", "scenario", "begin", "step"}
STEP = {"why", "waits", "odds", "order", "choose", "dice", "happens", "refused", "quietly"}
QUIET = ("rested", "round_ended", "play_passed", "turn_ended")
INITIATIVE = {Side.GOVERNMENT: 40, Side.REVOLUTIONARY: 60}  # throws that win it


def told(event: Event) -> str:
    """An event in a line: its kind, then what it carries, places in inches."""
    plain = codec.write(event)
    parts = [_word(name, value, event) for name, value in plain.items() if name not in LEFT_OUT]
    return " ".join([event.kind, *(part for part in parts if part)])


def counted(state: State, happened: list[Event]) -> Iterator[Event]:
    """The events since a state, and with each loss of army morale what is left of it."""
    for event in happened:
        state = TABLE.after(state, event)
        if isinstance(event, events.MoraleDropped):
            yield replace(event, left=state.armies[event.side].morale)
        else:
            yield event


def _inches(length: float) -> str:
    return f"{round(length / 1000, 2):g}"


def _word(name: str, value: Any, event: Event) -> str:
    raw = getattr(event, name)
    if isinstance(raw, Footprint):
        anchor = raw.anchor
        return f"at {_inches(anchor.x)}, {_inches(anchor.y)} facing {anchor.facing / 10:g}"
    if isinstance(raw, Rails):
        return f"{_inches(raw.along)} along {raw.track} {raw.speed}" + (" launched" if raw.launched else "")
    if isinstance(raw, Tear):
        return f"{raw.track} from {_inches(raw.start)} to {_inches(raw.end)} {'torn' if raw.torn else 'blocked'}"
    if isinstance(raw, Flight):
        return "over the table" if raw.flies else f"away until turn {raw.returns}"
    if isinstance(raw, Point):
        return f"at {_inches(raw.x)}, {_inches(raw.y)}"
    if value in (None, "", [], False, 0):
        return ""
    if name in ("distance", "radius"):
        return f"{_inches(value)} inches"
    if name == "range":
        return f"at {round(float(raw), 2):g} inches"
    if name == "scores":
        return " ".join(f"{side} {points}" for side, points in raw)
    if isinstance(value, list):
        return f"{name} {', '.join(map(str, value))}"
    if value is True:
        return name
    return f"{name} {value}" if name in ("levels", "steps", "number", "left", "bases") else str(value)


def dice_of(step: dict[str, Any]) -> dict[str, Any]:
    """The faces of a step by the key of the throw: a number, a list for several dice of one throw, a list of lists for several throws."""
    return {key.replace(".", "__"): _faces(faces) for key, faces in step.get("dice", {}).items()}


def _faces(told: Any) -> Any:
    if not isinstance(told, list):
        return told
    return [tuple(throw) for throw in told] if isinstance(told[0], list) else tuple(told)


def chances(state: State, order: Order) -> dict[str, Fraction]:
    """The odds of an order as people are shown them."""
    shown: OrderOdds
    if isinstance(order, orders.Fire):
        shown = odds.fire_odds(state, order)
    elif isinstance(order, orders.Assault):
        shown = odds.assault_odds(state, order)
    elif isinstance(order, orders.Regroup):
        shown = odds.regroup_odds(state, state.units[order.unit])
    else:
        assert isinstance(order, orders.Command)
        shown = odds.order_odds(state, state.units[order.unit], order.order)
    return {bar.words: Fraction(bar.chance).limit_denominator(10_000) for bar in shown.bars}


def begun(story: dict[str, Any]) -> Game:
    playing = Game(TABLE.set_up(story["scenario"], RULESET.default_tables))
    if "begin" in story:
        side = playing.state.columns[story["begin"]].side
        playing.do(orders.Ready(by=Side.GOVERNMENT.value))
        playing.do(orders.Ready(by=Side.REVOLUTIONARY.value), initiative__side=INITIATIVE[side])
        playing.do(orders.Activate(by=side.value, column=story["begin"]))
    return playing


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def test_every_playthrough_says_what_it_proves_and_nothing_that_is_not_looked_at():
    for file in FILES:
        story = read(file)
        assert set(story) <= KEYS, file.stem
        assert story["rules"], file.stem
        for number, step in enumerate(story["step"], start=1):
            assert set(step) <= STEP, f"{file.stem}, step {number}"
            assert ("happens" in step) + ("refused" in step) == 1, f"{file.stem}, step {number}"


@pytest.mark.parametrize(
    "file", [pytest.param(file, marks=pytest.mark.rule(*read(file)["rules"]), id=file.stem) for file in FILES]
)
def test_it_goes_as_told(file: Path):
    story = read(file)
    playing = begun(story)
    for number, step in enumerate(story["step"], start=1):
        where = f"step {number}"
        order = codec.read_by_kind(TABLE.orders, step["order"], where)
        if "waits" in step:
            now = [f"{each.by} {each.kind} {each.subject}".strip() for each in TABLE.decisions(playing.state)]
            assert now == step["waits"], where
        if "odds" in step:
            assert chances(playing.state, order) == {name: Fraction(share) for name, share in step["odds"].items()}, (
                where
            )
        if "refused" in step:
            assert sorted(rule or "" for rule in playing.refused(order)) == step["refused"], where
            continue
        before = playing.state
        playing.do(order, step.get("choose"), **dice_of(step))
        happened = [told(event) for event in counted(before, playing.events)]
        if step.get("quietly"):
            happened = [line for line in happened if line.split()[0] not in QUIET]
        assert happened == step["happens"], f"{where}: {order}"
