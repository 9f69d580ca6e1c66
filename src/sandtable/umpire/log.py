"""A log, read: every entry run again and told in words, and the books after each of them.

A log comes whole with every call and mostly has one more entry than the last time. So the logs that were read last are remembered, and what
is the same in the next one is neither run, nor folded, nor told again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from sandtable.kernel.drivers import Finished, replay
from sandtable.kernel.effects import EVERYONE
from sandtable.kernel.ledger import Entry, Fold
from sandtable.kernel.messages import PLAIN, Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.record import Record, read_record
from sandtable.umpire import form_views, odds_views, verdict_views
from sandtable.umpire.changes import setting_of_record
from sandtable.umpire.resolution import assumptions, sentence, subject_text
from sandtable.umpire.setting import Setting, unworkable_house_rules
from sandtable.umpire.why import throws

MOST_ENTRIES = 5000
MOST_LOGS = 4  # that are remembered
CERTAIN = 100  # percent


@dataclass(frozen=True, slots=True)
class Words:
    """An entry in words: who did what, how it ended, the dice, and how likely that was."""

    subject: str
    sentence: str
    dice: str
    chance: str
    redo: form_views.Fresh
    assumed: tuple[odds_views.Assumed, ...] = ()


@dataclass(frozen=True, slots=True)
class RunEntry:
    """An entry of a log, what it came to, and its words."""

    raw: Any  # its record as it was sent
    entry: Entry
    finished: Finished[Any]
    words: Words

    def is_of(self, raw: Any) -> bool:
        """Whether an entry that was sent has this very record, voided or not."""
        return isinstance(raw, Mapping) and self.raw == raw.get("record")

    def is_as_in(self, raw: Any) -> bool:
        """Whether an entry that was sent has this very record and is voided or not as this one is."""
        return self.is_of(raw) and self.entry.voided == bool(raw.get("voided"))

    def voided_as(self, raw: Mapping[str, Any]) -> RunEntry:
        """This entry, voided or not as the one that was sent is."""
        return replace(self, entry=replace(self.entry, voided=bool(raw.get("voided"))))

    @property
    def secret(self) -> bool:
        """Whether some of what it led to may not be known to everybody."""
        return any(effect.known_to != EVERYONE for effect in self.entry.verdict.effects)


@dataclass(frozen=True, slots=True, eq=False)
class Log:
    """A log that was read under a setting; ``folds`` are the books before the first entry and after each."""

    setting: Setting
    entries: list[RunEntry] = field(default_factory=list)
    folds: list[Fold] = field(default_factory=list)

    @property
    def fold(self) -> Fold:
        """The books at its end."""
        return self.folds[-1]

    def is_under(self, setting: Setting) -> bool:
        """Whether it was read under the same rules and told in the same measure."""
        own = self.setting
        same_rules = own.ruleset is setting.ruleset and own.options == setting.options and own.house == setting.house
        return same_rules and own.style == setting.style

    def shared_length(self, raw: list[Any]) -> int:
        """How many entries this log and another that was sent have in common, from the first one on."""
        pairs = zip(self.entries, raw, strict=False)
        changed = (number for number, (run, sent) in enumerate(pairs) if not run.is_as_in(sent))
        return next(changed, min(len(self.entries), len(raw)))

    def add(self, run: RunEntry) -> None:
        """Add an entry and fold it into the books."""
        self.entries.append(run)
        self.folds.append(self.fold.after(run.entry, self.setting.tables))


_READ: deque[Log] = deque(maxlen=MOST_LOGS)


def read_log(setting: Setting, raw: Any) -> Log:
    """Read a log and run every entry again. A record of another rules version that no longer fits is refused by number."""
    if not isinstance(raw, list) or len(raw) > MOST_ENTRIES:
        raise refuse("entries", "kernel.desk.part", part="entries")
    before, same = _most_alike(setting, raw)
    log = _gone_on_from(before, same) if before else Log(setting, folds=[_first_fold(setting)])
    for number, sent in enumerate(raw[same:], start=same):
        run = before.entries[number] if before and number < len(before.entries) else None
        log.add(run.voided_as(sent) if run and run.is_of(sent) else _run_entry(setting, sent, number + 1))
    _remember(log, before if same else None)
    return log


def with_entry(log: Log, record: Record, situation: Any, finished: Finished[Any]) -> Log:
    """The log with an entry that was made just now, and is not run again."""
    entry = Entry(record, situation, finished.verdict)
    longer = _gone_on_from(log, len(log.entries))
    longer.add(RunEntry(record.plain(), entry, finished, _words(log.setting, entry, finished)))
    _remember(longer, log)
    return longer


def _most_alike(setting: Setting, raw: list[Any]) -> tuple[Log | None, int]:
    """The remembered log that begins most like this one, and how many entries they have in common."""
    best: tuple[Log | None, int] = (None, 0)
    for log in _READ:
        if log.is_under(setting):
            same = log.shared_length(raw)
            if best[0] is None or same > best[1]:
                best = (log, same)
            if same == len(raw):
                break
    return best


def _first_fold(setting: Setting) -> Fold:
    return Fold(setting.ruleset.ledger.start(setting.tables))


def _gone_on_from(log: Log, number: int) -> Log:
    return Log(log.setting, log.entries[:number], log.folds[: number + 1])


def _remember(log: Log, before: Log | None) -> None:
    """Keep a log for the next time, in place of the same game's as it was before."""
    if before is not None and before in _READ and len(log.entries) >= len(before.entries):
        _READ.remove(before)
    _READ.appendleft(log)


def _run_entry(setting: Setting, raw: Any, number: int) -> RunEntry:
    if not isinstance(raw, Mapping):
        raise refuse(f"entries.{number}", "kernel.record.no_object")
    sent = deepcopy(raw.get("record"))  # whoever sent it may go on to change it
    try:
        record = read_record(sent)
        situation, finished = run_again(setting, record)
    except Refusal as refusal:
        raise Refusal(problem.inside(f"entries.{number}") for problem in refusal.problems) from None
    entry = Entry(record, situation, finished.verdict, bool(raw.get("voided")))
    return RunEntry(sent, entry, finished, _words(setting, entry, finished))


def run_again(setting: Setting, record: Record) -> tuple[Any, Finished[Any]]:
    """Replay a record under the options and house rules it was made with."""
    if record.ruleset != setting.ruleset.id:
        raise refuse("record.ruleset", "kernel.ruleset.unknown", (setting.ruleset.id,), name=record.ruleset)
    own = setting_of_record(setting, record)
    try:
        return _replayed(own, record)
    except Refusal as refusal:
        raise Refusal((*_other_version(own, record), *refusal.problems)) from None
    except Exception:
        if own.tables.overridden:
            raise unworkable_house_rules(own) from None
        raise


def _replayed(setting: Setting, record: Record) -> tuple[Any, Finished[Any]]:
    action = setting.action(record.action)
    overrule = bool(record.meta.get("overruled"))
    form = read_form(action, record.fields, setting.tables, PLAIN, setting.ruleset.field_names, overrule=overrule)
    if not isinstance(form, Form):
        raise Refusal(form)
    recorded = [(answer.key, answer.value) for answer in record.answers]
    return form.situation, replay(action.start(form.situation, setting.tables), recorded)


def _other_version(setting: Setting, record: Record) -> Iterator[Problem]:
    """Why a record may no longer fit: the rules have changed since."""
    now = setting.ruleset.rules_version
    if record.rules_version != now:
        told = Message.of("kernel.replay.other_version", version=record.rules_version, now=now)
        yield Problem("record.rules_version", told)


def _words(setting: Setting, entry: Entry, finished: Finished[Any]) -> Words:
    record = entry.record
    action = setting.action(record.action)
    thrown = throws(setting, finished.steps)
    subject = subject_text(setting, action, entry.situation)
    return Words(
        subject,
        sentence(setting, subject, entry.verdict),
        "; ".join(map(_thrown, thrown)),
        _chance(record, thrown),
        form_views.Fresh(action=record.action, fields=setting.on_tape(record.fields, action)),
        assumptions(setting, action, finished.steps, record),
    )


def _chance(record: Record, thrown: tuple[verdict_views.Throw, ...]) -> str:
    """How likely the end was, as it was worked out then; of a log that does not say, how likely the first throw was."""
    percent = record.meta.get("percent")
    if isinstance(percent, int) and 0 <= percent <= CERTAIN:
        return f"{percent or '<1'}%"
    return f"{thrown[0].percent}%" if thrown else ""


def _thrown(throw: verdict_views.Throw) -> str:
    """A throw by its name and faces; of dice that were only counted, what they came to."""
    faces = ", ".join(map(str, throw.faces))
    return f"{throw.label} {faces or throw.reading}".strip()
