"""Headers that go with every answer, whatever it is."""

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
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
    """Puts them on; what is not said to be cacheable is kept nowhere."""

    def __init__(self, app: ASGIApp, *, encrypted: bool) -> None:
        self._app = app
        self._always: Mapping[str, str] = {**HEADERS, **(ENCRYPTED if encrypted else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As any app."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._always.items():
                    headers[name] = value
                for name, value in UNKEPT.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
