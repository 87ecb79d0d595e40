"""The state of a server for those who watch it: whether it works, and counts and times for Prometheus."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from starlette.responses import PlainTextResponse, Response

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
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


@dataclass(frozen=True)
class Gauge:
    """A value of this moment."""

    name: str
    meaning: str
    value: float
    labels: Labels = ()


@dataclass
class Metrics:
    """The requests since the server was started. Labels are addresses of pages, never what was asked."""

    requests: Counter[Labels] = field(default_factory=Counter)
    seconds: defaultdict[Labels, Histogram] = field(default_factory=lambda: defaultdict(lambda: Histogram(_SECONDS)))

    def add_request(self, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[("path", path), ("status", str(status))] += 1
        self.seconds[(("path", path),)].add(seconds)

    def text(self, gauges: Iterable[Gauge]) -> str:
        """All metrics, with some values of this moment."""
        return "".join(f"{line}\n" for line in (*self.lines(), *_gauge_lines(gauges)))

    def lines(self) -> Iterator[str]:
        """The lines of Prometheus."""
        yield from head("stead_requests_total", "counter", "Requests by address and status.")
        yield from (f"stead_requests_total{_write(*labels)} {count}" for labels, count in self.requests.items())
        yield from histogram_lines("stead_request_seconds", "Seconds from a request to its response.", self.seconds)


def histogram_lines(name: str, meaning: str, histograms: Mapping[Labels, Histogram]) -> Iterator[str]:
    """The lines of a histogram, with all its labels."""
    yield from head(name, "histogram", meaning)
    for labels, histogram in histograms.items():
        yield from histogram.lines(name, labels)


def counter_lines(name: str, meaning: str, totals: Mapping[Labels, float]) -> Iterator[str]:
    """The lines of a counter of seconds, with all its labels."""
    yield from head(name, "counter", meaning)
    for labels, total in totals.items():
        yield f"{name}{_write(*labels)} {total:.6f}"


def _gauge_lines(gauges: Iterable[Gauge]) -> Iterator[str]:
    last = ""
    for gauge in gauges:
        if gauge.name != last:
            yield from head(gauge.name, "gauge", gauge.meaning)
        last = gauge.name
        yield f"{gauge.name}{_write(*gauge.labels)} {gauge.value:g}"


def head(name: str, kind: str, meaning: str) -> Iterator[str]:
    """The lines before the values of a metric."""
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


def metrics_response(metrics: Metrics, gauges: Iterable[Gauge]) -> Response:
    """The response to Prometheus."""
    return PlainTextResponse(metrics.text(gauges), media_type="text/plain; version=0.0.4")


def health_response(*, works: bool) -> Response:
    """The response to a proxy or a container that asks whether the server works."""
    return PlainTextResponse("ok\n") if works else PlainTextResponse("unavailable\n", 503)
