"""Tables as LaTeX (package booktabs)."""

import unicodedata
from dataclasses import replace

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


_KNOWN = set("–—‘’“”…") | {chr(code) for code in range(0xC0, 0x180)} - set("×÷ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ")  # noqa: RUF001
"""What pdfLaTeX can print beyond ASCII in its own encoding of fonts, without any package."""

_LETTER = "\\steadletter"
_DEFINITION = rf"\providecommand{{{_LETTER}}}[2]{{\ifdefined\Umathcode #1\else U+#2\fi}}"
"""XeLaTeX and LuaLaTeX print any letter that the font has; pdfLaTeX gets its code. Authors may define it otherwise."""

_ROWS = 40  # of a table that fits on a page


def escaped(text: str) -> str:
    """A text in which nothing is a command."""
    plain = unicodedata.normalize("NFC", one_line(text)).translate(_SPECIAL).replace("--", "-{}-")
    return plain if plain.isascii() else "".join(map(_letter, plain))


def _letter(character: str) -> str:
    known = character.isascii() or character in _KNOWN
    return character if known else f"{_LETTER}{{{character}}}{{{ord(character):04X}}}"


def latex_table(table: Table) -> str:
    """Floating tables with booktabs rules and a caption, as many as there are pages."""
    if len(table.rows) <= _ROWS:
        return _float(table)
    starts = range(0, len(table.rows), _ROWS)
    parts = (_float(_part(table, start, f"{number} of {len(starts)}")) for number, start in enumerate(starts, start=1))
    return "\\clearpage\n".join(parts)  # LaTeX gives up where too many floats wait for their page


def _part(table: Table, start: int, number: str) -> Table:
    """Some rows; the last part has the caption."""
    end = start + _ROWS
    return replace(
        table,
        title=f"{table.title}, part {number}",
        rows=table.rows[start:end],
        caption=table.caption if end >= len(table.rows) else "",
        endings=frozenset(position - start for position in table.endings if start <= position < end),
    )


def _float(table: Table) -> str:
    alignment = "l" * table.labels + "r" * (len(table.columns) - table.labels)
    body = []
    for position, row in enumerate(table.rows):
        ends = position in table.endings
        body += [*([r"\midrule"] if ends else []), _row(row)]
        if ends and position + 1 < len(table.rows):
            body.append(r"\midrule")
    lines = [
        r"\centering",
        rf"\begin{{tabular}}{{{alignment}}}",
        r"\toprule",
        _row(table.columns),
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{escaped(f'{table.title}. {table.caption}'.strip())}}}",
    ]
    definition = [_DEFINITION] if any(_LETTER in line for line in lines) else []
    return "\n".join([r"\begin{table}", *definition, *lines, r"\end{table}", ""])


def latex_signatures(signatures: list[str]) -> str:
    """Below the tables, as remarks."""
    return "".join(f"% signature: {one_line(each)}\n" for each in signatures)


def _row(cells: tuple[str, ...]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"
