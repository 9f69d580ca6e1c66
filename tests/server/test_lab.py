"""The lab over HTTP: questions read or refused, a run that is looked at, stopped and gone on with, its battles and its report."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sandtable.battle.engine.log import Log
from sandtable.battle.engine.verify import verify
from sandtable.battle.registry import table
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal
from sandtable.lab.battles.journal import Journal
from sandtable.lab.experiment import Stop
from sandtable.server.lab import process
from sandtable.server.lab.asking import experiment_of
from sandtable.server.lab.jobs import LabJobs
from sandtable.server.lab.views import LAB_CALLS, SUMMARIES, LabRun
from tests.lab.making import COVER
from tests.support.loop import run

PRINTED = {"name": "printed", "house": ""}
FAIR: dict[str, Any] = {
    "scenario": "tutorial",
    "texts": [PRINTED],
    "level": "recruit",
    "goal": [45, 55],
    "same": [-2, 2],
    "count": 2,
    "most": 4000,
    "held": False,
}
RULE = {**FAIR, "texts": [PRINTED, {"name": "club", "house": COVER}]}


def test_a_question_becomes_an_experiment() -> None:
    fair = experiment_of(FAIR)
    assert not fair.compares
    assert (fair.stop.rule, fair.stop.most, fair.stop.goal) == ("planned", 2, (0.45, 0.55))
    rule = experiment_of({**RULE, "count": None, "held": True})
    assert (rule.compares, rule.held, rule.stop.rule, rule.stop.most) == (True, True, "decided", 4000)
    assert [one.house for one in rule.variants[0]] == ["printed", "club"]


def test_what_is_not_said_is_as_the_lab_has_it() -> None:
    plain = experiment_of({name: FAIR[name] for name in ("scenario", "texts", "level")})
    assert plain.stop == Stop()


def test_each_side_may_be_played_in_a_way_of_its_own() -> None:
    weights = "[worth]\nkilled = 0.5\n"
    players = {"Government": {"level": "general"}, "Revolutionary": {"weights": weights, "name": "bold.toml"}}
    match = experiment_of({**FAIR, "players": players}).variants[0][0].match
    assert (match.level_of("Government"), match.level_of("Revolutionary")) == ("general", "recruit")
    assert match.weights == (("Revolutionary", "bold.toml", weights),)
    assert experiment_of({**FAIR, "players": {}}).hash == experiment_of(FAIR).hash


@pytest.mark.parametrize(
    ("wrong", "field"),
    (
        ({"players": []}, "players"),
        ({"players": {"Nobody": {}}}, "players"),
        ({"players": {"Government": {"level": "emperor"}}}, "players"),
        ({"players": {"Government": {"weights": 3}}}, "weights"),
        ({"players": {"Government": {"weights": "[nonsense]\nx = 1\n"}}}, ""),
        ({"scenario": "/etc/passwd.toml"}, "scenario"),
        ({"scenario": 3}, "scenario"),
        ({"texts": []}, "texts"),
        ({"texts": [PRINTED, PRINTED]}, "texts"),
        ({"texts": [{"name": "x", "house": "[fire.nothing]\nsoft = -2\n"}]}, "texts"),
        ({"texts": [{"name": "x", "house": "x" * 300_000}]}, "texts"),
        ({"level": "genius"}, "level"),
        ({"goal": [55, 45]}, "goal"),
        ({"same": ["a", "b"]}, "same"),
        ({"count": 0}, "count"),
        ({"count": None, "most": 10**9}, "most"),
    ),
)
def test_a_question_that_cannot_be_asked_is_refused(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        experiment_of({**RULE, **wrong})
    assert refused.value.problems[0].field.startswith(field)


def test_a_run_is_looked_at_and_its_battles_are_seen(tmp_path: Path) -> None:
    experiment = experiment_of({**RULE, "count": 1})
    place = tmp_path / f"{experiment.hash}.jsonl"
    with Journal.open(place, experiment.head):
        pass
    process.play(place)
    jobs, name = LabJobs(tmp_path), {"run": experiment.hash}
    seen = run(jobs.look({**name, "figures": True}))
    assert (seen.state, seen.done, seen.most) == ("done", 1, 1)
    assert seen.answer is not None
    assert seen.answer.sentence
    assert [change.rule for change in seen.answer.changes]
    assert all(figure.svg.startswith("<svg") for figure in seen.answer.figures)
    assert codec.read(LabRun, codec.write(seen), "run") == seen
    bare = run(jobs.look({**name, "figures": False}))
    assert bare.answer is not None
    assert bare.answer.figures == ()
    battle = run(jobs.battle({**name, "seed": "0"}))
    assert battle.names == ("printed", "club")
    for log in battle.logs:
        assert verify(table("revolucion"), codec.read(Log, log, "log")).sound
    assert "<!doctype html>" in run(jobs.report(name)).html
    for wrong in ({"seed": "99"}, {"seed": "0", "run": "../../etc"}, {"seed": "0", "run": "0" * 12}):
        with pytest.raises(Refusal):
            run(jobs.battle({**name, **wrong}))


def test_a_server_that_wants_no_lab_says_so() -> None:
    jobs = LabJobs(None)
    assert run(jobs.choices({})).closed.startswith("This server plays no battles for the lab.")
    with pytest.raises(Refusal, match=r"lab\.closed"):
        run(jobs.start(FAIR))


def test_every_call_is_described() -> None:
    assert set(LAB_CALLS) == set(SUMMARIES)


def test_what_can_be_asked(tmp_path: Path) -> None:
    found = run(LabJobs(tmp_path).choices({}))
    tutorial = next(one for one in found.scenarios if one.id == "tutorial")
    assert "general" in tutorial.levels
    assert len(tutorial.sides) == 2
    assert (found.closed, found.run) == ("", "")


@pytest.mark.long
def test_one_run_at_a_time_is_stopped_and_gone_on_with(tmp_path: Path) -> None:
    async def scene() -> None:
        jobs = LabJobs(tmp_path)
        begun = await jobs.start({**FAIR, "count": 6})
        name = {"run": begun.run, "figures": False}
        with pytest.raises(Refusal, match=r"lab\.busy"):
            await jobs.start({**FAIR, "count": 7})
        assert (await jobs.start({**FAIR, "count": 6})).run == begun.run
        while (await jobs.look(name)).done < 1:  # noqa: ASYNC110 - another process plays
            await asyncio.sleep(0.2)
        stopped = await jobs.stop(name)
        assert stopped.state in ("stopped", "done")
        assert (await jobs.go_on(name)).state == "running"
        while (await jobs.look(name)).state == "running":  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.2)
        done = await jobs.look(name)
        assert (done.state, done.done) == ("done", 6)
        await jobs.close()

    asyncio.run(scene())
    (journal,) = tmp_path.glob("*.jsonl")
    assert [line.outcome.seed for line in Journal.read(journal).lines] == [str(seed) for seed in range(6)]
