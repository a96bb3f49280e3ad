"""What a command returns, and the exit codes of the process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum


class ExitCode(IntEnum):
    """How a process ended; docs/reference/cli.md is the table for people."""

    OK = 0
    """Done."""
    VIOLATED = 1
    """Done, and the answer is bad: a rule is broken, an experiment or a handler failed."""
    BAD_REQUEST = 2
    """The command line, an argument or an input cannot be used."""
    UNKNOWN = 3
    """Done, and the verdict is UNKNOWN: something could not be looked at."""
    REFUSED = 4
    """The job's present state forbids the command."""
    STORE_TROUBLE = 5
    """The database, or standard output, could not do its part."""
    CANNOT_RUN = 6
    """The platform, a machine too busy, or a missing extra does not let the command run."""
    INTERNAL_ERROR = 70
    """A mistake in this program."""
    TRY_AGAIN = 75
    """Something passing was in the way; the same command may be given again."""
    HUNG_UP = 129
    """SIGHUP: the terminal was closed."""
    INTERRUPTED = 130
    """Ctrl-C."""
    READER_GONE = 141
    """The reader of standard output closed the pipe."""
    TERMINATED = 143
    """SIGTERM; a worker that it stops ends with OK instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The one JSON object that a command prints, and the exit code that goes with it.

    `afterword` is for a person who watches standard error; it says nothing that is not in there.
    """

    document: Mapping[str, object]
    exit_code: ExitCode = ExitCode.OK
    afterword: str = ""
