"""Vectorised readers: blocks of well-formed lines are parsed by array arithmetic, odd blocks by the plain readers."""
