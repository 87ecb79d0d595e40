"""Progress of long work, on a terminal only."""

import sys
from time import monotonic

_EVERY = 0.2  # seconds


class ReadingProgress:
    """Shows how much has been read, on one line of standard error that is wiped in the end."""

    def __init__(self) -> None:
        self._shows = sys.stderr is not None and sys.stderr.isatty()
        self._started = self._last = monotonic()

    def __call__(self, read: int) -> None:
        """So many bytes have been read."""
        now = monotonic()
        if self._shows and now - self._last >= _EVERY:
            self._last = now
            rate = read / (now - self._started) / 1e6
            self._write(f"\r\x1b[Kread {read / 1e6:,.0f} MB, {rate:.1f} MB/s")

    def end(self) -> None:
        """Wipe the line."""
        if self._shows:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
