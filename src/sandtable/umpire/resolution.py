"""Resolving an action: given the answers so far, the next request or the verdict in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from sandtable.kernel.drivers import NOTHING_KEPT, Asking, Finished, Given, Step, advance
from sandtable.kernel.effects import EVERYONE, Effect
from sandtable.kernel.ledger import Offer
from sandtable.kernel.messages import Message
from sandtable.kernel.reader import Form, plain_field
from sandtable.kernel.record import Answer, Record
from sandtable.kernel.requests import Count, Roll
from sandtable.kernel.ruleset import Action
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.verdict import Verdict
from sandtable.umpire import ledger_views, odds_views, verdict_views
from sandtable.umpire.odds import assumed_field, assumed_view, percent_of, refuse_unused, verdict_data
from sandtable.umpire.setting import Setting, capital, ended
from sandtable.umpire.why import request_view, role_text, throws, whys

Outcome = Asking[Any] | Finished[Any]


def resolve(
    setting: Setting,
    action: Action,
    form: Form,
    answers: Mapping[str, Given],
    dice: DiceStream | None,
    *,
    throw_next: bool = False,
    usual: bool = False,
    assumed: Collection[str] = (),
    earlier: Mapping[str, Given] = NOTHING_KEPT,
) -> Outcome:
    """Run an action as far as it goes. Answers that nothing asks for are refused with what was asked."""
    given = {**form.answers, **answers}
    result: Outcome = advance(
        action.start(form.situation, setting.tables),
        given,
        dice,
        throw_next=throw_next,
        usual=usual,
        assumed=assumed,
        earlier=earlier,
    )
    if isinstance(result, Finished):  # before the end the answer may still be asked for
        end = capital(setting.say(result.verdict.headline()))
        refuse_unused(answers, [step.key for step in result.steps], end)
    return result


def assumable(setting: Setting, action: Action, form: Form) -> frozenset[str]:
    """The questions that this form may take for granted: its own, which people see there with their usual answers."""
    return frozenset(
        spec.question
        for spec in (spec.under(setting.tables) for spec in action.fields if spec.question and spec.assumed)
        if spec.question and (spec.needed is None or spec.needed.holds(form.fields))
    )


def asking_view(setting: Setting, asking: Asking[Any]) -> verdict_views.Ask:
    """The pending request as data."""
    steps = [(step.key, step.request) for step in asking.steps]
    return verdict_views.Ask(
        request=request_view(setting, asking.key, asking.request, len(asking.steps) + 1),
        answers=tuple(Answer(step.key, step.value, step.by) for step in asking.steps),
        why=whys(setting, [*steps, (asking.key, asking.request)]),
        dice=throws(setting, asking.steps),
    )


def with_ends(
    setting: Setting, action: Action, form: Form, asking: Asking[Any], ask: verdict_views.Ask
) -> verdict_views.Ask:
    """Where a die decides how the action ends, each face says that, in the words of the odds, instead of what it reads."""
    faces = tuple(_with_end(setting, action, form, asking, face) for face in ask.request.outcomes)
    return replace(ask, request=replace(ask.request, outcomes=faces))


def _with_end(
    setting: Setting, action: Action, form: Form, asking: Asking[Any], face: verdict_views.FaceOutcome
) -> verdict_views.FaceOutcome:
    end = _end_with(setting, action, form, asking, face.faces[0])
    if end is None or any(effect.known_to != EVERYONE for effect in end.effects):
        return face
    outcome = end.outcome()
    return replace(face, label=setting.say(outcome.label), severity=outcome.severity)


def _end_with(setting: Setting, action: Action, form: Form, asking: Asking[Any], face: int) -> Verdict | None:
    """The verdict if this face falls and everything else is as usual; none where another throw follows."""
    so_far = {step.key: Given(step.value, step.by) for step in asking.steps}
    given = {**form.answers, **so_far, asking.key: Given(face)}
    end = advance(action.start(form.situation, setting.tables), given, usual=True)
    return end.verdict if isinstance(end, Finished) else None


def record_of(setting: Setting, action: Action, form: Form, finished: Finished[Any], meta: Mapping[str, Any]) -> Record:
    """What the log keeps of a finished action."""
    answers = tuple(Answer(step.key, step.value, step.by) for step in finished.steps)
    ruleset = setting.ruleset
    return Record(
        ruleset.id, ruleset.rules_version, action.id, form.fields, answers, setting.options, setting.house, meta
    )


def finished_view(
    setting: Setting, action: Action, form: Form, finished: Finished[Any], meta: Mapping[str, Any]
) -> verdict_views.Verdict:
    """A verdict in words: what to do first, then the dice, then why."""
    verdict: Verdict = finished.verdict
    record = record_of(setting, action, form, finished, {**meta, **_chance(setting, action, form, finished)})
    subject = subject_text(setting, action, form.situation)
    several = _several(verdict)
    return verdict_views.Verdict(
        record=record,
        verdict=verdict_data(verdict),
        headline=ended(setting.say(verdict.headline())),
        severity=verdict.severity(),
        subject=subject,
        instructions=tuple(
            instruction(setting, effect, named=several) for effect in verdict.effects if effect.has_words
        ),
        dice=throws(setting, finished.steps),
        why=whys(setting, ((step.key, step.request) for step in finished.steps), verdict.reasons),
        assumed=assumptions(setting, action, finished.steps, record),
        house=bool(setting.tables.overridden),
        sentence=sentence(setting, subject, verdict),
    )


def assumptions(
    setting: Setting, action: Action, steps: Iterable[Step], record: Record
) -> tuple[odds_views.Assumed, ...]:
    """What was taken for granted: questions that got their usual answers, and values of the form that a surface says nobody confirmed."""
    by = {answer.key: answer.by for answer in record.answers}
    asked = tuple(assumed_view(setting, action, step.key, step) for step in steps if by.get(step.key) == "usual")
    names = record.meta.get("assumed")
    if not isinstance(names, list | tuple):
        return asked
    return (*asked, *(view for name in names if (view := assumed_field(setting, action, str(name), record.fields))))


def _chance(setting: Setting, action: Action, form: Form, finished: Finished[Any]) -> dict[str, int]:
    """How likely this end was, with the same decisions and facts, if dice had a say: the log tells it, and need not work it out again."""
    decided = {
        step.key: Given(step.value, step.by) for step in finished.steps if not isinstance(step.request, Roll | Count)
    }
    if len(decided) == len(finished.steps):
        return {}
    percent = percent_of(setting, action, form, finished.verdict.outcome(), decided)
    return {} if percent is None else {"percent": percent}


def offer_view(setting: Setting, offer: Offer) -> ledger_views.Offer:
    """An offer as data."""
    known = {name: plain_field(value) for name, value in offer.fields.items()}
    fields = setting.on_tape(known, setting.action(offer.action))
    return ledger_views.Offer(label=setting.say(offer.label), action=offer.action, fields=fields, at_once=offer.at_once)


def _several(verdict: Verdict) -> bool:
    return len({effect.whom for effect in verdict.effects if effect.has_words}) > 1


def instruction(setting: Setting, effect: Effect, *, named: bool) -> verdict_views.Instruction:
    """One thing to do on the table; ``named`` says whose it is, where several units are told something and the text does not."""
    text, whom = setting.say(effect.message), role_text(setting, effect.whom)
    return verdict_views.Instruction(
        text=text,
        detail=setting.say_if_any(effect.detail.id, **dict(effect.detail.parameters)),
        whom=whom if named and not re.match(rf"{re.escape(whom)}\b", text) else "",
        icon=effect.picture,
        secret=effect.known_to != EVERYONE,
        known_to=effect.known_to,
    )


def subject_text(setting: Setting, action: Action, situation: Any) -> str:
    """Who did what."""
    return (
        setting.say(action.subject(situation)) if action.subject else setting.say(Message(f"action.{action.id}.label"))
    )


def sentence(setting: Setting, subject: str, verdict: Verdict) -> str:
    """The action in one sentence, as the log tells it."""
    return f"{subject}: {ended(setting.say(verdict.headline()))}"
