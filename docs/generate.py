"""Write the pages that are made from the program: `make docs`. A test compares them with what is committed."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from inspect import cleandoc, getdoc
from pathlib import Path
from typing import Any

from docs.notebook import notebook_page
from stead.api.paper_tables import paper_names
from stead.api.reproduction import reproduce
from stead.cli import every_command
from stead.core.parameters import declarations, settings
from stead.formats import FORMATS
from stead.formats.format import KINDS
from stead.measures import MEASURES, SUITES, parse_measure
from stead.records.json import schema_of
from stead.records.report import ComparisonReport
from stead.rules.definitions import PRESETS, Rules

HERE = Path(__file__).parent
PYTHON = "reference/python"
_MADE = "<!-- Made by `make docs`; do not edit. -->"


def pages() -> dict[str, str]:
    """Every generated page by its path in docs/."""
    return {
        "reference/commands.md": commands_page(),
        "reference/measures.md": measures_page(),
        "reference/formats.md": formats_page(),
        "reference/papers.md": papers_page(),
        "reference/report.schema.json": report_schema(),
        **{f"tutorials/{path.name}": notebook_page(path) for path in sorted((HERE / "tutorials").glob("*.ipynb"))},
        **python_pages(),
    }


def commands_page() -> str:
    """The help of every command."""
    page = io.StringIO()
    page.write(f"# Commands\n\n{_MADE}\n")
    for words in ((), *every_command()):
        page.write(f"\n## {' '.join(['stead', *words])}\n\n```text\n{_help('stead.cli', words)}```\n")
    page.write(f"\n## lexsub_score\n\n```text\n{_help('stead.cli.lexsub_score', ())}```\n")
    return page.getvalue()


def _help(module: str, words: Sequence[str]) -> str:
    call = f"import sys; from {module} import main; sys.exit(main(sys.argv[1:]))"
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    command = [sys.executable, "-c", call, *words, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def measures_page() -> str:
    """Every measure with its formula, and the rules of matching."""
    page = io.StringIO()
    page.write(f"# Measures\n\n{_MADE}\n\n")
    page.write(
        "Notation: *H* are the gold substitutes of an item, *w* their weights, |*H*|<sub>w</sub> their sum, max *w*\n"
        "the largest; *A* are the answers, a<sub>1</sub> the first. The *mode* is the substitute that weighs more\n"
        "than every other.\n"
    )
    written: set[str] = set()
    for name, members in SUITES.items():
        page.write(f"\n## Suite `{name}`\n")
        for measure in dict.fromkeys(parse_measure(member).name for member in members):
            if measure not in written:
                page.write(_measure(measure))
                written.add(measure)
        if any(member not in MEASURES for member in members):
            page.write(f"\nIt stands for {', '.join(f'`{parse_measure(member)}`' for member in members)}.\n")
    page.write(
        "\n## Rules of matching\n\n| rule | about | accepts | "
        + " | ".join(PRESETS)
        + " |\n|---|---|---|"
        + "---|" * len(PRESETS)
    )
    for rule, declared in declarations(Rules).items():
        values = " | ".join(settings(rules)[rule] for rules in PRESETS.values())
        page.write(f"\n| `{rule}` | {declared.meaning} | {declared.accepts} | {values} |")
    return page.getvalue() + "\n"


def _measure(name: str) -> str:
    measure = MEASURES[name]
    explanation = (type(measure).__doc__ or "").replace("\n    ", "\n").strip()
    parameters = "".join(
        f"- parameter `{name}`: {declared.meaning}; {declared.accepts}\n"
        for name, declared in declarations(measure).items()
    )
    figures = f"- figures: {', '.join(measure.figures)}, each from 0 to 1\n"
    body = f"- rewards {measure.rewards}\n{figures}{parameters}- {measure.paper}\n"
    return f"\n### `{measure}`\n\n{_with_formulas(explanation)}\n\n{body}"


def _with_formulas(explanation: str) -> str:
    """The formulas of a docstring as Markdown blocks."""
    parts = []
    for paragraph in explanation.split("\n\n"):
        if paragraph.startswith(".. math::"):
            formula = " ".join(paragraph.removeprefix(".. math::").split())
            parts.append(f"$$ {formula} $$")
        else:
            parts.append(re.sub(r":math:`(.*?)`", r"$\1$", paragraph))
    return "\n\n".join(parts)


def formats_page() -> str:
    """The page on formats, with the table of what each can hold made anew."""
    before, made, rest = (HERE / "reference/formats.md").read_text(encoding="utf-8").partition(_TABLE)
    return before + made + "\n\n" + _formats_table() + "\n" + rest[rest.index("\n\n", rest.index("|---")) + 1 :]


_TABLE = "<!-- The table is made by `make docs`. -->"


def _formats_table() -> str:
    rows = ["| name | what | " + " | ".join(KINDS) + " |", "|---|---|" + "---|" * len(KINDS)]
    for name in sorted(FORMATS):
        held = FORMATS[name]
        marks = ("✓" if kind in held.writers else "read" if kind in held.readers else "" for kind in KINDS)
        rows.append(f"| `{name}` | {held.title} | " + " | ".join(marks) + " |")
    return "\n".join(rows)


def papers_page() -> str:
    """The papers' tables, as far as they need no data set: the same everywhere."""
    page = io.StringIO()
    page.write(f"# The papers' tables, again\n\n{_MADE}\n\n{_ON_PAPERS}\n")
    for name, citation in paper_names().items():
        tables = reproduce(name, data=False).to("markdown").partition("\n")[2]  # under a heading of its own
        page.write(f"\n## {citation}\n{tables.rstrip()}\n")
    return page.getvalue()


_ON_PAPERS = """\
Every table and worked example of five papers: what they print, and what stead computes. The page holds what needs no
data set and is therefore the same everywhere:

- *Worked examples* are computed: columns *paper*, *stead*, and whether they agree.
- *Baselines and systems* that stead has are run by a command of yours, on data that is yours to fetch:

        stead datasets get semeval2007 semdis2014
        stead reproduce --all -o page.md

    Then columns of stead stand beside those of the paper. Where only the trial half is here, they are of the trial
    half, and the caption says so: such figures are not to be compared with the paper's digit by digit.

- *What is not among stead's data sets* (participants' files, answers of single annotators, gold 2 of SemDis) says so.
  Below it the same table on simulated or made-up data shows what stead would print; these are no results.

`stead reproduce` lists the tables with what can be computed on your machine; `stead.reproduce` is the same in Python.
The fifth of the papers, the slides of Jabbari et al., shares its examples with their article."""

_NOUNS = "data"
_GROUPS = {
    "score": "Score",
    "compare": "Compare",
    "leaderboard": "Leaderboard",
    "reproduction": "Papers' tables",
    "agreement": "Agreement",
    "gold": "Gold standards",
    "posthoc": "Post hoc",
    "suggest": "Suggest",
    "systems": "Systems",
    "corpora": "Corpora",
    "read": "Read, check and write",
    "options": "Options and results",
    _NOUNS: "Data",
    "errors": "Errors and warnings",
}
"""The pages on Python in their order; what is defined in another module of `stead.api` gets a page of its own."""


def python_pages() -> dict[str, str]:
    """A page for each group of public names; mkdocstrings fills them in."""
    made = {}
    for group, names in names_by_group().items():
        body = "".join(f"\n::: {name}\n" for name, _ in names)
        made[f"{PYTHON}/{group}.md"] = f"# {title_of(group)}\n\n{_MADE}\n{body}"
    return made


def title_of(group: str) -> str:
    """The heading of a page on Python."""
    return _GROUPS.get(group, group.replace("_", " ").capitalize())


def names_by_group() -> dict[str, list[tuple[str, Any]]]:
    """The public names with their objects, by the pages that they are on."""
    groups: dict[str, list[tuple[str, Any]]] = {group: [] for group in _GROUPS}
    for name, thing in public_names():
        groups.setdefault(_group(name, thing), []).append((name, thing))
    return {group: names for group, names in groups.items() if names}


def table_of_names() -> str:
    """Every public name with the first line of its docstring, by page. The site shows it; it is not committed."""
    table = io.StringIO()
    for group, names in names_by_group().items():
        table.write(f"\n## [{title_of(group)}]({group}.md)\n\n| name | what it is |\n|---|---|\n")
        for name, thing in names:
            table.write(f"| [`{name.rpartition('.')[2]}`]({group}.md#{name}) | {_first_line(thing)} |\n")
    return table.getvalue()


def public_names() -> Iterator[tuple[str, Any]]:
    """Every public name with its object: functions first, then classes, each in alphabetical order."""
    for package in ("stead", "stead.posthoc"):
        module = import_module(package)
        names = [name for name in module.__all__ if name not in ("posthoc", "__version__")]
        for name in sorted(names, key=lambda each: (each[0].isupper(), each)):
            yield f"{package}.{name}", getattr(module, name)


def _group(name: str, thing: Any) -> str:
    """The page on a name: that of the module of `stead.api` where it is defined."""
    *package, module = thing.__module__.split(".")
    if name.startswith("stead.posthoc."):
        return "posthoc"
    if isinstance(thing, type) and issubclass(thing, Exception):
        return "errors"
    if module in ("options", "results", "resampling"):
        return "options"
    if package == ["stead", "systems"]:
        return "suggest"
    if package == ["stead", "api"]:
        return "read" if module == "data" else module
    return _NOUNS


def _first_line(thing: Any) -> str:
    return cleandoc(getdoc(thing) or "").partition("\n")[0].replace("|", r"\|")


def report_schema() -> str:
    """The JSON Schema of a saved comparison."""
    return json.dumps(schema_of(ComparisonReport), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the pages."""
    made = pages()
    for page in (HERE / PYTHON).glob("*.md"):
        if page.name != "index.md" and page.relative_to(HERE).as_posix() not in made:
            page.unlink()
    for name, text in made.items():
        (HERE / name).parent.mkdir(exist_ok=True)
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
