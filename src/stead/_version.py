"""The version and its date, in one place: the package, its metadata and the release take them from here."""

__version__ = "1.0.0"
DATE = "unreleased"
