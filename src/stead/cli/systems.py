"""Systems: `stead run`, `systems`, `train` and `tune`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stead.cli import choices
from stead.cli.options import (
    add_form,
    add_items,
    add_output,
    add_reading_options,
    add_seed,
    explain,
    reading_arguments,
    whole_number,
)
from stead.cli.output import log, log_notes, log_what_is_made, named_file, refuse_overwriting, refuse_unwritable, write
from stead.core.errors import UsageError
from stead.core.text import plural

if TYPE_CHECKING:
    from collections.abc import Callable

    from stead.api.machine_answers import AnnotateResult, RateResult

# ------------------------------------------------------------------------------------------------------------ run


def declare_run(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        examples="""
stead run wordnet items.xml --task oot -o run.txt
stead run "dictionary(lexicon=mythes-fr)" items.fr.xml --task best -o run.txt
stead run multiword items.xml --task mw -o multiwords.txt
stead run wordnet items.xml --task rank --candidates gold:gold.txt -o ranked.txt
stead run my_package.systems:Mine items.xml -o run.txt
stead run swift items.parquet --engine spark -o run.txt
""",
    )
    parser.add_argument("system", metavar="SYSTEM", help="as `stead systems` lists them, or module:attribute")
    parser.add_argument("items", metavar="ITEMS", help="sentences with marked targets")
    add_output(parser, "output file; an interrupted run is resumed", required=True, metavar="RUN")
    tasks = "; ".join(f"{name}: {what}" for name, what in choices.TASKS.items())
    parser.add_argument("--task", choices=list(choices.TASKS), default="oot", help=f"{tasks} (default: oot)")
    parser.add_argument(
        "--candidates", metavar="FILE", help="what to rank: lexelt::candidate;... or gold:FILE, all that a gold has"
    )
    parser.add_argument(
        "--to",
        choices=choices.RUN_FORMATS,
        metavar="FORMAT",
        help=f"one of {', '.join(choices.RUN_FORMATS)} (default: that of the task's papers)",
    )
    parser.add_argument(
        "--engine",
        choices=list(choices.RUN_ENGINES),
        default="local",
        help=f"{'; '.join(f'{name}: {what}' for name, what in choices.RUN_ENGINES.items())} (default: local)",
    )
    parser.add_argument(
        "--workers",
        type=_at_least_one,
        metavar="N",
        help="processes of the engine local that answer side by side; 1: only this one (default: this one and, if it "
        "takes long, one for each core)",
    )
    add_reading_options(parser)


def _at_least_one(text: str) -> int:
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def run_run(options: argparse.Namespace) -> int:
    """Answer, keeping answers as they come, and write the run."""
    from stead.api.systems import files_of_system, run
    from stead.cli.progress_bar import draw_progress

    log_what_is_made()
    if options.output == "-":
        raise UsageError("-o names a file: what is answered so far is kept beside it.")
    if Path(options.output).is_dir():
        raise UsageError(f"{options.output} is a folder; -o names a file.")
    candidates = options.candidates and options.candidates.removeprefix("gold:")
    opened = map(named_file, files_of_system(options.system))
    refuse_overwriting({"-o": options.output}, [options.items, candidates, *opened])
    with draw_progress() as progress:
        answers = run(
            options.system,
            options.items,
            task=options.task,
            candidates=options.candidates,
            output=options.output,
            to=options.to,
            engine=options.engine,
            workers=options.workers,
            progress=progress,
            **reading_arguments(options),
        )
    log_notes(answers.notes)
    total = plural(len(answers.run), "item")
    log(f"wrote {options.output}: {answers.answered} of {total} answered. {answers.signature}")
    for loss in answers.losses:
        log(f"the file does not hold {loss}.")
    return 0


# ---------------------------------------------------------------------------------------------- annotate and rate


def declare_annotate(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        _ABOUT_MACHINES,
        examples="""
stead annotate items.xml --with swift -o machine.jsonl
stead annotate items.xml --with "llm(url=http://localhost:8080/v1,model=NAME)" -o machine.jsonl
cat annotations.jsonl > all.jsonl; tail -n +2 machine.jsonl >> all.jsonl; stead agreement all.jsonl --humans
""",
    )
    parser.add_argument("items", metavar="ITEMS", help="sentences with marked targets")
    _add_machine(parser, "file for the annotations")


def declare_rate(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        _ABOUT_MACHINES,
        examples="""
stead rate pool.jsonl --items items.xml --with swift -o machine.jsonl
stead rate pool.jsonl --items items.xml --with "llm(url=http://localhost:8080/v1,model=NAME)" -o machine.jsonl
stead study --gold1 gold1.txt --gold2 gold2.txt --ratings kept.jsonl --machine machine.jsonl --runs runs/*.txt
""",
    )
    parser.add_argument("pool", metavar="POOL", help="as `stead pool` wrote it")
    add_items(parser, "its sentences", required=True)
    _add_machine(parser, "file for the ratings")


_ABOUT_MACHINES = """
The answers are given under a name that begins with machine: and are left out of golds and of agreement unless
`--machines include` is said. What the answers of a language model took is written to FILE.record.json,
also if the command fails.
"""


def _add_machine(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument(
        "--with",
        dest="system",
        required=True,
        metavar="SYSTEM",
        help="as `stead systems` lists them; llm(...) or blend",
    )
    add_output(parser, help, required=True)
    add_reading_options(parser)


def run_annotate(options: argparse.Namespace) -> int:
    """Annotate, and write."""
    from stead.api.machine_answers import annotate

    return _write_answers(
        options, [options.items], lambda **settings: annotate(options.items, options.system, **settings), "annotation"
    )


def run_rate(options: argparse.Namespace) -> int:
    """Rate, and write."""
    from stead.api.machine_answers import rate

    def ask(**settings: Any) -> "RateResult":
        return rate(options.pool, options.system, options.items, **settings)

    return _write_answers(options, [options.pool, *options.items], ask, "rating")


def _write_answers(
    options: argparse.Namespace, read: list[str], ask: "Callable[..., AnnotateResult | RateResult]", noun: str
) -> int:
    from stead.cli.progress_bar import draw_progress

    log_what_is_made()
    refuse_overwriting({"-o": options.output}, read)
    refuse_unwritable(options.output)
    with draw_progress() as progress:
        result = ask(output=options.output, progress=progress, **reading_arguments(options))
    log_notes(result.notes)
    log(f"wrote {options.output}: {plural(len(result.records()), noun)} by {result.machine}. {result.signature}")
    return 0


# -------------------------------------------------------------------------------------------------------- systems


def declare_systems(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "names", metavar="SYSTEM", nargs="*", help="show the parameters of these, and what a model was trained on"
    )


def run_systems(options: argparse.Namespace) -> int:
    """List them, or their parameters."""
    from stead.api.listing import system_list, system_page

    if not options.names:
        write(system_list(log))
    for name in options.names:
        write(system_page(name))
    return 0


# ---------------------------------------------------------------------------------------------------------- train


def declare_train(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
The model is judged on documents that it was not trained on and, for a part of the items, on words that it was not
trained on either; --runs keeps these answers, so that `stead score` and `stead compare` can say more of them. The same
data and seed give the same file.
""",
        examples="""
stead train --gold coinco.xml --items coinco.xml -o mine.npz
stead train --gold gold.txt --items items.xml --signals ngrams -o mine.npz --runs held-out
stead train --gold coinco.xml --items coinco.xml --tables thesaurus -o any-language.npz
stead run "blend(model=mine.npz)" items.xml --task coverage -o run.txt
""",
    )
    parser.add_argument("--gold", required=True, metavar="GOLD", help="what people answered")
    parser.add_argument("--items", required=True, metavar="ITEMS", help="the sentences")
    add_output(parser, "file for the model (.npz)", required=True, metavar="MODEL")
    usual = "; ".join(f"{kind}: {', '.join(names) or 'none'}" for kind, names in choices.SIGNALS.items())
    parser.add_argument(
        "--signals",
        metavar="NAMES",
        help=f"what looks at the sentence, of {', '.join(choices.ALL_SIGNALS)}, as far as the tables allow (default: "
        f"{usual})",
    )
    kinds = "; ".join(f"{kind}: {what}" for kind, what in choices.TABLES.items())
    parser.add_argument(
        "--tables", choices=list(choices.TABLES), default="english", help=f"what is known of words: {kinds}"
    )
    parser.add_argument(
        "--without", metavar="ITEMS", help="leave out documents that share eight words in a row with these items"
    )
    parser.add_argument("--runs", metavar="FOLDER", help="write the answers to items that were left out")
    parser.add_argument("--folds", type=int, default=5, metavar="N", help="parts that are left out (default: 5)")
    parser.add_argument("--shortlist", type=int, default=80, metavar="N", help="candidates seen in context (80)")
    parser.add_argument(
        "--sample",
        type=int,
        default=0,
        metavar="N",
        help="items that the most expensive signals are asked for (default: all)",
    )
    add_seed(parser, "random seed of folds and forests")
    add_reading_options(parser)


def run_train(options: argparse.Namespace) -> int:
    """Train, write, and log what to expect."""
    from stead.api.systems import train
    from stead.cli.progress_bar import draw_progress

    log_what_is_made()
    refuse_overwriting({"-o": options.output}, [options.gold, options.items, options.without])
    refuse_unwritable(options.output)
    _refuse_runs(options.runs)
    with draw_progress() as progress:
        result = train(
            options.gold,
            options.items,
            name=Path(options.output).stem,
            signals=options.signals,
            tables=options.tables,
            without=options.without,
            folds=options.folds,
            shortlist=options.shortlist,
            sample=options.sample,
            seed=options.seed,
            progress=progress,
            **reading_arguments(options),
        )
    log_notes(result.notes)
    result.save(options.output)
    if options.runs:
        written = result.save_runs(options.runs)
        log(f"wrote {plural(len(written), 'run')} of items that were left out into {options.runs}.")
    trained = f"trained on {plural(result.card['items'], 'item')} of {plural(result.card['documents'], 'document')}"
    log(f"wrote {options.output}: {trained}.")
    for by, figures in result.card["held_out"].items():
        log(f"{by} left out: {', '.join(f'{name} {value:.4g}' for name, value in figures.items())}.")
    return 0


def _refuse_runs(runs: str | None) -> None:
    """Refuse before hours of training a folder that answers cannot be written to."""
    if not runs:
        return
    folder = Path(runs)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise UsageError(f"--runs {runs}: expected a new or an empty folder; nothing is written over.")
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    refuse_unwritable(str(nearest / "run.txt"), "--runs")


# ----------------------------------------------------------------------------------------------------------- tune


def declare_tune(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
What is tuned is what a system lists as worth trying, and the score from which on candidates are good enough, so that
coverage F (k = 1) is highest. Cross-validated by lexelt: the file says what to expect of words that were not seen.
""",
        examples="""
stead tune cmlc --items dev.xml --gold dev-gold.txt -o tuned.json
stead run tuned:tuned.json items.xml --task coverage -o run.txt
""",
    )
    parser.add_argument("system", metavar="SYSTEM", help="as `stead systems` lists them")
    parser.add_argument("--gold", required=True, metavar="GOLD", help="gold standard of the development data")
    parser.add_argument("--items", required=True, metavar="ITEMS", help="its sentences")
    add_output(parser, "file for the tuned system", required=True, metavar="TUNED")
    parser.add_argument(
        "--folds", type=int, default=5, metavar="N", help="parts that are left out in turn (default: 5)"
    )
    add_seed(parser, "random seed that divides lexelts into folds")
    add_reading_options(parser)


def run_tune(options: argparse.Namespace) -> int:
    """Tune, write, and log what to expect."""
    from stead.api.systems import tune
    from stead.cli.progress_bar import draw_progress

    refuse_overwriting({"-o": options.output}, [options.gold, options.items])
    refuse_unwritable(options.output)
    with draw_progress() as progress:
        tuned = tune(
            options.system,
            options.gold,
            options.items,
            folds=options.folds,
            seed=options.seed,
            progress=progress,
            **reading_arguments(options),
        )
    log_notes(tuned.notes)
    tuned.save(options.output)
    log(str(tuned))
    return 0


# ---------------------------------------------------------------------------------------------------------- worth


def declare_worth(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Systems answer the items of a gold: how good, how fast, at which cost? With what single people rated or annotated, they
judge as people did, too: how many people is each worth, and how many rank the other systems as well as it does?
""",
        examples="""
stead worth "llm(url=http://localhost:8080/v1,model=NAME)" swift wordnet --items dev.xml --gold gold.txt
stead worth "llm(url=http://localhost:8080/v1,model=NAME)" swift --items dev.xml --gold gold.txt --ratings ratings.jsonl
stead worth wordnet swift --items items.xml --gold gold.txt --annotations annotations.jsonl --runs runs/*.txt
""",
    )
    parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="as `stead systems` lists them")
    parser.add_argument("--gold", required=True, metavar="GOLD", help="gold standard of the development data")
    add_items(parser, "its sentences", required=True)
    people = parser.add_mutually_exclusive_group()
    people.add_argument("--ratings", metavar="FILE", help="what single people rated")
    people.add_argument("--annotations", metavar="FILE", help="what single people annotated")
    parser.add_argument("--runs", metavar="RUN", nargs="+", default=[], help="further runs that judges rank")
    parser.add_argument(
        "--resamples", type=whole_number, default=2000, metavar="N", help="resamples of the intervals (default: 2000)"
    )
    add_seed(parser, "random seed of the resamples")
    add_form(parser)
    add_reading_options(parser)


def run_worth(options: argparse.Namespace) -> int:
    """Answer, judge, and print the tables."""
    from stead.api.worth import worth
    from stead.cli.progress_bar import draw_progress
    from stead.core.resampling import Resampling

    log_what_is_made()
    with draw_progress() as progress:
        result = worth(
            options.systems,
            options.gold,
            options.items,
            runs=options.runs,
            ratings=options.ratings,
            annotations=options.annotations,
            resampling=Resampling(resamples=options.resamples, seed=options.seed),
            progress=progress,
            **reading_arguments(options),
        )
    log_notes(result.notes)
    write(result.to(options.form))
    return 0
