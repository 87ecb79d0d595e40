"""Signatures: whatever could make a score another number is in it, and the same input gives the same bytes."""

import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from stead import GoldStandard, ScoreResult, __version__, score
from stead.core.faults import Source
from stead.core.parameters import Declaration, configure, declarations, digest, settings, shorten_hash
from stead.core.substitutes import CanonicalForms, GoldRow
from stead.measures import MEASURES
from stead.rules.definitions import Rules, parse_rules
from stead.scoring import PRESETS, Lemmatiser, ScoringSettings
from stead.scoring.settings import SignedScore, signature
from tests.lexicons.made import write_wordnet
from tests.parity.kit import SEMEVAL

GOLD = {("bright.a", "1"): {"clever": 3, "smart": 1}, ("bar.n", "2"): {"pub": 2, "public house": 1}}
RUN = {("bright.a", "1"): ["clever", "sharp"], ("bar.n", "2"): ["pub"]}
MULTIWORDS = {("bar.n", "2"): {"bar none": 2}}
CANDIDATES = {"bright.a": ["clever", "dull"], "bar.n": ["pub"]}
OTHER_VALUES = {"depth": ["7"], "k": ["mean-gold", "mean-answer", "0.5"]}
"""For each parameter that takes no words, values that are not the default."""


@pytest.fixture(autouse=True)
def _wordnet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A made WordNet, for the rule that needs one."""
    monkeypatch.setenv("WNSEARCHDIR", str(write_wordnet(tmp_path / "wordnet")))


def signature_of(gold: Any = GOLD, *, measures: str = "best", **options: Any) -> str:
    return score(gold, RUN, measures=measures, **options).scores[0].signature


def judged_gold(gold: Any = GOLD, *, judges: float = 5, proficient: bool = True) -> GoldStandard:
    """The same gold with this number of judges of each substitute, all of them proficient or none."""
    rows = [
        GoldRow(
            lexelt,
            identifier,
            [(term, float(weight)) for term, weight in own.items()],
            judges=[judges] * len(own),
            proficient=[proficient] * len(own),
        )
        for (lexelt, identifier), own in gold.items()
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64), graded=False)


def words(declaration: Declaration) -> list[str]:
    """What a parameter takes, if it takes words."""
    return re.findall(r"(?:^|, )([a-z]+) \(", declaration.accepts)


def other_rules() -> list[str]:
    """Every value of every matching rule that is not the default."""
    own = settings(Rules())
    return [
        f"lenient,{name}={value}"
        for name, declaration in declarations(Rules).items()
        for value in words(declaration)
        if value != own[name]
    ]


def other_parameters(name: str) -> list[tuple[str, str, str]]:
    """Every other value of every parameter of a measure."""
    measure = MEASURES[name]
    return [
        (name, parameter, value)
        for parameter, declaration in declarations(measure).items()
        for value in OTHER_VALUES.get(parameter) or words(declaration)
        if value != settings(measure)[parameter]
    ]


def test_the_rules_are_found_in_their_declarations() -> None:
    assert len(other_rules()) >= len(declarations(Rules)) + 4
    assert "lenient,case=fold" in other_rules()


def test_a_signature_in_full() -> None:
    sha256 = score(GOLD, RUN).evaluation.gold.sha256
    assert signature_of(measures="oot@10") == (
        "oot@10|dup:once|match:lenient|min:2|weights:counts|faults:repair|from:memory/memory|items:2/2|"
        f"gold:sha256:{sha256[:12]}|v:{__version__}"
    )


SCORED = SignedScore("gap(pool=candidates)", judged_gold())
OTHER_SETTINGS: dict[str, Any] = {
    "rules": Rules(case="keep"),
    "program": "semeval2007",
    "min_responses": 1,
    "policy": "skip",
    "lemmatiser": Lemmatiser("wordnet-3.0", lambda form, _: form),
    "encoding": "latin-1",
    "gold_terms": "as-written",
    "names": "terms",
    "separator": "::",
    "mapping": CanonicalForms({}, Source("forms", "cd" * 32)),
    "candidates": CANDIDATES,
    "multiwords": judged_gold(MULTIWORDS),
}


def test_every_setting_is_tried() -> None:
    assert [*OTHER_SETTINGS] == [field.name for field in fields(ScoringSettings)]


def test_every_setting_changes_the_signature() -> None:
    others = [replace(ScoringSettings(), **{name: value}) for name, value in OTHER_SETTINGS.items()]
    signatures = {signature(own, SCORED, items=2) for own in [ScoringSettings(), *others]}
    assert len(signatures) == 1 + len(OTHER_SETTINGS)


def test_all_settings_in_one_signature() -> None:
    """With a program, which chooses the items, there is no least number of responses."""
    start, end = "gap(pool=candidates)|dup:once|match:lenient,case=keep|", f"|items:2/2|gold:sha256:{'0' * 12}|"
    rest = (
        "weights:counts|faults:skip|from:memory/memory|lemmas:wordnet-3.0|encoding:latin-1|gold-terms:as-written|"
        f"names:terms|sep:::|map:sha256:{'cd' * 6}|candidates:{shorten_hash(digest(sorted(CANDIDATES.items())))}|"
        f"mw:sha256:{'0' * 12}|group:genre=news:sha256:{'ef' * 6}"
    )
    for program, shown in ((None, "min:1"), ("semeval2007", "program:semeval2007")):
        settings = replace(ScoringSettings(), **{**OTHER_SETTINGS, "program": program})
        found = signature(settings, SCORED, items=2, group="genre=news", table="ef" * 32)
        assert found == f"{start}{shown}|{rest}{end}v:{__version__}"


@pytest.mark.parametrize("match", other_rules())
def test_every_matching_rule_is_in_the_signature(match: str) -> None:
    assert signature_of(match=match) != signature_of()


def test_all_matching_rules_have_signatures_of_their_own() -> None:
    signatures = [signature_of(match=match) for match in ["lenient", *other_rules()]]
    assert len(set(signatures)) == len(signatures)


def test_presets_that_are_the_same_rules_have_the_same_signature() -> None:
    assert signature_of(match="lenient,case=keep,hyphens=keep") == signature_of(match="semdis")
    assert signature_of(match=parse_rules("semdis,duplicates=paid")) == signature_of(match="semdis,duplicates=paid")


@pytest.mark.parametrize(("name", "parameter", "value"), [each for name in MEASURES for each in other_parameters(name)])
def test_every_parameter_of_a_measure_is_in_the_signature(name: str, parameter: str, value: str) -> None:
    other = configure(MEASURES[name], {parameter: value})
    assert other != MEASURES[name]
    gold = judged_gold()
    assert signature_of(gold, measures=str(other), candidates=CANDIDATES) != signature_of(gold, measures=name)


def test_every_parameter_of_every_measure_is_toggled() -> None:
    toggled = {each[:2] for name in MEASURES for each in other_parameters(name)}
    assert toggled == {(name, each) for name, measure in MEASURES.items() for each in declarations(measure)}
    assert {each[2] for each in other_parameters("gap")} == {"candidates", "run", "kept", "file", "shares"}
    assert {each[2] for each in other_parameters("swords-f")} == {"7", "conceivable", "removed", "full"}


def test_every_measure_has_a_signature_of_its_own() -> None:
    substitutes = [name for name in MEASURES if not name.startswith("mw-")]
    results = [score(judged_gold(), RUN, measures=substitutes), score(MULTIWORDS, RUN, measures="multiwords")]
    assert len({one_score.signature for result in results for one_score in result.scores}) == len(MEASURES)


def test_other_candidates_sign_differently_where_they_are_ranked() -> None:
    others = [{**CANDIDATES, "bar.n": ["pub", "inn"]}, {"bright.a": ["clever", "dull"]}, {**CANDIDATES, "bar.n": ["x"]}]
    ranked = [signature_of(measures="gap(pool=candidates)", candidates=own) for own in [CANDIDATES, *others]]
    assert len(set(ranked)) == len(ranked)
    for measure in ("gap", "p@1"):
        assert signature_of(measures=measure, candidates=CANDIDATES) == signature_of(measures=measure)


def test_candidates_of_a_file_sign_as_the_same_candidates_in_python(tmp_path: Path) -> None:
    (tmp_path / "candidates.txt").write_text("bar.n::pub\nbright.a::clever;dull\n", encoding="utf-8")
    one = signature_of(measures="gap(pool=candidates)", candidates=tmp_path / "candidates.txt")
    assert one == signature_of(measures="gap(pool=candidates)", candidates=CANDIDATES)


def test_other_items_to_keep_sign_differently(tmp_path: Path) -> None:
    for name, content in (("one", "1\n"), ("other", "2\n"), ("both", "1\n2\n")):
        (tmp_path / name).write_text(content, encoding="utf-8")
    signatures = [signature_of(ids=tmp_path / name) for name in ("one", "other", "both")]
    assert len(set(signatures)) == 3
    assert signature_of() not in signatures[:2]


def test_the_wordnet_that_gave_the_lemmas_is_in_the_signature() -> None:
    assert "|match:lenient,lemmas=wordnet|" in signature_of(match="lenient,lemmas=wordnet")
    assert "|lemmas:wordnet-3.0|" in signature_of(match="lenient,lemmas=wordnet")
    assert "lemmas" not in signature_of()


def test_names_as_terms_are_in_the_signature() -> None:
    assert signature_of(names="terms") != signature_of(names="apart") == signature_of()


def test_other_judges_sign_differently() -> None:
    one, other = (signature_of(judged_gold(judges=judges), measures="swords-f") for judges in (5, 6))
    assert one != other


def test_other_levels_sign_differently() -> None:
    """Even of a measure that scores the same items either way."""
    one, other = (signature_of(judged_gold(proficient=known), measures="best") for known in (True, False))
    assert one != other


def test_a_truncated_measure_signs_by_its_name() -> None:
    assert signature_of(measures="best").partition("|")[0] == "best"
    assert signature_of(measures="best@1").partition("|")[0] == "best@1"
    assert signature_of(measures="best@all") == signature_of(measures="best")


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "semeval2007"])  # a program of its own
def test_a_preset_signs_as_the_settings_that_it_stands_for(name: str) -> None:
    preset = PRESETS[name]
    spelled_out = score(
        judged_gold(),
        RUN,
        measures=preset.measures,
        match=preset.match,
        min_responses=preset.min_responses,
        names=preset.names,
        gold_terms=preset.gold_terms,
    )
    assert [one_score.signature for one_score in score(judged_gold(), RUN, preset=name).scores] == [
        one_score.signature for one_score in spelled_out.scores
    ]
    assert {one_score.signature for one_score in score(judged_gold(), RUN, measures=preset.measures).scores}.isdisjoint(
        one_score.signature for one_score in spelled_out.scores
    )


def test_what_is_given_beside_a_preset_shows_in_the_signature() -> None:
    whole = signature_of(preset="tsar", measures="map@1")
    for other in ({"match": "exact"}, {"min_responses": 3}, {"names": "terms"}, {"measures": "map@7"}):
        options: dict[str, Any] = {"measures": "map@1", **other}
        assert signature_of(preset="tsar", **options) != whole


@pytest.mark.parametrize(
    "options",
    [
        {"min_responses": 1},
        {"min_responses": 0},
        {"min_responses": 2.5},
        {"weights": "graded"},
        {"faults": "skip"},
        {"faults": "strict"},
    ],
    ids=str,
)
def test_every_option_is_in_the_signature(options: dict[str, Any]) -> None:
    assert signature_of(**options) != signature_of()


def test_options_left_alone_and_options_given_as_they_are_by_default_sign_the_same() -> None:
    assert signature_of(min_responses=2, weights="counts", match="lenient", faults="repair") == signature_of()


def test_thresholds_that_differ_little_sign_differently() -> None:
    assert signature_of(min_responses=1.2345678) != signature_of(min_responses=1.2345679)


@pytest.mark.parametrize(
    "other",
    [
        {**GOLD, ("bar.n", "2"): {"pub": 3, "public house": 1}},
        {**GOLD, ("bar.n", "2"): {"pub": 2, "inn": 1}},
        {**GOLD, ("bar.n", "3"): {"pub": 2}},
        {("bright.a", "1"): GOLD["bright.a", "1"], ("bar.v", "2"): GOLD["bar.n", "2"]},
    ],
    ids=["weight", "term", "item", "lexelt"],
)
def test_another_gold_signs_differently(other: object) -> None:
    assert signature_of(other) != signature_of()


def test_the_signature_of_a_file_is_that_of_its_bytes(tmp_path: Path) -> None:
    def written(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return score(tmp_path / name, {"1": ["clever"]}, measures="best").scores[0].signature

    line = "bright.a 1 :: clever 3;smart 1;\n"
    assert written("one.txt", line) == written("other.txt", line)
    assert written("one.txt", line) != written("other.txt", line + "bar.n 2 :: pub 1;\n")


def test_another_mapping_signs_differently(tmp_path: Path) -> None:
    for name, rule in (("one", "sharp(bright.a)-->clever\n"), ("other", "keen(bright.a)-->clever\n")):
        (tmp_path / name).write_text(rule, encoding="utf-8")
    signatures = {signature_of(), *(signature_of(mapping=tmp_path / name) for name in ("one", "other"))}
    assert len(signatures) == 3


@pytest.mark.parametrize("group", ["all", "subset=NMWT", "subset=MWT"])
def test_another_multiword_gold_signs_differently_where_it_is_used(group: str) -> None:
    """By the measures of multiwords, and by the subsets that it makes."""
    measures = "mw-detection" if group == "all" else "best"
    golds = (MULTIWORDS, {("bar.n", "2"): {"bar none": 3}})
    results = (score(GOLD, RUN, measures=measures, by="subset", multiwords=multiwords) for multiwords in golds)
    assert (
        len({one_score.signature for result in results for one_score in result.scores if one_score.group == group}) == 2
    )


def test_every_group_has_a_signature_of_its_own() -> None:
    result = score(GOLD, RUN, measures="best", by=["pos", "lexelt", "subset"], multiwords=MULTIWORDS)
    signatures = [one_score.signature for one_score in result.scores]
    assert len(signatures) == 1 + 2 + 2 + 2 + 1
    assert len(set(signatures)) == len(signatures)


def group_signature(table: Path, content: str) -> tuple[str, float | None]:
    table.parent.mkdir(exist_ok=True)
    table.write_text(content, encoding="utf-8")
    gold = {"1": {"clever": 2}, "2": {"pub": 2}}
    one_score = score(gold, {"1": ["clever"]}, measures="best", by=str(table)).scores[1]
    assert one_score.group == "genre=news"
    return one_score.signature, one_score.figures["R"]


def test_another_table_of_groups_signs_differently(tmp_path: Path) -> None:
    one = group_signature(tmp_path / "one" / "genre.tsv", "1\tnews\n2\tprose\n")
    other = group_signature(tmp_path / "other" / "genre.tsv", "2\tnews\n1\tprose\n")
    assert (one[1], other[1]) == (1, 0)
    assert one[0] != other[0]


def test_another_list_of_manual_targets_signs_differently(tmp_path: Path) -> None:
    def manual_score(lexelt: str) -> tuple[str, float | None]:
        (tmp_path / "manual.txt").write_text(lexelt, encoding="utf-8")
        result = score(GOLD, {"1": ["clever"]}, measures="best", by="subset", manual=tmp_path / "manual.txt")
        own = next(one_score for one_score in result.scores if one_score.group == "subset=MAN")
        return own.signature, own.figures["R"]

    one, other = manual_score("bright.a"), manual_score("bar.n")
    assert one[1] != other[1]
    assert one[0] != other[0]


def test_lines_left_out_for_their_separator_show_in_the_signature() -> None:
    """The format `semeval` leaves out lines with the separator of the other task; reading any format does not."""
    run = SEMEVAL / "malformed_best.txt"
    one, other = (
        score(SEMEVAL / "gold.txt", run, measures="best", faults="skip", format=name).scores[0]
        for name in ("semeval", "auto")
    )
    assert one.attempted != other.attempted
    assert one.signature != other.signature


def test_no_more_items_are_scored_than_there_are() -> None:
    one_score = score(SEMEVAL / "gold_mw.txt", SEMEVAL / "unknown_id_mw.txt", measures="mw-detection").scores[0]
    match = re.search(r"\|items:(\d+)/(\d+)\|", one_score.signature)
    assert match
    assert int(match[1]) <= int(match[2])


def kit_result() -> ScoreResult:
    return score(
        SEMEVAL / "gold.txt",
        SEMEVAL / "dup_oot.txt",
        SEMEVAL / "clean_best.txt",
        measures="best,oot-mode@10,coverage",
        by=["pos", "subset"],
        multiwords=SEMEVAL / "gold_mw.txt",
    )


@pytest.mark.parametrize("per_item", [False, True])
@pytest.mark.parametrize("written_as", ["json", "tsv", "text"])
def test_the_same_input_gives_the_same_bytes(written_as: str, per_item: bool) -> None:
    one, other = (kit_result().to(written_as, per_item=per_item) for _ in range(2))
    assert one == other


def test_the_same_input_gives_the_same_bytes_in_another_process() -> None:
    program = """if True:
        import sys, stead
        gold, run, multiwords = sys.argv[1:]
        result = stead.score(gold, run, measures="semeval", by=["pos", "lexelt", "subset"], multiwords=multiwords)
        sys.stdout.buffer.write(result.to("json").encode())
    """
    paths = [str(SEMEVAL / name) for name in ("gold.txt", "dup_oot.txt", "gold_mw.txt")]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, *paths], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert outputs.pop().startswith(b"{")


def test_runs_do_not_sign_for_each_other() -> None:
    """The signature says how a run was scored, not which: the same for every run of a table, and without the others."""
    gold = SEMEVAL / "gold.txt"
    together = score(gold, SEMEVAL / "clean_best.txt", SEMEVAL / "dup_best.txt", measures="best")
    alone = score(gold, SEMEVAL / "dup_best.txt", measures="best")
    assert {one_score.signature for one_score in together.scores} == {one_score.signature for one_score in alone.scores}


def test_the_figures_of_the_2007_program_say_whose_they_are() -> None:
    own = score(GOLD, RUN, measures="best", preset="semeval2007").scores[0].signature
    assert "|program:semeval2007|" in own
    assert own != score(GOLD, RUN, measures="best").scores[0].signature
