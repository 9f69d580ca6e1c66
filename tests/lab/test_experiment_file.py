"""Experiments in files: what they may say, and that everything wrong is told in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.problem import Refusal
from sandtable.lab.experiment import Experiment, Seeds, Stop
from sandtable.lab.experiment_file import read_experiment
from sandtable.lab.texts import catalogue
from tests.lab.making import COVER, OTHER, compared, fair, tutorial

WHOLE = """
question = "Does -2 for soft cover hurt the attacker?"
scenarios = ["tutorial"]

[variants]
printed = {}
club = { house = "club.toml", options = { "pivot.strict" = true }, levels = { Government = "recruit" } }

[stop]
rule = "sprt"
worse = -5
same = 0
most = 4000

[seeds]
screen = "0.."
confirm = "1000000.."
"""


def read(source: str) -> Experiment:
    return read_experiment(source, {"club.toml": COVER, "bad.toml": "[fire.nothing]\nsoft = -2\n"}.__getitem__)


def test_an_experiment_says_what_is_played_and_when_it_stops() -> None:
    found = read(WHOLE)
    (variants,) = found.variants
    assert [one.house for one in variants] == ["printed", "club"]
    assert variants[1].match.house == COVER
    assert dict(variants[1].match.options) == {"pivot.strict": "true"}
    assert variants[1].match.level_of(OTHER) == "recruit"
    assert found.stop == Stop("sprt", 4000, worse=-0.05, equal=0.0)
    assert found.seeds == Seeds(0, 1_000_000)
    assert found.compares
    assert not read('question = "Fair?"\nscenarios = ["tutorial"]\n').compares


def test_its_hash_is_that_of_everything_that_counts() -> None:
    assert read(WHOLE).hash == read(WHOLE + "\n# a remark\n").hash
    others = [
        WHOLE.replace("-5", "-4"),
        WHOLE.replace("4000", "4001"),
        WHOLE.replace('"0.."', '"1.."'),
        WHOLE.replace("attacker", "defender"),
        WHOLE.replace("recruit", "general"),
    ]
    assert len({read(WHOLE).hash, *(read(other).hash for other in others)}) == 6


@pytest.mark.parametrize(
    ("source", "place", "message"),
    (
        ("question = ", "experiment", "lab.file.not_toml"),
        (WHOLE.replace("question", "questoin"), "questoin", "lab.file.unknown"),
        (WHOLE.replace('["tutorial"]', "[]"), "scenarios", "lab.file.scenarios"),
        (WHOLE.replace('["tutorial"]', '["nowhere"]'), "variants.printed", ""),
        (WHOLE.replace('["tutorial"]', '["nowhere.toml"]'), "scenarios", "lab.unknown_scenario"),
        (WHOLE.replace("printed = {}", "printed = 3"), "variants", "lab.file.variants"),
        (WHOLE.replace("club.toml", "bad.toml"), "variants.club", ""),
        (WHOLE.replace("pivot.strict", "pivot.loose"), "variants.club", ""),
        (WHOLE.replace("recruit", "genius"), "variants.club.levels", "lab.no_level"),
        (WHOLE.replace("Government =", "Nobody ="), "variants.club.levels", "lab.no_side"),
        (WHOLE.replace('"sprt"', '"soon"'), "stop.rule", "lab.file.rule"),
        (WHOLE.replace("-5", "5"), "stop", "lab.experiment.empty_choice"),
        (WHOLE.replace("-5", "-500"), "stop.worse", "lab.file.points"),
        (WHOLE.replace("4000", "0"), "stop.most", "lab.file.whole"),
        (WHOLE.replace('"1000000.."', '"300.."'), "seeds", "lab.experiment.overlap"),
        (WHOLE.replace('"0.."', '"first"'), "seeds.screen", "lab.file.seed"),
        (WHOLE.replace('rule = "sprt"', "goal = [55, 45]").replace("same = 0", ""), "stop.goal", "lab.experiment.empty_band"),
        (WHOLE.replace('rule = "sprt"', "alpha = 0.7\nrule = 'sprt'"), "stop.alpha", "lab.file.chance"),
        (WHOLE.replace("[stop]", 'held = "yes"\n[stop]').replace("[variants]", "[variants]"), "variants", ""),
    ),
)  # fmt: skip
def test_whatever_is_wrong_is_told_at_its_place(source: str, place: str, message: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(source)
    told = [(one.field, one.message.id) for one in refused.value.problems]
    assert any(field.startswith(place) and (not message or name == message) for field, name in told), told
    for one in refused.value.problems:
        if one.message.id.startswith("lab."):
            assert catalogue().say(one.message).endswith((".", "]")), one


def test_bands_with_nothing_in_them_and_seeds_that_were_looked_at_are_refused() -> None:
    with pytest.raises(Refusal, match=r"lab\.experiment\.empty_band"):
        fair(Stop(goal=(0.55, 0.45)))
    with pytest.raises(Refusal, match=r"lab\.experiment\.overlap"):
        compared(Stop("decided", 4000), Seeds(0, 3999))
    assert compared(Stop("decided", 4000), Seeds(0, 4000)).seeds.confirm == 4000


def test_variants_that_could_lead_elsewhere_have_other_ids() -> None:
    base = tutorial()
    others: list[Any] = [
        base,
        base.at_level("recruit"),
        base.under(COVER, "x"),
        base.under("", "y", {"pivot.strict": "on"}),
    ]
    assert len({one.id for one in others}) == 4
    assert base.under("", "another name").id == base.id
