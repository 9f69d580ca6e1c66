"""What every action of every ruleset promises: a form, an exact law, requests that can be answered, words for all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from fractions import Fraction
from random import Random
from typing import Any

from sandtable.conformance.breach import BreachError
from sandtable.conformance.cases import (
    FORMS,
    SEED,
    Case,
    cases,
    covering_forms_of,
    leaves_of,
    plain_json,
    problem_texts,
    setting_of,
    settings_of,
)
from sandtable.conformance.inspection import (
    conditions,
    drawable_icons,
    messages_of_request,
    messages_of_verdict,
    rules_of_request,
)
from sandtable.conformance.leaves import law_of_leaves
from sandtable.conformance.random_forms import random_form, random_run, with_questions
from sandtable.kernel.drivers import Exact, replay, sample_many, throw
from sandtable.kernel.form import FieldSpec, SettledField, specs_of
from sandtable.kernel.messages import PLAIN, Message, MissingTextError, Style
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form, open_under, read_form
from sandtable.kernel.requests import Choose, Count, Observe, Request, Roll
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.tables import Tables
from sandtable.umpire import desk
from sandtable.umpire.odds import odds_view
from sandtable.umpire.resolution import finished_view
from sandtable.umpire.setting import Setting

COVER = 20  # forms in which choices meet each other
VIEWS = 6  # verdicts of a form that are put on the whole screen
LAYOUTS = {"bars", "chain", "tenths", "track", "matrix", "plain"}
EXHIBITED = {"tenths", "track", "matrix"}
WIDGETS = {"arms", "seg", "trio", "step", "range", "tick", "text", "cards", "list"}
CENTIMETRES = Style(2, "cm")
TAPES = (PLAIN, CENTIMETRES)

# ---- Its form ----------------------------------------------------------------------------------------------------------------


def its_form_speaks_of_its_own_fields(ruleset: Ruleset, action: Action) -> None:
    own = {spec.name: spec for spec in action.fields}
    if len(own) != len(action.fields):
        raise BreachError("two fields have the same name")
    for spec in action.fields:
        if spec.widget not in WIDGETS:
            raise BreachError(f"{spec.name}: no surface knows the widget {spec.widget}")
        if spec.pair not in (None, *ruleset.field_names):
            raise BreachError(f"{spec.name} is paired with the unknown {spec.pair}")
        if spec.remembered not in (None, *ruleset.field_names):
            raise BreachError(f"{spec.name} is remembered for {spec.remembered}")
        if not (spec.option is None or spec.option[0] in ruleset.options):
            raise BreachError(f"{spec.name} hangs on an unknown option")
        check_conditions(spec.under(ruleset.default_tables), own)
        if spec.group is not None:
            members = {member.name: member for member in specs_of(spec.group)}
            for member in members.values():
                check_conditions(member.under(ruleset.default_tables), members)
    for bar in action.bars:
        names = {simple.field for simple in conditions(bar.condition)}
        if not (names <= set(ruleset.field_names)):
            raise BreachError(f"a bar of the action hangs on unknown fields {names}")


def nothing_that_is_given_is_passed_over_in_silence(ruleset: Ruleset, action: Action) -> None:
    """A field that it does not know is refused, one of other forms or one that nobody needs is named; in its cards as well."""
    own = [spec.name for spec in action.fields]
    strange = [name for name in sorted(ruleset.field_names) if name not in own]
    for case in cases(ruleset, action):

        def read(fields: Mapping[str, Any], case: Case = case) -> Form | list[Problem]:
            return read_form(action, {**case.form.fields, **fields}, case.tables, PLAIN, ruleset.field_names)

        if case.form != read({}):
            raise BreachError(f"nothing given beside {case.form.fields} makes another form of it")
        if [problem.field for problem in refused(read({"nonsense": 1}))] != ["nonsense"]:
            raise BreachError("a field that nobody has is not refused by its name")
        if form_of(read({strange[0]: "x"})).elsewhere != (strange[0],):
            raise BreachError(f"{strange[0]}, which belongs to another form, is passed over in silence")
        for spec in action.fields:
            if spec.group is None or not (cards := case.form.fields.get(spec.name)):
                continue
            inside = {inner.name for inner in specs_of(spec.group)}
            other = next(name for name in (*strange, *own) if name not in inside)
            named = form_of(read({spec.name: [{**cards[0], other: "x"}, *cards[1:]]}))
            if named.elsewhere != (f"{spec.name}.1.{other}",):
                raise BreachError(f"{spec.name}.1.{other}, which belongs elsewhere, is passed over in silence")
            problems = refused(read({spec.name: [{**cards[0], "nonsense": "x"}, *cards[1:]]}))
            if [problem.field for problem in problems] != [f"{spec.name}.1.nonsense"]:
                raise BreachError(f"a field that no member of {spec.name} has is not refused by its name")


def what_nobody_needs_is_named(ruleset: Ruleset, action: Action) -> None:
    for case in cases(ruleset, action):
        for spec in action.fields:
            if spec.needed is None or spec.name in case.form.fields or not open_under(spec, case.tables):
                continue
            read = read_form(action, {**case.form.fields, spec.name: "x"}, case.tables, PLAIN, ruleset.field_names)
            if isinstance(read, Form):
                if spec.name not in {*read.left_out, *read.fields}:
                    raise BreachError(f"{spec.name} is dropped without a word")
            elif spec.name not in {problem.field for problem in read}:
                raise BreachError(f"{spec.name} is not needed, and giving it is neither named nor refused")


def form_of(read: Form | list[Problem]) -> Form:
    if not (isinstance(read, Form)):
        raise BreachError(read)
    return read


def refused(read: Form | list[Problem]) -> list[Problem]:
    if isinstance(read, Form):
        raise BreachError("a form that should be refused is read")
    return read


def check_conditions(spec: SettledField, fields: dict[str, FieldSpec]) -> None:
    """Shared descriptions may speak of terms that this form leaves out, but not of terms that the field never has."""
    here = {*spec.values, *spec.bands, True, False}
    bars = [bar.condition for bar in spec.bars if here.intersection(bar.values)]
    for simple in (simple for condition in (spec.needed, *bars) for simple in conditions(condition)):
        if simple.field not in fields:
            raise BreachError(f"{spec.name} hangs on {simple.field}, which is not on this form")
        other = fields[simple.field]
        if other.choices is not None:
            if not (set(simple.values) <= {*other.choices, None}):
                raise BreachError(f"{spec.name}: {simple.field} is never {simple.values}")
            met = {*other.values, None}.intersection(simple.values)
            if not (met):
                raise BreachError(f"{spec.name}: on this form {simple.field} is never {simple.values}")
    for family in spec.families:
        if not (family.members):
            raise BreachError(f"{spec.name}: family {family.id} has no members")


def it_is_described_whole(_: Ruleset, action: Action) -> None:
    for kind in (action.situation, action.questions, action.verdict):
        if not (is_dataclass(kind)):
            raise BreachError(f"{kind.__name__} is no dataclass")
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            raise BreachError(f"{kind.__name__} is not frozen")
    if action.layout not in LAYOUTS:
        raise BreachError(f"no surface knows the layout {action.layout}")
    if (action.layout in EXHIBITED) != (action.exhibit is not None):
        raise BreachError(f"layout {action.layout} without its exhibit")
    if not (action.rules):
        raise BreachError("an action names the rules it applies")
    if not (action.measures or action.ledger_only):
        raise BreachError(f"{action.verdict.__name__} has no measure to compare odds by")


def what_it_accepts_it_reads_again_from_its_record(ruleset: Ruleset, action: Action) -> None:
    for options, tables, forms in covering_forms_of(ruleset, action, COVER):
        for read in (*forms, *forms_in(CENTIMETRES, ruleset, action, tables)):
            again = read_form(action, plain_json(read.fields), tables, PLAIN)
            if not (isinstance(again, Form)):
                raise BreachError(f"its record is refused: {read.fields}: {problem_texts(ruleset, again)}, {options}")
            if again != read:
                raise BreachError("a form read again from its record is another one")
            if hash(read.situation) != hash(again.situation):
                raise BreachError("two equal situations have two hashes")


def forms_in(style: Style, ruleset: Ruleset, action: Action, tables: Tables) -> Iterator[Form]:
    """Random forms whose distances are read off another tape."""
    random = Random(SEED)
    for _ in range(FORMS):
        read = read_form(action, random_form(action, random, tables, style), tables, style)
        if not (isinstance(read, Form)):
            raise BreachError(f"a form that was made to be legal is refused: {problem_texts(ruleset, read)}")
        yield read


def a_problem_of_its_form_is_told_with_field_and_rule(ruleset: Ruleset, action: Action) -> None:
    seen: list[Problem] = []
    for _, tables, random in settings_of(ruleset, action):
        for _ in range(FORMS):
            random_form(action, random, tables, seen=seen)
        empty = read_form(action, {}, tables, PLAIN)
        seen += [] if isinstance(empty, Form) else empty
    setting = setting_of(ruleset)
    places = {"action", *(spec.name for spec in action.fields)}
    for problem in set(seen):
        if problem.field.split(".")[0] not in places:
            raise BreachError(f"a problem names {problem.field}, which is no field here")
        if problem.rule not in (None, *ruleset.rulebook.by_id):
            raise BreachError(f"a problem names the unknown rule {problem.rule}")
        check_words(ruleset, setting, problem.message)


# ---- Its law -----------------------------------------------------------------------------------------------------------------


def its_law_sums_to_one_and_every_face_is_counted(ruleset: Ruleset, action: Action) -> None:
    for case in cases(ruleset, action):
        law = case.exact.law
        if law.total != 1:
            raise BreachError(f"the law of {case.form.fields} sums to {law.total}")
        some = leaves_of(case)
        if some is None:
            continue
        leaves, all_of_them = some
        unlisted = [leaf.finished.verdict for leaf in leaves if leaf.finished.verdict not in law]
        if unlisted:
            raise BreachError(f"the law of {case.form.fields} does not list {unlisted[0]}")
        if all_of_them:
            if law_of_leaves(leaves) != dict(law):
                raise BreachError(f"counting faces gives another law for {case.form.fields}")


def its_verdicts_name_outcomes_and_measures(ruleset: Ruleset, action: Action) -> None:
    for case in cases(ruleset, action):
        exact = case.exact
        rows: dict[str, object] = {}
        for verdict, _ in exact.law:
            if not (isinstance(verdict, action.verdict)):
                raise BreachError(f"{type(verdict).__name__} is no {action.verdict.__name__}")
            outcome = verdict.outcome()
            if not (0 <= outcome.severity <= 4):
                raise BreachError(f"severity is from 0 to 4: {outcome}")
            if not (0 <= verdict.severity() <= 4):
                raise BreachError(f"severity is from 0 to 4: {verdict}")
            if rows.setdefault(outcome.key, outcome) != outcome:
                raise BreachError(f"two rows of the odds are called {outcome.key}")
            if action.layout == "chain" and outcome.step:
                if outcome.step not in exact.requests:
                    raise BreachError(f"the step {outcome.step} was never asked for")
            for name, value in verdict.measured().items():
                if not (isinstance(value, int | Fraction)):
                    raise BreachError(f"measure {name} is {value!r}, neither whole nor a fraction")
            lost = [note.kind for note in verdict.notes if note.has_words]
            if lost:
                raise BreachError(f"nobody is told of notes: {lost} have words, and belong among the effects")


def a_throw_gives_a_verdict_its_law_lists(ruleset: Ruleset, action: Action) -> None:
    for number, case in enumerate(cases(ruleset, action)):
        law = case.exact.law
        thrown = throw(case.start, DiceStream(f"conformance/{number}"), case.form.answers)
        if thrown.verdict not in law:
            raise BreachError(f"the law of {case.form.fields} does not list this throw: {thrown}")
        if not all(verdict in law for verdict in sample_many(case.start, 3, number, case.form.answers)):
            raise BreachError(f"the law of {case.form.fields} does not list a sample of it")
        run = random_run(case.start, Random(number), case.form.answers)
        answered = with_questions(case.form.answers, run)
        if run.verdict not in case.law(answered).law:
            raise BreachError(f"the law with {answered} does not list {run.verdict}")


def its_record_replays_to_the_same_verdict(ruleset: Ruleset, action: Action) -> None:
    for number, case in enumerate(cases(ruleset, action)):
        dice = DiceStream(str(number))
        for run in (
            random_run(case.start, Random(number), case.form.answers),
            throw(case.start, dice, case.form.answers),
        ):
            answers = json.loads(json.dumps([(step.key, step.value) for step in run.steps]))
            if replay(case.start, answers).verdict != run.verdict:
                raise BreachError(f"the record of {case.form.fields} replays to another verdict")


# ---- What it asks ------------------------------------------------------------------------------------------------------------


def every_request_can_be_answered(ruleset: Ruleset, action: Action) -> None:
    for key, request in requests_of(ruleset, action).items():
        if not (re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", key)):
            raise BreachError(f"{key}: keys are snake_case words with dots between")
        if re.search(r"\.\d+$", request.key):
            raise BreachError(f"{request.key}: keys that come again number themselves")
        if isinstance(request, Choose | Observe):
            usual = request.normal(request.usual)
            if request.reading(usual) != usual:
                raise BreachError(f"{key} has no usual answer")
            role = getattr(request, "role", "")
            if role and not any(f"{kind}.{role}" in ruleset.catalogue for kind in ("role", "side", "kernel.role")):
                raise BreachError(f"{key}: messages/en.toml has no words for whose decision it is: role.{role}")
            if isinstance(request, Choose) and any(
                spec.question == request.key and spec.assumed for spec in action.fields
            ):
                raise BreachError(
                    f"{key}: what a player decides is never assumed: say asked=True where the form has it"
                )
            undrawn = sorted({option.icon for option in request.options if option.icon} - drawable_icons(ruleset))
            if undrawn:
                raise BreachError(f"{key}: neither the page nor icons/ has these icons: {', '.join(undrawn)}")
            values = [option.value for option in request.options]
            if len(values) != len(set(values)):
                raise BreachError(f"{key}: two options have the same value")
        else:
            check_dice(key, request)


def check_dice(key: str, request: Roll | Count) -> None:
    law = request.law()
    if not (law):
        raise BreachError(f"{key}: no throw counts")
    if not (all(type(weight) is int and weight > 0 for _, weight in law)):
        raise BreachError(f"{key}: weights are whole numbers above nought")
    if len({reading for reading, _ in law}) != len(law):
        raise BreachError(f"{key}: a reading stands twice in its law")
    if isinstance(request, Count):
        shared = [face for face in request.die.faces if sum(face in band.faces for band in request.bands) > 1]
        if shared:
            raise BreachError(f"{key}: the faces {shared} belong to two bands, so the pool cannot be counted by bands")
        if not (request.pool > 0):
            raise BreachError(f"{key}: a pool of no dice is not asked for")


def every_question_of_its_form_is_asked_by_its_rule(ruleset: Ruleset, action: Action) -> None:
    on_the_form = {spec.question for spec in action.fields if spec.question}
    never = on_the_form - set(requests_of(ruleset, action, rounds=6))
    if never:
        raise BreachError(f"fields answer questions that the rule never asks: {sorted(never)}")


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


def it_has_words_for_every_verdict_and_every_request(ruleset: Ruleset, action: Action) -> None:
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
        if unknown:
            raise BreachError(f"these rule ids are not in rules.toml: {unknown}")


def messages_of(exact: Exact[Any]) -> Iterator[Message]:
    for verdict, _ in exact.law:
        yield from messages_of_verdict(verdict)
    for request in exact.requests.values():
        yield from messages_of_request(request)


def check_words(ruleset: Ruleset, voice: Setting, message: Message) -> None:
    try:
        text = voice.say(message)
    except MissingTextError as error:
        raise BreachError(f"messages/en.toml lacks {error} (asked for by {message})") from None
    template = ruleset.catalogue.texts[message.id]
    if not (text.strip()):
        raise BreachError(f"{message.id} says nothing")
    if re.search("[{}]", text):
        raise BreachError(f"{message.id} has a hole that nothing fills: {template}")
    if not ("None" not in text or "None" in template):
        raise BreachError(f"{message.id} lacks a part: {text} ({message.parameters})")
    if "  " in text:
        raise BreachError(f"{message.id} has two spaces together: {text!r}")
    detail = Message(f"{message.id}_detail", message.parameters)
    if detail.id in ruleset.catalogue and message.id.startswith("effect."):
        check_words(ruleset, voice, detail)


def its_verdicts_fill_the_whole_screen(ruleset: Ruleset, action: Action) -> None:
    for case in cases(ruleset, action):
        setting = Setting(ruleset, case.tables, PLAIN, "", case.options)
        check_odds(plain_json(odds_view(setting, action, case.form, {})))
        leaves, _ = leaves_of(case) or ([], False)
        for leaf in leaves[:VIEWS]:
            view = plain_json(finished_view(setting, action, case.form, leaf.finished, {"id": "1"}))
            lacking = [part for part in ("headline", "sentence", "subject") if not view[part]]
            if lacking:
                raise BreachError(f"no {lacking} for {leaf.finished.verdict}")
            if not (0 <= view["severity"] <= 4):
                raise BreachError(f"severity is from 0 to 4: {view['severity']}")


def check_odds(odds: Mapping[str, Any]) -> None:
    if odds["rows"]:
        if sum(row["percent"] for row in odds["rows"]) != 100:
            raise BreachError("the percentages of the rows do not come to 100")
        if sum(Fraction(*row["weight"]) for row in odds["rows"]) != 1:
            raise BreachError("the weights of the rows do not come to one")
        if len({row["key"] for row in odds["rows"]}) != len(odds["rows"]):
            raise BreachError("two rows of the odds have the same key")
        if not (all(row["label"] for row in odds["rows"])):
            raise BreachError("a row of the odds has no words")
    for measure in odds["measures"]:
        if sum(Fraction(*step["weight"]) for step in measure["distribution"]) != 1:
            raise BreachError(f"the measure {measure['id']} does not come to one")


def the_desk_takes_it_from_form_to_log(ruleset: Ruleset, action: Action) -> None:
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
            if not (reply["request"]["title"]):
                raise BreachError(f"{key} is asked without words")
            answers.append({"key": key, "value": typed[key]})
            reply = desk.call("resolve", body | {"answers": answers})
        if reply["status"] != "ok":
            raise BreachError(reply)
        if reply["verdict"]["effects"] != [effect.plain() for effect in run.verdict.effects]:
            raise BreachError("the desk tells other effects than the rule")
        entries = [{"record": plain_json(reply)["record"]}]
        books = plain_json(desk.call("ledger", body | {"entries": entries}))
        if books["status"] != "ok":
            raise BreachError(books)
        if [row["sentence"] for row in books["log"]] != [reply["sentence"]]:
            raise BreachError("the log tells another sentence than the result")
        text = desk.call("log_text", body | {"entries": entries})
        if text["status"] != "ok":
            raise BreachError(text)
        if ruleset.catalogue.say(Message("ruleset.title")) not in text["text"]:
            raise BreachError("the log as text does not name the game")


PROMISES: tuple[Callable[[Ruleset, Action], None], ...] = (
    its_form_speaks_of_its_own_fields,
    nothing_that_is_given_is_passed_over_in_silence,
    what_nobody_needs_is_named,
    it_is_described_whole,
    what_it_accepts_it_reads_again_from_its_record,
    a_problem_of_its_form_is_told_with_field_and_rule,
    its_law_sums_to_one_and_every_face_is_counted,
    its_verdicts_name_outcomes_and_measures,
    a_throw_gives_a_verdict_its_law_lists,
    its_record_replays_to_the_same_verdict,
    every_request_can_be_answered,
    every_question_of_its_form_is_asked_by_its_rule,
    it_has_words_for_every_verdict_and_every_request,
    its_verdicts_fill_the_whole_screen,
    the_desk_takes_it_from_form_to_log,
)
