"""Vectorised readers: well-formed blocks are parsed by array arithmetic, all others by the readers of single lines."""
