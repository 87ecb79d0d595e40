"""Counts and times of the service in the text format of Prometheus."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
Labels = tuple[tuple[str, str], ...]


@dataclass
class Histogram:
    """How many values were at most each bound, and their sum."""

    bounds: Sequence[float]
    counts: list[int] = field(init=False)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def lines(self, name: str, labels: Labels) -> Iterator[str]:
        """The lines of Prometheus."""
        *below, all_of_them = accumulate(self.counts)
        for bound, count in zip((*self.bounds, "+Inf"), (*below, all_of_them), strict=True):
            yield f"{name}_bucket{_write(*labels, ('le', str(bound)))} {count}"
        yield f"{name}_sum{_write(*labels)} {self.total:.6f}"
        yield f"{name}_count{_write(*labels)} {all_of_them}"


@dataclass
class Metrics:
    """What the service has done since it was started. Labels are addresses and systems, never what was asked."""

    requests: Counter[Labels] = field(default_factory=Counter)
    seconds: defaultdict[Labels, Histogram] = field(default_factory=lambda: defaultdict(lambda: Histogram(_SECONDS)))
    batches: defaultdict[Labels, Histogram] = field(default_factory=lambda: defaultdict(lambda: Histogram(_SIZES)))
    computing: defaultdict[Labels, float] = field(default_factory=lambda: defaultdict(float))

    def add_request(self, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[("path", path), ("status", str(status))] += 1
        self.seconds[(("path", path),)].add(seconds)

    def add_batch(self, system: str, size: int, seconds: float) -> None:
        """Count a batch of targets that a system was asked for."""
        self.batches[(("system", system),)].add(size)
        self.computing[(("system", system),)] += seconds

    def text(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """All metrics, with some values of this moment: name to meaning and value."""
        return "".join(f"{line}\n" for line in self._lines(gauges))

    def _lines(self, gauges: Mapping[str, tuple[str, float]]) -> Iterator[str]:
        yield from _head("stead_requests_total", "counter", "Requests by address and status.")
        yield from (f"stead_requests_total{_write(*labels)} {count}" for labels, count in self.requests.items())
        yield from _head("stead_request_seconds", "histogram", "Seconds from a request to its response.")
        for labels, histogram in self.seconds.items():
            yield from histogram.lines("stead_request_seconds", labels)
        yield from _head("stead_batch_targets", "histogram", "Targets that were answered in one batch.")
        for labels, histogram in self.batches.items():
            yield from histogram.lines("stead_batch_targets", labels)
        yield from _head("stead_computing_seconds_total", "counter", "Seconds that systems computed.")
        for labels, seconds in self.computing.items():
            yield f"stead_computing_seconds_total{_write(*labels)} {seconds:.6f}"
        for name, (meaning, value) in gauges.items():
            yield from _head(name, "gauge", meaning)
            yield f"{name} {value:g}"


def _head(name: str, kind: str, meaning: str) -> Iterator[str]:
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"


def _write(*labels: tuple[str, str]) -> str:
    if not labels:
        return ""
    escaped = (
        f'{name}="{text}"'
        for name, value in labels
        for text in [value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")]
    )
    return f"{{{','.join(escaped)}}}"
