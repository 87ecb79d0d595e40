"""The texts of a campaign in each language: those of its pages, and title, guidelines, examples of a new campaign.

A campaign in which people rate has all texts of one in which people annotate, and its own beside or instead of them.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from markupsafe import Markup, escape

from stead.campaign.folder import COMMAND_LINE
from stead.campaign.records import Answer, Event
from stead.campaign.settings import CampaignSettings, GuidelineExample
from stead.golds import Decision, ProposalReason
from stead.records.agreement import AgreementFigure
from stead.web.rendering import Catalogue, read_catalogue

LANGUAGES = Path(__file__).parent / "languages"


@dataclass(frozen=True)
class CampaignTexts:
    """Title, guidelines and examples of a new campaign, unless its organiser gives others."""

    title: str
    guidelines: str
    examples: tuple[GuidelineExample, ...]

    def put_into(self, settings: CampaignSettings, title: str | None) -> CampaignSettings:
        """The settings with these examples, and with this title unless another one is given."""
        interface = replace(settings.interface, title=self.title if title is None else title)
        return replace(settings, interface=interface, examples=self.examples)


def page_texts(language: str, *, rates: bool) -> Catalogue:
    """The texts of all pages in a language of stead."""
    texts = read_catalogue(LANGUAGES / f"{language}.toml")
    if not rates:
        return texts
    further = read_catalogue(LANGUAGES / "rating" / f"{language}.toml")
    return Catalogue(language, {**texts.texts, **further.texts})


def annotation_texts(texts: Catalogue) -> CampaignTexts:
    """The texts of a new campaign in which people give substitutes, of those of its pages."""
    return _campaign_texts(texts, texts("guide"))


def rating_texts(texts: Catalogue, scale: str) -> CampaignTexts:
    """The texts of a new campaign in which people rate, of those of its pages."""
    return _campaign_texts(texts, texts("guide", scale=texts(f"guide-{scale}")))


def _campaign_texts(texts: Catalogue, guidelines: str) -> CampaignTexts:
    parts = ("sentence", "answer", "why")
    examples = tuple(
        GuidelineExample(*(texts(f"example-{number}-{part}") for part in parts)) for number in ("one", "two")
    )
    return CampaignTexts(texts("campaign-title"), f"{guidelines}\n", examples)


# ------------------------------------------------------------------------------------------------ in words


def moment(stamp: str) -> str:
    """Format a time of the store for people, to the minute."""
    return f"{stamp[:10]} {stamp[11:16]} UTC" if stamp else ""


def in_words(words: Catalogue, answer: Answer) -> str:
    """Format an answer on one line."""
    parts = list(answer.substitutes)
    parts += [words("answer-nil")] * answer.nil + [words("answer-name")] * answer.name
    said = " · ".join(parts)  # not a comma, which one of them may hold
    return f"{said}; {words('answer-phrase', phrase=answer.multiword)}" if answer.multiword else said


def time_left(words: Catalogue, seconds: float | None) -> str:
    """Format a duration for people: to the minute, never zero."""
    if not seconds:
        return ""
    minutes = max(1, math.ceil(seconds / 60))
    if minutes < 60:
        return words("time-left-minutes", minutes=minutes)
    return words("time-left-hours", hours=minutes // 60, minutes=minutes % 60)


def shorten_start(text: str, most: int = 60) -> str:
    """Shorten the text before a target to its last words."""
    if len(text) <= most:
        return text
    end = text[-most:]
    return f"… {end.partition(' ')[2] if ' ' in end.strip() else end}"


def shorten_end(text: str, most: int = 60) -> str:
    """Shorten the text after a target to its first words."""
    if len(text) <= most:
        return text
    start = text[:most]
    return f"{start.rpartition(' ')[0] if ' ' in start.strip() else start} …"


def organiser_filters(words: Catalogue) -> dict[str, Callable[..., object]]:
    """The filters of the organiser's templates."""
    return {
        "reasons": lambda codes: reasons_in_words(words, codes),
        "decision_reason": lambda decision: decision_reason(words, decision),
        "event_in_words": lambda event: event_in_words(words, event),
        "event_actor": lambda event: words("event-by", actor=actor_name(words, event)),
        "actor_name": lambda event: actor_name(words, event),
        "filled": fill_in,
        "figure_in_words": lambda figure: figure_in_words(words, figure),
        "interval_in_words": lambda figure: interval_in_words(words, figure),
        "cautions": lambda value, coefficient, items: cautions(words, coefficient, value, items),
        "percent": lambda share: percent(words, share),
    }


def reasons_in_words(words: Catalogue, codes: Iterable[str]) -> str:
    """The reasons to look at an item, in words."""
    return ", ".join(words(f"flag-{code}") for code in codes)


def decision_reason(words: Catalogue, decision: Decision) -> str:
    """The reason of a decision: that of a proposal in words, any other as a person wrote it."""
    reason = ProposalReason.parse(decision.reason)
    if reason is None:
        return decision.reason
    cause = words(f"cause-{reason.cause.name.lower().replace('_', '-')}", language=reason.language)
    if reason.given_other is None:
        return f"{cause}; {words.counted('cause-answers', reason.given)}"
    return f"{cause}; {words('cause-both', form=reason.given, to=reason.given_other)}"


def event_in_words(words: Catalogue, event: Event) -> str:
    """An event in words; one of an unknown kind, written by another version, is shown as it is."""
    name = f"event-{event.kind.replace(' ', '-')}"
    if name not in words.texts:
        return f"{event.kind} {event.detail}".strip()
    return words(name, detail=event.detail)


def actor_name(words: Catalogue, event: Event) -> str:
    """The actor of an event, in words."""
    return words("event-command-line") if event.actor == COMMAND_LINE else event.actor


def fill_in(text: str, **parts: Markup) -> Markup:
    """Fill marked parts into the places of a text."""
    return Markup(escape(text)).format(**parts)  # noqa: S704 (escaped)


_NOTHING = "\N{EN DASH}"


def figure_in_words(words: Catalogue, figure: AgreementFigure) -> str:
    """Format the value of a coefficient."""
    return _NOTHING if figure.value is None else _scaled(words, figure, figure.value)


def interval_in_words(words: Catalogue, figure: AgreementFigure) -> str:
    """Format the interval of a coefficient, from resampled items; empty if there is none."""
    return " … ".join(_scaled(words, figure, bound) for bound in figure.interval_by_item or ())


def _scaled(words: Catalogue, figure: AgreementFigure, value: float) -> str:
    return percent(words, value) if figure.scale == "percent" else words.decimal(value, 2)


FEW_ITEMS = 30
"""Below it, a few more answers may change a coefficient much, and an interval from resampled items is too narrow."""


def cautions(words: Catalogue, coefficient: str, value: float | None, items: int) -> list[str]:
    """What to know before relying on the value of a coefficient: it is below zero, or of few items."""
    if value is None:
        return []
    text_name = f"below-zero-{coefficient}"
    below_zero = [words(text_name if text_name in words.texts else "below-zero")] if value < 0 else []
    return [*below_zero, *([words.counted("few-items", items)] if items < FEW_ITEMS else [])]


def percent(words: Catalogue, share: float, digits: int = 1) -> str:
    """Format a share as a percentage."""
    return f"{words.decimal(100 * share, digits)}\N{NO-BREAK SPACE}%"


T = TypeVar("T")
ROWS = 100


@dataclass(frozen=True)
class ListPage(Generic[T]):
    """The rows of one page of a list."""

    rows: Sequence[T]
    page: int
    pages: range


def paginate(rows: Sequence[T], page: int) -> ListPage[T]:
    """The page of this number, or the nearest that exists; a list without rows has one page."""
    pages = pages_of(len(rows))
    page = nearest(page, pages)
    return ListPage(rows[ROWS * (page - 1) : ROWS * page], page, pages)


def pages_of(number: int) -> range:
    """The numbers of the pages that n rows fill."""
    return range(1, 2 + max(0, number - 1) // ROWS)


def nearest(page: int, pages: range) -> int:
    """The number of the page, or of the nearest that exists."""
    return min(max(1, page), pages[-1])
