"""Which numbers matter: what is read is noted without a gap, what is not read changes nothing, and made-up truths are found."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from statsmodels.stats.multitest import multipletests

from sandtable.battle.matches.match import Failure, Match, Record, beginning_under, play_through, tables_of, try_battle
from sandtable.battle.registry import table
from sandtable.kernel.messages import MINUS
from sandtable.kernel.noted_cells import NotedCells
from sandtable.kernel.problem import Refusal
from sandtable.kernel.tables import Tables, parse_tables, settled_tables
from sandtable.lab.battles.batches import Batch, Brief, batch_with_reads, mark_of, play_noting_reads
from sandtable.lab.battles.journal import Journal
from sandtable.lab.battles.runner import Inline
from sandtable.lab.battles.variant import Variant
from sandtable.lab.experiment import Seeds
from sandtable.lab.knobs.errands import NOTED, Errand
from sandtable.lab.knobs.knob import all_knobs, knobs_of, turned_by
from sandtable.lab.knobs.screen import Screen, run, screen_of_journal, sensitivity_in
from sandtable.lab.knobs.sensitivity import Effect, Sensitivity, Steps
from sandtable.lab.knobs.sheet import DOWN, LITTLE, UP, ground_of, heat_html, heat_pages, tint
from sandtable.lab.numbers.holm import holm
from sandtable.paper.heat import Ground, Heat
from sandtable.paper.sheet import reference_sheet
from tests.lab.making import OTHER, OWN, tutorial

SMALL = "[a]\nx = 1\ny = 2\n[b]\nup_to = [3, 5]\nresult = [1, 2, 4]\nword = 'no'\n"


@cache
def quick() -> Variant:
    """The tutorial by players who think little, so that a battle takes no time."""
    base = tutorial()
    return replace(base, match=replace(base.match, players=((OWN, "nearest"), (OTHER, "random"))))


def played_under(match: Match, seed: str, tables: Tables) -> Record:
    return play_through(match, seed, beginning=beginning_under(match, tables))


# ---- What is read ----------------------------------------------------------------------------------------------------------------------


def test_an_entry_is_noted_by_whatever_way_it_is_read() -> None:
    for read, seen in (
        (lambda one: one.number("a.x"), {"a.x"}),
        (lambda one: one.modifier("a", "y"), {"a.y"}),
        (lambda one: one.step("b", 4, "result"), {"b.up_to", "b.result"}),
        (lambda one: one.cells.get("a.x"), {"a.x"}),
        (lambda one: dict(one.cells.items()), {"a.x", "a.y", "b.up_to", "b.result", "b.word"}),
        (lambda one: list(one.cells.values()), {"a.x", "a.y", "b.up_to", "b.result", "b.word"}),
        (lambda one: (one.has("a.x"), list(one.paths())), set()),
        (lambda one: settled_tables(one, {}, {}, "[a]\nx = 5\n").number("a.y"), {"a.x", "a.y"}),
        (lambda one: settled_tables(one, {}, {}).number("a.y"), {"a.y"}),
    ):
        cells = NotedCells(parse_tables(SMALL).cells)
        read(replace(parse_tables(SMALL), cells=cells))
        assert cells.seen == seen


def test_a_battle_needs_nothing_but_what_it_was_noted_to_read() -> None:
    match = tutorial().match
    record, read = play_noting_reads(match, "3")
    assert isinstance(record, Record)
    whole = tables_of(match)
    assert 50 < len(read) < len(whole.cells)
    bare = replace(whole, cells={path: value for path, value in whole.cells.items() if path in read})
    assert mark_of(played_under(match, "3", bare)) == mark_of(record)
    one = next(path for path in sorted(read) if path.startswith("fire.factor.deployed"))
    lacking = replace(whole, cells={path: value for path, value in bare.cells.items() if path != one})
    with pytest.raises(Exception, match=one):
        played_under(match, "3", lacking)


def test_to_be_noted_changes_no_battle() -> None:
    match = quick().match
    for seed in ("0", "1", "2"):
        noted_one, _ = play_noting_reads(match, seed)
        plain = try_battle(match, seed)
        assert isinstance(noted_one, Record)
        assert isinstance(plain, Record)
        assert mark_of(noted_one) == mark_of(plain)


def unread_change_nothing(base: Variant, seed: str, every: int = 1) -> int:
    """Turn every number that a battle does not read, or one in so many, and play it all the same: how many there were."""
    record, read = play_noting_reads(base.match, seed)
    assert isinstance(record, Record)
    turns = [
        variant
        for knob in all_knobs(tables_of(base.match))
        if knob.path not in read and (variant := turned_by(base, knob, 1) or turned_by(base, knob, -1)) is not None
    ]
    for variant in turns[::every]:
        other = try_battle(variant.match, seed)
        assert isinstance(other, Record)
        assert mark_of(other) == mark_of(record), variant.house
    return len(turns)


def test_numbers_that_a_battle_never_reads_change_nothing_of_it() -> None:
    assert unread_change_nothing(quick(), "1", every=12) > 50


@pytest.mark.long
@pytest.mark.parametrize("seed", ("0", "7"))
def test_numbers_that_a_thoughtful_battle_never_reads_change_nothing_of_it(seed: str) -> None:
    assert unread_change_nothing(tutorial(), seed) > 50


def test_a_screen_that_skips_says_what_brute_force_says() -> None:
    base = quick()
    knobs = knobs_of(base, ("fire.modifier.cover", "order.leader"))
    screen = Screen((base,), knobs, "Which?", 1, 2, 0, Seeds(0, 1000))
    found = run(screen, Journal.in_memory(screen.head), Inline())
    for knob in knobs:
        pairs = []
        for by, seeds in screen.seeds_of(knob, 0, 2):
            variant = turned_by(base, knob, by)
            assert variant is not None
            both = [(try_battle(base.match, str(seed)), try_battle(variant.match, str(seed))) for seed in seeds]
            pairs += [(mark_of(one), mark_of(other), one.winner, other.winner) for one, other in both]  # type: ignore[arg-type,union-attr]
        effect = next(one for one in found.effects if one.knob == knob)
        told = [
            (one.mark, other.mark, one.winner, other.winner) for steps in effect.steps for _, one, other in steps.pairs
        ]
        assert sorted(told, key=str) == sorted(pairs, key=str)
    assert {one.fate for one in found.effects} >= {"moves", "unread"}


# ---- Knobs -----------------------------------------------------------------------------------------------------------------------------


def test_numbers_are_asked_for_by_path_by_beginning_and_with_stars() -> None:
    base = tutorial()
    names = [knob.name for knob in knobs_of(base, ("fire.modifier.cover",))]
    assert names == [f"fire.modifier.cover.{one}" for one in ("open", "soft", "hard", "fortified")]
    assert [knob.value for knob in knobs_of(base, ("order.result.up_to",))] == [3, 5]
    assert [knob.name for knob in knobs_of(base, ("fire.*.cover.soft",))] == ["fire.modifier.cover.soft"]
    assert [knob.name for knob in knobs_of(base, ("order.result.up_to[2]",))] == ["order.result.up_to[2]"]
    everything = knobs_of(base)
    assert 0 < len(knobs_of(base, ours=True)) < len(everything)
    with pytest.raises(Refusal, match="unknown"):
        knobs_of(base, ("fire.cover",))
    with pytest.raises(Refusal, match="none_ours"):
        knobs_of(base, ("leader_move",), ours=True)


def test_a_number_is_turned_on_top_of_the_house_rules_and_within_what_is_allowed() -> None:
    club = tutorial().under("[fire.modifier.cover]\nsoft = -2\n[options]\n", "club.toml")
    (soft,) = knobs_of(club, ("fire.modifier.cover.soft",))
    (hard,) = knobs_of(club, ("fire.modifier.cover.hard",))
    assert soft.value == -2
    up, other = turned_by(club, soft, 1), turned_by(club, hard, -1)
    assert up is not None
    assert other is not None
    assert tables_of(up.match).number("fire.modifier.cover.soft") == -1
    assert tables_of(other.match).number("fire.modifier.cover.soft") == -2
    assert tables_of(other.match).number("fire.modifier.cover.hard") == -4
    assert up.house == f"fire.modifier.cover.soft = {MINUS}1"
    first, second = knobs_of(club, ("fire.band.up_to",))[:2]
    assert turned_by(club, first, 3) is None  # would reach the next step
    assert turned_by(club, second, 1) is not None


def test_an_errand_is_read_back_as_it_was() -> None:
    luck = Random(5)
    for _ in range(300):
        seeds = tuple(sorted(luck.sample(range(60), luck.randint(1, 20))))
        errand = Errand("a.b[2]", luck.choice((-3, 1)), seeds)
        assert Errand.read(errand.name) == errand
    assert Errand("x", 1, tuple(range(0, 40, 2))).name == "x +1 0-38/2"


def test_what_all_battles_read_is_told_once() -> None:
    base = quick()
    batch = batch_with_reads("x", base.match, ("0", "1"), base.sides, base.strengths)
    assert [one.seed for one in batch.battles] == ["0", "1"]
    for seed in ("0", "1"):
        assert batch.reads[seed] == play_noting_reads(base.match, seed)[1]
    assert not set(batch.read) & set(batch.battles[0].read)


# ---- Many questions at once ------------------------------------------------------------------------------------------------------------


def test_corrected_chances_are_those_of_statsmodels() -> None:
    luck = Random(2)
    for number in (1, 2, 7, 40):
        chances = [luck.random() ** 3 for _ in range(number)]
        assert holm(chances) == pytest.approx(multipletests(chances, method="holm")[1])
    assert holm([]) == ()


# ---- Made-up truths --------------------------------------------------------------------------------------------------------------------


@dataclass
class Made:
    """A runner whose battles are made up: soft cover moves the wins by such a share a step, everything else by nothing; hard cover is dead."""

    share: float = 0.4
    fails: frozenset[str] = frozenset()
    stop_after: int = 10_000
    done: list[str] = field(default_factory=list)

    def submit(self, job: Any, seeds: Iterable[str]) -> Generator[Any, None, None]:  # noqa: ARG002 - all jobs are alike
        for name in seeds:
            if len(self.done) >= self.stop_after:
                raise KeyboardInterrupt
            self.done.append(name)
            yield self.batch(Errand.read(name), name)

    def batch(self, errand: Errand, name: str) -> Batch:
        battles = tuple(self.brief(errand, seed) for seed in errand.seeds if str(seed) not in self.fails)
        failures = tuple(Failure(str(seed), "KeyError", "x.py") for seed in errand.seeds if str(seed) in self.fails)
        read = ("fire.modifier.cover.soft", "fire.modifier.cover.hard", "fire.modifier.cover.open")
        return Batch(name, battles, failures, read if errand.knob == NOTED else ())

    def brief(self, errand: Errand, seed: int) -> Brief:
        luck = Random(str(seed))
        level = 0.5 + (self.share * errand.by if errand.knob.endswith(".soft") else 0.0)
        won = luck.random() < level
        extra = luck.random() < 0.2 and errand.knob.endswith(".open")
        return Brief(str(seed), OWN if won else OTHER, 0.0, f"{won}{extra}")


def made_up(confirm: int = 200) -> Screen:
    base = tutorial()
    return Screen((base,), knobs_of(base, ("fire.modifier.cover",)), "Which?", 1, 40, confirm, Seeds(0, 1_000_000))


def test_what_moves_is_found_confirmed_and_ranked_and_the_dead_are_named() -> None:
    screen = made_up()
    found = run(screen, Journal.in_memory(screen.head), Made())
    fates = {one.knob.path.rpartition(".")[2]: one.fate for one in found.effects}
    assert fates == {"open": "moves", "soft": "moves", "hard": "dead", "fortified": "unread"}
    assert found.ranking[0].knob.name == "fire.modifier.cover.soft"
    (confirmed,) = found.confirmed
    assert confirmed.holds
    assert confirmed.fresh.battles == 200
    assert confirmed.fresh.difference == pytest.approx(0.4, abs=0.1)
    assert confirmed.fresh.interval[0] < 0.4 < confirmed.fresh.interval[1]
    assert "one step up is worth +" in found.sentence
    (dead,) = found.of("dead")
    assert found.line(dead).endswith("dead. 40 of 40 battles are identical.")
    (unread,) = found.of("unread")
    assert found.line(unread).endswith("never read in 40 battles.")


def test_a_number_whose_battles_were_not_all_looked_at_is_not_called_dead() -> None:
    screen = made_up()
    found = run(screen, Journal.in_memory(screen.head), Made())
    (dead,) = found.of("dead")
    (steps,) = dead.steps
    part = replace(found, steps={**found.steps, dead.knob.name: (replace(steps, pairs=steps.pairs[:5]),)})
    assert part.of("dead") == ()
    assert "1 was not looked at." in part.sentence


def test_what_was_luck_is_not_confirmed() -> None:
    screen = made_up()
    lucky = Made()
    journal = Journal.in_memory(screen.head)
    run(replace(screen, confirm=0), journal, lucky)
    again = run(screen, journal, Made(share=0.0))
    (confirmed,) = again.confirmed
    assert not confirmed.holds
    assert again.sentence.startswith("Nothing found: none of the 1 that stood out")
    assert again.refuted == {"fire.modifier.cover.soft"}


def test_a_screen_that_was_stopped_goes_on_and_plays_nothing_twice(tmp_path: Path) -> None:
    screen, place = made_up(), tmp_path / "x.jsonl"
    whole = run(screen, Journal.in_memory(screen.head), Made())
    names: list[str] = []
    for _ in range(30):
        runner = Made(stop_after=3)
        try:
            with Journal.open(place, screen.head) as journal:
                found = run(screen, journal, runner)
            break
        except KeyboardInterrupt:
            names += runner.done
    else:
        pytest.fail("never done")
    names += runner.done
    assert len(names) == len(set(names))
    assert (found.sentence, found.lines()) == (whole.sentence, whole.lines())
    read = Journal.read(place)
    assert screen_of_journal(read.head.about) == screen
    assert sensitivity_in(screen_of_journal(read.head.about), read).sentence == whole.sentence


def test_battles_that_fail_are_told_and_left_out() -> None:
    screen = made_up(confirm=0)
    found = run(screen, Journal.in_memory(screen.head), Made(fails=frozenset({"4"})))
    assert all(one.battles == 39 for one in found.effects)
    assert "failed and" in found.rests_on


def test_seeds_that_were_looked_at_confirm_nothing() -> None:
    base = tutorial()
    with pytest.raises(Refusal, match="overlap"):
        Screen((base,), knobs_of(base), "Which?", 1, 40, 400, Seeds(0, 300))


def test_a_step_is_worth_half_of_what_lies_between_up_and_down() -> None:
    """Two battles up, of which one is won instead of lost; two down, of which one is lost instead of won: of four pairs two go one way."""
    won, lost = Brief("1", OWN, 10.0, "a"), Brief("1", OTHER, -10.0, "b")
    (knob,) = knobs_of(tutorial(), ("fire.modifier.cover.soft",))
    pairs = ((1, lost, won), (1, won, won), (-1, won, lost), (-1, lost, lost))
    effect = Effect(knob, "soft", (Steps(OWN, pairs, 4),))
    assert effect.difference == 0.5
    assert effect.margin == 10.0
    assert (effect.counts.second, effect.counts.first, effect.hands, effect.same) == (2, 0, 2, 2)
    assert effect.chance == 0.5


# ---- The sheet -------------------------------------------------------------------------------------------------------------------------


def test_tints_say_for_whom_and_how_much() -> None:
    assert tint(0.019).fill == LITTLE
    assert [tint(moved).fill for moved in (0.02, 0.07, 0.12, 0.5)] == list(UP)
    assert [tint(-moved).fill for moved in (0.02, 0.07, 0.12, 0.5)] == list(DOWN)


def test_a_heat_map_moves_nothing_on_the_sheet() -> None:
    ruleset = table("revolucion").ruleset
    plain = reference_sheet(ruleset, ruleset.default_tables)
    grounds = {knob.name: Ground("#123456") for knob in all_knobs(ruleset.default_tables)}
    hot = reference_sheet(ruleset, ruleset.default_tables, "a4", Heat(grounds))
    assert plain is not None
    assert hot is not None
    for before, after in zip(plain.pages, hot.pages, strict=True):
        one = {(round(box.left, 1), round(box.top, 1)) for box in before.boxes}
        other = {(round(box.left, 1), round(box.top, 1)) for box in after.boxes}
        assert one <= other
    assert sum(page.count("#123456") for page in hot.drawings) > 150
    assert "#123456" not in "".join(plain.drawings)


def test_the_sheet_of_a_screen_shows_what_moves_what_is_dead_and_what_nobody_reads() -> None:
    screen = made_up()
    found: Sensitivity = run(screen, Journal.in_memory(screen.head), Made())
    pages = heat_pages(found)
    assert UP[3] in pages[0]
    assert 'stroke="#857c70"' in pages[0]
    assert "Dead" in "".join(pages) or "DEAD" in pages[-1]
    assert "not looked at" not in found.sentence
    names = list(found.steps)
    stopped = replace(found, steps={name: found.steps[name] if name in names[:-2] else () for name in names})
    assert "2 were not looked at." in stopped.sentence
    unlooked = next(one for one in stopped.effects if one.knob.name == names[-1])
    assert ground_of(stopped, unlooked).fill == "#ffffff"
    assert not ground_of(stopped, unlooked).frame
    html = heat_html(found)
    assert html.startswith("<!doctype html>")
    assert html.count("@font-face") >= 4
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
