"""Files of models: what is damaged is refused in one sentence when it is read, and what is whole comes back."""

import io
import json
import zipfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from stead.core.errors import BadInput
from stead.systems import parse_system
from stead.systems.blend import system as blending
from stead.systems.blend.candidates import PastAnswers
from stead.systems.blend.features import FEATURES, feature_names
from stead.systems.blend.trained_models import BlendModel, Calibration, Cutoff, open_model
from stead.systems.blend.trees import TYPES, Forest, forest_from_lightgbm
from tests.systems.blend.made import small_tables
from tests.systems.made import item

Arrays = dict[str, npt.NDArray[Any]]


def _node(column: int, left: Any, right: Any) -> dict[str, Any]:
    own = {"split_feature": column, "threshold": 0.5, "default_left": True, "missing_type": "NaN"}
    return {**own, "left_child": left, "right_child": right}


def _forest() -> Forest:
    """Two trees of two nodes with a leaf between them: nodes 0, 1 and 2, 3; roots 0, ~3, 2; seven leaves."""
    one, two, three = ({"leaf_value": value} for value in (1.0, 2.0, 3.0))
    tree = _node(0, _node(3, one, two), three)
    return forest_from_lightgbm({"tree_info": [{"tree_structure": each} for each in (tree, one, tree)]})


def _model() -> BlendModel:
    """A model without signals; what it asks for most comes first, and not in the order of the alphabet."""
    card = {
        "name": "small",
        "tables": "english",
        "signals": [],
        "shortlist": 9,
        "features": list(feature_names([])),
        "importance": {"best": {"synonym_share": 4, "hypernym_rank": 2}},
    }
    heads = {"best": _forest(), "accept": _forest()}
    memory = PastAnswers({"match.n": {"contest": 2.0, "bout": 1.0}})
    return BlendModel(
        card=card,
        rankings=[_forest()],
        heads=heads,
        calibration=Calibration(1.0, 0.5),
        cutoff=Cutoff(0.25, 0.05),
        past_answers=memory,
    )


WHOLE = _model().to_bytes()
_NUMBERS = count()  # what was opened is remembered by its path


def _arrays() -> Arrays:
    with np.load(io.BytesIO(WHOLE)) as arrays:
        return dict(arrays)


def _written(arrays: Arrays) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def _opened(data: bytes, folder: Path) -> BlendModel:
    path = folder / f"mine{next(_NUMBERS)}.npz"
    path.write_bytes(data)
    return open_model(str(path))


def _refused(data: bytes, folder: Path) -> str:
    with pytest.raises(BadInput) as error:
        _opened(data, folder)
    assert str(error.value).startswith(f"{folder}/mine")
    assert "expected a model (stead.blend/3), as `stead train` writes it" in str(error.value)
    return str(error.value).partition("writes it")[2]


def _with_card(change: Callable[[dict[str, Any]], object]) -> bytes:
    arrays = _arrays()
    card = json.loads(arrays["card"].tobytes())
    change(card)
    return _written({**arrays, "card": np.frombuffer(json.dumps(card).encode(), np.uint8)})


# ------------------------------------------------------------------------------------------------- what is whole


def test_a_model_comes_back_in_the_order_in_which_it_was_made(tmp_path: Path) -> None:
    again = _opened(WHOLE, tmp_path)
    assert list(again.card["importance"]["best"]) == ["synonym_share", "hypernym_rank"]
    assert list(again.past_answers.weights["match.n"]) == ["contest", "bout"]
    assert again.to_bytes() == WHOLE == _model().to_bytes()


def test_a_signature_changes_with_any_byte_of_the_file(tmp_path: Path) -> None:
    """Two that were trained on the same data under the same name, and differ in one leaf."""
    other = {**_arrays(), "best.leaves": _arrays()["best.leaves"] * 1.5}
    one, same, another = (_opened(data, tmp_path).signature for data in (WHOLE, WHOLE, _written(other)))
    assert one == same != another
    assert one.startswith("small-")
    assert len(one) == len("small-") + 12
    systems = [f"blend(model={tmp_path / name})" for name in ("a.npz", "b.npz")]
    for path, data in zip(("a.npz", "b.npz"), (WHOLE, _written(other)), strict=True):
        (tmp_path / path).write_bytes(data)
    signatures = [parse_system(each).signature().partition("|")[2] for each in systems]
    assert signatures == [f"model:{one}", f"model:{another}"]


# ------------------------------------------------------------------------------------------------------ the card


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("name", None, "it has no name"),
        ("name", 7, "it has no name"),
        ("tables", "water", "its tables are not english, "),
        ("tables", ["english"], "its tables are not english, "),
        ("signals", None, "its signals are no list of names"),
        ("signals", "ngrams", "its signals are no list of names"),
        ("signals", [["ngrams"]], "its signals are no list of names"),
        ("signals", ["ngrams", "ngrams"], "of its signals some come twice"),
        ("features", None, "its features are no list of names"),
        ("features", [], "it has 1 rankings and the features of 0"),
        ("features", ["ranking1_score"], "its rankings are out of order"),
        ("shortlist", None, "its shortlist is no number above zero"),
        ("shortlist", "x", "its shortlist is no number above zero"),
        ("shortlist", -1, "its shortlist is no number above zero"),
        ("shortlist", True, "its shortlist is no number above zero"),
        ("rankings", 0, "its number of rankings is none above zero"),
        ("rankings", 2, "it has 2 rankings and the features of 1"),
        ("rankings", 10**12, "it has 1000000000000 rankings and the features of 1"),
        ("calibration", ["1", "0"], "its calibration is not two numbers"),
        ("calibration", [float("nan"), 0], "its calibration is not two numbers"),
        ("calibration", [1], "its calibration is not two numbers"),
        ("calibration", [10**400, 1], "."),
        ("cut-off", {"share": 1, "floor": 2}, "its cut-off is not two numbers"),
        ("memory", None, "its memory is no record of answers"),
        ("memory", [1], "its memory is no record of answers"),
        ("memory", {"a.n": [1]}, "its memory is no record of answers"),
        ("memory", {"a.n": {"b": "1"}}, "answers in its memory weigh something odd"),
        ("memory", {"a.n": {"b": float("inf")}}, "answers in its memory weigh something odd"),
        ("memory", {"a.n": {"b": -2}}, "answers in its memory weigh something odd"),
        ("schema", "stead.blend/1", "it has another schema"),
    ],
)
def test_a_card_of_another_shape_is_refused(name: str, value: Any, said: str, tmp_path: Path) -> None:
    """What is None is left out."""
    data = _with_card(lambda card: card.pop(name) if value is None else card.update({name: value}))
    assert said in _refused(data, tmp_path)


@pytest.mark.parametrize("card", [b"", b"[]", b"7", b"{}", b"\xff", b"[" * 200_000, b'{"a":' * 200_000, b"9" * 9999])
def test_a_card_that_is_none_is_refused(card: bytes, tmp_path: Path) -> None:
    assert _refused(_written({**_arrays(), "card": np.frombuffer(card, np.uint8)}), tmp_path)


# ----------------------------------------------------------------------------------------------------- the trees


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("left", [0, ~0, 3, ~4], "lead astray"),  # a node that is its own child
        ("left", [1, 0, 3, ~4], "lead astray"),  # two that are each other's
        ("left", [2, ~0, 3, ~4], "lead astray"),  # into the next tree
        ("right", [~2, 4, ~6, ~5], "lead astray"),  # behind the last
        ("right", [~2, ~99, ~6, ~5], "lacks leaves"),
        ("roots", [0, ~99, 2], "lacks leaves"),
        ("roots", [2, ~3, 0], "out of order"),
        ("roots", [1, ~3, 2], "out of order"),
        ("roots", [0, ~3, 4], "out of order"),
        ("roots", [~3], "out of order"),
        ("roots", [~3] * (1 << 14) + [0, 2], "larger than any forest"),
        ("leaves", [1.0], "lacks leaves"),
        ("leaves", [[1.0] * 7], "are no row of numbers"),
        ("leaves", 1.0, "are no row of numbers"),
        ("leaves", ["1"] * 7, "are of another type"),
        ("leaves", [1] * 7, "are of another type"),
        ("leaves", [float("nan")] * 7, "not finite"),
        ("thresholds", [0.5, 0.5, float("inf"), 0.5], "not finite"),
        ("thresholds", [0.5], "nodes of best are not whole"),
        ("missing_left", [True] * 5, "nodes of best are not whole"),
        ("columns", [0, 3, 0, len(FEATURES) + 3], "asks for features that are not there"),
        ("columns", [0, -1, 0, 3], "asks for features that are not there"),
    ],
)
def test_a_tree_that_cannot_be_climbed_is_refused(part: str, value: Any, said: str, tmp_path: Path) -> None:
    kind = TYPES[part] if said != "are of another type" else None
    data = _written({**_arrays(), f"best.{part}": np.array(value, kind)})
    assert said in _refused(data, tmp_path)


def test_a_ranking_sees_only_what_is_known_by_then(tmp_path: Path) -> None:
    beyond = np.array([0, 3, 0, len(FEATURES)], np.int16)  # what the ranking itself says: heads may ask for it
    assert _opened(_written({**_arrays(), "best.columns": beyond}), tmp_path).name == "small"
    assert "ranking0 asks for" in _refused(_written({**_arrays(), "ranking0.columns": beyond}), tmp_path)


def test_a_tree_that_takes_for_ever_is_refused(tmp_path: Path) -> None:
    """A chain of nodes, each the child of the last: no circle, and yet as many steps as there are nodes."""
    nodes = 1 << 13
    chain = {
        "roots": np.array([0]),
        "columns": np.zeros(nodes),
        "thresholds": np.zeros(nodes),
        "left": np.append(np.arange(1, nodes), ~0),
        "right": np.append(np.arange(1, nodes), ~0),
        "missing_left": np.zeros(nodes),
        "leaves": np.array([1.0]),
    }
    own = {f"accept.{part}": value.astype(TYPES[part]) for part, value in chain.items()}
    assert "accept is larger than any forest" in _refused(_written({**_arrays(), **own}), tmp_path)


@pytest.mark.parametrize("name", ["card", "best.roots", "ranking0.leaves"])
def test_a_part_that_is_missing_or_no_array_is_refused(name: str, tmp_path: Path) -> None:
    _refused(_written({other: own for other, own in _arrays().items() if other != name}), tmp_path)
    _refused(_with_member(name, lambda _: b"no array"), tmp_path)
    _refused(_with_member(name, lambda own: own.replace(b"}", b"(")), tmp_path)  # a header that never ends
    _refused(_with_member(name, lambda own: own[:-1]), tmp_path)


def _with_member(name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The archive whole, with its checksums, and one array in it damaged."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(WHOLE)) as whole, zipfile.ZipFile(file, "w") as odd:
        for member in whole.namelist():
            own = whole.read(member)
            odd.writestr(member, change(own) if member == f"{name}.npy" else own)
    return file.getvalue()


# ------------------------------------------------------------------------------------------------ whatever else

_OFTEN = settings(deadline=2000, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def _opens_or_is_refused(data: bytes, folder: Path) -> None:
    """What opens gives an answer to every row, in a time that the deadline allows."""
    try:
        model = _opened(data, folder)
    except BadInput:
        return
    rows = np.zeros((3, len(model.features)), np.float32)
    for forest in (*model.rankings, *model.heads.values()):
        assert forest.scores(rows).shape == (3,)
    assert model.signature
    assert model.depth > 0


@given(st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), min_size=1, max_size=4))
@_OFTEN
def test_any_bytes_open_or_are_refused(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    data = bytearray(WHOLE)
    for place, byte in changes:
        data[place] = byte
    _opens_or_is_refused(bytes(data), tmp_path)


_INTEGERS = npst.arrays(np.int32, st.integers(0, 6), elements=st.integers(-9, 9))
_KINDS = st.sampled_from([np.dtype(kind) for kind in ("i2", "f8", "?", "U1")])
_OTHERS: st.SearchStrategy[npt.NDArray[Any]] = npst.arrays(_KINDS, npst.array_shapes(min_side=0, max_dims=2))


@given(st.dictionaries(st.sampled_from([*TYPES]), _INTEGERS | _OTHERS, min_size=1, max_size=2))
@_OFTEN
def test_any_arrays_open_or_are_refused(tmp_path: Path, changed: Arrays) -> None:
    for own in (changed, {part: _fitting(part, value) for part, value in changed.items()}):
        _opens_or_is_refused(
            _written({**_arrays(), **{f"accept.{part}": each for part, each in own.items()}}), tmp_path
        )


def _fitting(part: str, value: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Of the right type and length, that what is behind these checks is met too."""
    if value.dtype.kind == "U":
        return value
    with np.errstate(invalid="ignore"):
        return np.resize(value, _arrays()[f"accept.{part}"].shape).astype(TYPES[part])


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
_FIELDS = (
    "name",
    "tables",
    "signals",
    "features",
    "shortlist",
    "rankings",
    "calibration",
    "cut-off",
    "memory",
    "data",
)


@given(st.dictionaries(st.sampled_from(_FIELDS), _JSON, min_size=1, max_size=2))
@_OFTEN
def test_any_card_opens_or_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    _opens_or_is_refused(_with_card(lambda card: card.update(changed)), tmp_path)


# ---------------------------------------------------------------------------------------- where it is to be used


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"features": [*feature_names([]), "moon"]}, "was trained by another version of stead: train it again."),
        ({"signals": ["surroundings"]}, "was trained by another version of stead: train it again."),
        ({"signals": ["tea-leaves"]}, "tea-leaves: no such signals; with english tables there are ngrams, "),
        ({"signals": ["masked"]}, "the signal masked needs a model, as in masked=NAME."),
    ],
)
def test_a_model_of_other_columns_is_refused(
    change: dict[str, Any], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = small_tables(tmp_path)
    monkeypatch.setattr(blending, "tables_of", lambda *_: tables)
    sentence = item("A [match] of two.", "match.n")
    (tmp_path / "whole.npz").write_bytes(WHOLE)
    assert parse_system(f"blend(model={tmp_path / 'whole.npz'})").suggest(sentence)
    (tmp_path / "other.npz").write_bytes(_with_card(lambda card: card.update(change)))
    with pytest.raises(BadInput) as error:
        parse_system(f"blend(model={tmp_path / 'other.npz'})").suggest(sentence)
    assert str(error.value).startswith(f"{tmp_path / 'other.npz'}: {said}")
