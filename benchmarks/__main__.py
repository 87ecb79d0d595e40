"""Run every benchmark."""

import tempfile
from pathlib import Path

from benchmarks import (
    agreement,
    cold_start,
    columnar,
    comparing,
    counts,
    golds,
    lexicons,
    neighbours,
    posthoc,
    scale,
    serving,
    substituter,
    systems,
    tiers,
    words,
)


def main() -> None:
    """Print what each benchmark found."""
    with tempfile.TemporaryDirectory() as folder:
        cold_start.report(Path(folder))
        scale.report(Path(folder))
        columnar.report(Path(folder))
        golds.report(Path(folder))
        agreement.report(Path(folder))
        comparing.report()
        words.report(Path(folder))
        lexicons.report(Path(folder))
        systems.report(Path(folder))
        tiers.report()
        substituter.report()
        serving.report()
        counts.report(Path(folder))
        neighbours.report()
        posthoc.report(Path(folder) / "posthoc")


if __name__ == "__main__":
    main()
