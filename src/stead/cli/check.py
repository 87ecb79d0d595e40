"""`stead check`: list every fault of a file, all at once."""

import argparse

from stead.cli.common import add_reading_options, printed
from stead.formats import KINDS, Content, Kind, Options, Policy, load_content, read_content
from stead.task import BadInput, GoldStandard, Report, Run, Severity


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="items, gold, run, annotations or mapping, in any format"
    )
    parser.add_argument("--as", dest="kind", choices=KINDS, help="what the files hold; default: found out")
    parser.add_argument(
        "--gold", metavar="FILE", help="also check runs against this gold: unknown, repeated, missing ids"
    )
    add_reading_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check each file; 1 if any has a fault that is more than a note."""
    gold = _read_gold(options.gold) if options.gold else None
    clean = [_check(path, options, gold) for path in options.files]
    return 0 if all(clean) else 1


def _read_gold(path: str) -> GoldStandard:
    noun, _ = load_content(read_content(path), "gold", Options())
    assert isinstance(noun, GoldStandard)  # noqa: S101 (what the reader of golds returns)
    return noun


def _check(path: str, options: argparse.Namespace, gold: GoldStandard | None) -> bool:
    try:
        content = read_content(path)
        kind, noun, report = _read(content, options)
    except BadInput as error:
        printed(f"{error}\n")
        return False
    if gold is not None and isinstance(noun, Run):
        _compare_ids(noun, gold, report)
    for fault in report:
        printed(f"{fault}\n")
    bad = [fault for fault in report if fault.severity is not Severity.NOTE]
    verdict = "no faults" if not bad else f"{len(bad)} fault{'s' * (len(bad) > 1)}"
    printed(f"{path}: {kind}, {_size(noun)}: {verdict}.\n")
    return not bad


def _read(content: Content, options: argparse.Namespace) -> tuple[Kind, object, Report]:
    """Read the file as what it is said to be, or as the first thing that it can be."""
    policy = Policy.SKIP if options.faults == "skip" else Policy.REPAIR
    reading = Options(options.format, policy)
    if options.kind:
        return options.kind, *load_content(content, options.kind, reading)
    refusals: list[BadInput] = []
    for kind in _likely_kinds(content):
        try:
            return kind, *load_content(content, kind, reading)
        except BadInput as error:
            refusals.append(error)
    raise refusals[0]


def _likely_kinds(content: Content) -> tuple[Kind, ...]:
    """In which order to try: XML holds items, JSON Lines say it, arrows make a mapping, weights a gold."""
    beginning = content.data[: 1 << 16].decode(errors="replace")
    if beginning.lstrip("\ufeff \r\n\t").startswith("<"):
        return ("items",)
    if beginning.lstrip("\ufeff \r\n\t").startswith("{"):
        named = [kind for kind in KINDS if f'"stead.{kind}/1"' in beginning.partition("\n")[0]]
        return tuple(named) or KINDS[:-1]
    return ("mapping",) if "-->" in beginning else ("gold", "run")


def _size(noun: object) -> str:
    size = sum(map(len, noun.canonical.values())) if hasattr(noun, "canonical") else len(noun)  # type: ignore[arg-type]
    return f"{size} {'rules' if hasattr(noun, 'canonical') else 'rows'}"


def _compare_ids(run_noun: Run, gold: GoldStandard, report: Report) -> None:
    known, seen = set(gold.ids), set()
    for identifier in run_noun.ids:
        if identifier not in known:
            report.error(None, "unknown", f"the id {identifier} is not in the gold")
        elif identifier in seen:
            report.error(None, "repeated", f"the id {identifier} comes a second time; only the first counts")
        seen.add(identifier)
    missing = [identifier for identifier in gold.ids if identifier not in seen]
    if missing:
        report.note(None, "missing", f"{len(missing)} items of the gold have no line ({', '.join(missing[:5])}, ...)")
