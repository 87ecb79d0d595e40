"""Validation of answers: normalised first, then refused or questioned."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from stead.campaign.records import AnswerRefused, CampaignItem, Submission
from stead.campaign.settings import AnswerSettings
from stead.core.item import lemma_of
from stead.golds import Problem, TermReading, read_term
from stead.rules.definitions import Rules

LONGEST_TERM = 200
LONGEST_COMMENT = 10_000
_LONGEST_SITTING = 7 * 24 * 3600.0
_RULES = Rules()


def normalise(submission: Submission, settings: AnswerSettings) -> Submission:
    """Normalise a submission for the store; AnswerRefused has the codes of everything that is wrong with it.

    Whitespace becomes single spaces, empty boxes and what does not print are left out; all else stays as typed.
    """
    made = replace(
        submission,
        uuid=normalise_uuid(submission.uuid),
        substitutes=tuple(filter(None, map(_one_line, submission.substitutes))),
        multiword=_one_line(submission.multiword),
        comment=_remove_unprintable(submission.comment.replace("\r\n", "\n")).strip(),
        seconds=normalise_seconds(submission.seconds),
    )
    typed = (*submission.substitutes, submission.multiword)
    faults = {**_faults(made, settings), "invisible": any(map(is_invisible, typed))}
    codes = tuple(code for code, wrong in faults.items() if wrong)
    if codes:
        raise AnswerRefused(codes)
    return made


def _faults(made: Submission, settings: AnswerSettings) -> dict[str, bool]:
    texts = (*made.substitutes, made.multiword)
    special = made.nil or made.name
    return {
        "uuid": not made.uuid,
        "revision": made.based_on < 0,
        "empty": not made.substitutes and not special,
        "both": (special and bool(made.substitutes)) or (made.nil and made.name),
        "too-many": len(made.substitutes) > settings.max_substitutes,
        "separator": any(";" in text for text in made.substitutes),  # files keep answers between semicolons
        "phrase-separator": ";" in made.multiword,
        "too-long": any(len(text) > LONGEST_TERM for text in texts) or len(made.comment) > LONGEST_COMMENT,
        "nil-off": made.nil and not settings.nil,
        "name-off": made.name and not settings.name,
        "multiword-off": bool(made.multiword) and not settings.multiword,
        "comment-off": bool(made.comment) and not settings.comment,
    }


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """A question about an answer before it is stored.

    `code` is `twice` (a substitute comes twice), `target` (one is the target), `beside` (NIL beside substitutes),
    `phrase` (no phrase) or a Problem; `field` the form's field that it is about, if it is about one; `offer` the texts
    that its author may have meant in place of `text`, or None if there is nothing to offer.
    """

    code: str
    field: str = ""
    text: str = ""
    offer: tuple[str, ...] | None = None

    @property
    def key(self) -> str:
        """The key of the question in a form, so that the same one is not asked twice."""
        return f"{self.code} {self.text}".strip()

    @property
    def may_be_kept(self) -> bool:
        """Whether the text can be stored as it is: it is visible, and files can hold it."""
        return self.code != Problem.INVISIBLE and ";" not in self.text


BOX = "substitute-{}"
"""The field of a substitute, by its number from 1."""
MULTIWORD = "multiword"
"""The field of the phrase."""
_SPECIAL = (Problem.NIL, Problem.NAME)


def questions(
    submission: Submission, item: CampaignItem, settings: AnswerSettings, language: str = ""
) -> tuple[AnswerQuestion, ...]:
    """The questions about an answer; `language` is that of items which do not say theirs."""
    languages = (item.item.language or language,)
    read = {at: read_term(text, languages) for at, text in enumerate(submission.substitutes, start=1) if text.strip()}
    words = sum(reading.problem not in (*_SPECIAL, Problem.INVISIBLE) for reading in read.values())
    asked = [
        _about_box(BOX.format(at), submission.substitutes[at - 1], reading, settings, beside=words > 0)
        for at, reading in read.items()
    ]
    asked = _fit(asked, settings.max_substitutes - len(read))
    if submission.multiword.strip():
        asked.append(_about_phrase(submission.multiword, read_term(submission.multiword, languages)))
    return (*filter(None, asked), *_about_all(submission, item))


def _fit(asked: Sequence[AnswerQuestion | None], room: int) -> list[AnswerQuestion | None]:
    """The questions, with no more substitutes offered than there are boxes: `room` of these are empty."""
    fitting: list[AnswerQuestion | None] = []
    for question in asked:
        if question is not None and question.offer is not None and len(question.offer) > 1:
            question = replace(question, offer=question.offer[: 1 + max(room, 0)])  # noqa: PLW2901 (the same question)
            room -= len(question.offer or ()) - 1
        fitting.append(question)
    return fitting


def _about_box(
    field: str, text: str, reading: TermReading, settings: AnswerSettings, *, beside: bool
) -> AnswerQuestion | None:
    problem = reading.problem
    if problem is Problem.NIL and (beside or not settings.nil):
        return AnswerQuestion("beside", field, text, ())
    if problem is Problem.NAME and (beside or not settings.name):
        return None  # a word like any other
    if problem is None:
        return None
    return AnswerQuestion(problem, field, text, reading.offer if reading.offer or problem in _SPECIAL else None)


def _about_phrase(text: str, reading: TermReading) -> AnswerQuestion | None:
    if reading.problem in (Problem.NIL, Problem.SIGNS, Problem.DIGITS):
        return AnswerQuestion("phrase", MULTIWORD, text, ())
    if reading.problem in (Problem.MIXED, Problem.PUNCTUATION, Problem.HIDDEN, Problem.INVISIBLE):
        return AnswerQuestion(reading.problem, MULTIWORD, text, reading.offer or None)
    return None


def _about_all(submission: Submission, item: CampaignItem) -> Iterator[AnswerQuestion]:
    terms = [_RULES.normalise(term) for term in submission.substitutes if term.strip()]
    targets = {_RULES.normalise(item.item.target), _RULES.normalise(lemma_of(item.item.lexelt))}
    if len(set(terms)) < len(terms):
        yield AnswerQuestion("twice")
    if not targets.isdisjoint(terms):
        yield AnswerQuestion("target")


def is_invisible(text: str) -> bool:
    """Whether a text has characters, but nothing that can be seen."""
    return bool(text.strip()) and read_term(text).problem is Problem.INVISIBLE


def is_expected(substitutes: tuple[str, ...], item: CampaignItem) -> bool | None:
    """Whether an answer to a practice item or an attention check names an expected substitute; None if none is."""
    if not item.expected:
        return None
    return not {_RULES.normalise(term) for term in item.expected}.isdisjoint(map(_RULES.normalise, substitutes))


def _one_line(text: str) -> str:
    return " ".join(_remove_unprintable(text).split())


def _remove_unprintable(text: str) -> str:
    """Remove characters that no database or file can hold, and control characters but line ends."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char if char >= " " and not "\x7f" <= char <= "\x9f" else _SPACES.get(char, "")
        for char in text
        if not "\ud800" <= char <= "\udfff"
    )


_SPACES = {"\n": "\n", "\t": " ", "\r": " ", "\x85": " "}


def normalise_uuid(text: str) -> str:
    """A UUID as it is stored; empty if it is invalid."""
    try:
        return str(UUID(text))
    except ValueError:
        return ""


def normalise_seconds(seconds: float) -> float:
    """A duration as it is stored: neither negative nor infinite."""
    return round(min(max(seconds, 0.0), _LONGEST_SITTING), 1) if math.isfinite(seconds) else 0.0
