"""The reference sheet of a ruleset as a heat map: how far one step of each number moves the wins; and a last page with the lists."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sandtable.battle.matches.match import tables_of
from sandtable.battle.registry import table
from sandtable.kernel.messages import PLAIN, Message
from sandtable.kernel.problem import refuse
from sandtable.lab.knobs.sensitivity import TOLD, Effect, Sensitivity
from sandtable.lab.texts import number, points, say
from sandtable.paper.block import Block, Cell, Head, Paragraph, Row, Stack, Table
from sandtable.paper.canvas import Canvas
from sandtable.paper.heat import Ground, Heat
from sandtable.paper.runs import Run, Text
from sandtable.paper.sheet import GUTTER, LEFT, PAPERS, TOP, reference_sheet
from sandtable.print.fonts import sheet_fonts
from sandtable.print.pdf import pdf_of_drawings

TINTS = (0.02, 0.07, 0.12, 0.20)  # points of wins from which each tint is laid
UP = ("#f3d9d6", "#e2a39f", "#c95e5a", "#a8141c")  # to the first side
DOWN = ("#d8e1e8", "#a3b9ca", "#54799a", "#17456b")  # to the second
DARK = 2  # tints from which the figure is white
LITTLE, UNREAD, DEAD = "#f3f1ea", "#d4d0c6", "#ffffff"
FIGURE_ON_GREY = "#8d877c"
WHITE = "#ffffff"
WORDS, BOLD = 8.3, 9.4
MOST_DEAD = 60  # names on the last page; the rest are counted
SAMPLE = "sample"


def ground_of(answer: Sensitivity, one: Effect) -> Ground:
    """What lies under a number."""
    ours = one.knob.ours
    if one.fate != "moves" and not answer.is_whole(one):  # the screen was stopped before it: nothing is known
        return Ground(WHITE, hatched=ours)
    if one.fate == "unread":
        return Ground(UNREAD, FIGURE_ON_GREY, hatched=ours)
    if one.fate == "dead":
        return Ground(DEAD, frame=True, hatched=ours)
    moved = 0.0 if one.knob.name in answer.refuted else answer.best[one.knob.name].difference
    return tint(moved, ours=ours)


def tint(moved: float, *, ours: bool = False) -> Ground:
    """The ground of a number that moves the wins so far: red to the first side, blue to the second, the deeper the farther."""
    step = sum(abs(moved) >= edge for edge in TINTS) - 1
    if step < 0:
        return Ground(LITTLE, hatched=ours)
    return Ground((UP if moved > 0 else DOWN)[step], WHITE if step >= DARK else "", hatched=ours)


def heat_pages(answer: Sensitivity, paper: str = "a4") -> tuple[str, ...]:
    """The sheet, side by side as SVG, and a last page with what the colours say, what moved most, and the dead."""
    rules = table(answer.bases[0].match.ruleset)
    grounds = {one.knob.name: ground_of(answer, one) for one in answer.effects if one.battles}
    several = len(answer.bases) > 1
    titles = say("heat.several", count=len(answer.bases)) if several else answer.bases[0].scenario.title
    heat = Heat(grounds, say("heat.subtitle", titles=titles), _notes(answer), say("heat.foot"))
    sheet = reference_sheet(rules.ruleset, tables_of(answer.bases[0].match), paper, heat)
    if sheet is None:
        raise refuse("--sheet", "lab.heat.none", ruleset=rules.ruleset.id)
    title = rules.ruleset.catalogue.say(Message("ruleset.title"), PLAIN)
    return (*sheet.drawings, _last_page(answer, paper, title))


def heat_pdf(answer: Sensitivity, paper: str = "a4") -> bytes:
    """The heat map to be printed."""
    return pdf_of_drawings(heat_pages(answer, paper), paper).pdf


def heat_html(answer: Sensitivity) -> str:
    """The heat map as a page that needs neither network nor script."""
    pages = "".join(f"<figure>{page}</figure>" for page in heat_pages(answer))
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(answer.sentence)}</title>"
        f"<style>{sheet_fonts()}"
        "body{margin:0 auto;max-width:1400px;font-family:'Libre Franklin',Arial,sans-serif;color:#1a1613;background:#fff}"
        "h1{font-size:1.3rem;margin:1rem}p{margin:0 1rem}figure{margin:1rem 0}figure svg{width:100%;height:auto}</style></head>"
    )
    return f"{head}<body><h1>{escape(answer.sentence)}</h1><p>{escape(answer.rests_on)}</p>{pages}</body></html>"


def _notes(answer: Sensitivity) -> tuple[str, ...]:
    unread = len(answer.of("unread"))
    return (
        say("heat.counted", numbers=number(len(answer.knobs)), unread=number(unread), screen=number(answer.screen)),
        say("heat.colours", first=answer.side_name, second=_other(answer)),
        say("heat.marks"),
    )


def _other(answer: Sensitivity) -> str:
    base = answer.bases[0]
    return base.side_name(base.sides[1]) if len(answer.bases) == 1 else base.sides[1]


# ---- The last page -------------------------------------------------------------------------------------------------------------------


def _last_page(answer: Sensitivity, paper: str, title: str) -> str:
    width, height = PAPERS[paper]
    canvas = Canvas(width, height, title=say("heat.lists"), name="lists", grounds=_samples())
    canvas.area(0, 0, width, height, "paper")
    room = width - 2 * LEFT
    head = Head((Run(title.upper(), "wood", 25),), (Run(say("heat.lists"), "letter", 12),), ())
    head.draw(canvas, LEFT, TOP, room)
    y = TOP + head.height(room) + 8
    column = (room - 2 * GUTTER) / 3
    for place, block in enumerate((_legend(answer), _moved(answer), _dead(answer))):
        block.draw(canvas, LEFT + place * (column + GUTTER), y, column)
    return canvas.svg()


def _name(words: str) -> Text:
    return (Run(words.upper(), "wood", 14.5),)


def _words(words: str, size: float = WORDS) -> Text:
    return (Run(words, "words", size),) if words else ()


def _block(title: str, about: str, *parts: Block) -> Stack:
    return Stack((Head(_name(title), _words(about), ()), *parts), 3.0)


def _samples() -> dict[str, Ground]:
    """The grounds that the legend shows, by names of their own."""
    shown = {f"{SAMPLE}.up.{place}": tint(edge) for place, edge in enumerate(TINTS)}
    shown |= {f"{SAMPLE}.down.{place}": tint(-edge) for place, edge in enumerate(TINTS)}
    return shown | {
        f"{SAMPLE}.little": Ground(LITTLE),
        f"{SAMPLE}.unread": Ground(UNREAD, FIGURE_ON_GREY),
        f"{SAMPLE}.dead": Ground(DEAD, frame=True),
        f"{SAMPLE}.ours": Ground(LITTLE, hatched=True),
    }


def _legend(answer: Sensitivity) -> Stack:
    rows = [
        *(
            (f"up.{place}", points(TINTS[place]), say("heat.to", side=answer.side_name))
            for place in reversed(range(len(TINTS)))
        ),
        ("little", "0", say("heat.little", edge=points(TINTS[0]).lstrip("+"))),
        *((f"down.{place}", points(-edge), say("heat.to", side=_other(answer))) for place, edge in enumerate(TINTS)),
        ("dead", "5", say("heat.dead")),
        ("unread", "5", say("heat.unread")),
        ("ours", "5", say("heat.ours")),
    ]
    cells = tuple(
        Row(
            (Cell((Run(f" {figure} ", "bold", BOLD, source=f"{SAMPLE}.{name}"),)), Cell(_words(words), "left")), "", 1.6
        )
        for name, figure, words in rows
    )
    told = Paragraph(_words(answer.sentence, BOLD)), Paragraph(_words(answer.rests_on, 7.4))
    return _block(say("heat.legend"), say("heat.legend_about"), Table(cells, (1,), shares=(1, 5)), *told)


def _moved(answer: Sensitivity) -> Stack:
    looked = {one.fresh.knob.name: one for one in answer.confirmed if one.holds}
    known = sorted(
        (answer.best[one.knob.name] for one in answer.ranking if one.knob.name not in answer.refuted),
        key=lambda one: (one.knob.name not in looked, -abs(one.difference)),
    )[:TOLD]
    rows = tuple(
        Row(
            (
                Cell(_words(one.label), "left"),
                Cell((Run(points(one.difference), "bold", BOLD, "red" if one.difference > 0 else "ink"),), "right"),
                Cell(_words(_between(one), 7.2), "right"),
            )
        )
        for one in known
    )
    if not rows:
        return _block(say("knobs.most"), "", Paragraph(_words(say("heat.nothing_moved"))))
    told = (
        say("heat.confirmed", holding=len(looked), looked=len(answer.confirmed))
        if answer.confirmed
        else say("heat.screen")
    )
    foot = Paragraph(_words(told, 7.4))
    return _block(say("knobs.most"), say("heat.most_about", side=answer.side_name), Table(rows, (0,)), foot)


def _between(one: Effect) -> str:
    low, high = one.interval
    return say("heat.between", low=points(low), high=points(high))


def _dead(answer: Sensitivity) -> Stack:
    dead = answer.of("dead")
    told: Sequence[str] = [one.label for one in dead[:MOST_DEAD]]
    more = len(dead) - len(told)
    words = "; ".join(told) + (say("heat.more", more=more) if more > 0 else "")
    proof = say("heat.proof", same=number(min((one.battles for one in dead), default=0)))
    parts = (
        (Paragraph(_words(proof, 7.4)), Paragraph(_words(words, 7.4)))
        if dead
        else (Paragraph(_words(say("heat.no_dead"))),)
    )
    return _block(say("knobs.dead_heading"), number(len(dead)), *parts)
