"""Movement on the table: each figure goes its own way and pays for what it crosses (chapters 5 and 6, AVD-11.03c, AVD-12.02, AVD-G.11, AVD-G.40)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, in_inches
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.miniatures.acting import certain, form_of
from sandtable.miniatures.bodies import figures, gaps, scattered, touching
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.looking import sees
from sandtable.miniatures.ways import crossed, crowded, end_of, length_of, off_board, run_into
from sandtable.rulesets.average_dice.movement import IMPASSABLE, passage
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.ground import clear_on, length
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Deciding
from sandtable.rulesets.average_dice.vocabulary import Mover, Obstacle


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form: the dearest way of all, contacts, and whether anybody comes nearer to the enemy."""
    field, piece = doing.field, doing.actor
    ends, foes = _ends(doing), enemies(field, piece)
    touched = touching(piece.stands, foes)
    told: dict[str, Any] = {
        "crossed": _crossings(_dearest(doing)),
        "in_contact": any(touched),
        "surrounded": all(number in pinned(doing) for number in range(len(piece.figures))),
        "into_melee": any(after and not before for after, before in zip(touching(ends, foes), touched, strict=True)),
        "toward_the_enemy": _nearer(doing, ends, foes),
    }
    return told


def enemies(field: AverageDiceField, piece: Piece) -> tuple[Footprint, ...]:
    """Every enemy figure."""
    return tuple(stand for enemy in field.enemies_of(piece.owner) for stand in enemy.stands)


def pinned(doing: Deciding) -> frozenset[int]:
    """The figures that three enemies touch (AVD-11.03c)."""
    most = int(doing.field.tables.option("melee_max"))
    touched = touching(doing.actor.stands, enemies(doing.field, doing.actor))
    return frozenset(number for number, by in enumerate(touched) if len(by) >= most)


def _ends(doing: Deciding) -> tuple[Footprint, ...]:
    piece = doing.actor
    ends = [end_of(pose, way) for pose, way in zip(piece.figures, _ways(doing), strict=True)]
    return figures(piece.base, ends)


def _ways(doing: Deciding) -> tuple[tuple[Any, ...], ...]:
    """A way for each figure; whoever is told nothing stays."""
    told = doing.order.ways
    return tuple(told[number] if number < len(told) else () for number in range(len(doing.actor.figures)))


def _dearest(doing: Deciding) -> Counter[str]:
    """What the figure crosses that pays most; what nobody may pass goes before all else."""
    tables, mover = doing.field.tables, _mover(doing)

    def price(found: Counter[str]) -> tuple[bool, int]:
        costs = {kind: passage(mover, Obstacle(kind), tables) for kind in found}
        paid = (tables.number("cover_cost", cost) * found[kind] for kind, cost in costs.items() if cost != IMPASSABLE)
        return IMPASSABLE in costs.values(), sum(paid)

    return max(_crossed(doing), key=price, default=Counter())


def _mover(doing: Deciding) -> Mover:
    chosen = doing.order.chosen.get("mover")
    return Mover.CRAWLING if chosen == Mover.CRAWLING else doing.field.books.units[doing.actor.id].mover


def _crossed(doing: Deciding) -> list[Counter[str]]:
    terrain = doing.field.terrain
    return [crossed(terrain, pose, way) for pose, way in zip(doing.actor.figures, _ways(doing), strict=True)]


def _crossings(found: Counter[str]) -> list[dict[str, Any]]:
    return [{"obstacle": kind, "times": times} for kind, times in sorted(found.items())]


def _nearer(doing: Deciding, ends: tuple[Footprint, ...], foes: tuple[Footprint, ...]) -> bool:
    """Whether any figure ends nearer to the enemies it sees than the nearest of them was when it set out (AVD-G.28)."""
    clear = clear_on(doing.field.terrain)
    for start, end, before, after in zip(
        doing.actor.stands, ends, gaps(doing.actor.stands, foes), gaps(ends, foes), strict=True
    ):
        if start is end:
            continue
        seen = (number for number in before.argsort(kind="stable").tolist() if sees(start, foes[number], clear))
        nearest = next(seen, None)
        closer = [] if nearest is None else (after < before[nearest]).nonzero()[0].tolist()
        if any(number == nearest or sees(start, foes[number], clear) for number in closer):
            return True
    return False


def hinders(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """What stands in the way of single figures; what forbids the move as a whole the form says."""
    if len(doing.order.ways) != len(doing.actor.figures):
        about = Message.of("problem.table.ways", figures=len(doing.actor.figures))
        yield Problem("ways", about, (), "AVD-1.04b")
        return
    yield from _standing(doing)
    yield from _too_far(doing, told)


def _too_far(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """Each figure goes as far as its rate allows, less what it crosses (AVD-5.01, AVD-G.11)."""
    left: dict[str, Fraction] = {}
    for number, found in enumerate(_crossed(doing)):
        crossings = _crossings(found)
        if str(crossings) not in left:
            form = form_of(MOVE, doing, {**told, "crossed": crossings})
            verdict = certain(MOVE.action, form.situation, doing.field.tables)
            left[str(crossings)] = Fraction(verdict.measure("inches"))
        far, most = length_of(doing.actor.figures[number], doing.order.ways[number]), left[str(crossings)]
        if far > length(most):
            yield _at(number, "too_far", "AVD-G.11" if found else "AVD-5.01", far=in_inches(far), left=most)


def _standing(doing: Deciding) -> Iterator[Problem]:
    """Where figures may not go or stand at the end."""
    piece, ways = doing.actor, doing.order.ways
    ends = [end_of(pose, way) for pose, way in zip(piece.figures, ways, strict=True)]
    stand, foes, held = figures(piece.base, ends), enemies(doing.field, piece), pinned(doing)
    for number, way in enumerate(ways):
        if number in held and way:
            yield _at(number, "pinned", "AVD-11.03c")
        if off_board(doing.field.terrain, stand[number]):
            yield _at(number, "off_board", "AVD-1.07")
        if any(True for _ in run_into(piece.base, piece.figures[number], way, foes)):
            yield _at(number, "enemy_in_the_way", "AVD-11.02")
    others = [stand for name, each in doing.field.pieces.items() if name != piece.id for stand in each.stands]
    yield from (_at(number, "crowded", "AVD-1.04b") for number in crowded(piece.base, ends, others))
    within: Length = length(Fraction(str(doing.field.tables.option("coherency"))))
    for number in scattered(stand, within):
        if number not in held:
            yield _at(number, "scattered", "AVD-G.40", within=in_inches(within))


def _at(number: int, name: str, rule: str, **about: Any) -> Problem:
    """What is wrong with the way of one figure."""
    return Problem(f"ways.{number}", Message.of(f"problem.table.{name}", **about), (), rule)


MOVE: Deed[AverageDiceField] = Deed(
    action=RULESET.by_id["move"],
    by="AVD-5.01",
    measures=facts,
    chooses=("rate", "go_prone_or_rise", "mover"),
    hinders=hinders,
    goes=True,
)
