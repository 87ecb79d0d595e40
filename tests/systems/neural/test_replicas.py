"""A model is opened once, however many threads ask for it first."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from stead.systems.neural.replicas import Replicas

THREADS = 8


class SlowModel:
    """A model that takes a moment to open."""

    opened = 0

    def __init__(self, _: str, **__: object) -> None:
        time.sleep(0.05)
        SlowModel.opened += 1


def test_threads_that_ask_at_once_share_one_model() -> None:
    replicas = Replicas(SlowModel, Path("models"), "int8")
    at_once = Barrier(THREADS)

    def ask(_: int) -> SlowModel:
        at_once.wait()
        return replicas.model

    with ThreadPoolExecutor(THREADS) as threads:
        models = [*threads.map(ask, range(THREADS))]
    assert {*map(id, models)} == {id(replicas.model)}
    assert SlowModel.opened == 1
