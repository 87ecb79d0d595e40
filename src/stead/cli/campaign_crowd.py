"""Crowds, privacy and languages: `stead campaign crowd`, `payments`, `erase` and `texts`."""

import argparse
from pathlib import Path

from stead.cli.campaign import ACTOR, add_folder, open_folder
from stead.cli.options import add_output, explain
from stead.cli.output import log, write
from stead.core.errors import UsageError

# ---------------------------------------------------------------------------------------------------------- crowd


def declare_campaign_crowd(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Opens a link by which many people join, each under the id that a platform puts into its address, and prints it; if one
is open, prints that. The section [crowd] of campaign.toml names the parameters of the address (Prolific, MTurk, SONA or
others), codes and addresses at the end, and limits. Users are called worker-17; ids are in the payment sheet.
""",
        examples="""
stead campaign crowd mine
stead campaign crowd mine --close
""",
    )
    add_folder(parser)
    parser.add_argument("--close", action="store_true", help="close the link: nobody else can join by it")


def run_campaign_crowd(options: argparse.Namespace) -> int:
    """Open or close the link."""
    with open_folder(options) as campaign:
        if options.close:
            if not campaign.crowd.close_link(actor=ACTOR):
                raise UsageError(f"{options.folder}: no link is open.")
            log("closed; who has joined can go on.")
            return 0
        write(f"{campaign.crowd_link(campaign.crowd.open_link(actor=ACTOR))}\n")
        settings, is_rating = campaign.settings, campaign.rating is not None
    if not is_rating and settings.assignment.mode != "k-of-n":
        log('everybody is given every item; for a crowd, write mode = "k-of-n" in [assignment] of campaign.toml.')
    limit = settings.rating.subsets_per_rater if is_rating else settings.assignment.items_per_annotator
    if not limit:
        name = "subsets_per_rater in [rating]" if is_rating else "items_per_annotator in [assignment]"
        log(f"there is no limit per person: {name} of campaign.toml.")
    crowd = settings.crowd
    if not (crowd.completion_code or crowd.completion_url or crowd.personal_codes):
        log("nobody gets a code or a way back at the end: completion_code, completion_url in [crowd] of campaign.toml.")
    return 0


def declare_campaign_payments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
One row for everybody who has worked, whether it counts or not: items without practice, minutes on the pages of items as
the browser measured them, minutes from joining to the last answer, id and code on the platform.
""",
        examples="stead campaign payments mine -o payments.csv",
    )
    add_folder(parser)
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="a new file (CSV), which only you may read (default: standard output)",
    )


def run_campaign_payments(options: argparse.Namespace) -> int:
    """Write the sheet."""
    with open_folder(options, deleted_too=True) as campaign:
        from stead.campaign.admin.payments import payment_rows, payments_csv
        from stead.campaign.folder import write_private

        text = payments_csv(payment_rows(campaign))
    if options.output == "-":
        write(text)
        return 0
    try:
        write_private(Path(options.output), text.encode())
    except FileExistsError:
        raise UsageError(f"-o {options.output}: there is such a file already; name a new one.") from None
    except OSError as error:
        raise UsageError(f"-o {options.output}: cannot be written: {error.strerror}.") from None
    return 0


# -------------------------------------------------------------------------------------------------------- privacy


def declare_campaign_erase(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Removes name, id on a platform, invite link, password, sessions and comments of a person from the database, for good.
Answers and ratings stay, under a name that says nothing (erased-7); exports and backups made from now on do not name
the person. That it happened is an event. Delete older exports, backups and link files yourself.
""",
        examples="""
stead campaign erase mine bruno
stead campaign erase mine --participant 5f1c0a2b9d
stead campaign erase mine --due
""",
    )
    add_folder(parser)
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("name", metavar="NAME", nargs="?", help="whom")
    who.add_argument("--participant", metavar="ID", help="whom, by the id on a platform")
    who.add_argument(
        "--due", action="store_true", help="all whose time is over ([privacy] retention_days in campaign.toml)"
    )


def run_campaign_erase(options: argparse.Namespace) -> int:
    """Erase one person, or all that are due."""
    with open_folder(options, deleted_too=True) as campaign:
        from stead.campaign.admin.backup import backups_in
        from stead.campaign.admin.erasure import erase, erase_due

        if options.due:
            if not campaign.settings.privacy.retention_days:
                raise UsageError("there is no time after which people are erased: retention_days in [privacy] is 0.")
            names = erase_due(campaign)
        else:
            name = options.name or campaign.crowd.user_of(options.participant).name
            names = [erase(campaign, name, actor=ACTOR)]
        backups = backups_in(campaign.folder)
    for name in names:
        log(f"erased; the answers are now those of {name}.")
    if not names:
        log("nobody is due.")
    for path in backups if names else ():
        log(f"{path} was made before and still names people; delete it when you can do without it.")
    return 0


# ------------------------------------------------------------------------------------------------------ languages


def declare_campaign_texts(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Translate the file, name it after its language (nl.toml), and give it to `init --language nl.toml`, or put it into the
folder of a campaign and name it in campaign.toml. It is checked for completeness whenever a campaign is served;
--check does so before.
""",
        examples="""
stead campaign texts -o nl.toml
stead campaign texts --check nl.toml
""",
    )
    parser.add_argument("--language", default="en", metavar="CODE", help="en (default), fr, it, de or es")
    parser.add_argument("--rating", action="store_true", help="the texts of a campaign in which people rate")
    parser.add_argument("--check", metavar="FILE", help="check a translation instead")
    add_output(parser, "output file")


def run_campaign_texts(options: argparse.Namespace) -> int:
    """Write the texts, or check a translation of them."""
    from stead.campaign.pages.translations import read_own_texts, texts_to_translate
    from stead.campaign.settings import LANGUAGES
    from stead.formats import write_content

    if options.language not in LANGUAGES:
        raise UsageError(f"--language {options.language}: expected one of {', '.join(LANGUAGES)}.")
    if options.check:
        texts = read_own_texts(Path(options.check), rates=options.rating)
        log(f"{options.check}: {len(texts.texts)} texts, complete.")
        return 0
    write_content(options.output, texts_to_translate(options.language, rates=options.rating).encode())
    return 0
