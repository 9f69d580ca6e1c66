"""The inks: light and dark, and the style sheet of a map made from them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Palette:
    """What each thing on a map is printed in."""

    paper: str
    sheet: str
    ink: str
    soft: str
    map: str
    line: str
    hachure: str
    wood: str
    tree: str
    water: str
    shore: str
    field: str
    town: str
    road: str
    red: str
    blue: str
    red_block: str
    blue_block: str
    on_block: str


LIGHT = Palette(
    paper="#E9E6DC",
    sheet="#F6F4EC",
    ink="#1A1613",
    soft="#564F47",
    map="#F0ECDD",
    line="#3A332B",
    hachure="#6E5B45",
    wood="#D5D8B8",
    tree="#566044",
    water="#BFD2DA",
    shore="#2F6584",
    field="#E4DDBF",
    town="#DDCFBC",
    road="#FBF9F1",
    red="#A8141C",
    blue="#17456B",
    red_block="#A8141C",
    blue_block="#17456B",
    on_block="#F6F4EC",
)
DARK = Palette(
    paper="#14120F",
    sheet="#211D19",
    ink="#F1EADB",
    soft="#B9AF9F",
    map="#1C1916",
    line="#B3A892",
    hachure="#85755D",
    wood="#242A1B",
    tree="#8A9670",
    water="#17303F",
    shore="#5F9BBE",
    field="#26221A",
    town="#332B22",
    road="#3A342B",
    red="#FF7B66",
    blue="#8CC0E6",
    red_block="#C8372D",
    blue_block="#2E73A8",
    on_block="#FFF6E8",
)
# On paper the ground stays white, so that a printer spends its ink on what is drawn.
PRINT = Palette(
    paper="#FFFFFF",
    sheet="#FFFFFF",
    ink="#1A1613",
    soft="#564F47",
    map="#FFFFFF",
    line="#3A332B",
    hachure="#6E5B45",
    wood="#E6E9D3",
    tree="#566044",
    water="#D9E6EC",
    shore="#2F6584",
    field="#F3EFDD",
    town="#EDE4D8",
    road="#FFFFFF",
    red="#A8141C",
    blue="#17456B",
    red_block="#A8141C",
    blue_block="#17456B",
    on_block="#FFFFFF",
)
PALETTES = {"light": LIGHT, "dark": DARK, "print": PRINT}
THEMES = (*PALETTES, "auto")  # auto: light, and dark for readers whose screens are


def rules_in(palette: Palette) -> str:
    """The style rules with every colour written out: not every reader of SVG knows variables."""
    text = files(__package__).joinpath("map.css").read_text(encoding="utf-8")
    inks = {name: getattr(palette, name) for name in Palette.__slots__}
    for name in sorted(inks, key=len, reverse=True):
        text = text.replace(f"var(--{name})", str(inks[name]))
    return text
