"""`preset="semeval2007"`: gold and runs as the 2007 program reads and scores them, inside stead's scorer.

What the program finds item by item takes the place of stead's own statistics, so that its figures come with whatever is
made of statistics: groups, intervals, tests, reports.
"""

from collections.abc import Mapping, Sequence

from stead._inputs import GoldLike, Inputs, RunLike
from stead.explaining import MEASURES
from stead.formats import FORMATS, Content, Options, read_content
from stead.legacy import (
    ENCODING,
    Answer,
    Document,
    Outcome,
    Task,
    answer_lines,
    read_gold,
    read_multiword_gold,
    run_official_on,
    split_guesses,
)
from stead.matching import parse_rules
from stead.measures import Measure, parse_measures
from stead.scoring import Recorded, Settings
from stead.task import BadInput, GoldRow, GoldStandard, Report, Run, RunRow, Source, UsageError

NAME = "semeval2007"
"""The preset."""
READ = {None, "auto", "semeval", "semeval-oot"}
"""What may be said of the format of the files."""
SETTINGS = Settings(parse_rules("exact,duplicates=paid"), policy="skip", program=NAME)
"""The program levels terms itself; what it does not read is left out."""


class OfficialInputs:
    """Gold and runs of one task, and what the program finds in them."""

    def __init__(self, gold: GoldLike, runs: Sequence[RunLike], measures: Sequence[Measure] | None) -> None:
        contents = [_run_content(run, number, measures) for number, run in enumerate(runs, start=1)]
        self.task = task_of_separator(contents[0]) if measures is None else task_of(measures, "--preset semeval2007")
        self.measures = parse_measures(",".join(MEASURES[self.task])) if measures is None else list(measures)
        self._gold_content = _gold_content(gold)
        self.reports = [Report(self._gold_content.path)]
        self.gold = self._gold()
        self.runs, self.recorded = [], []
        for content in contents:
            self.runs.append(self._run(content))
            self.recorded.append(self._recorded(content))

    def _gold(self) -> GoldStandard:
        """The items that the program scores; one without a term that it can read has no weights."""
        content = self._gold_content
        read = read_multiword_gold if self.task == "mw" else read_gold
        items = read(Document.of(b"", content.data)).items
        if not items:
            raise BadInput(
                f"{content.path}: the 2007 program finds no item to score in it. It reads lines as in "
                '"bright.a 1 :: clever 3;smart 1;".'
            )
        rows = (
            GoldRow(_text(item.lexelt), _text(identifier), [(_text(term), n) for term, n in item.credits.items()])
            for identifier, item in items.items()
        )
        return GoldStandard.of(rows, _source(content), graded=False)

    def _run(self, content: Content) -> Run:
        """The lines that the program reads; the others are reported."""
        report = Report(content.path)
        self.reports.append(report)
        rows = []
        for number, line in answer_lines(_document(content), self.task):
            if isinstance(line, Answer):
                guesses = [] if line.is_blank else split_guesses(line.text)
                rows.append(RunRow(_text(line.target), _text(line.id), [_text(guess) for guess in guesses]))
            else:
                report.error(number, "malformed", f"a line that the 2007 program does not read: {_text(line)!r}")
        return Run.of(rows, _source(content))

    def _recorded(self, content: Content) -> Recorded:
        outcome = run_official_on(_document(content), Document.of(b"", self._gold_content.data), self.task)
        _refuse_death(outcome, content)
        entries = outcome.ledger.entries.items()
        first, second = MEASURES[self.task]
        return Recorded(
            self.gold.source.sha256,
            {
                first: {_text(identifier): entry.first for identifier, entry in entries},
                second: {_text(identifier): entry.second for identifier, entry in entries},
            },
        )


def task_of(measures: Sequence[Measure], option: str) -> Task:
    """The one task that the measures belong to, among those of the program."""
    wanted = {str(measure) for measure in measures}
    for task, official in MEASURES.items():
        if wanted <= set(official):
            return task
    raise UsageError(
        f"{option} is about one task of the 2007 program at a time: -m best, -m oot or -m multiwords, "
        f"not {','.join(sorted(wanted))}."
    )


def task_of_separator(run: Content) -> Task:
    """Three colons are those of oot; without them it is best."""
    first = next((line for line in run.data.split(b"\n") if b"::" in line), b"")
    return "oot" if b":::" in first else "best"


def _gold_content(gold: GoldLike) -> Content:
    """A file as it is, anything else as SemEval's file of it."""
    if isinstance(gold, GoldStandard | Mapping):
        noun = Inputs(Options()).gold(gold)
        return Content(noun.source.name, FORMATS["semeval"].writers["gold"](noun).text.encode())
    return read_content(gold)


def _run_content(run: RunLike, number: int, measures: Sequence[Measure] | None) -> Content:
    if isinstance(run, Run | Mapping):
        noun = Inputs(Options()).run(run, number)
        oot = measures is not None and any(measure.task == "oot" for measure in measures)
        return Content(noun.name, FORMATS["semeval-oot" if oot else "semeval"].writers["run"](noun).text.encode())
    return read_content(run)


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
