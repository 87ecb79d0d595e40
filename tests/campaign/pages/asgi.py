"""Calls an app without a network: what it raises is raised here."""

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message

from tests.campaign.pages.guests import Reply


class Caller:
    """One event loop for many calls."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()

    def close(self) -> None:
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def call(
        self, method: str, path: str, query: bytes, headers: list[tuple[bytes, bytes]], body: bytes = b""
    ) -> Reply:
        """One request."""
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query,
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        return self._loop.run_until_complete(self._call(scope, body))

    async def _call(self, scope: dict[str, Any], body: bytes) -> Reply:
        sent: list[Message] = []
        bodies = iter([body])

        async def receive() -> Message:
            for whole in bodies:
                return {"type": "http.request", "body": whole, "more_body": False}
            nothing_more: asyncio.Future[Message] = asyncio.get_running_loop().create_future()  # the client stays
            return await nothing_more

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        start, *rest = sent
        headers = {name.decode().lower(): value.decode("latin-1") for name, value in start["headers"]}
        return Reply(start["status"], headers, b"".join(part.get("body", b"") for part in rest))
