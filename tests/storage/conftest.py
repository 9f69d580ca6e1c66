from __future__ import annotations

import pytest

from tests.support.postgres import running_cluster


@pytest.fixture(scope="session")
def postgres():
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'battles.db'}"
    return request.getfixturevalue("postgres").new_database()
