"""The opponent of Mesoamerica: it plans for the whole army without knowing the other plan, names fights that it wins, and claims whom it can lead away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from sandtable.ai.player import Maker, Why
from sandtable.ai.weights import Weighing
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role, side_of
from sandtable.geometry.measure import Pose, inches
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.requests import Choose
from sandtable.miniatures import acting
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act, Plan
from sandtable.miniatures.players import Aims
from sandtable.rulesets.mesoamerica.prisoners import most_claimed
from sandtable.rulesets.mesoamerica.table import capturing, fighting
from sandtable.rulesets.mesoamerica.table.ground import centre
from sandtable.rulesets.mesoamerica.table.nearness import back_of, touched
from sandtable.rulesets.mesoamerica.table.opponent.approach import Approach
from sandtable.rulesets.mesoamerica.table.opponent.care import Care
from sandtable.rulesets.mesoamerica.table.opponent.mixed import drawn, solved
from sandtable.rulesets.mesoamerica.table.opponent.muster import Muster, mustered
from sandtable.rulesets.mesoamerica.table.opponent.odds import Troop, fought
from sandtable.rulesets.mesoamerica.table.opponent.postures import SHARE, Intent, Posture, Tactics, postures
from sandtable.rulesets.mesoamerica.table.opponent.rehearsal import Rehearsal
from sandtable.rulesets.mesoamerica.table.opponent.stations import stationed
from sandtable.rulesets.mesoamerica.table.opponent.worth import WEIGHTS, worth_of
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, enemy_of
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, Back, Fight, Phase

LONG = 12  # turns after which nobody grows more eager
HELPERS = 2  # friends who make an attack more worth
SHORTER = (1.0, 0.75, 0.5, 0.25)  # of a way, tried in turn


class MesoamericaOpponent:
    """One opponent in one battle. It keeps nothing that its view does not tell, but for whom it has sent somewhere just now."""

    def __init__(
        self, kit: Kit[MesoamericaField], aims: Aims[MesoamericaField], texts: Catalogue, level: str, seed: str
    ) -> None:
        name = level or WEIGHTS.levels[-1]
        self.kit, self.aims, self.texts = kit, aims, texts
        self._luck = Random(seed)  # noqa: S311 - whoever gives the seed keeps it secret
        self._care = Care(WEIGHTS.level(name, "carelessness"), self._luck)
        self._targets = int(WEIGHTS.level(name, "targets"))
        self._forgets = WEIGHTS.level(name, "forgets")
        self._sent: set[str] = set()  # to better places, in the turn before
        self._why: Message | None = None
        self._about: tuple[str, ...] = ()

    def why(self) -> Why | None:
        """Why the last order was given, in a sentence."""
        return None if self._why is None else Why(self.texts.say(self._why), self._about)

    def order(self, view: MesoamericaField, decision: Decision) -> Order:
        """A plan for all, or who is named next against whom."""
        side = side_of(decision.by)
        self._why, self._about = None, ()
        if Plan.kind not in decision.orders:
            return self._fight(view, side)
        match view.books.phase:
            case Phase.ORDERS:
                acts: Sequence[Act] = self._orders(view, side)
            case Phase.SACRIFICE:
                acts = [offer for piece in view.of(side) for offer in list(capturing.offers_of(view, piece))[:1]]
            case Phase.PRISONERS:
                acts = list(self._claims(view, side))
            case _:
                acts = ()
        return self._plan(view, decision.by, acts)

    def _plan(self, view: MesoamericaField, by: Role, acts: Sequence[Act]) -> Plan:
        """A plan of as many acts as fit together."""
        fitting: list[Act] = list(acts)
        if next(self.kit.fits(view, side_of(by), tuple(fitting)), None) is None:
            return Plan(by=by, acts=tuple(fitting))
        fitting = []
        for act in acts:
            if next(self.kit.fits(view, side_of(by), (*fitting, act)), None) is None:
                fitting.append(act)
        return Plan(by=by, acts=tuple(fitting))

    # ---- Orders ----------------------------------------------------------------------------------------------------------------

    def _orders(self, view: MesoamericaField, side: Role) -> list[Act]:
        """What the army does: what it might do against what the enemy might, as a game in which both choose at once."""
        muster, worth = mustered(view, side), worth_of(view.tables)
        far_edge = view.edges[enemy_of(side)]
        tactics = Tactics(muster, worth, view.tables, self._targets, self._care)
        if not muster.foes:
            return []
        own = postures(tactics)
        foes = postures(Tactics(muster.turned(far_edge), worth, view.tables))
        rehearsal = Rehearsal(muster, far_edge, worth, view.tables)
        eager = {posture: WEIGHTS("posture", posture) * min(view.books.turn, LONG) for posture in Posture}
        payoffs = [[rehearsal.value(mine, theirs) + eager[posture] for _, theirs in foes] for posture, mine in own]
        chosen = self._chosen(payoffs)
        posture, meant = own[chosen]
        meant = Approach(tactics, view.terrain, posture is Posture.STORM).intents(meant)
        intents = stationed(tactics, meant, self._sent)
        self._sent = {name for name, intent in intents.items() if intent.to is not None and intent != meant[name]}
        self._why = Message(f"opponent.{posture}")
        acts = (self._act(view, muster, name, intent) for name, intent in intents.items() if not self._is_forgotten())
        return [act for act in acts if act is not None]

    def _is_forgotten(self) -> bool:
        """Whether a unit is left without orders, as happens to who is new to it."""
        return bool(self._forgets) and self._luck.random() < self._forgets

    def _chosen(self, payoffs: Sequence[Sequence[float]]) -> int:
        """Which row is played: by the dice of a mixture that holds against every column; who is careless takes any that is nearly as good."""
        often, value = solved(payoffs)
        if self._care.carelessness:
            near = [number for number, row in enumerate(payoffs) if min(row) >= value - self._care.carelessness]
            return self._luck.choice(near) if near else drawn(often, self._luck.random())
        return drawn(often, self._luck.random())

    def _act(self, view: MesoamericaField, muster: Muster, name: str, intent: Intent) -> Act | None:
        """What a unit would do, as an order that it may be given; less of it where all of it is too much."""
        piece = view.pieces[name]
        wishes: Iterator[Act] = iter(())
        if intent.targets:
            first, *others = intent.targets
            wishes = iter(
                Act(by=piece.owner, action="fire_order", piece=name, target=one, targets=tuple(rest))
                for one, rest in ((first, others), (first, ()), *((each, ()) for each in others))
            )
        elif intent.charge:
            body = next(each for each in muster.foes if each.id == intent.charge)
            wishes = iter(
                (
                    Act(by=piece.owner, action="charge_order", piece=name, target=intent.charge),
                    *self._ways(piece, (body.x, body.y), 4.0),
                )
            )
        elif intent.to is not None:
            wishes = iter(self._ways(piece, intent.to, None))
        return next((act for act in wishes if acting.may_do(self.kit, view, act)), None)

    def _ways(self, piece: Piece, to: tuple[float, float], most: float | None) -> list[Act]:
        """Straight to a place, or part of the way."""
        here, pose = centre(piece), piece.figures[0]
        dx, dy = inches(to[0]) - here.x, inches(to[1]) - here.y
        size = max(1.0, (dx * dx + dy * dy) ** 0.5)
        cut = 1.0 if most is None else min(1.0, inches(most) / size)
        acts = []
        for share in SHORTER:
            x, y = int(dx * cut * share), int(dy * cut * share)
            if x or y:
                there = Pose(pose.x + x, pose.y + y, pose.facing)
                acts.append(Act(by=piece.owner, action="move_order", piece=piece.id, ways=((there,),)))
        return acts

    # ---- Fights ----------------------------------------------------------------------------------------------------------------

    def _fight(self, view: MesoamericaField, side: Role) -> Order:
        """The next fight to be fought; else the attack that is worth most, or none where none is worth anything."""
        if view.books.naming_over:
            actor, target = fighting.next_fights(view)[0]
            return Act(by=side, action="fight", piece=actor, target=target)
        must = {piece.id for piece in fighting.must_name(view, side)}
        found: list[tuple[float, Act | None]] = [] if must else [(0.0, None)]
        for piece in view.of(side):
            for enemy in fighting.targets_of(view, piece):
                value = self._attack(view, piece, enemy)
                if value > 0 or piece.id in must:
                    act = Act(by=side, action="name_fight", piece=piece.id, target=enemy.id)
                    found.append((value, act))
        best = found[self._care.pick([value for value, _ in found])][1] if found else None
        if best is None or not acting.may_do(self.kit, view, best):
            return next(order for order in self.aims.passes(view, side) if acting.may_do(self.kit, view, order))
        self._why = Message.of("opponent.attacks", who=best.piece, whom=best.target)
        self._about = (best.piece, best.target)
        return best

    def _attack(self, view: MesoamericaField, piece: Piece, enemy: Piece) -> float:
        """What an attack is worth: whoever is attacked by several rolls but once, so that friends beside him make an even fight a good one."""
        own, foe = view.unit(piece), view.unit(enemy)
        attackers = fighting.attackers_of(view, enemy.id)
        shock = ""
        for who, one, other in (("own", own, foe), ("enemy", foe, own)):
            fresh = one.shot_turn != view.books.turn and one.fought_turn < view.books.turn - 1
            went = one.moved_turn == view.books.turn and one.moved_share >= SHARE
            if fresh and went and other.moved_turn != view.books.turn:
                shock = who
        back = back_of(piece, enemy)
        value = fought(
            Troop.of(own), Troop.of(foe), shock, Back(back), bool(attackers), worth_of(view.tables), view.tables
        )
        others = sum(
            each.id != piece.id and each.owner == piece.owner and fighting.may_attack(view, each)
            for each in touched(view, enemy)
        )
        return value + WEIGHTS("worth", "attacked") * min(len(attackers) + others, HELPERS) + WEIGHTS("worth", "even")

    def choose(self, view: MesoamericaField, role: Role, choice: Choose) -> str:
        """In a fight what is best by the umpire's measure; where the dead count nothing, weapons before lives. Who had better defend defends."""
        options = {option.value for option in choice.options}
        captives = not view.tables.number("victory.killed") and capturing.priests_of(view, role)
        if Fight.DISARM.value in options and choice.usual != Fight.DEFEND.value and captives:
            return Fight.DISARM.value
        return choice.usual

    # ---- Captives --------------------------------------------------------------------------------------------------------------

    def _claims(self, view: MesoamericaField, side: Role) -> Iterator[Act]:
        """Enough men to be worth an escort; any where only captives count, or where it is nearly over."""
        late, taken = self._is_late(view), set[str]()
        for piece in sorted(view.of(side), key=lambda each: view.unit(each).weapon not in MISSILES):
            least = (
                1 if late else int(WEIGHTS("claim", "of_missiles" if view.unit(piece).weapon in MISSILES else "least"))
            )
            found = [(self._claimed(view, piece, act), act) for act in capturing.claims_of(view, piece)]
            found = [(men, act) for men, act in found if men >= least and act.target not in taken]
            if found:
                men, act = max(found, key=lambda each: each[0])
                taken.add(act.target)
                self._why = Message.of("opponent.claims", who=act.piece, count=men)
                self._about = (act.piece,)
                yield act

    def _claimed(self, view: MesoamericaField, piece: Piece, act: Act) -> int:
        own = view.unit(piece).men
        men = view.unit(act.target).men if act.target else capturing.lying_of(view, str(act.chosen["marker"]))
        return most_claimed(own, men, view.tables)

    def _is_late(self, view: MesoamericaField) -> bool:
        if not view.tables.number("victory.killed"):
            return True
        if view.books.turn >= view.tables.number("victory.last_turn") - 1:
            return True
        return max(_lost(view).values()) >= WEIGHTS("claim", "nearly") * float(
            Fraction(str(view.tables.option("break_share")))
        )


def _lost(view: MesoamericaField) -> Mapping[Any, float]:
    """The share of its men that each side has lost, as far as is seen."""
    began: dict[Any, int] = {}
    left: dict[Any, int] = {}
    for unit in view.books.units.values():
        began[unit.side] = began.get(unit.side, 0) + unit.started
        left[unit.side] = left.get(unit.side, 0) + unit.men.all
    return {side: 1 - left[side] / max(1, began[side]) for side in began}


def opponent_of(kit: Kit[MesoamericaField], aims: Aims[MesoamericaField], texts: Catalogue) -> Maker:
    """Who makes opponents for the table."""

    def made(level: str, seed: str) -> MesoamericaOpponent:
        return MesoamericaOpponent(kit, aims, texts, level, seed)

    return Weighing(WEIGHTS, made)
