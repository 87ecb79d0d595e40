"""Post hoc rating: `stead pool`, `dispatch`, `filter`, `study` and `simulate`."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stead.cli import choices
from stead.cli.options import (
    add_fault_options,
    add_form,
    add_items,
    add_output,
    add_reading_options,
    add_seed,
    explain,
    number,
    range_of,
    reading_arguments,
    whole_number,
)
from stead.cli.output import keep_freed_memory, log, log_notes, named_file, refuse_overwriting, text_width, write
from stead.core.errors import BadInput, UsageError
from stead.core.text import plural

if TYPE_CHECKING:
    from stead.api.posthoc import DispatchResult

_MATCH = f"when two are one: {', '.join(choices.MATCHING)} (default: lenient)"
_MAPPING = "canonical forms of answers (SemDis), applied to runs only"

# ----------------------------------------------------------------------------------------------------------- pool


def declare_pool(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead pool gold.txt runs/*.txt -o pool.jsonl                          everything, as SemDis did
stead pool gold.txt runs/*.txt --only-single-words -o pool.jsonl
stead pool gold.txt runs/*.txt --sample 100 --min-substitutes 3 --no-names --no-multiwords \\
    --annotations annotations.jsonl -o pool.jsonl                     a sample, as SemEval-2007 did
""",
    )
    parser.add_argument("gold", metavar="GOLD", help="first gold standard")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="answers of a system")
    add_output(parser, "file for the pool (JSON Lines)", required=True)
    parser.add_argument(
        "--baseline",
        dest="baselines",
        action="append",
        default=[],
        metavar="RUN",
        help="answers of a baseline; may be repeated",
    )
    parser.add_argument(
        "--depth", type=_depth, default=10, metavar="N", help="how many answers of a run, or all (default: 10)"
    )
    parser.add_argument("--only-single-words", action="store_true", help="leave phrases out, on both sides")
    parser.add_argument("--match", metavar="RULES", help=_MATCH)
    parser.add_argument("--mapping", metavar="FILE", help=_MAPPING)
    parser.add_argument("--ids", metavar="FILE", help="only the items of this list, one id a line")
    add_form(parser)
    group = parser.add_argument_group("which items")
    group.add_argument("--sample", type=int, metavar="N", help="draw N of those that fulfil the conditions")
    group.add_argument(
        "--min-substitutes", type=int, default=0, metavar="N", help="at least N single words in the gold"
    )
    group.add_argument("--no-names", action="store_true", help="nobody answered NAME")
    group.add_argument("--no-multiwords", action="store_true", help="the target is part of no gold multiword")
    group.add_argument("--annotations", metavar="FILE", help="raw annotations, which know of NAME and multiwords")
    group.add_argument("--multiwords", metavar="FILE", help="gold of the multiword task")
    add_seed(group)
    add_reading_options(parser, golds_and_runs=True)


def _depth(text: str) -> int | None:
    return None if text == "all" else whole_number(text)


def run_pool(options: argparse.Namespace) -> int:
    """Pool, write, and print where candidates come from."""
    from stead.api.posthoc import pool

    read = [options.gold, *options.runs, *options.baselines, options.mapping, options.ids]
    refuse_overwriting({"-o": options.output}, [*read, options.annotations, options.multiwords])
    result = pool(
        options.gold,
        *options.runs,
        baselines=options.baselines,
        depth=options.depth,
        only_single_words=options.only_single_words,
        match=options.match,
        mapping=options.mapping,
        ids=options.ids,
        sample=options.sample,
        min_substitutes=options.min_substitutes,
        no_names=options.no_names,
        no_multiwords=options.no_multiwords,
        annotations=options.annotations,
        multiwords=options.multiwords,
        seed=options.seed,
        **reading_arguments(options),
    )
    log_notes(result.notes)
    result.save(options.output)
    log(f"wrote {options.output}: {plural(result.pool.size, 'candidate')} for {plural(len(result.pool), 'item')}.")
    if options.output != "-":
        write(result.to(options.form))
    return 0


# ------------------------------------------------------------------------------------------------------- dispatch


def declare_dispatch(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead dispatch pool.jsonl --subsets 90 -o dispatch.jsonl
stead dispatch pool.jsonl --size 150 --ratings 3-7 --repeats 5 --planted 5 -o dispatch.jsonl
stead dispatch pool.jsonl --size 150 -o dispatch.jsonl --sheets sheets --items items.xml
stead dispatch pool.jsonl --verify dispatch.jsonl
""",
    )
    parser.add_argument("pool", metavar="POOL", help="as `stead pool` writes it")
    how_many = add_division(parser)
    how_many.add_argument("--verify", metavar="DISPATCH", help="check a dispatch of this pool instead")
    parser.add_argument("-o", "--output", metavar="FILE", help="the organiser's copy, which tells what is planted")
    parser.add_argument("--sheets", metavar="FOLDER", help="also write what raters get, one table for each subset")
    add_items(parser, "sentences, for --sheets and the languages of --planted")
    parser.add_argument(
        "--ratings", type=range_of, default=(3, 7), metavar="K", help="people for each subset: 3, or 3-7 (default)"
    )
    add_form(parser)


def add_division(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """How a pool is divided; the group of options of which there is one."""
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument("--subsets", type=int, metavar="N", help="how many subsets")
    how_many.add_argument("--size", type=int, metavar="N", help="how many candidates a subset holds at most")
    parser.add_argument("--repeats", type=int, default=0, metavar="N", help="candidates shown again, in each subset")
    parser.add_argument("--planted", type=int, default=0, metavar="N", help="words that fit nowhere, in each subset")
    parser.add_argument(
        "--bare",
        choices=["refuse", "leave-out"],
        default="refuse",
        help="sentences without a substitute of the first gold (default: refuse)",
    )
    add_seed(parser)
    return how_many


def run_dispatch(options: argparse.Namespace) -> int:
    """Divide and write, or verify."""
    if options.verify:
        return _verify(options)
    if not options.output:
        raise UsageError("say where the dispatch goes (-o FILE).")
    from stead.api.posthoc import dispatch

    refuse_overwriting({"-o": options.output}, [options.pool, *options.items])
    result = dispatch(
        options.pool,
        size=options.size,
        subsets=options.subsets,
        ratings=options.ratings,
        repeats=options.repeats,
        planted=options.planted,
        bare=options.bare,
        seed=options.seed,
        items=options.items,
    )
    sheets = _sheets(result, options)
    log_notes(result.notes)
    result.save(options.output)
    log(f"wrote {options.output}: {plural(result.dispatch.subsets, 'subset')}.")
    if options.sheets:
        _write_sheets(Path(options.sheets), sheets)
    if options.output != "-":
        write(result.to(options.form))
    return 0


def _verify(options: argparse.Namespace) -> int:
    from stead.api.posthoc import verify_dispatch

    result = verify_dispatch(options.verify, options.pool)
    write(result.to(options.form))
    broken = [check.constraint for check in result.checks if not check.holds]
    if broken:
        log(f"{options.verify}: broken: {'; '.join(broken)}.")
    return 1 if broken else 0


def _sheets(result: "DispatchResult", options: argparse.Namespace) -> Mapping[str, str]:
    """The tables for raters, if they are wanted; one that is there already may have been filled in."""
    if not options.sheets:
        if options.items and not options.planted:
            raise UsageError(
                "--items are the sentences of the tables for raters, and tell the languages of planted words; say "
                "where the tables go (--sheets FOLDER), or how many words to plant (--planted N)."
            )
        return {}
    from stead.api.posthoc import blind_sheets, sentences_of

    sentences = sentences_of(options.items)
    tables = blind_sheets(result.dispatch, sentences)
    there = next((name for name in tables if (Path(options.sheets) / name).exists()), None)
    if there is not None:
        path = Path(options.sheets) / there
        raise UsageError(f"--sheets would overwrite {path}, which may have been filled in. Name another folder.")
    shown = dict.fromkeys((screen.lexelt, screen.id) for screen in result.dispatch.screens)
    bare = [" ".join(key) for key in shown if key not in sentences]
    if bare:
        log(f"{len(bare)} of {plural(len(shown), 'item')} without a sentence ({bare[0]}); give them with --items FILE.")
    return tables


def _write_sheets(folder: Path, tables: Mapping[str, str]) -> None:
    from stead.formats import write_content

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}.") from None
    for name, text in tables.items():
        write_content(folder / name, text.encode())
    log(f"wrote {plural(len(tables), 'table')} for raters to {folder}.")


# --------------------------------------------------------------------------------------------------------- filter


def declare_filter(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead filter ratings.jsonl --dispatch dispatch.jsonl -o kept.jsonl --excluded excluded.jsonl
stead filter filled-in/*.tsv --dispatch dispatch.jsonl -o kept.jsonl
stead filter ratings.jsonl --dispatch dispatch.jsonl --fast none --incomplete 0.9 -o kept.jsonl
""",
    )
    parser.add_argument(
        "ratings",
        metavar="RATINGS",
        nargs="+",
        help="ratings (JSON Lines, or tables as raters fill them in); the files are left as they are",
    )
    parser.add_argument("--dispatch", metavar="FILE", help="as `stead dispatch` wrote it: what was to be rated")
    parser.add_argument("-o", "--output", metavar="FILE", help="file for the ratings that are used")
    parser.add_argument("--excluded", metavar="FILE", help="file for the others, each with the rule that excluded it")
    add_form(parser)
    add_filter_rules(parser)
    add_fault_options(parser)


def add_filter_rules(parser: argparse.ArgumentParser) -> None:
    """The rules of the filter with their thresholds."""
    group = parser.add_argument_group("rules", "Each has a threshold; `none` leaves it out.")
    for name, (default, what) in choices.FILTER_RULES.items():
        group.add_argument(
            f"--{name}", type=_threshold, default=default, metavar="X", help=f"excludes {what} (default: {default:.3g})"
        )


def _threshold(text: str) -> float | None:
    try:
        return None if text == "none" else number(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor none") from None


def filter_thresholds(options: argparse.Namespace) -> dict[str, Any]:
    """The thresholds of the filter's rules."""
    return {name: getattr(options, name) for name in choices.FILTER_RULES}


def run_filter(options: argparse.Namespace) -> int:
    """Filter, write, and print what each rule did."""
    from dataclasses import replace

    from stead.api.posthoc import filter_ratings
    from stead.formats import save

    refuse_overwriting(
        {"-o": options.output or None, "--excluded": options.excluded or None}, [*options.ratings, options.dispatch]
    )
    result = filter_ratings(
        options.ratings,
        dispatch=options.dispatch,
        faults=options.faults,
        encoding=options.encoding,
        **filter_thresholds(options),
    )
    log_notes(result.notes)
    if options.output:
        save(result.kept, "ratings", options.output, "stead")
        log(f"wrote {options.output}: {plural(len(result.kept), 'rating')}.")
    if options.excluded:
        excluded = [replace(rating, comment=f"excluded: {rule}") for rating, rule in result.filtered.excluded]
        controls = [replace(rating, comment="control") for rating in result.filtered.controls]
        save([*excluded, *controls], "ratings", options.excluded, "stead")
        left_out = f"{plural(len(excluded), 'rating')} excluded, {plural(len(controls), 'control')}"
        log(f"wrote {options.excluded}: {left_out}.")
    if options.output != "-":
        write(result.to(options.form))
    return 0


# ---------------------------------------------------------------------------------------------------------- study


def declare_study(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead study --gold1 gold1.txt --gold2 gold2.txt --pool pool.jsonl --ratings kept.jsonl --runs runs/*.txt -o study.html
stead study --gold1 gold1.txt --gold2 gold2.txt --runs runs/*.txt                      tables on the terminal
stead study --gold1 gold1.txt --gold2 gold2.txt --runs runs/*.txt --frequencies wordfreq:fr --format latex
""",
    )
    parser.add_argument("--gold2", required=True, metavar="FILE", help="second gold standard: what raters accept")
    parser.add_argument("--pool", metavar="FILE", help="as `stead pool` wrote it (default: of gold 1 and the runs)")
    parser.add_argument("--ratings", metavar="FILE", help="what gold 2 was made of")
    parser.add_argument(
        "--machine",
        dest="machines",
        action="append",
        metavar="FILE",
        help="ratings of machines, as `stead rate` writes them, to be compared with those of people; may be repeated",
    )
    add_items(parser, "sentences, for the page", default=None)
    add_study_options(parser)


def add_study_options(parser: argparse.ArgumentParser) -> None:
    """All options but those that say what was rated."""
    parser.add_argument("--gold1", required=True, metavar="FILE", help="first gold standard: what annotators gave")
    parser.add_argument("--runs", required=True, nargs="+", metavar="RUN", help="answers of systems")
    parser.add_argument(
        "--baseline", dest="baselines", action="append", default=[], metavar="RUN", help="answers of a baseline"
    )
    parser.add_argument("--annotations", metavar="FILE", help="what gold 1 was made of")
    parser.add_argument("--frequencies", metavar="NAME", help="bnc, wordfreq:LANGUAGE or list:FILE")
    parser.add_argument(
        "-m",
        "--measures",
        default=choices.STUDY_MEASURES,
        metavar="LIST",
        help=f"default: {choices.STUDY_MEASURES}",
    )
    parser.add_argument("--match", metavar="RULES", help=_MATCH)
    parser.add_argument("--mapping", metavar="FILE", help=_MAPPING)
    parser.add_argument("--min-responses", type=float, metavar="N", help="weight that an item of a gold needs")
    parser.add_argument("--ids", metavar="FILE", help="only the items of this list, one id a line")
    add_form(parser, choices.PAGE_FORMS)
    parser.add_argument(
        "-o",
        "--output",
        action="append",
        default=[],
        metavar="FILE",
        help=f"write a file instead, in the form that its ending says ({' '.join(choices.ENDINGS)}); may be repeated",
    )
    group = parser.add_argument_group("intervals")
    group.add_argument("--unit", default="item", choices=choices.UNITS, help="what is drawn as one (default: item)")
    group.add_argument("--resamples", type=int, default=2000, metavar="N", help="default: 2000; 0: no intervals")
    group.add_argument("--level", type=float, default=0.95, metavar="L", help="confidence level (default: 0.95)")
    add_seed(group)
    add_reading_options(parser, golds_and_runs=True)


def run_study(options: argparse.Namespace) -> int:
    """Study, and print or write."""
    keep_freed_memory()
    others = [options.gold2, options.pool, options.ratings, *(options.machines or []), *(options.items or [])]
    refuse_study_outputs(options, others)
    write_study(
        options,
        options.gold2,
        pool=options.pool,
        ratings=options.ratings,
        machines=options.machines,
        items=options.items,
    )
    return 0


def refuse_study_outputs(options: argparse.Namespace, others: list[str | None], gold: str | None = None) -> None:
    """Refuse a result of no known form, or in the file of what is read."""
    from stead.api.results import format_of

    for path in options.output:
        format_of(path)
    read = [options.gold1, *options.runs, *options.baselines, *others]
    read += [options.annotations, options.mapping, options.ids]
    outputs = {**{f"-o {path}": path for path in options.output}, "--gold2": gold}
    refuse_overwriting(outputs, [*read, named_file(options.frequencies)])


def write_study(
    options: argparse.Namespace, gold2: Any, *, pool: Any, ratings: Any, items: Any, machines: Any = None
) -> None:
    """Study what was rated, and print or write."""
    from stead.api.study import study

    result = study(
        options.gold1,
        gold2,
        *options.runs,
        pool=pool,
        ratings=ratings,
        machines=machines,
        annotations=options.annotations,
        baselines=options.baselines,
        frequencies=options.frequencies,
        measures=options.measures,
        match=options.match,
        mapping=options.mapping,
        min_responses=options.min_responses,
        ids=options.ids,
        items=items,
        unit=options.unit,
        resamples=options.resamples,
        level=options.level,
        seed=options.seed,
        **reading_arguments(options),
    )
    log_notes(result.notes)
    for path in options.output:
        result.save(path)
        log(f"wrote {path}")
    if not options.output:
        write(result.to(options.form))


# ------------------------------------------------------------------------------------------------------- simulate


def declare_simulate(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead simulate campaign                                   30 targets x 10 sentences, as SemDis had
stead simulate campaign --bad-raters 5 --repeats 5 --planted 5 --seed 7
stead simulate --plan --targets 20 --sentences 10         how many annotators do I need?
""",
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="folder for the files of the campaign")
    parser.add_argument("--plan", action="store_true", help="instead, show what more annotators and raters would bring")
    listed = ",".join(map(str, choices.PEOPLE))
    parser.add_argument(
        "--people",
        type=_numbers,
        default=choices.PEOPLE,
        metavar="LIST",
        help=f"numbers of people for --plan, as in {listed}",
    )
    parser.add_argument(
        "--campaigns", type=int, default=choices.CAMPAIGNS, metavar="N", help="campaigns that --plan simulates"
    )
    add_form(parser, help="of the plan; ")
    group = parser.add_argument_group("how large")
    for name, (default, what) in choices.DESIGN.items():
        option = f"--{name.replace('_', '-')}"
        group.add_argument(option, type=int, default=default, metavar="N", help=f"{what} (default: {default})")


def _numbers(text: str) -> list[int]:
    return [whole_number(part) for part in text.split(",")]


def run_simulate(options: argparse.Namespace) -> int:
    """Simulate and write, or plan and print."""
    design = {name: getattr(options, name) for name in choices.DESIGN}
    if options.plan == bool(options.folder):
        raise UsageError("name a folder for the campaign, or ask for a plan (--plan).")
    from stead.api.study import plan, simulate

    if options.plan:
        write(plan(people=options.people, campaigns=options.campaigns, **design).to(options.form, width=text_width()))
        return 0
    result = simulate(**design)
    files = result.write(options.folder)
    campaign = result.campaign
    log(
        f"wrote {plural(len(files), 'file')} to {options.folder}: {plural(len(campaign.items), 'item')}, "
        f"{plural(campaign.pool.size, 'candidate')}, {plural(len(campaign.ratings), 'rating')}."
    )
    return 0
