"""Measure speed: `python -m bench [RULESET ...] [--forms N] [--seed N] [--no-browser]`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import browser, table_browser
from bench.battles import battle_rates
from bench.cluster import TARGET as CLUSTER_TARGET
from bench.cluster import cluster_speed
from bench.duels import DUEL_TARGET, MATRIX_TARGET, duel_times
from bench.exact import ROUNDS, TARGET, action_times
from bench.geometry import geometry_rates
from bench.knobs import TARGET as SCREEN_TARGET
from bench.knobs import screen_time
from bench.lab_run import LAB_TARGET, lab_waits
from bench.memory import FINISHED, STEPS, finished_battles
from bench.memory import TARGET as MEMORY_TARGET
from bench.movement import move_rates
from bench.pointer import TARGET as POINTER_TARGET
from bench.pointer import pointer_times
from bench.pools import pool_times
from bench.reports import LARGEST, report_time
from bench.reports import TARGET as REPORT_TARGET
from bench.server import BESIDE_TARGET, ORDER_TARGET, PREVIEW_TARGET, server_waits
from bench.startup import start_times
from bench.throws import rates
from bench.turns import TARGET as TURN_TARGET
from bench.turns import turn_times
from sandtable.kernel import registry
from sandtable.kernel.ruleset import Ruleset

CONSOLE = Console()
if not CONSOLE.is_terminal:
    CONSOLE = Console(width=120)  # a file has room


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="make bench", description="Measure speed, as ratios in one run on one machine."
    )
    parser.add_argument("rulesets", nargs="*", help="only these")
    parser.add_argument("--forms", type=int, default=60, help="situations for each action (default 60)")
    parser.add_argument("--seed", type=int, default=1848, help="which situations")
    parser.add_argument("--no-browser", action="store_true", help="leave the web app out")
    chosen = parser.parse_args()
    rulesets = [registry.ruleset(name) for name in chosen.rulesets or registry.names()]
    _exact(rulesets, chosen.forms, chosen.seed)
    _throws(rulesets, chosen.seed)
    _pools(rulesets, chosen.seed)
    _geometry(chosen.seed)
    _moves(chosen.seed)
    _battles()
    _pointer()
    _turns()
    _duels(rulesets)
    _report()
    _knobs()
    _server()
    _cluster()
    _memory()
    _startup()
    if not chosen.no_browser:
        _browser()


def _exact(rulesets: list[Ruleset], forms: int, seed: int) -> None:
    table = _table(
        f"Exact odds of {forms} situations not seen before and the largest of the rulebooks, in ms of processor time: each the median of {ROUNDS} rounds with nothing "
        f"remembered, the worst that of the slowest situation (target: {TARGET:g}; none for the deck of events)",
        ("Ruleset", "Action", "Verdicts", "Median", "Worst", "Worst / target", "As shown, median"),
    )
    for ruleset in track(rulesets, "Exact odds", console=CONSOLE, transient=True):
        for times in action_times(ruleset, forms, seed):
            ratio = "" if times.ratio is None else f"{times.ratio:.2f}"
            style = "red" if times.ratio and times.ratio > 1 else ""
            numbers = (f"{times.median:.2f}", f"{times.worst:.2f}", ratio, f"{times.shown:.2f}")
            table.add_row(times.ruleset, times.action, str(times.verdicts), *numbers, style=style)
        table.add_section()
    CONSOLE.print(table)


def _throws(rulesets: list[Ruleset], seed: int) -> None:
    table = _table("Verdicts a second", ("Ruleset", "Action", "throw", "sample_many", "Ratio"))
    for ruleset in rulesets:
        for rate in rates(ruleset, seed):
            table.add_row(rate.ruleset, rate.action, f"{rate.thrown:,.0f}", f"{rate.sampled:,.0f}", f"{rate.ratio:.0f}")
    CONSOLE.print(table)


def _pools(rulesets: list[Ruleset], seed: int) -> None:
    table = _table(
        "Laws of dice, in microseconds, nothing remembered", ("Dice", "Kernel", "icepool", "icepool / kernel")
    )
    for times in pool_times(rulesets, 5, seed):
        table.add_row(times.name, f"{times.ours:.0f}", f"{times.icepools:.0f}", f"{times.ratio:.1f}")
    CONSOLE.print(table)


def _geometry(seed: int) -> None:
    table = _table(
        "Questions of geometry a second, and how many times as many as plain shapely",
        ("Question", "One by one", "In one call", "shapely", "Ratio", "Ratio in one call"),
    )
    for rate in geometry_rates(seed):
        bulk = (f"{rate.bulk:,.0f}", f"{rate.bulk_ratio:.1f}") if rate.bulk and rate.bulk_ratio else ("", "")
        table.add_row(rate.name, f"{rate.single:,.0f}", bulk[0], f"{rate.shapely:,.0f}", f"{rate.ratio:.1f}", bulk[1])
    CONSOLE.print(table)


def _moves(seed: int) -> None:
    table = _table("Legal moves a second", ("Question", "Table", "shapely", "Ratio"))
    for rate in move_rates(seed):
        slow = "" if rate.shapelys is None else f"{rate.shapelys:,.0f}"
        ratio = "" if rate.ratio is None else f"{rate.ratio:.0f}"
        table.add_row(rate.question, f"{rate.ours:,.0f}", slow, ratio)
    CONSOLE.print(table)


def _battles() -> None:
    found = list(battle_rates())
    wesnoth = next((rate.rate for rate in found if rate.name.startswith("Wesnoth") and rate.rate), None)
    table = _table(
        "Whole battles made by chance, a second and core",
        (
            "Play",
            "Battles",
            "A second",
            "To Wesnoth",
            "Orders a second",
            "Answer, ms",
            "Slowest",
            "Where the time goes",
        ),
    )
    for rate in found:
        ratio = f"{rate.rate / wesnoth:.2f}" if wesnoth else "not installed"
        shares = ", ".join(f"{part} {100 * share:.0f}%" for part, share in rate.shares.items())
        answers = (f"{rate.usual_answer:.1f}", f"{rate.slowest_answer:.0f}") if rate.orders else ("", "")
        told = (str(rate.battles), f"{rate.rate:.2f}", ratio, f"{rate.orders:,.0f}", *answers, shares)
        table.add_row(rate.name, *told)
    CONSOLE.print(table)


def _knobs() -> None:
    table = _table(
        f"Every number of ours in Revolucion! turned on the tutorial, minutes on two cores, reckoned from a sample (target: {SCREEN_TARGET:g})",
        ("Numbers", "Read", "Battles", "Minutes", "To target"),
    )
    found = screen_time()
    ratio = f"{found.minutes / SCREEN_TARGET:.2f}"
    table.add_row(str(found.numbers), str(found.read), f"{found.battles:,}", f"{found.minutes:.1f}", ratio)
    CONSOLE.print(table)


def _duels(rulesets: list[Ruleset]) -> None:
    table = _table(
        f"Exact duels of two units of up to six bases in ms, and all kinds against all at every range in s, both of processor time "
        f"(targets: {DUEL_TARGET:g} and {MATRIX_TARGET:g})",
        ("Ruleset", "Places", "Duel", "To target", "Pairs", "Ranges", "Matrix", "Matrix to target"),
    )
    for times in duel_times([one.id for one in rulesets]):
        duel, whole = times.duel / DUEL_TARGET, times.matrix / MATRIX_TARGET
        numbers = (f"{times.duel:.0f}", f"{duel:.2f}", str(times.fought), str(times.bands), f"{times.matrix:.1f}")
        style = "red" if max(duel, whole) > 1 else ""
        table.add_row(times.ruleset, str(times.places), *numbers, f"{whole:.2f}", style=style)
    CONSOLE.print(table)


def _report() -> None:
    found = report_time()
    table = _table(
        f"The report of {found.battles:,} battles, from the journal to the page (targets: {REPORT_TARGET:g} s of processor time, {LARGEST:g} kB)",
        ("Seconds", "To target", "kB"),
    )
    table.add_row(f"{found.seconds:.2f}", f"{found.seconds / REPORT_TARGET:.2f}", f"{found.kilobytes:.0f}")
    CONSOLE.print(table)


def _server() -> None:
    table = _table(
        f"What a player waits for, in ms at the client, and the ratio to an echo at the same pace "
        f"(targets: {PREVIEW_TARGET:g} for a way, {ORDER_TARGET:g} for 99 of 100 orders on a machine that does nothing else, "
        f"{BESIDE_TARGET:g} times that p99 beside somebody else, {LAB_TARGET:g} beside a run of the lab)",
        ("What", "Measured", "p50", "p99", "Echo p50", "Echo p99", "Ratio p50", "Ratio p99", "To p99 alone"),
    )
    for waits in chain(server_waits(), lab_waits()):
        times = (waits.p50, waits.p99, waits.echo50, waits.echo99)
        beside = "" if waits.beside is None else f"{waits.beside:.2f}"
        ratios = (f"{waits.ratio50:.1f}", f"{waits.ratio99:.1f}", beside)
        table.add_row(waits.name, str(waits.measured), *(f"{time:.2f}" for time in times), *ratios)
    CONSOLE.print(table)


def _memory() -> None:
    table = _table(
        f"What the server holds at most after {FINISHED:,} finished battles of Celaya were looked at (target: {MEMORY_TARGET:g} GB)",
        ("Battles", "GB", "To target"),
    )
    for taken in track(finished_battles(), "Memory", total=STEPS, console=CONSOLE, transient=True):
        table.add_row(str(taken.battles), f"{taken.gigabytes:.2f}", f"{taken.gigabytes / MEMORY_TARGET:.2f}")
    CONSOLE.print(table)


def _pointer() -> None:
    table = _table(
        f"A unit dragged in the middle of a battle, the desk's answer in ms of processor time (target: {POINTER_TARGET:g})",
        ("What", "Drags", "Median", "Worst"),
    )
    for taken in pointer_times():
        style = "red" if taken.median > POINTER_TARGET else ""
        table.add_row(taken.scenario, str(taken.drags), f"{taken.median:.1f}", f"{taken.worst:.1f}", style=style)
    CONSOLE.print(table)


def _turns() -> None:
    table = _table(
        f"A whole turn of 25 against 25 units that all move at once, in ms of processor time: what the rules take (target: {TURN_TARGET:g}), and both players",
        ("What", "Turns", "Rules, median", "Worst", "Players, median", "Worst"),
    )
    for taken in turn_times():
        style = "red" if taken.rules > TURN_TARGET else ""
        times = (taken.rules, taken.rules_worst, taken.players, taken.players_worst)
        table.add_row(taken.name, str(taken.turns), *(f"{time:.0f}" for time in times), style=style)
    CONSOLE.print(table)


def _cluster() -> None:
    speed = cluster_speed()
    table = _table(
        f"{speed.battles} battles on two workers beside one: how many times as fast (target: {CLUSTER_TARGET:g})",
        ("By the clock", "By processor time"),
    )
    table.add_row(f"{speed.wall:.2f}", f"{speed.processor:.2f}")
    CONSOLE.print(table)


def _startup() -> None:
    table = _table("From nothing to the answer, in ms of processor time", ("Command", "Time", "To Python alone"))
    for start in start_times():
        table.add_row(start.name, f"{start.time:.0f}", f"{start.ratio:.1f}")
    CONSOLE.print(table)


def _browser() -> None:
    if browser.missing():
        CONSOLE.print(f"The web app is not measured. {browser.missing()}")
        return
    title = f"The web app on a phone, the page slowed {browser.SLOWED} times ({browser.load()})"
    table = _table(title, ("What", "Measured", "Target"))
    for row in browser.measure():
        table.add_row(row.what, row.words, row.target_words, style="red" if row.missed else "")
    CONSOLE.print(table)
    table = _table(f"The table in a browser ({browser.load()})", ("What", "Measured", "Target"))
    for row in table_browser.measure():
        table.add_row(row.what, row.words, row.target_words, style="red" if row.missed else "")
    CONSOLE.print(table)


def _table(title: str, columns: Iterator[str] | tuple[str, ...]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for number, column in enumerate(columns):
        table.add_column(
            column,
            justify="left"
            if number < 2 and column in {"Ruleset", "Action", "Dice", "Command", "What", "Question", "Play"}
            else "right",
        )
    return table


if __name__ == "__main__":
    main()
