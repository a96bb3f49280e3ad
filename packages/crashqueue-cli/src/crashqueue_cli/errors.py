"""Every error that the command line itself raises. Those of the other packages pass through.

CommandError
├── InputNotReadable    INPUT_NOT_READABLE    a file or standard input with JSON cannot be read
├── HandlerNotFound     HANDLER_NOT_FOUND     --handler names nothing that can be called
├── HandlerExited       HANDLER_EXITED        a handler ended the process
├── OutputNotWritten    OUTPUT_NOT_WRITTEN    the command was carried out, its answer is lost
├── PostgresMissing     POSTGRES_MISSING      a server is named, and the driver is not installed
├── SourceNotSound      SOURCE_NOT_SOUND      the queue that is to be moved does not hold
└── CopyNotSound        COPY_NOT_SOUND        what arrived does not hold, and was undone

Terminated and HungUp, which are no mistakes, stand beside them as KeyboardInterrupt does in Python.
"""

from __future__ import annotations

from typing import ClassVar


class CommandError(Exception):
    """Base of this package's errors; `code` is stable, `hint` says what to do."""

    code: ClassVar[str] = "COMMAND_ERROR"
    hint: ClassVar[str] = ""

    def __init__(self, message: str, **data: object) -> None:
        super().__init__(message)
        self.message = message
        self.data = data

    def as_dict(self) -> dict[str, object]:
        """Return `code`, `message`, `hint` and `data`, ready for JSON."""
        return {"code": self.code, "message": self.message, "hint": self.hint, "data": self.data}


class InputNotReadable(CommandError):
    """The file after `@`, or standard input, cannot be read."""

    code = "INPUT_NOT_READABLE"
    hint = "Give the JSON itself, @FILE with a readable file, or - for standard input."


class HandlerNotFound(CommandError):
    """The handler's name leads to nothing that can be called."""

    code = "HANDLER_NOT_FOUND"
    hint = "Name it package.module:function, importable from the current directory."


class HandlerExited(CommandError):
    """A handler called `sys.exit`; its attempt was recorded as failed."""

    code = "HANDLER_EXITED"
    hint = "Let the handler return or raise; the worker decides when the process ends."


class OutputNotWritten(CommandError):
    """Standard output refused the answer of a command that was carried out."""

    code = "OUTPUT_NOT_WRITTEN"
    hint = "The command itself was carried out; look with show or list, do not just repeat it."


class PostgresMissing(CommandError):
    """The database is on a PostgreSQL server, and psycopg 3 cannot be imported."""

    code = "POSTGRES_MISSING"
    hint = 'Install it: pip install "crashqueue-cli[postgres]"'


class SourceNotSound(CommandError):
    """The audit of the queue that is to be moved finds a violation, or cannot look at all of it."""

    code = "SOURCE_NOT_SOUND"
    hint = "Nothing was copied. Find out what happened: crashqueue-verify explains each rule."


class CopyNotSound(CommandError):
    """The audit of what arrived on the server does not hold, though that of its source did."""

    code = "COPY_NOT_SOUND"
    hint = "The copy was undone. Look for triggers and rules on the server, and report it."


class Terminated(BaseException):
    """SIGTERM arrived: everything that is open is closed on the way out."""


class HungUp(Terminated):
    """SIGHUP arrived: the terminal is gone, and nobody waits for the command any more."""
