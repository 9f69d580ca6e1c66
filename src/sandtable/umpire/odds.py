"""Exact odds before the action, in the shape the action shows them: bars, a chain, strips, tracks, a matrix."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from sandtable.kernel.drivers import Exact, Given, Step
from sandtable.kernel.effects import plain
from sandtable.kernel.exhibit import Cell, Exhibit, Matrix, SharedDie, Track
from sandtable.kernel.law import Law, percentages
from sandtable.kernel.messages import Message, decimal_text, signed_text
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form
from sandtable.kernel.requests import Count, Observe, Roll
from sandtable.kernel.ruleset import Action
from sandtable.kernel.verdict import Verdict
from sandtable.umpire.description import field_choices
from sandtable.umpire.setting import Setting
from sandtable.umpire.why import dice_text, reading_text, request_view, total_text, whys

MOST_OUTCOMES = 400  # verdicts listed one by one; the measures always tell the whole law


def odds_view(
    setting: Setting,
    action: Action,
    form: Form,
    answers: Mapping[str, Given],
    most_outcomes: int | None = MOST_OUTCOMES,
) -> dict[str, Any]:
    """The odds of an action as data; answers that nothing asks for are refused with what was asked."""
    given = {**form.answers, **answers}
    exact = action.law(form.situation, setting.tables, given)
    refuse_unused(answers, exact.requests, _certain(setting, exact.law))
    dice = [request for request in exact.requests.values() if isinstance(request, Roll | Count)]
    summary = action.summary(form.situation, setting.tables) if action.summary else None
    view: dict[str, Any] = {
        "layout": action.layout,
        "rows": [] if action.layout == "plain" else _rows(setting, exact, chain=action.layout == "chain"),
        "dice": dice_text(dice[0]).strip() if dice else "",
        "total": total_text(dice[0].tally) if dice else "",
        "assumed": [assumed_view(setting, action, key, step) for key, step in exact.assumed.items()],
        "measures": [_measure(setting, action, exact.law, name) for name in action.measures],
        "why": whys(setting, exact.requests.items()),
        "summary": setting.say(summary) if summary else "",
        "note": setting.say_if_any(f"action.{action.id}.note"),
        "certain": _certain(setting, exact.law),
        "outcomes": _outcomes(setting, exact.law, most_outcomes),
    }
    if action.exhibit is not None:
        view |= _exhibit(setting, action.exhibit(form.situation, setting.tables, given))
    return view


def _rows(setting: Setting, exact: Exact[Any], *, chain: bool) -> list[dict[str, Any]]:
    ordered = exact.outcomes()
    shares = percentages(weight for _, weight in ordered)
    rows = []
    for (outcome, weight), percent in zip(ordered, shares, strict=True):
        row = {
            "key": outcome.key,
            "label": setting.say(outcome.label),
            "weight": [weight.numerator, weight.denominator],
            "percent": percent,
            "severity": outcome.severity,
            "die": "",
            "detail": [],
            "why": [],
        }
        rows.append(row | (_chain_step(setting, exact, outcome.step) if chain else {}))
    return rows


def _chain_step(setting: Setting, exact: Exact[Any], key: str) -> dict[str, Any]:
    """The throw that decides a step of a chain: its die, its own odds, its reasons."""
    request = exact.requests.get(key)
    if not isinstance(request, Roll | Count):
        return {}
    law = Law.of_counts(request.law())
    shares = percentages(weight for _, weight in law)
    detail = [
        {
            "key": str(number),
            "label": reading_text(setting, request, reading),
            "weight": [weight.numerator, weight.denominator],
            "percent": percent,
            "severity": 0,
        }
        for number, ((reading, weight), percent) in enumerate(zip(law, shares, strict=True))
    ]
    return {
        "die": f"{dice_text(request)} {total_text(request.tally)}".strip(),
        "detail": detail,
        "why": whys(setting, [(key, request)]),
    }


def assumed_view(setting: Setting, action: Action, key: str, step: Step) -> dict[str, Any]:
    """A question whose usual answer is assumed, with what else it could be."""
    spec = next((spec for spec in action.fields if spec.question == key), None)
    request = request_view(setting, key, step.request, 0)
    choices = field_choices(setting, spec) if spec else request["options"]
    yes_no = isinstance(step.request, Observe) and step.request.value_kind == "yes_no"
    value = step.value
    label = next((choice["label"] for choice in choices if choice["value"] == value), setting.name_of(value))
    return {
        "key": key,
        "field": spec.name if spec else None,
        "label": setting.say(Message(f"field.{spec.name}")) if spec else request["title"],
        "value": plain(value),
        "value_label": label if (choices or yes_no) else str(value),
        "kind": request["value_kind"],
        "min": request["min"],
        "max": request["max"],
        "choices": choices,
    }


def _measure(setting: Setting, action: Action, law: Law[Verdict], name: str) -> dict[str, Any]:
    projected = law.project(lambda verdict: verdict.measure(name))
    if name in action.distances:
        projected = projected.project(lambda inches: setting.style.on_tape(Fraction(inches)))
    mean = projected.mean(Fraction)  # only now: there are fewer values than verdicts
    values = sorted(projected.events)
    shares = percentages(projected[value] for value in values)
    reached = Fraction(1)
    distribution = []
    for value, percent in zip(values, shares, strict=True):
        weight = projected[value]
        distribution.append(
            {
                "value": plain(Fraction(value)),
                "weight": [weight.numerator, weight.denominator],
                "percent": percent,
                "at_least_percent": float(round(reached * 100, 2)),
            }
        )
        reached -= weight
    return {
        "id": name,
        "label": setting.say(Message(f"measure.{name}")),
        "mean": [mean.numerator, mean.denominator],
        "mean_text": decimal_text(mean),
        "distribution": distribution,
    }


def _certain(setting: Setting, law: Law[Verdict]) -> str:
    """The headline, where there is nothing left to chance."""
    verdicts = [verdict for verdict, _ in law]
    return setting.say(verdicts[0].headline()) if len(verdicts) == 1 else ""


def _outcomes(setting: Setting, law: Law[Verdict], most: int | None) -> list[dict[str, Any]]:
    if most == 0:
        return []
    ordered = sorted(law, key=lambda row: (row[0].outcome().order, -row[1]))[:most]
    return [
        {
            "verdict": verdict_data(verdict),
            "label": setting.say(verdict.outcome().label),
            "weight": [weight.numerator, weight.denominator],
            "probability": float(weight),
        }
        for verdict, weight in ordered
    ]


def refuse_unused(answers: Mapping[str, Given], asked: Collection[str], end: str = "") -> None:
    """Refuse answers that a rule never asked for, with how it ends without them; the form's own may come to nothing."""
    unused = [key for key, given in answers.items() if key not in asked and given.by != "form"]
    message = "kernel.answer.not_asked" if asked else "kernel.answer.nothing_asked"
    if end:
        message = "kernel.answer.ended" if asked else "kernel.answer.ended_at_once"
    told = {"asked": tuple(asked), "end": end.removesuffix(".")}
    if unused:
        raise Refusal(Problem(key, Message.of(message, key=key, **told), tuple(asked)) for key in unused)


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data: effects and measures."""
    return {
        "effects": [effect.plain() for effect in verdict.effects],
        "measures": {name: plain(value) for name, value in verdict.measured().items()},
    }


def _exhibit(setting: Setting, exhibit: Exhibit) -> dict[str, Any]:
    if isinstance(exhibit, SharedDie):
        return {"units_faces": exhibit.faces, "units": [_shared_unit(setting, unit) for unit in exhibit.units]}
    if isinstance(exhibit, Track):
        limits = {"min": exhibit.lowest, "max": exhibit.highest}
        return {
            "units": [
                limits
                | {
                    "name": unit.name,
                    "sum": setting.say(unit.sum),
                    "before": unit.before,
                    "now": unit.now,
                    "label": setting.say(unit.label),
                    "text": setting.say(unit.text),
                    "bad": unit.bad,
                }
                for unit in exhibit.units
            ]
        }
    return {"matrix": _matrix(setting, exhibit)}


def _shared_unit(setting: Setting, unit: Any) -> dict[str, Any]:
    return {
        "name": unit.name,
        "sum": setting.say(unit.sum),
        "total": signed_text(unit.total),
        "faces": [
            {"from": strip.first, "to": strip.last, "label": setting.say(strip.label), "severity": strip.severity}
            for strip in unit.strips
        ],
        "text": setting.say(unit.text) if unit.text else "",
    }


def _matrix(setting: Setting, matrix: Matrix) -> dict[str, Any]:
    def cell(entry: Cell) -> dict[str, Any]:
        return {
            "text": setting.say(entry.text),
            "best_row": entry.best_row,
            "best_column": entry.best_column,
            "detail": setting.say(entry.detail) if entry.detail else "",
        }

    return {
        "row_title": setting.say(matrix.row_title),
        "column_title": setting.say(matrix.column_title),
        "rows": [setting.say(row) for row in matrix.rows],
        "columns": [setting.say(column) for column in matrix.columns],
        "cells": [[cell(entry) for entry in row] for row in matrix.cells],
        "measure": setting.say(matrix.measure),
    }
