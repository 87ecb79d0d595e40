"""Addresses of object stores: handed on to pyarrow with their options; what stands in the way is one sentence."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from stead.core.errors import BadInput
from stead.counts import CountSettings, count_corpus, open_model
from stead.counts.corpus_files import address_below
from tests.counts import twelve

SETTINGS = CountSettings(window=2, min_count=1)
HALVES = {
    "crawl/a.txt": "".join(f"{each}\n" for each in twelve.SENTENCES[:6]).encode(),
    "crawl/deep/z.txt": "".join(f"{each}\n" for each in twelve.SENTENCES[6:]).encode(),
    "crawl/_SUCCESS": b"no words of the corpus\n",
}


class Store(BaseHTTPRequestHandler):
    """As much of S3 as it takes to list a bucket and read objects."""

    def do_HEAD(self) -> None:
        self._object(with_body=False)

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        if "list-type" in asked.query:
            self._list(parse_qs(asked.query)["prefix"][0])
        else:
            self._object(with_body=True)

    def _object(self, *, with_body: bool) -> None:
        content = HALVES.get(urlsplit(self.path).path.removeprefix("/bucket/"))
        if content is None:
            self._answer(404, b"")
            return
        status = 200
        if "Range" in self.headers:
            first, last = self.headers["Range"].removeprefix("bytes=").split("-")
            content, status = content[int(first) : int(last) + 1], 206
        self._answer(status, content, with_body=with_body)

    def _list(self, prefix: str) -> None:
        rows = [
            f"<Contents><Key>{key}</Key><Size>{len(content)}</Size></Contents>"
            for key, content in HALVES.items()
            if key.startswith(prefix)
        ]
        self._answer(
            200, f"<ListBucketResult><IsTruncated>false</IsTruncated>{''.join(rows)}</ListBucketResult>".encode()
        )

    def _answer(self, status: int, content: bytes, *, with_body: bool = True) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if with_body:
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def options(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What stands behind an address so that a store on this machine is asked."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "anyone")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Store)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"?scheme=http&region=us-east-1&endpoint_override=127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_folder_of_a_store_is_read(tmp_path: Path, options: str) -> None:
    manifest = count_corpus([f"s3://bucket/crawl{options}"], tmp_path / "model", SETTINGS)
    assert [each["path"] for each in manifest["corpus"]["files"]] == [
        f"s3://bucket/crawl/a.txt{options}",
        f"s3://bucket/crawl/deep/z.txt{options}",
    ]
    model = open_model(tmp_path / "model")
    assert {form: model.frequency(form) for form in twelve.FORMS} == twelve.FORMS


def test_an_object_that_is_not_there_is_one_sentence(tmp_path: Path, options: str) -> None:
    with pytest.raises(BadInput, match=r"^s3://bucket/nothing\S*: there is no file; give [^\n]*\.$|cannot be read"):
        count_corpus([f"s3://bucket/nothing{options}"], tmp_path / "model", SETTINGS)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("address", ["foo://bucket/x", "s3://", "file:///nowhere/at/all", "hdfs:", "://"])
def test_what_cannot_be_reached_is_one_sentence(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")  # nobody answers there
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    with pytest.raises(BadInput) as told:
        count_corpus([address], tmp_path / "model", SETTINGS)
    assert str(told.value).startswith(f"{address}: ")
    assert "\n" not in str(told.value)


def test_names_below_an_address_keep_its_options() -> None:
    assert address_below("s3://bucket/a/?region=x", "b/c.txt") == "s3://bucket/a/b/c.txt?region=x"
    assert address_below("gs://bucket", "c.txt") == "gs://bucket/c.txt"
