"""`stead demo`: the main job on the bundled example."""

import argparse
import shutil
from importlib.resources import as_file, files
from pathlib import Path

from stead.api.score import score
from stead.api.suggest import suggest
from stead.cli.common import printed, said
from stead.cli.suggest import shown_table
from stead.core.errors import BadInput, SteadError
from stead.resources import find, named

_SENTENCES = (
    "They [bought] a house by the sea.",
    "He [handed] the keys to an old friend.",
    "It was a [quick] answer.",
)
_NEEDED = ("wordnet", "bnc")

_NEXT = """
What next?

  stead demo --copy example                             a copy of the example for you; in that folder:
  stead score gold.txt runs/*.txt --by pos              parts of speech
  stead score gold.txt runs/*.txt --by languages.tsv    English, Italian, French
  stead agreement annotations.jsonl                     how far the annotators agree
  stead compare gold.txt runs/*.txt -o report.html      which differences are real, on one page
  stead simulate campaign                               a whole campaign with known truth
  stead check runs/parrot.txt                           what is odd about a file
  stead measures                                        what each measure rewards
  stead systems                                         what finds substitutes
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--copy", metavar="FOLDER", help="copy the example to a new folder instead of scoring it")
    parser.add_argument("--report", metavar="FILE", help="also compare the runs, and write the report (see compare -o)")
    parser.add_argument("--study", metavar="FILE", help="also simulate a campaign with two golds, and write its study")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Copy the example, or score it."""
    with as_file(files("stead") / "examples") as examples:
        if options.copy:
            return _copy(examples, Path(options.copy))
        _show(examples)
        if options.report:
            _report(examples, options.report)
    if options.study:
        _study(options.study)
    return 0


def _copy(examples: Path, folder: Path) -> int:
    if folder.exists():
        raise BadInput(f"{folder}: exists already; name a folder that does not.")
    try:
        shutil.copytree(examples, folder)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}.") from None
    said(f"the example is in {folder}; its README.md says what is what.")
    return 0


def _show(examples: Path) -> None:
    runs = sorted((examples / "runs").glob("*.txt"))
    printed(
        "Seventy sentences in English, Italian and French; five people said what could stand in the stead of one word\n"
        f"of each; {len(runs)} systems guessed. This is `stead score gold.txt runs/*.txt`:\n\n"
    )
    result = score(examples / "gold.txt", *runs)
    printed(str(result))
    _suggest()
    printed(_NEXT)


def _report(examples: Path, file: str) -> None:
    from stead.api.compare import compare  # noqa: PLC0415 (the demonstration itself needs neither)
    from stead.api.results import format_of  # noqa: PLC0415
    from stead.cli.progress import draw_progress  # noqa: PLC0415

    format_of(file)
    with draw_progress() as progress:
        result = compare(
            examples / "gold.txt",
            *sorted((examples / "runs").glob("*.txt")),
            by=examples / "languages.tsv",
            items=sorted(examples.glob("items.*.xml")),
            annotations=examples / "annotations.jsonl",
            progress=progress,
        )
    result.save(file)
    printed(f"\nThe report of these runs, to be opened in a browser: {file}\n")


def _study(file: str) -> None:
    """Twelve targets, a few people who do not look at what they rate, and the question whether it was worth it."""
    from stead.api.posthoc import extend_gold, filter_ratings  # noqa: PLC0415
    from stead.api.results import format_of  # noqa: PLC0415
    from stead.api.study import simulate, study  # noqa: PLC0415

    format_of(file)
    own = simulate(targets=12, sentences=8, bad_raters=4, repeats=4, planted=4).campaign
    used = filter_ratings(own.ratings, dispatch=own.dispatch).kept
    found = study(
        own.gold,
        extend_gold(own.gold, used).gold,
        *own.runs,
        baselines=[own.baseline],
        pool=own.pool,
        ratings=used,
        frequencies=("the simulation", own.frequencies.__getitem__),
        items=own.items,
    )
    found.save(file)
    printed(
        f"\nWas a second gold worth it? A simulated campaign: {found.answer}\n\n"
        f"Its study, to be opened in a browser: {file}\n"
    )


def _suggest() -> None:
    """Three sentences, if what that needs is here."""
    printed("\nAnd what would you say? This is `stead suggest SENTENCE -n 3 --explain`:\n\n")
    if missing := [name for name in _NEEDED if find(named(name)) is None]:
        printed(f"(it needs `stead resources get {' '.join(missing)}`; then run this again)\n")
        return
    try:
        tables = [shown_table(suggest(sentence, number=3), explain=True) for sentence in _SENTENCES]
    except SteadError as error:
        printed("(not this time)\n")
        said(f"no substitutes this time: {error}")
        return
    printed("\n".join(tables))
