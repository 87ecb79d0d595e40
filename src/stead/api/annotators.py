"""The annotations or ratings that annotators are left out of, as a caller gives them or a saved comparison has them."""

from collections.abc import Sequence
from dataclasses import replace

from stead.api.inputs import AnnotationsLike, Inputs, Ratings, read_answers
from stead.comparing.without_annotator import Vote, Votes
from stead.core.annotation import Annotations
from stead.core.faults import Source
from stead.formats import Content, Options
from stead.records.report import Embedded


def read_votes(given: AnnotationsLike, files: Inputs) -> Votes:
    """The annotations or ratings of a file, or as they are, without what people wrote beside them and when."""
    found = files.annotations_or_ratings(given)
    return Votes([_bare(row) for row in _rows(found)], found.source)


def _rows(found: Annotations | Ratings) -> Sequence[Vote]:
    return found if isinstance(found, Annotations) else found.ratings


def _bare(row: Vote) -> Vote:
    return replace(row, comment="", time="")


def votes_again(file: Embedded) -> Votes:
    """The annotations or ratings that a saved comparison holds."""
    content = Content(file.name, file.content.encode(errors="backslashreplace"))
    found, _ = read_answers(content, Options(format="stead"))
    return Votes(list(_rows(found)), Source(file.name, file.sha256, file.format))
