"""Measure our type: write how wide every sign of it is to src/sandtable/paper/widths.toml, from the fonts that sheets are printed in."""

from __future__ import annotations

import struct
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "sandtable"
FACES = {
    "words": "LibreFranklin-Medium.ttf",
    "bold": "LibreFranklin-Bold.ttf",
    "wood": "LeagueGothic-Regular.ttf",
    "display": "Besley-ExtraBold.ttf",
    "letter": "OldStandardTT-Italic.ttf",
}
BY_SEGMENTS = 4  # the format of the subtable that we read
SIGNS = (
    "".join(chr(code) for code in (*range(0x20, 0x7F), *range(0xA1, 0x100)))
    + "\u2009\u2013\u2014\u2018\u2019\u201c\u201d\u2020\u2026\u2153\u2154\u2212\u2264\u2265"
)


def tables_of(font: bytes) -> dict[str, bytes]:
    """The tables of a TrueType file by their tags."""
    count = struct.unpack_from(">H", font, 4)[0]
    entries = (struct.unpack_from(">4sLLL", font, 12 + 16 * place) for place in range(count))
    return {tag.decode("ascii"): font[offset : offset + length] for tag, _, offset, length in entries}


def glyphs_of(cmap: bytes) -> dict[int, int]:
    """The glyph of every sign, from the subtable of format 4."""
    count = struct.unpack_from(">H", cmap, 2)[0]
    offsets = [struct.unpack_from(">HHL", cmap, 4 + 8 * place)[2] for place in range(count)]
    table = next(cmap[offset:] for offset in offsets if struct.unpack_from(">H", cmap, offset)[0] == BY_SEGMENTS)
    segments = struct.unpack_from(">H", table, 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", table, 14)
    starts = struct.unpack_from(f">{segments}H", table, 16 + 2 * segments)
    deltas = struct.unpack_from(f">{segments}h", table, 16 + 4 * segments)
    base = 16 + 6 * segments
    shifts = struct.unpack_from(f">{segments}H", table, base)
    glyphs: dict[int, int] = {}
    for place, (start, end, delta, shift) in enumerate(zip(starts, ends, deltas, shifts, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = (
                code if not shift else struct.unpack_from(">H", table, base + 2 * place + shift + 2 * (code - start))[0]
            )
            if glyph or not shift:
                glyphs[code] = (glyph + delta) & 0xFFFF
    return glyphs


def widths_of(font: bytes) -> dict[str, int]:
    """How far each sign goes, in thousandths of the type's size."""
    tables = tables_of(font)
    em = struct.unpack_from(">H", tables["head"], 18)[0]
    metrics = struct.unpack_from(">H", tables["hhea"], 34)[0]
    advances = [struct.unpack_from(">H", tables["hmtx"], 4 * place)[0] for place in range(metrics)]
    glyphs = glyphs_of(tables["cmap"])
    known = {sign: glyphs[ord(sign)] for sign in SIGNS if glyphs.get(ord(sign))}
    return {sign: round(1000 * advances[min(glyph, metrics - 1)] / em) for sign, glyph in known.items()}


def main() -> None:
    """Write the file."""
    lines = ["# How far each sign of our type goes, in thousandths of its size. Written by scripts/measure_type.py."]
    for face, name in FACES.items():
        widths = widths_of((ROOT / "print" / "fonts" / name).read_bytes())
        signs = "".join(widths).replace("\\", "\\\\").replace('"', '\\"')
        lines += ["", f"[{face}]", f'signs = "{signs}"', f"widths = {list(widths.values())}"]
    (ROOT / "paper" / "widths.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
