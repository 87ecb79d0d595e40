"""Lexicons, frequencies, vectors and models as files: found on this machine, or fetched, checked and cached.

`RESOURCES` is the catalogue. `folder(name)` gives the folder of a resource, and is what other packages need; `get`,
`find` and `verify` serve the command `stead resources`. Only `get` fetches anything.
"""

from typing import TYPE_CHECKING

from stead.core.lazy import lazy_names
from stead.resources.cache import cache_folder, derive
from stead.resources.catalogue import RESOURCES, Artefact, Location, Resource
from stead.resources.finding import find, folder, open_once, resource_named

if TYPE_CHECKING:
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
    "open_once",
    "resource_named",
    "verify",
]

__getattr__ = lazy_names(  # most users of a resource have it already and need no fetching
    "stead.resources",
    {
        "stead.resources.fetching": "FetchOptions get",
        "stead.resources.finding": "Verification verify",
    },
)
