"""What every command about an action reads: ruleset, options, house rules, measure, and the fields of the form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sandtable.cli import texts
from sandtable.cli.files import read_situation, read_text
from sandtable.cli.problems import problem, speak, tell_aside
from sandtable.cli.wording import ruleset_words
from sandtable.kernel import registry
from sandtable.kernel.drivers import Given
from sandtable.kernel.drivers.exact import Exact
from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.messages import Message, joined
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form, open_under
from sandtable.kernel.ruleset import Action
from sandtable.kernel.spelling import folded
from sandtable.umpire.setting import LARGEST_HOUSE_FILE, Setting
from sandtable.umpire.setting import read_setting as umpire_setting

ON_OFF = {True: "on", False: "off"}  # the values of an option as they are written


@dataclass(frozen=True, slots=True)
class Case:
    """An action with its form read, and the answers as they were typed, to be read by the requests."""

    setting: Setting
    action: Action
    form: Form
    answers: Mapping[str, Given]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names of fields and answers that were given and do not count: nobody needs them here, or they are never asked for."""
        if not self.form.answers:
            return self.form.left_out
        law = self.action.law(self.form.situation, self.setting.tables, self._given)
        unasked = self.form.answers.keys() - law.requests.keys()
        idle = (spec.name for spec in self.action.fields if spec.question in unasked and not self._counts(spec, law))
        return (*self.form.left_out, *idle)

    def _counts(self, spec: FieldSpec, law: Exact[Any]) -> bool:
        """Whether a field that the form does not need matters all the same: the law differs when it is left open."""
        if not hasattr(self.form.situation, spec.name):
            return False
        given = {key: answer for key, answer in self._given.items() if key != spec.question}
        bare = self.action.law(replace(self.form.situation, **{spec.name: None}), self.setting.tables, given)
        return bare.law != law.law or bare.requests.keys() != law.requests.keys()

    @property
    def _given(self) -> dict[str, Given]:
        return {**self.form.answers, **self.answers}


def read_setting(
    ruleset: str,
    options: Sequence[str] | None = None,
    house: str | None = None,
    scale: str = "1",
    unit: str = "in",
    *,
    as_json: bool = False,
) -> Setting:
    """The ruleset with its tables in force."""
    speak(as_json=as_json)
    known = registry.ruleset(ruleset).id
    speak(known, as_json=as_json, words=ruleset_words(known))
    chosen, problems = read_pairs(options, "--option")
    style = {"scale": scale, "unit": unit}
    try:
        text = read_text(house, LARGEST_HOUSE_FILE) if house is not None else ""
        setting = umpire_setting(
            {"ruleset": ruleset, "options": chosen, "house": text, "house_name": house, "style": style}
        )
    except Refusal as refusal:
        raise Refusal([*problems, *refusal.problems]) from None
    speak(known, as_json=as_json, style=setting.style, words=ruleset_words(known))
    if problems:
        raise Refusal(problems)
    return setting


def read_case(
    ruleset: str,
    action: str,
    fields: Sequence[str] | None,
    answers: Sequence[str] | None,
    options: Sequence[str] | None,
    house: str | None,
    situation: str | None,
    scale: str,
    unit: str,
    *,
    as_json: bool,
) -> Case:
    """Everything about one action, or a refusal with all that is wrong."""
    problems: list[Problem] = []
    try:
        setting = read_setting(ruleset, options, house, scale, unit, as_json=as_json)
    except Refusal as refusal:  # go on with the rules as printed, to tell what else is wrong
        problems += refusal.problems
        if any(wrong.field == "ruleset" for wrong in problems):
            raise
        setting = read_setting(ruleset, scale=scale, unit=unit, as_json=as_json)
    form, chosen = None, setting.action(action)
    typed, wrong_answers = read_pairs(answers, "--answer")
    given, wrong_fields = read_pairs(fields, "field")
    problems += [*wrong_answers, *wrong_fields, *closed_problems(setting, chosen)]
    try:
        whole = setting.with_shown_bands(chosen, _laid_over(read_situation(situation) if situation else {}, given))
        problems += fields_of_others(setting, chosen, whole)
        form = setting.form(chosen, whole)
    except Refusal as refusal:
        told = {wrong.field for wrong in problems}
        problems += [wrong for wrong in refusal.problems if wrong.field not in told]
    if problems or form is None:
        raise Refusal(problems)
    case = Case(setting, chosen, form, {key: Given(text) for key, text in typed.items()})
    if case.left_out:
        tell_aside(texts.say("cli.pair.ignored", names=joined(case.left_out)))
    return case


def closed_problems(setting: Setting, action: Action) -> list[Problem]:
    """The problem that an action belongs to an option that is off, and how to switch that on; empty where it does not."""
    if action.option is None or action.open_under(setting.tables):
        return []
    name, value = action.option
    return [problem("action", "cli.actions.option_off", action=action.id, option=name, value=ON_OFF.get(value, value))]


def fields_of_others(setting: Setting, action: Action, given: Mapping[str, Any]) -> list[Problem]:
    """The reader leaves out fields of other actions, as a form on a screen has to; whoever typed one meant it."""
    elsewhere = {folded(name) for name in setting.ruleset.field_names}
    problems: list[Problem] = []
    for written in flattened(given):
        place, _, own = written.rpartition(".")
        group = written.partition(".")[0]
        spec = _spec_of(setting, action.fields, group)
        cards = specs_of(spec.group) if spec is not None and spec.group is not None else ()
        fields = cards if place and cards else action.fields
        said = own if fields is cards else written if spec is not None else group
        found = _spec_of(setting, fields, said)
        if found is None and folded(said) in elsewhere:
            names = [one.name for one in fields if open_under(one, setting.tables)]
            where = f"field.{spec.name}" if fields is cards and spec is not None else f"action.{action.id}.label"
            problems.append(
                problem(written, "cli.pair.not_here", *names, name=said, action=setting.say(Message(where)))
            )
        elif found is not None and found.option and not open_under(found, setting.tables):
            name, value = found.option
            problems.append(
                problem(written, "cli.pair.option_off", name=written, option=name, value=ON_OFF.get(value, value))
            )
    return problems


def _spec_of(setting: Setting, specs: Iterable[FieldSpec], written: str) -> FieldSpec | None:
    """A field by its name or its label."""
    return next(
        (
            spec
            for spec in specs
            if folded(written) in {folded(spec.name), folded(setting.say(Message(f"field.{spec.name}")))}
        ),
        None,
    )


def read_pairs(written: Iterable[str] | None, what: str) -> tuple[dict[str, str], list[Problem]]:
    """Read ``name=value`` pairs; a name given twice and a pair without ``=`` are problems."""
    read: dict[str, str] = {}
    problems: list[Problem] = []
    for pair in written or ():
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals:
            problems.append(problem(what, "cli.pair.no_equals", pair=pair))
        elif not name:
            problems.append(problem(what, "cli.pair.no_name", pair=pair))
        elif any(folded(name) == folded(known) for known in read):
            problems.append(problem(name, "cli.pair.twice", name=name))
        else:
            read[name] = value.strip()
    return read, problems


def flattened(tree: Mapping[str, Any]) -> dict[str, Any]:
    """Groups given as lists, written as ``firers.1.weapon``, so that single fields can be laid over them."""
    fields: dict[str, Any] = {}
    for name, value in tree.items():
        if isinstance(value, list) and value and all(isinstance(member, Mapping) for member in value):
            for number, member in enumerate(value, start=1):
                fields.update({f"{name}.{number}.{inner}": cell for inner, cell in member.items()})
        else:
            fields[name] = value
    return fields


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the command line win over those of the file, however their names are spelled; those of cards one by one."""
    said = {folded(name) for name in above}
    whole = {name: value for name, value in below.items() if folded(name) not in said}
    for name, value in above.items():
        group = next((own for own in whole if folded(own) == folded(name.partition(".")[0])), None)
        if group is None or not _lay_over_card(whole[group], name, value):
            whole[name] = value
    return whole


def _lay_over_card(cards: Any, name: str, value: Any) -> bool:
    """Set a field of a card (``firers.2.weapon``), or of the next one. Says whether there is such a card."""
    _, _, inner = name.partition(".")
    number, _, field = inner.partition(".")
    if not isinstance(cards, list) or not field or not number.isdecimal() or not 1 <= int(number) <= len(cards) + 1:
        return False
    if int(number) > len(cards):
        cards.append({})
    card = cards[int(number) - 1]
    if not isinstance(card, Mapping):
        return False
    kept = {own: told for own, told in card.items() if folded(own) != folded(field)}
    cards[int(number) - 1] = {**kept, field: value}
    return True
