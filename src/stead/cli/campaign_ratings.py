"""`stead campaign ratings`: what people rated, as `stead filter`, `stead gold extend` and `stead study` read it."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from stead.api.posthoc import load_pool
from stead.cli.campaign_common import add_folder, opened, rating_of
from stead.cli.common import refuse_overwriting, said
from stead.core.text import counted
from stead.formats import save, write_content
from stead.formats.posthoc_files import written_dispatch
from stead.records.sheet import Section, Sheet

if TYPE_CHECKING:
    from stead.campaign import Campaign
    from stead.campaign.rating import RatingPhase

_EXAMPLES = """
The newest rating of every candidate in every sitting that is done, with the time at which it was given; repeats and
planted words too, which the filter needs. A repeat is written as it was first given, and beside it, as "first", what
the rater had said before: changing ratings later makes nobody consistent. Candidates that somebody could not judge
have no rating.

examples:
  stead campaign ratings rating -o ratings.jsonl --dispatch dispatch.jsonl
  stead filter ratings.jsonl --dispatch dispatch.jsonl -o kept.jsonl
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    add_folder(parser)
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where to (default: standard output)")
    parser.add_argument("--dispatch", metavar="FILE", help="also write what was to be rated: the organiser's copy")
    parser.add_argument("--unfinished", action="store_true", help="with sittings that are open")
    parser.add_argument("--late", action="store_true", help="with what came late, ran out or was given to others")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write ratings and dispatch."""
    places = {"-o": options.output, "--dispatch": options.dispatch}
    refuse_overwriting({option: place for option, place in places.items() if place}, [])
    with opened(options, deleted_too=True) as campaign:
        from stead.campaign.folder import POOL  # noqa: PLC0415 (an extra)

        collector = rating_of(campaign).collector
        found = collector.collection(unfinished=options.unfinished, late=options.late)
        everything = collector.collection(unfinished=True, late=True)
        dispatch = replace(collector.dispatch(), pool=load_pool(campaign.folder / POOL).signature)
    if left_out := len(everything.ratings) - len(found.ratings):
        said(f"{counted(left_out, 'rating')} of sittings that are open or late left out (--unfinished, --late).")
    if unjudged := found.unjudged.total():
        said(
            f"{counted(unjudged, 'candidate')} could not be judged and have no rating; to `stead filter`, a sitting "
            "with one is incomplete, unless you say that less is enough (--incomplete 0.9)."
        )
    save(found.ratings, "ratings", options.output, "stead")
    said(f"{counted(len(found.ratings), 'rating')} written.")
    if options.dispatch:
        write_content(options.dispatch, written_dispatch(dispatch))
        said(f"wrote {options.dispatch}: {counted(dispatch.subsets, 'subset')}.")
    return 0


def rating_status(campaign: "Campaign", rating: "RatingPhase") -> Sheet:
    """How far everybody has come, and how far they agree."""
    subsets, raters, candidates = rating.overview.subsets(), rating.overview.raters(), rating.overview.candidates()
    least, most = campaign.settings.rating.least_raters, campaign.settings.rating.most_raters
    counts = (
        ("subsets", len(subsets)),
        (f"subsets with {counted(least, 'rater')}", sum(row.done >= least for row in subsets)),
        (f"subsets with {counted(most, 'rater')}, the most", sum(row.done >= most for row in subsets)),
        ("candidates", len(candidates)),
        (f"candidates with {counted(least, 'rating')}", sum(len(row.ratings) >= least for row in candidates)),
        ("candidates without a rating", sum(not row.ratings for row in candidates)),
    )
    rows = tuple(
        (
            row.user.name,
            row.done,
            row.open,
            row.late,
            row.ratings,
            row.unjudged,
            None if row.seconds is None else round(row.seconds, 2),
            None if row.change is None else round(row.change, 3),
            f"{row.accepted}/{row.planted}",
            "paused" if row.user.paused else "",
        )
        for row in raters
    )
    columns = ("rater", "done", "open", "late", "ratings", "cannot judge", "seconds", "repeats", "planted", "")
    preview = rating.overview.preview()
    caption = "Repeats: how far from the first rating, on average. Planted: accepted of those shown."
    return Sheet(
        f"The campaign {campaign.folder}",
        (
            Section(
                "Subsets", ("count of", "number"), counts, f"Deleted on {campaign.deleted}." * bool(campaign.deleted)
            ),
            Section("Raters", columns, rows, caption),
            *(() if preview is None else preview.sections[1:]),
        ),
    )
