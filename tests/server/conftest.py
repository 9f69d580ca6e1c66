"""One server process for the tests of the HTTP interface."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.serving import Server, start_server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = start_server(from_nothing=True)
    yield running
    running.stop()
