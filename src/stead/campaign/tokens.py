"""Random tokens for invitations and sessions, and organisers' passwords.

A token has 256 random bits, so a plain SHA-256 of it is safe to keep: there is nothing to guess from a dictionary,
which is what slow hashes are for. Passwords are chosen by people; they are kept as argon2id hashes, with the least
memory and time that OWASP's Password Storage Cheat Sheet recommends: a server hashes for whoever asks it to.
"""

import hashlib
import secrets
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1_000
_MEMORY = 19 * 1024  # KiB
_PASSES = 2


def new_token() -> str:
    """A token that can stand in a URL."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


@cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher  # noqa: PLC0415 (an extra)

    return PasswordHasher(time_cost=_PASSES, memory_cost=_MEMORY, parallelism=1)


def password_hash(password: str) -> str:
    """What is kept of a password."""
    return _hasher().hash(password.encode(errors="surrogatepass"))


def is_outdated(hashed: str) -> bool:
    """Whether a hash was made with another memory or time than new ones are."""
    return _hasher().check_needs_rehash(hashed)


def is_password(hashed: str | None, password: str) -> bool:
    """Whether it is the password; takes as long if there is none to compare with."""
    from argon2.exceptions import Argon2Error, InvalidHashError  # noqa: PLC0415 (an extra)

    hasher, typed = _hasher(), password[: LONGEST_PASSWORD + 1].encode(errors="surrogatepass")
    if hashed is None:
        hasher.hash(typed)
        return False
    try:
        return hasher.verify(hashed, typed)
    except (Argon2Error, InvalidHashError):
        return False
