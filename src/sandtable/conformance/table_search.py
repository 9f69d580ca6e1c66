"""A search for situations that read every table entry, under all options."""

from __future__ import annotations

import re
from functools import cache, cached_property
from random import Random
from typing import Any

from sandtable.conformance.cases import SEED, Case, entry_of, with_option_on
from sandtable.conformance.inspection import WatchedTables, entries_to_reach, table_of, watched_tables
from sandtable.conformance.random_forms import (
    changed_form,
    choices_of,
    form_with,
    random_run,
    random_settings,
    read_random_form,
    repaired_form,
    with_questions,
)
from sandtable.kernel import registry
from sandtable.kernel.drivers import Finished
from sandtable.kernel.messages import PLAIN, quoted_paths
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.spelling import folded

ROUNDS = 60  # of forms in search of each entry
FIRST_CLIMB = 6  # the round in which patience ends, and forms are changed step by step
MOST_RUNS = 4000  # after which an entry is taken for unreachable
SHORT_WORD = 3  # letters that many words have in common
CHANGES = 8  # of a form that read a neighbour
CLIMB = 40  # changes of a form on the way to the end of a table


@cache
def finished_search(ruleset_name: str) -> TableSearch:
    """The finished search of a ruleset's tables; it is done once and kept."""
    search = TableSearch(registry.ruleset(ruleset_name))
    search.search()
    return search


def worked_out(run: Finished[Any]) -> Finished[Any]:
    """The run, after every effect of its verdict was worked out: some are made only when somebody looks."""
    tuple(run.verdict.effects)
    return run


def speaks_of(name: str, terms: set[str]) -> bool:
    """Say whether a name contains one of the terms, as ``RegularCavalry`` contains cavalry."""
    return any(len(term) > SHORT_WORD and folded(term) in folded(name) for term in terms)


class TableSearch:
    """Tables that watch what is read of them, and situations made to read the rest."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.random = Random(SEED)
        self.runs = 0
        self.widely = False
        self.witnesses: dict[str, tuple[Action, dict[str, Any]]] = {}  # a form that read an entry
        self.settings = random_settings(ruleset.options, self.random)
        self.read_by: dict[str, set[str]] = {action.id: set() for action in ruleset.actions}
        self.tables = {
            action.id: [
                watched_tables(ruleset.tables(with_option_on(action, options)), self.read_by[action.id])
                for options in self.settings
            ]
            for action in ruleset.actions
        }

    @cached_property
    def quoted(self) -> set[str]:
        """Entries that texts of the catalogue quote."""
        texts = self.ruleset.catalogue.texts.values()
        return {path for text in texts for path in quoted_paths(text)}

    @property
    def read(self) -> set[str]:
        """Everything read so far."""
        return set[str]().union(*self.read_by.values())

    def unread(self) -> list[str]:
        """What nobody has read and no note excuses. What a text quotes is read whenever it is told."""
        tables, read = self.ruleset.default_tables, self.read | self.quoted
        entries = entries_to_reach(tables, read)
        return [entry for entry in entries if entry not in read and tables.note(table_of(entry), "unreached") is None]

    def everything(self) -> None:
        """Every action under every setting, with the ledger."""
        for number in range(len(self.settings)):
            ledger = self.ruleset.ledger.start(self.tables[self.ruleset.actions[0].id][number])
            for action in self.ruleset.actions:
                tables = self.tables[action.id][number]
                case = Case(action, tables.options, tables, read_random_form(action, self.random, tables))
                run = self.run(case)
                ledger = ledger.after(entry_of(self.ruleset, case, run, "1"), tables)
                ledger.panels(tables)
                ledger.prefill(action.id, tables)

    def search(self) -> list[str]:
        """Look for every entry by itself; return those that were not found."""
        self.everything()
        for turn in range(ROUNDS):
            for entry in self.unread():
                self.widely = turn == FIRST_CLIMB - 1  # once, before forms are changed step by step
                if self.runs < MOST_RUNS:
                    self.look_for(entry, climbing=turn >= FIRST_CLIMB)
        return self.unread()

    def look_for(self, entry: str, *, climbing: bool) -> None:
        """Try actions that read of the same chapter, with forms and options that the entry's path speaks of."""
        path = table_of(entry)
        terms = {*path.split("."), *re.split(r"[._ ]", path)}
        chapter = f"{path.partition('.')[0]}."
        near = [
            action
            for action in self.ruleset.actions
            if any(read.startswith(chapter) for read in self.read_by[action.id])
        ]
        self._try_beside(entry, terms)
        others = [action for action in self.ruleset.actions if action not in near]
        for action in [*near, *others] if self.widely or not near else near:  # others may read it too
            for pins in (1.0, 0.7, 0.3, 0.0):  # shares of what the path speaks of that the form is made to say
                self._try(action, entry, terms, pins, climbing=climbing and pins == 1)
                if entry in self.read_by[action.id]:
                    return

    def _try_beside(self, entry: str, terms: set[str]) -> None:
        """Start from a form that read a neighbour of the entry, and change a little of it."""
        table = table_of(entry).rpartition(".")[0]
        beside = [path for path in self.witnesses if path.rpartition(".")[0] == table]
        if not beside:
            return
        action, raw = self.witnesses[self.random.choice(beside)]
        for _ in range(CHANGES):
            tables = self._tables_for(action, terms)
            pins = self._pinned(action, terms, self.random.random())
            changed = {**changed_form(action, raw, self.random, tables), **pins}
            form = read_form(action, changed, tables, PLAIN)
            if isinstance(form, Form):
                worked_out(random_run(action.start(form.situation, tables), self.random, form.answers))
            if entry in tables.read:
                return

    def _try(self, action: Action, entry: str, terms: set[str], pins: float, *, climbing: bool) -> None:
        tables = self._tables_for(action, terms)
        raw = form_with(action, self.random, tables, self._pinned(action, terms, pins))
        form = read_form(action, raw, tables, PLAIN) if raw is not None else None
        if raw is None or not isinstance(form, Form):
            return
        case = Case(action, {}, tables, form)
        before = set(tables.read)
        worked_out(random_run(case.start, self.random, form.answers))
        self.witnesses |= dict.fromkeys(tables.read - before, (action, raw))
        if entry not in tables.read and (pins == 1 or entry != table_of(entry)):
            self.run(case)
        if climbing and entry != table_of(entry):
            self._climb(action, raw, tables, entry)

    def _climb(self, action: Action, raw: dict[str, Any], tables: WatchedTables, entry: str) -> None:
        """Steps at the ends of a table need many modifiers of one sign: change a field at a time as long as that comes nearer."""
        best: Any = None
        for _ in range(CLIMB):
            changed = repaired_form(action, changed_form(action, raw, self.random, tables), self.random, tables)
            form = read_form(action, changed, tables, PLAIN)
            if not isinstance(form, Form):
                continue
            tables.totals.clear()
            self.runs += 1
            Case(action, {}, tables, form).law({})
            missed = tables.missed_by(entry)
            if missed == 0:
                return
            if missed is not None and (best is None or missed <= best):
                best, raw = missed, changed

    def _tables_for(self, action: Action, terms: set[str]) -> WatchedTables:
        """Half of the time tables under which an option that the path speaks of is switched."""
        options = {name: spec.default for name, spec in self.ruleset.options.items() if speaks_of(name, terms)}
        switched_on = [
            tables
            for tables in self.tables[action.id]
            if self.random.random() < 0.5 or any(tables.option(name) != default for name, default in options.items())
        ]
        return self.random.choice(switched_on or self.tables[action.id])

    def _pinned(self, action: Action, terms: set[str], share: float) -> dict[str, Any]:
        """Values that the path speaks of: now the very terms, now names that contain them too."""
        loosely = self.random.random() < 0.5
        fitting = [
            (spec.name, value)
            for spec in action.fields
            for value in choices_of(spec)
            if str(value) in terms or (loosely and speaks_of(str(value), terms))
        ]
        fitting += [(spec.name, True) for spec in action.fields if spec.kind == "yes_no" and spec.name in terms]
        kept = [pair for pair in fitting if self.random.random() < share]
        return dict(self.random.sample(kept, len(kept)))

    def run(self, case: Case) -> Finished[Any]:
        """Everything that reads tables for a form."""
        self.runs += 1
        run = worked_out(random_run(case.start, self.random, case.form.answers))
        answers = with_questions(case.form.answers, run)
        case.law(answers)
        if case.action.exhibit:
            case.action.exhibit(case.form.situation, case.tables, answers)
        if case.action.summary:
            case.action.summary(case.form.situation, case.tables)
        return run
