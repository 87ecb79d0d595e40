"""`stead campaign export`: write what was answered."""

import argparse
from pathlib import Path

from stead.api.gold import make_gold
from stead.cli.campaign_common import add_folder, opened, refuse_rating
from stead.cli.common import said
from stead.core.annotation import Annotation
from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.text import counted
from stead.formats import write_content, written

_FORMS = ("stead", "annotations", "csv", "semeval")
_EXAMPLES = """
stead        everything: items, guidelines, users, assignments, answers with all revisions and times, events; no
             secrets. `stead campaign import` reads it
annotations  the answers that count, as stead JSON Lines: for `stead gold make`, `stead agreement`
csv          the same as a table
semeval      a folder with items.xml, gold.txt and gold-multiwords.txt, counted as `stead gold make` does by default

examples:
  stead campaign export mine -o everything.jsonl
  stead campaign export mine --to annotations -o annotations.jsonl
  stead campaign export mine --to semeval -o task
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    add_folder(parser)
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="where to (default: standard output)")
    parser.add_argument("--to", choices=_FORMS, default="stead", help="default: stead")
    parser.add_argument("--late", action="store_true", help="annotations, csv: with late answers, beyond k for an item")
    parser.add_argument(
        "--all-phases", action="store_true", help="annotations, csv: with practice and attention checks"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write it in the form that was asked for."""
    from stead.campaign.exporting import exported  # noqa: PLC0415
    from stead.campaign.records import Kind  # noqa: PLC0415

    if (options.late or options.all_phases) and options.to not in ("annotations", "csv"):
        raise UsageError("--late and --all-phases are for --to annotations and --to csv.")
    with opened(options, deleted_too=True) as campaign:
        if options.to == "stead":
            write_content(options.output, "".join(exported(campaign)).encode())
            return 0
        refuse_rating(campaign)
        kinds = tuple(Kind) if options.all_phases else (Kind.REAL,)
        annotations = campaign.overview.annotations(late=options.late, kinds=kinds)
        items = [each.item for each in campaign.items.of(Kind.REAL)]
        left_out = len(campaign.overview.annotations(late=True, kinds=kinds)) - len(annotations)
    if left_out:
        said(f"{counted(left_out, 'late answer')} left out (--late).")
    if options.to == "semeval":
        _write_semeval(Path(options.output), annotations, items)
        return 0
    form = "stead" if options.to == "annotations" else "annotations-csv"
    write_content(options.output, written(annotations, "annotations", form).text.encode())
    said(f"{counted(len(annotations), 'annotation')} written.")
    return 0


def _write_semeval(folder: Path, annotations: list[Annotation], items: list[Item]) -> None:
    if str(folder) == "-":
        raise UsageError("--to semeval makes several files; name a folder for them (-o).")
    made = make_gold(annotations, items=items)
    files = {
        "items.xml": written(items, "items", "semeval"),
        "gold.txt": written(made.gold, "gold", "semeval"),
        "gold-multiwords.txt": written(made.multiwords, "gold", "semeval"),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror}.") from None
    for note in made.notes:
        said(note)
    for name, (text, losses) in files.items():
        for loss in losses:
            said(f"{name} cannot hold {loss}: lost.")
        write_content(folder / name, text.encode())
    said(f"{counted(len(made.gold), 'item')} in {folder / 'gold.txt'}.")
