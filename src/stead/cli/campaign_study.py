"""`stead campaign study`: filter what people rated, make the second gold of it, and study both."""

import argparse

from stead.api.posthoc import extend_gold, load_pool
from stead.cli.campaign_common import add_folder, opened, rating_of
from stead.cli.common import log_notes, said
from stead.cli.filter import add_rules
from stead.cli.memory import keep_freed_memory
from stead.cli.study import add_study_options, refuse_study_outputs, write_study
from stead.core.errors import BadInput
from stead.core.text import counted
from stead.formats import save
from stead.posthoc.filtering import RULES, FilterRules

_EXAMPLES = """
As `stead filter`, `stead gold extend` and `stead study` do it one after the other, of the sittings that are done. The
pool is the one that the campaign was made of.

examples:
  stead campaign study rating --gold1 gold1.txt --runs runs/*.txt -o study.html
  stead campaign study rating --gold1 gold1.txt --runs runs/*.txt --fast none --gold2 gold2.jsonl -o study.html
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    add_folder(parser)
    parser.add_argument("--gold2", metavar="FILE", help="also write the second gold (JSON Lines)")
    add_study_options(parser)
    add_rules(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Everything in one go."""
    keep_freed_memory()
    refuse_study_outputs(options, [], options.gold2)
    rules = FilterRules(**{name: getattr(options, name) for name in RULES})
    with opened(options, deleted_too=True) as campaign:
        from stead.campaign import Kind  # noqa: PLC0415 (an extra)
        from stead.campaign.folder import POOL  # noqa: PLC0415

        rating = rating_of(campaign)
        collection, dispatch = rating.collector.collection(), rating.collector.dispatch()
        items = [each.item for each in campaign.items.of(Kind.REAL)]
        pool = load_pool(campaign.folder / POOL)
    if not collection.ratings:
        raise BadInput(f"{options.folder}: no sitting is done yet, so there is nothing to study.")
    filtered = collection.filtered(dispatch, rules)
    for report in filtered.rules:
        if report.excluded:
            raters = counted(len(report.raters), "rater")
            said(f"{report.rule}: {counted(report.excluded, 'rating')} of {raters} excluded.")
    said(
        f"{len(filtered.kept)} of {counted(len(filtered.everything), 'rating')} used; "
        f"{counted(len(filtered.controls), 'control')} set aside."
    )
    if not filtered.kept:
        raise BadInput(
            f"{options.folder}: the filter leaves no rating. Change its thresholds, or wait for more ratings."
        )
    made = extend_gold(
        options.gold1,
        filtered.kept,
        match=options.match,
        format=options.gold_format or options.format,
        faults=options.faults,
        encoding=options.encoding,
    )
    log_notes(made.notes)
    if options.gold2:
        save(made.gold, "gold", options.gold2, "stead")
        said(f"wrote {options.gold2}")
    write_study(options, made.gold, pool, filtered.kept, items)
    return 0
