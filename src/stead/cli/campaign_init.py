"""`stead campaign init`: make a campaign."""

import argparse

from stead.cli.common import log_notes, said
from stead.core.text import counted

_EXAMPLES = """
Practice items come first and give feedback; attention checks are strewn among the others. What is expected of both
is a gold standard (--expected).

examples:
  stead campaign init mine --items items.xml --annotators 5
  stead campaign init mine --items items.xml --annotators 3 --assignment k-of-n --guidelines guide.md --language fr
  stead campaign init mine --items items.xml --annotators 5 --database postgresql://me@localhost/mine
"""

_FILES = {
    "--items": "the items to annotate",
    "--practice": "items to practise on",
    "--attention": "items to check attention with",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("folder", metavar="DIR", help="the folder to make; it must not be there yet, or be empty")
    for name, purpose in _FILES.items():
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
    parser.add_argument("--seed", type=int, metavar="N", help="of the random orders (default: 1)")
    parser.add_argument(
        "--guidelines", metavar="FILE", help="what annotators read first (Markdown); default: SemEval's"
    )
    parser.add_argument("--title", metavar="TEXT", help="the name of the campaign")
    parser.add_argument(
        "--language", metavar="CODE", help="of the interface, guidelines and examples: en (default), fr, it"
    )
    parser.add_argument("--url", metavar="URL", help="under which annotators reach the server")
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL database; default: a file in the folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read everything, and then make it."""
    from stead.campaign import ItemFiles, create_campaign, read_items  # noqa: PLC0415
    from stead.campaign.defaults import annotation_texts  # noqa: PLC0415
    from stead.campaign.making import guidelines_of  # noqa: PLC0415
    from stead.campaign.settings import settings_of  # noqa: PLC0415

    settings = settings_of(
        {
            "interface": {"language": options.language, "url": options.url},
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
    texts = annotation_texts(settings.interface.language)
    guidelines = texts.guidelines if options.guidelines is None else guidelines_of(options.guidelines)
    log_notes(note for report in reports for note in report.notes())
    create_campaign(options.folder, items, texts.put_into(settings, options.title), guidelines)
    said(
        f"{options.folder}: a campaign of {counted(len(items), 'item')}. Look at campaign.toml and guidelines.md in it."
    )
    said(f"Then invite people: stead campaign users add {options.folder} NAME ...")
    return 0
