"""Addresses of object stores, as pyarrow reads them; what a store or the way to it denies is one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from stead.core.errors import BadInput
from stead.core.extras import library

_PATIENT = {"gs", "gcs"}  # asks again for a quarter of an hour, unless it is told how long
_PATIENCE = 20  # seconds
_LONGEST = 300  # characters of a store's own words


def is_address(path: str) -> bool:
    """Whether something is an address rather than a name on this machine."""
    return "://" in path


def store_of(address: str) -> tuple[Any, str]:
    """The file system of an address, and the place in it."""
    scheme, query = urlsplit(address).scheme, urlsplit(address).query
    if scheme in _PATIENT and "retry_limit_seconds" not in query:
        address += f"{'&' if query else '?'}retry_limit_seconds={_PATIENCE}"
    filesystem, place = library("pyarrow.fs", "counting").FileSystem.from_uri(address)
    return filesystem, place


def address_below(address: str, name: str) -> str:
    """The address of what lies below another, with the same options."""
    parts = urlsplit(address)
    return parts._replace(path=f"{parts.path.removesuffix('/')}/{name}").geturl()


@contextmanager
def reached(address: str, kind: type[BadInput] = BadInput) -> Iterator[None]:
    """Whatever stands in the way of an address is told in one sentence."""
    try:
        yield
    except (OSError, ValueError, KeyError, library("pyarrow", "counting").ArrowException) as error:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)[:_LONGEST].rstrip(".")
        told = "are the address and the network right, and are there credentials where pyarrow looks for them?"
        raise kind(f"{address}: cannot be read: {reason}; {told}") from None
