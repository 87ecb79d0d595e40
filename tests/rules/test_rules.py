"""The matching rules: each parameter, each preset, and the properties that hold for all of them."""

import re
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import stead
from stead.core.errors import BadInput, UsageError
from stead.core.parameters import declarations
from stead.core.parameters import settings as settings_of
from stead.rules.definitions import PRESETS, Rules, is_multiword, parse_rules
from tests.lexicons.made import write_wordnet

OPTIONS = {
    "unicode": ["nfc", "nfkc", "keep"],
    "case": ["lower", "fold", "keep"],
    "spaces": ["collapse", "trim", "keep"],
    "hyphens": ["space", "keep"],
    "apostrophes": ["keep", "straighten", "drop"],
    "lemmas": ["keep", "wordnet"],
    "spelling": ["keep", "british"],
    "duplicates": ["once", "paid", "error"],
    "target": ["keep", "drop"],
    "gold_multiwords": ["keep", "drop"],
    "run_multiwords": ["keep", "drop"],
}

all_rules = st.builds(Rules, **{name: st.sampled_from(values) for name, values in OPTIONS.items()})
LENIENT, EXACT, SEMDIS = Rules(), PRESETS["exact"], PRESETS["semdis"]


def same(one: str, other: str, rules: Rules = LENIENT) -> bool:
    return rules.normalise(one) == rules.normalise(other)


def test_the_options_of_these_tests_are_those_that_are_declared() -> None:
    assert list(declarations(Rules)) == list(OPTIONS)
    for name, declaration in declarations(Rules).items():
        assert re.findall(r"(\w+) \(", declaration.accepts) == OPTIONS[name]
        assert declaration.meaning


# ---------------------------------------------------------------------------------------------------- lenient


def test_lenient_is_the_default_and_named_so() -> None:
    assert PRESETS["lenient"] == Rules()
    assert str(Rules()) == "lenient"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("caf\N{LATIN SMALL LETTER E WITH ACUTE}", "cafe\N{COMBINING ACUTE ACCENT}", id="decomposed"),
        pytest.param("Clever", "clever", id="case"),
        pytest.param("NAÏVE", "naïve", id="case of accents"),
        pytest.param("well-read", "well read", id="hyphen"),
        pytest.param("well\N{HYPHEN}read", "well read", id="typographic hyphen"),
        pytest.param("well\N{NON-BREAKING HYPHEN}read", "well read", id="non-breaking hyphen"),
        pytest.param("well  read", "well read", id="two spaces"),
        pytest.param("well\N{NO-BREAK SPACE}read", "well read", id="no-break space"),
        pytest.param("well\tread", "well read", id="tab"),
        pytest.param(" clever ", "clever", id="spaces around"),
        pytest.param("clever\r", "clever", id="carriage return"),
        pytest.param("well- read", "well read", id="hyphen and space"),
        pytest.param("-clever-", "clever", id="hyphens around"),
        pytest.param("well--read", "well read", id="two hyphens"),
    ],
)
def test_lenient_normalises_unicode_case_hyphens_and_blanks(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("o'clock", "oclock", id="apostrophe"),
        pytest.param("o'clock", "o\N{RIGHT SINGLE QUOTATION MARK}clock", id="typographic apostrophe"),
        pytest.param("e.g.", "eg", id="dots"),
        pytest.param("naïve", "naive", id="accents"),
        pytest.param("colour", "color", id="spelling"),
        pytest.param("non-stop", "nonstop", id="no prefix is special"),
        pytest.param("child", "children", id="no lemmatising"),
        pytest.param("\N{LATIN SMALL LIGATURE FI}ne", "fine", id="compatibility forms"),
        pytest.param("Straße", "STRASSE", id="no case folding"),
        pytest.param("well\N{EN DASH}read", "well read", id="a dash is no hyphen"),
    ],
)
def test_lenient_keeps_everything_else(one: str, other: str) -> None:
    assert not same(one, other)


def test_trimming_keeps_the_spaces_inside() -> None:
    assert parse_rules("exact,spaces=trim").normalise(" well  read\r") == "well  read"


def test_the_normalised_form_is_readable() -> None:
    assert LENIENT.normalise("  Mother-in-Law ") == "mother in law"


# ----------------------------------------------------------------------------------------------- other presets


@given(st.text())
def test_exact_changes_nothing(term: str) -> None:
    assert EXACT.normalise(term) == term


@pytest.mark.parametrize("one", ["faire  appel", " faire appel", "faire appel\r"])
def test_semdis_trims(one: str) -> None:
    assert same(one, "faire appel", SEMDIS)


@pytest.mark.parametrize(("one", "other"), [("Nil", "nil"), ("peut-être", "peut être"), ("l'un", "l’un")])
def test_semdis_keeps_case_hyphens_and_apostrophes(one: str, other: str) -> None:
    assert not same(one, other, SEMDIS)


# -------------------------------------------------------------------------------------------- each parameter

VERDICTS = [
    # parameter, a value under which the terms are the same, one under which they differ, the terms
    ("unicode", "nfc", "keep", "é", "e\N{COMBINING ACUTE ACCENT}"),
    ("unicode", "nfkc", "nfc", "\N{LATIN SMALL LIGATURE FI}ne", "fine"),
    ("unicode", "nfkc", "keep", "\N{FULLWIDTH LATIN SMALL LETTER A}", "a"),
    ("case", "lower", "keep", "Clever", "clever"),
    ("case", "fold", "lower", "Straße", "STRASSE"),
    ("case", "fold", "keep", "Clever", "clever"),
    ("spaces", "collapse", "keep", "well  read", "well read"),
    ("spaces", "collapse", "keep", " clever", "clever"),
    ("spaces", "trim", "keep", " clever", "clever"),
    ("hyphens", "space", "keep", "well-read", "well read"),
    ("apostrophes", "straighten", "keep", "o’clock", "o'clock"),
    ("apostrophes", "drop", "keep", "o'clock", "oclock"),
    ("apostrophes", "drop", "straighten", "o’clock", "oclock"),
    ("spelling", "british", "keep", "color", "colour"),
]


@pytest.mark.parametrize(("name", "equal", "different", "one", "other"), VERDICTS)
def test_each_parameter_changes_the_verdict_on_some_pair_of_terms(
    name: str, equal: str, different: str, one: str, other: str
) -> None:
    assert same(one, other, replace(Rules(), **{name: equal}))
    assert not same(one, other, replace(Rules(), **{name: different}))


GOLD = {("bright.a", "1"): {"clever": 2, "bright": 1, "full of light": 1}}

SCORES = [
    # parameter, its value, the run, oot recall by default and with that value
    ("duplicates", "paid", ["clever", "clever"], 2 / 4, 4 / 4),
    ("target", "drop", ["clever", "bright"], 3 / 4, 2 / 3),
    ("gold_multiwords", "drop", ["clever"], 2 / 4, 2 / 3),
    ("run_multiwords", "drop", ["clever", "full of light"], 3 / 4, 2 / 4),
    ("lemmas", "wordnet", ["brighter"], 0 / 4, 1 / 4),
]


@pytest.mark.parametrize(("name", "value", "answers", "by_default", "changed"), SCORES)
def test_each_parameter_about_what_counts_changes_a_score(
    name: str,
    value: str,
    answers: list[str],
    by_default: float,
    changed: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(write_wordnet(tmp_path)))
    run = {("bright.a", "1"): answers}
    assert stead.score(GOLD, run, measures="oot@10").value("oot@10") == pytest.approx(by_default)
    result = stead.score(GOLD, run, measures="oot@10", match=f"lenient,{name}={value}")
    assert result.value("oot@10") == pytest.approx(changed)


def test_a_repeat_is_refused_where_the_rules_say_so() -> None:
    with pytest.raises(BadInput, match="duplicates=error"):
        stead.score(GOLD, {("bright.a", "1"): ["clever", "Clever"]}, measures="best", match="lenient,duplicates=error")


def test_every_value_of_every_parameter_is_tried_above() -> None:
    tried = {(name, value) for name, equal, different, _, _ in VERDICTS for value in (equal, different)}
    tried |= {(name, value) for name, value, _, _, _ in SCORES} | {("duplicates", "error")}
    tried |= settings_of(Rules()).items()
    assert tried == {(name, value) for name, values in OPTIONS.items() for value in values}


@pytest.mark.parametrize("apostrophe", ["'", "\u2019", "\u2018", "\u02bc"])
def test_every_apostrophe_is_straightened_and_dropped(apostrophe: str) -> None:
    assert Rules(apostrophes="straighten").normalise(f"o{apostrophe}clock") == "o'clock"
    assert Rules(apostrophes="drop").normalise(f"o{apostrophe}clock") == "oclock"


def test_spelling_is_normalised_word_by_word_and_after_hyphens() -> None:
    assert same("Gray-colored", "grey coloured", Rules(spelling="british"))
    assert same("gray-colored", "grey-coloured", Rules(spelling="british", hyphens="keep"))


# ---------------------------------------------------------------------------------------------------- Unicode


def test_a_dotted_capital_i_is_the_same_however_it_is_composed() -> None:
    composed, decomposed = "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "I\N{COMBINING DOT ABOVE}"
    assert same(f"{composed}stanbul", f"{decomposed}stanbul")
    assert same(f"{composed}stanbul", "i\N{COMBINING DOT ABOVE}stanbul")
    assert not same(f"{composed}stanbul", "istanbul")


def test_turkish_dotless_i_is_a_letter_of_its_own() -> None:
    assert same("ISI", "isi")
    assert not same("ısı", "isi")


def test_sharp_s_is_folded_only_where_the_rules_say_so() -> None:
    assert same("STRAẞE", "straße")
    assert not same("STRASSE", "straße")
    assert same("STRASSE", "straße", Rules(case="fold"))


def test_a_greek_word_in_capitals_is_the_same_with_its_final_sigma() -> None:
    assert same("ΟΔΟΣ", "οδος")
    assert not same("οδοσ", "οδος")
    assert same("οδοσ", "οδος", Rules(case="fold"))


def test_lower_case_that_decomposes_is_composed_again() -> None:
    term = "\N{LATIN CAPITAL LETTER I WITH OGONEK}\N{COMBINING ACUTE ACCENT}"
    assert same(term, term.lower())
    assert same("e\N{COMBINING ACUTE ACCENT}", "É")


@pytest.mark.parametrize("term", ["賢い", "سريع", "быстрый", "तेज़", "😀"])
def test_any_script_is_kept(term: str) -> None:
    assert LENIENT.normalise(term) == LENIENT.normalise(LENIENT.normalise(term)) != ""


# -------------------------------------------------------------------------------------------------- properties

nasty = st.lists(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("aeiIİıßẞΣσςſŉǰΐﬁ ー-‐‑'’‘ʼ\t\r\n\xa0\u0301\u0307\u0345\u0327\u1fbd\u00a8"),
        st.sampled_from(["color", "Gray", "Ⅷ", "\u1100\u1161"]),
    ),
    max_size=10,
).map("".join)


@settings(max_examples=1_000, deadline=None)
@given(all_rules, nasty)
@example(Rules(apostrophes="drop"), "e'\N{COMBINING ACUTE ACCENT}")
def test_normalising_twice_is_normalising_once(rules: Rules, term: str) -> None:
    once = rules.normalise(term)
    assert rules.normalise(once) == once


@settings(max_examples=300, deadline=None)
@given(nasty)
@example("e'\N{COMBINING ACUTE ACCENT}")
def test_every_preset_normalises_the_normalised_to_itself(term: str) -> None:
    for rules in PRESETS.values():
        assert rules.normalise(rules.normalise(term)) == rules.normalise(term)


@given(all_rules)
def test_what_rules_print_comes_back_equal(rules: Rules) -> None:
    assert parse_rules(str(rules)) == rules


@given(all_rules, all_rules)
def test_different_rules_print_differently(one: Rules, other: Rules) -> None:
    assert (str(one) == str(other)) == (one == other)


def test_every_preset_prints_its_name() -> None:
    assert {name: str(rules) for name, rules in PRESETS.items()} == {name: name for name in PRESETS}


def test_the_nearest_preset_is_named_with_what_differs() -> None:
    assert str(Rules(apostrophes="drop")) == "lenient,apostrophes=drop"
    assert str(replace(EXACT, duplicates="paid")) == "exact,duplicates=paid"


def test_rules_are_a_value() -> None:
    assert {Rules(): "lenient"}[Rules(case="lower")] == "lenient"
    with pytest.raises(FrozenInstanceError):
        Rules().case = "keep"  # type: ignore[misc]


# ---------------------------------------------------------------------------------------------------- parsing


def test_blanks_around_names_and_values_are_no_part_of_them() -> None:
    assert parse_rules(" lenient , case = keep ") == Rules(case="keep")


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError) as caught:
        parse_rules("loose")
    assert [word for word in ("'loose'", "lenient", "exact", "semdis") if word not in str(caught.value)] == []


def test_an_unknown_rule_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError) as caught:
        parse_rules("lenient,accents=drop")
    assert [word for word in ("'accents'", *OPTIONS) if word not in str(caught.value)] == []


@pytest.mark.parametrize("name", OPTIONS)
def test_an_unknown_value_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_rules(f"lenient,{name}=perhaps")
    assert [word for word in (f"{name}=perhaps", *OPTIONS[name]) if word not in str(caught.value)] == []


@pytest.mark.parametrize(
    "text", ["", ",", "lenient,", "lenient,case", "lenient,case=", "case=keep", "lenient;case=keep"]
)
def test_what_is_no_rule_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_rules(text)
    assert "\n" not in str(caught.value)


def test_rules_that_could_not_be_printed_and_parsed_cannot_be_made() -> None:
    with pytest.raises(UsageError, match="Lower"):
        Rules(case="Lower")


# -------------------------------------------------------------------------------------------------- multiwords


@pytest.mark.parametrize("term", ["full of light", "a b", "a\tb", "a\N{NO-BREAK SPACE}b"])
def test_a_term_with_a_blank_is_a_multiword(term: str) -> None:
    assert is_multiword(term)


@pytest.mark.parametrize("term", ["clever", "well-read", " clever ", "", " ", "clever\r"])
def test_a_hyphenated_or_merely_untrimmed_term_is_a_single_word(term: str) -> None:
    assert not is_multiword(term)
