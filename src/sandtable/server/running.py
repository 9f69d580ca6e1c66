"""Running the server: on this machine alone, or for the phones in the room."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from sandtable.battle.matches.collector import collect_every, spare_the_collector
from sandtable.server.app import create_app
from sandtable.server.compiling import compile_beside
from sandtable.server.gate import BACKLOG, FEWEST, KEPT_HANDLES, Gate, guard, handles
from sandtable.server.table.limits import LARGEST_FRAME
from sandtable.server.web_files import read_ahead
from sandtable.umpire import desk

LOOPBACK = "127.0.0.1"
COMPILING_AFTER = 3.0  # seconds: the first page comes first
COLLECTED_EVERY = 600.0  # seconds; one order in a thousand waits for it when a thousand battles are played
SWITCH_AFTER = 0.001  # seconds that a thread which works may keep the loop from listening
EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for with --lan


@dataclass(frozen=True, slots=True)
class Serving:
    """How the server is to run."""

    port: int = 8848
    lan: bool = False
    certificate: Path | None = None
    key: Path | None = None
    database: str = ""
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    lab: Path | None = None  # the folder for its runs

    @property
    def scheme(self) -> str:
        """``https`` when there is a certificate."""
        return "https" if self.certificate else "http"

    @property
    def address(self) -> str:
        """The address for this machine's own browser."""
        return f"{self.scheme}://{LOOPBACK}:{self.port}/"

    @property
    def lan_address(self) -> str:
        """The address for the phones in the room."""
        return f"{self.scheme}://{own_lan_address()}:{self.port}/"


def own_lan_address() -> str:
    """This machine's address in the local network. No packet is sent: only the route is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return LOOPBACK
    return address


def port_is_free(port: int, host: str) -> bool:
    """Say whether nobody listens on a port yet."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def run(serving: Serving, *, open_browser: bool, started: Callable[[], None]) -> None:
    """Serve until interrupted; ``started`` is called when the first page can be asked for."""
    config = uvicorn.Config(
        create_app(serving.database, serving.hosts, serving.lab),
        host=EVERYWHERE if serving.lan else LOOPBACK,
        port=serving.port,
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        ssl_certfile=serving.certificate,
        ssl_keyfile=serving.key,
        backlog=BACKLOG,
        proxy_headers=bool(serving.proxies),  # else whoever asks would say himself from where
        forwarded_allow_ips=list(serving.proxies),
    )
    gate = Gate(max(FEWEST, handles() - KEPT_HANDLES))
    guard(config, gate)
    sys.setswitchinterval(SWITCH_AFTER)
    spare_the_collector()  # computers play in this process, and whoever looks at a table waits for them
    collect_every(COLLECTED_EVERY)
    server = _Announcing(config, gate, started, serving.address if open_browser else "")
    threading.Thread(target=_read_ahead, daemon=True).start()
    if open_browser or serving.lan:
        compiling = threading.Timer(COMPILING_AFTER, compile_beside)
        compiling.daemon = True
        compiling.start()
    server.run()


def _read_ahead() -> None:
    """Read the rulesets and the web app while the browser starts: the first page must not wait for them."""
    desk.answer("catalogue", "{}")
    read_ahead()


class _Announcing(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, gate: Gate, started: Callable[[], None], page: str) -> None:
        super().__init__(config)
        self._gate = gate
        self._announce = started
        self._page = page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._gate.out_of_handles)
        await super().startup(sockets)
        if self.started:
            self._announce()
            if self._page:
                threading.Thread(target=webbrowser.open, args=(self._page,), daemon=True).start()
