"""A server on this machine that serves bytes, knows ranges, and cuts connections, as it is told to."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Served:
    """What the server has, and how it behaves; `asked` is every request with its range."""

    files: dict[str, bytes] = field(default_factory=dict)
    address: str = ""
    version: str = "1"  # the ETag; none if empty
    knows_ranges: bool = True
    cuts: list[int] = field(default_factory=list)  # after how many bytes each of the next answers ends
    lies_about: int = 0  # begin a range this many bytes too early
    asked: list[tuple[str, str]] = field(default_factory=list)


def _handler(served: Served) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            served.asked.append((self.path, wanted))
            data = served.files.get(self.path.partition("?")[0])
            if data is None:
                self.send_error(404)
                return
            start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and served.knows_ranges else 0
            if start >= len(data) and start:
                self.send_error(416)
                return
            start -= served.lies_about if start else 0
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
            if served.version:
                self.send_header("ETag", served.version)
            self.send_header("Content-Length", str(len(data) - start))
            self.end_headers()
            self.wfile.write(data[start:][: served.cuts.pop(0)] if served.cuts else data[start:])

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


@contextmanager
def serving(files: dict[str, bytes]) -> Iterator[Served]:
    """Serve files, by their paths that begin with a slash, until the block ends."""
    served = Served(files)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(served)) as server:
        served.address = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield served
        server.shutdown()
