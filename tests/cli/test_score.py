"""`stead score`: the right figures, in every form, under every option."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Command, Write, cells, tsv


def test_the_figures_are_those_worked_by_hand(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best,best-mode")
    assert done.status == 0
    assert ["run", "3/3", "33.33", "33.33", "50.00", "50.00"] in cells(done.out)
    assert ["ceiling", "58.33", "58.33", "100.00", "100.00"] in cells(done.out)


def test_without_options_every_measure_of_substitutes_is_shown(stead: Command, example: Path) -> None:
    done = stead("score", "gold.txt", "runs/careful.txt")
    for name in ("best P", "best-mode R", "oot@10 P", "oot-mode@10 R", "jabbari-best1", "coverage F", "rank@10"):
        assert name in done.out
    for name in ("semdis-best", "semdis-oot@10", "semdis-best-norm", "semdis-oot-norm@10"):
        assert name in done.out
    assert "mw-" not in done.out


def test_a_table_says_how_many_items_have_a_mode_and_what_the_ceiling_is(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best-mode")
    assert "3 of 4 items of gold" in done.out
    assert "2 of them have a mode" in done.out
    assert "ceiling: a perfect run" in done.out


def test_several_runs_stand_in_one_table_in_the_order_given(stead: Command, example: Path) -> None:
    done = stead("score", "gold.txt", "runs/parrot.txt", "runs/careful.txt", "-m", "best")
    names = [line[0] for line in cells(done.out) if "67/67" in line]
    assert names == ["parrot", "careful"]


@pytest.mark.parametrize("measures", ["best,best-mode", "best-mode,best"])
def test_how_many_items_are_answered_does_not_depend_on_the_order_of_the_measures(
    stead: Command, write: Write, measures: str
) -> None:
    """Three items are scored and answered; two of them have a mode."""
    done = stead("score", "gold.txt", "run.txt", "-m", measures)
    assert ["run", "3/3"] in [line[:2] for line in cells(done.out)]


def test_measures_asked_for_twice_are_both_computed(stead: Command, write: Write) -> None:
    """As `--by`, which may be repeated."""
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "-m", "oot@10")
    assert done.status == 2 or ("best P" in done.out and "oot@10 P" in done.out)


# ------------------------------------------------------------------------------------------------- formats


def test_text_ends_with_the_signature(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best")
    last = done.out.splitlines()[-1]
    assert last.startswith("signature: ")
    for part in ("dup:once", "match:lenient", "min:2", "weights:counts", "faults:repair", "items:3/4", "gold:sha256:"):
        assert part in last


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "tsv", "json"])
def test_every_format_carries_the_signature(stead: Command, write: Write, format: str) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--format", format)
    assert "gold:sha256:" in done.out


def test_what_is_printed_as_the_common_signature_is_true_of_every_group(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--by", "pos")
    assert "group:" in done.out or "items:3/4" not in done.out, "three items are scored in all, but not in each group"


def test_the_signature_of_single_words_says_that_multiwords_were_dropped(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--by", "subset")
    assert "gold_multiwords=drop" in done.out


def test_json_is_one_document(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--format", "json")
    document = json.loads(done.out)
    assert document["schema"] == "stead.evaluation/1"
    assert document["scores"][0]["figures"]["R"] == pytest.approx(1 / 3)
    assert "items" not in document


def test_tsv_has_every_digit(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--format", "tsv")
    precision, recall = tsv(done.out)
    assert (precision["figure"], recall["figure"]) == ("P", "R")
    assert float(recall["value"]) == pytest.approx(1 / 3, abs=1e-15)
    assert float(recall["ceiling"]) == pytest.approx(1.75 / 3, abs=1e-15)


def test_markdown_is_a_table(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--format", "markdown")
    table = [line for line in done.out.splitlines() if line.startswith("|")]
    assert table[1] == "| --- | ---: | ---: | ---: |"
    assert table[2] == "| run | 3/3 | 33.33 | 33.33 |"


def test_latex_is_a_table(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--format", "latex")
    assert r"\begin{tabular}{lrrr}" in done.out
    assert r"run & 3/3 & 33.33 & 33.33 \\" in done.out
    assert done.out.count(r"\begin{") == done.out.count(r"\end{") == 2


# -------------------------------------------------------------------------------------------------- groups


def groups(text: str) -> dict[str, int]:
    return {row["group"]: int(row["scored"]) for row in tsv(text)}


def test_by_part_of_speech(stead: Command, example: Path) -> None:
    done = stead("score", "gold.txt", "runs/careful.txt", "-m", "best", "--by", "pos", "--format", "tsv")
    assert groups(done.out) == {"all": 67, "pos=n": 17, "pos=v": 15, "pos=a": 20, "pos=r": 15}


def test_by_lexelt(stead: Command, example: Path) -> None:
    done = stead("score", "gold.txt", "runs/careful.txt", "-m", "best", "--by", "lexelt", "--format", "tsv")
    found = groups(done.out)
    assert len(found) == 15
    assert sum(found.values()) == 2 * 67


def test_by_subset(stead: Command, example: Path) -> None:
    words = ["--by", "subset", "--multiwords", "gold-multiwords.txt", "--manual", "manual.txt", "--format", "tsv"]
    done = stead("score", "gold.txt", "runs/careful.txt", "-m", "best", *words)
    found = groups(done.out)
    assert set(found) == {"all", "subset=MWT", "subset=NMWT", "subset=MAN", "subset=RAND", "subset=NMWS"}
    assert found["subset=MWT"] + found["subset=NMWT"] == found["subset=MAN"] + found["subset=RAND"] == 67


def test_by_subset_without_the_files_it_needs_says_what_is_left_out(stead: Command, example: Path) -> None:
    done = stead("score", "gold.txt", "runs/careful.txt", "-m", "best", "--by", "subset")
    assert "--multiwords" in done.err
    assert "--manual" in done.err


def test_a_file_that_only_a_subset_needs_is_not_silently_ignored(stead: Command, example: Path) -> None:
    done = stead("score", "gold.txt", "runs/careful.txt", "-m", "best", "--manual", "manual.txt")
    assert done.status == 2 or "--by subset" in done.err


def test_multiword_measures_have_no_single_word_subset(stead: Command, example: Path) -> None:
    """NMWS keeps single words only: no multiword is left to score."""
    words = ["-m", "multiwords", "--multiwords", "gold-multiwords.txt", "--by", "subset", "--format", "tsv"]
    done = stead("score", "gold.txt", "multiwords/lookout.txt", *words)
    if done.status == 0:
        assert "subset=NMWS" not in groups(done.out)


def test_by_a_file(stead: Command, example: Path) -> None:
    done = stead("score", "gold.txt", "runs/careful.txt", "-m", "best", "--by", "languages.tsv", "--format", "tsv")
    assert groups(done.out) == {
        "all": 67,
        "languages=English": 28,
        "languages=French": 19,
        "languages=Italian": 20,
    }


def test_by_may_be_repeated(stead: Command, example: Path) -> None:
    words = ["--by", "pos", "--by", "languages.tsv", "--format", "tsv"]
    done = stead("score", "gold.txt", "runs/careful.txt", "-m", "best", *words)
    assert len(groups(done.out)) == 1 + 4 + 3


def test_a_group_in_a_text_table_is_closed_by_its_ceiling(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--by", "pos")
    lines = cells(done.out)
    place = lines.index(["pos=a", "ceiling", "62.50", "62.50"])
    assert lines[place - 1] == ["pos=a", "run", "2/2", "50.00", "50.00"]
    assert set("".join(lines[place + 1])) == {"─"}


# ------------------------------------------------------------------------------------------------ per item


def test_per_item_shows_every_scored_item_and_a_dash_where_there_is_no_figure(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best,best-mode", "--per-item")
    lines = cells(done.out)
    assert ["bright.a", "1", "50.00", "50.00", "0.00", "0.00"] in lines
    assert ["bright.a", "2", "50.00", "50.00", "100.00", "100.00"] in lines
    assert ["dog.n", "3", "0.00", "0.00", "-", "-"] in lines
    assert not any(line[:1] == ["run.v"] for line in lines)


def test_per_item_as_tsv_and_json_agree(stead: Command, example: Path) -> None:
    words = ["score", "gold.txt", "runs/napper.txt", "-m", "best,rank", "--per-item", "--format"]
    rows = tsv(stead(*words, "tsv").out)
    items = json.loads(stead(*words, "json").out)["items"]
    figures = [item["figures"].get("R", item["figures"].get("mean")) for item in items]
    assert [row["credit"] for row in rows] == [("" if value is None else str(value)) for value in figures]


def test_per_item_as_tsv_shows_gold_and_answers_and_the_sentences_if_they_are_given(
    stead: Command, example: Path
) -> None:
    words = ["score", "gold.txt", "runs/napper.txt", "-m", "best", "--per-item", "--format", "tsv"]
    assert "sentence" not in tsv(stead(*words).out)[0]
    first = tsv(stead(*words, "--items", "items.en.xml").out)[0]
    assert first["target"] == "brightest"
    assert first["gold"] == "clever 4; smart 2; gifted 1; quick on the uptake 1"


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "tsv", "json"])
def test_per_item_in_every_format(stead: Command, example: Path, format: str) -> None:
    done = stead("score", "gold.txt", "runs/careful.txt", "-m", "best", "--per-item", "--format", format)
    assert done.status == 0
    assert done.out.count("prendere.v") >= 5


# ----------------------------------------------------------------------------------------------- measures


@pytest.mark.parametrize(
    ("asked", "measures"),
    [
        ("semeval", ["best", "best-mode", "oot@10", "oot-mode@10"]),
        ("jabbari", ["jabbari-best", "jabbari-best1", "coverage(k=1)", "rank@10"]),
        ("semdis", ["semdis-best", "semdis-oot@10", "semdis-best-norm", "semdis-oot-norm@10"]),
        ("oot@1,oot@3", ["oot@1", "oot@3"]),
        ("coverage(k=mean-gold), best", ["coverage(k=mean-gold)", "best"]),
        ("coverage(k=0.5)", ["coverage(k=0.5)"]),
        ("best,semeval", ["best", "best-mode", "oot@10", "oot-mode@10"]),
        ("rank(depth=3)", ["rank@3"]),
    ],
)
def test_measures_suites_and_parameters(stead: Command, write: Write, asked: str, measures: list[str]) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", asked, "--format", "tsv")
    assert list(dict.fromkeys(row["measure"] for row in tsv(done.out))) == measures


def test_the_long_name_of_the_option_works_too(stead: Command, write: Write) -> None:
    assert stead("score", "gold.txt", "run.txt", "--measures", "best").status == 0


def test_multiwords_with_both_golds(stead: Command, example: Path) -> None:
    words = ["-m", "multiwords", "--multiwords", "gold-multiwords.txt", "--format", "tsv"]
    done = stead("score", "gold.txt", "multiwords/lookout.txt", *words)
    values = [round(100 * float(row["value"]), 2) for row in tsv(done.out)]
    assert values == [66.67, 88.89, 50.0, 66.67]
    assert done.err == ""


def test_multiwords_without_the_substitute_gold_say_what_precision_is_over(stead: Command, example: Path) -> None:
    done = stead("score", "gold-multiwords.txt", "multiwords/lookout.txt", "-m", "multiwords")
    assert done.status == 0
    assert "precision is over all answers" in done.err


def test_a_signature_never_counts_more_items_than_the_gold_has(stead: Command, example: Path) -> None:
    words = ["-m", "multiwords", "--format", "json"]
    done = stead("score", "gold-multiwords.txt", "multiwords/lookout.txt", *words)
    document = json.loads(done.out)
    (part,) = {part for score in document["scores"] for part in score["signature"].split("|") if "items:" in part}
    scored, total = map(int, part.removeprefix("items:").split("/"))
    assert scored <= total


# ------------------------------------------------------------------------------------------- what counts


def recall(stead: Command, *words: str, measure: str = "best") -> float:
    done = stead("score", *words, "-m", measure, "--format", "tsv")
    assert done.status == 0, done.err
    return float(tsv(done.out)[1]["value"])


def test_matching_rules(stead: Command, write: Write) -> None:
    write("case.txt", "bright.a 1 :: CLEVER\n")
    assert recall(stead, "gold.txt", "case.txt") == pytest.approx(0.25)
    assert recall(stead, "gold.txt", "case.txt", "--match", "exact") == 0
    assert recall(stead, "gold.txt", "case.txt", "--match", "semdis") == 0
    assert recall(stead, "gold.txt", "case.txt", "--match", "exact,case=lower") == pytest.approx(0.25)


def test_a_repeat_earns_nothing_unless_it_is_to_be_paid(stead: Command, write: Write) -> None:
    write("twice.txt", "bright.a 1 ::: clever;Clever\n")
    plain = recall(stead, "gold.txt", "twice.txt", measure="oot")
    assert recall(stead, "gold.txt", "twice.txt", "--match", "lenient,duplicates=paid", measure="oot") == 2 * plain


def test_repeats_are_reported(stead: Command, write: Write) -> None:
    write("twice.txt", "bright.a 1 :: clever;Clever\n")
    assert "1 repeated answer on 1 item" in stead("score", "gold.txt", "twice.txt").err


def test_spelling_is_levelled_only_if_asked_for(stead: Command, write: Write) -> None:
    write("colour.txt", "bright.a 1 :: colour 2;\n")
    write("color.txt", "bright.a 1 :: color\n")
    assert recall(stead, "colour.txt", "color.txt") == 0
    assert recall(stead, "colour.txt", "color.txt", "--match", "lenient,spelling=british") == 1


def test_min_responses(stead: Command, write: Write) -> None:
    write("four.txt", "run.v 4 :: sprint\nbright.a 1 :: x\n")
    assert recall(stead, "gold.txt", "four.txt") == 0
    assert recall(stead, "gold.txt", "four.txt", "--min-responses", "1") == pytest.approx(0.25)


def test_weights(stead: Command, write: Write) -> None:
    write("equal.txt", "bright.a 1 :: Clever 2;clever 1;smart 1;\n")
    write("clever.txt", "bright.a 1 :: clever\n")
    assert recall(stead, "equal.txt", "clever.txt") == pytest.approx(3 / 4)
    assert recall(stead, "equal.txt", "clever.txt", "--weights", "graded") == pytest.approx(2 / 3)


def test_mapping(stead: Command, write: Write) -> None:
    write("brainy.txt", "bright.a 1 :: brainy\ndog.n 3 :: brainy\n")
    write("mapping.txt", "brainy(bright.a)-->clever\n")
    assert recall(stead, "gold.txt", "brainy.txt") == 0
    assert recall(stead, "gold.txt", "brainy.txt", "--mapping", "mapping.txt") == pytest.approx(0.25)


def test_a_mapping_with_a_broken_line_is_not_silently_cut_short(stead: Command, write: Write) -> None:
    write("mapping.txt", "brainy(bright.a)-->clever\nbrainy bright.a clever\n")
    done = stead("score", "gold.txt", "run.txt", "--mapping", "mapping.txt")
    assert "mapping.txt" in done.err


def test_a_multiword_gold_with_a_broken_line_is_not_silently_cut_short(stead: Command, write: Write) -> None:
    write("multiwords.txt", "bright.a 1 :: bright spark 3;\nnonsense\n")
    done = stead("score", "gold.txt", "run.txt", "--by", "subset", "--multiwords", "multiwords.txt")
    assert "multiwords.txt" in done.err


# ------------------------------------------------------------------------------------------------- reading


ODD = "bright.a  1 ::  clever\nbright.a 2 :: shiny\nnonsense\n"


def test_a_second_line_of_the_gold_for_an_item_is_named(stead: Command, write: Write) -> None:
    write("twice.txt", "bright.a 1 :: clever 2;\nbright.a 2 :: shiny 2;\nbright.a 1 :: smart 2;\n")
    done = stead("score", "twice.txt", "run.txt", "-m", "best")
    assert 'twice.txt: 1 left out (repeated). The first in line 3: a second line for "bright.a" "1".' in done.err


def test_faults_are_repaired_and_reported(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", write("odd.txt", ODD), "-m", "best")
    assert done.status == 0
    assert "odd.txt: 1 left out (malformed); 1 repaired (columns). The first in line 3: expected" in done.err
    assert 'found "nonsense". `stead check odd.txt` lists them.' in done.err
    assert ["odd", "2/3"] in [line[:2] for line in cells(done.out)]


def test_faulty_lines_are_skipped_if_asked_for(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", write("odd.txt", ODD), "-m", "best", "--faults", "skip")
    assert done.status == 0
    assert ["odd", "1/3"] in [line[:2] for line in cells(done.out)]
    assert "faults:skip" in done.out


@pytest.mark.parametrize("words", [["--strict"], ["--faults", "strict"]])
def test_strict_refuses_and_names_every_fault(stead: Command, write: Write, words: list[str]) -> None:
    done = stead("score", "gold.txt", write("odd.txt", ODD), *words)
    assert (done.status, done.out) == (1, "")
    assert "odd.txt:1:" in done.err
    assert "odd.txt:3:" in done.err


def test_strict_says_nothing_about_a_clean_run(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "--strict")
    assert (done.status, done.err) == (0, "")


def test_strict_and_faults_exclude_each_other(stead: Command, write: Write) -> None:
    assert stead("score", "gold.txt", "run.txt", "--strict", "--faults", "skip").status == 2


def test_the_separator_of_the_other_task_is_refused_only_under_semeval(stead: Command, write: Write) -> None:
    write("oot.txt", "bright.a 1 ::: clever\n")
    assert stead("score", "gold.txt", "oot.txt", "-m", "best").status == 0
    assert stead("score", "gold.txt", "oot.txt", "-m", "best", "--from", "semeval").status == 1
    assert stead("score", "gold.txt", "oot.txt", "-m", "oot", "--from", "semeval").status == 0


def test_the_first_guess_of_an_oot_run_is_scored_as_best(stead: Command, write: Write) -> None:
    """Such a run is what `best@1` is for: its separator is as right as the other."""
    write("oot.txt", "bright.a 1 ::: clever;wrong\n")
    alone = stead("score", "gold.txt", "oot.txt", "-m", "best@1", "--from", "semeval", "--format", "tsv")
    assert (alone.status, "SemEval's files" in alone.err) == (0, False)
    assert "SemEval's files" in stead("score", "gold.txt", "oot.txt", "-m", "best").err
    assert recall(stead, "gold.txt", "oot.txt", measure="best@1") == 2 * recall(stead, "gold.txt", "oot.txt")


def test_dollar_signs_are_read_as_evalita(stead: Command, write: Write) -> None:
    write("gold_it.txt", "fulmineo.a$7$::$veloce 3;rapido 2; istantaneo 1\n")
    write("run_it.txt", "fulmineo.a7::$veloce;rapido\n")
    assert recall(stead, "gold_it.txt", "run_it.txt") == pytest.approx(5 / 12)
    assert recall(stead, "gold_it.txt", "run_it.txt", "--from", "evalita") == pytest.approx(5 / 12)


def test_formats_may_differ_between_gold_and_runs(stead: Command, write: Write) -> None:
    write("run.jsonl", '{"schema": "stead.run/1"}\n{"lexelt": "bright.a", "id": "1", "answers": ["clever"]}\n')
    assert recall(stead, "gold.txt", "run.jsonl") == pytest.approx(0.25)


def test_every_oddity_of_a_run_is_said(stead: Command, write: Write) -> None:
    write("odd.txt", "bright.a 1 :: clever\nbright.a 1 :: smart\nbright.a 9 :: x\ncat.n 3 :: hound\n")
    done = stead("score", "gold.txt", "odd.txt", "-m", "best")
    assert "odd: 1 of 3 scored items not answered." in done.err
    assert "not in the gold" in done.err
    assert "second time" in done.err
    assert "another lexelt" in done.err


# ------------------------------------------------------------------------------------ presets, pools and lists

JUDGED = {
    "contexts": {"c": {"context": "a bright idea"}},
    "targets": {"1": {"context_id": "c", "target": "bright", "offset": 2, "pos": "ADJ"}},
    "substitutes": {
        "s1": {"target_id": "1", "substitute": "clever"},
        "s2": {"target_id": "1", "substitute": "smart"},
        "s3": {"target_id": "1", "substitute": "dull"},
    },
    "substitute_labels": {"s1": ["TRUE", "TRUE"], "s2": ["TRUE", "FALSE"], "s3": ["FALSE", "UNSURE"]},
}
"""Acceptable: clever; conceivable: clever and smart; judged: all three."""


def means(out: str) -> dict[str, float]:
    return {row["measure"]: float(row["value"]) for row in tsv(out) if row["figure"] == "mean"}


def test_the_preset_tsar(stead: Command, write: Write) -> None:
    """The word itself is no substitute: `tough` is first. Exact match: `Firm` is not `firm`."""
    write("gold.tsv", "a hard day\thard\thard\thard\ttough\ttough\tfirm\n")
    write("run.tsv", "a hard day\thard\thard\ttough\tFirm\n")
    done = stead("score", "gold.tsv", "run.tsv", "--preset", "tsar", "--format", "tsv")
    assert done.status == 0
    own = means(done.out)
    assert len(own) == 10
    assert (own["map@1(over=run)"], own["potential@3(over=run)"], own["acc-top1@1(over=run)"]) == (1, 1, 1)
    assert own["map@3(over=run)"] == pytest.approx(1 / 3)


def test_the_preset_swords(stead: Command, write: Write) -> None:
    """Ranked by score: smart, nonsense, clever. Strict and acceptable: one of three; lenient: one of two."""
    write("gold.json", json.dumps(JUDGED))
    write("run.json", json.dumps({"substitutes": {"1": [["clever", 1], ["nonsense", 2], ["smart", 3]]}}))
    done = stead("score", "gold.json", "run.json", "--preset", "swords", "--format", "tsv")
    assert done.status == 0
    precision = {row["measure"]: float(row["value"]) for row in tsv(done.out) if row["figure"] == "P"}
    assert list(precision.values()) == pytest.approx([1 / 3, 1 / 2, 2 / 3, 2 / 2])
    counts, shares = means(done.out).values()
    assert counts == pytest.approx((1 / 1 + 3 / 3) / (2 / 1 + 3 / 2))
    assert shares == pytest.approx((0.5 / 1 + 1.5 / 3) / (1 / 1 + 1.5 / 2))


def test_the_preset_melamud_gap(stead: Command, write: Write) -> None:
    """Multiwords are removed, `pn` is a term, no item is too small, and ties stay in the order of the file."""
    write("gold.txt", "bright.a 1 :: clever 1;on the ball 3;\nbright.a 2 :: pn 1;\n")
    write("run.txt", "RESULT\tbright.a 1\tdull 2\tclever 2\tsharp-witted 3\nRESULT\tbright.a 2\tpn 1\n")
    done = stead("score", "gold.txt", "run.txt", "--preset", "melamud-gap", "--format", "tsv")
    assert done.status == 0
    assert list(means(done.out).values()) == [pytest.approx((1 / 2 + 1) / 2)]
    assert "names:terms" in done.out


def test_measures_and_items_given_beside_a_preset_are_those_used(stead: Command, write: Write) -> None:
    words = ("score", "gold.txt", "run.txt", "--preset", "tsar", "--format", "tsv", "-m", "p@1")
    whole, some = tsv(stead(*words).out), tsv(stead(*words, "--min-responses", "2").out)
    assert [row["measure"] for row in (*whole, *some)] == ["p@1", "p@1"]
    assert (whole[0]["scored"], some[0]["scored"]) == ("4", "3")
    assert "match:exact,target=drop" in whole[0]["signature"]


def test_an_unknown_preset_is_answered_with_those_there_are(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "--preset", "coinco")
    assert (done.status, done.out) == (2, "")
    assert all(name in done.err for name in ("coinco", "swords", "tsar", "melamud-gap"))


def test_candidates_of_a_file_are_ranked(stead: Command, write: Write) -> None:
    """Of dog the run ranks cat, then hound and mutt in any order; nothing is a candidate of bright."""
    write("candidates.txt", "dog.n::hound;mutt;cat\n")
    words = ("score", "gold.txt", "run.txt", "--format", "tsv", "-m", "gap(pool=candidates),gap(pool=run)")
    done = stead(*words, "--candidates", "candidates.txt")
    assert done.status == 0
    candidates, run = tsv(done.out)
    assert "candidates:sha256:" in candidates["signature"]
    assert "candidates:sha256:" not in run["signature"]
    assert float(candidates["value"]) == pytest.approx((2 / 2 + 4 / 3) / (2 / 1 + 4 / 2) / 3)
    assert float(run["value"]) == pytest.approx(((1 / 1 + 4 / 2) / (3 / 1 + 4 / 2) + 2 / (2 + 3 / 2 + 4 / 3)) / 3)


def test_candidates_that_are_not_given_are_asked_for(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "gap(pool=candidates)")
    assert (done.status, done.out) == (2, "")
    assert "--candidates" in done.err


def test_a_gold_without_judges_is_refused_where_they_are_needed(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "swords-f")
    assert (done.status, done.out) == (1, "")
    assert "gold.txt: does not say how many people judged each substitute" in done.err


def test_only_the_items_of_a_list_are_scored(stead: Command, write: Write) -> None:
    """Item 1 alone: clever, the most frequent, is second."""
    write("ids.txt", "# a comment\n1\n4\n")
    words = ("score", "gold.txt", "run.txt", "--format", "tsv", "-m", "p@1,acc-top1@1,acc-top1@2")
    whole, some = tsv(stead(*words).out), tsv(stead(*words, "--ids", "ids.txt").out)
    assert [(row["scored"], float(row["value"])) for row in some] == [("1", 1), ("1", 0), ("1", 1)]
    assert {row["scored"] for row in whole} == {"3"}
    assert not {row["signature"] for row in whole} & {row["signature"] for row in some}


@pytest.mark.parametrize("option", ["--ids", "--candidates"])
def test_a_list_that_is_not_there_is_refused_in_a_sentence(stead: Command, write: Write, option: str) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", option, "nowhere.txt")
    assert (done.status, done.out) == (1, "")
    assert "nowhere.txt" in done.err
    assert "Traceback" not in done.err


# ------------------------------------------------------------------------------------- encodings and formats of files


def test_a_run_in_latin_1_is_refused_and_read_if_that_is_said(stead: Command, write: Write) -> None:
    gold = write("gold.txt", "thé.n 1 :: café 2;tea 1;\n")
    run = write("run.txt", "thé.n 1 ::: café\n".encode("iso-8859-1"))
    done = stead("score", gold, run, "-m", "oot", "--format", "tsv")
    assert (done.status, done.out) == (1, "")
    assert "run.txt:1: byte 0xe9 is not valid UTF-8" in done.err
    assert "read it with --encoding windows-1252" in done.err
    done = stead("score", gold, run, "-m", "oot", "--format", "tsv", "--encoding", "windows-1252")
    assert (done.status, done.err) == (0, "")
    assert "0.6666" in done.out
    done = stead("score", gold, run, "--encoding", "windows-9999")
    assert (done.status, "'windows-9999' is not an encoding of text" in done.err) == (2, True)


def test_a_line_that_is_not_utf8_is_left_out_if_that_is_asked_for(stead: Command, write: Write) -> None:
    gold = write("gold.txt", b"the.n 1 :: caf\xe9 2;\nbar.n 2 :: pub 2;\n")
    run = write("run.txt", "bar.n 2 :: pub\n")
    assert stead("score", gold, run, "-m", "oot").status == 1
    done = stead("score", gold, run, "-m", "oot", "--faults", "skip")
    assert (done.status, "gold.txt: 1 left out (encoding)" in done.err) == (0, True)
    assert "100.00" in done.out


def test_gold_and_run_have_formats_of_their_own(stead: Command, write: Write) -> None:
    gold = write("gold.txt", "bright.a 1 :: clever 2;\n")
    run = write("run.txt", "RANKED\tbright.a 1\tclever 1.0\n")
    for command in (["score", gold, run], ["compare", gold, run]):
        done = stead(*command, "-m", "best", "--from", "semeval", "--run-format", "melamud")
        assert (done.status, "100.00" in done.out) == (0, True)
