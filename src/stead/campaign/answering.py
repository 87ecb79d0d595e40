"""What an answer may be: tidied first, then refused or questioned."""

import math
from dataclasses import replace
from uuid import UUID

from stead.campaign.records import AnswerRefused, CampaignItem, Submission
from stead.campaign.settings import Answers
from stead.matching import Rules
from stead.task import lemma_of

LONGEST_TERM = 200
LONGEST_COMMENT = 10_000
_LONGEST_SITTING = 7 * 24 * 3600.0
_RULES = Rules()


def tidied(submission: Submission, settings: Answers) -> Submission:
    """The submission as it is stored; raises AnswerRefused with the codes of all that is wrong with it.

    Blanks are levelled, empty boxes and what does not print are left out; everything else is kept as it was typed.
    """
    made = replace(
        submission,
        uuid=sound_uuid(submission.uuid),
        substitutes=tuple(filter(None, map(_one_line, submission.substitutes))),
        multiword=_one_line(submission.multiword),
        comment=_printing(submission.comment.replace("\r\n", "\n")).strip(),
        seconds=sound_seconds(submission.seconds),
    )
    codes = tuple(code for code, wrong in _faults(made, settings).items() if wrong)
    if codes:
        raise AnswerRefused(codes)
    return made


def _faults(made: Submission, settings: Answers) -> dict[str, bool]:
    texts = (*made.substitutes, made.multiword)
    special = made.nil or made.name
    return {
        "uuid": not made.uuid,
        "revision": made.based_on < 0,
        "empty": not made.substitutes and not special,
        "both": (special and bool(made.substitutes)) or (made.nil and made.name),
        "too-many": len(made.substitutes) > settings.max_substitutes,
        "separator": any(";" in text for text in texts),  # one box each: files keep answers between semicolons
        "too-long": any(len(text) > LONGEST_TERM for text in texts) or len(made.comment) > LONGEST_COMMENT,
        "nil-off": made.nil and not settings.nil,
        "name-off": made.name and not settings.name,
        "multiword-off": bool(made.multiword) and not settings.multiword,
        "comment-off": bool(made.comment) and not settings.comment,
    }


def questions(submission: Submission, item: CampaignItem) -> tuple[str, ...]:
    """What a friendly person would ask first: `twice` (a substitute comes twice), `target` (one is the target)."""
    levelled = [_RULES.level(term) for term in submission.substitutes if term.strip()]
    own = {_RULES.level(item.item.target), _RULES.level(lemma_of(item.item.lexelt))}
    found = {"twice": len(set(levelled)) < len(levelled), "target": not own.isdisjoint(levelled)}
    return tuple(code for code, asked in found.items() if asked)


def is_expected(substitutes: tuple[str, ...], item: CampaignItem) -> bool | None:
    """Whether an answer to a practice item or an attention check names an expected substitute; None if none is."""
    if not item.expected:
        return None
    return not {_RULES.level(term) for term in item.expected}.isdisjoint(map(_RULES.level, substitutes))


def _one_line(text: str) -> str:
    return " ".join(_printing(text).split())


def _printing(text: str) -> str:
    """Without characters that no database or file can hold, and without control characters but line ends."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char if char >= " " and not "\x7f" <= char <= "\x9f" else _BLANKS.get(char, "")
        for char in text
        if not "\ud800" <= char <= "\udfff"
    )


_BLANKS = {"\n": "\n", "\t": " ", "\r": " ", "\x85": " "}


def sound_uuid(text: str) -> str:
    """A UUID as it is stored; nothing if it is none."""
    try:
        return str(UUID(text))
    except ValueError:
        return ""


def sound_seconds(seconds: float) -> float:
    """A duration as it is stored: neither negative nor endless."""
    return round(min(max(seconds, 0.0), _LONGEST_SITTING), 1) if math.isfinite(seconds) else 0.0
