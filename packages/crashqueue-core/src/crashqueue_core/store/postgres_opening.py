"""Opening and creating the queue's schema. A schema that is not ours is refused untouched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg

from crashqueue_core.errors import (
    FormatTooNew,
    FormatTooOld,
    InvalidArgument,
    NotAQueueDatabase,
    StoreCorrupt,
    StoreNotFound,
    StoreReadOnly,
    StoreUnavailable,
)
from crashqueue_core.store.postgres_errors import store_error
from crashqueue_core.store.postgres_settings import DURABLE

APPLICATION: Final = "crashqueuelab"
FORMAT_VERSION: Final = 2
OLDEST_SERVER: Final = 15_00_00

_SCHEMA: Final = Path(__file__).with_name("postgres_schema.sql")
_CREATION_LOCK: Final = 0x43514C42
"""The first key of the advisory lock under which schemas are created; the second is the name's."""

_NAME: Final = re.compile(r"(?!pg_)[a-z_][a-z0-9_]{0,49}")
_TABLES: Final = {"format", "submissions", "tenants", "jobs", "attempts", "events"}
# Functions and types are somebody's, too: they have no name here. What is only prepared for the
# schema, say default privileges, depends on it in another way.
_CONTENTS: Final = (
    "SELECT c.relname, row_security_active(c.oid) FROM pg_namespace n JOIN pg_depend d "
    "ON d.refclassid = 'pg_namespace'::regclass AND d.refobjid = n.oid AND d.deptype = 'n' "
    "LEFT JOIN pg_class c ON d.classid = 'pg_class'::regclass AND d.objid = c.oid "
    "WHERE n.nspname = %s"
)

_SETTINGS: Final = f"SELECT set_config('lock_timeout', %s, true), {DURABLE}".encode()

Connection = psycopg.Connection[Any]


def checked_schema(schema: object) -> str:
    """Return `schema` if it is a name that needs no quotes and is not the server's own."""
    if isinstance(schema, str) and _NAME.fullmatch(schema):
        return schema
    raise InvalidArgument(
        "schema must be 1 to 50 lower-case letters, digits and underscores, beginning with neither "
        "a digit nor pg_",
        argument="schema",
    )


def open_schema(connection: Connection, schema: str, *, create: bool, wait_ms: int) -> None:
    """Find the queue in the schema, or with `create` make it, whole or not at all.

    Another process that creates it is waited for no longer than `wait_ms` at a time. Raises
    StoreNotFound, NotAQueueDatabase, FormatTooOld or FormatTooNew with nothing touched,
    StoreReadOnly that says which privilege the role lacks, StoreUnavailable for a server before
    version 15, and any other StoreError that opening can meet.
    """
    _require_version(connection)
    try:
        with connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
            connection.execute(_SETTINGS, (str(wait_ms),))
            if not _is_present(connection, schema):
                if not create:
                    raise StoreNotFound("there is no queue in this schema", schema=schema)
                create_schema(connection, schema)
    except psycopg.Error as error:
        raise store_error(error) from error


def _is_present(connection: Connection, schema: str) -> bool:
    """Return whether the queue is there; False where the schema is absent or empty."""
    contents = dict(connection.execute(_CONTENTS, (schema,)).fetchall())
    if not contents:
        return False
    _check_identity(_identity(connection, schema) if "format" in contents else None, schema)
    _check_tables(contents, schema)
    return True


def _check_tables(is_filtered: Mapping[str, bool], schema: str) -> None:
    if missing := sorted(_TABLES - is_filtered.keys()):
        raise StoreCorrupt(f"the schema lacks tables: {', '.join(missing)}", schema=schema)
    if hidden := sorted(table for table in _TABLES if is_filtered[table]):
        raise StoreReadOnly(
            f"row security hides rows from this role: {', '.join(hidden)}", schema=schema
        )


def _identity(connection: Connection, schema: str) -> tuple[object, object] | None:
    sql = f'SELECT application, version FROM "{schema}".format'.encode()
    try:
        with _needing("USAGE on the schema and SELECT on its tables", schema):
            rows = connection.execute(sql).fetchall()
    except (psycopg.errors.UndefinedColumn, psycopg.errors.WrongObjectType):
        return None
    return rows[0] if len(rows) == 1 else None


def _check_identity(identity: tuple[object, object] | None, schema: str) -> None:
    if identity is None or identity[0] != APPLICATION:
        raise NotAQueueDatabase("the schema holds what is not ours", schema=schema)
    version = identity[1]
    if not isinstance(version, int) or version < 1:
        raise StoreCorrupt(f"the schema has format {version}, which never existed", schema=schema)
    if version < FORMAT_VERSION:
        raise FormatTooOld(
            f"the schema has format {version}, from before the first release",
            schema=schema,
            format_version=version,
        )
    if version > FORMAT_VERSION:
        raise FormatTooNew(
            f"the schema has format {version}; this version knows {FORMAT_VERSION}",
            schema=schema,
            format_version=version,
        )


def create_schema(connection: Connection, schema: str) -> bool:
    """Make the queue in an absent or empty schema, as part of the transaction that is open.

    Return False, with nothing done, where another process has made it meanwhile. Raises
    NotAQueueDatabase, StoreCorrupt, FormatTooOld or FormatTooNew, and psycopg.Error.
    """
    connection.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_CREATION_LOCK, schema))
    # Another process may have created it while this one waited for the lock.
    if _is_present(connection, schema):
        return False
    _require_utf8(connection)
    exists = connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (schema,))
    if exists.fetchone() is None:
        with _needing("CREATE on the database", schema):
            connection.execute(f'CREATE SCHEMA "{schema}"'.encode())
    connection.execute(f'SET LOCAL search_path TO "{schema}"'.encode())
    with _needing("USAGE and CREATE on the schema", schema):
        connection.execute(_SCHEMA.read_bytes())
    return True


@contextmanager
def _needing(privileges: str, schema: str) -> Iterator[None]:
    try:
        yield
    # Of schemas that the role may not use, the search path knows nothing.
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.InvalidSchemaName) as error:
        words = str(error).partition("\n")[0]
        raise StoreReadOnly(
            f"the role may not do this; it must be granted {privileges}: {words}",
            schema=schema,
            privileges=privileges,
            sqlstate=error.sqlstate,
        ) from error


def _require_version(connection: Connection) -> None:
    version = connection.info.server_version
    if version < OLDEST_SERVER:
        oldest = OLDEST_SERVER // 10_000
        raise StoreUnavailable(
            f"the server is PostgreSQL {version // 10_000}; the queue needs {oldest} or newer",
            server_version=version,
        )


def _require_utf8(connection: Connection) -> None:
    encoding = connection.execute("SHOW server_encoding").fetchone()
    if encoding != ("UTF8",):
        raise NotAQueueDatabase("the database's encoding is not UTF8, which payloads need")
