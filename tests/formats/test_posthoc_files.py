"""Pools and dispatches survive being written and read; damaged files are refused with the line."""

import re

import pytest
from hypothesis import given, settings

from stead.core.errors import BadInput
from stead.core.pool import CandidatePool
from stead.formats import Content
from stead.formats.posthoc_files import read_dispatch, read_pool, serialise_dispatch, serialise_pool
from stead.posthoc.dispatching import DispatchRules, make_dispatch
from tests.posthoc.made import pool_of_sizes, pools, small_pool


@settings(max_examples=50, deadline=None)
@given(pool=pools())
def test_a_pool_comes_back(pool: CandidatePool) -> None:
    written = serialise_pool(pool)
    again = read_pool(Content("pool.jsonl", written))
    assert list(again) == list(pool)
    assert (again.sources, again.signature) == (pool.sources, pool.signature)
    assert serialise_pool(again) == written


def test_a_dispatch_comes_back() -> None:
    dispatch, _ = make_dispatch(pool_of_sizes([(3, 9)] * 6), DispatchRules(size=20, planted=2, repeats=2))
    written = serialise_dispatch(dispatch)
    assert read_dispatch(Content("d.jsonl", written)) == dispatch


POOL = serialise_pool(small_pool()).decode()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", r"p:1: expected a pool"),
        ('{"schema": "stead.gold/1"}\n', r"p:1: expected a pool"),
        (POOL.replace('"id":"1"', '"di":"1"'), r"p:2: no field 'id'"),
        (POOL.replace('["Huge",1,1,[1]]', '["Huge",1,1]'), r"p:2: a candidate is \[text, weight, place, runs\]"),
        (POOL.replace('["Huge",1,1,[1]]', '["Huge",-1,1,[1]]'), r"p:2: a weight is not from 0"),
        (POOL.replace('["Huge",1,1,[1]]', '["Huge",1,1,[7]]'), r"p:2: a run is not from 0 to 1"),
        (POOL.replace('["Huge",1,1,[1]]', '["large",1,1,[1]]'), r"p:2: a candidate occurs twice"),
        (POOL.replace('["Huge",1,1,[1]]', '["Huge",1,1.5,[1]]'), r"p:2: a place is not a whole number"),
        (POOL.replace('"signature": ', '"signature": null, "other": '), r"p:1: signature is not text"),
        (POOL + "{broken", r"p:5: "),
        (POOL + POOL.splitlines()[1] + "\n", "an item occurs twice"),
    ],
)
def test_a_damaged_pool_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_pool(Content("p", text.encode()))


DISPATCH = serialise_dispatch(make_dispatch(small_pool(), DispatchRules(subsets=1))[0]).decode()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (POOL, "d:1: expected a dispatch"),
        (DISPATCH.replace('"subset":1', '"subset":2'), "d:2: subset is not from 0 to 1"),
        (DISPATCH.replace('"subset":1', '"subset":0'), "numbered from 1"),
        (re.sub(r'"show":\[.*?\]', '"show":3', DISPATCH), "d:2: show is not a list"),
        (DISPATCH.replace('"least": 3', '"least": "3"'), "d:1: least"),
        (DISPATCH.replace('"subset":1,', '"subset":1,"planted":["nothing"],'), "a planted candidate is not shown"),
    ],
)
def test_a_damaged_dispatch_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_dispatch(Content("d", text.encode()))
