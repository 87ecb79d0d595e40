"""Memory that was freed is kept for the next array.

By default the C library gives large blocks back to the system at once and takes them anew page by page, which costs a
third of the time of scoring a large file.
"""

import ctypes

# The numbers of malloc.h; only the GNU library knows them.
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -2, -3, -8
_MEGABYTE = 1 << 20


def keep_freed_memory() -> None:
    """Ask the C library to keep what is freed, if it can be asked; a matter of the whole process, so of a program."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # no GNU library
        return
    mallopt(_ARENA_MAX, 1)
    mallopt(_MMAP_THRESHOLD, 1024 * _MEGABYTE)
    mallopt(_TRIM_THRESHOLD, 1024 * _MEGABYTE)
    mallopt(_TOP_PAD, 64 * _MEGABYTE)
