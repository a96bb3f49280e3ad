"""A connection to a live PostgreSQL that can only read, and what its refusals mean."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from crashqueue_verify.staging.errors import (
    PostgresRefused,
    PostgresTimeout,
    PostgresUnreachable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crashqueue_verify.errors import AuditError

LOCK_TIMEOUT_S: Final = 5

# What the connection string may say otherwise. A connection that breaks silently is found out.
_PARAMETERS: Final[dict[str, Any]] = {
    "application_name": "crashqueue-verify",
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}
# Valid for the transaction alone: a pooler may give the session to others afterwards.
_SETTINGS: Final = {
    "default_transaction_read_only": "on",
    "lock_timeout": f"{LOCK_TIMEOUT_S}s",
    "row_security": "off",  # policies would hide rows silently; so they are an error
    "search_path": "",
    "client_encoding": "UTF8",
    "DateStyle": "ISO, MDY",
    "IntervalStyle": "postgres",
    "TimeZone": "UTC",
    "bytea_output": "hex",
    "extra_float_digits": "3",
}
_TIMEOUTS: Final = {
    "57014": "a statement took longer than it may",
    "55P03": f"a table was locked for more than {LOCK_TIMEOUT_S} seconds",
}
# Why the driver did not reach a server. Its message may quote a password that was split wrongly.
_REASONS: Final = {
    "failed to resolve host": "the host is not known",
    "Connection refused": "nothing listens there",
    "timeout expired": "it does not answer",
    "No such file or directory": "its socket does not exist",
}


@contextlib.contextmanager
def open_session(dsn: str, *, statement_timeout_s: float) -> Iterator[psycopg.Connection]:
    """Yield a connection within a read-only transaction that sees one snapshot.

    Raises PostgresUnreachable, PostgresRefused or PostgresTimeout, also for what is asked within
    the block.
    """
    with answers(), contextlib.closing(_connect(dsn)) as connection:
        connection.read_only = True
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        _settle(connection, statement_timeout_s)
        yield connection


@contextlib.contextmanager
def borrow_session(
    connection: psycopg.Connection[Any], *, statement_timeout_s: float
) -> Iterator[None]:
    """Let the open transaction of `connection` be read in the block, and leave it as it was.

    Raises what `open_session` raises once it is connected.
    """
    with answers(), connection.transaction(force_rollback=True):
        _settle(connection, statement_timeout_s)
        yield


def _settle(connection: psycopg.Connection[Any], statement_timeout_s: float) -> None:
    settings = _SETTINGS | {"statement_timeout": f"{statement_timeout_s * 1_000:.0f}ms"}
    for setting in settings.items():
        connection.execute("SELECT pg_catalog.set_config(%s, %s, true)", setting)


def _connect(dsn: str) -> psycopg.Connection:
    try:
        parameters = _PARAMETERS | conninfo_to_dict(dsn)
    except (psycopg.Error, ValueError):
        raise PostgresUnreachable("the connection string cannot be read") from None
    try:
        return psycopg.connect(**parameters, prepare_threshold=None)
    except (psycopg.Error, ValueError) as error:
        raise _unreached(str(error)) from None


def _unreached(message: str) -> AuditError:
    _, fatal, answer = message.rpartition("FATAL:")
    if fatal:  # the server's own words, which name the role or the database
        return PostgresRefused(f"the server refuses the connection: {answer.strip()}")
    for sign, reason in _REASONS.items():
        if sign in message:
            return PostgresUnreachable(f"no server can be reached: {reason}")
    return PostgresUnreachable("no server can be reached")


@contextlib.contextmanager
def answers() -> Iterator[None]:
    """Turn the driver's errors within the block into those of an audit."""
    try:
        yield
    except psycopg.Error as error:
        raise _refused(error) from None


def _refused(error: psycopg.Error) -> AuditError:
    state = error.sqlstate
    if state in _TIMEOUTS:
        return PostgresTimeout(_TIMEOUTS[state])
    if state is None or state.startswith(("08", "57P")):
        return PostgresUnreachable("the connection broke")
    return PostgresRefused(f"the server refuses to answer: {error.diag.message_primary}")
