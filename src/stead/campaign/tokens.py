"""Random tokens for invitations and sessions, and organisers' passwords.

A token has 256 random bits, so a plain SHA-256 of it is safe to keep: there is nothing to guess from a dictionary,
which is what slow hashes are for. Passwords are chosen by people; they are kept as argon2 hashes.
"""

import hashlib
import secrets

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1_000


def new_token() -> str:
    """A token that can stand in a URL."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def password_hash(password: str) -> str:
    """What is kept of a password."""
    from argon2 import PasswordHasher  # noqa: PLC0415 (an extra)

    return PasswordHasher().hash(password.encode(errors="surrogatepass"))


def is_password(hashed: str | None, password: str) -> bool:
    """Whether it is the password; takes as long if there is none to compare with."""
    from argon2 import PasswordHasher  # noqa: PLC0415 (an extra)
    from argon2.exceptions import Argon2Error, InvalidHashError  # noqa: PLC0415 (an extra)

    hasher, typed = PasswordHasher(), password[: LONGEST_PASSWORD + 1].encode(errors="surrogatepass")
    if hashed is None:
        hasher.hash(typed)
        return False
    try:
        return hasher.verify(hashed, typed)
    except (Argon2Error, InvalidHashError):
        return False
