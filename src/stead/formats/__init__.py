"""Files of the field: one module per format, and a registry that knows them all."""

from stead.formats.files import Content, is_parquet, open_content, parse_encoding, read_content, to_utf8, write_content
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
    "format_named",
    "is_parquet",
    "load",
    "load_any",
    "load_content",
    "open_content",
    "parse_encoding",
    "quote",
    "read_content",
    "refuse_empty",
    "save",
    "serialise",
    "sniff",
    "to_utf8",
    "write_content",
]
