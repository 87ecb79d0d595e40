"""Scoring by lemmas: forms of one word are one substitute, for the target's part of speech."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stead import GoldStandard, Run, ScoreResult, add_runs, compare, measure_agreement, read_gold, score
from stead.core.annotation import Annotation
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.rating import Rating
from stead.core.substitutes import GoldRow, RunRow
from stead.posthoc import extend_gold, pool
from stead.resources import RESOURCES
from tests.lexicons.made import SYNSETS, Made, write_wordnet

RULES = "exact,case=lower,target=drop,lemmas=wordnet"
FURTHER = (
    Made("saw", "v", ["saw"]),
    Made("saw2", "n", ["saw"]),
    Made("look", "v", ["look"]),
    Made("see", "v", ["see"]),
)


@pytest.fixture(autouse=True)
def wordnet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A made WordNet, in which `saw` is a form of `see`, and a word of its own."""
    folder = write_wordnet(tmp_path / "wordnet", (*SYNSETS, *FURTHER))
    (folder / "verb.exc").write_text("saw see\n", encoding="ascii")
    monkeypatch.setenv("WNSEARCHDIR", str(folder))


def gold_of(*rows: GoldRow) -> GoldStandard:
    return GoldStandard.of(rows, Source("gold", "0" * 64), graded=False)


def run_of(**answers: list[tuple[str, float]]) -> Run:
    """Answers with their scores, by id."""
    rows = [RunRow("", key, [term for term, _ in own], [value for _, value in own]) for key, own in answers.items()]
    return Run.of(rows, Source("run", "1" * 64))


def credit(gold: Any, run: Any, **options: Any) -> float | None:
    return score(gold, run, measures="best", match=RULES, min_responses=0, **options).value("best")


def test_forms_of_a_word_are_one_substitute() -> None:
    gold = {("game.n", "1"): {"contests": 2, "Match": 1, "match": 1}}
    assert credit(gold, {"1": ["contest"]}) == 0.5
    assert credit(gold, {"1": ["contests", "contest"]}) == 0.5  # the same answer twice
    assert score(gold, {"1": ["contest"]}, measures="best", match="lenient").value("best") == 0


def test_the_part_of_speech_is_that_of_the_target_whatever_letter_it_has() -> None:
    for lexelt, expected in {"pass.v": 1.0, "pass.V": 1.0, "pass.n": 0.0, "pass.J": 0.0}.items():
        assert credit({(lexelt, "1"): {"hand": 2}}, {"1": ["handing"]}) == expected


def test_what_has_no_part_of_speech_is_read_as_a_noun() -> None:
    assert credit({"1": {"match": 2}}, {"1": ["matches"]}) == 1


def test_labels_of_forms_are_joined_and_the_best_score_counts() -> None:
    gold = gold_of(GoldRow("give.v", "1", [("hand", 3.0), ("hands", 1.0), ("pass", 4.0)], judges=[5.0, 5.0, 5.0]))
    run = run_of(**{"1": [("handing", 0.9), ("pass", 0.5), ("hand", 0.1)]})
    result = score(gold, run, match=RULES, min_responses=0, measures="p@1,swords-f@10,gap(pool=run,weights=shares)")
    assert result.value("swords-f@10", "P") == 0.5  # 4 of 10 accept hand, 4 of 5 pass
    assert result.value("gap(pool=run,weights=shares)") == pytest.approx((0.4 + 0.6) / (0.8 + 0.6))


def test_the_target_is_the_lemma_of_its_form_in_the_sentence() -> None:
    """NLTK takes `saw` for the verb of sawing: the answer `see` is no repetition of the target, `saw` is."""
    entries = [("see", 2.0), ("look", 2.0)]
    by_form = gold_of(GoldRow("see.v", "1", entries, target="saw"))
    by_lexelt = gold_of(GoldRow("see.v", "1", entries))
    run = {"1": ["see"]}
    assert (credit(by_form, run), credit(by_lexelt, {"1": ["look"]})) == (0.5, 1)
    with pytest.raises(BadInput, match="none of the scored items of gold is answered"):
        credit(by_lexelt, run)
    with pytest.raises(BadInput, match="none of the scored items of gold is answered"):
        credit(by_form, {"1": ["saws"]})


def test_candidates_are_lemmas_too() -> None:
    gold = {("game.n", "1"): {"contest": 2}}
    options: dict[str, Any] = {
        "match": RULES,
        "measures": "gap(pool=candidates)",
        "candidates": {"game.n": ["contests", "matches"]},
    }
    assert score(gold, {"1": ["match", "contest"]}, **options).value("gap(pool=candidates)") == 0.5


def test_swords_files_and_stead_files_keep_the_form_of_the_target(tmp_path: Path) -> None:
    document = {
        "contexts": {"c": {"context": "He saw it."}},
        "targets": {
            "t": {"context_id": "c", "target": "saw", "offset": 3, "pos": "VERB", "extra": {"coinco_lemma": "see"}}
        },
        "substitutes": {"s": {"target_id": "t", "substitute": "look"}},
        "substitute_labels": {"s": ["TRUE"]},
    }
    (tmp_path / "gold.json").write_text(json.dumps(document), encoding="utf-8")
    gold = read_gold(tmp_path / "gold.json")
    assert gold.targets == ["saw"]
    from stead.formats import save  # noqa: PLC0415

    assert save(gold, "gold", tmp_path / "gold.jsonl", "stead") == []
    assert read_gold(tmp_path / "gold.jsonl").targets == ["saw"]
    assert "the word forms of the targets" in save(gold, "gold", tmp_path / "gold.txt", "semeval")


def test_the_answers_of_a_page_earn_what_they_are_scored() -> None:
    gold = {("game.n", "1"): {"contest": 2, "match": 2}}
    compared = compare(gold, {"1": ["Contests", "contests", "matches"]}, match=RULES, measures="best", resamples=10)
    ((answers,),) = (item.answers for item in compared.report.items)
    assert [(answer.term, answer.weight) for answer in answers] == [("Contests", 0), ("contests", 2), ("matches", 2)]


def test_a_run_that_is_added_later_is_scored_by_lemmas() -> None:
    gold = {("game.n", "1"): {"contest": 2}, ("game.n", "2"): {"match": 2}}
    run = {"1": ["contests"], "2": ["matches"]}
    saved = compare(gold, run, match=RULES, measures="best", resamples=10)
    later = add_runs(saved, replace(load_run(run), source=Source("later", "2" * 64)))
    assert [one_score.figures["R"] for one_score in later.report.scores if one_score.group == "all"] == [1, 1]


def load_run(answers: dict[str, list[str]]) -> Run:
    return Run.of([RunRow("", key, own) for key, own in answers.items()], Source("run", "3" * 64))


def test_without_wordnet_the_preset_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("WNSEARCHDIR")
    monkeypatch.delenv("WNHOME", raising=False)
    monkeypatch.setenv("STEAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(RESOURCES, "wordnet", replace(RESOURCES["wordnet"], install_folders=()))
    gold = gold_of(GoldRow("give.v", "1", [("hand", 1.0)], judges=[1.0]))
    with pytest.raises(BadInput, match="is not here: get it with `stead resources get wordnet`"):
        score(gold, {"1": ["hand"]}, preset="swords")
    assert isinstance(score(gold, {"1": ["hand"]}, preset="swords", match="exact"), ScoreResult)


def test_what_compares_terms_without_a_target_refuses_lemmas() -> None:
    gold, run = {("game.n", "1"): {"contest": 2}}, {"1": ["match"]}
    annotations = [
        Annotation(lexelt="game.n", id="1", annotator=name, substitutes=("contest",)) for name in ("ada", "bob")
    ]
    ratings = [Rating(lexelt="game.n", id="1", candidate="contest", rater="ada", value=1)]
    for call in (
        lambda: pool(gold, run, match=RULES),
        lambda: measure_agreement(annotations, match=RULES),
        lambda: extend_gold(gold, ratings, match=RULES),
    ):
        with pytest.raises(UsageError, match="lemmas=wordnet holds for scoring only, not for"):
            call()
