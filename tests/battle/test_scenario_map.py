"""Maps: to scale, the same every time, and silent about what is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from sandtable.battle.maps.ground import SYMBOLS
from sandtable.battle.maps.look import Look, look_of
from sandtable.battle.maps.map import EVERYBODY, MapDrawing, map_svg
from sandtable.battle.maps.palette import LIGHT, THEMES
from sandtable.battle.maps.pen import UNIT
from sandtable.battle.scenario.library import load
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.texts import kernel_catalogue
from tests.battle.test_scenario_reader import EVERYTHING, SMALL

RULES = scenario_rules("revolucion")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def everything() -> str:
    return map_svg(read_scenario(EVERYTHING.read_text(encoding="utf-8")), RULES, "light", EVERYBODY)


def test_it_is_well_formed_and_every_reference_is_there(everything: str) -> None:
    root = ET.fromstring(everything)  # noqa: S314 - our own
    ids = {one.get("id") for one in root.iter() if one.get("id")}
    used = {one.get("href", "#")[1:] for one in root.iter() if one.get("href")}
    used |= set(re.findall(r"url\(#([^)]+)\)", everything))
    assert used <= ids
    assert len(ids) == sum(one.get("id") is not None for one in root.iter()), "no id twice"


def test_every_class_has_a_style(everything: str) -> None:
    root = ET.fromstring(everything)  # noqa: S314
    groups = {
        "table",
        "frame",
        "low",
        "built",
        "growth",
        "roads",
        "lines",
        "zones",
        "names",
        "goals",
        "marks",
        "units",
        "arrivals",
    }
    groups |= {"unit", "leader", "plates", "red", "blue"}
    styled = set(re.findall(r"\.([a-z][a-z-]*)", Look().style("light")))
    worn = {name for one in root.iter() for name in (one.get("class") or "").split()}
    assert worn - groups <= styled


def test_units_stand_to_scale_where_they_are() -> None:
    root = ET.fromstring(map_svg(read_scenario(SMALL), RULES, "light"))  # noqa: S314
    unit = next(one for one in root.iter(f"{SVG}g") if one.get("id") == "unit-first")
    bases = [one.get("d") for one in unit.iter(f"{SVG}path") if one.get("class") == "base"]
    # Front at (6, 6), two bases wide and two deep, y running down from the top of a table 24 inches high.
    assert bases[0] == f"M{5 * UNIT} {18 * UNIT}L{6 * UNIT} {18 * UNIT}L{6 * UNIT} {19 * UNIT}L{5 * UNIT} {19 * UNIT}Z"
    assert len(bases) == 4


def test_the_same_scenario_is_drawn_the_same_every_time(everything: str) -> None:
    again = map_svg(read_scenario(EVERYTHING.read_text(encoding="utf-8")), RULES, "light", EVERYBODY)
    assert again == everything


@pytest.mark.parametrize(
    ("seen_by", "ambush", "mines"),
    (("", False, 0), ("Revolutionary", True, 0), ("Government", False, 2), (EVERYBODY, True, 2)),
)
def test_what_is_hidden_is_on_its_owners_map_only(seen_by: str, ambush: bool, mines: int) -> None:
    drawn = map_svg(read_scenario(EVERYTHING.read_text(encoding="utf-8")), RULES, "light", seen_by)
    assert ("Ambush" in drawn) is ambush
    assert ("TURN 3" in drawn) is ambush, "they are the same side's"
    assert f"División del Norte: {8 if ambush else 6} units" in drawn
    assert drawn.count('class="crossed"') == mines


@pytest.mark.parametrize("theme", ("light", "dark"))
def test_the_map_to_choose_a_battle_by_shows_the_whole_table_and_nothing_hidden(theme: str) -> None:
    scenario = read_scenario(EVERYTHING.read_text(encoding="utf-8"))
    card = MapDrawing(scenario, RULES).card(theme)
    root = ET.fromstring(card)  # noqa: S314 - our own
    assert (
        root.get("viewBox") == f"0 0 {scenario.terrain.width * UNIT // 1000} {scenario.terrain.height * UNIT // 1000}"
    )
    assert "Ambush" not in card
    assert 'class="crossed"' not in card
    assert 'class="units"' in card
    assert 'class="plate"' not in card, "nobody can read a plate on a card"


def test_names_with_special_signs_are_drawn_as_they_are() -> None:
    source = SMALL.replace('name = "First"', 'name = "<b>&amp; \\"x\\"</b>"').replace("Small", "a < b & c")
    root = ET.fromstring(map_svg(read_scenario(source), RULES, "light"))  # noqa: S314
    titles = [one.text for one in root.iter(f"{SVG}title")]
    assert "a < b & c" in titles
    assert '<b>&amp; "x"</b>' in titles


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_all_its_inks(theme: str) -> None:
    assert "var(" not in Look().style(theme)
    assert ("prefers-color-scheme: dark" in Look().style(theme)) is (theme == "auto")


def test_every_kind_of_ground_has_a_drawing() -> None:
    assert {kind.symbol for kind in RULES.grounds.values()} <= SYMBOLS


def test_plates_cover_no_unit() -> None:
    drawing = MapDrawing(load("tutorial"), RULES)
    root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawing.table()}</svg>')  # noqa: S314
    plates = []
    for one in root.iter(f"{SVG}g"):
        if one.get("class") == "plates":
            x, y = re.findall(r"-?[\d.]+", one.get("transform") or "")[:2]
            frame = one.find(f"{SVG}rect")
            assert frame is not None
            plates.append((float(x), float(y), float(frame.get("width") or 0), 17.0))
    assert len(plates) == len(drawing.scenario.units)
    for x, y, wide, high in plates:
        for footprint in drawing.scenario.footprints.values():
            left, bottom, right, top = (length * UNIT / 1000 for length in footprint.box)
            apart = (
                x >= right - 1
                or x + wide <= left + 1
                or y >= drawing.height - bottom - 1
                or y + high <= drawing.height - top + 1
            )
            assert apart


# ---- What a ruleset brings along ---------------------------------------------------------------------------------------------------

SOURCE = """
[symbol.lava]
gap = 0.5
tint = { light = "#E7D3C4", dark = "#3A2620", print = "#F3E9E2" }
[symbol.wood]
tint = { light = "#112233" }
[inks.light]
map = "#ABCDEF"
"""
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 24 24"><path d="M-3 0h6" stroke="ink" fill="none"/></svg>'
)


@dataclass(frozen=True)
class Ground:
    """A kind of ground as another ruleset may have it."""

    symbol: str
    tall: bool = False
    enterable: bool = True
    round: bool = False


class Elsewhere:
    """The scenario rules of a ruleset in another package: ours, but for its woods, which have a symbol of their own."""

    def __init__(self, package: str, symbol: str) -> None:
        self.ruleset = replace(RULES.ruleset, package=package)
        self.grounds = {**RULES.grounds, "woods": Ground(symbol)}

    def __getattr__(self, name: str) -> Any:
        return getattr(RULES, name)


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Makes a package with this map.toml and a drawing of lava; its name."""

    def made(source: str) -> str:
        name = f"volcano{len(list(tmp_path.iterdir()))}"
        symbols = tmp_path / name / "table" / "symbols"
        symbols.mkdir(parents=True)
        (tmp_path / name / "table" / "map.toml").write_text(source, encoding="utf-8")
        (symbols / "lava.svg").write_text(DRAWING, encoding="utf-8")
        return name

    monkeypatch.syspath_prepend(str(tmp_path))
    yield made
    look_of.cache_clear()


WOODED = (
    SMALL
    + """
[[area]]
kind = "woods"
outline = [[4, 4], [14, 4], [14, 12], [4, 12]]
"""
)


def test_a_ruleset_brings_its_own_ground_and_the_tints_of_its_paper(brought: Callable[[str], str]) -> None:
    package = brought(SOURCE)
    scenario = read_scenario(WOODED)
    drawn = MapDrawing(scenario, Elsewhere(package, "lava")).land("light")
    assert '<g id="own-lava" class="own"><path d="M-3 0h6" stroke="currentColor" fill="none"/></g>' in drawn
    assert drawn.count('<use href="#own-lava"') > 20
    assert ".tint-lava{fill:#E7D3C4}" in drawn
    assert 'class="tint-lava"' in drawn
    assert ".ground{fill:#ABCDEF}" in drawn
    assert LIGHT.map not in drawn
    assert "#3A2620" in MapDrawing(scenario, Elsewhere(package, "lava")).sheet("auto"), "the dark theme has its own"
    ours = MapDrawing(scenario, RULES).land("light")
    assert ".ground{fill:#F0ECDD}" in ours
    assert "tint-" not in ours


def test_its_own_symbol_goes_before_ours_of_that_name(brought: Callable[[str], str]) -> None:
    drawn = MapDrawing(read_scenario(WOODED), Elsewhere(brought(SOURCE), "wood")).land("light")
    assert 'class="tint-wood"' in drawn
    assert '<path class="wood"' not in drawn


@pytest.mark.parametrize(
    ("source", "said"),
    (
        ("[symbol", "table/map.toml: This is not TOML"),
        ("[symbols.lava]\n", "table/map.toml, symbols: Nothing is known by this name."),
        ("[symbol.Lava]\n", "table/map.toml, symbol.Lava: Lava does not fit."),
        ("[symbol.lava]\ngap = 0\n", "table/map.toml, symbol.lava.gap: 0 does not fit. Give inches from 0.3 to 12.0."),
        ('[symbol.lava]\ntint = { light = "url(//x)" }\n', "table/map.toml, symbol.lava.tint.light: url(//x) does not fit."),
        ('[symbol.lava]\ntint = { noon = "#000000" }\n', "table/map.toml, symbol.lava.tint.noon: Nothing is known"),
        ('[inks.light]\nsky = "#000000"\n', "table/map.toml, inks.light.sky: Nothing is known by this name."),
        ("[inks]\nlight = 3\n", "table/map.toml, inks.light: 3 does not fit."),
    ),
)  # fmt: skip
def test_what_is_wrong_with_a_look_is_told_by_its_key(brought: Callable[[str], str], source: str, said: str) -> None:
    with pytest.raises(Flaw) as found:
        look_of(brought(source))
    assert f"{found.value.place}: {kernel_catalogue().say(found.value.reason)}".startswith(said)
