"""Drawings that a ruleset brings along: SVG files of plain shapes in the page's own inks, so that they fit every theme and run nothing."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from sandtable.kernel.flaw import flaw

ICON = "0 0 48 48"  # the view box of an icon
PICTURE = "0 0 620 440"  # that of the picture above the list of games
LARGEST = 200_000  # characters
_SHAPES = frozenset({"g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"})
_NUMBERS = re.compile(r"[-+0-9.,eE\s%]*")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*")
_TRANSFORM = re.compile(r"(\s*(translate|scale|rotate|matrix|skewX|skewY)\([-+0-9.,eE\s]*\)\s*,?)*")
_PAINT = re.compile(r"none|currentColor|var\(--[a-z-]+(,\s*var\(--[a-z-]+\))?\)")
_WORD = re.compile(r"[a-z-]+( [a-z-]+)*")
_INKS = {"ink": "currentColor", "cut": "var(--cut,var(--sheet))", "red": "var(--icon-red,var(--red))"}
_ATTRIBUTES = {
    "d": _PATH,
    "transform": _TRANSFORM,
    "fill": _PAINT,
    "stroke": _PAINT,
    **dict.fromkeys(("stroke-linecap", "stroke-linejoin", "fill-rule", "clip-rule", "paint-order"), _WORD),
    **dict.fromkeys(
        ("cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "points", "opacity",
         "fill-opacity", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit"),
        _NUMBERS,
    ),
}  # fmt: skip


def read_drawing(source: str, view_box: str) -> str:
    """The shapes of an SVG file, ready to be put inside the page's own ``svg``; anything but shapes is refused."""
    if len(source) > LARGEST:
        raise flaw("svg", "kernel.flaw.drawing", reason=f"The file is longer than {LARGEST} characters")
    if "<!" in re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL):
        raise flaw("svg", "kernel.flaw.drawing", reason="A drawing declares no document type and no entities")
    try:
        root = ET.fromstring(source)  # noqa: S314 - what could expand has just been refused
    except ET.ParseError as error:
        raise flaw("svg", "kernel.flaw.drawing", reason=f"This is no SVG ({error})") from None
    if _name(root.tag) != "svg":
        raise flaw(_name(root.tag), "kernel.flaw.drawing", reason="A drawing is one svg element")
    if root.get("viewBox") != view_box:
        raise flaw("svg.viewBox", "kernel.flaw.kind", value=root.get("viewBox", "nothing"), wanted=f'"{view_box}"')
    return "".join(_written(child, "svg") for child in root)


def _written(element: ET.Element, around: str) -> str:
    name = _name(element.tag)
    place = f"{around}.{name}"
    if name not in _SHAPES:
        raise flaw(place, "kernel.flaw.drawing", reason=f"{name} is no plain shape")
    written: list[str] = []
    for attribute, value in element.attrib.items():
        pattern = _ATTRIBUTES.get(_name(attribute))
        paint = _INKS.get(value, value) if pattern is _PAINT else value
        if pattern is None or not pattern.fullmatch(paint):
            told = f'{_name(attribute)}="{value}" is not known here'
            raise flaw(f"{place}.{_name(attribute)}", "kernel.flaw.drawing", reason=told)
        written.append(f' {_name(attribute)}="{paint}"')
    inner = "".join(_written(child, place) for child in element)
    return f"<{name}{''.join(written)}>{inner}</{name}>" if inner else f"<{name}{''.join(written)}/>"


def _name(tag: str) -> str:
    """The name without its namespace."""
    return tag.rpartition("}")[2]
