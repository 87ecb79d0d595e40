"""What the pages of a campaign share: its texts, its templates, and who is looking."""

import hashlib
import hmac
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, RedirectResponse, Response

from stead.campaign.folder import COMMAND_LINE, Campaign
from stead.campaign.pages.texts import page_texts
from stead.campaign.records import Answer, Event, User
from stead.records.agreement import AgreementFigure
from stead.web.rendering import SHARED, Assets, Catalogue, Templates, rendered_markdown
from stead.web.requests import SessionCookie, Visit, form_token

HERE = Path(__file__).parent


class CampaignSite:
    """A campaign as pages see it."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        interface, access = campaign.settings.interface, campaign.settings.access
        rates = campaign.rating is not None
        self.words = page_texts(interface.language, rates=rates)
        self.cookie = SessionCookie(
            self._own("cookie"), access.session_hours * 3600, interface.url.lower().startswith("https:")
        )
        self.assets = Assets(SHARED / "assets", HERE / "assets")
        values = {
            "t": self.words,
            "asset": self.assets.address,
            "language": self.words.language,
            "campaign": interface.title,
            "answers": campaign.settings.answers,
            "rates": rates,
            "now": lambda: int(time.time()),
            "drafts": self._own("drafts"),
            "item_key": self.item_key,
        }
        filters: dict[str, Callable[..., object]] = {
            "moment": moment,
            "in_words": lambda answer: in_words(self.words, answer),
            "markdown": rendered_markdown,
            "shortened_start": shortened_start,
            "shortened_end": shortened_end,
            **organiser_filters(self.words),
        }
        self._templates = Templates(HERE / "templates", values=values, filters=filters)

    def _own(self, purpose: str) -> str:
        """A name that no other campaign on this host has, for what a browser keeps."""
        return self._keyed(purpose)[:12]

    def item_key(self, user_id: int, item_id: int) -> str:
        """Names an item to one annotator, in forms and drafts: the same wherever it stands, and it tells nothing else.

        A place names whatever stands there when a form arrives; a number of the item tells which ones are alike.
        """
        return self._keyed(f"item {user_id} {item_id}")[:32]

    def _keyed(self, text: str) -> str:
        return hmac.new(self.campaign.secret, text.encode(), hashlib.sha256).hexdigest()

    def page(self, visit: Visit | None, name: str, status: int = 200, /, **values: object) -> HTMLResponse:
        """A page for whoever is looking, with the token for its forms."""
        user: User | None = visit.user if visit else None
        token = form_token(self.campaign.secret, visit.session) if visit and user else ""
        return self._templates.respond(name, status, user=user, token=token, **values)

    def wrong(self, status: int, reason: str) -> HTMLResponse:
        """The page for an error."""
        texts = self.words.texts
        key = f"error-{status}-{reason}" if f"error-{status}-{reason}" in texts else f"error-{status}"
        return self.page(None, "error.html", status, text=texts.get(key, texts["error-400"]))


def see_other(address: str) -> Response:
    """Go there by asking for it, whatever was sent here."""
    return RedirectResponse(address, 303)


def moment(stamp: str) -> str:
    """A time of the store as people read it, to the minute."""
    return f"{stamp[:10]} {stamp[11:16]} UTC" if stamp else ""


def in_words(words: Catalogue, answer: Answer) -> str:
    """An answer on one line."""
    parts = list(answer.substitutes)
    parts += [words("answer-nil")] * answer.nil + [words("answer-name")] * answer.name
    said = " · ".join(parts)  # not a comma, which one of them may hold
    return f"{said}; {words('answer-phrase', phrase=answer.multiword)}" if answer.multiword else said


def time_left(words: Catalogue, seconds: float | None) -> str:
    """An estimate as people say it: to the minute, never nought."""
    if not seconds:
        return ""
    minutes = max(1, math.ceil(seconds / 60))
    if minutes < 60:
        return words("time-left-minutes", minutes=minutes)
    return words("time-left-hours", hours=minutes // 60, minutes=minutes % 60)


def shortened_start(text: str, most: int = 60) -> str:
    """The end of what stands before a target."""
    return text if len(text) <= most else f"… {text[-most:]}"


def shortened_end(text: str, most: int = 60) -> str:
    """The beginning of what stands behind a target."""
    return text if len(text) <= most else f"{text[:most]} …"


def organiser_filters(words: Catalogue) -> dict[str, Callable[..., object]]:
    """The filters of the organiser's templates."""
    return {
        "reasons": lambda codes: reasons_in_words(words, codes),
        "event_in_words": lambda event: event_in_words(words, event),
        "event_actor": lambda event: event_actor(words, event),
        "filled": filled,
    }


def reasons_in_words(words: Catalogue, codes: Iterable[str]) -> str:
    """Why an item should be looked at."""
    return ", ".join(words(f"flag-{code}") for code in codes)


def event_in_words(words: Catalogue, event: Event) -> str:
    """What was done; an event of a kind that another version wrote is shown as it is."""
    name = f"event-{event.kind}"
    if name not in words.texts:
        return f"{event.kind} {event.detail}".strip()
    return words(name, detail=event.detail)


def event_actor(words: Catalogue, event: Event) -> str:
    """Who did it."""
    actor = words("event-command-line") if event.actor == COMMAND_LINE else event.actor
    return words("event-by", actor=actor)


def filled(text: str, **parts: Markup) -> Markup:
    """A text with marked parts in its places."""
    return Markup(escape(text)).format(**parts)  # noqa: S704 (escaped)


def figure_in_words(words: Catalogue, figure: AgreementFigure) -> str:
    """The value of a coefficient."""
    if figure.value is None:
        return "-"
    return f"{words.decimal(100 * figure.value, 1)} %" if figure.scale == "percent" else words.decimal(figure.value, 3)


T = TypeVar("T")
ROWS = 100


@dataclass(frozen=True)
class Paged(Generic[T]):
    """The rows of one page of a list."""

    rows: Sequence[T]
    page: int
    pages: range


def paged(rows: Sequence[T], page: int) -> Paged[T]:
    """The page of this number, or the nearest that there is; a list without rows has one page."""
    pages = pages_of(len(rows))
    page = nearest(page, pages)
    return Paged(rows[ROWS * (page - 1) : ROWS * page], page, pages)


def pages_of(number: int) -> range:
    """The numbers of the pages that so many rows fill."""
    return range(1, 2 + max(0, number - 1) // ROWS)


def nearest(page: int, pages: range) -> int:
    """The page, or the one that is nearest to it."""
    return min(max(1, page), pages[-1])
