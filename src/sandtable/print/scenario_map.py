"""Maps as files: SVG with its type packed in, PNG and PDF through Typst."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Any, Literal

from sandtable.battle.maps.frame import view_box
from sandtable.battle.maps.map import MapDrawing, map_svg
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.battle.scenario.scenario import Scenario
from sandtable.print.fonts import FOLDER, embedded_fonts
from sandtable.print.pdf import PAPERS

FORMATS = ("svg", "png", "pdf")
USUAL_WIDTH = 1800  # pixels of a PNG
NARROWEST, WIDEST = 200, 8000
_POINTS_PER_PIXEL = 0.75  # of an SVG, as Typst sets it
_POINTS_PER_INCH = 72


def svg_map(scenario: Scenario, rules: ScenarioRules, theme: str, seen_by: str) -> bytes:
    """An SVG that needs nothing else."""
    return map_svg(scenario, rules, theme, seen_by, embedded_fonts()).encode()


def png_map(scenario: Scenario, rules: ScenarioRules, theme: str, seen_by: str, width: int = USUAL_WIDTH) -> bytes:
    """A picture so many pixels wide."""
    drawing = MapDrawing(scenario, rules, seen_by)
    wide = view_box(drawing.width, drawing.height)[2] * _POINTS_PER_PIXEL
    return _set("sheet", drawing.sheet(_still(theme)), "png", ppi=width * _POINTS_PER_INCH / wide)


def pdf_map(scenario: Scenario, rules: ScenarioRules, theme: str, seen_by: str, paper: str) -> bytes:
    """A page with the map as large as it goes."""
    return _set(PAPERS[paper], MapDrawing(scenario, rules, seen_by).sheet(_still(theme)), "pdf")


def _still(theme: str) -> str:
    """A picture cannot change with the reader's screen."""
    return "light" if theme == "auto" else theme


def _set(paper: str, svg: str, form: Literal["pdf", "png"], **more: Any) -> bytes:
    import typst  # noqa: PLC0415 - costs a tenth of a second, which other commands need not pay

    with as_file(files(__package__)) as folder:
        compiler = typst.Compiler(
            str(folder / "scenario_map.typ"),
            root=str(folder),
            font_paths=[str(folder / FOLDER)],
            ignore_system_fonts=True,
        )
        made = compiler.compile(format=form, sys_inputs={"svg": svg, "paper": paper}, **more)
    assert isinstance(made, bytes)  # noqa: S101 - of one page
    return made
