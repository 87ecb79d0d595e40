"""Models of CTranslate2, which has threads of its own."""

import ctypes
import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from stead.core.parallel import cores

Model = TypeVar("Model")


class Replicas(Generic[Model]):
    """A model that answers on every core, opened when it is first used, and anew in a process that was forked.

    Threads do not survive a fork: a process that was forked would wait for them without end, both in a call and when it
    closes the model. So it abandons the model as it is. Of many threads that ask first, one opens the model.
    """

    def __init__(self, kind: Callable[..., Model], folder: Path, compute_type: str) -> None:
        self._kind, self._folder = kind, folder
        self._options: dict[str, Any] = {"device": "cpu", "compute_type": compute_type}
        self._process = 0
        self._model: Model | None = None
        self._locks: dict[int, Lock] = {}

    @property
    def model(self) -> Model:
        """The model of this process."""
        process = os.getpid()
        if self._model is not None and self._process == process:
            return self._model
        with self._locks.setdefault(process, Lock()):  # that of another process may be held for ever here
            if self._model is None or self._process != process:
                if self._model is not None:
                    ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._model))  # so that nothing ever closes it
                self._model = self._kind(str(self._folder), **self._options, inter_threads=cores(), intra_threads=1)
                self._process = process
            return self._model
