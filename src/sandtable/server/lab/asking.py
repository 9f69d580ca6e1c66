"""From what somebody asks of the lab to an experiment, and from its answers to what the page shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import load, shipped
from sandtable.kernel.problem import Refusal, refuse
from sandtable.lab.battles.journal import Journal
from sandtable.lab.battles.variant import PRINTED, Variant, levels_of, variant
from sandtable.lab.experiment import CONFIRM, Experiment, Seeds, Stop, experiment_of_journal
from sandtable.lab.figures.pen import SCREEN
from sandtable.lab.replays import logs_of
from sandtable.lab.report.content import Part, part
from sandtable.lab.report.page import html_report
from sandtable.lab.running import JobAnswer, answers_in
from sandtable.lab.texts import say
from sandtable.server.lab.views import (
    LabAnswer,
    LabBattle,
    LabChange,
    LabFigure,
    LabNumber,
    LabReport,
    LabRow,
    LabScenario,
    LabSide,
)
from sandtable.umpire.setting import LARGEST_HOUSE_FILE

MOST_RUN = 10_000  # battles of one run at a server
MOST_ROWS = 200  # battles that the page lists
MOST_TEXTS = 2
PLAYED_BY = ("level", "weights", "name")  # what is said of a side that is played in a way of its own
LONGEST_NAME = 80


def scenarios() -> tuple[LabScenario, ...]:
    """The scenarios that can be counted."""
    found = []
    for name in shipped():
        scenario = load(name)
        rules = table(scenario.ruleset)
        if isinstance(rules, HasPlayers):
            sides = tuple(LabSide(side=side.label, name=side.name or side.label) for side in scenario.sides)
            found.append(
                LabScenario(
                    id=name, title=scenario.title, ruleset=scenario.ruleset, sides=sides, levels=tuple(rules.levels)
                )
            )
    return tuple(found)


def experiment_of(body: Mapping[str, Any]) -> Experiment:
    """Read a question; whatever is wrong with it is refused in words."""
    name = _text(body, "scenario")
    if name not in shipped():
        raise refuse("scenario", "lab.unknown_scenario", tuple(shipped()))
    base = _played(variant(load(name), _text(body, "level")), body)
    told = body.get("texts")
    if not isinstance(told, list) or not 1 <= len(told) <= MOST_TEXTS or not all(isinstance(one, dict) for one in told):
        raise refuse("texts", "kernel.desk.part", part="texts")
    variants = tuple(_under(base, one) for one in told)
    if len(variants) == MOST_TEXTS and variants[0].match == variants[1].match:
        raise refuse("texts", "lab.same_texts")
    stop = _stop(body)
    title = base.scenario.title
    if len(variants) == 1:
        return Experiment(say("question.balance", titles=title), (variants,), stop)
    question = say("question.compare", first=variants[0].house, second=variants[1].house, titles=title)
    return Experiment(question, (variants,), stop, Seeds(0, CONFIRM), body.get("held") is True)


def _played(base: Variant, body: Mapping[str, Any]) -> Variant:
    """A variant with sides that are played in a way of their own."""
    players = body.get("players", {})
    if not isinstance(players, dict) or not all(isinstance(one, dict) for one in players.values()):
        raise refuse("players", "kernel.desk.part", part="players")
    told: dict[str, tuple[str, str, str]] = {}
    for side, player in players.items():
        if side not in base.sides:
            raise refuse("players", "lab.no_side", base.sides, side=side[:LONGEST_NAME])
        level, weights, name = (_text({"level": "", "weights": "", "name": "", **player}, part) for part in PLAYED_BY)
        if level and level not in levels_of(base):
            raise refuse("players", "lab.no_level", levels_of(base), level=level[:LONGEST_NAME])
        if len(weights) > LARGEST_HOUSE_FILE:
            raise refuse("players", "kernel.desk.part", part="weights")
        told[side] = level, weights, name[:LONGEST_NAME]
    levels = {side: level for side, (level, _, _) in told.items() if level}
    weighing = {side: (name, weights) for side, (_, weights, name) in told.items() if weights.strip()}
    return (base.with_levels(levels) if levels else base).weighing(weighing)


def _stop(body: Mapping[str, Any]) -> Stop:
    """When a run ends; what is not said is as the lab has it."""
    usual = Stop()
    goal = usual.goal if body.get("goal") is None else _band(body, "goal", (0, 100))
    same = usual.same if body.get("same") is None else _band(body, "same", (-100, 100))
    if body.get("count") is not None:
        return Stop("planned", _whole(body, "count"), goal, same)
    return Stop("decided", usual.most if body.get("most") is None else _whole(body, "most"), goal, same)


def _under(base: Variant, text: Mapping[str, Any]) -> Variant:
    house = text.get("house")
    if not isinstance(house, str) or len(house) > LARGEST_HOUSE_FILE:
        raise refuse("texts", "kernel.desk.part", part="house")
    name = str(text.get("name") or "")[:LONGEST_NAME]
    try:
        return base.under(house, name or PRINTED) if house.strip() else base
    except Refusal as refusal:
        raise Refusal([problem.inside("texts") for problem in refusal.problems]) from None


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise refuse(name, "kernel.desk.part", part=name)
    return value


def _whole(body: Mapping[str, Any], name: str) -> int:
    value = body.get(name)
    if type(value) is not int or not 1 <= value <= MOST_RUN:
        raise refuse(name, "lab.file.whole", least=1, most=MOST_RUN)
    return value


def _band(body: Mapping[str, Any], name: str, limits: tuple[int, int]) -> tuple[float, float]:
    value = body.get(name)
    numbers = isinstance(value, list) and len(value) == 2 and all(type(one) in (int, float) for one in value)  # noqa: PLR2004 - both ends
    if not numbers or not limits[0] <= value[0] < value[1] <= limits[1]:  # type: ignore[index]  # it is a list
        raise refuse(name, "lab.experiment.empty_band")
    low, high = value  # type: ignore[misc]  # as above
    return low / 100, high / 100


def answer_view(answer: JobAnswer) -> LabAnswer:
    """An answer as the page shows it."""
    return _part_view(part(answer))


def _part_view(one: Part) -> LabAnswer:
    return LabAnswer(
        title=one.title,
        sentence=one.sentence,
        rests_on=one.rests_on,
        confirmed=one.confirmed,
        numbers=tuple(LabNumber(figure=figure, what=what) for figure, what in one.numbers),
        changes=tuple(
            LabChange(label=each.label, rule=each.rule, first=each.first, second=each.second) for each in one.changes
        ),
        figures=tuple(
            LabFigure(heading=each.heading, about=each.about, svg=each.draw(SCREEN), wide=each.wide)
            for each in one.figures
        ),
        columns=one.columns,
        rows=tuple(LabRow(seed=row[0], cells=row[1:]) for row in one.rows[:MOST_ROWS]),
        failed=len(one.failures),
    )


def battle_of(place: Path, seed: str) -> LabBattle:
    """A battle of a journal again."""
    journal = Journal.read(place)
    experiment = experiment_of_journal(journal.head.about)
    job = experiment.jobs[0]
    if not any(line.outcome.seed == seed for line in journal.lines):
        raise refuse("seed", "lab.no_battle", seed=seed[:LONGEST_NAME])
    replay = logs_of(job, seed)
    return LabBattle(
        names=tuple(one.house for one in replay.variants),
        logs=tuple(battle.log.plain() for battle in replay.battles),
        words=replay.words,
        parts=None if replay.parting is None else replay.parting.number,
    )


def report_of(place: Path) -> LabReport:
    """The report of a journal."""
    journal = Journal.read(place)
    experiment = experiment_of_journal(journal.head.about)
    page = html_report(experiment, answers_in(experiment, journal))
    return LabReport(name=f"sandtable-lab-{experiment.hash}.html", html=page)
