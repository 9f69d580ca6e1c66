"""The opponent of this war: lines that stand and fire, guns that stay in action, squares against horse, charges at whoever fire has shaken."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.ai.player import Maker, Reasoning
from sandtable.ai.weighing import Reason
from sandtable.ai.weights import Weighing
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role, side_of
from sandtable.kernel.messages import Catalogue, Message
from sandtable.miniatures.acting import may_do
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import players
from sandtable.rulesets.mexican_american_war.table.charges import charging, fighting, replying
from sandtable.rulesets.mexican_american_war.table.desk.menu import order
from sandtable.rulesets.mexican_american_war.table.leaders import commanding
from sandtable.rulesets.mexican_american_war.table.opponent import charges, leaders, moves, shots
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS, clash, price, volley
from sandtable.rulesets.mexican_american_war.table.opponent.picture import (
    charge_reach,
    in_reach,
    nearest,
    only_horse_near,
    threat_to,
)
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, Stage
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Formation,
    HastyManeuver,
    Maneuver,
    OrderState,
    Phase,
)

M, H = Maneuver, HastyManeuver


class MawOpponent(Reasoning):
    """One opponent in one battle. It looks at the table anew for every order."""

    def __init__(self, kit: Kit[MawField], texts: Catalogue, level: str, seed: str) -> None:
        super().__init__(texts.say)
        self.kit, self._luck = kit, Random(seed)  # noqa: S311 - a game, not a secret
        known = level if level in WEIGHTS.levels else WEIGHTS.levels[-1]
        self._danger, self._errs = (WEIGHTS.level(known, trait) for trait in ("danger", "carelessness"))
        self._moment: object = None
        self._wishful: dict[str, bool] = {}  # who has something to do in this turn

    def order(self, view: MawField, decision: Decision) -> Order:
        """The first of its wishes that is legal."""
        side = side_of(decision.by)
        for why, wish in self._wishes(view, side):
            if may_do(self.kit, view, wish):
                return self.because(Reason(Message.of(f"opponent.{why}", name=wish.piece, target=wish.target)), wish)
        passes = players.passes(view, side)
        goes_on = next((each for each in passes if may_do(self.kit, view, each)), passes[-1])
        return self.because(Reason(Message("opponent.goes_on")), goes_on)

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
        if charge.target != piece.id:
            return self._erring(self._helped(view, piece, charger, how))
        behind = charging.turned(view, piece, charger, charge.began)
        those = charges.going_at(view, piece.id)
        stands = clash(view, those, piece.id, outflanked=behind)
        if how is H.HASTY_SQUARE:
            return self._erring(stands - clash(view, those, piece.id, shape=Formation.HASTY_SQUARE))
        if how is H.COUNTER_CHARGE:
            return self._erring(stands - clash(view, those, piece.id, countered=True))
        if how is H.SHELTER:
            return self._erring(self._sheltered(view, piece, charger, stands))
        return self._erring(stands - WEIGHTS("reply", "evade"))

    def _helped(self, view: MawField, piece: Piece, charger: Piece, how: HastyManeuver) -> float:
        """What it is worth to meet a charge at somebody else, or to form square beside him."""
        target = view.charges[charger.id].target
        if how is H.COUNTER_CHARGE:
            relief = clash(view, (charger.id,), target) if target in view.pieces else 0.0
            met = clash(view, (charger.id,), piece.id, countered=True)
            return WEIGHTS("reply", "relief") * max(0.0, relief) - met - WEIGHTS("reply", "risk")
        if how is not H.HASTY_SQUARE or not only_horse_near(view, piece.id):
            return 0.0
        line, square = (clash(view, (charger.id,), piece.id, shape=each) for each in (None, Formation.HASTY_SQUARE))
        return WEIGHTS("reply", "beside") * (line - square)

    def _sheltered(self, view: MawField, piece: Piece, charger: Piece, stands: float) -> float:
        """What it is worth to leave guns that are charged: they fire no more, and whoever comes upon them has them."""
        own, close = view.books.units[piece.id], inches(view.tables.number("apart.enemy"))
        lost = volley(view, own, view.books.units[charger.id], close, own.stands, charges=True)
        return (
            stands - lost.worth(view.books.units[charger.id]) - WEIGHTS("state", "stopped") * lost.stopped - price(own)
        )

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
        least = charges.least(view, view.group)
        for each in charges.strokes(view, self._danger, lambda order: may_do(self.kit, view, order)):
            if self._erring(each.worth) > least:
                for steel in (True, False):
                    yield "charges", charges.declared(view, each.name, each.target, steel=steel)

    def _checks(self, view: MawField, side: Role) -> Iterator[tuple[str, Act]]:
        """Those who must check or want to move: each under its own leader, else under another, else alone; who is nearest to the enemy first."""
        open_ = sorted(
            commanding.checks(view, side), key=lambda each: (not each.helpers, self._near(view, each), each.piece)
        )
        for own in (True, False):
            for each in open_:
                if not each.helpers:
                    continue
                command = view.books.leaders[each.piece].command
                names = tuple(name for name in each.helpers if (name in command) is own and self._wanted(view, name))
                if names:
                    yield "checks", Act(by=side, action="maneuver_check", piece=each.piece, helpers=names)
        yield from (("checks", each) for each in open_ if not each.helpers and self._wanted(view, each.piece))

    def _near(self, view: MawField, check: Act) -> float:
        """How near to the enemy the first of a check is."""
        found = (nearest(view, name) for name in check.helpers or (check.piece,))
        return min((each[0] for each in found if each is not None), default=0)

    def _wanted(self, view: MawField, name: str) -> bool:
        """Whether a unit has something to do that needs a check, as it looked when that was first asked in this turn."""
        moment = view.books.turn, view.books.side
        if moment != self._moment:
            self._moment, self._wishful = moment, {}
        piece = view.pieces[name]
        if view.books.units[name].order is not OrderState.GOOD:
            return True
        if name not in self._wishful:
            self._wishful[name] = self._wants(view, piece)
        return self._wishful[name]

    def _wants(self, view: MawField, piece: Piece) -> bool:
        """Whether a unit has something to do that needs a check."""
        unit = view.books.units[piece.id]
        if not piece.figures:
            return False
        if unit.is_guns:
            return unit.sheltered or unit.silenced or unit.low_ammunition or not players.in_action(view, piece)
        if self._could_charge(view, piece) or self._replenishes(view, piece):
            return True
        return bool(moves.goings(view, piece.id, CheckEffect.WELL_HANDLED, self._danger))

    def _could_charge(self, view: MawField, piece: Piece) -> bool:
        """Whether somebody near is worth a charge, alone or with friends who are as near."""
        far, least = charge_reach(view, piece), charges.least(view, (piece.id,))
        near = [enemy for gap, enemy in threat_to(view, piece.id)[:2] if gap <= far]
        return any(
            charges.worth(view, (*with_, piece.id), enemy, self._danger) / (1 + len(with_)) > least
            for enemy in near
            for with_ in ((), in_reach(view, enemy, piece.id))
        )

    def _replenishes(self, view: MawField, piece: Piece) -> bool:
        found = nearest(view, piece.id)
        return view.books.units[piece.id].low_ammunition and (
            found is None or found[0] > inches(view.tables.number("replenish.clear"))
        )

    def _moves(self, view: MawField) -> Iterator[tuple[str, Act]]:
        for name in sorted(view.group, key=lambda each: self._far(view, each)):
            if name in view.pieces and not view.books.units[name].maneuver_done:
                yield from (("moves", each) for each in self._goes(view, view.pieces[name]))
                yield "holds", order(view.pieces[name], M.HOLD)

    def _far(self, view: MawField, name: str) -> float:
        """How far the enemy is: who is nearest makes room for those behind him."""
        found = nearest(view, name) if name in view.pieces else None
        return 0 if found is None else found[0]

    def _goes(self, view: MawField, piece: Piece) -> Iterator[Act]:
        """What a unit would do with its effect, the best first."""
        unit, found, effect = view.books.units[piece.id], nearest(view, piece.id), moves.effect_of(view, piece)
        if found is None or view.shapes[piece.id].kind is Kind.HOUSE:
            return
        gap, enemy = found
        if unit.is_guns:
            if unit.sheltered:
                yield order(piece, M.RETURN_TO_GUNS)
            yield from players.guns_toward(view, piece, enemy, gap, effect)
            return
        if self._replenishes(view, piece):
            yield order(piece, M.REPLENISH)
        known = moves.goings(view, piece.id, effect, self._danger)
        ranked = sorted((-self._erring(each.gain), number) for number, each in enumerate(known))
        yield from (known[number].order for _, number in ranked)


def opponent_of(kit: Kit[MawField], texts: Catalogue) -> Maker:
    """Who makes opponents for the table."""

    def made(level: str, seed: str) -> MawOpponent:
        return MawOpponent(kit, texts, level, seed)

    return Weighing(WEIGHTS, made)
