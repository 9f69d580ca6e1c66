"""One sitting at a game in the terminal: the menu, and what each of its commands does."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from typing import Any

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from sandtable.cli import bars, game, problems, texts, verdicts
from sandtable.cli.answers import resolve_case
from sandtable.cli.ask import ask_in_terminal
from sandtable.cli.case import Case, fields_of_others, flattened, read_pairs
from sandtable.cli.dialogue import Dialogue, Leave, NobodyThere, begins, line_from
from sandtable.cli.rules import find, rule_shown
from sandtable.cli.screen import heading, show
from sandtable.cli.units import list_names, roster_records
from sandtable.cli.wording import ruleset_words
from sandtable.kernel.drivers import Asking
from sandtable.kernel.messages import Message, joined
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form
from sandtable.kernel.ruleset import Action
from sandtable.kernel.spelling import folded
from sandtable.kernel.stream import DiceStream
from sandtable.umpire import ledger_views, roster_views
from sandtable.umpire.books import ledger_view
from sandtable.umpire.description import rule_text
from sandtable.umpire.log import read_log
from sandtable.umpire.names import notes
from sandtable.umpire.odds import odds_view
from sandtable.umpire.resolution import finished_view, subject_text
from sandtable.umpire.setting import Setting

QUOTES = "\"'"
BEFORE_A_FIELD = re.compile(rf"\s+(?=[{QUOTES}]?[\w.]+=)")  # values may hold spaces: "light=evening 1 cover=none"


def tell(refusal: Refusal) -> None:
    """Problems, in the middle of a game."""
    show(Text(problems.lines([problems.in_words(one) for one in refusal.problems]).rstrip(), "red"))


@dataclass
class Session:
    """One sitting at a game."""

    game: game.Game
    said: dict[str, Any] = field(default_factory=dict)  # the last value of every field

    def run(self) -> None:
        """Play until the user leaves."""
        setting = self.game.setting()
        name = setting.ruleset.id
        problems.speak(name, style=setting.style, words=ruleset_words(name))
        title = setting.say(Message("ruleset.title"))
        show(heading(title, setting.say(Message("ruleset.tagline"))))
        if self.game.entries:
            show(Text(texts.say("cli.play.resumed", number=len(self.game.entries), place=str(self.game.place)), "dim"))
        else:
            show(Text(texts.say("cli.play.begun", place=str(self.game.place)), "dim"))
        if setting.ruleset.ours and not self.game.entries:
            show(Text(texts.say("cli.play.ours"), "dim"))
        self._menu(setting, self._books(setting))
        while True:
            try:
                line = line_from(f"\n{self._status(setting)}{texts.say('cli.play.menu')}")
                self._do(setting, line)
            except Leave:
                continue
            except Refusal as refusal:
                tell(refusal)
            except KeyboardInterrupt:
                sys.stdout.write("\n")
                return

    def _books(self, setting: Setting) -> ledger_views.Ledger:
        return ledger_view(setting, read_log(setting, self.game.entries))

    def _status(self, setting: Setting) -> str:
        books = self._books(setting)
        side = self.game.side or books.side
        told = [texts.say("cli.play.turn", turn=books.turn)] if books.turn else []
        told += [setting.say_if_any(f"side.{side}") or side] if side else []
        return f"{', '.join(told)}. " if told else ""

    def _actions(self, setting: Setting) -> list[Action]:
        return [action for action in setting.ruleset.actions if action.open_under(setting.tables)]

    def _menu(self, setting: Setting, books: ledger_views.Ledger) -> None:
        """Every action with its number, by groups, and what is owed."""
        numbered = list(enumerate(self._actions(setting), start=1))
        for group in setting.ruleset.groups:
            listed = [
                Text.assemble((f"{number} ", "dim"), setting.say(Message(f"action.{action.id}.label")))
                for number, action in numbered
                if action.group == group
            ]
            show(Text(setting.say(Message(f"group.{group}")), "bold"), Columns(listed, padding=(0, 3)))
        for offer in books.owed:
            show(Text(texts.say("cli.play.owed", label=offer.label, action=offer.action), "yellow"))

    def _do(self, setting: Setting, line: str) -> None:
        if self._looked_up(setting, line):
            return
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self._menu(setting, self._books(setting)),
            "menu": lambda: self._menu(setting, self._books(setting)),
            "void": lambda: self._void(setting, rest, voided=True),
            "restore": lambda: self._void(setting, rest, voided=False),
            "redo": lambda: self._redo(setting, rest),
            "roster": lambda: self._roster(setting, rest.strip()),
            "side": lambda: self._side(setting, rest),
            "q": _leave,
        }
        if folded(word) in commands:
            commands[folded(word)]()
            return
        name, *fields = BEFORE_A_FIELD.split(line)
        action = self._action(setting, name)
        given, wrong = _typed(setting, action, fields)
        if wrong:
            raise Refusal(wrong)
        self._act(setting, action, given)

    def _looked_up(self, setting: Setting, line: str) -> bool:
        """Carry out a command that changes nothing and may be given at any time. Says whether the line was one."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: show(Text(texts.say("cli.play.help"))),
            "?": lambda: show(Text(texts.say("cli.play.help"))),
            "log": lambda: self._log(setting),
            "books": lambda: self._show_books(setting),
            "rules": lambda: self._rules(setting, rest),
        }
        if folded(word) not in commands:
            return False
        commands[folded(word)]()
        return True

    def _action(self, setting: Setting, line: str) -> Action:
        """An action by its number, its name, its label or the beginning of either."""
        actions = self._actions(setting)
        if line.isdecimal() and 1 <= int(line) <= len(actions):
            return actions[int(line) - 1]
        labels = {action.id: setting.say(Message(f"action.{action.id}.label")) for action in actions}
        exact = [one for one in actions if folded(line) in {folded(one.id), folded(labels[one.id])}]
        found = exact or [one for one in actions if begins(line, one.id, labels[one.id])]
        if len(found) == 1:
            return found[0]
        if any(folded(line) == folded(action.id) for action in setting.ruleset.actions):
            return setting.open_action(line)
        raise problems.refuse("", "cli.play.unknown", *(action.id for action in actions), line=line)

    def _act(self, setting: Setting, action: Action, given: Mapping[str, Any]) -> None:
        """One action: form, odds, dice, verdict, log."""
        show(heading(setting.say(Message(f"action.{action.id}.label")), ", ".join(action.rules)))
        if told := setting.say_if_any(f"action.{action.id}.help"):
            show(Text(told, "dim"))
        books = self._books(setting)
        _, fresh = setting.ruleset.fresh
        kept = books.prefill.get(action.id, {})
        known = {**fresh, **self.said, **kept, **given}
        named = [*books.roster, *books.hidden_units]
        dialogue = Dialogue(setting, action, known, named, look_up=partial(self._looked_up, setting))
        dialogue.fill(kept, given)
        dialogue.set_fields(given)
        aside: set[str] = set()
        try:
            while (form := self._settled(dialogue)) is not None:
                self._tell_aside(setting, dialogue, form, books.names, aside)
                if self._resolve(setting, dialogue, form):
                    return
        except (KeyboardInterrupt, Leave):
            show(Text(texts.say("cli.play.dropped"), "dim"))

    def _settled(self, dialogue: Dialogue) -> Form:
        form = dialogue.whole()
        said = dialogue.setting.on_tape(form.fields, dialogue.action)
        self.said.update({name: value for name, value in said.items() if not name.endswith("_name")})
        return form

    def _tell_aside(
        self,
        setting: Setting,
        dialogue: Dialogue,
        form: Form,
        names: Iterable[roster_views.NamedUnits],
        said_before: set[str],
    ) -> None:
        """Say once what of the form does not count: fields that nobody needs here, names that nobody bears."""
        spare = [name for name in form.left_out if folded(name) in dialogue.typed]
        aside = [texts.say("cli.pair.ignored", names=joined(spare))] if spare else []
        for line in (*aside, *notes(setting, dialogue.action, form.fields, names)):
            if line not in said_before:
                show(Text(line, "yellow"))
                said_before.add(line)

    def _resolve(self, setting: Setting, dialogue: Dialogue, form: Form) -> bool:
        """Show the odds; then throw, take the user's dice, or change a field. Says whether the action is done."""
        action = dialogue.action
        told = " ".join(dialogue.unusual(form))
        view = odds_view(setting, action, form, {})
        show(Text(), Text(told, "dim"), *bars.short(view, subject_text(setting, action, form.situation)))
        line = line_from(texts.say("cli.play.throw" if view.dice else "cli.play.no_dice"))
        if "=" in line:
            self._change(dialogue, line)
            return False
        if self._looked_up(setting, line):
            return False
        if folded(line) == "why":
            show(*bars.odds(setting, view, subject_text(setting, action, form.situation), hints=False))
            return False
        if folded(line) == "more":
            show(dialogue.overview(form))
            return False
        if folded(line) not in {"", "throw", "dice"}:
            show(Text(texts.say("cli.play.not_understood", line=line), "red"))
            return False
        self._finish(setting, action, form, own_dice=folded(line) == "dice")
        return True

    def _change(self, dialogue: Dialogue, line: str) -> None:
        changed, wrong = _typed(dialogue.setting, dialogue.action, BEFORE_A_FIELD.split(line))
        if wrong:
            tell(Refusal(wrong))
            return
        before = dict(dialogue.fields)
        for name, value in changed.items():
            dialogue.set_field(name, value or None)
        try:
            dialogue.setting.form(dialogue.action, dialogue.fields)
        except Refusal as refusal:
            tell(refusal)
            dialogue.fields = before

    def _finish(self, setting: Setting, action: Action, form: Form, *, own_dice: bool) -> None:
        dice = DiceStream(self.game.seed, self.game.throws)
        asked = ask_in_terminal(setting, dice, line_from, partial(self._looked_up, setting))
        try:
            outcome = resolve_case(
                Case(setting, action, form, {}), None if own_dice else dice, usual=False, asked=asked
            )
        finally:  # dice that have been seen are never thrown again
            self.game.throws = dice.throws
            self.game.save()
        if isinstance(outcome, Asking):
            raise NobodyThere
        show(Text(), *verdicts.verdict(setting, action, form, outcome, hints=False))
        self.game.add(finished_view(setting, action, form, outcome, self._meta(setting)).record)
        for offer in self._books(setting).log[-1].offers:
            show(Text(texts.say("cli.play.offer", label=offer.label, action=offer.action), "yellow"))

    def _meta(self, setting: Setting) -> dict[str, Any]:
        books = self._books(setting)
        return {
            "id": token_hex(6),
            "number": len(self.game.entries) + 1,
            "turn": books.turn,
            "side": self.game.side or books.side,
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
        }

    def _log(self, setting: Setting) -> None:
        rows = self._books(setting).log
        if not rows:
            show(Text(texts.say("cli.play.empty_log"), "dim"))
        table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
        for row in rows:
            style = "strike dim" if row.voided else ""
            notes = [note for note in (row.dice, row.mark, texts.say("cli.play.voided") if row.voided else "") if note]
            table.add_row(str(row.number), Text(row.sentence, style), Text("; ".join(notes), "dim"))
        show(table)

    def _entry(self, rest: str, *, voided: bool) -> int:
        """The number of an entry; without one, the last that is (or is not) voided."""
        numbers = [number for number, entry in enumerate(self.game.entries, start=1) if entry["voided"] is voided]
        if not rest.strip() and numbers:
            return numbers[-1]
        if rest.strip().isdecimal() and 1 <= int(rest) <= len(self.game.entries):
            return int(rest)
        if not self.game.entries:
            raise problems.refuse("", "cli.play.no_entries")
        if not rest.strip():
            raise problems.refuse("", "cli.play.none_voided" if voided else "cli.play.all_voided")
        raise problems.refuse("", "cli.play.no_entry", number=len(self.game.entries))

    def _void(self, setting: Setting, rest: str, *, voided: bool) -> None:
        number = self._entry(rest, voided=not voided)
        self.game.entries[number - 1]["voided"] = voided
        self.game.save()
        row = self._books(setting).log[number - 1]
        show(
            Text(
                texts.say(
                    "cli.play.now_voided" if voided else "cli.play.now_restored",
                    number=number,
                    sentence=row.sentence,
                )
            )
        )
        for marked in self._books(setting).log:
            if marked.mark:
                show(Text(texts.say("cli.play.marked", number=marked.number, mark=marked.mark), "yellow"))

    def _redo(self, setting: Setting, rest: str) -> None:
        record = self.game.entries[self._entry(rest, voided=False) - 1]["record"]
        action = setting.action(record["action"])
        self._act(setting, action, flattened(setting.on_tape(record["fields"], action)))

    def _show_books(self, setting: Setting) -> None:
        books = self._books(setting)
        for panel in books.panels:
            show(*_panel(panel))
        for unit in books.roster:
            gone = "strike dim" if unit.gone else ""
            show(Text(f"{unit.name}  {unit.label}  {unit.status}  {unit.note}".rstrip(), gone))
        if not books.panels and not books.roster:
            show(Text(texts.say("cli.play.no_books"), "dim"))

    def _roster(self, setting: Setting, source: str) -> None:
        """Enter every unit of a list."""
        if not source:
            raise problems.refuse("roster", "cli.play.no_roster", *list_names(setting))
        records = roster_records(setting, _unquoted(source))
        for record in records:  # marks and numbers go by ids, so each unit needs one of its own
            self.game.add(replace(record, meta={**record.meta, "id": token_hex(6)}))
        show(Text(texts.say("cli.play.entered", number=len(records))))

    def _rules(self, setting: Setting, words: str) -> None:
        if not words.strip():
            show(Text(texts.say("cli.rules.which"), "dim"))
            return
        found = find(setting.ruleset, words)
        show(*(part for rule in found for part in rule_shown(rule_text(setting, rule))))
        if not found:
            show(Text(texts.say("cli.rules.nothing", words=words), "dim"))

    def _side(self, setting: Setting, name: str) -> None:
        sides = [side.id for side in setting.ruleset.sides]
        found = [side for side in sides if name and folded(side).startswith(folded(name))]
        if len(found) != 1:
            raise problems.refuse("side", "cli.play.no_side", *sides)
        self.game.side = found[0]
        self.game.save()


def _typed(setting: Setting, action: Action, fields: Sequence[str]) -> tuple[dict[str, Any], list[Problem]]:
    """Fields as they are typed in a game; a value, or the field with its value, may stand in quotes, as a shell has them."""
    read, wrong = read_pairs(map(_unquoted, fields), "field")
    given = {name: _unquoted(value) for name, value in read.items()}
    return setting.with_shown_bands(action, given), [*wrong, *fields_of_others(setting, action, given)]


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in QUOTES
    return value[1:-1] if quoted else value


def _leave() -> None:
    raise NobodyThere


def _panel(panel: ledger_views.Panel) -> verdicts.Shown:
    """A panel of the books."""
    value = f"{panel.value} / {panel.of}" if panel.kind == "meter" else ""
    shown: verdicts.Shown = [heading(panel.title, value)]
    if panel.rows:
        table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
        for column in panel.columns:
            table.add_column(column)
        for row in panel.rows:
            table.add_row(*row)
        shown.append(table)
    shown += [Text(f"  {item.text}  {item.detail}".rstrip()) for item in panel.items]
    if panel.text:
        shown.append(Text(panel.text))
    return shown
