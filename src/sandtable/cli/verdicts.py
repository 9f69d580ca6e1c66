"""Verdicts and open questions, as JSON and as something to read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sandtable.cli import texts
from sandtable.cli.answers import question
from sandtable.cli.case import Case
from sandtable.cli.screen import severity_style
from sandtable.kernel.drivers import Asking, Finished, Step
from sandtable.kernel.effects import plain
from sandtable.kernel.reader import Form
from sandtable.kernel.requests import Choose, Count, Roll
from sandtable.kernel.ruleset import Action
from sandtable.kernel.telling import Why
from sandtable.umpire import verdict_views
from sandtable.umpire.description import house_rules
from sandtable.umpire.resolution import asking_view, finished_view
from sandtable.umpire.setting import Setting
from sandtable.umpire.why import role_text

Shown = list[RenderableType]
FEW_FACES = 2  # that follow each other and are listed one by one


def verdict_json(case: Case, finished: Finished[Any], seed: str | None) -> dict[str, Any]:
    """A verdict for programs."""
    setting = case.setting
    view = finished_view(setting, case.action, case.form, finished, {})
    return {
        "status": "ok",
        **about(setting),
        "action": case.action.id,
        "situation": dict(case.form.fields),
        "seed": seed,
        "answers": [{"key": step.key, "value": step.value, "by": step.by} for step in finished.steps],
        "assumed": [_assumed_json(setting, step) for step in finished.steps if step.by == "usual"],
        "verdict": view.verdict,
        "headline": view.headline,
        "words": words(view),
        "instructions": list(view.instructions),
        "dice": list(view.dice),
        "why": list(view.why),
        "left_out": list(case.left_out),
    }


def about(setting: Setting) -> dict[str, Any]:
    """Under which rules: ruleset, version, every option as settled, house rules."""
    return {
        "ruleset": setting.ruleset.id,
        "rules_version": setting.ruleset.rules_version,
        "options": dict(setting.tables.options),
        "house": list(house_rules(setting)),
    }


def words(view: verdict_views.Verdict) -> list[str]:
    """The verdict as sentences: the headline, then what to do, and to whom."""
    return [view.headline, *(_sentence(entry) for entry in view.instructions)]


def _sentence(entry: verdict_views.Instruction) -> str:
    whom = f"{entry.whom}: " if entry.whom else ""
    detail = f" {entry.detail}" if entry.detail else ""
    return f"{whom}{entry.text}{detail}"


def _assumed_json(setting: Setting, step: Step) -> dict[str, Any]:
    return {"key": step.key, "question": question(step.request, setting), "value": step.value}


def pending_json(case: Case, asking: Asking[Any]) -> dict[str, Any]:
    """An open question for programs."""
    ask = asking_view(case.setting, asking)
    return {
        "status": ask.status,
        "request": ask.request,
        "answers": list(ask.answers),
        "why": list(ask.why),
        "dice": list(ask.dice),
        "left_out": list(case.left_out),
    }


def verdict(
    setting: Setting,
    action: Action,
    form: Form,
    finished: Finished[Any],
    seed: str | None = None,
    *,
    hints: bool = True,
) -> Shown:
    """A verdict to read: what happened, what to do, the dice, and why."""
    view = finished_view(setting, action, form, finished, {})
    style = severity_style(view.severity)
    shown: Shown = [
        Text(view.subject),
        Panel(Text(view.headline, style=f"bold {style}", justify="center"), box=box.HEAVY, border_style=style),
    ]
    if view.instructions:
        shown.append(_instructions(setting, view.instructions))
    if view.dice:
        shown.append(_dice(view.dice, _dice_title(finished, seed)))
    shown += [why_table(why) for why in view.why]
    usual = [step for step in finished.steps if step.by == "usual"]
    rows = [(question(step.request, setting), _answer_words(setting, step), step.key) for step in usual]
    shown += assumed(rows, hints=hints)
    return shown + house_note(setting)


def _answer_words(setting: Setting, step: Step) -> str:
    options = getattr(step.request, "options", ())
    return next(
        (setting.say(option.label) for option in options if option.value == step.value), setting.name_of(step.value)
    )


def _instructions(setting: Setting, instructions: Iterable[verdict_views.Instruction]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(style="dim", justify="right")
    table.add_column()
    for number, entry in enumerate(instructions, start=1):
        text = Text()
        if entry.whom:
            text.append(f"{entry.whom}: ", "bold")
        text.append(entry.text)
        if entry.detail:
            text.append(f" {entry.detail}", "dim")
        if entry.secret:
            text.append(f" {texts.say('cli.verdict.only', whom=role_text(setting, entry.known_to))}", "italic magenta")
        table.add_row(f"{number}.", text)
    return table


def _dice_title(finished: Finished[Any], seed: str | None) -> str:
    """Whose dice they are: those of the seed, if they were thrown by it and not told."""
    thrown = [step.by == "app" for step in finished.steps if isinstance(step.request, Roll | Count)]
    if seed is None or not any(thrown):
        return texts.say("cli.verdict.dice")
    return texts.say("cli.verdict.dice_of_seed" if all(thrown) else "cli.verdict.dice_partly_of_seed", seed=seed)


def _dice(throws: Iterable[verdict_views.Throw], title: str) -> RenderableType:
    table = _plain_table(title)
    for name in ("throw", "dice", "faces", "sum", "reading", "chance"):
        table.add_column(texts.say(f"cli.column.{name}"), justify="right" if name == "chance" else "left")
    for throw in throws:
        faces = ", ".join(map(str, throw.faces))
        table.add_row(throw.label, throw.name, faces, throw.sum, throw.reading, _chance(throw))
    return Padding(table, (1, 0, 0, 0))


def _chance(throw: verdict_views.Throw) -> str:
    """How likely the throw was to mean what it did; nothing where it could mean nothing else."""
    part, whole = throw.chance
    if part == whole:
        return ""
    return f"{throw.percent}%" if throw.percent or not part else "<1%"


def why_table(why: Why) -> RenderableType:
    """The reasons of a throw, one a line, and what they come to."""
    title = texts.say("cli.verdict.why_of", of=why.title) if why.title else texts.say("cli.verdict.why")
    table = _plain_table(title, header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    for row in why.rows:
        house = Text(f"  {texts.say('cli.verdict.house')}", "magenta") if row.house else Text()
        table.add_row(Text(row.reason) + house, row.value, row.rule or "")
    if why.total:
        table.add_row(Text(texts.say("cli.verdict.total"), "bold"), Text(why.total, "bold"), "")
    return Padding(table, (1, 0, 0, 0))


def _plain_table(title: str, *, header: bool = True) -> Table:
    return Table(
        box=None,
        title=title,
        title_justify="left",
        title_style="bold",
        show_header=header,
        header_style="dim",
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )


def assumed(rows: list[tuple[str, str, str]], *, hints: bool = True) -> Shown:
    """The usual answers that were used: question, answer, and how to give another."""
    if not rows:
        return []
    table = _plain_table(texts.say("cli.verdict.assumed"), header=hints)
    table.add_column(texts.say("cli.column.question"))
    table.add_column(texts.say("cli.column.answer"))
    if hints:
        table.add_column(texts.say("cli.column.change"), style="dim")
    for label, value, key in rows:
        table.add_row(label, value, *([f"--answer {key}=..."] if hints else []))
    return [Padding(table, (1, 0, 0, 0))]


def house_note(setting: Setting) -> Shown:
    """That house rules were used, and which."""
    overridden = setting.tables.overridden
    if not overridden:
        return []
    changes = ", ".join(f"{path} = {plain(now)} ({plain(was)})" for path, (was, now) in overridden.items())
    return [Text(texts.say("cli.verdict.house_rules", changes=changes), "magenta")]


def pending(setting: Setting, asking: Asking[Any]) -> Shown:
    """An open question to read, and how to answer it."""
    shown = request(setting, asking)
    example = f"--answer {asking.key}={_example(asking)}"
    return [*shown, Text(texts.say("cli.pending.how", example=example), "dim")]


def request(setting: Setting, asking: Asking[Any]) -> Shown:
    """What is asked for: dice with what each face would bring, or a question with its choices."""
    view = asking_view(setting, asking)
    asked = view.request
    shown: Shown = [Text.assemble((asked.title, "bold"), (f"  {asked.throw}" if asked.throw else "", "cyan"))]
    if asked.text:
        shown.append(Text(asked.text, "dim"))
    if asked.outcomes:
        shown.append(_outcomes(asked.outcomes))
    if asked.bands:
        shown.append(_bands(asked))
    if asked.options:
        shown.append(_options(asked))
    return [*(why_table(why) for why in view.why[-1:] if asking.request.tally.modifiers), *shown]


def reasons(setting: Setting, asking: Asking[Any]) -> Shown:
    """Why the open question is as it is: what counted so far, and what counts for it."""
    whys = asking_view(setting, asking).why
    return [why_table(why) for why in whys] if whys else [Text(texts.say("cli.prompt.no_reasons"), "dim")]


def _outcomes(outcomes: Iterable[verdict_views.FaceOutcome]) -> Table:
    """Faces with the same result stand together."""
    runs: list[tuple[list[int], str, int]] = []
    for outcome in outcomes:
        if runs and runs[-1][1] == outcome.label:
            runs[-1][0].extend(outcome.faces)
        else:
            runs.append((list(outcome.faces), outcome.label, outcome.severity))
    table = Table(box=None, show_header=False, padding=(0, 1))
    for faces, label, severity in runs:
        span = f"{faces[0]}" if len(faces) == 1 else f"{faces[0]}\N{EN DASH}{faces[-1]}"
        table.add_row(Text(span, "bold", justify="right"), Text(label, severity_style(severity)))
    return table


def _bands(asked: verdict_views.Request) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    for band in asked.bands:
        table.add_row(Text(_spans(band.faces), "bold"), Text(band.label, severity_style(band.severity)))
    return table


def _spans(faces: Iterable[int]) -> str:
    """Faces as people write them down: those that follow each other as the first and the last, ``1-35, 40``."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(_span(run) for run in runs)


def _span(run: list[int]) -> str:
    if len(run) <= FEW_FACES:
        return ", ".join(map(str, run))
    return f"{run[0]}\N{EN DASH}{run[-1]}"


def _options(asked: verdict_views.Request) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    for number, option in enumerate(asked.options, start=1):
        usual = texts.say("cli.prompt.usual_mark") if option.value == asked.usual else ""
        table.add_row(Text(str(number), "dim"), Text(str(option.value), "bold"), Text(option.label), Text(usual, "dim"))
    return table


def prompt(asking: Asking[Any]) -> str:
    """The line on which the answer is typed."""
    request = asking.request
    if isinstance(request, Roll):
        one = len(request.dice) == 1
        return texts.say("cli.prompt.roll" if one else "cli.prompt.rolls", example=_example(asking))
    if isinstance(request, Count):
        return texts.say("cli.prompt.count", number=request.pool, example=_example(asking))
    if isinstance(request, Choose) or request.options:
        return texts.say("cli.prompt.choose", usual=request.usual)
    if request.value_kind == "yes_no":
        return texts.say("cli.prompt.yes_no", usual="yes" if request.usual else "no")
    return texts.say("cli.prompt.number", lowest=request.lowest, highest=request.highest, usual=request.usual)


def _example(asking: Asking[Any]) -> str:
    """An answer of the right shape: the highest faces, or the usual answer."""
    request = asking.request
    if isinstance(request, Roll):
        return ",".join(map(str, request.example()))
    if isinstance(request, Count):
        return ",".join([str(request.die.faces[-1])] * request.pool)
    if isinstance(request.usual, bool):
        return "yes" if request.usual else "no"
    return str(request.usual)
