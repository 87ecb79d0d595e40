"""Terms with U+FFFD, a letter that was lost before: no reader takes them, however a file spells it."""

import json
from typing import get_args

import pytest

from stead.core.faults import Severity
from stead.formats import FORMATS, Kind
from tests.formats.made import How, found, read, refusal

LOST = "\N{REPLACEMENT CHARACTER}"
LINES = "bright.a 1 :: lit{0};\nbright.a 2 :: clever{0};\n"
TWSI = (
    "context_id\ttarget\ttarget_pos\ttarget_position\tgold_sense_ids\tpredict_sense_ids\tgolden_related\t"
    "predict_related\tcontext\n"
    "1\tbright\ta\t2,8\t1\t2\tlit:2\tlit:2\ta bright boy\n2\tbright\ta\t2,8\t1\t2\tclever:2\tclever:2\ta bright girl\n"
)
TABLE = "a bright boy\tbright\tlit\na bright girl\tbright\tclever\n"
SWORDS_GOLD = {
    "contexts": {"c": {"context": f"a bright b{LOST}y"}},  # a sentence may have lost a letter
    "targets": {name: {"context_id": "c", "target": "bright", "offset": 2, "pos": "ADJ"} for name in ("t:1", "t:2")},
    "substitutes": {
        "s:1": {"target_id": "t:1", "substitute": "lit"},
        "s:2": {"target_id": "t:2", "substitute": "clever"},
    },
    "substitute_labels": {"s:1": ["TRUE"], "s:2": ["TRUE"]},
}
COINCO = f"""<?xml version="1.0"?>
<document><sent><targetsentence>A bright b{LOST}y.</targetsentence><tokens>
<token id="1" wordform="bright" lemma="bright" posMASC="JJ"><subst lemma="lit" freq="2"/></token>
<token id="2" wordform="boy" lemma="boy" posMASC="NN">
<subst lemma="clever" freq="2"/></token></tokens></sent></document>
"""
FILES: dict[tuple[str, Kind], str] = {
    ("swords", "gold"): json.dumps(SWORDS_GOLD, indent=1, ensure_ascii=False),
    ("swords", "run"): '{"substitutes": {"1": [["lit", 1]],\n"2": [["clever", 1]]}}',
    ("stead", "gold"): '{"schema": "stead.gold/1"}\n{"lexelt": "bright.a", "id": "1", "weights": [["lit", 1]]}\n'
    '{"lexelt": "bright.a", "id": "2", "weights": [["clever", 1]]}\n',
    ("stead", "run"): '{"schema": "stead.run/1"}\n{"lexelt": "bright.a", "id": "1", "answers": ["lit"]}\n'
    '{"lexelt": "bright.a", "id": "2", "answers": ["clever"]}\n',
    ("stead", "annotations"): '{"schema": "stead.annotations/1"}\n'
    '{"lexelt": "bright.a", "id": "1", "annotator": "ada", "substitutes": ["lit"]}\n'
    '{"lexelt": "bright.a", "id": "2", "annotator": "ada", "substitutes": ["clever"]}\n',
    ("stead", "ratings"): '{"schema": "stead.ratings/1"}\n'
    '{"lexelt": "bright.a", "id": "1", "candidate": "lit", "rater": "rita", "value": 1}\n'
    '{"lexelt": "bright.a", "id": "2", "candidate": "clever", "rater": "rita", "value": 3}\n',
    ("annotations-csv", "annotations"): "lexelt,id,annotator,substitutes\nbright.a,1,ada,lit\nbright.a,2,ada,clever\n",
    ("ratings-csv", "ratings"): "lexelt,id,candidate,rating,rater\nbright.a,1,lit,1,rita\nbright.a,2,clever,3,rita\n",
    ("json", "run"): '{"1": ["lit"],\n"2": ["clever"]}\n',
    ("trec", "gold"): "bright.a/1 0 lit 2\nbright.a/2 0 clever 2\n",
    ("trec", "run"): "bright.a/1 Q0 lit 1 0.9 mine\nbright.a/2 Q0 clever 1 0.9 mine\n",
    ("melamud", "run"): "RESULT\tbright.a 1\tlit 1\nRESULT\tbright.a 2\tclever 1\n",
    ("coinco", "gold"): COINCO,
    ("prolex", "gold"): "target word,Sentence,acc_subs,unacc_subs\nbright,A **bright** boy.,['lit'],[]\n"
    "bright,A **bright** girl.,['clever'],[]\n",
    ("sws", "gold"): """{"a": {"sentence": "a boy", "sentence_split": ["a", "boy"], "substitutes": [
[[0, 1], {"lit": 2}, 1], [[1, 2], {"clever": 2}, 1]]}}""",
    ("twsi", "gold"): TWSI,
    ("twsi", "run"): TWSI,
    ("lexmturk", "gold"): "a bright boy\tbright\t2\t1:lit\na bright girl\tbright\t2\t1:clever\n",
    ("tsar", "gold"): TABLE,
    ("tsar", "run"): TABLE,
    **{(name, "gold"): LINES.format(" 2") for name in ("semeval", "semdis", "evalita")},
    **{(name, "run"): LINES.format("") for name in ("semeval", "semdis", "evalita")},
    ("semeval-oot", "run"): LINES.format("").replace("::", ":::"),
}
CASES = [
    *((*each, LOST) for each in FILES),
    *((*each, r"\ufffd") for each in FILES if each[0] in ("json", "stead", "swords", "prolex")),
    ("stead", "run", r"\uFFFD"),
    ("coinco", "gold", "&#xFFFD;"),
]
KINDS = ("gold", "run", "annotations", "ratings")


def test_every_reader_of_terms_is_tried() -> None:
    assert set(KINDS) < set(get_args(Kind))
    assert set(FILES) == {(name, kind) for name, each in FORMATS.items() for kind in KINDS if kind in each.readers}


@pytest.mark.parametrize(("format", "kind"), FILES)
def test_the_files_are_sound_without_it(format: str, kind: Kind) -> None:
    noun, report = read(FILES[format, kind], kind, How(format, "strict"))
    assert (len(noun), report.faults) == (2, [])  # type: ignore[arg-type]


@pytest.mark.parametrize(("format", "kind", "spelling"), CASES)
def test_a_term_that_lost_a_letter_is_a_fault(format: str, kind: Kind, spelling: str) -> None:
    text = FILES[format, kind].replace("clever", f"cl{spelling}ver")
    line = None if spelling.startswith("&") else text.partition("cl")[0].count("\n") + 1
    for policy in ("repair", "strict"):
        message = refusal(text, kind, format, policy)
        assert message.startswith("made.txt: " if line is None else f"made.txt:{line}: ")
        assert "holds the replacement character U+FFFD, a letter that was lost" in message
    noun, report = read(text, kind, How(format, "skip"))
    assert len(noun) == 1  # type: ignore[arg-type]
    assert found(report) == [(line, Severity.ERROR, "encoding")]
