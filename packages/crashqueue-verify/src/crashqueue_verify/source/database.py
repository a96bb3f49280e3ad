"""A connection to a hostile file: nothing in it is trusted, and nothing in it runs for ever."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from typing import TYPE_CHECKING, Final

from crashqueue_verify.source.ending import is_end_requested

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_VALUE_BYTES: Final = 16 * 1_048_576
"""The format's greatest value, a payload, has one sixteenth of this."""

CACHE_SIZE_KIB: Final = 16_384
OLDEST_SQLITE: Final = (3, 37, 0)
"""The first to know STRICT tables."""

REFUSED_FUNCTIONS: Final = frozenset({"load_extension", "fts3_tokenizer", "zeroblob"})
"""Functions that load code, call a pointer, or fill the memory."""

_STEPS_BETWEEN_LOOKS: Final = 100_000
_INNOCUOUS: Final = 0x200000


SQLITE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What any statement on a damaged file may raise: the sqlite3 module decodes SQLite's messages, and
those may quote bytes of the file."""


@contextlib.contextmanager
def open_in_place(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to the file at `path` that locks nothing and makes no file beside it."""
    address = f"{path.as_uri()}?mode=ro&immutable=1"
    opened = sqlite3.connect(address, uri=True, isolation_level=None)
    with contextlib.closing(opened) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        yield connection


@contextlib.contextmanager
def open_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to the private copy at `path`; nothing of the file is read yet."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        yield connection


def distrust(connection: sqlite3.Connection, *, time_limit_s: float) -> None:
    """Let nothing in the file run unsafe functions, or any statement beyond `time_limit_s`."""
    connection.execute(f"PRAGMA trusted_schema = {_least_trust()}")
    connection.set_authorizer(_permit)
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute(f"PRAGMA cache_size = -{CACHE_SIZE_KIB}")
    limit_time(connection, time_limit_s)


def _least_trust() -> str:
    """Return OFF if SQLite holds its JSON functions to be innocuous, as it does since 3.41.

    Before, without trust, it calls a schema malformed in which a CHECK asks for valid JSON, as that
    of every Django site does.
    """
    # Asked elsewhere: the file may have a table that is called like SQLite's own.
    with contextlib.closing(sqlite3.connect(":memory:")) as honest:
        ask = "SELECT max(flags) & ? FROM pragma_function_list WHERE name = 'json_valid'"
        return "OFF" if honest.execute(ask, (_INNOCUOUS,)).fetchone()[0] else "ON"


def _permit(action: int, *names: str | None) -> int:
    is_refused = action == sqlite3.SQLITE_FUNCTION and names[1] in REFUSED_FUNCTIONS
    return sqlite3.SQLITE_DENY if is_refused else sqlite3.SQLITE_OK


def limit_time(connection: sqlite3.Connection, time_limit_s: float) -> None:
    """Interrupt every statement of `connection` that still runs in `time_limit_s` seconds."""
    deadline_s = time.monotonic() + time_limit_s
    connection.set_progress_handler(
        lambda: int(is_end_requested() or time.monotonic() > deadline_s), _STEPS_BETWEEN_LOOKS
    )


def is_damage(error: Exception) -> bool:
    """Return whether SQLite said with `error` that the file is damaged."""
    return isinstance(error, UnicodeDecodeError) or _code(error) in (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
    )


def is_time_limit(error: Exception) -> bool:
    """Return whether `error` came of the time limit."""
    return _code(error) == sqlite3.SQLITE_INTERRUPT


def is_full(error: Exception) -> bool:
    """Return whether `error` came of a full disk."""
    return _code(error) == sqlite3.SQLITE_FULL


def is_outside(error: Exception) -> bool:
    """Return whether `error` came of the machine and says nothing about the file."""
    outside = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
    return _code(error) in outside


def is_too_large(error: Exception) -> bool:
    """Return whether `error` came of a value beyond the limit on size."""
    return _code(error) == sqlite3.SQLITE_TOOBIG


def is_bad_value(error: Exception) -> bool:
    """Return whether `error` came of a value that is not text or is too large."""
    # The sqlite3 module raises the first itself, without a code.
    return str(error).startswith("Could not decode") or is_too_large(error)


def _code(error: Exception) -> int:
    # The low byte is the primary code; the rest says more about it.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
