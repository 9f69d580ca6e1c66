"""The lengths of the rules in thousandths of an inch, read once from the tables in force."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sandtable.geometry.measure import DEGREE, Facing, Length, inches
from sandtable.geometry.sight import SightRules
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.table.ground.kinds import leader_radius


@dataclass(frozen=True, slots=True)
class Measures:
    """What the table measures with."""

    leader_radius: Length  # REV-2.24c
    zone: Length  # kept from enemies: REV-4.62
    turning: Length  # enemies this near make a turning unit slide: REV-4.36
    strict_turns: bool  # REV-G.49
    widest: Facing  # off the straight way back: REV-4.81
    step: Facing  # REV-G.28
    extend: Length  # past a friend: REV-G.28c
    sight: SightRules  # REV-8.22, REV-6.14
    behind: Length  # a linear feature covers whom it is so near to: REV-G.25b
    frontal: Length  # of an assault path in the arc: REV-G.26
    command: Length  # a Leader helps within it: REV-9.01
    clear: Length  # a Leader run over gets so far away: REV-9.13
    contact: Length  # what is called touching
    mine: Length  # the side of a square of a mine field: REV-10.90
    spotted: Length  # a hidden unit is seen within it: REV-G.37
    spotted_in_the_open: Length
    short: Length  # of what blocks a track: REV-G.30g
    torn: Length  # of track: REV-G.54
    steep: Fraction  # what an inch of it costs a train: REV-G.30f
    thrown: Length  # out of a wreck: REV-G.52


@lru_cache(maxsize=16)
def measures(tables: Tables) -> Measures:
    """The measures in force."""

    def length(path: str) -> Length:
        return inches(tables.exact(f"on_table.{path}"))

    return Measures(
        leader_radius=leader_radius(),
        zone=length("move.zone.enemy"),
        turning=length("turn.near"),
        strict_turns=bool(tables.option("pivot.strict")),
        widest=int(tables.exact("on_table.fall_back.widest") * DEGREE),
        step=int(tables.exact("on_table.fall_back.step") * DEGREE),
        extend=length("fall_back.extend"),
        sight=SightRules(
            into=length("sight.into"),
            clearance=length("sight.clearance"),
            through=not tables.option("woods.noThrough"),
        ),
        behind=length("cover.behind"),
        frontal=length("cover.frontal.path"),
        command=length("command.near"),
        clear=length("command.clear"),
        contact=length("command.contact"),
        mine=length("mines.square"),
        spotted=length("hidden.seen"),
        spotted_in_the_open=length("hidden.open"),
        short=length("track.short"),
        torn=length("track.torn"),
        steep=tables.exact("on_table.track.steep"),
        thrown=length("wreck.within"),
    )
