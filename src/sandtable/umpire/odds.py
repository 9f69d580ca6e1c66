"""Exact odds before the action, in the shape the action shows them: bars, a chain, strips, tracks, a matrix."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sandtable.kernel.drivers import Exact, Given, Step
from sandtable.kernel.effects import plain
from sandtable.kernel.exhibit import Exhibit, Matrix, SharedDie, SharedDieUnit, Track
from sandtable.kernel.form import left_open, specs_of
from sandtable.kernel.law import Law, percentages
from sandtable.kernel.messages import Message, decimal_text, signed_text
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form
from sandtable.kernel.requests import Count, Observe, Roll
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.telling import dice_text, first_throw, reading_text, shares, throw_text, total_text
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.umpire import odds_views
from sandtable.umpire.description import field_choices
from sandtable.umpire.setting import Setting
from sandtable.umpire.why import request_view, whys

MOST_OUTCOMES = 400  # verdicts listed one by one; the measures always tell the whole law
MOST_LAWS = 8  # that are remembered, of the latest actions


@dataclass(frozen=True, slots=True)
class _KnownLaw:
    """A law that was worked out, with the action, the situation and every answer that went into it, usual ones among them."""

    action: Action
    tables: Tables
    situation: Any
    answers: Mapping[str, Any]
    exact: Exact[Any]

    def is_of(self, action: Action, tables: Tables, situation: Any) -> bool:
        """Whether it is the law of this action in this situation."""
        if self.action is not action or self.situation != situation:
            return False
        return self.tables is tables or self.tables == tables


_KNOWN: deque[_KnownLaw] = deque(maxlen=MOST_LAWS)


def law_of(setting: Setting, action: Action, form: Form, given: Mapping[str, Given]) -> Exact[Any]:
    """The exact law of an action. It is kept for the verdict that mostly follows, unless dice are told in it already."""
    exact = action.law(form.situation, setting.tables, given)
    if not any(isinstance(exact.requests.get(key), Roll | Count) for key in given):
        answers = {key: answer.value for key, answer in given.items()}
        assumed = {key: step.value for key, step in exact.assumed.items()}
        _KNOWN.appendleft(_KnownLaw(action, setting.tables, form.situation, answers | assumed, exact))
    return exact


def percent_of(setting: Setting, action: Action, form: Form, end: Outcome, decided: Mapping[str, Given]) -> int | None:
    """How likely an end was, in whole percent, with what was decided on the way to it; none where it is not in the law."""
    said = {key: answer.value for key, answer in decided.items()}
    known = (
        law.exact
        for law in _KNOWN
        if law.is_of(action, setting.tables, form.situation) and said.items() <= law.answers.items()
    )
    exact = next(known, None) or law_of(setting, action, form, {**form.answers, **decided})
    return next((percent for outcome, _, percent in shares(exact) if outcome.key == end.key), None)


def odds_view(
    setting: Setting,
    action: Action,
    form: Form,
    answers: Mapping[str, Given],
    most_outcomes: int | None = MOST_OUTCOMES,
) -> odds_views.Odds:
    """The odds of an action as data; answers that nothing asks for are refused with what was asked."""
    given = {**form.answers, **answers}
    exact = law_of(setting, action, form, given)
    certain = _certain(setting, exact.law)
    refuse_unused(answers, exact.requests, certain)
    dice = first_throw(exact.requests.values())
    summary = action.summary(form.situation, setting.tables) if action.summary else None
    view = odds_views.Odds(
        layout=action.layout,
        rows=() if action.layout == "plain" else _rows(setting, exact, chain=action.layout == "chain"),
        dice=dice_text(dice).strip() if dice else "",
        total=total_text(dice.tally) if dice else "",
        assumed=tuple(assumed_view(setting, action, key, step) for key, step in exact.assumed.items()),
        counted={name: plain(value) for name, value in left_open(form.situation, setting.tables).items()},
        measures=tuple(_measure(setting, action, exact.law, name) for name in action.measures),
        why=whys(setting, exact.requests.items()),
        summary=setting.say(summary) if summary else "",
        note=setting.say_if_any(f"action.{action.id}.note"),
        certain=certain,
        outcomes=_outcomes(setting, exact.law, most_outcomes),
    )
    if action.exhibit is None:
        return view
    return _with_exhibit(setting, view, action.exhibit(form.situation, setting.tables, given))


def _rows(setting: Setting, exact: Exact[Any], *, chain: bool) -> tuple[odds_views.OddsRow, ...]:
    rows = []
    for outcome, weight, percent in shares(exact):
        row = odds_views.OddsRow(
            key=outcome.key,
            label=setting.say(outcome.label),
            weight=_weight(weight),
            percent=percent,
            severity=outcome.severity,
        )
        rows.append(_chain_step(setting, row, exact, outcome.step) if chain else row)
    return tuple(rows)


def _weight(weight: Fraction) -> odds_views.Weight:
    return (weight.numerator, weight.denominator)


def _chain_step(setting: Setting, row: odds_views.OddsRow, exact: Exact[Any], key: str) -> odds_views.OddsRow:
    """A row with the throw that decides a step of a chain: its die, its own odds, its reasons."""
    request = exact.requests.get(key)
    if not isinstance(request, Roll | Count):
        return row
    law = Law.of_counts(request.law())
    percents = percentages(weight for _, weight in law)
    detail = tuple(
        odds_views.OddsRow(
            key=str(number),
            label=reading_text(request, reading, setting.say),
            weight=_weight(weight),
            percent=percent,
            severity=0,
        )
        for number, ((reading, weight), percent) in enumerate(zip(law, percents, strict=True))
    )
    return replace(row, die=throw_text(request), detail=detail, why=whys(setting, [(key, request)]))


def assumed_view(setting: Setting, action: Action, key: str, step: Step) -> odds_views.Assumed:
    """A question whose usual answer is assumed, with what else it could be."""
    spec = next((spec for spec in action.fields if spec.question == key), None)
    request = request_view(setting, key, step.request, 0)
    choices = (field_choices(setting, spec) if spec and not spec.quick else ()) or request.options
    yes_no = isinstance(step.request, Observe) and step.request.value_kind == "yes_no"
    value = step.value
    label = next((choice.label for choice in choices if choice.value == value), setting.name_of(value))
    return odds_views.Assumed(
        key=key,
        field=spec.name if spec else None,
        label=setting.say(Message(f"field.{spec.name}")) if spec else _short_question(setting, step) or request.title,
        value=plain(value),
        value_label=label if (choices or yes_no) else str(value),
        kind=request.value_kind,
        min=request.min,
        max=request.max,
        choices=choices,
    )


def _short_question(setting: Setting, step: Step) -> str:
    """A question in a word or two, where the ruleset has any for it."""
    return setting.say_if_any(f"question.{step.request.key}")


def assumed_field(setting: Setting, action: Action, name: str, fields: Mapping[str, Any]) -> odds_views.Assumed | None:
    """A value of the form that nobody has confirmed, in words; of a card of a group by its number (``units.2.order``)."""
    place, number, inner = (*name.split("."), "", "")[:3]
    spec = next((one for one in action.fields if one.name == place), None)
    value = fields.get(place)
    label = ""
    if spec is not None and spec.group is not None:
        cards = value if isinstance(value, list | tuple) else ()
        card = cards[int(number) - 1] if number.isdecimal() and 0 < int(number) <= len(cards) else {}
        one = setting.say_if_any(f"field_one.{spec.name}") or setting.say(Message(f"field.{spec.name}"))
        label = f"{one} {number}, "
        spec, value = next((own for own in specs_of(spec.group) if own.name == inner), None), card.get(inner)
    elif number:
        return None
    if spec is None or value is None or isinstance(value, list | tuple | Mapping):
        return None
    choices = field_choices(setting, spec)
    told = next((choice.label for choice in choices if choice.value == value), setting.name_of(value))
    return odds_views.Assumed(
        key="",
        field=name,
        label=label + setting.say(Message(f"field.{spec.name}")),
        value=value,
        value_label=told,
        kind="",
        min=0,
        max=0,
        choices=(),
    )


def _measure(setting: Setting, action: Action, law: Law[Verdict], name: str) -> odds_views.Measure:
    projected = law.project(lambda verdict: verdict.measure(name))
    if name in action.distances:
        projected = projected.project(lambda inches: setting.style.on_tape(Fraction(inches)))
    mean = projected.mean(Fraction)  # only now: there are fewer values than verdicts
    values = sorted(projected.events)
    percents = percentages(projected[value] for value in values)
    reached = Fraction(1)
    distribution = []
    for value, percent in zip(values, percents, strict=True):
        weight = projected[value]
        distribution.append(
            odds_views.Share(
                value=plain(Fraction(value)),
                weight=_weight(weight),
                percent=percent,
                at_least_percent=float(round(reached * 100, 2)),
            )
        )
        reached -= weight
    return odds_views.Measure(
        id=name,
        label=setting.say(Message(f"measure.{name}")),
        mean=_weight(mean),
        mean_text=decimal_text(mean),
        distribution=tuple(distribution),
    )


def _certain(setting: Setting, law: Law[Verdict]) -> str:
    """The headline, where there is nothing left to chance."""
    verdicts = [verdict for verdict, _ in law]
    return setting.say(verdicts[0].headline()) if len(verdicts) == 1 else ""


def _outcomes(setting: Setting, law: Law[Verdict], most: int | None) -> tuple[odds_views.LawRow, ...]:
    if most == 0:
        return ()
    ordered = sorted(law, key=lambda row: (row[0].outcome().order, -row[1]))[:most]
    return tuple(
        odds_views.LawRow(
            verdict=verdict_data(verdict),
            label=setting.say(verdict.outcome().label),
            weight=_weight(weight),
            probability=float(weight),
        )
        for verdict, weight in ordered
    )


def refuse_unused(answers: Mapping[str, Given], asked: Collection[str], end: str = "") -> None:
    """Refuse answers that a rule never asked for, with how it ends without them; the form's own may come to nothing."""
    unused = [key for key, given in answers.items() if key not in asked and given.by != "form"]
    message = "kernel.answer.not_asked" if asked else "kernel.answer.nothing_asked"
    if end:
        message = "kernel.answer.ended" if asked else "kernel.answer.ended_at_once"
    told = {"asked": tuple(asked), "end": end.removesuffix(".")}
    if unused:
        raise Refusal(Problem(key, Message.of(message, key=key, **told), tuple(asked)) for key in unused)


def verdict_data(verdict: Verdict) -> odds_views.VerdictData:
    """A verdict as plain data: effects and measures."""
    return odds_views.VerdictData(
        effects=tuple(effect.plain() for effect in verdict.effects),
        measures={name: plain(value) for name, value in verdict.measured().items()},
    )


def _with_exhibit(setting: Setting, view: odds_views.Odds, exhibit: Exhibit) -> odds_views.Odds:
    if isinstance(exhibit, SharedDie):
        units = tuple(_shared_unit(setting, unit) for unit in exhibit.units)
        return replace(view, units_faces=exhibit.faces, units=units)
    if isinstance(exhibit, Track):
        return replace(view, units=_track(setting, exhibit))
    return replace(view, matrix=_matrix(setting, exhibit))


def _track(setting: Setting, track: Track) -> tuple[odds_views.TrackUnit, ...]:
    return tuple(
        odds_views.TrackUnit(
            min=track.lowest,
            max=track.highest,
            name=unit.name,
            sum=setting.say(unit.sum),
            before=unit.before,
            now=unit.now,
            label=setting.say(unit.label),
            text=setting.say(unit.text),
            bad=unit.bad,
        )
        for unit in track.units
    )


def _shared_unit(setting: Setting, unit: SharedDieUnit) -> odds_views.TenthsUnit:
    return odds_views.TenthsUnit(
        name=unit.name,
        sum=setting.say(unit.sum),
        total=signed_text(unit.total),
        faces=tuple(
            odds_views.Strip(from_=strip.first, to=strip.last, label=setting.say(strip.label), severity=strip.severity)
            for strip in unit.strips
        ),
        text=setting.say(unit.text) if unit.text else "",
    )


def _matrix(setting: Setting, matrix: Matrix) -> odds_views.Matrix:
    return odds_views.Matrix(
        row_title=setting.say(matrix.row_title),
        column_title=setting.say(matrix.column_title),
        rows=tuple(setting.say(row) for row in matrix.rows),
        columns=tuple(setting.say(column) for column in matrix.columns),
        cells=tuple(
            tuple(
                odds_views.MatrixCell(
                    text=setting.say(cell.text),
                    best_row=cell.best_row,
                    best_column=cell.best_column,
                    detail=setting.say(cell.detail) if cell.detail else "",
                )
                for cell in row
            )
            for row in matrix.cells
        ),
        measure=setting.say(matrix.measure),
    )
