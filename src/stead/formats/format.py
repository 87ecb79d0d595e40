"""File formats: a name, readers and writers for the kinds of data it can hold, and a way to recognise it.

A reader is given a `Reading`: the text, the report of faults, and the policy for them. The terms that it gives are
checked whatever the format: answers that look misread, and terms that lost a letter.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import compress
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args

import numpy as np

from stead.core.arrays import BoolArray, TermLists
from stead.core.errors import BadInput
from stead.core.faults import Caution, Report, Severity, Source
from stead.core.parallel import map_in_order
from stead.core.parameters import Record
from stead.core.substitutes import GoldStandard, Run, RunRow
from stead.core.text import one_line, plural, shorten
from stead.formats.files import UTF16_MARKS, Content, encoding_advice

if TYPE_CHECKING:
    from stead.core.annotation import Annotations
    from stead.core.rating import Rating

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""The replacement for a character that could not be converted."""

BLOCK = 1 << 21
"""Bytes that are parsed at a time."""

MAX_LINE = 1 << 26
"""No line is longer: it would take a dozen times its size in memory."""


Parsed = TypeVar("Parsed")


class Policy(StrEnum):
    """How faults are handled."""

    REPAIR = "repair"  # use what can be repaired for certain, and report it
    SKIP = "skip"  # leave out every line that is not perfectly formed, and report it
    STRICT = "strict"  # refuse the file


@dataclass(slots=True, kw_only=True)
class Reading:
    """A file being read: its content, options, and the report of its faults."""

    content: Content
    format: str
    policy: Policy
    report: Report
    separator: str | None = None  # expected, given the measures
    separator_matters: bool = False
    letters_matter: bool = True  # a term with a lost letter is not used, since it could be another word
    lists_faults: bool = False  # a file with such lines is not refused, so that all its faults can be listed
    as_written: bool = False  # spaces around terms are kept, where they differ from those between columns
    damaged: set[int] = field(default_factory=set)  # lines with undecodable bytes or lost letters
    row_lines: MutableSequence[int] = field(default_factory=list)  # of the rows of a run, where the reader knows them
    first_line: int = 1
    is_part: bool = False

    @classmethod
    def start(
        cls,
        content: Content,
        *,
        format: str,
        policy: Policy,
        separator: str | None = None,
        separator_matters: bool = False,
        letters_matter: bool = True,
        lists_faults: bool = False,
        as_written: bool = False,
    ) -> "Reading":
        """Start reading; `separator` (`::` or `:::`) is the expected one, and required if `separator_matters`."""
        return cls(
            content=content,
            format=format,
            policy=policy,
            report=Report(content.path),
            separator=separator,
            separator_matters=separator_matters,
            letters_matter=letters_matter,
            lists_faults=lists_faults,
            as_written=as_written,
        )

    @property
    def source(self) -> Source:
        """The source of the data: name, hash, format and path."""
        return Source(self.content.name, self.content.sha256, self.format, self.content.path)

    @property
    def leaves_out_damaged(self) -> bool:
        """Whether lines with undecodable bytes are not used at all."""
        return self.letters_matter or self.policy is Policy.SKIP

    def may_use(self, line: int, kind: str, message: str) -> bool:
        """Report a line that can be repaired, and return whether the policy allows it."""
        if self.policy is Policy.SKIP:
            self.report.error(line, kind, f"{message}; left out")
            return False
        self.report.repair(line, kind, message)
        return True

    def text(self, encoding: str = "utf-8", *, of_lines: bool = True) -> str:
        """Decode the file; lines with undecodable bytes, or with a letter lost in an earlier conversion, are reported.

        A file that is not made `of_lines` is not searched for lost letters, since it may hold sentences: its terms are
        checked after they were read (`drop_lost_letters`).
        """
        data = self.content.data
        if data.startswith(UTF16_MARKS):
            encoding = "utf-16"
        elif data.startswith(codecs.BOM_UTF8):
            data = data.removeprefix(codecs.BOM_UTF8)
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            self._report_undecodable(data, encoding)
            text = data.decode(encoding, errors="replace")
        if "\r" in text and "\n" not in text and not self.is_part:
            self.report.repair(None, "line ends", "lines end in CR alone, as on very old machines; read as lines")
            text = text.replace("\r", "\n")
        if of_lines and self.letters_matter and REPLACEMENT in text:
            self._report_lost_letters(text)
        return text

    def _report_lost_letters(self, text: str) -> None:
        for line_number, line in enumerate(text.split("\n"), start=self.first_line):
            if REPLACEMENT in line and line_number not in self.damaged:
                self.report_lost_letter(line_number)
                self.damaged.add(line_number)

    def report_lost_letter(self, line: int | None, what: str = "") -> None:
        """Leave out a line, or an item (`what`), that lost a letter in an earlier conversion; or refuse the file."""
        message = "holds the replacement character U+FFFD, a letter that was lost when the file was converted"
        unit = "items" if what else "lines"
        further = f". Convert it again, or leave such {unit} out (`faults='skip'`)"
        self._leave_out_damaged(line, f"{what} {message}".lstrip(), further)

    def _report_undecodable(self, data: bytes, encoding: str) -> None:
        if encoding == "utf-16":
            if self.letters_matter:
                raise BadInput(f"{self.content.path}: not valid UTF-16, so that letters are lost. Save it as UTF-8.")
            self.report.repair(
                None, "encoding", "not valid UTF-16; the damaged characters became \N{REPLACEMENT CHARACTER}"
            )
            return
        begin = 0
        for line_number, line in enumerate(data.split(b"\n"), start=self.first_line):
            try:
                line.decode(encoding)
            except UnicodeDecodeError as error:
                message = f"byte 0x{line[error.start]:02x} is not valid {encoding.upper()}"
                if not self.letters_matter:
                    self.may_use(line_number, "encoding", f"{message}; it became \N{REPLACEMENT CHARACTER}")
                else:
                    further = (
                        "" if self.damaged else f". {encoding_advice(data, begin + error.start).removesuffix('.')}"
                    )
                    self._leave_out_damaged(line_number, message, further)
                self.damaged.add(line_number)
            begin += len(line) + 1

    def _leave_out_damaged(self, line_number: int | None, message: str, further: str) -> None:
        """Leave out a line with a letter that cannot be read, or refuse the file."""
        if self.policy is Policy.REPAIR and not self.lists_faults:
            location = self.content.path if line_number is None else f"{self.content.path}:{line_number}"
            raise BadInput(f"{location}: {message}{further}.")
        self.report.error(line_number, "encoding", f"{message}; left out{further}")

    def in_utf8(self) -> "Reading":
        """Convert to UTF-8 without a byte order mark, lines ending in LF."""
        data = self.content.data
        if data.startswith(UTF16_MARKS) or (b"\r" in data and b"\n" not in data):
            data = self.text().encode()
        return replace(self, content=replace(self.content, data=data.removeprefix(codecs.BOM_UTF8)))

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines that are not empty, numbered from 1. Only LF (or CR LF) ends a line."""
        for line_number, line in enumerate(self.text().split("\n"), start=self.first_line):
            stripped = line.removesuffix("\r")
            if not stripped or stripped.isspace() or (self.leaves_out_damaged and line_number in self.damaged):
                continue
            yield line_number, stripped

    def parts(self) -> Iterator["Reading"]:
        """The file in blocks of whole lines: readings that share one report."""
        data = self.content.data
        if data.startswith((*UTF16_MARKS, codecs.BOM_UTF8)) or b"\n" not in data:
            yield self
            return
        line = self.first_line
        for block in blocks_of(data):
            if len(block) > MAX_LINE:
                size = f"a line of {len(block):,} bytes; lines have {MAX_LINE:,} at most"
                raise BadInput(f"{self.content.path}:{line}: {size}. Is it text?")
            yield replace(self, content=replace(self.content, data=block), first_line=line, is_part=True)
            line += _count_lines(block)

    def map_parts(self, parse: Callable[["Reading"], Parsed]) -> Iterator[Parsed]:
        """Apply a function to the file, if it is small, or to its blocks of whole lines, in order."""
        return map_in_order(parse, self.parts()) if len(self.content.data) > BLOCK else iter([parse(self)])

    def finish(self) -> None:
        """Refuse the file if the policy is strict and anything was wrong, naming all of it."""
        if self.policy is not Policy.STRICT:
            return
        faults = [fault for fault in self.report if fault.severity is not Severity.NOTE]
        if faults:
            lines = "\n".join(f"{fault.location}: {fault.message}" for fault in faults)
            total = plural(self.report.total(), "fault")
            raise BadInput(f"{lines}\n{self.content.path}: {total}; faults=strict refuses the file.")


def quote(text: str) -> str:
    """Quote some input for a message: one line, control characters escaped, shortened."""
    return f'"{one_line(shorten(text))}"'


Kind = Literal["items", "annotations", "ratings", "gold", "run", "mapping"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Serialisation(NamedTuple):
    """Data as text, and what the format could not hold."""

    text: str
    losses: list[str]


class Format(Record, kw_only=True):
    """One file format of the field."""

    name: str
    title: str
    recognises: Callable[[str, Kind], bool]  # by the beginning of the text, looking for this kind
    readers: Mapping[Kind, Callable[[Reading], Any]]
    writers: Mapping[Kind, Callable[[Any], Serialisation]] = field(default_factory=dict)
    run_example: str = ""  # two answers to an item, if the format can hold runs


def looks_like_xml(beginning: str) -> bool:
    """Whether a text begins like XML."""
    return beginning.lstrip("\ufeff \t\r\n").startswith("<")


def blocks_of(data: bytes, size: int = BLOCK) -> Iterator[bytes]:
    """Split bytes into blocks of whole lines, about `size` bytes each."""
    start = 0
    while start < len(data):
        end = len(data) if start + size >= len(data) else data.rfind(b"\n", start, start + size) + 1
        if end <= start:  # a line longer than a block
            end = data.find(b"\n", start) + 1 or len(data)
        yield data[start:end]
        start = end


_NEWLINE = b"\n"[0]


def _count_lines(data: bytes) -> int:
    """The number of line ends; `bytes.count` takes several times as long."""
    return int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) == _NEWLINE))


# ---------------------------------------------------------------------------------------------- checks of terms

_NUMBER_LIKE = re.compile(r"[-+]?[\d.,]*\d[\d.,eE+-]*|[-+]?(?:nan|inf|infinity)", re.IGNORECASE)
_SEPARATORS = {"commas": ",", "vertical bars": "|", "slashes": "/", "tabs": "\t"}
_FEW_SCORES = 0.1  # of all answers end in a number, and some of them in a decimal one
_FEW_NUMBERS = 0.5  # of all answers end in a whole number: "Boeing 747" is an answer


PARTIAL_SCORES = "only some items have scores; none of them was used"


def report_partial_scores(rows: Iterable[RunRow], reading: Reading) -> None:
    """Report that only some items of a run have scores, which are then of no use."""
    with_answers = [row for row in rows if row.answers]
    if 0 < sum(row.scores is not None for row in with_answers) < len(with_answers):
        reading.report.repair(None, "scores", PARTIAL_SCORES)


class OddAnswers(NamedTuple):
    """A problem of many answers, and the row of the first of them."""

    row: int
    kind: str
    message: str


def final_number(entry: str) -> str | None:
    """The number after the last space, if there is one."""
    last = entry.rsplit(None, 1)[1:]
    return last[0] if last and _NUMBER_LIKE.fullmatch(last[0]) else None


def _final_numbers(answers: TermLists) -> list[str | None]:
    """The final number of each term, if it has one; words, as most terms are, need no call."""
    return [None if term.isalnum() else final_number(term) for term in answers.vocabulary]


def end_in_numbers(answers: TermLists) -> BoolArray:
    """Which answers end in a number, as terms of a gold do."""
    return _expand(answers, [number is not None for number in _final_numbers(answers)])


def note_odd_answers(run: Run, reading: Reading, example: str) -> None:
    """Warn of answers that look misread, with the line or item of the first."""
    for odd in find_odd_answers(run.answers):
        line = reading.row_lines[odd.row] if reading.row_lines else None
        item = "" if line else f"item {quote(run.ids[odd.row])}: "
        reading.report.note(line, odd.kind, Caution(f'{item}{odd.message}; expected "{one_line(example)}"'))
    note_scores_against_order(run, reading.report)


def note_scores_against_order(run: Run, report: Report) -> None:
    """Warn of items whose scores contradict the order of their answers, which is the one that counts."""
    if rows := run.against_scores():
        items = f"{len(rows)} of {plural(len(run), 'item')} (first: {quote(run.ids[rows[0]])})"
        message = f"the scores of {items} contradict the order of the answers; the order was used, not the scores"
        report.note(None, "order", Caution(message))


def find_odd_answers(answers: TermLists) -> Iterator[OddAnswers]:
    """Find problems of many answers: numbers at their end, other separators."""
    total = len(answers.codes)
    numbers = _final_numbers(answers)
    numbered = np.flatnonzero(_expand(answers, [number is not None for number in numbers]))
    decimal = _expand(answers, [number is not None and "." in number for number in numbers])
    few = _FEW_SCORES if decimal.any() else _FEW_NUMBERS
    if len(numbered) > max(1, few * total):
        problem = f"{len(numbered)} of {total} answers end in a number, read as part of the answer"
        yield OddAnswers(
            _row_of(answers, numbered[0]), "scores", f"{problem}, as in {_quote_answer(answers, numbered[0])}"
        )
    together = "".join(answers.vocabulary)
    for name, separator in _SEPARATORS.items():
        if separator not in together:
            continue
        joined = np.flatnonzero(_expand(answers, [separator in answer for answer in answers.vocabulary]))
        if len(joined) > total / 2:
            problem = f"{len(joined)} of {total} answers hold {name}"
            message = (
                f"{problem}, which do not separate answers; {_quote_answer(answers, joined[0])} is read as one answer"
            )
            yield OddAnswers(_row_of(answers, joined[0]), "separators", message)


def _expand(answers: TermLists, of_vocabulary: list[bool]) -> BoolArray:
    """Expand flags of distinct answers to all answers."""
    return np.array(of_vocabulary, dtype=np.bool_)[answers.codes]


def _row_of(answers: TermLists, position: np.int64) -> int:
    return int(np.searchsorted(answers.starts, position, side="right")) - 1


def _quote_answer(answers: TermLists, position: np.int64) -> str:
    return quote(answers.vocabulary[answers.codes[position]])


def drop_lost_letters(
    noun: "GoldStandard | Run | Annotations | list[Rating]", reading: Reading
) -> "GoldStandard | Run | Annotations | list[Rating]":
    """Leave out rows with a term that lost a letter: they are reported, or the file is refused."""
    terms = _terms(noun)
    if REPLACEMENT not in "".join(terms.vocabulary):
        return noun
    lost = np.array([REPLACEMENT in term for term in terms.vocabulary], dtype=np.bool_)
    positions = np.flatnonzero(lost[terms.codes])
    damaged = dict(zip(terms.owners[positions].tolist(), terms.codes[positions].tolist(), strict=True))
    rows: Sequence[Any] = list(noun)
    known_lines = getattr(noun, "lines", None)  # annotations know theirs
    for row, code in damaged.items():
        term = terms.vocabulary[code]
        line = int(known_lines[row]) if known_lines is not None else _line_of(term, reading.content)
        if line not in reading.damaged:
            reading.report_lost_letter(line, f"{quote(term)} of {quote(rows[row].lexelt)} {quote(rows[row].id)}")
    reading.finish()
    sound = [row not in damaged for row in range(len(rows))]
    match noun:
        case GoldStandard():
            return GoldStandard.of(compress(rows, sound), noun.source, graded=noun.graded)
        case Run():
            return replace(Run.of(compress(rows, sound), noun.source), task=noun.task)
        case list():
            return list(compress(rows, sound))
    return noun.only(np.array(sound))


def _terms(noun: "GoldStandard | Run | Annotations | list[Rating]") -> TermLists:
    match noun:
        case Run():
            return noun.answers
        case list():
            return TermLists.of([rating.candidate] for rating in noun)
    return noun.substitutes


def _line_of(term: str, content: Content) -> int | None:
    """The first line that holds a term, as it is or as JSON may spell it; None if there is no such line."""
    encoding = "utf-16" if content.data.startswith(UTF16_MARKS) else "utf-8"
    lines = content.data.decode(encoding, errors="replace").split("\n")
    import json  # noqa: PLC0415 (slow to import, and letters are seldom lost)

    spelt = json.dumps(term)[1:-1].lower()
    return next(
        (line_number for line_number, line in enumerate(lines, start=1) if term in line or spelt in line.lower()), None
    )
