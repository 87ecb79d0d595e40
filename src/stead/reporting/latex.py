"""Tables as LaTeX (package booktabs)."""

from stead.reporting.tables import CEILING, Table

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "_": r"\_",
        "%": r"\%",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
    }
)


def escaped(text: str) -> str:
    """A text in which nothing is a command."""
    return " ".join(text.split()).translate(_SPECIAL)


def latex_table(table: Table) -> str:
    """A floating table with booktabs rules and a caption."""
    alignment = "l" * table.labels + "r" * (len(table.columns) - table.labels)
    body = []
    for row in table.rows:
        if row[table.labels - 1] == CEILING:
            body.append(r"\midrule")
        body.append(_row(row))
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{{alignment}}}",
            r"\toprule",
            _row(table.columns),
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{escaped(f'{table.title}. {table.caption}'.strip())}}}",
            r"\end{table}",
            "",
        ]
    )


def _row(cells: tuple[str, ...]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"
