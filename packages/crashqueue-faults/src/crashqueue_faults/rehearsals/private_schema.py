"""A schema that is a rehearsal's own: it did not exist before, and does not afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Final

import psycopg

from crashqueue_core.store.postgres_address import checked_address, connecting_error
from crashqueue_core.store.postgres_errors import store_error
from crashqueue_core.store.postgres_line import connect
from crashqueue_faults.place import Place

Connection = psycopg.Connection[Any]

_TABLES: Final = (
    "SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE n.nspname = %s AND c.relkind = 'r' ORDER BY 1"
)
_WAYS: Final = ("enable_seqscan", "enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan")


@contextmanager
def private_schema(address: str, name: str) -> Iterator[Place]:
    """Yield the place of a schema that may be made, and is dropped with all that is in it.

    Raises InvalidArgument for an address that cannot be understood, and ServerUnavailable or what
    else a server says to whom it does not let in.
    """
    place = Place(address=address, schema=name)
    with connected(address):
        pass  # whoever cannot be reached is named before anything begins
    try:
        yield place
    finally:
        with connected(address) as connection:
            connection.execute(f'DROP SCHEMA IF EXISTS "{name}" CASCADE'.encode())


def make_schema(place: Place) -> None:
    """Make the schema. Raises FileExistsError where it exists."""
    with connected(place.address) as connection:
        try:
            connection.execute(f'CREATE SCHEMA "{place.schema}"'.encode())
        except psycopg.errors.DuplicateSchema:
            raise FileExistsError(f"the schema {place.schema} exists") from None


def keys_agree(place: Place) -> bool:
    """Return whether a walk over each table meets as many rows as one along its primary key."""
    with connected(place.address) as connection:
        tables = [name for (name,) in connection.execute(_TABLES, (place.schema,))]
        return all(
            _count(connection, table, "enable_seqscan")
            == _count(connection, table, "enable_indexonlyscan")
            for table in tables
        )


def _count(connection: Connection, table: str, way: str) -> int:
    for other in _WAYS:
        connection.execute("SELECT set_config(%s, %s, false)", (other, str(other == way)))
    ((count,),) = connection.execute(f"SELECT count(*) FROM {table}".encode())
    return int(count)


@contextmanager
def connected(address: str) -> Iterator[Connection]:
    """Open a connection that commits each statement; raises the queue's own errors."""
    try:
        connection = connect(checked_address(address))
    except (psycopg.Error, UnicodeError) as error:
        # Without its cause, whose words may repeat the address, and in it a password.
        raise connecting_error(error) from None
    try:
        with closing(connection):
            yield connection
    except psycopg.Error as error:
        raise store_error(error) from error
