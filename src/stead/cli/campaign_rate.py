"""Campaigns in which people rate: `stead campaign rate`, `ratings` and `study`."""

import argparse
from typing import TYPE_CHECKING

from stead.cli.campaign import (
    add_folder,
    add_new_campaign,
    add_pseudonyms,
    language_files,
    language_of,
    log_next_steps,
    open_folder,
    read_key,
    save_key,
)
from stead.cli.options import add_output, explain, range_of
from stead.cli.output import keep_freed_memory, log, log_notes, refuse_overwriting
from stead.cli.posthoc import (
    add_division,
    add_filter_rules,
    add_study_options,
    filter_thresholds,
    refuse_study_outputs,
    write_study,
)
from stead.core.errors import BadInput, UsageError
from stead.core.text import plural

if TYPE_CHECKING:
    from stead.campaign import Campaign
    from stead.campaign.folder import RatingPhase

_SCALES = ("0-3", "good-reasonable-bad")


def _rating_of(campaign: "Campaign") -> "RatingPhase":
    """The rating of a campaign, if people rate in it."""
    if campaign.rating is None:
        raise UsageError(f"{campaign.folder}: nobody rates here; `stead campaign rate` makes a campaign for that.")
    return campaign.rating


# ----------------------------------------------------------------------------------------------------------- rate


def declare_campaign_rate(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
The pool is what `stead pool` writes; raters never see where a candidate comes from. It is divided
into subsets as `stead dispatch` does it. Practice comes first and gives feedback: sentences (--practice), and
what their candidates should be rated (--expected, as ratings).

Everything else is as with other campaigns: users, serve, status, export, import, backup, restore, doctor, delete.
`stead campaign ratings` writes the ratings, and `stead campaign study` makes the study of them.
""",
        examples="""
stead campaign rate rating --pool pool.jsonl --items items.xml --scale 0-3 --raters 3-7 --subsets 90
stead campaign rate rating --pool pool.jsonl --items items.xml --scale good-reasonable-bad --raters 3 --size 150
""",
    )
    add_new_campaign(parser, "raters")
    parser.add_argument("--pool", required=True, metavar="FILE", help="as `stead pool` wrote it")
    parser.add_argument("--items", action="append", default=[], metavar="FILE", help="the sentences; may be repeated")
    parser.add_argument("--scale", choices=_SCALES, default=_SCALES[0], help=f"default: {_SCALES[0]}")
    parser.add_argument(
        "--raters", type=range_of, default=(3, 7), metavar="K", help="for each subset: 3, or 3-7 (default)"
    )
    add_division(parser)
    parser.add_argument("--practice", action="append", default=[], metavar="FILE", help="sentences to practise on")
    parser.add_argument("--expected", metavar="FILE", help="ratings of the candidates of the practice sentences")


def run_campaign_rate(options: argparse.Namespace) -> int:
    """Read all files, then make the campaign."""
    if not options.items:
        raise UsageError("the pool has no sentences in it; say where they are (--items FILE).")
    from stead.api.posthoc import DispatchRules
    from stead.campaign import create_campaign
    from stead.campaign.admin.rating_setup import PoolFiles, read_screens
    from stead.campaign.admin.setup import guidelines_of
    from stead.campaign.pages.texts import rating_texts
    from stead.campaign.pages.translations import texts_in
    from stead.campaign.settings import settings_of

    least, most = options.raters
    if not 1 <= least <= most:
        raise UsageError(f"--raters is a number from 1, or a range such as 3-7, not {least}-{most}.")
    settings = settings_of(
        {
            "interface": {"language": language_of(options.language), "url": options.url},
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
    texts = rating_texts(texts_in(options.language or settings.interface.language, rates=True), options.scale)
    settings = texts.put_into(settings, options.title)
    guidelines = texts.guidelines if options.guidelines is None else guidelines_of(options.guidelines)
    log_notes(note for report in made.reports for note in report.notes())
    log_notes(made.notes)
    create_campaign(
        options.folder,
        made.items,
        settings,
        guidelines,
        screens=made.screens,
        pool=made.pool,
        further=language_files(options.language),
    )
    log_next_steps(options, f"a campaign to rate {plural(made.subsets, 'subset')}")
    return 0


# -------------------------------------------------------------------------------------------------------- ratings


def declare_campaign_ratings(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
The newest rating of every candidate in every sitting that is done, with the time at which it was given; repeats and
planted words too, which the filter needs. A repeat is written as it was first given, and beside it, as "first", what
the rater had said before: changing ratings later makes nobody consistent. Candidates that somebody could not judge
have no rating.
""",
        examples="""
stead campaign ratings rating -o ratings.jsonl --dispatch dispatch.jsonl
stead filter ratings.jsonl --dispatch dispatch.jsonl -o kept.jsonl
""",
    )
    add_folder(parser)
    add_output(parser, "output file")
    parser.add_argument("--dispatch", metavar="FILE", help="also write what was to be rated: the organiser's copy")
    parser.add_argument("--unfinished", action="store_true", help="with sittings that are open")
    parser.add_argument("--late", action="store_true", help="with what came late, ran out or was given to others")
    add_pseudonyms(parser)


def run_campaign_ratings(options: argparse.Namespace) -> int:
    """Write ratings and dispatch."""
    from dataclasses import replace

    from stead.api.posthoc import load_pool
    from stead.formats import save, write_content
    from stead.formats.posthoc_files import serialise_dispatch

    refuse_overwriting(
        {"-o": options.output, "--dispatch": options.dispatch or None, "--pseudonyms": options.pseudonyms}, []
    )
    with open_folder(options, deleted_too=True) as campaign:
        from stead.campaign.folder import POOL

        collector = _rating_of(campaign).collector
        collected = collector.collection(unfinished=options.unfinished, late=options.late)
        everything = collector.collection(unfinished=True, late=True)
        dispatch = replace(collector.dispatch(), pool=load_pool(campaign.folder / POOL).signature)
    if left_out := len(everything.ratings) - len(collected.ratings):
        log(f"{plural(left_out, 'rating')} of sittings that are open or late left out (--unfinished, --late).")
    if unjudged := collected.unjudged.total():
        log(
            f"{plural(unjudged, 'candidate')} could not be judged and have no rating; to `stead filter`, a sitting "
            "with one is incomplete, unless you say that less is enough (--incomplete 0.9)."
        )
    pseudonyms, ratings = read_key(options.pseudonyms), collected.ratings
    if pseudonyms is not None:
        ratings = pseudonyms.rename(ratings, "rater")
    save_key(options.pseudonyms, pseudonyms)
    save(ratings, "ratings", options.output, "stead")
    log(f"{plural(len(ratings), 'rating')} written.")
    if options.dispatch:
        write_content(options.dispatch, serialise_dispatch(dispatch))
        log(f"wrote {options.dispatch}: {plural(dispatch.subsets, 'subset')}.")
    return 0


# ---------------------------------------------------------------------------------------------------------- study


def declare_campaign_study(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
As `stead filter`, `stead gold extend` and `stead study` do it one after the other, of the sittings that are done. The
pool is the one that the campaign was made of.
""",
        examples="""
stead campaign study rating --gold1 gold1.txt --runs runs/*.txt -o study.html
stead campaign study rating --gold1 gold1.txt --runs runs/*.txt --fast none --gold2 gold2.jsonl -o study.html
""",
    )
    add_folder(parser)
    parser.add_argument("--gold2", metavar="FILE", help="also write the second gold (JSON Lines)")
    add_study_options(parser)
    add_filter_rules(parser)


def run_campaign_study(options: argparse.Namespace) -> int:
    """Filter what people rated, make the second gold of it, and study both."""
    from dataclasses import replace

    from stead.api.data import write
    from stead.api.posthoc import FilterRules, extend_gold, load_pool
    from stead.formats.files import Content

    keep_freed_memory()
    refuse_study_outputs(options, [], options.gold2 or None)
    rules = FilterRules(**filter_thresholds(options))
    with open_folder(options, deleted_too=True) as campaign:
        from stead.campaign import ItemKind
        from stead.campaign.folder import POOL

        rating = _rating_of(campaign)
        collection, dispatch = rating.collector.collection(), rating.collector.dispatch()
        items = [campaign_item.item for campaign_item in campaign.items.of(ItemKind.REAL)]
        pool = load_pool(campaign.folder / POOL)
    if not collection.ratings:
        raise BadInput(f"{options.folder}: no sitting is done yet, so there is nothing to study.")
    filtered = collection.apply_filter(dispatch, rules)
    for report in filtered.rules:
        if report.excluded:
            raters = plural(len(report.raters), "rater")
            log(f"{report.rule}: {plural(report.excluded, 'rating')} of {raters} excluded.")
    log(
        f"{len(filtered.kept)} of {plural(len(filtered.everything), 'rating')} used; "
        f"{plural(len(filtered.controls), 'control')} set aside."
    )
    if not filtered.kept:
        raise BadInput(
            f"{options.folder}: the filter leaves no rating. Change its thresholds, or wait for more ratings."
        )
    made = extend_gold(
        options.gold1,
        filtered.kept,
        match=options.match or "lenient",
        format=options.gold_format or options.format,
        faults=options.faults,
        encoding=options.encoding,
    )
    log_notes(made.notes)
    if options.gold2:
        write(made.gold, options.gold2)
        log(f"wrote {options.gold2}")
    name = Content(options.gold2, b"").name if options.gold2 else "gold 2"
    second = replace(made.gold, source=replace(made.gold.source, name=name))
    write_study(options, second, pool=pool, ratings=filtered.kept, items=items)
    return 0
