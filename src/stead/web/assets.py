"""Style sheets and scripts: a fixed list in memory, so that no path leads anywhere else."""

import hashlib
from pathlib import Path

from starlette.responses import PlainTextResponse, Response

from stead.web.visit import Visit

_KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
_FOREVER = "public, max-age=31536000, immutable"


class Assets:
    """The files of some folders under addresses that change when their content does."""

    def __init__(self, *folders: Path) -> None:
        self._content: dict[str, tuple[bytes, str]] = {}
        self._names: dict[str, str] = {}
        for path in (path for folder in folders for path in sorted(folder.iterdir())):
            data = path.read_bytes()
            name = f"{path.stem}-{hashlib.sha256(data).hexdigest()[:12]}{path.suffix}"
            self._content[name] = data, _KINDS[path.suffix]
            self._names[path.name] = name

    def address(self, name: str) -> str:
        """Where a page finds a file."""
        return f"/assets/{self._names[name]}"

    def respond(self, visit: Visit) -> Response:
        """The file of this name."""
        found = self._content.get(visit.parameters["name"])
        if found is None:
            return PlainTextResponse("There is no such file.", 404)
        data, kind = found
        return Response(data, headers={"content-type": kind, "cache-control": _FOREVER})
