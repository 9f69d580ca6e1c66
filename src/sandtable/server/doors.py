"""The way in: who may ask under which name, in which form; and the headers on every reply.

A page of another site must not speak to this server with a player's browser: the name it was called by has to be one of its own, and
whoever sends something has to come from a page of its own.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.replies import json_text
from sandtable.umpire import desk

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
SECURE_ONLY = {"Strict-Transport-Security": "max-age=31536000"}
USUAL_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
POLICY_VIOLATION = 1008
Place = tuple[str, int | None]


def own_names() -> frozenset[str]:
    """What this machine is called by those in the same room."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local"})


class Doors:
    """Looks at everybody who comes in, and puts the headers on every reply as it goes out: FastAPI's own way takes longer than most answers."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self._named = frozenset(name.lower() for name in names)
        self._names = self._named | own_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        more = HEADERS | (SECURE_ONLY if self._is_secure(scope) else {})

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(more)
            await send(message)

        refused = self._refused(scope)
        if refused is None:
            await self._app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": ""})
        else:
            await _say_no(*refused, send_with_headers)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """With which status and for which reason somebody is sent away."""
        headers = Headers(scope=scope)
        here = _place(headers.get("host", ""), scope["scheme"])
        if here is None or not self._is_own(here[0]):
            return 421, "kernel.desk.other_host"
        sends = scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD", "OPTIONS"}
        if sends and not self._comes_from_here(headers.get("origin"), here):
            return 403, "kernel.desk.other_site"
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"].startswith("/api/"):
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return 415, "kernel.desk.not_json"
        return None

    def _is_own(self, name: str) -> bool:
        """Whether a name is one of this server's own. A numeric address always is: only names can be made by others to lead here."""
        return name in self._names or _is_address(name)

    def _comes_from_here(self, origin: str | None, here: Place) -> bool:
        if origin is None:  # no browser: it says where a page comes from whenever it sends something
            return True
        parts = urlsplit(origin)
        there = _place(parts.netloc, parts.scheme)
        return there is not None and (there == here or there[0] in self._named)

    def _is_secure(self, scope: Scope) -> bool:
        """Whether browsers should come by HTTPS from now on; names that other servers on the same machine share are left alone."""
        here = _place(Headers(scope=scope).get("host", ""), scope["scheme"])
        return scope["scheme"] in {"https", "wss"} and here is not None and here[0] in self._named


def _place(netloc: str, scheme: str) -> Place | None:
    """Name and port of an address; None where it is none."""
    try:
        parts = urlsplit(f"//{netloc}")
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or parts.username is not None or parts.path:
        return None
    return parts.hostname.rstrip("."), port or USUAL_PORTS.get(scheme)


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


async def _say_no(status: int, message_id: str, send: Send) -> None:
    body = json_text(desk.refusal_view(message_id)).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
