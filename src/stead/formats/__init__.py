"""Files of the field: one module per format, and a registry that knows them all."""

from stead.formats.files import Content, checked_encoding, in_utf8, open_content, read_content, write_content
from stead.formats.format import KINDS, Format, Kind, Policy, quote
from stead.formats.registry import (
    FORMATS,
    Options,
    format_named,
    load,
    load_any,
    load_content,
    refuse_empty,
    save,
    serialise,
    sniff,
)

__all__ = [
    "FORMATS",
    "KINDS",
    "Content",
    "Format",
    "Kind",
    "Options",
    "Policy",
    "checked_encoding",
    "format_named",
    "in_utf8",
    "load",
    "load_any",
    "load_content",
    "open_content",
    "quote",
    "read_content",
    "refuse_empty",
    "save",
    "serialise",
    "sniff",
    "write_content",
]
