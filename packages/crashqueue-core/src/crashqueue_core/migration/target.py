"""The schema that a queue is moved into, seen by nobody before it is committed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any, Final

import psycopg

from crashqueue_core.errors import OutcomeUnknown, SchemaNotEmpty
from crashqueue_core.migration.tables import TABLES, Table
from crashqueue_core.store.postgres_address import checked_address, connecting_error
from crashqueue_core.store.postgres_errors import store_error
from crashqueue_core.store.postgres_line import connect
from crashqueue_core.store.postgres_opening import checked_schema, create_schema
from crashqueue_core.store.postgres_queries import BEGIN
from crashqueue_core.store.postgres_rounds import Rounds
from crashqueue_core.store.postgres_settings import DURABLE
from crashqueue_core.store.postgres_wire import Wire

Connection = psycopg.Connection[Any]

_BLOCK_SIZE_BYTES: Final = 262_144
_UNHURRIED: Final = (
    # An audit may take minutes, and the copy waits for it. Not every server knows every one.
    "SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN "
    "('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')"
)
_TEXT_COLUMNS: Final = ("tenant", "job_id")


@contextmanager
def new_schema(address: str, schema: str, *, busy_timeout_us: int) -> Iterator[Target]:
    """Yield a queue without jobs in `schema`, which is gone at the end unless it was committed.

    Raises SchemaNotEmpty, NotAQueueDatabase and whatever else opening a queue raises, with nothing
    touched.
    """
    checked_schema(schema)
    with closing(_connected(checked_address(address))) as connection:
        try:
            connection.execute(BEGIN)
            connection.execute(f"SELECT {DURABLE}".encode())
            connection.execute(_UNHURRIED)
            wait_ms = max(1, busy_timeout_us // 1_000)
            connection.execute("SELECT set_config('lock_timeout', %s, true)", (str(wait_ms),))
            if not create_schema(connection, schema):
                raise SchemaNotEmpty("there is a queue in this schema", schema=schema)
            yield Target(connection, schema)
        except psycopg.Error as error:
            raise store_error(error) from error
        finally:
            # Said and heard, so that whoever begins anew at once does not have to wait.
            with suppress(psycopg.Error):
                connection.execute("ROLLBACK")


def _connected(address: str) -> Connection:
    try:
        return connect(address)
    except (psycopg.Error, ValueError, OverflowError) as error:
        # Without its cause, whose words may repeat the address, and in it a password.
        raise connecting_error(error) from None


class Target:
    """A schema that is being filled, and the connection whose transaction alone sees it."""

    def __init__(self, connection: Connection, schema: str) -> None:
        self.connection = connection
        self._schema = schema

    def fill(self, table: Table, lines: Iterable[bytes]) -> None:
        """Insert the rows, given in COPY's text form."""
        sql = f"COPY {self._named(table)} ({table.columns}) FROM STDIN"
        with self.connection.cursor() as cursor, cursor.copy(sql.encode()) as copy:
            for block in _blocks(lines):
                copy.write(block)

    def finish(self) -> None:
        """Have both numbers, and each tenant's submissions, go on where those of the rows end."""
        for table in TABLES:
            if table.number is not None:
                self.connection.execute(
                    f"SELECT setval(pg_get_serial_sequence(%s, %s), max({table.number})) "
                    f"FROM {self._named(table)}".encode(),
                    (self._named(table), table.number),
                )
        self.connection.execute(
            f'INSERT INTO "{self._schema}".submissions '
            f'SELECT tenant, max(submission_sequence) FROM "{self._schema}".jobs '
            "GROUP BY tenant".encode()
        )

    def lines(self, table: Table) -> Iterator[bytes]:
        """Yield the table's rows in order, in COPY's text form."""
        # In the order of their bytes, which is SQLite's.
        order = ", ".join(
            f'{column} COLLATE "C"' if column in _TEXT_COLUMNS else column for column in table.order
        )
        query = f"SELECT {table.columns} FROM {self._named(table)} ORDER BY {order}"
        with (
            self.connection.cursor() as cursor,
            cursor.copy(f"COPY ({query}) TO STDOUT".encode()) as copy,
        ):
            yield from map(bytes, copy)

    def commit(self) -> None:
        """Let everybody see the queue; raises OutcomeUnknown where the answer is lost."""
        try:
            Rounds(Wire(self.connection, prepares=False)).commit()
        except OutcomeUnknown as unknown:
            raise OutcomeUnknown(
                f"{unknown.message}: move the queue again, which is refused if it has arrived",
                **unknown.data,
            ) from unknown

    def _named(self, table: Table) -> str:
        return f'"{self._schema}".{table.name}'


def _blocks(lines: Iterable[bytes]) -> Iterator[bytes]:
    block = bytearray()
    for line in lines:
        block += line
        if len(block) >= _BLOCK_SIZE_BYTES:
            yield bytes(block)
            block.clear()
    yield bytes(block)
