"""File formats: a name, readers and writers for the kinds of data it can hold, and a way to recognise it.

A reader is given a `Reading`: the text, the report of faults, and the policy for them.
"""

import codecs
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal, NamedTuple, get_args

from stead.core.errors import BadInput
from stead.core.faults import Report, Severity, Source
from stead.core.text import one_line, plural
from stead.formats.files import UTF16_MARKS, Content, encoding_advice

_SHOWN = 60
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""The replacement for a character that could not be converted."""

BLOCK = 1 << 20
"""Bytes that are parsed at a time."""

MAX_LINE = 1 << 26
"""No line is longer: it would take a dozen times its size in memory."""


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
    row_lines: list[int] = field(default_factory=list)  # the line of each row of a run, where the reader knows it
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
        checked after they were read (`term_checks`).
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
            line += block.count(b"\n")

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
    return f'"{one_line(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")}"'


Kind = Literal["items", "annotations", "ratings", "gold", "run", "mapping"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Serialisation(NamedTuple):
    """Data as text, and what the format could not hold."""

    text: str
    losses: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
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
