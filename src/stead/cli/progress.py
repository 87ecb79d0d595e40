"""How far long work is: one line of a terminal that is drawn over and over, and gone when the work is done."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from stead.cli.output import log
from stead.core.text import one_line

_CLEAR = "\r\x1b[K"
_EVERY = 0.1  # seconds
_WIDTH = 24
_BYTES = 100_000  # more than this many of anything are bytes


class Line:
    """Nothing is drawn where standard error is no terminal; call `done` before anything else is printed."""

    def __init__(self) -> None:
        self._shows = sys.stderr is not None and sys.stderr.isatty()
        self._next = monotonic() + _EVERY
        self._drawn = False

    def show(self, text: str) -> None:
        """Draw this, unless something was drawn just now."""
        if self._shows and monotonic() >= self._next:
            self._draw(text)

    def _draw(self, text: str) -> None:
        self._write(f"{_CLEAR}{text}")
        self._next = monotonic() + _EVERY
        self._drawn = True

    def done(self) -> None:
        """Take the line away."""
        if self._drawn:
            self._write(_CLEAR)
        self._drawn = False

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


class Fetching(Line):
    """Bytes on their way."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._label = label

    def __call__(self, so_far: int, expected: int) -> None:
        """So many bytes have come of so many (0 if that is not known)."""
        amount = f"{so_far / 1e6:.1f} MB"
        if expected:
            amount = f"{bar(so_far / expected)} {so_far / 1e6:.1f} of {expected / 1e6:.1f} MB"
        self.show(f"{self._label} {amount}")


class Reading(Line):
    """Bytes read, and how fast."""

    def __init__(self) -> None:
        super().__init__()
        self._started = monotonic()

    def __call__(self, read: int) -> None:
        """So many bytes have been read."""
        rate = read / max(monotonic() - self._started, _EVERY) / 1e6
        self.show(f"read {read / 1e6:,.0f} MB, {rate:.1f} MB/s")


class Counting(Line):
    """Things done out of so many."""

    def __init__(self, label: str, total: int, *, already: int = 0) -> None:
        super().__init__()
        self._label, self._total, self._already = label, total, already
        self._started = monotonic()

    def __call__(self, number: int) -> None:
        """So many have been done, those before this process began included."""
        rate = (number - self._already) / max(monotonic() - self._started, _EVERY)
        left = (self._total - number) / rate if rate else 0
        share = bar(number / max(self._total, 1))
        self.show(f"{self._label} {share} {number} of {self._total}, {rate:,.1f} a second, {left:.0f} s left")


class Tables(Line):
    """Steps one after the other, each with how far it is, how fast it goes and how long it will take."""

    def __init__(self) -> None:
        super().__init__()
        self._step = ""
        self._started = monotonic()
        self._first = 0

    def __call__(self, step: str, done: int, total: int) -> None:
        """So much of a step is done, of so much (0 if that is not known)."""
        if step != self._step:
            self._step, self._started, self._first = step, monotonic(), done
        rate = (done - self._first) / max(monotonic() - self._started, _EVERY)
        text = f"{step} {bar(done / total)}" if total else step
        if total > _BYTES:
            text += f" {done / 1e6:,.0f} of {total / 1e6:,.0f} MB, {rate / 1e6:.1f} MB/s"
        elif total:
            text += f" {done} of {total}"
        self.show(text + (f", {(total - done) / rate:.0f} s left" if rate and total else ""))


class Steps(Line):
    """Steps of different kinds, each shown as it begins, since it may last; without a terminal, as a line, once."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[str] = set()

    def __call__(self, step: str, share: float) -> None:
        """This step begins, and such a share of all work is behind it."""
        if self._shows:
            self._draw(f"stead: {bar(share)} {share:4.0%} {one_line(step)} ...")
        elif step not in self._said:
            log(f"{step} ...")
            self._said.add(step)


@contextmanager
def progress() -> Iterator[Steps]:
    """What to tell each step to; its line is gone when the work is done or has failed."""
    steps = Steps()
    try:
        yield steps
    finally:
        steps.done()


def bar(share: float) -> str:
    """A bar that is filled so far."""
    filled = min(_WIDTH, int(_WIDTH * share))
    return f"{'█' * filled}{'░' * (_WIDTH - filled)}"
