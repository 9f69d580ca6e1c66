"""The referee's book-keeping: set-up, roster, who acts, arms, captures, points, vetoes, the end (chapters 4, 11, 12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import sided
from sandtable.kernel.effects import EVERYONE, Deed, Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, group, number, text, when, yes_no
from sandtable.kernel.messages import Message, Style
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.pasted import Row, parts_of, read_pasted
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Roll
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.arrivals import arms
from sandtable.rulesets.uprising1848.behaviour_facts import Near, value_of
from sandtable.rulesets.uprising1848.books import Books
from sandtable.rulesets.uprising1848.effects import ArmsFound, Captured, Noted, Scored, StruckOff, scored
from sandtable.rulesets.uprising1848.event_effects import REFEREE, ContentsAre, EventIgnored, GarrisonIs, Revealed
from sandtable.rulesets.uprising1848.party import Party, party_words
from sandtable.rulesets.uprising1848.places import contents, garrison
from sandtable.rulesets.uprising1848.scenarios import all_scenarios, scenario_units
from sandtable.rulesets.uprising1848.score import grade
from sandtable.rulesets.uprising1848.search import captured_dump
from sandtable.rulesets.uprising1848.units import KnownUnit, known
from sandtable.rulesets.uprising1848.vocabulary import (
    FIGHTERS,
    FLEEING,
    NON_PLAYERS,
    QUALITY_ICONS,
    Armed,
    Capture,
    Entry,
    Firearm,
    Grade,
    GunClass,
    Kind,
    Leading,
    Melee,
    Quality,
    Reason,
    Scenario,
    Side,
    Status,
)

ACTOR, PLAYERS = "actor", "players"
LEAST_POINTS, MOST_POINTS = -300, 700


@dataclass(frozen=True, slots=True, kw_only=True)
class BookVerdict(Verdict):
    """An entry for the books: certain, told in a line."""

    what: str
    words: tuple[tuple[str, Any], ...] = ()
    effects: tuple[Effect, ...] = field(default=(), compare=False)
    measures: ClassVar[dict[str, Any]] = {
        "points": lambda verdict: sum(line.points for line in verdict.effects if isinstance(line, Scored))
    }

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome(self.what, Message(f"outcome.book.{self.what}", self.words), 0, 0)


@effect(icon="figures")
class UnitEntered(OnBooks):
    """A unit stands in the roster."""

    name: str
    party: Party
    status: Status = Status.SOLID
    player: str = ""

    @property
    def message(self) -> Message:
        """Who they are and how armed."""
        return Message.of("effect.unit_entered", name=self.name, **party_words(self.party))

    def fold(self, books: Books, _: Deed, tables: Tables, /) -> Books:
        """On the roster; what the Players are worth at their best is what they began with (R48-G.11)."""
        secret = self.known_to == REFEREE
        unit = known(books.own_name(self.name), self.party, player=self.player, secret=secret)
        books = books.with_units(replace(unit, status=self.status))
        return replace(books, starting_value=max(books.starting_value, books.value(Side.PLAYER, tables)))


# ---- Set-up and roster ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A scenario is set up (R48-11.01 to R48-11.24)."""

    scenario: Scenario = choice(Scenario, section=Section.ACTION, usual=Scenario.GENERIC)


@effect(icon="flag")
class ScenarioBegins(Effect):
    """What a scenario is about."""

    scenario: Scenario
    mission: int  # points for its goal, and for a part of it
    part: int

    @property
    def message(self) -> Message:
        """The briefing."""
        return Message.of(f"briefing.{self.scenario}", mission=self.mission, part=self.part)


@action("game", "R48-11.02", layout="plain")
def set_up(situation: SetUp, tables: Tables) -> BookVerdict:
    """The briefing, and every unit of the scenario; the referee's are for him alone (R48-11.11)."""
    units = tuple(
        UnitEntered(whom=unit.name, name=unit.name, party=unit.party, known_to=REFEREE if unit.secret else EVERYONE)
        for unit in scenario_units(situation.scenario, tables)
    )
    mission, part = (tables.number("points", entry) for entry in (Entry.MISSION, Entry.MARGINAL_MISSION))
    begins = ScenarioBegins(whom=PLAYERS, scenario=situation.scenario, mission=mission, part=part)
    return BookVerdict(what="set_up", words=(("scenario", situation.scenario),), effects=(begins, *units))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntry:
    """A unit is entered in the roster."""

    side: Side = choice(Side, section=Section.ACTOR)
    name: str = text(section=Section.ACTOR)
    actor: Quality = choice(Quality, section=Section.ACTOR, only=FIGHTERS, icons=QUALITY_ICONS)
    figures: int = fields.figures(Section.ACTOR, usual=12)
    firearm: Firearm = fields.firearm(Section.ACTOR)
    melee: Melee = fields.melee(Section.ACTOR, "target_melee")
    kind: Kind | None = choice(Kind, section=Section.CIRCUMSTANCE, optional=True)
    leading: Leading = choice(Leading, section=Section.CIRCUMSTANCE, usual=Leading.OFFICER_OR_NCO)
    leader: bool = fields.box(Section.CIRCUMSTANCE)
    actor_is_mounted: bool = fields.box(Section.CIRCUMSTANCE)
    gun_class: GunClass | None = choice(GunClass, section=Section.CIRCUMSTANCE, optional=True)
    howitzer: bool = fields.box(Section.CIRCUMSTANCE)
    player: str | None = text(section=Section.CIRCUMSTANCE, optional=True)


@action("game", "R48-4.20", layout="plain", ledger_only=True)
def unit_entry(situation: UnitEntry) -> BookVerdict:
    """Enter a unit; leaders and the core are Veterans, volunteers Conscripts (R48-3.06, R48-3.07a, R48-3.13a)."""
    usual = Kind.REVOLUTIONARIES if situation.side is Side.PLAYER else Kind.INFANTRY
    party = Party(
        kind=situation.kind or usual,
        side=situation.side,
        quality=situation.actor,
        figures=situation.figures,
        firearm=situation.firearm,
        melee=situation.melee,
        mounted=situation.actor_is_mounted,
        nco=situation.leading is Leading.OFFICER_OR_NCO,
        leader=situation.leader or situation.leading is Leading.MOB_LEADER,
        gun=situation.gun_class,
        howitzer=situation.howitzer,
    )
    entered = UnitEntered(whom=situation.name, name=situation.name, party=party, player=situation.player or "")
    return BookVerdict(what="unit_entry", words=(("name", situation.name),), effects=(entered,))


COLUMNS = ("side", "actor", "figures", "firearm", "name")


def read_roster(source: str, style: Style) -> list[Row]:  # noqa: ARG001 - a roster has no distances
    """Read an order of battle: a line a unit, ``Player, Veteran, 24, musket, Hecker's men``; all problems at once, by line."""
    return read_pasted(source, _line)


def _line(line: str, place: str) -> tuple[list[Row], list[Problem]]:
    parts = parts_of(line)
    if len(parts) < len(COLUMNS):
        return [], [Problem(place, Message.of("problem.roster.columns", columns=COLUMNS))]
    entry = dict(zip(COLUMNS, parts, strict=False))
    return [entry], list(_line_problems(entry, place))


def _line_problems(entry: Mapping[str, str], place: str) -> Iterator[Problem]:
    for column, allowed in (("side", tuple(Side)), ("actor", FIGHTERS), ("firearm", tuple(Firearm))):
        if folded(entry[column]) not in {folded(value) for value in allowed}:
            yield Problem(place, Message.of(f"problem.roster.{column}", value=entry[column]), allowed)
    if not 1 <= (whole_number(entry["figures"]) or 0) <= fields.LARGEST_CLASS:
        yield Problem(place, Message.of("problem.roster.figures", value=entry["figures"], most=fields.LARGEST_CLASS))
    if not entry["name"]:
        yield Problem(place, Message("problem.roster.name"))


# ---- Who acts -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A Non-Player unit that has not acted (R48-A.26(b))."""

    name: str = text(section=Section.ACTOR)
    kind: Kind = choice(Kind, section=Section.ACTOR, only=NON_PLAYERS, usual=Kind.INFANTRY)
    actor: Quality = choice(Quality, section=Section.ACTOR, only=FIGHTERS, icons=QUALITY_ICONS, usual=Quality.AVERAGE)
    figures: int = fields.figures(Section.ACTOR, usual=8)
    threatened: bool = fields.box(Section.ACTOR)
    gun_has_target: bool = fields.box(Section.ACTOR)
    touches_players: bool = fields.box(Section.ACTOR)
    can_strike: bool = fields.box(Section.ACTOR)
    wavering: bool = fields.box(Section.ACTOR)
    nearest: bool = fields.box(Section.ACTOR)

    @property
    def rank(self) -> int:
        """Its place in the order of A.02: the lowest acts first."""
        order = (
            self.kind in FLEEING and self.threatened,
            self.kind is Kind.ARTILLERY and self.gun_has_target,
            self.touches_players,
            self.can_strike,
            self.wavering,
            self.nearest,
        )
        return next((place for place, holds in enumerate(order) if holds), len(order))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoActs:
    """Several Non-Player units could act (R48-A.02)."""

    units: tuple[Candidate, ...] = group(Candidate, section=Section.ALL, lowest=1, highest=8)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoActsVerdict(Verdict):
    """The unit that acts."""

    name: str
    place: int
    measures: ClassVar[dict[str, Any]] = {"place_in_list": lambda verdict: verdict.place}

    def outcome(self) -> Outcome:
        """A row for each unit that could draw the lot."""
        return Outcome(f"unit_{self.place}", Message.of("outcome.who_acts", name=self.name), 0, self.place, "np.tie")


@effect(icon="coin")
class UnitActs(Effect):
    """This unit acts."""

    name: str


@action("game", "R48-A.02")
def who_acts(situation: WhoActs, tables: Tables) -> Rule[WhoActsVerdict]:
    """The first class that applies, in it the higher combat value, then a die (R48-A.02, R48-A.26(b))."""

    def strength(candidate: Candidate) -> Any:
        return value_of(Near(actor=candidate.actor, figures=candidate.figures), tables)

    first = min(candidate.rank for candidate in situation.units)
    among = [(place, unit) for place, unit in enumerate(situation.units, start=1) if unit.rank == first]
    strongest = max(strength(unit) for _, unit in among)
    tied = [(place, unit) for place, unit in among if strength(unit) == strongest]
    drawn = 0
    if len(tied) > 1:
        drawn = yield Roll("np.tie", (sided(len(tied)),), read=lambda die: die - 1)
    place, unit = tied[drawn]
    return WhoActsVerdict(name=unit.name, place=place, effects=(UnitActs(whom=unit.name, name=unit.name),))


# ---- Arms, captures, merging ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """What volunteers, the core or a mob carry (R48-3.14, R48-G.42)."""

    armed: Armed = choice(Armed, section=Section.ACTION, usual=Armed.VOLUNTEERS)
    number_of_figures: int = number(
        section=Section.ACTOR, lowest=1, highest=fields.LARGEST_CLASS, unit="figures", usual=12
    )


@effect(icon="musket")
class ArmsCarried(Effect):
    """How many carry what."""

    arms: tuple[tuple[str, int], ...]

    @property
    def message(self) -> Message:
        """The list."""
        items = tuple(Message.of(f"arms_count.{name}", count=count) for name, count in self.arms)
        return Message.of("effect.arms_carried", items=items)


@action("game", "R48-G.42", layout="plain")
def arm(situation: Arm, tables: Tables) -> Rule[BookVerdict]:
    """A d10 for each figure (R48-G.06(g), R48-G.42)."""
    carried = yield from arms(situation.armed, situation.number_of_figures, tables)
    words = (("figures", situation.number_of_figures),)
    return BookVerdict(what="arm", words=words, effects=(ArmsCarried(whom=PLAYERS, arms=carried),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Capturing:
    """Something is taken at the end of an initiative (R48-G.09(e), R48-G.10(d), R48-G.18(b), R48-G.45c)."""

    capture: Capture = choice(Capture, section=Section.ACTION)
    target_name: str | None = fields.name()
    unit_is_solid: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    guards_left: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=40, usual=0)
    kept_by_umpire: bool = fields.box(Section.CIRCUMSTANCE, needed=when("capture", Capture.STRONGPOINT))
    taken_before: bool = fields.box(Section.CIRCUMSTANCE)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A Solid unit, and nobody left to guard it (R48-3.49a)."""
        if not self.unit_is_solid:
            yield Problem("unit_is_solid", Message("problem.captor_wavering"), ("yes",), "R48-G.45c")
        if self.guards_left:
            yield Problem(
                "guards_left", Message.of("problem.guards_left", guards=self.guards_left), ("0",), "R48-3.49a"
            )
        if self.taken_before:
            yield Problem("taken_before", Message("problem.taken_before"), ("no",), "R48-G.45c")


@action("game", "R48-G.10 R48-G.45c", layout="plain")
def capture(situation: Capturing, tables: Tables) -> Rule[BookVerdict]:
    """Points once, arms for the unit that took a convoy, perhaps an armoury in a dump (R48-3.50, R48-12.03j to R48-12.03o)."""
    what = situation.capture
    taken = Captured(whom=ACTOR, what=what)
    effects: tuple[Effect, ...]
    if what is Capture.DUMP:
        effects = (*(yield from captured_dump(tables)), Noted(whom="target", text="taken"))
    elif what is Capture.STRONGPOINT:
        effects = yield from _strongpoint_taken(situation, taken, tables)
    else:
        entry = _CAPTURES.get(what)
        points = (scored(entry, 1, tables),) if entry is not None else ()
        arms_found = (ArmsFound(whom=ACTOR),) if what is Capture.CONVOY else ()
        effects = (taken, *points, *arms_found, Noted(whom="target", text="taken"))
    return BookVerdict(what="capture", words=(("capture", what),), effects=effects)


_CAPTURES = {
    Capture.CONVOY: Entry.DUMP_OR_CONVOY,
    Capture.PAPERS: Entry.DOCUMENTS,
    Capture.CASH: Entry.CASH,
    Capture.OFFICER: Entry.OFFICER_OR_ARISTOCRAT,
    Capture.ARISTOCRATS: Entry.OFFICER_OR_ARISTOCRAT,
}


def _strongpoint_taken(situation: Capturing, taken: Captured, tables: Tables) -> Any:
    points = scored(Entry.STRONGPOINT, 1, tables)
    whom = situation.target_name or "strongpoint"
    if situation.kept_by_umpire:
        return taken, points, Noted(whom=whom, text="taken")
    inside = yield from contents(tables)
    return taken, points, ContentsAre(whom=whom, cache=inside), Noted(whom=whom, text="taken")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """The referee puts on the table what he kept: a strongpoint's garrison, or a unit of the scenario (R48-11.14a, R48-G.09(d))."""

    target_name: str = text(section=Section.ACTION)
    is_unit: bool = fields.box(Section.CIRCUMSTANCE)
    kept_by_umpire: bool = fields.box(Section.CIRCUMSTANCE, needed=~when("is_unit", True))
    shown_before: bool = fields.box(Section.CIRCUMSTANCE)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """What stands on the table is not placed again."""
        if self.shown_before:
            yield Problem("shown_before", Message("problem.shown_before"), ("no",), "R48-G.09")


@action("game", "R48-G.09 R48-11.14a", layout="plain")
def reveal(situation: Reveal, tables: Tables) -> Rule[BookVerdict]:
    """When Players come near, when they attack, or when it acts; a garrison that nobody has thrown yet is thrown now (R48-G.09(a), R48-G.09(d))."""
    name = situation.target_name
    shown: Effect = Revealed(whom=name, unit=situation.is_unit)
    if not situation.is_unit and not situation.kept_by_umpire:
        holders, parties = yield from garrison(tables)
        shown = GarrisonIs(whom=name, garrison=holders, parties=parties)
    return BookVerdict(what="reveal", words=(("name", name),), effects=(shown,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Near):
    """One of the units that merge; with its name the roster merges it too."""

    name: str | None = fields.name()


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Units merge: how the merged unit is rated (R48-4.24)."""

    parts: tuple[Part, ...] = group(Part, section=Section.ALL, lowest=2, highest=6)


@effect(icon="figures")
class MergedAs(OnBooks):
    """The rating of a merged unit, for group actions and by option for morale; figures keep their own (R48-4.24b, R48-4.24c, R48-G.30)."""

    quality: Quality
    figures: int
    for_morale: bool
    names: tuple[str, ...] = ()  # units of the roster that are one now, under the first name

    @property
    def message(self) -> Message:
        """What the rating is for."""
        name = "morale_too" if self.for_morale else "groups"
        listed = Message.of("word.merged_names", names=self.names) if len(self.names) > 1 else ""
        return Message.of(f"effect.merged_as.{name}", quality=self.quality, figures=self.figures, listed=listed)

    def on(self, books: Books) -> Books:
        """Units of the roster become one under the first name (R48-4.24)."""
        parts = [books.units[name] for name in dict.fromkeys(map(books.own_name, self.names)) if name in books.units]
        if len(parts) <= 1:
            return books
        for part in parts[1:]:
            books = books.without_unit(part.name)
        return books.with_units(_merged(parts, self.quality))

    def written(self, names: Mapping[str, str], /) -> Iterator[str]:
        """All its parts."""
        yield from OnBooks.written(self, names)
        yield from (f"unit.{name}" for name in self.names)


def _merged(parts: Sequence[KnownUnit], quality: Quality) -> KnownUnit:
    """One unit of several, with their figures, strength, leaders and arms together."""
    first, parties = parts[0], [part.party for part in parts]
    party = replace(
        first.party,
        quality=quality,
        figures=sum(part.figures for part in parts),
        nco=any(one.nco for one in parties),
        officers=sum(one.officers for one in parties),
        leader=any(one.leader for one in parties),
        mounted=all(one.mounted for one in parties),
        arms=tuple(weapon for one in parties for weapon in one.arms),
    )
    wavering = any(part.status is Status.WAVERING for part in parts)
    return replace(
        first,
        party=party,
        figures=party.figures,
        reference=sum(part.reference for part in parts),
        acted=sum(part.acted for part in parts),
        status=Status.WAVERING if wavering else Status.SOLID,
        heard_oratory=any(part.heard_oratory for part in parts),
        attacked_this_turn=any(part.attacked_this_turn for part in parts),
        rifles_fired=any(part.rifles_fired for part in parts),
    )


@action("game", "R48-4.24", layout="plain")
def merge(situation: Merge, tables: Tables) -> BookVerdict:
    """The quality of most figures, with equal numbers the better one (R48-4.24, R48-4.24a)."""
    counts: dict[Quality, int] = {}
    for part in situation.parts:
        counts[part.actor] = counts.get(part.actor, 0) + part.figures
    rated = max(counts, key=lambda quality: (counts[quality], -FIGHTERS.index(quality)))
    merged = MergedAs(
        whom=ACTOR,
        quality=rated,
        figures=sum(counts.values()),
        for_morale=tables.option("moraleQuality") == "majority",
        names=tuple(part.name for part in situation.parts if part.name),
    )
    return BookVerdict(what="merge", words=(("quality", rated),), effects=(merged,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Some figures of a unit become a unit of their own (R48-4.22)."""

    actor_name: str = text(section=Section.ACTOR)
    number_of_figures: int = number(
        section=Section.ACTOR, lowest=1, highest=fields.LARGEST_CLASS, unit="figures", usual=6
    )
    name: str = text(section=Section.ACTION)
    both_led: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    figures_left: int | None = fields.optional_figures()
    actor_is_gone: bool = fields.is_gone()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Each part has an officer or NCO, none of them promoted for it, and somebody stays (R48-4.22, R48-4.22a)."""
        if self.actor_is_gone:
            yield Problem("actor_is_gone", Message("problem.actor_gone"), ("no",), "R48-8.05")
        if not self.both_led:
            yield Problem("both_led", Message("problem.both_led"), ("yes",), "R48-4.22")
        if self.figures_left is not None and self.number_of_figures >= self.figures_left:
            message = Message.of("problem.split_all", figures=self.figures_left)
            yield Problem("number_of_figures", message, (), "R48-4.22")


@effect(icon="figures")
class SplitsOff(OnUnit):
    """A new unit; both parts count their strength from now (R48-4.22, R48-10.10a)."""

    name: str
    figures: int

    def fold(self, books: Books, deed: Deed, _: Tables, /) -> Books:
        """Both parts are smaller units, and count their losses from here (R48-4.22, R48-10.10a)."""
        unit = books.meant(self.whom, deed)
        if unit is None or not self.figures < unit.figures:
            return books
        left = unit.figures - self.figures
        moved = min(unit.acted, self.figures) if unit.has_acted else 0
        part = replace(
            unit,
            name=books.own_name(self.name),
            party=replace(unit.party, figures=self.figures, nco=True, officers=0, leader=False, gun=None, arms=()),
            figures=self.figures,
            reference=self.figures,
            acted=moved,
        )
        stays = replace(unit, figures=left, reference=left, acted=unit.acted - moved)
        return books.with_units(stays, part)

    def written(self, names: Mapping[str, str], /) -> Iterator[str]:
        """Both parts."""
        yield from OnUnit.written(self, names)
        yield f"unit.{self.name}"


@action("game", "R48-4.22", layout="plain")
def split(situation: Split) -> BookVerdict:
    """It costs no action (R48-4.25a)."""
    parts = SplitsOff(whom=ACTOR, name=situation.name, figures=situation.number_of_figures)
    return BookVerdict(what="split", words=(("name", situation.name),), effects=(parts,))


# ---- Points, vetoes, the end ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEntry:
    """A line of the score sheet, entered by hand (R48-12.03)."""

    entry: Entry = choice(Entry, widget="list", section=Section.ACTION)
    count: int = number(section=Section.ACTION, lowest=1, highest=fields.LARGEST_CLASS, usual=1)


@action("game", "R48-12.03", layout="plain")
def score_entry(situation: ScoreEntry, tables: Tables) -> BookVerdict:
    """So many times the points of the line."""
    line = scored(situation.entry, situation.count, tables)
    return BookVerdict(what="score", words=(("points", line.points), ("entry", situation.entry)), effects=(line,))


@dataclass(frozen=True, slots=True, kw_only=True)
class IgnoreEvent:
    """The referee lets an event not happen, or draws again (R48-11.44a, R48-11.48a)."""

    reason: Reason = choice(Reason, section=Section.ACTION, usual=Reason.CRUSHING)
    draw_again: bool = fields.box(Section.ACTION)


@action("game", "R48-11.48a", layout="plain")
def ignore_event(situation: IgnoreEvent) -> BookVerdict:
    """It stays in the log, with the reason; what it placed is taken off again."""
    note = Noted(whom=PLAYERS, text="event_redrawn" if situation.draw_again else "event_ignored")
    words = (("reason", situation.reason),)
    ignored = EventIgnored(whom=PLAYERS, reason=situation.reason, draw_again=situation.draw_again)
    what = "redraw" if situation.draw_again else "ignore"
    return BookVerdict(what=what, words=words, effects=(note,), notes=(ignored,))


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeOff:
    """A line of the morale list is struck off, with a reason (R48-G.62(e))."""

    owed: str = text(section=Section.ACTION)
    reason: Reason = choice(Reason, section=Section.ACTION, usual=Reason.WRONG_ENTRY)


@action("game", "R48-G.62", layout="plain")
def strike_off(situation: StrikeOff) -> BookVerdict:
    """No check is taken."""
    words = (("owed", situation.owed), ("reason", situation.reason))
    told, struck = Noted(whom=situation.owed, text="struck_off"), StruckOff(whom=situation.owed)
    return BookVerdict(what="strike_off", words=words, effects=(told,), notes=(struck,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The game ends: how it is judged (R48-12.01, R48-12.07, R48-G.46)."""

    scenario: Scenario = choice(Scenario, section=Section.ACTION, usual=Scenario.GENERIC)
    points: int = number(section=Section.ACTION, lowest=LEAST_POINTS, highest=MOST_POINTS, usual=0)
    lord_taken: bool = fields.box(Section.ACTION, needed=when("scenario", Scenario.MANOR))
    estate_taken: bool = fields.box(Section.ACTION, needed=when("scenario", Scenario.MANOR))
    kossuth_escaped: bool = fields.box(Section.ACTION, needed=when("scenario", Scenario.KOSSUTH))
    wiped_out: bool = fields.box(Section.CIRCUMSTANCE)
    concession: bool = fields.box(Section.CIRCUMSTANCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishVerdict(Verdict):
    """The total and its grade."""

    total: int
    grade: Grade
    won: bool
    measures: ClassVar[dict[str, Any]] = {"points": lambda verdict: verdict.total, "won": lambda verdict: verdict.won}

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome(self.grade.value, Message.of("outcome.finish", total=self.total, grade=self.grade), 0, 0)


@effect(icon="flag")
class GameEnds(Effect):
    """The verdict on the whole game."""

    total: int
    grade: Grade
    martyrs: bool = False

    @property
    def message(self) -> Message:
        """Won or lost, and whether anybody is left to enjoy it (R48-12.09a)."""
        name = "martyrs" if self.martyrs else "plain"
        return Message.of(f"effect.game_ends.{name}", total=self.total, grade=self.grade)


@action("game", "R48-12.04 R48-G.46", layout="plain")
def finish(situation: Finish, tables: Tables) -> FinishVerdict:
    """Scenario goals on top of the points, or in their place; a concession wins whatever the total (R48-11.16, R48-11.22, R48-12.03p)."""
    goal = _goal(situation)
    lines = (scored(goal, 1, tables),) if goal is not None else ()
    total = situation.points + sum(line.points for line in lines)
    judged = grade(total, tables)
    if all_scenarios()[situation.scenario].only_goal:
        judged = Grade.HIGHEST if situation.kossuth_escaped else Grade.DEFEAT
    elif goal is Entry.MISSION or situation.concession:
        judged = Grade.HIGHEST
    elif goal is Entry.MARGINAL_MISSION:
        judged = max(judged, Grade.MARGINAL, key=tuple(Grade).index)
    won = judged is not Grade.DEFEAT
    ends = GameEnds(whom=PLAYERS, total=total, grade=judged, martyrs=situation.wiped_out and won)
    return FinishVerdict(total=total, grade=judged, won=won, effects=(*lines, ends))


def _goal(situation: Finish) -> Entry | None:
    """The scenario's own line: the lord and the estate, or the estate alone (R48-11.16, R48-11.16a)."""
    if situation.scenario is Scenario.MANOR and situation.estate_taken:
        return Entry.MISSION if situation.lord_taken else Entry.MARGINAL_MISSION
    return None
