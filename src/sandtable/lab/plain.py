"""Answers in plain data: what the command line gives as JSON, and what the page shows."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import codec
from sandtable.lab.battles.variant import Variant
from sandtable.lab.questions.balance import Balance
from sandtable.lab.questions.compare import Comparison
from sandtable.lab.running import Answer, Answered


def plain_answered(found: Answered) -> dict[str, Any]:
    """An answer, and the one on fresh seeds where there is one."""
    told = plain_answer(found.answer)
    if found.confirmed is not None:
        told["confirmed"] = plain_answer(found.confirmed)
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


def _balance(told: Balance) -> dict[str, Any]:
    sides = told.variant.sides
    return {
        "kind": "balance",
        **_variant(told.variant),
        "sentence": told.sentence,
        "rests_on": told.rests_on,
        "finding": told.finding,
        "battles": len(told.records),
        "planned": told.planned,
        "most": told.most,
        "side": told.side,
        "share": told.score.part,
        "interval": list(told.interval),
        "goal": list(told.goal),
        "wins": {role: told.wins(role).part for role in sides},
        "draws": told.wins(None).part,
        "reasons": dict(told.reasons),
        "turns": {str(turn): count for turn, count in sorted(told.turns.items())},
        "orders": told.orders,
        "decision_turn": told.decision_turn if told.decisions else None,
        "numbers": [list(line) for line in told.convention()],
        "failures": [codec.write(one) for one in told.failures],
    }


def _comparison(told: Comparison) -> dict[str, Any]:
    return {
        "kind": "compare",
        "scenario": told.first.name,
        "title": told.first.scenario.title,
        "first": _variant(told.first),
        "second": _variant(told.second),
        "sentence": told.sentence,
        "rests_on": told.rests_on,
        "finding": told.finding,
        "choice": told.choice if told.sprt is not None else None,
        "pairs": len(told.pairs),
        "planned": told.planned,
        "most": told.most,
        "side": told.side,
        "difference": told.difference,
        "interval": list(told.interval),
        "unpaired": list(told.unpaired),
        "same": list(told.same),
        "shares": list(told.shares),
        "chance": told.counts.chance,
        "saving": told.saving,
        "held": told.held,
        "partings": {kind: told.partings[kind] for kind in ("same", "throw", "order")},
        "changes": [codec.write(one) for one in told.rules_changed],
        "changed": [
            {
                "seed": pair.seed,
                "first": pair.first.winner,
                "second": pair.second.winner,
                "parting": None if pair.parting is None else codec.write(pair.parting),
            }
            for pair in told.changed
        ],
        "failures": [codec.write(one) for one in told.failures],
    }
