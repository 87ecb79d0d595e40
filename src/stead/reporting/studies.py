"""A study in the form that is asked for."""

from collections.abc import Callable

from stead.core.errors import UsageError
from stead.core.text import one_line
from stead.records.json import to_json
from stead.records.study import Study
from stead.reporting.latex import escaped as latex_escaped
from stead.reporting.machine_readable import tsv_of
from stead.reporting.study_page import study_page
from stead.reporting.study_tables import study_records, study_tables
from stead.reporting.tables import Signatures, escape_markdown, render_tables, wrap

_ANSWERS: dict[str, Callable[[str], str]] = {
    "text": lambda answer: f"{wrap(one_line(answer))}\n",
    "markdown": lambda answer: f"{escape_markdown(answer)}\n",
    "latex": lambda answer: f"\\paragraph{{Was it worth it?}} {latex_escaped(answer)}\n",
}


def _tabular(format: str) -> Callable[[Study], str]:
    def rendered(study: Study) -> str:
        return "\n".join(
            [_ANSWERS[format](study.answer), render_tables(study_tables(study), Signatures([study.signature]), format)]
        )

    return rendered


STUDY_RENDERERS: dict[str, Callable[[Study], str]] = {
    **{name: _tabular(name) for name in _ANSWERS},
    "tsv": lambda study: tsv_of(study_records(study)),
    "json": to_json,
    "html": study_page,
}


def render_study(study: Study, format: str = "text") -> str:
    """The study as text, markdown, latex, tsv, json or html."""
    if format not in STUDY_RENDERERS:
        raise UsageError(f"{format!r} is not a form of output; there are {', '.join(STUDY_RENDERERS)}.")
    return STUDY_RENDERERS[format](study)
