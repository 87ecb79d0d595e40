"""Valid files, damaged at random: loading them says no in words, or reads them, and never takes long."""

import gzip
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from stead.core.errors import SteadError
from stead.core.item import Item
from stead.core.substitutes import MAX_WEIGHT, GoldStandard, Run
from stead.formats import FORMATS, Content, Kind, Options, Policy, load_content, read_content
from tests.formats.made import corpus, instance

FEW, MANY = 300, 20_000
LONGEST = 1.0  # seconds of processor time for one file

_ITEMS = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE corpus SYSTEM "lexsub.dtd">\n' + corpus(
    instance("a caf&#233; with <head>bright\n</head> lights &amp; more", "30"),
    instance("so <head>bright</head> a naïve boy", "4"),
    lexelt="bright.a",
)
_ITALIAN = "fulmineo.a$7$::$veloce 3;rapido 2; istantaneo 1\nbar.n.v$8$::$locale 5;pn 1;\n"

_SWORDS = """{"contexts": {"c:1": {"context": "a bright caf\u00e9", "extra": {}}},
"targets": {"t:1": {"context_id": "c:1", "target": "bright", "offset": 2, "pos": "ADJ", "extra": {}}},
"substitutes": {"s:1": {"target_id": "t:1", "substitute": "lit"}, "s:2": {"target_id": "t:1", "substitute": "dim"}},
"substitute_labels": {"s:1": ["TRUE", "FALSE", "UNSURE"], "s:2": ["FALSE_IMPLICIT", "TRUE_IMPLICIT"]}}
"""
_COINCO = """<?xml version="1.0"?>
<document>
<sent MASCfile="a.txt" MASCsentID="s-r1">
<targetsentence>
 I ca n't &amp; won't take part 12 times
</targetsentence>
<tokens>
<token id="XXX" wordform="I" lemma="I" posMASC="XXX" />
<token id="4" wordform="n't" lemma="not" posMASC="RB" problematic="yes" />
<token id="5" wordform="take part" lemma="take part" posMASC="VB" problematic="no">
<substitutions><subst lemma="join in" pos="VB" freq="2" /><subst lemma="take part" freq="1" /></substitutions></token>
<token id="6" wordform="12" lemma="@card@" posMASC="CD" problematic="no" />
</tokens></sent></document>
"""
_TSAR = (
    "It is compulsory, na\u00efve boy.\tcompulsory\tmandatory\trequired\tmandatory\nbright, so bright\tbright\tlit\t\n"
)
_LEXMTURK = "a very bright boy\tbright\t2\t1:smart\t2:clever\t2:full: of light\none two\ttwo\t1\t1:deux\n"
_PROLEX = """target word,Sentence,acc_subs,unacc_subs
bright,A **bright** boy.,"['clever', 'quick-witted']",['lit']
dim,"A **dim**, ""dark""
room","[""child's"", 'caf\\\\xe9']",[]
"""
_SWS = """{"a-1": {"sentence": "A bright caf\u00e9, isn't it?", "sentence_split": ["A", "bright", "caf\u00e9", ",",
"is", "n't", "it", "?"], "substitutes": [[[1, 2], {"clever": 3, "well lit": 1}, 2], [[4, 6], {"is not": 2}, 1]]}}
"""
_TWSI = (
    "context_id\ttarget\ttarget_pos\ttarget_position\tgold_sense_ids\tpredict_sense_ids\tgolden_related\t"
    "predict_related\tcontext\n7\tboy\tn\t2,5\t1\t2\tlad:3, child of man:1\tman:0.5,lad:2,x\ta boy is\n"
)

SAMPLES: dict[tuple[str, Kind], str] = {
    ("semeval", "items"): _ITEMS,
    ("semeval", "gold"): "bright.a 1 :: clever 3;full of light 1;pn 1;\ne commerce.J 125 :: child's play 2.5;\n",
    ("semeval", "run"): "bright.a 1 :: smart;clever\nbar.n.v 2 ::\ndim.a 3 :: dark\n",
    ("semeval-oot", "run"): "bright.a 1 ::: smart;clever;lit;well-read\nbar.n.v 2 ::: pub;inn\n",
    ("evalita", "items"): _ITEMS,
    ("evalita", "gold"): _ITALIAN,
    ("evalita", "run"): "fulmineo.a7::$veloce;rapido\nbar.n.v$8$::$locale\n",
    ("semdis", "items"): _ITEMS,
    ("semdis", "gold"): "engager.v 12 ::  embaucher 2.88; faire appel 0.50;\nlas.a 3 ::  fatigué 3.00;\n",
    ("semdis", "run"): "engager.v 12 :: embaucher ; faire appel\nlas.a 3 :: fatigué ; s'ennuyer\n",
    ("semdis", "mapping"): "# forms\nfatiguer(las.a)-->fatigué\nse rendre(aller.v)-->rendre\n",
    ("swords", "items"): _SWORDS,
    ("swords", "gold"): _SWORDS,
    (
        "swords",
        "run",
    ): '{"substitutes_lemmatized": false, "substitutes": {"t:1": [["na\\u00efve", 1e-3], ["lit", 2]]}}\n',
    ("coinco", "items"): _COINCO,
    ("coinco", "gold"): _COINCO,
    ("tsar", "items"): _TSAR,
    ("tsar", "gold"): _TSAR,
    ("tsar", "run"): _TSAR,
    ("lexmturk", "items"): _LEXMTURK,
    ("lexmturk", "gold"): _LEXMTURK,
    ("prolex", "items"): _PROLEX,
    ("prolex", "gold"): _PROLEX,
    ("sws", "items"): _SWS,
    ("sws", "gold"): _SWS,
    ("twsi", "items"): _TWSI,
    ("twsi", "gold"): _TWSI,
    ("twsi", "run"): _TWSI,
    ("json", "run"): '{"1": ["clever", "na\\u00efve"],\n"2": [],\n"3": ["dark"]}\n',
    (
        "trec",
        "gold",
    ): "bright.a/1 0 clever 3\n1 0 full%20of%20light 1\ndim.a/2 0 pn 1\ndim.a/2 0 dark 0.5\n",
    (
        "trec",
        "run",
    ): "bright.a/1 Q0 clever 1 0.9 me\nbright.a/1 Q0 full%20of%20light 2 1e-3 me\n3 Q0 dark 1 -2 me\n",
    ("melamud", "run"): "RESULT\tbright.a 30\tclever 0.5\tfull of light 1e-3\nRESULT\tbar.n.v 4\tpub -12\tinn 12.5\n",
    ("stead", "items"): '{"schema": "stead.items/1"}\n'
    '{"id": "1", "lexelt": "bright.a", "text": "a bright boy", "start": 2, "end": 8, "language": "en"}\n',
    ("stead", "annotations"): '{"schema": "stead.annotations/1"}\n'
    '{"lexelt": "bright.a", "id": "1", "annotator": "ann", "substitutes": ["clever"], "nil": false, "time": "2009"}\n',
    ("stead", "ratings"): '{"schema": "stead.ratings/1"}\n'
    '{"lexelt": "bright.a", "id": "1", "candidate": "na\\u00efve", "rater": "rita", "value": 2.5}\n'
    '{"lexelt": "bright.a", "id": "1", "candidate": "clever", "rater": "rolf", "value": 3, "comment": "hm"}\n',
    ("annotations-csv", "annotations"): "lexelt,id,annotator,substitutes,nil,name,multiword,comment,time,phase\n"
    'bright.a,1,ann,clever;full of light,,,,"she said ""hm"",\nand left",2009,\nbright.a,2,ann,,yes,,,,,\n',
    ("ratings-csv", "ratings"): "lexelt,id,candidate,rating,rater,comment,time,phase\n"
    'bright.a,1,naïve,2.5,rita,"she said ""hm"",\nand left",2009,\nbright.a,1,\'-ly,good,,,,\n',
    ("stead", "gold"): '{"schema": "stead.gold/1", "graded": true}\n'
    '{"lexelt": "bright.a", "id": "1", "weights": [["clever", 2.5], ["na\\u00efve", 1]], "names": 2}\n',
    ("stead", "run"): '{"schema": "stead.run/1"}\n'
    '{"lexelt": "bright.a", "id": "1", "answers": ["clever", "smart"], "scores": [0.5, 1e-3]}\n',
}

_TOKENS = [
    *(
        b"::",
        b":::",
        b";",
        b"$",
        b"\t",
        b" ",
        b"\r",
        b"\n",
        b"\x00",
        b"\xff",
        b"\xfe\xff",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
    ),
    *(b"<", b">", b"&", b"&#8221 ;", b"&#xFFFFFF;", b"<head>", b"</head>", b"<![CDATA[", b"]]>", b"<!--", b"<?xml "),
    *(b'<!DOCTYPE x [<!ENTITY y "z">]>', b' encoding="utf-16"', b"{", b"}", b"[", b"]", b'"', b"\\", b"\\ud800", b","),
    *(
        b"**",
        b"['",
        b"\\'",
        b"__import__('os')",
        b"1:",
        b":1,",
        b"RESULT\t",
        b"context_id\t",
        b"UNSURE",
        b"<targetsentence>",
    ),
    *(b"9" * 400, b"-1", b"1e999", b"NaN", b"null", b"true", b"{}", b"(", b")-->", b"#", "é賢😀\u2028\u0301".encode()),
]

_NUMBERS = [b"0", b"-1", b"1.5", b"9" * 400, b"9" * 5_000, b"1e999", b"1e-999", b"NaN", b"Infinity", b"true", b'"1"']
_NAMES = [
    *(
        b"",
        b" ",
        b"::",
        b";",
        b"\\ud800",
        b"\\u0000",
        b"x" * 1_000,
        b"a.n.v",
        b"stead.gold/1",
        b"stead.run/1",
        b"graded",
    ),
    *(b"UTF-16", b"latin-1", b"undefined", b"punycode", b"idna", b"hex", b"unicode_escape", b"utf-7", b"cp037"),
]


def flip(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def delete(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    del data[start : start + chance.randint(1, 8)]


def insert(data: bytearray, chance: random.Random) -> None:
    place = chance.randint(0, len(data))
    data[place:place] = chance.choice([chance.randbytes(chance.randint(1, 4)), chance.choice(_TOKENS)])


def truncate(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def duplicate(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    piece = data[start : start + chance.randint(1, 60)] * chance.randint(1, 3)
    place = chance.randint(0, len(data))
    data[place:place] = piece


def renumber(data: bytearray, chance: random.Random) -> None:
    replace(rb"[0-9]+(?:\.[0-9]+)?", data, chance, _NUMBERS)


def rename(data: bytearray, chance: random.Random) -> None:
    replace(rb"(?<=\")[^\"]*(?=\")", data, chance, _NAMES)


def replace(pattern: bytes, data: bytearray, chance: random.Random, values: list[bytes]) -> None:
    """Put one of the values in the stead of something that matches."""
    if places := [match.span() for match in re.finditer(pattern, data)]:
        start, end = chance.choice(places)
        data[start:end] = chance.choice(values)


DAMAGES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(flip, delete, insert, insert, truncate, duplicate, renumber, rename),
)


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The file after one to five damages."""
    mutable = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        if mutable:
            chance.choice(DAMAGES)(mutable, chance)
    return bytes(mutable)


def encoded(text: str, chance: random.Random) -> bytes:
    """The file as it may be stored: mostly UTF-8, sometimes UTF-16, sometimes with CR LF."""
    if chance.random() < 0.2:
        text = text.replace("\n", "\r\n")
    return ("\ufeff" + text).encode("utf-16-le") if chance.random() < 0.1 else text.encode()


def try_to_load(data: bytes, format: str, kind: Kind, policy: Policy) -> None:
    """Load the file, which may be refused, and demand that nothing else happens and not for long."""
    start = time.process_time()
    try:
        noun, report = load_content(Content("made.txt", data), kind, Options(format=format, policy=policy))
        if kind != "mapping":
            list(noun)
        [str(fault) for fault in report]
    except SteadError:
        pass
    except Exception as error:
        raise AssertionError(f"{format} {kind} {policy}: {error!r} for {data!r}") from error
    assert time.process_time() - start < LONGEST, f"{format} {kind} {policy}: too slow for {data!r}"


def fuzz(format: str, kind: Kind, rounds: int) -> None:
    chance = random.Random(f"{format} {kind}")
    for _ in range(rounds):
        data = damaged(encoded(SAMPLES[format, kind], chance), chance)
        chosen = format if chance.random() < 0.5 else "auto"
        try_to_load(data, chosen, kind, chance.choice(list(Policy)))


every_sample = pytest.mark.parametrize(("format", "kind"), SAMPLES)


@every_sample
def test_the_samples_themselves_are_read(format: str, kind: Kind) -> None:
    noun, _ = load_content(Content("made.txt", SAMPLES[format, kind].encode()), kind, Options(format=format))
    assert noun


@every_sample
def test_a_damaged_file_is_read_or_refused_in_words(format: str, kind: Kind) -> None:
    fuzz(format, kind, FEW)


@pytest.mark.soak
@every_sample
def test_a_damaged_file_is_read_or_refused_in_words_however_often(format: str, kind: Kind) -> None:
    fuzz(format, kind, MANY)


@every_sample
def test_any_file_given_as_anything_is_read_or_refused_in_words(format: str, kind: Kind) -> None:
    for (other, other_kind), text in SAMPLES.items():
        for policy in Policy:
            try_to_load(text.encode(), "auto", kind, policy)
            if other_kind == kind:
                try_to_load(SAMPLES[format, kind].encode(), other, kind, policy)


def test_every_format_and_kind_that_is_read_has_a_sample() -> None:
    assert set(SAMPLES) == {(name, kind) for name, known in FORMATS.items() for kind in known.readers}


@every_sample
def test_a_file_truncated_anywhere_is_read_or_refused_in_words(format: str, kind: Kind) -> None:
    data = SAMPLES[format, kind].encode()
    for end in range(0, len(data), 7):
        for policy in Policy:
            try_to_load(data[:end], format, kind, policy)


@every_sample
def test_a_refusal_or_fault_names_the_file(format: str, kind: Kind) -> None:
    chance = random.Random(f"places {format} {kind}")
    for _ in range(FEW // 3):
        data = damaged(SAMPLES[format, kind].encode(), chance)
        assert [line for line in said_of(data, format, kind) if not line.startswith("made.txt:") or "\n" in line] == []


def said_of(data: bytes, format: str, kind: Kind) -> list[str]:
    """The refusal, or the faults that were reported."""
    try:
        return [str(fault) for fault in load_content(Content("made.txt", data), kind, Options(format=format))[1]]
    except SteadError as error:
        return [str(error)]


@every_sample
def test_what_is_read_of_a_damaged_file_is_sound_enough_to_be_scored_and_written(format: str, kind: Kind) -> None:
    chance = random.Random(f"sound {format} {kind}")
    for _ in range(FEW // 3):
        with suppress(SteadError):
            noun, _ = load_content(
                Content("made.txt", damaged(SAMPLES[format, kind].encode(), chance)), kind, Options(format=format)
            )
            assert_sound(noun)
            for known in FORMATS.values():
                if kind in known.writers:
                    with suppress(SteadError):
                        known.writers[kind](noun).text.encode()


def assert_sound(noun: object) -> None:
    """No weight but a count or share within bounds, no score but a number, no target outside its sentence."""
    if isinstance(noun, GoldStandard):
        assert np.all((noun.weights >= 0) & (noun.weights <= MAX_WEIGHT))
    elif isinstance(noun, Run):
        assert noun.scores is None or np.all(np.isfinite(noun.scores))
    elif isinstance(noun, list):
        assert all(0 <= item.start < item.end <= len(item.text) for item in noun if isinstance(item, Item))


@pytest.mark.soak
@pytest.mark.parametrize("line", [b"", b"\t"])
@every_sample
def test_ten_megabytes_on_a_line_take_a_few_seconds_at_most(format: str, kind: Kind, line: bytes) -> None:
    data = SAMPLES[format, kind].encode() + (b"x" * 999 + (line or b"y")) * 10_000 + b"\n"
    start = time.process_time()
    with suppress(SteadError):
        load_content(Content("made.txt", data), kind, Options(format=format))
    assert time.process_time() - start < 4


@every_sample
def test_a_megabyte_on_a_line_takes_a_second_at_most(format: str, kind: Kind) -> None:
    data = SAMPLES[format, kind].encode() + (b"x" * 999 + b"\t") * 1_000 + b"\n"
    start = time.process_time()
    with suppress(SteadError):
        load_content(Content("made.txt", data), kind, Options(format=format))
    assert time.process_time() - start < 1


def test_a_gzip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b'{"substitutes": {"' + b"0" * 50_000_000, compresslevel=9))
    assert path.stat().st_size < 100_000
    start = time.process_time()
    with pytest.raises(SteadError, match=r"bomb\.json\.gz: larger than 1,000,000 bytes"):
        read_content(path, limit=1_000_000)
    assert time.process_time() - start < 1


def test_a_damaged_gzip_file_is_read_or_refused_in_words(tmp_path: Path) -> None:
    chance, path = random.Random("gzip"), tmp_path / "run.txt.gz"
    packed = gzip.compress(SAMPLES["semeval", "gold"].encode() * 20, mtime=0)
    for _ in range(FEW):
        path.write_bytes(damaged(packed, chance))
        with suppress(SteadError):
            assert len(read_content(path, limit=100_000).data) <= 100_000


def test_random_bytes_are_read_or_refused_in_words() -> None:
    chance = random.Random("noise")
    for _ in range(FEW):
        data = chance.randbytes(chance.randint(0, 300))
        for name, kind in SAMPLES:
            try_to_load(data, chance.choice([name, "auto"]), kind, Policy.REPAIR)
