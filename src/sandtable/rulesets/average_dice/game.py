"""The course of a game: days and boxes, whose move it is, villages, points and the winner (chapters 3 and 13, AVD-G.08, AVD-G.32, AVD-G.33)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnBooks, effect
from sandtable.kernel.form import Section, cell, choice, number, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.dice import average_dice, turns_label
from sandtable.rulesets.average_dice.effects import MoralVictory, RestoreThrow
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownUnit
from sandtable.rulesets.average_dice.vocabulary import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDay:
    """The Villista player throws for a day."""

    boxes_crossed: int = number(section=Section.ACTOR, lowest=0, highest=fields.MOST_BOXES, usual=0, unit="boxes")
    days_thrown: int = number(
        section=Section.ACTOR,
        lowest=1,
        highest=fields.MOST_BOXES,
        usual=1,
        unit="days",
        option=("days", "all_thrown_first"),
    )

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """There are five boxes (AVD-3.06, AVD-3.07)."""
        most = tables.number("boxes.most")
        if self.boxes_crossed >= most:
            yield Problem("boxes_crossed", Message.of("problem.no_box_left", most=most), ("score",), "AVD-3.06")
        elif self.boxes_crossed + self.thrown > most:
            free = most - self.boxes_crossed
            yield Problem("days_thrown", Message.of("problem.too_many_days", free=free), (str(free),), "AVD-3.06")

    @property
    def thrown(self) -> int:
        """Days thrown at once."""
        return self.days_thrown or 1


@effect(icon="sun", touches=("boxes", "turn"))
class DayBegins(OnBooks):
    """A day of so many turns; a box is crossed (AVD-3.05 to AVD-3.07)."""

    day: int
    turns: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        books = replace(books.each(KnownUnit.rested), day=self.day, boxes=self.day, turns=self.turns, turn=1)
        return replace(books, side=Side.VILLISTA, phase=Side.VILLISTA)


@effect(icon="moon")
class NightRegroup(Effect):
    """Between days a free fast move for units far from the enemy (option days)."""

    inches: Fraction


@action("game", "AVD-3.05 AVD-3.08 AVD-G.08", measures="turns boxes enough_to_take_a_village moral_victory")
def new_day(situation: NewDay, tables: Tables) -> Rule[Ruling]:
    """Five average dice for the turns; a box is crossed, and at the third the Federals have a moral victory (AVD-3.08, AVD-G.08)."""
    days = situation.thrown
    dice = tables.number("day.dice") * days
    tally = Tally((Modifier(Message.of("reason.day", days=days, dice=dice), None, "AVD-3.05"),))
    turns: int = yield average_dice("day.turns", dice, tables, tally=tally, label=turns_label)
    before, now = situation.boxes_crossed, situation.boxes_crossed + days
    gained = before < tables.number("boxes.moral_victory") <= now
    effects: list[Effect] = [DayBegins(whom=Side.VILLISTA, day=now, turns=turns)]
    if gained:
        effects += box_victory(tables)
    if before and tables.option("days") == "night_regroup":
        effects.append(NightRegroup(whom="both", inches=Fraction(tables.number("save.add.range.inches"))))
    enough = turns >= tables.number("day.advised.turns")
    return Ruling.of(
        "day",
        *effects,
        grave=0 if enough else 2,
        order=turns,
        turns=turns,
        boxes=now,
        enough_to_take_a_village=enough,
        moral_victory=gained,
    )


def box_victory(tables: Tables) -> tuple[Effect, ...]:
    """The Federal moral victory of the third box and the throw it brings (AVD-3.08, AVD-3.12)."""
    points = tables.number("points.boxes.points")
    return (
        MoralVictory(whom=Side.FEDERAL, side=Side.FEDERAL, cause="boxes", points=points),
        RestoreThrow(whom=Side.FEDERAL, dice=tables.number("restore.dice")),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMove:
    """The move passes on."""

    side: Side | None = choice(Side, section=Section.ACTOR, optional=True)


@effect(icon="turn", touches=("turn",))
class TurnBegins(OnBooks):
    """The move passes to a side."""

    side: Side

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """The Villista move begins a turn (AVD-3.02, AVD-G.08); the side that moves is fresh."""
        begins = self.side is Side.VILLISTA and books.side is not None
        turn = books.turn + 1 if begins else max(1, books.turn)
        books = books.each(KnownUnit.rested, lambda unit: unit.side is self.side)
        return replace(books, turn=turn, side=self.side, phase=self.side)


@action("game", "AVD-3.02 AVD-G.08", measures="villistas_move")
def next_move(situation: NextMove) -> Ruling:
    """The Villistas move first, the sides alternate (AVD-3.02, AVD-3.02b)."""
    side = situation.side or Side.VILLISTA
    begins = TurnBegins(whom=side, side=side)
    return Ruling.of("next_move", begins, words={"side": side}, villistas_move=side is Side.VILLISTA)


# ---- The end -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Village:
    """Who is in the houses of a village (AVD-G.32)."""

    houses_usable: int = number(
        section=Section.ALL, lowest=0, highest=cell("villages.houses", times=3), usual=3, unit="houses"
    )
    houses_held: int = number(
        section=Section.ALL, lowest=0, highest=cell("villages.houses", times=3), usual=0, unit="houses"
    )
    only_villistas_near: bool = yes_no(section=Section.ALL, usual=False)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Nobody holds a house that is not usable, and a village has three."""
        houses = tables.number("villages.houses")
        if self.houses_usable > houses:
            yield Problem("houses_usable", Message.of("problem.houses", most=houses), (), "AVD-1.08")
        if self.houses_held > self.houses_usable:
            yield Problem("houses_held", Message.of("problem.houses", most=self.houses_usable), (), "AVD-G.32")


@effect(icon="scales")
class Scored(Effect):
    """The points of a side (AVD-13.01)."""

    side: Side
    points: int


@action("game", "AVD-13.02 AVD-G.32", measures="captured points")
def village(situation: Village, tables: Tables) -> Ruling:
    """Captured with 2 of the usable houses, all if fewer remain, the ground if none does (AVD-13.02, AVD-G.32)."""
    needed = min(int(tables.option("village_houses")), situation.houses_usable)
    captured = situation.houses_held >= needed if needed else situation.only_villistas_near
    reason = Message.of("reason.village", needed=needed, held=situation.houses_held)
    reasons = (Modifier(reason, None, "AVD-G.32"),)
    if not captured:
        return Ruling.of("village.not_captured", reasons=reasons, captured=False, points=0)
    worth = tables.number("points.village.points")
    scored = Scored(whom=Side.VILLISTA, side=Side.VILLISTA, points=worth)
    return Ruling.of("village.captured", scored, reasons=reasons, grave=3, captured=True, points=worth)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The game is over."""

    boxes_crossed: int = number(section=Section.ALL, lowest=0, highest=fields.MOST_BOXES, usual=1, unit="boxes")
    villages_held: int = number(
        section=Section.ALL, lowest=0, highest=cell("villages.number", times=5), usual=0, unit="villages"
    )
    federal_general_killed: bool = yes_no(section=Section.ALL, usual=False)
    villista_general_killed: bool = yes_no(section=Section.ALL, usual=False)
    villista_units: int = number(section=Section.ALL, lowest=0, highest=fields.MOST_UNITS, usual=10, unit="units")
    federal_units: int = number(section=Section.ALL, lowest=0, highest=fields.MOST_UNITS, usual=10, unit="units")

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """There are two villages and five boxes."""
        villages, boxes = tables.number("villages.number"), tables.number("boxes.most")
        if self.villages_held > villages:
            yield Problem("villages_held", Message.of("problem.villages", most=villages), (), "AVD-1.08")
        if self.boxes_crossed > boxes:
            yield Problem("boxes_crossed", Message.of("problem.boxes", most=boxes), (), "AVD-3.06")


@effect(icon="flag", says="{how}")
class Wins(Effect):
    """The winner, and how (AVD-G.33)."""

    side: Side
    how: str


@action("game", "AVD-13.01 AVD-G.33", measures="villista_points federal_points villistas_win")
def score(situation: Score, tables: Tables) -> Ruling:
    """Add up the moral victories of both sides (AVD-13.02 to AVD-13.05) and name the winner (AVD-G.33)."""
    villista, federal = (tuple(points(side, situation, tables)) for side in (Side.VILLISTA, Side.FEDERAL))
    ours, theirs = _sum(villista), _sum(federal)
    winner, how = winner_of(ours, theirs, situation.villages_held, tables)
    return Ruling.of(
        "score",
        Scored(whom=Side.VILLISTA, side=Side.VILLISTA, points=ours),
        Scored(whom=Side.FEDERAL, side=Side.FEDERAL, points=theirs),
        Wins(whom=winner, side=winner, how=how),
        reasons=tuple(_told(villista, federal)),
        large=Message.of(f"headline.score.{how}", side=winner),
        villista_points=ours,
        federal_points=theirs,
        villistas_win=winner is Side.VILLISTA,
    )


def _told(*sides: tuple[Modifier, ...]) -> Iterator[Tally]:
    """The points of each side by themselves: their sum over both would mean nothing."""
    for side, entries in zip(Side, sides, strict=True):
        if entries:
            yield Tally(entries, side.message)


def points(side: Side, situation: Score, tables: Tables) -> Iterator[Modifier]:
    """The moral victories of a side with their points."""
    killed = situation.federal_general_killed if side is Side.VILLISTA else situation.villista_general_killed
    own, theirs = situation.villista_units, situation.federal_units
    if side is Side.FEDERAL:
        own, theirs = theirs, own
    if side is Side.VILLISTA and situation.villages_held:
        yield _points("village", side, situation.villages_held, tables)
    if killed:
        yield _points("general", side, 1, tables)
    if side is Side.FEDERAL and situation.boxes_crossed >= tables.number("boxes.moral_victory"):
        yield _points("boxes", side, 1, tables)
    if own > theirs:
        yield _points("extra_unit", side, own - theirs, tables)


def _points(cause: str, side: Side, times: int, tables: Tables) -> Modifier:
    path = f"points.{cause}.points"
    reason = Message.of(f"reason.points.{cause}", side=side, times=times)
    return Modifier(reason, times * tables.number(path), tables.rule(path), tables.is_house(path))


def _sum(entries: tuple[Modifier, ...]) -> int:
    return sum(int(entry.value or 0) for entry in entries)


def winner_of(villista: int, federal: int, villages: int, tables: Tables) -> tuple[Side, str]:
    """The Villistas win with a village and at least as many points; by option points alone decide (AVD-3.04, AVD-G.33)."""
    if tables.option("victory") == "points_only":
        if villista == federal:
            return Side.FEDERAL, "tie"
        return (Side.VILLISTA if villista > federal else Side.FEDERAL), "points"
    if villages and villista >= federal:
        return Side.VILLISTA, "village"
    if not villages and villista > federal:
        return Side.FEDERAL, "attack_failed"
    return Side.FEDERAL, "held"
