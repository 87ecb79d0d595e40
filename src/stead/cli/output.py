"""Where messages and results go, what an error becomes, and what may be written where."""

import argparse
import errno
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from stead.core.errors import SteadError, UsageError
from stead.core.faults import SteadWarning
from stead.core.text import escape_unprintable

if TYPE_CHECKING:
    from stead.reporting.tables import Table

OPTIONS: dict[str, str] = {}
"""The options of the command that runs, by the parameters of the library that they set."""
_USUAL_WIDTH = 80
_LIST_WIDTH = 100
_PARAMETER = re.compile(r"`([a-z_]+)(?:='([^'`]*)')?`")


def log(message: str) -> None:
    """Write a message to standard error."""
    sys.stderr.write(f"stead: {escape_unprintable(in_options(message))}\n")


def in_options(message: str) -> str:
    """Replace parameters in a message (`faults` or `faults='skip'`) by the options that set them."""

    def option(match: re.Match[str]) -> str:
        name, value = match.groups()
        return match[0] if name not in OPTIONS else OPTIONS[name] + (f" {value}" if value else "")

    return _PARAMETER.sub(option, message)


def log_notes(notes: Iterable[str]) -> None:
    """Log the notes of a result."""
    for note in notes:
        log(note)


def write(text: str) -> None:
    """Write a result to standard output, in UTF-8 whatever the terminal claims.

    What cannot be encoded (a file name that is not UTF-8) is escaped; in JSON that is the right escape too.
    """
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
    sys.stdout.buffer.flush()


def terminal_width() -> int:
    """The number of columns: `$COLUMNS`, or those of the terminal; 80 if there is none."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _USUAL_WIDTH  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # closed, replaced or no terminal
        return _USUAL_WIDTH


def text_width() -> int | None:
    """The width that tables are fitted to: the terminal's; None without one, so that files are always the same."""
    return terminal_width() if sys.stdout.isatty() else None


def list_width() -> int:
    """The width of sentences in lists: 100, or less in a narrow terminal."""
    return min(text_width() or _LIST_WIDTH, _LIST_WIDTH)


def render_list(records: list[dict[str, Any]], form: str, *, table: "Table", **document: object) -> str:
    """Render records: all of each as JSON (in a document), TSV or CSV, else as the table of what matters most."""
    if form == "json":
        import json

        return json.dumps({**document, table.title.replace(" ", ""): records}, ensure_ascii=False, indent=1) + "\n"
    from stead.reporting.machine_readable import SEPARATORS, separated_records

    if form in SEPARATORS:
        return separated_records(records, form)
    from stead.reporting.latex import latex_table
    from stead.reporting.tables import markdown_table, text_table, wrap_cells

    if form == "markdown":
        return markdown_table(table)
    if form == "latex":
        return latex_table(table)
    return text_table(wrap_cells(table, text_width() or _LIST_WIDTH), line=list_width())


def log_what_is_made(before: Callable[[], None] = lambda: None) -> None:
    """Log messages of the package about files that are made once and kept; `before` is called first."""
    from logging import INFO, Handler, LogRecord, getLogger

    class Writing(Handler):
        def emit(self, record: LogRecord) -> None:
            before()
            log(record.getMessage())

    logger = getLogger("stead")
    logger.handlers[:] = [Writing()]
    logger.setLevel(INFO)


# --------------------------------------------------------------------------------------------------------- errors


def guard(action: Callable[[], int]) -> int:
    """Run a command: 0 is fine, 1 bad input, 2 wrong usage; an error that a user can act on is a sentence."""
    if sys.stdout is None:  # a shell has closed it: nobody wants to read the results
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 (as long as the process)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SteadWarning)  # the commands write the same notes themselves
            try:
                return action()
            finally:
                sys.stdout.flush()  # here, where a reader that has gone is known; also after the help
    except BrokenPipeError:  # the reader of our output has gone: nothing to say, nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        log("interrupted.")
        return 130
    except Exception as error:
        status = _status_of(error)
        if status is None:
            raise
        return status


def _status_of(error: Exception) -> int | None:
    """The exit status of an error that is the user's to mend, after logging it; None for one that is ours."""
    if isinstance(error, SteadError):
        log(_with_option(error))
        return error.status
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EIO, errno.EDQUOT}:
        log(f"the output cannot be written: {error.strerror}.")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still buffered cannot fail again
        return 1
    return None


def _with_option(error: SteadError) -> str:
    """Replace the parameter that a message begins with by its option."""
    message, parameter = str(error), getattr(error, "parameter", None)
    if parameter in OPTIONS and message.startswith(parameter):
        return OPTIONS[parameter] + message.removeprefix(parameter)
    return message


def remember_options(parser: argparse.ArgumentParser) -> None:
    """Note which option sets which parameter, by its long name; a positional argument is in capitals."""
    for action in parser._actions:  # noqa: SLF001 (argparse has no other way to look one up)
        option = max(action.option_strings, key=len) if action.option_strings else str(action.metavar or action.dest)
        OPTIONS.setdefault(action.dest, option)  # --faults, not --strict, which is one value of it


# ---------------------------------------------------------------------------------------------------------- files


def refuse_overwriting(outputs: Mapping[str, str | None], inputs: Iterable[str | None]) -> None:
    """Refuse two results in one file, and a result in one that is read; outputs by the options that name them."""
    files = (name for name in inputs if name is not None and name != "-")
    taken = {_place(name): "which is read" for name in files if not _is_device(name)}
    for option, name in outputs.items():
        if name is None:
            continue
        path = _place(name)
        if path in taken:
            raise UsageError(f"{option} would overwrite {name}, {taken[path]}. Name another file.")
        if not _is_device(name):
            taken[path] = f"where {option} goes; two results cannot go to one place"


def refuse_unwritable(output: str | None, option: str = "-o") -> None:
    """Refuse what cannot be written before hours of work."""
    if output not in {None, "-"} and (reason := _in_the_way(str(output))):
        raise UsageError(f"{option} {output}: {reason}; name a file that can be written.")


def _in_the_way(name: str) -> str | None:
    """Why a file cannot be written; a temporary file beside it is made and removed to find out."""
    from pathlib import Path  # slow to import

    path = Path(name)
    if path.is_dir():
        return "is a folder"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    if _is_device(str(path)):
        return None
    from tempfile import NamedTemporaryFile  # slow to import

    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            return None
    except OSError as error:
        return f"the folder {path.parent} takes no such file ({error.strerror})"


def named_file(name: str | None) -> str | None:
    """The file in the name of a lexicon or of frequencies, as in list:FILE; None if there is none."""
    return name.partition(":")[2] or None if name else None


def _place(name: str) -> str:
    """A file by one name, however it is written; `-` is none."""
    return name if name == "-" else os.path.realpath(name)


def _is_device(name: str) -> bool:
    """Whether a name is something that nothing is lost in, such as /dev/null."""
    return os.path.exists(name) and not os.path.isfile(name)  # noqa: PTH110, PTH113 (pathlib is slow to import)


# --------------------------------------------------------------------------------------------------------- memory

# The numbers of malloc.h; only the GNU library knows them.
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -2, -3, -8
_MEGABYTE = 1 << 20


def keep_freed_memory() -> None:
    """Ask the C library to keep freed memory for the next array, if it can be asked; this concerns the whole process.

    By default it gives large blocks back to the system at once and takes them anew page by page, which costs a third
    of the time of scoring a large file.
    """
    import ctypes

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # no GNU library
        return
    mallopt(_ARENA_MAX, 1)
    mallopt(_MMAP_THRESHOLD, 1024 * _MEGABYTE)
    mallopt(_TRIM_THRESHOLD, 1024 * _MEGABYTE)
    mallopt(_TOP_PAD, 64 * _MEGABYTE)
