"""The log of the table as a story: who had the initiative, what happened, how many fired, who lost heart.

The umpire tells people what to do with real figures; on the table that is done, so the log leaves it out or says it as something that happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sandtable.battle.event import Event
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.miniatures.events import Came, Ruled, read
from sandtable.rulesets.uprising1848.effects import StatusBecomes
from sandtable.rulesets.uprising1848.event_effects import Announced, MayBeIgnored
from sandtable.rulesets.uprising1848.initiative import InitiativeTo
from sandtable.rulesets.uprising1848.morale import UnitRemoved
from sandtable.rulesets.uprising1848.movement import MayMove
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.combat.shooting import SHOTS
from sandtable.rulesets.uprising1848.table.events import Withheld
from sandtable.rulesets.uprising1848.table.state import UprisingField, within

# What nobody has to be told who sees the figures, or reads it in the line already.
HUSHED = frozenset(
    {
        "effect.initiative_to.Player", "effect.initiative_to.NonPlayer", "effect.stands", "effect.turn_begins", "effect.stays_solid",
        "effect.status_becomes.Wavering", "effect.status_becomes.Solid", "effect.unit_removed", "effect.rifles_fired",
        "effect.rifles_loaded", "effect.gun_fired", "effect.gun_loaded.still", "effect.must_test.cannister",
        "effect.must_test.roundshot", "effect.must_test.shell", "effect.civilians_leave", "effect.done_once.closed_before",
        "effect.done_once.taken_before", "effect.unharmed", "effect.figures_lost.some", "effect.figures_lost.all",
        "effect.revealed.unit", "effect.revealed.garrison", "effect.held_back", "effect.news_is.rumour", "effect.may_move.open_foot",
        "effect.may_move.open_mounted", "effect.questioned.questioned", "effect.questioned.emissary",
    }
)  # fmt: skip
QUIET = frozenset({"over", "next_turn", "go", "move", "test_cannister", "test_roundshot", "test_blast"})


def sentence_of(_: UprisingField, ruled: Ruled) -> Message | None:
    """The sentence for a ruling, where it takes more than who acted and at whom."""
    who = str(ruled.fields.get("actor_name", ""))
    if ruled.action == "initiative":
        return _pressed(_effects(ruled))
    if ruled.action == "stand":
        return _stood(ruled, who)
    if ruled.action == "go":
        return _gone(ruled, who)
    if ruled.action == "move":
        return _set_out(_effects(ruled), who)
    if ruled.action == "charge":
        return _fell_short(ruled, who)
    if ruled.action == "check_morale":
        wavers = any(isinstance(each, StatusBecomes) for each in _effects(ruled))
        return Message.of("story.wavers" if wavers else "story.holds", who=who)
    if ruled.action in SHOTS:
        shots = int(ruled.fields["shooters"])
        number, target = Message.of("word.number", n=shots), within(str(ruled.fields.get("target_name", "")))
        return Message.of(f"story.{ruled.action}", who=who, n=shots, number=number, target=target)
    return None


def _stood(ruled: Ruled, who: str) -> Message:
    """What somebody did who stayed where he was, and whether a rally was one."""
    effects = _effects(ruled)
    if any(isinstance(each, StatusBecomes) for each in effects):
        return Message.of("story.rallied", who=who)
    if any(isinstance(each, UnitRemoved) for each in effects):
        return Message.of("story.broke", who=within(who))
    return Message.of(f"story.stand.{ruled.fields['activity']}", who=who)


def _set_out(effects: list[Effect], who: str) -> Message | None:
    """How far they may go at the most; of guns that are handled nothing but what is done."""
    ways = [each.inches for each in effects if isinstance(each, MayMove) and not each.rough]
    return Message.of("story.move", who=who, far=max(ways)) if ways else None


def voided(ruled: Ruled, happened: Sequence[Event]) -> Message | None:
    """Whoever would have come out behind the Players' own lines has not (R48-11.37)."""
    withheld = any(isinstance(each, Withheld) for each in happened) and not any(
        isinstance(each, Came) for each in happened
    )
    return Message("story.withheld") if withheld and ruled.action != "ignore_event" else None


def _gone(ruled: Ruled, who: str) -> Message | None:
    """How far they went, or that they stayed after all."""
    if "gone" not in ruled.fields:  # as it was told once
        return None
    far = Fraction(ruled.fields["gone"])
    return Message.of("story.go.far", who=who, far=far) if far else Message.of("story.go.stay", who=who)


def _fell_short(ruled: Ruled, who: str) -> Message | None:
    """A charge that did not get there."""
    if not any(each.message.id == "effect.charge_moves.short" for each in _effects(ruled) if each.has_words):
        return None
    return Message.of("story.falls_short", who=who, target=within(str(ruled.fields.get("target_name", ""))))


def _pressed(effects: list[Effect]) -> Message | None:
    """Who has the initiative; of an event, the words that are read aloud; of what the dice hide, that it is hidden."""
    for each in effects:
        if isinstance(each, Announced):
            return each.message
        if isinstance(each, InitiativeTo):
            return Message(f"story.initiative.{each.side.value}")
    hidden = all(isinstance(each, MayBeIgnored) for each in effects)
    return Message("story.unknown") if hidden else None


def _effects(ruled: Ruled) -> list[Effect]:
    return [read(raw, RULESET.package) for raw in ruled.effects]
