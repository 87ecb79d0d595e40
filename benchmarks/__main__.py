"""Run every benchmark."""

import tempfile
from pathlib import Path

from benchmarks import cold_start, columnar, lexicons, scale, systems, words


def main() -> None:
    """Print what each benchmark found."""
    with tempfile.TemporaryDirectory() as folder:
        cold_start.report(Path(folder))
        scale.report(Path(folder))
        columnar.report(Path(folder))
        words.report(Path(folder))
        lexicons.report(Path(folder))
        systems.report(Path(folder))


if __name__ == "__main__":
    main()
