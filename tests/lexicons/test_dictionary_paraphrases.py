"""Paraphrases by way of dictionaries: three formats, and walks from word to pivot to word."""

import gzip
from collections.abc import Mapping
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.lexicons.dictionary_paraphrases import (
    DICTIONARIES,
    DictionaryParaphrases,
    dictionary_paraphrases,
    ding_pairs,
    freedict_pairs,
    multiwordnet_pairs,
    paraphrases_by_pivots,
    write_paraphrases,
)
from stead.resources import RESOURCES
from tests.lexicons.real import real

BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def number(value: int) -> str:
    return (number(value // 64) if value >= 64 else "") + BASE_64[value % 64]


def write_freedict(folder: Path, pair: str, entries: Mapping[str, str]) -> Path:
    """Write a dictionary as dictd has it: entries one after the other, and their places."""
    text, lines = "About this dictionary\n", [f"00databaseinfo\t{number(0)}\t{number(22)}"]
    for head, entry in entries.items():
        lines.append(f"{head}\t{number(len(text.encode()))}\t{number(len(entry.encode()))}")
        text += entry
    (folder / f"freedict-{pair}.dict.dz").write_bytes(gzip.compress(text.encode()))
    (folder / f"freedict-{pair}.index").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_freedict_has_heads_translations_and_explanations(tmp_path: Path) -> None:
    write_freedict(
        tmp_path,
        "fra-ita",
        {
            "erreur": "erreur /eʁœʁ/ <n, fem>\n1. errore, sbaglio\nfait de se tromper\n2. torto (raro)\n",
            "vite": "vite <adv>\nrapidamente, in tutta fretta davvero\n",
        },
    )
    assert [*freedict_pairs(tmp_path, "fra-ita", "ita")] == [
        ("erreur 0", "errore"),
        ("erreur 0", "sbaglio"),
        ("erreur 1", "torto"),
        ("vite 0", "rapidamente"),
    ]
    assert [*freedict_pairs(tmp_path, "fra-ita", "fra")][:2] == [("errore", "erreur"), ("sbaglio", "erreur")]


def test_a_damaged_freedict_is_told(tmp_path: Path) -> None:
    write_freedict(tmp_path, "fra-ita", {"vite": "vite\nrapidamente\n"})
    packed = tmp_path / "freedict-fra-ita.dict.dz"
    whole = packed.read_bytes()
    packed.write_bytes(whole[:20])
    with pytest.raises(BadInput, match="cannot be unpacked"):
        [*freedict_pairs(tmp_path, "fra-ita", "ita")]
    packed.write_bytes(whole)
    (tmp_path / "freedict-fra-ita.index").write_text("vite\tA\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 1"):
        [*freedict_pairs(tmp_path, "fra-ita", "ita")]


def test_ding_has_parts_and_synonyms(tmp_path: Path) -> None:
    path = tmp_path / "de-en"
    path.write_text(
        "# Version :: 1.9\n"
        "Fehler {m}; Irrtum {m} [ugs.] | grober Fehler :: error; mistake | gross mistake\n"
        "etw. kaufen {vt} :: to buy sth.\n",
        encoding="utf-8",
    )
    assert {*ding_pairs(path)} == {
        ("error", "Fehler"),
        ("mistake", "Fehler"),
        ("error", "Irrtum"),
        ("mistake", "Irrtum"),
        ("1 0", "Fehler"),
        ("1 0", "Irrtum"),
        ("buy", "kaufen"),
    }


def test_multiwordnet_has_synsets(tmp_path: Path) -> None:
    path = tmp_path / "italian_lemma.sql"
    path.write_text(
        "CREATE TABLE italian_lemma (id, pos, lemma, is_phrase);\n"
        'INSERT INTO italian_lemma VALUES ("n#1","n","errore","N");\n'
        'INSERT INTO italian_lemma VALUES ("n#1","n","passo_falso","N");\n',
        encoding="utf-8",
    )
    assert [*multiwordnet_pairs(path)] == [("n#1", "errore"), ("n#1", "passo falso")]


def test_all_ways_over_pivots_are_equally_probable_and_dictionaries_add_up(tmp_path: Path) -> None:
    """From a, half of the ways go over x to b; the other half over y, from there to b or c: 1/2 + 1/4 and 1/4."""
    first = [("x", "a"), ("x", "b"), ("y", "a"), ("y", "b"), ("y", "c"), ("y", "two words")]
    second = [("z", "a"), ("z", "c")]
    assert paraphrases_by_pivots([first])["a"] == {"b": 0.75, "c": 0.25}
    both = paraphrases_by_pivots([first, second])
    assert list(both["a"].items()) == [("c", 1.25), ("b", 0.75)]
    write_paraphrases(both, tmp_path / "paraphrases.sqlite")
    written = DictionaryParaphrases(tmp_path / "paraphrases.sqlite")
    assert written.of("a") == both["a"]
    assert written.of("unknown") == {}


def test_dictionaries_are_resources() -> None:
    assert {name for names in DICTIONARIES.values() for name in names} <= RESOURCES.keys()
    assert dictionary_paraphrases("fr") is None


@pytest.mark.real
@pytest.mark.parametrize(
    ("language", "word", "paraphrase"),
    [("it", "errore", "sbaglio"), ("es", "médico", "doctor"), ("de", "Fehler", "Irrtum")],
)
def test_real_dictionaries_agree_on_plain_paraphrases(language: str, word: str, paraphrase: str) -> None:
    for name in DICTIONARIES[language]:
        real(name)
    dictionaries = dictionary_paraphrases(language)
    assert dictionaries is not None
    assert next(iter(dictionaries.of(word))) == paraphrase
