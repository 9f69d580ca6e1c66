"""The file of a campaign's next battle: a scenario with the strengths that the campaign has come to. Everything else stays as its author wrote it."""

from __future__ import annotations

from sandtable.battle.campaigns.campaign import Campaign
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.settings import with_handicaps
from sandtable.battle.scenario.strengths import with_strengths
from sandtable.kernel.problem import refuse


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
    # Steps of a handicap were measured with whole armies.
    own = with_handicaps(with_strengths(text, strengths), ())
    written = f"# Campaign {campaign.id}, battle {campaign.number}\n{own}"
    read_scenario(written)
    return written
