"""Books that are filled before a battle by the umpire's own actions, thrown for one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from sandtable.kernel.drivers.run import throw
from sandtable.kernel.ledger import Deed, Ledger
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.tables import Tables
from sandtable.miniatures.acting import form_read

Books = TypeVar("Books", bound=Ledger)


def thrown(
    ruleset: Ruleset, books: Books, action: str, told: Mapping[str, Any], tables: Tables, dice: DiceStream
) -> tuple[Books, Any]:
    """The books after an action with this form, and what came of it."""
    form = form_read(ruleset.by_id[action], told, tables)
    verdict = throw(ruleset.by_id[action].start(form.situation, tables), dice).verdict
    return books.with_deed(Deed(action, form.situation, verdict.changes, ""), tables), verdict
