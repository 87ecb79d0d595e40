"""Compare a resource with the checksums it had when it was fetched, or with those that stead knows."""

from dataclasses import dataclass

from stead.core.errors import BadInput
from stead.resources.finding import cached_folder, find
from stead.resources.manifest import damaged_files, entries_of, fingerprint, has_manifest, read_manifest
from stead.resources.resource import Resource


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: `state` is intact, damaged, known, unknown or absent."""

    state: str
    message: str


def verify(resource: Resource) -> Verdict:
    """Read every byte of a resource and compare."""
    cached = cached_folder(resource)
    if has_manifest(cached):
        problems = list(_damage(resource))
        if problems:
            return Verdict("damaged", f"{'; '.join(problems[:3])}; `{resource.command} --again` fetches it anew.")
    found = find(resource)
    if found is None:
        return Verdict("absent", f"not here; `{resource.command}` gets it.")
    if found.how == "cache":
        return Verdict("intact", f"{found.folder}: as it was when it was fetched.")
    contents = fingerprint(entries_of(found.folder, resource.wanted))
    if contents in resource.contents:
        return Verdict("known", f"{found.folder} ({found.how}): the very files of {resource.version}.")
    return Verdict(
        "unknown", f"{found.folder} ({found.how}): not the files of {resource.version}; their checksum is {contents}."
    )


def _damage(resource: Resource) -> list[str]:
    cached = cached_folder(resource)
    try:
        return list(damaged_files(cached, read_manifest(cached), thorough=True))
    except BadInput as error:
        return [str(error).partition(";")[0]]
