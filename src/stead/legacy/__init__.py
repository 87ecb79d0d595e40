"""The official scorer of SemEval-2007 task 10 (English lexical substitution), kept as it was, quirks and all.

Old scripts read what that Perl program printed, and published figures came out of it. `run_official` gives
the same standard output and the same exit status, byte for byte, so that both stay reproducible. It is the
past: it imports nothing from the rest of stead and mends nothing. The corrected scorer is `stead.scoring`.

    reading.py      the lines of a run, and the format errors
    gold.py         which items are scored, with which substitutes and which mode
    guesses.py      one answer, split and levelled
    tasks.py        where best and oot differ
    ledger.py       what is found item by item, and its sums
    substitutes.py  the scoring loop of best and oot, with the stale answer
    multiwords.py   the multiword task
    printing.py     percentages, numbers, and death by division
    program.py      the whole run
"""

from stead.legacy.gold import GoldItem, gold_ids, read_gold, read_multiword_gold
from stead.legacy.guesses import level_guess, split_guesses
from stead.legacy.ledger import NOTHING, Entry, Ledger, Share, total
from stead.legacy.program import Outcome, run_official, run_official_on
from stead.legacy.reading import ENCODING, Answer, Document, Task, answer_lines
from stead.legacy.tasks import OOT_LIMIT

__all__ = [
    "ENCODING",
    "NOTHING",
    "OOT_LIMIT",
    "Answer",
    "Document",
    "Entry",
    "GoldItem",
    "Ledger",
    "Outcome",
    "Share",
    "Task",
    "answer_lines",
    "gold_ids",
    "level_guess",
    "read_gold",
    "read_multiword_gold",
    "run_official",
    "run_official_on",
    "split_guesses",
    "total",
]
