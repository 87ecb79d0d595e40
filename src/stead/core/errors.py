"""The exceptions of stead, as one tree.

    SteadError            any error of stead
    ├── BadInput          the data cannot be used (exit status 1)
    ├── NotInstalled      a library that is an extra is missing (exit status 1)
    └── UsageError        the command or call cannot be understood (exit status 2)

Each message is a sentence for the person who has to act: where, what was found, what was expected, what to do.
"""


class SteadError(Exception):
    """Any error of stead; its message is meant for a person."""

    status = 1


class BadInput(SteadError):
    """The data cannot be used."""


class NotInstalled(SteadError):
    """An optional library is missing, or cannot be loaded."""


class UsageError(SteadError):
    """The command or call cannot be understood.

    If one parameter is wrong, the message begins with its name and `parameter` is that name:
    `UsageError("min_responses is a number from 0, not -1.", parameter="min_responses")`. The command line writes the
    option of that name instead (`--min-responses is a number ...`).
    """

    status = 2

    def __init__(self, message: str, *, parameter: str | None = None) -> None:
        super().__init__(message)
        self.parameter = parameter
