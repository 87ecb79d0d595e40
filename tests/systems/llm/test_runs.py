"""Runs of a language model: killed and resumed with the same bytes, no answer asked for twice; the key in no file."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.systems.llm.fake_server import Exchange, FakeServer, obliging_text, running
from tests.systems.made import xml

KEY = "sk-never-to-be-seen-0123456789"
WORDS = [f"w{chr(97 + number // 26 % 26)}{chr(97 + number % 26)}" for number in range(300)]


def write_items(folder: Path, number: int) -> None:
    folder.mkdir(exist_ok=True)
    rows = [(f"{word}.n", f"The [{word}] of it.") for word in WORDS[:number]]
    (folder / "items.xml").write_text(xml(rows), encoding="utf-8")


def command(server: FakeServer, folder: Path, cache: Path, *more: str) -> "subprocess.Popen[bytes]":
    system = f"llm(url={server.url},model=m,tries=2,at_once=4)"
    return subprocess.Popen(
        [sys.executable, "-m", "stead", "run", system, "items.xml", "-o", "run.txt", *more],
        cwd=folder,
        env={**os.environ, "STEAD_CACHE": str(cache), "STEAD_LLM_KEY": KEY},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    out, err = process.communicate(timeout=120)
    return process.returncode, (out + err).decode()


def files_kept(cache: Path) -> int:
    return sum(1 for path in cache.rglob("*.json") if not path.name.startswith("."))


@pytest.mark.parametrize("number", [pytest.param(40), pytest.param(300, marks=pytest.mark.soak)])
def test_a_run_that_is_killed_goes_on_with_the_same_bytes_and_nothing_is_asked_twice(
    tmp_path: Path, number: int
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    write_items(whole, number)
    write_items(killed, number)
    stop = number * 2 // 3
    with running(hold_after=stop) as server:
        process = command(server, killed, tmp_path / "cache")
        deadline = time.monotonic() + 60
        while files_kept(tmp_path / "cache") < stop and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        finish(process)
        assert not (killed / "run.txt").exists()
        assert len(server.answered) == stop
        server.hold_after = None
        server.released.set()
        status, _ = finish(command(server, killed, tmp_path / "cache"))
        assert status == 0
        assert {*Counter(server.answered).values()} == {1}
        assert len(server.answered) == number
        assert finish(command(server, whole, tmp_path / "other"))[0] == 0
        assert len(server.answered) == 2 * number
    assert (killed / "run.txt").read_bytes() == (whole / "run.txt").read_bytes()
    records = [json.loads((folder / "run.txt.record.json").read_text()) for folder in (killed, whole)]
    for record in records:
        assert record.pop("seconds, added up") >= 0
        assert record["requests"] == number
    assert records[0] == records[1]


def test_ctrl_c_does_not_wait_for_the_server(tmp_path: Path) -> None:
    write_items(tmp_path / "run", 8)
    with running(hold_after=0) as server:
        process = command(server, tmp_path / "run", tmp_path / "cache")
        while len(server.requests) < 4:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert finish(process) == (130, "stead: interrupted.\n")
        assert not server.released.is_set()  # nothing was answered so far
        assert server._open == 4


def test_the_key_is_in_no_file_no_output_and_no_list_of_processes(tmp_path: Path) -> None:
    write_items(tmp_path / "run", 3)
    seen: list[bytes] = []

    def look(exchange: Exchange) -> None:
        process = running_command[0]
        seen.append(Path(f"/proc/{process.pid}/cmdline").read_bytes())
        exchange.send(500, f"bad key {KEY}".encode()) if exchange.number == 1 else exchange.say(
            obliging_text(exchange.body)
        )

    running_command: list[subprocess.Popen[bytes]] = []
    with running(delay=0.05, react=look) as server:
        running_command.append(command(server, tmp_path / "run", tmp_path / "cache"))
        status, words = finish(running_command[0])
        assert status == 0, words
        assert "stead: requests tried again: HTTP 500 (1)." in words
        running_command.append(command(server, tmp_path / "run", tmp_path / "cache", "--task", "best"))
        assert finish(running_command[-1])[0] == 0
        server.react = lambda exchange: exchange.send(401, KEY.encode())
        write_items(tmp_path / "run", 5)
        status, error = finish(command(server, tmp_path / "run", tmp_path / "cache"))
        assert status == 1
    assert seen
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    everything = [words.encode(), error.encode(), *seen]
    everything += [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(KEY.encode() in content for content in everything)
    assert "the key of STEAD_LLM_KEY was sent" in error
    assert "Traceback" not in error + words


def test_the_record_says_what_happened_to_answers_that_could_not_be_used(tmp_path: Path) -> None:
    write_items(tmp_path / "run", 4)
    texts = ['{"substitutes": ["good"]}', "Sorry, no.", '{"substitutes": ["better", "???"]}', None]

    def mixed(exchange: Exchange) -> None:
        text = texts[exchange.number - 1]
        exchange.say(text, message={} if text else {"refusal": "I will not."})

    with running(mixed) as server:
        status, words = finish(command(server, tmp_path / "run", tmp_path / "cache", "--to", "stead"))
    assert status == 0
    record = json.loads((tmp_path / "run" / "run.txt.record.json").read_text())
    assert record["faults"] == {
        "answer refused: no JSON in it": 1,
        "answer refused: the model declines": 1,
        "substitute dropped: not a word": 1,
    }
    assert record["ended"] == "complete"
    assert sorted((entry["substitutes"] or 0, *entry["faults"]) for entry in record["items with faults"]) == [
        (0, "answer refused: no JSON in it"),
        (0, "answer refused: the model declines"),
        (1, "substitute dropped: not a word"),
    ]
    assert "2 of 4 items answered" in words
    assert "faults of the model's answers: answer refused: no JSON in it (1)" in words
    rows = [json.loads(line) for line in (tmp_path / "run" / "run.txt").read_text().splitlines()[1:]]
    unusable = {(entry["lexelt"], entry["id"]) for entry in record["items with faults"] if entry["substitutes"] is None}
    assert unusable == {(row["lexelt"], row["id"]) for row in rows if not row["answers"]}
    assert sorted(row["answers"] for row in rows) == [[], [], ["better"], ["good"]]
    assert len(rows) == 4


def test_a_budget_ends_the_run_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    write_items(tmp_path / "run", 40)
    with running() as server:
        arguments = [sys.executable, "-m", "stead", "run", "", "items.xml", "-o", "run.txt"]
        environment = {**os.environ, "STEAD_CACHE": str(tmp_path / "cache")}
        for budget, status in ((3000, 1), (1_000_000, 0)):
            arguments[4] = f"llm(url={server.url},model=m,token_budget={budget})"
            done = subprocess.run(
                arguments, cwd=tmp_path / "run", env=environment, capture_output=True, check=False, text=True
            )
            assert done.returncode == status, done.stderr
            record = json.loads((tmp_path / "run" / "run.txt.record.json").read_text())
            assert record["requests"] == len(server.answered)
            assert record["questions without a reply"] == 40 - len(server.answered)
            if status:
                assert "could exceed the budget of 3000 tokens" in record["ended"]
                assert "could exceed the budget of 3000 tokens" in done.stderr
                assert 0 < len(server.answered) < 40
                assert 57 * len(server.answered) <= 3000
        assert len(server.answered) == 40
    assert record["ended"] == "complete"


def test_a_run_that_fails_leaves_a_record_of_what_happened(tmp_path: Path) -> None:
    write_items(tmp_path / "run", 3)

    def fail_at_last(exchange: Exchange) -> None:
        exchange.send(400, b"no more") if exchange.number == 3 else exchange.say("Sorry, no.")

    with running(fail_at_last) as server:
        status, words = finish(command(server, tmp_path / "run", tmp_path / "cache"))
        record = json.loads((tmp_path / "run" / "run.txt.record.json").read_text())
        assert status == 1
        assert f"{server.url}: refuses the request (HTTP 400): no more." in words
        assert record["ended"] == f"{server.url}: refuses the request (HTTP 400): no more."
        assert (record["requests"], record["questions without a reply"], len(record["items with faults"])) == (2, 1, 2)
        server.react = None
        assert finish(command(server, tmp_path / "run", tmp_path / "cache"))[0] == 0
    record = json.loads((tmp_path / "run" / "run.txt.record.json").read_text())
    assert (record["ended"], record["requests"], record["questions without a reply"]) == ("complete", 3, 0)
