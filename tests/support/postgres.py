"""A real PostgreSQL for tests: its own cluster in a temporary folder, on a socket of its own, ended with the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

WHERE_DEBIAN_KEEPS_IT = "/usr/lib/postgresql"


def programs() -> Path:
    """The folder of initdb and postgres, newest version first."""
    found = sorted(Path(WHERE_DEBIAN_KEEPS_IT).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        raise RuntimeError("The storage tests need PostgreSQL. On Debian: sudo apt-get install postgresql")
    return Path(on_path).parent


class Cluster:
    """A running server; every test asks for a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        # PostgreSQL refuses to run as root; Debian's package brings this user.
        self._user: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}

    def start(self) -> None:
        if self._user:
            shutil.chown(self.folder, **self._user)
        self._run("initdb", "--no-sync", "--auth=trust", "--username=sandtable", "-D", str(self.data))
        self.restart("start")

    def restart(self, how: str = "restart") -> None:
        options = (
            f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c max_connections=100 -c fsync=off"
        )
        log = str(self.folder / "log")
        self._run("pg_ctl", how, "-D", str(self.data), "-m", "immediate", "-w", "-l", log, "-o", options)

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "-D", str(self.data), "-m", "immediate")

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"battles_{uuid4().hex}"
        self._run("createdb", "-h", str(self.folder), "-U", "sandtable", name)
        return f"postgresql://sandtable@/{name}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(programs() / program), *arguments]
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=self.folder, **self._user)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="sandtable-postgres-"))
    cluster = Cluster(folder)
    try:
        cluster.start()
        yield cluster
        cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
