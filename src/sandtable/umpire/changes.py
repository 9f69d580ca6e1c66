"""Options and house rules in words: what is otherwise than printed, and where a game changed it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.effects import plain
from sandtable.kernel.messages import Message
from sandtable.kernel.options import OptionSpec, OptionValue
from sandtable.kernel.record import Record
from sandtable.umpire.kernel_texts import desk_text
from sandtable.umpire.setting import Setting, read_setting

Differences = dict[str, str]  # what is otherwise than printed: the name of the rule, and how it stands now


def differences(setting: Setting) -> Differences:
    """Every option that is not as printed, and every number that a house file overrides."""
    found: Differences = {}
    for name, spec in setting.ruleset.options.items():
        value = setting.tables.option(name)
        if value != spec.default:
            label = setting.say(Message(f"option.{name}.label"))
            found[label] = f"{label}: {_value(setting, spec, value)}"
    for path, (_, now) in setting.tables.overridden.items():
        found[path] = f"{path} = {plain(now)}"
    return found


def setting_of_record(setting: Setting, record: Record) -> Setting:
    """The setting that a record was made under."""
    if record.options == setting.options and record.house == setting.house:
        return setting
    return read_setting({"ruleset": record.ruleset, "options": record.options, "house": record.house})


def changes_between(before: Differences, after: Differences) -> Iterator[str]:
    """What changed from one entry to the next, a sentence each; a rule whose change was taken back is told as printed again."""
    for rule, words in after.items():
        if before.get(rule) != words:
            yield words
    for rule in before:
        if rule not in after:
            yield desk_text("log.as_printed", rule=rule)


def _value(setting: Setting, spec: OptionSpec, value: OptionValue) -> str:
    return setting.say_if_any(f"option_choice.{spec.name}.{value}") or setting.name_of(value)
