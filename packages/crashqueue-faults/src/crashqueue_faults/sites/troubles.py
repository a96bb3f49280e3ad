"""What a client of PostgreSQL can meet in a round trip while nobody dies."""

from __future__ import annotations

import os
import socket
from enum import StrEnum
from typing import Final

import psycopg
from psycopg.errors import error_from_result

from crashqueue_faults.sites.suffering import RepeatedNames
from crashqueue_faults.sites.watched_connection import (
    BEFORE,
    ENDING,
    SENT,
    WatchedConnection,
)


class Trouble(StrEnum):
    """What befalls a round trip: its connection ends, or the server answers with an error."""

    LOST_BEFORE = "connection lost before sending"
    LOST_ANSWER = "connection lost before the answer"
    SERIALIZATION_FAILURE = "serialization_failure"
    DEADLOCK_DETECTED = "deadlock_detected"
    LOCK_NOT_AVAILABLE = "lock_not_available"
    ADMIN_SHUTDOWN = "admin_shutdown"


_ENDING_SESSION: Final = "SELECT pg_terminate_backend(pg_backend_pid())"
_FAILING: Final = {
    trouble: f"DO $$BEGIN RAISE EXCEPTION 'it was asked for' USING ERRCODE = '{trouble}'; END$$"
    for trouble in (
        Trouble.SERIALIZATION_FAILURE,
        Trouble.DEADLOCK_DETECTED,
        Trouble.LOCK_NOT_AVAILABLE,
    )
} | {Trouble.ADMIN_SHUTDOWN: _ENDING_SESSION}


def is_round_trip(site: str) -> bool:
    """Whether this is the site before a round trip."""
    return site.startswith(f"{BEFORE} ") and site != ENDING


class TroubleAt:
    """Brings trouble upon round trip `number`, from 0; if it lasts, upon every later one too.

    Whoever tries again within the store is given the scene's `names` again.
    """

    def __init__(self, number: int, trouble: Trouble, names: RepeatedNames, *, lasts: bool) -> None:
        self._number = number
        self._trouble = trouble
        self.names = names
        self._lasts = lasts
        self._passed = 0
        self._is_over = False
        self.has_struck = False
        self.lost_sessions: list[int] = []

    def repair(self) -> None:
        """Let everything succeed from now on."""
        self._is_over = True

    def hear(self, connection: WatchedConnection, site: str) -> None:
        """Strike if it is time; raise the error that the server answers with."""
        is_lost_answer = self._trouble is Trouble.LOST_ANSWER
        if self._is_over or not (site.startswith(SENT) if is_lost_answer else is_round_trip(site)):
            return
        number, self._passed = self._passed, self._passed + 1
        if number == self._number or (self._lasts and number > self._number):
            self.has_struck = True
            self.names.begin()
            self._strike(connection)

    def _strike(self, connection: WatchedConnection) -> None:
        if self._trouble in _FAILING:
            raise _answered(connection, _FAILING[self._trouble].encode())
        self.lost_sessions.append(connection.info.backend_pid)
        _lose(connection)


def _answered(connection: WatchedConnection, statement: bytes) -> psycopg.Error:
    """Return the error that the server answers the statement with, before anything else it says."""
    connection.pgconn.send_query(statement)
    answers = list(iter(connection.pgconn.get_result, None))
    return error_from_result(answers[0])


def _lose(connection: WatchedConnection) -> None:
    """End the connection at both sides without a word, as a network does."""
    nobody, somebody = socket.socketpair()
    somebody.close()
    with nobody:
        os.dup2(nobody.fileno(), connection.fileno())
