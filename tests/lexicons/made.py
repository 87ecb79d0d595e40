"""Tiny lexicons in the formats of the real ones, invented for the tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_NUMBERS = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}
LICENCE = "".join(f"  {n} {text}  \n" for n, text in enumerate(("A licence.", "WordNet 3.0 Copyright", ""), start=1))


@dataclass(frozen=True)
class Made:
    """A synset: `key` names it for the pointers of others, `(symbol, key, source/target)`."""

    key: str
    type: str
    words: Sequence[str]
    pointers: Sequence[tuple[str, str, str]] = ()
    gloss: str = "a gloss | with a bar"

    @property
    def pos(self) -> str:
        return "a" if self.type == "s" else self.type


# Two nouns with hypernyms (one of which holds the target again), a verb group, adjectives with a satellite, a head
# and markers, an adverb, a phrase, a name in capitals, a lexical antonym, an instance.
SYNSETS = (
    Made("game", "n", ["match"], [("@", "contest", "0000"), ("~", "final", "0000")]),
    Made("fire", "n", ["match", "lucifer", "Lucifer_match"], [("@", "lighter", "0000"), ("@", "match2", "0000")]),
    Made("match2", "n", ["Match", "equal"]),
    Made("contest", "n", ["contest", "competition"], [("~", "game", "0000")]),
    Made("lighter", "n", ["lighter", "contest"]),
    Made("final", "n", ["cup_final"]),
    Made("bible", "n", ["Bible", "Good_Book"], [("@i", "contest", "0000")]),
    Made("hand", "v", ["hand", "pass"], [("@", "give", "0000")], "to give  "),
    Made("give", "v", ["give", "hand", "turn_over"]),
    Made("bright", "a", ["bright"], [("!", "dull", "0101"), ("&", "shiny", "0000"), ("&", "aglow", "0000")]),
    Made("shiny", "s", ["shiny", "bright(p)", "lustrous"], [("&", "bright", "0000")]),
    Made("aglow", "s", ["aglow(p)", "lit_up(ip)"], [("&", "bright", "0000")]),
    Made("dull", "a", ["dull", "dim"], [("!", "bright", "0101")]),
    Made("quickly", "r", ["quickly", "fast"], [("\\", "bright", "0101")]),
)
# The index order of senses, where it is not that of the list.
ORDER = {("match", "n"): ["fire", "game", "match2"]}
COUNTS = {"match%1:03:00::": 7, "match%1:03:01::": 2, "bright%3:00:00::": 5, "bright%5:00:00:bright:00": 4}


def write_wordnet(
    folder: Path, synsets: Sequence[Made] = SYNSETS, *, counts: dict[str, int] | None = None, exceptions: bool = True
) -> Path:
    """A WNDB folder. Every word has the lexicographer's number 3 and, in its nth synset, the id n - 1."""
    folder.mkdir(parents=True, exist_ok=True)
    offsets = _offsets(synsets)
    for pos, name in _FILES.items():
        own = [synset for synset in synsets if synset.pos == pos]
        data = LICENCE + "".join(_data_line(synset, synsets, offsets) for synset in own)
        (folder / f"data.{name}").write_text(data, encoding="ascii", newline="\n")
        (folder / f"index.{name}").write_text(_index(own, offsets), encoding="ascii", newline="\n")
        if exceptions:
            (folder / f"{name}.exc").write_text("went go\nwent_on go_on\naxes ax axis\n", newline="\n")
    lines = sorted(f"{key} 1 {count}\n" for key, count in (COUNTS if counts is None else counts).items())
    if lines:
        (folder / "cntlist.rev").write_text("".join(lines), encoding="ascii", newline="\n")
    return folder


def lemma_of(word: str) -> str:
    return word.lower().partition("(")[0]


def _offsets(synsets: Sequence[Made]) -> dict[str, int]:
    """Where each synset's line begins; its length does not depend on the offsets in it."""
    offsets: dict[str, int] = {}
    for pos in _FILES:
        place = len(LICENCE)
        for synset in (each for each in synsets if each.pos == pos):
            offsets[synset.key] = place
            place += len(_data_line(synset, synsets, {each.key: 0 for each in synsets}))
    return offsets


def _lex_id(word: str, synset: Made, synsets: Sequence[Made]) -> int:
    same = [each for each in synsets if each.type == synset.type and lemma_of(word) in map(lemma_of, each.words)]
    return same.index(synset)


def _data_line(synset: Made, synsets: Sequence[Made], offsets: dict[str, int]) -> str:
    words = " ".join(f"{word} {_lex_id(word, synset, synsets):x}" for word in synset.words)
    types = {each.key: each.type for each in synsets}
    pointers = "".join(f" {s} {offsets[key]:08d} {types[key]} {ends}" for s, key, ends in synset.pointers)
    frames = " 01 + 08 00" if synset.type == "v" else ""
    head = f"{offsets[synset.key]:08d} {'00' if synset.pos == 'a' else '03'} {synset.type} {len(synset.words):02x}"
    return f"{head} {words} {len(synset.pointers):03d}{pointers}{frames} | {synset.gloss}  \n"


def _index(synsets: Sequence[Made], offsets: dict[str, int]) -> str:
    lemmas = sorted({lemma_of(word) for synset in synsets for word in synset.words})
    lines = []
    for lemma in lemmas:
        own = [synset for synset in synsets if lemma in map(lemma_of, synset.words)]
        order = ORDER.get((lemma, own[0].pos))
        if order:
            own.sort(key=lambda synset: order.index(synset.key))
        symbols = sorted({symbol for synset in own for symbol, _, _ in synset.pointers})
        fields = [lemma, own[0].pos, str(len(own)), str(len(symbols)), *symbols, str(len(own)), "0"]
        lines.append(" ".join([*fields, *(f"{offsets[synset.key]:08d}" for synset in own)]) + "  \n")
    return LICENCE + "".join(lines)


# -------------------------------------------------------------------------------------------------------- MyThes


ENTRIES = {
    "bright": ["(adj)|shiny|lit up|light (generic term)|vivid (similar term)|dull (antonym)", "(noun)|headlight"],
    "Paris": ["(Nom)|capitale|ville (familier)"],
    "café": ["(Nom Verbe)|bistrot|café|(petit) noir|bar (argot) (familier)"],
    "run": ["-|hurry"],
    "so": ["(Adverbe)|thus", "(?)|ainsi"],
}


def write_mythes(path: Path, entries: dict[str, list[str]] = ENTRIES, encoding: str = "UTF-8") -> Path:
    """`path.dat` and `path.idx`; the entries of the .dat are in the order given, those of the .idx sorted."""
    codec = encoding.removeprefix("microsoft-")
    data = f"{encoding}\n".encode()
    places = []
    for word, meanings in entries.items():
        places.append((word.encode(codec), len(data)))
        data += "\n".join([f"{word}|{len(meanings)}", *meanings, ""]).encode(codec)
    index = f"{encoding}\n{len(entries)}\n".encode() + b"".join(b"%s|%d\n" % place for place in sorted(places))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".dat").write_bytes(data)
    path.with_suffix(".idx").write_bytes(index)
    return path.with_suffix(".dat")
