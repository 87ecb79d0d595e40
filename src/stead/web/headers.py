"""Headers that go with every answer, whatever it is."""

from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}

HEADERS = {
    "content-security-policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # `no-referrer` would make browsers hide the origin of our own posts
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
ENCRYPTED = {"strict-transport-security": "max-age=31536000"}
UNKEPT = {"cache-control": "no-store"}


class SecurityHeaders:
    """Puts on those that a page does not set itself; what is not said to be cacheable is kept nowhere."""

    def __init__(self, app: ASGIApp, *, encrypted: bool) -> None:
        self._app = app
        self._usual = _raw({**HEADERS, **(ENCRYPTED if encrypted else {}), **UNKEPT})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As any app."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message.get("headers", [])
                named = {name.lower() for name, _ in own}
                further = [header for header in self._usual if header[0] not in named]
                message = {**message, "headers": [*own, *further]}
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """As servers take them."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]
