"""Many statements in one round trip: libpq's pipeline mode, without psycopg's cursors.

psycopg's own pipeline sends each statement by itself, which on a server nearby costs as much as
waiting for each answer. Here all of them leave together, and one wait brings all the answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache, partial
from itertools import count
from typing import Any, Final

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.waiting import Ready, Wait

from crashqueue_core.errors import InvalidArgument
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.rows import Row

Connection = psycopg.Connection[Any]

_INT8: Final = 20  # the type's number in every PostgreSQL
_FORGOTTEN: Final = b"26000"  # what was prepared is not there, say behind a pooler
_SPECIAL: Final = re.compile(r'(["\\])')
_BACKSLASHED: Final = r"\\\1"


class Wire:
    """One connection, spoken to in statements whose parameters are text, integers and NULL.

    With `prepares`, the server keeps each statement for as long as the connection.
    """

    def __init__(self, connection: Connection, *, prepares: bool) -> None:
        self.connection = connection
        self._prepares = prepares
        self._names: dict[str, bytes] = {}
        self._numbers = count()

    def exchange(self, statements: Sequence[Change], answers: list[PGresult]) -> None:
        """Send the statements and append the server's answers, one for each, to `answers`.

        After an error the server answers nothing but that it ignores what follows. Raises the first
        error as psycopg's own; OperationalError also when the connection breaks.
        """
        sends: list[Callable[[], None]] = []
        prepared: list[str | None] = []  # in parallel: what a send prepares, if it does
        names = dict(self._names)
        for each in statements:
            if self._prepares and each.sql not in names:
                # Within the transaction: even to look at a table may have to wait for its lock.
                names[each.sql] = b"crashqueue_%d" % next(self._numbers)
                sends.append(self._preparing(names[each.sql], each.sql))
                prepared.append(each.sql)
            sends.append(self._sending(names.get(each.sql), each))
            prepared.append(None)
        heard: list[PGresult] = []
        try:
            self._converse(sends, heard)
        finally:
            for sql, answer in zip(prepared, heard, strict=False):
                if sql is None:
                    answers.append(answer)
                elif answer.status == ExecStatus.COMMAND_OK:
                    self._names[sql] = names[sql]

    def require_alive(self) -> None:
        """Raise OperationalError if the server is known to have ended the connection."""
        self.connection.pgconn.consume_input()  # its last words, if there are any
        self.connection.pgconn.consume_input()  # and the end behind them

    def _preparing(self, name: bytes, sql: str) -> Callable[[], None]:
        return partial(self.connection.pgconn.send_prepare, name, numbered(sql))

    def _sending(self, name: bytes | None, statement: Change) -> Callable[[], None]:
        values = [_encoded(value) for value in statement.parameters]
        pgconn = self.connection.pgconn
        if name is None:
            return partial(pgconn.send_query_params, numbered(statement.sql), values)
        return partial(pgconn.send_query_prepared, name, values)

    def _converse(self, sends: Iterable[Callable[[], None]], answers: list[PGresult]) -> None:
        pgconn = self.connection.pgconn
        with self.connection.lock:
            pgconn.enter_pipeline_mode()
            for send in sends:
                send()
            pgconn.pipeline_sync()
            self.connection.wait(self._listen(answers))
            pgconn.exit_pipeline_mode()
        for answer in answers:
            if answer.status == ExecStatus.FATAL_ERROR:
                if answer.error_field(DiagnosticField.SQLSTATE) == _FORGOTTEN:
                    self._names = {}
                raise error_from_result(answer)

    def _listen(self, answers: list[PGresult]) -> Generator[Wait, Ready | int, None]:
        pgconn = self.connection.pgconn
        while True:
            ready = yield Wait.RW if pgconn.flush() else Wait.R
            if ready & Ready.R:
                pgconn.consume_input()
            while not pgconn.is_busy():
                answer = pgconn.get_result()
                if answer is not None:
                    if answer.status == ExecStatus.PIPELINE_SYNC:
                        return
                    answers.append(answer)


def rows_of(answer: PGresult) -> list[Row]:
    """Return the rows of one answer: integers, text and None."""
    reads = [
        int if answer.ftype(column) == _INT8 else bytes.decode for column in range(answer.nfields)
    ]
    return [
        tuple(
            None if (value := answer.get_value(row, column)) is None else read(value)
            for column, read in enumerate(reads)
        )
        for row in range(answer.ntuples)
    ]


@cache
def numbered(sql: str) -> bytes:
    """Return the statement with its places for parameters as the server counts them."""
    numbers = count(1)
    return re.sub("%s", lambda _: f"${next(numbers)}", sql).encode()


def _encoded(value: object) -> bytes | None:
    if value is None:
        return None
    if isinstance(value, list):
        quoted = (f'"{_SPECIAL.sub(_BACKSLASHED, each)}"' for each in value)
        value = f"{{{','.join(quoted)}}}"
    text = str(value)
    if "\0" in text:
        raise InvalidArgument("PostgreSQL text cannot hold the character NUL", argument="text")
    return text.encode()
