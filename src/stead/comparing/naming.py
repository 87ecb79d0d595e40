"""Which of the measures that were scored a name means."""

from collections.abc import Iterable, Mapping

from stead.core.errors import UsageError
from stead.measures import parse_measure


def measures_named(names: Iterable[str], labels: Mapping[str, str]) -> list[str]:
    """The measures in full, each once, from names such as `oot` and `oot@10`; `labels` has those that were scored."""
    found = list(dict.fromkeys(_full_name(name, labels) for name in names))
    if not found:
        raise UsageError("no measure is named; leave the measures out to get all of them.")
    return found


def _full_name(name: str, labels: Mapping[str, str]) -> str:
    for measure, label in labels.items():
        if name in {measure, label}:
            return measure
    full = str(parse_measure(name))
    if full not in labels:
        raise UsageError(f"{name} was not scored; there are {', '.join(labels.values())}.")
    return full


def figure_named(name: str | None, figures: Iterable[str], measure: str) -> str:
    """This figure of a measure: recall or the mean if it is not named."""
    present = list(figures)
    wanted = name or ("R" if "R" in present else "mean")
    if wanted not in present:
        raise UsageError(f"{measure} has no figure {wanted!r}; it has {', '.join(present)}.")
    return wanted
