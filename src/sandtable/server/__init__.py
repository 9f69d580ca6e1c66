"""The server: the desk over HTTP, the web app's files, and the engine that runs in the browser."""
