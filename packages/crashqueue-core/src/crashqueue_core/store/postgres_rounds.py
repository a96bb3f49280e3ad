"""Statements on one connection in as few round trips as possible.

What is told waits; what is asked goes out at once, together with everything told before it, and
one wait brings all the answers.
"""

from __future__ import annotations

from typing import Final

import psycopg
from psycopg.pq.abc import PGresult

from crashqueue_core.errors import OutcomeUnknown, ServerUnavailable
from crashqueue_core.store.postgres_changes import Change, joined
from crashqueue_core.store.postgres_errors import store_error
from crashqueue_core.store.postgres_queries import COMMIT
from crashqueue_core.store.postgres_wire import Wire, rows_of
from crashqueue_core.store.rows import Row

_MOST_AT_ONCE: Final = 1_000
"""Statements of one round trip; libpq keeps in memory what the server does not take yet."""


class Rounds:
    """The conversation of one transaction, or of one read."""

    __slots__ = ("_told", "_wire")

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._told: list[Change] = []

    def tell(self, *changes: Change) -> None:
        """Send these with whatever is sent next."""
        self._told += changes

    def ask(self, sql: str, *parameters: object) -> list[Row]:
        """Return the rows of one query, after everything told before it has happened."""
        return self.ask_all(Change(sql, parameters))[0]

    def ask_all(self, *questions: Change) -> list[list[Row]]:
        """Return the rows of each query, in one round trip with everything told before them."""
        answers: list[PGresult] = []
        try:
            self._exchange(questions, answers)
        except psycopg.Error as error:
            raise store_error(error) from error
        return [rows_of(answer) for answer in answers[len(answers) - len(questions) :]]

    def send(self) -> None:
        """Send what was told, and wait until it has happened."""
        if self._told:
            self.ask_all()

    def commit(self, *afterwards: Change) -> None:
        """Send what was told and COMMIT; `afterwards` goes along, and may fail.

        Raises ServerUnavailable where the connection is found broken before, and OutcomeUnknown
        where it breaks before the answer to COMMIT has come.
        """
        answers: list[PGresult] = []
        try:
            self._wire.require_alive()
        except psycopg.Error as error:
            raise store_error(error) from error
        try:
            self._exchange((Change(COMMIT, ()), *afterwards), answers)
        except psycopg.Error as error:
            if any(answer.command_status == COMMIT.encode() for answer in answers):
                return
            reason = store_error(error)
            if not isinstance(reason, ServerUnavailable):
                raise reason from error
            raise OutcomeUnknown(
                "the connection broke before the answer to COMMIT came", **reason.data
            ) from error

    def _exchange(self, last: tuple[Change, ...], answers: list[PGresult]) -> None:
        told, self._told = list(joined(self._told)), []
        while len(told) > _MOST_AT_ONCE:
            self._wire.exchange(told[:_MOST_AT_ONCE], [])
            told = told[_MOST_AT_ONCE:]
        self._wire.exchange([*told, *last], answers)
