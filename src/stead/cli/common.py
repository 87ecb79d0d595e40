"""What the commands share: where words and results go, what an error becomes, options for reading files."""

import argparse
import errno
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from stead.core.errors import SteadError, UsageError
from stead.core.notes import SteadWarning
from stead.core.text import visible

OPTIONS: dict[str, str] = {}
"""The options of the command that runs, by the parameters of the library that they stand for."""

_PARAMETER = re.compile(r"`([a-z_]+)(?:='([^'`]*)')?`")


def in_options(message: str) -> str:
    """A message of the library, which writes a parameter as `faults` or `faults='skip'`, with the option instead."""

    def option(match: re.Match[str]) -> str:
        name, value = match.groups()
        return match[0] if name not in OPTIONS else OPTIONS[name] + (f" {value}" if value else "")

    return _PARAMETER.sub(option, message)


def said(message: str) -> None:
    """Words go to standard error."""
    sys.stderr.write(f"stead: {visible(in_options(message))}\n")


def printed(text: str) -> None:
    """Results go to standard output, in UTF-8 whatever the terminal claims.

    What cannot be encoded (a file name that is not UTF-8) is escaped; in JSON that is the right escape too.
    """
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
    sys.stdout.buffer.flush()


def refuse_overwriting(outputs: Mapping[str, str], inputs: Iterable[str | None]) -> None:
    """Refuse two results in one place, and a result in that of what is read; outputs by the options that say so."""
    files = (name for name in inputs if name is not None and name != "-")
    taken = {_place(name): "which is read" for name in files if not _is_device(name)}
    for option, name in outputs.items():
        place = _place(name)
        if place in taken:
            raise UsageError(f"{option} would overwrite {name}, {taken[place]}. Name another file.")
        if not _is_device(name):
            taken[place] = f"where {option} goes; two results cannot go to one place"


def refuse_unwritable(output: str, option: str = "-o") -> None:
    """What cannot be written is refused before hours of work."""
    path = Path(output)
    if output != "-" and (reason := _in_the_way(path)):
        raise UsageError(f"{option} {output}: {reason}; name a file that can be written.")


def _in_the_way(path: Path) -> str | None:
    """Why a file cannot be written; where it would be, another is made and goes at once."""
    if path.is_dir():
        return "is a folder"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    if _is_device(str(path)):
        return None
    from tempfile import NamedTemporaryFile  # noqa: PLC0415 (slow to import)

    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            return None
    except OSError as error:
        return f"the folder {path.parent} takes no such file ({error.strerror})"


def named_file(name: str | None) -> str | None:
    """The file in the name of a lexicon or of frequencies, as in list:FILE; one without a file gives none."""
    return name.partition(":")[2] or None if name else None


def _place(name: str) -> str:
    """A file by one name, however it is written; `-` is none."""
    return name if name == "-" else os.path.realpath(name)


def _is_device(name: str) -> bool:
    """Whether a name is something that nothing is lost in, such as /dev/null."""
    return Path(name).exists() and not Path(name).is_file()


def guarded(action: Callable[[], int]) -> int:
    """Run a command: 0 is fine, 1 bad input, 2 wrong usage; an error that a user can act on is a sentence."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SteadWarning)  # the commands write the same notes themselves
            return action()
    except BrokenPipeError:  # the reader of our output has gone: nothing to say, nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        said("interrupted.")
        return 130
    except Exception as error:
        status = _status_of(error)
        if status is None:
            raise
        return status


def _status_of(error: Exception) -> int | None:
    """The exit status of an error that is the user's to mend, after saying it; None for one that is ours."""
    if isinstance(error, SteadError):
        said(_with_dashes(error))
        return error.status
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EIO, errno.EDQUOT}:
        said(f"the output cannot be written: {error.strerror}.")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still buffered cannot fail again
        return 1
    return None


def _with_dashes(error: SteadError) -> str:
    """A message of the library, which names a parameter, as one that names the option."""
    parameter = getattr(error, "parameter", "")
    return str(error).replace(parameter, f"--{parameter.replace('_', '-')}", 1) if parameter else str(error)


def log_notes(notes: Iterable[str]) -> None:
    """Write what is to be known about a result."""
    for note in notes:
        said(note)


def whole_number(text: str) -> int:
    """A part of an option that is a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def add_reading_options(parser: argparse.ArgumentParser, *, golds_and_runs: bool = False) -> None:
    """How files are read; golds and runs may be in different formats where both are read."""
    from stead.formats import FORMATS  # noqa: PLC0415

    parser.add_argument(
        "--from",
        dest="format",
        default="auto",
        choices=["auto", *FORMATS],
        metavar="FORMAT",
        help=f"format of the files: auto (default), {', '.join(FORMATS)}",
    )
    if golds_and_runs:
        for kind in ("gold", "run"):
            parser.add_argument(
                f"--{kind}-format",
                choices=["auto", *FORMATS],
                metavar="FORMAT",
                help=f"format of the {kind}s, if it is not that of --from",
            )
    add_fault_options(parser)


def add_fault_options(parser: argparse.ArgumentParser) -> None:
    """What is done about files that are not as they should be."""
    from stead.formats import Policy  # noqa: PLC0415

    faults = parser.add_mutually_exclusive_group()
    faults.add_argument(
        "--faults",
        default="repair",
        choices=list(Policy),
        help="repair (default): use what can be repaired for certain; skip: leave out every line that is not perfectly "
        "formed; strict: refuse the file",
    )
    faults.add_argument("--strict", dest="faults", action="store_const", const="strict", help="same as --faults strict")
    add_encoding_option(parser)


def add_encoding_option(parser: argparse.ArgumentParser) -> None:
    """What files are in that are not UTF-8."""
    parser.add_argument(
        "--encoding", metavar="NAME", help="encoding of the files that are not UTF-8, such as windows-1252"
    )


def reading_arguments(options: argparse.Namespace) -> dict[str, Any]:
    """The options for reading files as Python functions take them."""
    names = ("format", "gold_format", "run_format", "faults", "encoding")
    return {name: getattr(options, name) for name in names if hasattr(options, name)}


def say_what_is_made(before: Callable[[], None] = lambda: None) -> None:
    """Say what the package logs: when something is made that takes long, and is then kept; `before` is called first."""
    from logging import INFO, Handler, LogRecord, getLogger  # noqa: PLC0415 (most commands make nothing)

    class Saying(Handler):
        def emit(self, record: LogRecord) -> None:
            before()
            said(record.getMessage())

    logger = getLogger("stead")
    logger.handlers[:] = [Saying()]
    logger.setLevel(INFO)
