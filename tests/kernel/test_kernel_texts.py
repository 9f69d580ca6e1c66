"""The kernel's own texts: all are asked for by something, and all that are asked for are there."""

from __future__ import annotations

import re
from pathlib import Path

import sandtable
from sandtable.kernel.texts import kernel_catalogue

SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(sandtable.__file__).parent.rglob("*.py"))
SPELLED_OUT = set(re.findall(r"kernel\.[a-z_]+(?:\.[a-z_]+)+", SOURCES))
BUILT = ("field_example.", "kernel.house.kind.", "kernel.option.switched_", "kernel.role.")
AMENDING = ("action.roster_", "field.listed_as", "outcome.roster_")  # by the ids of the kernel's own actions


def test_every_text_that_is_asked_for_is_there():
    texts = kernel_catalogue().texts
    modules = {"kernel.drivers.run", "kernel.drivers.exact", "kernel.drivers.sample"}
    missing = {
        name for name in SPELLED_OUT - modules if name.split(".")[1] in {text.split(".")[1] for text in texts}
    } - set(texts)
    assert not {name for name in missing if not any(name.startswith(prefix.rstrip(".")) for prefix in BUILT)}


def test_every_text_is_asked_for():
    built = (*BUILT, *AMENDING)
    assert [name for name in kernel_catalogue().texts if name not in SPELLED_OUT and not name.startswith(built)] == []
