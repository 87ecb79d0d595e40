"""LaTeX output goes through a real TeX engine: whatever the names are, it compiles, and says what it should."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.reporting.latex import latex_table
from stead.reporting.tables import Table
from tests.cli.running import EXAMPLES
from tests.reporting.large import task
from tests.reporting.reports import HOSTILE, WEIGHTS, example, gold_of, run_of, small
from tests.tools import program

DOCUMENT = r"""\documentclass{article}
\usepackage{booktabs}
\begin{document}
\listoftables
\input{body}
\end{document}
"""


def compile_latex(body: str, folder: Path, document: str = DOCUMENT) -> str:
    """Run pdfLaTeX twice, the second time with the list of tables; its log."""
    engine = program("pdflatex", "texlive-latex-recommended texlive-latex-base")
    (folder / "main.tex").write_text(document, encoding="utf-8")
    (folder / "body.tex").write_text(body, encoding="utf-8", errors="backslashreplace")
    command = [str(engine), "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    for _ in range(2):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)
        shown = done.stdout.decode(errors="replace")
        assert done.returncode == 0, "\n".join(re.findall(r"^!.*(?:\n.*){8}", shown, re.MULTILINE))
    return (folder / "main.log").read_text(encoding="utf-8", errors="replace")


def test_the_comparison_of_the_example_fits_on_the_page(tmp_path: Path) -> None:
    log = compile_latex(example().to("latex"), tmp_path)
    assert "Overfull" not in log
    assert "Float too large" not in log


def test_a_study_fits_on_the_page(tmp_path: Path) -> None:
    campaign = stead.posthoc.simulate(targets=5, sentences=4, runs=4, raters=10, size=80).campaign
    gold2 = stead.posthoc.extend_gold(campaign.gold, campaign.ratings).gold
    frequencies = ("the simulation", campaign.frequencies.__getitem__)
    found = stead.posthoc.study(
        campaign.gold, gold2, *campaign.runs, ratings=campaign.ratings, frequencies=frequencies, resamples=50
    )
    log = compile_latex(found.to("latex"), tmp_path)
    assert "Overfull" not in log
    assert "Float too large" not in log


def test_a_comparison_under_hostile_names(tmp_path: Path) -> None:
    texts = list(HOSTILE.values())
    runs = [run_of(text, {"1": ["clever"], "2": [f"answer {place}"]}) for place, text in enumerate(texts)]
    second = gold_of(WEIGHTS, HOSTILE["markup"])
    gold = gold_of(WEIGHTS, HOSTILE["tex"])
    result = stead.compare(gold, *runs, measures="best,oot@10", resamples=30, other_gold=second)
    compile_latex(result.to("latex"), tmp_path)


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_a_score_under_a_hostile_name(tmp_path: Path, name: str) -> None:
    gold = gold_of({"1": {"clever": 3.0}, name: {"smart": 2.0}}, name)
    result = stead.score(gold, run_of(name, {"1": ["clever"], name: ["smart"]}), measures="best", by="lexelt")
    compile_latex(result.to("latex") + result.to("latex", per_item=True), tmp_path)


def check_that_it_fits(body: str, folder: Path) -> None:
    """The tables themselves; how the list of them breaks its lines is LaTeX's matter."""
    log = compile_latex(body, folder, DOCUMENT.replace("\\listoftables\n", ""))
    assert not re.findall("Overfull.*|Float too large.*", log)


def test_the_scores_of_the_example_fit_on_the_page(tmp_path: Path) -> None:
    runs = sorted((EXAMPLES / "runs").glob("*.txt"))
    check_that_it_fits(stead.score(EXAMPLES / "gold.txt", *runs, by=["pos", "lexelt"]).to("latex"), tmp_path)


def test_agreement_fits_on_the_page_and_has_no_rule_before_the_last_row_of_a_block(tmp_path: Path) -> None:
    annotations = EXAMPLES / "annotations.jsonl"
    agreement, humans = (
        stead.measure_agreement(annotations, by="pos", resamples=50).to("latex"),
        stead.human_ceiling(annotations).to("latex"),
    )
    check_that_it_fits(agreement + humans, tmp_path)
    blocks = re.findall(r"\\midrule\n((?:pos=n & .*\n)+)\\midrule", agreement)
    assert [block.count("\n") for block in blocks[:2]] == [7, 7]  # coefficients on substitutes, in two parts


def test_four_measures_with_intervals_are_one_table(tmp_path: Path) -> None:
    runs = sorted((EXAMPLES / "runs").glob("*.txt"))
    measures = "best,best-mode,oot@10,oot-mode@10"
    text = stead.compare(EXAMPLES / "gold.txt", *runs, measures=measures, resamples=50).to("latex")
    assert text.count(r"\caption{Results on ") == 1
    assert text.count("careful & ") - text.count("careful & -") == 1
    check_that_it_fits(text, tmp_path)


CLASSES = {
    "article": r"\documentclass{article}",
    "eleven points": r"\documentclass[11pt]{article}",
    "twelve points": r"\documentclass[12pt]{article}",
    "two columns": r"\documentclass[twocolumn]{article}",
    "columns of ACL": r"\documentclass[11pt,twocolumn]{article}"
    r"\setlength{\textwidth}{455pt}\setlength{\columnsep}{17pt}\setlength{\columnwidth}{219pt}",
}
LONG_NAMES = ("a_very-long-name.of a system" * 3, "WITHOUTANYSIGN" * 5, "short", "x" * 100)
MANY_MEASURES = "best,best-mode,oot@10,oot-mode@10,coverage,gap,p@1,p@3,semdis"


@pytest.fixture(scope="module")
def tables_for_a_paper() -> str:
    compared = [
        small(measures="best,oot@10", resamples=20),
        small(*LONG_NAMES, measures=MANY_MEASURES, resamples=20, baseline="short"),
        small(*map(str, range(45)), measures="best,oot@10,gap", resamples=20, baseline="0"),
    ]
    chosen: list[dict[str, Any]] = [{}, {"intervals": True}, {"figures": "P,R"}, {"figures": "all", "intervals": True}]
    numbered = enumerate((result, options) for result in compared for options in chosen)
    tables = [result.table(label=f"tab:{number}", **options) for number, (result, options) in numbered]
    runs = sorted((EXAMPLES / "runs").glob("*.txt"))
    scores = stead.score(EXAMPLES / "gold.txt", *runs, measures="best,oot@10,gap", by="pos")
    return "\n".join([*(table.to("latex") for table in tables), compared[0].to("latex"), scores.to("latex")])


@pytest.mark.parametrize("beginning", CLASSES.values(), ids=CLASSES)
def test_tables_for_a_paper_fit_every_usual_page(tmp_path: Path, tables_for_a_paper: str, beginning: str) -> None:
    document = DOCUMENT.replace("\\listoftables\n", "").replace(r"\documentclass{article}", beginning)
    log = compile_latex(tables_for_a_paper, tmp_path, document)
    assert not re.findall("Overfull.*|Float too large.*|multiply.defined.*", log)


@pytest.mark.parametrize("size", ["10pt", "12pt"])
def test_a_list_of_many_columns_fits_on_the_page(tmp_path: Path, size: str) -> None:
    row = ("mlsp2024:portuguese-trial", "15415", "1472", "en", "no", "none stated; research", "McCarthy & Navigli 2007")
    columns = ("name", "items", "kB", "lang", "here", "licence", "paper")
    table = Table(title="data sets", columns=columns, rows=(row,) * 40, labels=len(columns))
    document = DOCUMENT.replace(r"\documentclass", rf"\documentclass[{size}]")
    log = compile_latex(latex_table(table), tmp_path, document)
    assert not re.findall("Overfull.*|Float too large.*", log)


def test_labels_that_are_broken_only_in_twelve_points_fit_the_height_of_the_page(tmp_path: Path) -> None:
    rows = (("quoted b name of many - hedger", "0.50"),) * 34
    table = Table(title="pairs", columns=("pair", "difference"), rows=rows)
    wide = replace(table, rows=(("-".join(["pieces"] * 9), "0.50"), *rows[1:]))  # breaks the labels
    log = compile_latex(latex_table(wide), tmp_path, DOCUMENT.replace(r"\documentclass", r"\documentclass[12pt]"))
    assert not re.findall("Float too large.*", log)
    assert latex_table(table).count(r"\begin{tabular}") == 1  # which are not broken without the long one


@pytest.mark.parametrize("name", ["a_very-long-name.of a system" * 3, "WITHOUTANYSIGN" * 5, "x" * 100])
def test_long_names_fit_on_the_page(tmp_path: Path, name: str) -> None:
    result = small(name, f"{name} 2", "short", measures="best,oot@10", resamples=20)
    check_that_it_fits(result.to("latex"), tmp_path)


def test_more_rows_than_a_page_has_and_more_floats_than_latex_likes(tmp_path: Path) -> None:
    made = task(runs=2, items=1500, answers=3)
    log = compile_latex(stead.score(made.gold, *made.runs, measures="best").to("latex", per_item=True), tmp_path)
    assert "Float too large" not in log


def test_thirty_systems(tmp_path: Path) -> None:
    result = small(*(f"system {number}" for number in range(30)), resamples=20)
    assert "Float too large" not in compile_latex(result.to("latex"), tmp_path)


def test_every_letter_of_europe_and_many_others(tmp_path: Path) -> None:
    letters = "".join(map(chr, [*range(0xA1, 0x250), *range(0x370, 0x400), *range(0x5D0, 0x5EA), 0x4E00, 0x1F600]))
    compile_latex(small(letters[:200], letters[200:], measures="best", resamples=20).to("latex"), tmp_path)
