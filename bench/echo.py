"""The least a server can do: send back every frame. What the table's server is measured against; `python -m bench.echo PORT`."""

from __future__ import annotations

import sys

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect


def echo_app() -> FastAPI:
    app = FastAPI()

    @app.websocket("/echo")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            return

    return app


if __name__ == "__main__":
    uvicorn.run(echo_app(), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
