"""What the organiser's pages say in more than one word: in the language of the interface."""

from collections.abc import Callable, Iterable

from markupsafe import Markup, escape

from stead.campaign.folder import COMMAND_LINE
from stead.campaign.records import Event
from stead.records.agreement import AgreementFigure
from stead.web import Catalogue


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
