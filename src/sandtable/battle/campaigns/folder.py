"""A campaign in its folder: one file, written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

from sandtable.battle.campaigns.campaign import FORMAT, Campaign
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse

FILE = "campaign.json"


def read(folder: Path) -> Campaign:
    """The campaign of a folder."""
    place = folder / FILE
    try:
        raw = json.loads(place.read_text(encoding="utf-8"))
    except OSError:
        raise refuse(str(folder), "battle.campaign.none") from None
    except (ValueError, RecursionError):
        raise refuse(str(place), "battle.campaign.damaged") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise refuse(str(place), "battle.campaign.damaged")
    return codec.read(Campaign, raw, str(place))


def write(folder: Path, campaign: Campaign) -> None:
    """Keep a campaign: the file is the old one until the new one is whole on the disk."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f".{FILE}.new"
    with fresh.open("w", encoding="utf-8") as file:
        file.write(json.dumps(codec.write(campaign), ensure_ascii=False, indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(folder / FILE)
