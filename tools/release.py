"""Build a release, check what is in it, and try it: `make release`.

The wheel and the source archive go to dist/. Their contents are compared with the sources; then the wheel is installed
into a new environment outside the checkout, for each Python from 3.11 to 3.14 that is on this machine, and has to run
the demo, score, and serve a small campaign there.
"""

import email
import email.message
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from stead._version import DATE, __version__

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src/stead"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PROMISED = PYTHONS[:3]
"""Those that the metadata name; the last one has not been tried yet."""
LARGEST = 12_000_000
NEEDED = {
    "models": r"stead/systems/.*\.npz",
    "templates of pages": r"stead/.*\.html",
    "styles and scripts": r"stead/.*\.(?:css|js)",
    "languages of pages": r"stead/.*\.toml",
    "the bundled example": r"stead/examples/gold\.txt",
    "the mark of typed packages": r"stead/py\.typed",
}
UNWANTED = re.compile(
    r"(?:^|/)(?:tests?|docs|benchmarks|tools|__pycache__|\.\w+_cache|\.git\w*|\.venv)(?:/|$)|\.py[co]$"
)
BESIDE_THE_SOURCES = {"CHANGELOG.md", "LICENSE", "NOTICE", "PKG-INFO", "README.md", "pyproject.toml"}


def sources(package: Path = PACKAGE) -> set[str]:
    """The files of the package that git knows, as they have to be in a wheel; what else lies there is not wanted."""
    command = ["git", "ls-files", "-z", "--", package.name]
    done = subprocess.run(command, cwd=package.parent, capture_output=True, text=True, check=True)
    return {name for name in done.stdout.split("\0") if name and not name.endswith(".gitignore")}


def faults_of_names(names: Iterable[str], wanted: set[str]) -> Iterator[str]:
    """What is wrong with the files of an archive: of the package, by their names below `stead/`."""
    names = set(names)
    yield from (f"{name} is missing" for name in sorted(wanted - names))
    yield from (f"{name} does not belong there" for name in sorted(names - wanted))
    yield from (f"{name} does not belong there" for name in sorted(names & wanted) if UNWANTED.search(name))
    for what, pattern in NEEDED.items():
        if not any(re.fullmatch(pattern, name) for name in names):
            yield f"there are no {what} ({pattern})"


def faults_of_wheel(path: Path) -> list[str]:
    """What is wrong with a wheel."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        message = email.message_from_string(archive.read(metadata).decode())
    package = [name for name in names if not name.partition("/")[0].endswith(".dist-info")]
    faults = [*faults_of_names(package, sources()), *faults_of_metadata(message), *faults_of_size(path)]
    licences = {name.rpartition("/")[2] for name in names if "/licenses/" in name}
    return faults + [f"{name} is missing" for name in ("LICENSE", "NOTICE") if name not in licences]


def faults_of_archive(path: Path) -> list[str]:
    """What is wrong with a source archive."""
    with tarfile.open(path) as archive:
        names = [member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()]
    inside = [name.removeprefix("src/") for name in names if name.startswith("src/")]
    beside = {name for name in names if not name.startswith("src/")}
    faults = [*faults_of_names(inside, sources()), *faults_of_size(path)]
    faults += [f"{name} does not belong there" for name in sorted(beside - BESIDE_THE_SOURCES - {".gitignore"})]
    return faults + [f"{name} is missing" for name in sorted(BESIDE_THE_SOURCES - beside)]


def faults_of_metadata(message: email.message.Message) -> Iterator[str]:
    """What a package index would not show well."""
    for field in ("Summary", "Keywords", "License-Expression", "Requires-Python"):
        if not message[field]:
            yield f"the metadata have no {field}"
    if message["Version"] != __version__:
        yield f"the metadata have version {message['Version']}, the sources {__version__}"
    if message["Description-Content-Type"] != "text/markdown" or "# stead" not in str(message.get_payload()):
        yield "the metadata have no readme"
    known = set(message.get_all("Classifier", ()))
    yield from (
        f"there is no classifier of Python {python}" for python in PROMISED if f"{_PYTHON} {python}" not in known
    )


def relative_links(readme: str) -> list[str]:
    """The links of a readme to files beside it: dead on a package index, which shows the readme alone."""
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", readme) if "://" not in link and not link.startswith("#")]


_PYTHON = "Programming Language :: Python ::"


def faults_of_changelog(text: str) -> Iterator[str]:
    """Whether the changelog begins with this version and its date."""
    heading = next((line for line in text.splitlines() if line.startswith("## ")), "nothing")
    if heading != f"## {__version__} ({DATE})":
        yield f"CHANGELOG.md begins with {heading!r}, src/stead/_version.py says {__version__} ({DATE})"


def faults_of_size(path: Path) -> Iterator[str]:
    """Whether a file is larger than it may be."""
    size = path.stat().st_size
    if size > LARGEST:
        yield f"{path.name} has {size} bytes, more than {LARGEST}"


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel and the source archive; the wheel is made from the archive, as others would make it."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, archive


def interpreter(version: str) -> str | None:
    """A Python of this version: on the path, or among those that pyenv keeps."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    running = sys.executable if version == "{}.{}".format(*sys.version_info[:2]) else None
    others = sorted(kept.glob(f"{version}.*/bin/python"))
    for path in (running, shutil.which(f"python{version}"), *map(str, others)):
        if path and subprocess.run([path, "-c", "import venv"], capture_output=True, check=False).returncode == 0:
            return path
    return None


def try_out(python: str, wheel: Path, folder: Path) -> None:
    """Install a wheel into a new environment, and use it: bare first, then with what a campaign needs."""
    subprocess.run([python, "-m", "venv", folder / "environment"], check=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    programs = folder / "environment/bin"
    environment |= {"PATH": f"{programs}{os.pathsep}{environment['PATH']}", "NO_COLOR": "1"}

    def run(*words: str | Path) -> str:
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
        return done.stdout

    def install(what: str) -> None:
        run(programs / "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", what)

    install(str(wheel))
    where = run(programs / "python", "-c", "import stead; print(stead.__file__)")
    assert str(folder) in where, where
    assert __version__ in run(programs / "stead", "--version")
    assert "best (SemEval-2007)" in run(programs / "stead", "demo")
    run(programs / "stead", "demo", "--copy", "example")
    assert "18.13" in run(programs / "stead", "score", "example/gold.txt", "example/runs/careful.txt", "-m", "best")
    install(f"{wheel}[web]")
    run(programs / "stead", "campaign", "init", "words", "--items", "example/items.en.xml", "--annotators", "2")
    run(programs / "stead", "campaign", "users", "add", "words", "ada", "bruno", "-o", "links.tsv")
    with (folder / "log").open("w+") as log:
        command = [str(programs / "stead"), "campaign", "serve", "words", "--port", "0"]
        server = subprocess.Popen(command, cwd=folder, env=environment, stderr=log)
    try:
        environment["SERVER"] = _address(folder / "log", server)
        people = ROOT / "docs/tutorials/organiser/people.py"
        files = ("links.tsv", "example/annotations.jsonl", "example/items.en.xml")
        run(programs / "python", people, "annotate", *files)
    finally:
        server.terminate()
        server.wait()
    run(programs / "stead", "campaign", "gold", "words", "-o", "gold.txt")
    assert "careful" in run(programs / "stead", "score", "gold.txt", "example/runs/careful.txt", "-m", "best")


def _address(log: Path, server: "subprocess.Popen[bytes]") -> str:
    """Where a server is, as soon as it says so."""
    while not (served := re.search(r"served at (http://\S+)", log.read_text())):
        if server.poll() is not None:
            sys.exit(log.read_text())
        time.sleep(0.1)
    return served[1]


def main() -> None:
    """Build, check, try; stop at the first thing that is wrong."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    wheel, archive = build(ROOT / "dist")
    faults = [f"{wheel.name}: {fault}" for fault in faults_of_wheel(wheel)]
    faults += [f"{archive.name}: {fault}" for fault in faults_of_archive(archive)]
    faults += faults_of_changelog((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if faults:
        sys.exit("\n".join(faults))
    for path in (wheel, archive):
        print(f"dist/{path.name}: {path.stat().st_size / 1e6:.1f} MB, with all that it needs and nothing else")
    tried = []
    for version in PYTHONS:
        python = interpreter(version)
        if python is None:
            print(f"Python {version}: not on this machine, not tried")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try_out(python, wheel, Path(folder).resolve())
        tried.append(version)
        print(f"Python {version}: installed; demo, score and a campaign work", flush=True)
    if not tried:
        sys.exit("no Python was found to try it with")
    if dead := relative_links((ROOT / "README.md").read_text(encoding="utf-8")):
        print(f"A package index shows README.md alone, where these links lead nowhere: {', '.join(dead)}.")
        print("Write them with the project's public address before you upload.")
    if DATE == "unreleased":
        print("No date yet: src/stead/_version.py and CHANGELOG.md say unreleased.")


if __name__ == "__main__":
    main()
