"""Looking into a ruleset: what it says, which icons it names, which messages its sources can ask for, which table entries are read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

from sandtable.kernel import effects
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Condition, Every, FieldSpec, Not, Some, When, specs_of
from sandtable.kernel.messages import Message, Vocabulary, snake_case
from sandtable.kernel.requests import Choose, Count, Observe, Request, Roll
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import NO_ENTRY, Tables
from sandtable.kernel.verdict import Verdict

# ---- Tables that remember what was read ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class WatchedTables(Tables):
    """Tables that note every path that is read, and every step of a stepped table."""

    read: set[str] = field(default_factory=set)
    totals: dict[str, set[Any]] = field(default_factory=dict)  # looked up in each stepped row since it was last emptied

    def value(self, path: str) -> Any:
        """Note the path."""
        self.read.add(path)
        return super().value(path)

    def step(self, table: str, total: int, row: str) -> Any:
        """Note the step, beside the rows."""
        found = super().step(table, total, row)
        self.totals.setdefault(f"{table}.{row}", set()).add(total)
        above = self.cells[f"{table}.up_to"]
        self.read.add(step_name(table, row, sum(bound < total for bound in above)))
        return found

    def missed_by(self, entry: str) -> Any:
        """How far the nearest total looked up since then is from a step; None where its row was not looked at."""
        path = table_of(entry)
        totals = self.totals.get(path)
        if not totals:
            return None
        above = self.cells[f"{path.rpartition('.')[0]}.up_to"]
        step = int(entry.rpartition(" ")[2]) - 1
        low = above[step - 1] + 1 if step else None
        high = above[step] if step < len(above) else None
        return min(
            max(0, low - total if low is not None else 0, total - high if high is not None else 0) for total in totals
        )


def step_name(table: str, row: str, position: int) -> str:
    """The name of one step of a stepped table, for whoever has to find it."""
    return f"{table}.{row}, step {position + 1}"


def watched_tables(tables: Tables, read: set[str]) -> WatchedTables:
    """Tables that note in ``read`` which of their entries are read."""
    part = {each.name: getattr(tables, each.name) for each in fields(Tables) if each.init}
    return WatchedTables(**part, read=read)


def entries_to_reach(tables: Tables, read: set[str]) -> Iterator[str]:
    """Every path and every step of the rows that are read by steps."""
    for path, value in tables.cells.items():
        if value == NO_ENTRY:
            continue  # an empty cell of the printed page
        yield path
        table, _, row = path.rpartition(".")
        if row != "up_to" and isinstance(value, tuple) and f"{table}.up_to" in tables.cells:
            steps = [step_name(table, row, position) for position in range(len(value))]
            if any(step in read for step in steps):
                yield from steps


def table_of(entry: str) -> str:
    """The path in an entry's name."""
    return entry.partition(", step")[0]


# ---- Forms -----------------------------------------------------------------------------------------------------------------


def conditions(condition: Condition | None) -> Iterator[When]:
    """All the simple conditions inside a condition."""
    if isinstance(condition, When):
        yield condition
    elif isinstance(condition, Every | Some):
        yield from chain.from_iterable(conditions(part) for part in condition.conditions)
    elif isinstance(condition, Not):
        yield from conditions(condition.condition)


def all_specs(action: Action) -> Iterator[FieldSpec]:
    """The fields of an action, those inside groups included."""
    for spec in action.fields:
        yield spec
        if spec.group is not None:
            yield from specs_of(spec.group)


def vocabularies(ruleset: Ruleset) -> set[type[Vocabulary]]:
    """Every vocabulary that the ruleset's forms use or its modules define."""
    on_forms = {spec.choices for action in ruleset.actions for spec in all_specs(action) if spec.choices}
    return on_forms | {kind for kind in _subclasses(Vocabulary) if kind.__module__.startswith(ruleset.package)}


def effect_kinds(ruleset: Ruleset) -> list[type[Effect]]:
    """Every kind of effect that the ruleset's modules define."""
    return list(effects.effect_kinds(ruleset.package).values())


def _subclasses(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _subclasses(kind)


# ---- Words and rule ids --------------------------------------------------------------------------------------------------


def messages_of_verdict(verdict: Verdict) -> Iterator[Message]:
    """Every message that the surfaces make of a verdict, but for details, which a catalogue may leave out."""
    yield verdict.headline()
    yield verdict.outcome().label
    yield from (effect.message for effect in verdict.effects if effect.has_words)
    yield from (reason.reason for reason in verdict.modifiers())


def messages_of_request(request: Request) -> Iterator[Message]:
    """Every message that the surfaces make of a request, but for what its readings mean."""
    yield request.says or Message(f"request.{request.key}")
    yield from (modifier.reason for modifier in request.tally)
    if request.tally.title:
        yield request.tally.title
    if isinstance(request, Count):
        yield from (band.label_for() for band in request.bands)
    if isinstance(request, Choose | Observe):
        yield from (option.label for option in request.options)
    if isinstance(request, Roll | Count) and request.label is not None:
        yield from (request.label(reading).message for reading, _ in request.law())


def rules_of_request(request: Request) -> Iterator[str | None]:
    """The rule ids a request names."""
    yield from (modifier.rule for modifier in request.tally)
    if isinstance(request, Choose | Observe):
        yield request.rule


ICONS = "icons.txt"  # what the page can draw, a name a line


@cache
def _page_icons() -> frozenset[str]:
    return frozenset(files("sandtable.conformance").joinpath(ICONS).read_text(encoding="utf-8").split())


def drawable_icons(ruleset: Ruleset) -> set[str]:
    """The icons that can be drawn for a ruleset: the page's, and those it brings along."""
    return {*_page_icons(), *ruleset.drawings}


def icons(ruleset: Ruleset) -> set[str]:
    """The names of all icons that the ruleset's forms and effects ask for."""
    on_forms = {icon for action in ruleset.actions for spec in all_specs(action) for icon in spec.icons.values()}
    families = {
        family.id for action in ruleset.actions for spec in all_specs(action) for family in spec.families if spec.icons
    }
    return (on_forms | {kind.icon for kind in effect_kinds(ruleset)} | families) - {""}


@cache
def sources(package: str) -> tuple[tuple[str, str], ...]:
    """The Python files of a package's own folder, by name."""
    folder = Path(str(files(package)))
    paths = (path for path in sorted(folder.rglob("*.py")) if "table" not in path.relative_to(folder).parts)
    return tuple((str(path.relative_to(folder)), path.read_text(encoding="utf-8")) for path in paths)


@cache
def text_patterns(package: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Every string of a package's sources, and every string with holes as a pattern."""
    whole: set[str] = set()
    patterns: set[str] = set()
    for _, source in sources(package):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                patterns.add("".join(_pattern(part) for part in node.values))
    return frozenset(whole), tuple(
        re.compile(pattern) for pattern in sorted(patterns) if re.search("[a-z]{3}", pattern)
    )


def _pattern(part: ast.expr) -> str:
    return re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else ".+"


def conventional_messages(ruleset: Ruleset) -> set[str]:
    """Message ids that the kernel and the desk build from names of the ruleset."""
    ids = {f"ruleset.{name}" for name in ("title", "tagline", "period", "scale", "notice", "picture")}
    ids |= {f"{kind}.{side.id}" for side in ruleset.sides for kind in ("side", "side_short")}
    ids |= {f"group.{group}" for group in ruleset.groups}
    if ruleset.read_roster is not None:
        ids |= {"problem.roster.empty", "problem.roster.columns", "outcome.roster.entered"}
    if any("range_words" in source for _, source in sources(ruleset.package)):
        ids |= {"word.band", "word.distance"}
    ids |= {f"sheet.{sheet.layout}.{part}" for sheet in ruleset.sheets for part in ("title", "note")}
    ids |= {f"phase.{phase}" for phase in (*(phase.id for phase in ruleset.phases), *ruleset.ledger.phases)}
    for action in ruleset.actions:
        ids |= {f"action.{action.id}.{part}" for part in ("label", "verb", "help", "note")}
        ids |= {f"measure.{measure}" for measure in action.measures}
        for spec in all_specs(action):
            ids |= {f"{part}.{spec.name}" for part in ("field", "field_help", "field_one", "field_example")}
            ids |= {f"field_choice.{spec.name}.{word}" for word in ("yes", "no")}
            ids |= {f"family.{family.id}" for family in spec.families}
    for vocabulary in vocabularies(ruleset):
        name = snake_case(vocabulary.__name__)
        ids |= {f"{name}{suffix}.{term}" for term in vocabulary for suffix in ("", "_short", "_member", "_help")}
    for option in ruleset.options.values():
        ids |= {f"option.{option.name}.{part}" for part in ("label", "help")}
        ids |= {f"option_choice.{option.name}.{value}" for value in (*option.choices, "true", "false")}
    words = [effects.words_of(kind) for kind in effect_kinds(ruleset)]
    ids |= {name for name in ruleset.catalogue.texts if any(each.fullmatch(name) for each in words)}
    return ids | {f"reason.{path}" for path in ruleset.default_tables.cells}


REQUESTS = ("request.", "request_help.", "request_die.", "question.", "throw.")


def usable_messages(ruleset: Ruleset) -> set[str]:
    """The ids of the ruleset's own catalogue that something can ask for."""
    whole, patterns = text_patterns(ruleset.package)
    built = conventional_messages(ruleset)

    def usable(message_id: str) -> bool:
        of_request = next((prefix for prefix in REQUESTS if message_id.startswith(prefix)), "")
        names = {message_id, message_id.removesuffix("_detail"), message_id.removeprefix(of_request)}
        if of_request == "request_die.":  # one of the dice of a throw
            names.add(message_id.removeprefix(of_request).rpartition(".")[0])
        names.add(message_id.removeprefix("outcome."))  # as a ruling says how it ended
        fitting = [pattern for pattern in patterns if of_request or not pattern.pattern.startswith(".+")]
        if message_id.startswith("role."):
            names = {message_id.removeprefix("role.")}  # whom an effect or a request speaks of
        if of_request in ("throw.", "request_die."):  # a throw is called without the numbers in its key
            fitting += [re.compile(pattern.pattern.replace(r".+\.", "")) for pattern in patterns]
        return (
            message_id in built
            or not whole.isdisjoint(names)
            or any(pattern.fullmatch(name) for pattern in fitting for name in names)
        )

    return {message_id for message_id in ruleset.catalogue.texts if usable(message_id)}
