"""Frames of a websocket as text: whatever is none ends the line in words."""

from __future__ import annotations

from fastapi import WebSocket, WebSocketDisconnect

NOT_TEXT = 1003  # the websocket's own number for what is no text


async def text_of(socket: WebSocket) -> str:
    """The next frame; a frame of bytes is refused and the line closed."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005), message.get("reason"))
    text: str | None = message.get("text")
    if text is None:
        await socket.close(NOT_TEXT, "Questions are asked as text.")
        raise WebSocketDisconnect(NOT_TEXT)
    return text
