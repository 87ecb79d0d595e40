"""`preset="semeval2007"`: gold and runs read and scored as by the 2007 program, inside stead's scorer.

The program's statistics of each item replace stead's own, so that its figures come with groups, intervals, tests and
reports.
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
"""The program normalises terms itself; what it does not read is left out."""


class OfficialInputs:
    """Gold and runs of one task, and the program's statistics of them."""

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
        """Make a gold standard of the items that the program scores; those without a legible term have no weights."""
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
        """Make a run of the lines that the program reads, except for gold items that it does not score."""
        report = Report(content.path)
        self.reports.append(report)
        not_scored = gold_ids(self._gold_document) - self._items.keys()
        rows = []
        for number, line in answer_lines(_document(content), self.task):
            if not isinstance(line, AnswerLine):
                report.error(number, "malformed", f"a line that the 2007 program does not read: {_text(line)!r}")
            elif self.task == "mw" or line.id not in not_scored:
                guesses = [] if line.is_blank else split_guesses(line.text)
                # The program counts an empty guess, but stead would not count a term without characters.
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
        """Compute the credit of the best answer without repeats; terms that the program spoils do not count."""
        if self.task == "mw":
            return self._mode_possible(item)
        reachable = sorted((n for term, n in item.credits.items() if normalise_guess(term) == term), reverse=True)
        credit = sum(reachable[: 1 if self.task == "best" else OOT_LIMIT])
        return Share(1, int(bool(item.counts)), credit / item.responses if item.responses else 0.0)

    def _mode_possible(self, item: GoldItem) -> Share:
        """Compute the best possible mode credit: 0 for a mode that no guess can match, such as one with a hyphen."""
        if item.mode is None:
            return NOTHING
        return Share(1, 1, int(self.task == "mw" or normalise_guess(item.mode) == item.mode))


def task_of(measures: Sequence[Measure], option: str) -> Task:
    """Give the task of the program that the measures belong to."""
    wanted = {str(measure) for measure in measures}
    for task, official in MEASURES.items():
        if wanted <= set(official):
            return task
    raise UsageError(
        f"{option} is about one task of the 2007 program at a time: `measures` is best, oot or "
        f"multiwords, not {','.join(sorted(wanted))}."
    )


def task_of_separator(run: Content) -> Task:
    """Guess the task by the separator: three colons are oot, two are best."""
    first = next((line for line in run.data.split(b"\n") if b"::" in line), b"")
    return "oot" if b":::" in first else "best"


def _document(content: Content) -> Document:
    return Document.of(content.path.encode(errors="replace"), content.data)


def _source(content: Content) -> Source:
    return Source(content.name, content.sha256, "semeval", content.path)


def _text(written: str) -> str:
    """Decode bytes for display; what is not UTF-8 is escaped."""
    return written.encode(ENCODING).decode(errors="backslashreplace")


def _refuse_death(outcome: Outcome, content: Content) -> None:
    """Refuse a run on which the program dies before its first figures."""
    if outcome.status and not any(line.startswith(b"Total") for line in outcome.stdout.splitlines()):
        raise BadInput(f"{content.path}: {outcome.message}")
