"""Answers in plain data: what the command line gives as JSON, and what the page shows."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import codec
from sandtable.lab.battles.variant import Variant
from sandtable.lab.questions.balance import Balance
from sandtable.lab.questions.compare import Comparison
from sandtable.lab.running import Answer, JobAnswer


def plain_job_answer(answer: JobAnswer) -> dict[str, Any]:
    """An answer, and the one on fresh seeds where there is one."""
    told = plain_answer(answer.answer)
    if answer.confirmed is not None:
        told["confirmed"] = plain_answer(answer.confirmed)
    return told


def plain_answer(answer: Answer) -> dict[str, Any]:
    """An answer, without its battles."""
    return _balance(answer) if isinstance(answer, Balance) else _comparison(answer)


def _variant(one: Variant) -> dict[str, Any]:
    return {
        "scenario": one.name,
        "title": one.scenario.title,
        "house": one.house,
        "players": one.players_words,
        "options": dict(one.match.options),
        "id": one.id,
    }


def _balance(balance: Balance) -> dict[str, Any]:
    sides = balance.variant.sides
    return {
        "kind": "balance",
        **_variant(balance.variant),
        "sentence": balance.sentence,
        "rests_on": balance.rests_on,
        "finding": balance.finding,
        "battles": len(balance.records),
        "planned": balance.planned,
        "most": balance.most,
        "side": balance.side,
        "share": balance.score.part,
        "interval": list(balance.interval),
        "goal": list(balance.goal),
        "wins": {role: balance.wins(role).part for role in sides},
        "draws": balance.wins(None).part,
        "reasons": dict(balance.reasons),
        "turns": {str(turn): count for turn, count in sorted(balance.turns.items())},
        "orders": balance.orders,
        "decision_turn": balance.decision_turn if balance.decisions else None,
        "numbers": [list(line) for line in balance.convention()],
        "failures": [codec.write(one) for one in balance.failures],
    }


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "kind": "compare",
        "scenario": comparison.first.name,
        "title": comparison.first.scenario.title,
        "first": _variant(comparison.first),
        "second": _variant(comparison.second),
        "sentence": comparison.sentence,
        "rests_on": comparison.rests_on,
        "finding": comparison.finding,
        "choice": comparison.choice if comparison.sprt is not None else None,
        "pairs": len(comparison.pairs),
        "planned": comparison.planned,
        "most": comparison.most,
        "side": comparison.side,
        "difference": comparison.difference,
        "interval": list(comparison.interval),
        "unpaired": list(comparison.unpaired),
        "same": list(comparison.same),
        "shares": list(comparison.shares),
        "chance": comparison.counts.chance,
        "saving": comparison.saving,
        "held": comparison.held,
        "partings": {kind: comparison.partings[kind] for kind in ("same", "throw", "order")},
        "changes": [codec.write(one) for one in comparison.rules_changed],
        "changed": [
            {
                "seed": pair.seed,
                "first": pair.first.winner,
                "second": pair.second.winner,
                "parting": None if pair.parting is None else codec.write(pair.parting),
            }
            for pair in comparison.changed_pairs
        ],
        "failures": [codec.write(one) for one in comparison.failures],
    }
