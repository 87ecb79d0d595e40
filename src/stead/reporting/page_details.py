"""What people say of a page and of the systems on it: title, date, names, papers, links, parameters, cost."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import date as Date  # noqa: N812 (a page has a date too)
from typing import Any
from urllib.parse import urlsplit

from stead.core.errors import BadInput, UsageError


@dataclass(frozen=True, kw_only=True)
class SystemDetails:
    """What is known of a system besides its run; what is empty is not known."""

    name: str = ""
    paper: str = ""
    link: str = ""
    parameters: str = ""
    cost: str = ""


@dataclass(frozen=True, kw_only=True)
class PageDetails:
    """The title and the date of a page, and details of systems by the names of their runs."""

    title: str = ""
    date: str = ""
    systems: Mapping[str, SystemDetails] = field(default_factory=dict)

    def of(self, run: str) -> SystemDetails:
        """Find the details of a system."""
        return self.systems.get(run, SystemDetails())

    def name(self, run: str) -> str:
        """The name under which a system is shown."""
        return self.of(run).name or run

    def notes(self, runs: tuple[str, ...]) -> Iterator[str]:
        """Say which systems are described without having a run."""
        for name in self.systems:
            if name not in runs:
                yield f"systems: there is no run {name!r}; the runs are {', '.join(runs)}."

    def refuse_equal_names(self, runs: tuple[str, ...]) -> None:
        """Refuse names that two systems would share on the page."""
        taken: dict[str, str] = {}
        for run in runs:
            other = taken.setdefault(self.name(run), run)
            if other != run:
                raise BadInput(f"systems: {other} and {run} would both be shown as {self.name(run)!r}; name one anew.")


def parse_date(date: str) -> str:
    """Check a date, and write it as YYYY-MM-DD."""
    try:
        return Date.fromisoformat(date).isoformat()
    except ValueError:
        raise UsageError(f"date is a day such as 2026-11-17, not {date!r}.", parameter="date") from None


_KEYS = tuple(key.name for key in fields(SystemDetails))
_NUMERIC = ("parameters", "cost")


def parse_systems(data: Mapping[str, Any], source: str) -> dict[str, SystemDetails]:
    """Check the details of systems, one table for each run, as they are in `source`."""
    return {run: _parse_system(run, table, source) for run, table in data.items()}


def _parse_system(run: str, table: object, source: str) -> SystemDetails:
    if not isinstance(table, Mapping):
        raise BadInput(f"{source}: {run} is the table of a run, written [{run}] on a line of its own, not {table!r}.")
    for key, value in table.items():
        if isinstance(value, Mapping) and key not in _KEYS:
            raise BadInput(f'{source}: the name of a run that has dots is written in quotes, ["{run}.{key}"].')
        if key not in _KEYS:
            raise BadInput(f"{source}: {key} of {run} is not known; there are {', '.join(_KEYS)}.")
        if not _is_allowed(key, value):
            kind = "a text or a number" if key in _NUMERIC else "a text"
            raise BadInput(f"{source}: {key} of {run} is {kind}, not {value!r}.")
    texts = {key: _format(value) for key, value in table.items()}
    _refuse_odd_link(texts.get("link", ""), run, source)
    return SystemDetails(**texts)


def _is_allowed(key: str, value: object) -> bool:
    numeric = key in _NUMERIC and isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str) or numeric


def _format(value: str | float) -> str:
    return value.strip() if isinstance(value, str) else f"{value:,}"


def _refuse_odd_link(link: str, run: str, source: str) -> None:
    """Refuse every link that a browser would not open as a page of the web, such as `javascript:`."""
    try:
        parts = urlsplit(link)
        is_web = parts.scheme in {"http", "https"} and bool(parts.hostname) and link.isprintable() and " " not in link
    except ValueError:  # such as an IPv6 address without its end
        is_web = False
    if link and not is_web:
        raise BadInput(f"{source}: link of {run} begins with http:// or https://, and has no spaces, not {link!r}.")
