"""What every action of every ruleset promises: a form, an exact law, requests that can be answered, words for all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sandtable.kernel.drivers import Exact, replay, sample_many, throw
from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.messages import PLAIN, Message, MissingTextError, Style
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form, open_under, read_form
from sandtable.kernel.requests import Choose, Count, Observe, Request, Roll
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.stream import DiceStream
from sandtable.umpire import desk
from sandtable.umpire.odds import odds_view
from sandtable.umpire.resolution import finished_view
from sandtable.umpire.setting import Setting
from tests.support.cases import FORMS, SEED, Case, cases, plain_json, setting_of, settings_of, told
from tests.support.inspection import conditions, messages_of_request, messages_of_verdict, rules_of_request
from tests.support.leaves import TooManyFacesError, law_of_leaves, some_leaves
from tests.support.random_forms import covering_forms, random_form, random_run, with_questions

LEAVES = 250  # ways a form can go that are counted one by one
COVER = 20  # forms in which choices meet each other
VIEWS = 6  # verdicts of a form that are put on the whole screen
LAYOUTS = {"bars", "chain", "tenths", "track", "matrix", "plain"}
EXHIBITED = {"tenths", "track", "matrix"}
WIDGETS = {"arms", "seg", "trio", "step", "range", "tick", "text", "cards", "list"}
TAPES = (PLAIN, Style(2, "cm"))

# ---- Its form ----------------------------------------------------------------------------------------------------------------


def test_its_form_speaks_of_its_own_fields(ruleset: Ruleset, action: Action):
    own = {spec.name: spec for spec in action.fields}
    assert len(own) == len(action.fields), "two fields have the same name"
    for spec in action.fields:
        assert spec.widget in WIDGETS, f"{spec.name}: no surface knows the widget {spec.widget}"
        assert spec.pair in (None, *ruleset.field_names), f"{spec.name} is paired with the unknown {spec.pair}"
        assert spec.remembered in (None, *ruleset.field_names), f"{spec.name} is remembered for {spec.remembered}"
        assert spec.option is None or spec.option[0] in ruleset.options, f"{spec.name} hangs on an unknown option"
        check_conditions(spec, own)
        if spec.group is not None:
            members = {member.name: member for member in specs_of(spec.group)}
            for member in members.values():
                check_conditions(member, members)
    for bar in action.bars:
        names = {simple.field for simple in conditions(bar.condition)}
        assert names <= set(ruleset.field_names), f"a bar of the action hangs on unknown fields {names}"


def test_nothing_that_is_given_is_passed_over_in_silence(ruleset: Ruleset, action: Action):
    """A field that it does not know is refused, one of other forms or one that nobody needs is named; in its cards as well."""
    own = [spec.name for spec in action.fields]
    strange = [name for name in sorted(ruleset.field_names) if name not in own]
    for case in cases(ruleset, action):

        def read(fields: Mapping[str, Any], case: Case = case) -> Form | list[Problem]:
            return read_form(action, {**case.form.fields, **fields}, case.tables, PLAIN, ruleset.field_names)

        assert case.form == read({})
        assert [problem.field for problem in refused(read({"nonsense": 1}))] == ["nonsense"]
        assert form_of(read({strange[0]: "x"})).elsewhere == (strange[0],)
        for spec in action.fields:
            if spec.group is None or not (cards := case.form.fields.get(spec.name)):
                continue
            inside = {inner.name for inner in specs_of(spec.group)}
            other = next(name for name in (*strange, *own) if name not in inside)
            named = form_of(read({spec.name: [{**cards[0], other: "x"}, *cards[1:]]}))
            assert named.elsewhere == (f"{spec.name}.1.{other}",)
            problems = refused(read({spec.name: [{**cards[0], "nonsense": "x"}, *cards[1:]]}))
            assert [problem.field for problem in problems] == [f"{spec.name}.1.nonsense"]


def test_what_nobody_needs_is_named(ruleset: Ruleset, action: Action):
    for case in cases(ruleset, action):
        for spec in action.fields:
            if spec.needed is None or spec.name in case.form.fields or not open_under(spec, case.tables):
                continue
            read = read_form(action, {**case.form.fields, spec.name: "x"}, case.tables, PLAIN, ruleset.field_names)
            if isinstance(read, Form):
                assert spec.name in {*read.left_out, *read.fields}, f"{spec.name} is dropped without a word"
            else:
                assert spec.name in {problem.field for problem in read}


def form_of(read: Form | list[Problem]) -> Form:
    assert isinstance(read, Form), read
    return read


def refused(read: Form | list[Problem]) -> list[Problem]:
    assert not isinstance(read, Form)
    return read


def check_conditions(spec: FieldSpec, fields: dict[str, FieldSpec]) -> None:
    """Shared descriptions may speak of terms that this form leaves out, but not of terms that the field never has."""
    here = {*spec.values, *spec.bands, True, False}
    bars = [bar.condition for bar in spec.bars if here.intersection(bar.values)]
    for simple in (simple for condition in (spec.needed, *bars) for simple in conditions(condition)):
        assert simple.field in fields, f"{spec.name} hangs on {simple.field}, which is not on this form"
        other = fields[simple.field]
        if other.choices is not None:
            assert set(simple.values) <= {*other.choices, None}, f"{spec.name}: {simple.field} is never {simple.values}"
            met = {*other.values, None}.intersection(simple.values)
            assert met, f"{spec.name}: on this form {simple.field} is never {simple.values}"
    for family in spec.families:
        assert family.members, f"{spec.name}: family {family.id} has no members"


def test_it_is_described_whole(action: Action):
    for kind in (action.situation, action.questions, action.verdict):
        assert is_dataclass(kind), f"{kind.__name__} is no dataclass"
        assert kind.__dataclass_params__.frozen, f"{kind.__name__} is not frozen"  # type: ignore[attr-defined]
    assert action.layout in LAYOUTS, f"no surface knows the layout {action.layout}"
    assert (action.layout in EXHIBITED) == (action.exhibit is not None), f"layout {action.layout} without its exhibit"
    assert action.rules, "an action names the rules it applies"
    assert action.verdict.measures or action.ledger_only, f"{action.verdict.__name__} has no measure to compare odds by"


def test_what_it_accepts_it_reads_again_from_its_record(ruleset: Ruleset, action: Action):
    for options, tables, random in settings_of(ruleset, action):
        raws = [(raw, PLAIN) for raw in covering_forms(action, random, tables, COVER)]
        raws += [(random_form(action, random, tables, style), style) for style in TAPES for _ in range(FORMS)]
        for raw, style in raws:
            read = read_form(action, raw, tables, style)
            assert isinstance(read, Form)
            again = read_form(action, plain_json(read.fields), tables, PLAIN)
            assert isinstance(again, Form), f"its record is refused: {read.fields}: {told(ruleset, again)}, {options}"
            assert again == read, "a form read again from its record is another one"
            assert hash(read.situation) == hash(again.situation)


def test_a_problem_of_its_form_is_told_with_field_and_rule(ruleset: Ruleset, action: Action):
    seen: list[Problem] = []
    for _, tables, random in settings_of(ruleset, action):
        for _ in range(FORMS):
            random_form(action, random, tables, seen=seen)
        empty = read_form(action, {}, tables, PLAIN)
        seen += [] if isinstance(empty, Form) else empty
    setting = setting_of(ruleset)
    places = {"action", *(spec.name for spec in action.fields)}
    for problem in set(seen):
        assert problem.field.split(".")[0] in places, f"a problem names {problem.field}, which is no field here"
        assert problem.rule in (None, *ruleset.rulebook.by_id), f"a problem names the unknown rule {problem.rule}"
        check_words(ruleset, setting, problem.message)


# ---- Its law -----------------------------------------------------------------------------------------------------------------


def test_its_law_sums_to_one_and_every_face_is_counted(ruleset: Ruleset, action: Action):
    for case in cases(ruleset, action):
        law = case.exact.law
        assert law.total == 1, f"the law of {case.form.fields} sums to {law.total}"
        try:
            leaves, all_of_them = some_leaves(case.start, case.form.answers, LEAVES)
        except TooManyFacesError:
            continue
        unlisted = [leaf.finished.verdict for leaf in leaves if leaf.finished.verdict not in law]
        assert not unlisted, f"the law of {case.form.fields} does not list {unlisted[0]}"
        if all_of_them:
            assert law_of_leaves(leaves) == dict(law), f"counting faces gives another law for {case.form.fields}"


def test_its_verdicts_name_outcomes_and_measures(ruleset: Ruleset, action: Action):
    for case in cases(ruleset, action):
        exact = case.exact
        rows: dict[str, object] = {}
        for verdict, _ in exact.law:
            assert isinstance(verdict, action.verdict), f"{type(verdict).__name__} is no {action.verdict.__name__}"
            outcome = verdict.outcome()
            assert 0 <= outcome.severity <= 4, f"severity is from 0 to 4: {outcome}"
            assert 0 <= verdict.severity() <= 4, f"severity is from 0 to 4: {verdict}"
            assert rows.setdefault(outcome.key, outcome) == outcome, f"two rows of the odds are called {outcome.key}"
            if action.layout == "chain" and outcome.step:
                assert outcome.step in exact.requests, f"the step {outcome.step} was never asked for"
            for name, value in verdict.measured().items():
                assert isinstance(value, int | Fraction), f"measure {name} is {value!r}, neither whole nor a fraction"


def test_a_throw_gives_a_verdict_its_law_lists(ruleset: Ruleset, action: Action):
    for number, case in enumerate(cases(ruleset, action)):
        law = case.exact.law
        thrown = throw(case.start, DiceStream(f"conformance/{number}"), case.form.answers)
        assert thrown.verdict in law, f"the law of {case.form.fields} does not list this throw: {thrown}"
        assert all(verdict in law for verdict in sample_many(case.start, 3, number, case.form.answers))
        run = random_run(case.start, Random(number), case.form.answers)
        answered = with_questions(case.form.answers, run)
        assert run.verdict in case.law(answered).law, f"the law with {answered} does not list {run.verdict}"


def test_its_record_replays_to_the_same_verdict(ruleset: Ruleset, action: Action):
    for number, case in enumerate(cases(ruleset, action)):
        dice = DiceStream(str(number))
        for run in (
            random_run(case.start, Random(number), case.form.answers),
            throw(case.start, dice, case.form.answers),
        ):
            answers = json.loads(json.dumps([(step.key, step.value) for step in run.steps]))
            assert replay(case.start, answers).verdict == run.verdict


# ---- What it asks ------------------------------------------------------------------------------------------------------------


def test_every_request_can_be_answered(ruleset: Ruleset, action: Action):
    for key, request in requests_of(ruleset, action).items():
        assert re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", key), f"{key}: keys are snake_case words with dots between"
        assert not re.search(r"\.\d+$", request.key), f"{request.key}: keys that come again number themselves"
        if isinstance(request, Choose | Observe):
            usual = request.normal(request.usual)
            assert request.reading(usual) == usual, f"{key} has no usual answer"
            values = [option.value for option in request.options]
            assert len(values) == len(set(values)), f"{key}: two options have the same value"
        else:
            check_dice(key, request)


def check_dice(key: str, request: Roll | Count) -> None:
    law = request.law()
    assert law, f"{key}: no throw counts"
    assert all(type(weight) is int and weight > 0 for _, weight in law), (
        f"{key}: weights are whole numbers above nought"
    )
    assert len({reading for reading, _ in law}) == len(law)
    if isinstance(request, Count):
        shared = [face for face in request.die.faces if sum(face in band.faces for band in request.bands) > 1]
        assert not shared, f"{key}: the faces {shared} belong to two bands, so the pool cannot be counted by bands"
        assert request.pool > 0, f"{key}: a pool of no dice is not asked for"


def test_every_question_of_its_form_is_asked_by_its_rule(ruleset: Ruleset, action: Action):
    on_the_form = {spec.question for spec in action.fields if spec.question}
    never = on_the_form - set(requests_of(ruleset, action, rounds=6))
    assert not never, f"fields answer questions that the rule never asks: {sorted(never)}"


def requests_of(ruleset: Ruleset, action: Action, rounds: int = 1) -> dict[str, Request]:
    """Every request met, by key, in exact laws and in random runs."""
    met: dict[str, Request] = {}
    for turn in range(rounds):
        for number, case in enumerate(cases(ruleset, action, seed=SEED + turn)):
            run = random_run(case.start, Random(number), case.form.answers)
            met |= {step.key: step.request for step in run.steps}
            met |= case.law(with_questions(case.form.answers, run)).requests
        if {spec.question for spec in action.fields if spec.question} <= set(met):
            break
    return met


# ---- Its words ---------------------------------------------------------------------------------------------------------------


def test_it_has_words_for_every_verdict_and_every_request(ruleset: Ruleset, action: Action):
    voices = [setting_of(ruleset, style=style) for style in TAPES]
    said: set[Message] = set()
    for number, case in enumerate(cases(ruleset, action, covering=COVER)):
        run = random_run(case.start, Random(number), case.form.answers)
        exact = case.law(with_questions(case.form.answers, run))
        for message in set(messages_of(exact)) - said:
            said.add(message)
            for voice in voices:
                check_words(ruleset, voice, message)
        rules = [rule for request in exact.requests.values() for rule in rules_of_request(request)]
        rules += [reason.rule for verdict, _ in exact.law for reason in verdict.modifiers()]
        unknown = {rule for rule in rules if rule is not None and rule not in ruleset.rulebook.by_id}
        assert not unknown, f"these rule ids are not in rules.toml: {unknown}"


def messages_of(exact: Exact[Any]) -> Iterator[Message]:
    for verdict, _ in exact.law:
        yield from messages_of_verdict(verdict)
    for request in exact.requests.values():
        yield from messages_of_request(request)


def check_words(ruleset: Ruleset, voice: Setting, message: Message) -> None:
    try:
        text = voice.say(message)
    except MissingTextError as error:
        pytest.fail(f"messages/en.toml lacks {error} (asked for by {message})")
    template = ruleset.catalogue.texts[message.id]
    assert text.strip(), f"{message.id} says nothing"
    assert not re.search("[{}]", text), f"{message.id} has a hole that nothing fills: {template}"
    assert "None" not in text or "None" in template, f"{message.id} lacks a part: {text} ({message.parameters})"
    assert "  " not in text, f"{message.id} has two spaces together: {text!r}"
    detail = Message(f"{message.id}_detail", message.parameters)
    if detail.id in ruleset.catalogue and message.id.startswith("effect."):
        check_words(ruleset, voice, detail)


def test_its_verdicts_fill_the_whole_screen(ruleset: Ruleset, action: Action):
    for case in cases(ruleset, action):
        setting = Setting(ruleset, case.tables, PLAIN, "", case.options)
        check_odds(plain_json(odds_view(setting, action, case.form, {})))
        try:
            leaves, _ = some_leaves(case.start, case.form.answers, VIEWS)
        except TooManyFacesError:
            continue
        for leaf in leaves:
            view = plain_json(finished_view(setting, action, case.form, leaf.finished, {"id": "1"}))
            lacking = [part for part in ("headline", "sentence", "subject") if not view[part]]
            assert not lacking, f"no {lacking} for {leaf.finished.verdict}"
            assert 0 <= view["severity"] <= 4


def check_odds(odds: Mapping[str, Any]) -> None:
    if odds["rows"]:
        assert sum(row["percent"] for row in odds["rows"]) == 100
        assert sum(Fraction(*row["weight"]) for row in odds["rows"]) == 1
        assert len({row["key"] for row in odds["rows"]}) == len(odds["rows"])
        assert all(row["label"] for row in odds["rows"])
    for measure in odds["measures"]:
        assert sum(Fraction(*step["weight"]) for step in measure["distribution"]) == 1


def test_the_desk_takes_it_from_form_to_log(ruleset: Ruleset, action: Action):
    """Real dice and answers typed in one by one, then the record in the ledger and in the log."""
    for number, case in enumerate(cases(ruleset, action, forms=2)):
        body = {"ruleset": ruleset.id, "options": case.options, "action": action.id, "fields": dict(case.form.fields)}
        body |= {"dice": "real", "meta": {"id": "7", "side": ruleset.sides[0].id}}
        run = random_run(case.start, Random(number), case.form.answers)
        typed = {step.key: step.value for step in run.steps}
        answers: list[dict[str, Any]] = []
        reply = desk.call("resolve", body | {"answers": answers})
        while reply["status"] == "ask":
            plain_json(reply)
            key = reply["request"]["key"]
            assert reply["request"]["title"], f"{key} is asked without words"
            answers.append({"key": key, "value": typed[key]})
            reply = desk.call("resolve", body | {"answers": answers})
        assert reply["status"] == "ok", reply
        assert reply["verdict"]["effects"] == [effect.plain() for effect in run.verdict.effects]
        entries = [{"record": plain_json(reply)["record"]}]
        books = plain_json(desk.call("ledger", body | {"entries": entries}))
        assert books["status"] == "ok", books
        assert [row["sentence"] for row in books["log"]] == [reply["sentence"]]
        text = desk.call("log_text", body | {"entries": entries})
        assert ruleset.catalogue.say(Message("ruleset.title")) in text["text"]
