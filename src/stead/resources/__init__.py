"""Where lexicons, frequencies and vectors come from: found on this machine, or fetched, checked and kept.

`RESOURCES` is the table of all that is known. `folder(name)` says where one is, and is what other rooms need; `get`,
`find` and `verify` are the work behind the command `stead resources`. Nothing is fetched but by `get`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from stead.core.errors import UsageError
from stead.core.lazy import lazy_names
from stead.resources import finding
from stead.resources.cache import cache_folder
from stead.resources.catalogue import RESOURCES
from stead.resources.finding import find
from stead.resources.resource import Artefact, Location, Resource

if TYPE_CHECKING:
    from stead.resources.derived import derive
    from stead.resources.fetching import FetchOptions, get
    from stead.resources.finding import Verification, verify

__all__ = [
    "RESOURCES",
    "Artefact",
    "FetchOptions",
    "Location",
    "Resource",
    "Verification",
    "cache_folder",
    "derive",
    "find",
    "folder",
    "get",
    "resource_named",
    "verify",
]

__getattr__ = lazy_names(  # most who need a resource have it
    "stead.resources",
    {
        "stead.resources.fetching": "FetchOptions get",
        "stead.resources.derived": "derive",
        "stead.resources.finding": "Verification verify",
    },
)


def resource_named(name: str) -> Resource:
    """The resource of this name."""
    if name not in RESOURCES:
        raise UsageError(f"{name!r} is not a resource; there are {', '.join(RESOURCES)}.")
    return RESOURCES[name]


def folder(name: str) -> Path:
    """Where a resource is; if it is not here, an error with the command that gets it."""
    return finding.folder(resource_named(name))
