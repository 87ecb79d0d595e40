"""`preset="semeval2007"`: gold and runs as the 2007 program reads and scores them, inside stead's scorer.

What the program finds item by item takes the place of stead's own statistics, so that its figures come with whatever is
made of statistics: groups, intervals, tests, reports.
"""

from collections.abc import Sequence

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report, Source
from stead.core.gold import GoldRow, GoldStandard
from stead.core.run import Run, RunRow
from stead.formats import Content
from stead.measures import Measure, parse_measures
from stead.official.explain import MEASURES
from stead.official.program import Outcome, run_official_on
from stead.official.program_gold import GoldItem, gold_ids, read_gold, read_multiword_gold
from stead.official.program_input import (
    ENCODING,
    AnswerLine,
    Document,
    Task,
    answer_lines,
    normalise_guess,
    split_guesses,
)
from stead.official.program_scoring import NOTHING, OOT_LIMIT, Share
from stead.rules.matching import parse_rules
from stead.scoring import OFFICIAL, Recorded, ScoringSettings

SETTINGS = ScoringSettings(rules=parse_rules("exact,duplicates=paid"), policy="skip", program=OFFICIAL)
"""The program levels terms itself; what it does not read is left out."""


class OfficialInputs:
    """Gold and runs of one task, and what the program finds in them."""

    def __init__(self, gold: Content, runs: Sequence[Content], measures: Sequence[Measure] | None) -> None:
        self.task = task_of_separator(runs[0]) if measures is None else task_of(measures, "`preset='semeval2007'`")
        self.measures = parse_measures(",".join(MEASURES[self.task])) if measures is None else list(measures)
        self._gold_content = gold
        self.reports = [Report(self._gold_content.path)]
        self._gold_document = Document.of(b"", self._gold_content.data)
        self._items = (read_multiword_gold if self.task == "mw" else read_gold)(self._gold_document).items
        self.gold = self._gold()
        self.runs, self.recorded = [], []
        for content in runs:
            self.runs.append(self._run(content))
            self.recorded.append(self._recorded(content))

    def _gold(self) -> GoldStandard:
        """The items that the program scores; one without a term that it can read has no weights."""
        content = self._gold_content
        if not self._items:
            raise BadInput(
                f"{content.path}: the 2007 program finds no item to score in it. It reads lines as in "
                '"bright.a 1 :: clever 3;smart 1;".'
            )
        rows = (
            GoldRow(_text(item.lexelt), _text(identifier), [(_text(term), n) for term, n in item.credits.items()])
            for identifier, item in self._items.items()
        )
        return GoldStandard.of(rows, _source(content), graded=False)

    def _run(self, content: Content) -> Run:
        """The lines that the program reads, but for items of the gold that it does not score; others are reported."""
        report = Report(content.path)
        self.reports.append(report)
        not_scored = gold_ids(self._gold_document) - self._items.keys()
        rows = []
        for number, line in answer_lines(_document(content), self.task):
            if not isinstance(line, AnswerLine):
                report.error(number, "malformed", f"a line that the 2007 program does not read: {_text(line)!r}")
            elif self.task == "mw" or line.id not in not_scored:
                guesses = [] if line.is_blank else split_guesses(line.text)
                # An empty guess is a guess, which a term without characters would not be.
                rows.append(RunRow(_text(line.target), _text(line.id), [_text(guess) or " " for guess in guesses]))
        return Run.of(rows, _source(content))

    def _recorded(self, content: Content) -> Recorded:
        outcome = run_official_on(_document(content), self._gold_document, self.task)
        _refuse_death(outcome, content)
        entries = outcome.ledger.entries.items()
        first, second = MEASURES[self.task]
        return Recorded(
            self.gold.source.sha256,
            {
                first: {_text(identifier): entry.first for identifier, entry in entries},
                second: {_text(identifier): entry.second for identifier, entry in entries},
            },
            {
                first: {_text(identifier): self._best_possible(item) for identifier, item in self._items.items()},
                second: {_text(identifier): self._mode_possible(item) for identifier, item in self._items.items()},
            },
        )

    def _best_possible(self, item: GoldItem) -> Share:
        """What the best of all answers without repeats would earn: terms that the program spoils are out of reach."""
        if self.task == "mw":
            return self._mode_possible(item)
        reachable = sorted((n for term, n in item.credits.items() if normalise_guess(term) == term), reverse=True)
        credit = sum(reachable[: 1 if self.task == "best" else OOT_LIMIT])
        return Share(1, int(bool(item.counts)), credit / item.responses if item.responses else 0.0)

    def _mode_possible(self, item: GoldItem) -> Share:
        """A mode that a guess cannot be, such as one with a hyphen, is out of reach."""
        if item.mode is None:
            return NOTHING
        return Share(1, 1, int(self.task == "mw" or normalise_guess(item.mode) == item.mode))


def task_of(measures: Sequence[Measure], option: str) -> Task:
    """The one task that the measures belong to, among those of the program."""
    wanted = {str(measure) for measure in measures}
    for task, official in MEASURES.items():
        if wanted <= set(official):
            return task
    raise UsageError(
        f"{option} is about one task of the 2007 program at a time: `measures` is best, oot or "
        f"multiwords, not {','.join(sorted(wanted))}."
    )


def task_of_separator(run: Content) -> Task:
    """Three colons are those of oot; without them it is best."""
    first = next((line for line in run.data.split(b"\n") if b"::" in line), b"")
    return "oot" if b":::" in first else "best"


def _document(content: Content) -> Document:
    return Document.of(content.path.encode(errors="replace"), content.data)


def _source(content: Content) -> Source:
    return Source(content.name, content.sha256, "semeval", content.path)


def _text(written: str) -> str:
    """Bytes as a person reads them; what is no UTF-8 is shown as escapes, and compared by nobody."""
    return written.encode(ENCODING).decode(errors="backslashreplace")


def _refuse_death(outcome: Outcome, content: Content) -> None:
    """Where the program stops before its first figures there is nothing to go on with."""
    if outcome.status and not any(line.startswith(b"Total") for line in outcome.stdout.splitlines()):
        raise BadInput(f"{content.path}: {outcome.message}")
