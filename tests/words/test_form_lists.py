"""Lists of forms: dictionaries that lttoolbox compiled, tables of forms; damaged ones are one sentence."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.words.form_lists import WordForm, apertium_forms, french_forms, german_nouns, german_verbs
from stead.words.word_forms import WordForms, write_forms

TAGS = ("n", "f", "sg", "pl", "np", "mf", "sp")
HEADER = bytes(8)


def number(value: int) -> bytes:
    """Encode a number as lttoolbox does: up to six bits in one byte, else the count of further bytes before them."""
    for more in range(4):
        if value < 1 << (8 * more + 6):
            return (value | more << (8 * more + 6)).to_bytes(more + 1)
    raise ValueError(value)


def text(letters: str) -> bytes:
    return number(len(letters)) + b"".join(number(ord(letter)) for letter in letters)


def compiled(entries: Iterable[tuple[str, tuple[str, ...], str]], section: str = "main@standard") -> bytes:
    """Compile entries (lemma, tags, form), each a path of its own from state 0 to the only final state, 1."""
    pairs: dict[tuple[int, int], int] = {}
    arcs: dict[int, list[tuple[int, int]]] = {0: [], 1: []}
    for lemma, tags, form in entries:
        read = [*map(ord, lemma), *(-TAGS.index(tag) - 1 for tag in tags)]
        written = [*map(ord, form), *[0] * max(0, len(read) - len(form))]
        read += [0] * (len(written) - len(read))
        state = 0
        for at, pair in enumerate(zip(read, written, strict=True)):
            following = 1 if at == len(read) - 1 else len(arcs)
            arcs.setdefault(following, [])
            arcs[state].append((pairs.setdefault(pair, len(pairs)), following))
            state = following
    base, size = len(TAGS), len(arcs)
    alphabet = number(base) + b"".join(map(text, TAGS)) + number(len(pairs))
    alphabet += b"".join(number(one + base) + number(other + base) for one, other in pairs)
    states = b""
    for state in range(size):
        last, states = 0, states + number(len(arcs[state]))
        for pair_number, following in sorted(arcs[state]):
            states += number(pair_number - last) + number((following - state) % size)
            last = pair_number
    transducer = b"LTTD" + HEADER + number(0) + number(1) + number(1) + number(size) + states
    return b"LTTB" + HEADER + text("abc") + alphabet + number(1) + text(section) + transducer


ENTRIES = [
    ("casa", ("n", "f", "sg"), "casa"),
    ("casa", ("n", "f", "pl"), "case"),
    ("re", ("n", "mf", "sp"), "re"),
    ("Roma", ("np", "f", "sg"), "Roma"),
    ("a b", ("n", "f", "sg"), "a b"),
]


def test_nouns_of_a_compiled_dictionary(tmp_path: Path) -> None:
    """Names and phrases are left out; a word of both genders and numbers has four cells."""
    (tmp_path / "it.bin").write_bytes(compiled(ENTRIES))
    assert set(apertium_forms(tmp_path / "it.bin")) == {
        WordForm("casa", "casa", "n", "f.sg"),
        WordForm("case", "casa", "n", "f.pl"),
        *(WordForm("re", "re", "n", cell) for cell in ("m.sg", "m.pl", "f.sg", "f.pl")),
    }


def test_italian_verbs_in_iare_have_no_i_too_many(tmp_path: Path) -> None:
    wrong = [
        ("sbagliare", "sbaglii", "sbagli"),
        ("sbagliare", "sbagliino", "sbaglino"),
        ("sbagliare", "sbagliiamo", "sbagliamo"),
        ("inviare", "invii", "invii"),
        ("inviare", "inviiamo", "inviamo"),
        ("capire", "capii", "capii"),
    ]
    (tmp_path / "it.bin").write_bytes(compiled((lemma, ("n", "f", "sg"), form) for lemma, form, _ in wrong))
    found = {(word.lemma, word.form) for word in apertium_forms(tmp_path / "it.bin")}
    assert found == {(lemma, right) for lemma, _, right in wrong}


def test_damaged_dictionaries_are_one_sentence(tmp_path: Path) -> None:
    path, whole = tmp_path / "it.bin", compiled(ENTRIES)
    for content, expected in (
        (whole[:-20], "ends at byte"),
        (b"PK" + whole, "no dictionary compiled"),
        (compiled(ENTRIES, "other@standard"), "has no section"),
    ):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=expected):
            list(apertium_forms(path))
    for end in range(len(whole)):  # cut anywhere, it is never a traceback
        path.write_bytes(whole[:end])
        with pytest.raises(BadInput):
            list(apertium_forms(path))


LEXIQUE = (
    "1_ortho\t3_lemme\t4_cgram\t5_genre\t6_nombre\t11_infover\n"
    "belles\tbeau\tADJ\tf\tp\t\n"
    "élève\télève\tNOM\t\ts\t\n"
    'parle\tparler\tVER\t\t\t"ind:pre:1s;ind:pre:3s;"\n'
    'parlée\tparler\tVER\tf\ts\t"par:pas;"\n'
    'parler\tparler\tVER\t\t\t"inf;"\n'
    "malaise\tmalaise\tNOM\t\ts\t\n"
    "coeur\tcoeur\tNOM\tm\ts\t\n"
    'coexister\tcoexister\tVER\t\t\t"inf;"\n'
    "de\tde\tPRE\t\t\t\n"
)


def test_the_table_of_lexique(tmp_path: Path) -> None:
    (tmp_path / "l.txt").write_text(LEXIQUE, encoding="latin-1")
    (tmp_path / "fr.dic").write_text("3\nmalaise/S.() po:nom is:mas\nélève/S.() po:nom is:epi\n", encoding="utf-8")
    assert set(french_forms(tmp_path / "l.txt", tmp_path / "fr.dic")) == {
        WordForm("malaise", "malaise", "n", "m.sg"),
        WordForm("belles", "beau", "a", "f.pl"),
        WordForm("élève", "élève", "n", "m.sg"),
        WordForm("élève", "élève", "n", "f.sg"),
        WordForm("parle", "parler", "v", "pri.p1.sg"),
        WordForm("parle", "parler", "v", "pri.p3.sg"),
        WordForm("parlée", "parler", "v", "pp.f.sg"),
        WordForm("parler", "parler", "v", "inf"),
        WordForm("cœur", "cœur", "n", "m.sg"),
        WordForm("coexister", "coexister", "v", "inf"),
    }


def test_german_nouns_and_verbs(tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text(
        "lemma,pos,genus,nominativ singular,dativ plural\n"
        "Haus,Substantiv,n,Haus,Häusern\n"
        'Kranker,"Substantiv,adjektivische Deklination",m,Kranker,\n',
        encoding="utf-8",
    )
    assert set(german_nouns(tmp_path / "n.csv")) == {
        WordForm("Haus", "Haus", "n", "n.nom.sg"),
        WordForm("Häusern", "Haus", "n", "n.dat.pl"),
    }
    forms = (
        "kaufen,kaufe,kaufst,kauft,kaufen,kauft,kaufend,kaufte,kauftest,kaufte,kauften,kauftet,gekauft,kaufe,kauft,kaufen,"
        "kaufe,kaufest,kaufen,kaufet,kaufte,kauftest,kauften,kauftet"
    )
    swiss = forms.replace("kauf", "giess").replace("gegiesst", "gegossen")
    eaten = forms.replace("kaufte", "ass").replace("kauf", "ess")
    (tmp_path / "v.txt").write_text(f"a,b\n{forms}\n{swiss}\n{eaten}\n", encoding="utf-8")
    verbs = {*german_verbs(tmp_path / "v.txt")}
    assert WordForm("gießt", "gießen", "v", "pri.p3.sg") in verbs
    assert WordForm("gegossen", "gießen", "v", "pp") in verbs
    assert WordForm("aß", "essen", "v", "ifi.p3.sg") in verbs
    assert WordForm("esst", "essen", "v", "pri.p2.pl") in verbs
    assert {word.features for word in verbs if word.form == "gekauft"} == {"pp"}
    assert {word.features for word in verbs if word.form == "kauft"} == {"pri.p3.sg", "pri.p2.pl", "imp.p2.pl"}


def test_forms_are_looked_up_both_ways(tmp_path: Path) -> None:
    words = [WordForm("case", "casa", "n", "f.pl"), WordForm("casa", "casa", "n", "f.sg")]
    write_forms([*words, words[0]], tmp_path / "forms.sqlite")
    forms = WordForms(tmp_path / "forms.sqlite")
    assert forms.analyses("case") == (words[0],)
    assert forms.form("casa", "n", "f.pl") == "case"
    assert forms.form("casa", "v", "f.pl") is forms.form("casa", "n", "m.pl") is None
    assert forms.of_lemma("' OR 1=1 --", "n") == ()
