"""What is said of battles where one is opened."""

from __future__ import annotations

import pytest

from sandtable.server.table.openings import offered_scenarios


@pytest.mark.parametrize(
    ("name", "called"),
    (
        ("tutorial", {"Revolutionary": "Revolutionary", "Government": "Government"}),
        ("flower-war", {"West": "Mexica", "East": "Huexotzinca"}),
        ("ringgold-goes-forward", {"US": "Americans", "MEX": "Mexicans"}),
        ("random:mesoamerica", {"West": "West", "East": "East"}),
    ),
)
def test_sides_are_called_as_people_know_them(name, called):
    found = next(each for each in offered_scenarios() if each.name.startswith(name))
    assert {side.label: side.called for side in found.sides} == called
