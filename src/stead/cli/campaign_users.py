"""`stead campaign users`: who takes part."""

import argparse
import csv
import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from stead.cli.campaign_common import ACTOR, add_folder, opened
from stead.cli.common import printed, said
from stead.core.errors import BadInput, UsageError
from stead.core.text import counted, protect_cell, unprotect_cell
from stead.formats import read_content
from stead.records.sheet import Section, Sheet
from stead.reporting import RENDERERS, render_sheet

_EXAMPLES = """
An invite link is shown once and kept nowhere; `reset` makes a new one. Annotators sign in by it as often as they like,
until it expires; organisers choose a password by it. Whoever has the link is the annotator: -o writes links to a file
that only you may read.

examples:
  stead campaign users add mine ada bruno chiara -o links.tsv
  stead campaign users add mine doris --organiser --expires 2d
  stead campaign users import mine people.csv -o links.tsv     columns: name and, if need be, role
  stead campaign users reset mine bruno
"""
_PERIOD = re.compile(r"([1-9][0-9]{0,4})([hdw])")
_HOURS = {"h": 1, "d": 24, "w": 24 * 7}

ACTIONS = {
    "add": "add people and print their invite links",
    "list": "list who takes part",
    "reset": "make a new invite link; the old one, password and sessions are void",
    "import": "add people from a CSV file and print their invite links",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the actions, each with its options."""
    parser.epilog = _EXAMPLES
    actions = parser.add_subparsers(metavar="ACTION", required=True, help="what to do:")
    for name, summary in ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        add_folder(action)
        _OPTIONS[name](action)


def _configure_add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="+", help="the names that annotations will carry")
    parser.add_argument("--organiser", action="store_true", help="people who see everything, and do not annotate")
    _add_link_options(parser)
    parser.set_defaults(run=_add)


def _add_link_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--expires", metavar="WHEN", help="until when links are valid: 12h, 14d, 2w, or a date (default: for ever)"
    )
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="a new file for names and links, which only you may read (default: standard output)",
    )


def _configure_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=list(RENDERERS), default="text", dest="output", help="default: text")
    parser.set_defaults(run=_list)


def _configure_reset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="whose")
    _add_link_options(parser)
    parser.set_defaults(run=_reset)


def _configure_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="columns: name and, if need be, role (- is standard input)")
    _add_link_options(parser)
    parser.set_defaults(run=_import)


_OPTIONS = {"add": _configure_add, "list": _configure_list, "reset": _configure_reset, "import": _configure_import}


def _add(options: argparse.Namespace) -> int:
    _invite(options, dict.fromkeys(options.names, "organiser" if options.organiser else "annotator"))
    return 0


def _import(options: argparse.Namespace) -> int:
    _invite(options, _people(options.file))
    return 0


def _invite(options: argparse.Namespace, people: dict[str, str]) -> None:
    from stead.campaign import Role  # noqa: PLC0415

    expires = _expiry(options.expires)
    with opened(options) as campaign, _links(options.output) as write:
        wanted, is_rating = campaign.settings.assignment, campaign.rating is not None
        tokens = campaign.users.add({name: Role(role) for name, role in people.items()}, actor=ACTOR, expires=expires)
        write({name: campaign.invite_link(token) for name, token in tokens.items()})
        number = sum(user.role is Role.ANNOTATOR for user in campaign.users.all())
    if not is_rating and wanted.mode == "all" and number > wanted.annotators_per_item:
        said(
            f"there are {number} annotators, and items are for {wanted.annotators_per_item} each: the last to come "
            "get only what the others leave."
        )
    said(f"{_where(options.output, 'the links are')}; send each to its owner.")


def _expiry(text: str | None) -> datetime | None:
    """A moment in the future: after a period, or at the end of a day (UTC)."""
    if text is None:
        return None
    now, period = datetime.now(UTC), _PERIOD.fullmatch(text)
    try:
        moment = (
            now + timedelta(hours=int(period[1]) * _HOURS[period[2]])
            if period
            else datetime.combine(datetime.strptime(text, "%Y-%m-%d"), time.max, UTC)
        )
    except ValueError:
        raise UsageError(f"--expires {text}: expected a period (12h, 14d, 2w) or a date (2027-01-31).") from None
    if moment <= now:
        raise UsageError(f"--expires {text}: this is over already.")
    return moment


@contextmanager
def _links(output: str) -> Iterator[Callable[[dict[str, str]], None]]:
    """Where links go. A file is made before anybody is invited, so that no link is lost, and goes if nobody is."""
    if output == "-":
        yield lambda links: printed("".join(_lines(links)))
        return
    try:
        handle = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise UsageError(f"-o {output}: there is such a file already; links are written to a new one.") from None
    except OSError as error:
        raise UsageError(f"-o {output}: cannot be written: {error.strerror}.") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        try:
            yield lambda links: file.writelines(_lines(links))
        except BaseException:
            Path(output).unlink(missing_ok=True)
            raise


def _lines(links: dict[str, str]) -> Iterator[str]:
    return (f"{protect_cell(name)}\t{link}\n" for name, link in links.items())


def _where(output: str, what: str) -> str:
    return f"{what} shown this once" if output == "-" else f"{what} in {output}, and nowhere else"


def _people(path: str) -> dict[str, str]:
    """Names and roles of a CSV file."""
    try:
        rows = list(csv.reader(io.StringIO(read_content(path).data.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: not a CSV file in UTF-8 ({error}).") from None
    heading = [name.strip() for name in rows[0]] if rows else []
    if heading not in (["name"], ["name", "role"]):
        raise BadInput(
            f"{path}:1: expected the columns name, or name and role; found {', '.join(heading) or 'nothing'}."
        )
    people: dict[str, str] = {}
    for number, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        name, role = (*map(str.strip, map(unprotect_cell, row)), "")[:2]
        if len(row) != len(heading) or role not in ("", "annotator", "organiser"):
            raise BadInput(f"{path}: row {number}: expected a name and annotator or organiser; found {', '.join(row)}.")
        if name in people:
            raise BadInput(f"{path}: row {number}: {name} comes twice.")
        people[name] = role or "annotator"
    if not people:
        raise BadInput(f"{path}: there is nobody in it.")
    return people


def _reset(options: argparse.Namespace) -> int:
    expires = _expiry(options.expires)
    with opened(options) as campaign, _links(options.output) as write:
        token = campaign.users.reset(options.name, actor=ACTOR, expires=expires)
        write({options.name: campaign.invite_link(token)})
    said(f"{_where(options.output, 'the link is')}.")
    return 0


def _list(options: argparse.Namespace) -> int:
    with opened(options, deleted_too=True) as campaign:
        users = campaign.users.all(deleted=True)
    rows = tuple(
        (
            user.name,
            user.role,
            "deleted" if user.deleted else "paused" if user.paused else "",
            user.created,
            user.invite_expires,
        )
        for user in users
    )
    section = Section("Users", ("name", "role", "state", "since", "link expires"), rows, counted(len(users), "user"))
    printed(render_sheet(Sheet(f"Users of {options.folder}", (section,)), options.output))
    return 0
