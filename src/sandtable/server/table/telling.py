"""What one seat is told: everything when it comes, and after that what has changed in its own view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.desk import HasDesk, Line, TableDesk
from sandtable.battle.engine.battle import Awaited, Battle
from sandtable.battle.engine.log import Entry
from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.engine.retelling import throw_label
from sandtable.battle.engine.run import Question
from sandtable.battle.odds import matrix_in_words
from sandtable.battle.order import TableProblem
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.dice import Die
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.requests import Choose, Count, Roll
from sandtable.kernel.telling import meanings, throw_text
from sandtable.server.table.briefings import briefing_for, side_names
from sandtable.server.table.difference import difference
from sandtable.server.table.line_views import (
    TableDie,
    TableMeaning,
    TableNow,
    TableOption,
    TableParts,
    TablePlayer,
    TablePointer,
    TableProblemFrame,
    TableQuestion,
    TableSeat,
)
from sandtable.server.table.room import Room
from sandtable.server.table.scenes import WrittenScene
from sandtable.server.table.sharing import hands_of, name_of_part, parts_for
from sandtable.server.table.talk import ask_view, phrases, said_views
from sandtable.server.table.texts import server_texts
from sandtable.umpire.problems import problem_view
from sandtable.umpire.verdict_views import PoolBand

Frame = dict[str, Any]


class Teller:
    """Knows what its seat has been told, and tells the rest."""

    def __init__(self, room: Room, seat: str) -> None:
        self.room = room
        self.seat = seat
        self._told: Frame | None = None
        self._lines = 0
        self._numbers = Numbering(room.battle.log.seat(seat))
        self._scene = WrittenScene()
        self._texts = server_texts(room.battle.rules.name)

    @property
    def desk(self) -> TableDesk[Any]:
        rules = self.room.battle.rules
        if not isinstance(rules, HasDesk):
            raise refuse("ruleset", "table.no_desk", name=rules.name)
        return rules.desk

    def everything(self, since: int = 0) -> Frame:
        """The table as it is now, and the log after what the seat has already."""
        battle = self.room.battle  # a value: whatever is done meanwhile comes with the next news
        self._told = self._now(battle)
        lines = self._log_after(battle, since)
        self._lines = self._numbers.last
        return {"kind": "state", "table": self._told, "lines": lines, "seat": self._seat_of(battle)}

    def news(self) -> Frame | None:
        """What has changed since the seat was last told; None when nothing has."""
        if self._told is None:
            return self.everything()
        battle = self.room.battle
        now, lines = self._now(battle), self._log_after(battle, self._lines)
        changes = difference(self._told, now)
        if not changes and not lines:
            return None
        self._told, self._lines = now, self._numbers.last
        return {"kind": "change", "table": changes, "lines": lines}

    def problems(self, problems: Iterable[Problem]) -> list[Frame]:
        """Why something was refused, in words, with the geometry that caused it."""
        return [codec.write(self._problem(problem)) for problem in problems]

    def _problem(self, problem: Problem) -> TableProblemFrame:
        told = problem_view(problem, self._texts.say)
        drawing = problem.shows() if isinstance(problem, TableProblem) and problem.shows else ""
        return TableProblemFrame(
            field=told.field, words=told.message, choices=told.choices, rule=told.rule, drawing=drawing
        )

    def _seat_of(self, battle: Battle[Any]) -> Frame:
        seat = battle.log.seat(self.seat)
        about = briefing_for(battle, seat)
        frame: Frame = codec.write(
            TableSeat(
                id=seat.id,
                roles=tuple(seat.roles),
                referee=seat.referee,
                plans=PLAN in battle.rules.orders,
                own_dice=seat.own_dice,
                part=seat.part,
                part_name=name_of_part(battle, seat),
                part_noun=self._texts.say_if_any(Message("table.part.noun")),
                parts=parts_for(battle, seat),
                goal=about.goal,
                briefing=about.briefing,
                phrases=phrases(self._texts) if seat.roles or seat.referee else (),
                hands=hands_of(battle, seat),
                levels=tuple(battle.rules.levels) if isinstance(battle.rules, HasPlayers) else (),
                advised=seat.referee and bool(seat.roles),
            )
        )
        return frame

    def _players(self, battle: Battle[Any]) -> tuple[TablePlayer, ...]:
        """Who plays the sides."""
        names = side_names(battle)
        return tuple(
            TablePlayer(
                seat=seat.id,
                side=seat.side,
                name=names.get(seat.side, seat.side),
                who=self.room.player_of(seat.side),
                level=self.room.level_of(seat.side),
            )
            for seat in battle.log.seats
            if seat.side and not seat.part and not seat.referee
        )

    def _pointers(self, battle: Battle[Any], by: Seat) -> tuple[TablePointer, ...]:
        """Where the others point, and the seat itself."""
        names = side_names(battle)
        found = [(battle.log.seat(name), *at) for name, at in self.room.pointers.items()]
        return tuple(
            TablePointer(
                number=number,
                seat=seat.called_by(by),
                side=seat.side or "",
                name=(name_of_part(battle, seat) if seat.sits_with(by) else "") or names.get(seat.side or "", ""),
                place=place,
            )
            for seat, number, place in sorted(found, key=lambda each: each[1])
        )

    def _now(self, battle: Battle[Any]) -> Frame:
        seat = battle.log.seat(self.seat)
        awaited, allowed = battle.awaited(self.seat), battle.allowed(self.seat) if seat.roles else ()
        if seat.roles and not self.room.may_act(self.seat):
            awaited, allowed = Awaited(awaited.roles), ()
        numbers = self._numbers.follow(battle.log)
        wish = numbers.proposal(battle.log)
        now = TableNow(
            number=numbers.last,
            scene=self.room.scene(self.seat, battle),
            waits_for=tuple(awaited.roles),
            decisions=(*awaited.decisions, *allowed),
            question=None if awaited.question is None else question_view(awaited.question, self._texts),
            proposal=wish,
            undo=battle.may_undo(self.seat),
            own_dice=seat.own_dice,
            typed=tuple(sorted({each.side for each in battle.log.seats if each.own_dice and each.side})),
            present=tuple(self.room.present(self.seat)),
            parts=self._parts(battle),
            said=said_views(self.room.said, seat, battle.log.seats, numbers, self._texts),
            rematch=ask_view(self.room.said, seat, battle.log.seats),
            players=self._players(battle),
            pointers=self._pointers(battle, seat),
            left=tuple(map(self._problem, battle.why_left_undone(self.seat))),
            halted=tuple(map(self._problem, battle.halted)),
            commitment=battle.log.commitment,
            seed=battle.log.seed,
            seal=battle.log.seal.chain if battle.log.seal else None,
        )
        frame: Frame = codec.write(now) | {"scene": self._scene.written(now.scene)}
        return frame

    def _parts(self, battle: Battle[Any]) -> TableParts:
        """What the seats add to the dice: whether they still may, whether all who play have promised theirs, and what there is."""
        seat = battle.log.seat(self.seat)
        people = {each.side for each in battle.log.seats if each.side and each.id not in self.room.computers}
        promised = {battle.log.seat(part.seat).side for part in battle.log.parts}
        own = next((part for part in battle.log.parts if part.seat == self.seat), None)
        return TableParts(
            open=battle.takes_parts and bool(seat.roles),
            all_promised=people <= promised,
            own=own,
            all=tuple(part.for_seat(seat, battle.log.seats) for part in battle.log.parts),
        )

    def _log_after(self, battle: Battle[Any], number: int) -> list[Frame]:
        """What was heard of after the seat's own number."""
        log, numbers = battle.log, self._numbers.follow(battle.log)
        told: list[Frame] = []
        for entry in numbers.heard_since(number):
            plain = numbers.entry(log, entry)
            if plain["kind"] == Entry.kind:
                lines: tuple[Line, ...] = self.desk.lines(self.room.view(self.seat, battle), plain)
                told += [codec.write(line) | {"reason": entry in self.room.reasons} for line in lines]
            else:
                told.append(plain)
        return told


PLAN = "plan"  # the kind of order that is a plan of many


def question_view(question: Question, texts: Catalogue) -> TableQuestion:
    """A question in words, with everything that a person needs to answer it."""
    request = question.request
    options, dice = None, None
    if isinstance(request, Choose):
        options = tuple(
            TableOption(
                value=option.value,
                words=texts.say(option.label),
                place=tuple(map(tuple, question.places.get(option.value, ()))),
            )
            for option in request.options
        )
    elif isinstance(request, Roll):
        dice = tuple(_die(die) for die in request.dice)
    elif isinstance(request, Count):
        dice = (_die(request.die),)
    says = texts.say_if_any(request.says) if request.says else ""
    pairs = matrix_in_words(request.pairs(), texts.say) if isinstance(request, Choose) and request.pairs else None
    told = TableQuestion(key=question.key, about=question.about, says=says, options=options, matrix=pairs, dice=dice)
    if not isinstance(request, Roll | Count):
        return told
    meant = tuple(
        TableMeaning(face=face, words=texts.say(label.message), severity=label.severity)
        for face, label in meanings(request)
    )
    told = replace(told, says=says or throw_label(question.key, texts), sum=throw_text(request), meanings=meant)
    if not isinstance(request, Count):
        return told
    bands = tuple(
        PoolBand(label=texts.say(band.label_for()), faces=tuple(sorted(band.faces)), severity=band.severity)
        for band in request.bands
    )
    return replace(told, pool=request.pool, bands=bands)


def _die(die: Die) -> TableDie:
    return TableDie(name=die.name, faces=tuple(die.faces))
