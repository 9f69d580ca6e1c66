"""What a scenario file may say, described once: the reader checks a file by it, and the schema for editors is made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sandtable.battle.scenario.rules import FieldKind, ScenarioRules
from sandtable.battle.scenario.scenario import EDGES, LETTERING, OBJECTIVES, OVER, SIZES, WAITING
from sandtable.kernel.options import OptionSpec

SMALLEST_TABLE, LARGEST_TABLE = 12, 240  # inches
MOST_TURNS = 60
MOST_POINTS = 100
HUNDRED = 100  # percent
MOST_BATTLES = 1_000_000
HIGHEST_LEVEL = 9
MOST_PLACES = 200  # of one outline or path
MOST_TEXTS = 200  # of one list
# Tables of a kind in one file: many times what a table has room for, and little enough to be read, drawn and looked across at once.
MOST = {
    "area": 150, "hill": 60, "line": 100, "road": 40, "name": 100, "side": 10, "column": 60, "unit": 60, "leader": 60,
    "zone": 20, "arrival": 60, "mark": 100, "objective": 40, "hint": 200, "handicap": 12,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a scenario file.

    kind: id, text, texts, yes_no, whole, setting, span, length, angle, word, point, pose, poses, path, outline, table, tables, options, house.
    """

    name: str
    kind: str
    about: str
    needed: bool = False
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    inner: tuple[Key, ...] = ()
    specs: tuple[OptionSpec, ...] = ()


def _key(name: str, kind: str, about: str, **more: object) -> Key:
    return replace(Key(name, kind, about), **more)  # type: ignore[arg-type]


_ID = _key("id", "id", "A short name for other tables to refer to; made from its name when left out.")
_SMOOTH = _key("smooth", "yes_no", "Whether a smooth curve is laid through the points.")
_LABEL = _key("label", "pose", "Where its name stands on the map: x, y, and by how much it is turned.")
_HIDDEN = _key("hidden", "yes_no", "Only its owner knows of it.")


def keys_of(rules: ScenarioRules) -> tuple[Key, ...]:
    """Every key of a file, with this ruleset's words."""
    labels = tuple(side.id for side in rules.ruleset.sides)
    return (
        _key("ruleset", "text", "The ruleset it is for.", needed=True, choices=(rules.ruleset.id,)),
        _key("title", "text", "Its title.", needed=True),
        _key("date", "text", "When it was."),
        _key("place", "text", "Where it was."),
        _table("history", "What happened, and how it was fitted to the table.", _history(labels)),
        _table("table", "The table, in inches.", _TABLE, needed=True),
        _tables("area", "A patch of ground.", _area(rules)),
        _tables("hill", "High ground.", _HILL),
        _tables("line", "A linear feature.", _line(rules)),
        _tables("road", "A road, a track or a railway.", _road(rules)),
        _tables("name", "A name on the map.", _NAME),
        _tables("side", "One side.", _side(labels, rules), needed=True),
        _tables("column", "Units under one leader.", _column(labels, rules), needed=True),
        _tables("leader", "A leader without a column.", (_word("side", labels, "Whose.", needed=True), *_LEADER)),
        _tables("zone", "Where a side places its troops.", _zone(labels)),
        _tables("arrival", "Troops that come later.", _arrival(rules)),
        _tables("mark", "A thing at a point that is no unit.", _mark(labels, rules)),
        _tables("objective", "What earns points.", _objective(labels)),
        _table("victory", "How the battle ends.", _victory(labels)),
        _tables("hint", "A word to the beginner.", _hint(labels, rules)),
        _tables("handicap", "A step that helps a side, measured: sandtable lab handicap --write.", _handicap(labels)),
        _key("options", "options", "The ruleset's options.", specs=tuple(rules.ruleset.options.values())),
        _key("house", "house", "House rules: table entries of the ruleset, as in a house-rules file."),
    )


def _table(name: str, about: str, inner: Iterable[Key], *, needed: bool = False) -> Key:
    return Key(name, "table", about, needed, inner=tuple(inner))


def _tables(name: str, about: str, inner: Iterable[Key], *, needed: bool = False) -> Key:
    return Key(name, "tables", about, needed, most=MOST[name], inner=tuple(inner))


def _word(name: str, choices: Iterable[str], about: str, *, needed: bool = False) -> Key:
    return Key(name, "word", about, needed, tuple(choices))


def _whole(name: str, least: int, most: int, about: str, *, needed: bool = False) -> Key:
    return Key(name, "whole", about, needed, least=least, most=most)


def _history(labels: Sequence[str]) -> tuple[Key, ...]:
    lost = tuple(
        Key(label, "span", "From the least to the most that is told.", least=0, most=HUNDRED) for label in labels
    )
    return (
        _key("note", "text", "What happened."),
        _key("fitted", "text", "What is not history but fitted to the table."),
        _key("sources", "texts", "Where it is told."),
        _table("lost", "What each side lost, in percent of what it had.", lost),
        _word("favours", labels, "Who has it easier, where it is not meant to be even."),
    )


_TABLE = (
    _key("width", "length", "From left to right.", needed=True, least=SMALLEST_TABLE, most=LARGEST_TABLE),
    _key("height", "length", "From bottom to top.", needed=True, least=SMALLEST_TABLE, most=LARGEST_TABLE),
    _key("north", "angle", "Where north lies, in degrees clockwise from the top."),
)
_HILL = (
    _ID,
    _key("name", "text", "Its name on the map."),
    _whole("level", 1, HIGHEST_LEVEL, "How many levels above the table."),
    _key("outline", "outline", "Its foot, point by point.", needed=True),
    _key("sloped", "yes_no", "Whether it is a slope; if not, it is a step with an edge."),
    _SMOOTH,
    _LABEL,
)
_NAME = (
    _key("text", "text", "The name.", needed=True),
    _word("style", LETTERING, "What it names."),
    _key("at", "pose", "Its middle, and by how much it is turned.", needed=True),
    _word("size", SIZES, "The size of its letters."),
)
_LEADER = (
    _ID,
    _key("name", "text", "The leader's name.", needed=True),
    _key("chief", "yes_no", "Whether this is the commander in chief."),
    _key("at", "point", "Where the leader stands."),
    _key("zone", "text", "The zone the leader is placed in."),
    _key("aboard", "text", "The unit the leader rides on."),
)
_ARRIVAL = (
    _ID,
    _whole("turn", 1, MOST_TURNS, "The turn in which they come.", needed=True),
    _key("at", "pose", "Where they come: a point on the edge, and the way they face.", needed=True),
    _key("columns", "texts", "Whole columns with their leaders."),
    _key("units", "texts", "Single units."),
    _key("leaders", "texts", "Single leaders."),
    _key("road", "text", "The road or track they come along."),
    _key("to", "point", "Where they are bound for."),
)


def _area(rules: ScenarioRules) -> tuple[Key, ...]:
    return (
        _ID,
        _word("kind", rules.grounds, "What ground it is.", needed=True),
        _key("name", "text", "Its name on the map."),
        _key("outline", "outline", "Its edge, point by point."),
        _key("path", "path", "Instead of an outline: the middle of a strip of ground, such as a river."),
        _key("width", "length", "How wide the strip is.", least=0, most=LARGEST_TABLE),
        _SMOOTH,
        _LABEL,
    )


def _line(rules: ScenarioRules) -> tuple[Key, ...]:
    return (
        _ID,
        _word("kind", rules.features, "What it is.", needed=True),
        _key("name", "text", "Its name on the map."),
        _key("points", "path", "Point by point.", needed=True),
        _SMOOTH,
        _LABEL,
    )


def _road(rules: ScenarioRules) -> tuple[Key, ...]:
    return (
        _ID,
        _word("kind", rules.ways, "What it is."),
        _key("name", "text", "Its name on the map."),
        _key("points", "path", "Its middle, point by point.", needed=True),
        _key("width", "length", "How wide it is.", least=0, most=SMALLEST_TABLE),
        _SMOOTH,
        _LABEL,
    )


def _side(labels: tuple[str, ...], rules: ScenarioRules) -> tuple[Key, ...]:
    return (
        _word("label", labels, "What the rules call it.", needed=True),
        _key("name", "text", "What it is called in this battle.", needed=True),
        _word("quality", rules.qualities, "How much the army will bear."),
        _word("edge", EDGES, "Its own edge of the table."),
        _key("briefing", "text", "What its players are told."),
    )


def _column(labels: tuple[str, ...], rules: ScenarioRules) -> tuple[Key, ...]:
    return (
        _ID,
        _key("name", "text", "The column's name.", needed=True),
        _word("side", labels, "Whose it is.", needed=True),
        _key("zone", "text", "The zone for all that have no place of their own."),
        _table("leader", "Its leader.", _LEADER),
        _tables("unit", "A unit.", _unit(rules), needed=True),
    )


def _unit(rules: ScenarioRules) -> tuple[Key, ...]:
    most = max(kind.most for kind in rules.unit_kinds.values())
    own = (_own(name, field) for name, field in rules.unit_fields.items())
    return (
        _ID,
        _key("name", "text", "The unit's name.", needed=True),
        _word("type", rules.unit_kinds, "What it is.", needed=True),
        _whole("bases", 1, most, "How many bases it has.", needed=True),
        _word("formation", rules.formations, "How it stands."),
        _key("at", "pose", "The middle of its front, and the way it faces in degrees clockwise from the top."),
        _key("bases_at", "poses", "The middle of each base's front, and the way it faces: a line that bends."),
        _key("on", "text", "The track it stands on."),
        _key("along", "length", "How far its front is from the start of the track.", least=0, most=1000),
        _key("backwards", "yes_no", "Whether it faces the start of the track."),
        _key("zone", "text", "The zone it is placed in."),
        _key("aboard", "text", "The unit it rides on."),
        _HIDDEN,
        *own,
    )


def _own(name: str, field: FieldKind) -> Key:
    """A field that only the ruleset knows."""
    kind = {"yes_no": "yes_no", "number": "whole", "word": "word", "text": "text"}[field.kind]
    return Key(name, kind, field.about, choices=field.choices, least=field.least, most=field.most)


def _zone(labels: tuple[str, ...]) -> tuple[Key, ...]:
    return (
        _ID,
        _key("name", "text", "What it is called."),
        _word("side", labels, "Whose it is.", needed=True),
        _key("outline", "outline", "Its edge, point by point.", needed=True),
    )


def _arrival(rules: ScenarioRules) -> tuple[Key, ...]:
    return (*_ARRIVAL, *(_own(name, field) for name, field in rules.arrival_fields.items()))


def _mark(labels: tuple[str, ...], rules: ScenarioRules) -> tuple[Key, ...]:
    own = (_own(name, field) for name, field in rules.mark_fields.items())
    return (
        _ID,
        _key("name", "text", "What it is called."),
        _word("kind", rules.mark_kinds, "What it is.", needed=True),
        _word("side", labels, "Whose it is.", needed=True),
        _key("at", "point", "Where it is.", needed=True),
        _HIDDEN,
        *own,
    )


def _objective(labels: tuple[str, ...]) -> tuple[Key, ...]:
    return (
        _ID,
        _key("name", "text", "What it is called.", needed=True),
        _word("kind", OBJECTIVES, "hold a place, exit by an edge, or destroy a mark.", needed=True),
        _word("side", labels, "Who may earn the points; either when left out."),
        _whole("points", 1, MOST_POINTS, "What it is worth."),
        _key("at", "point", "The place to hold."),
        _key("within", "length", "How near to it counts.", least=0, most=LARGEST_TABLE),
        _word("edge", EDGES, "The edge to leave by."),
        _key("mark", "text", "The mark to destroy."),
    )


def _victory(labels: tuple[str, ...]) -> tuple[Key, ...]:
    return (
        _key("morale", "yes_no", "Whether an army that breaks has lost."),
        _whole("turns", 1, MOST_TURNS, "The last turn."),
        _word("otherwise", labels, "Who wins when points are even; nobody when left out."),
        _key("note", "text", "The same in words."),
    )


def _handicap(labels: tuple[str, ...]) -> tuple[Key, ...]:
    return (
        _word("side", labels, "Whom it helps.", needed=True),
        _key(
            "what",
            "text",
            "What is changed: unit:ID.bases, side:LABEL.quality, victory.turns or arrival:ID.turn.",
            needed=True,
        ),
        _key("to", "setting", "The value that it has then.", needed=True),
        _whole("points", 0, HUNDRED, "How many points of wins that was worth."),
        _key("within", "span", "The 95% interval of that.", least=-HUNDRED, most=HUNDRED),
        _whole("battles", 0, MOST_BATTLES, "Of how many battles at either value."),
    )


def _hint(labels: tuple[str, ...], rules: ScenarioRules) -> tuple[Key, ...]:
    return (
        _word("side", labels, "Whom it is for.", needed=True),
        _key("text", "text", "What to try.", needed=True),
        _whole("turn", 1, MOST_TURNS, "Only in this turn."),
        _word("when", (*rules.decisions, WAITING, OVER), "Only while this has to be decided."),
        _key("unit", "text", "Only while this unit may still act."),
        _key("enemy", "text", "Only while this enemy is seen on the table."),
        _word("fact", rules.hint_facts, "Only while this is so."),
    )


def by_name(keys: Iterable[Key]) -> Mapping[str, Key]:
    """Keys by their names."""
    return {key.name: key for key in keys}
