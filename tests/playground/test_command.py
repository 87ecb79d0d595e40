"""`stead serve` as a process: its address, its refusals, and how it ends."""

import json
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from stead.cli import main
from stead.cli.serve import _warnings
from stead.core.errors import BadInput
from stead.playground import choose_language
from stead.playground.guards import KEYS_VARIABLE, Keys, read_keys
from stead.resources import find, resource_named
from tests.playground.services import Client

_SLOW = """
import signal, sys, threading
from tests.playground.services import Endings, systems
from stead.playground import playground_app
from stead.playground.guards import ServiceOptions
from stead.web.serving import Server
server = Server(playground_app(systems(swift=Endings(seconds=1.0)), ServiceOptions()), "127.0.0.1", 0)
print(server.address, flush=True)
server.run()
"""


def test_a_request_under_way_is_finished_before_the_server_ends() -> None:
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen([sys.executable, "-c", _SLOW], stdout=subprocess.PIPE, cwd=root) as process:
        assert process.stdout
        client = Client(process.stdout.readline().decode().strip())
        replies = []
        asking = threading.Thread(target=lambda: replies.append(client.post("/v1/suggest", {"text": "a [b]"})))
        asking.start()
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        asking.join(30)
        process.wait(30)
    assert [reply.status for reply in replies] == [200]
    assert process.returncode in {0, -signal.SIGTERM}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--port", "70000"], "--port 70000: a port is a number from 0 to 65535."),
        (["--tier", "swiftest"], "--tier swiftest: there are swift, fine, finest and wordnet."),
        (["--language", "xx"], "--language xx: there are en, fr, it, de, es."),
        (["--cors", "example.org"], "--cors example.org: expected an origin, such as https://example.org."),
        (["--cors", "https://example.org/"], "--cors https://example.org/: expected an origin"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_loaded(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *options]) == 2
    assert message in capsys.readouterr().err


def test_keys_come_from_a_file_and_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "keys"
    file.write_text("# mine\n0123456789abcdef\n\n")
    monkeypatch.setenv(KEYS_VARIABLE, "fedcba9876543210,0000000000000000")
    assert len(read_keys(str(file))._digests) == 3
    monkeypatch.delenv(KEYS_VARIABLE)
    assert not read_keys(None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("short\n", "key 1 has 5 characters; expected at least 16"),
        ("sixteen letters and spaces\n", "printable ASCII characters without spaces"),
        ("# nothing\n", "holds no key"),
        (None, "the keys cannot be read: No such file or directory."),
    ],
)
def test_keys_that_cannot_be_used_are_refused_and_never_shown(text: str | None, message: str, tmp_path: Path) -> None:
    file = tmp_path / "keys"
    if text is not None:
        file.write_text(text)
    with pytest.raises(BadInput, match=re.escape(message)) as refused:
        read_keys(str(file))
    assert "sixteen letters" not in str(refused.value)


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("de, it;q=0.5, en;q=0.9", "en"),
        ("it-CH, en", "it"),
        ("fr;q=0, de", "en"),
        ("x;q=y", "en"),
    ],
)
def test_the_page_is_in_the_language_of_the_browser(accepted: str, chosen: str) -> None:
    assert choose_language(accepted, ("en", "fr", "it")) == chosen


def test_the_command_serves_wordnet_and_logs_nothing_of_what_is_asked() -> None:
    if find(resource_named("wordnet")) is None:
        pytest.skip("needs WordNet: stead resources get wordnet")
    command = [sys.executable, "-m", "stead", "serve", "--tier", "wordnet", "--language", "en", "--port", "0", "--log"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr
        lines = [process.stderr.readline().decode() for _ in range(2)]
        assert lines[0] == "stead: loading wordnet for en ...\n"
        found = re.search(r"served at (http://127\.0\.0\.1:\d+) until", lines[1])
        assert found, lines
        reply = Client(found[1]).post("/v1/suggest", {"text": "He is a [bright] boy.", "number": 3})
        process.terminate()
        logged = process.stderr.read().decode()
    assert reply.status == 200
    assert len(json.loads(reply.body)["substitutes"]) == 3
    assert "POST /v1/suggest 200" in logged
    assert "bright" not in logged


@pytest.mark.parametrize(("keys", "warning"), [("", "no key is asked for"), ("0123456789abcdef", "this is plain http")])
def test_a_service_that_is_open_to_the_network_says_so(keys: str, warning: str) -> None:
    assert [*_warnings("127.0.0.1", Keys())] == []
    assert [warning in text for text in _warnings("0.0.0.0", Keys([keys] if keys else []))] == [True]
