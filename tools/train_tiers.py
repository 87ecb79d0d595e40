"""Train the models that come with stead: `python -m tools.train_tiers COINCO FOLDER [--ablations NAME ...]`.

COINCO is the development part of CoInCo. swift, fine and finest are trained one after the other, and each is written to
FOLDER as soon as it is learned; so are, at the end, their answers to items that were left out, as `benchmarks.results`
reads them. The cache (FOLDER/cache.sqlite) keeps all that was computed: a training that was killed resumes, and what
the tiers share is computed once. The same data give the same files.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path

from benchmarks.results.curves import written_curve
from stead._version import __version__
from stead.api.inputs import Inputs, reading_options
from stead.api.systems import FORMATS
from stead.core.extras import import_extra
from stead.core.progress import Progress
from stead.core.substitutes import GoldStandard
from stead.formats import save
from stead.systems.blend.components import ENGLISH_TABLES, Components, tables_of
from stead.systems.blend.cross_validation import Prediction, cutoff_curve, runs_of
from stead.systems.blend.training import TierTraining, TrainedBlend, Training, train_tiers
from stead.systems.blend.training_cache import TrainingCache
from stead.systems.blend.training_data import NEW_DOCUMENT, NEW_WORD

FOLDS = 4
SWIFT = ("ngrams", "surroundings")
FINE = (*SWIFT, "biencoder", "encoder")
FINEST = (*FINE, "translation")
TIERS = {"swift": SWIFT, "fine": FINE, "finest": FINEST}
"""The signals of each tier."""
ABLATIONS = {
    "fine-without-biencoder": (*SWIFT, "encoder"),
    "fine-without-encoder": (*SWIFT, "biencoder"),
    "finest-without-biencoder": (*SWIFT, "encoder", "translation"),
    "finest-without-encoder": (*SWIFT, "biencoder", "translation"),
}
_FOLDERS = {NEW_DOCUMENT: "documents", NEW_WORD: "words"}


def main() -> None:
    """Train the tiers on a file that holds items and gold."""
    parser = argparse.ArgumentParser(prog="python -m tools.train_tiers", description="train the models of stead")
    parser.add_argument("data", metavar="COINCO", help="the development part of CoInCo: items and gold")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where models, and answers to held-out items, go")
    parser.add_argument("--cache", type=Path, help="an SQLite file of what was computed (FOLDER/cache.sqlite)")
    parser.add_argument("--ablations", nargs="*", choices=ABLATIONS, default=[], help="models that lack one part, too")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    wanted = {**TIERS, **{name: ABLATIONS[name] for name in options.ablations}}
    train_models(options.data, options.folder, options.cache or options.folder / "cache.sqlite", wanted)


def train_models(data: str, folder: Path, cache: Path, wanted: Mapping[str, tuple[str, ...]]) -> None:
    """Train models with these signals, and write them with their answers to held-out items."""
    files = Inputs(reading_options("auto", "repair", None))
    items, gold = files.items_with_source(data), files.gold(data)
    lightgbm = import_extra("lightgbm", "training a blend")
    sources = {"items": items.source.sha256, "gold": gold.source.sha256}
    tiers = []
    for name, signals in wanted.items():
        options = {"folds": FOLDS, "lightgbm": lightgbm.__version__}
        card: dict[str, object] = {"name": name, "data": sources, "version": __version__, "options": options}
        tiers.append(TierTraining(card=card, signals=signals))
    training = Training(
        items=items.items,
        gold=gold,
        components=Components(tables_of(ENGLISH_TABLES, "en"), SWIFT),
        folds=FOLDS,
        cache=TrainingCache(cache),
        progress=_log_progress(),
    )
    models = []
    for trained in train_tiers(training, tiers):
        path = folder / f"{trained.model.name}.npz"
        path.write_bytes(trained.model.to_bytes())
        print(path, trained.model.card["held_out"], flush=True)
        models.append(trained)
    for left_out in _FOLDERS:
        _write_held_out(folder, models, gold, left_out)


def _write_held_out(folder: Path, models: list[TrainedBlend], gold: GoldStandard, left_out: str) -> None:
    """Write the answers to the items that all models have answered, their gold, probabilities and cut-offs."""
    predictions = {trained.model.name: {_key(one): one for one in trained.held_out[left_out]} for trained in models}
    common = set.intersection(*(set(of_model) for of_model in predictions.values()))
    target = folder / _FOLDERS[left_out]
    target.mkdir(exist_ok=True)
    rows = [row for row in gold if (row.lexelt, row.id) in common]
    save(GoldStandard.of(rows, gold.source, graded=gold.graded), "gold", target / "gold.jsonl", "stead")
    for name, of_model in predictions.items():
        answered = [prediction for key, prediction in of_model.items() if key in common]
        (target / name).mkdir(exist_ok=True)
        for task, run in runs_of(answered).items():
            save(run, "run", target / name / f"{task}.txt", FORMATS[task])
        (target / name / "curve.tsv").write_text(written_curve(cutoff_curve(answered)), encoding="utf-8")
        lines = [
            f"{probability:.6f}\t{int(weight > 0)}\n"
            for prediction in answered
            for probability, weight in zip(prediction.probabilities, prediction.weights, strict=True)
        ]
        (target / name / "probabilities.tsv").write_text("probability\taccepted\n" + "".join(lines), encoding="utf-8")


def _key(prediction: Prediction) -> tuple[str, str]:
    return prediction.example.item.lexelt, prediction.example.item.id


def _log_progress() -> Progress:
    """A progress that prints a step when it begins, and each tenth of it."""
    last = ""

    def log(step: str, done: float, *_: float) -> None:
        nonlocal last
        if (line := f"{step}, {10 * int(10 * done)} %") != last:
            print(line, flush=True)
            last = line

    return log


if __name__ == "__main__":
    main()
