"""A bar on the terminal while something long goes on; nothing where standard error is no terminal."""

import sys
import time

_WIDTH = 30
_PAUSE = 0.1


class Bar:
    """One line that is drawn over and over; call `done` before anything else is printed."""

    def __init__(self, label: str) -> None:
        self.label = label
        self._shown = False
        self._next = 0.0
        self._active = sys.stderr.isatty()

    def megabytes(self, so_far: int, expected: int) -> None:
        """Show how much there is of how many bytes (0 if that is not known)."""
        if not self._active or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _PAUSE
        self._shown = True
        sys.stderr.write(f"\r\x1b[K{self.label} {_drawn(so_far, expected)}")
        sys.stderr.flush()

    def done(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._shown = False


def _drawn(so_far: int, expected: int) -> str:
    if not expected:
        return f"{so_far / 1e6:.1f} MB"
    filled = min(_WIDTH, _WIDTH * so_far // expected)
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {so_far / 1e6:.1f} of {expected / 1e6:.1f} MB"
