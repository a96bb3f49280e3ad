"""Statements on one connection in as few round trips as possible.

What is told waits; what is asked goes out at once, together with everything told before it, and
one wait brings all the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import psycopg
from psycopg.rows import tuple_row
from psycopg.types.numeric import Int8Dumper, IntLoader
from psycopg.types.string import StrDumper, TextLoader

from crashqueue_core.store.postgres_changes import Change
from crashqueue_core.store.postgres_errors import store_error
from crashqueue_core.store.postgres_queries import COMMIT
from crashqueue_core.store.rows import Row

Connection = psycopg.Connection[Any]
_SQL: Final = attrgetter("sql")


class Rounds:
    """The conversation of one transaction, or of one read."""

    __slots__ = ("_connection", "_told")

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._told: list[Change] = []

    @property
    def has_told(self) -> bool:
        """Whether anything waits to be sent."""
        return bool(self._told)

    def tell(self, *changes: Change) -> None:
        """Send these with whatever is sent next."""
        self._told += changes

    def ask(self, sql: str, *parameters: object) -> list[Row]:
        """Return the rows of one query, after everything told before it has happened."""
        return self.ask_all(Change(sql, parameters))[0]

    def ask_all(self, *questions: Change) -> list[list[Row]]:
        """Return the rows of each query, in one round trip with everything told before them."""
        told, self._told = self._told, []
        try:
            with self._together(len(told) + len(questions)):
                self._send(told)
                cursors = [self._cursor().execute(each.sql, each.parameters) for each in questions]
            return [cursor.fetchall() for cursor in cursors]
        except psycopg.Error as error:
            raise store_error(error) from error

    def send(self) -> None:
        """Send what was told, and wait until it has happened."""
        if self._told:
            self.ask_all()

    def commit(self, *afterwards: Change) -> None:
        """Send what was told and COMMIT; `afterwards` goes along, and may fail.

        Raises ServerUnavailable where no answer to COMMIT came.
        """
        told, self._told = self._told, []
        commit = self._cursor()
        try:
            with self._connection.pipeline():
                self._send(told)
                commit.execute(COMMIT)
                self._send(afterwards)
        except psycopg.Error as error:
            if commit.statusmessage != COMMIT:
                raise store_error(error) from error

    def _together(self, statements: int) -> AbstractContextManager[object]:
        return self._connection.pipeline() if statements > 1 else nullcontext()

    def _send(self, changes: Sequence[Change]) -> None:
        for sql, alike in groupby(changes, _SQL):
            parameters = [change.parameters for change in alike]
            if len(parameters) == 1:
                self._cursor().execute(sql, parameters[0] or None)
            else:
                self._cursor().executemany(sql, parameters)

    def _cursor(self) -> psycopg.Cursor[Row]:
        # Whatever the connection's owner has rows and values look like.
        cursor = self._connection.cursor(row_factory=tuple_row)
        cursor.adapters.register_dumper(int, Int8Dumper)
        cursor.adapters.register_dumper(str, StrDumper)
        cursor.adapters.register_loader("int8", IntLoader)
        cursor.adapters.register_loader("text", TextLoader)
        return cursor
