"""How a ruleset's own ground looks on maps: ``table/map.toml`` and ``table/symbols/NAME.svg`` of its package; it may do without both."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from sandtable.battle.maps.palette import PALETTES, Palette, rules_in
from sandtable.kernel.drawing import read_drawing
from sandtable.kernel.flaw import MissingFileFlaw, flaw
from sandtable.kernel.package_files import parsed_file

FILE = "table/map.toml"
SYMBOL = "-12 -12 24 24"  # the view box of a symbol, about its spot; 20 units are an inch
THEMES = tuple(PALETTES)
GAP = 1.0  # inches between the drawings of a symbol, unless it says otherwise
CLOSEST, WIDEST = 0.3, 12.0
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_OTHER_PAINT = re.compile(r'(?:fill|stroke)="var\(')


@dataclass(frozen=True, slots=True)
class Symbol:
    """Ground of a ruleset's own: what is drawn on it again and again, how far apart, and the colour below it in each theme."""

    drawing: str = ""
    gap: float = GAP
    tints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Look:
    """All that a ruleset brings along for its maps: symbols by name, and inks of the palette by theme."""

    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    inks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def style(self, theme: str) -> str:
        """The style sheet of its maps in a theme; ``auto`` is light, and dark for readers whose screens are."""
        if theme == "auto":
            return f"{self._rules('light')}\n@media (prefers-color-scheme: dark) {{\n{self._rules('dark')}\n}}"
        return self._rules(theme)

    def _rules(self, theme: str) -> str:
        tints = {name: symbol.tints[theme] for name, symbol in self.symbols.items() if theme in symbol.tints}
        own = "".join(f".tint-{name}{{fill:{colour}}}\n" for name, colour in tints.items())
        return rules_in(replace(PALETTES[theme], **self.inks.get(theme, {}))) + own


@cache
def look_of(package: str) -> Look:
    """The look of a ruleset's maps."""
    inks = frozenset(Palette.__slots__)
    try:
        tree = parsed_file(package, FILE, lambda source: _checked(tomllib.loads(source), inks))
    except MissingFileFlaw:
        return Look()
    symbols = {
        name: Symbol(_drawn(package, name), float(told.get("gap", GAP)), told.get("tint", {}))
        for name, told in tree.get("symbol", {}).items()
    }
    return Look(symbols, tree.get("inks", {}))


def _drawn(package: str, name: str) -> str:
    """The shapes of a symbol; ground may be a tint alone."""
    try:
        return parsed_file(package, f"table/symbols/{name}.svg", _in_ink)
    except MissingFileFlaw:
        return ""


def _in_ink(source: str) -> str:
    """A drawing in the map's own ink: not every reader of a map knows other inks by their names."""
    drawing = read_drawing(source, SYMBOL)
    if _OTHER_PAINT.search(drawing):
        raise flaw("svg", "kernel.flaw.drawing", reason="A symbol is painted in ink or none")
    return drawing


def _checked(tree: Mapping[str, Any], inks: frozenset[str]) -> Mapping[str, Any]:
    _known(tree, "", ("symbol", "inks"))
    for name, told in _table(tree, "symbol").items():
        place = f"symbol.{name}"
        if not _NAME.fullmatch(name):
            raise flaw(place, "kernel.flaw.kind", value=name, wanted="a name of small letters, digits and hyphens")
        _known(_of_kind(told, dict, place, "a table"), f"{place}.", ("gap", "tint"))
        gap = told.get("gap", GAP)
        if isinstance(gap, bool) or not isinstance(gap, int | float) or not CLOSEST <= gap <= WIDEST:
            raise flaw(f"{place}.gap", "kernel.flaw.kind", value=str(gap), wanted=f"inches from {CLOSEST} to {WIDEST}")
        _colours(_of_kind(told.get("tint", {}), dict, f"{place}.tint", "a table"), f"{place}.tint", THEMES)
    _known(_table(tree, "inks"), "inks.", THEMES)
    for theme, told in _table(tree, "inks").items():
        _colours(_of_kind(told, dict, f"inks.{theme}", "a table"), f"inks.{theme}", tuple(sorted(inks)))
    return tree


def _table(tree: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = _of_kind(tree.get(name, {}), dict, name, "a table")
    return found


def _of_kind(value: Any, kind: type, place: str, wanted: str) -> Any:
    if not isinstance(value, kind):
        raise flaw(place, "kernel.flaw.kind", value=str(value), wanted=wanted)
    return value


def _known(tree: Mapping[str, Any], place: str, names: tuple[str, ...]) -> None:
    for name in tree:
        if name not in names:
            raise flaw(f"{place}{name}", "kernel.flaw.unknown", known=", ".join(names))


def _colours(tree: Mapping[str, Any], place: str, names: tuple[str, ...]) -> None:
    _known(tree, f"{place}.", names)
    for name, colour in tree.items():
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            raise flaw(f"{place}.{name}", "kernel.flaw.kind", value=str(colour), wanted='a colour such as "#E7D3C4"')
