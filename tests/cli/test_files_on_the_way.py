"""How many files a reader has to open to follow one line of gold and one of a run to a printed score."""

import sys
from pathlib import Path
from types import FrameType

import stead as package
from tests.cli.running import Command, Write

MOST = 30
SOURCE = str(Path(package.__file__).parent)


def test_a_line_of_gold_and_one_of_a_run_pass_through_few_files(stead: Command, write: Write) -> None:
    words = ("score", write("g.txt", "bright.a 1 :: clever 3;smart 2;\n"), write("r.txt", "bright.a 1 :: clever\n"))
    assert stead(*words, "-m", "best").status == 0  # what is imported now is not on the way
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(SOURCE):
            entered.add(frame.f_code.co_filename.removeprefix(SOURCE))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        stead(*words, "-m", "best")
    finally:
        sys.setprofile(before)
    assert len(entered) > 10
    assert len(entered) <= MOST, "\n".join(sorted(entered))
