"""A live PostgreSQL as a source: one snapshot, read only, within time limits.

Rows come through COPY, in the form that pg_dump writes, so that one reader decodes both.
"""

from __future__ import annotations

import contextlib
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from crashqueue_verify.staging.dump_text import MAX_LINE_BYTES
from crashqueue_verify.staging.errors import PostgresRefused, RowTooLarge
from crashqueue_verify.staging.pg_copy import BadRow, RowReader
from crashqueue_verify.staging.pg_tokens import Garbled
from crashqueue_verify.staging.postgresql_catalogue import read_drafts
from crashqueue_verify.staging.postgresql_session import answers, borrow_session, open_session
from crashqueue_verify.staging.scratch import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from psycopg import Connection, Copy

    from crashqueue_verify.staging.catalogue import RawTable, StagedValue, Target

BATCH_SIZE_BYTES: Final = 262_144

_NOW: Final = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"


@contextlib.contextmanager
def open_source(
    dsn: str, *, statement_timeout_s: float, deadline: Callable[[], None]
) -> Iterator[PostgresqlSource]:
    """Yield the database at `dsn`; see `open_postgresql`."""
    with open_session(dsn, statement_timeout_s=statement_timeout_s) as connection:
        yield PostgresqlSource(connection, deadline)


@contextlib.contextmanager
def borrow_source(
    connection: Connection[Any], *, statement_timeout_s: float, deadline: Callable[[], None]
) -> Iterator[PostgresqlSource]:
    """Yield what the open transaction of `connection` sees, its own changes included."""
    with borrow_session(connection, statement_timeout_s=statement_timeout_s):
        yield PostgresqlSource(connection, deadline)


class PostgresqlSource:
    """A live PostgreSQL database, as it was when the source was opened."""

    engine: str = "postgresql"
    kind: str = "live"
    changed_meanwhile: bool = False
    """All is read in one snapshot."""

    def __init__(
        self, connection: Connection[tuple[Any, ...]], deadline: Callable[[], None]
    ) -> None:
        self._connection = connection
        self._deadline = deadline
        self.captured_at_us: int | None = self._ask(_NOW)[0][0]
        try:
            self.catalogue = read_drafts(self._ask).catalogue()
        except Garbled:
            raise PostgresRefused("the server's catalogue is not PostgreSQL's") from None

    def stage(self, table: RawTable, columns: Sequence[str], into: Target) -> None:
        """Feed every row of `table` itself to `into`: these columns, in this order.

        The rows of partitions and of tables that inherit are their own. Raises PostgresRefused
        (then other tables can still be read), PostgresTimeout, PostgresUnreachable or RowTooLarge.
        """
        declared = {column.name: column.declared_type for column in table.columns}
        picks = [(place, declared[column]) for place, column in enumerate(columns)]
        reader = RowReader(width=len(columns), picks=picks)
        relation = ".".join(map(quoted, filter(None, (table.schema, table.name))))
        query = f"SELECT {', '.join(map(quoted, columns))} FROM ONLY {relation}"
        with (
            answers(),
            self._connection.transaction(),
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY ({query}) TO STDOUT".encode()) as copy,
        ):
            into.insert(chain.from_iterable(self._rows(copy, reader)))

    def _rows(self, copy: Copy, reader: RowReader) -> Iterator[Iterable[Sequence[StagedValue]]]:
        try:
            yield from map(reader.read, self._batches(copy))
        except BadRow as bad:
            raise PostgresRefused(f"the server answers otherwise than PostgreSQL: {bad}") from None

    def _batches(self, copy: Copy) -> Iterator[str]:
        """Yield lines without the last line feed, many at a time."""
        batch = bytearray()
        for row in copy:
            if len(row) > MAX_LINE_BYTES:
                raise RowTooLarge(f"a row has more than {MAX_LINE_BYTES} bytes")
            batch += row
            if len(batch) >= BATCH_SIZE_BYTES:
                self._deadline()
                yield _lines(batch)
                batch.clear()
        if batch:
            yield _lines(batch)

    def _ask(self, statement: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(statement.encode()).fetchall()


def _lines(batch: bytearray) -> str:
    return batch[:-1].decode("utf-8", "backslashreplace")
