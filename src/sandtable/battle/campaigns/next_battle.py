"""The file of a campaign's next battle: a scenario with the strengths that the campaign has come to. Everything else stays as its author wrote it."""

from __future__ import annotations

import re

from sandtable.battle.campaigns.campaign import Campaign
from sandtable.battle.scenario.lines import numbered_lines
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.kernel.problem import refuse

BASES = re.compile(r"(bases\s*=\s*)\d+")
HINT = re.compile(r"hint\.\d+")  # what a lesson says, which is of its own battle alone
UNIT = re.compile(r"column\.\d+\.unit\.\d+")


def next_battle(campaign: Campaign, source: str | None = None) -> str:
    """The text of the next battle, in the campaign's own scenario or in another one with units of the campaign. What cannot be played is refused."""
    text = campaign.scenario if source is None else source
    scenario = read_scenario(text)
    if scenario.ruleset != campaign.ruleset:
        raise refuse("SCENARIO", "battle.campaign.other_game", (campaign.ruleset,), ruleset=scenario.ruleset)
    strengths = {unit.id: unit.bases for unit in campaign.units}
    strange = [unit.name for unit in scenario.units if unit.id not in strengths]
    if strange:
        raise refuse("SCENARIO", "battle.campaign.strange", [unit.name for unit in campaign.units], name=strange[0])
    kept = "\n".join(_lines(text, scenario, strengths))
    written = f"# Campaign {campaign.id}, battle {campaign.number}\n{kept}\n"
    read_scenario(written)
    return written


def _lines(text: str, scenario: Scenario, strengths: dict[str, int]) -> list[str]:
    """The lines of a scenario with the strengths put in, without the units that are no more and without hints."""
    lines, places = text.splitlines(), numbered_lines(text)
    heads = sorted(number for path, number in places.items() if lines[number - 1].lstrip().startswith("["))
    units = sorted((path for path in places if UNIT.fullmatch(path)), key=places.__getitem__)
    gone = {line for path, number in places.items() if HINT.fullmatch(path) for line in _section(number, heads, lines)}
    for path, unit in zip(units, scenario.units, strict=True):
        if strengths[unit.id] > 0:
            place = places[f"{path}.bases"] - 1
            lines[place] = BASES.sub(rf"\g<1>{strengths[unit.id]}", lines[place])
        else:
            gone |= set(_section(places[path], heads, lines))
    return [line for number, line in enumerate(lines, start=1) if number not in gone]


def _section(head: int, heads: list[int], lines: list[str]) -> range:
    """The lines from a heading to the next one."""
    return range(head, next((other for other in heads if other > head), len(lines) + 1))
