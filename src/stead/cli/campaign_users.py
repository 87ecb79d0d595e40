"""`stead campaign users`: who takes part."""

import argparse
import csv
import io

from stead._wording import counted
from stead.cli.campaign_common import ACTOR, add_folder, opened
from stead.cli.common import printed, said
from stead.formats import read_content
from stead.reporting import RENDERERS, render_sheet
from stead.task import BadInput, Section, Sheet

_EXAMPLES = """
An invite link is shown once and kept nowhere; `reset` makes a new one. Annotators sign in by it as often as they like;
organisers choose a password by it.

examples:
  stead campaign users add mine ada bruno chiara
  stead campaign users add mine doris --organiser
  stead campaign users import mine people.csv > links.tsv     columns: name and, if need be, role
  stead campaign users reset mine bruno
"""

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
    parser.set_defaults(run=_add)


def _configure_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=list(RENDERERS), default="text", dest="output", help="default: text")
    parser.set_defaults(run=_list)


def _configure_reset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="whose")
    parser.set_defaults(run=_reset)


def _configure_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="columns: name and, if need be, role (- is standard input)")
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

    with opened(options) as campaign:
        wanted, is_rating = campaign.settings.assignment, campaign.rating is not None
        tokens = campaign.users.add({name: Role(role) for name, role in people.items()}, actor=ACTOR)
        printed("".join(f"{name}\t{campaign.invite_link(token)}\n" for name, token in tokens.items()))
        number = sum(user.role is Role.ANNOTATOR for user in campaign.users.all())
    if not is_rating and wanted.mode == "all" and number > wanted.annotators_per_item:
        said(
            f"there are {number} annotators, and items are for {wanted.annotators_per_item} each: the last to come "
            "get only what the others leave."
        )
    said("the links are shown this once; send each to its owner.")


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
        name, role = (*map(str.strip, row), "")[:2]
        if len(row) != len(heading) or role not in ("", "annotator", "organiser"):
            raise BadInput(f"{path}: row {number}: expected a name and annotator or organiser; found {', '.join(row)}.")
        if name in people:
            raise BadInput(f"{path}: row {number}: {name} comes twice.")
        people[name] = role or "annotator"
    if not people:
        raise BadInput(f"{path}: there is nobody in it.")
    return people


def _reset(options: argparse.Namespace) -> int:
    with opened(options) as campaign:
        token = campaign.users.reset(options.name, actor=ACTOR)
        printed(f"{options.name}\t{campaign.invite_link(token)}\n")
    said("the link is shown this once.")
    return 0


def _list(options: argparse.Namespace) -> int:
    with opened(options, deleted_too=True) as campaign:
        users = campaign.users.all(deleted=True)
    rows = tuple(
        (user.name, user.role, "deleted" if user.deleted else "paused" if user.paused else "", user.created)
        for user in users
    )
    section = Section("Users", ("name", "role", "state", "since"), rows, counted(len(users), "user"))
    printed(render_sheet(Sheet(f"Users of {options.folder}", (section,)), options.output))
    return 0
