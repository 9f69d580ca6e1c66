"""A room of machines, which are processes here: a scheduler, workers, and a run of the lab. Any of them can be killed and started again."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

BIN = Path(sys.executable).parent


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@dataclass
class Room:
    """All processes of a run, by name."""

    folder: Path
    arguments: list[str]  # of the run
    host: str = "127.0.0.1"
    within: dict[str, list[str]] = field(
        default_factory=dict
    )  # what is put before a command, such as a network namespace
    port: int = field(default_factory=free_port)
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"tcp://{self.host}:{self.port}"

    @property
    def journal(self) -> Path:
        return self.folder / "run.jsonl"

    def start(self, name: str) -> None:
        """Start a process, or start it again."""
        command = {
            "scheduler": [str(BIN / "dask"), "scheduler", "--host", self.host, "--port", str(self.port), "--no-dashboard"],
            "client": [str(BIN / "sandtable"), "lab", *self.arguments, "--cluster", self.address, "-o", str(self.journal)],
        }.get(name, [str(BIN / "sandtable"), "lab", "worker", self.address, "--jobs", "1"])  # fmt: skip
        with (self.folder / f"{name}.txt").open("ab") as told:
            self.processes[name] = subprocess.Popen(
                [*self.within.get(name, []), *command],
                stdout=told,
                stderr=told,
                cwd=self.folder,
                start_new_session=True,
                env={**os.environ, "DASK_DISTRIBUTED__DASHBOARD__LINK": ""},
            )

    def kill(self, name: str) -> bytes:
        """Kill one with -9, whatever it is at; all that had been acknowledged by then."""
        known = self.written()
        process = self.processes[name]
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return known

    def written(self) -> bytes:
        """The whole lines of the journal."""
        content = self.journal.read_bytes() if self.journal.exists() else b""
        return content[: content.rfind(b"\n") + 1]

    def wait_for(self, lines: int, seconds: float = 120) -> None:
        """Wait until the journal has so many battles, or the run is over."""
        ends = monotonic() + seconds
        while self.written().count(b"\n") <= lines and monotonic() < ends:
            if self.processes["client"].poll() is not None:
                return
            sleep(0.05)

    def ended(self, seconds: float = 200) -> int:
        """The exit code of the run, once it is over."""
        return self.processes["client"].wait(seconds)

    def records(self) -> dict[str, Any]:
        """What the journal says of each seed; one that stands there twice fails."""
        told: dict[str, Any] = {}
        for line in self.written().splitlines()[1:]:
            record = json.loads(line)
            assert record["seed"] not in told, f"battle {record['seed']} is there twice"
            told[record["seed"]] = record
        return told

    def words(self) -> str:
        """What everybody said, where something has gone wrong."""
        return "\n".join(
            f"{file.name}: {file.read_text(encoding='utf-8', errors='replace')[-800:]}"
            for file in self.folder.glob("*.txt")
        )

    def __enter__(self) -> Self:
        for name in ("scheduler", "worker 1", "worker 2", "client"):
            self.start(name)
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes.values():
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def counting_player(place: Path, heard: Path) -> str:
    """A program that takes the first candidate and notes every battle that it begins."""
    place.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['type'] == 'end': break\n"
        f"    if asked['type'] == 'hello': open({str(heard)!r}, 'a').write(asked['seed'] + chr(10))\n"
        "    print(json.dumps({'type': asked['type'], 'protocol': 1, 'number': asked.get('number'), 'id': 0,\n"
        "                      'option': asked.get('usual')}), flush=True)\n",
        encoding="utf-8",
    )
    return shlex.join([sys.executable, "-S", str(place)])
