"""The opponent of this war: lines that stand and fire, guns that stay in action, squares against horse, charges at whoever fire has shaken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sandtable.ai.player import Maker, Why
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role, side_of
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.requests import Choose
from sandtable.miniatures.acting import may_do
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import charging, commanding, fighting, players, replying, seeing
from sandtable.rulesets.mexican_american_war.table.menu import order
from sandtable.rulesets.mexican_american_war.table.opponent import leaders, moves, shots
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS, Harm, clash, volley
from sandtable.rulesets.mexican_american_war.table.opponent.picture import foes, nearest, threat_to
from sandtable.rulesets.mexican_american_war.table.shapes import fronts_of
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, Stage
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Formation,
    HastyManeuver,
    Maneuver,
    OrderState,
    Phase,
)

M, H = Maneuver, HastyManeuver


class MawOpponent:
    """One opponent in one battle. It looks at the table anew for every order."""

    def __init__(self, kit: Kit[MawField], texts: Catalogue, level: str, seed: str) -> None:
        self.kit, self.texts, self._luck = kit, texts, Random(seed)  # noqa: S311 - a game, not a secret
        known = level if level in WEIGHTS.levels else WEIGHTS.levels[-1]
        self._danger, self._errs = (WEIGHTS.level(known, trait) for trait in ("danger", "carelessness"))
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

    def _erring(self, worth: float) -> float:
        """What something seems to be worth to somebody who errs."""
        return worth + self._luck.gauss(0.0, self._errs) if self._errs else worth

    # ---- Fire and replies ----------------------------------------------------------------------------------------------------------

    def _fires(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        """The shot that is worth most, then the next."""
        found = [(self._erring(worth) if worth else worth, shot) for worth, shot in shots.shots(self.kit, view, side)]
        least = WEIGHTS("shot", "least")
        ordered = sorted(found, key=lambda each: (-each[0], each[1].target))
        yield from (("fires", shot) for worth, shot in ordered if worth > least or self._errs)

    def _replies(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        """What leaves the charge least worth: a square, a counter charge, making off, or standing and firing."""
        found = []
        for reply in replying.open_replies(view, side):
            gain = self._spared(view, reply)
            if gain > 0:
                found.append((-gain, reply.piece, reply))
        yield from (("replies", reply) for _, _, reply in sorted(found, key=lambda each: each[:2]))

    def _spared(self, view: MawField, reply: Act) -> float:
        """How much less a charge is worth against a reply than against somebody who stands."""
        how, piece = HastyManeuver(reply.chosen["hasty_maneuver"]), view.pieces[reply.piece]
        charger = view.pieces[replying.charger_for(view, piece, how)]
        charge = view.charges[charger.id]
        behind = charging.turned(view, piece, charger, charge.began)
        stands = clash(view, charger, piece, outflanked=behind)
        if how is H.HASTY_SQUARE:
            return self._erring(stands - clash(view, charger, piece, shape=Formation.HASTY_SQUARE))
        if how is H.COUNTER_CHARGE:
            return self._erring(stands - clash(view, charger, piece, countered=True))
        return self._erring(stands)

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
        if not view.ridden:
            yield from self._checks(view, side)
        if not view.books.owed():
            yield from (("rides", each) for each in leaders.rides(view, side))

    def _charges(self, view: MawField) -> Iterator[tuple[str, Act]]:
        """Those that are worth it, the best first."""
        found = []
        for name in view.group:
            if name not in view.pieces or not charging.may_charge(view, name):
                continue
            for far, enemy in threat_to(view, name)[: int(WEIGHTS("charge", "steps"))]:
                worth = self._charge(view, view.pieces[name], view.pieces[enemy]) - WEIGHTS(
                    "charge", "far"
                ) * far / inches(1)
                if self._erring(worth) > WEIGHTS("charge", "least"):
                    found.append((-worth, name, enemy))
        for _, name, enemy in sorted(found):
            piece = view.pieces[name]
            for steel in (True, False):
                chosen = {"cold_steel": steel}
                yield "charges", Act(by=piece.owner, action="declare_charge", piece=name, target=enemy, chosen=chosen)

    def _charge(self, view: MawField, piece: Piece, target: Piece) -> float:
        """What a charge is worth: the combat, against a square if there would be one, less the fire on its way and its chance to be stopped."""
        own, foe = view.books.units[piece.id], view.books.units[target.id]
        front = view.shapes[piece.id].array.front
        behind = seeing.behind(fronts_of(view, target), (front.x, front.y))
        worth = clash(view, piece, target, outflanked=behind)
        if own.on_horse and _can_square(view, target):
            worth = min(worth, clash(view, piece, target, shape=Formation.HASTY_SQUARE))
        if foe.on_horse and foe.order is OrderState.GOOD and not behind:
            worth = min(worth, clash(view, piece, target, countered=True))
        fire = self._on_the_way(view, piece, target)
        if worth > 0:
            worth *= 1.0 - fire.stopped
        return worth - self._danger * WEIGHTS("charge", "hurt") * fire.worth(own)

    def _on_the_way(self, view: MawField, piece: Piece, target: Piece) -> Harm:
        """The fire of those who would bear on a charge at its end: its target, and whoever is as near to it."""
        own, close = view.books.units[piece.id], inches(view.tables.number("apart.enemy"))
        lost = shaken = 0.0
        passes = 1.0
        for foe in foes(view, piece.owner):
            far = seeing.gap(view, foe.piece, target)
            if not foe.reach or far > foe.reach:
                continue
            near = foe.piece.id == target.id
            if not near and not foe.unit.is_guns:
                continue
            harm = volley(view, foe.unit, own, close if near else max(close, far), len(foe.spots), charges=True)
            if harm.lost + harm.shaken > lost + shaken:
                lost, shaken, passes = harm.lost, harm.shaken, 1.0 - harm.stopped
        return Harm(lost, shaken, 1.0 - passes)

    def _checks(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        """Those who must check or want to move, under their own leaders where they can be, in as few checks as there need be."""
        wants = {piece.id for piece in seeing.units_of(view, side) if self._wants(view, piece)}
        found = []
        for each in commanding.checks(view, side):
            names = tuple(name for name in each.helpers if name in wants) if each.helpers else ()
            if each.helpers and names:
                own = view.books.leaders[each.piece].command
                check = Act(by=side, action="maneuver_check", piece=each.piece, helpers=_own_first(names, own))
                found.append((-sum(name in own for name in names), each.piece, check))
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
        if self._could_charge(view, piece) or self._replenishes(view, piece):
            return True
        return moves.out_of_place(view, piece)

    def _could_charge(self, view: MawField, piece: Piece) -> bool:
        """Whether somebody near is worth a charge."""
        far = inches(
            view.tables.number(
                "movement.cavalry.line.open.full"
                if view.books.units[piece.id].on_horse
                else "movement.infantry.line.US.open.full"
            )
        )
        near = [enemy for gap, enemy in threat_to(view, piece.id)[:2] if gap <= far]
        least = WEIGHTS("charge", "least")
        return any(self._charge(view, piece, view.pieces[enemy]) > least for enemy in near)

    def _replenishes(self, view: MawField, piece: Piece) -> bool:
        found = nearest(view, piece.id)
        return view.books.units[piece.id].low_ammunition and (
            found is None or found[0] > inches(view.tables.number("replenish.clear"))
        )

    def _moves(self, view: MawField) -> Iterator[tuple[str, Act]]:
        for name in view.group:
            if name in view.pieces and not view.books.units[name].maneuver_done:
                yield from (("moves", each) for each in self._goes(view, view.pieces[name]))
                yield "holds", order(view.pieces[name], M.HOLD)

    def _goes(self, view: MawField, piece: Piece) -> Iterator[Act]:
        """What a unit would do with its effect, the best first."""
        unit, found, effect = view.books.units[piece.id], nearest(view, piece.id), moves.effect_of(view, piece)
        if found is None or view.shapes[piece.id].kind is Kind.HOUSE:
            return
        gap, enemy = found
        if unit.is_guns:
            yield from players.guns_toward(view, piece, enemy, gap, effect)
            return
        if self._replenishes(view, piece):
            yield order(piece, M.REPLENISH)
        known = moves.goings(view, piece.id, effect, self._danger)
        ranked = sorted((-self._erring(each.gain), number) for number, each in enumerate(known))
        yield from (known[number].order for _, number in ranked)


def _can_square(view: MawField, target: Piece) -> bool:
    """Whether foot would form square when horse comes at it."""
    unit = view.books.units[target.id]
    foot = not unit.is_guns and not unit.on_horse and view.shapes[target.id].kind is Kind.RANKS
    return foot and unit.order is OrderState.GOOD


def _own_first(names: Sequence[str], own: Sequence[str]) -> tuple[str, ...]:
    """Units of his command before those of others: these take the provisional penalty, and may have their own leader."""
    mine = tuple(name for name in names if name in own)
    return mine or tuple(names)


def opponent_of(kit: Kit[MawField], texts: Catalogue) -> Maker:
    """Who makes opponents for the table."""

    def made(level: str, seed: str) -> MawOpponent:
        return MawOpponent(kit, texts, level, seed)

    return made
