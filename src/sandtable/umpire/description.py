"""What there is: rulesets, and the whole screen of one of them, described as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sandtable import __version__
from sandtable.kernel import registry
from sandtable.kernel.card import Card
from sandtable.kernel.effects import plain
from sandtable.kernel.form import Bar, Condition, Every, FieldSpec, Not, SettledField, Some, When, specs_of
from sandtable.kernel.ledger import Ledger
from sandtable.kernel.messages import PLAIN, Message, Vocabulary, snake_case
from sandtable.kernel.options import OptionSpec
from sandtable.kernel.packages import Entry, LeftOut, left_out
from sandtable.kernel.problem import Refusal
from sandtable.kernel.reader import open_under
from sandtable.kernel.rulebook import RuleText
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.table_names import Names, spelled_out
from sandtable.kernel.tables import Tables
from sandtable.kernel.texts import kernel_catalogue
from sandtable.umpire import catalogue_views, form_views, house_views, ledger_views, rulebook_views, screen_views
from sandtable.umpire.setting import Setting, capital
from sandtable.umpire.why import choice

_CODE = re.compile(r"`([^`]+)`")
_SET_TO = re.compile(r"`([\w.]+)` = `?(\w+)`?")  # an option and what it is set to
_SWITCHES = {"on": "switched_on", "true": "switched_on", "off": "switched_off", "false": "switched_off"}
_MINUS = re.compile(r"(?<![\w.\N{EN DASH}-])-(?=\d)")
_RANGE = re.compile(r"(?<![\w.-])(\d+)-(?=\d)")  # not within a rule's id, such as REV-10.32


def listing() -> catalogue_views.Catalogue:
    """What there is to play. A ruleset from outside that cannot be described is left out, and the others are listed all the same."""
    found: list[tuple[int, catalogue_views.CatalogueEntry]] = []
    faults = registry.faults()
    for name, entry in registry.entries().items():
        if any(fault.name == name and fault.package == entry.package for fault in faults):
            continue
        card = registry.ruleset(name).card if entry.ours else card_or_fault(entry)
        if isinstance(card, LeftOut):
            faults.append(card)
        else:
            found.append((card.place, _summary(registry.ruleset(name))))
    listed = sorted(found, key=lambda entry: (entry[0], entry[1].id))
    return catalogue_views.Catalogue(
        version=__version__,
        rulesets=tuple(summary for _, summary in listed),
        left_out=tuple(_left_out(fault) for fault in faults),
    )


def card_or_fault(entry: Entry) -> Card | LeftOut:
    """The card of a ruleset from outside, or why it cannot be listed and shown."""
    try:
        ruleset = registry.ruleset(entry.name)
    except Refusal as refusal:
        return LeftOut(entry.name, entry.package, refusal.problems[0].message)
    try:
        screen(Setting(ruleset, ruleset.default_tables, PLAIN, "", {}))  # may fail where its card does not
    except Exception as error:  # noqa: BLE001 - whatever it is, it is this package's
        return left_out(entry, entry.flaw(error))
    return ruleset.card


def _left_out(fault: LeftOut) -> catalogue_views.LeftOut:
    return catalogue_views.LeftOut(name=fault.name, package=fault.package, message=kernel_catalogue().say(fault.reason))


def _summary(ruleset: Ruleset) -> catalogue_views.CatalogueEntry:
    def say(message_id: str) -> str:
        return ruleset.catalogue.say(Message(message_id), PLAIN)

    return catalogue_views.CatalogueEntry(
        id=ruleset.id,
        title=say("ruleset.title"),
        tagline=say("ruleset.tagline"),
        period=say("ruleset.period"),
        scale=say("ruleset.scale"),
        prefix=ruleset.prefix,
        rules_version=ruleset.rules_version,
        sides=tuple(
            catalogue_views.Side(
                id=side.id, label=say(f"side.{side.id}"), short=say(f"side_short.{side.id}"), ink=side.ink
            )
            for side in ruleset.sides
        ),
        emblem=catalogue_views.Emblem(name=ruleset.card.emblem, drawing=ruleset.drawings.get(ruleset.card.emblem, "")),
        paper=ruleset.card.paper,
        ours=ruleset.ours,
        table="table" in ruleset.finished,
        actions=sum(not action.ledger_only for action in ruleset.actions),
    )


def screen(setting: Setting) -> screen_views.Ruleset:
    """The whole screen of a ruleset."""
    ruleset, tables = setting.ruleset, setting.tables
    summary = _summary(ruleset)
    action, fields = ruleset.fresh
    return screen_views.Ruleset(
        id=summary.id,
        title=summary.title,
        tagline=summary.tagline,
        period=summary.period,
        scale=summary.scale,
        prefix=summary.prefix,
        rules_version=summary.rules_version,
        sides=summary.sides,
        emblem=summary.emblem,
        paper=summary.paper,
        ours=summary.ours,
        table=summary.table,
        groups=tuple(
            form_views.Labelled(id=group, label=setting.say(Message(f"group.{group}"))) for group in ruleset.groups
        ),
        actions=tuple(describe_action(setting, action) for action in ruleset.actions if action.open_under(tables)),
        phases=tuple(
            screen_views.Phase(id=phase.id, label=setting.say(Message(f"phase.{phase.id}")), actions=phase.actions)
            for phase in ruleset.phases
        ),
        strip=phase_strip(setting, ruleset.ledger.start(tables)),
        options=tuple(_option(setting, spec) for spec in ruleset.options.values()),
        house=tuple(house_rules(setting)),
        house_example=_house_example(tables),
        changes=len(tables.overridden)
        + sum(tables.option(name) != spec.default for name, spec in ruleset.options.items()),
        fresh=form_views.Fresh(action=action, fields={name: plain(value) for name, value in fields.items()}),
        turn_action=ruleset.turn_action,
        roster_action=ruleset.roster_action if ruleset.read_roster else None,
        notice=setting.say_if_any("ruleset.notice") if ruleset.ours else "",
        drawings=ruleset.drawings,
    )


def phase_strip(setting: Setting, ledger: Ledger) -> tuple[ledger_views.PhaseState, ...]:
    """The phases of the turn, each with its words and whether it is done, now or next."""
    return tuple(
        ledger_views.PhaseState(
            id=phase.id, label=setting.say(phase.label or Message(f"phase.{phase.id}")), state=phase.state
        )
        for phase in ledger.phase_states()
    )


def house_rules(setting: Setting) -> Iterator[house_views.HouseRule]:
    """Every entry of the tables that a house rule changed."""
    tables = setting.tables
    names = Names(setting.ruleset) if tables.overridden else None
    for path, (was, now) in tables.overridden.items():
        label = names.entry(tables, path) if names else path
        yield house_views.HouseRule(path=path, label=label, value=plain(now), was=plain(was))


def picture(ruleset: Ruleset) -> catalogue_views.Picture:
    """The picture above the list of games, and what is to be seen on it; both empty where the ruleset has none."""
    label = ruleset.catalogue.say_if_any(Message("ruleset.picture")) if ruleset.picture else ""
    return catalogue_views.Picture(label=label, drawing=ruleset.picture)


def _house_example(tables: Tables) -> str:
    """Two lines of a house file that this ruleset takes: its first number that a rule gives, as it stands."""
    for path in tables.paths():
        table, _, name = path.rpartition(".")
        if table and type(tables.value(path)) is int and tables.rule(path):
            return f"[{table}]\n{name} = {tables.value(path)}"
    return ""


def describe_action(setting: Setting, action: Action) -> screen_views.Action:
    """One action: its form, its questions, its measures."""
    label = f"action.{action.id}"
    return screen_views.Action(
        id=action.id,
        label=setting.say(Message(f"{label}.label")),
        verb=setting.say(Message(f"{label}.verb")),
        help=setting.say_if_any(f"{label}.help"),
        group=action.group,
        rules=action.rules,
        layout=action.layout,
        fields=tuple(describe_field(setting, spec) for spec in action.fields if open_under(spec, setting.tables)),
        bars=tuple(_bar(setting, bar) for bar in action.bars),
        asks=tuple(_question(setting, spec) for spec in specs_of(action.questions) if open_under(spec, setting.tables)),
        measures=tuple(
            form_views.Labelled(id=name, label=setting.say(Message(f"measure.{name}"))) for name in action.measures
        ),
        ledger_only=action.ledger_only,
        sealed=action.sealed,
    )


def describe_field(setting: Setting, spec: FieldSpec) -> form_views.FormField:
    """One field of a form, with the limits and bars of the tables in force."""
    settled = spec.under(setting.tables)
    return form_views.FormField(
        name=spec.name,
        label=setting.say(Message(f"field.{spec.name}")),
        help=setting.say_if_any(f"field_help.{spec.name}"),
        kind=spec.kind,
        widget=spec.widget,
        section=spec.section,
        choices=field_choices(setting, spec),
        unit=spec.unit if spec.unit != "in" else setting.style.unit,
        min=settled.lowest,
        max=settled.highest,
        step=spec.step,
        usual=plain(settled.usual),
        optional=spec.optional,
        needed=condition_view(settled.needed) if settled.needed else None,
        question=spec.question,
        named=spec.named,
        assumed=spec.assumed,
        pair=spec.pair,
        bars=tuple(_bar(setting, bar) for bar in settled.bars),
        remembered=spec.remembered,
        group=_group(setting, settled),
    )


def _group(setting: Setting, spec: SettledField) -> form_views.FormGroup | None:
    if spec.group is None:
        return None
    return form_views.FormGroup(
        fields=tuple(
            describe_field(setting, field) for field in specs_of(spec.group) if open_under(field, setting.tables)
        ),
        min=spec.lowest,
        max=spec.highest,
        label=setting.say(Message(f"field.{spec.name}")),
        one=setting.say_if_any(f"field_one.{spec.name}") or setting.say(Message(f"field.{spec.name}")),
    )


def field_choices(setting: Setting, spec: FieldSpec) -> tuple[form_views.Choice, ...]:
    """The choices of a field, with their words and icons."""
    if spec.kind == "yes_no":
        return (_yes_no(setting, spec, value=True), _yes_no(setting, spec, value=False))
    if spec.bands:
        return tuple(choice(band, _band_text(setting, band), spec.icons.get(band, "")) for band in spec.bands)
    if spec.quick:
        return tuple(choice(number, str(number)) for number in spec.quick)
    if plates := spec.under(setting.tables).plates:
        return tuple(choice(told, told, "") for told in map(setting.style.number, plates))
    return tuple(_term(setting, spec, value) for value in spec.values)


def _band_text(setting: Setting, band: str) -> str:
    told = setting.style.band(band)
    return told.replace("-", "\N{EN DASH}") if told[:1].isdecimal() else told


def _yes_no(setting: Setting, spec: FieldSpec, *, value: bool) -> form_views.Choice:
    word = "yes" if value else "no"
    label = setting.say_if_any(f"field_choice.{spec.name}.{word}") or setting.say(Message(f"kernel.word.{word}"))
    return choice(value, label, spec.icons.get(value, ""))


def _term(setting: Setting, spec: FieldSpec, value: Vocabulary) -> form_views.Choice:
    vocabulary = snake_case(type(value).__name__)
    label = setting.say(value.message)
    family = next((family.id for family in spec.families if value in family.members), "")
    return replace(
        choice(value.value, label, spec.icons.get(value, "")),
        short=setting.say_if_any(f"{vocabulary}_short.{value}") or label,
        family=family,
        family_label=setting.say(Message(f"family.{family}")) if family else "",
        member_label=setting.say_if_any(f"{vocabulary}_member.{value}") or label,
        help=setting.say_if_any(f"{vocabulary}_help.{value}"),
    )


def _bar(setting: Setting, bar: Bar) -> form_views.Bar:
    return form_views.Bar(
        values=tuple(plain(value) for value in bar.values),
        when=condition_view(bar.condition),
        reason=setting.say(bar.reason),
        rule=bar.rule,
    )


def condition_view(condition: Condition) -> form_views.Condition:
    """A condition as a form can read it."""
    if isinstance(condition, When):
        return form_views.FieldIn(field=condition.field, in_=tuple(plain(value) for value in condition.values))
    if isinstance(condition, Every):
        return form_views.AllOf(all=tuple(map(condition_view, condition.conditions)))
    if isinstance(condition, Some):
        return form_views.AnyOf(any=tuple(map(condition_view, condition.conditions)))
    if isinstance(condition, Not):
        return form_views.NotOf(not_=condition_view(condition.condition))
    raise TypeError(f"{type(condition).__name__} cannot be told to a form")


def _question(setting: Setting, spec: FieldSpec) -> form_views.Question:
    return form_views.Question(
        key=spec.question or "",
        field=spec.name,
        label=setting.say(Message(f"field.{spec.name}")),
        usual=plain(spec.under(setting.tables).usual),
        kind=spec.kind,
        choices=field_choices(setting, spec),
    )


def _option(setting: Setting, spec: OptionSpec) -> screen_views.Option:
    label = f"option.{spec.name}"
    notes = setting.ruleset.option_notes
    return screen_views.Option(
        name=spec.name,
        label=setting.say(Message(f"{label}.label")),
        help=setting.say_if_any(f"{label}.help"),
        notes=tuple(setting.say(note) for note in notes(spec.name, setting.tables)) if notes else (),
        kind=spec.kind,
        choices=tuple(
            choice(value, capital(setting.say_if_any(f"option_choice.{spec.name}.{value}") or value))
            for value in spec.choices
        ),
        default=spec.default,
        value=setting.tables.option(spec.name),
        min=spec.lowest,
        max=spec.highest,
        rule=spec.rule,
        table_only=spec.table_only,
    )


def rulebook(setting: Setting) -> rulebook_views.Rulebook:
    """The whole rulebook by chapters."""
    book = setting.ruleset.rulebook
    return rulebook_views.Rulebook(
        chapters=tuple(
            rulebook_views.Chapter(
                id=chapter,
                title=title,
                rules=tuple(rule_text(setting, rule) for rule in book.rules if rule.chapter == chapter),
            )
            for chapter, title in book.chapters
        )
    )


def rule_text(setting: Setting, rule: RuleText) -> rulebook_views.Rule:
    """One rule as data, as people read it."""
    tables = tuple(
        rulebook_views.RuleTable(
            columns=tuple(_typeset(setting, column) for column in table.columns),
            rows=tuple(tuple(_typeset(setting, cell) for cell in row) for row in table.rows),
        )
        for table in rule.tables
    )
    return rulebook_views.Rule(
        id=rule.id,
        text=_typeset(setting, rule.text),
        tags=tuple(rule.tags),
        ours=rule.ours,
        applied=tuple(rule.applied),
        table=tables[0] if tables else None,
        more_tables=tables[1:],
    )


def _typeset(setting: Setting, text: str) -> str:
    """Words of the rulebook as they are set: minus signs and ranges by their own signs, options by their labels."""
    options = _SET_TO.sub(lambda told: _option_set(setting, *told.groups()) or told[0], text)
    named = _CODE.sub(lambda code: _code_in_words(setting, code[1]), options)
    return _RANGE.sub("\\1\N{EN DASH}", _MINUS.sub("\N{MINUS SIGN}", "\N{EN DASH}" if named == "-" else named))


def _option_set(setting: Setting, name: str, value: str) -> str:
    """An option with what it is set to, both as the options' page has them; nothing for what is no option."""
    if name not in setting.ruleset.options:
        return ""
    option = _code_in_words(setting, name)
    if value in _SWITCHES:
        return setting.say(Message.of(f"kernel.option.{_SWITCHES[value]}", option=option))
    label = setting.say_if_any(f"option_choice.{name}.{value}")
    return setting.say(Message.of("kernel.option.set_to", option=option, value=_quoted(label) if label else value))


def _quoted(words: str) -> str:
    return f"\N{LEFT DOUBLE QUOTATION MARK}{words}\N{RIGHT DOUBLE QUOTATION MARK}"


def _code_in_words(setting: Setting, code: str) -> str:
    """What stands between backticks: an option by its label, what it may be set to by that, else the words that the name is made of."""
    if code in setting.ruleset.options:
        return _quoted(setting.say(Message(f"option.{code}.label")))
    return spelled_out(code)
