"""What a caller gives as annotations or as ratings: a file, or objects."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from stead import formats
from stead._inputs import StrPath, holds_ratings
from stead.formats import Content, Options
from stead.formats.annotation_table import renamed
from stead.task import Annotation, Annotations, BadInput, Rating, Report, Source, UsageError

AnnotationsLike = StrPath | Annotations | Iterable[Annotation]
_TEXTS = ("lexelt", "id", "annotator", "multiword", "comment", "time", "phase")
_TEXTS_OF_RATINGS = ("lexelt", "id", "candidate", "rater", "comment", "time", "phase")


class Ratings(NamedTuple):
    """Ratings, and where they come from."""

    ratings: list[Rating]
    source: Source


def answers_given(given: object, options: Options) -> tuple[Annotations | Ratings, Report]:
    """Annotations or ratings, whichever they are, and what was wrong with the file."""
    if isinstance(given, str | os.PathLike):
        return answers_of(formats.read_content(given), options)
    if isinstance(given, Annotations):
        report = Report(given.source.place)
        return _named(given, report), report
    nouns = list(given) if isinstance(given, Iterable) else [given]
    ratings = [noun for noun in nouns if isinstance(noun, Rating)]
    annotations = [noun for noun in nouns if isinstance(noun, Annotation)]
    if len(nouns) not in {len(ratings), len(annotations)}:
        raise BadInput("expected a path, or a list of Annotation or of Rating objects only.")
    if ratings:
        _check_texts("rating", ratings, _TEXTS_OF_RATINGS)
        return Ratings(ratings, _source("ratings", ratings)), Report("ratings")
    _check_texts("annotation", annotations, _TEXTS)
    _check_answers(annotations)
    report = Report("annotations")
    return _named(Annotations.of(annotations, _source("annotations", annotations)), report), report


def answers_of(content: Content, options: Options) -> tuple[Annotations | Ratings, Report]:
    """Annotations or ratings, as a file has them, and what was wrong with it."""
    content = formats.in_utf8(content, options.encoding)
    rated = holds_ratings(content)
    nouns, report = formats.load_content(content, "ratings" if rated else "annotations", options)
    formats.refuse_nothing(nouns, report)
    if not rated:
        return nouns, report
    form = formats.sniff(content, "ratings").name if options.format == "auto" else options.format
    return Ratings(nouns, Source(content.name, content.sha256, form, content.path)), report


def _named(annotations: Annotations, report: Report) -> Annotations:
    """The annotations with tidy annotators; one of nobody is refused."""
    found, changed = annotations.with_tidy_names()
    if changed:
        report.note(None, "names", renamed(changed))
    nobodys = found.nameless.nonzero()[0].tolist()
    if nobodys:
        raise BadInput(f"{found.place_of(nobodys[0])}: expected the name of the annotator, found none.")
    return found


def _check_texts(kind: str, nouns: Sequence[object], names: Sequence[str]) -> None:
    for number, noun in enumerate(nouns, start=1):
        for name in names:
            value = getattr(noun, name)
            if not isinstance(value, str):
                raise UsageError(f"{kind} {number}: {name} is a text, not {value!r}.")


def _check_answers(annotations: Sequence[Annotation]) -> None:
    for number, annotation in enumerate(annotations, start=1):
        given: Any = annotation.substitutes
        listed = isinstance(given, Sequence) and not isinstance(given, str)
        if not listed or not all(isinstance(term, str) for term in given):
            raise UsageError(f"annotation {number}: substitutes are a list of texts, not {given!r}.")
        for name in ("nil", "name"):
            flag = getattr(annotation, name)
            if not isinstance(flag, bool):
                raise UsageError(f"annotation {number}: {name} is True or False, not {flag!r}.")


def _source(name: str, nouns: Iterable[object]) -> Source:
    digest = hashlib.sha256()
    for noun in nouns:
        digest.update(repr(noun).encode(errors="backslashreplace"))
    return Source(name, digest.hexdigest())
