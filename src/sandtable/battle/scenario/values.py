"""Reading a file's values by their keys: inches become lengths, and everything wrong becomes a problem with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from math import isfinite
from typing import Any

from sandtable.battle.scenario.keys import MOST_PLACES, MOST_TEXTS, Key, by_name
from sandtable.geometry.measure import CIRCLE, DEGREE, Length, Point, Pose, inches
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.spelling import folded
from sandtable.kernel.toml_lines import line_of

FARTHEST = 1000  # inches: no table is so large
LONGEST_TEXT = 20_000
LARGEST_SETTING = 1000
MOST_PROBLEMS = 100  # told at once: who has so many begins with these
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LEAST_POINTS = {"path": 2, "outline": 3, "poses": 1}


@dataclass
class Findings:
    """The problems of one file, each at its line."""

    file_name: str
    lines: dict[str, int]
    problems: list[Problem] = field(default_factory=list)

    def add(
        self, path: str, message_id: str, choices: Sequence[str] = (), rule: str | None = None, **said: Any
    ) -> None:
        """Add a problem."""
        self.problems.append(Problem(self.place(path), Message.of(message_id, **said), tuple(choices), rule))

    def place(self, path: str) -> str:
        """The line of a path, in words."""
        return f"{self.file_name}, line {line_of(self.lines, path)}"

    def in_order(self) -> list[Problem]:
        """The problems from the top of the file down."""
        return sorted(self.problems, key=lambda problem: _line_number(problem.field))


def _line_number(place: str) -> int:
    number = place.rpartition(" ")[2]
    return int(number) if number.isdigit() else 0


@dataclass
class ValueReader:
    """Reads tables by their keys."""

    findings: Findings

    def table(self, tree: Mapping[str, Any], keys: Sequence[Key], path: str = "") -> dict[str, Any]:
        """The values of a table, read; what is wrong or missing is left out and told."""
        known = by_name(keys)
        read: dict[str, Any] = {}
        for name, value in tree.items():
            if len(self.findings.problems) >= MOST_PROBLEMS:
                return read
            here = f"{path}.{name}".lstrip(".")
            if (key := known.get(name)) is None:
                self._unknown(name, known, here)
            elif (found := self._value(key, value, here)) is not None:
                read[name] = found
        for key in keys:
            if key.needed and key.name not in tree:
                self.findings.add(path, "scenario.missing", key=key.name, about=key.about)
        return read

    def _unknown(self, name: str, known: Mapping[str, Key], path: str) -> None:
        near = get_close_matches(name, known, n=1)
        message = "scenario.unknown_key_near" if near else "scenario.unknown_key"
        said = {"near": near[0]} if near else {}
        self.findings.add(path, message, () if near else tuple(known), key=name, **said)

    def _value(self, key: Key, value: Any, path: str) -> Any:
        if key.kind == "table":
            return self._inner(key, value, path)
        if key.kind == "tables":
            return list(self._members(key, value, path))
        if key.kind in {"options", "house"}:
            return self._free(key, value, path)
        read = _READERS[key.kind](key, value)
        if isinstance(read, Message):
            self.findings.add(path, read.id, key.choices, **dict(read.parameters))
            return None
        return read

    def _free(self, key: Key, value: Any, path: str) -> Any:
        if isinstance(value, Mapping):
            return value
        self.findings.add(path, "scenario.no_table_here", key=key.name)
        return None

    def _inner(self, key: Key, value: Any, path: str) -> dict[str, Any] | None:
        if isinstance(value, Mapping):
            return self.table(value, key.inner, path)
        self.findings.add(path, "scenario.no_table_here", key=key.name)
        return None

    def _members(self, key: Key, value: Any, path: str) -> Iterator[dict[str, Any]]:
        if not isinstance(value, list) or not all(isinstance(member, Mapping) for member in value):
            self.findings.add(path, "scenario.no_tables_here", key=key.name)
            return
        if key.needed and not value:
            self.findings.add(path, "scenario.missing", key=key.name, about=key.about)
        if len(value) > key.most:
            self.findings.add(f"{path}.{key.most}", "scenario.too_many", key=key.name, most=key.most)
        for number, member in enumerate(value[: key.most]):
            here = f"{path}.{number}"
            yield self.table(member, key.inner, here) | {"": here}


# ---- one value each: what it is, or a message that says what would be right -----------------------------------------------


def _text(key: Key, value: Any) -> Any:
    if not isinstance(value, str) or not value.strip():
        return Message.of("scenario.no_text", key=key.name, value=_shown(value))
    if len(value) > LONGEST_TEXT:
        return Message.of("scenario.long_text", key=key.name, most=LONGEST_TEXT)
    return value.strip()


def _id(key: Key, value: Any) -> Any:
    if isinstance(value, str) and ID.fullmatch(value):
        return value
    return Message.of("scenario.no_id", key=key.name, value=_shown(value))


def _texts(key: Key, value: Any) -> Any:
    if isinstance(value, list) and len(value) > MOST_TEXTS:
        return Message.of("scenario.too_many_texts", key=key.name, most=MOST_TEXTS)
    if isinstance(value, list) and all(isinstance(one, str) and one.strip() for one in value):
        return [one.strip() for one in value]
    return Message.of("scenario.no_texts", key=key.name)


def _yes_no(key: Key, value: Any) -> Any:
    return value if isinstance(value, bool) else Message.of("scenario.no_yes_no", key=key.name, value=_shown(value))


def _whole(key: Key, value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and key.least <= value <= key.most:
        return value
    return Message.of("scenario.no_whole", key=key.name, value=_shown(value), least=key.least, most=key.most)


def _setting(key: Key, value: Any) -> Any:
    """A whole number or a word."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_SETTING:
        return value
    if isinstance(value, str) and 0 < len(value.strip()) <= LONGEST_TEXT:
        return value.strip()
    return Message.of("scenario.no_setting", key=key.name, value=_shown(value), most=LARGEST_SETTING)


def _span(key: Key, value: Any) -> Any:
    """Two whole numbers, the smaller first; one alone is both."""
    both = [value, value] if isinstance(value, int) else value
    whole = isinstance(both, list) and len(both) == 2 and all(type(one) is int for one in both)  # noqa: PLR2004 - two
    if whole and key.least <= both[0] <= both[1] <= key.most:
        return tuple(both)
    return Message.of("scenario.no_span", key=key.name, value=_shown(value), least=key.least, most=key.most)


def _length(key: Key, value: Any) -> Any:
    if _is_number(value) and key.least <= value <= key.most:
        return inches(value)
    return Message.of("scenario.no_length", key=key.name, value=_shown(value), least=key.least, most=key.most)


def _angle(key: Key, value: Any) -> Any:
    return _tenths(value) if _is_number(value) else Message.of("scenario.no_angle", key=key.name, value=_shown(value))


def _word(key: Key, value: Any) -> Any:
    if isinstance(value, str):
        for choice in key.choices:
            if folded(choice) == folded(value):
                return choice
    return Message.of("scenario.no_word", key=key.name, value=_shown(value))


def _point(key: Key, value: Any) -> Any:
    return _numbers(value, 2) or Message.of("scenario.no_point", key=key.name, value=_shown(value))


def _pose(key: Key, value: Any) -> Any:
    return _posed(value) or Message.of("scenario.no_pose", key=key.name, value=_shown(value))


def _several(key: Key, value: Any) -> Any:
    """A path or an outline."""
    if isinstance(value, list) and len(value) > MOST_PLACES:
        return Message.of("scenario.too_many_points", key=key.name, value=len(value), most=MOST_PLACES)
    points = [_numbers(one, 2) for one in value] if isinstance(value, list) else []
    least = _LEAST_POINTS[key.kind]
    if len(points) < least or None in points:
        return Message.of("scenario.no_points", key=key.name, least=least)
    return tuple(points)


def _poses(key: Key, value: Any) -> Any:
    if isinstance(value, list) and len(value) > MOST_PLACES:
        return Message.of("scenario.too_many_points", key=key.name, value=len(value), most=MOST_PLACES)
    poses = [_posed(one) for one in value] if isinstance(value, list) else []
    return tuple(poses) if poses and None not in poses else Message.of("scenario.no_poses", key=key.name)


def _posed(value: Any) -> Pose | None:
    if isinstance(value, list) and len(value) == 3 and _is_number(value[2]):  # noqa: PLR2004 - x, y, facing
        point = _numbers(value[:2], 2)
        return Pose(point.x, point.y, _tenths(value[2])) if point else None
    point = _numbers(value, 2)
    return Pose(point.x, point.y) if point else None


def _numbers(value: Any, count: int) -> Point | None:
    if isinstance(value, list) and len(value) == count and all(_is_number(one) for one in value):
        return Point(*map(inches, value))
    return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and abs(value) <= FARTHEST


def _tenths(degrees: float) -> int:
    return round(Fraction(degrees) * DEGREE) % CIRCLE


def _shown(value: Any) -> str:
    """A value as the file has it, shortened."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."  # noqa: PLR2004 - a line is long enough


def inches_text(length: Length) -> str:
    """A length for a sentence, with no more decimals than it needs."""
    return f"{length / 1000:.2f}".rstrip("0").rstrip(".")


_READERS = {
    "id": _id,
    "text": _text,
    "texts": _texts,
    "yes_no": _yes_no,
    "whole": _whole,
    "setting": _setting,
    "span": _span,
    "length": _length,
    "angle": _angle,
    "word": _word,
    "point": _point,
    "pose": _pose,
    "poses": _poses,
    "path": _several,
    "outline": _several,
}
