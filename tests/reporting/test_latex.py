"""Tables as LaTeX: nothing in a name is a command, and the table is whole."""

import re

import pytest

from stead.reporting.latex import escape_latex, latex_caption, latex_table
from stead.reporting.score_tables import render_scores
from stead.reporting.tables import Table
from tests.reporting.examples import HOSTILE, evaluation, table

# All that may follow a backslash: escaped characters, the commands for those that cannot be, and the table's own.
ALLOWED = re.compile(
    r"\$\\times\$~|\\(?:[{}$&#_%]|\\$|textbackslash\{\}|textasciitilde\{\}|textasciicircum\{\}|textless\{\}|textgreater\{\}"
    r"|textbar\{\}|allowbreak\{\}|rightskip=0pt plus 1fil\\relax|small\\setlength\{\\tabcolsep\}|steadletter\b"
    r"|begin\{(?:table\*?|tabular)\}|end\{(?:table\*?|tabular)\}|centering|toprule|midrule|bottomrule|caption\{)",
    re.MULTILINE,
)


def test_a_table() -> None:
    assert latex_table(table("a")).splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"run & best P \\",
        r"\midrule",
        r"a & 0.10 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\caption{title. caption}",
        r"\end{table}",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a_b", r"a\_b"),
        ("50%", r"50\%"),
        ("R&D", r"R\&D"),
        ("$x$", r"\$x\$"),
        ("#1", r"\#1"),
        ("{}", r"\{\}"),
        ("~", r"\textasciitilde{}"),
        ("^", r"\textasciicircum{}"),
        ("\\", r"\textbackslash{}"),
        ("<|>", r"\textless{}\textbar{}\textgreater{}"),
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("a\nb", r"a\textbackslash{}nb"),
        ("naïve Šárka", "naïve Šárka"),
        ("e\u0301", "é"),
        ("日本", r"\steadletter{日}{65E5}\steadletter{本}{672C}"),
        ("ąþ", r"\steadletter{ą}{0105}\steadletter{þ}{00FE}"),
        ("🇫", r"\steadletter{🇫}{1F1EB}"),
        ("·", r"\textperiodcentered{}"),
        ("a--b---c", "a-{}-b-{}--c"),
    ],
)
def test_nothing_is_a_command(text: str, expected: str) -> None:
    assert escape_latex(text) == expected


@pytest.mark.parametrize("place", ["run", "gold", "lexelt", "identifier", "group"])
@pytest.mark.parametrize("name", [HOSTILE, r"\input{secret}", r"\\ \hline", "50% of a_b", "a & b", "#1 ~ ^ $"])
def test_no_name_anywhere_is_a_command(place: str, name: str) -> None:
    for per_item in (False, True):
        text = render_scores(evaluation(**{place: name}), "latex", per_item=per_item)
        body = "\n".join(line for line in text.splitlines() if not line.startswith("% signature: "))
        rest = ALLOWED.sub("", body)
        assert "\\" not in rest
        assert not re.search(r"[%#$^~]", rest)


@pytest.mark.parametrize("name", [HOSTILE, "a & b", r"a \\ b", "50%"])
def test_every_row_has_as_many_cells_as_there_are_columns(name: str) -> None:
    for per_item in (False, True):
        text = render_scores(evaluation(name, group=name, lexelt=name), "latex", per_item=per_item)
        for specification, body in re.findall(r"\\begin\{tabular\}\{([lr]+)\}\n(.*?)\\end\{tabular\}", text, re.DOTALL):
            found = [line for line in body.splitlines() if line.endswith(r"\\")]
            assert found
            assert {len(re.findall(r"(?<!\\)&", line)) + 1 for line in found} == {len(specification)}


def test_every_environment_is_closed() -> None:
    text = render_scores(evaluation(group="pos=n"), "latex")
    opened, closed = re.findall(r"\\begin\{(.+?)\}", text), re.findall(r"\\end\{(.+?)\}", text)
    assert opened == ["table*", "tabular", "table", "tabular"]
    assert closed == ["tabular", "table*", "tabular", "table"]
    unescaped = re.sub(r"\\[{}]", "", text)
    assert unescaped.count("{") == unescaped.count("}")


def test_a_missing_figure_is_a_dash() -> None:
    assert r"run & 1/2 & 50.00 & 25.00 & - & - \\" in render_scores(evaluation(), "latex")


def test_the_ceiling_is_set_apart() -> None:
    lines = render_scores(evaluation(), "latex").splitlines()
    for place, line in enumerate(lines):
        if line.startswith("ceiling"):
            assert lines[place - 1] == r"\midrule"


def test_only_a_ceiling_has_a_rule_before_it() -> None:
    rows = (("a", "1"), ("b", "2"), ("c", "3"), ("ceiling", "4"))
    text = latex_table(
        Table(title="t", columns=("run", "n"), rows=rows, endings=frozenset({1, 3}), ceilings=frozenset({3}))
    )
    assert text.splitlines()[5:12] == [
        r"\midrule",
        r"a & 1 \\",
        r"b & 2 \\",
        r"\midrule",
        r"c & 3 \\",
        r"\midrule",
        r"ceiling & 4 \\",
    ]
    assert r"\small" not in text


def test_a_long_name_is_broken_into_lines_and_loses_nothing() -> None:
    name = "a_long-name of/several.pieces and_one_more_piece to make it far too long for half of a line"
    text = latex_table(table(name))
    assert r"\begin{tabular}{p{145pt}r}" in text
    assert r"a\_\allowbreak{}long-\allowbreak{}name " in text
    assert escape_latex(name) in text.replace(r"\allowbreak{}", "")


def test_labels_are_narrower_where_then_no_column_is_cut_off() -> None:
    """Five columns of figures beside a label of 145 points are 8 points too wide for a page."""
    columns = ("system", "gold 1", "rank 1", "gold 2", "rank 2", "change")
    row = ("Proxteam_AxeParaProx_JDM.Syn_and_more", "0.20", "3", "0.37", "2", "+1")
    text = latex_table(Table(title="t", columns=columns, rows=(row,)))
    assert text.count(r"\begin{tabular}") == 1
    assert r"\begin{tabular}{p{130pt}rrrrr}" in text


def test_two_groups_are_set_apart() -> None:
    lines = render_scores(evaluation(group="pos=n"), "latex").splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("all & ceiling"))
    assert lines[place + 1] in {r"\midrule", r"\addlinespace"}
    assert lines[place + 2].startswith("pos=n")


@pytest.mark.parametrize("names", [("plain", "[draft] run"), ("[draft] run", "plain")])
def test_a_row_that_begins_with_a_bracket_is_not_read_as_an_argument(names: tuple[str, str]) -> None:
    r"""`\\` and the rules take an optional argument in brackets, also on the next line."""
    assert not re.search(r"(?:\\\\|\\(?:top|mid|bottom)rule)\s*\[", latex_table(table(*names)))


def test_letters_that_need_a_command_bring_its_definition() -> None:
    assert r"\providecommand{\steadletter}[2]" in latex_table(table("日本"))
    assert "steadletter" not in latex_table(table("naïve"))


def test_a_table_that_does_not_fit_on_a_page_is_taken_apart() -> None:
    whole = Table(
        title="long",
        columns=("run", "n"),
        rows=tuple((f"r{number}", str(number)) for number in range(100)),
        caption="caption",
    )
    text = latex_table(whole)
    assert re.findall(r"\\caption\{(.*)\}", text) == [
        "long, part 1 of 3.",
        "long, part 2 of 3.",
        "long, part 3 of 3. caption",
    ]
    assert [int(number) for number in re.findall(r"^r(\d+) &", text, re.MULTILINE)] == list(range(100))
    assert text.count(r"\clearpage") == 2


def test_the_parts_of_a_table_keep_their_rules() -> None:
    rows = tuple((f"r{number}", str(number)) for number in range(50))
    whole = Table(title="long", columns=("run", "n"), rows=rows, endings=frozenset({9, 44}), ceilings=frozenset({44}))
    first, second = latex_table(whole).split(r"\clearpage")
    assert first.splitlines()[first.splitlines().index(r"r9 & 9 \\") + 1] == r"\midrule"
    assert second.splitlines()[second.splitlines().index(r"r44 & 44 \\") - 1] == r"\midrule"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Scores x 100; n = 67 items.", r"Scores $\times$~100; $n = 67$ items."),
        ("† p < .05, ‡ p < .01.", r"\textsuperscript{\dag}~$p < .05$, \textsuperscript{\ddag}~$p < .01$."),
        ("50% of x; box 3", r"50\% of x; box 3"),
    ],
)
def test_formulas_of_a_caption_are_formulas(text: str, expected: str) -> None:
    assert latex_caption(text) == expected
