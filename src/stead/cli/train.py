"""`stead train`: learn from people's answers which words can stand in another's stead, and where to stop."""

import argparse
from collections.abc import Collection, Sequence
from pathlib import Path

from stead._version import __version__
from stead.api.inputs import reading_options
from stead.cli.common import (
    add_reading_options,
    reading_arguments,
    refuse_overwriting,
    refuse_unwritable,
    said,
    say_what_is_made,
)
from stead.cli.progress import draw_progress
from stead.core.errors import UsageError
from stead.core.extras import library
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.core.progress import Progress
from stead.core.text import counted
from stead.formats import Content, Options, load_content, read_content, save, write_content
from stead.systems.blend.examples import answered
from stead.systems.blend.folds import BY
from stead.systems.blend.held_out import runs_of
from stead.systems.blend.kit import SIGNALS, SIGNALS_OF, USUAL_SIGNALS, Kit, tables_of
from stead.systems.blend.leakage import shared_documents, without_documents
from stead.systems.blend.thesauri import ENGLISH_TABLES, KINDS
from stead.systems.blend.training import Trained, Training, train
from stead.words import language_code

_EXAMPLES = """
examples:
  stead train --gold coinco.xml --items coinco.xml -o mine.npz
  stead train --gold gold.txt --items items.xml --signals ngrams -o mine.npz --runs held-out
  stead train --gold coinco.xml --items coinco.xml --tables thesaurus -o any-language.npz
  stead run "blend(model=mine.npz)" items.xml --task coverage -o run.txt

The model is judged on documents, and on words, that it was not trained on; --runs keeps these answers, so that
`stead score` and `stead compare` can say more of them. The same data and seed give the same file.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    parser.add_argument("--gold", required=True, metavar="GOLD", help="what people answered")
    parser.add_argument("--items", required=True, metavar="ITEMS", help="the sentences")
    parser.add_argument("-o", "--output", required=True, metavar="MODEL", help="where the model is written (.npz)")
    parser.add_argument(
        "--signals",
        metavar="NAMES",
        help=f"what looks at the sentence, of {', '.join(SIGNALS)}, as far as the tables allow (default: "
        f"{'; '.join(f'{kind}: {_listed(USUAL_SIGNALS[kind])}' for kind in KINDS)})",
    )
    parser.add_argument(
        "--tables",
        choices=KINDS,
        default=ENGLISH_TABLES,
        help=f"what is known of words: {'; '.join(f'{kind}: {what}' for kind, what in KINDS.items())}",
    )
    parser.add_argument("--by", default=",".join(BY), metavar="NAMES", help="what is left out (default: %(default)s)")
    parser.add_argument(
        "--without", metavar="ITEMS", help="leave out documents that share eight words in a row with these items"
    )
    parser.add_argument("--runs", metavar="FOLDER", help="write the answers to items that were left out")
    parser.add_argument("--folds", type=int, default=5, metavar="N", help="parts that are left out (default: 5)")
    parser.add_argument("--shortlist", type=int, default=80, metavar="N", help="candidates seen in context (80)")
    parser.add_argument(
        "--sample", type=int, default=0, metavar="N", help="items that the dearest signals are asked for (default: all)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of folds and forests (default: 1)")
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train, write, and say what to expect."""
    say_what_is_made()
    _refuse_what_would_fail_at_the_end(options)
    with draw_progress() as progress:
        training, card = _training(options, progress)
        found = train(training, card)
    write_content(options.output, found.model.to_bytes())
    if options.runs:
        _write_runs(found, Path(options.runs))
    _say(found, options.output)
    return 0


def _refuse_what_would_fail_at_the_end(options: argparse.Namespace) -> None:
    """Training takes long: what is missing or in the way is said before."""
    refuse_overwriting({"-o": options.output}, [options.gold, options.items, options.without])
    refuse_unwritable(options.output)
    if options.shortlist < 1:
        raise UsageError(f"--shortlist {options.shortlist}: expected at least one candidate.")
    if options.runs and Path(options.runs).exists() and not _is_empty_folder(Path(options.runs)):
        raise UsageError(f"--runs {options.runs}: expected a new or an empty folder; nothing is written over.")
    if options.runs:
        refuse_unwritable(str(_nearest(Path(options.runs)) / "run.txt"), "--runs")
    library("lightgbm", "training a blend")


def _nearest(path: Path) -> Path:
    """What is there already of the way to a folder."""
    return next(each for each in (path, *path.absolute().parents) if each.exists())


def _is_empty_folder(path: Path) -> bool:
    return path.is_dir() and not any(path.iterdir())


def _training(options: argparse.Namespace, progress: Progress) -> tuple[Training, dict[str, object]]:
    signals, by = _signals(options), _names(options.by, BY, "--by")
    if not by:
        raise UsageError(f"--by: expected {' or '.join(BY)}, or both.")
    reading = reading_options(**reading_arguments(options))
    items, gold = read_content(options.items), read_content(options.gold)
    sentences, report = load_content(items, "items", reading)
    standard, gold_report = load_content(gold, "gold", reading)
    for fault in (*report, *gold_report):
        said(str(fault))
    judged = read_content(options.without) if options.without else None
    if judged:
        sentences = _without(sentences, judged, reading)
    _say_what_teaches_nothing(sentences, standard)
    kit = Kit(tables_of(options.tables, _language(sentences)), signals, options.tables)
    card: dict[str, object] = {
        "name": Path(options.output).stem,
        "data": {"items": items.sha256, "gold": gold.sha256},
        "version": __version__,
        "options": {**_kept(options, by), **({"without": judged.sha256} if judged else {})},
    }
    return Training(
        items=sentences,
        gold=standard,
        kit=kit,
        shortlist=options.shortlist,
        folds=options.folds,
        seed=options.seed,
        sample=options.sample,
        by=by,
        progress=progress,
    ), card


def _kept(options: argparse.Namespace, by: Sequence[str]) -> dict[str, object]:
    """What the card keeps of how the model was trained, besides what it keeps of the data and the signals."""
    found: dict[str, object] = {
        "by": list(by),
        "folds": options.folds,
        "sample": options.sample,
        "lightgbm": library("lightgbm", "training a blend").__version__,
    }
    unusual = {"faults": options.faults != "repair", "format": options.format != "auto", "encoding": options.encoding}
    return found | {name: str(getattr(options, name)) for name, given in unusual.items() if given}


def _say_what_teaches_nothing(items: Sequence[Item], gold: GoldStandard) -> None:
    silent = len(items) - len(answered(items, gold))
    if silent:
        said(f"left out {counted(silent, 'item')} without any answer in the gold.")


def _language(items: list[Item]) -> str:
    """The one language of all items."""
    languages = sorted({language_code(item.language) if item.language else "en" for item in items})
    if len(languages) > 1:
        raise UsageError(f"--items: expected one language, found {', '.join(languages)}.")
    return "".join(languages)


def _without(items: list[Item], judged: Content, reading: Options) -> list[Item]:
    """The items of documents that have nothing in common with those that a model is to be judged on."""
    documents = shared_documents(items, load_content(judged, "items", reading)[0])
    left = without_documents(items, documents)
    gone = counted(len(items) - len(left), "item")
    said(f"left out {counted(len(documents), 'document')} ({gone}) that share sentences with {judged.path}.")
    return left


def _signals(options: argparse.Namespace) -> tuple[str, ...]:
    if options.signals is None:
        return USUAL_SIGNALS[options.tables]
    return _names(options.signals, SIGNALS_OF[options.tables], "--signals")


def _names(given: str, known: Collection[str], option: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))
    unknown = [name for name in names if name.partition("=")[0] not in known]
    if unknown:
        raise UsageError(f"{option} {', '.join(unknown)}: there are {_listed(known)}.")
    return names


def _listed(names: Collection[str]) -> str:
    return ", ".join(names) or "none"


def _write_runs(found: Trained, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for by, judgements in found.held_out.items():
        for task, answers in runs_of(judgements).items():
            save(answers, "run", folder / f"{by}-{task}.txt", "semeval" if task == "best" else "semeval-oot")
    said(f"wrote {counted(3 * len(found.held_out), 'run')} of items that were left out into {folder}.")


def _say(found: Trained, output: str) -> None:
    card = found.model.card
    said(f"wrote {output}: trained on {counted(card['items'], 'item')} of {counted(card['documents'], 'document')}.")
    for by, figures in card["held_out"].items():
        shown = ", ".join(f"{name} {value:.4g}" for name, value in figures.items())
        said(f"on {by}s left out: {shown}.")
