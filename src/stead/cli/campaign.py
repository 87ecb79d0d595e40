"""`stead campaign`: have people annotate, and lose nothing of what they answer.

The store is imported only when an action runs: it needs packages that scoring does not.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from stead.cli.gold import add_gold_outputs, add_procedure, gold_places, write_gold
from stead.cli.options import add_form, add_output, explain
from stead.cli.output import log, log_notes, refuse_overwriting, write
from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.text import plural, protect_cell

if TYPE_CHECKING:
    from stead.campaign import Campaign
    from stead.campaign.admin.pseudonyms import Pseudonyms
    from stead.core.annotation import Annotation
    from stead.core.item import Item

ACTOR = "command line"
"""Who did it, in the list of events."""


def add_folder(parser: argparse.ArgumentParser) -> None:
    """The campaign that an action is about."""
    parser.add_argument("folder", metavar="DIR", help="the folder of the campaign")


def add_new_campaign(parser: argparse.ArgumentParser, people: str) -> None:
    """What every new campaign has: a folder, guidelines, a title, a language, an address, a database."""
    parser.add_argument("folder", metavar="DIR", help="the folder to make; it must not be there yet, or be empty")
    parser.add_argument(
        "--guidelines", metavar="FILE", help=f"what {people} read first (Markdown); default: those of stead"
    )
    parser.add_argument("--title", metavar="TEXT", help="the name of the campaign")
    parser.add_argument(
        "--language",
        metavar="CODE",
        help="of the pages, guidelines and examples: en (default), fr, it, de, es, or a file (nl.toml) of your own",
    )
    parser.add_argument("--url", metavar="URL", help=f"under which {people} reach the server")
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL database; default: a file in the folder")
    parser.add_argument(
        "--organiser", metavar="NAME", help="who runs it in the browser: their invite link is printed, this once"
    )


def open_folder(options: argparse.Namespace, *, deleted_too: bool = False) -> "Campaign":
    """Open the campaign of an action, unless it was deleted and that matters."""
    return open_existing(options.folder, deleted_too=deleted_too)


def open_existing(folder: str, *, deleted_too: bool = False) -> "Campaign":
    """Open a campaign, unless it was deleted and that matters."""
    from stead.campaign import open_campaign

    campaign = open_campaign(folder)
    if campaign.deleted and not deleted_too:
        campaign.close()
        raise UsageError(f"{folder}: the campaign was deleted; `stead campaign undelete` takes that back.")
    return campaign


def upgrade_folder(folder: str) -> None:
    """Back up and bring the tables up to date; say what was done."""
    from stead.campaign.admin.backup import upgrade_campaign

    done = upgrade_campaign(folder)
    if done.backup is None:
        log(f"{folder}: at revision {done.after}, as before.")
    else:
        log(f"{done.backup}: a backup of revision {done.before}.")
        log(f"{folder}: at revision {done.after}; before: {done.before}.")


# ----------------------------------------------------------------------------------------------------------- init


def declare_campaign_init(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Practice items come first and give feedback; attention checks are mixed with the others. What is expected of both
is a gold standard (--expected).
""",
        examples="""
stead campaign init mine --items items.xml --annotators 5
stead campaign init mine --items items.xml --annotators 3 --assignment k-of-n --guidelines guide.md --language fr
stead campaign init mine --items items.xml --annotators 5 --database postgresql://me@localhost/mine
""",
    )
    add_new_campaign(parser, "annotators")
    for name, purpose in (
        ("--items", "the items to annotate"),
        ("--practice", "items to practise on"),
        ("--attention", "items to check attention with"),
    ):
        parser.add_argument(
            name,
            action="append",
            default=[],
            required=name == "--items",
            metavar="FILE",
            help=f"{purpose}; may be repeated",
        )
    parser.add_argument("--expected", metavar="FILE", help="gold standard of practice items and attention checks")
    parser.add_argument("--annotators", type=int, metavar="K", help="how many answer each item (default: 5)")
    parser.add_argument("--assignment", metavar="MODE", help="all (default): everybody has every item; k-of-n")
    parser.add_argument("--items-per-annotator", type=int, metavar="N", help="the most that one is given; 0: no limit")
    parser.add_argument("--seed", type=int, metavar="N", help="random seed of the orders (default: 1)")


def run_campaign_init(options: argparse.Namespace) -> int:
    """Read all files, then make the campaign."""
    from stead.campaign import ItemFiles, create_campaign, read_items
    from stead.campaign.admin.setup import guidelines_of
    from stead.campaign.pages.texts import annotation_texts
    from stead.campaign.pages.translations import texts_in
    from stead.campaign.settings import settings_of

    settings = settings_of(
        {
            "interface": {"language": language_of(options.language), "url": options.url},
            "assignment": {
                "mode": options.assignment,
                "annotators_per_item": options.annotators,
                "items_per_annotator": options.items_per_annotator,
                "seed": options.seed,
            },
            "database": {"url": options.database},
        }
    )
    items, reports = read_items(ItemFiles(options.items, options.practice, options.attention, options.expected))
    texts = annotation_texts(texts_in(options.language or settings.interface.language, rates=False))
    guidelines = texts.guidelines if options.guidelines is None else guidelines_of(options.guidelines)
    log_notes(note for report in reports for note in report.notes())
    create_campaign(
        options.folder,
        items,
        texts.put_into(settings, options.title),
        guidelines,
        further=language_files(options.language),
    )
    log_next_steps(options, f"a campaign of {plural(len(items), 'item')}")
    return 0


def language_of(given: str | None) -> str | None:
    """The setting of the language: a code, or the name of a file of texts, which comes into the folder."""
    return Path(given).name if given is not None and given.endswith(".toml") else given


def language_files(given: str | None) -> dict[str, bytes]:
    """The file of texts that comes into the folder of a new campaign, if there is one."""
    from stead.formats import read_content

    return {Path(given).name: read_content(given).data} if given is not None and given.endswith(".toml") else {}


def log_next_steps(options: argparse.Namespace, made: str) -> None:
    """Say what was made, and what to do then; with an organiser, everything else is done in the browser."""
    log(f"{options.folder}: {made}. Look at campaign.toml and guidelines.md in it.")
    if options.organiser is None:
        log(f"Then invite people: stead campaign users add {options.folder} NAME ...")
        return
    from stead.campaign import Role

    with open_folder(options) as campaign:
        tokens = campaign.users.add({options.organiser: Role.ORGANISER}, actor=ACTOR)
        write("".join(f"{protect_cell(name)}\t{campaign.invite_link(token)}\n" for name, token in tokens.items()))
    log(f"The link is shown this once. Then: stead campaign serve {options.folder}")


# ---------------------------------------------------------------------------------------------------------- serve

_MOST_PORTS = 65_535
_PORTS = {"http": 80, "https": 443}


def declare_campaign_serve(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Stop it with Control-C; nothing is lost, also if it is killed. For people elsewhere, put a server that speaks https in
front of it (Caddy, nginx; docs/guides/deployment.md has recipes), and its address into campaign.toml ([interface] url,
[access] proxies) before you invite. With --host 0.0.0.0 it is open to the network without that: in plain http, in which
anybody on the way can read links, passwords and answers.

Several campaigns are served under one address, each under the path of its url (https://example.org/phase1); their
organisers find a list of them above these. /healthz tells whether everything works, /metrics has counts and times for
Prometheus.
""",
        examples="""
stead campaign serve mine
stead campaign serve mine --port 8001
stead campaign serve phase1 phase2
""",
    )
    parser.add_argument("folders", metavar="DIR", nargs="+", help="the folder of a campaign; may be repeated")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="default: 127.0.0.1, this machine only")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="default: 8000; 0: any that is free")
    parser.add_argument("--log", action="store_true", help="one line for every request, to standard error")
    parser.add_argument(
        "--monitor",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="an address or network that may read /metrics, besides this machine; may be repeated",
    )
    parser.add_argument(
        "--upgrade", action="store_true", help="first bring older tables up to date, after a backup in the folder"
    )


def run_campaign_serve(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if not 0 <= options.port <= _MOST_PORTS:
        raise UsageError(f"--port {options.port}: a port is a number from 0 to {_MOST_PORTS}.")
    from contextlib import ExitStack

    if options.upgrade:
        for folder in options.folders:
            upgrade_folder(folder)
    with ExitStack() as stack:
        campaigns = [stack.enter_context(open_existing(folder)) for folder in options.folders]
        from stead.campaign.admin.doctor import examine_folder
        from stead.campaign.server import THIS_MACHINE, path_of, server_app
        from stead.web.serving import Server, log_to_standard_error

        for finding in (finding for campaign in campaigns for finding in examine_folder(campaign)):
            if finding.problem:
                log(f"{finding.check}: {finding.problem}.")
        app = server_app(campaigns, monitors=(*THIS_MACHINE, *map(_network, options.monitor)))
        server = Server(app, options.host, options.port)
        log_to_standard_error(every_request=options.log)
        for folder, campaign in zip(options.folders, campaigns, strict=True):
            log(f"{folder}: served at {server.address}{path_of(campaign)} until you press Control-C.")
            for warning in _warnings(server.host, server.port, campaign.settings.interface.url):
                log(f"{folder}: {warning}")
        stack.enter_context(_retention(campaigns))
        server.run()
    return 0


def _network(text: str) -> str:
    from ipaddress import ip_network

    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise UsageError(f"--monitor {text}: expected an address or a network, as 10.0.0.5 or 10.0.0.0/8.") from None


_RETENTION_SECONDS = 3600


@contextmanager
def _retention(campaigns: "list[Campaign]") -> Iterator[None]:
    """Erase the identities whose retention is over, now and every hour, until the block is left."""
    import threading

    from stead.campaign.admin.erasure import erase_due
    from stead.campaign.folder import reload_campaign

    ended = threading.Event()

    def look() -> None:
        while True:
            for campaign in campaigns:
                try:
                    erased = erase_due(reload_campaign(campaign))  # the setting may have been changed in the browser
                except SteadError as error:
                    log(f"{campaign.folder}: {error}")
                    continue
                if erased:
                    log(f"{campaign.folder}: who {plural(len(erased), 'person')} was, is erased: retention is over.")
            if ended.wait(_RETENTION_SECONDS):
                return

    thread = threading.Thread(target=look, name="stead-retention", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _warnings(host: str, port: int, url: str) -> Iterator[str]:
    """What the organiser should know before anybody is invited to this address."""
    from urllib.parse import urlsplit

    from stead.web.serving import is_this_machine

    address = urlsplit(url)
    if not is_this_machine(host) and address.scheme == "http":
        yield (
            f"{host} is open to the network, and this is plain http: anybody on the way can read links, passwords and "
            "answers. Put a server that speaks https in front of it (docs/guides/deployment.md)."
        )
    named = address.port or _PORTS[address.scheme]
    if (is_this_machine(address.hostname or "") or address.hostname == host) and named != port:
        yield (
            f"invite links lead to {url} ([interface] url in campaign.toml), but the pages are at port {port}. Change "
            f"the url and send new links (stead campaign users reset), or serve with --port {named}."
        )


# --------------------------------------------------------------------------------------------------------- status

_AGREEMENT = "Of the newest answers that count. Percentages, but for alpha; 95 % intervals."


def declare_campaign_status(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_folder(parser)
    add_form(parser)


def run_campaign_status(options: argparse.Namespace) -> int:
    """Print the status."""
    from dataclasses import replace

    from stead.api.gold import agreement_of
    from stead.reporting.sheets import render_sheet

    with open_folder(options, deleted_too=True) as campaign:
        from stead.campaign.tasks.annotation_overview import annotation_status
        from stead.campaign.tasks.rating_overview import rating_status

        if campaign.rating is not None:
            sheet = rating_status(campaign, campaign.rating)
        else:
            agreement = agreement_of(campaign.overview.annotations())
            captioned = replace(agreement, text=_AGREEMENT) if agreement.rows else agreement
            sheet = annotation_status(campaign, captioned)
    write(render_sheet(sheet, options.form))
    return 0


# ----------------------------------------------------------------------------------------------- export and import


def declare_campaign_export(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
stead        everything: items, guidelines, users, assignments, answers with all revisions and times, events; no
             secrets. `stead campaign import` reads it
annotations  the answers that count, as stead JSON Lines: for `stead gold make`, `stead agreement`
csv          the same as a table
semeval      a folder with items.xml, gold.txt and gold-multiwords.txt, counted as `stead gold make` does by default
""",
        examples="""
stead campaign export mine -o everything.jsonl
stead campaign export mine --to annotations -o annotations.jsonl
stead campaign export mine --to semeval -o task
""",
    )
    add_folder(parser)
    add_output(parser, "output file")
    parser.add_argument(
        "--to", choices=["stead", "annotations", "csv", "semeval"], default="stead", help="default: stead"
    )
    parser.add_argument("--late", action="store_true", help="annotations, csv: with late answers, beyond k for an item")
    parser.add_argument(
        "--all-phases", action="store_true", help="annotations, csv: with practice and attention checks"
    )
    add_pseudonyms(parser)


def add_pseudonyms(parser: argparse.ArgumentParser) -> None:
    """The option to write other names than people's own."""
    parser.add_argument(
        "--pseudonyms",
        metavar="KEY",
        help="write pseudonyms instead of names: always the same, by this file, which only you may read and which is "
        "made if it is not there",
    )


def read_key(path: str | None) -> "Pseudonyms | None":
    """The pseudonyms of a key file; None if people keep their names."""
    if path is None:
        return None
    from stead.campaign.admin.pseudonyms import Pseudonyms

    return Pseudonyms(Path(path))


def save_key(path: str | None, pseudonyms: "Pseudonyms | None") -> None:
    """Save the key file before what it is the key to: pseudonyms without a key say nothing to anybody."""
    if pseudonyms is not None:
        pseudonyms.save()
        log(f"{path} says who is who; keep it apart from the export. Comments are as people wrote them.")


def run_campaign_export(options: argparse.Namespace) -> int:
    """Write the export in the format that was asked for."""
    from stead.campaign.admin.export import export_lines
    from stead.campaign.records import ItemKind
    from stead.formats import serialise, write_content

    if (options.late or options.all_phases) and options.to not in ("annotations", "csv"):
        raise UsageError("--late and --all-phases are for --to annotations and --to csv.")
    refuse_overwriting({"-o": options.output, "--pseudonyms": options.pseudonyms}, [])
    pseudonyms = read_key(options.pseudonyms)
    with open_folder(options, deleted_too=True) as campaign:
        from stead.campaign.admin.campaign_files import real_items, refuse_rating

        if options.to == "stead":
            everything = "".join(export_lines(campaign, pseudonyms)).encode()
            save_key(options.pseudonyms, pseudonyms)
            write_content(options.output, everything)
            return 0
        refuse_rating(campaign)
        kinds = tuple(ItemKind) if options.all_phases else (ItemKind.REAL,)
        annotations = campaign.overview.annotations(late=options.late, kinds=kinds)
        items = real_items(campaign)
        left_out = len(campaign.overview.annotations(late=True, kinds=kinds)) - len(annotations)
    if left_out:
        log(f"{plural(left_out, 'late answer')} left out (--late).")
    if pseudonyms is not None:
        annotations = pseudonyms.rename(annotations, "annotator")
    save_key(options.pseudonyms, pseudonyms)
    if options.to == "semeval":
        _write_semeval(Path(options.output), annotations, items)
        return 0
    form = "stead" if options.to == "annotations" else "annotations-csv"
    write_content(options.output, serialise(annotations, "annotations", form).text.encode())
    log(f"{plural(len(annotations), 'annotation')} written.")
    return 0


def _write_semeval(folder: Path, annotations: "list[Annotation]", items: "list[Item]") -> None:
    if str(folder) == "-":
        raise UsageError("--to semeval makes several files; name a folder for them (-o).")
    from stead.api.gold import make_gold
    from stead.formats import serialise, write_content

    made = make_gold(annotations, items=items)
    files = {
        "items.xml": serialise(items, "items", "semeval"),
        "gold.txt": serialise(made.gold, "gold", "semeval"),
        "gold-multiwords.txt": serialise(made.multiwords, "gold", "semeval"),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror}.") from None
    log_notes(made.notes)
    for name, (text, losses) in files.items():
        for loss in losses:
            log(f"{name} cannot hold {loss}: lost.")
        write_content(folder / name, text.encode())
    log(f"{plural(len(made.gold), 'item')} in {folder / 'gold.txt'}.")


def declare_campaign_import(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
The campaign has to be a new one of the same items. Invite links and passwords are in no export: give everybody a new
link (stead campaign users reset). To move a campaign with its links, use backup and restore.
""",
        examples="""
stead campaign init second --items items.xml --annotators 5
stead campaign import second everything.jsonl
""",
    )
    add_folder(parser)
    parser.add_argument("file", metavar="FILE", help="what `stead campaign export` wrote (- is standard input)")


def run_campaign_import(options: argparse.Namespace) -> int:
    """Read all of it, or nothing."""
    from stead.formats import read_content

    content = read_content(options.file)
    with open_folder(options) as campaign:
        from stead.campaign.admin.import_answers import import_campaign

        counts = import_campaign(campaign, content)
    nouns = {kind: kind.removesuffix("s") for kind in counts}
    nouns |= {"rating": "rated screen", "settings": "settings version"}  # a record is a screen
    summary = ", ".join(plural(number, nouns[kind]) for kind, number in counts.items() if number)
    log(f"{options.folder}: {summary}. Give everybody a new invite link (stead campaign users reset).")
    return 0


# ----------------------------------------------------------------------------------------------------------- gold


def declare_campaign_gold(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
As `stead gold make` does it, of the newest revision of every answer that counts: not those of practice, attention
checks, deleted users, or beyond the number of annotators for an item (late). The decisions of curation.tsv in the
folder are applied, if it is there.
""",
        examples="""
stead campaign gold mine -o gold.txt --data-sheet gold-sheet
stead campaign gold mine -o gold.txt --curation curation.tsv --multiwords gold-mw.txt
""",
    )
    add_folder(parser)
    add_gold_outputs(parser)
    parser.add_argument("--curation", metavar="FILE", help="decisions to apply; default: curation.tsv of the folder")
    parser.add_argument("--late", action="store_true", help="also count late answers")
    add_procedure(parser)


def run_campaign_gold(options: argparse.Namespace) -> int:
    """Make the gold, then write everything."""
    refuse_overwriting(gold_places(options), [options.curation])
    with open_folder(options, deleted_too=True) as campaign:
        from stead.campaign.admin.campaign_files import gold_of, refuse_rating

        refuse_rating(campaign)
        counted = len(campaign.overview.annotations(late=options.late))
        if late := len(campaign.overview.annotations(late=True)) - counted:
            log(f"{plural(late, 'late answer')} left out (--late counts them).")
        result = gold_of(
            campaign,
            curation=options.curation,
            late=options.late,
            weights=options.weights,
            max_answers=options.max_answers,
            min_responses=options.min_responses,
        )
    write_gold(result, options)
    return 0
