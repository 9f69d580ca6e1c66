"""What every ruleset promises as a whole: words, rule ids, icons, tables that are read, a ledger that folds.

Runs over all registered rulesets; an unregistered one is tested with

    pytest tests/conformance --ruleset package.module:OBJECT

Each failure says what to mend. Samples are drawn from a fixed seed, so that a failure stays until it is mended.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

from sandtable.kernel import registry
from sandtable.kernel.ledger import Entry, fold
from sandtable.kernel.messages import PLAIN, Style
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import INKS, Action, Ruleset
from sandtable.umpire import desk
from sandtable.umpire.description import screen
from tests.support.cases import SEED, Case, entry_of, opening, plain_json, setting_of, told
from tests.support.house_rules import HouseRuleTrial
from tests.support.inspection import icons, sources, usable_messages
from tests.support.random_forms import random_run, random_settings, read_random_form
from tests.support.table_search import searched

LOG = 40  # entries of a random game
VOIDED = 4  # of them voided in turn
TAPES = (PLAIN, Style(2, "cm"))
ICONS = Path(__file__).parents[2] / "docs" / "icons.md"
SPARE_MESSAGES: tuple[str, ...] = ()  # prefixes of texts that surfaces outside the ruleset ask for


def test_it_loads(ruleset_name):
    ruleset = registry.ruleset(ruleset_name)
    assert ruleset.actions, f"{ruleset_name} offers no action"
    assert ruleset.catalogue.texts
    assert ruleset.rulebook.rules
    assert ruleset.default_tables.cells


def test_it_names_what_it_offers(ruleset: Ruleset):
    ids = [action.id for action in ruleset.actions]
    groups = {action.group for action in ruleset.actions}
    assert len(ids) == len(set(ids)), "two actions have the same id"
    assert groups <= set(ruleset.groups), f"an action stands in a group that is not listed: {groups}"
    assert ruleset.turn_action is None or ruleset.turn_action in ids, "turn_action names no action"
    assert ruleset.read_roster is None or ruleset.roster_action in ids, "roster_action names no action"
    for phase in ruleset.phases:
        assert set(phase.actions) <= set(ids), f"phase {phase.id} names unknown actions"
    assert len({side.ink for side in ruleset.sides} & set(INKS)) == 2, f"each side has an ink of its own: {INKS}"
    for action in ruleset.actions:
        known = action.option is None or action.option[0] in ruleset.options
        assert known, f"{action.id} hangs on an unknown option"


def test_a_roster_line_that_is_refused_shows_one_that_is_read(ruleset: Ruleset):
    if ruleset.read_roster is None:
        return
    refused = desk.call("read_roster", {"ruleset": ruleset.id, "text": "x"})
    shown = refused["problems"][0]["message"].partition(": ")[2].removesuffix(".")
    assert shown, f"the refusal of a line shows no example: {refused}"
    read = desk.call("read_roster", {"ruleset": ruleset.id, "text": shown})
    assert len(read["entries"]) == 1, f"the example {shown} is not read: {read}"


def test_its_commonest_action_is_filled_in_legally(ruleset: Ruleset):
    action, fields = ruleset.fresh
    read = read_form(ruleset.by_id[action], plain_json(dict(fields)), ruleset.default_tables, PLAIN)
    assert isinstance(read, Form), told(ruleset, read)


def test_its_whole_screen_is_described_under_all_options(ruleset: Ruleset):
    for options in random_settings(ruleset.options, Random(SEED)):
        tables = ruleset.tables(options)
        for style in TAPES:
            whole = plain_json(screen(setting_of(ruleset, options, style)))
            described = [action["id"] for action in whole["actions"]]
            assert described == [action.id for action in ruleset.actions if action.open_under(tables)]


def test_every_option_has_words_and_a_rule(ruleset: Ruleset):
    for option in ruleset.options.values():
        assert option.rule in ruleset.rulebook.by_id, f"option {option.name} names no rule of the rulebook"
        value = option.read(option.default, option.name)
        assert value == option.default, f"option {option.name} refuses its own default"


def test_every_rule_id_it_names_is_in_its_rulebook(ruleset: Ruleset):
    known = ruleset.rulebook.by_id
    named = {("tables.toml", notes["rule"]) for notes in ruleset.default_tables.notes.values() if "rule" in notes}
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
    own = {name for name in ruleset.catalogue.texts if not name.startswith("kernel.")}
    spare = {name for name in own if name.startswith(SPARE_MESSAGES)} if SPARE_MESSAGES else set()
    idle = sorted(own - usable_messages(ruleset) - spare)
    assert not idle, "nothing asks for these texts; delete them from messages/en.toml: " + ", ".join(idle)


def test_every_table_entry_that_its_texts_quote_exists(ruleset: Ruleset):
    for name, text in ruleset.catalogue.texts.items():
        for path in re.findall(r"\{=([\w.]+)", text):
            assert ruleset.default_tables.quoted(path) is not None, name


def test_every_icon_it_names_is_drawn(ruleset: Ruleset):
    drawn = set(re.findall(r"`([\w-]+)`", ICONS.read_text(encoding="utf-8")))
    missing = sorted({*icons(ruleset), ruleset.emblem} - drawn - set(ruleset.drawings))
    assert not missing, "docs/icons.md has no such icons: " + ", ".join(missing)


def test_every_table_entry_is_read_or_says_why_not(ruleset: Ruleset):
    """A ``unreached = "why"`` beside the numbers speaks for all entries of its table."""
    search = searched(ruleset.id)
    quoted = {path for text in ruleset.catalogue.texts.values() for path in re.findall(r"\{=([\w.]+)", text)}
    idle = [entry for entry in search.unread() if entry not in quoted]
    advice = "use them in a rule, or say why not beside them (unreached = ...)"
    assert not idle, f"{len(idle)} table entries were never read; {advice}: " + ", ".join(idle[:40])
    cells = ruleset.default_tables.cells
    stale = [
        path
        for path, notes in ruleset.default_tables.notes.items()
        if "unreached" in notes and all(cell in search.read for cell in cells if cell.startswith(f"{path}."))
    ]
    assert not stale, "every entry of these tables was read; take their `unreached` away: " + ", ".join(stale)


def test_house_rules_that_its_tables_accept_can_be_played(ruleset: Ruleset):
    """What cannot is refused with file and line, by the notes ``min``, ``max`` and ``words`` of a table."""
    faults = list(HouseRuleTrial(ruleset).faults())
    advice = (
        "give their tables min and max, or words; allow '-' (empty = true) only where the rule reads number_or_none"
    )
    assert not faults, f"{len(faults)} house rules are accepted and break a rule; {advice}:\n" + "\n".join(faults[:40])


# ---- The ledger --------------------------------------------------------------------------------------------------------------


def random_log(ruleset: Ruleset) -> list[Entry]:
    random = Random(SEED)
    log: list[Entry] = []
    for number in range(LOG):
        action = random.choice(ruleset.actions)
        options = opening(action, {})
        tables = ruleset.tables(options)
        case = Case(action, options, tables, read_random_form(action, random, tables))
        log.append(entry_of(ruleset, case, random_run(case.start, random, case.form.answers), str(number)))
    return log


def test_its_ledger_is_a_pure_fold(ruleset: Ruleset):
    log, tables = random_log(ruleset), ruleset.default_tables
    once, again = (fold(ruleset.ledger.start(tables), log, tables) for _ in range(2))
    assert once.marks == {}, "a log without voided entries has no marks"
    assert once.ledger == again.ledger, "folding twice gives two ledgers"


def test_its_books_can_be_shown_with_any_entry_voided(ruleset: Ruleset):
    log = random_log(ruleset)
    for voided in Random(SEED).sample(range(LOG), VOIDED):
        entries = [{"record": entry.record.plain(), "voided": number == voided} for number, entry in enumerate(log)]
        view = plain_json(desk.call("ledger", {"ruleset": ruleset.id, "entries": entries}))
        assert view["status"] == "ok", view
        assert [row["voided"] for row in view["log"]] == [number == voided for number in range(LOG)]
        assert all(not row["mark"] for row in view["log"][: voided + 1]), "an entry is marked for what came after it"
        offers = [offer for row in view["log"] for offer in row["offers"]]
        for offer in (*offers, *view["owed"], *(offer for panel in view["panels"] for offer in panel["offers"])):
            assert offer["label"], f"an offer says nothing: {offer}"
            assert offer["action"] in ruleset.by_id, f"an offer leads nowhere: {offer}"
            check_known_fields(ruleset, ruleset.by_id[offer["action"]], offer["fields"])
        for action_id, fields in view["prefill"].items():
            check_known_fields(ruleset, ruleset.by_id[action_id], fields)
        for unit in view["roster"]:
            for fields in unit["fields_as"].values():
                assert set(fields) <= ruleset.field_names, f"the roster fills in unknown fields: {fields}"


def check_known_fields(ruleset: Ruleset, action: Action, fields: dict[str, Any]) -> None:
    read = read_form(action, fields, ruleset.tables(opening(action, {})), PLAIN, ruleset.field_names)
    problems = [] if isinstance(read, Form) else read
    # A problem with a rule is the ledger's way to say that the rules close the action now: checks are owed, an offer is open.
    open_yet = {"kernel.form.missing", "kernel.form.no_members"}
    wrong = [problem for problem in problems if problem.message.id not in open_yet and problem.rule is None]
    assert not wrong, f"the ledger fills {action.id} in with what the form refuses: {fields}: {told(ruleset, wrong)}"
