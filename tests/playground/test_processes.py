"""Systems in worker processes: what they answer, what happens when one is killed, and that none outlives the server."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stead.playground.processes import CAN_FORK
from tests.playground.services import Client, Reply, wait_until

pytestmark = pytest.mark.skipif(not CAN_FORK or not Path("/proc/self").exists(), reason="needs fork and /proc")
_SERVER = """
from tests.playground.services import Endings
from stead.playground import playground_app
from stead.playground.guards import ServiceOptions
from stead.playground.served_systems import ServedSystems
from stead.web.serving import Server
systems = ServedSystems({"swift": ("en",)}, open_substituter=lambda *_: Endings(seconds=0.5), workers=2)
server = Server(playground_app(systems, ServiceOptions()), "127.0.0.1", 0)
systems.load("swift", "en")
print(server.address, flush=True)
server.run()
"""


_SLEEPER = """
import threading, time
from concurrent.futures import ThreadPoolExecutor
from stead.playground.processes import ProcessRoot
class Sleeper:
    def load(self):
        pass
    def sleep(self, seconds):
        time.sleep(seconds)
"""
_CALLS = f"""{_SLEEPER}
processes = ProcessRoot(Sleeper, 2).load()
slow, quick = processes.callers
with ThreadPoolExecutor(2) as threads:
    first, _ = threads.submit(slow, "sleep", 2), threads.submit(quick, "sleep", 0.2)
    time.sleep(0.1)
    processes.call("sleep", 0)
    print("still at work" if not first.done() else "done")
"""
_CALLS_WITHOUT_END = f"""{_SLEEPER}
processes = ProcessRoot(Sleeper, 1).load()
(caller,) = processes.callers
is_answered = threading.Event()
def ask_again_and_again():
    for _ in range(100):
        if not is_answered.is_set():
            caller("sleep", 0.05)
    print("asked to the end" if not is_answered.is_set() else "answered in between")
asking = threading.Thread(target=ask_again_and_again)
asking.start()
time.sleep(0.1)
processes.call("sleep", 0)
is_answered.set()
asking.join()
"""
_DERIVED = """
import sys
from pathlib import Path
from stead.playground.processes import ProcessRoot
from stead.resources import derive
class Reader:
    def load(self):
        self.folder = derive("test", [Path(sys.argv[1])], lambda folder: (folder / "made").write_text("made"))
    def read(self):
        return (self.folder / "made").read_text()
    def end(self):
        raise OSError
processes = ProcessRoot(Reader, 2).load()
first, second = processes.callers
try:
    first("end")
except ChildProcessError:
    print(first("read"), second("read"))
"""
_ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def server() -> Iterator[tuple[Client, "subprocess.Popen[bytes]"]]:
    with subprocess.Popen([sys.executable, "-c", _SERVER], stdout=subprocess.PIPE, cwd=_ROOT) as process:
        assert process.stdout
        try:
            yield Client(process.stdout.readline().decode().strip()), process
        finally:
            process.kill()


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def workers_of(process: int) -> tuple[list[int], list[int]]:
    """All processes that a server has started, and those of them that answer."""
    (root,) = children(process)
    (parent,) = children(root)
    return [root, parent, *children(parent)], children(parent)


def is_running(process: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def ask(client: Client, replies: list[Reply]) -> threading.Thread:
    thread = threading.Thread(target=lambda: replies.append(client.post("/v1/suggest", {"text": "a [b] c"})))
    thread.start()
    return thread


def test_workers_answer_at_once_and_the_server_counts_them_all() -> None:
    with server() as (client, process):
        replies: list[Reply] = []
        asking = [ask(client, replies) for _ in range(4)]
        for thread in asking:
            thread.join(30)
        assert [reply.json()["substitutes"][0]["form"] for reply in replies] == ["bable"] * 4
        assert client.post("/v1/suggest", {"text": "a [zzz]"}).detail == '"zzz" is not in the lexicon.'
        assert len(client.post("/v1/text", {"text": "old and bright"}).json()["targets"]) == 2
        metrics = client.get("/metrics").body.decode()
        assert 'stead_requests_total{path="/v1/suggest",status="200"} 4' in metrics
        assert len(workers_of(process.pid)[1]) == 2


def test_what_any_worker_can_do_is_done_by_the_first_that_is_idle() -> None:
    done = subprocess.run([sys.executable, "-c", _CALLS], capture_output=True, cwd=_ROOT, check=True, text=True)
    assert done.stdout == "still at work\n"


def test_a_worker_goes_to_who_waits_before_who_asks_again() -> None:
    program = [sys.executable, "-c", _CALLS_WITHOUT_END]
    done = subprocess.run(program, capture_output=True, cwd=_ROOT, check=True, text=True)
    assert done.stdout == "answered in between\n"


def test_a_worker_that_is_killed_fails_its_requests_only_and_is_replaced() -> None:
    with server() as (client, process):
        replies: list[Reply] = []
        asking = ask(client, replies)
        wait_until(lambda: "stead_requests_under_way 2" in client.get("/metrics").body.decode())
        for worker in workers_of(process.pid)[1]:
            os.kill(worker, signal.SIGKILL)
        asking.join(30)
        assert [reply.status for reply in replies] == [500]
        wait_until(lambda: client.post("/v1/suggest", {"text": "a [b] c"}).status == 200)


def test_temporary_folders_go_with_the_process_that_made_them_and_not_with_its_copies(tmp_path: Path) -> None:
    (source := tmp_path / "source").write_text("one")
    (temporary := tmp_path / "temporary").mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary), "STEAD_CACHE": str(source / "no folder")}
    command = [sys.executable, "-c", _DERIVED, str(source)]
    done = subprocess.run(command, capture_output=True, cwd=_ROOT, env=environment, check=True, text=True)
    assert done.stdout == "made made\n"
    wait_until(lambda: not [*temporary.iterdir()])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_server(number: signal.Signals) -> None:
    with server() as (client, process):
        replies: list[Reply] = []
        wait_until(lambda: len(workers_of(process.pid)[1]) == 2)
        started = workers_of(process.pid)[0]
        if number is signal.SIGTERM:
            asking = ask(client, replies)
            wait_until(lambda: "stead_requests_under_way 2" in client.get("/metrics").body.decode())
        for asked in (process.pid, *(started if number is signal.SIGTERM else ())):
            os.kill(asked, number)  # a service manager sends SIGTERM to all of them
        process.wait(30)
        if number is signal.SIGTERM:
            asking.join(30)
            assert [reply.status for reply in replies] == [200]
        wait_until(lambda: not any(map(is_running, started)))
