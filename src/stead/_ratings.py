"""Ratings as a caller gives them: a file, or a list."""

import hashlib
import os
from collections.abc import Sequence

from stead import formats
from stead._inputs import StrPath, policy_named
from stead.formats import Options
from stead.task import BadInput, Rating, Report, Source

RatingsLike = StrPath | Sequence[Rating]


def ratings_of(given: RatingsLike, faults: str) -> tuple[list[Rating], Source, Report]:
    """The ratings, where they come from, and what was wrong with the file."""
    if isinstance(given, str | os.PathLike):
        content = formats.read_content(given)
        ratings, report = formats.load_content(content, "ratings", Options(policy=policy_named(faults)))
        return ratings, Source(content.name, content.sha256, "stead", content.path), report
    ratings = list(given)
    if not all(isinstance(rating, Rating) for rating in ratings):
        raise BadInput("expected ratings: a path, or a list of Rating.")
    digest = hashlib.sha256(repr(ratings).encode(errors="backslashreplace")).hexdigest()
    return ratings, Source("ratings", digest), Report("ratings")
