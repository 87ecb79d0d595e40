"""roundtrip with a translation that the test makes up: which words it considers, in which forms, in which order."""

from collections.abc import Sequence

import numpy as np
import pytest

from stead.core.errors import UsageError
from stead.systems import parse_system
from stead.systems.neural.attention import Floats
from stead.systems.neural.translation import LikelyWord, TranslatedGap
from stead.systems.papers import roundtrip
from stead.systems.papers.roundtrip import RoundTripSystem
from tests.systems.made import item


class MadeUp:
    """Likely words by lead, and the log-probability of each option: as listed, or -9."""

    def __init__(self, words: Sequence[LikelyWord] = (), logs: dict[str, float] | None = None) -> None:
        self._words, self._logs = words, logs or {}
        self.gaps: list[TranslatedGap] = []

    def pivots(self, texts: Sequence[str]) -> list[Sequence[str]]:
        return [["house"]] * len(texts)

    def likely_words(self, gap: TranslatedGap, most: int) -> Sequence[LikelyWord]:
        self.gaps.append(gap)
        return self._words[:most]

    def score(self, gaps: Sequence[TranslatedGap]) -> list[Floats]:
        self.gaps += gaps
        return [np.array([[self._logs.get(option, -9.0), 0.0] for option in gap.options], np.float32) for gap in gaps]


@pytest.fixture
def thesaurus(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("list") / "mine.tsv"
    file.write_text("maison.n\tdemeure; logis\nabri.n\ttoit\n", encoding="utf-8")
    return f"list:{file}"


def gaps_of(monkeypatch: pytest.MonkeyPatch, thesaurus: str, sentence: str, lexelt: str) -> list[TranslatedGap]:
    made_up = MadeUp()
    monkeypatch.setattr(roundtrip, "open_round_trip", lambda *_: made_up)
    RoundTripSystem(lexicon=thesaurus).suggest(item(sentence, lexelt, language="fr"))
    return made_up.gaps


def test_generated_words_and_synonyms_are_scored_after_every_article_that_fits(
    monkeypatch: pytest.MonkeyPatch, thesaurus: str
) -> None:
    made_up = MadeUp(
        [LikelyWord(2, "abri", -1.0), LikelyWord(1, "maison", -0.1), LikelyWord(0, "inconnu", -2.0)],
        {"l'abri": -1.0, "la demeure": -2.0, "le demeure": -8.0, "le logis": -5.0},
    )
    monkeypatch.setattr(roundtrip, "open_round_trip", lambda *_: made_up)
    system = RoundTripSystem(lexicon=thesaurus, listed=0.5)
    suggestions = system.suggest(item("Il a vu la [maison] hier.", "maison.n", language="fr"))
    assert [(suggestion.term, suggestion.source) for suggestion in suggestions] == [
        ("abri", "translation"),
        ("demeure", "thesaurus"),
        ("logis", "thesaurus"),
    ]
    assert suggestions[0].score == 0
    assert suggestions[1].score == pytest.approx(np.logaddexp(-2.0, -8.0) + 0.5 + 1.0, abs=1e-6)
    words, scored = made_up.gaps
    assert (words.before, words.options) == ("Il a vu ", ["le ", "la ", "l'"])
    assert words.text == scored.text == "Il a vu la maison hier."
    assert set(scored.options) == {"l'abri", "le demeure", "la demeure", "le logis", "la logis"}


def test_spaces_after_elided_words_are_closed_up(monkeypatch: pytest.MonkeyPatch, thesaurus: str) -> None:
    words, scored = gaps_of(monkeypatch, thesaurus, "Rien ne vaut l' [abri] d' un ami", "abri.n")
    assert words.text == "Rien ne vaut l'abri d'un ami"
    assert scored.options == ["la toit", "le toit"]


def test_a_capital_stays_one(monkeypatch: pytest.MonkeyPatch, thesaurus: str) -> None:
    assert gaps_of(monkeypatch, thesaurus, "La [maison] est vieille", "maison.n")[0].options == ["Le ", "La ", "L'"]


def test_an_article_is_a_word_of_its_own(monkeypatch: pytest.MonkeyPatch, thesaurus: str) -> None:
    assert gaps_of(monkeypatch, thesaurus, "Cela [maison] vieille", "maison.n")[0].options == [""]


def test_other_languages_are_refused() -> None:
    with pytest.raises(UsageError, match="the system roundtrip is for en, fr, but item 1 is in de"):
        RoundTripSystem().suggest(item("Das [Haus]", "Haus.n", language="de"))


def test_it_is_a_value() -> None:
    system = parse_system("roundtrip(listed=1.5)")
    assert system == RoundTripSystem(listed=1.5)
    assert parse_system(str(system)) == system
