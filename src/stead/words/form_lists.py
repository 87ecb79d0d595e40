"""Readers of lists of forms: what a form is a form of, its part of speech and its grammatical features.

    Italian, Spanish   a dictionary of Apertium, compiled by lttoolbox: a transducer from `casa<n><f><pl>` to `case`
    French             Lexique 3, a table of forms with a column for each feature; genders of Hunspell's dictionary
    German             nouns of Wiktionary with all cases (german-nouns), verbs with all tenses (Pattern)

All become the same: part of speech n, v, a or r, and features joined by full stops, as `f.pl`, `pri.p3.sg`, `pp.f.sg`,
German nouns `n.dat.pl`. Tenses are called as Apertium calls them: pri present, pii imperfect, ifi past, fti future, cni
conditional, prs and pis subjunctives, imp imperative, inf, ger, pp.
"""

import csv
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from stead.core.errors import BadInput


class WordForm(NamedTuple):
    """A form of a word."""

    form: str
    lemma: str
    pos: str
    features: str


# ------------------------------------------------------------------------------------------------- Apertium

_MAGIC, _PART_MAGIC, _HEADER = b"LTTB", b"LTTD", 12
_SECTION = "main@standard"
_LONGEST = 64
_PARTS = {"n": "n", "adj": "a", "adv": "r", "vblex": "v", "vbmod": "v", "vbser": "v", "vbhaver": "v"}
_BOTH = {"mf": ("m", "f"), "sp": ("sg", "pl")}
_Arc = tuple[str, str, int]
"""What an arc reads and writes, a letter or a tag, and the state that it leads to."""


class _Numbers:
    """The numbers of a compiled dictionary: one to four bytes each; the first two bits say how many follow."""

    def __init__(self, path: Path) -> None:
        self.path, self.data, self.position = path, path.read_bytes(), 0

    def skip(self, magic: bytes) -> bool:
        if not self.data.startswith(magic, self.position):
            return False
        self.position += _HEADER
        return True

    def number(self) -> int:
        try:
            more = self.data[self.position] >> 6
            encoded = self.data[self.position : self.position + more + 1]
        except IndexError:
            encoded, more = b"", 0
        if len(encoded) <= more:
            raise BadInput(f"{self.path}: ends at byte {len(self.data)}, inside a dictionary; fetch it again.")
        self.position += more + 1
        return int.from_bytes(encoded) & ((1 << (8 * more + 6)) - 1)

    def text(self) -> str:
        return "".join(chr(min(self.number(), 0x10FFFF)) for _ in range(self.number()))


def apertium_forms(path: Path) -> Iterator[WordForm]:
    """Read the nouns, verbs, adjectives and adverbs of single words from a dictionary that generates forms."""
    for analysis, form in _paths(*_main_section(path)):
        lemma, _, tags = analysis.partition("<")
        tag, *others = tags.removesuffix(">").split("><")
        kinds = [_BOTH.get(other, (other,)) for other in others]
        for features in product(*kinds):
            yield WordForm(_with_one_i(form, lemma), lemma, _PARTS[tag], ".".join(features))


_DOUBLE_I = re.compile(r"ii(?=amo|ate)")
_STRESSED_I = frozenset(
    {"avviare", "deviare", "espiare", "fuorviare", "inviare", "obliare", "rinviare", "sciare", "spiare", "sviare"}
    | {"traviare"}
)
"""Italian verbs whose stem ends in a stressed i, which stays before another (`invii`)."""


def _with_one_i(form: str, lemma: str) -> str:
    """Correct forms of Italian verbs in -iare to which the dictionary adds an i too many: `sbaglii`, `inviiamo`."""
    if not lemma.endswith("iare"):
        return form
    form = _DOUBLE_I.sub("i", form)
    return form if lemma in _STRESSED_I else form.replace("ii", "i")


def _main_section(path: Path) -> tuple[int, set[int], list[list[_Arc]]]:
    """Read the initial state, the final states and the arcs of the section that holds the words."""
    numbers = _Numbers(path)
    if not numbers.skip(_MAGIC):
        raise BadInput(f"{path}: no dictionary compiled by lttoolbox 3.6; fetch it again.")
    numbers.text()  # the letters that words are made of
    tags = [f"<{numbers.text()}>" for _ in range(numbers.number())]
    symbols = [(numbers.number() - len(tags), numbers.number() - len(tags)) for _ in range(numbers.number())]
    try:
        pairs = [(_symbol(read, tags), _symbol(written, tags)) for read, written in symbols]
        for _ in range(numbers.number()):
            name, section = numbers.text(), _section(numbers, pairs)
            if name == _SECTION:
                return section
    except (IndexError, ValueError, ZeroDivisionError):
        raise BadInput(f"{path}: a damaged dictionary, before byte {numbers.position}; fetch it again.") from None
    raise BadInput(f"{path}: has no section {_SECTION}; fetch it again.")


def _symbol(code: int, tags: list[str]) -> str:
    return tags[-code - 1] if code < 0 else chr(code) if code else ""


def _section(numbers: _Numbers, pairs: list[tuple[str, str]]) -> tuple[int, set[int], list[list[_Arc]]]:
    numbers.skip(_PART_MAGIC)
    initial, final, state = numbers.number(), set(), 0
    for _ in range(numbers.number()):
        state += numbers.number()
        final.add(state)
    size, arcs = numbers.number(), []
    for state in range(size):
        pair, outgoing = 0, []
        for _ in range(numbers.number()):
            pair += numbers.number()
            outgoing.append((*pairs[pair], (numbers.number() + state) % size))
        arcs.append(outgoing)
    return initial, final, arcs


def _paths(initial: int, final: set[int], arcs: list[list[_Arc]]) -> Iterator[tuple[str, str]]:
    """List what is read and written on the paths of single words; neither phrases nor joined words."""
    stack = [(initial, "", "", False)]
    while stack:
        state, read, written, tagged = stack.pop()
        if tagged and state in final:
            yield read, written
        if len(read) > _LONGEST or len(written) > _LONGEST:
            continue
        for symbol, letter, following in arcs[state]:
            is_tag = symbol.startswith("<")
            if (is_tag and not tagged and symbol[1:-1] not in _PARTS) or (symbol and not is_tag and tagged):
                continue
            if symbol not in {" ", "+", "#", "_", "~"}:
                stack.append((following, read + symbol, written + letter, tagged or is_tag))


# --------------------------------------------------------------------------------------------------- French

_LEXIQUE_PARTS = {"NOM": "n", "VER": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}
_LEXIQUE_TENSES = dict(
    zip(
        ("ind:pre", "ind:imp", "ind:pas", "ind:fut", "cnd:pre", "sub:pre", "sub:imp", "imp:pre"),
        ("pri", "pii", "ifi", "fti", "cni", "prs", "pis", "imp"),
        strict=True,
    )
)
_LEXIQUE_NUMBERS = {"s": ("sg",), "p": ("pl",), "": ("sg", "pl")}
_LEXIQUE_GENDERS = {"m": ("m",), "f": ("f",), "": ("m", "f")}


def french_forms(lexique: Path, hunspell: Path) -> Iterator[WordForm]:
    """Read the table of Lexique 3; a noun without a gender there has that of Hunspell's dictionary."""
    genders = hunspell_genders(hunspell)
    with lexique.open(encoding="latin-1", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            pos = _LEXIQUE_PARTS.get((row.get("4_cgram") or "").partition(":")[0])
            if pos is None:
                continue
            form, lemma = _ligature(row["1_ortho"]), _ligature(row["3_lemme"])
            if pos == "n" and not row["5_genre"]:
                row["5_genre"] = genders.get(lemma, "")
            for features in _lexique_features(row, pos):
                if pos != "v" or form != lemma or features == "inf":  # it calls some infinitives second persons
                    yield WordForm(form, lemma, pos, features)


_HUNSPELL_GENDERS = {"mas": "m", "fem": "f"}


def hunspell_genders(path: Path) -> dict[str, str]:
    """Read the genders of nouns that have one only, from lines such as `malaise/S.() po:nom is:mas`."""
    genders: dict[str, set[str]] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        word, *notes = re.split(r"[/\s]+", line)
        if "po:nom" in notes:
            genders.setdefault(word, set()).update(note[3:] for note in notes if note.startswith("is:"))
    singles = {word: kinds & {"mas", "fem", "epi"} for word, kinds in genders.items()}
    return {word: _HUNSPELL_GENDERS.get(next(iter(kinds)), "") for word, kinds in singles.items() if len(kinds) == 1}


def _lexique_features(row: dict[str, str], pos: str) -> Iterator[str]:
    if pos == "r":
        yield ""
        return
    genders = _LEXIQUE_GENDERS.get(row["5_genre"], ())
    agreement = [".".join(pair) for pair in product(genders, _LEXIQUE_NUMBERS.get(row["6_nombre"], ()))]
    if pos != "v":
        yield from agreement
        return
    for cell in dict.fromkeys(filter(None, row["11_infover"].strip('"').split(";"))):
        tense, _, person = cell.rpartition(":")
        if cell == "inf":
            yield "inf"
        elif cell.startswith("par:pas"):
            yield from (f"pp.{features}" for features in agreement)
        elif cell.startswith("par:pre"):
            yield "ger"
        elif tense in _LEXIQUE_TENSES and len(person) == 2:
            yield f"{_LEXIQUE_TENSES[tense]}.p{person[0]}.{'sg' if person[1] == 's' else 'pl'}"


def _ligature(word: str) -> str:
    """Write `œ` where Lexique writes `oe`, as French does in nearly all words."""
    return word if word.startswith(("coe", "moe")) and word not in {"coeur", "coeurs"} else word.replace("oeu", "œu")


# --------------------------------------------------------------------------------------------------- German

_CASES = {"nominativ": "nom", "genitiv": "gen", "dativ": "dat", "akkusativ": "acc"}
_NUMBERS = {"singular": "sg", "plural": "pl"}
_VERB_CELLS = (
    *("inf", "pri.p1.sg", "pri.p2.sg", "pri.p3.sg", "pri.p1.pl pri.p3.pl", "pri.p2.pl", "ger"),
    *("ifi.p1.sg", "ifi.p2.sg", "ifi.p3.sg", "ifi.p1.pl ifi.p3.pl", "ifi.p2.pl", "pp"),
    *("imp.p2.sg", "imp.p2.pl", "imp.p1.pl", "prs.p1.sg prs.p3.sg", "prs.p2.sg", "prs.p1.pl prs.p3.pl", "prs.p2.pl"),
    *("pis.p1.sg pis.p3.sg", "pis.p2.sg", "pis.p1.pl pis.p3.pl", "pis.p2.pl"),
)
"""The columns of Pattern's table of German verbs."""


def german_nouns(path: Path) -> Iterator[WordForm]:
    """Read nouns with a gender and their cases; those that are declined like adjectives are left out."""
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        for row in csv.DictReader(file):
            genders = {row[name] for name in ("genus", "genus 1", "genus 2") if row.get(name) in {"m", "f", "n"}}
            if "adjektivische" in row["pos"] or "Substantiv" not in row["pos"]:
                continue
            for (case, short), (number, abbreviated) in product(_CASES.items(), _NUMBERS.items()):
                forms = {row.get(f"{case} {number}{variant}") for variant in ("", "*", " 1", " 2")} - {"", None}
                for form, gender in product(sorted(map(str, forms)), sorted(genders)):
                    yield WordForm(form, row["lemma"], "n", f"{gender}.{short}.{abbreviated}")


_SWISS = re.compile(r"(ie|ei|eu|äu|gr[üu]|b[üu]|sü|st[oö]|blö|fu|spa)ss")
"""Where the Swiss spelling has ss, and others have a sharp s: after long vowels and diphthongs."""
_SWISS_PAST = re.compile(r"(?<=[aä])ss")
"""The same in the past of `essen`, `messen`, `sitzen` and the verbs made of them."""


def _with_sharp_s(form: str, lemma: str, cell: str) -> str:
    if lemma.endswith(("essen", "sitzen")) and cell.startswith(("ifi", "pis")):
        return _SWISS_PAST.sub("ß", form)
    return _SWISS.sub(r"\1ß", form)


def german_verbs(path: Path) -> Iterator[WordForm]:
    """Read Pattern's table of verbs: a line for each, a column for each cell; it is spelled as in Switzerland."""
    for line in path.read_text(encoding="utf-8-sig", errors="replace").splitlines():
        forms = line.strip().split(",")
        if len(forms) == len(_VERB_CELLS):
            yield from (
                WordForm(_with_sharp_s(form, forms[0], cell), _with_sharp_s(forms[0], "", ""), "v", cell)
                for form, cells in zip(forms, _VERB_CELLS, strict=True)
                for cell in cells.split()
                if form
            )
