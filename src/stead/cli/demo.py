"""`stead demo`: the main job on the bundled example."""

import argparse
from pathlib import Path

from stead.cli.output import log, refuse_unwritable, write
from stead.cli.suggest import suggestion_table
from stead.core.errors import BadInput, SteadError

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


def declare_demo(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--copy", metavar="FOLDER", help="copy the example to a new folder instead of scoring it")
    parser.add_argument("--report", metavar="FILE", help="also compare the runs, and write the report (see compare -o)")
    parser.add_argument("--study", metavar="FILE", help="also simulate a campaign with two golds, and write its study")


def run_demo(options: argparse.Namespace) -> int:
    """Copy the example, or score it."""
    from importlib.resources import as_file, files

    for option in ("report", "study"):
        _refuse_output(getattr(options, option), f"--{option}")
    with as_file(files("stead") / "examples") as examples:
        if options.copy:
            return _copy(examples, Path(options.copy))
        _show(examples)
        if options.report:
            _report(examples, options.report)
    if options.study:
        _study(options.study)
    return 0


def _refuse_output(file: str | None, option: str) -> None:
    """Refuse a file that cannot be written, or in no format of reports, before the demo runs."""
    if file is not None:
        from stead.api.results import format_of

        format_of(file)
        refuse_unwritable(file, option)


def _copy(examples: Path, folder: Path) -> int:
    if folder.exists():
        raise BadInput(f"{folder}: exists already; name a folder that does not.")
    import shutil

    try:
        shutil.copytree(examples, folder)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}.") from None
    log(f"the example is in {folder}; its README.md says what is what.")
    return 0


def _show(examples: Path) -> None:
    from stead.api.score import score

    runs = sorted((examples / "runs").glob("*.txt"))
    write(
        "Seventy sentences in English, Italian and French; five people said what could stand in the stead of one word\n"
        f"of each; {len(runs)} systems guessed. This is `stead score gold.txt runs/*.txt`:\n\n"
    )
    result = score(examples / "gold.txt", *runs)
    write(str(result))
    _suggest()
    write(_NEXT)


def _report(examples: Path, file: str) -> None:
    from stead.api.compare import compare
    from stead.cli.progress_bar import draw_progress

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
    write(f"\nThe report of these runs, to be opened in a browser: {file}\n")


def _study(file: str) -> None:
    """Twelve targets, a few people who do not look at what they rate, and the question whether it was worth it."""
    from stead.api.posthoc import extend_gold, filter_ratings
    from stead.api.study import simulate, study

    campaign = simulate(targets=12, sentences=8, bad_raters=4, repeats=4, planted=4).campaign
    used = filter_ratings(campaign.ratings, dispatch=campaign.dispatch).kept
    result = study(
        campaign.gold,
        extend_gold(campaign.gold, used).gold,
        *campaign.runs,
        baselines=[campaign.baseline],
        pool=campaign.pool,
        ratings=used,
        frequencies=("the simulation", campaign.frequencies.__getitem__),
        items=campaign.items,
    )
    result.save(file)
    write(
        f"\nWas a second gold worth it? A simulated campaign: {result.answer}\n\n"
        f"Its study, to be opened in a browser: {file}\n"
    )


def _suggest() -> None:
    """Three sentences, if what that needs is here."""
    from stead.api.suggest import suggest
    from stead.resources import find, resource_named

    write("\nAnd what would you say? This is `stead suggest SENTENCE -n 3 --explain`:\n\n")
    if missing := [name for name in _NEEDED if find(resource_named(name)) is None]:
        write(f"(it needs `stead resources get {' '.join(missing)}`; then run this again)\n")
        return
    try:
        tables = [suggestion_table(suggest(sentence, number=3), explain=True) for sentence in _SENTENCES]
    except SteadError as error:
        write("(not this time)\n")
        log(f"no substitutes this time: {error}")
        return
    write("\n".join(tables))
