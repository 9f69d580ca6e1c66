"""What every ruleset promises. Runs over all registered ones; an unregistered one is tested with

    pytest tests/conformance --ruleset package.module:OBJECT

Each failure says what to mend. Samples are drawn from a fixed seed, so that a failure stays until it is mended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.kernel.drivers import Finished, enumerate_exactly, replay, sample_many, throw
from sandtable.kernel.form import FieldSpec
from sandtable.kernel.ledger import Entry, fold
from sandtable.kernel.messages import PLAIN, Message, MissingTextError, Style
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.requests import Choose, Count, Observe, Request, Roll
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.tables import Tables
from sandtable.umpire import desk
from sandtable.umpire.description import screen
from sandtable.umpire.odds import odds_view
from sandtable.umpire.resolution import finished_view, record_of
from sandtable.umpire.setting import Setting
from tests.support.inspection import (
    conditions,
    entries_to_reach,
    icons,
    messages_of_request,
    messages_of_verdict,
    rules_of_request,
    sources,
    table_of,
    usable_messages,
    watched,
)
from tests.support.leaves import TooManyFacesError, law_of_leaves, some_leaves
from tests.support.random_forms import (
    changed_form,
    choices_of,
    covering_forms,
    form_with,
    questions_answered,
    random_form,
    random_run,
    random_settings,
    read_random_form,
)

SEED = 1910
FORMS = 8  # random forms per action and test
LEAVES = 250  # ways a form can go that are counted one by one
COVER = 20  # forms in which choices meet each other
ROUNDS = 20  # of forms under all options, in search of each table entry that nobody has read
CLIMB = 40  # changes of a form on the way to the end of a table
LOG = 40  # entries of a random game
VIEWS = 6  # verdicts of a form that are put on the whole screen
LAYOUTS = {"bars", "chain", "tenths", "track", "matrix", "plain"}
EXHIBITED = {"tenths", "track", "matrix"}
WIDGETS = {"arms", "seg", "trio", "step", "range", "tick", "text", "cards", "list"}
TAPES = (PLAIN, Style(2, "cm"))
ICONS = Path(__file__).parents[2] / "docs" / "icons.md"
SPARE_MESSAGES: tuple[str, ...] = ()  # prefixes of texts that surfaces outside this package ask for


# ---- The ruleset as a whole ------------------------------------------------------------------------------------------------


def test_it_loads(ruleset_name):
    ruleset = registry.ruleset(ruleset_name)
    assert ruleset.actions, f"{ruleset_name} offers no action"
    assert ruleset.catalogue.texts
    assert ruleset.rulebook.rules
    assert ruleset.default_tables.cells


def test_it_names_what_it_offers(ruleset: Ruleset):
    ids = [action.id for action in ruleset.actions]
    assert len(ids) == len(set(ids)), "two actions have the same id"
    assert {action.group for action in ruleset.actions} <= set(ruleset.groups), (
        "an action stands in a group that is not listed"
    )
    assert ruleset.turn_action is None or ruleset.turn_action in ids, "turn_action names no action"
    for phase in ruleset.phases:
        assert set(phase.actions) <= set(ids), f"phase {phase.id} names unknown actions"
    assert {side.ink for side in ruleset.sides} == {"red", "blue"}, "one side is red, the other blue"
    action, fields = ruleset.fresh
    read = read_form(ruleset.by_id[action], dict(fields), ruleset.default_tables, PLAIN)
    assert isinstance(read, Form), f"the commonest action is not filled in legally: {told(ruleset, read)}"


def test_its_whole_screen_is_described_under_all_options(ruleset: Ruleset):
    for options in random_settings(ruleset.options, Random(SEED)):
        for style in TAPES:
            whole = plain_json(screen(setting_of(ruleset, options, style)))
            assert len(whole["actions"]) == len(ruleset.actions)


def test_every_rule_id_it_names_is_in_its_rulebook(ruleset: Ruleset):
    known = ruleset.rulebook.by_id
    named = {("tables.toml", notes["rule"]) for notes in ruleset.default_tables.notes.values() if "rule" in notes}
    named |= {("options.toml", option.rule) for option in ruleset.options.values() if option.rule}
    for action in ruleset.actions:
        named |= {(f"action {action.id}", rule) for rule in action.rules}
        bars = (*action.bars, *(bar for spec in action.fields for bar in spec.bars))
        named |= {(f"action {action.id}", bar.rule) for bar in bars if bar.rule}
    id_in_text = re.compile(rf"\b{ruleset.prefix}-[0-9A-Z]+\.[0-9]+[a-z]?\b")
    for name, source in sources(ruleset.package):
        named |= {(name, rule) for rule in id_in_text.findall(source)}
    unknown = sorted(f"{place}: {rule}" for place, rule in named if rule not in known)
    assert not unknown, "these rule ids are not in rules.toml: " + ", ".join(unknown)


def test_every_text_of_its_catalogue_is_of_use(ruleset: Ruleset):
    own = set(ruleset.catalogue.texts) - {name for name in ruleset.catalogue.texts if name.startswith("kernel.")}
    spare = {name for name in own if name.startswith(SPARE_MESSAGES)} if SPARE_MESSAGES else set()
    idle = sorted(own - usable_messages(ruleset) - spare)
    assert not idle, "nothing asks for these texts; delete them from messages/en.toml: " + ", ".join(idle)


def test_every_icon_it_names_is_drawn(ruleset: Ruleset):
    if not ICONS.exists():
        pytest.skip("there is no list of icons yet")
    drawn = set(re.findall(r"`([\w-]+)`", ICONS.read_text(encoding="utf-8")))
    missing = sorted(icons(ruleset) - drawn)
    assert not missing, "docs/icons.md has no such icons: " + ", ".join(missing)


def test_every_table_entry_is_read_or_says_why_not(ruleset: Ruleset):
    """A ``unreached = "why"`` beside the numbers speaks for all entries of its table."""
    search = TableSearch(ruleset)
    search.everything()
    for _ in range(ROUNDS):
        for entry in search.unread():
            search.look_for(entry)
    idle = search.unread()
    advice = "use them in a rule, or say why not beside them (unreached = ...)"
    assert not idle, f"{len(idle)} table entries were never read; {advice}: " + ", ".join(idle[:40])
    cells = ruleset.default_tables.cells
    stale = [
        path
        for path, notes in ruleset.default_tables.notes.items()
        if "unreached" in notes and all(cell in search.read for cell in cells if cell.startswith(f"{path}."))
    ]
    assert not stale, "every entry of these tables was read; take their `unreached` away: " + ", ".join(stale)


class TableSearch:
    """A search for situations that read every table entry, under all options."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.random = Random(SEED)
        self.settings = random_settings(ruleset.options, self.random)
        self.read_by: dict[str, set[str]] = {action.id: set() for action in ruleset.actions}
        self.tables = {
            action.id: [watched(ruleset.tables(options), self.read_by[action.id]) for options in self.settings]
            for action in ruleset.actions
        }

    @property
    def read(self) -> set[str]:
        return set().union(*self.read_by.values())

    def unread(self) -> list[str]:
        tables, read = self.ruleset.default_tables, self.read
        entries = entries_to_reach(tables, read)
        return [entry for entry in entries if entry not in read and tables.note(table_of(entry), "unreached") is None]

    def everything(self) -> None:
        """Every action under every setting, with the ledger."""
        for number in range(len(self.settings)):
            ledger = self.ruleset.ledger.start(self.tables[self.ruleset.actions[0].id][number])
            for action in self.ruleset.actions:
                tables = self.tables[action.id][number]
                form = read_random_form(action, self.random, tables)
                run = self.run(action, form, tables)
                ledger = ledger.after(entry_of(self.ruleset, action, form, run, "1"), tables)
                ledger.panels(tables)
                ledger.prefill(action.id, tables)

    def look_for(self, entry: str) -> None:
        """Try actions that read its neighbours, with forms and options that its path speaks of."""
        path = table_of(entry)
        terms = set(path.split("."))
        chapter = f"{path.partition('.')[0]}."
        near = [action for action in self.ruleset.actions if any(map_starts(self.read_by[action.id], chapter))]
        for action in near or self.ruleset.actions:
            tables = self._table_for(action, terms)
            raw = form_with(action, self.random, tables, self._pinned(action, terms))
            form = read_form(action, raw, tables, PLAIN) if raw is not None else None
            if isinstance(form, Form):
                self.run(action, form, tables)
                if entry != path:
                    self._climb(action, raw or {}, tables, entry)
            if entry in self.read_by[action.id]:
                return

    def _climb(self, action: Action, raw: dict[str, Any], tables: Tables, entry: str) -> None:
        """Steps at the ends of a table need many modifiers of one sign: change a field at a time while their sum grows."""
        sign = 1 if int(entry.rpartition(" ")[2]) > 1 else -1
        best = -1000
        for _ in range(CLIMB):
            changed = changed_form(action, raw, self.random, tables)
            form = read_form(action, changed, tables, PLAIN)
            if not isinstance(form, Form):
                continue
            exact = enumerate_exactly(action.start(form.situation, tables), form.answers)
            height = max((sign * request.tally.total for request in exact.requests.values()), default=0)
            if height >= best:
                best, raw = height, changed

    def _table_for(self, action: Action, terms: set[str]) -> Tables:
        switched_on = [
            table for table in self.tables[action.id] if any(table.options.get(term) is True for term in terms)
        ]
        return self.random.choice(switched_on or self.tables[action.id])

    def _pinned(self, action: Action, terms: set[str]) -> dict[str, Any]:
        fitting = [(spec.name, value) for spec in action.fields for value in choices_of(spec) if str(value) in terms]
        fitting += [(spec.name, True) for spec in action.fields if spec.kind == "yes_no" and spec.name in terms]
        return dict(self.random.sample(fitting, len(fitting)))

    def run(self, action: Action, form: Form, tables: Tables) -> Finished[Any]:
        start = action.start(form.situation, tables)
        run = random_run(start, self.random, form.answers)
        enumerate_exactly(start, form.answers | questions_answered(run))
        if action.exhibit:
            action.exhibit(form.situation, tables, form.answers)
        if action.summary:
            action.summary(form.situation, tables)
        return run


# ---- Each action: its form -------------------------------------------------------------------------------------------------


def test_its_form_speaks_of_its_own_fields(ruleset: Ruleset, action: Action):
    own = {spec.name: spec for spec in action.fields}
    assert len(own) == len(action.fields), "two fields have the same name"
    for spec in action.fields:
        assert spec.widget in WIDGETS, f"{spec.name}: no surface knows the widget {spec.widget}"
        assert spec.pair is None or spec.pair in ruleset.field_names, (
            f"{spec.name} is paired with the unknown {spec.pair}"
        )
        assert spec.remembered is None or spec.remembered in ruleset.field_names, (
            f"{spec.name} is remembered for no field"
        )
        assert spec.option is None or spec.option[0] in ruleset.options, f"{spec.name} hangs on an unknown option"
        check_conditions(spec, own)
        if spec.group is not None:
            inner = {
                field.metadata["spec"].name or field.name: field.metadata["spec"]
                for field in dataclass_fields(spec.group)
            }
            for member in inner.values():
                check_conditions(member, inner)
    for bar in action.bars:
        names = {simple.field for simple in conditions(bar.condition)}
        assert names <= set(ruleset.field_names), f"a bar of the action hangs on unknown fields {names}"


def check_conditions(spec: FieldSpec, fields: dict[str, FieldSpec]) -> None:
    """Shared descriptions may speak of terms that this form leaves out, but not of terms that the field never has."""
    here = {*spec.values, *spec.bands, True, False}
    bars = [bar.condition for bar in spec.bars if here.intersection(bar.values)]
    for simple in (simple for condition in (spec.needed, *bars) for simple in conditions(condition)):
        assert simple.field in fields, f"{spec.name} hangs on {simple.field}, which is not on this form"
        other = fields[simple.field]
        if other.choices is not None:
            assert set(simple.values) <= {*other.choices, None}, f"{spec.name}: {simple.field} is never {simple.values}"
            assert {*other.values, None}.intersection(simple.values), (
                f"{spec.name}: here {simple.field} is never {simple.values}"
            )
    for family in spec.families:
        assert family.members, f"{spec.name}: family {family.id} has no members"


def test_it_is_a_frozen_situation(action: Action):
    for kind in (action.situation, action.questions, action.verdict):
        assert is_dataclass(kind), f"{kind.__name__} is no dataclass"
        assert kind.__dataclass_params__.frozen, f"{kind.__name__} is not frozen"  # type: ignore[attr-defined]
    assert action.layout in LAYOUTS, f"no surface knows the layout {action.layout}"
    assert (action.layout in EXHIBITED) == (action.exhibit is not None), (
        f"layout {action.layout} and exhibit do not fit"
    )
    assert action.rules, "an action names the rules it applies"
    assert action.verdict.measures or action.ledger_only, (
        f"{action.verdict.__name__} names no measures to compare odds by"
    )


def test_what_it_accepts_it_reads_again_from_its_record(ruleset: Ruleset, action: Action):
    for options, tables, random in settings_of(ruleset):
        for style in TAPES:
            for raw in (*covering_forms(action, random, tables, COVER), *random_forms(action, tables, random, style)):
                read = read_form(action, raw, tables, style)
                if not isinstance(read, Form):
                    continue  # covering forms are made for one tape
                again = read_form(action, read.fields, tables, PLAIN)
                assert isinstance(again, Form), (
                    f"its own record is refused: {read.fields}: {told(ruleset, again)}, {options}"
                )
                assert again == read, "a form read again from its record is another one"
                assert hash(read.situation) == hash(again.situation)
                plain_json(read.fields)


def random_forms(action: Action, tables: Tables, random: Random, style: Style = PLAIN) -> list[dict[str, Any]]:
    return [random_form(action, random, tables, style) for _ in range(FORMS)]


def test_a_problem_of_its_form_is_told_with_field_and_rule(ruleset: Ruleset, action: Action):
    seen: list[Problem] = []
    for _, tables, random in settings_of(ruleset):
        for _ in range(FORMS):
            random_form(action, random, tables, seen=seen)
        seen += problems_of_an_empty_form(action, tables)
    setting = setting_of(ruleset)
    places = {"action", *(spec.name for spec in action.fields)}
    for problem in set(seen):
        assert problem.field.split(".")[0] in places, (
            f"a problem names {problem.field}, which is no field of {action.id}"
        )
        assert problem.rule is None or problem.rule in ruleset.rulebook.by_id, f"unknown rule {problem.rule}"
        assert setting.problem(problem)["message"]


def map_starts(paths: set[str], beginning: str) -> Iterator[bool]:
    return (path.startswith(beginning) for path in paths)


def problems_of_an_empty_form(action: Action, tables: Tables) -> list[Problem]:
    read = read_form(action, {}, tables, PLAIN)
    return [] if isinstance(read, Form) else read


# ---- Each action: its law --------------------------------------------------------------------------------------------------


def test_its_law_sums_to_one_and_every_face_is_counted(ruleset: Ruleset, action: Action):
    for _, tables, form, start in cases(ruleset, action):
        exact = enumerate_exactly(start, form.answers)
        assert exact.law.total == 1, f"the law of {form.fields} sums to {exact.law.total}"
        try:
            leaves, all_of_them = some_leaves(start, form.answers, LEAVES)
        except TooManyFacesError:
            continue
        verdicts = {leaf.finished.verdict for leaf in leaves}
        assert all(verdict in exact.law for verdict in verdicts), (
            f"the law does not list a verdict that dice give: {form.fields}"
        )
        if all_of_them:
            assert law_of_leaves(leaves) == dict(exact.law), f"counting faces gives another law: {form.fields}"
        assert tables is not None


def test_its_verdicts_name_outcomes_and_measures(ruleset: Ruleset, action: Action):
    for _, _, form, start in cases(ruleset, action):
        exact = enumerate_exactly(start, form.answers)
        rows: dict[str, object] = {}
        for verdict, _ in exact.law:
            assert isinstance(verdict, action.verdict), (
                f"a verdict is no {action.verdict.__name__} but {type(verdict).__name__}"
            )
            outcome = verdict.outcome()
            assert 0 <= outcome.severity <= 4, f"severity is from 0 to 4: {outcome}"
            assert 0 <= verdict.severity() <= 4, f"severity is from 0 to 4: {verdict}"
            assert rows.setdefault(outcome.key, outcome) == outcome, f"two rows of the odds have the key {outcome.key}"
            if action.layout == "chain" and outcome.step:
                assert outcome.step in exact.requests, f"the step {outcome.step} was never asked for: {form.fields}"
            for name, value in verdict.measured().items():
                assert isinstance(value, int | Fraction), (
                    f"measure {name} is {value!r}, not a whole number or a fraction"
                )


def test_a_throw_gives_a_verdict_its_law_lists(ruleset: Ruleset, action: Action):
    for number, (_, _, form, start) in enumerate(cases(ruleset, action)):
        thrown = throw(start, DiceStream(f"conformance/{number}"), form.answers)
        assert thrown.verdict in enumerate_exactly(start, form.answers).law, (
            f"the law does not list this throw: {form.fields}"
        )
        drawn = sample_many(start, 3, number, form.answers)
        assert all(verdict in enumerate_exactly(start, form.answers).law for verdict in drawn)
        run = random_run(start, Random(number), form.answers)
        answered = form.answers | questions_answered(run)
        assert run.verdict in enumerate_exactly(start, answered).law, (
            f"the law with {answered} does not list {run.verdict}"
        )


def test_its_record_replays_to_the_same_verdict(ruleset: Ruleset, action: Action):
    for number, (_, _, form, start) in enumerate(cases(ruleset, action)):
        for run in (
            random_run(start, Random(number), form.answers),
            throw(start, DiceStream(str(number)), form.answers),
        ):
            answers = json.loads(json.dumps([(step.key, step.value) for step in run.steps]))
            assert replay(start, answers).verdict == run.verdict


# ---- Each action: what it asks ---------------------------------------------------------------------------------------------


def test_every_request_can_be_answered(ruleset: Ruleset, action: Action):
    for key, request in requests_of(ruleset, action).items():
        assert re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", key), f"{key}: keys are snake_case words with dots between"
        assert not re.search(r"\.\d+$", request.key), f"{request.key}: keys that come again number themselves"
        if isinstance(request, Choose | Observe):
            assert request.reading(request.normal(request.usual)) == request.normal(request.usual), (
                f"{key}: no usual answer"
            )
            values = [option.value for option in request.options]
            assert len(values) == len(set(values)), f"{key}: two options have the same value"
        else:
            check_dice(key, request)


def check_dice(key: str, request: Roll | Count) -> None:
    law = request.law()
    assert law, f"{key}: no throw counts"
    assert all(isinstance(weight, int) and weight > 0 for _, weight in law), (
        f"{key}: a weight is no whole number above nought"
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
    for _ in range(rounds):
        for number, (_, _, form, start) in enumerate(cases(ruleset, action, seed=SEED + len(met))):
            run = random_run(start, Random(number), form.answers)
            met |= {step.key: step.request for step in run.steps}
            met |= enumerate_exactly(start, form.answers | questions_answered(run)).requests
        if {spec.question for spec in action.fields if spec.question} <= set(met):
            break
    return met


# ---- Each action: its words ------------------------------------------------------------------------------------------------


def test_it_has_words_for_every_verdict_and_every_request(ruleset: Ruleset, action: Action):
    setting, metric = setting_of(ruleset), setting_of(ruleset, style=TAPES[1])
    said: set[Message] = set()
    for number, (_, _, form, start) in enumerate(cases(ruleset, action, covering=COVER)):
        run = random_run(start, Random(number), form.answers)
        exact = enumerate_exactly(start, form.answers | questions_answered(run))
        for message in messages_of(exact.law, exact.requests):
            if message not in said:
                said.add(message)
                check_words(ruleset, setting, message)
                check_words(ruleset, metric, message)
        for verdict, _ in exact.law:
            for effect in verdict.effects:
                assert setting.say_if_any(effect.detail.id, **dict(effect.detail.parameters)) is not None
        rules = [rule for request in exact.requests.values() for rule in rules_of_request(request)]
        rules += [reason.rule for verdict, _ in exact.law for reason in verdict.reasons]
        unknown = {rule for rule in rules if rule is not None and rule not in ruleset.rulebook.by_id}
        assert not unknown, f"these rule ids are not in rules.toml: {unknown}"


def messages_of(law: Any, requests: dict[str, Request]) -> Iterator[Message]:
    for verdict, _ in law:
        yield from messages_of_verdict(verdict)
    for request in requests.values():
        yield from messages_of_request(request)


def check_words(ruleset: Ruleset, setting: Setting, message: Message) -> None:
    try:
        text = setting.say(message)
    except MissingTextError as error:
        pytest.fail(f"messages/en.toml lacks {error} (asked for by {message})")
    template = ruleset.catalogue.texts[message.id]
    assert text.strip(), f"{message.id} says nothing"
    assert not re.search("[{}]", text), f"{message.id} has a hole the catalogue cannot fill: {template}"
    assert "None" not in text or "None" in template, (
        f"{message.id} is told with a part missing: {text} ({message.parameters})"
    )
    assert "  " not in text, f"{message.id} has two spaces together: {text!r}"


def test_its_verdicts_fill_the_whole_screen(ruleset: Ruleset, action: Action):
    for options, tables, form, start in cases(ruleset, action):
        setting = Setting(ruleset, tables, PLAIN, "", options)
        odds = plain_json(odds_view(setting, action, form, {}))
        if odds["rows"]:
            assert sum(row["percent"] for row in odds["rows"]) == 100
            assert sum(Fraction(*row["weight"]) for row in odds["rows"]) == 1
            assert len({row["key"] for row in odds["rows"]}) == len(odds["rows"])
        for measure in odds["measures"]:
            assert sum(Fraction(*step["weight"]) for step in measure["distribution"]) == 1
        try:
            leaves, _ = some_leaves(start, form.answers, VIEWS)
        except TooManyFacesError:
            continue
        for leaf in leaves:
            view = plain_json(finished_view(setting, action, form, leaf.finished, {"id": "1"}))
            assert all(view[part] for part in ("headline", "sentence", "subject")), f"no words: {leaf.finished.verdict}"
            assert 0 <= view["severity"] <= 4


def test_the_desk_takes_it_from_form_to_log(ruleset: Ruleset, action: Action):
    """Real dice and answers typed in one by one, then the record in the ledger and in the log."""
    for number, (options, _, form, start) in enumerate(cases(ruleset, action, forms=2)):
        body = {
            "ruleset": ruleset.id,
            "options": options,
            "action": action.id,
            "fields": dict(form.fields),
            "dice": "real",
        }
        run = random_run(start, Random(number), form.answers)
        typed = {step.key: step.value for step in run.steps if step.key not in form.answers}
        answers: list[dict[str, Any]] = []
        reply = desk.call("resolve", body | {"answers": answers, "meta": {"id": "7", "side": ruleset.sides[0].id}})
        while reply["status"] == "ask":
            plain_json(reply)
            key = reply["request"]["key"]
            assert reply["request"]["title"], f"{key} is asked without words"
            answers.append({"key": key, "value": typed[key]})
            reply = desk.call("resolve", body | {"answers": answers, "meta": {"id": "7"}})
        assert reply["status"] == "ok", reply
        assert reply["verdict"]["effects"] == [effect.plain() for effect in run.verdict.effects]
        whole = plain_json(desk.call("ledger", body | {"entries": [{"record": plain_json(reply)["record"]}]}))
        assert whole["status"] == "ok", whole
        assert [row["sentence"] for row in whole["log"]] == [reply["sentence"]]
        text = desk.call("log_text", body | {"entries": [{"record": reply["record"]}]})
        assert ruleset.catalogue.say(Message("ruleset.title")) in text["text"]


# ---- The ledger ------------------------------------------------------------------------------------------------------------


def test_its_ledger_folds_any_log_with_any_entry_voided(ruleset: Ruleset):
    random, tables = Random(SEED), ruleset.default_tables
    log: list[Entry] = []
    for number in range(LOG):
        action = random.choice(ruleset.actions)
        form = read_random_form(action, random, tables)
        run = random_run(action.start(form.situation, tables), random, form.answers)
        log.append(entry_of(ruleset, action, form, run, str(number)))
    whole = fold(ruleset.ledger.start(tables), log, tables)
    assert whole.marks == {}, "a log without voided entries has no marks"
    assert fold(ruleset.ledger.start(tables), log, tables).ledger == whole.ledger, "folding twice gives two ledgers"
    for voided in random.sample(range(LOG), 5):
        entries = [{"record": entry.record.plain(), "voided": number == voided} for number, entry in enumerate(log)]
        view = plain_json(desk.call("ledger", {"ruleset": ruleset.id, "entries": entries}))
        assert view["status"] == "ok", view
        assert [row["voided"] for row in view["log"]].index(True) == voided
        assert not view["log"][voided]["mark"]
        assert all(not row["mark"] for row in view["log"][:voided]), "an entry is marked for what came after it"
        offers = [offer for row in view["log"] for offer in row["offers"]]
        for offer in (*offers, *view["owed"], *(offer for panel in view["panels"] for offer in panel["offers"])):
            assert offer["label"], f"an offer says nothing: {offer}"
            assert offer["action"] in ruleset.by_id, f"an offer leads nowhere: {offer}"
        for action_id, fields in view["prefill"].items():
            check_known_fields(ruleset, ruleset.by_id[action_id], fields)
        for unit in view["roster"]:
            for fields in unit["fields_as"].values():
                assert set(fields) <= ruleset.field_names, f"the roster fills in unknown fields: {fields}"


def check_known_fields(ruleset: Ruleset, action: Action, fields: dict[str, Any]) -> None:
    read = read_form(action, fields, ruleset.default_tables, PLAIN, ruleset.field_names)
    wrong = (
        [] if isinstance(read, Form) else [problem for problem in read if problem.message.id != "kernel.form.missing"]
    )
    assert not wrong, f"the ledger fills {action.id} in with what the form refuses: {fields}: {told(ruleset, wrong)}"


# ---- Shared ----------------------------------------------------------------------------------------------------------------


def settings_of(ruleset: Ruleset, seed: int = SEED) -> Iterator[tuple[dict[str, Any], Tables, Random]]:
    """The defaults and one mixture of options."""
    random = Random(seed)
    settings = random_settings(ruleset.options, random)
    for options in (settings[0], random.choice(settings)):
        yield options, ruleset.tables(options), random


def cases(
    ruleset: Ruleset, action: Action, *, forms: int = FORMS, covering: int = 0, seed: int = SEED
) -> Iterator[tuple[dict[str, Any], Tables, Form, Any]]:
    """Random forms under the defaults and under other options, read, with their rules ready to run."""
    for options, tables, random in settings_of(ruleset, seed):
        raws = [random_form(action, random, tables) for _ in range(forms)]
        raws += covering_forms(action, random, tables, covering) if covering else []
        for raw in raws:
            form = read_form(action, raw, tables, PLAIN)
            assert isinstance(form, Form)
            yield options, tables, form, action.start(form.situation, tables)


def setting_of(ruleset: Ruleset, options: dict[str, Any] | None = None, style: Style = PLAIN) -> Setting:
    return Setting(ruleset, ruleset.tables(options or {}), style, "", options or {})


def entry_of(ruleset: Ruleset, action: Action, form: Form, run: Any, name: str) -> Entry:
    meta = {"id": name, "side": ruleset.sides[0].id, "turn": 1}
    return Entry(record_of(setting_of(ruleset), action, form, run, meta), form.situation, run.verdict)


def told(ruleset: Ruleset, problems: Any) -> list[str]:
    setting = setting_of(ruleset)
    return [f"{problem.field}: {setting.say(problem.message)}" for problem in problems]


def plain_json(value: Any) -> Any:
    """The value as a phone gets it; what JSON does not know is an error."""
    return json.loads(json.dumps(value, allow_nan=False))
