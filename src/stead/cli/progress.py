"""How far long work is: a bar on a terminal, a line for each step elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from stead._compare import Told
from stead._wording import one_line
from stead.cli.common import said

_BAR = 24
_CLEAR = "\r\x1b[K"


@contextmanager
def progress() -> Iterator[Told]:
    """What to tell each step to; the bar is gone when the work is done or has failed."""
    if not sys.stderr.isatty():
        steps: set[str] = set()
        yield lambda step, _: _say_once(step, steps)
        return
    try:
        yield _draw
    finally:
        _write(_CLEAR)


def _say_once(step: str, steps: set[str]) -> None:
    """A step that goes on is not said again."""
    if step not in steps:
        said(f"{step} ...")
    steps.add(step)


def _draw(step: str, share: float) -> None:
    done = round(_BAR * share)
    _write(f"{_CLEAR}stead: {'█' * done}{'░' * (_BAR - done)} {share:4.0%} {one_line(step)} ...")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
