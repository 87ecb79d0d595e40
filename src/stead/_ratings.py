"""Ratings as a caller gives them: a file, several, or a list."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from stead import formats
from stead._inputs import StrPath, refuse_second_input
from stead._wording import counted
from stead.formats import Options
from stead.golds import tidied_ratings
from stead.task import BadInput, Rating, Report, Source

RatingsLike = StrPath | Sequence[Rating] | Sequence[StrPath]


class GivenRatings(NamedTuple):
    """Ratings of one scale, where they come from, and what was wrong with each file."""

    ratings: list[Rating]
    source: Source
    reports: tuple[Report, ...]


def ratings_of(given: RatingsLike, options: Options) -> GivenRatings:
    """The ratings, their raters and candidates tidied; two scales are refused, and ratings of nobody."""
    if isinstance(given, str | os.PathLike):
        return _checked(_of_file(given, options))
    nouns = list(given)
    if nouns and all(isinstance(noun, str | os.PathLike) for noun in nouns):
        refuse_second_input(nouns)
        return _checked(_joined([_of_file(path, options) for path in nouns]))  # type: ignore[arg-type]
    if not all(isinstance(noun, Rating) for noun in nouns):
        raise BadInput("expected ratings: a path, a list of paths, or a list of Rating.")
    digest = hashlib.sha256(repr(nouns).encode(errors="backslashreplace")).hexdigest()
    return _checked(GivenRatings(nouns, Source("ratings", digest), (Report("ratings"),)))  # type: ignore[arg-type]


def _of_file(path: StrPath, options: Options) -> GivenRatings:
    content = formats.in_utf8(formats.read_content(path), options.encoding)
    form = formats.sniff(content, "ratings").name
    ratings, report = formats.load_content(content, "ratings", replace(options, format=form))
    formats.refuse_nothing(ratings, report)
    return GivenRatings(ratings, Source(content.name, content.sha256, form, content.path), (report,))


def _joined(files: Sequence[GivenRatings]) -> GivenRatings:
    """The ratings of several files as if they were of one."""
    if len(files) == 1:
        return files[0]
    digest = hashlib.sha256("".join(file.source.sha256 for file in files).encode()).hexdigest()
    ratings = [rating for file in files for rating in file.ratings]
    form = "+".join(dict.fromkeys(file.source.format for file in files))
    source = Source("ratings", digest, form, counted(len(files), "file"))
    return GivenRatings(ratings, source, tuple(report for file in files for report in file.reports))


def _checked(given: GivenRatings) -> GivenRatings:
    return given._replace(ratings=tidied_ratings(given.ratings, given.source.place))
