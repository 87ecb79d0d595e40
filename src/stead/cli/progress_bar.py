"""How far long work is: one line of a terminal that is drawn over and over, and gone when the work is done."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from stead.cli.output import log, log_what_is_made
from stead.core.progress import Bytes
from stead.core.text import one_line

_CLEAR = "\r\x1b[K"
_EVERY = 0.1  # seconds
_WIDTH = 24


class Line:
    """Draws progress (`stead.core.progress`) on a terminal; nothing else is printed before `clear` is called.

    Shares of the whole work are drawn as each step begins, since it may last; where standard error is no terminal,
    each of these steps is a line, once. Other amounts are drawn now and then, with their rate and the time that is
    left, and only on a terminal.
    """

    def __init__(self) -> None:
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._next = monotonic() + _EVERY
        self._is_drawn = False
        self._said: set[str] = set()
        self._step = ""
        self._started = 0.0
        self._before = 0.0  # what was done of the step when it was first heard of

    def __call__(self, step: str, done: float, total: float) -> None:
        """Report that an amount of a step is done, of a total."""
        if step != self._step:
            self._step, self._started, self._before = step, monotonic(), done
        if total == 1:
            self._begin(step, done)
        elif self._is_terminal and monotonic() >= self._next:
            self._draw(self._amounts(step, done, total))

    def _begin(self, step: str, share: float) -> None:
        if self._is_terminal:
            self._draw(f"stead: {bar(share)} {share:4.0%} {one_line(step)} ...")
        elif step not in self._said:
            log(f"{step} ...")
            self._said.add(step)

    def _amounts(self, step: str, done: float, total: float) -> str:
        rate = (done - self._before) / max(monotonic() - self._started, _EVERY)
        size, unit, speed = (1e6, " MB", " MB/s") if isinstance(done, Bytes) else (1, "", " a second")
        digits = 1 if unit else 0
        text = one_line(step)
        if total:
            text += f" {bar(done / total)} {done / size:,.{digits}f} of {total / size:,.{digits}f}{unit}"
        elif done:
            text += f" {done / size:,.{digits}f}{unit}"
        if rate:
            text += f", {rate / size:,.1f}{speed}"
        return text + (f", {(total - done) / rate:.0f} s left" if rate and total else "")

    def _draw(self, text: str) -> None:
        self._write(f"{_CLEAR}{text}")
        self._next = monotonic() + _EVERY
        self._is_drawn = True

    def clear(self) -> None:
        """Clear the line."""
        if self._is_drawn:
            self._write(_CLEAR)
        self._is_drawn = False

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


@contextmanager
def draw_progress() -> Iterator[Line]:
    """Draw progress; the line is cleared when the work is done or has failed."""
    line = Line()
    log_what_is_made(line.clear)
    try:
        yield line
    finally:
        line.clear()


def bar(share: float) -> str:
    """Draw a bar, filled up to a share."""
    filled = min(_WIDTH, int(_WIDTH * share))
    return f"{'█' * filled}{'░' * (_WIDTH - filled)}"
