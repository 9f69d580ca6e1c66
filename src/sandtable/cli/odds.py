"""``sandtable odds``: exact odds before the action."""

from __future__ import annotations

from typing import Any

import typer

from sandtable.cli import bars
from sandtable.cli.case import Case, read_case
from sandtable.cli.options import (
    ActionName,
    AnswerPairs,
    AsJson,
    FieldPairs,
    HouseFile,
    OptionPairs,
    RulesetName,
    Scale,
    SituationFile,
    Unit,
)
from sandtable.cli.screen import show, show_json
from sandtable.cli.verdicts import about
from sandtable.umpire import odds_views
from sandtable.umpire.odds import odds_view
from sandtable.umpire.resolution import subject_text


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("odds")(odds)


def odds(
    ruleset: RulesetName,
    action: ActionName,
    fields: FieldPairs = None,
    answer: AnswerPairs = None,
    house: HouseFile = None,
    option: OptionPairs = None,
    situation: SituationFile = None,
    scale: Scale = "1",
    unit: Unit = "in",
    as_json: AsJson = False,
) -> None:
    """Show the exact odds of an action, before any dice are thrown.

    Questions get the answers given, else the usual ones, which are listed.
    """
    case = read_case(ruleset, action, fields, answer, option, house, situation, scale, unit, as_json=as_json)
    view = odds_view(case.setting, case.action, case.form, case.answers, most_outcomes=None)
    if as_json:
        show_json(odds_json(case, view))
        return
    show(*bars.odds(case.setting, view, subject_text(case.setting, case.action, case.form.situation)))


def odds_json(case: Case, view: odds_views.Odds) -> dict[str, Any]:
    """The odds for programs: the whole law, every measure, and what was assumed."""
    exhibits = {"matrix": view.matrix, "units": view.units, "units_faces": view.units_faces}
    return {
        "status": "ok",
        **about(case.setting),
        "action": case.action.id,
        "situation": dict(case.form.fields),
        "law": list(view.outcomes),
        "rows": [
            {"key": row.key, "label": row.label, "weight": row.weight, "percent": row.percent} for row in view.rows
        ],
        "measures": {measure.id: _measure(measure) for measure in view.measures},
        "assumed": [{"key": entry.key, "question": entry.label, "value": entry.value} for entry in view.assumed],
        "why": list(view.why),
        "left_out": list(case.left_out),
        **{name: told for name, told in exhibits.items() if told is not None},
    }


def _measure(measure: odds_views.Measure) -> dict[str, Any]:
    numerator, denominator = measure.mean
    return {
        "label": measure.label,
        "mean": numerator / denominator,
        "mean_exact": [numerator, denominator],
        "distribution": [
            {"value": step.value, "weight": step.weight, "probability": step.weight[0] / step.weight[1]}
            for step in measure.distribution
        ],
    }
