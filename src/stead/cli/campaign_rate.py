"""`stead campaign rate`: have people rate a pool."""

import argparse

from stead.cli.common import log_notes, said
from stead.cli.dispatch import add_division, range_of
from stead.core.errors import UsageError
from stead.core.text import counted
from stead.posthoc.dispatching import DispatchRules

_SUMMARY = "make a campaign in which people rate a pool"
_EXAMPLES = """
The pool is what `stead pool` writes; raters never see where a candidate comes from. It is divided
into subsets as `stead dispatch` does it. Practice comes first and gives feedback: sentences (--practice), and
what their candidates should be rated (--expected, as ratings).

examples:
  stead campaign rate init rating --pool pool.jsonl --items items.xml --scale 0-3 --raters 3-7 --subsets 90
  stead campaign rate init rating --pool pool.jsonl --items items.xml --scale good-reasonable-bad --raters 3 --size 150

Everything else is as with other campaigns: users, serve, status, export, import, backup, restore, doctor, delete.
`stead campaign ratings` writes the ratings, and `stead campaign study` makes the study of them.
"""
_SCALES = ("0-3", "good-reasonable-bad")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the one action, with its options."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, help="what to do:")
    layout = argparse.RawDescriptionHelpFormatter
    init = actions.add_parser("init", help=_SUMMARY, description=f"{_SUMMARY.capitalize()}.", formatter_class=layout)
    init.epilog = _EXAMPLES
    init.add_argument("folder", metavar="DIR", help="the folder to make; it must not be there yet, or be empty")
    init.add_argument("--pool", required=True, metavar="FILE", help="as `stead pool` wrote it")
    init.add_argument("--items", action="append", default=[], metavar="FILE", help="the sentences; may be repeated")
    init.add_argument("--scale", choices=_SCALES, default=_SCALES[0], help=f"default: {_SCALES[0]}")
    init.add_argument(
        "--raters", type=range_of, default=(3, 7), metavar="K", help="for each subset: 3, or 3-7 (default)"
    )
    add_division(init)
    init.add_argument("--practice", action="append", default=[], metavar="FILE", help="sentences to practise on")
    init.add_argument("--expected", metavar="FILE", help="ratings of the candidates of the practice sentences")
    init.add_argument("--guidelines", metavar="FILE", help="what raters read first (Markdown); default: ours")
    init.add_argument("--title", metavar="TEXT", help="the name of the campaign")
    init.add_argument(
        "--language", metavar="CODE", help="of the interface, guidelines and examples: en (default), fr, it"
    )
    init.add_argument("--url", metavar="URL", help="under which raters reach the server")
    init.add_argument("--database", metavar="URL", help="a PostgreSQL database; default: a file in the folder")
    init.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read everything, and then make it."""
    if not options.items:
        raise UsageError("the pool has no sentences in it; say where they are (--items FILE).")
    from stead.campaign import create_campaign  # noqa: PLC0415 (an extra)
    from stead.campaign.making import guidelines_of  # noqa: PLC0415
    from stead.campaign.rating import PoolFiles, read_screens  # noqa: PLC0415
    from stead.campaign.rating.texts import rating_campaign_texts  # noqa: PLC0415
    from stead.campaign.settings import settings_of  # noqa: PLC0415

    least, most = options.raters
    if not 1 <= least <= most:
        raise UsageError(f"--raters is a number from 1, or a range such as 3-7, not {least}-{most}.")
    settings = settings_of(
        {
            "interface": {"language": options.language, "url": options.url},
            "rating": {
                "scale": options.scale,
                "least_raters": least,
                "most_raters": most,
                "seed": options.seed,
            },
            "database": {"url": options.database},
        }
    )
    rules = DispatchRules(
        size=options.size,
        subsets=options.subsets,
        least=least,
        most=most,
        repeats=options.repeats,
        planted=options.planted,
        seed=options.seed,
        bare=options.bare,
    )
    files = PoolFiles(options.pool, options.items, options.practice, options.expected)
    made = read_screens(files, rules, options.scale)
    texts = rating_campaign_texts(settings.interface.language, options.scale)
    settings = texts.put_into(settings, options.title)
    guidelines = texts.guidelines if options.guidelines is None else guidelines_of(options.guidelines)
    log_notes(note for report in made.reports for note in report.notes())
    log_notes(made.notes)
    create_campaign(options.folder, made.items, settings, guidelines, screens=made.screens, pool=made.pool)
    said(
        f"{options.folder}: a campaign to rate {counted(made.subsets, 'subset')}. Look at campaign.toml and "
        "guidelines.md in it."
    )
    said(f"Then invite people: stead campaign users add {options.folder} NAME ...")
    return 0
