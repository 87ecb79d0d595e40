"""The real server in a process of its own, as an organiser starts it; it can be killed."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO


@dataclass
class ServerProcess:
    """`stead campaign serve` on a port of this machine."""

    process: subprocess.Popen[bytes]
    address: str
    _listener: "Listener"

    def kill(self) -> None:
        """As the power goes: no goodbye."""
        self.process.kill()
        self.process.wait(30)

    def said(self) -> str:
        """What it wrote to standard error after its address, when it has ended."""
        self._listener.join(30)
        return self._listener.heard.decode()


class Listener(threading.Thread):
    """Takes all that a server writes, so that one that writes much is not held up."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self.heard = b""
        self.start()

    def run(self) -> None:
        self.heard = self._stream.read()


@contextmanager
def server_process(folder: Path, *options: str, limit: str = "") -> Iterator[ServerProcess]:
    """A server that is ready; it ends with the block, if it still runs. The limit is what the shell calls `ulimit`."""
    command = [sys.executable, "-m", "stead", "campaign", "serve", str(folder), "--port", "0", *options]
    if limit:
        command = ["sh", "-c", f'ulimit {limit} && exec "$@"', "sh", *command]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    assert process.stderr
    line = process.stderr.readline().decode()
    found = re.search(r"http://\S+", line)
    assert found, line + process.stderr.read().decode()
    listener = Listener(process.stderr)
    try:
        yield ServerProcess(process, found[0], listener)
    finally:
        process.terminate()
        process.wait(30)
        listener.join(30)
        process.stderr.close()
