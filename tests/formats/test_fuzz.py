"""Valid files, damaged at random: loading them says no in words, or reads them, and never takes long."""

import gzip
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from stead.formats import Content, Kind, Options, Policy, load_content, read_content
from stead.task import SteadError
from tests.formats.made import corpus, instance

FEW, MANY = 300, 20_000
LONGEST = 1.0  # seconds of processor time for one file

_ITEMS = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE corpus SYSTEM "lexsub.dtd">\n' + corpus(
    instance("a caf&#233; with <head>bright\n</head> lights &amp; more", "30"),
    instance("so <head>bright</head> a naïve boy", "4"),
    lexelt="bright.a",
)
_ITALIAN = "fulmineo.a$7$::$veloce 3;rapido 2; istantaneo 1\nbar.n.v$8$::$locale 5;pn 1;\n"

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
    ("stead", "items"): '{"schema": "stead.items/1"}\n'
    '{"id": "1", "lexelt": "bright.a", "text": "a bright boy", "start": 2, "end": 8, "language": "en"}\n',
    ("stead", "annotations"): '{"schema": "stead.annotations/1"}\n'
    '{"lexelt": "bright.a", "id": "1", "annotator": "ann", "substitutes": ["clever"], "nil": false, "time": "2009"}\n',
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
        noun, report = load_content(Content("made.txt", data), kind, Options(format, policy))
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
    noun, _ = load_content(Content("made.txt", SAMPLES[format, kind].encode()), kind, Options(format))
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
