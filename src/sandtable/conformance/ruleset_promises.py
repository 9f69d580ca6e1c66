"""What every ruleset promises as a whole: words, rule ids, icons, tables that are read, a ledger that folds.

Each breach says what to mend. Samples are drawn from a fixed seed, so that a breach stays until it is mended.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from sandtable.conformance.breach import BreachError
from sandtable.conformance.cases import SEED, Case, entry_of, plain_json, problem_texts, setting_of, with_option_on
from sandtable.conformance.house_rules import HouseRuleTrial
from sandtable.conformance.inspection import all_specs, drawable_icons, effect_kinds, icons, sources, usable_messages
from sandtable.conformance.limit_promises import (
    bands_that_a_rule_closes_come_from_its_tables,
    its_forms_follow_its_tables,
    no_form_says_again_what_a_table_says,
)
from sandtable.conformance.random_forms import random_run, random_settings, read_random_form
from sandtable.conformance.table_search import finished_search
from sandtable.kernel import codec
from sandtable.kernel.ledger import Entry, fold
from sandtable.kernel.messages import OWN_PLURALS, PLAIN, Style, quoted_paths
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import INKS, Action, Ruleset
from sandtable.kernel.texts import kernel_catalogue
from sandtable.kernel.verdict import Verdict
from sandtable.umpire import desk
from sandtable.umpire.description import screen

LOG = 40  # entries of a random game
VOIDED = 4  # of them voided in turn
TAPES = (PLAIN, Style(2, "cm"))
SPARE_MESSAGES: tuple[str, ...] = ()  # prefixes of texts that surfaces outside the ruleset ask for


def it_has_what_it_needs(ruleset: Ruleset) -> None:
    """Actions, texts, rules and tables."""
    parts = {
        "actions": ruleset.actions,
        "messages/en.toml": ruleset.catalogue.texts,
        "rules.toml": ruleset.rulebook.rules,
        "tables.toml": ruleset.default_tables.cells,
    }
    for name, part in parts.items():
        if not part:
            raise BreachError(f"there is nothing in {name}")


def it_names_what_it_offers(ruleset: Ruleset) -> None:
    ids = [action.id for action in ruleset.actions]
    groups = {action.group for action in ruleset.actions}
    if len(ids) != len(set(ids)):
        raise BreachError("two actions have the same id")
    if not (groups <= set(ruleset.groups)):
        raise BreachError(f"an action stands in a group that is not listed: {groups}")
    if not (ruleset.turn_action is None or ruleset.turn_action in ids):
        raise BreachError("turn_action names no action")
    if not (ruleset.read_roster is None or ruleset.roster_action in ids):
        raise BreachError("roster_action names no action")
    for phase in ruleset.phases:
        if not (set(phase.actions) <= set(ids)):
            raise BreachError(f"phase {phase.id} names unknown actions")
    if len({side.ink for side in ruleset.sides} & set(INKS)) != 2:
        raise BreachError(f"each side has an ink of its own: {INKS}")
    for action in ruleset.actions:
        known = action.option is None or action.option[0] in ruleset.options
        if not (known):
            raise BreachError(f"{action.id} hangs on an unknown option")


def a_roster_line_that_is_refused_shows_one_that_is_read(ruleset: Ruleset) -> None:
    if ruleset.read_roster is None:
        return
    refused = desk.call("read_roster", {"ruleset": ruleset.id, "text": "x"})
    shown = refused["problems"][0]["message"].partition(": ")[2].removesuffix(".")
    if not (shown):
        raise BreachError(f"the refusal of a line shows no example: {refused}")
    read = desk.call("read_roster", {"ruleset": ruleset.id, "text": shown})
    if len(read["entries"]) != 1:
        raise BreachError(f"the example {shown} is not read: {read}")


def its_commonest_action_is_filled_in_legally(ruleset: Ruleset) -> None:
    """What else is filled in beside it waits for other actions, and must be a field of one."""
    action, fields = ruleset.fresh
    own = {spec.name for spec in all_specs(ruleset.by_id[action])}
    stray = sorted(fields.keys() - {spec.name for each in ruleset.actions for spec in all_specs(each)})
    if stray:
        raise BreachError("no form has these fields, which a new game fills in: " + ", ".join(stray))
    told_of_it = {name: value for name, value in fields.items() if name in own}
    read = read_form(ruleset.by_id[action], plain_json(told_of_it), ruleset.default_tables, PLAIN)
    if not (isinstance(read, Form)):
        raise BreachError(problem_texts(ruleset, read))


def its_whole_screen_is_described_under_all_options(ruleset: Ruleset) -> None:
    for options in random_settings(ruleset.options, Random(SEED)):
        tables = ruleset.tables(options)
        for style in TAPES:
            whole = plain_json(screen(setting_of(ruleset, options, style)))
            described = [action["id"] for action in whole["actions"]]
            if described != [action.id for action in ruleset.actions if action.open_under(tables)]:
                raise BreachError(f"the screen shows other actions than are open under {options}")


def every_option_has_words_and_a_rule(ruleset: Ruleset) -> None:
    for option in ruleset.options.values():
        if option.rule not in ruleset.rulebook.by_id:
            raise BreachError(f"option {option.name} names no rule of the rulebook")
        value = option.read(option.default, option.name)
        if value != option.default:
            raise BreachError(f"option {option.name} refuses its own default")


def every_rule_id_it_names_is_in_its_rulebook(ruleset: Ruleset) -> None:
    known = ruleset.rulebook.by_id
    named = {("tables.toml", notes["rule"]) for notes in ruleset.default_tables.notes.values() if "rule" in notes}
    for action in ruleset.actions:
        named |= {(f"action {action.id}", rule) for rule in action.rules}
        fields = [spec.under(ruleset.default_tables) for spec in all_specs(action)]
        bars = (*action.bars, *(bar for spec in fields for bar in spec.bars))
        named |= {(f"action {action.id}", bar.rule) for bar in bars if bar.rule}
    id_in_text = re.compile(rf"\b{ruleset.prefix}-[0-9A-Z]+\.[0-9]+[a-z]?\b")
    for name, source in sources(ruleset.package):
        named |= {(name, rule) for rule in id_in_text.findall(source)}
    unknown = sorted(f"{place}: {rule}" for place, rule in named if rule not in known)
    if unknown:
        raise BreachError("these rule ids are not in rules.toml: " + ", ".join(unknown))


def every_text_of_its_catalogue_is_of_use(ruleset: Ruleset) -> None:
    own = ruleset.catalogue.texts.keys() - kernel_catalogue().texts.keys() - {OWN_PLURALS}  # a list of words, no text
    spare = {name for name in own if name.startswith(SPARE_MESSAGES)} if SPARE_MESSAGES else set()
    idle = sorted(own - usable_messages(ruleset) - spare)
    if idle:
        raise BreachError("nothing asks for these texts; delete them from messages/en.toml: " + ", ".join(idle))


def every_table_entry_that_its_texts_quote_exists(ruleset: Ruleset) -> None:
    for name, text in ruleset.catalogue.texts.items():
        for path in quoted_paths(text):
            if ruleset.default_tables.quoted(path) is None:
                raise BreachError(f"{name} quotes {path}")


def every_icon_it_names_is_drawn(ruleset: Ruleset) -> None:
    missing = sorted({*icons(ruleset), ruleset.card.emblem} - drawable_icons(ruleset))
    if missing:
        raise BreachError("neither the page nor icons/ has these icons: " + ", ".join(missing))


def every_table_entry_is_read_or_says_why_not(ruleset: Ruleset) -> None:
    """A ``unreached = "why"`` beside the numbers speaks for all entries of its table."""
    search = finished_search(ruleset.id)
    idle = search.unread()
    advice = "use them in a rule, or say why not beside them (unreached = ...)"
    if idle:
        raise BreachError(f"{len(idle)} table entries were never read; {advice}: " + ", ".join(idle[:40]))
    cells = ruleset.default_tables.cells
    stale = [
        path
        for path, notes in ruleset.default_tables.notes.items()
        if "unreached" in notes and all(cell in search.read for cell in cells if cell.startswith(f"{path}."))
    ]
    if stale:
        raise BreachError("every entry of these tables was read; take their `unreached` away: " + ", ".join(stale))


def house_rules_that_its_tables_accept_can_be_played(ruleset: Ruleset) -> None:
    """What cannot is refused with file and line, by the notes ``min``, ``max`` and ``words`` of a table."""
    faults = list(HouseRuleTrial(ruleset).faults())
    advice = (
        "give their tables min and max, or words; allow '-' (empty = true) only where the rule reads number_or_none"
    )
    if faults:
        raise BreachError(
            f"{len(faults)} house rules are accepted and break a rule; {advice}:\n" + "\n".join(faults[:40])
        )


# ---- The ledger --------------------------------------------------------------------------------------------------------------


def random_log(ruleset: Ruleset) -> list[Entry]:
    random = Random(SEED)
    log: list[Entry] = []
    for number in range(LOG):
        action = random.choice(ruleset.actions)
        options = with_option_on(action, {})
        tables = ruleset.tables(options)
        case = Case(action, options, tables, read_random_form(action, random, tables))
        log.append(entry_of(ruleset, case, random_run(case.start, random, case.form.answers), str(number)))
    return log


def its_ledger_is_a_pure_fold(ruleset: Ruleset) -> None:
    log, tables = random_log(ruleset), ruleset.default_tables
    once, again = (fold(ruleset.ledger.start(tables), log, tables) for _ in range(2))
    if once.marks != {}:
        raise BreachError("a log without voided entries has no marks")
    if once.ledger != again.ledger:
        raise BreachError("folding twice gives two ledgers")


def its_books_and_effects_are_plain_data(ruleset: Ruleset) -> None:
    """Both are written down with a battle and read again."""
    for kind in effect_kinds(ruleset):
        codec.check(kind)
    tables = ruleset.default_tables
    books = fold(ruleset.ledger.start(tables), random_log(ruleset), tables).ledger
    if codec.read(ruleset.ledger, plain_json(books)) != books:
        raise BreachError("the books read back from JSON are others: annotate their fields with what they hold")


def its_books_need_effects_and_no_verdict(ruleset: Ruleset) -> None:
    """A table keeps the umpire's books in its state and hands them what an action led to."""
    tables = ruleset.default_tables
    books = ruleset.ledger.start(tables)
    for entry in random_log(ruleset):
        after = books.after(entry, tables)
        if books.after(replace(entry, verdict=Verdict(effects=entry.verdict.changes)), tables) != after:
            raise BreachError(f"what {entry.record.action} leaves in the books depends on more than form and effects")
        books = after


def its_books_can_be_shown_with_any_entry_voided(ruleset: Ruleset) -> None:
    log = random_log(ruleset)
    for voided in Random(SEED).sample(range(LOG), VOIDED):
        entries = [{"record": entry.record.plain(), "voided": number == voided} for number, entry in enumerate(log)]
        view = plain_json(desk.call("ledger", {"ruleset": ruleset.id, "entries": entries}))
        if view["status"] != "ok":
            raise BreachError(view)
        if [row["voided"] for row in view["log"]] != [number == voided for number in range(LOG)]:
            raise BreachError("the log strikes out another entry than was voided")
        if not (all(not row["mark"] for row in view["log"][: voided + 1])):
            raise BreachError("an entry is marked for what came after it")
        offers = [offer for row in view["log"] for offer in row["offers"]]
        for offer in (*offers, *view["owed"], *(offer for panel in view["panels"] for offer in panel["offers"])):
            if not (offer["label"]):
                raise BreachError(f"an offer says nothing: {offer}")
            if offer["action"] not in ruleset.by_id:
                raise BreachError(f"an offer leads nowhere: {offer}")
            check_known_fields(ruleset, ruleset.by_id[offer["action"]], offer["fields"])
        for action_id, fields in view["prefill"].items():
            check_known_fields(ruleset, ruleset.by_id[action_id], fields)
        for unit in view["roster"]:
            for fields in unit["fields_as"].values():
                if not (set(fields) <= ruleset.field_names):
                    raise BreachError(f"the roster fills in unknown fields: {fields}")


def check_known_fields(ruleset: Ruleset, action: Action, fields: dict[str, Any]) -> None:
    read = read_form(action, fields, ruleset.tables(with_option_on(action, {})), PLAIN, ruleset.field_names)
    problems = [] if isinstance(read, Form) else read
    # A problem with a rule is the ledger's way to say that the rules close the action now: checks are owed, an offer is open.
    open_yet = {"kernel.form.missing", "kernel.form.no_members"}
    wrong = [problem for problem in problems if problem.message.id not in open_yet and problem.rule is None]
    if wrong:
        raise BreachError(
            f"the ledger fills {action.id} in with what the form refuses: {fields}: {problem_texts(ruleset, wrong)}"
        )


PROMISES: tuple[Callable[[Ruleset], None], ...] = (
    it_has_what_it_needs,
    it_names_what_it_offers,
    a_roster_line_that_is_refused_shows_one_that_is_read,
    its_commonest_action_is_filled_in_legally,
    its_whole_screen_is_described_under_all_options,
    every_option_has_words_and_a_rule,
    every_rule_id_it_names_is_in_its_rulebook,
    every_text_of_its_catalogue_is_of_use,
    every_table_entry_that_its_texts_quote_exists,
    every_icon_it_names_is_drawn,
    every_table_entry_is_read_or_says_why_not,
    house_rules_that_its_tables_accept_can_be_played,
    no_form_says_again_what_a_table_says,
    bands_that_a_rule_closes_come_from_its_tables,
    its_forms_follow_its_tables,
    its_ledger_is_a_pure_fold,
    its_books_and_effects_are_plain_data,
    its_books_need_effects_and_no_verdict,
    its_books_can_be_shown_with_any_entry_voided,
)
