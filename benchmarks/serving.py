"""`stead serve` with many clients against `Substituter.suggest_many` in a process of its own; swift, English.

    python -m benchmarks.serving [REQUESTS]

The server and the clients are processes of their own, and share the machine with each other; `suggest_many` has it for
itself. The rate of requests is therefore compared twice: by the clock, which counts whatever else the machine does, and
by processor time, which does not.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tomllib import loads
from typing import Any
from urllib.parse import urlsplit

from benchmarks import measuring
from stead import playground
from stead.playground.served_systems import LoadedSystem
from stead.systems import Substituter

CLIENTS = 32
REQUESTS = 1_500
_EXAMPLES = Path(playground.__file__).parent / "examples.toml"


@dataclass(frozen=True)
class Load:
    """How fast clients are answered: requests a second, seconds of each in ascending order, seconds of processor."""

    rate: float
    seconds: Sequence[float]
    processor: float = 0.0
    """For one request."""

    def percentile(self, share: float) -> float:
        """The time within which a share of the requests was answered."""
        return self.seconds[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


def targets() -> list[dict[str, Any]]:
    """Every content word of the page's English examples, as requests."""
    system = LoadedSystem(Substituter, "swift", "en")
    texts = [example["text"] for example in loads(_EXAMPLES.read_text(encoding="utf-8"))["en"]]
    return [query.place() for text in texts for query in system.targets(text, 10)]


@contextmanager
def server(*options: str) -> Iterator[tuple[str, int]]:
    """The address and the process of a server of swift for English."""
    command = [sys.executable, "-m", "stead", "serve", "--tier", "swift", "--language", "en", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        if process.stderr is None:
            raise RuntimeError("no standard error")
        addresses = (address[0].decode() for line in process.stderr if (address := re.search(rb"http://\S+", line)))
        try:
            yield next(addresses), process.pid
        finally:
            process.terminate()
            process.stderr.read()


def ask_service(address: str, process: int, requests: Sequence[dict[str, Any]], clients: int) -> Load:
    """Send all requests by some clients at once, each on a connection that it keeps; from a process of its own."""
    before = processor_seconds(process)
    with get_context("spawn").Pool(1) as pool:
        rate, seconds = pool.apply(_run_clients, (address, requests, clients))
    return Load(rate, seconds, (processor_seconds(process) - before) / len(requests))


def processor_seconds(process: int) -> float:
    """The processor time that a process and its children have used (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    own_seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own_seconds + sum(processor_seconds(int(child)) for child in children)


def _run_clients(address: str, requests: Sequence[dict[str, Any]], clients: int) -> tuple[float, list[float]]:
    return asyncio.run(_ask_all(address, requests, clients))


async def _ask_all(address: str, requests: Sequence[dict[str, Any]], clients: int) -> tuple[float, list[float]]:
    waiting = iter([_message(request) for request in requests])
    seconds: list[float] = []
    began = time.perf_counter()
    await asyncio.gather(*(_client(address, waiting, seconds) for _ in range(clients)))
    return len(seconds) / (time.perf_counter() - began), sorted(seconds)


def _message(request: dict[str, Any]) -> bytes:
    body = json.dumps(request).encode()
    head = (
        f"POST /v1/suggest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    )
    return head.encode() + b"\r\n\r\n" + body


async def _client(address: str, waiting: Iterator[bytes], seconds: list[float]) -> None:
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    for message in waiting:
        began = time.perf_counter()
        writer.write(message)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        if length is None or head.split(maxsplit=2)[1] not in {b"200", b"422"}:
            raise RuntimeError(head.decode())
        await reader.readexactly(int(length[1]))
        seconds.append(time.perf_counter() - began)
    writer.close()


def in_process(once: Sequence[dict[str, Any]], requests: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """Requests a second of `suggest_many`, and processor seconds of one."""
    substituter = Substituter("swift").load()
    list(substituter.suggest_many(once))
    began, used = time.perf_counter(), measuring.processor_seconds()
    answered = len(list(substituter.suggest_many(requests)))
    elapsed = time.perf_counter() - began
    substituter.close()
    return answered / elapsed, (measuring.processor_seconds() - used) / answered


def measure(number: int = REQUESTS) -> tuple[Load, Load, Load]:
    """What `suggest_many` gives in process, and what one client and many clients of a server get."""
    once = targets()
    requests = (once * (number // len(once) + 1))[:number]
    with server() as (address, process):
        ask_service(address, process, once, 1)  # what is kept by target is kept in both
        alone = ask_service(address, process, requests[: number // 4], 1)
        many = ask_service(address, process, requests, CLIENTS)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:  # one that may start others
        rate, processor = pool.submit(in_process, once, requests).result()
    return Load(rate, (), processor), alone, many


def report(number: int = REQUESTS) -> None:
    """Print the ratios."""
    here, alone, many = measure(number)
    print(f"\nserving swift to {CLIENTS} clients, against suggest_many in process")
    print(f"  throughput by processor time   {here.processor / many.processor:.2f}")
    print(f"  throughput by the clock        {many.rate / here.rate:.2f}")
    print("  99th percentile of the time of a request, to the median of one client alone")
    print(f"                                 {many.percentile(0.99) / alone.percentile(0.5):.1f}")


if __name__ == "__main__":
    report(*map(int, sys.argv[1:]))
