"""Users, backups, repairs: `stead campaign users`, `backup`, `restore`, `doctor`, `delete`, `undelete`, `upgrade`."""

import argparse
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from stead.cli.campaign import ACTOR, add_folder, open_folder, upgrade_folder
from stead.cli.options import add_form, explain
from stead.cli.output import log, write
from stead.core.errors import BadInput, UsageError
from stead.core.text import plural, protect_cell, unprotect_cell

# ---------------------------------------------------------------------------------------------------------- users

_LINKS = """
An invite link is shown once and kept nowhere; `reset` makes a new one. Annotators sign in by it as often as they like,
until it expires; organisers choose a password by it. Whoever has the link is the annotator: -o writes links to a file
that only you may read.
"""
_PERIOD = re.compile(r"([1-9][0-9]{0,4})([hdw])")
_HOURS = {"h": 1, "d": 24, "w": 24 * 7}


def declare_campaign_users_add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        _LINKS,
        examples="""
stead campaign users add mine ada bruno chiara -o links.tsv
stead campaign users add mine doris --organiser --expires 2d
""",
    )
    add_folder(parser)
    parser.add_argument("names", metavar="NAME", nargs="+", help="the names that annotations will carry")
    parser.add_argument("--organiser", action="store_true", help="people who see everything, and do not annotate")
    _add_link_options(parser)


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


def declare_campaign_users_list(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    add_form(parser)


def declare_campaign_users_reset(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(parser, _LINKS, examples="stead campaign users reset mine bruno")
    add_folder(parser)
    parser.add_argument("name", metavar="NAME", help="whose")
    _add_link_options(parser)


def declare_campaign_users_import(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(parser, _LINKS, examples="stead campaign users import mine people.csv -o links.tsv")
    add_folder(parser)
    parser.add_argument("file", metavar="FILE", help="columns: name and, if need be, role (- is standard input)")
    _add_link_options(parser)


def run_campaign_users_add(options: argparse.Namespace) -> int:
    """Add people, and write their links."""
    _invite(options, dict.fromkeys(options.names, "organiser" if options.organiser else "annotator"))
    return 0


def run_campaign_users_import(options: argparse.Namespace) -> int:
    """Add the people of a file, and write their links."""
    _invite(options, _people(options.file))
    return 0


def _invite(options: argparse.Namespace, people: dict[str, str]) -> None:
    from stead.campaign import Role

    expires = _expiry(options.expires)
    with open_folder(options) as campaign, _links(options.output) as deliver:
        wanted, is_rating = campaign.settings.assignment, campaign.rating is not None
        tokens = campaign.users.add({name: Role(role) for name, role in people.items()}, actor=ACTOR, expires=expires)
        deliver({name: campaign.invite_link(token) for name, token in tokens.items()})
        number = sum(user.role is Role.ANNOTATOR for user in campaign.users.all())
    if not is_rating and wanted.mode == "all" and number > wanted.annotators_per_item:
        log(
            f"there are {number} annotators, and items are for {wanted.annotators_per_item} each: the last to come "
            "get only what the others leave."
        )
    log(f"{_where(options.output, 'the links are')}; send each to its owner.")


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
        yield lambda links: write("".join(_lines(links)))
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
    import csv
    import io

    from stead.formats import read_content

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


def run_campaign_users_reset(options: argparse.Namespace) -> int:
    """Write the new link."""
    expires = _expiry(options.expires)
    with open_folder(options) as campaign, _links(options.output) as deliver:
        token = campaign.users.reset(options.name, actor=ACTOR, expires=expires)
        deliver({options.name: campaign.invite_link(token)})
    log(f"{_where(options.output, 'the link is')}.")
    return 0


def run_campaign_users_list(options: argparse.Namespace) -> int:
    """Print everybody."""
    from stead.records.sheet import Section, Sheet
    from stead.reporting.sheets import render_sheet

    with open_folder(options, deleted_too=True) as campaign:
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
    section = Section("Users", ("name", "role", "state", "since", "link expires"), rows, plural(len(users), "user"))
    write(render_sheet(Sheet(f"Users of {options.folder}", (section,)), options.form))
    return 0


# --------------------------------------------------------------------------------------- backup, doctor, deletion


def declare_campaign_backup(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.add_argument("file", metavar="FILE", help="the zip file to write; it must not be there yet")


def run_campaign_backup(options: argparse.Namespace) -> int:
    """Write it whole, or not at all."""
    from stead.campaign.admin.backup import back_up
    from stead.campaign.folder import open_on_disk

    with open_on_disk(options.folder) as campaign:
        size = back_up(campaign, Path(options.file))
    log(f"{options.file}: {size:,} bytes. It holds everything but the secret; keep it where only you can read it.")
    return 0


def declare_campaign_restore(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="what `stead campaign backup` wrote")
    parser.add_argument("folder", metavar="DIR", help="the folder to make; it must not be there yet, or be empty")
    parser.add_argument("--database", metavar="URL", default="", help="an empty PostgreSQL database; default: a file")


def run_campaign_restore(options: argparse.Namespace) -> int:
    """Make all of it, or nothing."""
    from stead.campaign.admin.restore import restore

    restore(Path(options.file), Path(options.folder), database_url=options.database)
    log(f"{options.folder}: restored. Invite links and passwords are those of the backup; everybody signs in again.")
    return 0


def declare_campaign_doctor(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)


def run_campaign_doctor(options: argparse.Namespace) -> int:
    """Print what is wrong; 1 if anything is."""
    with open_folder(options, deleted_too=True) as campaign:
        from stead.campaign.admin.doctor import examine

        findings = examine(campaign)
    write("".join(f"{finding.check}: {finding.problem or 'fine'}\n" for finding in findings))
    wrong = sum(bool(finding.problem) for finding in findings)
    if wrong:
        log(f"{options.folder}: {plural(wrong, 'problem')}.")
    return 1 if wrong else 0


def declare_campaign_delete(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.add_argument(
        "--user", metavar="NAME", help="only this user: their answers count no longer, others get their places"
    )


def run_campaign_delete(options: argparse.Namespace) -> int:
    """Delete, and say how to take it back."""
    with open_folder(options) as campaign:
        from stead.campaign.folder import delete_campaign, delete_user

        if options.user is None:
            delete_campaign(campaign, actor=ACTOR)
        else:
            delete_user(campaign, options.user, actor=ACTOR)
    user = "" if options.user is None else f" --user {options.user!r}"
    log(f"deleted; nothing was removed: stead campaign undelete {options.folder}{user}")
    return 0


def declare_campaign_undelete(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    parser.add_argument("--user", metavar="NAME", help="only this user: their answers count again where there is room")


def run_campaign_undelete(options: argparse.Namespace) -> int:
    """Undo the deletion."""
    with open_folder(options, deleted_too=options.user is None) as campaign:
        from stead.campaign.folder import undelete_campaign, undelete_user

        if options.user is None:
            undelete_campaign(campaign, actor=ACTOR)
        else:
            undelete_user(campaign, options.user, actor=ACTOR)
    log(f"{options.user or options.folder} is no longer deleted.")
    return 0


def declare_campaign_upgrade(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)


def run_campaign_upgrade(options: argparse.Namespace) -> int:
    """Back up, and run the migrations, all or none."""
    upgrade_folder(options.folder)
    return 0
