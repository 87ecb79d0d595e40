"""Parallel work in threads: a function on many parts of a large file; the number of cores; the end of worker processes.

Threads are enough for files, since array arithmetic and hashing release the interpreter lock.
"""

import atexit
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain, islice, product
from threading import Lock, local
from typing import NamedTuple, NoReturn, TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")

_ANY = 1 << 10  # cores
_NEW_OBJECTS = 50_000
"""Before garbage is looked for; Python's 700 mean that all that is remembered is looked through again and again."""
_LIMITS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)
"""Environment variables that numeric libraries read when they are loaded."""


def cores() -> int:
    """Number of cores that this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def limit_threads(threads: int) -> Iterator[None]:
    """Limit numeric libraries to this many threads in processes started meanwhile, unless the user has set a limit."""
    new = [name for name in _LIMITS if name not in os.environ]
    os.environ.update(dict.fromkeys(new, str(threads)))
    try:
        yield
    finally:
        for name in new:
            del os.environ[name]


def collect_seldom() -> None:
    """Look for garbage seldom in a process that answers: a batch makes thousands of objects, and hardly any cycles."""
    import gc  # noqa: PLC0415 (for worker processes only)

    gc.set_threshold(_NEW_OBJECTS)


def end_with_parent() -> None:
    """Let this process, which another one has started, end at once when that one ends, even by `kill -9`."""
    from multiprocessing import parent_process  # noqa: PLC0415 (for worker processes only)
    from threading import Thread  # noqa: PLC0415

    parent = parent_process()
    if parent is None:
        return

    def wait_and_exit() -> None:
        parent.join()
        end_at_once(1)

    Thread(target=wait_and_exit, daemon=True).start()


_AT_END: list[tuple[int, Callable[[], object]]] = []
"""Processes, and what each is to do when it ends; a process that was forked has those of its parent too."""


def at_end(function: Callable[[], object]) -> None:
    """Call a function when this process ends, also by `end_at_once`; not when one ends that was forked from it."""
    _AT_END.append((os.getpid(), function))


@atexit.register
def _clean_up() -> None:
    for process, function in _AT_END:
        if process == os.getpid():
            function()


def end_at_once(status: int) -> NoReturn:
    """End a worker process: what it has to do `at_end` is done, what its parent would do at its exit is not."""
    try:
        _clean_up()
    finally:
        os._exit(status)


class _BlasThreads:
    """Keeps NumPy's matrix products to one thread while anyone asks for it; then restores their number.

    OpenBLAS reads its environment variables when NumPy is loaded, which may be long before stead is; its own functions
    work at any time. Its threads wait in a loop: on a machine with other work a product takes several times as long,
    and stead has threads of its own, one for each sentence. Where NumPy has another library, nothing is changed.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._users = 0
        self._before = 0

    def __enter__(self) -> None:
        with self._lock:
            self._users += 1
            if self._users == 1 and (library := _openblas()):
                self._before = library.get()
                library.set(1)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            if not self._users and (library := _openblas()):
                library.set(self._before)


one_blas_thread = _BlasThreads()
"""A context in which NumPy's matrix products use one thread, in the whole process."""


class _OpenBlas(NamedTuple):
    """The functions of OpenBLAS that get and set its number of threads."""

    get: Callable[[], int]
    set: Callable[[int], object]


@cache
def _openblas() -> _OpenBlas | None:
    """The OpenBLAS that comes with NumPy's wheels; None where NumPy was built with another library."""
    import ctypes  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    import numpy  # noqa: ICN001, PLC0415

    package = Path(numpy.__file__).parent
    for folder in (package.parent / "numpy.libs", package / ".dylibs"):
        for file in folder.glob("*openblas*") if folder.is_dir() else ():
            library = ctypes.CDLL(str(file))
            for prefix, suffix in product(("scipy_", ""), ("64_", "")):
                names = [f"{prefix}openblas_{verb}_num_threads{suffix}" for verb in ("get", "set")]
                if all(hasattr(library, name) for name in names):
                    return _OpenBlas(*(getattr(library, name) for name in names))
    return None


def _limit() -> int:
    """The limit that the environment sets for this process."""
    wanted = os.environ.get(_LIMITS[0], "")
    return max(1, int(wanted)) if wanted.isdecimal() else _ANY


def map_in_order(
    function: Callable[[Part], Result], parts: Iterable[Part], *, at_most: int | None = None
) -> Iterator[Result]:
    """Apply a function to each part in `at_most` threads (default: one per core); results come in order.

    Only as many parts as threads are held in memory. Inside such a thread, parts are worked on one by one: the cores
    are busy.
    """
    parts = iter(parts)
    first = list(islice(parts, 2))
    threads_wanted = min(free_cores(), at_most or _ANY)
    if len(first) < 2 or threads_wanted == 1:
        yield from map(function, chain(first, parts))
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # noqa: PLC0415 (for large files only)

    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(threads_wanted, initializer=use_one_thread) as threads:
        for part in chain(first, parts):
            waiting.append(threads.submit(function, part))
            if len(waiting) > threads_wanted:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


_THREAD = local()


def free_cores() -> int:
    """Number of cores that this thread may keep busy: within the user's limit, and one if others are busy as well."""
    return 1 if getattr(_THREAD, "is_worker", False) else min(cores(), _limit())


def use_one_thread() -> None:
    """Let `map_in_order` use no further threads when it is called by this one: others keep the cores busy."""
    _THREAD.is_worker = True
