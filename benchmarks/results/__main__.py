"""`python -m benchmarks.results`: write docs/reference/results.md and its pictures from a list of runs."""

import argparse
import sys
from pathlib import Path

from benchmarks.results.listing import read_golds, read_published
from benchmarks.results.page import results_page
from stead.cli.options import whole_number
from stead.cli.output import log
from stead.comparing import Resampling
from stead.core.errors import SteadError
from stead.formats import write_content

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs/reference/results.md"


def main(words: list[str] | None = None) -> int:
    """Make the page; a fault of the list is one sentence."""
    options = _parser().parse_args(words)
    try:
        _write(options)
    except SteadError as error:
        log(str(error))
        return error.status
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.results", description=__doc__)
    listed = HERE / "systems.toml"
    parser.add_argument("--list", type=Path, default=listed, help="golds and systems, as systems.toml lists them")
    parser.add_argument("--runs", type=Path, help="where the files of the list are (default: where the list is)")
    parser.add_argument("--published", type=Path, default=HERE / "published.toml", help="figures of papers")
    parser.add_argument("--resamples", type=whole_number, default=10_000, help="default: 10000")
    parser.add_argument("-o", "--output", type=Path, default=PAGE, help="default: docs/reference/results.md")
    return parser


def _write(options: argparse.Namespace) -> None:
    """The page, and its pictures in the folder of the same name."""
    beside: Path = options.output.with_suffix("")
    golds = read_golds(options.list, options.runs or options.list.parent)
    procedure = Resampling(unit="lexelt", resamples=options.resamples, seed=1)
    listed = _shown(options.list)
    page = results_page(golds, read_published(options.published), procedure, log, listed=listed, beside=beside.name)
    beside.mkdir(exist_ok=True)
    for name, svg in page.pictures.items():
        write_content(beside / name, svg.encode())
    write_content(options.output, page.text.encode())


def _shown(path: Path) -> str:
    """The list as seen from the project, so that the page says nothing of the machine it was made on."""
    root = HERE.parents[1]
    return str(path.resolve().relative_to(root)) if path.resolve().is_relative_to(root) else path.name


if __name__ == "__main__":
    sys.exit(main())
