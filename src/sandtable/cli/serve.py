"""`sandtable serve`: the web app on this machine, or for the phones in the room."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

if TYPE_CHECKING:
    from sandtable.server.running import Serving

NOT_BUILT = "The web app is not built. Run `make web` in the repository, or install a released wheel."
SECURE_HINT = (
    "Phones can use it while this runs. To store it for use without a network they need HTTPS: "
    "give --cert and --key, or put `sandtable export` on an HTTPS host."
)


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command()(serve)


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8848,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Serve the local network, and show a QR code for the phones.")
    ] = False,
    cert: Annotated[Path | None, typer.Option(help="Certificate file for HTTPS.", exists=True, dir_okay=False)] = None,
    key: Annotated[Path | None, typer.Option(help="Key file for HTTPS.", exists=True, dir_okay=False)] = None,
    database: Annotated[
        str, typer.Option(help="Where battles are kept: sqlite:///FILE or postgresql://… (your own folder by default).")
    ] = "",
) -> None:
    """Serve the umpire and the table in the browser."""
    from sandtable.server.running import EVERYWHERE, LOOPBACK, Serving, port_is_free, run
    from sandtable.server.web_files import is_built

    console = Console(stderr=True)
    if (cert is None) != (key is None):
        stop(console, "HTTPS needs both --cert and --key.")
    if not is_built():
        stop(console, NOT_BUILT)
    if not port_is_free(port, EVERYWHERE if lan else LOOPBACK):
        stop(console, f"Port {port} is in use. Choose another with --port.")
    serving = Serving(port, lan, cert, key, database)
    run(serving, open_browser=open_browser, started=lambda: _announce(Console(), serving))


def _announce(console: Console, serving: Serving) -> None:
    console.print(f"Sandtable is open at [bold]{serving.address}[/]   (Ctrl-C closes it)", soft_wrap=True)
    from sandtable.battle.scenario_library import faults
    from sandtable.battle.scenario_texts import say

    for fault in faults():
        console.print(say(fault.reason), style="bold", soft_wrap=True, markup=False)
    if serving.lan:
        _invite(console, serving.lan_address, secure=serving.certificate is not None)


def _invite(console: Console, address: str, *, secure: bool) -> None:
    """A QR code for the phones in the room."""
    import io

    import segno

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
