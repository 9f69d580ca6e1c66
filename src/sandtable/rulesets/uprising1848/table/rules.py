"""The table of 1848!, declared: which actions are orders, who falls, what follows, and who may know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sandtable.battle.event import Event
from sandtable.battle.order import Decision, Order
from sandtable.battle.rules import Advice
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.seat import EVERYBODY, Audience, Seat
from sandtable.battle.seat import Role as BattleRole
from sandtable.kernel.effects import EVERYONE, Effect
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.aiming import title
from sandtable.miniatures.desk.look import Look
from sandtable.miniatures.events import EVENTS as KIT_EVENTS
from sandtable.miniatures.kit import Deed, Fall, Heard, Kit
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims
from sandtable.miniatures.table import MiniaturesTable
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table import fold, happening, opening, turning
from sandtable.rulesets.uprising1848.table.building import BREAK, BUILD
from sandtable.rulesets.uprising1848.table.combat import charging, fighting, gunnery, shooting
from sandtable.rulesets.uprising1848.table.desk.look import LOOK
from sandtable.rulesets.uprising1848.table.encounters.arriving import joining
from sandtable.rulesets.uprising1848.table.encounters.searching import (
    CAPTURE,
    FREE,
    OPENING_FIRE,
    QUESTION,
    REVEAL,
    SCOUT,
    SEARCH,
)
from sandtable.rulesets.uprising1848.table.encounters.talking import NEGOTIATE, ORATORY, PARLEY
from sandtable.rulesets.uprising1848.table.events import EVENTS
from sandtable.rulesets.uprising1848.table.figures import Role, taken_off
from sandtable.rulesets.uprising1848.table.movement.moving import GO_ON, MOVE
from sandtable.rulesets.uprising1848.table.opponent.opponent import Opponent, advice
from sandtable.rulesets.uprising1848.table.opponent.weights import TableWeighing
from sandtable.rulesets.uprising1848.table.players import AIMS
from sandtable.rulesets.uprising1848.table.state import (
    GOVERNMENT,
    KEPT,
    PLAYER,
    REFEREE,
    UprisingField,
    UprisingOpening,
    base_of_unit,
    strength,
    within,
)
from sandtable.rulesets.uprising1848.table.units.mustering import MERGE, PROMOTION, SPLIT
from sandtable.rulesets.uprising1848.table.units.standing import CHECK, STAND

DEEDS: Mapping[str, Deed[UprisingField]] = {
    deed.action.id: deed
    for deed in (
        *shooting.VOLLEYS.values(), *fighting.ATTACKS.values(), *gunnery.FIRE.values(), *gunnery.TEST.values(), charging.CHARGE,
        MOVE, GO_ON, STAND, CHECK, PARLEY, ORATORY, NEGOTIATE, SEARCH, SCOUT, QUESTION, FREE, REVEAL, OPENING_FIRE, CAPTURE, BUILD,
        BREAK, SPLIT, MERGE, PROMOTION, turning.INITIATIVE, turning.NEXT_TURN, turning.ENDING, turning.FACING, turning.STOPPING,
        turning.DRAWN, turning.VETO, turning.PLACING, turning.TAKING,
    )
}  # fmt: skip
FALLS: Mapping[str, Callable[[Fall[UprisingField]], tuple[int, ...]]] = {
    **dict.fromkeys(shooting.SHOTS, shooting.falls),
    **dict.fromkeys(fighting.ACTIONS, fighting.falls),
    **dict.fromkeys(gunnery.FORMS, gunnery.falls),
    "charge": charging.falls,
}


def falls(fall: Fall[UprisingField]) -> tuple[int, ...]:
    """Who falls, comes over or is led away, by what was done."""
    action, field, name = fall.doing.order.action, fall.doing.field, fall.piece.id
    if action in FALLS:
        return FALLS[action](fall)
    if action == "oratory":
        return joining(field, name, fall.by)
    men = field.men[name]
    officers = [each for each, man in enumerate(men) if man.role is Role.OFFICER]
    if action == "question" and officers:
        return tuple(officers[: fall.by])
    return taken_off(men, tuple(range(len(men))), fall.by)


def audience(effect: Effect) -> Audience:
    """What the umpire tells the referee alone, only the government hears (R48-11.45a)."""
    return EVERYBODY if effect.known_to == EVERYONE else KEPT


STANCES = ("gentle", "fair", "harsh")  # R48-A.01
HIDDEN_FROM = "strongpoint.garrison"  # the first throw about what is inside an outpost
STASH = "cache."


def unseen(key: str, heard: Heard) -> bool:
    """Throws for garrisons, contents and kinds of finds are nobody's to see (R48-3.53d, R48-11.45a)."""
    return key == HIDDEN_FROM or key.startswith(STASH) or any(each == HIDDEN_FROM for each, _ in heard)


KIT: Kit[UprisingField] = Kit(
    ruleset=RULESET,
    rules_version="1",
    field=UprisingField,
    opening=UprisingOpening,
    deeds=DEEDS,
    strength=strength,
    base=base_of_unit,
    falls=falls,
    open=turning.open_now,
    result=turning.result,
    opened=opening.opened,
    enters=opening.enters,
    served=opening.served,
    then=happening.then,
    follows=turning.follows,
    audience=audience,
    unseen=unseen,
)


class UprisingTable(MiniaturesTable[UprisingField]):
    """The rules of 1848! on the table."""

    events: Mapping[str, type[Event]] = EVENTS
    levels: tuple[str, ...] = STANCES
    referee_roles: Mapping[BattleRole, tuple[BattleRole, ...]] = {GOVERNMENT: (GOVERNMENT, REFEREE)}  # R48-G.61

    def __init__(self, kit: Kit[UprisingField], aims: Aims[UprisingField], look: Look[UprisingField]) -> None:
        super().__init__(kit, aims, look)
        self.players = {**self.players, "opponent": TableWeighing(lambda stance, seed: Opponent(kit, stance, seed))}

    def level_options(self, levels: Mapping[BattleRole, str]) -> Mapping[str, str]:
        """The government's temper also says how many troops come, not only what those do who are there (R48-A.01, R48-G.11)."""
        stance = levels.get(GOVERNMENT, "")
        return {"referee": stance} if stance in STANCES else {}

    def advised(self, view: UprisingField, decision: Decision, level: str) -> Advice | None:
        """What the rules would do for the government, told to a referee who plays it (R48-A.26(f))."""
        told = advice(self.kit, view, decision, level if level in STANCES else STANCES[1])
        if told is None:
            return None
        order, why = told
        if not isinstance(order, Act):
            return None
        name = "piece" if order.piece and not order.target else "target" if order.piece else "side"
        what, target = title(self._setting, order), within(order.target)
        return Advice(order, self._setting.say(f"advice.{name}", piece=order.piece, what=what, target=target), why)

    def decisions(self, state: UprisingField) -> tuple[Decision, ...]:
        """Whom the table waits for: never for a referee, who may change what has just come, or let it be."""
        return tuple(each for each in super().decisions(state) if each.by != REFEREE)

    def allowed(self, state: UprisingField) -> tuple[Decision, ...]:
        """What a referee may do though nobody waits for it (R48-11.44, R48-11.48a)."""
        return tuple(each for each in super().decisions(state) if each.by == REFEREE)

    def after(self, state: UprisingField, event: Event) -> UprisingField:
        """The table after an event; what is this table's own it folds itself."""
        after = super().after(state, event) if event.kind in KIT_EVENTS else state
        return fold.after(state, after, event)

    def view(self, state: UprisingField, seat: Seat) -> UprisingField:
        """What a seat may know; of whoever is hidden nothing says a word."""
        view = super().view(state, seat)
        unseen_names = state.pieces.keys() - view.pieces.keys()
        if not unseen_names:
            return view
        entered = {name: unit for name, unit in view.books.entered.items() if name not in unseen_names}
        return replace(
            view,
            books=replace(view.books, entered=entered),
            goal=replace(view.goal, lord="") if view.goal.lord in unseen_names else view.goal,
            men={name: men for name, men in view.men.items() if name not in unseen_names},
            guarding={name: what for name, what in view.guarding.items() if name not in unseen_names},
            bound_for={name: at for name, at in view.bound_for.items() if name not in unseen_names},
            acting=tuple(name for name in view.acting if name not in unseen_names),
        )

    def side_names(self, state: UprisingField) -> Mapping[BattleRole, str]:  # noqa: ARG002 - the same in every battle
        """What the sides are called at the table: people, not Players and Non-Players."""
        return {side: self._setting.words(Message(f"table.side.{side}")) for side in (PLAYER, GOVERNMENT)}

    def parts_in(self, scenario: Scenario, side: str) -> tuple[tuple[str, str], ...]:
        """The players of a side, each with units of his own."""
        return opening.players_in(scenario, side)

    def parts_of(self, view: UprisingField, order: Order) -> tuple[str, ...]:
        """The players whose units an order is for: of a merger both, who have to wish it; none where it concerns all of them (R48-4.04, R48-4.25)."""
        names = (order.piece, order.target) if isinstance(order, Act) else ()
        units = [unit for name in names if (unit := view.books.units.get(name)) is not None]
        return tuple(unit.player for unit in units if unit.player)

    def searches(self, view: UprisingField, order: Order) -> bool:  # noqa: ARG002 - wherever they are
        """Whether an order may bring something hidden to light: whoever comes near may find a garrison."""
        return isinstance(order, Act) and order.action in ("go", "charge", "scout", "open_fire")


TABLE = UprisingTable(KIT, AIMS, LOOK)
