"""The session's cookie, and the token that a form of that session has to bring."""

import hashlib
import hmac
from dataclasses import dataclass

from starlette.responses import Response


@dataclass(frozen=True)
class SessionCookie:
    """A cookie that scripts cannot read and other sites cannot send; over https it never leaves the encryption."""

    site: str
    """What tells this site from others on the same host: browsers do not tell the cookies of two ports apart."""
    seconds: int
    secure: bool

    @property
    def name(self) -> str:
        """Browsers accept a name with `__Host-` only with all the rest that makes a cookie safe."""
        return f"{'__Host-' if self.secure else ''}stead-{self.site}"

    def put(self, response: Response, token: str) -> None:
        """Sign in."""
        response.set_cookie(
            self.name, token, max_age=self.seconds, path="/", httponly=True, secure=self.secure, samesite="lax"
        )

    def remove(self, response: Response) -> None:
        """Sign out."""
        response.delete_cookie(self.name, path="/", httponly=True, secure=self.secure, samesite="lax")


def form_token(secret: bytes, session: str) -> str:
    """What only a page that we made for this session can know."""
    return hmac.new(secret, b"form\0" + session.encode(errors="replace"), hashlib.sha256).hexdigest()
