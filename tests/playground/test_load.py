"""Long proofs under load: the throughput of the service, the time of a request among many, and its memory."""

import json
import os
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.serving import measure
from stead.systems.blend.trained_models import TIERS
from tests.playground.services import served

WINDOWS, REQUESTS = 10, 10_000
PAGE = os.sysconf("SC_PAGE_SIZE")


@pytest.mark.soak
def test_little_is_lost_between_suggest_many_and_32_clients() -> None:
    if TIERS["swift"].needs():
        pytest.skip("needs swift: stead resources get swift")
    here, _alone, many = measure()
    # by the clock, or by processor time: the former counts what else the machine does, the latter that of HTTP
    assert many.rate >= 0.8 * here.rate or many.processor * 0.8 <= here.processor


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


@pytest.mark.soak
def test_memory_does_not_grow_with_100_000_requests() -> None:
    body, headers = json.dumps({"text": "He is a [bright] boy."}), {"content-type": "application/json"}
    sizes = []
    with served() as client:
        connection = client.connect()
        for _ in range(WINDOWS):
            for _ in range(REQUESTS):
                connection.request("POST", "/v1/suggest", body, headers)
                assert connection.getresponse().read()
            sizes.append(resident_bytes())
        connection.close()
    growths = [later - earlier for earlier, later in pairwise(sizes)]
    assert min(growths) < 64 * 1024, sizes  # less than seven bytes for each request, in the quietest window
