"""The real server in a process of its own, as an organiser starts it; it can be killed."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass
class ServerProcess:
    """`stead campaign serve` on a port of this machine."""

    process: subprocess.Popen[bytes]
    address: str

    def kill(self) -> None:
        """As the power goes: no goodbye."""
        self.process.kill()
        self.process.wait(30)

    def said(self) -> str:
        """What it wrote to standard error after its address, when it has ended."""
        if self.process.stderr is None:
            raise AssertionError
        return self.process.stderr.read().decode()


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
    try:
        yield ServerProcess(process, found[0])
    finally:
        process.terminate()
        process.wait(30)
        process.stderr.close()
