"""Train the models that come with stead: `python -m tools.train_tiers COINCO FOLDER`.

COINCO is the development part of CoInCo. swift, fine and finest are trained in one pass, since each sees what the one
before it sees and a stage more; each is written as soon as it is learned. The same data give the same files.
"""

import sys
from pathlib import Path

from stead._version import __version__
from stead.api.inputs import Inputs, reading_options
from stead.core.extras import import_extra
from stead.systems.blend.components import ENGLISH_TABLES, Components, tables_of
from stead.systems.blend.trained_models import TIERS
from stead.systems.blend.training import Training, train_tiers

SIGNALS = ("ngrams", "surroundings", "encoder", "causal")
FOLDS = 4
SAMPLES = (4000, 3000)
"""Items that the encoder, and the causal model, are asked for: they take hours for all."""


def main(data: str, folder: str) -> None:
    """Train the tiers on a file that holds items and gold."""
    files = Inputs(reading_options("auto", "repair", None))
    items, gold = files.items_with_source(data), files.gold(data)
    lightgbm = import_extra("lightgbm", "training a blend")
    options = {"folds": FOLDS, "samples": list(SAMPLES), "lightgbm": lightgbm.__version__}
    sources = {"items": items.source.sha256, "gold": gold.source.sha256}
    cards: list[dict[str, object]] = [
        {"name": name, "data": sources, "version": __version__, "options": options} for name in TIERS
    ]
    training = Training(
        items=items.items,
        gold=gold,
        components=Components(tables_of(ENGLISH_TABLES, "en"), SIGNALS),
        folds=FOLDS,
        samples=SAMPLES,
        progress=lambda step, *_: print(step, flush=True),
    )
    for trained in train_tiers(training, cards):
        path = Path(folder) / f"{trained.model.name}.npz"
        path.write_bytes(trained.model.to_bytes())
        print(path, trained.model.card["held_out"], flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
