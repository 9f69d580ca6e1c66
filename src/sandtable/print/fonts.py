"""Our own type, for maps and sheets: the folder that the printer reads, and the same fonts packed into an SVG."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from importlib.resources import files

FOLDER = "fonts"
# Family, style and weight of the faces that maps use.
_MAP_FACES = {
    "LeagueGothic-Regular.ttf": ("League Gothic", "normal", 400),
    "OldStandardTT-Regular.ttf": ("Old Standard TT", "normal", 400),
    "OldStandardTT-Italic.ttf": ("Old Standard TT", "italic", 400),
    "LibreFranklin-Medium.ttf": ("Libre Franklin", "normal", 500),
    "LibreFranklin-Bold.ttf": ("Libre Franklin", "normal", 700),
}


# And of those that reports use.
_REPORT_FACES = {
    "Besley-ExtraBold.ttf": ("Besley", "normal", 800),
    "LeagueGothic-Regular.ttf": ("League Gothic", "normal", 400),
    "LibreFranklin-Medium.ttf": ("Libre Franklin", "normal", 500),
    "LibreFranklin-Bold.ttf": ("Libre Franklin", "normal", 700),
}


@cache
def embedded_fonts() -> str:
    """Style rules that bring a map's type along, so that it looks the same wherever it is opened."""
    return "".join(_face(name, *looks) for name, looks in _MAP_FACES.items())


@cache
def report_fonts() -> str:
    """Style rules that bring a report's type along."""
    return "".join(_face(name, *looks) for name, looks in _REPORT_FACES.items())


@cache
def sheet_fonts() -> str:
    """Style rules that bring the type of reference sheets along."""
    return "".join(_face(name, *looks) for name, looks in (_MAP_FACES | _REPORT_FACES).items())


def _face(name: str, family: str, style: str, weight: int) -> str:
    data = b64encode(files(__package__).joinpath(FOLDER, name).read_bytes()).decode("ascii")
    return (
        f'@font-face{{font-family:"{family}";font-style:{style};font-weight:{weight};'
        f'src:url(data:font/ttf;base64,{data}) format("truetype")}}\n'
    )
