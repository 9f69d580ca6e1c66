"""Machine code that is made late: parts of loops have none of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from sandtable.geometry.compiled.compiler import ENTRY, maker, part
from sandtable.geometry.compiled.late import LateLibrary


@part
def half(number: float) -> float:
    return number / 2.0


@maker
def halves(numbers: np.ndarray) -> np.ndarray:
    made = np.empty(len(numbers))
    for each in range(len(numbers)):
        made[each] = half(numbers[each])
    return made


@njit(**{**ENTRY, "cache": False})
def sum_of_halves(numbers: np.ndarray) -> float:
    total = 0.0
    for each in halves(numbers):
        total += each
    return total


def library_of(loop: Any) -> LateLibrary:
    (compiled,) = loop.overloads.values()
    library: LateLibrary = compiled.library
    return library


def test_only_what_python_calls_becomes_machine_code():
    assert sum_of_halves(np.array([1.0, 2.0, 4.0])) == 3.5
    late = {loop.__name__: library_of(loop).is_late for loop in (half, halves, sum_of_halves)}
    assert late == {"half": True, "halves": True, "sum_of_halves": False}


def test_an_address_that_is_not_in_a_library_does_not_make_it_machine_code():
    sum_of_halves(np.ones(1))
    assert library_of(half).get_pointer_to_function("nowhere") == 0
    assert library_of(half).is_late
