"""The bundled data set keeps its own promises."""

import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.cli import main
from stead.formats import serialise

EXAMPLES = Path(str(files("stead"))) / "examples"
LANGUAGES = ("en", "it", "fr")
ANNOTATORS = ("ada", "bruno", "chloe", "dario", "elif")
RUNS = ("careful", "hedger", "magpie", "napper", "parrot")


def lines(name: str) -> list[str]:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert text.endswith("\n")
    return text.splitlines()


def items(language: str) -> list[stead.Item]:
    found: list[stead.Item] = stead.read_items(EXAMPLES / f"items.{language}.xml")
    return found


def all_items() -> list[stead.Item]:
    return [item for language in LANGUAGES for item in items(language)]


def annotations() -> list[dict[str, Any]]:
    header, *records = map(json.loads, lines("annotations.jsonl"))
    assert header == {"schema": "stead.annotations/1"}
    return records


def answers(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Lexelt, id and answers of each line of a run, taken apart by hand."""
    for line in lines(f"runs/{name}.txt"):
        head, _, rest = line.partition(" ::")
        lexelt, identifier = head.split(" ")
        yield lexelt, identifier, [answer for answer in rest.strip().split(";") if answer]


# --------------------------------------------------------------------------------------------------- items


def test_there_are_seventy_items_of_fourteen_lexelts() -> None:
    assert len(all_items()) == 70
    assert len({item.lexelt for item in all_items()}) == 14


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_four_parts_of_speech(language: str) -> None:
    assert {item.lexelt.rpartition(".")[2] for item in items(language)} == set("nvar")
    assert {item.language for item in items(language)} == {language}


def test_every_lexelt_has_five_sentences() -> None:
    assert set(Counter(item.lexelt for item in all_items()).values()) == {5}


def test_every_id_is_used_once() -> None:
    assert len({item.id for item in all_items()}) == 70


def test_no_two_sentences_are_the_same_and_all_are_sentences() -> None:
    texts = [item.text for item in all_items()]
    assert len(set(texts)) == 70
    for text in texts:
        assert text == " ".join(text.split())
        assert re.search(r"[.!?…»”\"’')]$", text), text


def test_the_target_is_a_form_of_its_word() -> None:
    irregular = {"hold.v": {"held"}, "tenir.v": {"tient", "tiens"}}
    for item in all_items():
        form, word = item.target.casefold(), item.lexelt.partition(".")[0]
        assert form[:3] == word[:3] or form in irregular[item.lexelt]


def test_every_item_has_its_language_in_the_table() -> None:
    table = dict(line.split("\t") for line in lines("languages.tsv"))
    names = {"en": "English", "it": "Italian", "fr": "French"}
    assert table == {item.id: names[item.language] for item in all_items()}


def test_the_lexelts_picked_by_hand_exist_and_are_not_all() -> None:
    manual = lines("manual.txt")
    assert len(manual) == len(set(manual))
    assert set(manual) < {item.lexelt for item in all_items()}


# --------------------------------------------------------------------------------------------- annotations


def test_every_annotator_answers_every_item_once() -> None:
    expected = Counter((item.lexelt, item.id, name) for item in all_items() for name in ANNOTATORS)
    assert Counter((each["lexelt"], each["id"], each["annotator"]) for each in annotations()) == expected


def test_an_answer_is_substitutes_or_nil_or_name() -> None:
    for each in annotations():
        given = [bool(each.get("substitutes")), each.get("nil", False), each.get("name", False)]
        assert given.count(True) == 1, each
        assert len(each.get("substitutes", [])) <= 3


def test_there_are_nil_and_name_and_multiwords_among_the_answers() -> None:
    assert sum(each.get("nil", False) for each in annotations()) >= 5
    assert sum(each.get("name", False) for each in annotations()) >= 5
    assert sum("multiword" in each for each in annotations()) >= 20
    assert sum(" " in term for each in annotations() for term in each.get("substitutes", [])) >= 20


def test_nobody_gives_the_same_substitute_twice_or_the_target_itself() -> None:
    for each in annotations():
        terms = each.get("substitutes", [])
        assert len(terms) == len(set(terms))
        assert each["lexelt"].partition(".")[0] not in terms, each


def test_every_answer_has_a_time() -> None:
    for each in annotations():
        assert datetime.fromisoformat(each["time"]).tzinfo is not None


def test_the_annotators_are_who_the_readme_says() -> None:
    sizes: dict[str, Counter[int]] = defaultdict(Counter)
    for each in annotations():
        sizes[each["annotator"]][len(each.get("substitutes", []))] += 1
    assert set(sizes["bruno"]) == {0, 3}, "three, always three"
    assert set(sizes["dario"]) == {0, 1}, "one word"
    beaten = [each for each in annotations() if each["annotator"] == "bruno" and each.get("nil")]
    assert [each["lexelt"] for each in beaten] == ["spring.n"]


# --------------------------------------------------------------------------------------------------- golds


def counted(terms_of: str, *, least: int) -> list[str]:
    """The gold made from the raw answers: falling counts, then code points; NIL and NAME are no answers."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for each in annotations():
        value = each.get(terms_of, [])
        counts[each["lexelt"], each["id"]].update([value] if isinstance(value, str) else value)
    return [
        f"{lexelt} {identifier} :: " + "".join(f"{term} {count};" for term, count in ordered(found))
        for (lexelt, identifier), found in counts.items()
        if found.total() >= least
    ]


def ordered(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def test_the_gold_is_the_answers_counted() -> None:
    assert lines("gold.txt") == counted("substitutes", least=2)


def test_the_golds_are_what_stead_makes_of_the_answers() -> None:
    made = stead.make_gold(EXAMPLES / "annotations.jsonl")
    for name, gold in (("gold.txt", made.gold), ("gold-multiwords.txt", made.multiwords)):
        assert serialise(gold, "gold", "semeval").text == (EXAMPLES / name).read_text(encoding="utf-8")


def test_the_multiword_gold_is_the_phrases_counted() -> None:
    assert lines("gold-multiwords.txt") == counted("multiword", least=1)


def test_the_gold_leaves_out_what_the_readme_says() -> None:
    in_gold = {line.split()[1] for line in lines("gold.txt")}
    left_out = [item for item in all_items() if item.id not in in_gold]
    named = {each["id"] for each in annotations() if each.get("name")}
    assert len(in_gold) == 67
    assert sorted(item.id in named for item in left_out) == [False, True, True]


# ---------------------------------------------------------------------------------------------------- runs


@pytest.mark.parametrize("name", RUNS)
def test_a_run_answers_items_of_the_gold_once_under_their_own_lexelts(name: str) -> None:
    gold = [tuple(line.split()[:2]) for line in lines("gold.txt")]
    own = [(lexelt, identifier) for lexelt, identifier, _ in answers(name)]
    assert len(own) == len(set(own))
    assert set(own) <= set(gold)
    assert own == [item for item in gold if item in set(own)], "in the order of the gold"


def test_hedger_always_guesses_ten_times() -> None:
    assert {len(set(given)) for _, _, given in answers("hedger")} == {10}


def test_parrot_says_it_again() -> None:
    repeating = 0
    for _, _, given in answers("parrot"):
        levelled = [answer.lower().replace("-", " ") for answer in given]
        repeating += len(set(levelled)) < len(levelled)
    assert repeating > 50


def test_parrot_repeats_in_ways_that_only_lenient_matching_sees() -> None:
    assert any(len(set(given)) > len({answer.lower() for answer in given}) for _, _, given in answers("parrot"))


def test_nobody_else_repeats_an_answer() -> None:
    for name in set(RUNS) - {"parrot"}:
        for _, identifier, given in answers(name):
            assert len({answer.lower().replace("-", " ") for answer in given}) == len(given), (name, identifier)


def test_napper_leaves_about_a_third_unanswered_in_both_ways() -> None:
    given = list(answers("napper"))
    answered = sum(bool(terms) for _, _, terms in given)
    assert 0.6 <= answered / 67 <= 0.72
    assert any(not terms for _, _, terms in given), "some lines are blank"
    assert len(given) < 67, "some lines are missing"


def test_magpie_now_and_then_brings_the_target_itself() -> None:
    own = sum(lexelt.partition(".")[0] in given for lexelt, _, given in answers("magpie"))
    assert 3 <= own <= 30


@pytest.fixture(scope="module")
def scores() -> stead.ScoreResult:
    return stead.score(EXAMPLES / "gold.txt", *(EXAMPLES / "runs" / f"{name}.txt" for name in RUNS))


def test_careful_beats_magpie_on_every_figure(scores: stead.ScoreResult) -> None:
    for record in scores.records():
        if record["run"] == "careful":
            other = scores.value(record["measure"], record["figure"], run="magpie")
            assert record["value"] > (other or 0), record["measure"]


def test_the_runs_differ_in_character(scores: stead.ScoreResult) -> None:
    def of(run: str, measure: str, figure: str = "R") -> float:
        value = scores.value(measure, figure, run=run)
        assert value is not None
        return value

    assert of("hedger", "oot") > 4 * of("hedger", "best"), "hedging pays out of ten only"
    assert of("napper", "best", "P") > 1.3 * of("napper", "best", "R"), "good when awake"
    assert of("careful", "rank", "mean") > max(of(run, "rank", "mean") for run in RUNS if run != "careful")
    paid = stead.score(
        EXAMPLES / "gold.txt", EXAMPLES / "runs" / "parrot.txt", measures="oot", match="lenient,duplicates=paid"
    )
    assert (paid.value("oot") or 0) > 1.3 * of("parrot", "oot"), "repeating pays if copies are paid"


def test_no_run_is_perfect_or_hopeless(scores: stead.ScoreResult) -> None:
    for run in RUNS:
        assert 0 < (scores.value("oot", run=run) or 0) < 0.95


# --------------------------------------------------------------------------------------------------- files


CHECKED = [
    "gold.txt",
    "gold-multiwords.txt",
    "annotations.jsonl",
    "multiwords/lookout.txt",
    *(f"items.{language}.xml" for language in LANGUAGES),
    *(f"runs/{name}.txt" for name in RUNS),
]


def test_every_file_passes_the_check(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert main(["check", *CHECKED]) == 0
    shown = capsysbinary.readouterr().out.decode().splitlines()
    notes = [line for line in shown if ": note: " in line]
    assert [line.partition(":")[0] for line in notes] == ["runs/parrot.txt"]
    assert len(shown) - len(notes) == len(CHECKED)
    assert all(line.endswith("no faults.") for line in shown if line not in notes)


@pytest.mark.parametrize("name", [f"runs/{name}.txt" for name in RUNS])
def test_every_run_passes_the_check_against_the_gold(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert main(["check", name, "--gold", "gold.txt"]) == 0


def test_every_file_passes_the_strictest_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert main(["score", "gold.txt", *(f"runs/{name}.txt" for name in RUNS), "--strict"]) == 0


def test_the_folder_holds_what_its_readme_says_and_no_more() -> None:
    present = {path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.rglob("*") if path.is_file()}
    assert present == {*CHECKED, "README.md", "languages.tsv", "manual.txt"}


def test_the_readme_names_every_annotator_and_every_run() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for name in (*ANNOTATORS, *RUNS):
        assert f"**{name}**" in readme


def test_every_file_is_plain_utf_8_with_unix_line_ends_in_composed_form() -> None:

    for name in [*CHECKED, "README.md", "languages.tsv", "manual.txt"]:
        data = (EXAMPLES / name).read_bytes()
        assert b"\r" not in data
        assert not data.startswith(b"\xef\xbb\xbf")
        text = data.decode("utf-8")
        assert unicodedata.is_normalized("NFC", text), name
