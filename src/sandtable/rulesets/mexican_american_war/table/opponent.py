"""The opponent of this war: lines that stand and fire, guns that stay in action, squares against horse, charges at whoever fire has shaken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sandtable.ai.player import Maker, Why
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role, side_of
from sandtable.geometry.measure import Length
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.requests import Choose
from sandtable.miniatures.acting import may_do
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import charging, commanding, fighting, players, replying, seeing
from sandtable.rulesets.mexican_american_war.table import weighing as reckon
from sandtable.rulesets.mexican_american_war.table.menu import order, step
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, Stage, length
from sandtable.rulesets.mexican_american_war.table.steps import StepKind
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FAST_EFFECTS,
    SQUARES,
    Arm,
    CheckEffect,
    Experience,
    Formation,
    HastyManeuver,
    Maneuver,
    OrderState,
    Phase,
    effect_in,
)

K, M, F, H = StepKind, Maneuver, Formation, HastyManeuver
DARES = 2  # net modifier from which a charge is made at who is not shaken
READY = 0  # and at who is
HURRY = 3  # turns before the end in which everybody goes for the positions
NEAR_HORSE = 26  # inches within which horse may charge
RESERVE = 14  # inches that horse keeps from an enemy it does not charge
ASIDE = 40  # degrees off the front from which a line turns to the enemy
CRUMB: Length = 500  # that is not worth a move
GIVES_FIRE = 0.02  # stands that a shot has to be worth


class MawOpponent:
    """One opponent in one battle. It looks at the table anew for every order."""

    def __init__(self, kit: Kit[MawField], texts: Catalogue, seed: str) -> None:
        self.kit, self.texts, self._luck = kit, texts, Random(seed)  # noqa: S311 - a game, not a secret
        self._why: Message | None = None

    def why(self) -> Why | None:
        """Why the last order was given, in a sentence."""
        return None if self._why is None else Why(self.texts.say(self._why), ())

    def choose(self, view: MawField, role: Role, choice: Choose) -> str:  # noqa: ARG002 - the usual answer is the wise one
        """A choice in the middle of a rule."""
        return choice.usual

    def order(self, view: MawField, decision: Decision) -> Order:
        """The first of its wishes that is legal."""
        side = side_of(decision.by)
        for why, wish in self._wishes(view, side):
            if may_do(self.kit, view, wish):
                self._why = Message.of(f"opponent.{why}", name=wish.piece, target=wish.target)
                return wish
        passes = players.passes(view, side)
        self._why = Message("opponent.goes_on")
        return next((each for each in passes if may_do(self.kit, view, each)), passes[-1])

    def _wishes(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        phase = view.books.phase
        if view.stage is Stage.REPLY and phase == Phase.MANEUVER:
            yield from self._replies(view, side)
        elif phase == Phase.MANEUVER:
            yield from self._maneuvers(view, side)
        elif phase in (Phase.DEFENSIVE_FIRE, Phase.OFFENSIVE_FIRE):
            yield from self._fires(view, side)
        elif phase == Phase.CHARGES:
            yield from (
                ("fights", Act(by=side, action="charge_combat", piece=each)) for each in fighting.chargers(view)
            )

    # ---- Fire and replies ----------------------------------------------------------------------------------------------------------

    def _fires(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        """The shot that is worth most, then the next."""
        found = sorted(reckon.shots(self.kit, view, side), key=lambda each: (-each[0], each[1].target))
        yield from (("fires", shot) for value, shot in found if value > GIVES_FIRE)

    def _replies(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        """Squares against horse, crews into them, counter charges where they are equal, skirmishers away."""
        open_ = replying.open_replies(view, side)
        for reply in (H.HASTY_SQUARE, H.SHELTER, H.COUNTER_CHARGE, H.EVADE):
            for each in open_:
                if each.chosen["hasty_maneuver"] == reply and self._wise(view, each, reply):
                    yield "replies", each

    def _wise(self, view: MawField, reply: Act, how: HastyManeuver) -> bool:
        piece = view.pieces[reply.piece]
        charger = view.pieces[replying.charger_for(view, piece, how)]
        horse = view.books.units[charger.id].on_horse
        if how is H.HASTY_SQUARE:
            return horse and view.books.units[piece.id].experience is not Experience.RAW
        if how is H.COUNTER_CHARGE:
            return reckon.charge_odds(view, piece, charger) >= 0
        return True

    # ---- Maneuvers -----------------------------------------------------------------------------------------------------------------

    def _maneuvers(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        if view.stage is Stage.DECLARE:
            yield from self._charges(view)
            if not replying.under_way(view):
                yield from self._moves(view)
            yield "goes_on", Act(by=side, action="go_in")
            return
        if view.stage is Stage.MOVE:
            yield from self._moves(view)
        yield from self._checks(view, side)

    def _charges(self, view: MawField) -> Iterator[tuple[str, Act]]:
        """At whoever is worth it, the best odds first."""
        found = []
        for name in view.group:
            if name not in view.pieces or not charging.may_charge(view, name):
                continue
            piece = view.pieces[name]
            for far, enemy in reckon.threat_to(view, name)[:3]:
                odds = reckon.charge_odds(view, piece, view.pieces[enemy])
                least = READY if reckon.shaken(view.books.units[enemy]) else DARES
                if odds >= least and far <= length(NEAR_HORSE):
                    found.append((-odds, far, name, enemy))
        for _, _, name, enemy in sorted(found):
            piece = view.pieces[name]
            for steel in (True, False):
                chosen = {"cold_steel": steel}
                yield "charges", Act(by=piece.owner, action="declare_charge", piece=name, target=enemy, chosen=chosen)

    def _checks(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        """Those who must check or want to move, under their own leaders where they can be, in as few checks as there need be."""
        wants = {piece.id for piece in seeing.units_of(view, side) if self._wants(view, piece)}
        found = []
        for each in commanding.checks(view, side):
            names = tuple(name for name in each.helpers if name in wants) if each.helpers else ()
            if each.helpers and names:
                own = view.books.leaders[each.piece].command
                found.append(
                    (
                        -sum(name in own for name in names),
                        each.piece,
                        Act(by=side, action="maneuver_check", piece=each.piece, helpers=_own_first(names, own)),
                    )
                )
            elif not each.helpers and each.piece in wants:
                found.append((1, each.piece, each))
        yield from (("checks", each) for _, _, each in sorted(found, key=lambda each: each[:2]))

    def _wants(self, view: MawField, piece: Piece) -> bool:
        """Whether a unit has something to do that needs a check."""
        unit = view.books.units[piece.id]
        if unit.checked is not None or not piece.figures:
            return False
        if unit.order is not OrderState.GOOD:
            return True
        if unit.is_guns:
            return unit.silenced or unit.low_ammunition or not players.in_action(view, piece)
        return next(self._goes(view, piece, FULL), None) is not None

    def _moves(self, view: MawField) -> Iterator[tuple[str, Act]]:
        for name in view.group:
            if name in view.pieces and not view.books.units[name].maneuver_done:
                yield from (("moves", each) for each in self._goes(view, view.pieces[name], None))
                yield "holds", order(view.pieces[name], M.HOLD)

    def _goes(self, view: MawField, piece: Piece, effect: CheckEffect | None) -> Iterator[Act]:
        """What a unit would do with its effect, the best first."""
        unit, found = view.books.units[piece.id], reckon.nearest(view, piece.id)
        if found is None or view.shapes[piece.id].kind is Kind.HOUSE:
            return
        gap, enemy = found
        told = effect or (effect_in(view.books.light, unit.checked) if unit.checked is not None else CheckEffect.TARDY)
        if unit.is_guns:
            yield from players.guns_toward(view, piece, enemy, gap, told)
        elif unit.arm is Arm.CAVALRY:
            yield from self._horse(view, piece, enemy, gap, told)
        else:
            yield from self._foot(view, piece, enemy, gap, told)

    def _horse(self, view: MawField, piece: Piece, enemy: Piece, gap: Length, effect: CheckEffect) -> Iterator[Act]:
        """Horse comes up behind the others and waits there for somebody to be shaken."""
        keep = length(RESERVE if not self._late(view, piece.owner) else 3)
        what = M.FULL_MOVE if effect in FAST_EFFECTS else M.HALF_MOVE
        if gap > keep + length(2):
            yield from players.ways(
                view, piece, middle_of(enemy), what, min(players.rate(view, piece, effect, what), gap - keep)
            )
        elif gap < length(6) and not reckon.shaken(view.books.units[enemy.id]):
            yield order(piece, what, step(K.WITHDRAW, players.rate(view, piece, effect, what)))

    def _foot(self, view: MawField, piece: Piece, enemy: Piece, gap: Length, effect: CheckEffect) -> Iterator[Act]:
        """Foot forms line, turns to the enemy, comes into its own reach, and stands there."""
        drawn, unit = view.shapes[piece.id], view.books.units[piece.id]
        what = M.FULL_MOVE if effect in FAST_EFFECTS else M.HALF_MOVE
        if unit.low_ammunition and gap > length(8):
            yield order(piece, M.REPLENISH)
        if drawn.state in SQUARES and not self._horse_near(view, piece):
            yield order(piece, M.CHANGE_FORMATION, new_formation=F.LINE.value)
        if drawn.state == F.FIELD_COLUMN and gap < length(16):
            yield order(piece, M.CHANGE_FORMATION, new_formation=F.LINE.value)
        if drawn.state == F.MARCH_COLUMN and gap < length(24):
            yield order(piece, M.DEPLOY_TO_THE_FRONT)
            yield order(piece, M.CHANGE_FORMATION, new_formation=F.LINE.value)
        wanted = reckon.stand_off(view, piece, enemy)
        off = players.off(view, piece, middle_of(enemy))
        if abs(off) > ASIDE and gap < length(14) and drawn.state in (F.LINE, F.OPEN_THIN, F.OPEN_DEEP):
            yield order(piece, M.CHANGE_FRONT, step(K.WHEEL, degrees=max(-90, min(90, off))))
        goal = reckon.goal_of(view, piece.id)
        if goal is not None and gap > wanted:
            there, far = goal
            most = min(players.rate(view, piece, effect, what), far, max(0, gap - wanted))
            if most > CRUMB:
                yield from players.ways(view, piece, there, what, most)
        holds = reckon.ahead(view, piece.owner) and not self._late(view, piece.owner)
        if holds and gap > length(18):
            return
        if gap > wanted + 500 and not (holds and gap > length(12)):
            yield from players.ways(
                view, piece, middle_of(enemy), what, min(players.rate(view, piece, effect, what), gap - wanted)
            )

    def _horse_near(self, view: MawField, piece: Piece) -> bool:
        enemies = reckon.threat_to(view, piece.id)
        return any(far < length(NEAR_HORSE) and view.books.units[name].on_horse for far, name in enemies)

    def _late(self, view: MawField, side: Role) -> bool:
        """Whether the last turns have come and the positions are the enemy's."""
        return reckon.turns_left(view) < HURRY and not reckon.ahead(view, side)


FULL = CheckEffect.WELL_HANDLED


def _own_first(names: Sequence[str], own: Sequence[str]) -> tuple[str, ...]:
    """Units of his command before those of others: these take the provisional penalty, and may have their own leader."""
    mine = tuple(name for name in names if name in own)
    return mine or tuple(names)


def opponent_of(kit: Kit[MawField], texts: Catalogue) -> Maker:
    """Who makes opponents for the table."""

    def made(_: str, seed: str) -> MawOpponent:
        return MawOpponent(kit, texts, seed)

    return made
