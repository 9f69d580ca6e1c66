"""The arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli.chosen import one_of

RulesetName = Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset, as `sandtable rulesets` names it.")]
ActionName = Annotated[str, typer.Argument(metavar="ACTION", help="An action, as `sandtable actions` names it.")]
FieldPairs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FIELD=VALUE",
        help="The situation, field by field; those of several units as firers.1.weapon=M.",
        show_default=False,
    ),
]
AnswerPairs = Annotated[
    list[str] | None,
    typer.Option(
        "--answer", "-a", metavar="KEY=VALUE", help="Dice (7 or 8,6 or a total), a choice or a fact. Repeatable."
    ),
]
HouseFile = Annotated[str | None, typer.Option("--house", metavar="FILE", help="A club's house rules (TOML).")]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the ruleset. Repeatable."),
]
SituationFile = Annotated[
    str | None,
    typer.Option("--situation", metavar="FILE", help="The whole situation (JSON or TOML); - reads standard input."),
]
Scale = Annotated[
    str, one_of("--scale", "1", "2", "1/2", help="2 doubles all distances, 1/2 halves them, for other figures.")
]
Unit = Annotated[
    str,
    one_of(
        "--unit", "in", "cm", "cm_for_in", help="The unit on the tape; cm_for_in reads a centimetre for every inch."
    ),
]
Programs = Annotated[
    bool, typer.Option("--programs", help="Run the programs that a file names as players: only files that you trust.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
