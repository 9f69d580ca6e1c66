"""``sandtable actions``: what a ruleset resolves, and what it wants to know."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from sandtable.cli import texts
from sandtable.cli.case import ON_OFF, closed_problems, read_setting
from sandtable.cli.conditions import condition_text
from sandtable.cli.options import AsJson, HouseFile, OptionPairs, RulesetName, Scale, Unit
from sandtable.cli.screen import heading, show, show_json
from sandtable.cli.verdicts import Shown, about
from sandtable.kernel.problem import Refusal
from sandtable.umpire import form_views, screen_views
from sandtable.umpire.description import screen
from sandtable.umpire.examples import example
from sandtable.umpire.setting import Setting

OneAction = Annotated[str | None, typer.Argument(metavar="ACTION", help="One action, in full.", show_default=False)]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("actions")(actions)


def actions(
    ruleset: RulesetName,
    action: OneAction = None,
    house: HouseFile = None,
    option: OptionPairs = None,
    scale: Scale = "1",
    unit: Unit = "in",
    as_json: AsJson = False,
) -> None:
    """List the actions of a ruleset: fields, choices, when they are needed, questions, measures."""
    setting = read_setting(ruleset, option, house, scale, unit, as_json=as_json)
    described = screen(setting)
    wanted = _opened(setting, action) if action else None
    chosen = [one for one in described.actions if wanted in (None, one.id)]
    if as_json:
        show_json({"status": "ok", **about(setting), "actions": chosen, "switches": list(described.options)})
        return
    shown = _one(setting, chosen[0], described.fresh) if wanted else _all(setting, described)
    show(*shown)


def _opened(setting: Setting, name: str) -> str:
    """The action of that name; a refusal says which option opens one that is closed."""
    action = setting.action(name)
    if problems := closed_problems(setting, action):
        raise Refusal(problems)
    return action.id


def _all(setting: Setting, described: screen_views.Ruleset) -> Shown:
    """Every action with its fields, then every field once: a field of two actions is the same field."""
    shown: Shown = [heading(described.title, described.tagline), Text()]
    for group in described.groups:
        shown.append(Text(group.label, "bold underline"))
        listed = [one for one in described.actions if one.group == group.id]
        shown += [part for one in listed for part in _listed(one)]
    shown += [_fields_table(texts.say("cli.actions.fields"), _every_field(described.actions))]
    shown += _closed(setting)
    shown += _options_table(described.options)
    return [*shown, Text(texts.say("cli.actions.next", ruleset=setting.ruleset.id), "dim")]


def _closed(setting: Setting) -> Shown:
    """Actions that an option opens."""
    opened: dict[str, list[str]] = {}
    for action in setting.ruleset.actions:
        if action.option and not action.open_under(setting.tables):
            name, value = action.option
            opened.setdefault(f"--option {name}={ON_OFF.get(value, value)}", []).append(action.id)
    lines = [texts.say("cli.actions.closed", option=option, actions=tuple(ids)) for option, ids in opened.items()]
    return [*(Text(line, "dim") for line in lines), *([Text()] if lines else [])]


def _listed(action: screen_views.Action) -> Shown:
    names = Text("  ")
    for field in action.fields:
        names.append(field.name + " ", "bold" if _must(field) else "dim")
    shown: Shown = [Text.assemble((action.id, "bold cyan"), f"  {action.label}"), Text(f"  {action.help}")]
    shown.append(names)
    if action.measures:
        measures = ", ".join(measure.id for measure in action.measures)
        shown.append(Text(f"  {texts.say('cli.actions.measures', measures=measures)}", "dim"))
    return [*shown, Text()]


def _must(field: form_views.FormField) -> bool:
    """Whether a form is not whole without the field."""
    return not field.optional and field.usual is None and field.needed is None


def _every_field(actions: Iterable[screen_views.Action]) -> list[form_views.FormField]:
    fields: dict[str, form_views.FormField] = {}
    for action in actions:
        for field in action.fields:
            known = fields.setdefault(field.name, field)
            if len(field.choices) > len(known.choices):
                fields[field.name] = field
    return list(fields.values())


def _one(setting: Setting, action: screen_views.Action, fresh: form_views.Fresh) -> Shown:
    rules = ", ".join(action.rules)
    shown: Shown = [heading(action.id, f"{action.label}  {rules}"), Text(action.help), Text()]
    if action.fields:
        shown.append(_fields_table(texts.say("cli.actions.fields"), action.fields))
    if action.measures:
        measures = ", ".join(f"{measure.id} ({measure.label})" for measure in action.measures)
        shown += [Text(texts.say("cli.actions.measures", measures=measures)), Text()]
    shown += [Text(f"{bar.reason} ({bar.rule})", "dim") for bar in action.bars]
    fields = example(setting, setting.action(action.id), fresh.fields)
    pairs = [shlex.quote(f"{name}={plain_value(value)}") for name, value in fields.items()]
    line = " ".join(["sandtable odds", setting.ruleset.id, action.id, *pairs])
    return [*shown, Text(texts.say("cli.actions.example"), "dim"), Text(f"  {line}")]


def _fields_table(title: str, fields: Iterable[form_views.FormField]) -> Table:
    table = Table(
        box=None, show_header=False, title=title, title_justify="left", title_style="bold", padding=(0, 2, 0, 0)
    )
    table.add_column(no_wrap=True)
    table.add_column()
    for field in fields:
        table.add_row(*_field_row(field, field.name))
        for inner in field.group.fields if field.group else ():
            table.add_row(*_field_row(inner, f"{field.name}.1.{inner.name}"))
    table.add_row()
    return table


def _field_row(field: form_views.FormField, name: str) -> tuple[Text, Text]:
    told = Text(accepts(field))
    notes = [note for note in (_usual(field), _needed(field)) if note]
    if notes:
        told.append(f"  {', '.join(notes)}", "green")
    if field.help:
        told.append(f"\n{field.help}", "dim")
    if field.question:
        told.append(f"\n{texts.say('cli.actions.asked', key=field.question)}", "dim")
    return Text(name, "bold" if _must(field) else ""), told


def _needed(field: form_views.FormField) -> str:
    return texts.say("cli.actions.when", condition=condition_text(field.needed)) if field.needed else ""


def _usual(field: form_views.FormField) -> str:
    if field.usual is not None:
        return texts.say("cli.actions.usual", value=plain_value(field.usual))
    return texts.say("cli.actions.optional") if field.optional else ""


def accepts(field: form_views.FormField) -> str:
    """What may be written for a field."""
    if field.kind == "yes_no":
        return texts.say("cli.accepts.yes_no")
    if field.group is not None:
        lowest, highest = field.group.min, field.group.max
        return texts.say(
            "cli.accepts.group" if lowest < highest else "cli.accepts.cards", lowest=lowest, highest=highest
        )
    if field.kind == "number":
        return texts.say("cli.accepts.number", lowest=field.min, highest=field.max)
    if field.kind == "text":
        return texts.say("cli.accepts.text")
    if field.kind == "distance":
        bands = ", ".join(choice.label.replace("\N{EN DASH}", "-") for choice in field.choices)
        unit = texts.say(f"cli.unit.{field.unit}")
        return texts.say("cli.accepts.bands" if bands else "cli.accepts.distance", bands=bands, unit=unit)
    return ", ".join(str(choice.value) for choice in field.choices)


def plain_value(value: Any) -> str:
    """A value as it is written on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _options_table(options: Sequence[screen_views.Option]) -> Shown:
    if not options:
        return []
    table = Table(
        box=box.SIMPLE_HEAD,
        title=texts.say("cli.actions.options"),
        title_justify="left",
        title_style="bold",
        header_style="dim",
        pad_edge=False,
    )
    for name in ("option", "value", "choices", "meaning", "rule"):
        table.add_column(texts.say(f"cli.column.{name}"))
    for option in options:
        value = ON_OFF[bool(option.value)] if option.kind == "yes_no" else plain_value(option.value)
        table.add_row(option.name, value, _option_choices(option), option.label, option.rule or "")
    return [table]


def _option_choices(option: screen_views.Option) -> str:
    if option.kind == "yes_no":
        return texts.say("cli.accepts.on_off")
    if option.kind == "number":
        return texts.say("cli.accepts.number", lowest=option.min, highest=option.max)
    return ", ".join(str(choice.value) for choice in option.choices)
