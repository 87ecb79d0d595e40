"""`stead resources`: what lexicons are read from, where that is, and how to get it."""

import argparse
import signal
import sys

from stead.cli.options import add_form, explain
from stead.cli.output import log, log_what_is_made, render_list, write
from stead.cli.progress_bar import draw_progress
from stead.core.errors import UsageError
from stead.resources import RESOURCES, FetchOptions, Location, Resource, cache_folder, get, resource_named, verify
from stead.resources.cache import read_manifest
from stead.resources.finding import folder_of

_COLUMNS = ("name", "version", "MB", "here", "licence", "purpose")


def declare_resources_list(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(parser, examples="stead resources list                        what there is, and what of it is here")
    add_form(parser)


def declare_resources_get(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Archives are fetched by your own pip or apt-get, as you have configured them, and unpacked; nothing of them is run.
They are kept in $STEAD_CACHE, or where this platform keeps such files.
""",
        examples="""
stead resources get fine                    all that a tier needs: swift, fine, finest
stead resources get fr                      all that a language needs: fr, it, de, es
stead resources get wordnet bnc             fetch two of them, check them, keep them
stead resources get wordnet --from FOLDER   take the files from a folder, an archive or an address
""",
    )
    parser.add_argument("names", metavar="NAME", nargs="+", help=f"a tier, a language, or {', '.join(RESOURCES)}")
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


def declare_resources_prepare(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    explain(
        parser,
        """
Lexicons are laid out as tables once, which takes a minute or more, when they are first used. This does it now: for
images that are built once and started often, and for caches that will be read-only. Nothing is fetched.
""",
        examples="stead resources get fine && stead resources prepare fine",
    )
    parser.add_argument("name", metavar="NAME", help="a tier (swift, fine, finest) or a language (fr, it, de, es)")


def declare_resources_path(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="NAME", help=", ".join(RESOURCES))


def declare_resources_verify(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("names", metavar="NAME", nargs="*", help="default: all that are here")


# --------------------------------------------------------------------------------------------------------- list


def run_resources_list(options: argparse.Namespace) -> int:
    """Print the table."""
    from stead.api.installation import resource_record
    from stead.reporting.tables import Table

    records = [resource_record(resource, log) for resource in RESOURCES.values()]
    table = Table(
        title="resources",
        columns=_COLUMNS,
        rows=tuple(tuple(str(record[column]) or "no" for column in _COLUMNS) for record in records),
        caption=f"The cache is {cache_folder()}.",
        labels=len(_COLUMNS),
    )
    write(render_list(records, options.form, table=table, schema="stead.resources/1", cache=str(cache_folder())))
    return 0


# ---------------------------------------------------------------------------------------------------------- get


def run_resources_get(options: argparse.Namespace) -> int:
    """Find or fetch, and print the folders."""
    from stead.api.installation import describe_fetching, expand_groups

    wanted = expand_groups(options.names)
    if (options.source or options.accepted) and len(wanted) > 1:
        raise UsageError("--from and --accept-checksum are about one resource; name one.")
    fetching = FetchOptions(options.source, options.accepted, options.offline, options.again)
    in_parts = any(len(resource.fetched) > 1 for resource in wanted)
    announced = (len(wanted) > 1 or in_parts) and not (options.offline or options.source)
    if announced and (announcement := describe_fetching(wanted)):
        log(announcement)
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is half done is cleared away
    try:
        for resource in wanted:
            write(f"{get_one(resource, fetching).folder}\n")
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def get_one(resource: Resource, fetching: FetchOptions) -> Location:
    """Find or fetch a resource, with a bar, and say where it is from."""
    with draw_progress() as progress:
        location = get(resource, fetching, progress=progress)
    log(f"{resource.name}: {_origin(location)}; licence: {resource.licence}.")
    return location


def _origin(location: Location) -> str:
    if location.how != "cache":
        return f"found ({location.how}), nothing was fetched"
    manifest = read_manifest(location.folder)
    checked = f"SHA-256 {manifest.archive or manifest.contents}"
    return f"{manifest.version} from {manifest.origin}, {checked}"


# ------------------------------------------------------------------------------------ prepare, path and verify


def run_resources_prepare(options: argparse.Namespace) -> int:
    """Lay out the tables."""
    from stead.api.installation import prepare

    log_what_is_made()
    log(str(prepare(options.name)))
    return 0


def run_resources_path(options: argparse.Namespace) -> int:
    """Print the folder."""
    write(f"{folder_of(resource_named(options.name))}\n")
    return 0


def run_resources_verify(options: argparse.Namespace) -> int:
    """Compare; 1 if anything is damaged, or if what was asked for is not here."""
    bad = {"damaged", "absent"} if options.names else {"damaged"}
    status = 0
    for resource in [resource_named(name) for name in options.names or RESOURCES]:
        verdict = verify(resource)
        if options.names or verdict.state != "absent":
            write(f"{resource.name}: {verdict.state}: {verdict.message}\n")
        status |= verdict.state in bad
    return status
