"""Tables as LaTeX (package booktabs)."""

from stead._wording import one_line
from stead.reporting.tables import Table

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
        "[": "{[}",  # an opening bracket behind \\ would be its argument
        "]": "{]}",
    }
)


def escaped(text: str) -> str:
    """A text in which nothing is a command."""
    return one_line(text).translate(_SPECIAL).replace("--", "-{}-")


def latex_table(table: Table) -> str:
    """A floating table with booktabs rules and a caption."""
    alignment = "l" * table.labels + "r" * (len(table.columns) - table.labels)
    body = []
    for position, row in enumerate(table.rows):
        ends = position in table.endings
        body += [*([r"\midrule"] if ends else []), _row(row)]
        if ends and position + 1 < len(table.rows):
            body.append(r"\midrule")
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


def latex_signatures(signatures: list[str]) -> str:
    """Below the tables, as remarks."""
    return "".join(f"% signature: {one_line(each)}\n" for each in signatures)


def _row(cells: tuple[str, ...]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"
