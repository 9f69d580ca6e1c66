"""Coroutines in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Come = TypeVar("Come")
PATIENCE = 60  # seconds


def run(scene: Coroutine[Any, Any, Come]) -> Come:
    """Run a coroutine to its end, in a thread of its own: where a browser is driven, a loop runs in the tests' thread already."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, asyncio.wait_for(scene, PATIENCE)).result()
