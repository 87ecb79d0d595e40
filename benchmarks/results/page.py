"""The page, as Markdown, and its pictures."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.results.curves import read_curve
from benchmarks.results.listing import Gold, Published, System
from benchmarks.results.measuring import OOT, Column, F, Measured
from benchmarks.results.pictures import Picture, Spot, curve_picture, quality_picture, reliability_picture
from benchmarks.results.probabilities import read_bins
from benchmarks.results.tables import (
    ablation_tables,
    curve_table,
    cut_off_tables,
    estimate_of,
    main_table,
    part_of_speech_tables,
    published_tables,
    reliability_table,
)
from stead.comparing import Resampling
from stead.core.errors import UsageError
from stead.reporting.tables import Signatures, markdown_signatures, markdown_table
from stead.reporting.tables import escape_markdown as escaped

_GROUPS = {"ours": "Ours", "papers": "Of the papers, made again", "ablation": "Ours without a part"}
_HEADING = """# Results

<!-- Made by `python -m benchmarks.results`; do not edit. -->

For those who have to choose a system: how good each is, with confidence intervals, and what an answer costs.
Figures stand in one table only if they are of the same items. The page is made of a list of runs, by the scoring and
comparing of stead:

```
$ python -m benchmarks.results --list {listed} --runs FOLDER
```
"""


@dataclass
class Page:
    """Text and pictures, growing; pictures go to the folder `beside` the page."""

    beside: str
    parts: list[str] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)

    def add(self, *parts: str) -> None:
        """Put paragraphs, headings or tables at the end."""
        self.parts.extend(part.rstrip("\n") + "\n" for part in parts)

    def add_picture(self, name: str, picture: Picture) -> None:
        """Put a picture at the end."""
        file = "-".join(re.findall(r"\w+", name.lower())) + ".svg"
        if file in self.pictures:
            raise UsageError(f"two pictures would be {file}; name golds and systems more differently.")
        self.pictures[file] = picture.svg
        self.add(f"![{escaped(picture.alternative)}]({self.beside}/{file})")

    @property
    def text(self) -> str:
        """The Markdown."""
        return "\n".join(self.parts)


def results_page(
    golds: Sequence[Gold],
    published: Sequence[Published],
    procedure: Resampling,
    said: Callable[[str], None],
    *,
    listed: str,
    beside: str = "results",
) -> Page:
    """All of it; `listed` is the name of the list, for the command that makes the page again."""
    page = Page(beside)
    page.add(_HEADING.format(listed=listed), "## Systems", *_systems(golds))
    for gold in golds:
        _add_gold(page, Measured(gold, procedure, said), [entry for entry in published if entry.data == gold.data])
    page.add("## Published figures", _PUBLISHED, *map(markdown_table, published_tables(published)))
    return page


_PUBLISHED = (
    "What papers report, a table for each data set: figures can be compared within a table, not between two, nor with "
    "the figures above unless those are of the same data. Second-hand: as a later paper quotes it."
)


def _systems(golds: Sequence[Gold]) -> Iterator[str]:
    """Every system once, by group."""
    known = {system.name: system for gold in golds for system in gold.systems}
    for group, title in _GROUPS.items():
        systems = [system for system in known.values() if system.group == group]
        if systems:
            lines = (f"- **{escaped(system.name)}**: {escaped(system.about)}" for system in systems)
            yield "\n".join([f"{title}:", "", *lines])


def _add_gold(page: Page, measured: Measured, published: Sequence[Published]) -> None:
    gold = measured.gold
    page.add(f"## {escaped(gold.name)}", escaped(gold.about), markdown_table(main_table(measured, published)))
    for column in (OOT, F):
        spots = list(_spots(measured, column))
        if spots:
            page.add_picture(f"{gold.name} {column.head}", quality_picture(spots, column.head, gold.name))
    page.add(*map(markdown_table, part_of_speech_tables(measured)))
    page.add(*map(markdown_table, cut_off_tables(measured)))
    page.add(*map(markdown_table, ablation_tables(measured)))
    for system in gold.systems:
        _add_curve(page, gold, system)
        _add_reliability(page, gold, system)
    signed = (comparison.signature for comparison in measured.comparisons.values())
    page.add(markdown_signatures(Signatures(list(dict.fromkeys(signed)))).strip("\n"))


def _spots(measured: Measured, column: Column) -> Iterator[Spot]:
    """The systems whose cost was measured and that have the figure."""
    for system in measured.gold.shown():
        if column.task not in system.runs or system.milliseconds is None:
            continue
        estimate = estimate_of(measured.comparisons[column.task], column, system.name)
        if estimate is not None and estimate.value is not None:
            low, high = (
                estimate.value if end is None else end for end in (estimate.interval.low, estimate.interval.high)
            )
            yield Spot(
                name=system.name,
                group=system.group,
                milliseconds=system.milliseconds,
                quality=100 * estimate.value,
                low=100 * low,
                high=100 * high,
            )


def _add_curve(page: Page, gold: Gold, system: System) -> None:
    if system.curve is not None:
        points = read_curve(system.curve)
        page.add_picture(f"{gold.name} {system.name} cut-off", curve_picture(points, system.name))
        page.add(markdown_table(curve_table(points, system.name)))


def _add_reliability(page: Page, gold: Gold, system: System) -> None:
    if system.probabilities is None:
        return
    bins = read_bins(system.probabilities)
    page.add_picture(f"{gold.name} {system.name} probabilities", reliability_picture(bins, system.name))
    page.add(markdown_table(reliability_table(bins, system.name)))
