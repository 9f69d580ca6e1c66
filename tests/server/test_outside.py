"""The server and the archive for the browser, with a package from outside installed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile

import pytest

from tests.support.outside import installed, source
from tests.support.outside_commands import forked, sandtable

ASK = """
import json, sys
sys.path.insert(0, sys.argv[1])
from sandtable.kernel import registry
from sandtable.umpire.desk import answer
body = json.dumps({"ruleset": "lamplight", "action": "flare", "fields": {"oil": "fine"}})
print(json.dumps([registry.usable(), json.loads(answer("odds", body)), json.loads(answer("catalogue", "{}"))["left_out"]]))
"""


@pytest.fixture
def exported(tmp_path):
    """What `sandtable export` writes where the package is installed."""

    def made(changes=None):
        folder = installed(tmp_path / "site", changes)
        done = forked(folder, "export", str(tmp_path / "app"))
        assert done.returncode == 0, done.stderr
        archive = zipfile.ZipFile(io.BytesIO((tmp_path / "app" / "engine.zip").read_bytes()))
        archive.extractall(tmp_path / "engine")
        alone = subprocess.run(
            [sys.executable, "-I", "-S", "-c", ASK, str(tmp_path / "engine")],
            capture_output=True, text=True, check=True, timeout=60,
        )  # fmt: skip
        return archive.namelist(), json.loads(alone.stdout)

    return made


def test_the_archive_holds_the_package_and_what_it_registers(exported):
    names, (usable, odds, left_out) = exported({"lamplight/table/__init__.py": "import numpy\n"})
    assert "lamplight" in usable
    assert "revolucion" in usable
    assert odds["dice"] == "6d6"
    assert left_out == []
    assert {"lamplight/icons/lamp.svg", "lamplight/pictures/scene.svg", "lamplight-1.0.dist-info/METADATA"} <= set(
        names
    )
    code = [name for name in names if not name.endswith(".toml")]  # armies come from scenarios
    assert not [name for name in code if "/table/" in name], "a table needs more than a browser has"


def test_a_package_with_a_fault_stays_out_of_the_archive(exported):
    names, (usable, odds, left_out) = exported({"lamplight/tables.toml": None})
    assert "lamplight" not in usable
    assert "revolucion" in usable
    assert odds["status"] == "problems"
    assert left_out == [], "the archive lists no fault that its host has told already"
    assert not [name for name in names if name.startswith("lamplight")]


FAULT = "the package lamplight 1.0 has a fault. tables.toml: There is no such file."


def test_commands_name_the_fault_and_go_on(tmp_path):
    folder = installed(tmp_path / "site", {"lamplight/tables.toml": None})
    listed = sandtable(folder, "rulesets")  # from nothing once, as a user does
    assert (listed.returncode, "Revolucion!" in listed.stdout, FAULT in listed.stderr) == (0, True, True)
    assert json.loads(forked(folder, "rulesets", "--json").stdout)["left_out"][0]["name"] == "lamplight"
    scenarios = forked(folder, "scenario", "list")
    assert (scenarios.returncode, "tutorial" in scenarios.stdout, FAULT in scenarios.stderr) == (0, True, True)
    asked = forked(folder, "odds", "lamplight", "flare")
    assert (asked.returncode, FAULT in asked.stderr) == (2, True)


POINTS = "lamplight-1.0.dist-info/entry_points.txt"
TABLE = f"{source(POINTS)}\n[sandtable.tables]\nlamplight = lamplight.table.rules:TABLE\n"
TABLE_FAULTS = {
    "no module": ({POINTS: TABLE}, "lamplight/table/rules.py: ModuleNotFoundError"),
    "import error": (
        {POINTS: TABLE, "lamplight/table/__init__.py": "", "lamplight/table/rules.py": "TABLE = 1 / 0\n"},
        "lamplight/table/rules.py, line 1: ZeroDivisionError",
    ),
    "parts missing": (
        {POINTS: TABLE, "lamplight/table/__init__.py": "", "lamplight/table/rules.py": "TABLE = 1\n"},
        "lamplight/table/rules.py, TABLE.name: This is missing.",
    ),
    "scenario rules that fail": (
        {"lamplight/table/__init__.py": "", "lamplight/table/scenario_rules.py": "SCENARIO_RULES = 1 / 0\n"},
        "lamplight/table/scenario_rules.py, line 1: ZeroDivisionError",
    ),
    "scenario rules with parts missing": (
        {"lamplight/table/__init__.py": "", "lamplight/table/scenario_rules.py": "SCENARIO_RULES = 1\n"},
        "lamplight/table/scenario_rules.py, SCENARIO_RULES.ruleset: This is missing.",
    ),
    "a package that fails": (
        {"lamplight/__init__.py": "1 / 0\n", "lamplight/table/__init__.py": ""},
        "lamplight/__init__.py, line 1: ZeroDivisionError",
    ),
}


@pytest.mark.parametrize("fault", TABLE_FAULTS)
def test_a_table_with_a_fault_stops_no_other(tmp_path, fault):
    changes, said = TABLE_FAULTS[fault]
    folder = installed(tmp_path / "site", changes)
    listed = forked(folder, "scenario", "list")
    assert (listed.returncode, "tutorial" in listed.stdout) == (0, True), listed.stderr
    assert "the package lamplight 1.0 has a fault" in listed.stderr
    assert said in listed.stderr
    checked = forked(folder, "scenario", "check", "tutorial")
    assert checked.returncode == 0, checked.stderr
