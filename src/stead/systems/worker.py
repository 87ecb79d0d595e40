"""What a worker process does: it is sent batches and sends back answers, until nobody is there to send any."""

import os
import pickle
import signal
import traceback
from collections.abc import Iterable, Iterator
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic

from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.run import RunRow
from stead.systems.execution import Question

_EVERY = 0.1  # seconds


def work(connection: Connection, question: Question) -> None:
    """Send lists of answers, as many in all as a batch has items left; or, behind them, the error that ended them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one, which ends it
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        ask = question.asker()
        while True:
            try:
                batch = connection.recv()
            except (EOFError, ConnectionError):
                return
            for rows in _portions(ask(batch)):
                _send(connection, rows)
    except Exception as error:
        _send(connection, _portable(error))


def _send(connection: Connection, message: list[RunRow] | Exception) -> None:
    try:
        connection.send(message)
    except ConnectionError:
        os._exit(1)  # nobody is there who wants it


def _end_with_parent() -> None:
    """Whatever this process is at: if its parent was killed, nobody wants it."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _portions(rows: Iterable[RunRow]) -> Iterator[list[RunRow]]:
    """The rows as they come, but not so often that sending them takes long; those before an error too."""
    portion: list[RunRow] = []
    sent = monotonic()
    try:
        for row in rows:
            portion.append(row)
            if monotonic() - sent > _EVERY:
                yield portion
                portion, sent = [], monotonic()
    except Exception:
        yield portion
        raise
    yield portion


def _portable(error: Exception) -> Exception:
    """An error as it can be sent to another process; one of ours with the place where it happened."""
    if not isinstance(error, SteadError):
        error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 (written just now)
    except Exception:
        kind = next((kind for kind in (UsageError, BadInput, SteadError) if isinstance(error, kind)), RuntimeError)
        plain = kind(str(error))
        for note in getattr(error, "__notes__", ()):
            plain.add_note(note)
        return plain
    return error
