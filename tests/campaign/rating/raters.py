"""Raters of a campaign's site who speak plain HTTP and know no scripts."""

import re
from collections.abc import Callable, Mapping

from tests.campaign.pages.guests import Fields, Guest, Reply, forms

TASK = re.compile("(/annotate|/organise/preview)/[0-9]+$")
"""Where the form of a screen goes: a rater's, or that of an organiser who tries it."""


def chosen(page: Reply, value: str | Mapping[str, str]) -> tuple[str, Fields]:
    """The form of a screen with a rating of every candidate; where it goes."""
    action, fields = next((action, fields) for action, fields in forms(page.text).items() if TASK.match(action))
    names = dict.fromkeys(name for name in radios(page.text))
    ratings = {name: [value if isinstance(value, str) else value[name]] for name in names}
    return action, {**fields, **ratings}


def radios(text: str) -> list[str]:
    """The names of the groups of ratings, in the order of the page."""
    found = [part.partition('"')[0] for part in text.split('type="radio" name="')[1:]]
    return list(dict.fromkeys(found))


def begin_part(guest: Guest) -> Reply:
    """Past the guidelines, to the first sentence of a part."""
    page = guest.begin()
    if "/annotate" in forms(page.text):
        page = guest.follow(guest.post("/annotate", page.form("/annotate")))
    return page


def rate_part(guest: Guest, value: Callable[[Reply], str] | str = "2") -> Reply:
    """Begin a part if there is one, and rate all of it; the page behind it."""
    page = begin_part(guest)
    while any(action.startswith("/annotate/") for action in forms(page.text)):
        page = guest.follow(guest.post(*chosen(page, value if isinstance(value, str) else value(page))))
    return page
