"""Write the pages that are made from the program: `make docs`. A test compares them with what is committed."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from stead.cli import every_command
from stead.core.parameters import declarations, settings
from stead.measures import MEASURES, SUITES, parse_measure
from stead.records.report import ComparisonReport
from stead.records.schema import schema_of
from stead.rules.matching import PRESETS, Rules

HERE = Path(__file__).parent


def pages() -> dict[str, str]:
    """Every generated page by name."""
    return {"commands.md": commands_page(), "measures.md": measures_page(), "report.schema.json": report_schema()}


def commands_page() -> str:
    """The help of every command."""
    page = io.StringIO()
    page.write("# Commands\n\n<!-- Made by `make docs`; do not edit. -->\n")
    for words in ((), *every_command()):
        page.write(f"\n## {' '.join(['stead', *words])}\n\n```\n{_help('stead.cli', words)}```\n")
    page.write(f"\n## lexsub_score\n\n```\n{_help('stead.cli.lexsub_score', ())}```\n")
    return page.getvalue()


def _help(module: str, words: Sequence[str]) -> str:
    call = f"import sys; from {module} import main; sys.exit(main(sys.argv[1:]))"
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    command = [sys.executable, "-c", call, *words, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout  # noqa: S603


def measures_page() -> str:
    """Every measure with its formula, and the rules of matching."""
    page = io.StringIO()
    page.write("# Measures\n\n<!-- Made by `make docs`; do not edit. -->\n\n")
    page.write(
        "Notation: *H* are the gold substitutes of an item, *w* their weights, |H|w their sum, maxw the largest;\n"
        "*A* are the answers, a<sub>1</sub> the first. The *mode* is the substitute that weighs more than every\n"
        "other.\n"
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


def report_schema() -> str:
    """The JSON Schema of a saved comparison."""
    return json.dumps(schema_of(ComparisonReport), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the pages."""
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
