"""`sandtable serve`: the web app on this machine, or for the phones in the room."""

from __future__ import annotations

import asyncio
import io
import ssl
from ipaddress import ip_network
from pathlib import Path
from time import time
from typing import Annotated, NoReturn

import segno
import typer
from rich.console import Console

from sandtable.battle.scenario.library import faults
from sandtable.battle.scenario.texts import scenario_words
from sandtable.cli.chosen import whole_number
from sandtable.server.running import EVERYWHERE, LOOPBACK, Serving, port_is_free, run
from sandtable.server.web_files import is_built
from sandtable.storage.alone import Claim
from sandtable.storage.migrations import NewerDatabase
from sandtable.storage.places import own_database, own_lab
from sandtable.storage.store import StorageProblem, Store

DAY = 24 * 60 * 60  # seconds
LONGEST_KEPT = 3650  # days
FORGOTTEN = "Battles deleted that nobody had touched for {days} days: {gone}."
NOT_BUILT = "The web app is not built. Run `make web` in the repository, or install a released wheel."
SECURE_HINT = (
    "Phones can use it while this runs. To store it for use without a network they need HTTPS: "
    "give --cert and --key, or put `sandtable export` on an HTTPS host."
)


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command()(serve)


def serve(
    port: Annotated[int, whole_number("--port", 1, 65535, help="The port to listen on.", metavar="PORT")] = 8848,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Serve the local network, and show a QR code for the phones.")
    ] = False,
    cert: Annotated[Path | None, typer.Option(help="Certificate file for HTTPS.", exists=True, dir_okay=False)] = None,
    key: Annotated[Path | None, typer.Option(help="Key file for HTTPS.", exists=True, dir_okay=False)] = None,
    database: Annotated[
        str, typer.Option(help="Where battles are kept: sqlite:///FILE or postgresql://… (your own folder by default).")
    ] = "",
    forget: Annotated[
        int | None,
        whole_number(
            "--forget",
            1,
            LONGEST_KEPT,
            help="Delete battles that nobody has touched for so many days.",
            metavar="DAYS",
            show_default="keep all",
        ),
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name of this server, such as table.example.org."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy in front of it, whose word is taken on who is asking."),
    ] = None,
    lab: Annotated[
        bool, typer.Option("--lab/--no-lab", help="Play battles for the lab, one run at a time, at low priority.")
    ] = True,
) -> None:
    """Serve the umpire and the table in the browser."""
    console = Console(stderr=True)
    if (cert is None) != (key is None):
        stop(console, "HTTPS needs both --cert and --key.")
    if wrong := _wrong_certificate(cert, key) or _wrong_names(host or [], proxy or []):
        stop(console, wrong)
    if not is_built():
        stop(console, NOT_BUILT)
    if not port_is_free(port, EVERYWHERE if lan else LOOPBACK):
        stop(console, f"Port {port} is in use. Choose another with --port.")
    if (database or forget) and (wrong := _opened(console, database or own_database(), forget)):
        stop(console, wrong)
    serving = Serving(port, lan, cert, key, database, tuple(host or ()), tuple(proxy or ()), own_lab() if lab else None)
    run(serving, open_browser=open_browser, started=lambda: _announce(Console(), serving))


def _wrong_certificate(cert: Path | None, key: Path | None) -> str:
    """What is wrong with a certificate and its key."""
    if cert is None or key is None:
        return ""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password="")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            return f"The key {key} does not belong to the certificate {cert}. Give the one it was made with."
        return f"{cert} and {key} are not a certificate and its key, without a password, in PEM form."
    except OSError as error:
        return f"{cert} and {key} cannot be read: {error.strerror or error}."
    return ""


def _wrong_names(hosts: list[str], proxies: list[str]) -> str:
    """What is wrong with names of the server and addresses of proxies."""
    for name in hosts:
        if not name.strip() or any(sign in name for sign in "/:@ "):
            return f"--host {name}: give a name alone, such as table.example.org."
    for address in proxies:
        try:
            ip_network(address, strict=False)
        except ValueError:
            return f"--proxy {address}: give an address in numbers, such as 127.0.0.1 or 10.0.0.0/8."
    return ""


def _opened(console: Console, address: str, forget: int | None) -> str:
    """What is wrong with a database, before anybody counts on it; battles that are to be forgotten go now, while nobody plays."""

    async def opened() -> None:
        claim = Claim(address)
        try:
            store = await Store.open(address)
            if forget is not None:
                gone = await store.forget(untouched_since=int(time()) - forget * DAY)
                console.print(FORGOTTEN.format(gone=gone, days=forget), soft_wrap=True)
            await store.close()
        finally:
            claim.let_go()

    try:
        asyncio.run(opened())
    except (StorageProblem, NewerDatabase) as problem:
        return str(problem)
    return ""


def _announce(console: Console, serving: Serving) -> None:
    console.print(f"Sandtable is open at [bold]{serving.address}[/]   (Ctrl-C closes it)", soft_wrap=True)

    for fault in faults():
        console.print(scenario_words(fault.reason), style="bold", soft_wrap=True, markup=False)
    if serving.lan:
        _invite(console, serving.lan_address, secure=serving.certificate is not None)


def _invite(console: Console, address: str, *, secure: bool) -> None:
    """A QR code for the phones in the room."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(out=drawn, compact=True, border=2)
    console.print(f"For the phones in the room: [bold]{address}[/]", soft_wrap=True)
    console.file.write(drawn.getvalue())
    console.file.flush()
    if not secure:
        console.print(SECURE_HINT, style="dim")


def stop(console: Console, sentence: str) -> NoReturn:
    """Say what is wrong and leave."""
    console.print(sentence, soft_wrap=True)
    raise typer.Exit(2)
