"""The clients of the guide to serving: the one in JavaScript is run by Node, against a service without resources."""

import os
import subprocess
import sys
from pathlib import Path

from tests.docs.markdown import blocks
from tests.playground.services import served
from tests.tools import program

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "serving.md"


def code(language: str) -> str:
    (block,) = [block for block in blocks(GUIDE.read_text(encoding="utf-8")) if block.language == language]
    return "\n".join(block.lines)


def test_the_client_in_javascript_works(tmp_path: Path) -> None:
    node = program("node", "nodejs")
    (tmp_path / "client.mjs").write_text(code("javascript"), encoding="utf-8")
    with served() as client:
        environment = {**os.environ, "SERVER": client.address}
        run = subprocess.run(
            [node, tmp_path / "client.mjs"], env=environment, capture_output=True, text=True, check=True
        )
    assert run.stdout.splitlines() == ["brightable 0.90", "brightible 0.76", "brightous 0.62"]


def test_the_client_in_python_works() -> None:
    with served() as client:
        environment = {**os.environ, "SERVER": client.address}
        command = [sys.executable, "-c", code("python")]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["brightable 0.9", "brightible 0.76", "brightous 0.62"]
