"""From PostgreSQL's SQLSTATE codes to the queue's errors."""

from __future__ import annotations

import re
from typing import Final

import psycopg

from crashqueue_core.errors import (
    InvalidArgument,
    QueueError,
    ServerUnavailable,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreIOError,
    StoreReadOnly,
    StoreUnavailable,
    TransactionRequired,
)

# https://www.postgresql.org/docs/current/errcodes-appendix.html; the first two characters of a code
# are its class, which answers for the codes that are not listed.
_BY_CODE: Final[dict[str, tuple[type[StoreError], str]]] = {
    "08": (ServerUnavailable, "the connection to the server failed"),
    "57P01": (ServerUnavailable, "the server ended the connection"),
    "57P02": (ServerUnavailable, "the server crashed"),
    "57P03": (ServerUnavailable, "the server does not take connections now"),
    "57P05": (ServerUnavailable, "the server ended the connection, which was idle"),
    "25P03": (ServerUnavailable, "the server ended the connection, whose transaction was idle"),
    "40": (StoreBusy, "the server undid the transaction in favour of another one"),
    "55P03": (StoreBusy, "another transaction holds the row"),
    "57014": (StoreBusy, "the server cancelled the statement"),
    "53": (StoreIOError, "the server lacks a resource"),
    "53100": (StoreFull, "the server's disk is full"),
    "26000": (StoreBusy, "what was prepared is gone"),  # a pooler changed the connection
    "42P05": (StoreBusy, "what is to be prepared is there"),  # another session of the pooler's did
    "25006": (StoreReadOnly, "the server takes no writes"),
    "42501": (StoreReadOnly, "the role may not do this"),
    "25P01": (TransactionRequired, "the transaction had ended"),
    "25P02": (TransactionRequired, "the transaction had failed already"),
    "3B001": (TransactionRequired, "the transaction had ended"),
    "XX001": (StoreCorrupt, "the server found damaged data"),
    "XX002": (StoreCorrupt, "the server found a damaged index"),
    "2200H": (StoreFull, "the numbers of jobs or events are used up"),
    "22": (StoreCorrupt, "the row that changes is not where its history says it is"),
    "23": (StoreCorrupt, "a row contradicts the database format"),
    "42": (StoreCorrupt, "the tables are not those of the database format"),
    "3F": (StoreCorrupt, "the tables are not those of the database format"),
}
# Serialization failure, deadlock, a pooler's change.
_UNDONE: Final = ("40001", "40P01", "26000", "42P05")

# A connection that is refused comes without a code. These refusals stay until somebody acts.
_LASTING_REFUSALS: Final = (
    "authentication failed",
    "does not exist",
    "no pg_hba.conf entry",
    "no password supplied",
    "not permitted to log in",
    "permission denied for database",
    "unsupported startup parameter",  # a pooler
)
_UP_TO_AT: Final = re.compile(r"'[^']*@")


def store_error(error: psycopg.Error) -> QueueError:
    """Return the queue's error for one of psycopg's; the server's code is in its data."""
    code = error.sqlstate
    if code is None:
        return _without_code(error)
    kind, sentence = (
        _BY_CODE.get(code)
        or _BY_CODE.get(code[:2])
        or (StoreIOError, "PostgreSQL refused the statement")
    )
    return kind(f"{sentence}: {_first_line(error)}", sqlstate=code)


def is_undone(error: StoreError) -> bool:
    """Whether the server undid a transaction that may do better at once, perhaps on a new line."""
    if isinstance(error, ServerUnavailable):
        return "is_connecting" not in error.data
    return error.data.get("sqlstate") in _UNDONE


def _without_code(error: psycopg.Error) -> QueueError:
    if isinstance(error, psycopg.DataError):
        return InvalidArgument(f"PostgreSQL cannot hold this text: {error}", argument="text")
    if isinstance(error, psycopg.OperationalError):
        if any(words in str(error) for words in _LASTING_REFUSALS):
            return StoreUnavailable(f"the server refuses the connection: {_first_line(error)}")
        return ServerUnavailable(f"the server cannot be reached: {_first_line(error)}")
    return StoreIOError(f"PostgreSQL cannot be used so: {_first_line(error)}")


def _first_line(error: psycopg.Error) -> str:
    # A password with an @ in it is taken for the beginning of the host's name.
    line = _UP_TO_AT.sub("'…@", str(error).partition("\n")[0])
    return line or type(error).__name__
