"""Many statements in one round trip: libpq's pipeline mode, without psycopg's cursors.

psycopg's own pipeline sends each statement by itself, which on a server nearby costs as much as
waiting for each answer. Here all of them leave together, and one wait brings all the answers.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from functools import cache
from hashlib import sha256
from itertools import count
from types import NoneType
from typing import Any, Final

import psycopg
from psycopg.errors import Diagnostic, error_from_result
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.waiting import Ready, Wait

from crashqueue_core.errors import InvalidArgument
from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_readiness import is_readable
from crashqueue_core.store.rows import Row

Connection = psycopg.Connection[Any]
Values = list[bytes | None]

_INT8: Final = 20  # the type's number in every PostgreSQL
_ELSEWHERE: Final = (b"26000", b"42P05")  # what was prepared is not there, or what was not is
_LAST_WORDS: Final = ("FATAL", "PANIC")
_CONNECTION_FAILURE: Final = "08006"


class Wire:
    """One connection, spoken to in statements whose parameters are text, integers, NULL and lists.

    With `prepares`, the server keeps each statement for as long as the connection; once one is not
    where it was left, a pooler is presumed to change the server's side, and no more are prepared.
    """

    def __init__(self, connection: Connection, *, prepares: bool) -> None:
        self.connection = connection
        self._prepares = prepares
        self._prepared: set[str] = set()

    def exchange(self, statements: Sequence[Change], answers: list[PGresult]) -> None:
        """Send the statements and append the server's answers, one for each, to `answers`.

        After an error the server answers nothing but that it ignores what follows. Raises the first
        error as psycopg's own; OperationalError also when the connection breaks. InvalidArgument is
        raised, and nothing sent, where the connection's encoding is not UTF8.
        """
        self._require_utf8()
        encoded = [_encoded(each.parameters) for each in statements]
        prepared: list[str | None] = []  # what is heard an answer to, if it prepares a statement
        heard: list[PGresult] = []
        try:
            self._converse(statements, encoded, prepared, heard)
        finally:
            for sql, answer in zip(prepared, heard, strict=False):
                if sql is None:
                    answers.append(answer)
                elif answer.status == ExecStatus.COMMAND_OK:
                    self._prepared.add(sql)

    def require_alive(self) -> None:
        """Raise OperationalError if anything that has arrived says that the connection ended.

        What is on its way, nobody can know.
        """
        endings: list[psycopg.Error] = []

        def hear(notice: Diagnostic) -> None:  # which is empty afterwards
            if notice.severity_nonlocalized in _LAST_WORDS:
                kind = psycopg.errors.lookup(notice.sqlstate or _CONNECTION_FAILURE)
                endings.append(kind(notice.message_primary or ""))

        self.connection.add_notice_handler(hear)
        try:
            with self.connection.lock:
                self._hear_all()
        finally:
            self.connection.remove_notice_handler(hear)
        if endings:
            raise endings[0]

    def _hear_all(self) -> None:
        pgconn = self.connection.pgconn
        while True:
            pgconn.consume_input()
            pgconn.is_busy()  # has libpq take apart what it read
            if not is_readable(pgconn.socket):
                return

    def _require_utf8(self) -> None:
        # Statements are sent as bytes: in another encoding the payload would miss its digest.
        encoding = self.connection.pgconn.parameter_status(b"client_encoding") or b"none"
        if encoding.upper() != b"UTF8":  # PgBouncer repeats the name as it was asked for
            raise InvalidArgument(
                f"the connection's client_encoding must be UTF8, and is {encoding.decode()}",
                argument="connection",
            )

    def _converse(
        self,
        statements: Sequence[Change],
        encoded: Sequence[Values],
        prepared: list[str | None],
        answers: list[PGresult],
    ) -> None:
        pgconn = self.connection.pgconn
        with self.connection.lock:
            pgconn.enter_pipeline_mode()
            for statement, values in zip(statements, encoded, strict=True):
                self._send(statement.sql, values, prepared)
            pgconn.pipeline_sync()
            self.connection.wait(self._listen(answers))
            pgconn.exit_pipeline_mode()
        for answer in answers:
            if answer.status == ExecStatus.FATAL_ERROR:
                if answer.error_field(DiagnosticField.SQLSTATE) in _ELSEWHERE:
                    self._prepares = False
                raise error_from_result(answer)

    def _send(self, sql: str, values: Values, prepared: list[str | None]) -> None:
        pgconn = self.connection.pgconn
        if not self._prepares:
            pgconn.send_query_params(numbered(sql), values)
        else:
            if sql not in self._prepared and sql not in prepared:
                # Within the transaction: even to look at a table may have to wait for its lock.
                pgconn.send_prepare(name_of(sql), numbered(sql))
                prepared.append(sql)
            pgconn.send_query_prepared(name_of(sql), values)
        prepared.append(None)

    def _listen(self, answers: list[PGresult]) -> Generator[Wait, Ready | int | None, None]:
        pgconn = self.connection.pgconn
        while True:
            # After Ctrl-C psycopg has the server cancel the statement, and goes on with None.
            ready = yield Wait.RW if pgconn.flush() else Wait.R
            if ready is None or ready & Ready.R:
                pgconn.consume_input()
            while not pgconn.is_busy():
                answer = pgconn.get_result()
                if answer is not None:
                    if answer.status == ExecStatus.PIPELINE_SYNC:
                        self._forget_notifications()
                        return
                    answers.append(answer)

    def _forget_notifications(self) -> None:
        # Behind a pooler those that another session asked for may come here, and are kept.
        while self.connection.pgconn.notifies() is not None:
            pass


def rows_of(answer: PGresult) -> list[Row]:
    """Return the rows of one answer: integers, text and None."""
    reads = [
        int if answer.ftype(column) == _INT8 else bytes.decode for column in range(answer.nfields)
    ]
    value_at = answer.get_value
    return [
        tuple(
            [
                None if (value := value_at(row, column)) is None else read(value)
                for column, read in enumerate(reads)
            ]
        )
        for row in range(answer.ntuples)
    ]


@cache
def name_of(sql: str) -> bytes:
    """Return the name of the prepared statement.

    By its text: behind a pooler, what another session prepared under this name is the same.
    """
    return b"crashqueue_" + sha256(sql.encode()).hexdigest()[:32].encode()


@cache
def numbered(sql: str) -> bytes:
    """Return the statement with its places for parameters as the server counts them."""
    numbers = count(1)
    return re.sub("%s", lambda _: f"${next(numbers)}", sql).encode()


def _encoded(parameters: Row) -> Values:
    # At once, with what no text may hold in between: one by one takes five times as long.
    present = [
        _array(value) if isinstance(value, list) else value
        for value in parameters
        if value is not None
    ]
    encoded = "\0".join(map(str, present)).encode().split(b"\0") if present else []
    if len(encoded) != len(present):
        raise _no_nul()
    values = iter(encoded)
    return [None if value is None else next(values) for value in parameters]


def _array(values: list[Any]) -> str:
    kinds = set(map(type, values))
    if kinds <= {int, NoneType}:
        return f"{{{str(values)[1:-1].replace('None', 'NULL')}}}"
    if kinds == {str}:
        return f"{{{_quoted(values)}}}"
    elements = (each if each is None else _quoted([str(each)]) for each in values)
    return f"{{{','.join('NULL' if each is None else each for each in elements)}}}"


def _quoted(texts: list[str]) -> str:
    # At once, likewise.
    together = "\0".join(texts)
    if together.count("\0") >= len(texts):
        raise _no_nul()
    escaped = together.replace("\\", r"\\").replace('"', r"\"").replace("\0", '","')
    return f'"{escaped}"'


def _no_nul() -> InvalidArgument:
    return InvalidArgument("PostgreSQL text cannot hold the character NUL", argument="text")
