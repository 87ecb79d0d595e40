"""Files of the field: one module per format, and a registry that knows them all."""

from stead.formats.files import Content, open_content, read_content, write_content
from stead.formats.format import KINDS, Format, Kind
from stead.formats.reading import Policy, shown
from stead.formats.registry import FORMATS, Options, load, load_any, load_content, refuse_nothing, save, sniff, written

__all__ = [
    "FORMATS",
    "KINDS",
    "Content",
    "Format",
    "Kind",
    "Options",
    "Policy",
    "load",
    "load_any",
    "load_content",
    "open_content",
    "read_content",
    "refuse_nothing",
    "save",
    "shown",
    "sniff",
    "write_content",
    "written",
]
