"""`lexsub_score`: the scorer of EVALITA 2009 by its own name and usage, with the corrected measures.

T is what its guidelines say, items with at least one answer; precision, recall and mode are SemEval's.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from stead.cli.output import guard, log_notes, write
from stead.core.text import one_line

if TYPE_CHECKING:
    from stead.api.score import ScoreResult

_MEASURES = {"best": "best,best-mode", "oot": "oot@10,oot-mode@10"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Score one system file against one gold file."""
    parser = argparse.ArgumentParser(
        prog="lexsub_score", description="Score an EVALITA 2009 lexical substitution run (best or out of ten)."
    )
    parser.add_argument("system_file", help="output of a system")
    parser.add_argument("gold_file", help="gold standard tagged by the annotators")
    parser.add_argument("-t", dest="task", choices=list(_MEASURES), default="best", help="scoring type (default: best)")
    parser.add_argument("-v", dest="verbose", action="store_true", help="line-by-line scoring calculations")
    options = parser.parse_args(arguments)
    return guard(lambda: _score(options))


def _score(options: argparse.Namespace) -> int:
    from stead.api.score import score

    result = score(options.gold_file, options.system_file, measures=_MEASURES[options.task], min_responses=1)
    log_notes(result.notes)
    write("".join(f"{line}\n" for line in _lines(result, verbose=options.verbose)))
    return 0


def _lines(result: "ScoreResult", *, verbose: bool) -> Iterator[str]:
    from stead.reporting.tables import percent

    if verbose:
        yield from _item_lines(result)
    plain, mode = result.scores
    yield f"Total = {plain.scored}, attempted = {plain.attempted}"
    yield f"precision = {percent(plain.figures['P'])}, recall = {percent(plain.figures['R'])}"
    yield f"Total with mode {mode.scored} attempted {mode.attempted}"
    yield f"Mode precision = {percent(mode.figures['P'])}, Mode recall = {percent(mode.figures['R'])}"


def _item_lines(result: "ScoreResult") -> Iterator[str]:
    plain, mode = result.evaluation.statistics
    for position, (lexelt, identifier) in enumerate(zip(plain.lexelts, plain.ids, strict=True)):
        counted, attempted, hit = mode.values[position].tolist()
        verdict = "not attempted" if not plain.values[position, 1] else f"credit {plain.values[position, 2]:.6f}"
        mode_verdict = ("mode found" if hit else "mode not found") if attempted else ""
        words = (one_line(lexelt), one_line(identifier), verdict, mode_verdict if counted else "no mode")
        yield " ".join(word for word in words if word)


if __name__ == "__main__":
    sys.exit(main())
