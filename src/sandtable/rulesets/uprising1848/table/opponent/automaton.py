"""The government by the rules: which unit acts, what it does, and the orders that come of it (R48-A.01 to R48-A.29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from sandtable.ai.player import Why
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Pose, apart, bearing
from sandtable.kernel.drivers.run import DiceSource
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose, Observe
from sandtable.kernel.tables import Tables, settled_tables
from sandtable.miniatures import acting
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.behaviour import BehaviourVerdict, NonPlayersDo, what_do_they_do
from sandtable.rulesets.uprising1848.initiative import Candidate, WhoActs, WhoActsVerdict, who_acts, worth_of
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import astray, touching
from sandtable.rulesets.uprising1848.table.combat.fighting import BY_CLASS
from sandtable.rulesets.uprising1848.table.combat.gunnery import ACTIONS, reach_of
from sandtable.rulesets.uprising1848.table.combat.shooting import BY_SHOT, volleys
from sandtable.rulesets.uprising1848.table.encounters.searching import kept_back
from sandtable.rulesets.uprising1848.table.figures import Role as FigureRole
from sandtable.rulesets.uprising1848.table.opponent.courses import order_to_go
from sandtable.rulesets.uprising1848.table.opponent.facts import Facts, Spotted, middle_of
from sandtable.rulesets.uprising1848.table.opponent.shots import best_shot
from sandtable.rulesets.uprising1848.table.players import passes, ready
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import (
    FLEEING,
    Activity,
    Ammunition,
    Deed,
    Firearm,
    GunClass,
    Instead,
    Kind,
    Quality,
    Reaction,
    Shot,
)

STRIKES = (Deed.FIRE, Deed.CHARGE, Deed.THROW)
STRIKING = 3  # the place in the order of who acts of those who can strike
MOST_CANDIDATES = 8  # as the form has room for
STANDS = (Deed.STAND, Deed.STAND_COVER, Deed.SUBMIT)
REACTIONS = {
    Deed.REACT_FIRE: Reaction.FIRE,
    Deed.REACT_THROW: Reaction.THROW,
    Deed.REACT_MOVE: Reaction.MOVE,
    Deed.REACT_NONE: Reaction.NONE,
}


@dataclass(frozen=True, slots=True)
class Intent:
    """What a unit does in its initiative: the deed, and at whom."""

    turn: int
    piece: str
    deed: Deed
    target: str


@lru_cache(maxsize=16)
def at_stance(tables: Tables, stance: str) -> Tables:
    """The tables under which a government of a stance decides (R48-A.01)."""
    if stance not in RULESET.options["referee"].choices or tables.option("referee") == stance:
        return tables
    chosen = {name: tables.option(name) for name in tables.chosen}
    return settled_tables(tables, RULESET.options, {**chosen, "referee": stance}, "", "stance")


def verdict_of(rule: Any, answer: Any, dice: DiceSource | None = None) -> Any:
    """Run a rule whose facts are measured and whose dice, if any, are the player's own luck."""
    try:
        request = next(rule)
        while True:
            if isinstance(request, Observe):
                request = rule.send(request.normal(answer(request)))
            else:
                assert dice is not None  # noqa: S101 - only a tie is thrown for
                request = rule.send(request.reading(dice.answer(request)))
    except StopIteration as stop:
        return stop.value


class Luck:
    """Dice of a player's own, for ties."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)  # noqa: S311 - a game, not a secret

    def answer(self, request: Any) -> Any:
        """A face of each die."""
        return [self.chance.choice(die.faces) for die in request.dice]


class Automaton:
    """The government, unit by unit."""

    def __init__(self, kit: Kit[UprisingField], stance: str, seed: str) -> None:
        self.kit, self.stance, self.luck = kit, stance, Luck(seed)
        self.intent: Intent | None = None
        self._why: Why | None = None  # of the last order
        self._known: tuple[UprisingField | None, dict[str, Facts]] = (
            None,
            {},
        )  # of the view that was last thought about

    def _facts(self, view: UprisingField, piece: Piece, tables: Tables) -> Facts:
        """The facts of a unit, gathered once for a view."""
        if self._known[0] is not view:
            self._known = view, {}
        known = self._known[1]
        if piece.id not in known:
            known[piece.id] = Facts(view, piece, tables)
        return known[piece.id]

    # What it is asked

    def order(self, view: UprisingField, decision: Decision) -> Order:
        """The next order: of the unit that acts, or of the one that is to act."""
        tables = at_stance(view.tables, self.stance)
        if view.moving is not None:
            return self._go(view, tables)
        if view.acting:
            return self._act(view, view.pieces[view.acting[-1]], tables)
        for name, _, _ in kept_back(view):
            show = Act(by=GOVERNMENT, action="reveal", target=name)
            if acting.may_do(self.kit, view, show):
                self._give_reason(view.pieces.get(name), [Message.of("row.shown")], tables)
                return show
        return (
            self._act(view, self.chosen(view, tables), tables)
            if ready(view, GOVERNMENT)
            else self._pass(view, decision)
        )

    def _pass(self, view: UprisingField, decision: Decision) -> Order:
        self._why = None
        return passes(view, decision.by)[0]

    def choose(self, view: UprisingField, role: Role, choice: Choose) -> str:  # noqa: ARG002 - it speaks for one role
        """A reaction to a charge by the rules; away when it moves (R48-A.20)."""
        if choice.key != "charge.reaction" or view.charge is None:
            return choice.usual
        charge = view.charge
        facts = Facts(view, view.pieces[charge.target], at_stance(view.tables, self.stance), charge.marks)
        (deed, _), *_ = self.answers(facts, charged=True)
        wanted = REACTIONS.get(deed, Reaction.NONE).value
        return wanted if wanted in {option.value for option in choice.options} else choice.usual

    def why(self) -> Why | None:
        """The row that decided and the numbers compared; closed until the end unless the battle is open (R48-A.26(c))."""
        return self._why

    def _give_reason(self, piece: Piece | None, reasons: Sequence[Message], tables: Tables) -> None:
        words = " ".join(f"{RULESET.catalogue.say(each).removesuffix('.')}." for each in reasons)
        told_now = tables.option("openReasons") and piece is not None
        self._why = Why(words, (piece.id,) if told_now and piece is not None else None)

    # Who acts (R48-A.02)

    def chosen(self, view: UprisingField, tables: Tables) -> Piece:
        """The unit that acts: the first class that applies, the stronger one in it, then luck."""
        pieces = [piece for piece in ready(view, GOVERNMENT) if piece.figures]
        sally = [
            piece for piece in pieces if piece.id in view.bound and view.unit(piece.id).party.kind is not Kind.GARRISON
        ]
        if sally:
            return sally[0]
        nearest = min(pieces, key=lambda piece: _distance(view, piece))
        cards = [(self._candidate(view, piece, tables, nearest=piece is nearest), piece) for piece in pieces]
        if min(card.rank for card, _ in cards) >= STRIKING:
            cards = self._striking(view, cards, tables)
        cards.sort(key=lambda each: (each[0].rank, -worth_of(each[0], tables)))
        some = cards[:MOST_CANDIDATES]
        situation = WhoActs(units=tuple(card for card, _ in some))
        verdict: WhoActsVerdict = verdict_of(who_acts(situation, tables), lambda request: request.usual, self.luck)
        return some[verdict.place - 1][1]

    def _striking(
        self, view: UprisingField, cards: Sequence[tuple[Candidate, Piece]], tables: Tables
    ) -> list[tuple[Candidate, Piece]]:
        """The units with whether they can strike: the strongest are asked first, and who is weaker than one who can need not be asked."""
        found: list[tuple[Candidate, Piece]] = []
        strongest: Fraction | None = None
        for card, piece in sorted(cards, key=lambda each: -worth_of(each[0], tables)):
            asked = strongest is None or worth_of(card, tables) == strongest
            if asked and any(deed in STRIKES for deed, _ in self.answers(self._facts(view, piece, tables))):
                strongest = worth_of(card, tables)
                found.append((replace(card, can_strike=True), piece))
            else:
                found.append((card, piece))
        return found

    def _candidate(self, view: UprisingField, piece: Piece, tables: Tables, *, nearest: bool) -> Candidate:
        facts, unit = self._facts(view, piece, tables), view.unit(piece.id)
        return Candidate(
            name=piece.id,
            kind=facts.kind,
            actor=facts.quality,
            figures=facts.count,
            threatened=facts.kind in FLEEING and facts.threatened(),
            gun_has_target=facts.kind is Kind.ARTILLERY and facts.gun_has_target(),
            touches_players=facts.in_contact() > 0,
            wavering=not view.solid(piece.id),
            nearest=nearest,
            actor_has_acted=unit.has_acted,
        )

    # What they do (R48-A.28)

    def answers(self, facts: Facts, *, charged: bool = False) -> list[tuple[Deed, Spotted | None]]:
        """The umpire's own answer: what each part of the unit does, and at whom."""
        return _parts(self.verdict(facts, charged=charged), facts)

    def verdict(self, facts: Facts, *, charged: bool = False) -> BehaviourVerdict:
        """*What do they do?* with every fact measured."""
        found: BehaviourVerdict = verdict_of(
            what_do_they_do(facts.situation(charged=charged), facts.tables), facts.answer
        )
        return found

    def _act(self, view: UprisingField, piece: Piece, tables: Tables) -> Order:
        """The first order that an answer comes to and that is legal."""
        facts = self._facts(view, piece, tables)
        verdict = self.verdict(facts)
        parts = _parts(verdict, facts)
        for answer, target in parts:
            for deed in self._carried_on(view, piece, answer):
                for order in self.orders(facts, deed, target):
                    if acting.may_do(self.kit, view, order):
                        self.intent = Intent(view.books.turn, piece.id, deed, target.piece.id if target else "")
                        self._give_reason(piece, _reasons(verdict), tables)
                        return order
        close_up = _closes_up(facts)
        if close_up is not None and acting.may_do(self.kit, view, close_up):
            self._give_reason(piece, [Message.of("row.closes")], tables)
            return close_up
        cannot = [Message.of("row.cannot")] if any(deed not in STANDS for deed, _ in parts) else []
        self._give_reason(piece, [*_reasons(verdict), *cannot], tables)
        return self._stands(view, piece)

    def _carried_on(self, view: UprisingField, piece: Piece, deed: Deed) -> tuple[Deed, ...]:
        """The others of a unit that has begun to strike do as the first did, unless they are in contact or waver; who can not, does what he else would."""
        begun = self._meant(view, piece)
        if begun is None or begun.deed not in STRIKES or deed in (Deed.ATTACK, Deed.RALLY):
            return (deed,)
        return tuple(dict.fromkeys((Deed.THROW if begun.deed is Deed.THROW else Deed.FIRE, deed)))

    def _meant(self, view: UprisingField, piece: Piece) -> Intent | None:
        """What this unit has set out to do in its initiative of this turn."""
        kept = self.intent
        return kept if kept is not None and (kept.turn, kept.piece) == (view.books.turn, piece.id) else None

    def _stands(self, view: UprisingField, piece: Piece) -> Order:
        stand = next(each for each in passes(view, GOVERNMENT) if each.piece == piece.id)
        if acting.may_do(self.kit, view, stand):
            return stand
        return Act(by=GOVERNMENT, action="move", piece=piece.id)

    def _go(self, view: UprisingField, tables: Tables) -> Order:
        """Those who have thrown go where they meant to."""
        assert view.moving is not None  # noqa: S101 - somebody has thrown
        piece = view.pieces[view.moving.piece]
        facts = Facts(view, piece, tables, view.moving.figures)
        meant = self._meant(view, piece)
        if meant is not None:
            target = next((each for each in facts.seen if each.piece.id == meant.target), facts.nearest)
            return order_to_go(self.kit, facts, meant.deed, target)
        verdict = self.verdict(facts)
        self._give_reason(piece, _reasons(verdict), tables)
        deed, target = _parts(verdict, facts)[-1]
        return order_to_go(self.kit, facts, deed, target)

    # Words become orders (R48-A.29)

    def orders(self, facts: Facts, deed: Deed, target: Spotted | None) -> Iterator[Act]:
        """What comes of a deed, the wished-for first."""
        piece = facts.piece
        if deed is Deed.ATTACK:
            yield from _attacks(facts)
        elif deed is Deed.FIRE:
            yield from _fires(facts, target)
        elif deed is Deed.THROW:
            yield from _throws(facts)
        elif deed is Deed.CHARGE and target is not None:
            yield Act(by=GOVERNMENT, action="charge", piece=piece.id, target=target.piece.id)
            yield from _fires(facts, target)
        elif deed is Deed.FIRE_GUN:
            yield from _fire_gun(facts)
        elif deed in (Deed.UNLIMBER, Deed.TURN):
            yield from _handles(facts, deed)
        elif deed is Deed.LOAD:
            yield _load(facts)
        elif deed is Deed.RALLY:
            yield Act(by=GOVERNMENT, action="stand", piece=piece.id, chosen={"activity": Activity.RALLY.value})
        elif deed is Deed.SALLY:
            yield from _sally(facts)
        elif deed not in STANDS:
            yield Act(by=GOVERNMENT, action="move", piece=piece.id)


def _parts(verdict: BehaviourVerdict, facts: Facts) -> list[tuple[Deed, Spotted | None]]:
    """What each part of a unit does, and at whom."""
    return [(effect.deed, facts.target(effect.group)) for effect in verdict.effects if isinstance(effect, NonPlayersDo)]


def _reasons(verdict: BehaviourVerdict) -> list[Message]:
    """The row that decided and the numbers compared."""
    return [modifier.reason for modifier in verdict.modifiers()]


def _distance(view: UprisingField, piece: Piece) -> float:
    here = middle_of(piece)
    return min((apart(here, middle_of(each)) for each in view.there(PLAYER)), default=0.0)


def _attacks(facts: Facts) -> Iterator[Act]:
    touched = touching(facts.field).get(facts.piece.id, ())
    names = dict.fromkeys(name for row in touched for name, _ in row)
    for name in names:
        for action in BY_CLASS.values():
            yield Act(by=GOVERNMENT, action=action, piece=facts.piece.id, target=name)


def _shots(facts: Facts) -> list[Shot]:
    return list(dict.fromkeys(shot for man in facts.men if (shot := man.shot()) is not None))


def _fires(facts: Facts, target: Spotted | None) -> Iterator[Act]:
    """Volleys of every class: at a leader whom Veterans can hit, at the first target, else at the best there is (R48-A.05)."""
    field, piece, tables = facts.field, facts.piece, facts.tables
    first = [target] if target is not None else []
    others = [each for each in facts.seen if target is None or each.piece.id != target.piece.id]
    for each in (*first, *others):
        for shot in _shots(facts):
            named = _leader(facts, each, shot)
            if named is not None:
                yield named
            found = volleys(field, piece, each.piece, shot, facts.figures)
            for volley in found[:1]:
                if volley.chance(shot, tables):
                    yield Act(
                        by=GOVERNMENT,
                        action=BY_SHOT[shot],
                        piece=piece.id,
                        target=each.piece.id,
                        members=volley.shooters,
                        marks=volley.marks[:1],
                    )


def _leader(facts: Facts, seen: Spotted, shot: Shot) -> Act | None:
    """Veterans shoot at a leader in sight whom they are likely to hit."""
    field, tables = facts.field, facts.tables
    men = field.men[seen.piece.id]
    leaders = [each for each in seen.marks if men[each].role is FigureRole.LEADER]
    if facts.situation().actor is not Quality.VETERAN or not leaders:
        return None
    if seen.group.distance > tables.number("behaviour.leader_inches"):
        return None
    found = volleys(field, facts.piece, seen.piece, shot, facts.figures, leaders[0])
    if not found or found[0].chance(shot, tables) < tables.number("behaviour.leader_chance"):
        return None
    return Act(
        by=GOVERNMENT,
        action=BY_SHOT[shot],
        piece=facts.piece.id,
        target=seen.piece.id,
        members=found[0].shooters[:3],
        marks=(leaders[0],),
        chosen={"officer_named": True},
    )


def _throws(facts: Facts) -> Iterator[Act]:
    for each in facts.seen:
        yield from _fires(facts, each) if any(man.firearm is not Firearm.NONE for man in facts.men) else ()
        yield Act(by=GOVERNMENT, action=BY_SHOT[Shot.THROW], piece=facts.piece.id, target=each.piece.id)


def _fire_gun(facts: Facts) -> Iterator[Act]:
    shot = best_shot(facts.field, facts.piece)
    gun = facts.unit.party.gun
    if shot is not None and gun is not None:
        yield Act(by=GOVERNMENT, action=ACTIONS[gun], piece=facts.piece.id, marker=(Pose(*shot.aim),))


def _handles(facts: Facts, deed: Deed) -> Iterator[Act]:
    piece = facts.piece
    if deed is Deed.UNLIMBER:
        yield Act(by=GOVERNMENT, action="move", piece=piece.id, chosen={"instead": Instead.UNLIMBER.value})
        return
    muzzle, first = piece.marker, facts.nearest
    if muzzle is None or first is None:
        return
    foe = middle_of(first.piece)
    facing = bearing(foe.x - muzzle.x, foe.y - muzzle.y)
    yield Act(
        by=GOVERNMENT,
        action="move",
        piece=piece.id,
        marker=(Pose(muzzle.x, muzzle.y, facing),),
        chosen={"instead": Instead.TURN.value},
    )


def _closes_up(facts: Facts) -> Act | None:
    """Those who have lost touch with their unit go to it (R48-7.14)."""
    lost = tuple(each for each in astray(facts.field, facts.piece) if not facts.field.men[facts.piece.id][each].acted)
    return Act(by=GOVERNMENT, action="move", piece=facts.piece.id, members=lost) if lost else None


def _load(facts: Facts) -> Act:
    """Cannister if the nearest foe is within its range, else roundshot or shell (R48-A.10)."""
    unit, first = facts.unit, facts.nearest
    reach = reach_of(unit.party.gun or GunClass.LIGHT, Ammunition.CANNISTER, facts.tables)
    near = first is not None and first.group.distance * 1000 <= reach
    usual = Ammunition.SHELL if unit.party.howitzer else Ammunition.ROUNDSHOT
    chosen = {"activity": Activity.LOAD_GUN.value, "ammunition": (Ammunition.CANNISTER if near else usual).value}
    return Act(by=GOVERNMENT, action="stand", piece=facts.piece.id, chosen=chosen)


def _sally(facts: Facts) -> Iterator[Act]:
    """Half of a garrison goes out under its NCO (R48-A.21, R48-A.23)."""
    men = facts.field.men[facts.piece.id]
    ncos = [each for each, man in enumerate(men) if man.role is FigureRole.NCO]
    plain = [each for each, man in enumerate(men) if man.role is FigureRole.NONE]
    some: Sequence[int] = sorted((*ncos[:1], *plain[: len(men) // 2 - 1]))
    yield Act(by=GOVERNMENT, action="split", piece=facts.piece.id, members=tuple(some))
