"""What the table says: every refusal has its words, and no words are idle."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.battle.seat import Seat
from sandtable.battle.texts import catalogue
from sandtable.miniatures.opponent.intents import Stance
from sandtable.rulesets.revolucion import assault
from sandtable.rulesets.revolucion.table import events, planning, rules, turn
from sandtable.rulesets.revolucion.table.combat import aims, assaults, charges
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.desk.lines import TELLERS
from sandtable.rulesets.revolucion.table.desk.panel import FIRES
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import End, Ending, Phase
from sandtable.rulesets.revolucion.table.vehicles import wrecks
from sandtable.rulesets.revolucion.table.vehicles.aircraft import WEAPONS
from sandtable.rulesets.revolucion.vocabulary import Afterwards, Loss, Order, OrderResult, Side
from tests.rulesets.revolucion.table.field import GOV, NORTH, REV, game, unit
from tests.support.talk import there

PACKAGE = Path(rules.__file__).parent
SOURCES = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
CALLS = re.compile(r'\bproblem\(\s*f?"\w+",\s*"([\w.]+)"')
WRITTEN = re.compile(r'"problem\.table\.([\w.]+)"')


def table_problems() -> dict[str, object]:
    """The texts of ``problem.table``, groups left out: their members are chosen by what is in the way."""
    texts = tomllib.loads((PACKAGE / "messages" / "en.toml").read_text(encoding="utf-8"))
    return {name: text for name, text in texts["problem"]["table"].items() if isinstance(text, str)}


def test_every_refusal_of_the_table_has_words():
    named = {name for source in SOURCES.values() for name in (*CALLS.findall(source), *WRITTEN.findall(source))}
    known = catalogue(TABLE).texts
    assert {name for name in named if f"problem.table.{name}" not in known} == set()


def test_no_words_of_a_refusal_are_idle():
    whole = "\n".join(SOURCES.values())
    assert [name for name in table_problems() if f'"{name}"' not in whole and f".{name}" not in whole] == []


# ---- Every text that the table can build -------------------------------------------------------------------------------------------


def constants(source: Path, keyword: str) -> set[str]:
    """The strings that a module gives a keyword."""
    calls = (each for each in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(each, ast.Call))
    found = (part.value for call in calls for part in call.keywords if part.arg == keyword)
    return {text for value in found for text in _strings(value)}


def _strings(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from (*_strings(value.body), *_strings(value.orelse))


ENDED = {"lost", "out_of_reach", "stopped", "wins", "beaten"} | {
    each for module in (assault, assaults, charges) for each in constants(Path(there(module.__file__)), "ended")
}
LEAVES = (Loss.DESTROYED, Loss.SURRENDERED, Loss.LEFT_TABLE)  # how a unit may be lost
OFFERS = ("rest", "rip_track", "fly", "cut_wire", "destroy", "regroup", "assault", "indirect_fire", *FIRES)
GROUP = Mapping[str, Iterable[str]]
# What may stand in the place of each part that is filled in, by the text as the source has it.
WHOSE = ("own", "enemy", "both", "of")
FILLED: GROUP = {
    "choice.weapon.{weapon}": WEAPONS,
    "cost.{kind}": ("road", "rough"),
    "line.commanded.{result}": OrderResult,
    "line.gone.{event.why.value}": LEAVES,
    "line.ended.{event.ended}": ENDED,
    "track.{kind}": ("torn", "blocked"),
    "outlook.{result.value}": OrderResult,
    "offer.{action}": OFFERS,
    "offer.{best.action}": OFFERS,
    "verb.fire_then.{then.value}": [each for each in Afterwards if each is not Afterwards.NOTHING],
    "verb.{order.value}": (Order.MANEUVER, Order.MARCH),
    "verb.{how}": ("some", "both", "all"),
    "verb.{kind}": ("activate", "pass", "finish", "ready"),
    "verb.{command.order.value}": [each for each in Order if each is not Order.ASSAULT],
    "clock.{now.phase.value}": (Phase.ROUND, Phase.COLUMN, Phase.FREE),
    "clock.{now.phase.value}_detail": (Phase.ROUND, Phase.FREE),
    "off.{why}": ("surrendered", "left", "destroyed"),
    "ended.{view.ending.why.value}": End,
    "seen.order.{event.result.value}": [each for each in OrderResult if each is not OrderResult.RECEIVED],
    "seen.assault.{event.ended}": ENDED,
    "seen.gone.{event.why.value}": LEAVES,
    "seen.gone.{self.loss.value}": LEAVES,
    "seen.assault.{ended.ended}": ENDED,
    "card.ended.{event.ended}": ENDED,
    "card.order.{event.result.value}": OrderResult,
    "card.no_fire.{why}": ("demoralized", "march", "transport", "flank"),
    "card.{how}": ("back", "pushed", "returns"),
    **{f"bill.{{ending.why.value}}.{whose}": [each for each in End if each is not End.TURNS] for whose in WHOSE},
    "bill.ground.{also}.{whose}": ("also.you", "also.they", "but.you", "but.they"),
    "round.deed.{deed}": ("shots", "assaults", "moves", "regroups", "lost"),
    "problem.table.no_shot.{reason}": aims.NO_SHOT,
    "problem.table.{cause}": planning._RULES,
    "move_{thinking.plan.stance.value}": Stance,
    "table.ending.{ending.why.value}": End,
    "table.thrown_out.{side}": wrecks.SIDES,
}
BY_THE_WAY = {  # built where a text is looked up that need not be there, or by what builds the others
    "desk.{name}",
    "opponent.{name}",
    "problem.table.{name}",
    "scenario.{message}",
    "throw.{key}",
}
PREFIXES = {"say": "desk.", "problem": "problem.table.", "thinking.message": "opponent.", "_told": "opponent."}
SAYS = (*PREFIXES, "Message", "Message.of")


def said(call: ast.Call) -> Iterator[str]:
    """The ids of all the texts that a call may ask for."""
    name = ast.unparse(call.func)
    place = 1 if name == "problem" else 0
    if name not in SAYS or len(call.args) <= place:
        return
    prefix = PREFIXES.get(name, "")
    for part in _parts(call.args[place]):
        pattern = "".join(
            str(each.value) if isinstance(each, ast.Constant) else f"{{{ast.unparse(each.value)}}}"
            for each in (part.values if isinstance(part, ast.JoinedStr) else [part])
            if isinstance(each, ast.Constant | ast.FormattedValue)
        )
        if pattern in BY_THE_WAY or isinstance(part, ast.Name):  # a name is looked up before it is said
            continue
        if "{" not in pattern:
            yield prefix + pattern
        else:
            assert pattern in FILLED, f"nobody says what may stand in {pattern}"
            yield from (prefix + re.sub(r"\{.*\}", str(value), pattern) for value in FILLED[pattern])


def _parts(told: ast.expr) -> Iterator[ast.expr]:
    if isinstance(told, ast.IfExp):
        yield from (*_parts(told.body), *_parts(told.orelse))
    else:
        yield told


def test_every_text_that_the_table_can_ask_for_is_there():
    calls = [each for source in SOURCES.values() for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Call)]
    asked = {text for call in calls for text in said(call)}
    known = catalogue(TABLE).texts
    assert len(asked) > 250, "they are found"
    assert sorted(asked - set(known)) == []


def test_every_kind_of_thing_that_waits_has_its_orders_and_is_known_to_the_panel():
    pending = {each for path in PACKAGE.rglob("*.py") for each in constants(path, "pending")} | {"form"}
    assert pending == set(turn.FINISHING)


@pytest.mark.parametrize("why", End)
@pytest.mark.parametrize("winner", (*Side, None))
def test_every_ending_is_told_to_everybody(why, winner):
    playing = game(unit("us", REV, (10, 10, NORTH)), unit("them", GOV, (30, 30, NORTH)))
    state = replace(playing.state, ending=Ending(winner, why))
    for seat in (Seat("r", (REV.value,)), Seat("g", (GOV.value,)), Seat("watcher")):
        assert DESK.scene(TABLE.view(state, seat), seat).result
    assert catalogue(TABLE).say(there(TABLE.result(state)).reason)


SILENT = {  # what a log need not say in words: it is seen, or said by what comes with it
    events.PlayPassed, events.RoundEnded, events.Rested, events.TurnEnded, events.Acted, events.MayForm, events.LeaderActed,
}  # fmt: skip


def test_every_event_has_words_or_needs_none():
    assert set(events.EVENTS.values()) == set(TELLERS) | SILENT
    assert not set(TELLERS) & SILENT
