"""How the loops are compiled: on first use, and kept on disk until they, or what they call, are written anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

SOURCES = Path(__file__).parents[3]
IMPORT = re.compile(r"^from (sandtable\.\w+\.compiled\.\w+) import", re.MULTILINE)

INNER: Any = {"error_model": "numpy", "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

LOOPS: dict[str, Any] = {}  # all that Python calls, of the modules that are imported

Loop = TypeVar("Loop", bound=Callable[..., object])


def compiled(loop: Loop) -> Loop:
    """The function as machine code. It divides without asking: whoever may divide by nothing looks first."""
    code: Any = njit(cache=True, error_model="numpy", nogil=True)(loop)
    # Numba asks only whether this function's own file has changed, while the code has grown together with what it calls.
    code._cache._cache_file._source_stamp = stamp(loop.__module__)  # noqa: SLF001 - it has no other way in
    LOOPS[f"{loop.__module__}.{loop.__name__}"] = code
    machine_code: Loop = code
    return machine_code


def part(loop: Loop) -> Loop:
    """A function that only other loops call: it becomes machine code as a part of theirs."""
    code: Loop = njit(**INNER)(loop)
    return code


def uncompiled() -> list[str]:
    """The loops whose machine code for this processor is not on disk."""
    return [name for name, code in LOOPS.items() if not _on_disk(code)]


def _on_disk(code: Any) -> bool:
    processor = code.targetctx.codegen().magic_tuple()
    return any(key[1] == processor for key in code._cache._cache_file._load_index())  # noqa: SLF001 - as above


def folder() -> Path:
    """Where the machine code is kept."""
    return Path(next(iter(LOOPS.values()))._cache.cache_path)  # noqa: SLF001 - as above


@cache
def stamp(module: str) -> str:
    """A stamp of the sources of a module and of all compiled modules that it imports, of whichever package."""
    source = SOURCES.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    imported = sorted(set(IMPORT.findall(source)))
    return sha256("".join((source, *map(stamp, imported))).encode()).hexdigest()
