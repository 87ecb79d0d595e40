"""Render a study as one self-contained HTML page (tables in the papers' layout, figures, all items), or as text."""

from collections.abc import Callable
from typing import Any

from stead.core.errors import UsageError
from stead.core.text import one_line, plural
from stead.records.json import to_json
from stead.records.study import Curve, RankStudy, Study, StudyItem
from stead.reporting.latex import escape_latex
from stead.reporting.machine_readable import SEPARATORS, separated_records
from stead.reporting.page import escape_html, join_scripts, read_asset, script_hash
from stead.reporting.page_data import escape_controls, pack_data
from stead.reporting.study_tables import level_in_words, machine_title, study_records, study_tables
from stead.reporting.tables import Signatures, Table, escape_markdown, render_tables, wrap

_SCRIPTS = ("basics", "theme", "download", "plots", "study_plots", "study")
_DIGITS = 4
Record = dict[str, Any]


def study_page(study: Study) -> str:
    """Render the study as HTML."""
    tables = {table.title: table for table in study_tables(study)}
    script = join_scripts(_SCRIPTS)
    effort = "".join(_part(table) for title, table in tables.items() if title.startswith("how many"))
    return read_asset("study.html").format(
        style=read_asset("page.css"),
        script=script,
        script_hash=script_hash(script),
        data=pack_data(_data(study)),
        title=escape_html(f"Post hoc study: {study.first.name} and {study.second.name}"),
        lead=escape_html(_lead(study)),
        answer=escape_html(study.answer),
        pool="".join(
            _part(tables[title])
            for title in ("the pool", "agreement of the annotators", "the ratings", *map(machine_title, study.machines))
            if title in tables
        ),
        golds="".join(_part(table) for title, table in tables.items() if title in _GOLDS),
        breakdown="".join(_part(table) for title, table in tables.items() if title.startswith(_ORIGINS)),
        frequency="".join(_part(table) for title, table in tables.items() if "frequency" in title),
        ranks="".join(_part(table) for title, table in tables.items() if title.endswith("on both golds")),
        effort=effort,
        effort_hidden="" if effort else "hidden",
        level=level_in_words(study),
        notes=_notes(study),
        signature=escape_html(study.signature),
        version=escape_html(study.version),
    )


_GOLDS = ("the two golds", "correlation of both weights (Spearman)")
_ORIGINS = ("table 1", "post hoc verdicts")


def _lead(study: Study) -> str:
    first, second = study.first, study.second
    return (
        f"{plural(study.items, 'sentence')}, {plural(study.candidates, 'candidate')}, "
        f"{plural(len(study.runs), 'run')}; gold 1 is {first.name} ({plural(first.substitutes, 'substitute')}), "
        f"gold 2 is {second.name} ({second.substitutes})."
    )


def _part(table: Table) -> str:
    """Make a table under its title, in a scrollable region."""
    title = escape_html(table.title[0].upper() + table.title[1:])
    heads = "".join(f'<th scope="col">{escape_html(head)}</th>' if head else "<td></td>" for head in table.columns)
    rows = "".join(map(_row, table.rows))
    caption = f'<p class="hint">{escape_html(table.caption)}</p>' if table.caption else ""
    return (
        f'<div><h3>{title}</h3><div class="scroll" tabindex="0" role="region" aria-label="{title}"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{caption}</div>"
    )


def _row(row: tuple[str, ...]) -> str:
    cells = "".join(f"<td>{escape_html(cell)}</td>" for cell in row[1:])
    return f'<tr><th scope="row"><bdi dir="auto">{escape_html(row[0])}</bdi></th>{cells}</tr>'


def _notes(study: Study) -> str:
    if not study.notes:
        return "<p>No warnings.</p>"
    return f'<ul class="plain">{"".join(f"<li>{escape_html(note)}</li>" for note in study.notes)}</ul>'


def _data(study: Study) -> Record:
    return {
        "scale": study.scale,
        "boxes": [
            [box.weight, box.number, *map(_short, (box.low, box.first, box.median, box.third, box.high)), box.outliers]
            for box in study.boxes
        ],
        "bands": {
            "names": study.bands.bands,
            "origins": [[column.origin, column.total, column.counts] for column in study.bands.columns],
        },
        "positives": [[int(substitutes), sentences] for substitutes, sentences in study.positives.items()],
        "ranks": [_ranks(rank) for rank in study.ranks],
        "curves": [_curve(curve) for curve in study.curves],
        "items": [_item(item) for item in study.item_list],
    }


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _ranks(rank: RankStudy) -> Record:
    return {
        "label": rank.label,
        "rows": [
            [escape_controls(row.run), row.first_rank, row.second_rank, row.difference, row.interval, _short(row.moved)]
            for row in rank.rows
        ],
    }


def _curve(curve: Curve) -> Record:
    points = [[point.effort, *map(_short, (point.tau, point.low, point.high))] for point in curve.points]
    return {"kind": curve.kind, "label": curve.label, "enough": curve.enough, "points": points}


def _item(item: StudyItem) -> Record:
    """Make the data of an item column by column, which compresses better; weights in gold 2 are in hundredths."""
    candidates = item.candidates
    return {
        "lexelt": escape_controls(item.lexelt),
        "id": escape_controls(item.id),
        "sentence": None if item.sentence is None else [escape_controls(part) for part in item.sentence],
        "terms": [escape_controls(candidate.term) for candidate in candidates],
        "first": [_short(candidate.first) for candidate in candidates],
        "second": [round(100 * candidate.second) for candidate in candidates],
        "runs": "".join("1" if candidate.in_runs else "0" for candidate in candidates),
        "raters": [candidate.raters for candidate in candidates],
    }


_ANSWERS: dict[str, Callable[[str], str]] = {
    "text": lambda answer: f"{wrap(one_line(answer))}\n",
    "markdown": lambda answer: f"{escape_markdown(answer)}\n",
    "latex": lambda answer: f"\\paragraph{{Post hoc study.}} {escape_latex(answer)}\n",
}


def _tabular(format: str) -> Callable[[Study], str]:
    def render(study: Study) -> str:
        return "\n".join(
            [_ANSWERS[format](study.answer), render_tables(study_tables(study), Signatures([study.signature]), format)]
        )

    return render


def _separated(format: str) -> Callable[[Study], str]:
    return lambda study: separated_records(study_records(study), format)


STUDY_RENDERERS: dict[str, Callable[[Study], str]] = {
    **{name: _tabular(name) for name in _ANSWERS},
    **{name: _separated(name) for name in SEPARATORS},
    "json": to_json,
    "html": study_page,
}


def render_study(study: Study, format: str = "text") -> str:
    """Render the study as text, markdown, latex, tsv, csv, json or html."""
    if format not in STUDY_RENDERERS:
        raise UsageError(f"format is one of {', '.join(STUDY_RENDERERS)}, not {format!r}.", parameter="format")
    return STUDY_RENDERERS[format](study)
