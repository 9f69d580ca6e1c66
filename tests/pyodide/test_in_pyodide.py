"""The umpire's tests on the browser's own Python (3.14, inside Pyodide), run by node."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
NODE = shutil.which("node") or "node"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [NODE, str(HERE / "run-pytest.mjs"), sysconfig.get_path("purelib"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=1500)


def passed(done: subprocess.CompletedProcess[str]) -> int:
    counted = re.search(r"(\d+) passed", done.stdout)
    return int(counted.group(1)) if counted else 0


def test_the_desk_passes_its_tests_inside_pyodide():
    done = run("tests/umpire/test_desk.py", "tests/kernel/test_stages.py")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert passed(done) > 20
    assert done.stdout.startswith("3.14")


@pytest.mark.long
def test_the_kernel_and_the_desk_pass_their_tests_inside_pyodide():
    done = run("tests/kernel", "tests/umpire", "--ignore-glob=*_by_the_million.py")  # numpy is not on the phone
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert passed(done) > 100


@pytest.mark.long
def test_all_rulesets_pass_their_tests_inside_pyodide():
    left_out = ("--ignore-glob=*/table", "--ignore-glob=*/test_table*")  # the table is the server's alone
    done = run("tests/rulesets", "tests/conformance", *left_out)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert passed(done) > 500
