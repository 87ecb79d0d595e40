"""A data set made by hand, and the files that a mirror of it has."""

import hashlib
from pathlib import Path

from stead.datasets import DataFile, DataSet, IdList, Paper, Part

GOLD = b"bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: shiny 2;vivid 1;\ndog.n 3 :: hound 2;mutt 2;\n"
ITEMS = b"""<corpus lang="english">
<lexelt item="bright.a">
<instance id="1"><context>A <head>bright</head> boy.</context></instance>
<instance id="2"><context>A <head>bright</head> light.</context></instance>
</lexelt>
<lexelt item="dog.n"><instance id="3"><context>The <head>dog</head> barks.</context></instance></lexelt>
</corpus>
"""
RUN = b"bright.a 1 :: smart\nbright.a 2 :: shiny\ndog.n 3 :: cat\n"
CANDIDATES = b"bright.a::clever;smart;shiny;vivid\ndog.n::hound;mutt;cat\n"
FOLDER = "lab/tiny/0123456789abcdef0123456789abcdef01234567"


def data_file(name: str, data: bytes) -> DataFile:
    return DataFile(path=f"{FOLDER}/data/{name}", size=len(data), sha256=hashlib.sha256(data).hexdigest())


def tiny(folder: Path) -> DataSet:
    """A data set with a selection of items, which is listed in a file in this folder."""
    (folder / "listed.txt").write_text("2-3\n", encoding="utf-8")
    listed = folder / "listed.txt"
    return DataSet(
        name="tiny",
        title="three sentences",
        language="en",
        licence="as you like",
        papers=(Paper("Nobody 2026", "@misc{nobody-2026,\n}\n"),),
        preset="semeval2007",
        parts=(
            Part(
                name="all",
                gold=data_file("tiny.gold", GOLD),
                items=data_file("tiny.xml", ITEMS),
                runs=(data_file("baseline.txt", RUN),),
            ),
            Part(name="dev", whole="all", ids=IdList(path=listed)),
            Part(name="test", whole="all", ids=IdList(path=listed, inverted=True)),
            Part(name="ranked", candidates=data_file("tiny.candidates", CANDIDATES)),
        ),
    )


PRIVATE = DataSet(
    name="private",
    title="sentences on request",
    language="it",
    licence="ask",
    parts=(Part(name="test"), Part(name="trial")),
    ask="the laboratory, https://lab.example.org",
)

SERVED = {
    f"/{FOLDER}/data/{name}": data
    for name, data in {
        "tiny.gold": GOLD,
        "tiny.xml": ITEMS,
        "baseline.txt": RUN,
        "tiny.candidates": CANDIDATES,
    }.items()
}


def write_mirror(folder: Path) -> Path:
    """A folder that is a mirror."""
    for path, data in SERVED.items():
        (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / path[1:]).write_bytes(data)
    return folder
