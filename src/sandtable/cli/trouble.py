"""What becomes of an error that ends a command: words on standard error and an exit code."""

from __future__ import annotations

import json
import sys
import traceback

from sandtable.cli import state, texts
from sandtable.cli.problems import Manner, tell_refusal, words
from sandtable.kernel import registry
from sandtable.kernel.problem import Refusal

FAULT, REFUSED = 1, 2  # exit codes


def tell_error(error: Exception) -> int:
    """Tell what went wrong; return the exit code."""
    try:
        if isinstance(error, Refusal):
            tell_refusal(error)
            return REFUSED
    except Exception as unsaid:  # noqa: BLE001 - what has no words is a fault of the program, too
        error = unsaid
    _tell_fault(error)
    return FAULT


def _tell_fault(error: Exception) -> None:
    """A fault of the program, or of a ruleset from outside: a sentence for the user, the details in a file for whoever mends it."""
    details = "".join(traceback.format_exception(error))
    try:
        place = str(state.write("fault.txt", details))
    except OSError:
        place = ""
    blamed = registry.ruleset_at_fault(error, Manner.ruleset)
    if blamed is not None:
        message = words(blamed.reason)
    else:
        message = texts.say("cli.fault.told", place=place) if place else texts.say("cli.fault.short")
    if Manner.as_json:
        sys.stderr.write(json.dumps({"status": "fault", "message": message}, ensure_ascii=False) + "\n")
        return
    sys.stderr.write(f"{message}\n")
