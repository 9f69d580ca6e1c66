"""How many may be connected: in all as many as there are file handles for, of one address fewer, and nobody who never says anything."""

from __future__ import annotations

import asyncio
import logging
import resource
from collections import Counter
from ipaddress import ip_address
from time import monotonic
from typing import Any

import uvicorn

LOG = logging.getLogger("sandtable.server")
MOST_CONNECTIONS = 20_000
BACKLOG = 64  # who waits to be accepted; so many are accepted before the first of them is counted
KEPT_HANDLES = BACKLOG + 80  # for files, databases and workers
FEWEST = 16
MOST_OF_ONE_ADDRESS = 400  # a club night behind one address has a tenth of that
SPEAK_WITHIN = 20.0  # seconds until the first request
SAY_AGAIN_AFTER = 60.0  # seconds between two lines about the same


class Gate:
    """Counts who is connected. This machine's own programs, a proxy among them, are counted together only."""

    def __init__(self, most: int, each: int = MOST_OF_ONE_ADDRESS) -> None:
        self._most = most
        self._each = each
        self._inside: dict[Any, str] = {}
        self._of: Counter[str] = Counter()
        self._said = -SAY_AGAIN_AFTER

    def enter(self, transport: Any) -> bool:
        """Let a connection in, if there is room."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if len(self._inside) >= self._most:
            self.say("All %s connections are taken; whoever comes now is turned away.", self._most)
            return False
        if self._of[address] >= self._each and not _is_here(address):
            self.say("%s has all the connections that one address may have.", address)
            return False
        self._inside[transport] = address
        self._of[address] += 1
        return True

    def leave(self, transport: Any) -> None:
        """A connection has ended."""
        address = self._inside.pop(transport, None)
        if address is not None:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def say(self, sentence: str, *about: object) -> None:
        """Tell whoever runs the server, a line a minute at most."""
        if monotonic() - self._said >= SAY_AGAIN_AFTER:
            self._said = monotonic()
            LOG.warning(sentence, *about)

    def out_of_handles(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What goes wrong outside of any call. That no connection can be accepted is one line, not thousands."""
        if "out of system resource" in str(context.get("message", "")):
            self.say("There are no file handles left for new connections: %s", context.get("exception"))
        else:
            loop.default_exception_handler(context)


def handles() -> int:
    """How many file handles this process may have: as many as it can get."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + KEPT_HANDLES
    target = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < target:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
        return target
    return wanted if soft == resource.RLIM_INFINITY else soft


def guard(config: uvicorn.Config, gate: Gate) -> None:
    """Let a gate count all connections of a server: those of requests, and the lines they become."""
    config.load()
    requests: Any = config.http_protocol_class
    lines: Any = config.ws_protocol_class

    class Request(requests):  # type: ignore[misc]  # chosen by uvicorn when it runs
        def connection_made(self, transport: Any) -> None:
            self._let_in = gate.enter(transport)
            if not self._let_in:
                transport.abort()
                return
            super().connection_made(transport)
            self.loop.call_later(SPEAK_WITHIN, self._close_if_silent)

        def connection_lost(self, exc: Exception | None) -> None:
            if self._let_in:
                gate.leave(self.transport)
                super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._let_in:
                super().data_received(data)

        def _close_if_silent(self) -> None:
            if self.cycle is None and self in self.connections:
                self.transport.close()

    class Line(lines):  # type: ignore[misc]  # as above
        def connection_lost(self, exc: Exception | None) -> None:
            gate.leave(self.transport)
            super().connection_lost(exc)

    config.http_protocol_class, config.ws_protocol_class = Request, Line


def _is_here(address: str) -> bool:
    try:
        return ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False
