"""Each small checkpoint is made once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.systems.neural.checkpoints_made import needed, save_bert, save_gpt2, save_llama, save_roberta

MADE: dict[str, Callable[[Path], Path]] = {
    "bert": save_bert,
    "roberta": save_roberta,
    "llama": save_llama,
    "gpt2": save_gpt2,
}


@pytest.fixture(scope="session")
def checkpoints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders by the kind of the model."""
    needed("torch")
    return {name: make(tmp_path_factory.mktemp(name) / name) for name, make in MADE.items()}
