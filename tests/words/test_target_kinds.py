"""What a target is: a word, a name, a number, a function word."""

import pytest

from stead.words import TargetKind, classify_target, parse_marked

pytest.importorskip("lemminflect", reason="needs the library lemminflect")


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I sent it to [Maria].", "name"),
        ("[Google] bought a small company.", "name"),
        ("We met in [Paris].", "name"),
        ("The [United States] signed.", "name"),
        ("The [U.S.] economy grew.", "name"),
        ("[Paris'] mayor spoke.", "name"),
        ("There were [three] people.", "number"),
        ("[Twenty-two] people came.", "number"),
        ("It costs [1,200] euros.", "number"),
        ("The drug is [not] approved.", "function word"),
        ("[I] am here.", "function word"),
        ("He [will] come.", "function word"),
        ("He [\u2019s] here.", "function word"),
        ("His [will] is strong.", "word"),
        ("A [Jewish] family moved in.", "word"),
        ("[Bright] lights shone.", "word"),
        ("The [match] was lost.", "word"),
        ("WE LOST THE [MATCH] AGAIN", "word"),
        ("[Bright] Lights Over Manhattan Tonight", "word"),
    ],
)
def test_english_targets_are_tagged(sentence: str, kind: str) -> None:
    assert classify_target(*parse_marked(sentence)) == kind


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [("[Peter] is my neighbour.", "name"), ("[Milk] is good.", "word"), ("A [peter] is a safe.", "word")],
)
def test_a_lexicon_knows_names_at_the_beginning_of_sentences(sentence: str, kind: str) -> None:
    assert classify_target(*parse_marked(sentence), "en", {"peter"}.__contains__) == kind


@pytest.mark.parametrize(
    ("sentence", "language", "kind"),
    [
        ("Il vit à [Lyon] depuis un an.", "fr", TargetKind.NAME),
        ("[Demain] il part.", "fr", TargetKind.WORD),
        ("Il a [trois] frères.", "fr", TargetKind.NUMBER),
        ("[Dans] la maison, il dort.", "fr", TargetKind.FUNCTION),
        ("Le [son] est fort.", "fr", TargetKind.WORD),
        ("Lo [stato] paga.", "it", TargetKind.WORD),
        ("Sie kam [aber] spät.", "de", TargetKind.FUNCTION),
        ("Er kauft ein [Auto].", "de", TargetKind.WORD),
        ("Tengo [dos] perros.", "es", TargetKind.NUMBER),
        ("Ha [12] anni.", "it", TargetKind.NUMBER),
        ("Vive a [Roma].", "it", TargetKind.NAME),
    ],
)
def test_other_languages_go_by_capitals_and_number_words(sentence: str, language: str, kind: TargetKind) -> None:
    assert classify_target(*parse_marked(sentence), language) is kind


def test_a_long_text_is_not_tagged_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []
    tagger = __import__("stead.words.target_kinds", fromlist=["english_tagger"]).english_tagger()

    class Counting:
        def scores(self, words: list[str]) -> list[object]:
            lengths.append(len(words))
            return list(tagger.scores(words))

    monkeypatch.setattr("stead.words.target_kinds.english_tagger", Counting)
    text = "word " * 5000
    classify_target(text + "happy" + " word" * 5000, len(text), len(text) + 5)
    assert lengths
    assert lengths[0] < 300
