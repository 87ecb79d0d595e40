"""`preset="semeval2007"`: gold and runs read and scored as by the 2007 program, inside stead's scorer.

The program's statistics of each item replace stead's own, so that its figures come with groups, intervals, tests and
reports.
"""

from collections.abc import Sequence
from typing import NamedTuple

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report, Source
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
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
from stead.rules.definitions import parse_rules
from stead.scoring import OFFICIAL, Recorded, ScoringSettings

SETTINGS = ScoringSettings(rules=parse_rules("exact,duplicates=paid"), policy="skip", program=OFFICIAL)
"""The program normalises terms itself; what it does not read is left out."""

_FORMAT = "semeval"


class TaskFile(NamedTuple):
    """The file of a run, with its task if its system has a run for each of several."""

    content: Content
    task: str = ""

    @property
    def written_for(self) -> Task:
        """The task of its system, or that of the separator."""
        return next((task for task in MEASURES if task == self.task), task_of_separator(self.content))


class OfficialInputs:
    """Gold and runs, and the program's statistics of them: of the measures' tasks, or of all that there are runs for.

    A system without a run for one of the tasks has no figures there.
    """

    def __init__(self, gold: Content, files: Sequence[TaskFile], measures: Sequence[Measure] | None) -> None:
        tasks = _tasks(files, measures)
        of_tasks = ",".join(measure for task in tasks for measure in MEASURES[task])
        self.measures = parse_measures(of_tasks) if measures is None else list(measures)
        self._gold_content = gold
        self.reports = [Report(self._gold_content.path)]
        self._gold_document = Document.of(b"", self._gold_content.data)
        self._items = (read_multiword_gold if tasks == ["mw"] else read_gold)(self._gold_document).items
        self.gold = self._gold()
        self.runs, self.recorded = [], []
        written = [file.written_for for file in files]
        if not {*written} & {*tasks}:  # the program is asked nonetheless, and says what is wrong
            written = tasks[:1] * len(files)
        for file, task in zip(files, written, strict=True):
            self.runs.append(self._run(file.content, task))
            self.recorded.append(self._recorded(file.content, task, tasks))

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

    def _run(self, content: Content, task: Task) -> Run:
        """Make a run of the lines that the program reads, except for gold items that it does not score."""
        report = Report(content.path)
        self.reports.append(report)
        not_scored = gold_ids(self._gold_document) - self._items.keys()
        rows = []
        for number, line in answer_lines(_document(content), task):
            if not isinstance(line, AnswerLine):
                report.error(number, "malformed", f"a line that the 2007 program does not read: {_text(line)!r}")
            elif task == "mw" or line.id not in not_scored:
                guesses = [] if line.is_blank else split_guesses(line.text)
                # The program counts an empty guess, but stead would not count a term without characters.
                rows.append(RunRow(_text(line.target), _text(line.id), [_text(guess) or " " for guess in guesses]))
        return Run.of(rows, _source(content))

    def _recorded(self, content: Content, task: Task, tasks: Sequence[Task]) -> Recorded:
        """Score a run for its task; it has no results for the others."""
        items: dict[str, dict[str, Share]] = {measure: {} for other in tasks for measure in MEASURES[other]}
        if task in tasks:
            outcome = run_official_on(_document(content), self._gold_document, task)
            _refuse_death(outcome, content, task)
            first, second = MEASURES[task]
            for identifier, entry in outcome.ledger.entries.items():
                items[first][_text(identifier)], items[second][_text(identifier)] = entry.first, entry.second
        ideal = {
            measure: {_text(identifier): possible(item, other) for identifier, item in self._items.items()}
            for other in tasks
            for measure, possible in zip(MEASURES[other], (_best_possible, _mode_possible), strict=True)
        }
        return Recorded(self.gold.source.sha256, items, ideal, SETTINGS, self.gold, _FORMAT)


def _best_possible(item: GoldItem, task: Task) -> Share:
    """Compute the credit of the best answer without repeats; terms that the program spoils do not count."""
    if task == "mw":
        return _mode_possible(item, task)
    reachable = sorted((n for term, n in item.credits.items() if normalise_guess(term) == term), reverse=True)
    credit = sum(reachable[: 1 if task == "best" else OOT_LIMIT])
    return Share(1, int(bool(item.counts)), credit / item.responses if item.responses else 0.0)


def _mode_possible(item: GoldItem, task: Task) -> Share:
    """Compute the best possible mode credit: 0 for a mode that no guess can match, such as one with a hyphen."""
    if item.mode is None:
        return NOTHING
    return Share(1, 1, int(task == "mw" or normalise_guess(item.mode) == item.mode))


def _tasks(files: Sequence[TaskFile], measures: Sequence[Measure] | None) -> list[Task]:
    """The tasks that are scored: those of the measures or, without measures, those that there are runs for."""
    written = {file.written_for for file in files}
    if measures is None:
        return [task for task in MEASURES if task in written]
    wanted = {str(measure) for measure in measures}
    tasks: list[Task] = [task for task, official in MEASURES.items() if wanted & {*official}]
    are_known = wanted <= {measure for task in tasks for measure in MEASURES[task]}
    return tasks if are_known and {*tasks} <= written else [task_of(measures, "`preset='semeval2007'`")]


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
    return Source(content.name, content.sha256, _FORMAT, content.path)


def _text(written: str) -> str:
    """Decode bytes for display; what is not UTF-8 is escaped."""
    return written.encode(ENCODING).decode(errors="backslashreplace")


def _refuse_death(outcome: Outcome, content: Content, task: Task) -> None:
    """Refuse a run on which the program dies before its first figures; often it is a run for another task."""
    if not outcome.status or any(line.startswith(b"Total") for line in outcome.stdout.splitlines()):
        return
    written = task_of_separator(content)
    if task not in {"mw", written}:
        raise BadInput(
            f"{content.path}: written as a run for {written}, but scored for {task}. Give the runs of one system one "
            f"name (name=FILE for best and for oot), or score this task alone (`measures='{written}'`)."
        )
    raise BadInput(f"{content.path}: {outcome.message}")
