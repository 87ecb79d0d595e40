"""What the official program and stead say of each item, in the same terms."""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from stead.explaining.sheet import SEPARATORS, Files, Sheet, item_key
from stead.formats import Content, Options, Policy, load_content
from stead.legacy import ENCODING, NOTHING, Document, Entry, Outcome, Share, Task, run_official_on, total
from stead.measures import parse_measures
from stead.scoring import Request, Settings, evaluate
from stead.task import ItemStatistics, Run

MEASURES: dict[Task, tuple[str, str]] = {
    "best": ("best", "best-mode"),
    "oot": ("oot@10", "oot-mode@10"),
    "mw": ("mw-detection", "mw-identification"),
}
"""The measures whose figures the official program prints, by task."""
ROUNDING = 1e-9


class Verdict(NamedTuple):
    """What one item adds to either measure of its task."""

    first: Share
    second: Share

    def is_near(self, other: "Verdict") -> bool:
        """Whether it is the same, apart from rounding."""
        if self == other:
            return True
        numbers = zip((*self.first, *self.second), (*other.first, *other.second), strict=True)
        return all(math.isclose(own, others, rel_tol=0, abs_tol=ROUNDING) for own, others in numbers)


NO_VERDICT = Verdict(NOTHING, NOTHING)
"""What is said of an item that does not count."""

Verdicts = Mapping[str, Verdict]
"""By what the items are known by."""
Names = dict[str, tuple[str, str]]
"""Lexelt and id of the items, by what they are known by."""


def sums(verdicts: Verdicts) -> Verdict:
    """All verdicts added up."""
    return Verdict(
        total(verdict.first for verdict in verdicts.values()), total(verdict.second for verdict in verdicts.values())
    )


# ------------------------------------------------------------------------------------------ the official program


def official_on_files(task: Task, gold: Content, run: Content) -> Outcome:
    """The official program on the files as they are."""
    return run_official_on(Document.of(run.path.encode(errors="replace"), run.data), Document.of(b"", gold.data), task)


def official_verdicts(outcome: Outcome, names: Names, *, by_lexelt: bool) -> Verdicts:
    """The ledger of the files as they are, by key; items that have no name yet get one."""
    verdicts: dict[str, Verdict] = {}
    for identifier, entry in outcome.ledger.entries.items():
        item = _as_text(entry.lexelt), _as_text(identifier)
        key = item_key(*item, by_lexelt=by_lexelt)
        names.setdefault(key, item)
        verdicts[key] = _verdict(entry)
    return verdicts


def official_on_sheet(sheet: Sheet) -> Verdicts:
    """The ledger of rewritten files, by key; of an id such as `1::` the program may take a part."""
    entries = run_official_on(*sheet.documents(), sheet.task).ledger.entries
    keys = sheet.keys()
    texts = ((_as_text(identifier), entry) for identifier, entry in entries.items())
    return {keys.get(identifier, identifier): _verdict(entry) for identifier, entry in texts}


def _verdict(entry: Entry) -> Verdict:
    return Verdict(entry.first, entry.second)


def _as_text(text: str) -> str:
    return text.encode(ENCODING).decode(errors="replace")


# --------------------------------------------------------------------------------------------------------- stead


class Corrected(NamedTuple):
    """What stead finds, and what it read to find it."""

    files: Files
    verdicts: Verdicts
    names: Names


def corrected(task: Task, gold_content: Content, run_content: Content) -> Corrected:
    """Stead's verdicts by the formulas; lines that are not perfectly formed are left out, as officially."""
    gold, gold_report = load_content(gold_content, "gold", Options("semeval", Policy.SKIP))
    run, run_report = load_content(run_content, "run", Options("semeval", Policy.SKIP, SEPARATORS[task]))
    files = Files(gold_content, run_content, gold, gold_report, run_report)
    statistics = _statistics(task, files, run)
    keyed = list(_keyed(statistics, by_lexelt=files.ids_repeat))
    return Corrected(files, {key: verdict for key, _, verdict in keyed}, {key: item for key, item, _ in keyed})


def _statistics(task: Task, files: Files, run: Run) -> tuple[ItemStatistics, ...]:
    settings = Settings(policy=str(Policy.SKIP), separator=SEPARATORS[task])
    return evaluate(Request(files.gold, [run], parse_measures(",".join(MEASURES[task])), settings)).statistics


def _keyed(
    statistics: tuple[ItemStatistics, ...], *, by_lexelt: bool
) -> Iterator[tuple[str, tuple[str, str], Verdict]]:
    first, second = statistics
    items = zip(first.lexelts, first.ids, strict=True)
    shares = zip(first.values.tolist(), second.values.tolist(), strict=True)
    for item, (own, other) in zip(items, shares, strict=True):
        yield item_key(*item, by_lexelt=by_lexelt), item, Verdict(_share(own), _share(other))


def _share(values: list[float]) -> Share:
    counted, attempted, credit = values
    return Share(int(counted), int(attempted), credit)
